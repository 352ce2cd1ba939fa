"""The vocabulary of Magpie: everything that has a name, with its English.

What is declared here is a number that the rules use. Clients and the log use the words.
"""

from __future__ import annotations

from rumpus.rulekit.words.vocabulary import FACE, NUMBER, SEAT, SELF, Vocabulary, faces, shown

from .cards import CARDS, FACES, MAX_HAND, N_FACES

V = Vocabulary()
V.cards(FACES)

# Zones are what `show` in view.py lays out. `groups` is the most cards that it lays there one by
# one; a zone without is shown by its size alone. An owned zone is in front of every player.
DRAW_ZONE = V.zone("draw pile", "Draw Pile")
NEST_ZONE = V.zone("nest", "Nest", groups=CARDS)
HAND_ZONE = V.zone("hand", "Hand", owned=True, groups=MAX_HAND)
HOARD_ZONE = V.zone("hoard", "Hoard", owned=True)

# A fact is a number next to the cards; a task says what is asked of whoever has to act.
TURN = V.fact("turn", SEAT)
V.task("Play a card. If it matches the top of the Nest, all of the Nest is yours.")

# Actions. PLAY is the first of a block: PLAY + face plays a card with that face.
PLAY = V.verb("play", "Play a {card}", zone=HAND_ZONE, owner=SELF, card=faces(N_FACES))

# Events are what happened, one line of the log each. `shown` marks what nobody could know before.
STARTED = V.event("started", "{seat} starts.", you={"seat": "You start."}, seat=shown(SEAT))
TURNED_UP = V.event("turned up", "A {card} lies in the Nest.", card=shown(FACE))
PLAYED = V.event(
    "played",
    "{seat} plays a {card}.",
    you={"seat": "You play a {card}."},
    seat=SEAT,
    card=shown(FACE),
)
TOOK = V.event(
    "took",
    "{seat} takes the Nest: {n:card}.",
    you={"seat": "You take the Nest: {n:card}."},
    seat=SEAT,
    n=NUMBER,
)
DREW = V.event("drew", "{seat} draws a card.", you={"seat": "You draw a card."}, seat=SEAT)
DREW_FACE = V.event("drew face", "It is a {card}.", card=shown(FACE))

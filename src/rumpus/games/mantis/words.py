"""The vocabulary of Mantis."""

from __future__ import annotations

from rumpus.rulekit.words.vocabulary import (
    FACE,
    NUMBER,
    SEAT,
    SEATS,
    SELF,
    YES_NO,
    Vocabulary,
    clockwise,
    shown,
)

from .cards import BACKS, COLOUR_LETTERS, COLOUR_NAMES, COLOURS, PARTS, TRIPLES

V = Vocabulary()

# --------------------------------------------------------------------------------- cards
BACK_NAMES = tuple("-".join(COLOUR_NAMES[c] for c in triple) for triple in TRIPLES)
CARD_NAMES = tuple(
    f"{COLOUR_NAMES[c]} behind {'-'.join(COLOUR_NAMES[x] for x in triple)}"
    for triple in TRIPLES
    for c in triple
)
BACK_LETTERS = tuple("".join(COLOUR_LETTERS[c] for c in triple) for triple in TRIPLES)
CARD_LETTERS = tuple(
    COLOUR_LETTERS[c] + "/" + "".join(COLOUR_LETTERS[x] for x in triple)
    for triple in TRIPLES
    for c in triple
)
V.cards(
    (*COLOUR_NAMES, *BACK_NAMES, *CARD_NAMES),
    letters=(*COLOUR_LETTERS, *BACK_LETTERS, *CARD_LETTERS),
)
CARD_FACES = COLOURS + BACKS
"""Faces: the colours, then the backs, then from here on whole cards (back and front)."""

# --------------------------------------------------------------------------------- the table
DRAW_PILE = V.zone("draw pile", "Draw Pile", groups=1)
TANK = V.zone("tank", "Tank", owned=True, groups=COLOURS)
SCORE_PILE = V.zone("score pile", "Score Pile", owned=True)
UNSEEN = V.zone("unseen", "Not seen yet", groups=BACKS * PARTS)

TURN = V.fact("turn", SEAT)
TARGET = V.fact("target", NUMBER)
IN_EXTRA_TURN = V.fact("extra turn", YES_NO)
CONTENDERS = V.fact("contenders", SEATS)
OVER = V.fact("over", YES_NO)
LOT = V.fact("lot", SEAT)

V.task("Go again: score, steal, or stop.", when={IN_EXTRA_TURN: (1,)})
V.task("Turn the top card over into your own Tank to score, or into another to steal.")

# --------------------------------------------------------------------------------- actions
SCORE = V.verb(
    "score",
    "Try to score",
    help="The top card is turned over into your own Tank. If its colour is there already, all "
    "cards of that colour go to your Score Pile; if not, it stays in your Tank.",
    zone=TANK,
    owner=SELF,
)
STEAL = V.verb(  # from the next player clockwise, from the one after, ...
    "steal",
    "Try to steal from {target}",
    help="The top card is turned over into that Tank. If its colour is there already, "
    "all cards of that colour come into yours; if not, it stays there.",
    zone=TANK,
    owner="target",
    target=clockwise(5),
)
STOP = V.verb("stop", "Stop here", help="You give up your extra turn.")
ACTIONS = V.actions

# --------------------------------------------------------------------------------- events
STARTED = V.event("started", "{seat} starts.", you={"seat": "You start."}, seat=shown(SEAT))
DEALT = V.event(
    "dealt",
    "{seat} is dealt one {front} card.",
    you={"seat": "You are dealt one {front} card."},
    seat=SEAT,
    front=shown(FACE),
    back=shown(FACE),
)
TRIED_TO_SCORE = V.event(
    "tried to score", "{seat} tries to score.", you={"seat": "You try to score."}, seat=SEAT
)
TRIED_TO_STEAL = V.event(
    "tried to steal",
    "{seat} tries to steal from {target}.",
    you={
        "seat": "You try to steal from {target}.",
        "target": "{seat} tries to steal from you.",
    },
    seat=SEAT,
    target=SEAT,
)
REVEALED = V.event(
    "revealed",
    "The card turns up {front} in {seat}'s Tank.",
    you={"seat": "The card turns up {front} in your Tank."},
    seat=SEAT,
    front=shown(FACE),
    back=FACE,
)
STAYED = V.event(
    "stayed",
    "No match: the {front} card stays with {seat}.",
    you={"seat": "No match: the {front} card stays with you."},
    seat=SEAT,
    front=FACE,
)
SCORED = V.event(
    "scored",
    "{seat} scores {n:{front} card}.",
    you={"seat": "You score {n:{front} card}."},
    seat=SEAT,
    front=FACE,
    n=NUMBER,
)
STOLE = V.event(
    "stole",
    "{seat} steals {n:{front} card} from {target}.",
    you={
        "seat": "You steal {n:{front} card} from {target}.",
        "target": "{seat} steals {n:{front} card} from you.",
    },
    seat=SEAT,
    target=SEAT,
    front=FACE,
    n=NUMBER,
)
NEXT_BACK = V.event("next back", "The next card shows {back}.", back=shown(FACE))
EXTRA_TURN = V.event("extra turn", "{seat} goes again.", you={"seat": "You go again."}, seat=SEAT)
NEXT_TURN = V.event(
    "next turn", "It is {seat}'s turn.", you={"seat": "It is your turn."}, seat=SEAT
)
STOPPED = V.event("stopped", "{seat} stops here.", you={"seat": "You stop here."}, seat=SEAT)
RAN_OUT = V.event("ran out", "The Draw Pile has run out.")
TIED = V.event(
    "tied", "{seat} is tied for the win.", you={"seat": "You are tied for the win."}, seat=SEAT
)
DREW_LOTS = V.event(
    "drew lots",
    "They draw lots, and {seat} is the lucky one.",
    you={"seat": "They draw lots, and you are the lucky one."},
    seat=shown(SEAT),
)
EXTRA_GAME_STARTED = V.event("extra game started", "They play another game for it.")
WON = V.event(
    "won",
    "{seat} wins with {n:card}.",
    you={"seat": "You win with {n:card}."},
    seat=SEAT,
    n=NUMBER,
)
SHARED_WIN = V.event(
    "shared win",
    "{seat} shares the win with {n:card}.",
    you={"seat": "You share the win with {n:card}."},
    seat=SEAT,
    n=NUMBER,
)

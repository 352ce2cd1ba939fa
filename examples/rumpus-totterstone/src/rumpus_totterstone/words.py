"""The vocabulary of Totterstone: everything that has a name, with its English."""

from __future__ import annotations

from rumpus.rulekit.words.vocabulary import (
    FACE,
    NUMBER,
    SEAT,
    SELF,
    Vocabulary,
    faces,
    shown,
)

from .cards import CARDS, FACES, LETTERS, N_FACES

V = Vocabulary()
V.cards(FACES, letters=LETTERS)

# --------------------------------------------------------------------------------- the table
BAG_ZONE = V.zone("bag", "Bag")
CAIRN_ZONE = V.zone("cairn", "Cairn", groups=CARDS)
HAND_ZONE = V.zone("hand", "Hand", owned=True, groups=N_FACES + 1)
TAKEN_ZONE = V.zone("taken", "Taken", owned=True, groups=N_FACES)

TURN = V.fact("turn", SEAT)
TOTTERING = V.fact("tottering", NUMBER)
LIMIT = V.fact("topples above", NUMBER)

V.task("Lay a stone on the cairn, or reach into the bag.")

# --------------------------------------------------------------------------------- actions
LAY = V.verb(  # LAY + face
    "lay",
    "Lay a {stone}",
    help="A lighter stone than the one below makes the cairn totter by 1, a heavier one by the "
    "difference, an equal one not at all. A wedge steadies it by 3.",
    zone=HAND_ZONE,
    owner=SELF,
    stone=faces(N_FACES),
)
REACH = V.verb(
    "reach",
    "Reach into the bag",
    help="Whatever you pull out of the bag is laid on the cairn. Your hand stays as it is.",
    zone=BAG_ZONE,
)
ACTIONS = V.actions

# --------------------------------------------------------------------------------- events
STARTED = V.event("started", "{seat} starts.", you={"seat": "You start."}, seat=shown(SEAT))
DREW = V.event(
    "drew", "{seat} draws {n:stone}.", you={"seat": "You draw {n:stone}."}, seat=SEAT, n=NUMBER
)
DREW_STONE = V.event("drew stone", "You have drawn a {stone}.", stone=shown(FACE))
LAID = V.event(
    "laid",
    "{seat} lays a {stone}.",
    you={"seat": "You lay a {stone}."},
    seat=SEAT,
    stone=shown(FACE),
)
REACHED = V.event(
    "reached",
    "{seat} reaches into the bag and lays a {stone}.",
    you={"seat": "You reach into the bag and lay a {stone}."},
    seat=SEAT,
    stone=shown(FACE),
)
TOTTERED = V.event("tottered", "The cairn totters: {n}.", n=NUMBER)
STEADIED = V.event("steadied", "The cairn is steadier: {n}.", n=NUMBER)
TOPPLED = V.event(
    "toppled",
    "The cairn topples, and {seat} takes {n:stone}.",
    you={"seat": "The cairn topples, and you take {n:stone}."},
    seat=SEAT,
    n=NUMBER,
)
WON = V.event(
    "won",
    "{seat} wins with {n:stone} taken.",
    you={"seat": "You win with {n:stone} taken."},
    seat=SEAT,
    n=NUMBER,
)

"""The vocabulary of Ruckus."""

from __future__ import annotations

from rumpus.rulekit.words.vocabulary import (
    FACE,
    NUMBER,
    SEAT,
    SEATS,
    SELF,
    STAGES,
    YES_NO,
    Vocabulary,
    clockwise,
    faces,
    named,
    shown,
)

from .cards import DECK, DESIGNS, SLOTS
from .options import DEALINGS, LENGTHS, MAX_PLAYERS, TICKS, TIMINGS

V = Vocabulary()
V.cards(
    [design.name for design in DECK],
    letters=[design.letter for design in DECK],
    prints=[{"picture": design.picture} for design in DECK],
)

# --------------------------------------------------------------------------------- the table
DECK_ZONE = V.zone("deck", "Deck")
HAND = V.zone("hand", "Hand", owned=True, groups=SLOTS)
PILES = V.zone("piles", "Piles", owned=True, groups=DESIGNS)
FACE_DOWN_CARD = V.zone("face-down card", "Face-down card", owned=True, groups=1)
OTHER_HANDS = V.zone("other hands", "Other hands")

SAFE = V.mark("safe")  # a pile that nobody can steal any more
STEALS = V.mark("steals")  # a card that can steal,
BUILDS = V.mark("builds")  # build,
SET = V.mark("set", "a set")  # or must be laid

FLURRY = V.stage("flurry", "Claim something, or say that you are ready.")
LAST_FLURRY = V.stage("last flurry", "Claim something, or say that you are ready.")
SCORING = V.stage("scoring", "The round is over. Say when you are ready for the next one.")
OVER = V.stage("over")

STAGE = V.fact("stage", STAGES)
TIMING = V.fact("timing", named(*TIMINGS))
DEALER = V.fact("dealer", SEAT)
DEALING = V.fact("dealing", named(*DEALINGS))
ROUND = V.fact("round", NUMBER)
DEALS = V.fact("deals", NUMBER)
LENGTH = V.fact("length", named(*LENGTHS))
GOAL_POINTS = V.fact("goal", NUMBER)
ROUNDS_TO_PLAY = V.fact("rounds", NUMBER)
EXTRA_ROUNDS_PLAYED = V.fact("extra rounds", NUMBER)
TIME_UP = V.fact("time up", YES_NO)
READY_SEATS = V.fact("ready", SEATS)
CHOSEN = V.fact("chosen", SEATS)
OUTS = V.fact("out", SEATS)
BONUS_POINTS = V.fact("bonus", NUMBER)  # for going out
TOTALS = V.fact("total", NUMBER, each=MAX_PLAYERS, owned=True)
POINTS = V.fact("points", NUMBER, each=MAX_PLAYERS, owned=True)  # of this round, as it stands

V.task(
    "Everybody chooses in secret, then the choices come in random order.",
    when={TIMING: (TICKS,), STAGE: (FLURRY, LAST_FLURRY)},
)

# --------------------------------------------------------------------------------- actions
# DEAL, END and TIME_IS_UP belong to the table, and DEAL and END to the dealer too.
DESIGN = faces(DESIGNS)
WAIT = V.verb(
    "wait", "Wait", help="You claim nothing. When everybody waits, another card is dealt to all."
)
OUT = V.verb(
    "out",
    "RUCKUS! Lay your last card face down",
    help="You are rid of your last card, the round ends, and you get the bonus.",
    zone=HAND,
    owner=SELF,
)
BUILD = V.verb(
    "build",
    "Add {design} to your pile",
    help="The card goes from your hand onto your own pile of the same design.",
    zone=PILES,
    owner=SELF,
    design=DESIGN,
)
STEAL = V.verb(
    "steal",
    "Steal {target}'s {design}",
    help="With your single card of this design you take that whole pile, "
    "unless somebody is faster.",
    notation="steal {design} {target}",
    zone=PILES,
    owner="target",
    target=clockwise(MAX_PLAYERS - 1),
    design=DESIGN,
)
LAY = V.verb(
    "lay",
    "Lay your set of {design}",
    help="All your cards of this design go onto the table as a pile of yours.",
    zone=HAND,
    owner=SELF,
    design=DESIGN,
)
DEAL = V.verb("deal", "Deal", help="Another card for everybody, or the next round.")
READY = V.verb("ready", "Ready, deal on", help="When everybody is ready, the game goes on.")
CALL = V.verb(
    "call",
    "Call RUCKUS!",
    help="Your hand is empty: call it, and the round ends with a bonus for you.",
)
END = V.verb("end", "End the last flurry", help="The round ends, and it is scored.")
TIME_IS_UP = V.verb("time", "The time is up", help="The clock ends the game.")
ACTIONS = V.actions

# --------------------------------------------------------------------------------- events
WAYS_OUT = named("face down", "with a steal", "by building", "with a set", "by calling")
FACE_DOWN, WITH_A_STEAL, BY_BUILDING, WITH_A_SET, BY_CALLING = range(5)

ROUND_STARTED = V.event(
    "round started",
    "Round {n}: {seat} deals.",
    you={"seat": "Round {n}: you deal."},
    n=NUMBER,
    seat=shown(SEAT),
)
DEALT = V.event(
    "dealt",
    "{seat} is dealt {n:card}.",
    you={"seat": "You are dealt {n:card}."},
    seat=SEAT,
    n=NUMBER,
)
YOURS = V.event("yours", "You get {design}.", design=shown(FACE))
NEW_SETS = V.event("new sets", "{n:new set}.", n=shown(NUMBER))
LAID = V.event(
    "laid",
    "{seat} lays {n} {design} ({size} there now).",
    you={"seat": "You lay {n} {design} ({size} there now)."},
    seat=shown(SEAT),
    design=shown(FACE),
    n=shown(NUMBER),
    size=NUMBER,
)
STOLE = V.event(
    "stole",
    "{seat} steals {design} from {target} ({size} there now).",
    you={
        "seat": "You steal {design} from {target} ({size} there now).",
        "target": "{seat} steals {design} from you ({size} there now).",
    },
    seat=SEAT,
    target=SEAT,
    design=FACE,
    size=NUMBER,
)
BUILT = V.event(
    "built",
    "{seat} adds {design} ({size} there now).",
    you={"seat": "You add {design} ({size} there now)."},
    seat=SEAT,
    design=FACE,
    size=NUMBER,
)
IS_READY = V.event("is ready", "{seat} is ready.", you={"seat": "You are ready."}, seat=SEAT)
LAST_FLURRY_BEGAN = V.event(
    "last flurry began", "{n:card} left in the deck: this is the last flurry.", n=NUMBER
)
CHOSE = V.event("chose", "{seat} has chosen.", you={"seat": "You have chosen."}, seat=SEAT)
CAME = V.event(
    "came",
    "Next is {seat}.",
    you={"seat": "You are next."},
    seat=shown(SEAT),
    action=shown(NUMBER),
)
WAS_TOO_LATE = V.event(
    "was too late", "Too late with {design}: it stays in your hand.", design=FACE
)
TIME_WAS_UP = V.event("time was up", "The time is up.")
WENT_OUT = V.event(
    "went out",
    "RUCKUS! {seat} goes out {how}.",
    you={"seat": "RUCKUS! You go out {how}."},
    seat=SEAT,
    how=WAYS_OUT,
)
RAN_OUT = V.event("ran out", "The deck is used up, and nobody has gone out.")
SHOWED = V.event(
    "showed",
    "{seat} still held {design}.",
    you={"seat": "You still held {design}."},
    seat=SEAT,
    design=shown(FACE),
)
TURNED_UP = V.event(
    "turned up",
    "{seat}'s last card was {design}.",
    you={"seat": "Your last card was {design}."},
    seat=SEAT,
    design=shown(FACE),
)
SCORED = V.event(
    "scored",
    "{seat} scores {points:point}: {piles} on the table, {hand} in hand.",
    you={"seat": "You score {points:point}: {piles} on the table, {hand} in hand."},
    seat=SEAT,
    piles=NUMBER,
    hand=NUMBER,
    points=NUMBER,
)
TOTAL = V.event(
    "total",
    "{seat} has {total:point}.",
    you={"seat": "You have {total:point}."},
    seat=SEAT,
    total=NUMBER,
)
TIED = V.event(
    "tied", "{seat} is tied for the win.", you={"seat": "You are tied for the win."}, seat=SEAT
)
EXTRA_ROUND = V.event(
    "extra round",
    "Extra round {n}: {seat} deals.",
    you={"seat": "Extra round {n}: you deal."},
    n=NUMBER,
    seat=SEAT,
)
PASSED_THE_DEAL = V.event(
    "passed the deal", "{seat} deals next.", you={"seat": "You deal next."}, seat=SEAT
)
WON = V.event(
    "won",
    "{seat} wins with {total:point}.",
    you={"seat": "You win with {total:point}."},
    seat=SEAT,
    total=NUMBER,
)
SHARED_THE_WIN = V.event(
    "shared the win",
    "{seat} shares the win with {total:point}.",
    you={"seat": "You share the win with {total:point}."},
    seat=SEAT,
    total=NUMBER,
)

"""The words of Ruckus."""

from __future__ import annotations

from rumpus.rulekit.words import (
    FACE,
    NUMBER,
    SEAT,
    Kind,
    Words,
    action,
    clockwise,
    event,
    named,
    shown,
)

from .captions import CAPTIONS
from .cards import DECK, DESIGNS
from .options import MAX_PLAYERS
from .state import (
    BUILD,
    BUILT,
    CALL,
    CAME,
    CHOSE,
    DEAL,
    DEALT,
    END,
    EXTRA_ROUND,
    IS_READY,
    LAID,
    LAST_FLURRY_BEGAN,
    LAY,
    NEW_SETS,
    OUT,
    PASSED_THE_DEAL,
    RAN_OUT,
    READY,
    ROUND_STARTED,
    SCORED,
    SHARED_THE_WIN,
    SHOWED,
    STEAL,
    STOLE,
    TIED,
    TIME_IS_UP,
    TIME_WAS_UP,
    TOTAL,
    TURNED_UP,
    WAIT,
    WAS_TOO_LATE,
    WENT_OUT,
    WON,
    YOURS,
)
from .view import HAND, PILES

DESIGN = Kind("face", DESIGNS)
"""A design inside an action."""
WAYS_OUT = named("face down", "with a steal", "by building", "with a set", "by calling")

WORDS = Words(
    actions=(
        action(WAIT, "wait", "Wait"),
        action(OUT, "out", "RUCKUS! Lay your last card face down", zone=HAND, owner="self"),
        action(
            BUILD, "build {design}", "Add {design} to your pile",
            zone=PILES, owner="self", design=DESIGN,
        ),
        action(
            STEAL, "steal {design} {target}", "Steal {target}'s {design}",
            zone=PILES, owner="target", target=clockwise(MAX_PLAYERS - 1), design=DESIGN,
        ),
        action(
            LAY, "lay {design}", "Lay your set of {design}",
            zone=HAND, owner="self", design=DESIGN,
        ),
        action(DEAL, "deal", "Deal"),
        action(READY, "ready", "Ready, deal on"),
        action(CALL, "call", "Call RUCKUS!"),
        action(END, "end", "End the last flurry"),
        action(TIME_IS_UP, "time", "The time is up"),
    ),
    events=(
        event(ROUND_STARTED, "Round {n}: {seat} deals.", n=NUMBER, seat=shown(SEAT)),
        event(DEALT, "{seat} is dealt {n:card}.", seat=SEAT, n=NUMBER),
        event(YOURS, "You get {design}.", design=shown(FACE)),
        event(NEW_SETS, "{n:new set}.", n=shown(NUMBER)),
        event(
            LAID, "{seat} lays {n} {design} ({size} there now).",
            seat=shown(SEAT), design=shown(FACE), n=shown(NUMBER), size=NUMBER,
        ),
        event(
            STOLE, "{seat} steals {design} from {target} ({size} there now).",
            seat=SEAT, target=SEAT, design=FACE, size=NUMBER,
        ),
        event(
            BUILT, "{seat} adds {design} ({size} there now).",
            seat=SEAT, design=FACE, size=NUMBER,
        ),
        event(IS_READY, "{seat} is ready.", seat=SEAT),
        event(
            LAST_FLURRY_BEGAN, "{n:card} left in the deck: this is the last flurry.", n=NUMBER
        ),
        event(CHOSE, "{seat} has chosen.", seat=SEAT),
        event(CAME, "Next comes {seat}.", seat=shown(SEAT), action=shown(NUMBER)),
        event(WAS_TOO_LATE, "Too late with {design}: it stays in your hand.", design=FACE),
        event(TIME_WAS_UP, "The time is up."),
        event(WENT_OUT, "RUCKUS! {seat} goes out {how}.", seat=SEAT, how=WAYS_OUT),
        event(RAN_OUT, "The deck is used up, and nobody has gone out."),
        event(SHOWED, "{seat} still held {design}.", seat=SEAT, design=shown(FACE)),
        event(TURNED_UP, "{seat}'s last card was {design}.", seat=SEAT, design=shown(FACE)),
        event(
            SCORED, "{seat} scores {points:point}: {piles} on the table, {hand} in hand.",
            seat=SEAT, piles=NUMBER, hand=NUMBER, points=NUMBER,
        ),
        event(TOTAL, "{seat} has {total:point}.", seat=SEAT, total=NUMBER),
        event(TIED, "{seat} is tied for the win.", seat=SEAT),
        event(EXTRA_ROUND, "Extra round {n}: {seat} deals.", n=NUMBER, seat=SEAT),
        event(PASSED_THE_DEAL, "{seat} deals next.", seat=SEAT),
        event(WON, "{seat} wins with {total:point}.", seat=SEAT, total=NUMBER),
        event(
            SHARED_THE_WIN, "{seat} shares the win with {total:point}.", seat=SEAT, total=NUMBER
        ),
    ),
    faces=tuple(design.name for design in DECK),
    letters=tuple(design.letter for design in DECK),
    prints=tuple({"picture": design.picture} for design in DECK),
    zones=("Deck", "Hand", "Piles", "Face-down card", "Other hands"),
    facts=(
        "stage", "timing", "dealer", "dealing", "round", "deals", "length", "goal", "rounds",
        "extra rounds", "time up", "ready", "chosen", "out",
        *(f"total {seat + 1}" for seat in range(MAX_PLAYERS)),
        *(f"points {seat + 1}" for seat in range(MAX_PLAYERS)),
    ),
    captions=CAPTIONS,
)  # fmt: skip

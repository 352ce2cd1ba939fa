"""The words of Mantis."""

from __future__ import annotations

from rumpus.rulekit.words import FACE, NUMBER, SEAT, Words, action, clockwise, event, shown

from .captions import CAPTIONS
from .cards import COLOUR_LETTERS, COLOUR_NAMES, TRIPLES
from .rules import (
    DEALT,
    DREW_LOTS,
    EXTRA_GAME_STARTED,
    EXTRA_TURN,
    NEXT_BACK,
    NEXT_TURN,
    RAN_OUT,
    REVEALED,
    SCORE,
    SCORED,
    SHARED_WIN,
    STARTED,
    STAYED,
    STEAL,
    STOLE,
    STOP,
    STOPPED,
    TIED,
    TRIED_TO_SCORE,
    TRIED_TO_STEAL,
    WON,
)
from .view import TANK

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

WORDS = Words(
    actions=(
        action(SCORE, "score", "Try to score", zone=TANK, owner="self"),
        action(
            STEAL,
            "steal {target}",
            "Try to steal from {target}",
            zone=TANK,
            owner="target",
            target=clockwise(5),
        ),
        action(STOP, "stop", "Stop here"),
    ),
    events=(
        event(STARTED, "{seat} starts.", seat=shown(SEAT)),
        event(
            DEALT,
            "{seat} is dealt one {front} card.",
            seat=SEAT,
            front=shown(FACE),
            back=shown(FACE),
        ),
        event(TRIED_TO_SCORE, "{seat} tries to score.", seat=SEAT),
        event(TRIED_TO_STEAL, "{seat} tries to steal from {target}.", seat=SEAT, target=SEAT),
        event(
            REVEALED,
            "The card turns up {front} in {seat}'s Tank.",
            seat=SEAT,
            front=shown(FACE),
            back=FACE,
        ),
        event(STAYED, "No match: the {front} card stays with {seat}.", seat=SEAT, front=FACE),
        event(SCORED, "{seat} scores {n:{front} card}.", seat=SEAT, front=FACE, n=NUMBER),
        event(
            STOLE,
            "{seat} steals {n:{front} card} from {target}.",
            seat=SEAT,
            target=SEAT,
            front=FACE,
            n=NUMBER,
        ),
        event(NEXT_BACK, "The next card shows {back}.", back=shown(FACE)),
        event(EXTRA_TURN, "{seat} goes again.", seat=SEAT),
        event(NEXT_TURN, "It is {seat}'s turn.", seat=SEAT),
        event(STOPPED, "{seat} stops here.", seat=SEAT),
        event(RAN_OUT, "The Draw Pile has run out."),
        event(TIED, "{seat} is tied for the win.", seat=SEAT),
        event(DREW_LOTS, "They draw lots, and {seat} is the lucky one.", seat=shown(SEAT)),
        event(EXTRA_GAME_STARTED, "They play another game for it."),
        event(WON, "{seat} wins with {n:card}.", seat=SEAT, n=NUMBER),
        event(SHARED_WIN, "{seat} shares the win with {n:card}.", seat=SEAT, n=NUMBER),
    ),
    faces=(*COLOUR_NAMES, *BACK_NAMES, *CARD_NAMES),
    letters=(*COLOUR_LETTERS, *BACK_LETTERS, *CARD_LETTERS),
    zones=("Draw Pile", "Tank", "Score Pile", "Not seen yet"),
    facts=("turn", "target", "extra turn", "contenders", "over", "lot"),
    captions=CAPTIONS,
)

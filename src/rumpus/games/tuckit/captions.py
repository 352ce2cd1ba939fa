"""A table of Tuck It in words."""

from __future__ import annotations

from collections.abc import Iterator

from rumpus.rulekit import NONE
from rumpus.rulekit.captions import Captions, Scene, plural
from rumpus.rulekit.layout import Group

from .cards import (
    ABILITIES,
    ACE,
    DARK,
    DICE,
    FIVE,
    JACK,
    KIND,
    NINE,
    SEVEN,
    SKIP,
    SLOW,
    STACKS,
    TEN,
    THREE,
    TWO,
)
from .words import (
    ADDING,
    BREAKING_DIRECTION_TIE,
    BUILDING,
    CHOOSE_REVEAL,
    CHOSE_REVEAL,
    FACE_UP,
    FROM_HAND,
    GEARS_SHIFT,
    KNOWN_TO_ALL,
    OVER,
    PLACED,
    SHOWN_STACK,
)

DOES = {
    TWO: "goes on anything",
    THREE: "goes on 9 and below, and turns the direction round",
    FIVE: "goes on an A as well",
    SEVEN: "lets you flip any Stack",
    NINE: "makes the next card 9 or less",
    TEN: "trashes the pile, and you go again",
    JACK: "skips the next player",
    DARK: "makes the next player take the pile and tuck a card",
    ACE: "does not go on a 5",
}
"""What each ability does."""


# --------------------------------------------------------------------------------- the table
def table(scene: Scene) -> Iterator[str]:
    """Phase, turns, direction, the die, and what the pile wants."""
    facts = scene.facts
    stage = facts["stage"]
    if stage <= BREAKING_DIRECTION_TIE:
        yield f"The game is being set up; {scene.named(facts['waiting'])} still to choose."
        if facts["chosen"] != NONE and stage != BUILDING:
            yield f"You have chosen {source(facts['chosen'])}."
        return
    most = f" of at most {facts['turn limit']}" if facts["turn limit"] else ""
    yield f"Phase {facts['phase']}, turn {facts['turns']}{most}."
    if stage == OVER:
        yield (
            f"{scene.name(facts['winner'])} has won." if facts["winner"] != NONE else "It is over."
        )
        return
    yield f"Play goes {'clockwise' if facts['direction'] > 0 else 'counter-clockwise'}."
    if facts["die"]:
        worth = "A" if facts["die"] == 1 else facts["die"]
        counts = f"Dice cards are worth {worth}" if facts["die counts"] else "it does not count yet"
        rolled = ", rolled this turn" if facts["rolled"] else ""
        yield f"The die shows {facts['die']}{rolled}: {counts}."
    yield from limits(scene)


def limits(scene: Scene) -> Iterator[str]:
    """What the next play has to keep to."""
    facts = scene.facts
    if facts["takes the pile"]:
        yield "A Dark Q lies on the pile: it has to be taken."
    if facts["nine or less"]:
        yield "A 9 lies on the pile: 9 is the most that may follow."
    if facts["single card"]:
        yield "Only a single card may be played this turn."
    if facts["stage"] == ADDING:
        yield f"{plural(facts['laid'], 'card')} of this play came from {source(facts['source'])}."


def source(number: int) -> str:
    """Where a card comes from."""
    if number < STACKS:
        return f"Stack {number + 1}"
    return "the hand" if number == FROM_HAND else "the Draw Pile"


def card(zone: int, group: Group) -> Iterator[str]:
    """Which side is up, and who knows the card."""
    marks = group.marks
    if zone >= SHOWN_STACK:
        yield "up" if marks & FACE_UP else "down"
    if not marks & FACE_UP and marks & KNOWN_TO_ALL:
        yield "seen by all"


def detail(zone: int, group: Group) -> Iterator[str]:
    """A card's gears."""
    if gears := group.marks >> GEARS_SHIFT:
        yield plural(gears, "gear")


def does(kind: int) -> str:
    """What a kind of card does."""
    if kind == DICE:
        return "is worth what the die shows"
    if kind == SKIP:
        return "ends your turn at once, and the pile stays"
    found = [words for ability, words in DOES.items() if ABILITIES[kind] >> ability & 1]
    if SLOW[kind]:
        found.append("makes the next turn a single card")
    return " and ".join(found)


CAPTIONS = Captions(
    table=table,
    card=card,
    detail=detail,
    faces=tuple(does(kind) for kind in KIND),
    quiet=frozenset({PLACED, CHOOSE_REVEAL, CHOSE_REVEAL}),
)

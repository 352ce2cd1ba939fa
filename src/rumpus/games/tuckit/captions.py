"""A table of Tuck It in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rumpus.rulekit import NONE
from rumpus.rulekit.layout import Group
from rumpus.rulekit.sentence import Sentence, say
from rumpus.rulekit.words.captions import Captions, Scene

from .cards import KIND, KINDS, STACKS
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
    V,
)


# --------------------------------------------------------------------------------- the table
def table(scene: Scene) -> Iterator[Sentence]:
    """Phase, turns, direction, the die, and what may be played on the pile."""
    facts = scene.facts
    stage = facts["stage"]
    if stage <= BREAKING_DIRECTION_TIE:
        names = scene.named(facts["waiting"])
        yield say("The game is being set up; {names} still to choose.", names=names)
        if facts["chosen"] != NONE and stage != BUILDING:
            yield say("You have chosen {source}.", source=source(facts["chosen"]))
        return
    yield turn_of(facts)
    if stage == OVER:
        won = facts["winner"] != NONE
        name = scene.name(facts["winner"])
        yield say("{name} has won.", name=name) if won else say("It is over.")
        return
    way = "clockwise" if facts["direction"] > 0 else "counter-clockwise"
    yield Sentence("Play goes {way}.", {"way": Sentence(way, context="name")}, "event")
    if facts["die"]:
        yield die_of(facts)
    yield from limits(scene)


def turn_of(facts: Mapping[str, int]) -> Sentence:
    """The phase and the turn."""
    phase, turn, most = facts["phase"], facts["turns"], facts["turn limit"]
    if most:
        return say(
            "Phase {phase}, turn {turn} of at most {most}.", phase=phase, turn=turn, most=most
        )
    return say("Phase {phase}, turn {turn}.", phase=phase, turn=turn)


def die_of(facts: Mapping[str, int]) -> Sentence:
    """What the die shows, and what Dice cards are worth."""
    die, worth = facts["die"], "A" if facts["die"] == 1 else str(facts["die"])
    counts = (
        say("Dice cards are worth {worth}", worth=worth)
        if facts["die counts"]
        else say("it does not count yet")
    )
    if facts["rolled"]:
        return say("The die shows {die}, rolled this turn: {counts}.", die=die, counts=counts)
    return say("The die shows {die}: {counts}.", die=die, counts=counts)


def limits(scene: Scene) -> Iterator[Sentence]:
    """What limits the next play."""
    facts = scene.facts
    if facts["takes the pile"]:
        yield say("A Dark Q lies on the pile: it has to be taken.")
    if facts["nine or less"]:
        yield say("A 9 lies on the pile: 9 is the most that may follow.")
    if facts["single card"]:
        yield say("Only a single card may be played this turn.")
    if facts["stage"] == ADDING:
        where = source(facts["source"])
        yield say("{n:card} of this play came from {source}.", n=facts["laid"], source=where)


def source(number: int) -> Sentence:
    """Where a card comes from."""
    other = "the hand" if number == FROM_HAND else "the Draw Pile"
    return Sentence(f"Stack {number + 1}" if number < STACKS else other, context="name")


def card(zone: int, group: Group) -> Iterator[Sentence]:
    """Which side is up, and who knows the card."""
    marks = group.marks
    if zone >= SHOWN_STACK:
        yield say("up") if marks & FACE_UP else say("down")
    if not marks & FACE_UP and marks & KNOWN_TO_ALL:
        yield say("seen by all")


def detail(zone: int, group: Group) -> Iterator[Sentence]:
    """A card's gears."""
    if gears := group.marks >> GEARS_SHIFT:
        yield say("{n:gear}", n=gears)


def does(kind: int) -> Sentence | None:
    """What a kind of card does, if it does anything."""
    found = KINDS[kind].does
    card = Sentence(V.faces[kind], context="face")
    return say("The {card} {does}.", card=card, does=found) if found else None


CAPTIONS = Captions(
    table=table,
    card=card,
    detail=detail,
    faces=tuple(does(kind) for kind in KIND),
    quiet=frozenset({PLACED, CHOOSE_REVEAL, CHOSE_REVEAL}),
)

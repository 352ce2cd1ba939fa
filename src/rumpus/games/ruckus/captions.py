"""A table of Ruckus in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rumpus.rulekit.layout import Group
from rumpus.rulekit.sentence import Sentence, Value, say
from rumpus.rulekit.sets import has
from rumpus.rulekit.words.captions import Captions, Scene

from .options import GOAL, ROUNDS, SINGLE
from .words import CAME, CHOSE, LAST_FLURRY, NEW_SETS, V


def table(scene: Scene) -> Iterator[Sentence]:
    """The goal, the round, the bonus."""
    facts = scene.facts
    yield round_of(facts, scene.name(facts["dealer"]))
    if facts["length"] == GOAL:
        yield say("The goal is {n:point}.", n=facts["goal"])
    elif facts["length"] == SINGLE:
        yield say("This round decides the game.")
    yield say("Going out adds a bonus of {n:point}.", n=facts["bonus"])
    if facts["stage"] == LAST_FLURRY:
        yield say("The deck cannot deal to all any more: this is the last flurry.")
    if facts["time up"]:
        yield say("The time is up.")


def round_of(facts: Mapping[str, int], dealer: Value) -> Sentence:
    """Which round it is, and who deals."""
    number, most, extra = facts["round"], facts["rounds"], facts["extra rounds"]
    if extra:
        return say(
            "Round {round} (extra round {extra}), {name} deals.",
            round=number,
            extra=extra,
            name=dealer,
        )
    if facts["length"] == ROUNDS:
        return say(
            "Round {round} of {rounds}, {name} deals.", round=number, rounds=most, name=dealer
        )
    return say("Round {round}, {name} deals.", round=number, name=dealer)


def player(scene: Scene, seat: int) -> Iterator[Sentence]:
    """Points so far, those of this round as it stands, and what the player has done."""
    facts = scene.facts
    yield say("{n:point}", n=facts[f"total {seat + 1}"])
    yield say("{points} this round", points=facts[f"points {seat + 1}"])
    if has(facts["out"], seat):
        yield say("went out (bonus {bonus})", bonus=facts["bonus"])
    if has(facts["ready"], seat):
        yield say("ready")
    if has(facts["chosen"], seat):
        yield say("has chosen")


def card(zone: int, group: Group) -> list[Sentence]:
    """What can be done with a card, or to a pile."""
    return [Sentence(mark.words, context="mark") for mark in V.marks if group.marks & mark]


CAPTIONS = Captions(
    table=table,
    player=player,
    card=card,
    quiet=frozenset({CAME, CHOSE, NEW_SETS}),
)

"""A table of Ruckus in words."""

from __future__ import annotations

from collections.abc import Iterator

from rumpus.rulekit.captions import Captions, Scene, plural
from rumpus.rulekit.layout import Group
from rumpus.rulekit.sets import has

from .options import GOAL, ROUNDS, SINGLE
from .scoring import BONUS
from .words import CAME, CHOSE, LAST_FLURRY, NEW_SETS, OVER, SCORING, V


def table(scene: Scene) -> Iterator[str]:
    """The goal, the round, the bonus."""
    facts = scene.facts
    extra = f" (extra round {facts['extra rounds']})" if facts["extra rounds"] else ""
    of = f" of {facts['rounds']}" if facts["length"] == ROUNDS else ""
    yield f"Round {facts['round']}{of}{extra}, {scene.name(facts['dealer'])} deals."
    if facts["length"] == GOAL:
        yield f"The goal is {facts['goal']} points."
    elif facts["length"] == SINGLE:
        yield "This round decides the game."
    yield f"Going out adds a bonus of {BONUS} points."
    if facts["stage"] == LAST_FLURRY:
        yield "The deck cannot deal to all any more: this is the last flurry."
    if facts["time up"]:
        yield "The time is up."


def player(scene: Scene, seat: int) -> Iterator[str]:
    """Points so far, those of the last round, and what a player has done."""
    facts = scene.facts
    yield plural(facts[f"total {seat + 1}"], "point")
    scored = facts["stage"] in (SCORING, OVER)
    if scored or facts["round"] > 1:
        yield f"{facts[f'points {seat + 1}']} {'this' if scored else 'last'} round"
    if has(facts["out"], seat):
        yield f"went out (bonus {BONUS})"
    if has(facts["ready"], seat):
        yield "ready"
    if has(facts["chosen"], seat):
        yield "has chosen"


def card(zone: int, group: Group) -> list[str]:
    """What can be done with a card, or to a pile."""
    return [mark.words for mark in V.marks if group.marks & mark]


CAPTIONS = Captions(
    table=table,
    player=player,
    card=card,
    quiet=frozenset({CAME, CHOSE, NEW_SETS}),
)

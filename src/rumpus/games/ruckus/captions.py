"""A table of Ruckus in words."""

from __future__ import annotations

from collections.abc import Iterator

from rumpus.rulekit.captions import Captions, Scene, helped_by, plural
from rumpus.rulekit.layout import Group
from rumpus.rulekit.sets import has

from .options import GOAL, ROUNDS, SINGLE, TICKS
from .scoring import BONUS
from .state import CAME, CHOSE, LAST_FLURRY, NEW_SETS, OVER, SCORING
from .view import BUILDS, SAFE, SET, STEALS

MARKS = {SAFE: "safe", STEALS: "steals", BUILDS: "builds", SET: "a set"}
"""What a pile is, and what a card in hand can do now."""

HELPS = {
    "wait": "You claim nothing. When everybody waits, another card is dealt to all.",
    "out": "You are rid of your last card, the round ends, and you get the bonus.",
    "build {design}": "The card goes from your hand onto your own pile of the same design.",
    "steal {design} {target}": "With your single card of this design you take that whole pile, "
    "unless somebody is faster.",
    "lay {design}": "All your cards of this design go onto the table as a pile of yours.",
    "deal": "Another card for everybody, or the next round.",
    "ready": "When everybody is ready, it goes on.",
    "call": "Your hand is empty: call it, and the round ends with a bonus for you.",
    "end": "The round ends, and it is scored.",
    "time": "The clock ends the game.",
}


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
    return [words for mark, words in MARKS.items() if group.marks & mark]


def task(scene: Scene) -> str:
    """What is asked of the viewer."""
    if scene.facts["stage"] == SCORING:
        return "The round is over. Say when you are ready for the next one."
    if scene.facts["timing"] == TICKS:
        return "Everybody chooses in secret, then the choices come in random order."
    return "Claim something, or say that you are ready."


CAPTIONS = Captions(
    table=table,
    player=player,
    card=card,
    task=task,
    choice=helped_by(HELPS),
    quiet=frozenset({CAME, CHOSE, NEW_SETS}),
)

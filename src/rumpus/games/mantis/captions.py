"""A table of Mantis in words."""

from __future__ import annotations

from collections.abc import Iterator

from rumpus.rulekit import NONE
from rumpus.rulekit.sentence import Sentence, say
from rumpus.rulekit.sets import first_n, has
from rumpus.rulekit.words.captions import Captions, Scene

from .cards import COLOUR_NAMES

COLOURS = {
    "red": "red", "orange": "bright_red", "yellow": "yellow", "green": "green", "blue": "blue",
    "purple": "magenta", "pink": "bright_magenta",
}  # fmt: skip
"""The terminal's colour for each of ours."""


def table(scene: Scene) -> Iterator[Sentence]:
    """What it takes to win, and who still can."""
    facts = scene.facts
    yield say("Whoever has {n:card} in the Score Pile wins.", n=facts["target"])
    if facts["contenders"] != first_n(len(scene.names)):
        yield say("The win is between {names}.", names=scene.named(facts["contenders"]))
    if facts["extra turn"]:
        yield say("{name} has an extra turn.", name=scene.name(facts["turn"]))
    if facts["lot"] != NONE:
        yield say("{name} won the draw of lots.", name=scene.name(facts["lot"]))


def player(scene: Scene, seat: int) -> Iterator[Sentence]:
    """Whether a player can no longer win."""
    if not has(scene.facts["contenders"], seat):
        yield say("not in the extra game")


CAPTIONS = Captions(
    table=table,
    player=player,
    colours=tuple(COLOURS.get(name, "") for name in COLOUR_NAMES),
)

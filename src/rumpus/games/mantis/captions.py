"""A table of Mantis in words."""

from __future__ import annotations

from collections.abc import Iterator

from rumpus.rulekit import NONE
from rumpus.rulekit.captions import Captions, Scene
from rumpus.rulekit.sets import first_n, has

from .cards import COLOUR_NAMES

COLOURS = {
    "red": "red", "orange": "bright_red", "yellow": "yellow", "green": "green", "blue": "blue",
    "purple": "magenta", "pink": "bright_magenta",
}  # fmt: skip
"""The terminal's colour for each of ours."""


def table(scene: Scene) -> Iterator[str]:
    """What it takes to win, and who still can."""
    facts = scene.facts
    yield f"Whoever has {facts['target']} cards in the Score Pile wins."
    if facts["contenders"] != first_n(len(scene.names)):
        yield f"The win is between {scene.named(facts['contenders'])}."
    if facts["extra turn"]:
        yield f"{scene.name(facts['turn'])} has an extra turn."
    if facts["lot"] != NONE:
        yield f"{scene.name(facts['lot'])} won the draw of lots."


def player(scene: Scene, seat: int) -> Iterator[str]:
    """Who does not play for the win any more."""
    if not has(scene.facts["contenders"], seat):
        yield "not in the extra game"


CAPTIONS = Captions(
    table=table,
    player=player,
    colours=tuple(COLOURS.get(name, "") for name in COLOUR_NAMES),
)

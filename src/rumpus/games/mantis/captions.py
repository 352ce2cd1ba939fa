"""A table of Mantis in words."""

from __future__ import annotations

from collections.abc import Iterator

from rumpus.rulekit import NONE
from rumpus.rulekit.captions import Captions, Scene, helped_by
from rumpus.rulekit.sets import first_n, has

from .cards import COLOUR_NAMES

COLOURS = {
    "red": "red", "orange": "bright_red", "yellow": "yellow", "green": "green", "blue": "blue",
    "purple": "magenta", "pink": "bright_magenta",
}  # fmt: skip
"""The terminal's colour for each of ours."""

HELPS = {
    "score": "The top card is turned over into your own Tank. If its colour is there already, all "
    "cards of that colour go to your Score Pile; if not, it stays in your Tank.",
    "steal {target}": "The top card is turned over into that Tank. If its colour is there already, "
    "all cards of that colour come into yours; if not, it stays there.",
    "stop": "You do without your extra turn.",
}


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


def task(scene: Scene) -> str:
    """What is asked of the viewer."""
    if scene.facts["extra turn"]:
        return "Go again: score, steal, or stop."
    return "Turn the top card over into your own Tank to score, or into another to steal."


CAPTIONS = Captions(
    table=table,
    player=player,
    task=task,
    choice=helped_by(HELPS),
    colours=tuple(COLOURS.get(name, "") for name in COLOUR_NAMES),
)

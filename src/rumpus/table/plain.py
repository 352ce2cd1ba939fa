"""A view in plain lines of text, for any game: everything that its viewer is shown, in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from rumpus.rulekit.captions import Scene
from rumpus.rulekit.declare import NONE
from rumpus.rulekit.game import Game
from rumpus.rulekit.layout import Group, Zone
from rumpus.rulekit.sentence import Sentence, say

from .views import View

WIDTH = 80
LONG, SHORT = 9, 6
"""A list of more groups than LONG is folded to SHORT of them."""
GAP = "   "
GLUE = "\xa0"
"""A space at which a line is broken only if there is no other."""
STYLE = re.compile(r"\x1b\[[0-9;]*m")
WHO, YOU = "who", "you"
"""What is painted beside cards: a player's name, and the viewer's own."""
Tell = Callable[[Sentence], str]
"""Says a sentence in some language."""
Paint = Callable[[str, str], str]
"""Paints a text in a colour, or as what it is (WHO, YOU)."""


def unpainted(text: str, _: str) -> str:
    """Without any colours."""
    return text


# --------------------------------------------------------------------------------- the table
def scene_of(view: View, names: Sequence[str]) -> Scene:
    """A view as captions read it."""
    zones = [
        Zone(z.zone, z.owner, z.size, tuple(Group(*group) for group in z.groups))
        for z in view.zones
    ]
    return Scene(view.facts, zones, view.viewer, names)


def plain_lines(
    view: View, game: Game, names: Sequence[str], width: int = WIDTH, *, tell: Tell = str
) -> list[str]:
    """The table, a block of lines for what all share and one for each player."""
    found = blocks(scene_of(view, names), view.asks, game, width, tell=tell)
    return [line for block in found for line in block]


def blocks(
    scene: Scene,
    asks: Sequence[int],
    game: Game,
    width: int = WIDTH,
    *,
    whole: bool = False,
    flowing: bool = True,
    paint: Paint = unpainted,
    tell: Tell = str,
) -> list[list[str]]:
    """What all share, then every player, with an arrow before who is waited for.

    Unless it is `whole`, long lists of others' cards are folded. Where zones are not `flowing`,
    each has a line of its own.
    """

    def zones_of(owner: int) -> list[str]:
        return [
            zone_text(
                zone,
                game,
                paint,
                tell,
                whole=whole,
                folds=owner == NONE or owner != scene.viewer,
            )
            for zone in scene.zones
            if zone.owner == owner
        ]

    def flow_of(items: Iterable[str], indent: str) -> list[str]:
        return flow(items, width if flowing else 1, indent, wrap_at=width)

    said = " ".join(map(tell, game.captions.table(scene)))
    shared = [*(wrapped(said, width) if said else ()), *flow_of(zones_of(NONE), "")]
    players = [
        [
            *wrapped(head_of(scene, game, seat, asks, paint, tell), width, "", " " * 4),
            *flow_of(zones_of(seat), " " * 4),
        ]
        for seat in range(len(scene.names))
    ]
    return [block for block in (shared, *players) if block]


def head_of(
    scene: Scene, game: Game, seat: int, asks: Sequence[int], paint: Paint, tell: Tell
) -> str:
    """`> Ann (you): 12 points`."""
    you = seat == scene.viewer
    called = tell(say("{name} (you)", name=scene.names[seat])) if you else scene.names[seat]
    name = paint(called, YOU if you else WHO)
    notes = ", ".join(map(tell, game.captions.player(scene, seat)))
    return f"{'>' if seat in asks else ' '} {name}{': ' if notes else ''}{notes}"


def zone_text(zone: Zone, game: Game, paint: Paint, tell: Tell, *, whole: bool, folds: bool) -> str:
    """`Tank (4): 2x red, blue, green`."""
    cards = [
        card_text(zone.zone, group, game, paint, tell, whole=whole)
        for group in together(zone.groups)
    ]
    if len(cards) > LONG and folds and not whole:
        cards[SHORT:] = [tell(say("and {n} more", n=len(cards) - SHORT))]
    size = f" ({zone.size})" if zone.size or not cards else ""
    name = tell(Sentence(game.words.zones[zone.zone].words, context="zone"))
    return f"{name}{size}{': ' if cards else ''}{', '.join(cards)}"


def together(groups: Iterable[Group]) -> Iterator[Group]:
    """Equal cards that lie side by side as one group."""
    for (face, marks), equal in groupby(groups, key=lambda group: (group.face, group.marks)):
        yield Group(face, sum(group.cards for group in equal), marks)


def card_text(zone: int, group: Group, game: Game, paint: Paint, tell: Tell, *, whole: bool) -> str:
    """`2x red`, `Core Bot 2 [power 2, damage 1]`."""
    face, captions = group.face, game.captions
    said = Sentence(game.words.faces[face], context="face") if face >= 0 else say("unknown")
    name = tell(said)
    if 0 <= face < len(captions.colours):
        name = paint(name, captions.colours[face])
    notes = [*captions.card(zone, group)]
    if whole:
        notes += captions.detail(zone, group)
    marks = ", ".join(map(tell, notes))
    text = f"{f'{group.cards}x ' if group.cards > 1 else ''}{name}{f' [{marks}]' if marks else ''}"
    return text.replace(" ", GLUE)


# --------------------------------------------------------------------------------- lines
def seen_length(text: str) -> int:
    """How many places a text takes on the screen."""
    return len(STYLE.sub("", text))


def wrapped(text: str, width: int, indent: str = "", hang: str | None = None) -> list[str]:
    """The text in lines of so many places, broken between words only.

    >>> wrapped("a Tank full of red cards", 12, "  ", "    ")
    ['  a Tank', '    full of', '    red', '    cards']
    """
    hang = indent if hang is None else hang
    lines: list[str] = []
    line, words = indent, 0
    for word in words_of(text, width - len(hang)):
        if words and seen_length(line) + 1 + seen_length(word) > width:
            lines.append(line)
            line, words = hang, 0
        line, words = f"{line}{' ' if words else ''}{word}", words + 1
    return [each.replace(GLUE, " ") for each in ([*lines, line] if words else lines)]


def words_of(text: str, width: int) -> Iterator[str]:
    """What is kept together: words, and what is glued together if it fits into a line."""
    for word in text.split(" "):
        yield from [word] if seen_length(word) <= width else word.split(GLUE)


def flow(items: Iterable[str], width: int, indent: str, *, wrap_at: int) -> list[str]:
    """Items side by side as long as they fit; one that is longer than a line is wrapped."""
    lines: list[str] = []
    for item in items:
        if lines and seen_length(lines[-1]) + len(GAP) + seen_length(item) <= width:
            lines[-1] += GAP + item.replace(GLUE, " ")
        else:
            lines += wrapped(item, wrap_at, indent, indent + " " * 4)
    return lines

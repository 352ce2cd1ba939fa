"""A view as plain text, for any game: everything the viewer is shown, in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from rumpus.language.declare import NONE
from rumpus.rulekit.game import Game
from rumpus.rulekit.layout import Group, Zone
from rumpus.rulekit.sentence import Sentence, say
from rumpus.rulekit.words.captions import Scene, say_nothing

from .facts import facts_said, marks_said
from .views import TableView

WIDTH = 80
LONG, SHORT = 9, 6
"""A list of more than LONG groups is cut to SHORT."""
GAP = "   "
GLUE = "\xa0"
"""A space at which a line breaks only if there is no other place."""
STYLE = re.compile(r"\x1b\[[0-9;]*m")
WHO, YOU = "who", "you"
"""Styles for a player's name, and for the viewer's own."""
Tell = Callable[[Sentence], str]
"""Translates a sentence."""
Paint = Callable[[str, str], str]
"""Styles a text with a colour, or as WHO or YOU."""


def unpainted(text: str, _: str) -> str:
    """Leave a text as it is."""
    return text


# --------------------------------------------------------------------------------- the table
def scene_of(view: TableView, names: Sequence[str]) -> Scene:
    """A view in the form that captions read."""
    zones = [
        Zone(z.zone, z.owner, z.size, tuple(Group(*group) for group in z.groups))
        for z in view.zones
    ]
    return Scene(view.facts, zones, view.viewer, names)


def plain_lines(
    view: TableView, game: Game, names: Sequence[str], width: int = WIDTH, *, tell: Tell = str
) -> list[str]:
    """The table as lines: what is shared, then every player."""
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
    """The shared part of the table, then every player, an arrow in front of those to act.

    A game whose captions say nothing of the table has its facts listed instead.

    Unless `whole` is set, long lists of others' cards are cut. Unless `flowing` is set, every
    zone has its own line.
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
    facts = map(tell, facts_said(scene, game.words)) if game.captions.table is say_nothing else ()
    words = wrapped(said, width) if said else []
    shared = [*words, *flow_of(facts, ""), *flow_of(zones_of(NONE), "")]
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
    """Join neighbouring groups of equal cards."""
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
    if captions.card is say_nothing:
        notes += marks_said(group, game.words)
    if whole:
        notes += captions.detail(zone, group)
    marks = ", ".join(map(tell, notes))
    text = f"{f'{group.cards}x ' if group.cards > 1 else ''}{name}{f' [{marks}]' if marks else ''}"
    return text.replace(" ", GLUE)


# --------------------------------------------------------------------------------- lines
def seen_length(text: str) -> int:
    """The width of a text on the screen."""
    return len(STYLE.sub("", text))


def wrapped(text: str, width: int, indent: str = "", hang: str | None = None) -> list[str]:
    """Wrap a text between words.

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
    """The unbreakable parts of a text: words, and glued words that fit into a line."""
    for word in text.split(" "):
        yield from [word] if seen_length(word) <= width else word.split(GLUE)


def flow(items: Iterable[str], width: int, indent: str, *, wrap_at: int) -> list[str]:
    """Put items side by side while they fit; wrap those longer than a line."""
    lines: list[str] = []
    for item in items:
        if lines and seen_length(lines[-1]) + len(GAP) + seen_length(item) <= width:
            lines[-1] += GAP + item.replace(GLUE, " ")
        else:
            lines += wrapped(item, wrap_at, indent, indent + " " * 4)
    return lines

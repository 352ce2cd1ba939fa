"""What a viewer sees: the table, the choices, and the lines of what happened.

A view is built only from the state that its viewer may know. This is the readable form; the server
sends the same data written faster, by `rumpus.server.tables.encoding`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Any

import msgspec
from msgspec.structs import replace

from rumpus.rulekit.game import Game
from rumpus.rulekit.layout import LaidTable, read_table
from rumpus.rulekit.log import Event, Told
from rumpus.running.backend import Backend
from rumpus.table.play import CLOCK
from rumpus.table.table import Table

NOWHERE = LaidTable((), ())


class ChoiceView(msgspec.Struct, frozen=True):
    """A choice of the viewer: a verb of the game's vocabulary and its numbers. `zone` and `owner`
    say where on the table to click for it."""

    action: int
    verb: str
    numbers: dict[str, int]
    zone: int = -1
    owner: int = -1


class LineView(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened: an event of the game's vocabulary and its numbers. `only` lists the
    viewer's seats that may know, if not everybody may; `by` is `clock` after a timeout."""

    n: int
    event: str
    numbers: dict[str, int]
    only: tuple[int, ...] = ()
    by: str = ""


class ZoneView(msgspec.Struct, frozen=True):
    """A place on the table; a group is (face, cards, marks)."""

    zone: int
    owner: int
    size: int
    groups: tuple[tuple[int, int, int], ...]


class BeatView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The facts and zones that differ from the view before; with `anew`, `zones` are all there are
    now."""

    facts: dict[str, int] = {}
    anew: bool = False
    zones: list[ZoneView] | None = None


class TableView(msgspec.Struct, frozen=True):
    """What one viewer may know. Right after the deal, `beats` lead here from an empty table."""

    viewer: int
    facts: dict[str, int]
    zones: list[ZoneView]
    asks: tuple[int, ...]
    over: bool
    can_undo: bool
    choices: list[ChoiceView]
    beats: list[BeatView] = []


class ViewChange(msgspec.Struct, frozen=True):
    """What one viewer sees of an action: how the table changes with each line they hear, and at the
    end; the rest as in a view."""

    viewer: int
    beats: list[BeatView]
    asks: tuple[int, ...]
    over: bool
    can_undo: bool
    choices: list[ChoiceView]


# --------------------------------------------------------------------------------- words as data
def choice_of(game: Game, action: int, seat: int, players: int) -> ChoiceView:
    """An action as a choice for a seat."""
    verb, numbers = game.words.read(action, seat, players)
    return ChoiceView(action, verb.name, numbers, *verb.at(numbers, seat))


def line_of(game: Game, n: int, event: Event, only: tuple[int, ...] = (), by: str = "") -> LineView:
    """An event as a line."""
    told = game.words.events[event.kind]
    return LineView(n, told.name, dict(zip(told.numbers, event.numbers, strict=False)), only, by)


# --------------------------------------------------------------------------------- views
def view_of(table: Table, viewer: int, forbidden: Collection[int] = ()) -> TableView:
    """The table for one viewer: a seat, or -1 for a spectator."""
    play = table.game_on()
    seen = look_at(play.backend, play.state, viewer, forbidden)
    if table.data.paused:
        seen = replace(seen, choices=[])
    if not play.acts:
        beats = beats_of(play.backend, play.told, play.state, viewer, whole=True)
        seen = replace(seen, beats=beats)
    return replace(seen, can_undo=viewer >= 0 and table.may_undo(viewer))


def change_of(table: Table, viewer: int, forbidden: Collection[int] = ()) -> ViewChange:
    """The last action as one viewer sees it."""
    play, seen = table.game_on(), view_of(table, viewer, forbidden)
    beats = beats_of(play.backend, play.told, play.state, viewer)
    return ViewChange(viewer, beats, seen.asks, seen.over, seen.can_undo, seen.choices)


def look_at(backend: Backend, s: Any, viewer: int, forbidden: Collection[int] = ()) -> TableView:
    """A state as one viewer sees it."""
    game, players = backend.game, backend.players(s)
    laid, known = read_table(backend.show(s, viewer)), backend.redacted(s, viewer)
    legal = backend.legal(known, viewer) if viewer >= 0 else []
    return TableView(
        viewer=viewer,
        facts=facts_of(game, laid),
        zones=zones_of(laid),
        asks=backend.asks(known),
        over=backend.is_over(known),
        can_undo=False,
        choices=[choice_of(game, a, viewer, players) for a in legal if a not in forbidden],
    )


def beats_of(
    backend: Backend, told: Told, s: Any, viewer: int, *, whole: bool = False
) -> list[BeatView]:
    """How the table changed for a viewer with each event they hear, and at the end.

    With `whole`, the first change starts from an empty table.
    """
    before, *states = backend.states_of(told)
    events = zip(states, told.events, strict=True)
    heard = [state for state, event in events if event.is_for(viewer)]
    seen = [read_table(backend.show(state, viewer)) for state in (before, *heard, s)]
    if whole:
        seen[0] = NOWHERE
    return [difference(backend.game, was, now) for was, now in pairwise(seen)]


def difference(game: Game, was: LaidTable, now: LaidTable) -> BeatView:
    """What differs between two layouts of the table."""
    before = facts_of(game, was)
    facts = {
        name: value for name, value in facts_of(game, now).items() if before.get(name) != value
    }
    if [zone[:2] for zone in was.zones] != [zone[:2] for zone in now.zones]:
        return BeatView(facts, anew=True, zones=zones_of(now))
    pairs = zip(was.zones, now.zones, strict=True)
    changed = [zone_view(new) for old, new in pairs if old != new]
    return BeatView(facts, zones=changed or None)


def facts_of(game: Game, laid: LaidTable) -> dict[str, int]:
    """The facts by name."""
    return dict(zip(game.words.fact_names, laid.facts, strict=False))


def zones_of(laid: LaidTable) -> list[ZoneView]:
    """All zones."""
    return list(map(zone_view, laid.zones))


def zone_view(zone: Any) -> ZoneView:
    """A zone as clients see it."""
    return ZoneView(zone.zone, zone.owner, zone.size, tuple(map(tuple, zone.groups)))


# --------------------------------------------------------------------------------- lines
def lines_for(table: Table, viewers: Sequence[int], start: int = 0) -> list[LineView]:
    """What happened since event `start`, for a client with these seats (-1: a spectator).

    The numbers of the lines continue those that the same viewers heard before.
    """
    play = table.game_on()
    lines: list[LineView] = []
    heard = play.heard_before(tuple(viewers), start)
    for number, event in enumerate(play.events[start:], start):
        only = tuple(filter(event.is_for, viewers))
        if only:
            by = CLOCK if number in play.late else ""
            secret = () if event.is_public else only
            lines.append(line_of(table.game, heard + len(lines), event, secret, by))
    return lines

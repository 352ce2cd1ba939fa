"""What a viewer sees: the table laid out, the choices, the lines of what happened.

A view is made from the state as its viewer may know it, and from nothing else. This is the plain
form of it all; what a room sends in a hurry is written by `rumpus.server.writing`, and is the same.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Any

import msgspec
from msgspec.structs import replace

from rumpus.rulekit.backend import Backend
from rumpus.rulekit.game import Game
from rumpus.rulekit.layout import Table as Laid
from rumpus.rulekit.layout import read_table
from rumpus.rulekit.log import Event, Told
from rumpus.rulekit.race import Coming
from rumpus.rulekit.sentence import read_sentence

from .clock import Time
from .data import OVER, Missed, Said
from .dealing import phase_of, seals_of, waits_for
from .play import CLOCK
from .reasons import Reason, reason_of
from .series import SeriesView, view_of_series
from .settings import Settings
from .table import COUNTDOWN, Table

NOWHERE = Laid((), ())


class Choice(msgspec.Struct, frozen=True):
    """Something the viewer can do: a verb of the game's vocabulary and its numbers; `zone` and
    `owner` say where on the table it can be clicked."""

    action: int
    verb: str
    numbers: dict[str, int]
    zone: int = -1
    owner: int = -1


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened: an event of the game's vocabulary and its numbers; `only` names the
    viewer's seats that may know, where not all may; `by` is `clock` where somebody's time was up.
    """

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


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a view differs from the one before: the facts and the zones that are others; `anew`: they
    are all the zones there are now."""

    facts: dict[str, int] = {}
    anew: bool = False
    zones: list[ZoneView] | None = None


class View(msgspec.Struct, frozen=True):
    """What one viewer may know; `beats`, where nothing but the deal has happened, are how it came
    about, from an empty table on."""

    viewer: int
    facts: dict[str, int]
    zones: list[ZoneView]
    asks: tuple[int, ...]
    over: bool
    can_undo: bool
    choices: list[Choice]
    beats: list[Change] = []


class ViewChange(msgspec.Struct, frozen=True):
    """What one viewer sees of an action: how the table differs after each line that the viewer
    hears, and in the end; then as in a View."""

    viewer: int
    beats: list[Change]
    asks: tuple[int, ...]
    over: bool
    can_undo: bool
    choices: list[Choice]


class TimeView(msgspec.Struct, frozen=True):
    """The seconds that are left, of how many, and whether they pass."""

    left: float
    of: float
    runs: bool


class ClockView(msgspec.Struct, frozen=True):
    """The time of everybody who is waited for, and that of the whole game."""

    seats: dict[int, TimeView]
    game: TimeView | None


class ComingView(msgspec.Struct, frozen=True):
    """In real time: what the table itself will do, in how many milliseconds of how many, whether
    that is certain by now, and how long it takes until claims are taken."""

    action: int
    verb: str
    numbers: dict[str, int]
    after: int = msgspec.field(name="in")
    of: int
    announced: bool
    opens: int


class SeatView(msgspec.Struct, frozen=True):
    """Who has a seat."""

    seat: int
    kind: str
    name: str
    avatar: str
    level: str
    present: bool
    stand_in: bool
    idle: bool
    muted: bool


class Result(msgspec.Struct, frozen=True):
    """How the game ended, and what its deal was made of."""

    places: list[int]
    scores: list[int]
    key: str
    secret: str
    nonces: dict[str, str]


class DealView(msgspec.Struct, frozen=True):
    """How far the deal is: which round, what is waited for and from which seats, the seals, and who
    was missing."""

    round: int
    phase: str
    waits: list[int]
    seals: dict[str, str]
    missed: list[Missed]


class Lobby(msgspec.Struct, frozen=True):
    """The table as everybody may know it."""

    id: str
    game: str
    players: int
    options: dict[str, int]
    status: str
    host: int
    commitment: str
    created: int
    watching: int
    paused: bool
    settings: Settings
    seats: list[SeatView]
    result: Result | None
    rematch: str
    series: SeriesView | None
    fault: Reason | None
    deal: DealView
    closed: Reason | None


class ChatLine(msgspec.Struct, frozen=True):
    """Something said."""

    seat: int
    name: str
    text: str


# --------------------------------------------------------------------------------- words as data
def choice_of(game: Game, action: int, seat: int, players: int) -> Choice:
    """An action as a choice of a seat."""
    verb, numbers = game.words.read(action, seat, players)
    return Choice(action, verb.name, numbers, *verb.at(numbers, seat))


def line_of(game: Game, n: int, event: Event, only: tuple[int, ...] = (), by: str = "") -> Line:
    """An event as a line."""
    told = game.words.events[event.kind]
    return Line(n, told.name, dict(zip(told.numbers, event.numbers, strict=False)), only, by)


# --------------------------------------------------------------------------------- views
def view_of(table: Table, viewer: int, forbidden: Collection[int] = ()) -> View:
    """The table for one viewer: a seat, or -1 for somebody who watches."""
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


def look_at(backend: Backend, s: Any, viewer: int, forbidden: Collection[int] = ()) -> View:
    """A state for one viewer."""
    game, players = backend.game, backend.players(s)
    laid, known = read_table(backend.show(s, viewer)), backend.redacted(s, viewer)
    legal = backend.legal(known, viewer) if viewer >= 0 else []
    return View(
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
) -> list[Change]:
    """How the table changed for a viewer with every event that the viewer hears, and in the end;
    the first can be the whole table, for who knows nothing of the state before."""
    before, *states = backend.states_of(told)
    events = zip(states, told.events, strict=True)
    heard = [state for state, event in events if event.is_for(viewer)]
    seen = [read_table(backend.show(state, viewer)) for state in (before, *heard, s)]
    if whole:
        seen[0] = NOWHERE
    return [difference(backend.game, was, now) for was, now in pairwise(seen)]


def difference(game: Game, was: Laid, now: Laid) -> Change:
    """How what is laid out now differs from what was."""
    before = facts_of(game, was)
    facts = {
        name: value for name, value in facts_of(game, now).items() if before.get(name) != value
    }
    if [zone[:2] for zone in was.zones] != [zone[:2] for zone in now.zones]:
        return Change(facts, anew=True, zones=zones_of(now))
    pairs = zip(was.zones, now.zones, strict=True)
    changed = [zone_view(new) for old, new in pairs if old != new]
    return Change(facts, zones=changed or None)


def facts_of(game: Game, laid: Laid) -> dict[str, int]:
    """The facts by their names."""
    return dict(zip(game.words.fact_names, laid.facts, strict=False))


def zones_of(laid: Laid) -> list[ZoneView]:
    """All zones."""
    return list(map(zone_view, laid.zones))


def zone_view(zone: Any) -> ZoneView:
    """A zone for clients."""
    return ZoneView(zone.zone, zone.owner, zone.size, tuple(map(tuple, zone.groups)))


# --------------------------------------------------------------------------------- lines
def lines_for(table: Table, viewers: Sequence[int], start: int = 0) -> list[Line]:
    """What happened since an event, for whoever sits in some seats (or watches: -1); lines are
    numbered on from those that the same viewers heard before."""
    play = table.game_on()
    lines: list[Line] = []
    heard = play.heard_before(tuple(viewers), start)
    for number, event in enumerate(play.events[start:], start):
        only = tuple(filter(event.is_for, viewers))
        if only:
            by = CLOCK if number in play.late else ""
            secret = () if event.is_public else only
            lines.append(line_of(table.game, heard + len(lines), event, secret, by))
    return lines


# --------------------------------------------------------------------------------- the rest
def clock_of(table: Table, now: float, game: Time | None = None) -> ClockView | None:
    """The clock for clients; a race tells the time of the whole game itself."""
    if not table.is_playing:
        return None
    times = table.clock.times(now)
    game = table.whole_game.times(now).get(table.players, game)
    if not times and game is None:
        return None
    return ClockView({seat: time_view(time) for seat, time in times.items()}, time_view(game))


def time_view(time: Time | None) -> Any:
    """A time for clients, to a tenth of a second."""
    return time and TimeView(round(time.left, 1), time.of, time.runs)


def coming_of(table: Table, coming: Coming | None) -> ComingView | None:
    """What the table itself will do, for clients."""
    if coming is None:
        return None
    verb, numbers = table.game.words.read(coming.action, table.players, table.players)
    return ComingView(
        coming.action, verb.name, numbers, max(0, round(coming.after)), round(coming.of),
        coming.announced, max(0, round(coming.opens)),
    )  # fmt: skip


def going_on(table: Table, now: float) -> ComingView | None:
    """That a pause is about to be over, for clients."""
    if table.resumes_at is None:
        return None
    after = max(0, round(1000 * (table.resumes_at - now)))
    return ComingView(-1, "", {}, after, round(1000 * COUNTDOWN), True, after)


def result_of(table: Table) -> Result | None:
    """The result once the game is over, with everything that proves the deal."""
    play = table.play
    if play is None or table.data.status != OVER:
        return None
    nonces = {str(seat): nonce.hex() for seat, nonce in table.nonces().items()}
    backend = play.backend
    places, scores = backend.places(play.state), backend.scores(play.state)
    return Result(places, scores, table.key().hex(), table.data.secret, nonces)


def lobby_of(table: Table) -> Lobby:
    """The table as everybody may know it."""
    data: Any = table.data
    seats = [
        SeatView(
            seat=n,
            kind=s.kind,
            name=s.name,
            avatar=s.avatar,
            level=s.level,
            present=here.connections > 0,
            stand_in=here.stand_in,
            idle=n in table.patience.idle,
            muted=s.muted,
        )
        for n, (s, here) in enumerate(zip(table.seats, table.presence, strict=True))
    ]
    return Lobby(
        id=data.id, game=data.game, players=data.players, options=data.options,
        status=data.status, host=data.host, commitment=table.commitment(),
        created=int(data.created), watching=table.watching, paused=data.paused,
        settings=data.settings, seats=seats, result=result_of(table), rematch=data.rematch,
        series=view_of_series(table), fault=reason_of(table.fault) if table.fault else None,
        deal=DealView(
            data.round, phase_of(data), waits_for(data), seals_of(data), data.missed
        ),
        closed=reason_of(read_sentence(data.closed)) if data.closed else None,
    )  # fmt: skip


def chat_of(table: Table) -> list[ChatLine]:
    """What was said lately."""
    return [chat_line(said) for said in table.chat]


def chat_line(said: Said) -> ChatLine:
    """Something said, for clients."""
    return ChatLine(said.seat, said.name, said.text)

"""What a viewer sees: the table laid out, the choices, the lines of what happened.

A view is made from the state as its viewer may know it, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Raw
from msgspec.json import encode

from rumpus.rulekit.declare import NONE
from rumpus.rulekit.intrinsics import EVERYONE
from rumpus.rulekit.log import Event
from rumpus.rulekit.race import Coming

from .catalogue import event_names
from .data import OVER, Said
from .series import SeriesView, view_of_series
from .settings import Settings
from .table import Table

NO_CHOICES = Raw(b"[]")
TABLES_KEPT, ZONES_KEPT = 4096, 8192
"""Most of a table lies as it lay a moment ago, or for somebody else."""


class Choice(msgspec.Struct, frozen=True):
    """Something the viewer can do; `zone` and `owner` say where on the table it can be clicked."""

    action: int
    notation: str
    words: str
    zone: int = -1
    owner: int = -1


class ZoneView(msgspec.Struct, frozen=True):
    """A place on the table; a group is (face, cards, marks)."""

    zone: int
    owner: int
    size: int
    groups: tuple[tuple[int, int, int], ...]


class View(msgspec.Struct, frozen=True):
    """What one viewer may know."""

    viewer: int
    facts: dict[str, int]
    zones: list[ZoneView]
    asks: tuple[int, ...]
    over: bool
    can_undo: bool
    choices: list[Choice]


class Written(msgspec.Struct, frozen=True):
    """A view in JSON, in parts: most of them were written for somebody else or a moment ago."""

    viewer: int
    facts: Raw
    zones: tuple[Raw, ...]
    asks: tuple[int, ...]
    over: bool
    can_undo: bool
    choices: Raw


class Line(msgspec.Struct, frozen=True):
    """Something that happened; `only` names the viewer's seats that may know, none if all may."""

    n: int
    kind: int
    event: str
    numbers: dict[str, int]
    words: str
    only: tuple[int, ...] = ()


class ClockView(msgspec.Struct, frozen=True):
    """The seconds left for the decision that is waited for, of how many."""

    turn: float
    of: float
    paused: bool


class ComingView(msgspec.Struct, frozen=True):
    """In real time: what the table itself will do, in how many milliseconds of how many, whether
    that is certain by now, and how long it takes until claims are taken."""

    action: int
    notation: str
    words: str
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


class Result(msgspec.Struct, frozen=True):
    """How the game ended, and what its deal was made of."""

    places: list[int]
    scores: list[int]
    key: str
    secret: str
    nonces: dict[str, str]


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


class ChatLine(msgspec.Struct, frozen=True):
    """Something said."""

    seat: int
    name: str
    text: str


# --------------------------------------------------------------------------------- a moment
class Moment:
    """A table at one moment; what is the same for several viewers is worked out once."""

    def __init__(self, table: Table, forbidden: Collection[int] = ()) -> None:
        self.table, self.play, self.names = table, table.game_on(), tuple(table.names)
        self.forbidden = frozenset(forbidden)
        self.facts: dict[tuple[int, ...], Raw] = {}
        self.views: dict[int, Written] = {}
        self.whispers: dict[int, bool] = {}
        self.told: dict[tuple[int, int, tuple[int, ...]], list[Line]] = {}
        self.said: dict[Event, tuple[int, str, dict[str, int], str]] = {}

    # ----------------------------------------------------------------------------- views
    def view(self, viewer: int) -> View:
        """The table for one viewer: a seat, or -1 for somebody who watches."""
        return msgspec.json.decode(encode(self.written(viewer)), type=View)

    def written(self, viewer: int) -> Written:
        """The same, ready to be sent."""
        if viewer not in self.views:
            self.views[viewer] = self._written(viewer)
        return self.views[viewer]

    def _written(self, viewer: int) -> Written:
        table, seen = self.table, self.play.backend.look(self.play.state, viewer)
        end = 1 + seen.table[0]
        legal = () if table.data.paused else seen.legal
        return Written(
            viewer=viewer,
            facts=self._facts(seen.table[1:end]),
            zones=_zones(seen.table[end:]),
            asks=seen.asks,
            over=seen.over,
            can_undo=viewer >= 0 and table.may_undo(viewer),
            choices=self._choices(viewer, legal) if legal else NO_CHOICES,
        )

    def _facts(self, numbers: tuple[int, ...]) -> Raw:
        if numbers not in self.facts:
            names = self.table.game.words.facts
            self.facts[numbers] = Raw(encode(dict(zip(names, numbers, strict=True))))
        return self.facts[numbers]

    def _choices(self, seat: int, legal: tuple[int, ...]) -> Raw:
        """What a seat can do; mostly that is what it could do a moment ago."""

        def write() -> Raw:
            allowed = (action for action in legal if action not in self.forbidden)
            return Raw(encode([self.choice(seat, action) for action in allowed]))

        return self.table.memo.recall((seat, legal, self.forbidden, self.names), write)

    def choice(self, seat: int, action: int) -> Choice:
        """An action as a choice for a seat; its words stay the same as long as the names do."""
        key = (seat, action, self.names)
        return self.table.memo.recall(key, lambda: self._choice(seat, action))

    def _choice(self, seat: int, action: int) -> Choice:
        words, players = self.table.game.words, self.table.players
        saying, values = words.saying(action)
        owner = NONE
        if saying.owner == "self":
            owner = seat
        elif saying.owner:
            owner = values[list(saying.numbers).index(saying.owner)]
            if saying.numbers[saying.owner].how == "clockwise":
                owner = (seat + owner) % players
        notation = words.notation(action, seat, players)
        said = words.say_action(action, seat, self.names)
        return Choice(action, notation, said, saying.zone, owner)

    # ----------------------------------------------------------------------------- lines
    def lines(self, viewers: Sequence[int], start: int = 0) -> list[Line]:
        """What happened since an event, for whoever sits in some seats (or watches: -1)."""
        play, viewers = self.play, tuple(viewers)
        heard = play.heard_before(viewers, start) if play.private else start
        key = (start, heard, viewers if self._whispers(start) else ())
        lines = self.told.get(key)
        if lines is None:
            lines = self.told[key] = self._lines(viewers, start, heard)
        if play.private:
            play.heard[viewers] = len(play.events), heard + len(lines)
        return lines

    def _whispers(self, start: int) -> bool:
        """Whether something happened since an event that not everybody may know."""
        if start not in self.whispers:
            events = self.play.events[start:]
            self.whispers[start] = any(event.audience != EVERYONE for event in events)
        return self.whispers[start]

    def _lines(self, viewers: Sequence[int], start: int, heard: int) -> list[Line]:
        """Lines are numbered on from those that the same viewers heard before."""
        lines: list[Line] = []
        seats = sum(1 << viewer for viewer in viewers if viewer >= 0)
        for event in self.play.events[start:]:
            if event.audience == EVERYONE:
                lines.append(Line(heard + len(lines), *self._said(event)))
            elif event.audience & seats:
                only = tuple(filter(event.is_for, viewers))
                lines.append(Line(heard + len(lines), *self._said(event), only))
        return lines

    def _said(self, event: Event) -> tuple[int, str, dict[str, int], str]:
        said = self.said.get(event)
        if said is None:
            key = (Line, event.kind, event.numbers, self.names)
            said = self.said[event] = self.table.memo.recall(key, lambda: self._say(event))
        return said

    def _say(self, event: Event) -> tuple[int, str, dict[str, int], str]:
        game, kind = self.table.game, event.kind
        numbers = dict(zip(game.words.events[kind].numbers, event.numbers, strict=False))
        said = game.words.say_event(kind, event.numbers, self.names)
        return kind, event_names(game)[kind], numbers, said


@lru_cache(TABLES_KEPT)
def _zones(numbers: tuple[int, ...]) -> tuple[Raw, ...]:
    """All zones of a table, one behind the other."""
    zones, at = [], 0
    while at < len(numbers):
        end = at + 4 + 3 * numbers[at + 3]
        zones.append(_zone(numbers[at:end]))
        at = end
    return tuple(zones)


@lru_cache(ZONES_KEPT)
def _zone(numbers: tuple[int, ...]) -> Raw:
    """A zone as rulekit.layout lays it: zone, owner, size, groups, and three numbers a group."""
    cards = numbers[4:]
    groups = tuple(zip(cards[::3], cards[1::3], cards[2::3], strict=True))
    return Raw(encode(ZoneView(numbers[0], numbers[1], numbers[2], groups)))


def view_of(table: Table, viewer: int) -> View:
    """The table for one viewer: a seat, or -1 for somebody who watches."""
    return Moment(table).view(viewer)


def lines_for(table: Table, viewers: Sequence[int], start: int = 0) -> list[Line]:
    """What happened since an event, for whoever sits in some seats (or watches: -1)."""
    return Moment(table).lines(viewers, start)


# --------------------------------------------------------------------------------- the rest
def clock_of(table: Table, now: float) -> ClockView | None:
    """The clock for clients."""
    left = table.clock.left(now) if table.is_playing else None
    if left is None:
        return None
    return ClockView(round(left, 1), table.clock.limit(), table.clock.stopped is not None)


def coming_of(table: Table, coming: Coming | None) -> ComingView | None:
    """What the table itself will do, for clients."""
    if coming is None:
        return None
    words, action, seat = table.game.words, coming.action, table.players
    notation, said = table.memo.recall(
        (ComingView, action, *table.names),
        lambda: (words.notation(action, seat, seat), words.say_action(action, seat, table.names)),
    )
    return ComingView(
        action, notation, said, max(0, round(coming.after)), round(coming.of),
        coming.announced, max(0, round(coming.opens)),
    )  # fmt: skip


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
        SeatView(n, s.kind, s.name, s.avatar, s.level, here.connections > 0, here.stand_in)
        for n, (s, here) in enumerate(zip(table.seats, table.presence, strict=True))
    ]
    return Lobby(
        id=data.id, game=data.game, players=data.players, options=data.options,
        status=data.status, host=data.host, commitment=table.commitment(),
        created=int(data.created), watching=table.watching, paused=data.paused,
        settings=data.settings, seats=seats, result=result_of(table), rematch=data.rematch,
        series=view_of_series(table),
    )  # fmt: skip


def chat_of(table: Table) -> list[ChatLine]:
    """What was said lately."""
    return [chat_line(said) for said in table.chat]


def chat_line(said: Said) -> ChatLine:
    """Something said, for clients."""
    return ChatLine(said.seat, said.name, said.text)

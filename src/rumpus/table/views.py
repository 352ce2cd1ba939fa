"""What a viewer sees: the table laid out, the choices, the lines of what happened.

A view is made from the state as its viewer may know it, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import Any

import msgspec

from rumpus.rulekit.declare import NONE
from rumpus.rulekit.intrinsics import EVERYONE
from rumpus.rulekit.log import Event
from rumpus.rulekit.race import Coming

from .catalogue import event_names
from .data import OVER, Said
from .series import SeriesView, view_of_series
from .settings import Settings
from .table import Table


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
        self.forbidden = forbidden
        self.laid: dict[tuple[int, ...], tuple[dict[str, int], list[ZoneView]]] = {}
        self.facts: dict[tuple[int, ...], dict[str, int]] = {}
        self.views: dict[int, View] = {}
        self.shared: dict[int, list[Line]] = {}
        self.said: dict[tuple[Event, int], Line] = {}

    # ----------------------------------------------------------------------------- views
    def view(self, viewer: int) -> View:
        """The table for one viewer: a seat, or -1 for somebody who watches."""
        if viewer not in self.views:
            self.views[viewer] = self._view(viewer)
        return self.views[viewer]

    def _view(self, viewer: int) -> View:
        table, backend, known = self.table, self.play.backend, self.play.known_to(viewer)
        out = backend.row(backend.game.show_room)
        facts, zones = self._laid_out(tuple(out[: backend.run("show", known, viewer, out)]))
        actions = [] if table.data.paused else backend.legal(known, viewer)
        return View(
            viewer=viewer,
            facts=facts,
            zones=zones,
            asks=backend.asks(known),
            over=backend.is_over(known),
            can_undo=viewer >= 0 and table.may_undo(viewer),
            choices=[self.choice(viewer, a) for a in actions if a not in self.forbidden],
        )

    def _laid_out(self, numbers: tuple[int, ...]) -> tuple[dict[str, int], list[ZoneView]]:
        if numbers not in self.laid:
            end = 1 + numbers[0]
            self.laid[numbers] = self._facts(numbers[1:end]), self._zones(numbers, end)
        return self.laid[numbers]

    def _facts(self, numbers: tuple[int, ...]) -> dict[str, int]:
        if numbers not in self.facts:
            names = self.table.game.words.facts
            self.facts[numbers] = dict(zip(names, numbers, strict=True))
        return self.facts[numbers]

    def _zones(self, numbers: tuple[int, ...], at: int) -> list[ZoneView]:
        """The zones that begin at a place; most of them are as they were a moment ago."""
        memo, zones, size = self.table.memo, [], len(numbers)
        while at < size:
            end = at + 4 + 3 * numbers[at + 3]
            laid = numbers[at:end]
            zone: ZoneView = memo.kept.get(laid) or memo.recall(laid, partial(_zone, laid))
            zones.append(zone)
            at = end
        return zones

    def choice(self, seat: int, action: int) -> Choice:
        """An action as a choice for a seat; its words stay the same as long as the names do."""
        memo, key = self.table.memo, (seat, action, self.names)
        found: Choice | None = memo.kept.get(key)
        return found or memo.recall(key, lambda: self._choice(seat, action))

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
        if self.play.private:
            n = self.play.heard_before(tuple(viewers), start)
            heard = self._heard(viewers, start)
            return [self._line(event, n + i, only) for i, (event, only) in enumerate(heard)]
        if start not in self.shared:
            events = self.play.events[start:]
            self.shared[start] = [self._line(event, start + i) for i, event in enumerate(events)]
        return self.shared[start]

    def _heard(self, viewers: Sequence[int], start: int) -> list[tuple[Event, tuple[int, ...]]]:
        heard: list[tuple[Event, tuple[int, ...]]] = []
        for event in self.play.events[start:]:
            if event.audience == EVERYONE:
                heard.append((event, ()))
            elif only := tuple(seat for seat in viewers if event.is_for(seat)):
                heard.append((event, only))
        return heard

    def _line(self, event: Event, n: int, only: tuple[int, ...] = ()) -> Line:
        """An event as a line; its number counts the lines that the same viewer was told."""
        if only:
            return self._new_line(event, n, only)
        if (event, n) not in self.said:
            self.said[event, n] = self._new_line(event, n)
        return self.said[event, n]

    def _new_line(self, event: Event, n: int, only: tuple[int, ...] = ()) -> Line:
        key = (Line, event.kind, event.numbers, self.names)
        name, numbers, said = self.table.memo.recall(key, lambda: self._said(event))
        return Line(n, event.kind, name, numbers, said, only)

    def _said(self, event: Event) -> tuple[str, dict[str, int], str]:
        game = self.table.game
        numbers = dict(zip(game.words.events[event.kind].numbers, event.numbers, strict=False))
        said = game.words.say_event(event.kind, event.numbers, self.names)
        return event_names(game)[event.kind], numbers, said


def _zone(numbers: tuple[int, ...]) -> ZoneView:
    """A zone as rulekit.layout lays it: zone, owner, size, groups, and three numbers a group."""
    cards = numbers[4:]
    groups = tuple(zip(cards[::3], cards[1::3], cards[2::3], strict=True))
    return ZoneView(numbers[0], numbers[1], numbers[2], groups)


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

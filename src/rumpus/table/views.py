"""What a viewer sees: the table laid out, the choices, the lines of what happened.

A view is made from the state as its viewer may know it, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import msgspec
from msgspec.json import encode

from rumpus.rulekit.game import Game
from rumpus.rulekit.intrinsics import EVERYONE
from rumpus.rulekit.race import Coming
from rumpus.rulekit.sentence import read_sentence
from rumpus.rulekit.spell import Keys

from .clock import Time
from .data import OVER, Missed, Said
from .dealing import phase_of, seals_of, waits_for
from .play import CLOCK
from .reasons import Reason, reason_of
from .series import SeriesView, view_of_series
from .settings import Settings
from .table import COUNTDOWN, Table
from .wording import Choice, Line, choice_with_gaps, fill, line_with_gaps, names_in_json

KEYS = Keys(
    viewer="viewer", facts="facts", zones="zones", zone="zone", owner="owner", size="size",
    groups="groups", asks="asks", over="over", beats="beats", anew="anew",
)  # fmt: skip
"""What the parts of a View and its ZoneViews are called."""
CHOICES = {may_undo: b',"can_undo":%b,"choices":[' % encode(may_undo) for may_undo in (False, True)}
"""How a View goes on behind a look."""


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


decode_view = msgspec.json.Decoder(View).decode
decode_lines = msgspec.json.Decoder(list[Line]).decode


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


# --------------------------------------------------------------------------------- a moment
class Moment:
    """A table at one moment; what is the same for several viewers is worked out once."""

    def __init__(self, table: Table, forbidden: Collection[int] = ()) -> None:
        self.table, self.play, self.names = table, table.game_on(), tuple(table.names)
        self.forbidden = forbidden
        self.json_names, self.choices = table.memo.recall((Choices, self.names), self._wordings)
        self.views: dict[int, tuple[bytes, ...]] = {}
        self.whispers: dict[int, bool] = {}
        self.heard: dict[tuple[int, int, tuple[int, ...]], list[bytes]] = {}
        self.public: dict[int, bytes] = {}

    # ----------------------------------------------------------------------------- views
    def view(self, viewer: int) -> View:
        """The table for one viewer: a seat, or -1 for somebody who watches."""
        return decode_view(self.written(viewer))

    def written(self, viewer: int) -> bytes:
        """The same in JSON."""
        return b"".join(self.parts(viewer))

    def parts(self, viewer: int) -> tuple[bytes, ...]:
        """The same in pieces, to be copied only once."""
        if viewer not in self.views:
            self._write(viewer)
        return self.views[viewer]

    def _write(self, viewer: int) -> None:
        """Write a view, and with it those of all who are here: one look is enough for them."""
        table, play = self.table, self.play
        viewers = [seat for seat, here in enumerate(table.presence) if here.connections]
        if viewer not in viewers:
            viewers = [viewer]
        for one, seen in play.backend.looks(play.state, viewers, KEYS).items():
            may_undo = one >= 0 and table.may_undo(one)
            choices = self._choices(one, () if table.data.paused else seen.legal)
            self.views[one] = (seen.written, CHOICES[may_undo], choices, b"]}")

    def _choices(self, seat: int, legal: Sequence[int]) -> bytes:
        """What a seat can do."""
        if self.forbidden:
            legal = [action for action in legal if action not in self.forbidden]
        return b",".join(map(self.choices[seat].__getitem__, legal))

    def _wordings(self) -> tuple[tuple[bytes, ...], list[Choices]]:
        game, names = self.table.game, names_in_json(self.names)
        return names, [Choices(game, seat, names) for seat in range(len(names))]

    # ----------------------------------------------------------------------------- lines
    def lines(self, viewers: Sequence[int], start: int = 0) -> list[Line]:
        """What happened since an event, for whoever sits in some seats (or watches: -1)."""
        return decode_lines(row_of(self.told(viewers, start)))

    def told(self, viewers: Sequence[int], start: int = 0) -> list[bytes]:
        """The same in JSON, line by line."""
        play, viewers = self.play, tuple(viewers)
        heard = play.heard_before(viewers, start) if play.private else start
        key = (start, heard, viewers if self._whispers(start) else ())
        lines = self.heard.get(key)
        if lines is None:
            lines = self.heard[key] = self._lines(viewers, start, heard)
        if play.private:
            play.heard[viewers] = len(play.events), heard + len(lines)
        return lines

    def _whispers(self, start: int) -> bool:
        """Whether something happened since an event that not everybody may know."""
        if start not in self.whispers:
            events = self.play.events[start:]
            self.whispers[start] = any(event.audience != EVERYONE for event in events)
        return self.whispers[start]

    def _lines(self, viewers: Sequence[int], start: int, heard: int) -> list[bytes]:
        """Lines are numbered on from those that the same viewers heard before."""
        lines: list[bytes] = []
        seats = sum(1 << viewer for viewer in viewers if viewer >= 0)
        for number, event in enumerate(self.play.events[start:], start):
            if event.audience == EVERYONE:
                said = self.public.get(number)
                if said is None:
                    said = self.public[number] = self._said(number)
                lines.append(b'{"n":%d%b' % (heard + len(lines), said))
            elif event.audience & seats:
                only = tuple(filter(event.is_for, viewers))
                lines.append(b'{"n":%d%b' % (heard + len(lines), self._said(number, only)))
        return lines

    def _said(self, number: int, only: tuple[int, ...] = ()) -> bytes:
        """What is told of an event, without the line's number."""
        event = self.play.events[number]
        by = CLOCK if number in self.play.late else ""
        gapped = line_with_gaps(
            self.table.game, event.kind, event.numbers, only, by, len(self.names)
        )
        return fill(gapped, self.json_names)


class Choices(dict[int, bytes]):
    """What a seat can do, in JSON; every action is written when it is first asked for."""

    def __init__(self, game: Game, seat: int, names: tuple[bytes, ...]) -> None:
        self.game, self.seat, self.names = game, seat, names

    def __missing__(self, action: int) -> bytes:
        gapped = choice_with_gaps(self.game, action, self.seat, len(self.names))
        return self.setdefault(action, fill(gapped, self.names))


def row_of(parts: Iterable[bytes]) -> bytes:
    """Parts that are written already, as a row."""
    return b"[%b]" % b",".join(parts)


def view_of(table: Table, viewer: int) -> View:
    """The table for one viewer: a seat, or -1 for somebody who watches."""
    return Moment(table).view(viewer)


def lines_for(table: Table, viewers: Sequence[int], start: int = 0) -> list[Line]:
    """What happened since an event, for whoever sits in some seats (or watches: -1)."""
    return Moment(table).lines(viewers, start)


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


def coming_of(table: Table, names: tuple[str, ...], coming: Coming | None) -> ComingView | None:
    """What the table itself will do, for clients."""
    if coming is None:
        return None
    words, action, seat = table.game.words, coming.action, table.players
    notation, said = table.memo.recall(
        (ComingView, action, names),
        lambda: (words.notation(action, seat, seat), words.say_action(action, seat, names)),
    )
    return ComingView(
        action, notation, said, max(0, round(coming.after)), round(coming.of),
        coming.announced, max(0, round(coming.opens)),
    )  # fmt: skip


def going_on(table: Table, now: float) -> ComingView | None:
    """That a pause is about to be over, for clients."""
    if table.resumes_at is None:
        return None
    after = max(0, round(1000 * (table.resumes_at - now)))
    return ComingView(-1, "", "Go on", after, round(1000 * COUNTDOWN), True, after)


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

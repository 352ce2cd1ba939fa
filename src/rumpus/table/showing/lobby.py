"""The public part of a table: seats, settings, clocks, chat and the result."""

from __future__ import annotations

from typing import Any

import msgspec

from rumpus.rulekit.optional.race import Coming
from rumpus.rulekit.sentence import read_sentence
from rumpus.table.data.settings import Settings
from rumpus.table.data.table_data import OVER, ChatEntry, MissedRound
from rumpus.table.dealing.rounds import phase_of, seals_of, waits_for
from rumpus.table.series import SeriesView, view_of_series
from rumpus.table.table import COUNTDOWN, Table
from rumpus.table.timing.clock import TimeLeft

from .reasons import Reason, reason_of


class TimeView(msgspec.Struct, frozen=True):
    """The seconds left, the limit, and whether the time is running."""

    left: float
    of: float
    runs: bool


class ClockView(msgspec.Struct, frozen=True):
    """The time of every seat that is to act, and of the whole game."""

    seats: dict[int, TimeView]
    game: TimeView | None


class ComingView(msgspec.Struct, frozen=True):
    """In real time: the table's next action, in how many milliseconds (`in` of `of`), whether it
    has been announced, and how long until claims are accepted."""

    action: int
    verb: str
    numbers: dict[str, int]
    after: int = msgspec.field(name="in")
    of: int
    announced: bool
    opens: int


class SeatView(msgspec.Struct, frozen=True):
    """A seat and who has it."""

    seat: int
    kind: str
    name: str
    avatar: str
    level: str
    present: bool
    stand_in: bool
    idle: bool
    muted: bool


class ResultView(msgspec.Struct, frozen=True):
    """The result of a game, and what its deal was made of."""

    places: list[int]
    scores: list[int]
    key: str
    secret: str
    nonces: dict[str, str]


class DealView(msgspec.Struct, frozen=True):
    """The progress of the deal: round, phase, the seats it is waiting for, the seals, and who
    missed a round."""

    round: int
    phase: str
    waits: list[int]
    seals: dict[str, str]
    missed: list[MissedRound]


class Lobby(msgspec.Struct, frozen=True):
    """The public data of a table."""

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
    result: ResultView | None
    rematch: str
    series: SeriesView | None
    fault: Reason | None
    deal: DealView
    closed: Reason | None


class ChatLine(msgspec.Struct, frozen=True):
    """A line of chat."""

    seat: int
    name: str
    text: str


def clock_of(table: Table, now: float, game: TimeLeft | None = None) -> ClockView | None:
    """The clocks as clients see them; a race passes the time of the whole game."""
    if not table.is_playing:
        return None
    times = table.clock.times(now)
    game = table.whole_game.times(now).get(table.players, game)
    if not times and game is None:
        return None
    return ClockView({seat: time_view(time) for seat, time in times.items()}, time_view(game))


def time_view(time: TimeLeft | None) -> Any:
    """A time as clients see it, rounded to a tenth of a second."""
    return time and TimeView(round(time.left, 1), time.of, time.runs)


def coming_of(table: Table, coming: Coming | None) -> ComingView | None:
    """The table's next action, as clients see it."""
    if coming is None:
        return None
    verb, numbers = table.game.words.read(coming.action, table.players, table.players)
    return ComingView(
        coming.action, verb.name, numbers, max(0, round(coming.after)), round(coming.of),
        coming.announced, max(0, round(coming.opens)),
    )  # fmt: skip


def going_on(table: Table, now: float) -> ComingView | None:
    """The countdown at the end of a pause, as clients see it."""
    if table.resumes_at is None:
        return None
    after = max(0, round(1000 * (table.resumes_at - now)))
    return ComingView(-1, "", {}, after, round(1000 * COUNTDOWN), True, after)


def result_of(table: Table) -> ResultView | None:
    """The result of a finished game, with everything that proves the deal."""
    play = table.play
    if play is None or table.data.status != OVER:
        return None
    nonces = {str(seat): nonce.hex() for seat, nonce in table.nonces().items()}
    backend = play.backend
    places, scores = backend.places(play.state), backend.scores(play.state)
    return ResultView(places, scores, table.key().hex(), table.data.secret, nonces)


def lobby_of(table: Table) -> Lobby:
    """The public data of a table."""
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
            idle=n in table.idle_clock.idle,
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
    """The latest lines of chat."""
    return [chat_line(said) for said in table.chat]


def chat_line(said: ChatEntry) -> ChatLine:
    """A line of chat, as clients see it."""
    return ChatLine(said.seat, said.name, said.text)

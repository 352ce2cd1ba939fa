"""The base of a table: its data and what follows from it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from rumpus.rulekit.sentence import Sentence, read_sentence, say
from rumpus.running.backend import Backend
from rumpus.table.data import seat
from rumpus.table.data.answers import CommandAnswers
from rumpus.table.data.seat import Presence, Seat
from rumpus.table.data.table_data import CHAT_KEPT, PLAYING, ChatEntry, TableData
from rumpus.table.dealing import keys
from rumpus.table.errors import NotNow, NotThere
from rumpus.table.play import Play
from rumpus.table.timing.clock import Clock, IdleClock


class Momentary(NamedTuple):
    """What a table knows and the store does not: who is there, and what they are waited for."""

    presence: list[Presence]
    covered: frozenset[int]
    watching: int
    clock: Clock
    whole_game: Clock
    idle_clock: IdleClock
    plans: dict[int, tuple[int | None, ...]]


class TableBase:
    """A table's stored data, and its state in memory."""

    def __init__(
        self, backend: Backend, data: TableData, now: float, answers: CommandAnswers | None = None
    ) -> None:
        self.backend, self.game, self.data = backend, backend.game, data
        is_on = not data.closed  # the options of a closed table may be from other rules
        self.is_race = is_on and self.game.real_time(data.options) is not None
        self.presence = [Presence(away_since=now) for _ in data.seats]
        self.covered: frozenset[int] = frozenset()
        self.watching = 0
        self.play: Play | None = None
        self.clock, self.whole_game, self.idle_clock = Clock(), Clock(), IdleClock()
        self.game_left: float | None = None  # as restored from storage
        self.resumes_at: float | None = None
        self.deal_ends: float | None = None
        self.fault: Sentence | None = None  # why nothing can be stored; the table waits meanwhile
        self.plans: dict[int, tuple[int | None, ...]] = {}
        self.entries = 0
        self.chat: deque[ChatEntry] = deque(maxlen=CHAT_KEPT)
        self.said = 0
        self.answers = answers or CommandAnswers()

    def momentary(self) -> Momentary:
        """What is lost if the table is only stored."""
        return Momentary(*(getattr(self, name) for name in Momentary._fields))

    def take_back(self, known: Momentary) -> None:
        """Go on from where the same table was when it was put away."""
        for name, value in zip(known._fields, known, strict=True):
            setattr(self, name, value)

    @property
    def id(self) -> str:
        """The table's id."""
        return self.data.id

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.data.players

    @property
    def seats(self) -> list[Seat]:
        """The seats, in order."""
        return self.data.seats

    @property
    def names(self) -> list[str]:
        """The name shown for each seat."""
        return [s.name or f"Seat {number + 1}" for number, s in enumerate(self.seats)]

    @property
    def is_playing(self) -> bool:
        """Whether a game is in progress."""
        return self.data.status == PLAYING

    def game_on(self) -> Play:
        """The game in progress, or a refusal if it has not been dealt."""
        self._check_open()
        if self.play is None:
            raise NotNow(say("The game has not started yet."))
        return self.play

    def _check_open(self) -> None:
        if self.data.closed:
            raise NotNow(read_sentence(self.data.closed))

    def commitment(self) -> str:
        """The published hash of the secret."""
        return keys.commitment_to(bytes.fromhex(self.data.secret))

    def nonces(self) -> dict[int, bytes]:
        """The players' nonces, by seat."""
        return {n: bytes.fromhex(s.nonce) for n, s in enumerate(self.seats) if s.nonce}

    def key(self) -> bytes:
        """The key of the deal."""
        return keys.key_of(bytes.fromhex(self.data.secret), self.nonces())

    def seats_of(self, tokens: Iterable[str]) -> tuple[int, ...]:
        """The seats that belong to these tokens."""
        hashes = {seat.hash_of(token) for token in tokens}
        return tuple(n for n, s in enumerate(self.seats) if s.token and s.token in hashes)

    def _seat(self, number: int) -> Seat:
        if not 0 <= number < self.players:
            raise NotThere(
                say(
                    "There is no seat {seat} at a table of {players}.",
                    seat=number + 1,
                    players=self.players,
                )
            )
        return self.seats[number]

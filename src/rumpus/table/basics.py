"""What a table holds, and the facts that follow from it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from rumpus.rulekit.backend import Backend
from rumpus.rulekit.sentence import Sentence, read_sentence, say

from . import deal, seat
from .answers import Answers
from .clock import Clock, Patience
from .data import CHAT_KEPT, PLAYING, Said, TableData
from .errors import NotNow, NotThere
from .memo import Memo
from .play import Play
from .seat import Presence, Seat


class Basics:
    """A table's data, and what is around them in memory."""

    def __init__(
        self, backend: Backend, data: TableData, now: float, answers: Answers | None = None
    ) -> None:
        self.backend, self.game, self.data = backend, backend.game, data
        is_on = not data.closed  # the options of what was closed may be those of other rules
        self.is_race = is_on and self.game.real_time(data.options) is not None  # the first is first
        self.presence = [Presence(away_since=now) for _ in data.seats]
        self.covered: frozenset[int] = frozenset()
        self.watching = 0
        self.play: Play | None = None
        self.clock, self.whole_game, self.patience = Clock(), Clock(), Patience()
        self.game_left: float | None = None  # when the table was set up again
        self.resumes_at: float | None = None
        self.deal_ends: float | None = None
        self.fault: Sentence | None = None  # why nothing can be saved: then the table waits
        self.plans: dict[int, tuple[int | None, ...]] = {}
        self.entries = 0
        self.memo = Memo()
        self.chat: deque[Said] = deque(maxlen=CHAT_KEPT)
        self.said = 0
        self.answers = answers or Answers()

    @property
    def id(self) -> str:
        """What the table is found by."""
        return self.data.id

    @property
    def players(self) -> int:
        """How many play."""
        return self.data.players

    @property
    def seats(self) -> list[Seat]:
        """Who has which seat."""
        return self.data.seats

    @property
    def names(self) -> list[str]:
        """What everybody is called."""
        return [s.name or f"Seat {number + 1}" for number, s in enumerate(self.seats)]

    @property
    def is_playing(self) -> bool:
        """Whether a game is going on."""
        return self.data.status == PLAYING

    def game_on(self) -> Play:
        """The game, if it was dealt."""
        self._check_open()
        if self.play is None:
            raise NotNow(say("The game has not started yet."))
        return self.play

    def _check_open(self) -> None:
        if self.data.closed:
            raise NotNow(read_sentence(self.data.closed))

    def commitment(self) -> str:
        """What was published of the secret."""
        return deal.commitment_to(bytes.fromhex(self.data.secret))

    def nonces(self) -> dict[int, bytes]:
        """What the people added to the deal."""
        return {n: bytes.fromhex(s.nonce) for n, s in enumerate(self.seats) if s.nonce}

    def key(self) -> bytes:
        """The key of the deal."""
        return deal.key_of(bytes.fromhex(self.data.secret), self.nonces())

    def seats_of(self, tokens: Iterable[str]) -> tuple[int, ...]:
        """The seats that some tokens open."""
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

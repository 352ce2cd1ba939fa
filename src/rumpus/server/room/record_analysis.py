"""Replays and win chances of records, computed in slices and at bounded cost."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator
from hashlib import sha256
from itertools import count
from typing import Any, TypeVar, cast

import msgspec

from rumpus.language.declare import NONE
from rumpus.players import win_chances
from rumpus.running.backend import Backend
from rumpus.server.protocol.bodies import ChancesAnswer, ReplayAnswer
from rumpus.table.records.record import Record
from rumpus.table.records.replay import ReplayStep, check_viewer, played, step_of
from rumpus.table.records.verify import check
from rumpus.table.showing.reasons import reason_of

T = TypeVar("T")
Slices = Generator[None, None, bytes]
STEPS_PER_SLICE = 25
"""Steps per slice, about a millisecond of work."""
MAX_ANSWER_BYTES = 2_000_000
"""Once an answer has this size, no step is added."""
MAX_STATES = 300
"""States to evaluate in one record; the ones between take the previous result."""
CHANCES_CACHE_BYTES = 4_000_000
encode = msgspec.json.Encoder().encode


def replay_answer(record: Record, backend: Backend, viewer: int, first: int) -> Slices:
    """The steps from `first` on, as many as fit into one answer."""
    check_viewer(record, viewer)
    found = [] if first else (yield from in_slices(check(record, backend)))
    steps: list[ReplayStep] = []
    size, following = 0, -1
    for number, table in enumerate(played(record, backend)):
        if size >= MAX_ANSWER_BYTES:
            following = number
            break
        if number >= first:
            step = encode(step_of(record, table, number, viewer))
            size += len(step)
            steps.append(cast("ReplayStep", msgspec.Raw(step)))
        if number % STEPS_PER_SLICE == 0:
            yield
    return encode(
        ReplayAnswer([*map(reason_of, found)], None if first else record, steps, following)
    )


def in_slices(steps: Generator[None, None, T]) -> Generator[None, None, T]:
    """The same work, yielding only once per slice."""
    for number in count(1):
        try:
            next(steps)
        except StopIteration as end:
            return cast("T", end.value)
        if number % STEPS_PER_SLICE == 0:
            yield
    raise AssertionError("nothing ends this but the work itself")


def chances_answer(record: Record, backend: Backend) -> Slices:
    """Every seat's chance to win at each step of a record."""
    stride = 1 + len(record.actions) // MAX_STATES
    states: list[Any] = []
    for number, table in enumerate(played(record, backend)):
        if number % stride == 0 or number == len(record.actions):
            states.append(table.game_on().known_to(NONE))
        if number % STEPS_PER_SLICE == 0:
            yield
    found = yield from win_chances(backend, states)
    percents = [[round(100 * p) for p in chances] for chances in found]
    steps = [percents[number // stride] for number in range(len(record.actions))]
    return encode(ChancesAnswer([*steps, percents[-1]]))


class AnswerCache:
    """Expensive answers by record; the oldest are dropped first."""

    def __init__(self, most: int) -> None:
        self.most, self.size = most, 0
        self.kept: dict[bytes, bytes] = {}

    async def get_or_make(
        self, record: Record, make: Callable[[], Coroutine[Any, Any, bytes]]
    ) -> bytes:
        """The cached answer about a record, or a new one."""
        key = sha256(encode(record)).digest()
        found = self.kept.get(key)
        if found is None:
            found = await make()
            self._keep(key, found)
        return found

    def _keep(self, key: bytes, answer: bytes) -> None:
        self.size += len(answer) - len(self.kept.pop(key, b""))
        self.kept[key] = answer
        while self.size > self.most:
            self.size -= len(self.kept.pop(next(iter(self.kept))))

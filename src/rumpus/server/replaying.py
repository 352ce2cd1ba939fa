"""Playing records again and reckoning with them, at a cost that is bounded beforehand."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator
from hashlib import sha256
from itertools import count
from typing import Any, TypeVar, cast

import msgspec

from rumpus.players import win_chances
from rumpus.rulekit.backend import Backend
from rumpus.rulekit.declare import NONE
from rumpus.table.reasons import reason_of
from rumpus.table.record import Record, Step, check, check_viewer, played, step_of

from .bodies import ChancesAnswer, ReplayAnswer

T = TypeVar("T")
Slices = Generator[None, None, bytes]
STEPS_A_SLICE = 25
"""So many steps are played at once, in about a millisecond; then others have their turn."""
STEPS_BYTES = 2_000_000
"""No step is added to an answer that has so many bytes already."""
MOST_STATES = 300
"""At most so many states of a game are played on from; the others go with the one before."""
CHANCES_BYTES = 4_000_000
encode = msgspec.json.Encoder().encode


def replayed(record: Record, backend: Backend, viewer: int, first: int) -> Slices:
    """The answer with the steps from one on, as many as it has room for."""
    check_viewer(record, viewer)
    found = [] if first else (yield from in_portions(check(record, backend)))
    steps: list[Step] = []
    size, following = 0, -1
    for number, table in enumerate(played(record, backend)):
        if size >= STEPS_BYTES:
            following = number
            break
        if number >= first:
            step = encode(step_of(record, table, number, viewer))
            size += len(step)
            steps.append(cast("Step", msgspec.Raw(step)))
        if number % STEPS_A_SLICE == 0:
            yield
    return encode(
        ReplayAnswer([*map(reason_of, found)], None if first else record, steps, following)
    )


def in_portions(steps: Generator[None, None, T]) -> Generator[None, None, T]:
    """The same work, which yields after several of its steps."""
    for number in count(1):
        try:
            next(steps)
        except StopIteration as end:
            return cast("T", end.value)
        if number % STEPS_A_SLICE == 0:
            yield
    raise AssertionError("nothing ends this but the work itself")


def reckoned(record: Record, backend: Backend) -> Slices:
    """The answer with everybody's chances all along a record."""
    stride = 1 + len(record.actions) // MOST_STATES
    states: list[Any] = []
    for number, table in enumerate(played(record, backend)):
        if number % stride == 0 or number == len(record.actions):
            states.append(table.game_on().known_to(NONE))
        if number % STEPS_A_SLICE == 0:
            yield
    found = yield from win_chances(backend, states)
    percents = [[round(100 * p) for p in chances] for chances in found]
    steps = [percents[number // stride] for number in range(len(record.actions))]
    return encode(ChancesAnswer([*steps, percents[-1]]))


class KeptAnswers:
    """Answers that took long, by what they were asked about; the oldest make room for new ones."""

    def __init__(self, most: int) -> None:
        self.most, self.size = most, 0
        self.kept: dict[bytes, bytes] = {}

    async def recall(self, record: Record, make: Callable[[], Coroutine[Any, Any, bytes]]) -> bytes:
        """What was answered about a record before, or what is worked out now."""
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

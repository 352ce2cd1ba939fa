"""An address's limits apply across all processes of a room."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from rumpus.server.network.connections import ConnectionTracker
from rumpus.server.network.limits import AddressUsages, Limits, Rate
from rumpus.server.network.shared_counters import SharedCounters, clear_process, counters_size
from rumpus.server.room.thinking_pool import (
    ANALYSES,
    HINTS,
    BudgetExceeded,
    JobOwner,
    ThinkingPool,
    single_slice,
)

PROCESSES = 3
LIMITS = Limits(requests=Rate(3, 10), thinking=Rate(1, 20), pending=6, thoughts=4)
RATES = ("messages", "requests", "tables", "replays", "thinking", "work")


class Several:
    """The usage by address as several processes see it, with a manual clock."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.board = [0.0] * counters_size(PROCESSES)
        self.processes = [self.opened(number) for number in range(PROCESSES)]

    def opened(self, number: int) -> AddressUsages:
        counters = SharedCounters(self.board, b"key", number, PROCESSES)
        return AddressUsages(LIMITS, lambda: self.now, counters)

    def end(self, number: int) -> None:
        """End and replace a process, as the cluster does."""
        clear_process(self.board, number)
        self.processes[number] = self.opened(number)


@pytest.fixture
def several() -> Several:
    return Several()


def taken(several: Several, times: int, name: str = "there") -> int:
    """How many of some requests, sent to the processes in turn, are allowed."""
    asked = [several.processes[one % PROCESSES].at(name).requests for one in range(times)]
    return sum(bucket.take(several.now) for bucket in asked)


def test_processes_share_one_bucket(several: Several) -> None:
    assert taken(several, 40) == 10
    several.now += 1
    assert taken(several, 40) == 3
    several.now += 1000
    assert taken(several, 40) == 10


@pytest.mark.parametrize("now", [134_365.109748, 847_433.889503, 763_774.855202])
def test_rounding_never_loses_a_token(several: Several, now: float) -> None:
    several.now = now
    assert taken(several, 40) == 10


def test_a_spent_bucket_is_spent_in_every_process(several: Several) -> None:
    first = several.processes[0].at("there").requests
    assert sum(first.take(several.now) for _ in range(40)) == 10
    assert not several.processes[1].at("there").requests.take(several.now)


def test_other_addresses_keep_their_budget(several: Several) -> None:
    assert taken(several, 40) == 10
    assert taken(several, 40, "elsewhere") == 10


def test_debt_counts_in_every_process(several: Several) -> None:
    one, two, _ = (process.at("there").thinking for process in several.processes)
    assert one.spend(15, several.now) == 0
    assert two.spend(15, several.now) == 10
    assert one.left_at(several.now) == pytest.approx(-10)
    assert one.spend(1000, several.now) == pytest.approx(20)  # no more is owed than a burst


@pytest.mark.parametrize("used", RATES)
def test_every_bucket_has_its_own_cell(several: Several, used: str) -> None:
    here, there = several.processes[0].at("there"), several.processes[1].at("there")
    assert getattr(here, used).take(several.now)
    is_full = {name: getattr(there, name).is_full(several.now) for name in RATES}
    assert is_full == {name: name != used for name in RATES}


def test_counts_are_shared_and_cleared_with_their_process(several: Several) -> None:
    one, two, _ = (process.at("there") for process in several.processes)
    one.websockets.add(2)
    two.websockets.add(3)
    two.connections.add(1)
    assert [at.websockets.total() for at in (one, two)] == [5, 5]
    assert [at.connections.total() for at in (one, two)] == [1, 1]
    assert not one.is_idle(several.now)
    several.end(1)
    assert (one.websockets.total(), one.connections.total()) == (2, 0)
    one.websockets.add(-2)
    assert several.processes[1].at("there").websockets.total() == 0
    assert one.is_idle(several.now)


def test_a_replaced_process_refills_no_bucket(several: Several) -> None:
    assert taken(several, 40) == 10
    several.end(2)
    assert taken(several, 40) == 0


@pytest.mark.parametrize("used", ["websockets", "connections", "pending_count", "thoughts"])
def test_every_count_has_its_own_cell_and_is_cleared_with_its_process(
    several: Several, used: str
) -> None:
    here, there = several.processes[0].at("there"), several.processes[1].at("there")
    counts = ("websockets", "connections", "pending_count", "thoughts")
    getattr(there, used).add(3)
    assert {name: getattr(here, name).total() for name in counts} == {
        name: 3 * (name == used) for name in counts
    }
    assert not here.is_idle(several.now)
    several.end(1)
    assert [getattr(here, name).total() for name in counts] == [0, 0, 0, 0]
    assert here.is_idle(several.now)


# --------------------------------------------------------------------------------- half-sent
class FakeTransport(asyncio.Transport):
    """The transport of a client that has sent nothing yet."""

    def __init__(self) -> None:
        super().__init__({"peername": ("192.0.2.7", 1)})
        self.said = b""

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.said += bytes(data)

    def close(self) -> None:
        pass

    def abort(self) -> None:
        pass

    def is_closing(self) -> bool:
        return False

    @property
    def is_cut(self) -> bool:
        return b" 408 " in self.said


class Entrance:
    """The connection trackers of several processes, and their clients."""

    def __init__(self, several: Several) -> None:
        self.lines = [ConnectionTracker(addresses, 1000) for addresses in several.processes]
        self.came: list[list[FakeTransport]] = [[] for _ in self.lines]

    def come(self, number: int, times: int = 1) -> None:
        for _ in range(times):
            transport = FakeTransport()
            self.came[number].append(transport)
            self.lines[number].add(transport)

    def cut(self) -> list[list[bool]]:
        return [[transport.is_cut for transport in came] for came in self.came]


@pytest.fixture
async def entrance(several: Several) -> AsyncIterator[Entrance]:
    opened = Entrance(several)
    yield opened
    for lines in opened.lines:
        for line in lines.all:
            if line.timer:
                line.timer.cancel()


async def test_half_sent_requests_are_counted_in_all_processes(entrance: Entrance) -> None:
    for _ in range(2):
        for number in range(PROCESSES):
            entrance.come(number)
    assert entrance.cut() == [[False, False]] * 3
    entrance.come(0)  # the seventh: the one that has been at it the longest here has to go
    assert entrance.cut() == [[True, False, False], [False, False], [False, False]]
    for line in list(entrance.lines[0].all):
        line.closed()
    entrance.come(1, 2)
    assert entrance.cut()[1:] == [[False] * 4, [False] * 2]


async def test_half_sent_requests_at_one_process_do_not_block_another(entrance: Entrance) -> None:
    entrance.come(0, 6)
    entrance.come(1, 2)
    assert entrance.cut() == [[False] * 6, [False] * 2, []], "who comes has a place meanwhile"
    for lines in entrance.lines:
        lines.evict_surplus()  # as every process does again and again
    assert entrance.cut() == [[True] * 2 + [False] * 4, [False] * 2, []]


async def test_half_sent_requests_are_cleared_with_their_process(
    entrance: Entrance, several: Several
) -> None:
    entrance.come(1, 6)
    several.end(1)
    entrance.come(0, 6)
    assert entrance.cut()[0] == [False] * 6


# --------------------------------------------------------------------------------- thoughts
async def test_queued_jobs_are_counted_in_all_processes(several: Several) -> None:
    pools = [ThinkingPool(1, LIMITS, lambda: several.now) for _ in range(PROCESSES)]
    asked: list[asyncio.Task[str]] = []

    async def ask(number: int, name: str, kind: int = HINTS) -> None:
        owner = JobOwner(several.processes[number].at(name))
        work = pools[number].run(single_slice(lambda: name), kind, owner)
        asked.append(asyncio.ensure_future(work))
        await asyncio.sleep(0)

    for number, kind in ((0, HINTS), (0, ANALYSES), (1, HINTS), (2, ANALYSES)):
        await ask(number, "there", kind)
    await ask(2, "elsewhere")
    await ask(2, "there")
    refused = asked.pop()
    assert refused.done()
    with pytest.raises(BudgetExceeded, match="Many others are waiting"):
        refused.result()
    several.end(2)
    await ask(1, "there")
    for pool in pools[:2]:
        while job := pool.next_job():
            pool.run_slice(job)
    assert await asyncio.gather(*asked[:3], asked[-1]) == ["there"] * 4
    assert several.processes[0].at("there").thoughts.total() == 0
    for lost in asked[3:5]:
        lost.cancel()

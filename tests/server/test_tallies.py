"""Limits of an address hold for all processes of a room together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from rumpus.server.limits import Addresses, Limits, Rate
from rumpus.server.lines import Lines
from rumpus.server.tallies import Tallies, width, wipe
from rumpus.server.thinking import ANALYSES, HINTS, Asker, Thinkers, TooMuch, at_once

PROCESSES = 3
LIMITS = Limits(requests=Rate(3, 10), thinking=Rate(1, 20), knocking=6, thoughts=4)
RATES = ("messages", "requests", "tables", "replays", "thinking", "work")


class Several:
    """The addresses as several processes see them, and a clock that stands still."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.board = [0.0] * width(PROCESSES)
        self.processes = [self.opened(number) for number in range(PROCESSES)]

    def opened(self, number: int) -> Addresses:
        tallies = Tallies(self.board, b"key", number, PROCESSES)
        return Addresses(LIMITS, lambda: self.now, tallies)

    def end(self, number: int) -> None:
        """A process ends and is replaced, as the house does it."""
        wipe(self.board, number)
        self.processes[number] = self.opened(number)


@pytest.fixture
def several() -> Several:
    return Several()


def taken(several: Several, times: int, name: str = "there") -> int:
    """How many of some requests are let through that reach the processes in turn."""
    asked = [several.processes[one % PROCESSES].at(name).requests for one in range(times)]
    return sum(bucket.take(several.now) for bucket in asked)


def test_processes_take_from_one_bucket(several: Several) -> None:
    assert taken(several, 40) == 10
    several.now += 1
    assert taken(several, 40) == 3
    several.now += 1000
    assert taken(several, 40) == 10


@pytest.mark.parametrize("now", [134_365.109748, 847_433.889503, 763_774.855202])
def test_not_one_is_lost_however_awkward_the_time(several: Several, now: float) -> None:
    several.now = now
    assert taken(several, 40) == 10


def test_who_used_everything_up_finds_nothing_at_another_process(several: Several) -> None:
    first = several.processes[0].at("there").requests
    assert sum(first.take(several.now) for _ in range(40)) == 10
    assert not several.processes[1].at("there").requests.take(several.now)


def test_other_addresses_have_all_of_theirs(several: Several) -> None:
    assert taken(several, 40) == 10
    assert taken(several, 40, "elsewhere") == 10


def test_what_is_owed_is_owed_to_all(several: Several) -> None:
    one, two, _ = (process.at("there").thinking for process in several.processes)
    assert one.spend(15, several.now) == 0
    assert two.spend(15, several.now) == 10
    assert one.left_at(several.now) == pytest.approx(-10)
    assert one.spend(1000, several.now) == pytest.approx(20)  # no more is owed than a burst


@pytest.mark.parametrize("used", RATES)
def test_every_bucket_has_its_own_place(several: Several, used: str) -> None:
    here, there = several.processes[0].at("there"), several.processes[1].at("there")
    assert getattr(here, used).take(several.now)
    is_full = {name: getattr(there, name).is_full(several.now) for name in RATES}
    assert is_full == {name: name != used for name in RATES}


def test_connections_are_counted_by_all_and_forgotten_with_their_process(several: Several) -> None:
    one, two, _ = (process.at("there") for process in several.processes)
    one.connections.add(2)
    two.connections.add(3)
    two.lines.add(1)
    assert [at.connections.total() for at in (one, two)] == [5, 5]
    assert [at.lines.total() for at in (one, two)] == [1, 1]
    assert not one.is_idle(several.now)
    several.end(1)
    assert (one.connections.total(), one.lines.total()) == (2, 0)
    one.connections.add(-2)
    assert several.processes[1].at("there").connections.total() == 0
    assert one.is_idle(several.now)


def test_a_process_that_is_replaced_gives_nothing_away(several: Several) -> None:
    assert taken(several, 40) == 10
    several.end(2)
    assert taken(several, 40) == 0


@pytest.mark.parametrize("used", ["connections", "lines", "knocks", "thoughts"])
def test_every_count_has_its_own_place_and_ends_with_its_process(
    several: Several, used: str
) -> None:
    here, there = several.processes[0].at("there"), several.processes[1].at("there")
    counts = ("connections", "lines", "knocks", "thoughts")
    getattr(there, used).add(3)
    assert {name: getattr(here, name).total() for name in counts} == {
        name: 3 * (name == used) for name in counts
    }
    assert not here.is_idle(several.now)
    several.end(1)
    assert [getattr(here, name).total() for name in counts] == [0, 0, 0, 0]
    assert here.is_idle(several.now)


# --------------------------------------------------------------------------------- half-sent
class Visitor(asyncio.Transport):
    """Somebody who has connected and said nothing yet."""

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
    """The lines of several processes, and who has come to each of them."""

    def __init__(self, several: Several) -> None:
        self.lines = [Lines(addresses, 1000) for addresses in several.processes]
        self.came: list[list[Visitor]] = [[] for _ in self.lines]

    def come(self, number: int, times: int = 1) -> None:
        for _ in range(times):
            visitor = Visitor()
            self.came[number].append(visitor)
            self.lines[number].add(visitor)

    def cut(self) -> list[list[bool]]:
        return [[visitor.is_cut for visitor in came] for came in self.came]


@pytest.fixture
async def door(several: Several) -> AsyncIterator[Entrance]:
    opened = Entrance(several)
    yield opened
    for lines in opened.lines:
        for line in lines.all:
            if line.timer:
                line.timer.cancel()


async def test_half_sent_requests_are_counted_in_all_processes(door: Entrance) -> None:
    for _ in range(2):
        for number in range(PROCESSES):
            door.come(number)
    assert door.cut() == [[False, False]] * 3
    door.come(0)  # the seventh: the one that has been at it the longest here has to go
    assert door.cut() == [[True, False, False], [False, False], [False, False]]
    for line in list(door.lines[0].all):
        line.gone()
    door.come(1, 2)
    assert door.cut()[1:] == [[False] * 4, [False] * 2]


async def test_half_sent_requests_at_one_process_keep_nobody_out_of_another(door: Entrance) -> None:
    door.come(0, 6)
    door.come(1, 2)
    assert door.cut() == [[False] * 6, [False] * 2, []], "who comes has a place meanwhile"
    for lines in door.lines:
        lines.make_room()  # as every process does again and again
    assert door.cut() == [[True] * 2 + [False] * 4, [False] * 2, []]


async def test_half_sent_requests_end_with_their_process(door: Entrance, several: Several) -> None:
    door.come(1, 6)
    several.end(1)
    door.come(0, 6)
    assert door.cut()[0] == [False] * 6


# --------------------------------------------------------------------------------- thoughts
async def test_waiting_thoughts_are_counted_in_all_processes(several: Several) -> None:
    pools = [Thinkers(1, LIMITS, lambda: several.now) for _ in range(PROCESSES)]
    asked: list[asyncio.Task[str]] = []

    async def ask(number: int, name: str, kind: int = HINTS) -> None:
        asker = Asker(several.processes[number].at(name))
        work = pools[number].run(at_once(lambda: name), kind, asker)
        asked.append(asyncio.ensure_future(work))
        await asyncio.sleep(0)

    for number, kind in ((0, HINTS), (0, ANALYSES), (1, HINTS), (2, ANALYSES)):
        await ask(number, "there", kind)
    await ask(2, "elsewhere")
    await ask(2, "there")
    refused = asked.pop()
    assert refused.done()
    with pytest.raises(TooMuch, match="Many others wait"):
        refused.result()
    several.end(2)
    await ask(1, "there")
    for pool in pools[:2]:
        while job := pool.take():
            pool.serve(job)
    assert await asyncio.gather(*asked[:3], asked[-1]) == ["there"] * 4
    assert several.processes[0].at("there").thoughts.total() == 0
    for lost in asked[3:5]:
        lost.cancel()

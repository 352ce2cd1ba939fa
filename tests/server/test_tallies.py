"""Limits of an address hold for all processes of a room together."""

from __future__ import annotations

import pytest

from rumpus.server.limits import Addresses, Limits, Rate
from rumpus.server.tallies import Tallies, counts_of, width

PROCESSES = 3
LIMITS = Limits(requests=Rate(3, 10), thinking=Rate(1, 20))
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
        place = counts_of(number)
        self.board[place] = [0.0] * (place.stop - place.start)
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

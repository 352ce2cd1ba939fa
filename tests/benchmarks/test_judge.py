"""The judge of `benchmarks/faults.py` finds every planted violation, and nothing else."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

from faulting.judge import Claimed, Entry, Heard, Line, judge, told_complaints

T = "plum-otter"
Case = tuple[list[Heard], list[Entry], list[Claimed]]


def a_line(n: int) -> Line:
    return Line("played", (("card", n),), is_secret=False)


def all_well() -> Case:
    """Two people, a bot and the table act at one table, which moves from server 7 to 8."""
    ann = Heard("Ann", T, 0, ["a1", "a2", "a3"], ["a1", "a3"], ["a2"])
    bob = Heard("Bob", T, 1, ["b1", "b2"], ["b1"], [])  # the answer to b2 is on its way
    for n in range(5):
        ann.lines[n] = a_line(n)
    for n in range(3):
        bob.lines[n] = a_line(n)
    entries = [
        Entry(T, 0, 0, "a1", 10.0, 1),
        Entry(T, 1, 2, "", 11.0, 1),
        Entry(T, 2, 1, "b1", 12.0, 1),
        Entry(T, 3, 0, "a3", 21.0, 2),
        Entry(T, 4, 1, "b2", 22.0, 2),
    ]
    return [ann, bob], entries, [Claimed(T, 1, 7, 9.0), Claimed(T, 2, 8, 20.0)]


def test_nothing_is_found_where_all_is_well() -> None:
    assert judge(*all_well()) == []
    assert judge([], [], []) == []


def lose(case: Case) -> None:
    """The last action of the log, which was acknowledged, is not there."""
    case[0][1].done.append("b2")
    del case[1][4]


def double(case: Case) -> None:
    case[1].append(Entry(T, 5, 0, "a3", 23.0, 2))


def reorder(case: Case) -> None:
    case[0][0].done.reverse()


def keep_refused(case: Case) -> None:
    case[1].append(Entry(T, 5, 0, "a2", 23.0, 2))


def invent(case: Case) -> None:
    case[1].append(Entry(T, 5, 0, "a9", 23.0, 2))


def swap_seats(case: Case) -> None:
    case[1][4] = case[1][4]._replace(seat=0)


def leave_a_gap(case: Case) -> None:
    del case[1][1]


def let_the_fence_fall(case: Case) -> None:
    case[1].append(Entry(T, 5, 2, "", 13.0, 1))


def claim_twice(case: Case) -> None:
    case[2].append(Claimed(T, 2, 9, 20.5))


def write_unclaimed(case: Case) -> None:
    del case[2][1]


def write_late(case: Case) -> None:
    """Server 7 writes after server 8 has claimed the table."""
    case[1][2] = case[1][2]._replace(at=20.5)


def answer_twice(case: Case) -> None:
    case[0][0].done.append("a3")


def miss_a_line(case: Case) -> None:
    del case[0][0].lines[1]


def tell_another_story(case: Case) -> None:
    case[0][1].lines[2] = a_line(99)


def contradict(case: Case) -> None:
    message = {"n": 1, "event": "played", "numbers": {"card": 98}}
    case[0][0].hear_line(message)


PLANTED: list[tuple[Callable[[Case], None], str]] = [
    (lose, "Bob was told that b2 is done, but it is missing"),
    (double, "a3 of seat 0 is in the record 2 times"),
    (reorder, "Ann was told of a3 before a1, but the record has them the other way round"),
    (keep_refused, "Ann was told that a2 is refused, but it is there"),
    (invent, "a9 is in the record for seat 0, which did not send it"),
    (swap_seats, "b2 is in the record for seat 0, which did not send it"),
    (leave_a_gap, "entry 2 stands where 1 should"),
    (let_the_fence_fall, "entry 5 has fence 1, after 2"),
    (claim_twice, "fence 2 was claimed 2 times"),
    (write_unclaimed, "entry 3 has fence 2, which nobody claimed"),
    (write_late, "entry 2 was written after the table was claimed anew"),
    (answer_twice, "Ann had a3 answered twice"),
    (miss_a_line, "Ann missed lines"),
    (tell_another_story, "Bob heard another story than the others"),
    (contradict, "Ann: line 1 was"),
]


@pytest.mark.parametrize(("plant", "told"), PLANTED, ids=[p.__name__ for p, _ in PLANTED])
def test_a_planted_violation_is_found(plant: Callable[[Case], None], told: str) -> None:
    case = all_well()
    plant(case)
    assert any(told in line for line in judge(*case)), judge(*case)


def test_what_people_heard_is_what_the_record_tells() -> None:
    ann = all_well()[0][0]
    record = [a_line(n) for n in range(6)]
    assert told_complaints(ann, record) == []
    assert told_complaints(ann, record[:4])
    assert told_complaints(ann, [a_line(9), *record[1:]])

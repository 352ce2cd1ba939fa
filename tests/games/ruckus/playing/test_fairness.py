"""RU-RT: who was first, pauses, and the gap between two claims, whoever is faster."""

from __future__ import annotations

from typing import Any

import pytest

from ..hall import IDLE

covers = pytest.mark.covers


# --------------------------------------------------------------------------------- fairness
def contest(hall: Any, ordering: str, seed: int = 0) -> str:
    """A is 190 ms slower on the line but was 20 ms faster; who gets the pile?"""
    h = hall(
        hands={"A": "a b c", "B": "a d e"}, piles={"C": "a:2"}, ordering=ordering,
        clock={"seed": seed},
    )  # fmt: skip
    h.claim("B steal a C", 2010, 10)
    h.claim("A steal a C", 2090, 110)
    h.run(2400)
    return next(name for name in "AB" if h.t.pile(name) == "a:3")


@covers("RU-RT-6")
def test_who_was_first(hall: Any) -> None:
    assert contest(hall, "arrival") == "B"
    assert contest(hall, "lag-compensated") == "A"
    assert {contest(hall, "random-window", seed) for seed in range(20)} == {"A", "B"}


@covers("RU-RT-6")
def test_at_most_180_ms_are_taken_off(hall: Any) -> None:
    for late, winner in ((2179, "A"), (2181, "B")):
        h = hall(hands={"A": "a b c", "B": "a d e"}, piles={"C": "a:2"}, ordering="lag-compensated")
        h.claim("B steal a C", 2000, 0)
        h.claim("A steal a C", late, 5000)
        h.run(2400)
        assert h.t.pile(winner) == "a:3"


@covers("RU-RT-6")
def test_random_windows_are_seeded_and_last_120_ms(hall: Any) -> None:
    wins = [contest(hall, "random-window", seed) for seed in range(20)]
    assert wins == [contest(hall, "random-window", seed) for seed in range(20)]
    h = hall(hands={"A": "a b c", "B": "a d e"}, piles={"C": "a:2"}, ordering="random-window")
    first = h.claim("B steal a C", 2000)
    h.run(2119)
    assert not h.answers
    h.claim("A steal a C", 2121)
    h.run(2300)
    assert h.answer(first).at == 2120
    assert h.refusal(first) == ""


MASHING = 9


@covers("RU-RT-12")
def test_whoever_sends_more_claims_in_a_window_is_not_first_more_often(hall: Any) -> None:
    def first(seed: int, claims: int) -> str:
        lay = {"hands": {"A": "a b c", "B": "a d e"}, "piles": {"C": "a:2"}}
        h = hall(**lay, ordering="random-window", clock={"seed": seed})
        for i in range(claims):
            h.claim("A steal a C", 2000 + i)
        h.claim("B steal a C", 2000 + claims)
        h.run(2400)
        return next(name for name in "AB" if h.t.pile(name) == "a:3")

    fair = [first(seed, 1) for seed in range(20)]
    assert set(fair) == {"A", "B"}
    assert [first(seed, MASHING) for seed in range(20)] == fair


@covers("RU-RT-6")
def test_a_window_stays_open_whatever_else_happens(hall: Any) -> None:
    """A's second claim has to wait until 2270, inside the window of B and C from 2200 to 2320."""

    def first(seed: int) -> str:
        h = hall(
            4, hands={"A": "b c d e", "B": "a f g", "C": "a h i"},
            piles={"D": "a:2 b:2 c:2"}, ordering="random-window", clock={"seed": seed},
        )  # fmt: skip
        for text, at in (("A steal b D", 2000), ("A steal c D", 2010)):
            h.claim(text, at)
        for text, at in (("B steal a D", 2200), ("C steal a D", 2300)):
            h.claim(text, at)
        h.run(2320)
        assert [a.at for a in h.answers] == [2120, 2270, 2320, 2320]
        return next(name for name in "BC" if h.t.pile(name) == "a:3")

    assert {first(seed) for seed in range(20)} == {"B", "C"}


@covers("RU-RT-12")
@pytest.mark.parametrize("ordering", ["arrival", "lag-compensated", "random-window"])
def test_whoever_claims_at_once_while_a_deal_is_coming_is_not_first_more_often(
    hall: Any, ordering: str
) -> None:
    def first(seed: int, claims: int) -> str:
        lay = {"hands": {"A": "a b c", "B": "a d e", "C": "g h i"}, "piles": {"C": "a:2"}}
        h = hall(**lay, seed=3, ordering=ordering, clock={"seed": seed})
        h.run(4750)
        for i in range(claims):
            h.claim("A steal a C", 4751 + i)
        h.claim("B steal a C", 4751 + claims)
        h.run(5500)
        return next(name for name in "AB" if h.t.pile(name) == "a:3")

    fair = [first(seed, 1) for seed in range(20)]
    assert set(fair) == {"A", "B"}
    assert [first(seed, MASHING) for seed in range(20)] == fair


@covers("RU-RT-12")
def test_nobodys_second_claim_comes_before_everybodys_first(hall: Any) -> None:
    h = hall(hands=IDLE, ordering="random-window")
    mashed = [h.claim("A ready", 2000) for _ in range(3)]
    single = h.claim("B ready", 2010)
    h.run(2400)
    order = [answer.number for answer in h.answers if answer.number]
    assert order.index(single) <= 1
    assert [number for number in order if number in mashed] == mashed


# --------------------------------------------------------------------------------- pauses
@covers("RU-RT-11")
def test_no_claim_that_waits_when_the_game_is_paused_is_taken(hall: Any) -> None:
    for ordering in ("arrival", "lag-compensated", "random-window"):
        h = hall(hands={"A": "a b c", "B": "a d e"}, piles={"C": "a:2"}, ordering=ordering)
        h.run(4750)
        waiting = [h.clock.claim(*h.t.action("A steal a C"), 4751, 100)]
        waiting += [h.clock.claim(*h.t.action("B steal a C"), 4751, 0)]
        answers = h.clock.withdraw(4752)
        assert sorted(answer.number for answer in answers) == waiting
        assert {str(answer.refusal) for answer in answers} == {"The game was paused."}
        h.clock.put_off(10_000)
        h.run(16_000)
        assert h.t.pile("C") == "a:2"


def test_the_pause_before_a_deal_goes_on_where_it_was(hall: Any) -> None:
    h = hall(hands={"A": "a b c d", "B": "b e f"}, piles={"C": "a:2 b:2"})
    h.claim("A steal a C", 4000)
    h.run(4500)
    h.clock.put_off(60_000)
    assert (h.clock.due(), h.clock.deal_at()) == (66_250, 66_500)


@covers("RU-RT-8", "RU-RT-11")
def test_the_gap_lasts_through_a_pause(hall: Any) -> None:
    h = hall(hands={"A": "a b c d", "B": "b e f"}, piles={"C": "a:2 b:2"})
    h.claim("A steal a C", 2000)
    h.run(2050)
    h.clock.put_off(60_000)
    numbers = [h.claim("A steal b C", 62_060), h.claim("B ready", 62_070)]
    h.run(62_200)
    assert [h.answer(number).at for number in numbers] == [62_150, 62_070]


def test_the_time_of_a_game_that_was_broken_off_goes_on_where_it_was(hall: Any) -> None:
    h = hall(hands=IDLE, length="time", minutes=5)
    assert h.clock.left(100_000) == (200_000, 300_000)
    h = hall(hands=IDLE, length="time", minutes=5, clock={"left": 20_000.0})
    assert h.clock.left(5_000) == (15_000, 300_000)
    assert hall(hands=IDLE).clock.left(0) is None


@covers("RU-RT-8")
def test_faster_than_150_ms_is_delayed_not_refused(hall: Any) -> None:
    h = hall(hands={"A": "a b c d", "B": "e"}, piles={"B": "a:2 b:2 c:2"})
    numbers = [h.claim(f"A steal {x} B", at) for x, at in (("a", 2000), ("b", 2010), ("c", 2400))]
    h.run(2500)
    assert [h.answer(n).at for n in numbers] == [2000, 2150, 2400]
    assert [h.refusal(n) for n in numbers] == ["", "", ""]


@covers("RU-RT-8")
def test_the_gap_is_each_players_own(hall: Any) -> None:
    h = hall(hands={"A": "a b c", "B": "a d e"}, piles={"C": "a:2"})
    numbers = [h.claim("A steal a C", 2000), h.claim("B steal a A", 2001)]
    h.run(2001)
    assert [h.answer(n).at for n in numbers] == [2000, 2001]

"""RU-TICK: the model in which everybody chooses at once."""

from __future__ import annotations

from collections import Counter

import pytest

from rumpus.games.ruckus.state import HIDDEN
from rumpus.games.ruckus.words import (
    CAME,
    CHOSE,
    DEALT,
    LAST_FLURRY,
    SCORING,
    STOLE,
    TIME_WAS_UP,
    WAS_TOO_LATE,
)
from rumpus.rulekit import NONE
from rumpus.rulekit.errors import IllegalAction

from ..table import NAMES, Lay, Table

covers = pytest.mark.covers


def ticking(table: Lay, **more: object) -> Table:
    t: Table = table(timing="ticks", **more)
    return t


@covers("RU-TICK-1")
def test_everybody_chooses_in_secret(table: Lay) -> None:
    t = ticking(table, hands={"A": "a b", "B": "c"}, piles={"B": "a:2"})
    assert t.choices("A") == ["steal a B", "wait"]
    assert t.choices("B") == ["out", "wait"]
    assert t.choices("C") == ["wait"]
    assert t.asked == "ABC"
    before = {name: t.seen_by(name) for name in "BC"}
    t.do("A steal a B")
    assert t.told(CHOSE) == [(0, 0, 0, 0)]
    assert t.asked == "BC"
    assert t.pile("B") == "a:2"
    for name in "BC":
        facts = list(t.seen_by(name).facts)
        assert t.seen_by(name).zones == before[name].zones
        assert facts[12] == 1
        known = t.backend.redacted(t.s, NAMES.index(name))
        assert t.backend.field(known, "choice")[0] == HIDDEN
    own = t.backend.redacted(t.s, 0)
    assert t.backend.field(own, "choice")[:1] == [t.action("A steal a B")[1]]
    with pytest.raises(IllegalAction):
        t.do("A wait")


@covers("RU-TICK-2")
def test_choices_are_carried_out_in_random_order(table: Lay) -> None:
    first: Counter[str] = Counter()
    for seed in range(40):
        t = ticking(
            table, hands={"A": "a b c", "B": "a b c"}, piles={"C": "a:2"}, seed=seed
        ).tick(A="steal a C", B="steal a C")  # fmt: skip
        (seat, action), *rest = [numbers[:2] for numbers in t.told(CAME)]
        assert t.action(f"{NAMES[seat]} steal a C") == (seat, action)
        assert rest == [(-1, 0)]
        assert len(t.told(STOLE)) == 1
        winner, loser = ("A", "B") if seat == 0 else ("B", "A")
        assert (t.pile(winner), t.hand(loser)) == ("a:3", "a b c")
        late = [event for event in t.events if event.kind == WAS_TOO_LATE]
        assert [(event.audience, event.numbers[0]) for event in late] == [(1 << 1 - seat, 0)]
        first[winner] += 1
    assert min(first.values()) > 8


@covers("RU-TICK-2")
def test_a_choice_may_still_be_possible_in_another_order(table: Lay) -> None:
    """A steals from C, and B from A: possible only if A comes first."""
    seen = set()
    for seed in range(20):
        t = ticking(
            table, hands={"A": "a b c", "B": "a b c"}, piles={"A": "b:2", "C": "a:2"}, seed=seed
        ).tick(A="steal a C", B="steal b A")  # fmt: skip
        assert (t.pile("A"), t.pile("B")) == ("a:3", "b:3")
        seen.add(tuple(t["came"][:2]))
    assert seen == {(0, 1), (1, 0)}


@covers("RU-TICK-2")
def test_nothing_counts_after_somebody_has_gone_out(table: Lay) -> None:
    ends = set()
    for seed in range(20):
        t = ticking(
            table, hands={"A": "a", "B": "b c d"}, piles={"C": "b:2"}, seed=seed
        ).tick(A="out", B="steal b C")  # fmt: skip
        ends.add((t.pile("B"), t.points[1]))
        assert t.among("outs") == "A"
    assert ends == {("", 0), ("b:3", 1)}


@covers("RU-TICK-3")
def test_if_all_wait_everybody_is_dealt_a_card(table: Lay) -> None:
    t = ticking(table, hands={"A": "a b c", "B": "a b c", "C": "a b c"}).tick()
    assert len(t.told(DEALT)) == 3
    assert not t.told(WAS_TOO_LATE)
    assert (t["deals"], t.asked) == (2, "ABC")
    t = ticking(table, hands={"A": "a b c"}, piles={"A": "a:2"}).tick(A="build a")
    assert t["deals"] == 1
    last = ticking(table, hands={"A": "a b c"}, piles={"B": "a:2"}, stage=LAST_FLURRY)
    last.tick(A="steal a B")
    assert (last.stage, last["came"][0]) == ("last flurry", 0)
    last.tick()
    assert (last.stage, last.among("outs"), last["came"][0]) == ("scoring", "", NONE)


@covers("RU-TICK-3")
def test_sets_to_lay_by_hand_are_no_pause(table: Lay) -> None:
    t = ticking(table, hands={"A": "a a b c", "B": "b c d"}, lay_mode="manual")
    assert t.choices("A") == ["lay a"]
    t.tick(A="lay a")
    assert (t.pile("A"), t["deals"]) == ("a:2", 1)
    assert t.among("tidy") == "BC"  # players who waited are known to hold no set


@covers("RU-TICK-4")
def test_three_seconds_a_tick(table: Lay) -> None:
    hands = {"A": "a b c", "B": "a b c", "C": "a b c"}
    for minutes, settings in ((5, {"length": "time"}), (10, {"cap": "time"})):
        for ticks in (0, 20 * minutes - 2, 20 * minutes - 1):
            t = ticking(table, hands=hands, minutes=minutes, ticks=ticks, **settings).tick()
            assert bool(t.told(TIME_WAS_UP)) == (ticks == 20 * minutes - 1)
            assert t["time_up"] == (ticks == 20 * minutes - 1)
    assert not ticking(table, hands=hands, ticks=299).tick().told(TIME_WAS_UP)


@covers("RU-TICK-4", "RU-OPT-5")
def test_a_game_that_is_over_runs_out_of_no_time(table: Lay) -> None:
    more = {"cap": "time", "minutes": 5, "ticks": 99, "totals": {"A": 74}}
    t = ticking(table, hands={"A": "a", "B": "b c"}, **more).tick(A="out")
    assert (t.winners, t.totals[0]) == ("A", 79)
    assert not t.told(TIME_WAS_UP)


@covers("RU-TICK-5")
def test_the_next_round_begins_when_all_are_ready(table: Lay) -> None:
    t = ticking(table, stage=SCORING, dealer="B")
    assert [t.choices(name) for name in "ABC"] == [["ready"]] * 3
    t.do("A ready", "C ready")
    assert (t.stage, t.asked) == ("scoring", "B")
    t.do("B ready")
    assert t["round_number"] == 2
    assert t["n_deck"] == 51


@covers("RU-TAB-7")
@pytest.mark.parametrize(("setting", "outs"), [("off", 1), ("on", 2)])
def test_who_goes_out_in_the_same_tick_may_share_the_bonus(
    table: Lay, setting: str, outs: int
) -> None:
    t = ticking(table, hands={"A": "a", "B": "b"}, shared_bonus=setting)
    t.tick(A="out", B="out")
    assert len(t.among("outs")) == outs
    assert sorted(t.points) == [0] * (3 - outs) + [5] * outs


@covers("RU-TAB-7")
def test_nobody_shares_the_bonus_who_chose_something_else(table: Lay) -> None:
    """C could have gone out as well; A steals before or after B goes out, or not at all."""
    hands = {"A": "a d e", "B": "b", "C": "c"}
    for seed in range(10):
        t = ticking(table, hands=hands, piles={"C": "a:2"}, shared_bonus="on", seed=seed)
        t.tick(A="steal a C", B="out")
        assert (t.stage, t.among("outs"), t.points[1]) == ("scoring", "B", 5)


@covers("RU-TAB-4", "RU-TICK-2")
def test_a_late_choice_may_follow_its_pile(table: Lay) -> None:
    t = ticking(table, hands={"A": "a b c", "B": "a b c"}, piles={"C": "a:2"}, stale="follow")
    t.tick(A="steal a C", B="steal a C")
    assert sorted([t.pile("A"), t.pile("B")]) == ["", "a:4"]
    assert not t.told(WAS_TOO_LATE)


def test_the_table_does_nothing_by_itself(table: Lay) -> None:
    t = ticking(table)
    for action in ("deal", "end", "time"):
        with pytest.raises(IllegalAction):
            t.do(action)
    assert t.backend.may(t.s) == ()

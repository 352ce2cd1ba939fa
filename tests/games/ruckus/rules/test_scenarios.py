"""The scenarios of section 4 of the rules, one by one."""

from __future__ import annotations

import pytest

from rumpus.games.ruckus.words import LAID, STOLE
from rumpus.rulekit.errors import IllegalAction

from ..table import NAMES, Lay, Table

covers = pytest.mark.covers


@pytest.fixture
def robots(table: Lay) -> Table:
    """Two players draw a pair of Happy Robots at the same time, and a third holds one."""
    t = table(hands={"A": "HR a", "B": "HR b", "C": "HR c"})
    return t.deal(A="HR", B="HR", C="d")


@covers("RU-EX-1")
def test_two_equal_pairs_both_lie(robots: Table) -> None:
    assert (robots.pile("A"), robots.pile("B")) == ("i:2", "i:2")
    assert not robots.told(STOLE)
    assert {numbers[:3] for numbers in robots.told(LAID)} >= {(0, 8, 2), (1, 8, 2)}


@covers("RU-EX-2", "RU-EX-3")
@pytest.mark.parametrize(("victim", "other"), ["AB", "BA"])
def test_a_third_robot_takes_one_of_them(robots: Table, victim: str, other: str) -> None:
    robots.do(f"C steal HR {victim}")
    assert "i:3" in robots.pile("C")
    assert robots.pile(other) == "i:2"
    assert "i" not in robots.pile(victim)
    assert robots.hand("C") == "c d"


@covers("RU-EX-4")
def test_but_not_both(robots: Table) -> None:
    robots.do("C steal HR A")
    with pytest.raises(IllegalAction):
        robots.do("C steal HR B")


@covers("RU-EX-5")
def test_all_sets_of_the_first_seven_are_laid(table: Lay) -> None:
    t = table(hands={"A": "a a a b b c"}).deal(A="d")
    assert t.pile("A") == "a:3 b:2"
    assert t.hand("A") == "c d"


@covers("RU-EX-6")
def test_nothing_of_a_set_can_be_kept_to_steal_with(table: Lay) -> None:
    by_hand = table(hands={"A": "a a a"}, piles={"B": "a:2"}, lay_mode="manual", call="manual")
    assert by_hand.choices("A") == ["lay a"]
    with pytest.raises(IllegalAction):
        by_hand.do("A steal a B")
    by_hand.do("A lay a")
    by_itself = table(hands={"A": "a a a"}, piles={"B": "a:2"}).deal(A="b")
    for t in (by_hand, by_itself):
        assert (t.pile("A"), t.pile("B")) == ("a:3", "a:2")


@covers("RU-EX-7")
def test_a_card_for_ones_own_pile_may_be_held(table: Lay) -> None:
    t = table(hands={"A": "b", "B": "c d e"}, piles={"A": "a:2"}).deal(A="a")
    assert (t.hand("A"), t.pile("A")) == ("b a", "a:2")
    t.all_ready().do("deal")
    assert t.pile("A").startswith("a:2")


@covers("RU-EX-8")
def test_or_built(table: Lay) -> None:
    t = table(hands={"A": "b", "B": "c d e"}, piles={"A": "a:2"}).deal(A="a")
    t.do("A build a")
    assert (t.pile("A"), t.hand("A")) == ("a:3", "b")


@covers("RU-EX-9")
def test_a_new_set_joins_ones_own_pile(table: Lay) -> None:
    t = table(hands={"A": "a b c"}, piles={"A": "a:2"}).deal(A="a")
    assert (t.pile("A"), t.hand("A")) == ("a:4", "b c")


@covers("RU-EX-10", "RU-EX-11")
def test_steal_then_go_out_face_down(table: Lay) -> None:
    t = table(hands={"A": "a b", "B": "c d"}, piles={"B": "a:3"})
    t.do("A steal a B")
    assert (t.pile("A"), t.hand("A")) == ("a:4", "b")
    assert t.may_do("A out")
    t.do("A out")
    assert t.stage == "scoring"
    assert (t.points[0], t.out_card("A")) == (9, "b")


@covers("RU-EX-12")
def test_the_last_card_steals_and_goes_out(table: Lay) -> None:
    t = table(hands={"A": "a", "B": "c"}, piles={"B": "a:5"}).do("A steal a B")
    assert (t.pile("A"), t.hand("A"), t.stage) == ("a:6", "", "scoring")
    assert (t.points[0], t.among("outs")) == (11, "A")


@covers("RU-EX-13")
def test_a_dealt_twin_goes_out_with_a_set(table: Lay) -> None:
    t = table(hands={"A": "a", "B": "c d e", "C": "c d e"}).deal(A="a")
    assert (t.pile("A"), t.hand("A"), t.stage) == ("a:2", "", "scoring")
    assert t.among("outs") == "A"
    assert "RUCKUS! A goes out with a set." in t.log


@covers("RU-EX-14")
def test_a_set_may_leave_one_card(table: Lay) -> None:
    t = table(hands={"A": "a b", "B": "c d e", "C": "c d e"}).deal(A="b")
    assert (t.pile("A"), t.hand("A")) == ("b:2", "a")
    assert t.may_do("A out")


@covers("RU-EX-15", "RU-EX-16")
@pytest.mark.parametrize(
    ("piles", "hand", "score"),
    [("a:3", "b c d e f g", 0), ("a:4 b:5", "c d e f", 5)],
)
def test_scores(table: Lay, piles: str, hand: str, score: int) -> None:
    t = table(hands={"A": "l", "B": hand}, piles={"B": piles}).do("A out")
    assert t.points[1] == score


@covers("RU-EX-17")
def test_the_highest_of_several_past_the_goal_wins(table: Lay) -> None:
    t = table(
        hands={"A": "l", "B": "", "C": ""},
        piles={"A": "a:3", "B": "b:5", "C": "c:2"},
        totals={"A": 70, "B": 72, "C": 40},
    ).do("A out")
    assert t.points == [8, 5, 2]
    assert t.totals == [78, 77, 42]
    assert t.winners == "A"


@covers("RU-EX-18")
def test_equal_totals_are_played_out(table: Lay) -> None:
    t = table(
        hands={"A": "l"}, piles={"B": "b:5"}, totals={"A": 75, "B": 75, "C": 12}
    ).do("A out")  # fmt: skip
    assert t.totals == [80, 80, 12]
    assert (t.stage, t["extra_rounds"]) == ("scoring", 1)
    assert t.do("deal").stage in ("flurry", "scoring")


@covers("RU-EX-19")
def test_the_deal_passes_to_the_left(table: Lay) -> None:
    t = table(4, hands={"A": "l"}, dealer="C").do("A out")
    assert t.dealer == "D"
    t.do("deal")
    assert t["round_number"] == 2
    assert t["n_deck"] == 72 - 28


@covers("RU-EX-20")
def test_the_slower_claim_is_refused_and_may_follow(table: Lay) -> None:
    t = table(hands={"A": "a b c", "B": "a b c"}, piles={"C": "a:2"})
    t.do("A steal a C")
    assert t.pile("A") == "a:3"
    before = t.bytes
    with pytest.raises(IllegalAction):
        t.do("B steal a C")
    assert t.bytes == before
    assert t.hand("B") == "a b c"
    t.do("B steal a A")
    assert (t.pile("B"), t.pile("A")) == ("a:4", "")


@covers("RU-EX-21")
def test_the_later_thief_profits(table: Lay) -> None:
    t = table(hands={"A": "a b c", "B": "a b c"}, piles={"C": "a:2"})
    assert "steal a C" in t.choices("B")
    t.do("A steal a C", "B steal a A")
    assert t.pile("B") == "a:4"


@covers("RU-EX-22")
def test_a_stolen_pile_joins_ones_own_and_is_safe(table: Lay) -> None:
    t = table(hands={"A": "a"}, piles={"A": "a:2", "C": "a:3"}, call="manual")
    t.do("A steal a C")
    assert t.pile("A") == "a:6"
    assert not any("steal" in choice for name in "BC" for choice in t.choices(name))


@covers("RU-EX-23")
def test_the_deck_is_used_up(table: Lay) -> None:
    t = table(5, hands=dict.fromkeys("ABCD", "a b c"), deck=7, deals=6).do("deal")
    assert (t["n_deck"], t.stage) == (2, "last flurry")
    with pytest.raises(IllegalAction):
        t.do("deal")
    t.do("end")
    assert t.stage == "scoring"
    assert t.among("outs") == ""
    for seat, name in enumerate(NAMES):
        cards = sum(t["pile"][seat]) - len(t.cards_of(name))
        assert t.points[seat] == max(0, cards)


@covers("RU-EX-24")
def test_nothing_counts_after_ruckus(table: Lay) -> None:
    t = table(hands={"A": "a", "B": "b"}, piles={"C": "b:2"}).do("A out")
    with pytest.raises(IllegalAction):
        t.do("B steal b C")


@covers("RU-EX-25")
def test_the_last_card_may_be_kept(table: Lay) -> None:
    t = table(hands={"A": "a", "B": "b c d", "C": "b c d"}).deal(A="e")
    assert (t.hand("A"), t.stage) == ("a e", "flurry")
    again = table(hands={"A": "a", "B": "b c d", "C": "b c d"}).deal(A="a")
    assert again.pile("A") == "a:2"


@covers("RU-EX-26")
def test_two_cards_are_too_many_to_go_out(table: Lay) -> None:
    t = table(hands={"A": "a b"})
    with pytest.raises(IllegalAction):
        t.do("A out")


@covers("RU-EX-27")
def test_a_held_card_steals_back(table: Lay) -> None:
    t = table(hands={"A": "c d", "B": "a b"}, piles={"A": "a:2"}).deal(A="a", B="e")
    t.do("B steal a A")
    assert t.pile("B") == "a:3"
    t.do("A steal a B")
    assert t.pile("A") == "a:4"

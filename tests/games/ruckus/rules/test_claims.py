"""RU-STEAL and RU-BUILD: what singles can do in a flurry."""

from __future__ import annotations

import pytest

from rumpus.games.ruckus.words import BUILD, BUILT, DEAL, IS_READY, STEAL, STOLE, TIME_IS_UP
from rumpus.rulekit.errors import IllegalAction

from ..table import NAMES, Lay

covers = pytest.mark.covers


# --------------------------------------------------------------------------------- stealing
@covers("RU-STEAL-1", "RU-STEAL-2", "RU-STEAL-10")
@pytest.mark.parametrize("size", range(2, 6))
def test_a_single_takes_a_whole_pile(table: Lay, size: int) -> None:
    t = table(hands={"A": "b a c"}, piles={"B": f"a:{size} d:2"}).do("A steal a B")
    assert (t.pile("A"), t.pile("B")) == (f"a:{size + 1}", "d:2")
    assert t.hand("A") == "b c"
    assert t.told(STOLE) == [(0, 1, 0, size + 1)]


@covers("RU-STEAL-1")
def test_only_a_card_of_the_same_design_steals(table: Lay) -> None:
    t = table(hands={"A": "a b c"}, piles={"B": "d:2", "A": "a:2"})
    assert not any("steal" in choice for choice in t.choices("A"))
    for action in ("A steal d B", "A steal a B", "A steal a C"):
        with pytest.raises(IllegalAction):
            t.do(action)


@covers("RU-STEAL-3")
def test_a_set_never_steals(table: Lay) -> None:
    t = table(hands={"A": "a a b", "B": "c"}, piles={"B": "a:2"}, lay_mode="manual")
    with pytest.raises(IllegalAction):
        t.do("A steal a B")
    t.do("A lay a")
    assert (t.pile("A"), t.pile("B")) == ("a:2", "a:2")
    with pytest.raises(IllegalAction):
        t.do("A steal a B")


@covers("RU-STEAL-4")
@pytest.mark.parametrize("players", range(2, 6))
def test_there_are_no_turns(table: Lay, players: int) -> None:
    names = NAMES[:players]
    hands = {name: f"{letter} l" for name, letter in zip(names, "abcde", strict=False)}
    piles = {name: f"{letter}:2" for name, letter in zip(names, "bcdea"[:players], strict=True)}
    piles[names[-1]] = "a:2"
    for order in (names, names[::-1]):
        t = table(players, hands=hands, piles=piles)
        assert t.asked == names
        for name in order:
            victim = names[NAMES.index(name) - 1]
            t.do(f"{name} steal {hands[name][0]} {victim}")
        assert t.stage == "flurry"


@covers("RU-STEAL-4", "RU-RT-4")
def test_who_is_asked_and_who_may_act_besides(table: Lay) -> None:
    """Seat 3 is the table itself, which deals and ends the time."""
    t = table(hands={"A": "a b c"}, piles={"B": "a:2"}, length="time")
    assert (t.asked, t.backend.may(t.s)) == ("ABC", (3,))
    assert t.backend.legal(t.s, 3) == [DEAL, TIME_IS_UP]
    t.do("B ready")
    assert t.told(IS_READY) == [(1, 0, 0, 0)]
    assert (t.asked, t.backend.may(t.s)) == ("AC", (1, 3))
    t.do("time")
    assert t.backend.legal(t.s, 3) == [DEAL]
    t.do("A ready", "C ready")
    assert (t.asked, t.backend.may(t.s)) == ("A", (1, 2, 3))
    over = table(hands={"A": "a", "B": "b"}, length="single").do("A out")
    assert (over.asked, over.backend.may(over.s)) == ("", ())
    ticks = table(hands={"A": "a"}, timing="ticks")
    assert (ticks.asked, ticks.backend.may(ticks.s)) == ("ABC", ())


@covers("RU-STEAL-5")
def test_one_may_steal_again_and_again(table: Lay) -> None:
    t = table(hands={"A": "a b c d", "B": "e f"}, piles={"B": "a:2 b:3", "C": "c:2"})
    t.do("A steal a B", "A steal b B", "A steal c C")
    assert (t.pile("A"), t.hand("A")) == ("a:3 b:4 c:3", "d")


@covers("RU-STEAL-6")
def test_a_stolen_pile_can_be_stolen_again_and_back(table: Lay) -> None:
    t = table(hands={"A": "a b", "B": "a b", "C": "a b"}, piles={"C": "a:2"})
    t.do("A steal a C", "B steal a A", "C steal a B")
    assert [t.pile(name) for name in "ABC"] == ["", "", "a:5"]


@covers("RU-STEAL-7")
@pytest.mark.parametrize(("victim", "other"), ["BC", "CB"])
def test_of_several_piles_the_thief_takes_one(table: Lay, victim: str, other: str) -> None:
    t = table(hands={"A": "a b"}, piles={"B": "a:2", "C": "a:2"})
    assert {"steal a B", "steal a C"} <= set(t.choices("A"))
    t.do(f"A steal a {victim}")
    assert (t.pile("A"), t.pile(victim), t.pile(other)) == ("a:3", "", "a:2")
    assert not any("steal" in choice for choice in t.choices("A"))


@covers("RU-STEAL-8", "RU-INV-2")
def test_a_stolen_pile_joins_ones_own(table: Lay) -> None:
    t = table(hands={"A": "a b"}, piles={"A": "a:2", "C": "a:2"})
    assert {"steal a C", "build a"} <= set(t.choices("A"))  # Q36: free choice
    t.do("A steal a C")
    assert (t.pile("A"), t.pile("C")) == ("a:5", "")


@covers("RU-STEAL-9", "RU-BUILD-2")
def test_nobody_has_to_steal_or_build(table: Lay) -> None:
    t = table(hands={"A": "a b c", "B": "d e", "C": "d e"}, piles={"B": "a:2", "A": "b:2"})
    for _ in range(3):
        assert t.may_do("A ready")
        t.all_ready().deal(
            A="f" if "f" not in t.hand("A") else "g" if "g" not in t.hand("A") else "h"
        )
        assert t.hand("A").startswith("a b c")


@covers("RU-STEAL-2")
def test_the_ids_of_steals_count_designs_and_then_opponents(table: Lay) -> None:
    t = table(5, hands={"B": "a l c"}, piles={"C": "a:2", "A": "l:3", "E": "l:2"})
    assert t.action("B steal a C") == (1, STEAL)
    assert t.action("B steal l A") == (1, STEAL + 3 * 12 + 11)
    assert t.action("B steal l E") == (1, STEAL + 2 * 12 + 11)
    assert t.action("B build l") == (1, BUILD + 11)
    assert t.choices("B")[:3] == ["steal a C", "steal l E", "steal l A"]


# --------------------------------------------------------------------------------- building
@covers("RU-BUILD-1")
def test_a_single_joins_ones_own_pile(table: Lay) -> None:
    t = table(hands={"A": "a b"}, piles={"A": "a:3"}).do("A build a")
    assert (t.pile("A"), t.hand("A")) == ("a:4", "b")
    assert t.told(BUILT) == [(0, 0, 4, 0)]


@covers("RU-BUILD-3")
def test_nothing_is_added_to_another_pile(table: Lay) -> None:
    t = table(hands={"A": "a b", "B": "c d"}, piles={"B": "a:2"})
    with pytest.raises(IllegalAction):
        t.do("A build a")
    t.do("A steal a B")
    assert t.pile("B") == ""


@covers("RU-BUILD-4")
@pytest.mark.parametrize("players", range(2, 6))
def test_nobody_can_build_in_the_first_flurry(deal: Lay, players: int) -> None:
    for seed in range(6):
        t = deal(players, seed=seed)
        while t.stage == "flurry":
            choices = {name: t.choices(name) for name in t.names}
            assert not any("build" in text for texts in choices.values() for text in texts)
            steals = [f"{n} {text}" for n in choices for text in choices[n] if "steal" in text]
            if not steals:
                break
            t.do(steals[seed % len(steals)])

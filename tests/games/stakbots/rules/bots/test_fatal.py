"""Fatal Bot: whatever it damages is scrapped."""

from __future__ import annotations

import pytest

from ...table import Lay

covers = pytest.mark.covers


@covers("SB-BOT-FATAL-1")
@pytest.mark.parametrize("attacks", [True, False])
def test_whatever_it_damages_is_scrapped(table: Lay, attacks: bool) -> None:
    fatal, strong = "Fatal^ Core2_", "Core9^ Core3_"
    t = table({"P1": fatal, "P2": strong} if attacks else {"P1": strong, "P2": fatal})
    t.do("P1 attack")
    assert {t.stak("P1"), t.stak("P2")} == {"Core2^", "Core3^"}
    assert t.heap() == "Core9 Fatal"


@covers("SB-BOT-FATAL-1")
def test_it_survives_what_deals_no_damage(table: Lay) -> None:
    t = table({"P1": "Fatal^ Core2_", "P2": "Trip^ Core3_"})
    t.do("P1 attack")
    assert t.stak("P1") == "Fatal^ Core2_" and t.stak("P2") == "Core3^"


@covers("SB-BOT-FATAL-2", "SB-SC-11")
def test_two_of_them_scrap_each_other(table: Lay) -> None:
    t = table({"P1": "Fatal^ Core2_", "P2": "Fatal^ Core3_"})
    t.do("P1 attack")
    assert (t.stak("P1"), t.stak("P2")) == ("Core2^", "Core3^")


@covers("SB-CARD-3")
def test_covered_it_does_nothing(table: Lay) -> None:
    t = table({"P1": "Core2^ Fatal^ Core2_", "P2": "Core9^ Core3_"})
    t.do("P1 attack")
    assert t.stak("P2") == "Core9^:2 Core3_"

"""Stomp Bot: battles the same Stak until it is scrapped or stopped."""

from __future__ import annotations

import pytest

from rumpus.games.stakbots.words import SERIES_GOES_ON, SERIES_STOPPED, STRUCK

from ...table import Lay

covers = pytest.mark.covers


@covers("SB-BOT-STOMP-1", "SB-SC-13")
def test_it_battles_until_it_is_scrapped(table: Lay) -> None:
    t = table({"P1": "Stomp7^ Core2_", "P2": "Core2^ Core3_ Core4_ Core5_"})
    t.do("P1 attack")
    assert (t.stak("P1"), t.stak("P2")) == ("Core2^", "Core5^")
    assert t.count(STRUCK) == 6 and t.count(SERIES_GOES_ON) == 2
    assert t.refuses("P1 attack")


@covers("SB-BOT-STOMP-2")
def test_entry_effects_come_between_its_battles(table: Lay) -> None:
    t = table({"P1": "Stomp7^ Core2_", "P2": "Core2^ Bountiful_ Core9_ Core2_"}, supply="Core4")
    t.do("P1 attack")
    drew, battles = t.log.index("P2 draws a card."), t.kinds.index(SERIES_GOES_ON)
    assert drew < battles
    assert t.hand("P2") == "Core4" and t.stak("P2") == "Core9^:7 Core2_"
    assert t.stak("P1") == "Core2^"


@covers("SB-BOT-STOMP-2", "SB-ENTRY-17")
def test_each_of_its_battles_has_a_chain_of_its_own(table: Lay) -> None:
    t = table({"P1": "Stomp7^ Core2_", "P2": "Core1^ Tranq_ Tranq_ Core9_", "P3": "Core4^ Core4_"})
    t.do("P1 attack P2", "P2 at P3")
    assert t.stak("P2") == "Tranq^ Core9_" and t.choices == ["P2 at P1", "P2 at P3"]
    t.do("P2 at P3")  # the same card is reset again
    assert t.stak("P2") == "Core9^:7" and t.stak("P1") == "Core2^"


@covers("SB-BOT-STOMP-3")
@pytest.mark.parametrize(
    ("revealed", "answer", "mine"),
    [
        ("Tranq", "P2 reset P1 Stomp7", "Stomp7^ Core2_"),
        ("Begone", "P2 at P1", "Core2^"),
        ("Reaper", "P2 at P1", "Core2^"),
        ("Trip", "P2 at P1", "Core2^ Stomp7^:2"),
        ("Pit", "P2 at P1", "Core2^ Stomp7^:2"),
    ],
)
def test_what_stops_it(table: Lay, revealed: str, answer: str, mine: str) -> None:
    t = table({"P1": "Stomp7^ Core2_", "P2": f"Core2^ {revealed}_ Core4_ Core4_"})
    t.do("P1 attack")
    if t.asks == "P2":
        t.do(answer)
    assert t.stak("P1") == mine and t.stak("P2") == f"{revealed}^ Core4_ Core4_"
    assert t.count(SERIES_GOES_ON) == 0 and t.asks == "P1"
    assert "P1 attack" not in t.choices


@covers("SB-BOT-STOMP-3")
def test_a_shot_can_scrap_it(table: Lay) -> None:
    t = table({"P1": "Stomp7^:4 Core2_", "P2": "Core1^ Shot_ Core4_"})
    t.do("P1 attack", "P2 at P1")
    assert t.stak("P1") == "Core2^" and t.stak("P2") == "Shot^ Core4_"


@covers("SB-BOT-STOMP-3")
def test_a_shot_that_does_not_scrap_it_does_not_stop_it(table: Lay) -> None:
    t = table({"P1": "Stomp7^ Core2_", "P2": "Core1^ Shot_ Core2_ Core9_"})
    t.do("P1 attack", "P2 at P1")
    assert t.stak("P2") == "Core9^:7" and t.stak("P1") == "Core2^"


@covers("SB-BOT-STOMP-3", "SB-BOT-STOMP-4", "SB-SC-15")
def test_tripped_it_may_declare_a_new_attack_when_on_top_again(table: Lay) -> None:
    t = table({"P1": "Stomp7^ Sidekick_ Core2_", "P2": "Core2^ Trip_ Core4_"})
    t.do("P1 attack", "P2 at P1")
    assert t.stak("P1") == "Stomp7^:2 Sidekick^ Core2_" and t.stak("P2") == "Trip^ Core4_"
    assert t.count(SERIES_STOPPED) == 1 and t.count(SERIES_GOES_ON) == 0
    assert t.asks == "P1" and "P1 attack" in t.choices
    t.do("P1 attack")
    assert t.winners == "P1" and t.stak("P1") == "Stomp7^:6 Sidekick^ Core2_"


@covers("SB-BOT-STOMP-5", "SB-SC-16")
def test_effects_on_the_attacked_stak_do_not_stop_it(table: Lay) -> None:
    t = table({"P1": "Stomp7^ Core2_", "P2": "Core2^ Trip_ Core4_"})
    t.do("P1 attack", "P2 at P2")
    assert t.winners == "P1" and t.stak("P1") == "Stomp7^:6 Core2_"
    assert t.count(SERIES_GOES_ON) == 2


@covers("SB-BOT-STOMP-6")
def test_it_ends_when_the_stak_is_empty_and_may_attack_another(table: Lay) -> None:
    t = table({"P1": "Stomp7^ Core2_", "P2": "Core1^ Core2_", "P3": "Core3^ Core5_"})
    t.do("P1 attack P2")
    assert t.is_out("P2") and t.stak("P1") == "Stomp7^:3 Core2_"
    assert t.stak("P3") == "Core3^ Core5_" and "P1 attack" in t.choices
    t.do("P1 attack")
    assert t.winners == "P1" and t.stak("P1") == "Core2^"


@covers("SB-BOT-STOMP-7")
def test_its_player_is_not_asked_whether_it_goes_on(table: Lay) -> None:
    t = table({"P1": "Stomp7^ Core2_", "P2": "Core1^ Core9_ Core2_"})
    t.do("P1 attack")
    assert t.stak("P1") == "Core2^" and t.stak("P2") == "Core9^:7 Core2_"


@covers("SB-BOT-STOMP-8")
def test_as_a_defender_it_battles_once(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3_ Core3_", "P2": "Stomp7^ Core2_"})
    t.do("P1 attack")
    assert (t.stak("P1"), t.stak("P2")) == ("Core3^ Core3_", "Stomp7^:2 Core2_")
    assert t.count(SERIES_GOES_ON) == 0


@covers("SB-SC-12")
def test_fatal_stops_it(table: Lay) -> None:
    t = table({"P1": "Stomp7^ Core2_", "P2": "Fatal^ Core3_ Core3_"})
    t.do("P1 attack")
    assert (t.stak("P1"), t.stak("P2")) == ("Core2^", "Core3^ Core3_")
    assert t.count(SERIES_GOES_ON) == 0


@covers("SB-SC-14")
def test_pitted_it_ends_and_nothing_else_may_attack(table: Lay) -> None:
    t = table({"P1": "Stomp7^ Core2_", "P2": "Core2^ Pit_ Core4_"})
    t.do("P1 attack", "P2 at P1")
    assert t.stak("P1") == "Core2^ Stomp7^:2" and t.stak("P2") == "Pit^ Core4_"
    assert t.refuses("P1 attack")


@covers("SB-SC-17")
def test_returned_it_may_be_played_but_not_attack(table: Lay) -> None:
    t = table({"P1": "Stomp7^ Core2_", "P2": "Core2^ Begone_ Core4_"})
    t.do("P1 attack")
    assert t.hand("P1") == "Stomp7" and t.stak("P1") == "Core2^"
    t.do("P1 play Stomp7")
    assert t.stak("P1") == "Stomp7^ Core2^" and t.refuses("P1 attack")

"""Multi-Stak games: several Staks per player."""

from __future__ import annotations

import pytest

from rumpus.games.stakbots import game
from rumpus.games.stakbots.options import check_settings
from rumpus.rulekit.errors import UnknownOption

from ..laying import SEATS
from ..table import Lay

covers = pytest.mark.covers
TWO = {"P1": "Core5^ Core3_", "P1b": "Core4^ Core4_", "P2": "Core2^ Core4_", "P2b": "Core3^ Core5_"}


@covers("SB-VAR-MULTI-1", "SB-OPT-8")
@pytest.mark.parametrize(
    ("players", "staks", "depth"),
    [(2, 2, 9), (3, 2, 7), (4, 2, 5), (5, 2, 4), (6, 2, 3), (2, 3, 6), (3, 3, 5), (4, 3, 3),
     (2, 4, 5), (3, 4, 3)],
)  # fmt: skip
def test_every_stak_is_set_up_like_a_normal_one(
    deal: Lay, players: int, staks: int, depth: int
) -> None:
    t = deal(players, staks=staks)
    for seat in SEATS[:players]:
        for letter in "abcd"[:staks]:
            words = t.stak(seat + letter).split()
            assert [word[-1] for word in words] == ["^", *"_" * (depth - 1)]


@covers("SB-OPT-8")
@pytest.mark.parametrize(("players", "staks"), [(4, 4), (5, 3), (6, 3)])
def test_there_are_twelve_staks_at_most(players: int, staks: int) -> None:
    with pytest.raises(UnknownOption, match="Staks each at most"):
        check_settings(players, game.settings(players, {"staks": staks, "depth": 1}))


@covers("SB-VAR-MULTI-2")
def test_a_card_may_be_played_on_any_own_stak(table: Lay) -> None:
    t = table({**TWO, "P1b": ""}, hands={"P1": "Core9"})
    t.do("P1 play Core9")
    assert t.choices == ["P1 at P1", "P1 at P1b"]
    t.do("P1 at P1b")
    assert t.stak("P1b") == "Core9^" and t.stak("P1") == TWO["P1"]


@covers("SB-VAR-MULTI-2")
def test_a_card_on_its_way_is_known_to_all(table: Lay) -> None:
    t = table(TWO, hands={"P1": "Core9 Trip"})
    t.do("P1 play Core9")
    hand = next(zone for zone in t.seen_by("P2").zones if (zone.zone, zone.owner) == (4, 0))
    assert [t.names[group.face] for group in hand.groups] == ["Core9"] and hand.size == 2
    assert t.names[t.fact("acting card")] == "Core9"


@covers("SB-OPT-10")
def test_restarting_can_be_ruled_out(table: Lay) -> None:
    t = table({**TWO, "P1b": ""}, hands={"P1": "Core9"}, restart="no")
    t.do("P1 play Core9")
    assert t.stak("P1") == "Core9^ Core5^ Core3_" and t.stak("P1b") == ""


@covers("SB-VAR-MULTI-3")
def test_one_card_is_drawn_and_one_is_fed(table: Lay) -> None:
    t = table(TWO, supply="Core9 Trip", begin=True)
    assert t.hand("P1") == "Core9" and t.fact("to feed") == 1
    t.do("P1 discard Core9", "P1 end")
    assert t.turn == "P2"


@covers("SB-VAR-MULTI-4", "SB-VX-6", "SB-OPT-9")
def test_every_stak_has_its_own_attacker(table: Lay) -> None:
    t = table(TWO)
    t.do("P1 attack P2", "P1 attackb P2b", "P1 attack P2")
    assert t.fed == 4 and t.stak("P1") == "Core3^" and t.stak("P1b") == "Core4^:3 Core4_"
    assert "P1 attack" not in t.choices and "P1 attackb" in t.choices


@covers("SB-VAR-MULTI-5", "SB-VX-6", "SB-OPT-9")
def test_the_simple_limit_is_one_attacker(table: Lay) -> None:
    t = table(TWO, attackers="per-player")
    assert {"P1 attack", "P1 attackb"} <= set(t.choices)
    t.do("P1 attack P2")
    assert "P1 attack" in t.choices and "P1 attackb" not in t.choices
    t.do("P1 scrap")
    assert "P1 attack" not in t.choices and "P1 attackb" not in t.choices
    t = table(TWO, turn="P2", attackers="per-player").do("P2 attackb P1b")
    assert "P2 attack" not in t.choices and t.stak("P2b") == "Core5^"
    t = table({**TWO, "P2b": "Core5^ Core5_"}, turn="P2", attackers="per-player")
    t.do("P2 attackb P1b")
    assert "P2 attackb" in t.choices and "P2 attack" not in t.choices


@covers("SB-VAR-MULTI-6", "SB-VX-7")
def test_one_is_out_when_all_own_staks_are_empty(table: Lay) -> None:
    t = table({**TWO, "P2": "Core2^", "P2b": "Core3^"}, supply="Trip Shot", hands={"P2": "Core9"})
    t.do("P1 attack P2")
    assert not t.over and t.stak("P2") == ""
    t.do("P1 end")
    t.do("P2 play Core9 on P2")
    assert t.stak("P2") == "Core9^"
    t = table({**TWO, "P2": "", "P2b": "Core3^"})
    t.do("P1 attack")
    assert t.winners == "P1"


@covers("SB-VAR-MULTI-7")
def test_groups_and_abilities_concern_one_stak(table: Lay) -> None:
    t = table(
        {"P1": "Leader^ Core3_", "P1b": "Core4^ Core4^", "P2": "Core2^ Core4_", "P2b": "Core9^"}
    )
    assert t.zone_seen("P1").groups[0].marks >> 16 == 1
    t = table({**TWO, "P1": "Bash^ Core3_"})
    t.do("P1 attack P2b")
    assert t.stak("P2b") == "" and t.stak("P2") == TWO["P2"]
    t = table({**TWO, "P2b": "Bash^ Core5_", "P2": "Core2^ Core4_"}, hands={"P1": "Clumsy"})
    t.do("P1 play Clumsy on P1b")
    assert t.stak("P1b") == "Clumsy^ Core4^" and t.stak("P1") == TWO["P1"]


@covers("SB-VAR-MULTI-7")
def test_other_own_tops_are_other_top_cards(table: Lay) -> None:
    t = table(TWO, hands={"P1": "Reaper"})
    t.do("P1 play Reaper on P1")
    assert t.choices == ["P1 at P1b", "P1 at P2", "P1 at P2b"]
    t.do("P1 at P1b")
    assert t.stak("P1b") == "Core4^"


@covers("SB-VAR-MULTI-8")
def test_an_attack_names_one_stak(table: Lay) -> None:
    t = table(TWO)
    t.do("P1 attack")
    assert t.choices == ["P1 at P2", "P1 at P2b"]
    t.do("P1 at P2b")
    assert t.stak("P2") == TWO["P2"] and t.stak("P2b") == "Core5^"

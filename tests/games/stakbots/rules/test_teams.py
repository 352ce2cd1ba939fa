"""Teams: what holds for all of them, and staggered ones."""

from __future__ import annotations

import pytest

from rumpus.games.stakbots import game
from rumpus.rulekit.errors import UnknownOption
from rumpus.rulekit.options import Setting

from ..table import Lay, Table

covers = pytest.mark.covers
FOUR = {"P1": "Core5^ Core3_", "P2": "Core2^ Core4_", "P3": "Core3^ Core4_", "P4": "Core4^ Core5_"}


@covers("SB-VAR-TEAM-1", "SB-OPT-2")
@pytest.mark.parametrize(
    ("players", "size", "fits"),
    [(2, 2, False), (3, 2, False), (4, 2, True), (5, 2, False), (6, 2, True), (6, 3, True),
     (3, 3, False), (4, 3, False)],
)  # fmt: skip
def test_teams_are_equal(players: int, size: int, fits: bool) -> None:
    wish: dict[str, Setting] = {"teams": "staggered", "team_size": size}
    if fits:
        assert game.settings(players, wish)["team_size"] == size
    else:
        with pytest.raises(UnknownOption, match="do not make two or more teams"):
            game.settings(players, wish)


@covers("SB-OPT-1")
@pytest.mark.parametrize(
    ("mode", "size", "sides"),
    [("staggered", 2, [0, 1, 2] * 2), ("staggered", 3, [0, 1] * 3),
     ("synchronous", 2, [0, 0, 1, 1, 2, 2]), ("synchronous", 3, [0, 0, 0, 1, 1, 1])],
)  # fmt: skip
def test_who_is_on_whose_side(deal: Lay, mode: str, size: int, sides: list[int]) -> None:
    t = deal(6, teams=mode, team_size=size)
    assert t["team"][:6] == sides
    assert deal(6)["team"][:6] == [0, 1, 2, 3, 4, 5]


@covers("SB-VAR-TEAM-2", "SB-VX-4", "SB-VAR-TEAM-4")
def test_an_empty_stak_is_not_the_end_while_the_team_has_one(table: Lay) -> None:
    t = table({**FOUR, "P2": ""}, supply="Core9 Core2", begin=True, turn="P2", teams="staggered")
    assert t.turn == "P2" and t.hand("P2") == "Core9" and not t.is_out("P2")
    assert t.choices == ["P2 discard Core9", "P2 play Core9"]
    t.do("P2 play Core9")
    assert t.stak("P2") == "Core9^" and t.refuses("P2 end")
    t.do("P2 attack P1", "P2 end")
    assert t.turn == "P3"


@covers("SB-VAR-TEAM-3")
def test_a_team_is_out_when_all_its_staks_are_empty(table: Lay) -> None:
    t = table({**FOUR, "P2": "Core2^", "P4": ""}, hands={"P4": "Core9"}, teams="staggered")
    t.do("P1 attack")
    assert t.winners == "P1 P3" and t.places == [1, 3, 1, 3] and "Core9" in t.heap()
    t = table({"P1": "Core3^", "P2": "Core3^", "P3": "", "P4": ""}, teams="staggered")
    t.do("P1 attack")
    assert t.winners == "P1 P2 P3 P4"
    t = table({**FOUR, "P2": "Core2^"}, teams="staggered")
    t.do("P1 attack P2")
    assert not t.over and not t.is_out("P2")


@covers("SB-VAR-TEAM-4")
def test_a_card_on_an_empty_stak_starts_it_again_with_its_effect(table: Lay) -> None:
    t = table({**FOUR, "P1": ""}, hands={"P1": "Reaper"}, teams="staggered")
    t.do("P1 play Reaper", "P1 at P2")
    assert t.stak("P1") == "Reaper^" and t.stak("P2") == "Core4^"


@covers("SB-VAR-TEAM-5")
def test_effects_may_hit_team_mates_and_attacks_may_not(table: Lay) -> None:
    t = table(FOUR, hands={"P1": "Reaper Expel", "P3": "Trip"}, teams="staggered")
    t.do("P1 attack")
    assert t.choices == ["P1 at P2", "P1 at P4"]
    t = table(FOUR, hands={"P1": "Reaper Expel", "P3": "Trip"}, teams="staggered")
    t.do("P1 play Reaper")
    assert t.choices == ["P1 at P2", "P1 at P3", "P1 at P4"]
    t.do("P1 at P3", "P1 play Expel", "P1 name P3")
    assert t.stak("P3") == "Core4^" and t.hand("P3") == ""


def hand_seen(t: Table, owner: int, viewer: str) -> int:
    zones = t.seen_by(viewer).zones
    hand = next(zone for zone in zones if (zone.zone, zone.owner) == (4, owner))
    return sum(group.cards for group in hand.groups)


@covers("SB-VAR-TEAM-6", "SB-OPT-4")
@pytest.mark.parametrize(
    ("mode", "hands", "mate", "seen"),
    [
        ("staggered", "by-mode", "P3", 0),
        ("staggered", "shared", "P3", 2),
        ("synchronous", "by-mode", "P2", 2),
        ("synchronous", "hidden", "P2", 0),
        ("synchronous", "by-mode", "P3", 0),
        ("synchronous", "by-mode", "", 0),
    ],
)
def test_who_sees_a_hand(table: Lay, mode: str, hands: str, mate: str, seen: int) -> None:
    t = table(FOUR, hands={"P1": "Core9 Trip"}, teams=mode, team_hands=hands)
    assert hand_seen(t, 0, mate) == seen and hand_seen(t, 0, "P1") == 2
    t = table(FOUR, supply="Core9 Trip", begin=True, teams=mode, team_hands=hands)
    assert hand_seen(t, 0, mate) == seen // 2 and hand_seen(t, 0, "P1") == 1


@covers("SB-VAR-TEAM-6")
def test_a_shared_draw_is_told_to_the_team(deal: Lay) -> None:
    t = deal(4, teams="synchronous", starter="seat-1")
    private = {event.audience for event in t.events if event.audience != -1}
    assert private == {0b0011, 0b1100}


# --------------------------------------------------------------------------------- staggered
@covers("SB-VAR-STAG-1")
def test_everybody_takes_their_own_turn(table: Lay) -> None:
    t = table(FOUR, supply="Core9 Core2 Core4", fed=1, teams="staggered")
    t.do("P1 end")
    assert t.turn == "P2" and t.hand("P2") == "Core9" and t.hand("P4") == ""
    assert t.refuses("P2 end") and t.asks == "P2"
    t.do("P2 discard Core9", "P2 end")
    assert t.turn == "P3"


@covers("SB-VAR-STAG-1", "SB-TURN-10")
def test_a_team_mate_may_be_next(table: Lay) -> None:
    t = table(FOUR, fed=1, teams="staggered").resign("P2").do("P1 end")
    assert t.turn == t.asks == "P3"


@covers("SB-VAR-STAG-2", "SB-OPT-3")
def test_seats_alternate_or_are_drawn(deal: Lay) -> None:
    assert deal(4, teams="staggered")["team"][:4] == [0, 1, 0, 1]
    drawn = {tuple(deal(4, seed=seed, teams="staggered", seating="random")["team"][:4])
             for seed in range(20)}  # fmt: skip
    assert len(drawn) > 3 and all(sorted(sides) == [0, 0, 1, 1] for sides in drawn)


@covers("SB-VAR-STAG-3")
def test_a_player_without_any_card_is_passed_over(table: Lay) -> None:
    t = table({**FOUR, "P2": ""}, fed=1, teams="staggered")
    t.do("P1 end")
    assert t.turn == "P3" and t.said("It is P2's turn.") and not t.is_out("P2")


@covers("SB-VAR-TEAM-2")
def test_at_the_turn_limit_teams_are_counted_together(table: Lay) -> None:
    t = table({"P1": "Core5^", "P2": "Core2^ Core4_", "P3": "Core3^ Core4_ Core5_", "P4": "Core4^"},
              turns=199, fed=1, teams="staggered")  # fmt: skip
    t.do("P1 end")
    assert t.winners == "P1 P3" and t.places == [1, 3, 1, 3]

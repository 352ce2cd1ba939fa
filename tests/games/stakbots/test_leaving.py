"""What the table itself does: calling time, and resignation; and how long a decision may take."""

from __future__ import annotations

import pytest

from rumpus.games.stakbots.state import RESIGN, TIME_IS_UP
from rumpus.rulekit.errors import IllegalAction

from .table import Lay

covers = pytest.mark.covers
THREE = {"P1": "Core5^ Core3_", "P2": "Core2^ Core4_", "P3": "Core4^ Core4_ Core2_"}


@covers("SB-TURN-13", "SB-OPT-33")
def test_when_time_is_called_the_turn_is_finished_and_most_cards_win(table: Lay) -> None:
    t = table(THREE, hands={"P1": "Core9"})
    t.call_time()
    assert not t.over and t.asks == "P1" and t.said("Time is up")
    t.do("P1 discard Core9")
    assert not t.over
    t.do("P1 end")
    assert t.winners == "P3" and t.places == [2, 2, 1]


@covers("SB-TURN-13")
def test_time_is_called_once(table: Lay) -> None:
    t = table(THREE).call_time()
    assert TIME_IS_UP not in t.backend.legal(t.s, t.players)
    with pytest.raises(IllegalAction):
        t.call_time()


@covers("SB-OUT-9")
def test_who_resigns_is_out_and_feeds_nobody(table: Lay) -> None:
    t = table(THREE, hands={"P2": "Core9"})
    t.resign("P2")
    assert t.is_out("P2") and t.stak("P2") == "" and t.hand("P2") == ""
    assert t.heap() == "Core2 Core4 Core9" and t["fed"] == 0 and t.asks == "P1"
    t.do("P1 attack P3")
    assert t.stak("P3") == "Core4^ Core2_", "the game goes on without P2"


@covers("SB-OUT-9")
def test_no_effect_happens_when_a_player_resigns(table: Lay) -> None:
    t = table({"P1": "Core5^ Core3_", "P2": "Core2^ Reaper_", "P3": "Core4^ Core4_"})
    t.resign("P2")
    assert t.stak("P1") == "Core5^ Core3_" and t.stak("P3") == "Core4^ Core4_"


@covers("SB-OUT-9")
def test_the_turn_of_who_resigns_ends_at_once(table: Lay) -> None:
    t = table(THREE)
    t.resign("P1")
    assert t.is_out("P1") and t.turn == "P2" and t.asks == "P2"


@covers("SB-OUT-9")
def test_of_two_the_other_wins(table: Lay) -> None:
    t = table({"P1": "Core5^ Core3_", "P2": "Core2^"})
    t.resign("P1")
    assert t.winners == "P2"


@covers("SB-OUT-9")
def test_inside_a_chain_who_resigns_is_out_when_it_is_over(table: Lay) -> None:
    t = table({"P1": "Core5^ Core3_", "P2": "Core2^ Shot_", "P3": "Core4^ Core4_"})
    t.do("P1 attack P2")
    assert t.asks == "P2"
    t.resign("P2")
    assert t.asks == "P2" and not t.is_out("P2")
    assert RESIGN + 1 not in t.backend.legal(t.s, t.players), "once is enough"
    t.do("P2 at P3")
    assert t.is_out("P2") and t.stak("P3") == "Core4^:3 Core4_"


@covers("SB-OUT-9")
def test_nobody_leaves_a_team_or_a_draft_or_resigns_twice(table: Lay) -> None:
    t = table({**THREE, "P4": "Core2^"}, teams="staggered")
    assert not any(action >= RESIGN for action in t.backend.legal(t.s, t.players))
    t = table(THREE)
    t.resign("P2")
    assert RESIGN + 1 not in t.backend.legal(t.s, t.players)


def test_a_reaction_has_ten_seconds(table: Lay) -> None:
    t = table({"P1": "Core5^", "P2": "Core2^ Core4_"}, hands={"P2": "Core9"}, reactive=True)
    assert t.backend.run("seconds", t.s, 0) == 0
    t.do("P1 attack")
    assert t.asks == "P2" and t.backend.run("seconds", t.s, 1) == 10

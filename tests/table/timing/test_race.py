"""A table in real time: what the clock decides is an action of the table itself."""

from __future__ import annotations

import pytest

from rumpus.rulekit.errors import IllegalAction
from rumpus.table.errors import NotNow, NotThere
from rumpus.table.making import rematch_of
from rumpus.table.play import CLOCK
from rumpus.table.records.record import record_of
from rumpus.table.records.replay import steps_of
from rumpus.table.records.verify import disagreements
from rumpus.table.showing.views import view_of
from rumpus.table.table import Table
from tests.table.setting import act, backend_of, make

SHORT = {"length": "single", "first_dealer": "seat-2"}


def play_round(table: Table) -> None:
    """Nobody claims anything; whoever is down to one card goes out, and the table deals."""
    while table.is_playing:
        game = table.game_on()
        outs = [n for n in range(table.players) if 1 in table.backend.legal(game.state, n)]
        if outs:
            act(table, "out", seat=outs[0])
        else:
            (action,) = table.backend.legal(game.state, table.players)
            table.act(table.players, action, 0.0, CLOCK)


@pytest.fixture
def finished() -> Table:
    table = make("pp", game="ruckus", options=SHORT)
    play_round(table)
    return table


def test_the_table_acts_as_one_seat_more() -> None:
    table = make("pp", game="ruckus", options=SHORT)
    (deal,) = table.backend.legal(table.game_on().state, 2)
    table.act(2, deal, 0.0, CLOCK)
    assert table.game_on().acts[-1] == (2, deal, CLOCK)
    assert view_of(table, 0).facts["deals"] == 1
    with pytest.raises(NotThere, match="no seat 4"):
        table.act(3, deal, 0.0)


def test_in_other_games_the_table_does_nothing_by_itself() -> None:
    table = make("pp")
    with pytest.raises(IllegalAction, match="no seat 3"):
        table.act(2, 0, 0.0, CLOCK)


def test_a_record_with_the_tables_own_acts_replays(finished: Table) -> None:
    record, backend = record_of(finished), backend_of("ruckus")
    assert any(seat == 2 for seat, *_ in record.actions)
    assert disagreements(record, backend) == []
    steps = list(steps_of(record, backend))
    dealt = [step for step in steps[1:] if step.seat == -1]
    assert {step.choice.verb for step in dealt if step.choice} <= {"deal", "end"}
    assert len(dealt) == sum(seat == 2 for seat, *_ in record.actions)


def test_nothing_can_be_taken_back() -> None:
    table = make("pp", game="ruckus", options=SHORT)
    act(table, "ready", seat=0)
    assert not view_of(table, 0).can_undo
    with pytest.raises(NotNow, match="In real time nothing can be taken back"):
        table.undo(0, 0.0)
    ticks = make("pp", game="ruckus", options={"timing": "ticks"})
    act(ticks, "wait", seat=0)
    assert view_of(ticks, 0).can_undo


def test_the_room_does_not_ask_bots_that_race() -> None:
    assert make("pb", game="ruckus").bots_asked() == []
    assert make("pb", game="ruckus", options={"timing": "ticks"}).bots_asked() == [1]


def test_what_the_settings_rule_out_is_no_choice() -> None:
    table = make("pp", game="ruckus")
    offered = [choice.verb for choice in view_of(table, 0).choices]
    fewer = [choice.verb for choice in view_of(table, 0, {75}).choices]
    assert [verb for verb in offered if verb != "ready"] == fewer
    assert "ready" in offered


def test_in_a_rematch_the_deal_has_passed_on(finished: Table) -> None:
    again = rematch_of(finished, "plum-otter-bbbbbbbbbbbbbbbb", 0.0)
    assert again.options["first_dealer"] == 0


def test_a_pause_covers_a_race_and_ends_with_a_countdown() -> None:
    table = make("pp", game="ruckus", options=SHORT)
    assert not table.is_covered()
    table.pause(10.0)
    assert table.is_covered() and table.due() is None
    table.resume(20.0)
    assert table.is_covered() and not table.is_awake() and table.due() == 23
    with pytest.raises(NotNow, match="goes on in a moment"):
        table.resume(21.0)
    with pytest.raises(NotNow, match="The game is paused"):
        act(table, "ready", 22.0, seat=0)
    table.pause(22.0)
    assert table.due() is None, "the countdown was called off"
    table.resume(30.0)
    table.go_on(33.0)
    assert not table.is_covered() and table.is_awake()


def test_a_pause_of_a_game_of_turns_covers_nothing() -> None:
    table = make("pp")
    table.pause(10.0)
    assert not table.is_covered()
    table.resume(20.0)
    assert table.is_awake()

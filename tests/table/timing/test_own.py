"""Actions of the table itself, and decisions with their own time limit."""

from __future__ import annotations

from rumpus.table.play import Play
from rumpus.table.showing.lobby import ClockView, TimeView, clock_of
from tests.table.setting import backend_of, make


def test_only_some_games_let_the_table_act() -> None:
    stakbots, parley = backend_of("stakbots").game, backend_of("parley").game
    assert stakbots.resigns is not None and parley.resigns is None
    assert parley.calls_time is None and parley.resigning(0) is None
    action = stakbots.resigning(2)
    assert action is not None and stakbots.words.notation(action, 3, 3) == "resign 3"


def test_the_clock_of_a_game_calls_time_once() -> None:
    table = make("pp", game="stakbots", options={"clock": 5})
    assert table.whole_game.due() == 300
    assert clock_of(table, 60.0) == ClockView({}, TimeView(240, 300, True))
    table.pause(100.0)
    table.resume(150.0)
    assert table.whole_game.due() == 350 and table.whole_game.expired(350.0) == [2]
    action = table.game.calls_time
    assert action is not None
    table.act(2, action, 350.0, "clock")
    assert table.whole_game.due() is None and not table.table_may(action)


def test_a_resignation_does_not_wind_the_clock_of_the_game_up() -> None:
    table = make("ppp", game="stakbots", options={"clock": 5})
    action = table.game.resigning(1)
    assert action is not None
    table.act(3, action, 100.0)
    assert table.whole_game.due() == 300


def test_the_game_clock_stops_while_every_seat_to_act_is_covered() -> None:
    table = make("pp", game="stakbots", options={"clock": 5, "starter": "seat-1"})
    table.cover([0, 1], 100.0)
    assert table.whole_game.due() is None
    table.cover([1], 1000.0)
    assert table.whole_game.due() == 1200


def test_without_that_option_no_game_runs_out() -> None:
    assert make("pp", game="stakbots").whole_game.due() is None


def test_a_pick_has_thirty_seconds_where_time_runs() -> None:
    draft = {"deck": "ranked-draft", "turn_timer": 60}
    table = make("pp", game="stakbots", options=draft, timer=True)
    clock = clock_of(table, 0.0)
    assert clock and list(clock.seats.values()) == [TimeView(30, 30, True)]
    assert clock_of(make("pp", game="stakbots", options=draft), 0.0) is None


def test_a_resignation_is_an_action_that_replays() -> None:
    table = make("ppp", game="stakbots")
    action = table.game.resigning(1)
    assert action is not None and table.table_may(action)
    table.act(3, action, 0.0)
    assert not table.table_may(action)
    play = table.game_on()
    again = Play(table.backend, 3, table.data.options, table.key(), play.acts)
    assert table.backend.pack(again.state) == table.backend.pack(play.state)

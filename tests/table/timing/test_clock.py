"""Clocks, pauses, absences and rematches. The time is passed in."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from rumpus.table.data.settings import PACES, Settings, checked, thinking_time
from rumpus.table.data.table_data import LogEntry, TableData
from rumpus.table.errors import NotNow, NotYours, Refused
from rumpus.table.making import rematch_of
from rumpus.table.seating.presence import AWAY_LEAST, IDLE_AFTER
from rumpus.table.showing.lobby import ClockView, TimeView, clock_of, lobby_of
from rumpus.table.showing.views import view_of
from rumpus.table.table import Table
from rumpus.table.timing.clock import Clock
from tests.table.setting import SECRET, act, backend_of, make, play_out, token

FIRST = {"starter": "seat-1"}


def test_the_games_own_option_sets_the_limit() -> None:
    table = make("pp", options=FIRST | {"limit": 20}, timer=True)
    assert table.due() == 20
    assert clock_of(table, 5.0) == ClockView({0: TimeView(15.0, 20.0, True)}, None)
    assert make("pp", options={"limit": "off"}, timer=True).clock.due() is None
    assert clock_of(make("pp"), 0) is None


def test_when_time_is_up_the_games_own_rule_decides() -> None:
    table = make("pp", options=FIRST, timer=True)
    assert table.clock.expired(19.9) == []
    assert table.clock.expired(20.0) == [0]
    action = table.game_on().timeout_of(0, Random(1))
    table.act(0, action, 20.0, "clock")
    assert table.game.words.notation(action, 0, 2) == "pass"
    assert table.game_on().acts[-1].by == "clock"
    assert table.due() == 40


def test_a_decision_gives_new_time_and_a_knock_of_another_does_not() -> None:
    table = make("pp", options=FIRST, timer=True)
    act(table, "knock", 5.0, seat=1)
    assert table.due() == 20
    act(table, "aim 1", 6.0)
    assert table.due() == 26


def test_a_pause_stops_the_clock_the_bots_and_the_choices() -> None:
    table = make("pb", options=FIRST, timer=True)
    table.pause(5.0)
    assert table.due() is None
    assert table.clock.expired(100.0) == []
    assert view_of(table, 0).choices == []
    with pytest.raises(NotNow, match="paused"):
        act(table, "pass", 6.0)
    with pytest.raises(NotNow, match="already paused"):
        table.pause(6.0)
    table.resume(50.0)
    assert table.due() == 65
    with pytest.raises(NotNow, match="not paused"):
        table.resume(50.0)
    act(table, "pass", 51.0)
    assert table.bots_asked() == [1]
    table.pause(52.0)
    assert table.bots_asked() == []


def test_only_a_game_can_be_paused() -> None:
    table = make("po", start=False)
    with pytest.raises(NotNow, match="no game to pause"):
        table.pause(0)


def test_a_bot_has_no_clock() -> None:
    table = make("pb", options=FIRST, timer=True)
    act(table, "pass", 1.0)
    assert table.due() is None
    assert clock_of(table, 1.0) is None


def test_a_table_stands_still_while_nobody_is_there() -> None:
    table = make("pb", options=FIRST, timer=True, absence=10)
    table.depart(0, 5.0)
    assert not table.is_awake()
    assert table.due() is None
    assert table.let_bots_stand_in(1000.0) == []
    table.arrive(0, 1000.0)
    assert table.due() == 1015.0


def test_a_table_of_bots_plays_while_somebody_watches() -> None:
    table = make("bb")
    assert table.bots_asked() == []
    table.watch(1, 0)
    assert len(table.bots_asked()) == 1
    table.watch(-1, 0)
    assert table.bots_asked() == []


def test_a_bot_stands_in_for_a_long_absence_and_gives_the_seat_back() -> None:
    table = make("pp", options=FIRST, absence=30)
    table.depart(0, 5.0)
    assert table.bots_asked() == []
    assert table.notice_absence(30.0)  # who is to decide is idle first
    assert table.due() == 35.0
    assert table.let_bots_stand_in(34.9) == []
    assert table.let_bots_stand_in(35.0) == [0]
    assert table.bots_asked() == [0]
    assert lobby_of(table).seats[0].stand_in
    assert table.level_at(0) == "normal"
    assert table.seats_of([token(0)]) == (0,)
    assert table.arrive(0, 40.0)
    assert table.bots_asked() == []
    assert not lobby_of(table).seats[0].stand_in


def test_no_game_waits_forever_even_if_bots_are_not_to_stand_in() -> None:
    table = make("pp", options=FIRST, absence=0)
    table.depart(0, 5.0)
    assert table.notice_absence(IDLE_AFTER)
    assert table.due() == 5.0 + IDLE_AFTER
    assert table.let_bots_stand_in(4.0 + IDLE_AFTER) == []
    assert table.let_bots_stand_in(5.0 + IDLE_AFTER) == [0]
    assert table.arrive(0, 6.0 + IDLE_AFTER)
    assert table.bots_asked() == []


def test_a_bot_can_replace_a_player_who_has_been_idle_too_long() -> None:
    table = make("ppb", options=FIRST, absence=60)
    with pytest.raises(NotYours, match="table has waited 60 seconds for them"):
        table.fill(0, "bot", now=59.0)
    assert table.due() == 60.0
    assert not table.notice_absence(59.0)
    assert table.notice_absence(60.0)
    assert not table.notice_absence(61.0)
    assert table.due() is None
    assert lobby_of(table).seats[0].idle
    with pytest.raises(NotYours, match="Ann1 is sitting there"):
        table.fill(1, "bot", now=61.0)
    table.fill(0, "bot", now=61.0)
    assert table.bots_asked() == [0]
    assert lobby_of(table).seats[0].stand_in
    assert not lobby_of(table).seats[0].idle
    assert table.come_back(0, 70.0)
    assert not table.come_back(0, 71.0)
    assert table.bots_asked() == []
    assert table.due() == 130.0


def test_acting_ends_idleness_and_time_counts_only_while_somebody_waits() -> None:
    table = make("pp", options=FIRST, absence=60)
    assert table.notice_absence(60.0)
    act(table, "pass", 61.0)
    assert not lobby_of(table).seats[0].idle
    table.pause(100.0)
    table.resume(500.0)
    assert table.due() == 560.0
    table.depart(1, 510.0)
    table.arrive(1, 511.0)
    assert table.due() == 560.0
    assert table.notice_absence(560.0)
    assert table.arrive(1, 570.0) is False
    assert lobby_of(table).seats[1].idle


def test_an_idle_host_counts_as_absent() -> None:
    table = make("pp", options=FIRST, absence=60)
    with pytest.raises(NotYours, match="Only Ann0"):
        table.check_host([1])
    table.notice_absence(60.0)
    table.check_host([1])
    table.fill(0, "bot", now=60.0)
    table.check_host([1])
    table.arrive(0, 70.0)
    with pytest.raises(NotYours, match="Only Ann0"):
        table.check_host([1])


def test_where_only_the_host_ends_a_pause_others_may_after_half_an_hour() -> None:
    table = make("pp", options=FIRST, absence=60, pause="host")
    table.pause(10.0)
    assert table.due() == 10.0 + IDLE_AFTER
    with pytest.raises(NotYours, match="Only Ann0"):
        table.check_pauser([1])
    assert table.notice_absence(10.0 + IDLE_AFTER)
    table.check_pauser([1])
    with pytest.raises(NotYours, match="Ann0 is sitting there"):
        table.fill(0, "bot", now=20.0 + IDLE_AFTER)


def test_nobody_is_idle_alone_or_with_a_time_limit() -> None:
    assert make("pb", options=FIRST).due() is None
    timed = make("pp", options=FIRST, timer=True, absence=1)
    assert timed.due() == 20.0
    timed.cover([0], 5.0)  # their time is stopped, and so would be the game
    assert timed.due() == 5.0 + AWAY_LEAST
    assert timed.notice_absence(5.0 + AWAY_LEAST)
    assert lobby_of(timed).seats[0].idle


def test_on_a_shared_device_nobody_is_idle_while_another_decides() -> None:
    table = make("ppp", game="tuckit", absence=60)
    assert len(table.game_on().asked()) == 3
    table.cover([0, 1, 2], 0.0)
    assert table.notice_absence(60.0)
    assert not table.cover([0, 1, 2], 61.0)
    assert table.cover([1, 2], 62.0)  # the first one takes the device
    assert not any(seat.idle for seat in lobby_of(table).seats)
    assert table.due() == 122.0
    assert table.notice_absence(122.0)
    assert [seat.idle for seat in lobby_of(table).seats] == [True, False, False]


def test_a_second_window_counts_as_being_back() -> None:
    table = make("pp", options=FIRST)
    table.notice_absence(60.0)
    table.fill(0, "bot", now=60.0)
    assert table.arrive(0, 61.0)
    assert table.bots_asked() == []


def test_how_long_a_seat_is_waited_for_has_its_bounds() -> None:
    with pytest.raises(Refused, match="stand in after 0 to 86,400 seconds"):
        checked(Settings(absence=-1))
    with pytest.raises(Refused, match="pace can be instant, quick, normal or slow"):
        checked(Settings(pace="warp"))


def test_a_bot_seems_to_think_as_long_as_the_pace_says() -> None:
    dice = Random(1)
    for pace, (least, most) in PACES.items():
        times = [thinking_time(pace, dice) for _ in range(50)]
        assert all(least <= time <= most for time in times)
        assert len(set(times)) > 40 or most == 0


def test_two_tabs_are_one_person() -> None:
    table = make("pp", options=FIRST)
    assert not table.arrive(0, 1.0)
    assert not table.depart(0, 2.0)
    assert table.depart(0, 3.0)


def test_somebody_away_when_the_room_was_restarted_has_the_whole_absence_again() -> None:
    old = make("pp", options=FIRST, absence=30)
    table = Table(old.backend, old.data, 1000.0)
    table.arrive(1, 1001.0)
    assert table.due() == 1030.0


def test_a_rematch_has_the_same_people_and_the_next_starter() -> None:
    table = make("ppb", options={"starter": "seat-3", "turns": 2})
    with pytest.raises(NotNow, match="not over yet"):
        rematch_of(table, "new", 7.0)
    play_out(table)
    data = rematch_of(table, "new", 7.0, {0: "ab" * 16})
    assert table.data.rematch == "new"
    assert data.options["starter"] == 0
    assert data.secret != table.data.secret
    assert data.seats[0].nonce == "ab" * 16
    assert data.seats[1].nonce != table.seats[1].nonce
    assert data.seats[2].nonce == ""
    again = Table(table.backend, data, 8.0)
    assert again.names == table.names
    assert again.seats_of([token(1)]) == (1,)
    assert again.game_on().asked() == (0,)
    with pytest.raises(NotNow, match="already"):
        rematch_of(table, "other", 9.0)


def test_a_rematch_continues_from_a_random_starter() -> None:
    table = make("ppp", options={"turns": 2})
    first = table.game_on().starter
    play_out(table)
    data = rematch_of(table, "new", 0)
    assert Table(table.backend, data, 0).game_on().starter == (first + 1) % 3


def test_a_rematch_is_started_by_whom_the_rules_name() -> None:
    table = make("pp", game="stakbots", options={"depth": 1, "starter": "seat-1"})
    action = table.game.resigning(1)
    assert action is not None
    table.act(table.players, action, 0.0)
    data = rematch_of(table, "new", 0)
    assert data.options["starter"] == 1, "the loser, though setup and seat say otherwise"


def test_teams_that_share_a_turn_start_a_rematch_in_turn() -> None:
    options = {"teams": "synchronous", "starter": "seat-1", "setup_effects": "on"}
    table = make("pppp", game="stakbots", options=options)
    for seat in (2, 3):
        table.act(table.players, table.game.resigning(seat) or 0, 0.0)
    play_out(table)
    assert rematch_of(table, "new", 0).options["starter"] == 2


def test_the_deal_is_made_of_the_secret_and_every_nonce() -> None:
    from hashlib import sha256

    table = make("pbp")
    nonces = b"".join(bytes([n, 16]) + bytes([n]) * 16 for n in (0, 2))
    assert table.commitment() == sha256(SECRET).hexdigest()
    assert table.key() == sha256(SECRET + nonces).digest()
    state, _ = backend_of("parley").deal(3, table.data.options, table.key())
    assert table.backend.pack(table.game_on().state) == table.backend.pack(state)


def test_the_secret_is_shown_when_the_game_is_over_and_not_before() -> None:
    table = make("pp", options={"turns": 2})
    assert lobby_of(table).result is None
    play_out(table)
    result = lobby_of(table).result
    assert result
    assert (result.secret, result.key) == (SECRET.hex(), table.key().hex())
    assert result.nonces == {"0": "00" * 16, "1": "01" * 16}


@pytest.mark.parametrize("nonce", ["xyz", "ab", "ab" * 33])
def test_a_nonce_is_bounded(nonce: str) -> None:
    with pytest.raises(Refused, match="nonce"):
        make("oo", start=False).sit(None, "Ann", "", "t", nonce)


def test_every_seat_that_is_to_act_has_its_own_time() -> None:
    clock = Clock()
    clock.wait_for({0: 10, 1: 10}, 0, running={0, 1})
    clock.wait_for({1: 10, 2: 10}, 4, running={1, 2}, acted=0)
    assert clock.ends == {1: 10, 2: 14}
    clock.wait_for({1: 10, 2: 10}, 5, running=())
    clock.wait_for({1: 10, 2: 10, 3: 10}, 6, running=())
    assert clock.due() is None
    clock.wait_for({1: 10, 2: 10, 3: 10}, 8, running={1, 2, 3})
    assert clock.ends == {1: 13, 2: 17, 3: 18}
    assert clock.expired(13) == [1]
    assert clock.times(12)[1] == (1, 10, True)


def test_time_stops_for_those_without_the_shared_device() -> None:
    clock = Clock()
    clock.wait_for({0: 10, 1: 10}, 0, running={0})
    clock.wait_for({0: 10, 1: 10}, 4, running={1})
    assert clock.times(6) == {0: (6, 10, False), 1: (8, 10, True)}
    assert clock.expired(13) == []
    assert clock.expired(14) == [1]


def test_no_clock_runs_under_the_cover() -> None:
    table = make("pp", options=FIRST | {"limit": 20}, timer=True)
    table.cover([0, 1], 5.0)
    assert table.clock.due() is None
    assert clock_of(table, 500.0) == ClockView({0: TimeView(15.0, 20.0, False)}, None)
    table.cover([1], 500.0)
    assert table.clock.due() == 515
    act(table, "pass", 510.0)
    assert table.clock.due() is None
    table.cover([0], 600.0)
    assert table.clock.due() == 620


# --------------------------------------------------------------------------------- restarts
def again(table: Table, now: float, last: float = 0.0) -> Table:
    """The table restored from its stored data, in another room."""
    data = msgspec.json.decode(msgspec.json.encode(table.data), type=TableData)
    acts = [LogEntry(act.seat, act.action, act.by) for act in table.game_on().acts]
    return Table(table.backend, data, now, acts, last=last)


def test_a_clock_continues_when_the_table_is_loaded_again() -> None:
    table = make("pp", options=FIRST | {"limit": 20}, timer=True)
    act(table, "pass", 3.0)
    table.depart(0, 8.0)
    table.depart(1, 8.0)
    table.keep_time(8.0, at=1_000_000.0)
    back = again(table, 50.0)
    assert clock_of(back, 70.0) == ClockView({1: TimeView(15.0, 20.0, False)}, None)
    back.arrive(1, 70.0)
    assert back.due() == 85


def test_what_was_taken_down_of_another_decision_does_not_count() -> None:
    table = make("pp", options=FIRST | {"limit": 20}, timer=True)
    table.keep_time(8.0, at=1_000_000.0)
    act(table, "pass", 10.0)
    back = again(table, 50.0, last=1_000_002.0)
    back.arrive(1, 70.0)
    assert back.due() == 90


def test_the_clock_of_a_whole_game_continues_when_the_table_is_loaded_again() -> None:
    table = make("pp", game="stakbots", options={"clock": 5}, absence=0)
    table.keep_time(100.0, at=1_000_000.0)
    stopped = again(table, 0.0)
    stopped.arrive(0, 7.0)
    assert stopped.due() == 207


def test_the_time_until_the_last_action_has_passed_where_a_room_was_killed() -> None:
    table = make("pp", game="stakbots", options={"clock": 5}, absence=0)
    table.keep_time(0.0, at=1_000_000.0)
    killed = again(table, 0.0, last=1_000_090.0)
    killed.arrive(0, 7.0)
    assert killed.due() == 217
    table.pause(0.0)
    table.keep_time(0.0, at=1_000_000.0)
    paused = again(table, 0.0, last=1_000_090.0)
    paused.resume(7.0)
    paused.arrive(0, 7.0)
    assert paused.due() == 307


# --------------------------------------------------------------------------------- pauses
@pytest.mark.parametrize(
    ("pause", "seat", "sentence"),
    [
        ("everybody", 1, ""),
        ("host", 0, ""),
        ("host", 1, "Only Ann0, who made the table, can do that."),
        ("nobody", 0, "Nobody can pause at this table."),
    ],
)
def test_the_host_chooses_who_may_pause(pause: str, seat: int, sentence: str) -> None:
    table = make("pp", pause=pause)
    if sentence:
        with pytest.raises(ValueError, match=sentence):
            table.check_pauser([seat])
    else:
        table.check_pauser([seat])


def test_a_paused_game_can_always_be_resumed() -> None:
    table = make("pp", pause="nobody")
    table.pause(0.0)
    table.check_pauser([1])
    with pytest.raises(Refused, match="paused by everybody, host or nobody"):
        checked(Settings(pause="me"))

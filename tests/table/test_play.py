"""A game is its options, its key and its actions; and what can be undone."""

from __future__ import annotations

from random import Random

import pytest

from rumpus.running.interpreted import Interpreted
from rumpus.table.data.table_data import LogEntry, TableData
from rumpus.table.errors import NotNow
from rumpus.table.play import Play, SeatAction
from rumpus.table.showing.views import lines_for, view_of
from rumpus.table.table import Table
from rumpus.testing import Broken, properties

from .parley import game as parley
from .parley.silent import turn_over_silently
from .parley.words import AIM, SHOW
from .setting import act, backend_of, make, play_out


def undo(table: Table, seat: int = 0) -> None:
    table.undo(seat, 0)


@pytest.mark.parametrize("game", ["parley", "mantis"])
def test_replaying_the_actions_gives_the_same_state(game: str) -> None:
    table = make("pppb", game=game)
    play_out(table)
    play = table.game_on()
    again = Play(play.backend, 4, table.data.options, table.key(), play.acts)
    assert play.backend.pack(again.state) == play.backend.pack(play.state)
    assert again.events == play.events


def test_a_table_set_up_from_what_was_kept_is_the_same() -> None:
    table = make("pp", options={"starter": "seat-1"})
    act(table, "aim 1")
    undo(table)
    act(table, "aim 2")
    kept = [
        LogEntry(0, 0, "person"),
        LogEntry(0, None, "person"),
        LogEntry(0, 1, "person"),
    ]
    again = Table(table.backend, table.data, 9.0, kept)
    assert view_of(again, 0) == view_of(table, 0)
    assert again.entries == table.entries == 3


def test_a_quiet_action_can_be_taken_back_by_its_seat() -> None:
    table = make("pp", options={"starter": "seat-1"})
    before = table.backend.pack(table.game_on().state)
    act(table, "aim 1")
    assert view_of(table, 0).can_undo
    assert not view_of(table, 1).can_undo
    with pytest.raises(NotNow, match="only take back your own last action"):
        undo(table, 1)
    undo(table)
    assert table.backend.pack(table.game_on().state) == before
    assert [line.event for line in lines_for(table, (0,))] == ["started"]


def test_several_quiet_actions_can_be_taken_back_one_by_one() -> None:
    table = make("pp", options={"starter": "seat-1"})
    for action in ("aim 1", "aim 2", "mark fox"):
        act(table, action)
    for _ in range(3):
        undo(table)
    assert table.game_on().acts == []
    with pytest.raises(NotNow):
        undo(table)


def test_passing_can_be_taken_back_until_the_next_one_acts() -> None:
    table = make("pp", options={"starter": "seat-1"})
    act(table, "pass")
    assert table.may_undo(0)
    act(table, "aim 1")
    assert not table.may_undo(0)
    with pytest.raises(NotNow, match="own last action"):
        undo(table)


@pytest.mark.parametrize("action", ["peek", "roll"])
def test_nothing_is_taken_back_past_chance_or_what_was_shown(action: str) -> None:
    table = make("pp", options={"starter": "seat-1"})
    act(table, action)
    assert not view_of(table, 0).can_undo
    with pytest.raises(NotNow, match="revealed something"):
        undo(table)


def test_a_card_turned_over_stays_so() -> None:
    table = make("pp", options={"starter": "seat-1"})
    act(table, "aim 1")
    act(table, "show")
    assert not table.may_undo(0)


def test_a_game_that_shows_a_card_without_a_word_does_not_conform() -> None:
    """Undo depends on what was told, so whatever is shown has to be told."""
    quiet = Interpreted(parley.with_rules(apply=turn_over_silently))
    s, _ = quiet.deal(2, {"starter": 0}, bytes(32))
    assert quiet.apply(s, 0, AIM) == []
    with pytest.raises(Broken, match="leak in a step: the field `hand` of the redacted state"):
        properties.steps_leak_nothing(quiet, s, 0, SHOW, None, Random(1))


def test_what_a_bot_or_the_clock_decided_is_not_taken_back() -> None:
    table = make("pp", options={"starter": "seat-1"})
    table.act(0, 0, 0, "clock")
    assert not table.may_undo(0)


def test_a_finished_game_is_not_taken_back() -> None:
    table = make("pp", options={"starter": "seat-1", "turns": 2})
    act(table, "pass")
    act(table, "pass")
    assert not table.may_undo(1)


def test_taking_back_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rumpus.table.table.ENTRIES_MOST", 3)
    table = make("pp", options={"starter": "seat-1"})
    act(table, "aim 1")
    undo(table)
    act(table, "aim 1")
    with pytest.raises(NotNow, match="too long to take anything back"):
        undo(table)


def test_every_card_in_mantis_shows_something() -> None:
    table = make("ppp", game="mantis")
    for _ in range(8):
        seat = table.game_on().asked()[0]
        table.act(seat, 0, 0)
        assert not table.may_undo(seat)


def test_before_the_deal_there_is_nothing_to_do() -> None:
    table = make("po", start=False)
    for attempt in (
        lambda: table.act(0, 0, 0),
        lambda: table.undo(0, 0),
        lambda: table.hint(0),
    ):
        with pytest.raises(NotNow, match="not started"):
            attempt()


def test_a_hint_is_for_a_seat_that_has_to_decide() -> None:
    table = make("pp", options={"starter": "seat-1"})
    assert table.hint(0)().action in table.backend.legal(table.game_on().state, 0)
    act(table, "pass")
    act(table, "knock", seat=0)
    with pytest.raises(NotNow, match="nothing to decide for you"):
        table.hint(0)


def test_the_starter_is_the_first_seat_to_act() -> None:
    for seat in range(3):
        play = Play(backend_of("parley"), 3, {"starter": seat}, bytes(32))
        assert play.starter == seat


def test_a_play_refuses_and_stays_as_it_is() -> None:
    play = Play(backend_of("parley"), 2, {"starter": 0}, bytes(32))
    with pytest.raises(ValueError, match="not allowed now"):
        play.act(SeatAction(0, 3))
    assert play.acts == []


def test_what_is_kept_holds_no_token_and_reads_back() -> None:
    import msgspec

    data = make("pb").data
    text = msgspec.json.encode(data)
    assert b"token-0" not in text
    assert msgspec.json.decode(text, type=TableData) == data

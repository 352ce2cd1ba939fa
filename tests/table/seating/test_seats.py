"""Taking, filling and leaving seats."""

from __future__ import annotations

import pytest

from rumpus.players import UnknownLevel
from rumpus.table.errors import NotNow, NotThere, NotYours, Refused
from rumpus.table.input.text import clean_chat, clean_name
from rumpus.table.seating.presence import AWAY_LEAST
from tests.table.setting import act, make, play_out, token


def test_people_take_open_seats_in_order_or_the_one_they_want() -> None:
    table = make("oooo", start=False)
    assert table.sit(None, "Ann", "cat", "a") == 0
    assert table.sit(3, "Bob", "owl", "b") == 3
    assert table.sit(None, "Cy", "", "c") == 1
    assert [seat.kind for seat in table.seats] == ["person", "person", "open", "person"]
    assert table.data.host == 0


def test_a_taken_seat_and_a_seat_that_is_not_there_are_refused() -> None:
    table = make("po")
    with pytest.raises(NotNow, match="Seat 1 is taken"):
        table.sit(0, "Bob", "", "b")
    with pytest.raises(NotThere, match="no seat 9"):
        table.sit(8, "Bob", "", "b")
    table.sit(1, "Bob", "", "b")
    with pytest.raises(NotNow, match="All seats are taken"):
        table.sit(None, "Cy", "", "c")
    table.start(0)
    with pytest.raises(NotNow, match="has started"):
        table.sit(None, "Cy", "", "c")


def test_the_same_name_gets_a_number() -> None:
    table = make("ooo", start=False)
    for name in ("Ann", "ann", "Ann"):
        table.sit(None, name, "", name)
    assert table.names == ["Ann", "ann 2", "Ann 3"]


def test_only_the_token_opens_a_seat_and_only_its_hash_is_kept() -> None:
    table = make("pp")
    assert table.seats_of([token(1)]) == (1,)
    assert table.seats_of([token(1), token(0), "wrong"]) == (0, 1)
    assert table.seats_of(["", table.seats[0].token]) == ()
    assert token(0) not in repr(table.data)


def test_the_host_fills_and_opens_seats_before_the_start() -> None:
    table = make("poo", start=False)
    table.fill(1, "bot", "easy")
    assert (table.seats[1].kind, table.seats[1].level) == ("bot", "easy")
    table.fill(1, "open")
    assert table.seats[1].kind == "open"
    with pytest.raises(UnknownLevel, match="no level 'genius'"):
        table.fill(1, "bot", "genius")
    with pytest.raises(NotYours, match="Ann0 is sitting there"):
        table.fill(0, "bot")
    with pytest.raises(Refused, match="to a bot or opened"):
        table.fill(1, "person")
    table.start(0)
    with pytest.raises(NotNow, match="Once the game has started"):
        table.fill(1, "bot")


def test_an_absent_players_seat_can_be_cleared_before_the_start() -> None:
    table = make("ppo", start=False)
    table.depart(0, 100.0)
    with pytest.raises(NotNow, match="Ann0 has only just left; wait 20 seconds"):
        table.fill(0, "open", now=99.0 + AWAY_LEAST)
    with pytest.raises(UnknownLevel):
        table.fill(0, "bot", "genius", now=100.0 + AWAY_LEAST)
    assert table.seats_of([token(0)]) == (0,)
    table.fill(0, "open", now=100.0 + AWAY_LEAST)
    assert table.seats[0].kind == "open"
    assert table.seats_of([token(0)]) == ()
    assert table.data.host == 1
    assert table.sit(None, "Cy", "", "c") == 0
    table.fill(0, "bot", now=200.0)  # Cy never came
    assert [seat.kind for seat in table.seats] == ["bot", "person", "open"]


def test_a_bot_can_stand_in_for_an_absent_player_during_a_game() -> None:
    table = make("pp", options={"starter": "seat-1"}, absence=0)
    with pytest.raises(NotYours, match="Ann0 is sitting there"):
        table.fill(0, "bot", now=50.0)
    table.depart(0, 100.0)
    with pytest.raises(NotNow, match="only just left"):
        table.fill(0, "bot", now=101.0)
    with pytest.raises(NotNow, match="a bot can only stand in"):
        table.fill(0, "open", now=200.0)
    assert table.bots_asked() == []
    table.fill(0, "bot", now=200.0)
    assert table.bots_asked() == [0]
    with pytest.raises(NotNow, match="A bot is already playing for Ann0"):
        table.fill(0, "bot", now=300.0)
    assert table.seats_of([token(0)]) == (0,)
    table.arrive(0, 400.0)
    assert table.bots_asked() == []
    play_out(table)
    table.depart(0, 500.0)
    with pytest.raises(NotNow):
        table.fill(0, "bot", now=900.0)


def test_only_the_host_starts_unless_away() -> None:
    table = make("ppo", start=False)
    table.check_host([0])
    with pytest.raises(NotYours, match="Only Ann0"):
        table.check_host([1])
    with pytest.raises(NotYours, match="Only players at the table"):
        table.check_host([])
    table.depart(0, 5)
    table.check_host([1])


def test_starting_puts_bots_into_open_seats() -> None:
    table = make("poo", start=False)
    table.start(0)
    assert [seat.kind for seat in table.seats] == ["person", "bot", "bot"]
    assert len(set(table.names)) == 3
    with pytest.raises(NotNow, match="already"):
        table.start(0)


def test_leaving_before_the_start_opens_the_seat() -> None:
    table = make("ppo", start=False)
    table.leave(0, 1)
    assert table.seats[0].kind == "open"
    assert table.data.host == 1
    table.leave(1, 1)
    assert table.data.host == -1
    with pytest.raises(NotNow, match="Nobody sits there"):
        table.leave(2, 1)
    table.sit(None, "Cy", "", "c")
    assert table.data.host == 0


def test_leaving_a_game_puts_in_a_bot_and_keeps_the_deal() -> None:
    table = make("pp")
    key, state = table.key(), table.backend.pack(table.game_on().state)
    table.leave(0, 1)
    assert table.seats[0].kind == "bot"
    assert table.names[0] == "Ann0's bot"
    assert table.seats_of([token(0)]) == ()
    assert table.key() == key
    assert table.backend.pack(table.game_on().state) == state


def test_several_seats_can_be_played_from_one_device() -> None:
    table = make("oo", start=False)
    table.sit(None, "Ann", "", "same-a")
    table.sit(None, "Bob", "", "same-b")
    table.start(0)
    assert table.seats_of(["same-a", "same-b"]) == (0, 1)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("  Ann\t B \n", "Ann B"),
        ("A\x00n\x1bn\u202e", "Ann"),
        ("e\u0301", "é"),
        ("<b>", "<b>"),
        ("👩\u200d🚀", "👩\u200d🚀"),
    ],
)
def test_names_are_cleaned_but_not_escaped(written: str, name: str) -> None:
    assert clean_name(written) == name


@pytest.mark.parametrize("written", ["", " ", "\x00", "\u200d", "x" * 25])
def test_names_have_1_to_24_characters(written: str) -> None:
    with pytest.raises(Refused, match="1 to 24"):
        clean_name(written)


def test_chat_is_bounded_in_length_and_number() -> None:
    table = make("pp")
    with pytest.raises(Refused, match="300"):
        clean_chat("x" * 301)
    with pytest.raises(Refused, match="The message is empty"):
        clean_chat("\x07")
    for number in range(130):
        table.say(1, f"line {number}")
    assert len(table.chat) == 100
    assert table.said == 130
    assert table.chat[-1].text == "line 129"
    assert table.chat[-1].name == "Ann1"


def test_an_avatar_is_a_word() -> None:
    table = make("oo", start=False)
    with pytest.raises(Refused, match="avatar"):
        table.sit(None, "Ann", "../x", "a")


def test_a_refusal_changes_nothing() -> None:
    table = make("pp")
    before = table.backend.pack(table.game_on().state)
    seat = table.game_on().asked()[0]
    with pytest.raises(ValueError, match="is not allowed now"):
        table.act(1 - seat, 3, 0)
    with pytest.raises(ValueError, match="no action 99"):
        table.act(seat, 99, 0)
    with pytest.raises(NotThere):
        table.act(7, 0, 0)
    assert table.backend.pack(table.game_on().state) == before
    assert table.entries == 0


def test_a_seat_may_act_out_of_turn_where_the_game_allows_it() -> None:
    table = make("pp", options={"starter": "seat-1"})
    act(table, "knock", seat=1)
    assert table.game_on().acts[-1].seat == 1
    with pytest.raises(ValueError, match="nothing to decide"):
        act(table, "knock", seat=1)


def test_nothing_can_be_done_when_the_game_is_over() -> None:
    table = make("pp", options={"turns": 2})
    play_out(table)
    assert table.data.status == "over"
    with pytest.raises(ValueError, match="over"):
        table.act(0, 6, 0)

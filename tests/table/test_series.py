"""Series: games by the same people whose points are added up, as the game defines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

import msgspec
import pytest

from rumpus.rulekit.optional.series import Points, Standings
from rumpus.store import save_table
from rumpus.table.backends import table_backend
from rumpus.table.data.table_data import TableData
from rumpus.table.dealing.rounds import SECONDS
from rumpus.table.making import rematch_of
from rumpus.table.records.record import record_of
from rumpus.table.series import SeriesView, dropped_out, next_game, view_of_series
from rumpus.table.table import Table

from . import setting
from .parley import game as parley
from .setting import make, play_out, token


def knock_out(people: int, games: Sequence[Points], values: Mapping[str, int]) -> Standings | None:
    """After every game the first one who is still in drops out; a table of eight turns has none."""
    if values["turns"] == 8:
        return None
    totals = tuple(sum(points[n] or 0 for points in games) for n in range(people))
    left = tuple(range(len(games), people))
    return Standings(totals, 99, left, ()) if len(left) > 1 else Standings(totals, 99, (), left)


@pytest.fixture(autouse=True)
def series_of_parley(monkeypatch: pytest.MonkeyPatch) -> None:
    backend = table_backend(replace(parley, series=knock_out))
    monkeypatch.setattr(setting, "backend_of", lambda name: backend)


def play_anyhow(table: Table, seed: int = 1) -> list[int]:
    """Play to the end; returns the points of every seat."""
    random = Random(seed)
    while table.is_playing:
        seat = table.game_on().asked()[0]
        known = table.game_on().known_to(seat)
        table.act(seat, random.choice(table.backend.legal(known, seat)), 0.0)
    return table.backend.scores(table.game_on().state)


def rematch(table: Table, name: str = "next") -> Table:
    """The next table, as it comes back from disk."""
    text = save_table(rematch_of(table, name, 0.0)).row[-1]
    data = msgspec.json.decode(text, type=TableData)
    assert Table(table.backend, data, 0.0).data == data
    return Table(table.backend, data, 0.0)


def test_leaving_a_series_during_the_deal_puts_in_a_bot() -> None:
    table = make("ppp", options={"turns": 2})
    play_anyhow(table)
    data = rematch_of(table, "next", 0.0)
    for there in data.seats:
        there.nonce, there.seals = "", True
    data.status, data.dealing = "open", True
    again = Table(table.backend, data, 0.0)
    again.leave(0, 1.0)
    assert [s.kind for s in again.seats] == ["bot", "person"]
    assert (again.data.dealing, again.data.round, again.due()) == (True, 2, 1.0 + SECONDS)
    again.leave(1, 2.0)
    assert again.is_playing, "nobody is left to wait for"


def series(table: Table) -> SeriesView:
    found = view_of_series(table)
    assert found
    return found


def seats(table: Table) -> list[int]:
    return [entrant.seat for entrant in series(table).players]


def points(table: Table) -> list[list[int | None]]:
    return [entrant.points for entrant in series(table).players]


def test_a_table_without_a_series_has_none_and_everybody_plays_again() -> None:
    table = make("ppb")
    assert view_of_series(table) is None
    play_out(table)
    assert view_of_series(table) is None
    again = rematch(table)
    assert again.names == table.names
    assert again.data.series is None and view_of_series(again) is None
    assert record_of(table).series == 0


def test_the_first_game_of_a_series() -> None:
    table = make("opb", options={"turns": 9})
    assert series(table).players[0].name == "Seat 1"
    table.start(0)
    now = series(table)
    assert (now.game, now.target, now.over, now.winners) == (1, 99, False, ())
    assert [entrant.name for entrant in now.players] == table.names
    assert points(table) == [[], [], []]
    assert seats(table) == [0, 1, 2]
    assert not any(entrant.out for entrant in now.players)


def test_points_are_added_up_and_eliminated_players_get_no_seat() -> None:
    first = make("ppp", options={"turns": 30})
    one = play_anyhow(first, 3)
    assert len(set(one)) > 1, "a deal in which everybody gets the same shows nothing"
    assert points(first) == [[n] for n in one]
    assert [entrant.out for entrant in series(first).players] == [True, False, False]
    assert next_game(first).seats == {1: 0, 2: 1}
    second = rematch(first)
    assert second.names == first.names[1:]
    assert second.seats_of([token(0)]) == ()
    assert second.seats_of([token(2)]) == (1,)
    assert second.data.host == 0
    assert (series(second).game, seats(second)) == (2, [-1, 0, 1])
    assert points(second) == [[n] for n in one]
    two = play_anyhow(second, 4)
    assert points(second) == [[one[0], None], [one[1], two[0]], [one[2], two[1]]]
    now = series(second)
    assert [entrant.total for entrant in now.players] == [one[0], one[1] + two[0], one[2] + two[1]]
    assert (now.over, now.winners, now.game) == (True, (2,), 2)
    assert (record_of(first).series, record_of(second).series) == (1, 2)


def test_when_a_series_is_over_everybody_begins_a_new_one() -> None:
    first = make("ppb", options={"turns": 9})
    play_anyhow(first)
    second = rematch(first)
    second.leave(0, 0.0)
    play_anyhow(second)
    third = rematch(second)
    assert third.names == ["Ann0", "Ann1's bot", first.names[2]]
    assert third.seats_of([token(0)]) == (0,)
    assert third.seats_of([token(1)]) == ()
    assert third.data.host == 0
    assert (series(third).game, points(third)) == (1, [[], [], []])


def test_bots_go_on_when_all_people_are_out() -> None:
    first = make("pbb", options={"turns": 9})
    play_anyhow(first)
    second = rematch(first)
    assert second.data.host == -1
    assert dropped_out(second, [token(0)])
    assert not dropped_out(second, [token(1), ""])
    assert not dropped_out(first, [token(0)]), "this one sits at the table"
    second.watch(1, 0.0)
    assert second.bots_asked()

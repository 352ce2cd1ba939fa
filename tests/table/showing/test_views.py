"""What each viewer sees and is told."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest

from rumpus.rulekit.layout import read_table
from rumpus.running.interpreted import Interpreted
from rumpus.server.tables.encoding import KEYS
from rumpus.table.showing.lobby import lobby_of
from rumpus.table.showing.looks import SPELLING, looks_of
from rumpus.table.showing.views import lines_for, view_of
from tests.table.setting import act, make, play_out

FIRST = {"starter": "seat-1"}


def test_a_view_is_what_the_game_shows_to_its_viewer() -> None:
    table = make("ppp", options=FIRST)
    for viewer in (-1, 0, 1, 2):
        laid = read_table(table.backend.show(table.game_on().state, viewer))
        view = view_of(table, viewer)
        assert tuple(view.facts.values()) == laid.facts
        assert [(z.zone, z.owner, z.size, z.groups) for z in view.zones] == list(laid.zones)
        assert view.asks == (0,)
        assert bool(view.choices) == (viewer >= 0)


@pytest.mark.parametrize("name", ["parley", "mantis", "ruckus"])
def test_one_look_is_all_that_a_viewer_may_know(name: str) -> None:
    table = make("ppp", game=name)
    data = table.backend.pack(table.game_on().state)
    for backend in (table.backend, Interpreted(table.game, SPELLING)):
        s = backend.load(data)
        for viewer in (-1, 0, 1, 2):
            known = backend.redacted(s, viewer)
            legal = tuple(backend.legal(known, viewer))
            seen = looks_of(backend, s, [viewer], KEYS)[viewer]
            told = msgspec.json.decode(seen.written + b"}")
            assert told.pop("viewer") == viewer
            laid = read_table(backend.show(s, viewer))
            assert told.pop("facts") == dict(
                zip(table.game.words.fact_names, laid.facts, strict=True)
            )
            zones = [[*zone[:3], list(map(list, zone.groups))] for zone in laid.zones]
            assert [list(zone.values()) for zone in told.pop("zones")] == zones
            assert told == {"asks": list(backend.asks(known)), "over": False}
            assert seen.legal == legal
        together = looks_of(backend, s, [2, -1, 0, 1], KEYS)
        assert together == {v: looks_of(backend, s, [v], KEYS)[v] for v in (-1, 0, 1, 2)}
        assert any(together[seat].legal for seat in range(3))
        assert backend.pack(s) == data


def test_many_threads_look_at_once() -> None:
    table = make("ppp", game="ruckus")
    backend, state = table.backend, table.game_on().state
    alone = looks_of(backend, state, range(3), KEYS)
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(lambda _: looks_of(backend, state, range(3), KEYS), range(400)))
    assert together == [alone] * 400


def test_choices_are_verbs_with_numbers() -> None:
    table = make("pp", options=FIRST)
    act(table, "aim 2")
    fox = table.game.words.faces.index("fox")
    found = [(choice.verb, choice.numbers) for choice in view_of(table, 0).choices]
    assert ("show", {}) in found
    assert ("mark", {"face": fox}) in found
    assert [choice.verb for choice in view_of(table, 1).choices] == ["knock"]


def test_choices_say_where_on_the_table_they_can_be_clicked() -> None:
    table = make("ppp", game="mantis", options={"starter": "seat-2"})
    notation = table.game.words.notation
    found = {notation(c.action, 1, 3): (c.zone, c.owner) for c in view_of(table, 1).choices}
    tank = table.game.words.zone_words.index("Tank")
    assert found == {"score": (tank, 1), "steal 3": (tank, 2), "steal 1": (tank, 0)}
    assert {(c.zone, c.owner) for c in view_of(make("pp", options=FIRST), 0).choices} == {(-1, -1)}


def test_seats_in_choices_are_seats() -> None:
    table = make("ppp", game="mantis", options={"starter": "seat-2"})
    steals = [choice for choice in view_of(table, 1).choices if choice.verb == "steal"]
    assert [choice.numbers for choice in steals] == [{"target": 2}, {"target": 0}]


def test_other_hands_and_marks_are_not_shown() -> None:
    table = make("pp", options=FIRST)
    act(table, "mark fox")
    hands = {zone.owner: zone.groups for zone in view_of(table, 1).zones if zone.zone == 1}
    assert all(face == -1 for face, _, _ in hands[0])
    assert all(face >= 0 for face, _, _ in hands[1])
    assert [zone.owner for zone in view_of(table, 0).zones if zone.zone == 2] == [0]
    assert not [zone for zone in view_of(table, 1).zones if zone.zone == 2]


def test_lines_are_numbered_for_each_viewer_so_that_gaps_tell_nothing() -> None:
    table = make("pp", options=FIRST)
    act(table, "mark fox")
    act(table, "peek")
    act(table, "aim 1")
    own = lines_for(table, (0,))
    other = lines_for(table, (1,))
    assert [line.event for line in own] == ["started", "marked", "peeked", "saw", "aimed"]
    assert [line.event for line in other] == ["started", "peeked", "aimed"]
    assert [line.n for line in own] == [0, 1, 2, 3, 4]
    assert [line.n for line in other] == [0, 1, 2]
    assert own[1].numbers == {"seat": 0, "face": 5}


def test_on_a_shared_device_a_private_line_says_whose_it_is() -> None:
    table = make("pp", options=FIRST)
    act(table, "peek")
    assert [line.only for line in lines_for(table, (0, 1))] == [(), (), (0,)]


def test_lines_since_an_action() -> None:
    table = make("pp", options=FIRST)
    act(table, "aim 1")
    act(table, "roll")
    latest = lines_for(table, (-1,), table.game_on().latest)
    assert [(line.n, line.event) for line in latest] == [(2, "rolled"), (3, "passed")]


def test_the_lobby_tells_no_secret() -> None:
    table = make("pb")
    text = msgspec.json.encode(lobby_of(table))
    for seat in table.seats:
        assert not seat.token or seat.token.encode() not in text
        assert not seat.nonce or seat.nonce.encode() not in text
    assert table.data.secret.encode() not in text
    assert table.commitment().encode() in text


def test_a_finished_view_has_no_choices() -> None:
    table = make("pp", options={"turns": 2})
    play_out(table)
    view = view_of(table, 0)
    assert view.over
    assert view.choices == []
    assert view.asks == ()

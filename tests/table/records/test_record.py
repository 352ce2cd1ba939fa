"""Records: written, read, replayed, and every forgery found."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rumpus.table.input.reading import Unreadable
from rumpus.table.records.record import BadRecord, Record, read_record, record_of
from rumpus.table.records.replay import steps_of
from rumpus.table.records.verify import disagreements
from rumpus.table.showing.views import lines_for, view_of
from rumpus.table.table import Table
from tests.table.setting import act, backend_of, make, play_out


@pytest.fixture
def finished() -> Table:
    table = make("ppb", game="mantis")
    play_out(table)
    return table


def changed(record: Record, **fields: Any) -> Record:
    return read_record(msgspec.json.encode({**msgspec.to_builtins(record), **fields}))


def lies(record: Record) -> list[str]:
    return [str(lie) for lie in disagreements(record, backend_of(record.game))]


def test_a_record_reads_back_and_agrees(finished: Table) -> None:
    record = record_of(finished)
    assert read_record(msgspec.json.encode(record)) == record
    assert lies(record) == []
    assert record.actions[0][2] == "score"


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"commitment": "00" * 32}, "The secret is not the one"),
        ({"secret": "00" * 32}, "The secret is not the one"),
        ({"key": "00" * 32}, "The key is not made"),
        ({"nonces": {}}, "The key is not made"),
        ({"result": {"places": [1, 1, 1], "scores": [0, 0, 0]}}, "The places are"),
        ({"result": None}, "The record has no result"),
        ({"actions": []}, "The game is not over yet, as far as its actions go"),
        ({"actions": [[0, 99, "x"]]}, "Action 1 does not fit the deal"),
        ({"actions": [[9, 0, "score"]]}, "Action 1 does not fit the deal: There is no seat 10"),
        ({"version": 99}, "version 99"),
        ({"players": 9}, "is for 2 to 6 players"),
        ({"options": {"target": 99}}, "target cannot be"),
        ({"seats": []}, "names 0 of 3 seats"),
    ],
)
def test_every_lie_is_found(finished: Table, fields: dict[str, Any], sentence: str) -> None:
    found = lies(changed(record_of(finished), **fields))
    assert any(sentence in line for line in found), found


def test_a_wrong_notation_a_wrong_score_and_a_swapped_action_are_found(finished: Table) -> None:
    record = record_of(finished)
    data = msgspec.json.decode(msgspec.json.encode(record))
    data["actions"][0][2] = "steal 2"
    assert lies(changed(record, actions=data["actions"])) == ["Action 1 is 'score', not 'steal 2'."]
    scores = [99, *data["result"]["scores"][1:]]
    wrong = {"places": data["result"]["places"], "scores": scores}
    assert "The points are" in lies(changed(record, result=wrong))[0]
    seat = data["actions"][0][0]
    data["actions"][0] = [seat, 1, "steal " + str((seat + 1) % 3 + 1)]
    assert lies(changed(record, actions=data["actions"])) != []


def test_a_record_before_the_end_tells_nothing_but_who_runs_the_room_gets_the_actions() -> None:
    table = make("pp", options={"starter": "seat-1"})
    act(table, "mark fox")
    public = record_of(table)
    assert public.actions == []
    assert (public.secret, public.key, public.nonces, public.result) == ("", "", {}, None)
    own = record_of(table, with_actions=True)
    assert own.actions == [(0, 12, "mark fox")]
    assert own.secret == ""
    assert lies(own) == ["The game was not over, so nothing can be verified yet."]
    with pytest.raises(BadRecord, match="not over"):
        list(steps_of(own, backend_of("parley")))


@pytest.mark.parametrize("viewer", [-1, 0, 1])
def test_a_replay_shows_what_the_viewer_saw(viewer: int) -> None:
    table = make("pp", options={"turns": 6})
    seen = [(lines_for(table, (viewer,)), view_of(table, viewer))]
    while table.is_playing:
        seat = table.game_on().asked()[0]
        table.act(seat, table.hint(seat)().action, 0)
        lines = lines_for(table, (viewer,), table.game_on().latest)
        seen.append((lines, view_of(table, viewer)))
    steps = list(steps_of(record_of(table), backend_of("parley"), viewer))
    assert [step.lines for step in steps] == [lines for lines, _ in seen]
    assert [step.view.zones for step in steps] == [view.zones for _, view in seen]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b"", "not a record"),
        (b"[]", "not a record"),
        (b"{}", "missing required field"),
        (b'{"format": 1, "game": 3}', "not a record"),
    ],
)
def test_what_is_no_record_is_refused_with_a_sentence(text: bytes, sentence: str) -> None:
    with pytest.raises(Unreadable, match=sentence):
        read_record(text)


def test_another_format_is_refused(finished: Table) -> None:
    with pytest.raises(BadRecord, match="format 3"):
        changed(record_of(finished), format=3)


@pytest.mark.parametrize(
    "fields", [{"secret": "zz"}, {"nonces": {"0": "zz"}}, {"nonces": {"7": "00"}}]
)
def test_bad_digits_are_refused(finished: Table, fields: dict[str, Any]) -> None:
    with pytest.raises(BadRecord):
        lies(changed(record_of(finished), **fields))


def test_names_that_changed_when_somebody_left_are_in_the_record() -> None:
    table = make("pp", options={"turns": 2})
    table.leave(1, 0)
    play_out(table)
    record = record_of(table)
    assert [seat.name for seat in record.seats] == ["Ann0", "Ann1's bot"]
    assert lies(record) == []

"""Replays and win chances have a bounded cost, whatever the record."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rumpus.server.network.limits import RECORD_BYTES, UNLIMITED
from rumpus.server.protocol.bodies import ReplayAnswer
from rumpus.server.room import record_analysis
from rumpus.server.room.record_analysis import AnswerCache, chances_answer, replay_answer
from rumpus.server.room.room import THINKING_THREADS
from rumpus.server.room.thinking_pool import ANALYSES, BOTS, JobOwner, single_slice
from rumpus.table.records.record import Record, record_of
from rumpus.table.records.replay import steps_of
from rumpus.table.records.verify import disagreements
from tests.patience import PATIENCE
from tests.server.client import api
from tests.server.conftest import OpenRoom
from tests.table.setting import backend_of, make, play_out


def finished(game: str = "mantis") -> Record:
    table = make("ppb", game=game)
    play_out(table)
    return record_of(table)


def answered(slices: record_analysis.Slices) -> bytes:
    while True:
        try:
            next(slices)
        except StopIteration as end:
            found: bytes = end.value
            return found


def part(record: Record, first: int) -> ReplayAnswer:
    written = answered(replay_answer(record, backend_of(record.game), -1, first))
    return msgspec.json.decode(written, type=ReplayAnswer)


def test_the_parts_of_a_replay_join_to_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    record = finished()
    monkeypatch.setattr(record_analysis, "MAX_ANSWER_BYTES", 5_000)
    parts = [part(record, 0)]
    while parts[-1].next >= 0:
        assert sum(len(msgspec.json.encode(step)) for step in parts[-1].steps) < 8_000
        parts.append(part(record, parts[-1].next))
    assert len(parts) > 2
    steps = [step for one in parts for step in one.steps]
    assert steps == list(steps_of(record, backend_of("mantis")))
    assert parts[0].record == record and {one.record for one in parts[1:]} == {None}
    assert part(record, len(steps)).steps == []


def test_a_short_game_is_one_part() -> None:
    record = finished()
    assert part(record, 0).next == -1
    assert len(part(record, 0).steps) == 1 + len(record.actions)


def test_a_replay_yields_after_every_few_steps() -> None:
    record = finished("tuckit")
    pauses = sum(1 for _ in replay_answer(record, backend_of("tuckit"), -1, 0))
    steps = 2 * len(record.actions)  # it is checked, then shown
    assert steps > 2 * record_analysis.STEPS_PER_SLICE
    assert (
        steps / record_analysis.STEPS_PER_SLICE - 2
        <= pauses
        <= steps / record_analysis.STEPS_PER_SLICE + 2
    )


def test_many_disagreements_are_summarised() -> None:
    record = finished()
    wrong = [(seat, action, "x" * 200) for seat, action, _ in record.actions]
    found = disagreements(msgspec.structs.replace(record, actions=wrong), backend_of("mantis"))
    assert len(found) == 21
    assert str(found[-1]) == f"And {len(wrong) - 20} more do not fit."


@pytest.mark.parametrize("most", [5, 1000])
def test_every_step_has_chances(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    record, backend = finished(), backend_of("mantis")
    states: list[int] = []

    def count(_: Any, known: list[Any]) -> Any:
        states.append(len(known))
        yield
        return [[n / 100] for n in range(len(known))]

    monkeypatch.setattr(record_analysis, "MAX_STATES", most)
    monkeypatch.setattr(record_analysis, "win_chances", count)
    found = [step[0] for step in json.loads(answered(chances_answer(record, backend)))["chances"]]
    assert states[0] <= most + 2
    assert len(found) == 1 + len(record.actions)
    assert found[0] == 0 and found[-1] == states[0] - 1 and found == sorted(found)


async def test_the_answer_cache_is_keyed_by_hash_and_bounded() -> None:
    kept, record = AnswerCache(most=1000), finished()
    records = [msgspec.structs.replace(record, created=n) for n in range(9)]
    made: list[int] = []
    for number, one in enumerate(records):

        async def make_one(number: int = number) -> bytes:
            made.append(number)
            return bytes(300)

        for _ in range(2):
            assert await kept.get_or_make(one, make_one) == bytes(300)
    assert made == list(range(9))
    assert kept.size == 900 == sum(map(len, kept.kept.values()))
    assert {len(key) for key in kept.kept} == {32}


async def test_the_largest_record_has_a_small_answer(base: str) -> None:
    record = msgspec.to_builtins(finished())
    huge = "x" * (RECORD_BYTES - 5000 - len(json.dumps(record)))
    for field in ("name", "level", "kind"):
        seats = [{**record["seats"][0], field: huge}, *record["seats"][1:]]
        async with api(base) as http:
            answer = await http.post("/api/replay", json={"record": {**record, "seats": seats}})
        assert answer.status_code == 400 and len(answer.content) < 500
        assert "Expected `str` of length <=" in answer.json()["error"]


@pytest.mark.parametrize("stays", [True, False], ids=["who stays", "who has gone"])
async def test_a_closing_room_answers_waiting_clients(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, *, stays: bool
) -> None:
    own, go_on = OpenRoom(tmp_path, UNLIMITED), threading.Event()
    thinking_pool, nobody = own.room.thinking_pool, JobOwner(own.room.addresses.at("127.0.0.9"))
    logging.getLogger("uvicorn.error").addHandler(caplog.handler)

    async def be_busy() -> None:
        await thinking_pool.run(single_slice(go_on.wait), BOTS, nobody)

    for _ in range(THINKING_THREADS):
        own.call(lambda: own.room.spawn(be_busy()))
    body = msgspec.json.encode({"record": finished()})
    head = b"POST /api/replay HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\n"
    reader, writer = await asyncio.open_connection("127.0.0.1", int(own.url.rpartition(":")[2]))
    writer.write(head % len(body) + body)
    async with asyncio.timeout(PATIENCE):
        while not thinking_pool.waiting(ANALYSES):
            await asyncio.sleep(0.01)
        if not stays:
            writer.close()
        while not stays and own.server.tracker.count:
            await asyncio.sleep(0.01)
        closing = asyncio.to_thread(own.close)
        answer, _ = await asyncio.gather(reader.read(), closing)
    go_on.set()
    writer.close()
    logging.getLogger("uvicorn.error").removeHandler(caplog.handler)
    assert not [record.getMessage() for record in caplog.records]
    assert not stays or b"The room is being closed" in answer

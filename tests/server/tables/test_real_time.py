"""Ruckus in a room: people and bots race for piles over real sockets."""

from __future__ import annotations

import asyncio
import random
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from click.testing import CliRunner
from websockets.exceptions import ConnectionClosed

from rumpus.games.ruckus.cards import DESIGNS
from rumpus.games.ruckus.realtime import clock as realtime
from rumpus.games.ruckus.words import LAY, STEAL
from rumpus.running.backend import Backend
from rumpus.server.tables.table_server import TableServer
from rumpus.store import StoreChange, StoreFailed
from rumpus.table import table
from rumpus.table.records.record import read_record, record_of
from rumpus.table.records.replay import steps_of
from rumpus.table.records.verify import disagreements
from rumpus.table.showing.views import view_of
from rumpus.terminal.records.commands import replay, verify
from tests.ports import free_port
from tests.server.client import Client, api, make, seated, until
from tests.server.conftest import OpenRoom
from tests.server.programs import open_room
from tests.server.races import CALM, all_present
from tests.server.replayed import Rebuilt, hold, play
from tests.table.setting import backend_of
from tests.table.setting import make as make_table
from tests.table.timing.test_race import SHORT, play_round

BRISK = {"opening_ms": 1500, "look_ms": 1000, "pause_ms": 1000, "score_ms": 2000}


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """No grace period at the start, and a short countdown after a pause."""
    monkeypatch.setattr(realtime, "GRACE", 0)
    monkeypatch.setattr(table, "COUNTDOWN", 0.5)


class Party(NamedTuple):
    """A table and its players, each with their own socket."""

    table: str
    tokens: list[str]
    people: list[Client]
    server: TableServer
    backend: Backend

    def choices(self, seat: int) -> list[int]:
        return [choice["action"] for choice in self.people[seat].views[str(seat)]["choices"]]

    def stored(self) -> list[tuple[int, int | None, str]]:
        kept = self.server.room.store.load(self.table)
        assert kept
        return [(entry.seat, entry.action, entry.command) for entry in kept.entries]


@asynccontextmanager
async def party(opened: OpenRoom, seats: str = "yhhh", **more: Any) -> AsyncIterator[Party]:
    made = await make(opened.url, seats, game="ruckus", **more)
    tokens = [made["token"], *(seat["token"] for seat in made.get("here", ()))]
    async with AsyncExitStack() as stack:
        people = [
            await stack.enter_async_context(seated(opened.url, made["table"], token))
            for token in tokens
        ]
        for person in people:
            while not all_present(person.table):
                await person.read()
        server = opened.room.tables[made["table"]]
        yield Party(made["table"], tokens, people, server, server.table.backend)


def steal(seat: int, owner: int, design: int, players: int) -> int:
    return STEAL + DESIGNS * ((owner - seat) % players - 1) + design


def pile_aimed_at(seat: int, action: int, players: int) -> tuple[int, int]:
    """The owner and the design of the pile that a steal is for."""
    k, design = divmod(action - STEAL, DESIGNS)
    return (seat + k + 1) % players, design


def rivals(p: Party) -> tuple[int, int, int, int] | None:
    """Two players who can steal the same pile: their seats, its owner and its design."""
    players = len(p.people)
    aims = {
        seat: {pile_aimed_at(seat, a, players) for a in p.choices(seat) if STEAL <= a < LAY}
        for seat in range(players)
    }
    for one, other in combinations(range(players), 2):
        for owner, design in sorted(aims[one] & aims[other]):
            return one, other, owner, design
    return None


@asynccontextmanager
async def contested(opened: OpenRoom) -> AsyncIterator[tuple[Party, tuple[int, int, int, int]]]:
    """A table where two players want the same pile."""
    while True:
        async with party(opened, "yhhhh", options=CALM) as p:
            if found := rivals(p):
                yield p, found
                return


# --------------------------------------------------------------------------------- the queue
async def test_one_of_two_rival_claims_wins(opened: OpenRoom) -> None:
    async with contested(opened) as (p, (one, other, owner, design)):
        answers = await asyncio.gather(
            *(
                p.people[seat].ask("act", seat=seat, action=steal(seat, owner, design, 5))
                for seat in (one, other)
            )
        )
        assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
        won, lost = (one, other) if answers[0]["type"] == "done" else (other, one)
        refused = next(answer for answer in answers if answer["type"] == "refused")
        assert refused["reason"].endswith("pile is not there any more.")
        assert len(p.stored()) == 1
        # the card is still in hand: from the new owner the pile can be had at once
        again = steal(lost, won, design, 5)
        assert again in p.choices(lost)
        assert (await p.people[lost].ask("act", seat=lost, action=again))["type"] == "done"
        stolen = [(seat, action) for seat, action, _ in p.stored()]
        assert stolen == [(won, steal(won, owner, design, 5)), (lost, again)]
        for person in p.people:
            while person.heard[-1].get("by") != lost and person is not p.people[lost]:
                await person.read()
            told = [m["by"] for m in person.heard if m["type"] == "events"]
            assert told == [won, lost]


async def test_a_refusal_reaches_only_its_sender(opened: OpenRoom) -> None:
    async with party(opened, options=CALM) as p:
        before = [len(person.heard) for person in p.people]
        seq = p.people[0].seq
        nonsense = next(a for a in range(STEAL, STEAL + 3 * DESIGNS) if a not in p.choices(0))
        refused = await p.people[0].ask("act", seat=0, action=nonsense)
        assert refused["type"] == "refused"
        assert p.stored() == []
        await p.people[0].ask("act", seat=0, notation="ready")
        for person, heard in list(zip(p.people, before, strict=True))[1:]:
            ready = await person.read()
            assert (ready["type"], ready["by"], ready["seq"]) == ("events", 0, seq + 1)
            assert len(person.heard) == heard + 1


async def test_claims_of_one_player_are_decided_in_order(opened: OpenRoom) -> None:
    """Any number may be pending; one who is too fast waits a little."""
    async with party(opened, "yh", options=CALM) as p:
        me = p.people[0]
        for number in range(4):
            await me.send(type="act", command=f"r{number}", seat=0, notation="ready")
        answers = [await me.until(lambda m: "command" in m) for _ in range(4)]
        assert [answer["command"] for answer in answers] == ["r0", "r1", "r2", "r3"]
        assert [answer["type"] for answer in answers] == ["done", *["refused"] * 3]


@pytest.mark.parametrize("ordering", ["arrival", "lag-compensated", "random-window"])
async def test_a_repeated_command_is_carried_out_once(opened: OpenRoom, ordering: str) -> None:
    async with party(opened, "yh", options=CALM | {"ordering": ordering}) as p:
        me = p.people[0]
        for _ in range(3):
            await me.send(type="act", command="same", seat=0, notation="ready")
        await me.until(lambda m: m.get("command") == "same")
        again = await me.ask("act", command="same", seat=0, notation="ready")
        assert again["type"] == "done"
        assert p.stored() == [(0, 75, "same")]


async def test_an_invalid_action_is_refused_with_a_sentence(opened: OpenRoom) -> None:
    async with party(opened, "yh", options=CALM) as p:
        me = p.people[0]
        for wrong, reason in (
            ({"seat": 1, "notation": "ready"}, "That seat is not yours."),
            ({"seat": 0, "notation": "jump"}, "'jump'"),
            ({"seat": 0, "action": 999}, "999"),
            ({"seat": 0, "notation": "deal"}, "Only the dealer deals, when everybody is ready."),
        ):
            answer = await me.ask("act", **wrong)
            assert answer["type"] == "refused"
            assert reason in answer["reason"]
        undone = await me.ask("undo", seat=0)
        assert undone["reason"] == "In real time nothing can be taken back."
        async with seated(opened.url, p.table) as watcher:
            answer = await watcher.ask("act", seat=0, notation="ready")
            assert answer["reason"].startswith("You are watching")
        assert p.stored() == []


# --------------------------------------------------------------------------------- the clock
async def test_a_deal_is_announced_and_then_happens(opened: OpenRoom) -> None:
    async with party(opened, "yh", options=BRISK) as p:
        me = p.people[0]
        coming = me.heard[0]["coming"]
        assert (coming["verb"], coming["announced"]) == ("deal", False)
        assert 0 < coming["in"] <= coming["of"] == 1500
        announced = await me.first(lambda m: m["type"] == "announced")
        assert announced["coming"]["announced"]
        assert announced["coming"]["in"] <= realtime.LOCK
        dealt = await me.first(lambda m: m["type"] == "events")
        assert (dealt["by"], dealt["action"], dealt["decided"]) == (-1, -1, "clock")
        assert dealt["seq"] == announced["seq"] + 1
        assert {line["event"] for line in dealt["lines"]} >= {"dealt", "yours"}
        assert p.stored() == [(2, 74, "")]


async def test_the_deal_happens_at_once_when_everybody_is_ready(opened: OpenRoom) -> None:
    async with party(opened, "yh", options=CALM) as p:
        for seat, person in enumerate(p.people):
            assert (await person.ask("act", seat=seat, notation="ready"))["type"] == "done"
        dealt = await p.people[0].until(lambda m: m["type"] == "events" and m["by"] < 0)
        assert p.people[0].views["0"]["facts"]["deals"] == 1 and dealt["lines"]


async def test_ready_is_not_offered_without_the_option(opened: OpenRoom) -> None:
    async with party(opened, "yh", options=CALM | {"ready_button": "off"}) as p:
        assert 75 not in p.choices(0)
        refused = await p.people[0].ask("act", seat=0, notation="ready")
        assert refused["reason"] == "There is no ready button at this table."


async def test_a_pause_stops_the_clock_the_bots_and_the_claims(opened: OpenRoom) -> None:
    async with party(opened, "ybb", options=BRISK) as p:
        me = p.people[0]
        left = coming(me)
        await me.ask("pause")
        refused = await me.ask("act", seat=0, notation="ready")
        assert refused["reason"] == "The game is paused."
        done = p.stored()
        await asyncio.sleep(2)
        again = await me.ask("act", seat=0, notation="ready")
        assert again["reason"] == "The game is paused."
        await asyncio.sleep(0.1)
        assert p.stored() == done
        await me.ask("resume")
        await me.until(lambda m: m["type"] == "table" and m["views"])
        assert 0 <= left["in"] - coming(me)["in"] < 1000, "the two seconds did not count"
        await me.until(lambda m: m["type"] == "events" and m["by"] < 0)


async def test_a_paused_table_is_covered(opened: OpenRoom) -> None:
    async with party(opened, "yh", options=CALM) as p:
        me, other = p.people
        await me.ask("pause")
        await other.until(lambda m: m["type"] == "table" and m["table"]["paused"])
        async with (
            seated(opened.url, p.table, p.tokens[0]) as back,
            seated(opened.url, p.table) as watcher,
        ):
            for client in (me, other, back, watcher):
                last = [m for m in client.heard if m["type"] == "table"][-1]
                assert (last["views"], last["history"], last["coming"]) == ({}, [], None)
        await me.ask("resume")
        counted = [m for m in me.heard if m["type"] == "table"][-1]
        assert (counted["views"], counted["table"]["paused"]) == ({}, True)
        assert (counted["coming"]["action"], counted["coming"]["verb"]) == (-1, "")
        assert 0 < counted["coming"]["in"] <= counted["coming"]["of"]
        refused = await other.ask("act", seat=1, notation="ready")
        assert refused["reason"] == "The game is paused."
        on = await other.until(lambda m: m["type"] == "table" and m["views"])
        assert on["history"] and not on["table"]["paused"]
        assert (await other.ask("act", seat=1, notation="ready"))["type"] == "done"


async def test_claims_open_at_a_pause_are_refused(
    opened: OpenRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(realtime, "WINDOW", 60_000)
    options = CALM | {"ordering": "random-window"}
    async with party(opened, "yh", options=options) as p:
        me = p.people[0]
        await me.send(type="act", command="claim", seat=0, notation="ready")
        await me.send(type="pause", command="pause")
        refused = await me.until(lambda m: m.get("command") == "claim")
        assert refused["reason"] == "The game was paused."
        await me.until(lambda m: m.get("command") == "pause")
        await me.ask("resume")
        await me.until(lambda m: m["type"] == "table" and m["views"])
        assert me.views["0"]["facts"]["ready"] == 0
        assert p.stored() == []


def coming(client: Client) -> dict[str, Any]:
    """What the table will do next, from the last table message."""
    told: dict[str, Any] = [m["coming"] for m in client.heard if m["type"] == "table"][-1]
    return told


async def test_an_empty_table_waits(opened: OpenRoom) -> None:
    async with party(opened, "ybb", options=BRISK) as p:
        await p.people[0].until(lambda m: m["type"] == "events")
    while p.server.connections:
        await asyncio.sleep(0.01)
    done = p.stored()
    await asyncio.sleep(2)
    assert p.stored() == done
    async with seated(opened.url, p.table, *p.tokens) as back:
        await back.until(lambda m: m["type"] == "events")


async def test_a_bot_stands_in_for_an_absent_player(opened: OpenRoom) -> None:
    settings = {"absence": 1, "timer": False}
    async with party(opened, "yh", options=BRISK, settings=settings) as p:
        await p.people[1].socket.close()
        acted = await p.people[0].until(lambda m: m["type"] == "events" and m["by"] == 1)
        assert acted["decided"] == "bot"
        assert p.people[0].table["seats"][1]["stand_in"]


async def test_bots_use_the_same_queue(opened: OpenRoom) -> None:
    async with party(opened, "ybbb", options=BRISK) as p:
        me = p.people[0]
        seen: set[tuple[str, bool]] = set()
        while not {("bot", True), ("clock", True)} <= seen:
            message = await me.until(lambda m: m["type"] == "events")
            seen.add((message["decided"], message["action"] == -1))
        assert all(entry.by == "bot" for entry in _entries(p) if 0 < entry.seat < 4)


def _entries(p: Party) -> list[Any]:
    kept = p.server.room.store.load(p.table)
    assert kept
    return kept.entries


async def test_the_room_measures_the_latency_itself(opened: OpenRoom) -> None:
    async with party(opened, "yh", options=CALM) as p:
        connection = next(c for c in p.server.connections if c.seats == (0,))
        socket: Any = connection.socket
        while not socket.round_trip:
            await asyncio.sleep(0.01)
        measured, socket.pinged_at = socket.round_trip, -1e9
        await p.people[0].socket.pong(b"00000000")  # nobody asked
        await p.people[0].ask("act", seat=0, notation="ready")
        while socket.round_trip == measured:
            await asyncio.sleep(0.01)
        assert 0 < socket.round_trip < 20


# --------------------------------------------------------------------------------- coming back
async def test_a_player_who_disconnects_returns_to_the_same_race(opened: OpenRoom) -> None:
    async with contested(opened) as (p, (one, other, owner, design)):
        claim = {"command": "mine", "seat": one, "action": steal(one, owner, design, 5)}
        await p.people[one].send(type="act", **claim)
        await p.people[one].socket.close()
        await p.people[other].until(lambda m: m["type"] == "events" and m["by"] == one)
        back_at = steal(other, one, design, 5)
        await p.people[other].ask("act", seat=other, action=back_at)
        async with seated(opened.url, p.table, p.tokens[one], after=p.people[one].seq) as back:
            assert back.heard[0]["missed"] == 2
            assert back.views[str(one)]["zones"] == _zones_seen(p, one)
            assert (await back.ask("act", **claim))["type"] == "done"
        assert [seat for seat, *_ in p.stored()] == [one, other]


def _zones_seen(p: Party, seat: int) -> Any:
    return [
        {"zone": z.zone, "owner": z.owner, "size": z.size, "groups": [list(g) for g in z.groups]}
        for z in view_of(p.server.table, seat).zones
    ]


@pytest.fixture
def port() -> int:
    return free_port()


async def test_nothing_sent_is_lost_when_the_room_is_killed(tmp_path: Path, port: int) -> None:
    """The stored actions and deals rebuild the same table; then the clocks restart."""
    base, process = f"http://127.0.0.1:{port}", await open_room(tmp_path, port)
    try:
        made = await make(base, "ybbb", game="ruckus", options=BRISK)
        async with seated(base, made["table"], made["token"]) as me:
            while len(told(me)) < 60:
                await me.read()
            process.send_signal(signal.SIGKILL)
            await process.wait()
        process = await open_room(tmp_path, port)
        async with seated(base, made["table"], made["token"], after=me.seq) as back:
            history = {line["n"]: line for line in back.heard[0]["history"]}
            assert {n: history[n] for n in told(me)} == told(me)
            coming = back.heard[0]["coming"]
            assert coming["in"] <= coming["of"]
            await back.until(lambda m: m["type"] == "events" and m["by"] < 0)
    finally:
        process.terminate()
        await process.wait()


def told(client: Client) -> dict[int, Any]:
    return {
        line["n"]: line
        for message in client.heard
        for line in message.get("lines", message.get("history", ()))
    }


# --------------------------------------------------------------------------------- secrets
@pytest.mark.parametrize("hide_counts", ["off", "on"])
async def test_nobody_is_sent_what_they_may_not_know(opened: OpenRoom, hide_counts: str) -> None:
    options = BRISK | {"goal": 10, "hide_counts": hide_counts}
    dice = random.Random(hide_counts)
    async with party(opened, "yhh", options=options) as p:
        try:
            async with seated(opened.url, p.table) as watcher, asyncio.TaskGroup() as group:
                for seat, person in enumerate(p.people):
                    group.create_task(play(person, seat, dice))
                group.create_task(until_over(watcher))
        except BaseExceptionGroup as silence:
            silence.add_note(f"The table: {what_it_waits_for(p.server)}")
            raise
        kept = opened.room.store.load(p.table)
        assert kept
        for client, seats in [*zip(p.people, ((0,), (1,), (2,)), strict=True), (watcher, ())]:
            compared = hold(client.heard, Rebuilt(p.backend, kept, seats))
            assert compared >= len(kept.entries)
        await check_record(opened.url, p)


def what_it_waits_for(server: TableServer) -> dict[str, Any]:
    """All that decides when a table goes on."""
    clock: Any = server.timekeeper
    race = getattr(clock, "race", None)
    return {
        "now": server.room.now(),
        "server": {key: str(value) for key, value in vars(server).items()},
        "clock": clock.due() and {key: str(value) for key, value in vars(clock).items()},
        "race": race and {key: str(value) for key, value in vars(race).items()},
        "presence": [str(vars(here)) for here in server.table.presence],
    }


async def until_over(client: Client) -> None:
    while client.table.get("status") != "over":
        await client.read()


async def check_record(base: str, p: Party) -> None:
    """The record replays without a clock: it includes the table's own actions."""
    async with api(base) as http:
        text = await http.get(f"/api/tables/{p.table}/record")
        answer = await http.post("/api/replay", json={"record": text.json(), "viewer": -1})
    record = read_record(text.content)
    backend = backend_of("ruckus")
    assert disagreements(record, backend) == []
    assert answer.json()["disagreements"] == []
    steps = list(steps_of(record, backend))
    acted = [seat if seat < record.players else -1 for seat, *_ in record.actions]
    assert [step.seat for step in steps] == [-1, *acted]


def test_replay_and_verify_accept_the_tables_own_actions(tmp_path: Path) -> None:
    table = make_table("pp", game="ruckus", options=SHORT)
    play_round(table)
    file = tmp_path / "race.json"
    file.write_bytes(msgspec.json.encode(record_of(table)))
    verified = CliRunner().invoke(verify, [str(file)])
    assert verified.exit_code == 0
    assert verified.output.startswith("All agrees")
    replayed = CliRunner().invoke(replay, [str(file)], input="\n" * 40)
    assert replayed.exit_code == 0
    assert "The table: Deal" in replayed.output


async def test_a_failure_half_way_leaves_the_stored_table_unchanged(
    opened: OpenRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with party(opened, "yh", options=CALM) as p:
        faults = opened.room.counts.faults

        def fail(*_: Any) -> Any:
            raise RuntimeError("told to fail")

        with monkeypatch.context() as broken:
            broken.setattr(p.server, "_outgoing_for", fail)
            await p.people[0].send(type="act", command="c", seat=0, notation="ready")
            while not p.server.is_unloaded:
                await asyncio.sleep(0.01)
        async with seated(opened.url, p.table, p.tokens[0]) as back:
            assert back.views["0"]["facts"]["ready"] == 0
            assert p.stored() == []
            assert (await back.ask("act", command="c", seat=0, notation="ready"))["type"] == "done"
        while opened.room.counts.faults == faults:
            await asyncio.sleep(0.01)
        opened.room.counts.faults = faults


async def test_a_failure_to_tell_what_is_stored_makes_everybody_reload(
    opened: OpenRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with party(opened, "yh", options=CALM) as p:
        faults = opened.room.counts.faults

        def fail(*_: Any) -> Any:
            broken.undo()
            raise RuntimeError("told to fail")

        with monkeypatch.context() as broken:
            broken.setattr(p.server, "_answers_for", fail)
            await p.people[0].send(type="act", command="c", seat=0, notation="ready")
            with pytest.raises(ConnectionClosed):
                await p.people[1].read()
        async with seated(opened.url, p.table, p.tokens[0]) as back:
            assert p.stored() == [(0, 75, "c")]
            assert back.views["0"]["facts"]["ready"] == 1
            assert (await back.ask("act", command="c", seat=0, notation="ready"))["type"] == "done"
            assert p.stored() == [(0, 75, "c")]
        await until(lambda: opened.room.counts.faults > faults)
        opened.room.counts.faults = faults


# --------------------------------------------------------------------------------- the disk
async def test_a_claim_that_could_not_be_stored_is_not_sent(
    opened: OpenRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with party(opened, "yh", options=CALM) as p:
        faults = opened.room.counts.faults

        def fail(*_: StoreChange) -> asyncio.Future[None]:
            failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            failed.set_exception(StoreFailed("the disk is full"))
            return failed

        with monkeypatch.context() as broken:
            broken.setattr(opened.room.store, "write", fail)
            await p.people[0].send(type="act", command="c", seat=0, notation="ready")
            for client in p.people:
                with pytest.raises(ConnectionClosed):
                    await client.until(lambda _: False)
                assert not [m for m in client.heard if m["type"] in ("events", "done")]
        async with seated(opened.url, p.table, p.tokens[0]) as back:
            assert back.views["0"]["facts"]["ready"] == 0
            assert (await back.ask("act", command="c", seat=0, notation="ready"))["type"] == "done"
        assert opened.room.counts.faults == faults + 1
        opened.room.counts.faults = faults

"""A room of several processes behind a dispatcher."""

from __future__ import annotations

import asyncio
import errno
import os
import select
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, closing, contextmanager
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus, WebSocketException

from rumpus.server.network.hostnames import HostNames
from rumpus.server.network.limits import Limits
from rumpus.server.network.passing_on import TableElsewhere
from rumpus.server.processes import cluster as cluster_module
from rumpus.server.processes.cluster import (
    MAX_START_ATTEMPTS,
    Cluster,
    ClusterConfig,
    retry_delay,
)
from rumpus.server.processes.dispatcher import MAX_WAITING, UNAVAILABLE
from rumpus.server.protocol.bodies import NewTable
from rumpus.server.room.room import Room
from rumpus.server.room.shard import Shard, process_for
from rumpus.server.room.table_creation import create_table
from rumpus.server.room.table_ids import new_id
from rumpus.store import SqliteStore
from tests.patience import PATIENCE
from tests.server.client import api, is_cut, make, seated, sit, until
from tests.server.programs import address, children_of, cluster, needs_proc, tables_of_both
from tests.server.raw import open_raw, read_all


def is_running(pid: int) -> bool:
    """Whether a process is running; a zombie is not."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] not in ("Z", "X")


# --------------------------------------------------------------------------------- shards
def test_people_of_a_table_are_sent_to_one_process() -> None:
    shards = [Shard(number, 3) for number in range(3)]
    for _ in range(100):
        assert sum(shard.is_sent(table) for table in [new_id()] for shard in shards) == 1
    for shard in shards:
        assert all(shard.is_sent(shard.new_id()) for _ in range(20))
    assert Shard().is_sent(new_id())


def test_metrics_of_all_processes_are_published() -> None:
    board = [0.0] * 4
    one, two = Shard(0, 2, board), Shard(1, 2, board)
    assert one.publish([1, 2]) == [(1, 0), (2, 0)]
    assert two.publish([10, 20]) == [(1, 10), (2, 20)]
    assert Shard().publish([5, 6]) == [(5,), (6,)]


# --------------------------------------------------------------------------------- the cluster
async def test_people_meet_at_tables_of_every_process(tmp_path: Path) -> None:
    async with cluster(tmp_path) as (_, base):
        for made in await tables_of_both(base):
            bob = await sit(base, made["table"])
            async with (
                seated(base, made["table"], made["token"]) as ann,
                seated(base, made["table"], bob["token"]) as friend,
            ):
                await ann.ask("chat", text="hello", seat=0)
                heard = await friend.until(lambda m: m["type"] == "chat")
                assert heard["text"] == "hello"
                asked = ann if ann.views["0"]["choices"] else friend
                seat = 0 if asked is ann else bob["seat"]
                choice = asked.views[str(seat)]["choices"][0]
                assert (await asked.ask("act", seat=seat, action=choice["action"]))[
                    "type"
                ] == "done"


async def test_metrics_are_combined_over_all_processes(tmp_path: Path) -> None:
    async with cluster(tmp_path) as (_, base), api(base) as http:
        made = [await make(base, "yb", game="mantis") for _ in range(6)]
        agreed = 0
        async with asyncio.timeout(PATIENCE):
            while agreed < 4:  # the processes write their figures down now and then
                text = (await http.get("/metrics")).text
                health = (await http.get("/health")).json()
                agreed += f"rumpus_live_tables {len(made)}\n" in text
                agreed += health == {"open": True, "tables": len(made), "fault": ""}


async def test_every_response_closes_its_connection(tmp_path: Path) -> None:
    async with cluster(tmp_path) as (_, base), api(base) as http:
        for made in await tables_of_both(base):
            answer = await http.get(f"/api/tables/{made['table']}")
            assert answer.is_success
            assert answer.headers["connection"] == "close"


async def test_an_escaped_table_id_reaches_the_right_process(tmp_path: Path) -> None:
    async with cluster(tmp_path) as (_, base), api(base) as http:
        elsewhere = False
        while not elsewhere:
            table = (await make(base, game="mantis"))["table"]
            disguised = f"%{ord(table[0]):x}{table[1:]}"
            elsewhere = process_for(table, 2) != process_for(disguised, 2)
        async with seated(base, disguised) as client:
            assert client.table["id"] == table
        assert (await http.get(f"/api/tables/{disguised}")).json()["table"]["id"] == table


async def test_a_process_does_not_load_another_processes_table(tmp_path: Path) -> None:
    rooms = [Room(SqliteStore(tmp_path, number=n), shard=Shard(n, 2)) for n in (0, 1)]
    made = await create_table(rooms[0], NewTable("mantis", "Ann"), "http://room")
    with pytest.raises(TableElsewhere):
        await rooms[1].table_server(made.table)
    for room in rooms:
        room.close()


async def test_half_sent_request_lines_do_not_block_others(tmp_path: Path) -> None:
    async with cluster(tmp_path) as (_, base):
        made = await make(base, "yb", game="mantis")
        host, port = base.removeprefix("http://").split(":")
        async with seated(base, made["table"], made["token"]) as ann:
            with ExitStack() as stack:
                halves = []
                for _ in range(MAX_WAITING + 20):
                    raw = stack.enter_context(socket.create_connection((host, int(port)), PATIENCE))
                    raw.sendall(b"GET /heal")
                    halves.append(raw)
                async with api(base) as http:
                    assert (await http.get("/health")).is_success
                assert (await ann.ask("chat", text="still here"))["type"] == "done"
                assert await asyncio.to_thread(is_cut, halves[0])
                halves[-1].sendall(b"th HTTP/1.1\r\nhost: localhost\r\n\r\n")
                assert b" 200 " in await asyncio.to_thread(halves[-1].recv, 4096)


@needs_proc
async def test_a_process_that_dies_is_replaced(tmp_path: Path) -> None:
    async with cluster(tmp_path) as (process, base):
        made = await tables_of_both(base, "yb")
        before = children_of(process.pid)
        assert len(before) == 2
        os.kill(before[0], signal.SIGKILL)
        for table in made:
            async with asyncio.timeout(PATIENCE):
                while True:
                    try:
                        async with seated(base, table["table"], table["token"]) as ann:
                            assert ann.views["0"]
                            break
                    except (OSError, WebSocketException):
                        await asyncio.sleep(0.1)
        assert len(set(children_of(process.pid)) - set(before)) == 1


PROGRAM = """
import sys
from functools import partial
from pathlib import Path
from rumpus.server.network.limits import Limits, Rate
from rumpus.server.processes import cluster
from tests.server.processes import workers

folder, serve, limits = sys.argv[1:]
cluster.Cluster = partial(cluster.Cluster, serve=getattr(workers, serve))
cluster.FIRST_RETRY_SECONDS = 0.05
cluster.open_cluster(2, Path(folder), limits=eval(limits)).open_as_program()
"""


@contextmanager
def special(
    folder: Path, serve: str = "run_worker", limits: str = "Limits()"
) -> Iterator[tuple[Popen[str], str]]:
    """A room of two processes with another worker function or other limits."""
    command = [sys.executable, "-u", "-c", PROGRAM, str(folder / "data"), serve, limits]
    with (
        (folder / "log").open("w", encoding="utf-8") as log,
        Popen(command, stdout=PIPE, stderr=log, text=True) as process,
    ):
        try:
            assert process.stdout
            yield process, address(process.stdout.readline().strip())
        finally:
            process.kill()


def test_processes_that_cannot_start_are_given_up(tmp_path: Path) -> None:
    with special(tmp_path, "serve_nothing") as (process, _):
        process.wait(timeout=PATIENCE)
    said = (tmp_path / "log").read_text(encoding="utf-8")
    assert said.endswith("None of the room's processes could be opened.\n")
    assert process.returncode == 1


class Unstarted:
    """A process that cannot be started."""

    exitcode = 1

    def __init__(self, **_: Any) -> None:
        self.sentinel = -1

    def start(self) -> None:
        raise OSError(errno.EAGAIN, "no more processes")

    def join(self, _: float = 0) -> None: ...

    def terminate(self) -> None: ...

    def is_alive(self) -> bool:
        return False


class Stillborn(Unstarted):
    """A process that ends as soon as it is started."""

    def start(self) -> None:
        self.sentinel, other = os.pipe()
        os.close(other)

    def join(self, _: float = 0) -> None:
        if self.sentinel >= 0:
            os.close(self.sentinel)
        self.sentinel = -1


@pytest.mark.parametrize("kind", [Unstarted, Stillborn])
async def test_channels_to_failed_processes_are_closed(
    kind: type[Unstarted], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    channels: list[socket.socket] = []
    pair = socket.socketpair

    def noted() -> tuple[socket.socket, socket.socket]:
        channels.extend(made := pair())
        return made

    monkeypatch.setattr(socket, "socketpair", noted)
    monkeypatch.setattr(cluster_module.spawning, "Process", kind)
    monkeypatch.setattr(cluster_module, "FIRST_RETRY_SECONDS", 0.01)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        failing = Cluster(
            ClusterConfig(tmp_path, Limits(), HostNames()), 2, listening, lambda: None
        )
        async with asyncio.timeout(PATIENCE):
            await failing.stay_open()
    assert failing.fault == "None of the room's processes could be opened."
    assert failing.failed == [MAX_START_ATTEMPTS, MAX_START_ATTEMPTS]
    assert len(channels) == 2 * 2 * MAX_START_ATTEMPTS
    assert {channel.fileno() for channel in channels} == {-1}


def test_the_retry_delay_is_capped() -> None:
    pauses = [retry_delay(failures) for failures in (1, 2, 3, 6, 7, 10_000)]
    assert pauses == [0.5, 1, 2, 16, 30, 30]


async def test_limits_of_an_address_hold_for_all_processes_together(tmp_path: Path) -> None:
    """An address has 200 requests in all, whichever process each reaches."""
    with special(tmp_path, limits="Limits(requests=Rate(1e-6, 200))") as (_, base):
        both = await tables_of_both(base)
        answers: list[list[int]] = [[], []]
        for number in range(400):
            async with api(base) as http:  # a connection stays with its process
                told = await http.get(f"/api/tables/{both[number % 2]['table']}")
            answers[number % 2].append(told.status_code)
            if told.status_code == 429 and answers[1]:
                break
        assert {*answers[0][:-1], *answers[1][:-1]} == {200}
        assert 50 < len(answers[0]) + len(answers[1]) < 200
        for made in both:
            async with api(base) as http:
                told = await http.get(f"/api/tables/{made['table']}")
            assert told.status_code == 429


async def test_half_sent_requests_are_counted_by_all_processes_together(tmp_path: Path) -> None:
    """Two of four at one process are evicted for two that come to the other."""
    with (
        special(tmp_path, "serve_patiently", "Limits(pending=4)") as (_, base),
        ExitStack() as stack,
    ):
        one, two = [made["table"] for made in await tables_of_both(base)]
        halves = []
        for table in (one, one, one, one, two, two):
            head = f"GET /api/tables/{table} HTTP/1.1\r\nhost: localhost\r\n".encode()
            halves.append(stack.enter_context(closing(open_raw(base, head))))
        await until(lambda: len(cut_of(halves)) == 2)
        cut = cut_of(halves)
        assert not set(cut) & set(halves[4:])
        for half in set(halves) - set(cut):
            half.sendall(b"\r\n")
            assert b" 200 " in await asyncio.to_thread(read_all, half)


def cut_of(halves: list[socket.socket]) -> list[socket.socket]:
    """The connections that were answered before their request was complete."""
    return select.select(halves, [], [], 0)[0]


@needs_proc
async def test_sockets_of_a_dead_process_are_no_longer_counted(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        limits = "Limits(websockets=3)"
        _, base = stack.enter_context(special(tmp_path, "serve_unless_told", limits))
        one, two = [made["table"] for made in await tables_of_both(base)]
        for _ in range(3):
            await stack.enter_async_context(seated(base, two))
        with pytest.raises(InvalidStatus, match="429"):
            await stack.enter_async_context(seated(base, one))
        (tmp_path / "fail").touch()
        os.kill(int((tmp_path / "process-1").read_text(encoding="ascii")), signal.SIGKILL)
        await until((tmp_path / "tries").exists)
        for _ in range(3):
            await stack.enter_async_context(seated(base, one))
        with pytest.raises(InvalidStatus, match="429"):
            await stack.enter_async_context(seated(base, one))


async def healths(http: httpx.AsyncClient) -> list[tuple[int, str]]:
    """The health that the room reports, by whichever process."""
    answers = [await http.get("/health") for _ in range(4)]
    return [(answer.status_code, answer.json().get("fault")) for answer in answers]


async def until_all_say(http: httpx.AsyncClient, status: int, fault: str) -> None:
    """Wait until every process reports the same."""
    async with asyncio.timeout(PATIENCE):
        while set(await healths(http)) != {(status, fault)}:
            await asyncio.sleep(0.05)


async def test_every_process_reports_a_disk_fault_of_one(tmp_path: Path) -> None:
    with special(tmp_path, "serve_on_a_bad_disk") as (_, base):
        one, two = [made["table"] for made in await tables_of_both(base)]
        async with api(base) as http:
            await until_all_say(http, 200, "")
            (tmp_path / "bad").touch()
            for table, status in ((one, 201), (two, 503)):
                answer = await http.post(f"/api/tables/{table}/seats", json={"name": "Bob"})
                assert answer.status_code == status
            await until_all_say(http, 503, "Nothing can be saved right now: it is read-only.")
            assert "rumpus_store_fault 8\n" in (await http.get("/metrics")).text
            (tmp_path / "bad").unlink()
            await until_all_say(http, 200, "")


async def test_a_process_that_fails_to_open_is_retried(tmp_path: Path) -> None:
    """Meanwhile its tables are answered with 503, and the others go on."""
    with special(tmp_path, "serve_unless_told") as (_, base):
        one, two = await tables_of_both(base, "yb")
        (tmp_path / "fail").touch()
        number = int((tmp_path / "process-1").read_text(encoding="ascii"))
        os.kill(number, signal.SIGKILL)
        tries = tmp_path / "tries"
        await until(lambda: tries.exists() and len(tries.read_text().split()) >= 3)
        async with api(base) as http:
            answer = await http.get(f"/api/tables/{two['table']}")
            assert (answer.status_code, answer.json()["error"]) == (503, str(UNAVAILABLE))
            assert (await http.get(f"/api/tables/{one['table']}")).is_success
            fault = "1 of the room's 2 processes cannot be opened now."
            assert set(await healths(http)) == {(503, fault)}
            (tmp_path / "fail").unlink()
            async with asyncio.timeout(PATIENCE):
                while not (await http.get(f"/api/tables/{two['table']}")).is_success:
                    await asyncio.sleep(0.05)
            await until_all_say(http, 200, "")
        async with seated(base, two["table"], two["token"]) as ann:
            assert ann.views["0"]


@needs_proc
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
async def test_all_processes_end_with_the_room(tmp_path: Path, number: int) -> None:
    async with cluster(tmp_path) as (process, base):
        await tables_of_both(base)
        children = children_of(process.pid)
        assert len(children) == 2
        process.send_signal(number)
        process.wait(timeout=PATIENCE)
        async with asyncio.timeout(PATIENCE):
            while any(map(is_running, children)):
                await asyncio.sleep(0.05)
        if number != signal.SIGKILL:
            assert process.returncode == 0

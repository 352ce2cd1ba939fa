"""A room of several processes: one door, and every table in one of them."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from subprocess import Popen
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from rumpus.server.door import MOST_VISITORS, first_line
from rumpus.server.house import House, Plan
from rumpus.server.ids import new_id
from rumpus.server.limits import Limits
from rumpus.server.share import Share, process_of

from .client import PATIENCE, api, at_table, make, seated, sit
from .test_serve import address, room

needs_proc = pytest.mark.skipif(not Path("/proc").exists(), reason="no /proc to find processes in")


@asynccontextmanager
async def house(folder: Path) -> AsyncIterator[tuple[Popen[str], str]]:
    """A room of two processes, and its address."""
    with room(folder, "--processes", "2") as (process, line):
        yield process, address(line)


async def tables_of_both(base: str, seats: str = "yo") -> list[dict[str, Any]]:
    """A table of each process."""
    found: dict[int, dict[str, Any]] = {}
    while len(found) < 2:
        made = await make(base, seats, game="mantis", settings={"pace": "instant", "absence": 0})
        found[process_of(made["table"], 2)] = made
    return [found[number] for number in sorted(found)]


def children_of(pid: int) -> list[int]:
    """The processes that serve tables: those that a process has spawned."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        child = int(stat.parent.name)
        try:
            parent = int(stat.read_text(encoding="ascii").rpartition(")")[2].split()[1])
            command = (stat.parent / "cmdline").read_bytes()
        except OSError:
            continue
        if parent == pid and b"spawn_main" in command:
            found.append(child)
    return sorted(found)


def is_running(pid: int) -> bool:
    """Whether a process has not ended, even if nobody has asked how."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] not in ("Z", "X")


# --------------------------------------------------------------------------------- shares
def test_every_table_belongs_to_one_process() -> None:
    shares = [Share(number, 3) for number in range(3)]
    for _ in range(100):
        assert sum(share.has(table) for table in [new_id()] for share in shares) == 1
    for share in shares:
        assert all(share.has(share.new_id()) for _ in range(20))
    assert Share().has(new_id())


def test_figures_of_all_processes_stand_side_by_side() -> None:
    board = [0.0] * 4
    one, two = Share(0, 2, board), Share(1, 2, board)
    assert one.write([1, 2]) == [(1, 0), (2, 0)]
    assert two.write([10, 20]) == [(1, 10), (2, 20)]
    assert Share().write([5, 6]) == [(5,), (6,)]


# --------------------------------------------------------------------------------- the door
async def test_a_first_line_is_read_in_pieces_and_left_where_it_is() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.setblocking(False)
        reading = asyncio.create_task(first_line(theirs))
        for piece in (b"GET /api", b"/tables/x HTTP/1.1\r", b"\nHost: y\r\n"):
            await asyncio.sleep(0.03)
            assert not reading.done()
            ours.sendall(piece)
        assert await asyncio.wait_for(reading, 10) == b"GET /api/tables/x HTTP/1.1"
        assert theirs.recv(8) == b"GET /api"


async def test_who_says_nothing_and_goes_has_no_first_line() -> None:
    ours, theirs = socket.socketpair()
    with theirs:
        theirs.setblocking(False)
        ours.close()
        assert await first_line(theirs) == b""


# --------------------------------------------------------------------------------- the house
async def test_people_meet_at_tables_of_every_process(tmp_path: Path) -> None:
    async with house(tmp_path) as (_, base):
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


async def test_figures_are_those_of_all_processes(tmp_path: Path) -> None:
    async with house(tmp_path) as (_, base), api(base) as http:
        made = [await make(base, "yb", game="mantis") for _ in range(6)]
        agreed = 0
        async with asyncio.timeout(PATIENCE):
            while agreed < 4:  # the processes write their figures down now and then
                text = (await http.get("/metrics")).text
                health = (await http.get("/health")).json()
                agreed += f"rumpus_live_tables {len(made)}\n" in text
                agreed += health == {"open": True, "tables": len(made), "fault": ""}


async def test_a_connection_stays_with_nobody_after_its_answer(tmp_path: Path) -> None:
    async with house(tmp_path) as (_, base), api(base) as http:
        for made in await tables_of_both(base):
            answer = await http.get(f"/api/tables/{made['table']}")
            assert answer.is_success
            assert answer.headers["connection"] == "close"


async def test_a_table_is_not_opened_where_it_does_not_belong(tmp_path: Path) -> None:
    async with house(tmp_path) as (_, base):
        elsewhere = False
        while not elsewhere:
            table = (await make(base, game="mantis"))["table"]
            disguised = f"%{ord(table[0]):x}{table[1:]}"
            elsewhere = process_of(table, 2) != process_of(disguised, 2)
        async with at_table(base, disguised) as client:
            heard = await client.read()
        assert heard["reason"] == (
            "That table cannot be reached by this address; write it plainly."
        )
        async with seated(base, table) as client:
            assert client.table["id"] == table


async def test_half_sent_first_lines_keep_nobody_out_of_a_house(tmp_path: Path) -> None:
    async with house(tmp_path) as (_, base):
        made = await make(base, "yb", game="mantis")
        host, port = base.removeprefix("http://").split(":")
        async with seated(base, made["table"], made["token"]) as ann:
            with ExitStack() as stack:
                halves = []
                for _ in range(MOST_VISITORS + 20):
                    raw = stack.enter_context(socket.create_connection((host, int(port)), PATIENCE))
                    raw.sendall(b"GET /heal")
                    halves.append(raw)
                async with api(base) as http:
                    assert (await http.get("/health")).is_success
                assert (await ann.ask("chat", text="still here"))["type"] == "done"
                assert await asyncio.to_thread(is_cut, halves[0])
                halves[-1].sendall(b"th HTTP/1.1\r\nhost: here\r\n\r\n")
                assert b" 200 " in await asyncio.to_thread(halves[-1].recv, 4096)


def is_cut(raw: socket.socket) -> bool:
    """Whether a connection ends; what was sent on it may have stayed unread."""
    try:
        return not raw.recv(4096)
    except ConnectionResetError:
        return True


@needs_proc
async def test_another_process_takes_over_when_one_is_gone(tmp_path: Path) -> None:
    async with house(tmp_path) as (process, base):
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


def test_processes_that_cannot_start_are_not_started_for_ever(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    plan = Plan(tmp_path / "file" / "no-folder", Limits(), "")
    said: list[str] = []
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        with pytest.raises(SystemExit, match="ended before it was open"):
            House(plan, 2, listening, lambda: said.append("open")).open_as_program()
    assert said == ["open"]


@needs_proc
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
async def test_all_processes_end_with_the_room(tmp_path: Path, number: int) -> None:
    async with house(tmp_path) as (process, base):
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

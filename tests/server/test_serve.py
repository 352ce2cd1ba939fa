"""Opening and closing the room as a program of its own."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import IO, Any

import pytest

from rumpus.server.console import notice_file
from rumpus.server.limits import UNLIMITED
from rumpus.server.links import Links, links_for, qr_lines
from rumpus.server.room import Room
from rumpus.server.serve import Server
from rumpus.store import Store, hold_folder
from rumpus.table.part import Notes, in_one_line, new_seal, part_of

from .client import api, make, seated
from .conftest import OpenRoom


@contextmanager
def room(folder: Path, *options: str, port: int = 0) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A room in a process of its own, and its address."""
    command = [sys.executable, "-m", "rumpus.server", "--no-browser", "--no-limits"]
    with subprocess.Popen(
        [*command, "--data", str(folder), "--port", str(port), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        assert process.stdout
        try:
            yield process, first_line(process.stdout)
        finally:
            if process.poll() is None:
                process.kill()


def first_line(said: IO[str]) -> str:
    """The first line that a room says, after what it says while games are compiled."""
    return next((line.strip() for line in said if not line.startswith(("Compiling", "["))), "")


def address(line: str) -> str:
    assert line.startswith("Rumpus is open at http://127.0.0.1:")
    return line.removeprefix("Rumpus is open at ")


async def make_mantis(base: str, seats: str, pace: str = "instant", **more: Any) -> dict[str, Any]:
    return await make(base, seats, game="mantis", settings={"pace": pace}, **more)


async def test_it_says_where_it_is_open_and_stops_when_asked(tmp_path: Path) -> None:
    with room(tmp_path) as (process, line):
        async with api(address(line)) as http:
            assert (await http.get("/health")).is_success
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
        assert process.returncode == 0
        assert out == ""


def test_a_room_that_cannot_be_opened_says_so_and_ends(tmp_path: Path) -> None:
    notice_file(tmp_path, 0).mkdir()
    with room(tmp_path) as (process, line):
        out, _ = process.communicate(timeout=60)
        assert process.returncode == 1
        assert line == (
            f"Error: The room cannot be opened: the file {notice_file(tmp_path, 0)} cannot be used:"
            " is a directory."
        )
        assert out == ""


def test_a_process_whose_door_is_gone_when_it_opens_ends(tmp_path: Path) -> None:
    ours, theirs = socket.socketpair()
    ours.close()
    server = Server(Room(Store(tmp_path, hold_folder(tmp_path))), [], channel=theirs)
    opening = threading.Thread(target=server.open, daemon=True)
    opening.start()
    opening.join(60)
    assert not opening.is_alive()
    hold_folder(tmp_path).close()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_it_stops_under_load_whatever_clients_do(tmp_path: Path, number: int) -> None:
    with ExitStack() as sockets, room(tmp_path) as (process, line):
        base = address(line)
        host, port = base.removeprefix("http://").split(":")
        for _ in range(5):
            half_open = sockets.enter_context(socket.create_connection((host, int(port))))
        half_open.sendall(
            b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"
        )
        made = await make_mantis(base, "ybbb", "quick")
        tables = [await make_mantis(base, "yb") for _ in range(10)]
        async with (
            seated(base, made["table"], made["token"]),
            seated(base, tables[0]["table"], tables[0]["token"]) as busy,
        ):
            for table in tables:
                sockets.enter_context(_deaf(host, int(port), table["table"]))
            for n in range(30):
                await busy.send(type="chat", command=f"c{n}", text="hello", seat=0)
            process.send_signal(number)
            process.wait(timeout=60)
        assert process.returncode == 0


def _deaf(host: str, port: int, table: str) -> socket.socket:
    """A socket that opens and never reads."""
    raw = socket.create_connection((host, port))
    raw.sendall(
        f"GET /ws/tables/{table} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    return raw


async def test_a_taken_port_is_said_and_another_one_used(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with room(tmp_path, port=port) as (process, line):
            assert line == f"Port {port} is taken, so Rumpus takes a free one."
            assert process.stdout
            async with api(address(process.stdout.readline().strip())) as http:
                assert (await http.get("/health")).is_success


@pytest.mark.parametrize("options", [(), ("--processes", "2")])
async def test_a_second_room_is_refused_the_same_folder(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    with room(tmp_path, *options) as (first, line):
        base = address(line)
        for more in ((), ("--processes", "2")):
            with room(tmp_path, *more) as (second, said):
                assert said.startswith(f"Error: The room cannot be opened: process {first.pid} has")
                assert second.stdout
                assert second.stdout.read() == ""
                assert second.wait(60) == 1
        made = await make_mantis(base, "yb")
        first.kill()
        first.wait(60)
    with room(tmp_path, *options) as (_, line):
        async with api(address(line)) as http:
            assert (await http.get(f"/api/tables/{made['table']}")).is_success


async def test_sequence_numbers_rise_though_the_clock_was_set_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = OpenRoom(tmp_path, UNLIMITED)
    made = await make_mantis(before.url, "yb")
    async with seated(before.url, made["table"], made["token"]) as ann:
        seen = ann.seq
    before.close()
    now = time.time
    clocks = SimpleNamespace(time=lambda: now() - 1e8, monotonic=time.monotonic)
    monkeypatch.setattr("rumpus.store.clock.time", clocks)
    again = OpenRoom(tmp_path, UNLIMITED)
    async with seated(again.url, made["table"], made["token"], after=seen) as ann:
        assert ann.seq > seen
        await ann.ask("chat", text="hello", seat=0)
        (at,) = again.room.store.reading.execute("select max(at) from chat").fetchone()
        assert at <= time.time(), "clocks at tables are reckoned by the true time of day"
    again.close()


async def test_a_table_is_there_again_after_a_restart(tmp_path: Path) -> None:
    with room(tmp_path) as (process, line):
        base = address(line)
        made = await make_mantis(base, "yb", "slow")
        async with seated(base, made["table"], made["token"]) as ann:
            await ann.ask("chat", text="see you", command="hello-again", seat=0)
            before = ann.heard[0]
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=60)
    with room(tmp_path) as (process, line):
        base = address(line)
        async with seated(base, made["table"], made["token"], after=before["seq"]) as ann:
            after = ann.heard[0]
            assert after["views"] == before["views"]
            assert after["history"] == before["history"]
            assert after["seq"] > before["seq"]
            assert [line["text"] for line in after["chat"]] == ["see you"]
            again = await ann.ask("chat", text="see you", command="hello-again", seat=0)
            assert again["type"] == "done"
            assert len((await ann.hello(made["token"]))["chat"]) == 1


def test_a_lan_address_has_a_link_and_a_code_for_friends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rumpus.server.links.lan_address", lambda: "192.168.1.7")
    everywhere = links_for("0.0.0.0", 4210)
    assert everywhere == Links("http://127.0.0.1:4210", "http://192.168.1.7:4210")
    told = everywhere.invitation()
    assert str(told[0]) == "Friends on the same network: http://192.168.1.7:4210"
    assert len(told) > 10
    assert links_for("127.0.0.1", 1).invitation() == []
    assert links_for("localhost", 1).friends == ""
    assert links_for("192.168.1.7", 5).friends == "http://192.168.1.7:5"
    assert links_for("::1", 5) == Links("http://[::1]:5")


def test_a_code_is_square_and_drawn_with_blocks() -> None:
    lines = qr_lines("http://192.168.1.7:4210")
    assert len({len(line) for line in lines}) <= 2
    assert "█" in "".join(lines) or "\033" in "".join(lines)


async def test_friends_get_the_lan_link(tmp_path: Path) -> None:
    with room(tmp_path, "--host", "0.0.0.0") as (process, line):
        base = address(line)
        made = await make_mantis(base, "yb")
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
        if "Friends on the same network" in out:
            friends = out.splitlines()[0].split(": ", 1)[1]
            assert made["link"].startswith(friends + "/t/")
        else:
            assert made["link"].startswith(base)


def test_importing_rumpus_is_light() -> None:
    code = (
        "import sys, rumpus, rumpus.server.commands;"
        "heavy = {'starlette', 'uvicorn', 'msgspec', 'sqlite3', 'babel'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


async def test_the_remote_bot_plays_a_game_to_its_end(tmp_path: Path) -> None:
    example = Path(__file__).parents[2] / "examples" / "remote_bot.py"
    assert len(example.read_text().splitlines()) <= 48
    with room(tmp_path) as (_, line):
        base = address(line)
        notes = Notes()
        made = await make_mantis(base, "yobb", seal=new_seal(notes))
        bot = await asyncio.create_subprocess_exec(
            sys.executable,
            str(example),
            made["link"],
            "Robo",
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "NO_PROXY": "*"},
        )
        async with seated(base, made["table"], made["token"]) as ann:
            while not ann.views or not ann.views["0"]["over"]:
                if part := part_of(notes, {"type": "table", "table": ann.table}, 0):
                    await ann.ask(part.pop("type"), **part)
                elif ann.views and ann.views["0"]["choices"]:
                    action = ann.views["0"]["choices"][0]["action"]
                    await ann.ask("act", seat=0, action=action)
                else:
                    await ann.read()
        out, _ = await asyncio.wait_for(bot.communicate(), 20)
        assert out.decode() == "The deal was fair.\n"
        async with api(base) as http:
            record = await http.get(f"/api/tables/{made['table']}/record")
        assert in_one_line(notes, record.text, 0) == "The deal was fair."

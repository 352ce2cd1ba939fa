"""Starting and stopping the room as a program."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
from contextlib import ExitStack
from pathlib import Path

import pytest

from rumpus.server.network.limits import UNLIMITED
from rumpus.server.operations.console import address_file
from rumpus.server.processes.links import Links, links_for, qr_lines
from rumpus.server.processes.server import RoomServer
from rumpus.server.room.room import Room
from rumpus.store import SqliteStore, lock_folder
from rumpus.table.deal_client import DealNotes, in_one_line, new_seal, part_of
from tests.patience import PATIENCE
from tests.server.client import api, seated
from tests.server.conftest import OpenRoom
from tests.server.programs import address, make_mantis, room


async def test_the_room_prints_its_address_and_stops_on_request(tmp_path: Path) -> None:
    with room(tmp_path) as (process, line):
        async with api(address(line)) as http:
            assert (await http.get("/health")).is_success
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0
        assert out == ""


def test_a_room_that_cannot_open_says_so_and_exits(tmp_path: Path) -> None:
    address_file(tmp_path, 0).mkdir()
    with room(tmp_path) as (process, line):
        out, _ = process.communicate(timeout=PATIENCE)
        assert process.returncode == 1
        assert line == (
            "Error: The room cannot be opened: "
            f"the file {address_file(tmp_path, 0)} cannot be used: is a directory."
        )
        assert out == ""


def test_a_process_without_a_dispatcher_exits(tmp_path: Path) -> None:
    ours, theirs = socket.socketpair()
    ours.close()
    server = RoomServer(Room(SqliteStore(tmp_path, lock_folder(tmp_path))), [], channel=theirs)
    opening = threading.Thread(target=server.open, daemon=True)
    opening.start()
    opening.join(60)
    assert not opening.is_alive()
    lock_folder(tmp_path).close()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_the_room_stops_under_load(tmp_path: Path, number: int) -> None:
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
            process.wait(timeout=PATIENCE)
        assert process.returncode == 0


def _deaf(host: str, port: int, table: str) -> socket.socket:
    """A WebSocket that never reads."""
    raw = socket.create_connection((host, port))
    raw.sendall(
        f"GET /ws/tables/{table} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    return raw


async def test_if_the_port_is_taken_another_is_used(tmp_path: Path) -> None:
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
                assert said.startswith(f"Error: The room cannot be opened: process {first.pid} is ")
                assert second.stdout
                assert second.stdout.read() == ""
                assert second.wait(60) == 1
        made = await make_mantis(base, "yb")
        first.kill()
        first.wait(60)
    with room(tmp_path, *options) as (_, line):
        async with api(address(line)) as http:
            assert (await http.get(f"/api/tables/{made['table']}")).is_success


async def test_sequence_numbers_rise_over_a_restart(tmp_path: Path) -> None:
    before = OpenRoom(tmp_path, UNLIMITED)
    made = await make_mantis(before.url, "yb")
    async with seated(before.url, made["table"], made["token"]) as ann:
        seen = ann.seq
    before.close()
    again = OpenRoom(tmp_path, UNLIMITED)
    async with seated(again.url, made["table"], made["token"], after=seen) as ann:
        assert ann.seq > seen
    again.close()


async def test_a_table_survives_a_restart(tmp_path: Path) -> None:
    with room(tmp_path) as (process, line):
        base = address(line)
        made = await make_mantis(base, "yb", "slow")
        async with seated(base, made["table"], made["token"]) as ann:
            await ann.ask("chat", text="see you", command="hello-again", seat=0)
            before = ann.heard[0]
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=PATIENCE)
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


def test_a_lan_address_gives_a_link_and_a_qr_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rumpus.server.processes.links.lan_address", lambda: "192.168.1.7")
    everywhere = links_for("0.0.0.0", 4210)
    assert everywhere == Links("http://127.0.0.1:4210", "http://192.168.1.7:4210")
    told = everywhere.invitation()
    assert str(told[0]) == "Friends on the same network: http://192.168.1.7:4210"
    assert len(told) > 10
    assert links_for("127.0.0.1", 1).invitation() == []
    assert links_for("localhost", 1).friends == ""
    assert links_for("192.168.1.7", 5).friends == "http://192.168.1.7:5"
    assert links_for("::1", 5) == Links("http://[::1]:5")


def test_a_qr_code_is_square() -> None:
    lines = qr_lines("http://192.168.1.7:4210")
    assert len({len(line) for line in lines}) <= 2
    assert "█" in "".join(lines) or "\033" in "".join(lines)


async def test_friends_get_the_lan_link(tmp_path: Path) -> None:
    with room(tmp_path, "--host", "0.0.0.0") as (process, line):
        base = address(line)
        made = await make_mantis(base, "yb")
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=PATIENCE)
        if "Friends on the same network" in out:
            friends = out.splitlines()[0].split(": ", 1)[1]
            assert made["link"].startswith(friends + "/t/")
        else:
            assert made["link"].startswith(base)


def test_importing_rumpus_is_light() -> None:
    code = (
        "import sys, rumpus, rumpus.server.cli.serve;"
        "heavy = {'starlette', 'uvicorn', 'msgspec', 'sqlite3', 'babel'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


async def test_the_remote_bot_finishes_a_game(tmp_path: Path) -> None:
    example = Path(__file__).parents[3] / "examples" / "remote_bot.py"
    assert len(example.read_text().splitlines()) <= 48
    with room(tmp_path) as (_, line):
        base = address(line)
        notes = DealNotes()
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

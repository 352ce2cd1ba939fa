"""A room of several processes: one door, and every table in one of them."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from rumpus.server.door import AWAY, MOST_VISITORS, Door, Way, path_of, visitors
from rumpus.server.house import House, Plan, serve_share
from rumpus.server.ids import new_id
from rumpus.server.limits import Limits
from rumpus.server.names import Names
from rumpus.server.room import Room
from rumpus.server.share import Share, process_of
from rumpus.store import Store
from rumpus.table.errors import NotThere

from .client import PATIENCE, api, make, seated, sit
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
@asynccontextmanager
async def door() -> AsyncIterator[tuple[Door, socket.socket, tuple[str, int]]]:
    """A door to one process, the process's end of the channel, and where the door is."""
    ours, theirs = socket.socketpair()
    with socket.socket() as listening, ours, theirs:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        ours.setblocking(False)
        theirs.setblocking(False)
        way: Way = asyncio.get_running_loop().create_future()
        way.set_result(ours)
        opened = Door(listening, [way])
        standing = asyncio.create_task(opened.stand_open())
        yield opened, theirs, listening.getsockname()
        standing.cancel()
        for visit in opened.visits:
            visit.cancel()
        await asyncio.gather(standing, *opened.visits, return_exceptions=True)


def has_looked(opened: Door, times: int) -> bool:
    """Whether the door has looked for a first line so often."""
    return opened.looks == times


async def until(is_so: Callable[[], Any]) -> Any:
    """Wait for something that is looked at again and again."""
    async with asyncio.timeout(PATIENCE):
        while not (found := is_so()):
            await asyncio.sleep(0.01)
    return found


async def test_a_first_line_is_read_in_pieces_and_left_where_it_is() -> None:
    async with door() as (opened, channel, where):
        with socket.create_connection(where) as client:
            for looks, piece in enumerate((b"GET /api", b"/tables/x HTTP/1.1\r"), 1):
                client.sendall(piece)
                await until(partial(has_looked, opened, looks))
            assert visitors(channel) == []
            client.sendall(b"\nHost: y\r\n")
            (visitor,) = await until(lambda: visitors(channel))
            with visitor:
                assert visitor.recv(100) == b"GET /api/tables/x HTTP/1.1\r\nHost: y\r\n"


async def test_who_says_half_a_line_wakes_the_door_once() -> None:
    async with door() as (opened, channel, where), AsyncExitStack() as clients:
        for n in range(5):
            client = clients.enter_context(socket.create_connection(where))
            client.sendall(b"GET /api/tab")
            await until(partial(has_looked, opened, n + 1))
        for n in range(20):  # others come and go, and the door is awake for them alone
            with socket.create_connection(where) as other:
                other.sendall(b"GET / HTTP/1.1\r\n\r\n")
                (visitor,) = await until(lambda: visitors(channel))
                visitor.close()
            assert opened.looks == 5 + n + 1
        assert len(opened.visits) == 5


async def test_who_says_half_a_line_and_goes_is_let_go() -> None:
    async with door() as (opened, channel, where):
        for words in (b"", b"GET /api"):
            with socket.create_connection(where) as client:
                client.sendall(words)
                await until(lambda: opened.visits)
            await until(lambda: not opened.visits)
        assert visitors(channel) == []


async def test_where_too_many_wait_at_the_door_the_first_has_to_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("rumpus.server.door.MOST_VISITORS", 3)
    async with door() as (opened, channel, where), AsyncExitStack() as clients:
        slow = []
        for n in range(4):
            slow.append(clients.enter_context(socket.create_connection(where)))
            slow[-1].sendall(b"GET /half")
            await until(partial(has_looked, opened, n + 1))
        assert await asyncio.to_thread(is_cut, slow[0])
        assert len(opened.visits) == 3
        slow[1].sendall(b" HTTP/1.1\r\n")
        (visitor,) = await until(lambda: visitors(channel))
        visitor.close()


@pytest.mark.parametrize("ending", [b"\r\n", b"\n"])
async def test_both_ends_of_a_line_are_known(ending: bytes) -> None:
    async with door() as (_, channel, where):
        with socket.create_connection(where) as client:
            client.sendall(b"GET / HTTP/1.1" + ending)
            (visitor,) = await until(lambda: visitors(channel))
            visitor.close()


@pytest.mark.parametrize(
    ("line", "path"),
    [
        (b"GET /api/tables/plum-owl HTTP/1.1", "/api/tables/plum-owl"),
        (b"GET /%61pi/tables/%70lum%2Dowl?x=/y HTTP/1.1", "/api/tables/plum-owl"),
        (b"POST /api/tables/plum-owl%2Fseats HTTP/1.1", "/api/tables/plum-owl/seats"),
        (b"GET /%E2%82%AC%zz\xff HTTP/1.1", "/\u20ac%zz\xff"),
        (b"nonsense", ""),
    ],
)
def test_a_path_is_read_as_the_server_reads_it(line: bytes, path: str) -> None:
    assert path_of(line) == path


async def test_who_wants_a_process_that_is_away_is_told_so() -> None:
    async with door() as (opened, _, (host, port)), api(f"http://{host}:{port}") as http:
        away: Way = asyncio.get_running_loop().create_future()
        away.set_result(None)
        opened.ways[0] = away
        for call in (http.get("/health"), http.post("/api/tables", content=b"x" * 10_000)):
            answer = await call
            assert answer.status_code == 503
            assert answer.json() == {"error": AWAY}


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


async def test_a_table_is_found_however_its_id_is_written(tmp_path: Path) -> None:
    async with house(tmp_path) as (_, base), api(base) as http:
        elsewhere = False
        while not elsewhere:
            table = (await make(base, game="mantis"))["table"]
            disguised = f"%{ord(table[0]):x}{table[1:]}"
            elsewhere = process_of(table, 2) != process_of(disguised, 2)
        async with seated(base, disguised) as client:
            assert client.table["id"] == table
        assert (await http.get(f"/api/tables/{disguised}")).json()["table"]["id"] == table


async def test_a_table_is_not_opened_where_it_does_not_belong(tmp_path: Path) -> None:
    elsewhere = Share(1, 2).new_id()
    opened = Room(Store(tmp_path), share=Share(0, 2))
    with pytest.raises(NotThere, match="cannot be reached by this address"):
        await opened.live(elsewhere)
    opened.close()


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
                halves[-1].sendall(b"th HTTP/1.1\r\nhost: localhost\r\n\r\n")
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


def test_processes_that_cannot_start_are_not_started_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    plan = Plan(tmp_path / "file" / "no-folder", Limits(), Names())
    said: list[str] = []
    monkeypatch.setattr("rumpus.server.house.FIRST_PAUSE", 0.01)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        with pytest.raises(SystemExit, match="None of the room's processes could be opened"):
            House(plan, 2, listening, lambda: said.append("open")).open_as_program()
    assert said == ["open"]


def serve_unless_told(plan: Plan, share: Share, channel: socket.socket) -> None:
    """A process of the room; the second ends before it is open while a file says so."""
    notes = plan.folder.parent
    if share.number == 1 and (notes / "fail").exists():
        with (notes / "tries").open("a", encoding="ascii") as tries:
            tries.write("again\n")
        sys.exit(1)
    (notes / f"process-{share.number}").write_text(str(os.getpid()), encoding="ascii")
    serve_share(plan, share, channel)


PROGRAM = """
import sys
from functools import partial
from pathlib import Path
from rumpus.server import house
from tests.server.test_house import serve_unless_told

house.House = partial(house.House, serve=serve_unless_told)
house.FIRST_PAUSE = 0.05
house.open_house(2, Path(sys.argv[1])).open_as_program()
"""


LIMITED = """
import sys
from pathlib import Path
from rumpus.server.house import open_house
from rumpus.server.limits import Limits, Rate

limits = Limits(requests=Rate(1e-6, 200))
open_house(2, Path(sys.argv[1]), limits=limits).open_as_program()
"""


async def test_limits_of_an_address_hold_for_all_processes_together(tmp_path: Path) -> None:
    """It has 200 requests in all, whichever process each of them reaches."""
    command = [sys.executable, "-u", "-c", LIMITED, str(tmp_path / "data")]
    with Popen(command, stdout=PIPE, stderr=DEVNULL, text=True) as process:
        try:
            assert process.stdout
            base = address(process.stdout.readline().strip())
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
        finally:
            process.kill()


async def test_a_process_that_ends_before_it_is_open_is_tried_again(tmp_path: Path) -> None:
    """Meanwhile its tables are answered with a sentence, and the others go on."""
    command = [sys.executable, "-u", "-c", PROGRAM, str(tmp_path / "data")]
    with Popen(command, stdout=PIPE, stderr=DEVNULL, text=True) as process:
        try:
            assert process.stdout
            base = address(process.stdout.readline().strip())
            one, two = await tables_of_both(base, "yb")
            (tmp_path / "fail").touch()
            number = int((tmp_path / "process-1").read_text(encoding="ascii"))
            os.kill(number, signal.SIGKILL)
            tries = tmp_path / "tries"
            await until(lambda: tries.exists() and len(tries.read_text().split()) >= 3)
            async with api(base) as http:
                answer = await http.get(f"/api/tables/{two['table']}")
                assert (answer.status_code, answer.json()) == (503, {"error": AWAY})
                assert (await http.get(f"/api/tables/{one['table']}")).is_success
                for _ in range(4):
                    assert (await http.get("/health")).is_success
                (tmp_path / "fail").unlink()
                async with asyncio.timeout(PATIENCE):
                    while not (await http.get(f"/api/tables/{two['table']}")).is_success:
                        await asyncio.sleep(0.05)
            async with seated(base, two["table"], two["token"]) as ann:
                assert ann.views["0"]
        finally:
            process.kill()


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

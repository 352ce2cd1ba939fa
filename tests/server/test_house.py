"""A room of several processes: one door, and every table in one of them."""

from __future__ import annotations

import asyncio
import errno
import os
import select
import signal
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, closing, contextmanager
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus, WebSocketException

from rumpus.server import house as house_module
from rumpus.server.door import AWAY, MOST_VISITORS
from rumpus.server.house import TRIES, House, Plan, pause_after, serve_share
from rumpus.server.ids import new_id
from rumpus.server.limits import Limits
from rumpus.server.lines import SECONDS, Phase
from rumpus.server.names import Names
from rumpus.server.room import Room
from rumpus.server.share import Share, process_of
from rumpus.store import Store
from rumpus.table.errors import NotThere

from .client import PATIENCE, api, is_cut, make, seated, sit, until
from .test_lines import all_of, knock
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


def serve_nothing(plan: Plan, share: Share, channel: socket.socket) -> None:
    """A process of the room that ends before it is open."""
    sys.exit(1)


def serve_unless_told(plan: Plan, share: Share, channel: socket.socket) -> None:
    """A process of the room; the second ends before it is open while a file says so."""
    notes = plan.folder.parent
    if share.number == 1 and (notes / "fail").exists():
        with (notes / "tries").open("a", encoding="ascii") as tries:
            tries.write("again\n")
        sys.exit(1)
    (notes / f"process-{share.number}").write_text(str(os.getpid()), encoding="ascii")
    serve_share(plan, share, channel)


def serve_patiently(plan: Plan, share: Share, channel: socket.socket) -> None:
    """A process of the room that waits for long until a request has arrived."""
    SECONDS[Phase.HEAD] = 10 * PATIENCE
    serve_share(plan, share, channel)


class BadDisk(Store):
    """A store that can write nothing while a file says so."""

    @contextmanager
    def _alone(self) -> Iterator[None]:
        is_bad = (self.path.parent.parent / "bad").exists()
        self.writing.execute(f"pragma query_only = {int(is_bad)}")
        with super()._alone():
            yield


def serve_on_a_bad_disk(plan: Plan, share: Share, channel: socket.socket) -> None:
    """A process of the room; the second has a disk that can be made to fail."""
    if share.number == 1:
        vars(house_module)["Store"] = BadDisk
    serve_share(plan, share, channel)


PROGRAM = """
import sys
from functools import partial
from pathlib import Path
from rumpus.server import house
from rumpus.server.limits import Limits, Rate
from tests.server import test_house

folder, serve, limits = sys.argv[1:]
house.House = partial(house.House, serve=getattr(test_house, serve))
house.FIRST_PAUSE = 0.05
house.open_house(2, Path(folder), limits=eval(limits)).open_as_program()
"""


@contextmanager
def special(
    folder: Path, serve: str = "serve_share", limits: str = "Limits()"
) -> Iterator[tuple[Popen[str], str]]:
    """A room of two processes that serve in a way of their own or have other limits."""
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


def test_processes_that_cannot_start_are_not_started_for_ever(tmp_path: Path) -> None:
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
async def test_no_channel_to_a_process_that_never_opens_is_left_open(
    kind: type[Unstarted], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    channels: list[socket.socket] = []
    pair = socket.socketpair

    def noted() -> tuple[socket.socket, socket.socket]:
        channels.extend(made := pair())
        return made

    monkeypatch.setattr(socket, "socketpair", noted)
    monkeypatch.setattr(house_module.spawning, "Process", kind)
    monkeypatch.setattr(house_module, "FIRST_PAUSE", 0.01)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        failing = House(Plan(tmp_path, Limits(), Names()), 2, listening, lambda: None)
        async with asyncio.timeout(PATIENCE):
            await failing.stay_open()
    assert failing.fault == "None of the room's processes could be opened."
    assert failing.failed == [TRIES, TRIES]
    assert len(channels) == 2 * 2 * TRIES
    assert {channel.fileno() for channel in channels} == {-1}


def test_a_process_is_tried_again_however_often_it_has_failed() -> None:
    pauses = [pause_after(failures) for failures in (1, 2, 3, 6, 7, 10_000)]
    assert pauses == [0.5, 1, 2, 16, 30, 30]


async def test_limits_of_an_address_hold_for_all_processes_together(tmp_path: Path) -> None:
    """It has 200 requests in all, whichever process each of them reaches."""
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
    """Two of four at a process make room for two who come to the other."""
    with (
        special(tmp_path, "serve_patiently", "Limits(knocking=4)") as (_, base),
        ExitStack() as stack,
    ):
        one, two = [made["table"] for made in await tables_of_both(base)]
        halves = []
        for table in (one, one, one, one, two, two):
            head = f"GET /api/tables/{table} HTTP/1.1\r\nhost: localhost\r\n".encode()
            halves.append(stack.enter_context(closing(knock(base, head))))
        await until(lambda: len(cut_of(halves)) == 2)
        cut = cut_of(halves)
        assert not set(cut) & set(halves[4:])
        for half in set(halves) - set(cut):
            half.sendall(b"\r\n")
            assert b" 200 " in await asyncio.to_thread(all_of, half)


def cut_of(halves: list[socket.socket]) -> list[socket.socket]:
    """Who was told something before they had asked for anything."""
    return select.select(halves, [], [], 0)[0]


@needs_proc
async def test_sockets_of_a_process_that_has_ended_are_no_longer_counted(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        limits = "Limits(connections=3)"
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
    """What the room says of its health, by whichever process."""
    answers = [await http.get("/health") for _ in range(4)]
    return [(answer.status_code, answer.json().get("fault")) for answer in answers]


async def until_all_say(http: httpx.AsyncClient, status: int, fault: str) -> None:
    """Wait until every process says the same of the room."""
    async with asyncio.timeout(PATIENCE):
        while set(await healths(http)) != {(status, fault)}:
            await asyncio.sleep(0.05)


async def test_every_process_tells_of_a_disk_that_one_cannot_write(tmp_path: Path) -> None:
    with special(tmp_path, "serve_on_a_bad_disk") as (_, base):
        one, two = [made["table"] for made in await tables_of_both(base)]
        async with api(base) as http:
            await until_all_say(http, 200, "")
            (tmp_path / "bad").touch()
            for table, status in ((one, 201), (two, 503)):
                answer = await http.post(f"/api/tables/{table}/seats", json={"name": "Bob"})
                assert answer.status_code == status
            await until_all_say(http, 503, "Nothing can be saved here now: it can only be read.")
            assert "rumpus_store_fault 8\n" in (await http.get("/metrics")).text
            (tmp_path / "bad").unlink()
            await until_all_say(http, 200, "")


async def test_a_process_that_ends_before_it_is_open_is_tried_again(tmp_path: Path) -> None:
    """Meanwhile its tables are answered with a sentence, and the others go on."""
    with special(tmp_path, "serve_unless_told") as (_, base):
        one, two = await tables_of_both(base, "yb")
        (tmp_path / "fail").touch()
        number = int((tmp_path / "process-1").read_text(encoding="ascii"))
        os.kill(number, signal.SIGKILL)
        tries = tmp_path / "tries"
        await until(lambda: tries.exists() and len(tries.read_text().split()) >= 3)
        async with api(base) as http:
            answer = await http.get(f"/api/tables/{two['table']}")
            assert (answer.status_code, answer.json()["error"]) == (503, str(AWAY))
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

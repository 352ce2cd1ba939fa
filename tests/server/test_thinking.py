"""Who is served when more is asked for than can be thought at once."""

from __future__ import annotations

import asyncio
import ctypes
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from rumpus.games import GAMES
from rumpus.rulekit.native import Native
from rumpus.server.limits import Address, Bucket, Limits, Rate
from rumpus.server.room import THINKERS
from rumpus.server.thinking import (
    ANALYSES,
    BOTS,
    HINTS,
    MOST_AT_A_TABLE,
    Asker,
    Closed,
    Slices,
    Thinkers,
    TooMuch,
)
from tests.table.setting import backend_of

from .client import PATIENCE, Client, api, at_table, make
from .conftest import OpenRoom

LIMITS = Limits(thinking=Rate(1, 10), hints=Rate(1, 2), thoughts=12)


class Pool:
    """Thinkers without threads: what they take and finish is said by the test."""

    def __init__(self, threads: int = 2) -> None:
        self.now = 0.0
        self.thinkers = Thinkers(threads, LIMITS, lambda: self.now)
        self.served: list[str] = []
        self.asked: list[asyncio.Task[str]] = []

    def address(self) -> Address:
        return Address(LIMITS, self.now)

    def work(self, name: str, slices: int, seconds: float) -> Slices[str]:
        for left in reversed(range(slices)):
            self.served.append(name)
            self.now += seconds
            if left:
                yield
        return name

    async def ask(
        self, name: str, kind: int, address: Address, *,
        table: str = "", slices: int = 1, seconds: float = 0.0, budget: Bucket | None = None,
    ) -> None:  # fmt: skip
        work = self.work(name, slices, seconds)
        running = self.thinkers.run(work, kind, Asker(address, table, budget))
        self.asked.append(asyncio.ensure_future(running))
        await asyncio.sleep(0)  # until it stands in line

    async def work_off(self) -> str:
        while job := self.thinkers.take():
            self.thinkers.serve(job)
        assert await asyncio.gather(*self.asked)
        return " ".join(self.served)


async def test_bots_go_before_hints_and_hints_before_analyses() -> None:
    pool = Pool()
    for name, kind in (("replay", ANALYSES), ("hint", HINTS), ("bot", BOTS)):
        await pool.ask(name, kind, pool.address())
    assert await pool.work_off() == "bot hint replay"


async def test_tables_have_their_turn_one_after_the_other() -> None:
    pool = Pool()
    address = pool.address()
    for name in ("a1", "a2", "a3", "b1", "b2", "c1"):
        await pool.ask(name, BOTS, address, table=name[0])
    assert await pool.work_off() == "a1 b1 c1 a2 b2 a3"


async def test_an_address_gets_no_more_turns_for_having_more_tables() -> None:
    pool = Pool()
    many, one, other = (pool.address() for _ in range(3))
    for n in range(4):
        await pool.ask(f"many{n}", BOTS, many, table=f"t{n}")
    await pool.ask("one1", BOTS, one)
    await pool.ask("one2", BOTS, one)
    await pool.ask("other", BOTS, other)
    assert await pool.work_off() == "many0 one1 other many1 one2 many2 many3"


async def test_who_has_not_been_served_for_long_is_next_whoever_waits() -> None:
    pool = Pool()
    many, one = pool.address(), pool.address()
    for n in range(5):
        await pool.ask(f"many{n}", BOTS, many, table=f"t{n}")
    running = [pool.thinkers.take() for _ in range(2)]
    await pool.ask("one", BOTS, one)
    next_one = pool.thinkers.take()
    assert next_one
    assert next_one.asker.address is one
    for job in (*running, next_one):
        assert job
        pool.thinkers.serve(job)
    await pool.work_off()


async def test_between_two_slices_of_an_analysis_others_are_served() -> None:
    pool = Pool()
    await pool.ask("replay", ANALYSES, pool.address(), slices=3)
    first = pool.thinkers.take()
    assert first
    pool.thinkers.serve(first)
    await pool.ask("bot", BOTS, pool.address())
    await pool.ask("other", ANALYSES, pool.address(), slices=2)
    assert await pool.work_off() == "replay bot other replay other replay"
    assert [task.result() for task in pool.asked] == ["replay", "bot", "other"]


async def test_analyses_never_take_the_last_thread() -> None:
    pool = Pool(threads=2)
    for name in ("first", "second"):
        await pool.ask(name, ANALYSES, pool.address(), slices=2)
    analysis = pool.thinkers.take()
    assert analysis
    assert pool.thinkers.take() is None
    await pool.ask("bot", BOTS, pool.address())
    bot = pool.thinkers.take()
    assert bot
    pool.thinkers.serve(bot)
    pool.thinkers.serve(analysis)
    assert await pool.work_off() == "bot first second first second"


async def test_who_waits_when_the_room_is_closed_gets_a_sentence() -> None:
    pool = Pool()
    for name, kind in (("at it", ANALYSES), ("hint", HINTS), ("replay", ANALYSES)):
        await pool.ask(name, kind, pool.address(), slices=2)
    running = pool.thinkers.take()
    assert running
    pool.thinkers.close()
    pool.thinkers.serve(running)
    for one in pool.asked:
        with pytest.raises(Closed, match="The room is being closed"):
            await one
    with pytest.raises(Closed):
        await pool.thinkers.run(pool.work("late", 1, 0.0), HINTS, Asker(pool.address()))


async def test_an_address_finishes_one_analysis_before_its_next() -> None:
    pool = Pool()
    address = pool.address()
    await pool.ask("first", ANALYSES, address, slices=2)
    await pool.ask("second", ANALYSES, address, slices=2)
    assert await pool.work_off() == "first first second second"


async def test_beyond_its_budget_an_address_waits_behind_all_and_leaves_a_thread_free() -> None:
    pool = Pool()
    greedy, modest = pool.address(), pool.address()
    greedy.thinking.spend(15, pool.now)
    for n in range(3):
        await pool.ask(f"greedy{n}", BOTS, greedy, table=f"t{n}")
    running = pool.thinkers.take()
    assert running
    assert pool.thinkers.take() is None, "the last thread is not for them"
    await pool.ask("hint", HINTS, modest)
    hint = pool.thinkers.take()
    assert hint
    assert hint.asker.address is modest
    pool.thinkers.serve(hint)
    pool.thinkers.serve(running)
    await pool.ask("bot", BOTS, modest)
    assert await pool.work_off() == "hint greedy0 bot greedy1 greedy2"


async def test_what_was_thought_is_charged_and_forgiven_with_time() -> None:
    pool = Pool()
    greedy, modest = pool.address(), pool.address()
    await pool.ask("long", BOTS, greedy, seconds=12)
    await pool.work_off()
    assert greedy.thinking.left_at(pool.now) == pytest.approx(-2)
    pool.now += 3
    await pool.ask("first", BOTS, modest)
    await pool.ask("again", HINTS, greedy)
    assert await pool.work_off() == "long first again"
    greedy.thinking.spend(1000, pool.now)
    pool.now += 2 * LIMITS.thinking.burst
    assert greedy.is_idle(pool.now), "no more than a burst is owed"


async def test_hints_and_analyses_beyond_a_budget_are_refused_but_no_bot() -> None:
    pool = Pool()
    greedy = pool.address()
    budget = Bucket(LIMITS.hints, pool.now)
    await pool.ask("hint", HINTS, greedy, seconds=3, budget=budget)
    await pool.work_off()
    nothing = pool.work("never", 1, 0)
    with pytest.raises(TooMuch, match="a lot of thinking lately"):
        await pool.thinkers.run(nothing, HINTS, Asker(greedy, "", budget))
    greedy.thinking.spend(15, pool.now)
    for kind in (HINTS, ANALYSES):
        with pytest.raises(TooMuch, match="a lot of thinking lately"):
            await pool.thinkers.run(nothing, kind, Asker(greedy))
    await pool.ask("bot", BOTS, greedy)
    assert await pool.work_off() == "hint bot"


async def test_only_so_many_hints_and_analyses_wait_but_any_number_of_bots() -> None:
    pool = Pool()
    address, other = pool.address(), pool.address()
    nothing = pool.work("never", 1, 0)
    for n in range(MOST_AT_A_TABLE):
        await pool.ask(f"h{n}", HINTS, address, table="t")
    with pytest.raises(TooMuch, match="Many others wait"):
        await pool.thinkers.run(nothing, HINTS, Asker(other, "t"))
    while pool.thinkers.waiting(HINTS, ANALYSES) < LIMITS.thoughts:
        await pool.ask("a", ANALYSES, address)
    with pytest.raises(TooMuch, match="Many others wait"):
        await pool.thinkers.run(nothing, ANALYSES, Asker(address))
    for n in range(50):
        await pool.ask(f"b{n}", BOTS, address, table="t")
    await pool.ask("other", ANALYSES, other)
    served = (await pool.work_off()).split()
    assert len(served) == LIMITS.thoughts + 50 + 1
    assert served[:50] == [f"b{n}" for n in range(50)]


async def test_threads_serve_until_they_are_let_go_and_hand_errors_on() -> None:
    thinkers = Thinkers(2, LIMITS, lambda: 0.0)
    thinkers.start("test-think")

    def broken() -> Slices[None]:
        yield
        raise ZeroDivisionError

    asker = Asker(Address(LIMITS, 0.0))
    with pytest.raises(ZeroDivisionError):
        await thinkers.run(broken(), BOTS, asker)

    def name() -> Slices[str]:
        yield
        return threading.current_thread().name

    found = await asyncio.gather(*(thinkers.run(name(), BOTS, asker) for _ in range(20)))
    assert set(found) <= {"test-think-0", "test-think-1"}
    thinkers.close()
    while any(thread.name.startswith("test-think") for thread in threading.enumerate()):
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("name", GAMES)
def test_searching_leaves_the_event_loop_free(name: str) -> None:
    """What takes long in machine code does not hold Python's lock meanwhile."""
    backend = backend_of(name)
    assert isinstance(backend, Native)
    holding = type(ctypes.PyDLL(str(backend.path)).rumpus_search)
    free = type(ctypes.CDLL(str(backend.path)).rumpus_search)
    for rule in ("search", "forecast", "plant"):
        flags = type(backend.silent[rule])._flags_
        assert flags == free._flags_ != holding._flags_, rule


# --------------------------------------------------------------------------------- in a room
MANY = 60
GREEDY, MODEST = "127.0.0.2", "127.0.0.3"
"""Every address of this kind is this machine's own."""


@pytest.fixture
def frugal(tmp_path: Path) -> Iterator[OpenRoom]:
    """A room where what was thought is never forgiven, however slow the machine is."""
    room = OpenRoom(tmp_path, Limits(thinking=Rate(0, 1000)))
    yield room
    room.close()


class Steered:
    """Bots that think until the test lets one of them choose."""

    def __init__(self, opened: OpenRoom, monkeypatch: pytest.MonkeyPatch) -> None:
        self.room = opened.room
        self.begun: list[str] = []
        self.free = threading.Semaphore(0)
        monkeypatch.setattr("rumpus.server.room.choose", self.choose)

    def choose(self, backend: Any, known: Any, seat: int, level: str, _: Any) -> int:
        self.begun.append(level)
        self.free.acquire()
        action: int = backend.legal(known, seat)[0]
        return action

    async def until(self, *, begun: int, waiting: int) -> None:
        """Until so many thoughts were begun, and so many wait at least."""
        async with asyncio.timeout(PATIENCE):
            while len(self.begun) < begun or self.room.thinkers.waiting(BOTS) < waiting:
                await asyncio.sleep(0.01)


@asynccontextmanager
async def bot_of(
    opened: OpenRoom, level: str, address: str
) -> AsyncIterator[tuple[Client, dict[str, Any]]]:
    """Somebody from an address at a table where a bot begins."""
    seats = [{"kind": "you"}, {"kind": "bot", "level": level}]
    made = await make(opened.url, "yb", seats=seats, options={"starter": 1})
    async with at_table(opened.url, made["table"], local_addr=(address, 0)) as client:
        await client.hello(made["token"])
        yield client, made


async def test_sixty_experts_of_one_address_make_nobody_elses_bot_wait(
    frugal: OpenRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Within the budget of the sixty, the other bot is next after one of those who think."""
    steered = Steered(frugal, monkeypatch)
    async with AsyncExitStack() as tables:
        for _ in range(MANY):
            await tables.enter_async_context(bot_of(frugal, "expert", GREEDY))
        await steered.until(begun=THINKERS, waiting=MANY - THINKERS)
        ann, _ = await tables.enter_async_context(bot_of(frugal, "normal", MODEST))
        await steered.until(begun=THINKERS, waiting=MANY - THINKERS + 1)
        steered.free.release()
        await steered.until(begun=THINKERS + 1, waiting=0)
        assert steered.begun == ["expert"] * THINKERS + ["normal"]
        steered.free.release(10 * MANY)
        await ann.until(lambda m: m["type"] == "events")


async def test_beyond_their_budget_sixty_experts_leave_a_thread_to_others(
    frugal: OpenRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They think one at a time, with less budget while others wait; another's bot never waits."""
    steered = Steered(frugal, monkeypatch)
    room = frugal.room
    greedy = room.addresses.at(GREEDY)
    frugal.call(lambda: greedy.thinking.spend(2000, room.now()))
    async with AsyncExitStack() as tables:
        for _ in range(MANY):
            await tables.enter_async_context(bot_of(frugal, "expert", GREEDY))
        await steered.until(begun=1, waiting=MANY - 1)
        ann, _ = await tables.enter_async_context(bot_of(frugal, "normal", MODEST))
        await steered.until(begun=2, waiting=MANY - 1)
        assert steered.begun == ["expert", "normal"]
        steered.free.release(10 * MANY)
        await ann.until(lambda m: m["type"] == "events")
        while "hard" not in steered.begun:
            await asyncio.sleep(0.01)


async def test_a_hint_beyond_the_budget_is_refused_with_a_sentence(
    frugal: OpenRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    steered = Steered(frugal, monkeypatch)
    room = frugal.room
    async with bot_of(frugal, "easy", GREEDY) as (ann, _):
        steered.free.release(1000)
        await ann.until(lambda m: m.get("views", {}).get("0", {}).get("choices"))
        assert (await ann.ask("hint", seat=0))["type"] == "hint"
        frugal.call(lambda: room.addresses.at(GREEDY).thinking.spend(2000, room.now()))
        refused = await ann.ask("hint", seat=0)
        assert refused["type"] == "refused"
        assert refused["reason"] == "You have asked for a lot of thinking lately; wait a moment."
        assert room.counts.limited == 1


async def test_an_analysis_beyond_the_budget_is_refused_with_a_sentence(frugal: OpenRoom) -> None:
    room = frugal.room
    async with api(frugal.url) as http:
        made = await make(frugal.url, "yb")
        record = (await http.get(f"/api/tables/{made['table']}/record")).json()
        frugal.call(lambda: room.addresses.at("127.0.0.1").thinking.spend(2000, room.now()))
        for path in ("/api/replay", "/api/chances"):
            answer = await http.post(path, json={"record": record})
            assert answer.status_code == 429
            assert "a lot of thinking lately" in answer.json()["error"]

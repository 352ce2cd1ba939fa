"""The order in which the thinking pool serves jobs."""

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
from rumpus.running.native import Native
from rumpus.server.network.limits import AddressUsage, Bucket, Limits, Rate
from rumpus.server.room.room import THINKING_THREADS
from rumpus.server.room.thinking_pool import (
    ANALYSES,
    BOTS,
    HINTS,
    MAX_HINTS_PER_TABLE,
    BudgetExceeded,
    JobOwner,
    PoolClosed,
    Slices,
    ThinkingPool,
)
from tests.patience import PATIENCE
from tests.server.client import Client, api, at_table, make
from tests.server.conftest import OpenRoom
from tests.table.setting import backend_of

LIMITS = Limits(thinking=Rate(1, 10), hints=Rate(1, 2), thoughts=12)


class Pool:
    """A pool without threads, driven by the test."""

    def __init__(self, threads: int = 2) -> None:
        self.now = 0.0
        self.thinking_pool = ThinkingPool(threads, LIMITS, lambda: self.now)
        self.served: list[str] = []
        self.asked: list[asyncio.Task[str]] = []

    def address(self) -> AddressUsage:
        return AddressUsage(LIMITS, self.now)

    def work(self, name: str, slices: int, seconds: float) -> Slices[str]:
        for left in reversed(range(slices)):
            self.served.append(name)
            self.now += seconds
            if left:
                yield
        return name

    async def ask(
        self, name: str, kind: int, address: AddressUsage, *,
        table: str = "", slices: int = 1, seconds: float = 0.0, budget: Bucket | None = None,
    ) -> None:  # fmt: skip
        work = self.work(name, slices, seconds)
        running = self.thinking_pool.run(work, kind, JobOwner(address, table, budget))
        self.asked.append(asyncio.ensure_future(running))
        await asyncio.sleep(0)  # until it is queued

    async def work_off(self) -> str:
        while job := self.thinking_pool.next_job():
            self.thinking_pool.run_slice(job)
        assert await asyncio.gather(*self.asked)
        return " ".join(self.served)


async def test_bots_go_before_hints_and_hints_before_analyses() -> None:
    pool = Pool()
    for name, kind in (("replay", ANALYSES), ("hint", HINTS), ("bot", BOTS)):
        await pool.ask(name, kind, pool.address())
    assert await pool.work_off() == "bot hint replay"


async def test_tables_take_turns() -> None:
    pool = Pool()
    address = pool.address()
    for name in ("a1", "a2", "a3", "b1", "b2", "c1"):
        await pool.ask(name, BOTS, address, table=name[0])
    assert await pool.work_off() == "a1 b1 c1 a2 b2 a3"


async def test_more_tables_give_an_address_no_more_turns() -> None:
    pool = Pool()
    many, one, other = (pool.address() for _ in range(3))
    for n in range(4):
        await pool.ask(f"many{n}", BOTS, many, table=f"t{n}")
    await pool.ask("one1", BOTS, one)
    await pool.ask("one2", BOTS, one)
    await pool.ask("other", BOTS, other)
    assert await pool.work_off() == "many0 one1 other many1 one2 many2 many3"


async def test_the_address_served_longest_ago_is_next() -> None:
    pool = Pool()
    many, one = pool.address(), pool.address()
    for n in range(5):
        await pool.ask(f"many{n}", BOTS, many, table=f"t{n}")
    running = [pool.thinking_pool.next_job() for _ in range(2)]
    await pool.ask("one", BOTS, one)
    next_one = pool.thinking_pool.next_job()
    assert next_one
    assert next_one.owner.address is one
    for job in (*running, next_one):
        assert job
        pool.thinking_pool.run_slice(job)
    await pool.work_off()


async def test_others_are_served_between_slices_of_an_analysis() -> None:
    pool = Pool()
    await pool.ask("replay", ANALYSES, pool.address(), slices=3)
    first = pool.thinking_pool.next_job()
    assert first
    pool.thinking_pool.run_slice(first)
    await pool.ask("bot", BOTS, pool.address())
    await pool.ask("other", ANALYSES, pool.address(), slices=2)
    assert await pool.work_off() == "replay bot other replay other replay"
    assert [task.result() for task in pool.asked] == ["replay", "bot", "other"]


async def test_analyses_never_take_the_last_thread() -> None:
    pool = Pool(threads=2)
    for name in ("first", "second"):
        await pool.ask(name, ANALYSES, pool.address(), slices=2)
    analysis = pool.thinking_pool.next_job()
    assert analysis
    assert pool.thinking_pool.next_job() is None
    await pool.ask("bot", BOTS, pool.address())
    bot = pool.thinking_pool.next_job()
    assert bot
    pool.thinking_pool.run_slice(bot)
    pool.thinking_pool.run_slice(analysis)
    assert await pool.work_off() == "bot first second first second"


async def test_waiting_jobs_fail_with_a_sentence_when_the_room_closes() -> None:
    pool = Pool()
    for name, kind in (("at it", ANALYSES), ("hint", HINTS), ("replay", ANALYSES)):
        await pool.ask(name, kind, pool.address(), slices=2)
    running = pool.thinking_pool.next_job()
    assert running
    pool.thinking_pool.close()
    pool.thinking_pool.run_slice(running)
    for one in pool.asked:
        with pytest.raises(PoolClosed, match="The room is being closed"):
            await one
    with pytest.raises(PoolClosed):
        await pool.thinking_pool.run(pool.work("late", 1, 0.0), HINTS, JobOwner(pool.address()))


async def test_an_address_finishes_one_analysis_before_its_next() -> None:
    pool = Pool()
    address = pool.address()
    await pool.ask("first", ANALYSES, address, slices=2)
    await pool.ask("second", ANALYSES, address, slices=2)
    assert await pool.work_off() == "first first second second"


async def test_an_address_over_budget_comes_last_and_leaves_a_thread_free() -> None:
    pool = Pool()
    greedy, modest = pool.address(), pool.address()
    greedy.thinking.spend(15, pool.now)
    for n in range(3):
        await pool.ask(f"greedy{n}", BOTS, greedy, table=f"t{n}")
    running = pool.thinking_pool.next_job()
    assert running
    assert pool.thinking_pool.next_job() is None, "the last thread is not for them"
    await pool.ask("hint", HINTS, modest)
    hint = pool.thinking_pool.next_job()
    assert hint
    assert hint.owner.address is modest
    pool.thinking_pool.run_slice(hint)
    pool.thinking_pool.run_slice(running)
    await pool.ask("bot", BOTS, modest)
    assert await pool.work_off() == "hint greedy0 bot greedy1 greedy2"


async def test_thinking_is_charged_and_the_budget_refills() -> None:
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


async def test_hints_and_analyses_over_budget_are_refused_but_bots_are_not() -> None:
    pool = Pool()
    greedy = pool.address()
    budget = Bucket(LIMITS.hints, pool.now)
    await pool.ask("hint", HINTS, greedy, seconds=3, budget=budget)
    await pool.work_off()
    nothing = pool.work("never", 1, 0)
    with pytest.raises(BudgetExceeded, match="a lot of thinking lately"):
        await pool.thinking_pool.run(nothing, HINTS, JobOwner(greedy, "", budget))
    greedy.thinking.spend(15, pool.now)
    for kind in (HINTS, ANALYSES):
        with pytest.raises(BudgetExceeded, match="a lot of thinking lately"):
            await pool.thinking_pool.run(nothing, kind, JobOwner(greedy))
    await pool.ask("bot", BOTS, greedy)
    assert await pool.work_off() == "hint bot"


async def test_queued_hints_and_analyses_are_limited_but_bots_are_not() -> None:
    pool = Pool()
    address, other = pool.address(), pool.address()
    nothing = pool.work("never", 1, 0)
    for n in range(MAX_HINTS_PER_TABLE):
        await pool.ask(f"h{n}", HINTS, address, table="t")
    with pytest.raises(BudgetExceeded, match="Many others are waiting"):
        await pool.thinking_pool.run(nothing, HINTS, JobOwner(other, "t"))
    while pool.thinking_pool.waiting(HINTS, ANALYSES) < LIMITS.thoughts:
        await pool.ask("a", ANALYSES, address)
    with pytest.raises(BudgetExceeded, match="Many others are waiting"):
        await pool.thinking_pool.run(nothing, ANALYSES, JobOwner(address))
    for n in range(50):
        await pool.ask(f"b{n}", BOTS, address, table="t")
    await pool.ask("other", ANALYSES, other)
    served = (await pool.work_off()).split()
    assert len(served) == LIMITS.thoughts + 50 + 1
    assert served[:50] == [f"b{n}" for n in range(50)]


async def test_threads_run_until_closed_and_pass_errors_on() -> None:
    thinking_pool = ThinkingPool(2, LIMITS, lambda: 0.0)
    thinking_pool.start("test-think")

    def broken() -> Slices[None]:
        yield
        raise ZeroDivisionError

    owner = JobOwner(AddressUsage(LIMITS, 0.0))
    with pytest.raises(ZeroDivisionError):
        await thinking_pool.run(broken(), BOTS, owner)

    def name() -> Slices[str]:
        yield
        return threading.current_thread().name

    found = await asyncio.gather(*(thinking_pool.run(name(), BOTS, owner) for _ in range(20)))
    assert set(found) <= {"test-think-0", "test-think-1"}
    thinking_pool.close()
    while any(thread.name.startswith("test-think") for thread in threading.enumerate()):
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("name", GAMES)
def test_searching_leaves_the_event_loop_free(name: str) -> None:
    """Native search releases the interpreter lock."""
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
    """A room whose thinking budgets never refill, however slow the machine."""
    room = OpenRoom(tmp_path, Limits(thinking=Rate(0, 1000)))
    yield room
    room.close()


class Steered:
    """Bots that think until the test releases one."""

    def __init__(self, opened: OpenRoom, monkeypatch: pytest.MonkeyPatch) -> None:
        self.room = opened.room
        self.begun: list[str] = []
        self.free = threading.Semaphore(0)
        monkeypatch.setattr("rumpus.server.room.room.choose", self.choose)

    def choose(self, backend: Any, known: Any, seat: int, level: str, _: Any) -> int:
        self.begun.append(level)
        self.free.acquire()
        action: int = backend.legal(known, seat)[0]
        return action

    async def until(self, *, begun: int, waiting: int) -> None:
        """Wait until this many jobs have started, and at least this many are queued."""
        async with asyncio.timeout(PATIENCE):
            while len(self.begun) < begun or self.room.thinking_pool.waiting(BOTS) < waiting:
                await asyncio.sleep(0.01)


@asynccontextmanager
async def bot_of(
    opened: OpenRoom, level: str, address: str
) -> AsyncIterator[tuple[Client, dict[str, Any]]]:
    """A client from an address, at a table where a bot starts."""
    seats = [{"kind": "you"}, {"kind": "bot", "level": level}]
    made = await make(opened.url, "yb", seats=seats, options={"starter": 1})
    async with at_table(opened.url, made["table"], local_addr=(address, 0)) as client:
        await client.hello(made["token"])
        yield client, made


async def test_sixty_experts_of_one_address_do_not_delay_another_address(
    frugal: OpenRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the sixty are within budget, the other bot is next after a running one."""
    steered = Steered(frugal, monkeypatch)
    async with AsyncExitStack() as tables:
        for _ in range(MANY):
            await tables.enter_async_context(bot_of(frugal, "expert", GREEDY))
        await steered.until(begun=THINKING_THREADS, waiting=MANY - THINKING_THREADS)
        ann, _ = await tables.enter_async_context(bot_of(frugal, "normal", MODEST))
        await steered.until(begun=THINKING_THREADS, waiting=MANY - THINKING_THREADS + 1)
        steered.free.release()
        await steered.until(begun=THINKING_THREADS + 1, waiting=0)
        assert steered.begun == ["expert"] * THINKING_THREADS + ["normal"]
        steered.free.release(10 * MANY)
        await ann.until(lambda m: m["type"] == "events")


async def test_sixty_experts_over_budget_leave_a_thread_free(
    frugal: OpenRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They run one at a time, at a lower level while others wait; another address never waits."""
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


async def test_a_hint_over_budget_is_refused_with_a_sentence(
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


async def test_an_analysis_over_budget_is_refused_with_a_sentence(frugal: OpenRoom) -> None:
    room = frugal.room
    async with api(frugal.url) as http:
        made = await make(frugal.url, "yb")
        record = (await http.get(f"/api/tables/{made['table']}/record")).json()
        frugal.call(lambda: room.addresses.at("127.0.0.1").thinking.spend(2000, room.now()))
        for path in ("/api/replay", "/api/chances"):
            answer = await http.post(path, json={"record": record})
            assert answer.status_code == 429
            assert "a lot of thinking lately" in answer.json()["error"]

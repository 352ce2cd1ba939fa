"""Daemon threads for work that would block the event loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Hashable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")
Call = tuple[Callable[[], Any], asyncio.Future[Any]]


class WorkerThreads:
    """A few threads that take calls in order."""

    def __init__(self, count: int, name: str) -> None:
        self.jobs: SimpleQueue[Call | None] = SimpleQueue()
        self.count = count
        for number in range(count):
            threading.Thread(target=self._work, name=f"{name}-{number}", daemon=True).start()

    async def run(self, function: Callable[..., T], *arguments: Any) -> T:
        """Call a function in a worker thread and wait for its result."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.jobs.put((lambda: function(*arguments), done))
        try:
            return await done
        finally:
            del done  # an exception references this frame: break the cycle

    def _work(self) -> None:
        while self._do(self.jobs.get()):
            pass

    @staticmethod
    def _do(job: Call | None) -> bool:
        """Make one call, keeping no reference to it; whether to go on."""
        if job is None:
            return False
        function, done = job
        result, error = None, None
        try:
            result = function()
        except Exception as raised:
            error = raised
        with suppress(RuntimeError):  # the event loop is closed
            done.get_loop().call_soon_threadsafe(resolve, done, result, error)
        del job, done, error  # as above
        return True

    def close(self) -> None:
        """Stop every worker after its current call."""
        for _ in range(self.count):
            self.jobs.put(None)


async def run_shared(
    running: dict[K, asyncio.Task[T]], key: K, work: Callable[[], Coroutine[Any, Any, T]]
) -> T:
    """Wait for some work, joining a run that is already in progress."""
    if key not in running:  # a local would make a cycle with the task's error
        running[key] = asyncio.get_running_loop().create_task(work())
        running[key].add_done_callback(lambda _: running.pop(key, None))
    return await asyncio.shield(running[key])


def resolve(done: asyncio.Future[Any], result: Any, error: Exception | None) -> None:
    """Set a future's result or exception, unless it was cancelled."""
    if not done.done():
        if error is None:
            done.set_result(result)
        else:
            done.set_exception(error)

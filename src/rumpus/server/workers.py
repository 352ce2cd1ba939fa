"""Workers: threads for what would hold the event loop up; none keeps the program from ending."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Hashable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")
Job = tuple[Callable[[], Any], asyncio.Future[Any]]


class Workers:
    """A few threads that take jobs in order."""

    def __init__(self, count: int, name: str) -> None:
        self.jobs: SimpleQueue[Job | None] = SimpleQueue()
        self.count = count
        for number in range(count):
            threading.Thread(target=self._work, name=f"{name}-{number}", daemon=True).start()

    async def run(self, function: Callable[..., T], *arguments: Any) -> T:
        """Let a worker call a function, and wait for what it returns."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.jobs.put((lambda: function(*arguments), done))
        try:
            return await done
        finally:
            del done  # an error holds the frames that it went through: none may hold the error

    def _work(self) -> None:
        while self._do(self.jobs.get()):
            pass

    @staticmethod
    def _do(job: Job | None) -> bool:
        """Do a job, and hold on to nothing of it; whether more may come."""
        if job is None:
            return False
        function, done = job
        result, error = None, None
        try:
            result = function()
        except Exception as raised:
            error = raised
        with suppress(RuntimeError):  # the loop was closed: nobody waits any more
            done.get_loop().call_soon_threadsafe(resolve, done, result, error)
        del job, done, error  # as above
        return True

    def close(self) -> None:
        """Let every worker go when it has finished what it is at."""
        for _ in range(self.count):
            self.jobs.put(None)


async def shared(
    running: dict[K, asyncio.Task[T]], key: K, work: Callable[[], Coroutine[Any, Any, T]]
) -> T:
    """Wait for some work; if others wait for it already, it is not done twice."""
    if key not in running:  # no local holds the task: its error would hold this frame in turn
        running[key] = asyncio.get_running_loop().create_task(work())
        running[key].add_done_callback(lambda _: running.pop(key, None))
    return await asyncio.shield(running[key])


def resolve(done: asyncio.Future[Any], result: Any, error: Exception | None) -> None:
    """Hand what came of some work to whoever waits for it, if anybody still does."""
    if not done.done():
        if error is None:
            done.set_result(result)
        else:
            done.set_exception(error)

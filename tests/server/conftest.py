"""Fixtures of the server tests: one shared room, with a test game next to the real ones."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rumpus.games import GAMES, find
from rumpus.rulekit.game import Game
from rumpus.rulekit.sentence import Sentence
from rumpus.server.network.limits import UNLIMITED, Limits
from rumpus.server.processes.server import RoomServer, open_room
from rumpus.server.room.registry import GameRegistry
from tests.table.parley import game as parley


def find_with_parley(name: str) -> Game:
    return parley if name == "parley" else find(name)


REGISTRY = GameRegistry((*GAMES, "parley"), find_with_parley)


class OpenRoom:
    """A room running in a thread on a free port."""

    def __init__(self, folder: Path, limits: Limits, **more: Any) -> None:
        self.said: list[str] = []
        self.server: RoomServer = open_room(
            folder, limits=limits, registry=more.pop("registry", REGISTRY), tell=self.hear,
            **more,
        )  # fmt: skip
        self.thread = threading.Thread(target=self.server.open)
        self.thread.start()
        while not self.said:
            assert self.thread.is_alive(), "the room could not be opened"
            time.sleep(0.01)
        self.room = self.server.room
        self.loop = self.server.servers[0].get_loop()
        self.url = self.said[0].removeprefix("Rumpus is open at ")

    def hear(self, said: Sentence) -> None:
        """Keep what the room prints."""
        self.said.append(str(said))

    def call(self, function: Callable[[], object]) -> None:
        """Call a function in the room's own thread."""
        done = threading.Event()
        self.loop.call_soon_threadsafe(function)
        self.loop.call_soon_threadsafe(done.set)
        assert done.wait(60)

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join(60)
        assert not self.thread.is_alive()


@pytest.fixture(scope="session")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenRoom]:
    room = OpenRoom(tmp_path_factory.mktemp("room"), UNLIMITED)
    yield room
    room.close()
    assert room.room.counts.faults == 0, "something went wrong in the room; see the log"


@pytest.fixture
def base(opened: OpenRoom) -> str:
    return opened.url


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[OpenRoom]:
    """A room with the default limits."""
    room = OpenRoom(tmp_path, Limits())
    yield room
    room.close()

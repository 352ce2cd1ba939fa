"""Workers that misbehave. Each process of a room imports this module, so it imports little."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rumpus.server.network.connections import PHASE_SECONDS, RequestPhase
from rumpus.server.processes import cluster
from rumpus.server.processes.cluster import ClusterConfig, run_worker
from rumpus.server.room.shard import Shard
from rumpus.store import SqliteStore
from tests.patience import PATIENCE

__all__ = ["run_worker"]


def serve_nothing(config: ClusterConfig, shard: Shard, channel: socket.socket) -> None:
    """A process that ends before it is open."""
    sys.exit(1)


def serve_unless_told(config: ClusterConfig, shard: Shard, channel: socket.socket) -> None:
    """A process; the second ends before it is open while a file exists."""
    notes = config.folder.parent
    if shard.number == 1 and (notes / "fail").exists():
        with (notes / "tries").open("a", encoding="ascii") as tries:
            tries.write("again\n")
        sys.exit(1)
    (notes / f"process-{shard.number}").write_text(str(os.getpid()), encoding="ascii")
    run_worker(config, shard, channel)


def serve_patiently(config: ClusterConfig, shard: Shard, channel: socket.socket) -> None:
    """A process with long request deadlines."""
    PHASE_SECONDS[RequestPhase.HEAD] = 10 * PATIENCE
    run_worker(config, shard, channel)


class BadDisk(SqliteStore):
    """A store that cannot write while a file exists."""

    @contextmanager
    def _alone(self) -> Iterator[None]:
        is_bad = (self.path.parent.parent / "bad").exists()
        self.writing.execute(f"pragma query_only = {int(is_bad)}")
        with super()._alone():
            yield


def serve_on_a_bad_disk(config: ClusterConfig, shard: Shard, channel: socket.socket) -> None:
    """A process; the second has a disk that can be made to fail."""
    if shard.number == 1:
        vars(cluster)["SqliteStore"] = BadDisk
    run_worker(config, shard, channel)

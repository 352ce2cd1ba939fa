"""What more servers on one PostgreSQL give, and what an action costs in the database.

python benchmarks/cluster.py --tables 120 --rate 2 --seconds 20

The same load as in benchmarks/room.py, an action due at fixed times at every table of four people,
goes to a room with SQLite, of one process and of two, and then to one, two and three servers on one
database, which is made for each. People come to the server that has their table, as a proxy would
send them; where any server is asked, it passes them on. Everything runs on this machine: its cores
are shared by the servers, the database and the people.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import psycopg
import uvloop

from room import (
    OPEN,
    PLAYERS,
    WARM_UP,
    Load,
    Table,
    at_percent,
    machine,
    pace,
    processor_seconds,
    stolen_seconds,
)

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.postgres import Postgres, running_postgres

ROW = "{:<24}{:>9}{:>10}{:>8}{:>8}{:>12}{:>14}{:>10}"
HEAD = (
    "",
    "actions/s",
    "messages/s",
    "p50 ms",
    "p99 ms",
    "server ms/a",
    "database ms/a",
    "commits/s",
)
ROWS = "select sum(n_tup_ins) inserted, sum(n_tup_upd) updated from pg_stat_user_tables"
BYTES = "select sum(pg_total_relation_size(relid)) bytes from pg_stat_user_tables"
WAL = "select pg_current_wal_lsn() - '0/0'::pg_lsn wal"
ENTRIES = "select count(*) entries from entries"
COSTS = {
    "inserted": "rows inserted", "updated": "rows updated", "bytes": "bytes in tables",
    "wal": "bytes of WAL",
}  # fmt: skip
GAMES_OPTIONS = {"target": "30"}
PROGRAM = ("-m", "rumpus.server")
STATISTICS_SECONDS = 2.0
"""How long PostgreSQL may take to count what it has done."""


class Server(NamedTuple):
    """A room in its own process."""

    base: str
    pid: int


class Setting(NamedTuple):
    """What one line of the table measures."""

    name: str
    servers: int = 1
    processes: int = 1
    is_shared: bool = True
    is_astray: bool = False


SETTINGS = (
    Setting("SQLite", is_shared=False),
    Setting("SQLite, 2 processes", processes=2, is_shared=False),
    Setting("1 server"),
    Setting("1 server, 2 processes", processes=2),
    Setting("2 servers", 2),
    Setting("2 servers, any asked", 2, is_astray=True),
    Setting("3 servers", 3),
    Setting("3 servers, any asked", 3, is_astray=True),
)


@contextmanager
def open_server(*options: str) -> Iterator[Server]:
    """A room in its own process."""
    with (
        tempfile.TemporaryDirectory(prefix="rumpus-bench-") as folder,
        subprocess.Popen(
            [sys.executable, *PROGRAM, *OPEN, "--no-limits", "--data", folder, *options],
            stdout=subprocess.PIPE,
            text=True,
        ) as room,
    ):
        assert room.stdout
        try:
            yield Server(
                room.stdout.readline().strip().removeprefix("Rumpus is open at "), room.pid
            )
        finally:
            room.terminate()


class AnyServer(Load):
    """A load whose people ask any server, whichever has their table."""

    servers: list[Server]

    @property
    def address(self) -> tuple[str, int]:
        """Where the next person connects."""
        host, port = self.dice.choice(self.servers).base.removeprefix("http://").split(":")
        return host, int(port)

    @address.setter
    def address(self, _: tuple[str, int]) -> None:
        """It is never the same."""


def read_database(database: str) -> dict[str, float]:
    """What the database has written so far."""
    found: dict[str, float] = {}
    with psycopg.connect(database, autocommit=True) as line:
        for query in (ROWS, BYTES, WAL, ENTRIES):
            cursor = line.execute(query.encode())
            names = [column.name for column in cursor.description or ()]
            found |= {
                name: float(value or 0)
                for name, value in zip(names, cursor.fetchone() or (), strict=True)
            }
    return found


async def figures(loads: list[Load], pids: list[int], postgres: int) -> dict[str, float]:
    """What has been counted so far: messages, commits, processor time."""
    found = {"servers": sum(map(processor_seconds, pids)), "stolen": stolen_seconds()}
    for name in ("sent", "commits"):
        found[name] = sum([await load.figure(f"rumpus_{name}_total") for load in loads])
    found["database"] = processor_seconds(postgres)
    return found | {"at": time.perf_counter()}


async def measure(
    servers: list[Server], setting: Setting, database: str, postgres: int,
    arguments: argparse.Namespace,
) -> dict[str, float]:  # fmt: skip
    """Play at all tables; returns what happened meanwhile, each a second or an action."""
    loads = [
        (AnyServer if setting.is_astray else Load)(server.base, arguments.game, GAMES_OPTIONS)
        for server in servers
    ]
    for load in loads[1:]:
        load.took = loads[0].took
    for load in loads:
        if isinstance(load, AnyServer):
            load.servers = servers
        await load.post("/api/tables", {"game": arguments.game, "name": "Ann"})
    tables = [Table(loads[n % len(loads)], n) for n in range(arguments.tables)]
    gate = asyncio.Semaphore(16)

    async def set_up(table: Table) -> None:
        async with gate:
            await table.set_up()

    await asyncio.gather(*map(set_up, tables))
    pids = [server.pid for server in servers]
    begin = time.perf_counter() + 1
    end = begin + WARM_UP + arguments.seconds
    paces = [asyncio.ensure_future(pace(table, begin, 1 / arguments.rate, end)) for table in tables]
    await asyncio.sleep(begin + WARM_UP - time.perf_counter())
    acted = -sum(table.acted for table in tables)
    loads[0].took.clear()
    before, kept = await figures(loads, pids, postgres), await asyncio.to_thread(_read, database)
    await asyncio.sleep(end - time.perf_counter())
    acted += sum(table.acted for table in tables)
    after = await figures(loads, pids, postgres)
    took = sorted(loads[0].took)
    await asyncio.gather(*paces)
    await asyncio.sleep(STATISTICS_SECONDS)
    written = await asyncio.to_thread(_read, database)
    spent = {name: after[name] - before[name] for name in after}
    entries = max(1.0, written.get("entries", 0) - kept.get("entries", 0))
    return {
        "actions": acted / spent["at"], "messages": spent["sent"] / spent["at"],
        "p50": at_percent(took, 50), "p99": at_percent(took, 99),
        "server": 1000 * spent["servers"] / acted, "database": 1000 * spent["database"] / acted,
        "commits": spent["commits"] / spent["at"], "stolen": spent["stolen"] / spent["at"],
        **{name: (written[name] - kept[name]) / entries for name in written},
    }  # fmt: skip


def _read(database: str) -> dict[str, float]:
    return read_database(database) if database else {}


def run(setting: Setting, postgres: Postgres, arguments: argparse.Namespace) -> dict[str, float]:
    """Open the servers of a setting and measure them."""
    database = postgres.new_database() if setting.is_shared else ""
    process = postgres.process
    assert process
    with ExitStack() as stack:
        options = ["--processes", str(setting.processes)]
        options += ["--database", database] if database else []
        servers = [stack.enter_context(open_server(*options)) for _ in range(setting.servers)]
        return uvloop.run(measure(servers, setting, database, process.pid, arguments))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=120)
    parser.add_argument("--rate", type=float, default=2.0, help="actions a second a table")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--game", default="mantis")
    arguments = parser.parse_args()
    tables, rate, game = arguments.tables, arguments.rate, arguments.game
    print(f"{tables} tables of {PLAYERS} at {game}, {rate:g} actions a second each\n")
    print(ROW.format(*HEAD))
    all_found, stolen = {}, []
    with running_postgres(is_durable=True) as postgres:
        for setting in SETTINGS:
            found = all_found[setting.name] = run(setting, postgres, arguments)
            stolen.append(found["stolen"])
            print(
                ROW.format(
                    setting.name, f"{found['actions']:.0f}", f"{found['messages']:.0f}",
                    f"{found['p50']:.1f}", f"{found['p99']:.1f}", f"{found['server']:.2f}",
                    f"{found['database']:.2f}", f"{found['commits']:.0f}",
                )
            )  # fmt: skip
    shared = [all_found[name] for name in ("1 server", "2 servers", "3 servers")]
    print(f"\nmachine: {machine(max(stolen))}")
    print("an action in the database, with 1, 2 and 3 servers:")
    for name, text in COSTS.items():
        print(f"  {text:<22}" + ", ".join(f"{found[name]:.2f}" for found in shared))
    one = all_found["1 server"]
    print(
        f"a core carries {1000 / one['server']:.0f} actions a second in a server and "
        f"{1000 / one['database']:.0f} in the database; "
        f"PostgreSQL costs a server {one['server'] / all_found['SQLite']['server']:.2f} times "
        f"what SQLite does"
    )


if __name__ == "__main__":
    main()

"""The stage: PostgreSQL, servers, a breakable line between each and its database, and HAProxy."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
from tests.ports import free_port
from tests.postgres import Postgres

from .judge import Claimed, Entry

HERE = Path(__file__).parent
OPENS_SECONDS = 300.0
ENDS_SECONDS = 60.0
CONFIGURATION = """
global
    maxconn 8000
defaults
    mode http
    timeout connect 2s
    timeout client 60s
    timeout server 60s
    timeout tunnel 1h
    timeout check 2s
    option redispatch 1
frontend room
    bind 127.0.0.1:{port}
    default_backend servers
backend servers
    balance hash path,field(4,/)
    hash-type consistent
    option httpchk GET /health/ready
    http-check expect status 200
    default-server check inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
{servers}
"""


def find_haproxy() -> str | None:
    """HAProxy, which is often in a folder that is not on the path."""
    return shutil.which("haproxy", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")


class Server:
    """One room server, at a port of its own, on a line of its own to the database."""

    def __init__(self, number: int, folder: Path, database: str) -> None:
        self.number, self.folder, self.database = number, folder, database
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: Process | None = None

    async def start(self) -> None:
        """Start it, and wait until it is open."""
        self.folder.mkdir(exist_ok=True)
        with (self.folder / "said").open("ab") as said:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "rumpus.server", "--no-browser", "--no-limits",
                "--port", str(self.port), "--data", str(self.folder),
                "--database", self.database, "--reach-at", self.address,
                stdout=PIPE, stderr=said,
            )  # fmt: skip
        assert self.process.stdout
        async with asyncio.timeout(OPENS_SECONDS):
            line = (await self.process.stdout.readline()).decode()
        if line.strip() != f"Rumpus is open at {self.address}":
            raise RuntimeError(f"server {self.number} was not opened: {line} {self.said()}")

    def said(self) -> str:
        """What it has written to its log."""
        return (self.folder / "said").read_text(encoding="utf-8")

    def signal(self, number: int) -> None:
        assert self.process
        self.process.send_signal(number)

    async def ended(self) -> int:
        assert self.process
        async with asyncio.timeout(ENDS_SECONDS):
            return await self.process.wait()


class Stage:
    """Everything that the people play on, and that the nemesis breaks."""

    def __init__(self, folder: Path, postgres: Postgres, servers: int) -> None:
        self.folder, self.postgres = folder, postgres
        self.database = postgres.new_database()
        self.line_ports = [free_port() for _ in range(servers)]
        name = self.database.rpartition("/")[2]
        self.servers = [
            Server(number, folder / f"server-{number}", postgres.address(name, port))
            for number, port in enumerate(self.line_ports)
        ]
        self.port = free_port()
        self.has_proxy = find_haproxy() is not None
        self.lines: Process | None = None
        self.proxy: Process | None = None

    def base(self, number: int) -> str:
        """Where somebody connects: at the proxy, or without one at a server."""
        if self.has_proxy:
            return f"127.0.0.1:{self.port}"
        return f"127.0.0.1:{self.servers[number % len(self.servers)].port}"

    async def open(self) -> None:
        ports = [str(port) for port in (self.postgres.port, *self.line_ports)]
        self.lines = await asyncio.create_subprocess_exec(
            sys.executable, str(HERE / "lines.py"), *ports, stdin=PIPE, stdout=PIPE
        )
        await self._line_answers()
        await self.servers[0].start()  # it prepares the database and the games for the others
        await asyncio.gather(*(server.start() for server in self.servers[1:]))
        if haproxy := find_haproxy():
            servers = "\n".join(
                f"    server s{server.number} 127.0.0.1:{server.port}" for server in self.servers
            )
            file = self.folder / "haproxy.cfg"
            text = CONFIGURATION.format(port=self.port, servers=servers)
            file.write_text(text, encoding="utf-8")
            self.proxy = await asyncio.create_subprocess_exec(
                haproxy, "-db", "-q", "-f", str(file), stdout=DEVNULL, stderr=DEVNULL
            )

    async def line(self, number: int, state: str) -> None:
        """Break a server's line to the database, or mend it."""
        assert self.lines and self.lines.stdin
        self.lines.stdin.write(f"{number} {state}\n".encode())
        await self._line_answers()

    async def _line_answers(self) -> None:
        assert self.lines and self.lines.stdout
        async with asyncio.timeout(ENDS_SECONDS):
            if not await self.lines.stdout.readline():
                raise RuntimeError("the lines to the database have ended")

    async def close(self) -> None:
        for server in self.servers:
            if server.process and server.process.returncode is None:
                server.signal(signal.SIGCONT)
                server.signal(signal.SIGTERM)
        for process in (self.proxy, *(server.process for server in self.servers), self.lines):
            if not process:
                continue
            if process in (self.proxy, self.lines) and process.returncode is None:
                process.terminate()
            try:
                async with asyncio.timeout(ENDS_SECONDS):
                    await process.wait()
            except TimeoutError:
                process.kill()

    # ----------------------------------------------------------------------------- the database
    async def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Ask the database directly."""
        return await asyncio.to_thread(self._rows, sql, values)

    def _rows(self, sql: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.database) as line:
            return line.execute(sql.encode(), values).fetchall()

    async def tables_of(self, server: Server) -> set[str]:
        """The tables that are open in a server."""
        found = await self.rows(
            "select tables.id from tables join servers on servers.id = tables.server"
            " where servers.address = %s",
            server.address,
        )
        return {table for (table,) in found}

    async def written(self) -> tuple[list[Entry], list[Claimed]]:
        """Every action in the record, and every claim."""
        entries = await self.rows(
            "select table_id, n, seat, command, at, fence from entries order by table_id, n"
        )
        claims = await self.rows("select table_id, fence, server, at from claims")
        return [Entry(*row) for row in entries], [Claimed(*row) for row in claims]


@asynccontextmanager
async def opened(folder: Path, postgres: Postgres, servers: int) -> AsyncIterator[Stage]:
    """A stage that is cleared at the end."""
    stage = Stage(folder, postgres, servers)
    try:
        await stage.open()
        yield stage
    finally:
        with suppress(ProcessLookupError):
            await stage.close()

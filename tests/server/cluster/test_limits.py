"""The limits of an address hold for all servers on a database together, within a second or two."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from rumpus.server.network.limits import AddressUsage, Limits, Rate
from tests.patience import PATIENCE
from tests.postgres import Postgres
from tests.server.client import api, make, seated, until
from tests.server.cluster.conftest import Opens, store_of
from tests.server.conftest import OpenRoom
from tests.server.programs import address, tables_of_both

HERE = "127.0.0.1"


def usage(server: OpenRoom) -> AddressUsage:
    return server.room.addresses.at(HERE)


async def test_sockets_are_counted_at_all_servers(opens: Opens) -> None:
    limits = Limits(websockets=3)
    servers = one, other = opens(limits), opens(limits)
    tables = [(await make(server.url, "yo"))["table"] for server in servers]
    async with AsyncExitStack() as stack:
        first = await stack.enter_async_context(seated(one.url, tables[0]))
        await stack.enter_async_context(seated(one.url, tables[0]))
        await stack.enter_async_context(seated(other.url, tables[1]))
        await until(lambda: [usage(server).websockets.total() for server in servers] == [3, 3])
        for server, table in zip(servers, tables, strict=True):
            with pytest.raises(InvalidStatus, match="429"):
                await stack.enter_async_context(seated(server.url, table))
        await first.socket.close()
        await until(lambda: usage(other).websockets.total() == 2)
        await stack.enter_async_context(seated(other.url, tables[1]))


async def test_a_socket_that_is_passed_on_is_counted_once(opens: Opens) -> None:
    servers = one, other = opens(Limits()), opens(Limits())
    made = await make(one.url, "yo")
    async with seated(one.url, made["table"]), seated(other.url, made["table"]):
        assert [usage(server).websockets.mine for server in servers] == [1, 1]
        await until(lambda: [usage(server).websockets.total() for server in servers] == [2, 2])
        await until(lambda: [usage(server).connections.mine for server in servers] == [1, 1])


async def test_tables_made_at_one_server_are_charged_at_all(opens: Opens) -> None:
    limits = Limits(tables=Rate(1e-6, 2))
    one, other = opens(limits), opens(limits)
    for _ in range(2):
        await make(one.url)
    await until(lambda: usage(other).tables.left_at(other.room.now()) < 1)
    async with api(other.url) as http:
        answer = await http.post("/api/tables", json={"game": "parley", "name": "Ann"})
    assert answer.status_code == 429
    assert answer.json()["error"].startswith("Too many tables were created from your address")


async def test_the_sockets_of_a_server_that_has_ended_no_longer_count(opens: Opens) -> None:
    one, other = opens(Limits()), opens(Limits())
    made = await make(one.url, "yo")
    async with seated(one.url, made["table"]):
        await until(lambda: usage(other).websockets.total() == 1)
        assert other.room.addresses.processes == 2
        await asyncio.to_thread(one.close)
    await until(lambda: usage(other).websockets.total() == 0)
    await until(lambda: other.room.addresses.processes == 1)


async def test_the_database_has_no_address_and_nothing_of_who_is_idle(opens: Opens) -> None:
    server = opens(Limits(tables=Rate(1e6, 5)))
    made = await make(server.url, "yo")

    def published() -> str:
        sql = "select used from servers where id = ?"
        ((used,),) = store_of(server)._read(sql, store_of(server).server)
        return str(used)

    async with seated(server.url, made["table"]):
        used = await until(published)
        assert HERE not in used
        assert server.room.elsewhere.hashed(HERE) in used
    await until(lambda: not published())


async def test_a_server_without_a_lease_is_not_heard(opens: Opens) -> None:
    one, other = opens(Limits()), opens(Limits())
    made = await make(one.url, "yo")
    async with seated(one.url, made["table"]):
        await until(lambda: usage(other).websockets.total() == 1)
        store_of(one)._look_after = lambda: False  # type: ignore[method-assign]
        await until(lambda: usage(other).websockets.total() == 0)


PROGRAM = """
import sys
from pathlib import Path
from rumpus.server.network.limits import Limits
from rumpus.server.processes.cluster import open_cluster

folder, database = sys.argv[1:]
limits = Limits(websockets=3)
open_cluster(2, Path(folder), limits=limits, database=database).open_as_program()
"""


@contextmanager
def processes(folder: Path, database: str) -> Iterator[str]:
    """A room of two processes on a database."""
    command = [sys.executable, "-u", "-c", PROGRAM, str(folder / "data"), database]
    with (
        (folder / "log").open("w", encoding="utf-8") as log,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True) as process,
    ):
        try:
            assert process.stdout
            yield address(process.stdout.readline().strip())
        finally:
            process.terminate()
            process.wait()


async def test_several_processes_count_as_several_servers(
    postgres: Postgres, tmp_path: Path
) -> None:
    with processes(tmp_path, postgres.new_database()) as base:
        one, two = [made["table"] for made in await tables_of_both(base)]
        async with AsyncExitStack() as stack:
            for _ in range(3):
                await stack.enter_async_context(seated(base, one))
            async with asyncio.timeout(PATIENCE):
                while True:
                    try:
                        async with seated(base, two):
                            await asyncio.sleep(0.1)
                    except InvalidStatus as refused:
                        assert refused.response.status_code == 429
                        break

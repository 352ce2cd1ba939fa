"""A copy of the database, made while people play, as the page on several servers says."""

from __future__ import annotations

import re
from pathlib import Path

from rumpus.server.network.limits import UNLIMITED
from tests.postgres import Postgres
from tests.server.client import back, make, seated
from tests.server.conftest import OpenRoom

PAGE = Path(__file__).parents[3] / "docs" / "hosting" / "cluster.md"


def options_of(program: str) -> list[str]:
    """The options that the page gives to a program, but for those that say which database."""
    said = re.search(rf"{program} ([^<>\n]*)", PAGE.read_text(encoding="utf-8"))
    assert said
    words = [word for word in said[1].split() if word.startswith("--")]
    assert "--username=rumpus" in words
    return [word for word in words if not word.startswith("--dbname")]


async def test_a_game_goes_on_from_a_copy_of_the_database(
    postgres: Postgres, tmp_path: Path
) -> None:
    database, copy = postgres.new_database(), postgres.folder / "room.dump"
    name = database.rpartition("/")[2]
    at = ("--host=127.0.0.1", f"--port={postgres.port}")
    server = OpenRoom(tmp_path / "1", UNLIMITED, database=database)
    try:
        made = await make(server.url, "yo")
        async with seated(server.url, made["table"], made["token"]) as ann:
            await ann.ask("chat", seat=0, text="before")
            postgres._run("pg_dump", *at, *options_of("pg_dump"), f"--file={copy}", name)
            await ann.ask("chat", seat=0, text="after")
    finally:
        server.close()
    postgres._run("pg_restore", *at, *options_of("pg_restore"), f"--dbname={name}", copy)
    server = OpenRoom(tmp_path / "2", UNLIMITED, database=database)
    try:
        # The copy has the lease of the server that was open then.
        async with back(server.url, made) as ann:
            assert [said["text"] for said in ann.heard[0]["chat"]] == ["before"]
            assert (await ann.act(0, "aim 1"))["type"] == "done"
    finally:
        server.close()

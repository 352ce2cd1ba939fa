"""A game in the browser goes on when its server dies."""

from __future__ import annotations

import os
import signal
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from tests.ports import free_port
from tests.postgres import Postgres, postgres
from tests.server.network.real_proxies import haproxy

from .conftest import Open, opened_room
from .test_room import by_id, faster, play_now, play_to_the_end

__all__ = ["postgres"]

pytestmark = pytest.mark.slow


def has_a_table(server: str) -> bool:
    text = httpx.get(f"{server}/metrics", trust_env=False).text
    return "\nrumpus_live_tables 1\n" in text


def test_a_page_finds_its_table_at_another_server(
    open_page: Open, postgres: Postgres, tmp_path: Path
) -> None:
    options = ("rumpus.server", "--no-browser", "--database", postgres.new_database())
    with ExitStack() as stack:
        servers = [
            stack.enter_context(opened_room(tmp_path / str(number), *options, "--behind-proxy"))
            for number in range(2)
        ]
        port = free_port()
        places = [address.removeprefix("http://") for address, _ in servers]
        stack.enter_context(haproxy(port, *places))
        page = open_page(f"http://127.0.0.1:{port}")
        faster(page)
        play_now(page)
        expect(by_id(page, "turn-banner")).to_be_visible()
        (hit,) = (pid for address, pid in servers if has_a_table(address))
        os.kill(hit, signal.SIGKILL)
        expect(by_id(page, "line-state")).to_be_visible()
        expect(by_id(page, "line-state")).to_be_hidden()
        play_to_the_end(page)
        expect(by_id(page, "result")).to_contain_text("Ann")

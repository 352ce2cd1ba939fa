"""A real room and a real browser: one server and one Chromium for all browser tests.

Both end with the last browser test: the browser's event loop runs as long as it lives, and no other
test could run its own loop next to it.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from rumpus.games import GAMES, find
from rumpus.table.backends import table_backend
from tests.patience import PATIENCE

PATIENCE_MS = 1000 * PATIENCE
expect.set_options(timeout=PATIENCE_MS)

ROOT = Path(__file__).parent.parent.parent
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
TABLET = {"width": 820, "height": 1180}
SMALL_PHONE = {"width": 360, "height": 640}


def chromium() -> str | None:
    """Where a Chromium is on this machine."""
    names = (os.environ.get("RUMPUS_CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome")
    return next((found for name in names if name and (found := shutil.which(name))), None)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    path = chromium()
    if path is None:
        notice = "No Chromium was found, so the browser tests are left out; install chromium."
        if os.environ.get("RUMPUS_NEEDS_CHROMIUM"):
            pytest.fail(notice)
        pytest.skip(notice)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield running
        running.close()


@contextmanager
def opened_room(folder: Path, *command: str) -> Iterator[tuple[str, int]]:
    """The address and the process of an open room, with every game already built."""
    if not (ROOT / "src" / "rumpus" / "server" / "static" / "index.html").exists():
        pytest.fail("The web client is not built; run `make web`.")
    for name in GAMES:
        table_backend(find(name))
    server = subprocess.Popen(
        [sys.executable, "-m", *command, "--port", "0", "--data", str(folder)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert server.stdout
    address = ""
    for line in server.stdout:
        if found := re.search(r"Rumpus is open at (http://\S+)", line):
            address = found[1]
            break
    assert address, "the room did not open"
    yield address, server.pid
    server.send_signal(signal.SIGINT)
    server.wait(timeout=PATIENCE)
    server.stdout.close()


@pytest.fixture(scope="package")
def steered(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Callable[[], None]]]:
    """The address of a room without luck, and a function that advances its clock by an hour."""
    with opened_room(tmp_path_factory.mktemp("data"), "tests.browser.steered_room") as (at, pid):
        yield at, lambda: os.kill(pid, signal.SIGUSR1)


@pytest.fixture(scope="package")
def room(steered: tuple[str, Callable[[], None]]) -> str:
    """The address of an open room."""
    return steered[0]


Open = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, room: str) -> Iterator[Open]:
    """Opens a page of the room in a separate browser, as another person."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def opened(path: str = "/", name: str = "Ann", **settings: Any) -> Page:
        settings.setdefault("viewport", DESKTOP)
        context = browser.new_context(**settings)
        likings = {"speed": "off", "sound": False, "name": name, "avatar": "cat"}
        context.add_init_script(f"localStorage['rumpus.settings'] ??= '{json.dumps(likings)}'")
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(path if path.startswith("http") else room + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not errors, f"the page threw: {errors}"

"""Every screen that the games share can be used by everybody, by night and by day."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .access import expect_access
from .conftest import DESKTOP, PHONE, Open
from .test_room import CHOICE, by_id, faster, make_table, play_now, play_to_the_end

pytestmark = pytest.mark.slow


def home(page: Page) -> None:
    expect(by_id(page, "play-now-mantis")).to_be_visible()


def home_again(page: Page) -> None:
    """With an unfinished game of each kind."""
    for game in ("mantis", "ruckus", "stakbots", "tuckit"):
        play_now(page, game)
        expect(by_id(page, "turn-banner")).to_be_visible()
        page.goto("/".join(page.url.split("/")[:3]))
    expect(by_id(page, "continue").first).to_be_visible()


def nowhere(page: Page) -> None:
    page.goto(f"{page.url.rstrip('/')}/some/where")
    expect(by_id(page, "lost")).to_be_visible()


def setup(page: Page) -> None:
    by_id(page, "invite-mantis").click()
    expect(by_id(page, "make-table")).to_be_visible()


def settings(page: Page) -> None:
    by_id(page, "settings").click()
    expect(by_id(page, "settings-sheet")).to_be_visible()


def lobby(page: Page) -> None:
    make_table(page, "open", players=2)
    expect(by_id(page, "link")).to_be_visible()


def table(page: Page) -> None:
    play_now(page)
    expect(page.locator(CHOICE).first).to_be_enabled()


def rules(page: Page) -> None:
    table(page)
    by_id(page, "rules").click()
    expect(by_id(page, "rules-sheet")).to_be_visible()


def menu(page: Page) -> None:
    table(page)
    by_id(page, "menu").click()
    expect(by_id(page, "open-log")).to_be_visible()


def log(page: Page) -> None:
    table(page)
    page.locator(CHOICE).first.click()
    expect(page.locator(CHOICE).first).to_be_enabled()
    page.keyboard.press("l")
    expect(by_id(page, "log-sheet")).to_be_visible()


def chat(page: Page) -> None:
    table(page)
    by_id(page, "chat").click()
    expect(by_id(page, "chat-input")).to_be_visible()


def result(page: Page) -> None:
    play_now(page)
    play_to_the_end(page)
    expect(by_id(page, "result")).to_be_visible()


def tutorial(page: Page) -> None:
    by_id(page, "learn-mantis").click()
    expect(by_id(page, "coach")).to_be_visible()


def hand_over(page: Page) -> None:
    make_table(page, "here", players=2)
    page.wait_for_url(re.compile(r"/t/"))
    expect(page.locator(f"{CHOICE}, [data-testid=hand-over]").first).to_be_visible()


def join(page: Page) -> None:
    lobby(page)
    link = page.url
    page.goto("/".join(link.split("/")[:3]))
    home(page)  # this device has forgotten the table
    page.evaluate("localStorage.clear()")
    page.goto(link)
    expect(by_id(page, "join-name")).to_be_visible()


def replay(page: Page) -> None:
    page.goto(f"{page.url.rstrip('/')}/replay")
    expect(by_id(page, "replay-input")).to_be_attached()


SCREENS = (
    home, home_again, nowhere, setup, settings, lobby, join, table, rules, menu, log, chat, result,
    tutorial, hand_over, replay,
)  # fmt: skip


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.__name__)
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_everybody_can_use_it(open_page: Open, screen: Callable[[Page], None], theme: str) -> None:
    size = PHONE if theme == "light" else DESKTOP
    page = open_page(color_scheme=theme, viewport=size)
    faster(page)
    screen(page)
    expect_access(page)

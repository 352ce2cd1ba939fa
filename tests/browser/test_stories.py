"""Whole stories, as they happen at home, played by pressing what is on the screen."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from secrets import token_urlsafe
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .access import expect_access
from .conftest import TABLET, Open
from .test_room import SCORE, by_id, make_table

pytestmark = pytest.mark.slow

Steered = tuple[str, Callable[[], None]]
SAME_NUMBERS = """
() => {
  const real = crypto.getRandomValues.bind(crypto);
  const ours = Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 5);
  crypto.getRandomValues = (row) => (row.length === 16 ? ours : real(row));
}
"""
"""The deal hangs on the room's secret and on what everybody adds to it."""
POOL = "[data-testid=workbench] .pool button"


def ask_anew(route: Any) -> None:
    """A new table, although all random numbers of the page are the same."""
    body = json.loads(route.request.post_data)
    body["again"] = token_urlsafe()
    route.continue_(post_data=json.dumps(body))


def share_a_tablet(
    open_page: Open, address: str, game: str, *names: str, clock: bool = False, **options: int
) -> Page:
    """Set a table up for people who all sit around one tablet."""
    page = open_page(address, viewport=TABLET, has_touch=True)
    page.route(re.compile(r"/api/tables$"), ask_anew)
    page.evaluate(SAME_NUMBERS)
    by_id(page, f"invite-{game}").tap()
    by_id(page, "players").locator(f"input[value='{len(names) + 1}']").check()
    for number, name in enumerate(names, 1):
        by_id(page, f"seat-kind-{number}").select_option("here")
        by_id(page, f"here-name-{number}").fill(name)
    expect(by_id(page, "clock").locator("input[value='none']")).to_be_checked()
    if clock:
        by_id(page, "clock").locator("input[value='runs']").check()
    if options:
        by_id(page, "preset").locator("input[value='own']").check()
        for summary in page.locator("details:not([open]) > summary").all()[::-1]:
            summary.tap()
    for key, value in options.items():
        by_id(page, f"option-{key}").fill(str(value))
    by_id(page, "make-table").tap()
    page.wait_for_url(re.compile(r"/t/"))
    return page


def is_covered_for(page: Page, name: str) -> None:
    expect(by_id(page, "hand-over")).to_contain_text(f"Pass the device to {name}")
    expect(by_id(page, "felt")).not_to_be_visible()
    expect(page.get_by_role("timer")).to_have_count(0)


def take(page: Page, name: str) -> None:
    is_covered_for(page, name)
    by_id(page, "hand-over-take").tap()
    expect(by_id(page, "felt")).to_be_visible()


def letters_at(page: Page, *places: int) -> list[str]:
    """The names of the cards in these places of the workbench."""
    names = [by_id(page, f"place-{place}").locator(".sr").inner_text() for place in places]
    return [name.split(",")[0] for name in names]


def plans_heard(page: Page) -> Callable[[], bool]:
    """Whether the room has answered every plan that the page sent."""
    sent: set[str] = set()
    heard: set[str] = set()

    def note(into: set[str], text: str | bytes, kinds: tuple[str, ...]) -> None:
        message = json.loads(text)
        if message["type"] in kinds:
            into.add(message["command"])

    def listen(socket: Any) -> None:
        socket.on("framesent", lambda text: note(sent, text, ("plan",)))
        socket.on("framereceived", lambda text: note(heard, text, ("done", "refused")))

    page.on("websocket", listen)
    return lambda: bool(sent) and sent <= heard


def test_a_family_builds_on_one_tablet_with_a_clock(open_page: Open, steered: Steered) -> None:
    address, an_hour_later = steered
    page = share_a_tablet(open_page, address, "tuckit", "Bob", "Cleo", clock=True)
    all_heard = plans_heard(page)

    # the tablet lies on the table, covered: no clock runs, and the room builds for nobody
    is_covered_for(page, "Ann")
    an_hour_later()
    page.keyboard.press("1")
    page.reload()
    is_covered_for(page, "Ann")
    expect(by_id(page, "time-was-up")).to_have_count(0)

    # Ann lays four cards, and somebody reloads the page
    take(page, "Ann")
    expect(by_id(page, "turn-banner").get_by_role("timer")).to_be_visible()
    expect_access(page)
    for left in (8, 7, 6, 5):
        page.locator(POOL).first.tap()
        expect(page.locator(POOL)).to_have_count(left)
    laid = letters_at(page, 0, 1, 2, 3)
    page.reload()
    take(page, "Ann")
    expect(page.locator(POOL)).to_have_count(5)
    assert letters_at(page, 0, 1, 2, 3) == laid
    for left in (4, 3):
        page.locator(POOL).first.tap()
        expect(page.locator(POOL)).to_have_count(left)
    by_id(page, "build-ready").tap()

    # Bob has laid two cards when his time is up; the next one is told, and sees no cards of his
    take(page, "Bob")
    expect(page.locator(POOL)).to_have_count(9)
    for left in (8, 7):
        page.locator(POOL).last.tap()
        expect(page.locator(POOL)).to_have_count(left)
    top, under = letters_at(page, 0, 1)
    for _ in range(600):
        if all_heard():
            break
        page.wait_for_timeout(100)
    an_hour_later()
    is_covered_for(page, "Cleo")
    expect(by_id(page, "time-was-up").last).to_have_text("Time was up for Bob.")
    expect_access(page)
    an_hour_later()
    is_covered_for(page, "Cleo")

    # Cleo lets the room pair hers and shows a Stack; so do the others, and Bob finds what he laid
    take(page, "Cleo")
    by_id(page, "choice-pair").tap()
    by_id(page, "choice-stack-1").tap()
    take(page, "Ann")
    by_id(page, "choice-stack-1").tap()
    take(page, "Bob")
    expect(by_id(page, "stack-1-1")).to_contain_text(
        f"2 cards, from the top: {top} face down, {under} face down"
    )
    for number in (2, 3):
        expect(by_id(page, f"stack-1-{number}")).to_contain_text("2 cards")
    page.keyboard.press("l")
    expect(by_id(page, "log-sheet")).to_contain_text("Time was up.")


def test_a_game_of_stak_bots_is_won(open_page: Open, steered: Steered) -> None:
    address, _ = steered
    page = share_a_tablet(open_page, address, "stakbots", "Bob", depth=4)
    attacks = ("confirm-attack", "aim-", "choice-at-", "choice-attack")
    ends = ("choice-end", "choice-discard-", "hand-", "choice-scrap", "choice-")
    ways = {"Ann": (*attacks, *ends), "Bob": ends}  # Bob is small: he feeds the scrapheap, and ends
    cover, result = by_id(page, "hand-over-take"), by_id(page, "result")
    expect(cover).to_be_visible()
    holder = ""
    for _ in range(300):
        if result.count() or cover.filter(has_text="Show the end").count():
            break
        if cover.count():
            holder = cover.inner_text().removeprefix("I am ")
            cover.tap()
        expect(by_id(page, "felt")).to_have_attribute("data-busy", "no")
        for way in ways[holder]:
            button = page.locator(f"[data-testid^={way}]:enabled:visible").first
            if button.count():
                button.tap()
                break
        page.wait_for_timeout(100)
    if cover.count():
        cover.tap()
    expect(result.locator("li").first).to_contain_text("Ann")
    expect(result.locator("li").nth(1)).to_contain_text("Bob")
    expect(by_id(page, "story")).to_contain_text("Ann")
    expect_access(page)


def without_clock(route: Any) -> None:
    body = json.loads(route.request.post_data)
    settings = {"timer": False, "absence": 60, "pace": "instant"}
    route.continue_(post_data=json.dumps({**body, "settings": settings}))


def test_a_bot_plays_for_somebody_who_sleeps_until_they_are_back(
    open_page: Open, steered: Steered
) -> None:
    address, an_hour_later = steered
    host = open_page(address, name="Ann")
    host.route(re.compile(r"/api/tables$"), without_clock)
    make_table(host, "open", players=2)
    friend = open_page(by_id(host, "link").input_value(), name="Bob")
    by_id(friend, "join-name").fill("Bob")
    by_id(friend, "sit-down").click()
    pages = [host, friend]
    while not any(page.locator(SCORE).count() for page in pages):
        host.wait_for_timeout(100)
    sleeps = 0 if host.locator(SCORE).count() else 1
    sleeper, waiter, name = pages[sleeps], pages[1 - sleeps], ("Ann", "Bob")[sleeps]
    expect(by_id(waiter, "waiting")).to_have_count(0)

    an_hour_later()
    expect(by_id(waiter, "waiting")).to_contain_text(f"{name} keeps everybody waiting.")
    expect(by_id(sleeper, "waiting")).to_have_count(0)
    expect_access(waiter)
    by_id(waiter, f"stand-in-{sleeps}").click()
    expect(by_id(sleeper, "waiting")).to_contain_text("A bot plays for you.")
    expect(by_id(waiter, "waiting")).to_have_count(0)
    expect(waiter.locator(SCORE)).to_be_visible()
    expect_access(sleeper)

    by_id(sleeper, f"come-back-{sleeps}").click()
    expect(by_id(sleeper, "waiting")).to_have_count(0)
    waiter.locator(SCORE).click()
    expect(sleeper.locator(SCORE)).to_be_visible()

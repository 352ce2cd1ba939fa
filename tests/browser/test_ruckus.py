"""Ruckus in the browser: three people at once, a line that breaks, thumbs, keys, and no motion."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as TooLate

from rumpus.games.ruckus import game

from .access import expect_access
from .conftest import DESKTOP, PHONE, SMALL_PHONE, Open
from .lines import Line
from .test_room import by_id

pytestmark = pytest.mark.slow

QUICK: dict[str, Any] = {
    "opening_ms": 1500,
    "look_ms": 1000,
    "pause_ms": 1000,
    "final_ms": 1000,
    "score_ms": 30_000,
}
PATIENT: dict[str, Any] = {
    "opening_ms": 15_000,
    "look_ms": 15_000,
    "pause_ms": 10_000,
    "score_ms": 60_000,
}
CLAIMS = ("choice-out", "choice-call", "choice-lay-", "choice-steal-", "choice-build-")
GRAB = ", ".join(f"[data-testid^={claim}]:enabled" for claim in CLAIMS)
BOXES = """cards => cards.map((card) => {
    const { width, height, top, bottom } = card.getBoundingClientRect();
    return [width, height, top, bottom];
})"""
SHOWS_THESE_CHOICES = """(wanted) => {
    const buttons = [...document.querySelectorAll('[data-testid^=choice-]')];
    const shown = new Set(buttons.map((one) => one.dataset.testid));
    return shown.size === wanted.length && wanted.every((one) => shown.has(one));
}"""
READY = "[data-testid=choice-ready]:enabled, [data-testid=choice-wait]:enabled"


def set_table(page: Page, players: int = 3, others: str = "easy", **options: Any) -> None:
    """*Play now*, with another number of players and other options."""

    def change(route: Any) -> None:
        body = json.loads(route.request.post_data)
        other = {"kind": "open"} if others == "open" else {"kind": "bot", "level": others}
        seats = [{"kind": "you"}, *[other] * (players - 1)]
        settings = {**body.get("settings", {}), "pace": "instant"}
        body |= {"players": players, "options": options, "seats": seats, "settings": settings}
        route.continue_(post_data=json.dumps(body))

    page.route(re.compile(r"/api/tables$"), change)
    by_id(page, "play-now-ruckus").click()
    page.wait_for_url(re.compile(r"/t/"))


def seat_dreamers(page: Page, names: tuple[str, ...]) -> None:
    """The others sit down and do nothing: nobody is faster, however slow this machine is."""
    for name in names:
        seats = page.url.replace("/t/", "/api/tables/") + "/seats"
        assert page.request.post(seats, data={"name": name}).status == 201


def sit_together(open_page: Open, **options: Any) -> tuple[list[Page], list[Line]]:
    """Three people at one table, each with their own browser and connection."""
    host = open_page(name="Ann")
    lines = [Line(host)]
    pages = [host]
    set_table(host, others="open", **options)
    link = by_id(host, "link").input_value()
    for name in ("Bob", "Cy"):
        page = open_page(link, name=name)
        lines.append(Line(page))
        by_id(page, "join-name").fill(name)
        by_id(page, "sit-down").click()
        pages.append(page)
    for page in pages:
        expect(by_id(page, "hand")).to_be_visible()
    return pages, lines


def play_on(page: Page) -> None:
    """Grab whatever can be grabbed, again and again, otherwise be ready."""
    page.evaluate(
        "([grab, ready]) => setInterval(() =>"
        " (document.querySelector(grab) ?? document.querySelector(ready))?.click(), 150)",
        [GRAB, READY],
    )


def look_first(pages: list[Page]) -> None:
    """In the first moment of a round nobody may act."""
    for page in pages:
        expect(by_id(page, "turn-banner")).not_to_contain_text("Look!")


def be_ready(pages: list[Page]) -> None:
    """Everybody is ready, and the next deal comes."""
    for page in pages:
        button = page.locator(READY)
        if button.count():
            button.first.click()
    expect(pages[0].locator(READY).first).to_be_visible()
    look_first(pages)


def steals(page: Page) -> dict[str, str]:
    """The piles that a page may steal now: design and owner, and the test id."""
    ids = page.locator("[data-testid^=choice-steal-]").evaluate_all(
        "all => all.map((one) => one.dataset.testid)"
    )
    return {name.removeprefix("choice-steal-"): name for name in ids}


def find_conflict(pages: list[Page]) -> tuple[int, int, str]:
    """Two people who could steal the same pile from the third."""
    for _ in range(40):
        offers = [steals(page) for page in pages]
        for first, second in ((0, 1), (0, 2), (1, 2)):
            for pile in sorted(offers[first].keys() & offers[second].keys()):
                return first, second, pile
        be_ready(pages)
    raise AssertionError("nobody ever wanted the same pile")


def test_three_people_grab_at_once_until_one_has_won(open_page: Open) -> None:
    pages, lines = sit_together(open_page, goal=25, call="manual", **PATIENT)
    look_first(pages)
    names = ("Ann", "Bob", "Cy")
    first, second, pile = find_conflict(pages)
    letter = pile[0]
    quick, slow = pages[first], pages[second]

    refused = len(lines[first].refusals)

    # the slow one still sees the pile in its old place when the quick one already has it
    lines[second].hold()
    by_id(quick, f"choice-steal-{pile}").click()
    expect(by_id(quick, f"pile-{first}-{letter}")).to_be_visible()
    by_id(slow, f"choice-steal-{pile}").click()
    expect(slow.get_by_text("grabbing …")).to_be_visible()
    expect(slow.get_by_text("on its way")).to_be_visible()
    slow.wait_for_timeout(500)
    lines[second].release()
    expect(by_id(slow, "hand")).to_contain_text(f"{names[first]} was faster")
    assert any("not there any more" in reason for reason in lines[second].refusals)
    assert len(lines[first].refusals) == refused, "a refusal is for its sender alone"

    # nothing was lost, and the second thief laughs
    back = by_id(slow, f"choice-steal-{letter}-{first + 1}")
    expect(back).to_be_visible()
    back.click()
    expect(by_id(slow, f"pile-{second}-{letter}")).to_be_visible()

    for page in pages:
        play_on(page)
    for page in pages:
        by_id(page, "result").wait_for()
        expect(by_id(page, "result")).to_contain_text("Biggest pile stolen")
    stolen = [[one["numbers"] for one in line.told("stole")] for line in lines]
    assert stolen[0] == stolen[1] == stolen[2]
    for line in lines:
        news = [message["seq"] for message in line.heard if message.get("seq")]
        assert news == sorted(news)


def test_a_broken_line_in_mid_flurry(open_page: Open) -> None:
    pages, lines = sit_together(open_page, goal=20, **QUICK)
    for page in pages:
        play_on(page)
    for _ in range(3):
        pages[1].wait_for_timeout(900)
        lines[1].cut()
        expect(by_id(pages[1], "line-state")).to_have_count(0)
    for page in pages:
        by_id(page, "result").wait_for()
    hellos = [message for message in lines[1].heard if message["type"] == "table"]
    assert len(hellos) > 3, "the page came back every time"
    assert lines[1].told("won") == lines[0].told("won")


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE], ids=["tall", "small"])
def test_a_phone_under_the_thumbs(open_page: Open, size: dict[str, int]) -> None:
    page = open_page(viewport=size, has_touch=True, is_mobile=True)
    line = Line(page)
    calm = {"opening_ms": 5000, "pause_ms": 4000, "look_ms": 4000, "score_ms": 2000}
    set_table(page, players=5, others="open", call="manual", **{**PATIENT, **calm})
    seat_dreamers(page, ("Bob", "Cy", "Di", "Ed"))
    look_first([page])
    page.locator(GRAB).first.wait_for()
    fits = page.evaluate(
        "document.documentElement.scrollHeight <= innerHeight + 1 &&"
        " document.documentElement.scrollWidth <= innerWidth + 1"
    )
    assert fits, f"the table scrolls at {size}"
    boxes = by_id(page, "hand").locator("button").evaluate_all(BOXES)
    assert boxes
    for width, height, top, bottom in boxes:
        assert width >= 40 and height >= 44
        assert top > size["height"] / 2 and bottom <= size["height"]
    claims: list[dict[str, Any]] = []
    for _ in range(10):  # a deal may come between the look and the tap
        by_id(page, "hand").locator("li.can:not(.many) button").first.tap()
        for _ in range(25):
            if claims := line.told("stole") + line.told("built"):
                break
            page.wait_for_timeout(200)
        if claims:
            break
    assert {claim["numbers"]["seat"] for claim in claims} == {0}


def test_a_round_by_keys_alone(open_page: Open) -> None:
    page = open_page()
    pace = {**QUICK, "pause_ms": 2000, "look_ms": 2000}
    set_table(page, players=3, others="open", call="manual", length=3, **pace)
    seat_dreamers(page, ("Bob", "Cy"))
    look_first([page])
    for _ in range(400):
        if by_id(page, "scores").count():
            break
        for key in "g1234567":
            page.keyboard.press(key)
        page.keyboard.press("1")  # of several piles that a card fits, the first
        page.keyboard.press("d")
        page.wait_for_timeout(150)
    expect(by_id(page, "scores")).to_be_visible()
    by_id(page, "result").wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    expect(page.get_by_text(re.compile("You (steal|add|lay) ")).first).to_be_visible()


def test_the_coming_deal_is_seen(open_page: Open) -> None:
    page = open_page()
    set_table(page, players=2, others="open", call="manual", **PATIENT)
    seat_dreamers(page, ("Bob",))
    timer = page.get_by_role("timer")
    expect(timer).to_contain_text(re.compile(r"deal in \d"))


def test_a_pause_covers_the_table_and_ends_with_a_countdown(open_page: Open) -> None:
    page = open_page()
    set_table(page, players=2, others="open", call="manual", **PATIENT)
    seat_dreamers(page, ("Bob",))
    banner = by_id(page, "turn-banner")
    expect(banner).to_be_visible()
    by_id(page, "menu").click()
    by_id(page, "pause").click()
    expect(by_id(page, "paused")).to_contain_text("paused and covered")
    expect(banner).to_be_hidden()
    page.reload()
    expect(by_id(page, "paused")).to_contain_text("paused and covered")
    expect(banner).to_be_hidden()
    by_id(page, "resume").click()
    expect(by_id(page, "countdown")).to_be_visible()
    expect(banner).to_be_visible()
    expect(by_id(page, "paused")).to_be_hidden()


def test_turn_by_turn_in_ticks(open_page: Open) -> None:
    page = open_page()
    set_table(page, players=3, others="normal", timing="ticks", length="single", lay_mode="manual")
    expect(by_id(page, "turn-banner")).to_contain_text(re.compile("Choose|Chosen|Lay"))
    play_on(page)
    by_id(page, "result").wait_for()


@pytest.mark.parametrize("options", [
    {"dealing": "human", "ready_button": "off"},
    {"call": "manual", "stale": "follow", "hide_counts": 1},
    {"lay_mode": "manual", "ordering": "lag-compensated"},
], ids="-".join)  # fmt: skip
def test_every_choice_can_be_clicked(open_page: Open, options: dict[str, Any]) -> None:
    """Whatever the room offers is somewhere on the screen, as long as it is offered."""
    page = open_page()
    line = Line(page)
    set_table(page, players=2, others="easy", first_dealer=0, **{**QUICK, **options})
    expect(by_id(page, "hand")).to_be_visible()
    checked = 0
    for _ in range(200):
        page.wait_for_timeout(300)
        line.hold()  # nothing new is offered until the page has drawn what was offered last
        if offered := last_choices(line):
            buttons = {f"choice-{notation.replace(' ', '-')}" for notation in offered}
            page.wait_for_function(SHOWS_THESE_CHOICES, arg=sorted(buttons))
            checked += 1
        line.release()
        if checked == 5:
            return
        either = page.locator(f"{GRAB}, {READY}, [data-testid=choice-deal]")
        if either.count():
            with suppress(TooLate):
                either.first.click(timeout=2000, force=True)
            expect(page.locator(".pending")).to_have_count(0)
    raise AssertionError("there was too little to choose from")


def last_choices(line: Line) -> set[str] | None:
    """What the room offered the first of two players last."""
    for message in reversed(line.heard):
        for view in message.get("views", {}).values():
            return {game.words.notation(choice["action"], 0, 2) for choice in view["choices"]}
    return None


def test_without_motion_it_is_still_told_who_took_what(open_page: Open) -> None:
    page = open_page(reduced_motion="reduce")
    line = Line(page)
    set_table(page, players=5, others="normal", **QUICK)
    flag = page.locator(".flag").get_by_text(re.compile("^from "))
    expect(flag.first).to_be_visible()
    assert line.told("stole")
    moving = page.evaluate(
        "document.getAnimations().filter(a => a.playState === 'running'"
        " && (a.effect?.getTiming().duration ?? 0) > 300).length"
    )
    assert moving == 0


def test_the_tutorial_and_practice(open_page: Open) -> None:
    page = open_page()
    by_id(page, "learn-ruckus").click()
    for step in ("next", "next", "steal-K-2", "next", "next", "build-B"):
        by_id(page, "tutorial-next" if step == "next" else f"choice-{step}").click()

    expect(by_id(page, "coach")).to_contain_text("Two piles, one card")
    by_id(page, "card-T").click()  # it fits several piles: which?
    expect(page.get_by_text("where to?")).to_be_visible()
    assert page.locator("li.target").count() == 2
    page.keyboard.press("Escape")
    expect(page.get_by_text("where to?")).to_have_count(0)
    by_id(page, "card-T").click()
    by_id(page, "choice-steal-T-2").click()  # not what the lesson is about
    expect(by_id(page, "hand")).to_contain_text("Ivy has more")
    by_id(page, "choice-steal-T-3").click()
    expect(by_id(page, "card-T")).to_have_count(0)

    by_id(page, "choice-steal-P-2").click()
    expect(by_id(page, "hand")).to_contain_text("Ivy was faster")
    by_id(page, "choice-steal-P-3").click()
    by_id(page, "choice-out").click()
    expect(by_id(page, "scores")).to_be_visible()
    expect(by_id(page, "score-0")).to_contain_text("+5")
    expect(by_id(page, "tutorial-play")).to_be_visible()
    by_id(page, "practise").click()
    page.wait_for_url(re.compile(r"/t/"))
    expect(by_id(page, "hand")).to_be_visible()


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_everybody_can_use_it(open_page: Open, theme: str) -> None:
    page = open_page(color_scheme=theme, viewport=PHONE if theme == "light" else DESKTOP)
    set_table(page, players=5, others="normal", **QUICK)
    page.locator(GRAB).first.wait_for()
    expect_access(page)
    play_on(page)
    by_id(page, "scores").wait_for()
    expect_access(page)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_everybody_can_use_it_in_the_tutorial(open_page: Open, theme: str) -> None:
    page = open_page("/learn/ruckus", color_scheme=theme)
    expect(by_id(page, "coach")).to_be_visible()
    expect_access(page)

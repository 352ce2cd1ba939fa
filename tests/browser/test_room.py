"""Playing in the browser, as people do: alone, with friends, on one device, by keyboard."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import PHONE, SMALL_PHONE, Open

pytestmark = pytest.mark.slow

CHOICE = "[data-testid^=choice-]:enabled"
SCORE = "[data-testid=choice-score]:enabled"


def by_id(page: Page, testid: str) -> Any:
    return page.get_by_test_id(testid)


def play_now(page: Page, game: str = "mantis") -> None:
    by_id(page, f"play-now-{game}").click()
    page.wait_for_url(re.compile(r"/t/"))


def faster(page: Page) -> None:
    """Tables made by *Play now* have bots at a human pace; tests do not wait for them."""
    page.route(re.compile(r"/api/tables$"), hurry_bots)


def hurry_bots(route: Any) -> None:
    body = json.loads(route.request.post_data)
    body["settings"] = {**body.get("settings", {}), "pace": "instant"}
    route.continue_(post_data=json.dumps(body))


def play_to_the_end(*pages: Page) -> None:
    """Everybody tries to score whenever they can, until the result shows."""
    for page in pages:
        page.evaluate(
            "score => setInterval(() => document.querySelector(score)?.click(), 40)", SCORE
        )
    for page in pages:
        by_id(page, "result").wait_for()


def make_table(page: Page, *kinds: str, players: int = 3) -> None:
    """Set a table up with these kinds in the seats after one's own."""
    by_id(page, "invite-mantis").click()
    by_id(page, "players").locator(f"input[value='{players}']").check()
    for number, kind in enumerate(kinds, 1):
        by_id(page, f"seat-kind-{number}").select_option(kind)
    by_id(page, "make-table").click()
    page.wait_for_url(re.compile(r"/t/"))


def test_a_solo_game_against_bots_to_the_end(open_page: Open) -> None:
    page = open_page()
    faster(page)
    play_now(page)
    expect(by_id(page, "turn-banner")).to_be_visible()
    play_to_the_end(page)
    expect(by_id(page, "result")).to_contain_text("Ann")
    by_id(page, "fair-deal").click()
    expect(by_id(page, "fair-deal-result")).to_contain_text(re.compile("agree|fair|same", re.I))
    first = page.url
    by_id(page, "rematch").click()
    expect(page).not_to_have_url(first)
    expect(by_id(page, "turn-banner")).to_be_visible()


def test_two_browsers_in_one_game_over_a_link(open_page: Open) -> None:
    host = open_page(name="Ann")
    faster(host)
    make_table(host, "open", players=2)
    link = by_id(host, "link").input_value()
    friend = open_page(link, name="Bob")
    by_id(friend, "join-name").fill("Bob")
    by_id(friend, "sit-down").click()
    for page in (host, friend):
        expect(by_id(page, "turn-banner")).to_be_visible()
    by_id(host, "chat").click()
    by_id(host, "chat-input").fill("hello <b>Bob</b>")
    by_id(host, "chat-send").click()
    host.keyboard.press("Escape")
    by_id(friend, "chat").click()
    expect(by_id(friend, "chat-sheet")).to_contain_text("hello <b>Bob</b>")
    friend.keyboard.press("Escape")
    play_to_the_end(host, friend)
    for page in (host, friend):
        expect(by_id(page, "result")).to_contain_text("Bob")


def cards_at(page: Page, seat: str) -> list[str]:
    """The cards at a seat, without the flags about the last move."""
    flags = by_id(page, seat).locator(".flag").all_inner_texts()
    return [line for line in by_id(page, seat).inner_text().split("\n") if line not in flags]


def test_a_reload_goes_on_where_it_was(open_page: Open) -> None:
    page = open_page()
    faster(page)
    play_now(page)
    for _ in range(2):
        page.locator(CHOICE).first.click()
        page.wait_for_timeout(200)
    expect(page.locator(CHOICE).first).to_be_enabled()
    before = cards_at(page, "seat-0")
    page.reload()
    expect(page.locator(CHOICE).first).to_be_enabled()
    assert cards_at(page, "seat-0") == before
    page.goto(page.url.split("/t/")[0])
    by_id(page, "continue").first.click()
    expect(by_id(page, "turn-banner")).to_be_visible()


def test_a_spectator_sees_the_table_and_no_choices(open_page: Open) -> None:
    page = open_page()
    faster(page)
    make_table(page, "open", "normal", players=3)
    watcher = open_page(page.url, name="Cy")
    by_id(watcher, "watch").click()
    by_id(page, "start").click()
    expect(by_id(watcher, "turn-banner")).to_be_visible()
    expect(page.locator(CHOICE).first).to_be_enabled()
    assert watcher.locator("[data-testid^=choice-]").count() == 0


def test_hot_seat_hands_the_device_over(open_page: Open) -> None:
    page = open_page()
    faster(page)
    make_table(page, "here", players=2)
    either = page.locator(f"{SCORE}, [data-testid=hand-over-take]").first
    for _ in range(4):
        either.wait_for()
        if by_id(page, "hand-over-take").count():
            assert page.locator("[data-testid^=choice-]").count() == 0
            by_id(page, "hand-over-take").click()
        page.locator(SCORE).click()
        expect(by_id(page, "hand-over-take")).to_be_visible()


def test_a_phone_shows_the_whole_table(open_page: Open) -> None:
    for size in (PHONE, SMALL_PHONE):
        page = open_page(viewport=size, has_touch=True, is_mobile=True)
        faster(page)
        play_now(page)
        expect(page.locator(CHOICE).first).to_be_enabled()
        fits = page.evaluate(
            "document.documentElement.scrollHeight <= innerHeight + 1 &&"
            " document.documentElement.scrollWidth <= innerWidth + 1"
        )
        assert fits, f"the table scrolls at {size}"
        for choice in page.locator(CHOICE).all():
            box = choice.bounding_box()
            assert box and box["height"] >= 30 and box["y"] + box["height"] <= size["height"]
        page.locator(CHOICE).first.tap()


def test_a_game_by_keyboard_alone(open_page: Open) -> None:
    page = open_page()
    faster(page)

    def tab_to(selector: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("s => document.activeElement?.matches(s)", selector):
                return
        raise AssertionError(f"the keyboard does not reach {selector}")

    tab_to("[data-testid=play-now-mantis]")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/t/"))
    for _ in range(3):
        expect(page.locator(CHOICE).first).to_be_enabled()
        lines = by_id(page, "log").inner_text()
        tab_to(CHOICE)
        page.keyboard.press("Enter")
        expect(by_id(page, "log")).not_to_have_text(lines)
    tab_to("[data-testid=rules]")
    page.keyboard.press("Enter")
    expect(by_id(page, "rules-sheet")).to_be_visible()
    page.keyboard.press("Escape")
    expect(by_id(page, "rules-sheet")).not_to_be_visible()


def test_a_number_does_what_is_written_on_a_button_and_asks_for_a_second_press(
    open_page: Open,
) -> None:
    page = open_page()
    faster(page)
    play_now(page)
    score = page.locator(SCORE)
    expect(score.locator("kbd")).to_have_text("1")
    lines = by_id(page, "log").inner_text()
    for key, pressed in (("2", "[data-testid=choice-steal-2]"), ("1", SCORE)):
        page.keyboard.press(key)
        expect(page.locator(pressed)).to_be_focused()
    assert by_id(page, "log").inner_text() == lines
    page.keyboard.press("1")
    expect(by_id(page, "log")).not_to_have_text(lines)
    page.keyboard.press("9")  # not shown on any button
    page.keyboard.press("?")
    expect(by_id(page, "keys-sheet")).to_contain_text("the same key again presses it")


def test_keys_are_each_games_own(open_page: Open) -> None:
    words = {"ruckus": "RUCKUS!", "tuckit": "lay out the card", "stakbots": "with that number"}
    page = open_page()
    for game, own in words.items():
        play_now(page, game)
        expect(by_id(page, "turn-banner")).to_be_visible()
        by_id(page, "menu").click()
        by_id(page, "open-keys").click()
        expect(by_id(page, "keys-sheet")).to_contain_text(own)
        for other in set(words.values()) - {own}:
            expect(by_id(page, "keys-sheet")).not_to_contain_text(other)
        page.goto("/".join(page.url.split("/")[:3]))


def test_reduced_motion_still_tells_everything(open_page: Open) -> None:
    page = open_page(reduced_motion="reduce")
    faster(page)
    play_now(page)
    by_id(page, "choice-score").click()
    page.keyboard.press("l")  # the whole log: the table shows only the last lines
    expect(page.get_by_role("dialog")).to_contain_text(re.compile("You score|stays with you"))
    page.keyboard.press("Escape")
    moving = page.evaluate(
        "document.getAnimations().filter(a => a.playState === 'running'"
        " && (a.effect?.getTiming().duration ?? 0) > 300).length"
    )
    assert moving == 0


def test_hint_names_a_choice_and_a_reason(open_page: Open) -> None:
    page = open_page()
    faster(page)
    play_now(page)
    expect(page.locator(CHOICE).first).to_be_enabled()
    by_id(page, "hint").click()
    expect(by_id(page, "hint-words")).to_contain_text(re.compile(r"score|steal", re.I))


def test_a_record_is_saved_and_replayed(open_page: Open, tmp_path: Path) -> None:
    page = open_page()
    faster(page)
    play_now(page)
    play_to_the_end(page)
    with page.expect_download() as download:
        by_id(page, "save-record").click()
    record = tmp_path / "game.json"
    download.value.save_as(record)
    assert json.loads(record.read_text())["game"] == "mantis"
    page.goto(page.url.split("/t/")[0])
    by_id(page, "replay-input").set_input_files(record)
    expect(by_id(page, "replay-deck")).to_be_visible()
    by_id(page, "replay-forward").click()
    by_id(page, "replay-forward").click()
    by_id(page, "replay-back").click()


def test_the_tutorial_can_be_played_and_skipped(open_page: Open) -> None:
    page = open_page()
    by_id(page, "learn-mantis").click()
    expect(by_id(page, "coach")).to_be_visible()
    by_id(page, "skip-tutorial").click()
    expect(by_id(page, "play-now-mantis")).to_be_visible()

"""A game that the page has never heard of is played on the plain table, with pleasure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from secrets import token_urlsafe
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .access import expect_access
from .conftest import DESKTOP, PHONE, TABLET, Open, opened_room
from .test_room import CHOICE, by_id, play_now
from .test_stories import SAME_NUMBERS

pytestmark = pytest.mark.slow

POINTS = "[data-testid^=card-]:enabled, [data-testid^=point-]:enabled"
SIZES = pytest.mark.parametrize(
    "size", [DESKTOP, TABLET, PHONE], ids=["desktop", "tablet", "phone"]
)
UNTIL_OVER = """
([choices, shown]) => {
  let turn = 0;
  setInterval(() => {
    const all = [...document.querySelectorAll(choices)].filter((one) => one.checkVisibility());
    if (all.length > 0 && !document.querySelector(shown)) all[turn++ % all.length].click();
  }, 30);
}
"""


@pytest.fixture(scope="module")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a room with games that have no drawings."""
    with opened_room(tmp_path_factory.mktemp("toys"), "tests.browser.toy_room") as (address, _):
        yield address


def ask_anew(route: Any) -> None:
    """A new table with bots that do not think, although the page has no random numbers."""
    body = json.loads(route.request.post_data)
    body |= {"again": token_urlsafe(), "settings": {**body["settings"], "pace": "instant"}}
    route.continue_(post_data=json.dumps(body))


def sit_down(open_page: Open, toys: str, game: str, **settings: Any) -> Page:
    """The same deal every time."""
    page = open_page(toys, **settings)
    page.route(re.compile(r"/api/tables$"), ask_anew)
    page.evaluate(SAME_NUMBERS)
    play_now(page, game)
    expect(page.locator(f"{CHOICE}, {POINTS}").first).to_be_attached()
    return page


def expect_in_sight(page: Page) -> None:
    """Nothing overflows sideways, and every button can be reached without scrolling."""
    width, height = page.evaluate("[innerWidth, innerHeight]")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    box = page.locator(f"{CHOICE} >> visible=true").first.bounding_box()
    assert box and box["y"] + box["height"] <= height
    own = by_id(page, "seat-0").bounding_box()
    assert own and own["y"] + own["height"] <= height


@SIZES
@pytest.mark.parametrize("game", ["hush", "parley", "plain_mantis"])
def test_a_whole_game_by_clicking(
    open_page: Open, toys: str, game: str, size: dict[str, int]
) -> None:
    page = sit_down(open_page, toys, game, viewport=size)
    expect_in_sight(page)
    expect_access(page)
    page.evaluate(UNTIL_OVER, [CHOICE, "[data-testid=result]"])
    by_id(page, "result").wait_for()
    expect(by_id(page, "result")).to_contain_text("Ann")
    expect_access(page)


@SIZES
@pytest.mark.parametrize("game", ["plain_stakbots", "plain_tuckit"])
def test_a_big_game_is_played_at_its_cards(
    open_page: Open, toys: str, game: str, size: dict[str, int]
) -> None:
    page = sit_down(open_page, toys, game, viewport=size)
    expect_access(page)
    lines = by_id(page, "log").inner_text()
    page.evaluate(UNTIL_OVER, [f"{POINTS}, {CHOICE}", "[data-testid=result]"])
    expect(by_id(page, "log")).not_to_have_text(lines)
    expect(by_id(page, "facts")).to_contain_text(re.compile(r"[Tt]urns\s*[2-9]"))


def test_a_new_game_is_played_at_its_cards(open_page: Open, toys: str) -> None:
    page = sit_down(open_page, toys, "magpie")
    expect_access(page)
    expect(by_id(page, "area-2-1").locator("[data-face='-1']")).to_have_count(3)
    expect(by_id(page, "area-2-0").locator("[data-face='-1']")).to_have_count(0)
    page.evaluate(UNTIL_OVER, [POINTS, "[data-testid=result]"])
    by_id(page, "result").wait_for(timeout=240_000)
    expect(by_id(page, "result")).to_contain_text("Ann")


def test_what_is_hidden_shows_its_back(open_page: Open, toys: str) -> None:
    page = sit_down(open_page, toys, "parley")
    expect(by_id(page, "area-0--1").locator("[data-face='-1']").first).to_be_visible()
    expect(by_id(page, "area-0--1")).to_contain_text("a face-down card")
    expect(by_id(page, "area-1-0").locator("[data-face='-1']")).to_have_count(0)
    assert "-1" not in by_id(page, "felt").inner_text()


def test_under_an_open_card_lie_no_backs(open_page: Open, toys: str) -> None:
    page = sit_down(open_page, toys, "plain_mantis")
    pile = by_id(page, "area-0--1")
    expect(pile.locator("[data-face]")).to_have_count(1)
    expect(pile.locator("[data-face='-1']")).to_have_count(0)
    expect(pile.locator("li.edge")).to_have_count(2)


@pytest.mark.parametrize("game", ["hush", "magpie", "plain_mantis"])
def test_the_middle_fits_a_small_screen(open_page: Open, toys: str, game: str) -> None:
    page = sit_down(open_page, toys, game, viewport={"width": 1280, "height": 720})
    hidden = "(table) => table.scrollHeight - table.clientHeight"
    assert page.get_by_role("region", name="Table").evaluate(hidden) <= 0


def test_facts_are_said_in_words(open_page: Open, toys: str) -> None:
    page = sit_down(open_page, toys, "hush")
    facts = dict(
        zip(
            by_id(page, "facts").locator("dt").all_inner_texts(),
            by_id(page, "facts").locator("dd").all_inner_texts(),
            strict=True,
        )
    )
    said = {name.lower(): words for name, words in facts.items()}
    assert said["turn"] in ("You", "Mo", "Pip")
    assert said["stage"] == "turn"


def test_a_card_with_several_choices_is_picked_first(open_page: Open, toys: str) -> None:
    page = sit_down(open_page, toys, "plain_stakbots")
    expect(page.locator(CHOICE).first).to_be_enabled()
    card = page.locator(":is([data-testid^=card-], [data-testid^=point-])[aria-pressed]").first
    everything = page.locator(CHOICE).count()
    card.click()
    expect(card).to_have_attribute("aria-pressed", "true")
    expect(page.locator(CHOICE)).not_to_have_count(everything)
    by_id(page, "other-choices").click()
    expect(page.locator(CHOICE)).to_have_count(everything)
    card.click()
    page.keyboard.press("Escape")
    expect(page.locator(CHOICE)).to_have_count(everything)


def test_keys_and_hints(open_page: Open, toys: str) -> None:
    page = sit_down(open_page, toys, "hush")
    by_id(page, "hint").click()
    expect(by_id(page, "hint-words")).to_be_visible()
    expect(page.locator("[data-testid^=choice-].hinted")).to_have_count(1)
    first = page.locator("button[aria-keyshortcuts='1']")
    before = by_id(page, "log").inner_text()
    page.keyboard.press("1")
    expect(first).to_be_focused()
    page.keyboard.press("1")
    expect(by_id(page, "log")).not_to_have_text(before)


def test_what_moves_flies_and_lands(open_page: Open, toys: str) -> None:
    page = open_page(toys)
    page.route(re.compile(r"/api/tables$"), ask_anew)
    page.evaluate(
        "localStorage['rumpus.settings'] = localStorage['rumpus.settings'].replace('off', 'normal')"
    )
    page.reload()
    play_now(page, "hush")
    page.locator(".flyer").first.wait_for(state="attached")
    expect(page.locator(CHOICE).first).to_be_enabled()
    expect(page.locator(".flyer")).to_have_count(0)
    hidden = "[...document.querySelectorAll('[data-face]')].filter((c) => c.style.visibility)"
    assert page.evaluate(f"{hidden}.length") == 0


def first_games(route: Any, count: int) -> None:
    """A room with this many games."""
    answer = route.fetch()
    told = answer.json()
    told["games"] = told["games"][-count:]
    route.fulfill(response=answer, json=told)


@SIZES
@pytest.mark.parametrize("count", [1, 5, 7])
def test_the_first_page_has_room_for_any_number_of_games(
    open_page: Open, toys: str, size: dict[str, int], count: int
) -> None:
    page = open_page(toys, viewport=size)
    page.route(re.compile(r"/api/games$"), lambda route: first_games(route, count))
    page.reload()
    tiles = page.locator("[data-testid^=game-]")
    expect(tiles).to_have_count(count)
    boxes = [box for tile in tiles.all() if (box := tile.bounding_box())]
    assert max(box["x"] + box["width"] for box in boxes) <= size["width"]
    assert min(box["width"] for box in boxes) >= 160
    expect(page.locator(".art > svg")).to_have_count(count)
    if size is not PHONE:
        said = "1 card game," if count == 1 else f"{count} card games,"
        expect(page.get_by_text(said)).to_be_visible()
    expect_access(page)


def test_the_rules_of_all_games_are_on_one_sheet(open_page: Open, toys: str) -> None:
    page = open_page(toys)
    expect(page.locator("[data-testid^=game-]").first).to_be_visible()
    games = page.locator("[data-testid^=game-]").count()
    by_id(page, "rules").click()
    expect(by_id(page, "rules-sheet").locator("details")).to_have_count(games)
    by_id(page, "rules-parley").locator("summary").click()
    expect(by_id(page, "rules-parley")).to_contain_text("no rules to read yet")
    by_id(page, "rules-mantis").locator("summary").click()
    expect(by_id(page, "rules-mantis")).to_contain_text("Score Pile")
    expect_access(page)

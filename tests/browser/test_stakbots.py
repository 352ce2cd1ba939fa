"""Stak Bots in the browser: every way to play to the end, and what the screen must always show."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .access import expect_access
from .conftest import DESKTOP, PHONE, SMALL_PHONE, Open
from .test_room import by_id, hurry_bots

pytestmark = pytest.mark.slow

CHOICE = "[data-testid^=choice-]:enabled"
BOT = "normal"

PLAYS = """wanted => {
  const find = (start) => [...document.querySelectorAll(`[data-testid^=${start}]`)]
    .filter((button) => !button.disabled && button.checkVisibility());
  const any = (list) => list[Math.floor(Math.random() * list.length)];
  const stop = setInterval(() => {
    if (wanted && find(wanted).length > 0) return clearInterval(stop);
    const next = find('confirm-attack')[0] ?? any(find('aim-')) ?? find('choice-attack')[0]
      ?? find('choice-end')[0] ?? any([...find('choice-'), ...find('hand-')]);
    next?.click();
  }, 30);
}"""
"""Attack whenever it can be done, end the turn as soon as it may end, else do anything."""


def play(page: Page, wanted: str = "") -> None:
    """Click the page's controls until something can be seen, or to the end."""
    page.evaluate(PLAYS, wanted)


def play_to_the_end(*pages: Page) -> None:
    for page in pages:
        play(page)
    for page in pages:
        by_id(page, "result").wait_for()


def set_up(page: Page, *kinds: str, preset: str = "first", **options: Any) -> None:
    """A table from the setup sheet: the other seats, a preset, custom options."""
    page.route(re.compile(r"/api/tables$"), hurry_bots)
    by_id(page, "invite-stakbots").click()
    by_id(page, "players").locator(f"input[value='{len(kinds) + 1}']").check()
    for number, kind in enumerate(kinds, 1):
        by_id(page, f"seat-kind-{number}").select_option(kind)
    by_id(page, "preset").locator(f"input[value='{preset}']").check()
    if options:
        by_id(page, "preset").locator("input[value='own']").check()
        for summary in page.locator("details:not([open]) > summary").all()[::-1]:
            summary.click()
    for key, value in options.items():
        field = by_id(page, f"option-{key}")
        if value is True:
            field.check()
        else:
            field.fill(str(value))
    by_id(page, "make-table").click()
    page.wait_for_url(re.compile(r"/t/"))


def friend_of(host: Page, open_page: Open) -> Page:
    """Bob, who follows the link in his own browser and sits down."""
    friend = open_page(by_id(host, "link").input_value(), name="Bob")
    by_id(friend, "join-name").fill("Bob")
    by_id(friend, "sit-down").click()
    return friend


def whoever_can(choice: str, *pages: Page) -> Page:
    """The first page that offers a choice."""
    for _ in range(600):
        for page in pages:
            if page.locator(f"[data-testid={choice}]:enabled").count():
                return page
        pages[0].wait_for_timeout(100)
    raise AssertionError(f"Nobody was ever offered {choice}.")


def is_my_turn(page: Page) -> None:
    expect(page.locator(CHOICE).first).to_be_enabled()


# --------------------------------------------------------------------------------- whole games
def test_a_whole_base_game(open_page: Open) -> None:
    page = open_page()
    set_up(page, BOT, BOT)
    expect(by_id(page, "turn-banner")).to_be_visible()
    play_to_the_end(page)
    expect(by_id(page, "result")).to_contain_text("Ann")
    expect(by_id(page, "story")).to_contain_text("scrapheap")


def test_a_game_with_two_staks_each(open_page: Open) -> None:
    page = open_page()
    set_up(page, BOT, BOT, preset="Two Staks each")
    is_my_turn(page)
    expect(by_id(page, "seat-0").locator(".stak")).to_have_count(2)
    play_to_the_end(page)


def test_a_team_that_shares_its_turn_in_two_browsers(open_page: Open) -> None:
    host = open_page(name="Ann")
    set_up(host, "open", BOT, BOT, preset="Teams of two, one turn")
    friend = friend_of(host, open_page)
    for page in (host, friend):
        expect(by_id(page, "turn-banner")).to_be_visible()
        expect(by_id(page, "stakbots")).to_contain_text("Team 2")
    play_to_the_end(host, friend)
    places = [by_id(page, "result").locator("li").first.inner_text() for page in (host, friend)]
    assert places[0].split()[0] == places[1].split()[0]


def test_reactions_have_a_clock_and_call_the_attack_off(open_page: Open) -> None:
    host = open_page(name="Ann")
    set_up(host, "open", reactive=True, hand=6)
    friend = friend_of(host, open_page)
    for page in (host, friend):
        play(page, "choice-pass")
    victim = whoever_can("choice-pass", host, friend)
    expect(by_id(victim, "attack-preview")).to_be_visible()
    expect(by_id(victim, "turn-banner").get_by_role("timer")).to_be_visible()
    victim.locator("[data-testid^=choice-play-]:enabled").first.click()
    by_id(victim, "menu").click()
    by_id(victim, "open-log").click()
    expect(by_id(victim, "log-sheet")).to_contain_text("called off")
    victim.keyboard.press("Escape")
    play_to_the_end(host, friend)


def test_ones_last_card_is_given_up_only_when_it_is_meant(open_page: Open) -> None:
    host = open_page(name="Ann")
    set_up(host, "open", depth=1)
    friend = friend_of(host, open_page)
    mover = whoever_can("choice-scrap", host, friend)
    scrap, sure = by_id(mover, "choice-scrap"), by_id(mover, "choice-scrap-sure")
    expect(scrap).to_contain_text("Scrap my last card")
    scrap.click()
    expect(by_id(mover, "turn-banner")).to_contain_text("you are out of the game")
    by_id(mover, "keep-last-card").click()
    expect(sure).to_have_count(0)
    expect(scrap).to_be_enabled()
    scrap.click()
    sure.click()
    for page in (host, friend):
        by_id(page, "result").wait_for()
    winner = "Bob" if mover is host else "Ann"
    expect(by_id(mover, "result").locator("li").first).to_contain_text(winner)


def test_a_draft_and_the_game_after_it(open_page: Open) -> None:
    page = open_page()
    set_up(page, BOT, preset="Draft")
    expect(by_id(page, "draft")).to_contain_text("Rank")
    page.locator("[data-testid^=choice-pick-]:enabled").first.click()
    play(page, "choice-scrap")
    expect(by_id(page, "draft")).to_have_count(0)
    play_to_the_end(page)


# --------------------------------------------------------------------------------- the screen
def test_each_card_is_read_once(open_page: Open) -> None:
    page = open_page()
    set_up(page, BOT)
    play_until_attack(page)
    hand = page.locator(".hand-row").aria_snapshot()
    cards = page.locator(".hand-row li").count()
    assert hand.count(", power ") == cards > 0
    for seat in (0, 1):
        assert by_id(page, f"seat-{seat}").aria_snapshot().count(", power ") == 1


def test_an_attack_shows_both_powers_before_it_is_confirmed(open_page: Open) -> None:
    page = open_page()
    set_up(page, BOT)
    play_until_attack(page)
    by_id(page, "choice-attack").click()
    preview = by_id(page, "attack-preview")
    expect(preview).to_contain_text(re.compile("scrapped|stays"))
    expect(preview.get_by_label(re.compile(r"^\d+ against \d+$"))).to_be_visible()
    by_id(page, "cancel-attack").click()
    expect(preview).to_have_count(0)
    by_id(page, "choice-attack").click()
    by_id(page, "confirm-attack").click()
    expect(by_id(page, "announce")).to_contain_text(re.compile("damage|attack|scrapped"))


def play_until_attack(page: Page) -> None:
    """Do anything until we may attack and are not in the middle of something."""
    for _ in range(40):
        is_my_turn(page)
        if by_id(page, "choice-attack").count():
            return
        page.locator(CHOICE).first.click()
        page.wait_for_timeout(200)
    raise AssertionError("no attack was offered")


def test_the_scrapheap_says_what_it_is_owed(open_page: Open) -> None:
    page = open_page()
    set_up(page, BOT, feed=2, hand=4)
    play_until_attack(page)
    expect(by_id(page, "owes")).to_contain_text(re.compile(r"owes \d|Fed"))
    hand = page.locator("[data-testid^=hand-]:enabled").first
    card = str(hand.get_attribute("data-testid")).removeprefix("hand-")
    before = by_id(page, "owes").inner_text()
    hand.click()
    by_id(page, f"choice-discard-{card}").click()
    if "owes" in before:
        expect(by_id(page, "owes")).not_to_have_text(before)
    by_id(page, "scrapheap").click()
    expect(by_id(page, "heap-sheet")).to_be_visible()


def test_a_stak_can_be_looked_into_and_the_bots_be_met(open_page: Open) -> None:
    page = open_page()
    set_up(page, BOT, BOT)
    play_until_attack(page)
    by_id(page, "stak-1-0").click()
    expect(by_id(page, "stak-sheet")).to_contain_text("nobody knows it")
    by_id(page, "stak-sheet").get_by_test_id("open-bots").click()
    bots = by_id(page, "meet-the-bots")
    for name in ("Core", "Sidekick", "Tranq", "Pit"):
        expect(bots).to_contain_text(name)
    expect(bots.locator("li")).to_have_count(16)


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE], ids=["phone", "small phone"])
def test_six_players_fit_on_a_phone(open_page: Open, size: dict[str, int]) -> None:
    page = open_page(viewport=size, has_touch=True, is_mobile=True)
    set_up(page, *[BOT] * 5)
    is_my_turn(page)
    fits = page.evaluate(
        "document.documentElement.scrollHeight <= innerHeight + 1 &&"
        " document.documentElement.scrollWidth <= innerWidth + 1"
    )
    assert fits, f"the table scrolls at {size}"
    for choice in page.locator(f"{CHOICE}, [data-testid^=hand-]").all():
        box = choice.bounding_box()
        assert box and box["height"] >= 40 and box["y"] + box["height"] <= size["height"] + 12
    assert min(page.evaluate(HEIGHTS_OF_PICKS)) >= 40
    page.locator(CHOICE).first.tap()


HEIGHTS_OF_PICKS = """() => [...document.querySelectorAll('.seats > li')].map((seat) => {
    const pick = document.createElement('button');
    pick.className = 'pick ' + [...seat.classList].find((name) => name.startsWith('svelte-'));
    pick.textContent = 'Bot 2 discards';
    seat.append(pick);
    const { height } = pick.getBoundingClientRect();
    pick.remove();
    return height;
})"""
"""How high the button would be in every seat by which its player can be named: cards that offer it
come seldom."""


def test_a_turn_by_keyboard_alone(open_page: Open) -> None:
    page = open_page()
    set_up(page, BOT)
    play_until_attack(page)
    for wanted in ("choice-attack", "confirm-attack"):
        for _ in range(60):
            if page.evaluate("id => document.activeElement?.dataset.testid === id", wanted):
                break
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
    expect(by_id(page, "announce")).to_contain_text(re.compile("damage|attack|scrapped"))


def test_the_tutorial_is_played_through(open_page: Open) -> None:
    page = open_page()
    by_id(page, "learn-stakbots").click()
    coach = by_id(page, "coach")
    expect(coach).to_contain_text("your Stak")
    for _ in range(2):
        by_id(page, "tutorial-next").click()
    by_id(page, "hand-bountiful").or_(by_id(page, "choice-play-bountiful")).first.click()
    by_id(page, "choice-scrap").click()
    by_id(page, "choice-attack").click()
    by_id(page, "confirm-attack").click()
    by_id(page, "tutorial-next").click()
    by_id(page, "choice-play-shot").click()
    by_id(page, "choice-at-2").click()
    by_id(page, "tutorial-next").click()
    by_id(page, "choice-scrap").click()
    expect(by_id(page, "tutorial-play")).to_be_visible()


def test_presets_follow_the_number_of_players(open_page: Open) -> None:
    page = open_page()
    by_id(page, "invite-stakbots").click()
    teams = by_id(page, "preset").locator("input[value='Teams of two']")
    by_id(page, "players").locator("input[value='3']").check()
    expect(teams).to_have_count(0)
    by_id(page, "players").locator("input[value='4']").check()
    teams.check()
    expect(by_id(page, "preset-words")).to_contain_text("Teams: staggered")
    by_id(page, "players").locator("input[value='5']").check()
    expect(by_id(page, "preset").locator("input[value='first']")).to_be_checked()


def test_leaving_can_be_a_resignation(open_page: Open) -> None:
    host = open_page(name="Ann")
    set_up(host, "open", BOT)
    friend = friend_of(host, open_page)
    expect(by_id(host, "turn-banner")).to_be_visible()
    for testid in ("menu", "leave", "resign"):
        by_id(friend, testid).click()
    expect(by_id(friend, "play-now-stakbots")).to_be_visible()
    by_id(host, "menu").click()
    by_id(host, "open-log").click()
    expect(by_id(host, "log-sheet")).to_contain_text("resigns")


def attacking(page: Page) -> None:
    set_up(page, BOT)
    play_until_attack(page)
    by_id(page, "choice-attack").click()
    expect(by_id(page, "attack-preview")).to_be_visible()


def drafting(page: Page) -> None:
    set_up(page, BOT, preset="Draft")
    expect(by_id(page, "draft")).to_be_visible()


def in_teams(page: Page) -> None:
    set_up(page, *[BOT] * 5, preset="Teams of two")
    expect(by_id(page, "stakbots")).to_contain_text("Team 2")


def meeting(page: Page) -> None:
    set_up(page, BOT)
    is_my_turn(page)
    by_id(page, "open-bots").first.click()
    expect(by_id(page, "meet-the-bots")).to_be_visible()


def choosing_options(page: Page) -> None:
    by_id(page, "invite-stakbots").click()
    by_id(page, "preset").locator("input[value='own']").check()


SCREENS = (attacking, drafting, in_teams, meeting, choosing_options)


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.__name__)
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_everybody_can_use_it(open_page: Open, screen: Any, theme: str) -> None:
    page = open_page(color_scheme=theme, viewport=PHONE if theme == "light" else DESKTOP)
    screen(page)
    expect_access(page)


def test_what_is_sent_is_what_was_set(open_page: Open) -> None:
    page = open_page()
    sent: list[dict[str, Any]] = []

    def note(request: Any) -> None:
        if request.url.endswith("/api/tables"):
            sent.append(json.loads(request.post_data))

    page.on("request", note)
    set_up(page, BOT, feed=2, recycling=True)
    assert sent[0]["options"] == {"feed": 2, "recycling": 1}

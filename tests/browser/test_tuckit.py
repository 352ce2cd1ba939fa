"""Tuck It in the browser: the setup, whole games, a flip, a chain, a long hand, a tournament."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from rumpus.games.tuckit import game
from rumpus.games.tuckit.cards import HAND_SIZE
from rumpus.games.tuckit.words import SHOWN_HAND

from .access import expect_access
from .conftest import DESKTOP, PHONE, SMALL_PHONE, TABLET, Open
from .test_room import by_id

pytestmark = pytest.mark.slow

ALL_SETS = {"hearts": 1, "acorns": 1, "balls": 1, "leaves": 1}
POOL = "[data-testid=workbench] .pool button"
PLAYABLE = "[data-testid=hand] .open[data-testid^=choice-]:enabled"
TURN = re.compile(r"turn|thinks|Game over")

PRESS = """() => {
  if (document.querySelector('[data-testid=felt][data-busy=yes]')) return;
  const wanted = [
    'choice-pair', 'play', 'choice-take', 'choice-flip-1-stack-1', 'choice-flip-2-stack-1',
  ].map((id) => `[data-testid=${id}]:enabled`);
  wanted.push('[data-testid=hand] .open[data-testid^=choice-]:enabled');
  wanted.push('[data-testid^=choice-stack]:enabled', '[data-testid=choice-done]:enabled');
  wanted.push('[data-testid=choice-decline]:enabled');
  for (const control of wanted) {
    const found = document.querySelector(control);
    if (found) return found.click();
  }
}"""
"""Presses the first of these controls if nothing moves: a plain but whole way to play."""


def sit_down(page: Page, players: int = 3, **options: int) -> None:
    """A table with quick bots that answer at once, and these options."""

    def wish(route: Any) -> None:
        body = json.loads(route.request.post_data)
        seats = [{"kind": "you"}, *[{"kind": "bot", "level": "normal"}] * (players - 1)]
        settings = {"pace": "instant", "timer": False}
        body |= {"players": players, "options": options, "seats": seats, "settings": settings}
        route.continue_(post_data=json.dumps(body))

    page.route(re.compile(r"/api/tables$"), wish)
    by_id(page, "play-now-tuckit").click()
    page.wait_for_url(re.compile(r"/t/"))
    expect(by_id(page, "workbench")).to_be_visible()


def play_to_the_end(page: Page) -> None:
    page.evaluate(f"setInterval({PRESS}, 40)")
    by_id(page, "result").wait_for()


def show_stacks(page: Page) -> None:
    """Show Stacks until the first turn has begun."""
    show = page.locator("[data-testid^=choice-stack]:enabled", has_text="Show")
    expect(by_id(page, "demand")).to_be_visible()
    while not page.locator("[data-testid=turn-banner]", has_text=TURN).count():
        if show.count():
            show.first.click()
        page.wait_for_timeout(60)


def letters_of(cards: Locator) -> list[str]:
    return [card.get_attribute("data-testid").split("-")[1] for card in cards.all()]  # type: ignore[union-attr]


# --------------------------------------------------------------------------------- the setup
def test_the_stacks_are_built_by_drag(open_page: Open) -> None:
    page = open_page()
    sit_down(page)
    cards = letters_of(page.locator(POOL))
    assert len(cards) == 9
    for place in (3, 0, 1, 2, 4, 5):
        page.locator(POOL).first.drag_to(by_id(page, f"place-{place}"))
    expect(page.locator(POOL)).to_have_count(3)
    by_id(page, "place-0").drag_to(by_id(page, "place-5"))  # they change places
    expect(by_id(page, "place-3")).to_have_accessible_name(re.compile("Stack 2, under it"))
    by_id(page, "place-5").drag_to(page.locator(".pool"))
    expect(page.locator(POOL)).to_have_count(4)
    expect(by_id(page, "build-ready")).to_be_disabled()
    page.locator(POOL).last.drag_to(by_id(page, "place-5"))
    kept = letters_of(page.locator(POOL))
    by_id(page, "build-ready").click()
    expect(by_id(page, "choice-stack-1")).to_be_enabled()
    groups = page.locator("[data-testid=hand] button")
    held = {
        name.split("-")[1] for card in groups.all() if (name := card.get_attribute("data-testid"))
    }
    assert held == set(kept)


def test_the_stacks_are_built_by_keyboard(open_page: Open) -> None:
    page = open_page()
    sit_down(page)

    def press(selector: str) -> None:
        for _ in range(60):
            if page.evaluate("s => document.activeElement?.matches(s)", selector):
                return page.keyboard.press("Enter")
            page.keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not reach {selector}")

    press("[data-testid=place-2]")  # the next card goes there
    for place in range(6):
        press(POOL)
        expect(page.locator(POOL)).to_have_count(8 - place)
    expect(by_id(page, "place-2")).to_have_accessible_name(re.compile("Take it back"))
    press("[data-testid=build-ready]")
    expect(by_id(page, "choice-stack-2")).to_be_enabled()
    press("[data-testid=choice-stack-2]")
    expect(by_id(page, "log")).to_contain_text("You reveal")


def test_take_back_is_in_sight_while_it_is_possible(open_page: Open) -> None:
    page = open_page()
    by_id(page, "invite-tuckit").click()
    by_id(page, "players").locator("input[value='2']").check()
    by_id(page, "make-table").click()
    friend = open_page(by_id(page, "link").input_value(), name="Bob")
    by_id(friend, "join-name").fill("Bob")
    by_id(friend, "sit-down").click()
    for size in (DESKTOP, TABLET, PHONE):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        expect(by_id(page, "undo")).to_have_count(0)
        by_id(page, "choice-pair").click()
        expect(by_id(page, "undo")).to_be_in_viewport(ratio=1)
        expect(by_id(page, "undo")).to_have_text("Take back")
        by_id(page, "undo").click()
        expect(page.locator(POOL)).to_have_count(9)


# --------------------------------------------------------------------------------- whole games
def test_a_base_game_to_the_end(open_page: Open) -> None:
    page = open_page()
    sit_down(page)
    play_to_the_end(page)
    expect(by_id(page, "result")).to_contain_text("Ann")
    expect(by_id(page, "result")).to_contain_text("gear")
    by_id(page, "fair-deal").click()
    expect(by_id(page, "fair-deal-result")).to_contain_text(re.compile("agree|fair|same", re.I))


def test_a_game_of_four_with_all_expansions_on_a_phone(open_page: Open) -> None:
    page = open_page(viewport=PHONE, has_touch=True, is_mobile=True)
    sit_down(page, 4, **ALL_SETS)
    play_to_the_end(page)
    expect(by_id(page, "result")).to_contain_text("Ann")


def test_everything_the_room_offers_is_on_the_screen(open_page: Open) -> None:
    page = open_page()
    offered: list[str] = []

    def listen(socket: Any) -> None:
        room = socket.connect_to_server()

        def note(text: str) -> None:
            for view in json.loads(text).get("views", {}).values():
                actions = [choice["action"] for choice in view["choices"]]
                offered[:] = [game.words.notation(one, view["viewer"], 2) for one in actions]
            socket.send(text)

        room.on_message(note)

    page.route_web_socket(re.compile(r"/ws/tables/"), listen)
    sit_down(page, 2, voluntary_turn_up=1, tuck_timing=1, **ALL_SETS)
    wanted, seen = {"pair", "stack", "decline", "roll"}, set()
    for turn in range(400):
        expect(by_id(page, "felt")).to_have_attribute("data-busy", "no")
        for _ in range(50):
            ids = [f"choice-{notation.replace(' ', '-')}" for notation in offered]
            missing = [one for one in ids if by_id(page, one).count() == 0]
            if not missing:
                break
            page.wait_for_timeout(100)
        assert not missing, f"the screen lacks {missing}"
        seen |= {one.split("-")[1] for one in ids}
        if turn >= 40 and wanted <= seen:
            break
        page.evaluate(PRESS)
        page.wait_for_timeout(60)
    assert wanted <= seen


# --------------------------------------------------------------------------------- what cards do
Wanted = Callable[[list[str]], list[str]]


def deal_with(page: Page, wanted: Wanted, players: int, **options: int) -> list[str]:
    """Sit down at tables until the nine cards include the wanted ones; keep those in the hand."""
    home = page.url
    for _ in range(30):
        sit_down(page, players, **options)
        if keep := wanted(letters_of(page.locator(POOL))):
            break
        page.goto(home)
    assert keep, "thirty deals without it are hardly chance"
    rest = letters_of(page.locator(POOL))
    for letters in keep:
        rest.remove(letters)
    for letters in rest[:6]:
        page.locator(f"{POOL}[data-testid='choice-{letters}']").first.click()
    by_id(page, "build-ready").click()
    expect(by_id(page, "choice-stack-1")).to_be_enabled()
    show_stacks(page)
    return keep


def wait_until_playable(page: Page, letters: str, keep: list[str]) -> None:
    """Decline, and tuck other cards, until a card of the hand can be played."""
    card = page.locator(f"[data-testid=hand] .open[data-testid='choice-{letters}']:enabled")
    for _ in range(400):
        if card.count():
            return
        if by_id(page, "choice-decline").count() and by_id(page, "choice-decline").is_enabled():
            by_id(page, "choice-decline").click()
        elif page.get_by_role("heading", name="Tuck a card").count():
            others = [
                c for c in letters_of(page.locator("[data-testid=hand] button")) if c not in keep
            ]
            by_id(page, "choice-stack-1").click()
            by_id(page, f"choice-{others[0]}").click()
        for control in ("choice-take", "choice-done"):
            if by_id(page, control).count():
                by_id(page, control).click()
        page.wait_for_timeout(60)
    raise AssertionError(f"the {letters} could never be played")


def test_a_seven_flips_the_stack_of_an_opponent(open_page: Open) -> None:
    page = open_page()
    keep = deal_with(page, lambda cards: ["7"] if "7" in cards else [], players=3)
    wait_until_playable(page, "7", keep)
    by_id(page, "choice-7").click()
    expect(by_id(page, "turn-banner")).to_contain_text("may flip a Stack")
    by_id(page, "play").click()
    flip = by_id(page, "choice-flip-2-stack-1")
    expect(flip).to_be_enabled()
    expect(by_id(page, "stack-1-1")).to_contain_text("face up")
    flip.click()
    by_id(page, "menu").click()
    by_id(page, "open-log").click()
    expect(by_id(page, "log-sheet")).to_contain_text("You flip Stack 1 of")
    expect(by_id(page, "log-sheet")).to_contain_text(re.compile("In Stack 1 of .* can be seen"))


def linked(cards: list[str]) -> list[str]:
    """A half card and a neighbour of it, in the order of a play."""
    for low, high in itertools.pairwise("23456789"):
        if f"{low}h" in cards and low in cards:
            return [low, f"{low}h"]
        if f"{low}h" in cards and high in cards:
            return [f"{low}h", high]
    return []


def test_a_chain_is_laid_out_and_played(open_page: Open) -> None:
    page = open_page(viewport=PHONE, has_touch=True, is_mobile=True)
    first, second = deal_with(page, linked, players=2, acorns=1)
    wait_until_playable(page, first, [first, second])
    by_id(page, f"choice-{first}").tap()
    joins = page.locator(f"[data-testid=hand] .join[data-testid$='-{second}']")
    expect(joins).to_be_visible()
    joins.tap()
    names = [letters.replace("h", "½") for letters in (first, second)]
    expect(by_id(page, "play")).to_contain_text(f"Play {names[0]} {names[1]}")
    by_id(page, "play").tap()
    by_id(page, "menu").tap()
    by_id(page, "open-log").tap()
    for name in names:
        expect(by_id(page, "log-sheet")).to_contain_text(f"You play the {name} from the hand.")


# --------------------------------------------------------------------------------- small screens
HAND, MANY_CARDS = int(SHOWN_HAND), [[kind, 1 + kind % 2, 4] for kind in range(22)]


def zones_in(view: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The zones of a whole view, or those that changed, beat by beat."""
    for part in (view, *view["beats"]):
        yield from part.get("zones") or ()


def with_a_long_hand(page: Page) -> None:
    """The room's messages, with 33 cards in the hand of whoever looks."""

    def pass_on(socket: Any) -> None:
        room = socket.connect_to_server()

        def lengthen(text: str) -> None:
            message = json.loads(text)
            for view in message.get("views", {}).values():
                for zone in zones_in(view):
                    held = zone["zone"] == HAND and zone["owner"] == view["viewer"]
                    if held and zone["size"] == HAND_SIZE:
                        zone |= {"groups": MANY_CARDS, "size": sum(n for _, n, _ in MANY_CARDS)}
            socket.send(json.dumps(message))

        room.on_message(lengthen)

    page.route_web_socket(re.compile(r"/ws/tables/"), pass_on)


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE], ids=["phone", "small phone"])
def test_a_long_hand_stays_usable_on_a_phone(open_page: Open, size: dict[str, int]) -> None:
    page = open_page(viewport=size, has_touch=True, is_mobile=True)
    with_a_long_hand(page)
    sit_down(page, 4, **ALL_SETS)
    by_id(page, "choice-pair").tap()
    expect(by_id(page, "choice-stack-1")).to_be_enabled()
    cards = page.locator("[data-testid=hand] button")
    expect(cards).to_have_count(len(MANY_CARDS))
    fits = page.evaluate(
        "document.documentElement.scrollHeight <= innerHeight + 1 &&"
        " document.documentElement.scrollWidth <= innerWidth + 1"
    )
    assert fits, f"the table scrolls at {size}"
    for at in (0, 10, 21):
        card = cards.nth(at)
        card.scroll_into_view_if_needed()
        box = card.bounding_box()
        assert box and box["width"] >= 24 and box["height"] >= 44
        assert 0 <= box["x"] < size["width"] and box["y"] + box["height"] <= size["height"]


# --------------------------------------------------------------------------------- a tournament
def test_a_tournament_of_two_games(open_page: Open) -> None:
    page = open_page()
    sit_down(page, 6, hearts=0, tournament=1, tournament_target=500)  # no Phase 1: short games
    play_to_the_end(page)
    standings = by_id(page, "standings")
    expect(standings.locator("tbody tr")).to_have_count(6)
    totals = standings.locator(".total b").all_inner_texts()
    assert totals == sorted(totals, key=int) and totals[0] == "0"
    first = page.url
    by_id(page, "rematch").click()
    expect(page).not_to_have_url(first)
    expect(by_id(page, "result")).to_contain_text("Game 2")
    expect(standings.locator("thead th")).to_have_text(["Player", "Game 1", "Game 2", "Total"])


# --------------------------------------------------------------------------------- for everybody
def test_what_is_printed_on_a_card_is_read_once(open_page: Open) -> None:
    page = open_page()
    sit_down(page)
    cards = page.locator(POOL)
    for card in cards.all():
        printed = card.locator("[aria-hidden=true]").first
        value, ability = printed.locator(".value").inner_text(), printed.locator(".ability")
        expect(card).to_have_accessible_name(
            re.compile(rf"^(Dark )?{value}, {re.escape(ability.inner_text())}: put it on Stack 1")
        )
    read = page.locator("[data-testid=workbench] .pool").aria_snapshot()
    assert read.count("put it on") == cards.count() == 9


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_everybody_can_use_it(open_page: Open, theme: str) -> None:
    page = open_page(color_scheme=theme, viewport=PHONE if theme == "light" else DESKTOP)
    sit_down(page, 4, **ALL_SETS)
    expect_access(page)
    by_id(page, "choice-pair").click()
    expect(by_id(page, "choice-stack-1")).to_be_enabled()
    expect_access(page)
    show_stacks(page)
    expect(page.locator("[data-testid^=choice-]:enabled").first).to_be_visible()
    expect_access(page)
    by_id(page, "rules").click()
    expect(by_id(page, "cheat-sheet")).to_contain_text("Slow Down")
    expect_access(page)


def test_the_tutorial_is_played_to_its_end(open_page: Open) -> None:
    page = open_page()
    by_id(page, "learn-tuckit").click()

    def go_on(title: str) -> None:
        expect(by_id(page, "coach")).to_contain_text(title)
        by_id(page, "tutorial-next").click()

    go_on("Three Stacks")
    go_on("The pile")
    by_id(page, "choice-8").click()
    by_id(page, "choice-8").click()
    by_id(page, "play").click()
    go_on("A 9 holds you down")
    go_on("Nothing fits")
    by_id(page, "choice-7").click()
    by_id(page, "play").click()
    by_id(page, "choice-flip-2-stack-1").click()
    expect(by_id(page, "choice-stack-2")).to_be_visible()
    by_id(page, "card-Q").click()
    by_id(page, "card-3").click()
    by_id(page, "choice-stack-2").click()
    by_id(page, "choice-stack-1").click()
    expect(by_id(page, "coach")).to_contain_text("That is all")
    expect(by_id(page, "tutorial-play")).to_be_visible()

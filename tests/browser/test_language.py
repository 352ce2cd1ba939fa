"""The whole page in another language, chosen in the settings or by the browser."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from rumpus.games import GAMES, find
from rumpus.languages import entries, folder_of, texts_of
from rumpus.players.names import NAMES as BOTS

from .access import expect_access
from .conftest import DESKTOP, PHONE, Open
from .test_room import by_id, make_table

pytestmark = pytest.mark.slow

WORDS = """() => {
  const found = new Set([document.title]);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    const says = !parentElement.closest('script, style, noscript, code, kbd, svg');
    if (says) found.add(textContent.trim());
  }
  for (const one of document.querySelectorAll('body *')) {
    for (const name of ['aria-label', 'aria-valuetext', 'title', 'placeholder', 'alt']) {
      found.add((one.getAttribute(name) ?? '').trim());
    }
  }
  return [...found].filter((text) => /\\p{L}{2}/u.test(text));
}"""
"""Everything on the page that can be read or heard."""
TITLES = [find(name).title for name in GAMES]
NAMES = {"Rumpus", "Ann", "English", "Deutsch", "Phase 1", "Phase 2", *BOTS, *TITLES}
NAMES |= {f"{title} · Rumpus" for title in TITLES}
NAMES |= {face.partition(" Bot")[0] for face in find("stakbots").words.faces}


def choose(page: Page, language: str) -> None:
    """Pick a language in the settings."""
    by_id(page, "settings").click()
    by_id(page, "language").locator(f"input[value='{language}']").check()
    page.keyboard.press("Escape")


def test_the_language_is_chosen_in_the_settings_and_kept(open_page: Open) -> None:
    page = open_page()
    play, root = by_id(page, "play-now-mantis"), page.locator("html")
    expect(play).to_have_text("Play now")
    choose(page, "de")
    expect(play).to_have_text("Spielen")
    expect(root).to_have_attribute("lang", "de")
    page.reload()
    expect(play).to_have_text("Spielen")
    choose(page, "en")
    expect(play).to_have_text("Play now")
    expect(root).to_have_attribute("lang", "en")
    choose(page, "browser")
    expect(play).to_have_text("Play now")


def test_the_language_changes_under_what_lies_open(open_page: Open) -> None:
    page = open_page()
    by_id(page, "settings").click()
    sheet = by_id(page, "settings-sheet")
    by_id(page, "language").locator("input[value='de']").check()
    expect(sheet).to_contain_text("Schriftgröße")
    expect(sheet).not_to_contain_text("Text size")


def test_a_german_browser_begins_in_german(open_page: Open) -> None:
    page = open_page(locale="de-AT")
    expect(by_id(page, "play-now-mantis")).to_have_text("Spielen")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    choose(page, "en")
    expect(by_id(page, "play-now-mantis")).to_have_text("Play now")


def test_without_its_words_the_page_is_english(open_page: Open) -> None:
    page = open_page("/learn/nothing")
    page.route(re.compile("/api/words/"), lambda route: route.abort())
    page.goto(page.url.replace("/learn/nothing", "/"))
    choose(page, "de")
    expect(by_id(page, "play-now-mantis")).to_have_text("Play now")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.unroute(re.compile("/api/words/"))
    page.reload()
    expect(by_id(page, "play-now-mantis")).to_have_text("Spielen")


def test_what_the_room_refuses_is_said_in_german(open_page: Open) -> None:
    page = open_page("/t/no-such-table", locale="de")
    expect(page.locator("main p")).to_have_text("Diesen Tisch gibt es nicht.")


# --------------------------------------------------------------------------------- all of it
def home(page: Page) -> None:
    expect(by_id(page, "play-now-mantis")).to_be_visible()


def settings(page: Page) -> None:
    by_id(page, "settings").click()
    expect(by_id(page, "settings-sheet")).to_be_visible()


def rules(page: Page) -> None:
    by_id(page, "rules").click()
    expect(by_id(page, "rules-sheet")).to_be_visible()


def setup_of(game: str) -> Callable[[Page], None]:
    """The setup of a game with all its options."""

    def setup(page: Page) -> None:
        by_id(page, f"invite-{game}").click()
        by_id(page, "preset").locator("input[value='own']").check()
        by_id(page, "options").locator("details").evaluate_all(
            "all => all.map((one) => (one.open = true))"
        )
        expect(by_id(page, "make-table")).to_be_visible()

    return setup


def lobby(page: Page) -> None:
    make_table(page, "open", "normal", players=3)
    expect(by_id(page, "link")).to_be_visible()


def menu(page: Page) -> None:
    lobby(page)
    by_id(page, "menu").click()
    expect(by_id(page, "settings-sheet")).to_be_visible()


def keys(page: Page) -> None:
    menu(page)
    by_id(page, "open-keys").click()
    expect(by_id(page, "keys-sheet")).to_be_visible()


def chat(page: Page) -> None:
    lobby(page)
    by_id(page, "chat").click()
    expect(by_id(page, "chat-sheet")).to_be_visible()


def replay(page: Page) -> None:
    page.goto(f"{page.url.rstrip('/')}/replay")
    expect(page.locator("main h1")).to_be_visible()


def nowhere(page: Page) -> None:
    page.goto(f"{page.url.rstrip('/')}/some/where")
    expect(by_id(page, "lost")).to_be_visible()


def joining(page: Page) -> None:
    """The table as seen by a friend whose browser has the same language."""
    lobby(page)
    link = by_id(page, "link").input_value()
    page.goto("/".join(link.split("/")[:3]))
    page.evaluate("localStorage.removeItem('rumpus.tables')")
    page.goto(link)
    expect(by_id(page, "sit-down")).to_be_visible()


SCREENS = {
    **{f"setup of {name}": setup_of(name) for name in GAMES},
    **{one.__name__: one for one in (home, settings, rules, lobby, menu, keys, chat, replay)},
    **{one.__name__: one for one in (nowhere, joining)},
}


def same_in_german() -> re.Pattern[str]:
    """What is the same in both languages, by the catalogues."""
    found = {
        text
        for game in ("", *GAMES)
        for key, translated in entries("de", folder_of(game)).items()
        if (text := key.rpartition("\u0004")[2]).casefold() == texts_of(translated)[0].casefold()
    }
    templates = (re.sub(r"\\{\w+\\}", ".+", re.escape(text)) for text in found)
    return re.compile("|".join(templates), re.IGNORECASE)


@pytest.mark.parametrize("screen", SCREENS.values(), ids=SCREENS)
def test_nothing_english_is_left(open_page: Open, screen: Callable[[Page], None]) -> None:
    """A text that is the same on the English and on the German page was not translated."""
    shown = {}
    for language in ("en", "de"):
        page = open_page(locale=language)
        screen(page)
        shown[language] = set(page.evaluate(WORDS))
    assert len(shown["de"]) > 3
    same = same_in_german()
    left = {text for text in shown["en"] & shown["de"] - NAMES if not same.fullmatch(text)}
    assert left == set()


@pytest.mark.parametrize("screen", SCREENS.values(), ids=SCREENS)
def test_everybody_can_use_the_german_page(open_page: Open, screen: Callable[[Page], None]) -> None:
    page = open_page(locale="de")
    screen(page)
    expect_access(page)


def test_the_host_can_use_the_german_page(open_page: Open) -> None:
    page = open_page(locale="de")
    lobby(page)
    friend = open_page(by_id(page, "link").input_value(), name="Bob", locale="de")
    by_id(friend, "sit-down").click()
    expect(by_id(page, "turn-banner")).to_be_visible()
    by_id(page, "menu").click()
    for button in ("mute-1", "kick-1"):
        expect_access(page)
        by_id(page, button).click()
    expect(by_id(page, "kick-sure-1")).to_have_text("Ja, entfernen")
    expect_access(page)


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("screen", [home, settings, lobby], ids=["home", "settings", "lobby"])
def test_german_fits_the_screen(
    open_page: Open, screen: Callable[[Page], None], viewport: dict[str, int]
) -> None:
    page = open_page(locale="de", viewport=viewport)
    screen(page)
    wide = "() => document.documentElement.scrollWidth > innerWidth"
    assert not page.evaluate(wide)
    cut = """() => [...document.querySelectorAll('button, label:not(.sr), h1, h2, .tile > *')]
      .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
      .map((one) => one.textContent.trim())"""
    assert page.evaluate(cut) == []

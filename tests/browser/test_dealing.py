"""The fair deal as people see it: nobody notices it, unless somebody is missing."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .conftest import PHONE, Open
from .test_room import by_id, faster, make_table, play_now, play_to_the_end
from .test_stories import Steered

pytestmark = pytest.mark.slow


def test_a_line_at_the_end_and_in_the_replay_says_that_the_deal_was_fair(
    open_page: Open, room: str
) -> None:
    page = open_page(viewport=PHONE, has_touch=True)
    faster(page)
    play_now(page)
    play_to_the_end(page)
    expect(by_id(page, "deal-line")).to_have_text("The deal was fair.")
    record = page.request.get(page.url.replace("/t/", "/api/tables/") + "/record").body()
    page.goto(f"{room}/replay")
    file = {"name": "game.json", "mimeType": "application/json", "buffer": record}
    by_id(page, "replay-input").set_input_files(files=[file])
    expect(by_id(page, "deal-line")).to_have_text(re.compile("agrees.*The deal was fair."))
    expect(by_id(page, "deal-line")).to_be_visible()


def test_the_table_says_who_is_waited_for_and_goes_on_without_them(
    open_page: Open, steered: Steered
) -> None:
    host = open_page()
    make_table(host, "open", players=2)
    seats = host.url.replace("/t/", "/api/tables/") + "/seats"
    assert host.request.post(seats, data={"name": "Bob", "seal": "0" * 64}).ok
    expect(by_id(host, "dealing")).to_contain_text("Waiting for Bob")
    steered[1]()
    expect(by_id(host, "turn-banner")).to_be_visible()

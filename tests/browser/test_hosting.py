"""How the host of a table moderates others, on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .conftest import SMALL_PHONE, Open
from .test_room import by_id, faster, make_table

pytestmark = pytest.mark.slow


def test_a_host_mutes_removes_and_hands_over_on_a_phone(open_page: Open) -> None:
    ann = open_page(name="Ann", viewport=SMALL_PHONE, has_touch=True, is_mobile=True)
    faster(ann)
    make_table(ann, "open", "open", players=3)
    link = by_id(ann, "link").input_value()
    bob, cy = (_sits(open_page(link, name=name), name) for name in ("Bob", "Cy"))
    for page in (ann, bob, cy):
        expect(by_id(page, "turn-banner")).to_be_visible()

    by_id(ann, "menu").tap()
    for kind in ("mute", "kick", "hand"):
        box = by_id(ann, f"{kind}-1").bounding_box()
        assert box and box["height"] >= 40 and box["x"] + box["width"] <= SMALL_PHONE["width"]
    by_id(ann, "mute-1").tap()
    expect(by_id(ann, "mute-1")).to_have_text("Unmute")
    by_id(bob, "chat").click()
    expect(by_id(bob, "muted")).to_contain_text("The host has muted you")
    bob.keyboard.press("Escape")

    by_id(ann, "kick-1").tap()
    by_id(ann, "kick-sure-1").tap()
    expect(by_id(bob, "line-state")).to_contain_text("The host has taken your seat away")
    expect(by_id(ann, "kick-1")).to_have_count(0)

    by_id(ann, "hand-2").tap()
    expect(by_id(ann, "guests")).to_have_count(0)
    by_id(cy, "menu").click()
    expect(by_id(cy, "guests")).to_contain_text("Ann")


def _sits(page: Page, name: str) -> Page:
    by_id(page, "join-name").fill(name)
    by_id(page, "sit-down").click()
    return page

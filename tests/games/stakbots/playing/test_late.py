"""SB-OPT-32: the action taken for a player who runs out of time, at every kind of decision."""

from __future__ import annotations

from random import Random

import pytest

from rumpus.games.stakbots.state import HAND
from rumpus.games.stakbots.words import (
    ACTING,
    DISCARD,
    DRAFTING,
    DROPPING,
    END,
    KEEP,
    PASS,
    PLAY,
    REACTING,
    REDRAWING,
    YIELD,
)
from rumpus.rulekit import NONE
from tests.games.back_ends import back_end
from tests.games.late import Late, decisions, most

from ..table import Lay

covers = pytest.mark.covers
SETTINGS: list[dict[str, int | str]] = [
    {"players": 3, "reactive": "on", "recycling": "on"},
    {"players": 2, "drawing": "blitz", "staks": 2},
    {"players": 4, "teams": "synchronous", "borderless": "all"},
    {"players": 3, "deck": "ranked-draft", "reactive": "on"},
    {"players": 2, "staks": 3, "recycling": "on", "hand_limit": 3, "setup_effects": "on"},
]


@pytest.fixture(scope="module")
def found() -> list[Late]:
    return list(decisions(back_end("stakbots", "native"), SETTINGS, games=60))


@covers("SB-OPT-32")
def test_whatever_is_asked_something_legal_is_done(found: list[Late]) -> None:
    assert {late.stage for late in found} == set(range(REDRAWING + 1))
    assert all(late.action in late.legal for late in found)


@covers("SB-OPT-32")
def test_what_is_optional_is_left_alone(found: list[Late]) -> None:
    for late in found:
        for stage, action in ((DROPPING, KEEP), (REACTING, PASS)):
            if late.stage == stage:
                assert late.action == action
        if late.stage == ACTING and END in late.legal:
            assert late.action == END
        elif late.stage == ACTING and YIELD in late.legal:
            assert late.action == YIELD


@covers("SB-OPT-32")
def test_who_has_to_feed_gives_what_is_missed_least_and_shows_nothing_else(
    found: list[Late],
) -> None:
    fed, backend = 0, back_end("stakbots", "native")
    for late in found:
        if late.stage != ACTING or {END, YIELD} & set(late.legal):
            continue
        assert not PLAY <= late.action < DISCARD
        if backend.field(late.known, "size")[HAND + late.seat]:
            rows = backend.field(late.known, "rows")
            cards = {a: w for a, w in late.advice.items() if DISCARD <= a < DISCARD + rows}
            assert late.action == most(cards)
        else:
            assert late.action == late.best()
        fed += 1
    assert fed


@covers("SB-OPT-32")
def test_the_rest_is_what_the_game_advises_most(found: list[Late]) -> None:
    for late in found:
        if late.stage not in (DRAFTING, DROPPING, ACTING, REACTING):
            assert late.action == late.best()


@covers("SB-OPT-32")
def test_a_draft_goes_by_lot() -> None:
    backend = back_end("stakbots", "native")
    s = backend.start(3, {"deck": "ranked-draft"}, seed=1)
    seat = backend.asks(s)[0]
    known = backend.redacted(s, seat)
    assert backend.run("timeout", known, seat) == NONE
    picks = {backend.timeout(known, seat, Random(n)) for n in range(200)}
    assert picks == set(backend.legal(known, seat))


@covers("SB-OPT-32")
def test_nobody_loses_their_last_card_who_can_feed_from_the_hand(table: Lay) -> None:
    t = table({"P1": "Core5^", "P2": "Core5^ Core5_"}, hands={"P1": "Core9"})
    seat = t.backend.asks(t.s)[0]
    action = t.backend.run("timeout", t.backend.redacted(t.s, seat), seat)
    assert t.say(seat, action) == "discard Core9"

"""TI-OPT-35: the action taken for a player who runs out of time, at every kind of decision."""

from __future__ import annotations

import pytest

from rumpus.games.tuckit.words import (
    ADDING,
    BREAKING_DIRECTION_TIE,
    BREAKING_TIE,
    BUILDING,
    DECLINE,
    DONE,
    FLIP,
    LAST_TUCKS,
    MAY_FLIP,
    OVER,
    PAIR,
    ROLL,
    STACK,
    TAKE,
    TURN,
    TURN_UP,
)
from tests.games.back_ends import back_end
from tests.games.late import Late, decisions, most

from ..table import Lay

covers = pytest.mark.covers
SETTINGS: list[dict[str, int | str]] = [
    {"players": 3},
    {"players": 2, "tuck_timing": "own-turn"},
    {"players": 4, "hearts": "on", "balls": "on", "voluntary_turn_up": "on"},
    {"players": 3, "direction_tie": "more-reveals"},
]


@pytest.fixture(scope="module")
def found() -> list[Late]:
    return list(decisions(back_end("tuckit", "native"), SETTINGS, games=60))


@covers("TI-OPT-35")
def test_whatever_is_asked_something_legal_is_done(found: list[Late]) -> None:
    assert {late.stage for late in found} == set(range(OVER))
    assert all(late.action in late.legal for late in found)


@covers("TI-OPT-35")
def test_what_is_optional_is_left_alone(found: list[Late]) -> None:
    for late in found:
        tucks = back_end("tuckit", "native").field(late.known, "place")[late.seat] >= 0
        if late.stage in (MAY_FLIP, LAST_TUCKS) and not tucks:
            assert late.action == DONE
        if late.stage == TURN and not tucks:
            assert late.action != ROLL and not late.action >= TURN_UP
            hand = back_end("tuckit", "native").field(late.known, "size")[3 + late.seat]
            assert not (hand and STACK <= late.action < FLIP), "nobody tucks for you"


@covers("TI-OPT-35")
def test_the_rest_is_what_the_game_advises_most(found: list[Late]) -> None:
    left_alone = (BREAKING_TIE, BREAKING_DIRECTION_TIE, TURN, ADDING, MAY_FLIP, LAST_TUCKS)
    compared = {late.stage for late in found if late.stage not in left_alone}
    assert len(compared) == OVER - len(left_alone)
    for late in found:
        if late.stage in compared:
            assert late.action == late.best()
        elif late.stage == TURN and late.action < STACK:
            plays = {a: w for a, w in late.advice.items() if a < STACK or a in (TAKE, DECLINE)}
            assert late.action == most(plays)


@covers("TI-OPT-35")
def test_all_cards_are_paired_for_who_does_not_build(found: list[Late]) -> None:
    assert {late.action for late in found if late.stage == BUILDING} == {PAIR}


@covers("TI-OPT-35")
def test_in_a_tie_no_hand_card_is_shown_while_a_stack_top_can_be(found: list[Late]) -> None:
    ties = [late for late in found if late.stage in (BREAKING_TIE, BREAKING_DIRECTION_TIE)]
    assert any(min(late.legal) < STACK for late in ties)
    for late in ties:
        if max(late.legal) >= STACK:
            assert late.action >= STACK


@covers("TI-OPT-35")
def test_no_card_of_the_hand_is_added_to_a_play(table: Lay) -> None:
    t = table(pile="4", hand={"P1": "8 8 5"})
    t.do("P1 8")
    seat = t.backend.asks(t.s)[0]
    assert t.backend.run("timeout", t.backend.redacted(t.s, seat), seat) == DONE


@covers("TI-OPT-35")
def test_a_card_is_played_rather_than_the_pile_picked_up(table: Lay) -> None:
    t = table(pile="4 5 6 6 7", hand={"P1": "8 3 4"})
    seat = t.backend.asks(t.s)[0]
    action = t.backend.run("timeout", t.backend.redacted(t.s, seat), seat)
    assert t.backend.game.words.notation(action, seat, 3) == "8"


@covers("TI-OPT-35")
@pytest.mark.parametrize("players", [2, 3])
def test_it_does_not_depend_on_the_seat(table: Lay, players: int) -> None:
    done = set()
    for seat in range(players):
        name = f"P{seat + 1}"
        t = table(players, pile="4 6", hand={name: "8 9 K"}, turn=name)
        assert t.backend.asks(t.s) == (seat,)
        done.add(t.backend.run("timeout", t.backend.redacted(t.s, seat), seat))
    assert len(done) == 1


@covers("TI-OPT-35")
def test_building_has_twenty_seconds_a_card(deal: Lay) -> None:
    t = deal(3)
    assert t.backend.run("seconds", t.s, 0) == 120
    t.do(f"P1 {t.hand('P1').split()[0]}")
    assert [t.backend.run("seconds", t.s, seat) for seat in range(3)] == [100, 120, 120]
    t.do("P1 pair", "P2 pair", "P3 pair")
    assert t.backend.run("seconds", t.s, 0) == 0


@covers("TI-OPT-35")
def test_a_large_hand_gives_no_more_time_in_a_turn(table: Lay) -> None:
    t = table(pile="4", hand={"P1": "8 8 8 6 6"})
    assert t.backend.run("seconds", t.s, 0) == 0

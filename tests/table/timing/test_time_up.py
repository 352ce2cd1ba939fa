"""What happens when somebody's time runs out: what they had started counts."""

from __future__ import annotations

from random import Random

import pytest

from rumpus.table.errors import NotNow
from rumpus.table.play import CLOCK
from rumpus.table.showing.views import lines_for, view_of
from rumpus.table.table import Table
from tests.table.setting import act, make

STACKS, HAND = range(4, 7), 3


def building(seats: str = "ppp", **options: int) -> Table:
    return make(seats, game="tuckit", options=options, timer=True)


def hand(table: Table, seat: int) -> list[str]:
    """A seat's hand, as its own view shows it."""
    zones = view_of(table, seat).zones
    groups = [g for zone in zones if (zone.zone, zone.owner) == (HAND, seat) for g in zone.groups]
    letters = table.game.words.letters
    return sorted(letters[face] for face, n, _ in groups for _ in range(n))


def layout(table: Table, seat: int) -> list[str]:
    """A seat's Stacks, from the top of the first down."""
    zones = [z for z in view_of(table, seat).zones if z.zone in STACKS and z.owner == seat]
    letters = table.game.words.letters
    return [
        letters[face]
        for zone in sorted(zones, key=lambda zone: zone.zone)
        for face, n, _ in zone.groups
        for _ in range(n)
    ]


def notated(table: Table, seat: int, notations: list[str]) -> list[int | None]:
    parse = table.game.words.parse
    return [parse(one, seat, table.players) if one else None for one in notations]


def run_out(table: Table, seat: int, now: float) -> None:
    for action in table.time_out(seat, Random(1)):
        table.act(seat, action, now, CLOCK)


def test_building_has_time_by_the_number_of_cards() -> None:
    table = building(turn_timer=60)
    assert table.clock.limits == {0: 120, 1: 120, 2: 120}
    act(table, hand(table, 0)[0], 5.0, seat=0)
    assert table.clock.limits == {0: 100, 1: 120, 2: 120}
    assert table.clock.ends == {0: 105, 1: 120, 2: 120}


def test_people_who_share_a_device_each_have_their_own_time_to_build() -> None:
    table = building(turn_timer=60)
    table.cover([1, 2], 0.0)
    act(table, "pair", 70.0, seat=0)
    table.cover([0, 2], 80.0)
    assert table.clock.expired(199.0) == []
    assert table.clock.expired(200.0) == [1]
    act(table, "pair", 199.0, seat=1)
    table.cover([0, 1], 500.0)
    assert table.due() == 620


def test_a_half_built_layout_counts_when_time_runs_out() -> None:
    table = building()
    cards = hand(table, 0)
    table.plan(0, notated(table, 0, [cards[8], cards[0], "", "", "", ""]))
    run_out(table, 0, 120.0)
    assert layout(table, 0)[:2] == [cards[8], cards[0]]
    assert len(layout(table, 0)) == 6
    assert sorted([*layout(table, 0), *hand(table, 0)]) == cards
    assert 0 not in table.game_on().asked()


def test_what_was_laid_further_on_is_not_used_to_fill_a_gap() -> None:
    for place in range(1, 6):
        table = building()
        cards = hand(table, 0)
        for card in sorted(set(cards)):
            table = building()
            table.plan(0, notated(table, 0, [""] * place + [card] + [""] * (5 - place)))
            run_out(table, 0, 120.0)
            assert layout(table, 0)[place] == card
            assert sorted([*layout(table, 0), *hand(table, 0)]) == cards


def test_a_finished_layout_is_taken_as_it_is_and_nothing_more_is_decided() -> None:
    table = building("pbb")
    for seat in (1, 2):
        act(table, "pair", seat=seat)
    cards = hand(table, 0)
    table.plan(0, notated(table, 0, cards[3:]))
    run_out(table, 0, 120.0)
    assert layout(table, 0) == cards[3:]
    assert table.game_on().asked() == (0, 1, 2), "each still chooses what to reveal"


def test_the_lines_say_that_time_was_up() -> None:
    table = building("pbb")
    act(table, "pair", seat=1)
    begun = len(lines_for(table, (1,)))
    table.plan(0, notated(table, 0, [hand(table, 0)[0], ""]))
    assert len(lines_for(table, (1,))) == begun, "nobody hears of a plan"
    run_out(table, 0, 120.0)
    by = [line.by for line in lines_for(table, (1,))]
    assert by[:begun] == [""] * begun
    assert by[begun:] == ["clock"] * 7


def test_a_plan_is_forgotten_when_its_seat_acts() -> None:
    table = building()
    cards = hand(table, 0)
    table.plan(0, notated(table, 0, [cards[0]]))
    table.plan(1, notated(table, 1, [hand(table, 1)[0]]))
    act(table, cards[8], seat=0)
    assert list(table.plans) == [1]
    act(table, "pair", seat=0)
    with pytest.raises(NotNow, match="nothing to decide"):
        table.plan(0, [0])


def test_a_plan_that_cannot_be_carried_out_is_left_alone() -> None:
    table, other = building(), building()
    table.plan(0, [None, None, None, None, None, 9999])
    for one in (table, other):
        run_out(one, 0, 120.0)
    assert layout(table, 0) == layout(other, 0)

"""Statements that a small change to the rules could break unnoticed."""

from __future__ import annotations

from random import Random

import pytest

from rumpus.games.mantis import game
from rumpus.games.mantis.rules import UNKNOWN
from rumpus.games.mantis.words import (
    DEALT,
    DREW_LOTS,
    EXTRA_GAME_STARTED,
    REVEALED,
    TIED,
    UNSEEN,
    WON,
)

from ..table import Lay, Table

covers = pytest.mark.covers


def facts(t: Table) -> list[int]:
    """Turn, target, extra turn, contenders, over, lot: what a screen says besides the cards."""
    return list(t.seen_by().facts)


@covers("MA-EXH-3", "MA-EXH-5")
@pytest.mark.parametrize("final_tie", ["shared", "lots", "extra-game"])
@pytest.mark.parametrize("more", [1, 2, 3])
def test_one_card_in_the_tank_decides(table: Lay, final_tie: str, more: int) -> None:
    """However close the second is, there is no tie."""
    tanks = {"B": "G" * (3 + more), "C": "BBBB"}  # and B gets the last card
    t = table(tanks=tanks, scores={"B": 9, "C": 9}, top="R", rest="A", pile=1, final_tie=final_tie,
              target=30)  # fmt: skip
    t.do("A STEAL B")
    assert t.winners == "B" and t.places == [3, 1, 2]
    assert not {TIED, DREW_LOTS, EXTRA_GAME_STARTED} & set(t.kinds)


@covers("MA-2P-2", "MA-WIN-3")
def test_the_facts_beside_the_cards(table: Lay) -> None:
    t = table(players=2, tanks={"B": "RR"}, top="R", target=12)
    assert facts(t) == [0, 12, 0, 0b11, 0, -1]
    t.do("A STEAL B")
    assert facts(t) == [0, 12, 1, 0b11, 0, -1]
    t = table(tanks={"A": "R"}, scores={"A": 8}, top="R")
    t.do("A SCORE")
    assert t.kinds[-1] == WON
    assert facts(t) == [0, 10, 0, 0b111, 1, -1]


@covers("MA-WIN-3", "MA-2P-2")
def test_an_extra_turn_ends_with_the_game(table: Lay) -> None:
    t = table(players=2, tanks={"A": "G", "B": "RR"}, scores={"A": 10}, top="R", target=12)
    t.do("A STEAL B")
    assert facts(t)[2] == 1
    t.lay_on_top("G")
    t.do("A SCORE")
    assert t.kinds[-1] == WON and facts(t)[2] == 0


@covers("MA-PILE-1")
def test_cards_carry_no_marks_and_a_list_is_no_pile(deal: Lay) -> None:
    t = deal(4, memory_aid="on")
    zones = t.seen_by().zones
    assert {group.marks for zone in zones for group in zone.groups} == {0}
    assert [zone.size for zone in zones if zone.zone == UNSEEN] == [0]


@covers("MA-SETUP-2", "MA-TURN-2")
def test_a_card_is_told_with_its_back(deal: Lay) -> None:
    t = deal(3)
    told = [event for event in t.events if event.kind == DEALT]
    t.do(f"{t.turn} SCORE")
    told += [event for event in t.events if event.kind == REVEALED]
    assert len(told) == 3 * 4 + 1
    letters = game.words.letters
    for event in told:
        front, back = event.numbers[1:3]
        assert len(letters[front]) == 1 and len(letters[back]) == 3
        assert letters[front] in letters[back]


@covers("MA-TURN-2")
def test_the_last_card_shows_its_back_too(deal: Lay) -> None:
    t, chance = deal(6, target=30), Random(3)
    while t.pile > 1:
        t.backend.apply(t.s, t["player"], chance.choice(t.legal(t.turn)))
    assert not t.over and len(t.back) == 3


@covers("MA-EXH-1")
def test_nothing_is_imagined_where_no_card_is_left(table: Lay) -> None:
    t = table(rest="A", pile=1)
    t.do("A SCORE")
    world = t.backend.imagined(t.s, 0, seed=1)
    assert t.pile == 0 and set(t.backend.field(world, "deck")) == {UNKNOWN}


@covers("MA-SETUP-8")
def test_every_seat_can_start_and_no_other() -> None:
    (starter,) = (option for option in game.options if option.key == "starter")
    assert list(starter.values) == [
        "random",
        *(f"seat-{1 + seat}" for seat in range(max(game.players))),
    ]


@covers("MA-SCORE-1")
def test_a_card_that_left_the_draw_pile_is_not_there_any_more(deal: Lay) -> None:
    t = deal(3)
    for _ in range(5):
        t.do(f"{t.turn} SCORE")
        left = t["deck"]
        assert set(left[t.pile :]) == {UNKNOWN} and UNKNOWN not in left[: t.pile]


@covers("MA-TURN-1")
def test_what_may_be_done_does_not_depend_on_the_row_it_is_written_to(deal: Lay) -> None:
    t, chance = deal(4), Random(1)
    for _ in range(10):
        seat = t["player"]
        out = t.backend.row(7, [5] * 7)
        n = t.backend.run("legal", t.s, seat, out)
        assert list(t.backend.read(out, n)) == t.legal(t.turn)
        t.backend.apply(t.s, seat, chance.choice(t.legal(t.turn)))

"""Bots that decide at the same time act in parallel."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from rumpus.table.data.settings import PACES, thinking_time
from rumpus.table.timing.bot_turns import BotTurns
from tests.table.setting import act, make


@pytest.mark.parametrize("pace", ["quick", "normal", "slow"])
def test_building_against_five_bots_takes_no_longer_than_against_one(pace: str) -> None:
    """Card by card, six each: with the normal pace all of it takes three seconds."""
    table = make("pbbbbb", game="tuckit")
    turns, now, rng = BotTurns(), 0.0, Random(1)
    wait = partial(thinking_time, pace, rng)
    placed = 0
    while bots := table.bots_asked():
        turns.ask(bots, now, wait, together=len(table.game_on().asked()) > 1)
        due = turns.next()
        assert due is not None
        now = due
        for seat in turns.begin(now):
            cards = table.backend.legal(table.game_on().state, seat)
            act(table, table.game.words.notation(cards[0], seat, 6), now, seat)
            turns.answered(seat)
            placed += 1
    assert placed == 30
    assert now <= 1.75 * PACES[pace][1]
    assert PACES["normal"][1] * 1.75 < 3


def test_a_slow_bot_holds_nobody_up() -> None:
    turns = BotTurns()
    turns.ask([1, 2], 0.0, lambda: 1.0, together=True)
    assert turns.begin(1.0) == [1, 2]
    turns.ask([1, 2], 1.0, lambda: 1.0, together=True)
    assert turns.next() is None, "both think"
    turns.answered(2)
    turns.ask([1, 2], 2.0, lambda: 1.0, together=True)
    assert turns.begin(3.0) == [2], "the other one still thinks"


def test_a_scheduled_bot_keeps_its_time_when_others_act() -> None:
    turns = BotTurns()
    turns.ask([1], 0.0, lambda: 1.0, together=False)
    turns.ask([1, 2], 0.5, lambda: 1.0, together=True)
    assert turns.due == {1: 1.0, 2: 1.5}
    turns.ask([2], 0.6, lambda: 1.0, together=False)
    assert turns.due == {2: 1.5}


def test_a_bot_whose_answer_came_too_late_thinks_again_at_once() -> None:
    turns = BotTurns()
    turns.ask([1], 0.0, lambda: 1.0, together=False)
    turns.begin(1.0)
    turns.missed(1, 2.0)
    turns.ask([1], 2.0, lambda: 1.0, together=False)
    assert turns.begin(2.0) == [1]
    turns.missed(1, 3.0)
    turns.ask([], 3.0, lambda: 1.0, together=False)
    assert turns.next() is None, "it is not asked any more"


def test_in_turns_a_bot_takes_its_time_for_every_decision() -> None:
    turns = BotTurns()
    turns.ask([1], 0.0, lambda: 1.0, together=False)
    turns.begin(1.0)
    turns.answered(1)
    turns.ask([1], 1.0, lambda: 1.0, together=False)
    assert turns.next() == 2.0

"""Weights of advice."""

from __future__ import annotations

from rumpus.rulekit.advising import SURE, most_advised, rule_out, weigh


def test_for_every_half_that_a_choice_is_worth_less_it_weighs_half() -> None:
    worth = [100, 91, 90, 80, -100_000]
    weigh(worth, 5, 10)
    assert worth == [1 << SURE, 1 << SURE, 1 << SURE - 1, 1 << SURE - 2, 1]


def test_what_comes_behind_the_choices_is_left_alone() -> None:
    worth = [-5, -5, 99]
    weigh(worth, 2, 1)
    assert worth == [1 << SURE, 1 << SURE, 99]


def test_ruin_is_ruled_out_while_there_is_anything_better() -> None:
    weights = [4, 2, 1]
    rule_out(weights, [-50, -100, -101], 3, -100)
    assert weights == [4, 0, 0]
    rule_out(weights, [-100, -200, -300], 3, -100)
    assert weights == [4, 0, 0]


def test_of_equal_weights_the_lowest_action_is_advised() -> None:
    assert most_advised([9, 4, 6], [5, 7, 7], 3) == 4
    assert most_advised([9, 6, 4], [5, 7, 7], 3) == 4

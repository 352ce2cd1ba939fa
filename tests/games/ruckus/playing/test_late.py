"""The action taken for a player who runs out of time in Ruckus."""

from __future__ import annotations

from random import Random

import pytest

from rumpus.games.ruckus.words import DEAL, LAY, READY, SCORING, WAIT

from ..table import Lay, Table

covers = pytest.mark.covers


def late(t: Table, name: str) -> int:
    seat = "ABCDE".index(name)
    action = t.backend.timeout(t.backend.redacted(t.s, seat), seat, Random(1))
    assert action in t.backend.legal(t.s, seat)
    return action


@covers("RU-TAB-3")
def test_sets_are_laid(table: Lay) -> None:
    t = table(hands={"A": "a a a c", "B": "d", "C": "e"}, lay_mode="manual")
    assert LAY <= late(t, "A") < DEAL


@covers("RU-TICK-1")
def test_in_a_tick_one_waits_and_claims_nothing(table: Lay) -> None:
    t = table(timing="ticks", hands={"A": "a b", "B": "c"}, piles={"B": "a:2"})
    assert [late(t, name) for name in "ABC"] == [WAIT] * 3


@covers("RU-RT-4")
def test_else_one_is_ready(table: Lay) -> None:
    t = table(hands={"A": "a b", "B": "c d", "C": "e f"}, piles={"B": "a:2"})
    assert [late(t, name) for name in "ABC"] == [READY] * 3
    t = table(hands={"A": "a b", "B": "c d", "C": "e f"}, stage=SCORING)
    assert late(t, "B") == READY


@covers("RU-TAB-2")
def test_a_dealer_who_is_ready_deals(table: Lay) -> None:
    t = table(hands={"A": "a b", "B": "c d", "C": "e f"}, dealer="A", ready="ABC", dealing="human")
    assert late(t, "A") == DEAL

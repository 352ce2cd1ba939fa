"""Section 2.18: the invariants, checked after every decision of many games at once."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import numpy as np
import pytest

from rumpus.games.tuckit import game
from rumpus.games.tuckit.cards import ABILITIES, DICE, KIND, SKIP, TEN
from rumpus.games.tuckit.state import COMMUNITY_PILE, DRAW_PILE, HANDS, STACK_PLACES, TRASH_PILE
from rumpus.games.tuckit.words import OVER, TURN
from rumpus.rulekit.options import Setting
from rumpus.running.batches import Array, Batch, batch
from tests.games.back_ends import back_end

from ..reference import four_kind
from ..table import Table

covers = pytest.mark.covers
SETS = ("hearts", "acorns", "balls", "leaves")
TABLES = [
    (2, {}),
    (3, {}),
    (4, {}),
    (6, {"hearts": False}),
    (2, dict.fromkeys(SETS, True)),
    (3, {"acorns": True, "leaves": True, "tuck_timing": "own-turn"}),
    (4, {"balls": True, "dice_abilities": "full", "dice_run": "transparent"}),
    (5, {**dict.fromkeys(SETS, True), "fourkind_check": "each-card", "revealed_skip": "redraw"}),
]
KINDS_OF_FACES = np.array([*KIND, NO_KIND := -1])
TENS = [kind for kind, abilities in enumerate(ABILITIES) if abilities >> TEN & 1]


class Watched:
    """Games side by side, with their state before the last decision."""

    def __init__(self, players: int, settings: Mapping[str, Setting], games: int) -> None:
        self.batch: Batch = batch(game, games, {"players": players, **settings}, seed=11)
        self.players = players
        self.faces = np.sort(self["face"], axis=1)
        self.before = self.batch.states.copy()
        self.random = np.random.default_rng(1)

    def __getitem__(self, field: str) -> Array:
        return self.batch[field]

    def in_zone(self, zone: int) -> Array:
        """The kinds of the cards in a zone, NO_KIND elsewhere: one row per game."""
        return np.where(self["zone"] == zone, KINDS_OF_FACES[self["face"]], NO_KIND)

    def step(self) -> None:
        """One decision in every game, any legal one."""
        self.before = self.batch.states.copy()
        legal = self.batch.legal()
        going = legal.any(axis=1)
        assert (going == (self["stage"] != OVER)).all()  # 7: there is always something to do
        dice = self.random.random(legal.shape) * legal
        self.batch.step(np.where(going, dice.argmax(axis=1), 0))

    def check(self) -> None:
        """Everything that must hold now."""
        size, sizes_before = self["size"], self.before["size"]
        turn = self["stage"] == TURN
        started = turn & (self["turns"] > self.before["turns"])
        rows = np.arange(len(size))
        hand = size[rows, HANDS + self["player"]]
        # 1: every copy in exactly one zone
        assert (np.sort(self["face"], axis=1) == self.faces).all()
        for zone in range(size.shape[1]):
            assert ((self["zone"] == zone).sum(axis=1) == size[:, zone]).all()
        # 2: the phase never goes back
        assert (size[:, DRAW_PILE] <= sizes_before[:, DRAW_PILE]).all()
        assert (size[:, TRASH_PILE] >= sizes_before[:, TRASH_PILE]).all()
        # 3: no Skip card on the pile, and no 10 when a turn begins
        on_pile = self.in_zone(COMMUNITY_PILE)
        assert not (on_pile == SKIP).any()
        assert not np.isin(on_pile[turn], TENS).any()
        # 4: three cards at the start of a turn in Phase 1
        assert (hand[started & (size[:, DRAW_PILE] > 0)] >= 3).all()
        # 9: at most one player is skipped
        gone_on = (self["player"] - self.before["player"]) * self["direction"] % self.players
        assert (gone_on[started & (self.before["turns"] > 0)] <= 2).all()
        # 10: before the end everybody has a Stack card
        built = self["turns"] > 0
        for seat in range(self.players):
            first = STACK_PLACES + 3 * seat
            left = size[:, first : first + 3].sum(axis=1)
            assert (left[built & (self["stage"] != OVER)] > 0).all()
            assert (left[(self["stage"] == OVER) & (self["winner"] == seat)] == 0).all()
        # 12: nothing of a set that is not in play
        if not self["balls"][0]:
            assert not self["die"].any() and not self["die_counts"].any()
        if not self["leaves"][0]:
            assert not self["single"].any()
        # 8: with a Dice card on top the die counts
        top = self["end"][rows, self["turned"][:, COMMUNITY_PILE], COMMUNITY_PILE]
        top_kind = KINDS_OF_FACES[np.where(top < 0, -1, self["face"][rows, top])]
        assert (self["die_counts"][turn & (top_kind == DICE)] == 1).all()


def test_a_state_is_small() -> None:
    """One state holds any combination of sets."""
    assert game.state.layout.size <= 2048


@covers("TI-GEN-11", "TI-GEN-12", "TI-GEN-13")
@pytest.mark.parametrize(("players", "settings"), TABLES)
def test_invariants(players: int, settings: dict[str, Setting]) -> None:
    games = Watched(players, settings, 24)
    for _ in range(220):
        games.step()
        games.check()


@covers("TI-GEN-11", "TI-GEN-12", "TI-GEN-13")
@pytest.mark.slow
@pytest.mark.parametrize(("players", "settings"), TABLES)
def test_invariants_to_the_end(players: int, settings: dict[str, Setting]) -> None:
    games = Watched(players, {**settings, "max_turns": "100"}, 200)
    while (games["stage"] != OVER).any():
        games.step()
        games.check()


def test_no_four_of_a_kind_is_left_lying() -> None:
    """5: at the start of a turn."""
    rules, chance = back_end("tuckit", "native"), Random(7)
    for number in range(4):
        s = rules.start(3, dict.fromkeys(SETS, True), seed=9, number=number)
        for _ in range(300):
            if rules.is_over(s):
                break
            if rules.field(s, "stage") == TURN:
                assert not four_kind(Table(rules, s).pile.split())
            seat = rules.asks(s)[0]
            rules.apply(s, seat, chance.choice(rules.legal(s, seat)))

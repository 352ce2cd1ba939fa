"""Piles against plain lists: whatever is done to both, they stay the same in every back end."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from rumpus.rulekit import NONE, piles
from rumpus.running.backend import Backend
from tests.trials import trials
from tests.trials.support import BackEnds, dealt, packed, unpacked

CARDS, ZONES = range(trials.CARDS), range(trials.ZONES)
OPERATIONS = tuple(operation.__name__ for operation in trials.OPERATIONS)
OPERATE = trials.NAMES.index("operate")


class PilesAndLists(RuleBasedStateMachine):
    """`zones` are lists of (card, is up), the top first; `lifted` are the cards in the air."""

    back_ends: tuple[Backend, ...] = ()

    def __init__(self) -> None:
        super().__init__()
        data = packed(dealt())
        self.states = [backend.load(data) for backend in self.back_ends]
        self.zones: list[list[tuple[int, bool]]] = [[(c, False) for c in reversed(CARDS)], [], []]
        self.lifted: dict[int, bool] = {}

    def operate(self, name: str, b: int, c: int = 0) -> None:
        """Do it in every back end."""
        for i, backend in enumerate(self.back_ends):
            s = unpacked(backend.pack(self.states[i]))
            s.tiny, s.b, s.c = OPERATIONS.index(name), b, c
            self.states[i] = backend.load(packed(s))
            backend.run("apply", self.states[i], 0, OPERATE)

    def where(self, card: int) -> tuple[list[tuple[int, bool]], int]:
        """A card's zone and its place there."""
        return next((zone, i) for zone in self.zones for i, (c, _) in enumerate(zone) if c == card)

    def lying(self) -> list[int]:
        return [card for zone in self.zones for card, _ in zone]

    # ----------------------------------------------------------------------------- operations
    @precondition(lambda self: self.lying())
    @rule(data=st.data())
    def lift(self, data: st.DataObject) -> None:
        card = data.draw(st.sampled_from(self.lying()))
        self.operate("lift_card", card)
        zone, i = self.where(card)
        self.lifted[card] = zone.pop(i)[1]

    @precondition(lambda self: self.lifted)
    @rule(data=st.data(), zone=st.sampled_from(ZONES), on_top=st.booleans())
    def put(self, data: st.DataObject, zone: int, on_top: bool) -> None:
        card = data.draw(st.sampled_from(sorted(self.lifted)))
        self.operate("put_on" if on_top else "put_under", zone, card)
        self.zones[zone].insert(0 if on_top else len(self.zones[zone]), (card, self.lifted[card]))
        del self.lifted[card]

    @precondition(lambda self: self.lifted and self.lying())
    @rule(data=st.data())
    def put_beneath(self, data: st.DataObject) -> None:
        card = data.draw(st.sampled_from(sorted(self.lifted)))
        over = data.draw(st.sampled_from(self.lying()))
        self.operate("put_beneath", over, card)
        zone, i = self.where(over)
        zone.insert(i + 1, (card, self.lifted.pop(card)))

    @precondition(lambda self: self.lying())
    @rule(data=st.data(), zone=st.sampled_from(ZONES))
    def move_on(self, data: st.DataObject, zone: int) -> None:
        card = data.draw(st.sampled_from(self.lying()))
        self.operate("move_on", card, zone)
        was, i = self.where(card)
        self.zones[zone].insert(0, was.pop(i))

    @rule(zone=st.sampled_from(ZONES))
    def flip(self, zone: int) -> None:
        self.operate("flip_zone", zone)
        self.zones[zone] = [(card, not up) for card, up in reversed(self.zones[zone])]

    @rule(card=st.sampled_from(CARDS), up=st.booleans())
    def turn(self, card: int, up: bool) -> None:
        self.operate("turn", card, up)
        if card in self.lifted:
            self.lifted[card] = up
        else:
            zone, i = self.where(card)
            zone[i] = (card, up)

    # ----------------------------------------------------------------------------- agreement
    @invariant()
    def back_ends_agree(self) -> None:
        assert len({b.pack(s) for b, s in zip(self.back_ends, self.states, strict=True)}) == 1

    @invariant()
    def piles_are_as_the_lists(self) -> None:
        s: Any = unpacked(self.back_ends[0].pack(self.states[0]))
        for zone, expected in enumerate(self.zones):
            cards = [card for card, _ in expected]
            assert list(piles.pile(s, zone)) == cards
            assert s.size[zone] == len(cards)
            assert (piles.top(s, zone), piles.bottom(s, zone)) == (
                (cards[0], cards[-1]) if cards else (NONE, NONE)
            )
            for card, up, over, beneath in zip(
                cards, [u for _, u in expected], [NONE, *cards], [*cards[1:], NONE], strict=False
            ):
                assert (piles.above(s, card), piles.under(s, card)) == (over, beneath)
                assert (s.zone[card], piles.is_up(s, card)) == (zone, up)
        for card, up in self.lifted.items():
            assert (s.zone[card], piles.is_up(s, card)) == (NONE, up)


def test_piles_are_as_plain_lists(back_ends: BackEnds) -> None:
    PilesAndLists.back_ends = back_ends
    test = PilesAndLists.TestCase
    test.settings = settings(
        max_examples=25, stateful_step_count=25, deadline=None, database=None, derandomize=True
    )
    test().runTest()


def test_piles_have_at_most_127_cards() -> None:
    with pytest.raises(TypeError, match="1 to 127 cards in 1 to 127 zones"):

        class State(piles.Piles, cards=128, zones=2):
            pass

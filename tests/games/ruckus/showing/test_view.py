"""Section 6: who knows and sees what."""

from __future__ import annotations

from collections import Counter

import pytest

from rumpus.games.ruckus import game
from rumpus.games.ruckus.options import GOAL, HUMAN, LIVE, TICKS, TIME
from rumpus.games.ruckus.state import UNKNOWN
from rumpus.games.ruckus.words import (
    BUILDS,
    DECK_ZONE,
    FACE_DOWN_CARD,
    FLURRY,
    HAND,
    PILES,
    SAFE,
    SCORING,
    SET,
    STEALS,
)
from rumpus.rulekit.layout import Zone

from ..table import NAMES, Lay, Table, seats

HANDS = {"A": "a b c", "B": "d e", "C": "f"}


def zone(t: Table, viewer: str, kind: int, owner: str = "") -> Zone:
    seat = NAMES.index(owner) if owner else -1
    return next(z for z in t.seen_by(viewer).zones if (z.zone, z.owner) == (kind, seat))


@pytest.mark.parametrize("viewer", ["A", "B", "C", ""])
def test_one_sees_ones_own_hand_and_the_size_of_others(table: Lay, viewer: str) -> None:
    t = table(hands=HANDS, piles={"B": "a:2"})
    for name, text in HANDS.items():
        seen = zone(t, viewer, HAND, name)
        assert seen.size == len(text.split())
        assert bool(seen.groups) == (name == viewer)
    assert zone(t, viewer, DECK_ZONE).groups == ()
    assert zone(t, viewer, DECK_ZONE).size == 64
    assert [(g.face, g.cards) for g in zone(t, viewer, PILES, "B").groups] == [(0, 2)]


def test_a_hand_is_laid_out_card_by_card_in_the_order_of_the_deal(table: Lay) -> None:
    t = table(hands={"A": "c a b"}, piles={"B": "a:2"}).deal(A="d")
    assert [g.face for g in zone(t, "A", HAND, "A").groups] == [2, 0, 1, 3]
    t.do("A steal a B")
    assert [g.face for g in zone(t, "A", HAND, "A").groups] == [2, 1, 3]


def test_marks_say_what_a_card_can_do(table: Lay) -> None:
    t = table(hands={"A": "a b c d"}, piles={"A": "b:2 c:2", "B": "a:2 c:2", "C": "e:6"})
    marks = {g.face: g.marks for g in zone(t, "A", HAND, "A").groups}
    assert marks == {0: STEALS, 1: BUILDS, 2: BUILDS | STEALS, 3: 0}
    assert [g.marks for g in zone(t, "A", PILES, "C").groups] == [SAFE]
    assert [g.marks for g in zone(t, "A", PILES, "B").groups] == [0, 0]
    by_hand = table(hands={"A": "a a b"}, piles={"B": "a:2"}, lay_mode="manual")
    assert [g.marks for g in zone(by_hand, "A", HAND, "A").groups] == [SET, SET, 0]


def test_piles_that_are_all_out_are_safe_wherever_they_lie(table: Lay) -> None:
    t = table(piles={"A": "a:2", "B": "a:2", "C": "a:2 b:5"})  # Q35
    for name in "AB":
        assert [g.marks for g in zone(t, "", PILES, name).groups] == [SAFE]
    assert [g.marks for g in zone(t, "", PILES, "C").groups] == [SAFE, 0]


def test_facts_have_names_and_tell_the_score(table: Lay) -> None:
    t = table(hands={"A": "l"}, piles={"A": "a:4"}, totals={"B": 12}, dealer="B").do("A out")
    facts = dict(zip(game.words.fact_names, t.seen_by().facts, strict=True))
    assert facts["total 1"] == facts["points 1"] == 9
    assert (facts["total 2"], facts["dealer"], facts["goal"], facts["out"]) == (12, 2, 75, 1)


def test_every_fact_has_its_name(table: Lay) -> None:
    """No two of them are alike here, as far as they can differ."""
    t = table(
        4, hands={"A": "a", "B": "b c", "C": "d e", "D": "f g h"},
        piles={"A": "a:2", "D": "f:5"}, totals={"A": 21, "B": 31, "C": 41, "D": 51},
        dealer="D", deals=6, round_number=11, extra_rounds=3, dealing="human", length="goal",
        goal=250, cap="rounds", rounds=17, ready="BC",
    )  # fmt: skip
    told = dict(zip(game.words.fact_names, t.seen_by("A").facts, strict=True))
    assert told == {
        "stage": FLURRY, "timing": LIVE, "dealer": 3, "dealing": HUMAN, "round": 11, "deals": 6,
        "length": GOAL, "goal": 250, "rounds": 17, "extra rounds": 3, "time up": 0,
        "ready": seats("BC"), "chosen": 0, "out": 0, "bonus": 5, "total 1": 21, "total 2": 31,
        "total 3": 41, "total 4": 51, "total 5": 0, "points 1": 1, "points 2": 0, "points 3": 0,
        "points 4": 2, "points 5": 0,
    }  # fmt: skip
    t.do("A build a")
    told = dict(zip(game.words.fact_names, t.seen_by("A").facts, strict=True))
    assert [told[key] for key in ("stage", "dealer", "ready", "out")] == [SCORING, 0, 0, 1]
    assert [told[f"points {n}"] for n in range(1, 6)] == [8, 0, 0, 2, 0]
    assert [told[f"total {n}"] for n in range(1, 6)] == [29, 31, 41, 53, 0]


def test_who_has_chosen_and_that_the_time_is_up_are_facts(table: Lay) -> None:
    t = table(hands=HANDS, timing="ticks").do("B wait")
    told = dict(zip(game.words.fact_names, t.seen_by("A").facts, strict=True))
    assert (told["timing"], told["chosen"]) == (TICKS, seats("B"))
    t = table(hands=HANDS, length="time").do("time")
    told = dict(zip(game.words.fact_names, t.seen_by("A").facts, strict=True))
    assert (told["length"], told["time up"]) == (TIME, 1)


def test_a_redacted_state_holds_nothing_hidden(table: Lay) -> None:
    t = table(hands=HANDS)
    for viewer, kept in ((0, [0, 1, 2]), (-1, [])):
        known = t.backend.redacted(t.s, viewer)
        assert [card for card in t.backend.field(known, "hand") if card != UNKNOWN] == kept
        assert set(t.backend.field(known, "deck")) == {UNKNOWN}
        assert t.backend.field(known, "n_hand")[:3] == [3, 2, 1]
        assert not any(t.backend.field(known, "key"))


def test_after_the_round_everything_lies_open_but_the_deck(table: Lay) -> None:
    t = table(hands={"A": "b", "B": "d e e", "C": "a f"}, piles={"B": "a:2 f:2"}, lay_mode="manual")
    t.do("A out")
    laid = [(g.face, g.cards, g.marks) for g in zone(t, "", FACE_DOWN_CARD, "A").groups]
    assert (zone(t, "", FACE_DOWN_CARD, "A").size, laid) == (1, [(1, 1, 0)])
    for name, hand in (("A", []), ("B", [3, 4, 4]), ("C", [0, 5])):
        shown = [(g.face, g.cards, g.marks) for g in zone(t, "A", HAND, name).groups]
        assert shown == [(card, 1, 0) for card in hand]
    for number in range(5):
        world = Table(t.backend, t.backend.imagined(t.s, 0, seed=1, number=number))
        assert [world.hand(name) for name in "ABC"] == ["", "d e e", "a f"]


def test_imagined_hands_hold_no_sets_and_fit_what_is_seen(table: Lay) -> None:
    t = table(hands={"A": "a b c", "B": "d e f g h", "C": "a d"}, piles={"C": "a:4", "A": "d:2"})
    for number in range(30):
        world = Table(t.backend, t.backend.imagined(t.s, 0, seed=1, number=number))
        assert world.hand("A") == "a b c"
        for name, size in (("B", 5), ("C", 2)):
            hand = world.cards_of(name)
            assert len(set(hand)) == len(hand) == size


def test_every_hidden_card_is_imagined_everywhere(table: Lay) -> None:
    """The one a that A does not see is in B's hand, in C's or in the deck by their sizes."""
    t = table(hands={"A": "a", "B": "b c d e f g", "C": "b c d"}, piles={"A": "a:4"})
    found = Counter[str]()
    worlds = 300
    for number in range(worlds):
        world = Table(t.backend, t.backend.imagined(t.s, 0, seed=2, number=number))
        found["B"] += 0 in world.cards_of("B")
        found["C"] += 0 in world.cards_of("C")
    hidden = 9 + t["n_deck"]
    for name, size in (("B", 6), ("C", 3)):
        assert abs(found[name] - worlds * size / hidden) < 5 * (worlds * size / hidden) ** 0.5


def test_even_where_hardly_any_way_is_left(table: Lay) -> None:
    """An empty deck, and hands that must differ."""
    piles = {"D": "e:6 f:6 g:6 h:6 i:6 j:6 k:6 l:6"}
    hands = {"A": "a b c d", "B": "a b c d", "C": "a b c d", "E": "a b c d"}
    t = table(5, hands=hands, piles=piles | {"A": "a:2 b:2", "B": "c:2 d:2"})
    assert t["n_deck"] == 0
    for number in range(10):
        world = Table(t.backend, t.backend.imagined(t.s, 0, seed=1, number=number))
        for name in "BCE":
            assert sorted(world.cards_of(name)) == [0, 1, 2, 3]


def test_a_hand_that_may_hold_sets_is_imagined_with_some(table: Lay) -> None:
    t = table(hands={"A": "a b c", "B": "a a d d e f g"}, lay_mode="manual")
    pairs = 0
    for number in range(40):
        world = Table(t.backend, t.backend.imagined(t.s, 0, seed=1, number=number))
        pairs += len(set(world.cards_of("B"))) < 7
    assert pairs > 10
    t.do("B lay a", "B lay d", "B ready")
    for number in range(20):
        world = Table(t.backend, t.backend.imagined(t.s, 0, seed=1, number=number))
        assert len(set(world.cards_of("B"))) == 3

"""RU-SETUP, RU-SET, RU-DEAL and the invariants: the deals, and the sets that must be laid."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from rumpus.games.ruckus import game
from rumpus.games.ruckus.cards import COPIES, DESIGNS
from rumpus.games.ruckus.words import DEALT, LAID, NEW_SETS, STEAL, STOLE, TOTAL, YOURS
from rumpus.rulekit.errors import IllegalAction, UnknownOption
from rumpus.running.batches import batch

from ..table import NAMES, Lay, Table

covers = pytest.mark.covers
TABLES = range(2, 6)


# --------------------------------------------------------------------------------- set-up
@pytest.mark.parametrize("players", [0, 1, 6])
def test_two_to_five_play(deal: Lay, players: int) -> None:
    with pytest.raises(UnknownOption, match=f"Ruckus is for 2 to 5 players, not {players}."):
        deal(players)


@covers("RU-SETUP-1")
def test_totals_are_kept(table: Lay) -> None:
    t = table(hands={"A": "l"}, piles={"A": "a:4"}, totals={"A": 10, "B": 20}).do("A out")
    assert t.totals == [19, 20, 0]
    assert t.told(TOTAL)[0][:2] == (0, 19)


@covers("RU-SETUP-2", "RU-TAB-1")
@pytest.mark.parametrize("players", TABLES)
def test_the_first_dealer_is_a_seat_or_anybody(deal: Lay, players: int) -> None:
    for seat in range(players):
        assert deal(players, first_dealer=f"seat-{seat + 1}").dealer == NAMES[seat]
    found = Counter(deal(players, seed=seed).dealer for seed in range(60))
    assert set(found) == set(NAMES[:players])
    with pytest.raises(UnknownOption, match="names a seat that a table of 2 does not have"):
        deal(2, first_dealer="seat-3")


@covers("RU-SETUP-3")
@pytest.mark.parametrize("players", TABLES)
def test_everybody_is_dealt_seven_of_all_cards(deal: Lay, players: int) -> None:
    t = deal(players)
    assert t["n_deck"] == 72 - 7 * players
    assert sorted(t.told(DEALT)) == [(seat, 7, 0, 0) for seat in range(players)]
    for seat in range(players):
        mine = [e for e in t.events if e.kind == YOURS and e.audience == 1 << seat]
        assert len(mine) == 7
    assert not [e for e in t.events if e.kind == YOURS and e.is_for(-1)]


@covers("RU-SETUP-3")
def test_every_card_is_as_likely_for_everybody() -> None:
    games = 20_000
    dealt = batch(game, games, {"players": 3, "lay_mode": "manual"}, seed=5)
    for seat in range(3):
        hand = dealt["hand"][:, 36 * seat : 36 * seat + 7]
        found = np.bincount(hand.ravel(), minlength=DESIGNS)
        assert abs(found - 7 * games / DESIGNS).max() < 5 * (7 * games / DESIGNS) ** 0.5


@covers("RU-SETUP-4")
@pytest.mark.parametrize("players", TABLES)
def test_the_deal_begins_at_the_dealers_left_and_the_dealer_plays(deal: Lay, players: int) -> None:
    t = deal(players, first_dealer="seat-2")
    order = [(1 + k) % players for k in range(1, players + 1)]
    assert [numbers[0] for numbers in t.told(DEALT)] == order
    assert order[-1] == 1


@covers("RU-SETUP-3", "RU-SETUP-4")
def test_cards_are_dealt_singly(deal: Lay) -> None:
    """The same shuffled deck, dealt to two and to five."""

    def in_order(players: int) -> list[int]:
        t = deal(players, first_dealer="seat-1", lay_mode="manual")
        hands = [t.cards_of(NAMES[(1 + k) % players]) for k in range(players)]
        return [hand[i] for i in range(7) for hand in hands]

    assert in_order(5)[:14] == in_order(2)


# --------------------------------------------------------------------------------- sets
def opening_hands(t: Table) -> dict[str, Counter[int]]:
    """What everybody was dealt."""
    return {
        name: Counter(e.numbers[0] for e in t.events if e.kind == YOURS and e.audience == 1 << seat)
        for seat, name in enumerate(t.names)
    }


@covers("RU-SET-1", "RU-SET-2", "RU-SET-8", "RU-INV-1")
@pytest.mark.parametrize("players", TABLES)
def test_every_set_of_the_first_seven_is_laid_whole(deal: Lay, players: int) -> None:
    for seed in range(8):
        t = deal(players, seed=seed)
        for name, dealt in opening_hands(t).items():
            sets = {card: n for card, n in dealt.items() if n > 1}
            pile = t["pile"][NAMES.index(name)]
            assert {card: n for card, n in enumerate(pile) if n} == sets
            assert sorted(t.cards_of(name)) == sorted(c for c, n in dealt.items() if n == 1)
        assert t.told(NEW_SETS)[0][0] == len(t.told(LAID))


@covers("RU-SET-3")
def test_a_set_is_neither_kept_nor_split(table: Lay) -> None:
    t = table(hands={"A": "a a a b"}, piles={"B": "a:2", "C": "b:2"}, lay_mode="manual")
    assert t.choices("A") == ["lay a"]
    for action in ("A ready", "A steal a B", "A steal b C", "A build a"):
        with pytest.raises(IllegalAction):
            t.do(action)
    t.do("A lay a")
    assert (t.pile("A"), t.hand("A")) == ("a:3", "b")
    for action in ("A lay a", "A lay b"):
        with pytest.raises(IllegalAction):
            t.do(action)
    assert "steal b C" in t.choices("A")


@covers("RU-SET-4", "RU-SET-7")
def test_a_held_single_becomes_a_set_with_its_twin(table: Lay) -> None:
    t = table(hands={"A": "a b c", "B": "c d", "C": "c d"}, piles={"B": "a:2"})
    assert "steal a B" in t.choices("A")
    t.deal(A="a")
    assert t.pile("A") == "a:2"
    assert not any("a" in choice.split()[1:2] for choice in t.choices("A"))


@covers("RU-SET-5")
def test_a_new_set_joins_ones_own_pile(table: Lay) -> None:
    t = table(hands={"A": "a b c"}, piles={"A": "a:3", "B": "c:2"}).deal(A="a")
    assert t.pile("A") == "a:5"
    assert (0, 0, 2, 5) in t.told(LAID)


@covers("RU-SET-6")
def test_a_new_set_takes_nothing_from_others(table: Lay) -> None:
    t = table(hands={"A": "a b c"}, piles={"B": "a:3"}).deal(A="a")
    assert (t.pile("A"), t.pile("B")) == ("a:2", "a:3")
    assert not t.told(STOLE)


@covers("RU-SET-8", "RU-RT-7")
@pytest.mark.parametrize("dealer", "ABC")
def test_sets_of_one_deal_are_laid_in_deal_order(table: Lay, dealer: str) -> None:
    hands = dict.fromkeys("ABC", "a a b b c d")
    t = table(hands=hands, dealer=dealer).do("deal")
    laid = [numbers[0] for numbers in t.told(LAID)]
    order = [(NAMES.index(dealer) + k) % 3 for k in (1, 2, 3)]
    assert list(dict.fromkeys(laid)) == order


@covers("RU-RT-7", "RU-OUT-6")
@pytest.mark.parametrize(("dealer", "first"), ["AB", "BA", "CA"])
def test_of_two_who_leave_by_one_deal_the_first_in_deal_order_goes_out(
    table: Lay, dealer: str, first: str
) -> None:
    t = table(hands={"A": "a", "B": "b", "C": "c d e"}, dealer=dealer).deal(A="a", B="b")
    assert t.among("outs") == first
    assert (t.pile("A")[:3], t.pile("B")[:3]) == ("a:2", "b:2")
    scored = dict(zip("ABC", t.points, strict=True))
    assert scored[first] == 7
    assert scored["B" if first == "A" else "A"] == 2


# --------------------------------------------------------------------------------- further deals
@covers("RU-DEAL-1", "RU-DEAL-3")
def test_a_deal_gives_everybody_one_card_until_somebody_goes_out(table: Lay) -> None:
    t = table(hands={"A": "a b", "B": "c", "C": "d"}, piles={"C": "a:2"}, call="manual")
    sizes, deals = [2, 1, 1], t["n_deck"]
    for n in range(1, 4):
        t.do("deal")
        laid = Counter({seat: n for seat, _, n, _ in t.told(LAID)})
        sizes = [size + 1 - laid[seat] for seat, size in enumerate(sizes)]
        assert t["n_hand"][:3] == sizes
        assert t["n_deck"] == deals - 3 * n
        assert len([e for e in t.events if e.kind == YOURS]) == 3
        assert t.stage == "flurry"


@covers("RU-DEAL-5", "RU-EXH-1", "RU-EXH-4")
@pytest.mark.parametrize(
    ("players", "deals", "left"), [(2, 29, 0), (3, 17, 0), (4, 11, 0), (5, 7, 2)]
)
def test_a_deal_is_for_everybody_or_not_made(
    deal: Lay, players: int, deals: int, left: int
) -> None:
    t = deal(players, call="manual", lay_mode="manual")
    for n in range(deals):
        assert t.stage == "flurry", n
        t.do("deal")
    assert (t.stage, t["n_deck"]) == ("last flurry", left)
    assert t["n_hand"][:players] == [7 + deals] * players
    with pytest.raises(IllegalAction):
        t.do("deal")


# --------------------------------------------------------------------------------- always
@covers("RU-INV-1", "RU-INV-2", "RU-INV-3", "RU-INV-4", "RU-INV-5")
@pytest.mark.parametrize("players", TABLES)
def test_what_always_holds(players: int) -> None:
    games = batch(game, 400, {"players": players, "goal": 200}, seed=players)
    stolen_when_safe = 0
    for _ in range(120):
        pile, hand, n_hand = games["pile"], games["hand"], games["n_hand"]
        held = np.zeros((len(games), players, DESIGNS), int)
        for seat in range(players):
            for i in range(13):
                there = n_hand[:, seat] > i
                cards = hand[:, 36 * seat + i]
                held[np.flatnonzero(there), seat, cards[there]] += 1
        assert held.max() <= 1
        assert n_hand.max() <= DESIGNS
        assert not ((pile == 1) | (pile > 6)).any()
        assert (pile > 0).sum(1).max() <= 3
        deck = np.stack(
            [((games["deck"] == d) & (np.arange(72) < games["n_deck"][:, None])).sum(1)
             for d in range(DESIGNS)], 1,
        )  # fmt: skip
        face_down = np.stack([(games["out_card"] == d).sum(1) for d in range(DESIGNS)], 1)
        assert (pile.sum(1) + held.sum(1) + deck + face_down == COPIES).all()
        legal = games.legal()
        safe = pile.sum(1) == COPIES
        for k in range(players - 1):
            offered = legal[:, STEAL + DESIGNS * k : STEAL + DESIGNS * (k + 1)]
            stolen_when_safe += int((offered & safe).sum())
        dice = np.random.default_rng(1).random(legal.shape) * legal
        games.step(np.where(games.over, 0, dice.argmax(1)))
    assert stolen_when_safe == 0
    assert games["round_number"].mean() > 1

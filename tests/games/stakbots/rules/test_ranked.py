"""Ranked games: a deck each, split at random or drafted."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from rumpus.games.stakbots import game
from rumpus.games.stakbots.cards import CARDS
from rumpus.games.stakbots.options import check_settings, deck_share
from rumpus.games.stakbots.words import DRAFTING, PICKED, RESHUFFLED
from rumpus.rulekit.errors import UnknownOption
from rumpus.rulekit.hands import PUBLIC

from ..laying import SEATS
from ..table import Lay, Table

covers = pytest.mark.covers
TWO = {"P1": "Core5^ Core3_", "P2": "Core2^ Core4_"}
SPLIT = {"deck": "ranked-split"}
DRAFT = {"deck": "ranked-draft"}


def decks(t: Table) -> list[Counter[int]]:
    """How many cards of each rank every player has."""
    found = [Counter[int]() for _ in range(t.players)]
    for card in range(CARDS):
        if t["deck_of"][card] >= 0:
            found[t["deck_of"][card]][t["rank"][t["face"][card]]] += 1
    return found


def drafted(t: Table, seed: int = 1) -> Table:
    """Pick anything until the draft is over."""
    chance = Random(seed)
    while t.stage == DRAFTING:
        seat = t.backend.asks(t.s)[0]
        t.act(seat, chance.choice(t.backend.legal(t.s, seat)))
    return t


@covers("SB-VAR-RANK-1", "SB-EX-18", "SB-OPT-11")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_rank_is_divided_equally(deal: Lay, players: int) -> None:
    t = deal(players, **SPLIT)
    of_rank = Counter(t["rank"][row] for row in range(t["rows"]) for _ in range(t["copies"][row]))
    wanted = Counter({rank: n // players for rank, n in of_rank.items()})
    assert decks(t) == [wanted] * players
    assert t.left_out == sum(n % players for n in of_rank.values())
    if players == 3:
        assert set(wanted.values()) == {3} and t.left_out == 6


@covers("SB-VAR-RANK-2")
def test_a_split_is_by_chance_and_its_leftovers_are_unseen(deal: Lay) -> None:
    hands = {deal(4, seed=seed, starter="seat-1", **SPLIT).hand("P2") for seed in range(8)}
    assert len(hands) > 4
    t = deal(4, **SPLIT)
    for viewer in ("", *SEATS[:4]):
        zone = next(zone for zone in t.seen_by(viewer).zones if zone.zone == 7)
        assert zone.size == 12 and zone.groups == ()


@covers("SB-VAR-RANK-3")
def test_stak_hand_and_supply_come_from_the_own_deck(deal: Lay) -> None:
    t = deal(3, starter="seat-1", **SPLIT)
    for seat in range(3):
        for zone in (seat, 12 + seat, 18 + seat):
            assert {t["deck_of"][card] for card in t.cards(zone)} == {seat}
        assert len(t.cards(seat)) == 9
    shown = {(zone.zone, zone.owner) for zone in t.seen_by().zones}
    assert {(5, 0), (5, 1), (5, 2), (6, 0), (6, 1), (6, 2)} <= shown


@covers("SB-VAR-RANK-3")
@pytest.mark.parametrize("deck", ["ranked-split", "ranked-draft"])
def test_the_decks_are_shuffled(deal: Lay, deck: str) -> None:
    t = drafted(deal(3, deck=deck))
    for seat in range(3):  # as they were dealt: the Stak from its bottom up, then what is left
        cards = [*reversed(t.cards(seat)), *t.cards(18 + seat)]
        ranks = [t["rank"][t["face"][card]] for card in cards]
        assert ranks != sorted(ranks) and ranks != sorted(ranks, reverse=True)


@covers("SB-VAR-RANK-4", "SB-VX-8")
def test_draws_and_reshuffles_use_the_own_piles(table: Lay) -> None:
    t = table(TWO, supply={"P2": "Core9 Core9"}, heap={"P1": "Trip Shot Pit Core2"}, begin=True,
              **SPLIT)  # fmt: skip
    assert t.count(RESHUFFLED) == 1 and t.supply("P2") == "Core9 Core9" and t.heap("P1") == ""
    assert len(t.supply("P1").split()) == 3 and t.hand("P1") in ("Trip", "Shot", "Pit", "Core2")


@covers("SB-VAR-RANK-4")
def test_scrapped_cards_go_to_the_heap_of_their_player(table: Lay) -> None:
    t = table(TWO, hands={"P1": "Expel", "P2": "Core9"}, **SPLIT)
    t.do("P1 attack", "P1 play Expel", "P1 name P2", "P1 scrap")
    assert t.heap("P2") == "Core2 Core9" and t.heap("P1") == "Expel"


@covers("SB-VAR-RANK-5")
def test_any_scrapheap_feeds(table: Lay) -> None:
    t = table(TWO, **SPLIT)
    t.do("P1 attack")
    assert t.heap("P1") == "" and t.fed == 1 and "P1 end" in t.choices


@covers("SB-VAR-RANK-6", "SB-VX-9")
def test_a_draft_goes_like_a_snake_and_its_start_moves(deal: Lay) -> None:
    t = drafted(deal(2, starter="seat-1", **DRAFT))
    t2 = deal(2, starter="seat-1", **DRAFT)
    picks: list[int] = []
    chance = Random(1)
    picks += [event.numbers[0] for event in t2.events if event.kind == PICKED]
    while t2.stage == DRAFTING:
        seat = t2.backend.asks(t2.s)[0]
        t2.do_number(seat, chance.choice(t2.backend.legal(t2.s, seat)))
        picks += [event.numbers[0] for event in t2.events if event.kind == PICKED]
    snake = [0, 1, 1, 0, 0, 1, 1, 0, 0, 1]
    other = [1 - seat for seat in snake]
    assert picks == (snake + other) * 3
    assert decks(t) == decks(t2) == [Counter(dict.fromkeys(range(6), 5))] * 2


@covers("SB-OPT-12")
def test_a_draft_can_go_round_by_round(deal: Lay) -> None:
    t = deal(3, starter="seat-2", draft_order="rounds", **DRAFT)
    picks: list[int] = []
    while len(picks) < 9:
        picks += [event.numbers[0] for event in t.events if event.kind == PICKED]
        seat = t.backend.asks(t.s)[0]
        t.do_number(seat, t.backend.legal(t.s, seat)[0])
    assert picks[:9] == [1, 2, 0] * 3


@covers("SB-VAR-RANK-6")
def test_a_draft_begins_with_the_highest_rank_and_is_open(deal: Lay) -> None:
    t = deal(3, starter="seat-1", **DRAFT)
    highest = max(t["rank"][: t["rows"]])
    assert t.stage == DRAFTING and t.asks == "P1" and t.fact("draft rank") == highest + 1
    wanted = {row for row in range(t["rows"]) if t["rank"][row] == highest}
    assert {int(a) - 136 for a in t.backend.legal(t.s, 0)} == wanted
    assert all(known == PUBLIC for known in t["known"])
    pick = t.choices[0]
    t.do(pick)
    assert t.said("P1 takes") and t.asks == "P2"
    decks_seen = next(z for z in t.seen_by("P3").zones if (z.zone, z.owner) == (5, 0))
    assert sum(group.cards for group in decks_seen.groups) == 1


@covers("SB-VAR-RANK-6")
def test_after_the_draft_the_order_is_hidden_and_leftovers_are_open(deal: Lay) -> None:
    t = drafted(deal(3, starter="seat-1", **DRAFT))
    assert t.asks == "P1" and t.left_out == 6
    zone = next(zone for zone in t.seen_by().zones if zone.zone == 7)
    assert sum(group.cards for group in zone.groups) == 6
    tops = {t.cards(seat)[0] for seat in range(3)}
    known = {card for card in range(CARDS) if t["known"][card] == PUBLIC}
    assert known == tops | set(t.cards(30))


@covers("SB-VAR-RANK-7")
@pytest.mark.parametrize(
    ("players", "cards", "depth"), [(2, 30, 9), (3, 18, 9), (4, 12, 7), (5, 12, 7), (6, 6, 3)]
)
def test_how_big_the_decks_are(deal: Lay, players: int, cards: int, depth: int) -> None:
    t = deal(players, **SPLIT)
    assert all(sum(deck.values()) == cards for deck in decks(t))
    assert len(t.cards(0)) == depth
    assert deck_share(players, 1) == cards


@covers("SB-TOG-DEPTH-1")
def test_two_staks_of_six_players_are_two_deep(deal: Lay) -> None:
    t = deal(6, **SPLIT, staks=2)
    assert [len(t.cards(stak)) for stak in range(2)] == [2, 2]


@covers("SB-TOG-DEPTH-1", "SB-OPT-13")
def test_too_deep_staks_are_refused_where_decks_are_small() -> None:
    with pytest.raises(UnknownOption, match="There are 18 cards for each of 3 players"):
        check_settings(3, game.settings(3, {**SPLIT, "depth": 17}))
    check_settings(3, game.settings(3, {**SPLIT, "depth": 16}))

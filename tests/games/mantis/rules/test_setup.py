"""MA-SETUP-*: the shuffle, the deal, the Draw Pile, who starts."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from rumpus.games.mantis import game
from rumpus.games.mantis.cards import CARDS
from rumpus.games.mantis.words import DEALT, REVEALED, TANK
from rumpus.rulekit.errors import UnknownOption
from rumpus.running.batches import batch

from ..table import Lay, Table, letters

covers = pytest.mark.covers
TABLES = range(2, 7)


@covers("MA-DECK-5")
@pytest.mark.parametrize("players", [0, 1, 7])
def test_two_to_six_play(deal: Lay, players: int) -> None:
    assert list(game.players) == [2, 3, 4, 5, 6]
    with pytest.raises(UnknownOption, match=f"Mantis is for 2 to 6 players, not {players}."):
        deal(players)


@covers("MA-SETUP-1")
def test_every_card_is_as_likely_in_every_place() -> None:
    games = 30_000
    dealt = batch(game, games, {"players": 3}, seed=5)
    on_top = np.bincount(dealt["deck"][:, 92], minlength=CARDS)
    assert abs(on_top - games / CARDS).max() < 5 * (games / CARDS) ** 0.5
    for seat in range(3):
        colours = dealt["tank"][:, seat].sum(axis=0)
        assert abs(colours - 4 * games / 7).max() < 5 * (4 * games / 7) ** 0.5


def cards_turned_up(t: Table, chance: Random) -> list[tuple[int, ...]]:
    """The cards that turn up, front and back, if the players choose at random."""
    cards = []
    while not t.over:
        t.do(f"{t.turn} {chance.choice(t.choices)}")
        cards += [event.numbers[1:3] for event in t.events if event.kind == REVEALED]
    return cards


@covers("MA-SETUP-1")
def test_the_order_of_the_cards_does_not_depend_on_what_is_declared(deal: Lay) -> None:
    first = cards_turned_up(deal(5, seed=3, target=30), Random(1))
    for seed in range(2, 6):
        other = cards_turned_up(deal(5, seed=3, target=30), Random(seed))
        both = min(len(first), len(other))
        assert both > 60
        assert other[:both] == first[:both]
    assert cards_turned_up(deal(5, seed=4, target=30), Random(1))[:60] != first[:60]


@covers("MA-SETUP-2", "MA-SETUP-6")
@pytest.mark.parametrize("players", TABLES)
def test_every_player_gets_four_cards_and_an_empty_score_pile(deal: Lay, players: int) -> None:
    t = deal(players)
    assert [len(tank) for tank in t.tanks().values()] == [4] * players
    assert t.scores() == [0] * players
    told = [event.numbers for event in t.events if event.kind == DEALT]
    for seat, name in enumerate(t.names):
        fronts = [front for owner, front, *_ in told if owner == seat]
        assert letters([fronts.count(colour) for colour in range(7)]) == t.tank(name)


@covers("MA-SETUP-3")
def test_cards_of_one_colour_are_one_group(deal: Lay) -> None:
    for seed in range(20):
        t = deal(6, seed=seed)
        for zone in t.seen_by("A").zones:
            if zone.zone == TANK:
                counts = [0] * 7
                for group in zone.groups:
                    assert counts[group.face] == 0, "a colour lies in two groups"
                    counts[group.face] = group.cards
                assert letters(counts) == t.tank(t.names[zone.owner])


@covers("MA-SETUP-4")
def test_matches_in_the_deal_are_not_scored(deal: Lay) -> None:
    matches = 0
    for seed in range(20):
        t = deal(4, seed=seed)
        matches += sum(len(set(tank)) < 4 for tank in t.tanks().values())
        assert t.scores() == [0, 0, 0, 0]
        assert all(len(tank) == 4 for tank in t.tanks().values())
    assert matches > 10


@covers("MA-SETUP-5")
@pytest.mark.parametrize(("players", "cards"), [(2, 97), (3, 93), (4, 89), (5, 85), (6, 81)])
def test_the_rest_is_the_draw_pile(deal: Lay, players: int, cards: int) -> None:
    t = deal(players)
    assert t.pile == cards
    pile = t.seen_by().zones[0]
    assert pile.size == cards
    assert [game.words.letters[group.face] for group in pile.groups] == [t.back]
    assert t.top.endswith(t.back) and t.top[0] in t.back


@covers("MA-SETUP-7", "MA-TURN-4")
def test_play_goes_clockwise_from_the_one_who_starts(deal: Lay) -> None:
    t = deal(4, starter="seat-3")
    assert t.log[0] == "C starts."
    order = ""
    for _ in range(8):
        order += t.turn
        t.do(f"{t.turn} SCORE")
    assert order == "CDABCDAB"


@covers("MA-SETUP-8", "MA-OPT-8")
@pytest.mark.parametrize("players", TABLES)
def test_everybody_starts_as_often(players: int) -> None:
    games = 12_000
    starts = np.bincount(batch(game, games, {"players": players}, seed=2)["player"])
    assert len(starts) == players
    assert abs(starts - games / players).max() < 5 * (games / players) ** 0.5


@covers("MA-SETUP-8", "MA-OPT-8")
@pytest.mark.parametrize("seat", range(3))
def test_a_seat_can_be_set_to_start(deal: Lay, seat: int) -> None:
    for seed in range(5):
        t = deal(3, seed=seed, starter=f"seat-{seat + 1}")
        assert t.turn == "ABC"[seat]


@covers("MA-OPT-8")
def test_a_seat_that_is_not_there_cannot_start(deal: Lay) -> None:
    with pytest.raises(UnknownOption, match="starter names a seat that a table of 3"):
        deal(3, starter="seat-4")

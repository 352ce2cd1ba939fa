"""The quick bot: it uses nothing hidden, does the obvious, and clearly beats random play."""

from __future__ import annotations

from random import Random

import pytest

from rumpus.games.mantis import game
from rumpus.running.batches import batch

from ..table import Lay, Table


def best(t: Table) -> str:
    """What the quick bot most likely declares."""
    weights = t.backend.advice(t.s, t["player"])
    return t.choices[list(weights.values()).index(max(weights.values()))]


@pytest.mark.parametrize("players", range(2, 7))
def test_it_never_looks_at_hidden_cards(deal: Lay, players: int) -> None:
    chance = Random(players)
    settings = {"extra_turn": "always", "optional_extra": "on", "target": 20}
    for seed in range(3):
        t = deal(players, seed=seed, **settings)
        while not t.over:
            seat = t["player"]
            known = t.backend.redacted(t.s, seat)
            world = t.backend.imagined(t.s, seat, seed=seed, number=t.pile)
            advice = t.backend.advice(t.s, seat)
            assert t.backend.advice(known, seat) == advice
            assert t.backend.advice(world, seat) == advice
            assert list(advice) == t.legal(t.turn)
            assert min(advice.values()) > 0
            t.do(f"{t.turn} {chance.choice(t.choices)}")


def test_it_changes_nothing(deal: Lay) -> None:
    t = deal(4)
    before = t.bytes
    t.backend.advice(t.s, t["player"])
    assert t.bytes == before


def test_it_can_be_asked_when_the_game_is_over(table: Lay) -> None:
    t = table(tanks={"A": "G"}, top="R", rest="C")
    t.do("A SCORE")
    assert t.over and t.back == ""
    assert t.backend.advice(t.s, 0) == {}


@pytest.mark.parametrize(
    ("given", "choice"),
    [
        ({"tanks": {"A": "RGB", "B": "RRR"}, "scores": {"A": 8}}, "SCORE"),
        ({"tanks": {"A": "RRRGGGBB", "B": "RGB"}}, "SCORE"),
        ({"tanks": {"A": "O", "B": "P", "C": "RRRGGB"}}, "STEAL C"),
        ({"tanks": {"A": "R", "B": "RRGGBB"}, "players": 2}, "STEAL B"),
        ({"tanks": {"A": "K"}}, "SCORE"),
        ({"tanks": {"A": "R", "B": "O", "C": "Y"}}, "SCORE"),
    ],
    ids=[
        "a card that wins",
        "much to score",
        "much to steal",
        "another turn",
        "nothing to steal",
        "better have a card than give it",
    ],
)
def test_it_sees_what_is_obvious(table: Lay, given: dict[str, object], choice: str) -> None:
    t = table(top="R RGB", **given)
    assert best(t) == choice


def test_it_counts_the_cards(table: Lay) -> None:
    """With red and green seen, the front must be blue: B's Tank has it, A's has not."""
    t = table(tanks={"A": "RRGG", "B": "BB", "C": "R/RGB G/RGB"}, top="B RGB")
    assert best(t) == "STEAL B"
    t = table(tanks={"A": "RRGG", "B": "BB", "C": "B/RGB"}, top="R RGB")
    assert best(t) == "SCORE"


def test_it_goes_on_where_it_may_stop(table: Lay) -> None:
    """Trying to score gives a card at the least."""
    t = table(players=2, tanks={"A": "RRR"}, top="G OGB", again=True, optional_extra="on")
    assert best(t) == "SCORE"


@pytest.mark.parametrize(("players", "least"), [(2, 0.77), (3, 0.74), (4, 0.75), (6, 0.75)])
def test_it_beats_random_players_by_far(players: int, least: float) -> None:
    """Measured: 0.80, 0.77, 0.78 and 0.78 of the games."""
    games = batch(game, 4000, {"players": players}, seed=11)
    games.simulate(["quick", *["random"] * (players - 1)], seed=11)
    wins = (games.places() == 1).mean(axis=0)
    assert wins[0] > least


def test_it_wins_faster_than_chance() -> None:
    games = batch(game, 1000, {"players": 4}, seed=1)
    quick = games.simulate("quick", seed=1).mean()
    assert quick < 0.7 * games.simulate("random", seed=1).mean()

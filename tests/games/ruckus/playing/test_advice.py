"""A sound race: steal now or wait to be second, build before going out, go out in time."""

from __future__ import annotations

import pytest

from rumpus.games.ruckus import game
from rumpus.games.ruckus.advice import judge
from rumpus.games.ruckus.state import State
from rumpus.games.ruckus.words import FLURRY, SCORING
from rumpus.rulekit.contract import WIN
from rumpus.running.batches import batch

from ..table import NAMES, Lay, Table


def best(t: Table, name: str) -> str:
    """What the advice weighs most."""
    advice = t.backend.advice(t.s, NAMES.index(name))
    return t.choices(name)[list(advice.values()).index(max(advice.values()))]


def test_a_pile_that_nobody_can_take_back_is_stolen(table: Lay) -> None:
    t = table(hands={"A": "a b c d e", "B": "b c d e f", "C": "b c d e g"}, piles={"B": "a:5"})
    assert best(t, "A") == "steal a B"


def test_with_many_copies_about_it_is_better_to_be_second(table: Lay) -> None:
    hands = {"A": "a b c d e", "B": "b c d e f g", "C": "b c d e g h"}
    t = table(hands=hands, piles={"B": "a:2"})
    assert best(t, "A") == "ready"


def test_but_not_when_somebody_is_about_to_go_out(table: Lay) -> None:
    t = table(hands={"A": "a b c d e", "B": "b", "C": "b c d e g"}, piles={"B": "a:2"})
    assert best(t, "A") == "steal a B"


def test_the_bigger_pile_first(table: Lay) -> None:
    t = table(hands={"A": "a b c", "B": "d"}, piles={"B": "a:3", "C": "b:5"})
    assert best(t, "A") == "steal b C"


def test_the_last_card_steals_before_it_builds_before_it_goes_face_down(table: Lay) -> None:
    """Q43."""
    t = table(hands={"A": "a"}, piles={"A": "a:2", "B": "a:2"})
    assert best(t, "A") == "steal a B"
    assert best(table(hands={"A": "a"}, piles={"A": "a:2"}), "A") == "build a"
    assert best(table(hands={"A": "a"}, piles={"B": "b:2"}), "A") == "out"


def test_one_builds_before_going_out(table: Lay) -> None:
    t = table(hands={"A": "a b", "B": "c d e"}, piles={"A": "a:5"})
    assert best(t, "A") == "build a"
    assert best(t.do("A build a"), "A") == "out"


def test_a_card_that_insures_a_pile_is_kept_while_others_may_hold_one(table: Lay) -> None:
    hands = {"A": "a b c d e f", "B": "b c d e f g", "C": "b c d e g h"}
    assert best(table(hands=hands, piles={"A": "a:2"}), "A") == "ready"


def test_an_empty_hand_is_called(table: Lay) -> None:
    t = table(hands={"A": "a", "B": "b c"}, piles={"A": "a:2"}, call="manual").do("A build a")
    assert best(t, "A") == "call"


def test_a_human_dealer_waits_for_the_others(table: Lay) -> None:
    t = table(hands={"A": "a b c"}, dealing="human")
    assert best(t, "A") == "ready"
    assert best(t.all_ready(), "A") == "deal"


@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.parametrize("timing", ["live", "ticks"])
def test_it_beats_any_choice_two_to_one(players: int, timing: str) -> None:
    """Every seat in turn plays by advice against random choice everywhere else."""
    wins, games = 0.0, 400
    for seat in range(players):
        bots = ["random"] * players
        bots[seat] = "quick"
        played = batch(game, games, {"players": players, "timing": timing}, seed=seat)
        played.simulate(bots, seed=seat)
        first = played.places() == 1
        wins += float((first[:, seat] / first.sum(1)).mean()) / players
    assert wins / ((1 - wins) / (players - 1)) > 2


def test_between_rounds_the_chance_goes_by_the_points_ahead() -> None:
    s, out = State(), [0] * 3
    s.n_players, s.stage = 3, FLURRY
    assert not judge(s, out)
    s.stage = SCORING
    s.total[:3] = [30, 20, 5]
    assert judge(s, out)
    assert WIN >= out[0] > WIN // 2 > out[1] > out[2] >= 0
    s.total[:3] = [20, 20, 20]
    assert judge(s, out)
    assert out == [WIN // 2] * 3

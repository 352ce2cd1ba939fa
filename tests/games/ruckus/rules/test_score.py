"""RU-SCORE, RU-WIN and RU-OPT: points, the goal, and how long a game is."""

from __future__ import annotations

import pytest

from rumpus.games.ruckus import game
from rumpus.games.ruckus.words import (
    EXTRA_ROUND,
    LAST_FLURRY,
    PASSED_THE_DEAL,
    ROUND_STARTED,
    SCORED,
    SCORING,
    SHARED_THE_WIN,
    TIED,
    TIME_WAS_UP,
    WON,
)
from rumpus.rulekit.errors import IllegalAction, UnknownOption

from ..table import NAMES, Lay, Table

covers = pytest.mark.covers


def ended(table: Lay, scores: dict[str, int], **more: object) -> Table:
    """A round in which nobody went out and everybody scored this many points."""
    piles = {}
    designs = iter("abcdefghijkl")
    for name, points in scores.items():
        piles[name] = " ".join(
            f"{next(designs)}:{min(points - done, 6)}" for done in range(0, points, 6)
        )
    t: Table = table(stage=LAST_FLURRY, piles=piles, **more)
    return t.do("end")


# --------------------------------------------------------------------------------- scoring
@covers("RU-SCORE-1", "RU-SCORE-2", "RU-SCORE-3", "RU-SCORE-4")
@pytest.mark.parametrize(
    ("piles", "hand", "points"),
    [("", "b c d", 0), ("a:2", "b", 1), ("a:2 b:4", "", 6), ("a:2", "b c", 0), ("a:2", "b c d", 0)],
)
def test_cards_on_the_table_less_cards_in_hand(
    table: Lay, piles: str, hand: str, points: int
) -> None:
    t = table(hands={"A": "l", "B": hand}, piles={"A": "k:3", "B": piles}).do("A out")
    assert t.points == [8, points, 0]
    laid = sum(t["pile"][1])
    assert (1, laid, len(hand.split()), points) in t.told(SCORED)


@covers("RU-SCORE-3")
@pytest.mark.parametrize("name", "ABC")
def test_only_who_goes_out_gets_the_bonus(table: Lay, name: str) -> None:
    t = table(hands={name: "l"}, piles={"A": "a:2", "B": "b:2", "C": "c:2"}).do(f"{name} out")
    assert t.points == [7 if name == other else 2 for other in "ABC"]


@covers("RU-SCORE-4")
def test_below_zero_is_zero_for_the_round_not_for_the_game(table: Lay) -> None:
    t = table(hands={"A": "l", "B": "a b c d"}, totals={"B": 30}).do("A out")
    assert (t.points[1], t.totals[1]) == (0, 30)


@covers("RU-SCORE-5")
def test_the_face_down_card_costs_and_earns_nothing(table: Lay) -> None:
    assert table(hands={"A": "l"}).do("A out").points[0] == 5
    assert table(hands={"A": "l"}, piles={"A": "l:2"}).do("A out").points[0] == 7


@covers("RU-SCORE-6", "RU-WIN-5")
def test_totals_change_between_rounds_only(table: Lay) -> None:
    t = table(hands={"A": "a b c"}, piles={"A": "d:6 e:6", "B": "a:5"}, totals={"A": 74, "B": 3})
    t.do("A steal a B")
    assert (t.totals, t.stage) == ([74, 3, 0], "flurry")
    t = table(hands={"A": "l"}, piles={"A": "d:6"}, totals={"A": 10, "B": 3}).do("A out")
    assert t.totals == [21, 3, 0]
    t.all_ready().do(f"{t.dealer} deal")
    assert t.totals == [21, 3, 0]


# --------------------------------------------------------------------------------- winning
@covers("RU-WIN-1")
@pytest.mark.parametrize(("before", "stage"), [(64, "scoring"), (65, "over"), (70, "over")])
def test_the_goal_is_75(table: Lay, before: int, stage: str) -> None:
    t = ended(table, {"A": 10, "B": 2}, totals={"A": before})
    assert t.stage == stage
    if stage == "over":
        assert t.winners == "A"
        assert t.backend.places(t.s) == [1, 2, 3]
        assert t.backend.scores(t.s) == [before + 10, 2, 0]
        assert t.asked == ""


@covers("RU-WIN-2")
def test_the_highest_total_wins_not_the_first_seat(table: Lay) -> None:
    t = ended(table, {"A": 3, "B": 7}, totals={"A": 75, "B": 74, "C": 74})
    assert (t.totals, t.winners) == ([78, 81, 74], "B")
    assert t.told(WON, SHARED_THE_WIN) == t.told(WON) == [(1, 81, 0, 0)]
    assert t.backend.places(t.s) == [2, 1, 3]


@covers("RU-WIN-3", "RU-TAB-10")
def test_equal_totals_are_played_out_three_times_at_most(table: Lay) -> None:
    for rounds in range(3):
        t = ended(table, {"A": 6, "B": 6}, totals={"A": 75, "B": 75}, extra_rounds=rounds)
        assert (t.stage, t["extra_rounds"]) == ("scoring", rounds + 1)
        assert [numbers[0] for numbers in t.told(TIED)] == [0, 1]
        assert (
            t.told(EXTRA_ROUND, PASSED_THE_DEAL) == t.told(EXTRA_ROUND) == [(rounds + 1, 1, 0, 0)]
        )
        ahead = ended(table, {"A": 6, "B": 7}, totals={"A": 75, "B": 75}, extra_rounds=rounds)
        assert ahead.winners == "B"
    t = ended(table, {"A": 6, "B": 6}, totals={"A": 75, "B": 75, "C": 80}, extra_rounds=3)
    assert t.winners == "AB"
    assert t.backend.places(t.s) == [1, 1, 3]


@covers("RU-WIN-3")
def test_a_third_may_overtake_in_the_extra_round(table: Lay) -> None:
    t = ended(table, {"C": 20}, totals={"A": 80, "B": 80, "C": 70}, extra_rounds=1)
    assert t.winners == "C"


@covers("RU-TAB-10")
def test_or_the_win_is_shared(table: Lay) -> None:
    t = ended(table, {"A": 6, "B": 6}, totals={"A": 75, "B": 75}, tie_break="shared")
    assert t.winners == "AB"
    assert t.log[-1] == "B shares the win with 81 points."


@covers("RU-WIN-4")
@pytest.mark.parametrize(("dealer", "following"), ["AB", "BC", "CA"])
def test_else_the_next_dealer_deals_all_cards(table: Lay, dealer: str, following: str) -> None:
    """The hands of the last round are bigger than those of the next."""
    hands = {"A": "l", "B": "c d e f g h i j", "C": "c d e f g h i j k"}
    t = table(hands=hands, piles={"B": "a:6 b:6"}, dealer=dealer).do("A out")
    assert (t.dealer, t.stage) == (following, "scoring")
    assert t.told(PASSED_THE_DEAL) == [(NAMES.index(following), 0, 0, 0)]
    t.all_ready()
    assert t.asked == following
    t.do(f"{following} deal")
    assert t["round_number"] == 2
    assert t.told(ROUND_STARTED) == [(2, NAMES.index(following), 0, 0)]
    assert t["n_deck"] == 72 - 21
    assert t["deals"] == 0


# --------------------------------------------------------------------------------- length
@covers("RU-OPT-1")
def test_a_stand_alone_round(table: Lay) -> None:
    t = table(hands={"A": "l"}, piles={"A": "a:2", "B": "b:6"}, length="single").do("A out")
    assert (t.points, t.winners) == ([7, 6, 0], "A")
    tied = table(hands={"B": "l"}, piles={"A": "a:4 c:3", "B": "b:2"}, length="single").do("B out")
    assert tied.points[:2] == [7, 7]
    assert tied.winners == "B"
    assert tied.backend.places(tied.s) == [2, 1, 3]
    shared = ended(table, {"A": 6, "B": 6, "C": 5}, length="single")
    assert shared.winners == "AB"


@covers("RU-OPT-2")
@pytest.mark.parametrize("goal", [10, 75, 120, 500])
def test_any_goal(table: Lay, goal: int) -> None:
    assert ended(table, {"A": 6}, totals={"A": goal - 7}, goal=goal).stage == "scoring"
    assert ended(table, {"A": 6}, totals={"A": goal - 6}, goal=goal).winners == "A"


@covers("RU-OPT-2")
@pytest.mark.parametrize(("players", "goal"), [(2, 100), (3, 75), (4, 50), (5, 50)])
def test_the_goal_of_the_other_edition(table: Lay, players: int, goal: int) -> None:
    more = {"players": players, "goal": "by-players"}
    assert ended(table, {"A": 6}, totals={"A": goal - 7}, **more).stage == "scoring"
    assert ended(table, {"A": 6}, totals={"A": goal - 6}, **more).winners == "A"


@covers("RU-OPT-2")
@pytest.mark.parametrize("goal", [5, 12, 505, "many"])
def test_goals_go_from_10_to_500_by_5(goal: object) -> None:
    with pytest.raises(UnknownOption, match="by-players or 10 to 500 in steps of 5"):
        game.settings(3, {"goal": goal})  # type: ignore[dict-item]


@covers("RU-OPT-3")
@pytest.mark.parametrize("rounds", [1, 6, 20])
def test_a_number_of_rounds(table: Lay, rounds: int) -> None:
    more = {"length": "rounds", "rounds": rounds, "totals": {"A": 90, "B": 99}}
    assert ended(table, {"A": 6}, round_number=rounds - 1, **more).stage == "scoring"
    last = ended(table, {"A": 6}, round_number=rounds, **more)
    assert last.winners == "B"
    tied = ended(table, {"A": 12, "B": 3}, round_number=rounds, **more)
    assert (tied.stage, tied["extra_rounds"]) == ("scoring", 1)


@covers("RU-OPT-4", "RU-TAB-9")
def test_a_fixed_time_lets_the_round_be_finished(table: Lay) -> None:
    t = table(hands={"A": "l", "B": "a b"}, piles={"B": "c:5"}, length="time").do("time")
    assert t.stage == "flurry"
    assert t.told(TIME_WAS_UP)
    with pytest.raises(IllegalAction):
        t.do("time")
    t.do("A out")
    assert (t.points[:2], t.winners) == ([5, 3], "A")


@covers("RU-OPT-4", "RU-TAB-9")
def test_or_it_stops_at_once(table: Lay) -> None:
    t = table(hands={"A": "l", "B": "a b"}, piles={"B": "c:5"}, length="time", time_stop="now")
    t.do("time")
    assert (t.points[:2], t.winners, t.among("outs")) == ([0, 3], "B", "")


@covers("RU-OPT-4")
def test_between_two_rounds_the_game_just_ends(table: Lay) -> None:
    t = table(stage=SCORING, totals={"A": 5, "C": 8}, length="time").do("time")
    assert t.winners == "C"
    tied = table(stage=SCORING, totals={"A": 5, "C": 5}, length="time").do("time")
    assert (tied.stage, tied["extra_rounds"]) == ("scoring", 1)
    assert tied.do("deal").stage != "over"


@covers("RU-OPT-5")
def test_one_length_at_a_time(table: Lay) -> None:
    assert ended(table, {"A": 6}, totals={"A": 90}, length="rounds").stage == "scoring"
    assert ended(table, {"A": 6}, totals={"A": 90}, length="time").stage == "scoring"
    assert ended(table, {"A": 6}, round_number=30, length="time").stage == "scoring"
    with pytest.raises(IllegalAction):
        table().do("time")
    with pytest.raises(IllegalAction):
        table(length="rounds").do("time")


@covers("RU-OPT-5")
def test_a_goal_with_an_upper_limit(table: Lay) -> None:
    capped = {"cap": "rounds", "rounds": 3, "totals": {"A": 30, "B": 40}}
    assert ended(table, {"A": 6}, round_number=2, **capped).stage == "scoring"
    assert ended(table, {"A": 6}, round_number=3, **capped).winners == "B"
    assert ended(table, {"B": 35}, round_number=1, **capped).winners == "B"
    t = ended(table, {"A": 6}, cap="time", totals={"C": 7})
    assert t.stage == "scoring"
    assert t.do("time").winners == "C"


@covers("RU-OPT-6")
def test_no_game_lasts_forever(table: Lay) -> None:
    more = {"goal": 500, "totals": {"A": 6}}
    assert ended(table, {"B": 6}, round_number=59, **more).stage == "scoring"
    assert ended(table, {"B": 6}, round_number=60, **more).winners == "AB"
    assert ended(table, {"B": 7}, round_number=60, **more).winners == "B"


@covers("RU-WIN-3", "RU-OPT-4")
def test_time_that_is_up_after_a_tied_round_counts_it_once(table: Lay) -> None:
    t = ended(table, {"A": 6, "B": 6}, totals={"A": 75, "B": 75}, cap="time")
    assert (t.stage, t["extra_rounds"]) == ("scoring", 1)
    t.do("time")
    assert (t.stage, t["extra_rounds"]) == ("scoring", 1)
    assert not t.told(TIED)

"""MA-OPT-*, MA-TIE-*: what a table may be set to."""

from __future__ import annotations

from random import Random

import pytest

from rumpus.games.mantis import game
from rumpus.games.mantis.words import (
    DREW_LOTS,
    EXTRA_GAME_STARTED,
    EXTRA_TURN,
    NEXT_BACK,
    RAN_OUT,
    STARTED,
    TIED,
    WON,
)
from rumpus.rulekit.errors import IllegalAction, UnknownOption
from rumpus.running.batches import batch

from ..table import Lay, Table

covers = pytest.mark.covers


# --------------------------------------------------------------------------------- settings
@covers("MA-OPT-1")
@pytest.mark.parametrize("target", [5, 10, 15, 30])
@pytest.mark.parametrize("players", [2, 4])
def test_the_target_can_be_set(table: Lay, players: int, target: int) -> None:
    for scored, over in ((target - 3, False), (target - 2, True)):
        t = table(players=players, tanks={"A": "R"}, scores={"A": scored}, top="R", target=target)
        t.do("A SCORE")
        assert t.over == over


@covers("MA-OPT-1")
@pytest.mark.parametrize("target", [4, 31, "many"])
def test_the_target_has_limits(deal: Lay, target: object) -> None:
    with pytest.raises(UnknownOption, match=r"target cannot be .*; it can be 5 to 30."):
        deal(3, target=target)


@covers("MA-OPT-1", "MA-WIN-1", "MA-WIN-2")
def test_the_target_by_the_book(deal: Lay) -> None:
    assert [deal(players)["target"] for players in range(2, 7)] == [15, 10, 10, 10, 10]


@covers("MA-OPT-2")
@pytest.mark.parametrize("size", range(1, 9))
@pytest.mark.parametrize("players", [2, 6])
def test_the_tanks_begin_with_so_many_cards(deal: Lay, players: int, size: int) -> None:
    t = deal(players, tank_size=size)
    assert [len(tank) for tank in t.tanks().values()] == [size] * players
    assert t.pile == 105 - size * players


@covers("MA-OPT-2")
@pytest.mark.parametrize("size", [0, 9])
def test_the_tanks_have_limits(deal: Lay, size: int) -> None:
    with pytest.raises(UnknownOption, match=r"tank_size cannot be .*; it can be 1 to 8."):
        deal(3, tank_size=size)


@covers("MA-OPT-3", "MA-2P-7")
@pytest.mark.parametrize(
    ("setting", "players", "again"),
    [
        ("two-players", 2, True),
        ("two-players", 3, False),
        ("always", 2, True),
        ("always", 3, True),
        ("always", 6, True),
        ("never", 2, False),
        ("never", 4, False),
    ],
)
def test_when_a_steal_gives_an_extra_turn(
    table: Lay, setting: str, players: int, again: bool
) -> None:
    t = table(players=players, tanks={"B": "R"}, top="R", extra_turn=setting)
    t.do("A STEAL B")
    assert t.turn == ("A" if again else "B")
    assert (EXTRA_TURN in t.kinds) == again


@covers("MA-OPT-4", "MA-2P-5")
def test_an_optional_extra_turn_may_be_left(table: Lay) -> None:
    t = table(players=2, tanks={"B": "R"}, top="R", optional_extra="on")
    assert "STOP" not in t.choices
    t.do("A STEAL B")
    assert t.choices == ["SCORE", "STEAL B", "STOP"]
    before = t.copy()
    t.do("A STOP")
    assert t.turn == "B"
    assert t.log == ["A stops here.", "It is B's turn."]
    assert (t.tanks(), t.scores(), t.pile, t.back) == (
        before.tanks(), before.scores(), before.pile, before.back,
    )  # fmt: skip
    assert t.choices == ["SCORE", "STEAL A"]


@covers("MA-OPT-4")
def test_an_ordinary_turn_may_not_be_left(table: Lay) -> None:
    t = table(players=2, tanks={"B": "R"}, top="G", optional_extra="on")
    with pytest.raises(IllegalAction):
        t.do("A STOP")
    t.do("A STEAL B")
    with pytest.raises(IllegalAction):
        t.do("B STOP")


@covers("MA-OPT-4")
def test_an_optional_extra_turn_needs_extra_turns(deal: Lay) -> None:
    with pytest.raises(UnknownOption, match="optional_extra needs extra_turn to be two-players"):
        deal(2, extra_turn="never", optional_extra="on")


@covers("MA-OPT-7")
def test_the_clock_is_the_tables_own(deal: Lay) -> None:
    (timer,) = (option for option in game.options if option.key == "turn_timer")
    assert timer.scope == "table"
    assert timer.default_for(4) == 30
    assert [timer.read(setting) for setting in ("off", 10, "300")] == [0, 10, 300]
    for wrong in (9, 301, "long"):
        with pytest.raises(UnknownOption, match="it can be off or 10 to 300"):
            deal(3, turn_timer=wrong)
    assert deal(3, turn_timer=60).bytes == deal(3).bytes, "the rules know nothing of it"


# --------------------------------------------------------------------------------- ties
EQUAL = {"A": "R" * 13 + "O" * 12, "B": "Y" * 13 + "G" * 13, "C": "B" * 15, "D": "P" * 15 + "K" * 4}
"""Tanks in which A lacks one card to be equal with B."""
SCORES = {"A": 6, "B": 6, "C": 4, "D": 3}


def tied(table: Lay, **more: str | bool) -> Table:
    """A takes the last card and is equal with B."""
    t = table(players=4, tanks=EQUAL, scores=SCORES, top="K BPK", pile=1, **more)
    t.do("A SCORE")
    return t


@covers("MA-OPT-6", "MA-EXH-5")
def test_by_the_book_a_win_is_shared(table: Lay) -> None:
    t = tied(table)
    assert t.winners == "AB"
    assert t.places == [1, 1, 3, 4]


@covers("MA-OPT-6", "MA-TIE-1")
def test_lots_decide(table: Lay) -> None:
    t = tied(table, final_tie="lots")
    assert t.winners in ("A", "B")
    assert t.places in ([1, 2, 3, 4], [2, 1, 3, 4])
    assert t.points == [6, 6, 4, 3]
    assert t.kinds[-5:] == [RAN_OUT, TIED, TIED, DREW_LOTS, WON]
    assert t.log[-5:] == [
        "The Draw Pile has run out.",
        "A is tied for the win.",
        "B is tied for the win.",
        f"They draw lots, and {t.winners} is the lucky one.",
        f"{t.winners} wins with 6 cards.",
    ]


@covers("MA-TIE-1")
def test_lots_are_fair(table: Lay) -> None:
    tanks = {"A": "R" * 15 + "O" * 15 + "Y" * 4, "B": "G" * 15 + "B" * 15 + "Y" * 5}
    wins = dict.fromkeys("ABC", 0)
    for seed in range(300):
        t = table(tanks=tanks, top="K", rest="C", final_tie="lots", seed=seed)
        t.do("A SCORE")
        wins[t.winners] += 1
        assert sorted(t.places) == [1, 2, 2]
    assert all(70 < n < 130 for n in wins.values())


@covers("MA-TIE-1")
def test_lots_are_drawn_only_for_the_win(table: Lay) -> None:
    t = table(
        players=3,
        tanks={"A": "R" * 10, "B": "O" * 11},
        scores={"A": 4, "B": 4, "C": 5},
        top="K",
        rest="C",
        final_tie="lots",
    )
    t.do("A SCORE")
    assert t.places == [2, 2, 1]
    assert DREW_LOTS not in t.kinds


@covers("MA-OPT-6", "MA-TIE-2", "MA-TIE-3")
def test_the_tied_players_play_another_game(table: Lay) -> None:
    t = tied(table, final_tie="extra-game")
    assert not t.over
    assert {name: len(tank) for name, tank in t.tanks().items()} == {"A": 4, "B": 4, "C": 0, "D": 0}
    assert t.scores() == [0, 0, 0, 0]
    assert t.pile == 97 and t.back
    assert t.turn == "B"
    assert t.choices == ["SCORE", "STEAL A"]
    told = t.kinds.index(RAN_OUT)
    assert t.kinds[told : told + 5] == [RAN_OUT, TIED, TIED, EXTRA_GAME_STARTED, STARTED]
    assert t.kinds[-1] == NEXT_BACK
    assert t.log[told + 1 : told + 5] == [
        "A is tied for the win.",
        "B is tied for the win.",
        "They play another game for it.",
        "B starts.",
    ]


@covers("MA-TIE-3", "MA-TIE-6")
@pytest.mark.parametrize("seed", range(6))
def test_the_others_keep_their_places(table: Lay, seed: int) -> None:
    t = tied(table, final_tie="extra-game")
    chance, asked = Random(seed), set()
    while not t.over:
        asked.add(t.turn)
        assert not {"STEAL C", "STEAL D"} & set(t.choices)
        t.do(f"{t.turn} {chance.choice(t.choices)}")
    assert asked == {"A", "B"}
    assert sorted(t.places[:2]) == [1, 2]
    assert t.places[2:] == [3, 4]
    assert t.points[2:] == [4, 3]
    assert t.points[:2] == [6 + t.scored("A"), 6 + t.scored("B")]
    assert t.log[-1] == f"{t.winners} wins with {t.scored(t.winners)} cards."


@covers("MA-TIE-4")
@pytest.mark.parametrize(
    ("action", "starts"),
    [("A SCORE", "B"), ("B STEAL A", "A"), ("C STEAL A", "A"), ("D STEAL A", "A")],
)
def test_who_starts_the_extra_game(table: Lay, action: str, starts: str) -> None:
    t = table(
        players=4, tanks=EQUAL, scores=SCORES, top="K BPK", pile=1, turn=action[0],
        final_tie="extra-game",
    )  # fmt: skip
    t.do(action)
    assert EXTRA_GAME_STARTED in t.kinds
    assert t.turn == starts
    assert f"{starts} starts." in t.log


@covers("MA-TIE-4")
def test_turns_of_the_extra_game_go_clockwise_past_the_others(table: Lay) -> None:
    t = three_tied(table)
    order = ""
    for _ in range(6):
        order += t.turn
        t.do(f"{t.turn} SCORE")
    assert order == "CEACEA"


def three_tied(table: Lay) -> Table:
    """A, C and E of five are tied, A having taken the last card."""
    t = table(
        players=5,
        tanks={"A": "R" * 14, "C": "O" * 15, "E": "Y" * 15, "D": "G"},
        scores={"A": 5, "B": 3, "C": 5, "D": 4, "E": 5},
        top="K BPK",
        rest="B",
        final_tie="extra-game",
    )
    t.do("A SCORE")
    return t


@covers("MA-TIE-5")
def test_the_extra_game_keeps_the_rules_of_the_table(table: Lay) -> None:
    t = tied(table, final_tie="extra-game", tank_size="6")
    assert [len(tank) for tank in t.tanks().values()] == [6, 6, 0, 0]
    assert t["target"] == 10
    t.lay_again(tanks={"B": "R"}, top="R", turn="A")
    t.do("A STEAL B")
    assert t.turn == "B", "two play on, but four began: no extra turn"
    t = tied(table, final_tie="extra-game", extra_turn="always")
    t.lay_again(tanks={"B": "R"}, top="R", turn="A")
    t.do("A STEAL B")
    assert t.turn == "A"


@covers("MA-TIE-5")
def test_an_extra_turn_does_not_last_into_the_extra_game(table: Lay) -> None:
    t = tied(table, final_tie="extra-game", extra_turn="always", optional_extra="on", again=True)
    assert t.choices == ["SCORE", "STEAL A"]


@covers("MA-TIE-6")
def test_a_tied_extra_game_is_followed_by_another(table: Lay) -> None:
    t = three_tied(table)
    assert t.turn == "C"
    t.lay_again(
        tanks={"A": "R" * 15, "C": "O" * 14}, scores={"A": 9, "C": 9, "E": 8}, top="K BPK",
        rest="E", turn="C",
    )  # fmt: skip
    t.do("C SCORE")
    assert EXTRA_GAME_STARTED in t.kinds
    assert t.turn == "A"
    assert t.choices == ["SCORE", "STEAL C"]
    t.lay_again(tanks={"A": "G", "C": "RRR"}, scores={"A": 9, "C": 7}, top="R", turn="C")
    t.do("C SCORE")
    assert t.winners == "C"
    assert t.places == [2, 5, 1, 4, 3]
    assert t.points == [5 + 9 + 9, 3, 5 + 9 + 11, 4, 5 + 8]
    assert t.log[-1] == "C wins with 11 cards."


@covers("MA-TIE-6", "MA-TIE-3")
def test_extra_games_leave_one_winner_and_points_that_fit() -> None:
    games = batch(game, 20_000, {"players": 6, "target": 30, "final_tie": "extra-game"}, seed=1)
    games.simulate("random", seed=1)
    assert games.over.all()
    places, points = games.places(), games.scores()
    assert (games["contenders"] != 0b111111).sum() > 50
    assert ((places == 1).sum(axis=1) == 1).all()
    ahead = (places[:, :, None] < places[:, None, :]).sum(axis=1) + 1
    assert (ahead == places).all()
    better = places[:, :, None] < places[:, None, :]
    fewer = points[:, :, None] < points[:, None, :]
    assert not (better & fewer).any()

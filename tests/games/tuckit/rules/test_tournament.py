"""TI-TOURN-*: gears, second place, and what a series of games needs from a game."""

from __future__ import annotations

import pytest

from rumpus.games.tuckit import game
from rumpus.games.tuckit.cards import GEARS, LETTERS
from rumpus.rulekit import NONE
from rumpus.rulekit.errors import UnknownOption

from ..table import Lay, Table

covers = pytest.mark.covers


def ended(table: Lay, *stacks: list[str], hand: str = "", **more: object) -> Table:
    """P1 wins at once; the others have these Stacks."""
    lying = {f"P{number}": stack for number, stack in enumerate(stacks, 2)}
    hands = {"P1": "", **dict.fromkeys(lying, hand)}
    t = table(len(lying) + 1, phase=2, hand=hands, stacks={"P1": ["8^", "", ""], **lying}, **more)
    t.do("P1 stack 1")
    assert t.winner == "P1"
    return t


@covers("TI-TOURN-2", "TI-TOURN-3", "TI-TOURN-5")
def test_gears_of_face_down_stack_cards(table: Lay) -> None:
    t = ended(table, ["2^ Kv Kv", "A^", ""], ["4v 6v", "10^ 10v", "Jv"], hand="2")
    assert t.gears == [0, 3 + 3, 1 + 1 + 5 + 4]
    assert t.log[-3:] == ["P1 has 0 gears.", "P2 has 6 gears.", "P3 has 11 gears."]


@covers("TI-TOURN-3")
def test_gears_that_nobody_knows_are_not_counted(table: Lay) -> None:
    """Before the end a player knows her own gears only."""
    stacks = {"P1": ["8^ 6v", "", ""], "P2": ["K^ 2v", "", "10v"]}
    t = table(2, phase=2, stacks=stacks)
    for viewer, gears in ((0, [1, 0]), (1, [0, 10]), (NONE, [0, 0])):
        assert t.backend.scores(t.backend.redacted(t.s, viewer)) == gears


@covers("TI-TOURN-3")
def test_covered_face_up_cards_do_not_count(table: Lay) -> None:
    """EC-203."""
    assert ended(table, ["4v 2^ 6v", "", ""]).gears == [0, 2]


@covers("TI-TOURN-4")
def test_every_gear_is_one_point(table: Lay) -> None:
    for letters in ("2", "3", "4", "10", "DQ", "A"):
        t = ended(table, [f"{letters}v", "", ""])
        assert t.gears == [0, GEARS[0][LETTERS.index(letters)]]


@covers("TI-TOURN-2")
def test_the_face_down_cards_are_revealed_at_the_end(table: Lay) -> None:
    t = ended(table, ["2^ Kv Kv", "A^", ""], hand="2")
    assert "Face down in Stack 1 of P2 lay the K." in t.log
    for viewer in ("", "P1", "P2"):
        assert t.faces(viewer, "Stack 1", "P2") == "2 K K"
    assert t.faces("P1", "Hand", "P2") == "?"  # hands stay hidden


@covers("TI-TOURN-6", "TI-TOURN-9", "TI-OPT-30")
def test_second_place_by_the_fewest_gears(table: Lay) -> None:
    stacks = (["10v", "", ""], ["Kv", "", ""], ["4v", "4v 4v", ""], ["4v 4v", "", ""])
    assert ended(table, *stacks).places == [1, 2, 2, 2, 2]
    t = ended(table, *stacks, second_place="gears")
    assert t.gears == [0, 5, 3, 3, 2]
    assert t.places == [1, 5, 3, 3, 2]  # equal gears, equal place


@covers("TI-TOURN-1", "TI-OPT-31", "TI-OPT-32")
def test_a_tournament_is_agreed_beforehand() -> None:
    def target(**settings: int | bool) -> int:
        return game.settings(3, settings)["tournament_target"]

    assert target(tournament=True) == 20
    assert target(tournament=True, tournament_target=40) == 40
    for gears in (5, 33, 500):
        assert target(tournament=True, tournament_target=gears) == gears
    with pytest.raises(UnknownOption, match="tournament_target needs tournament to be on"):
        target(tournament_target=40)
    for gears in (4, 501):
        with pytest.raises(UnknownOption, match=f"tournament_target cannot be '{gears}'"):
            target(tournament=True, tournament_target=gears)


def settled(totals: list[int], playing: str = "012", **settings: str) -> tuple[str, str]:
    """Who plays the next game of a tournament to 20, and who has won."""
    values = game.settings(3, {"tournament": True, **settings})
    last = [total if str(n) in playing else None for n, total in enumerate(totals)]
    before = [0 if n else total for n, total in zip(last, totals, strict=True)]
    standings = game.series(3, [before, last], values)
    assert standings and standings.totals == tuple(totals) and standings.target == 20
    return "".join(map(str, standings.playing)), "".join(map(str, standings.winners))


@covers("TI-TOURN-1")
def test_only_a_tournament_is_a_series() -> None:
    assert game.series(3, [[0, 4, 9]], game.settings(3, {})) is None
    values = game.settings(3, {"tournament": True, "tournament_target": 40})
    assert game.series(3, [], values) == ((0, 0, 0), 40, (0, 1, 2), ())
    assert game.series(3, [[0, 12, 9], [8, 0, 13]], values) == ((8, 12, 22), 40, (0, 1, 2), ())


@covers("TI-TOURN-7", "TI-OPT-33")
def test_a_tournament_ends_when_somebody_reaches_the_target() -> None:
    assert settled([0, 0, 19]) == ("012", "")
    assert settled([4, 0, 20]) == ("", "1")  # EC-200: reaching is enough
    assert settled([4, 0, 27]) == ("", "1")


@covers("TI-TOURN-6", "TI-TOURN-8", "TI-OPT-34")
def test_the_lowest_total_wins() -> None:
    assert settled([12, 25, 7]) == ("", "2")
    assert settled([7, 25, 7]) == ("", "02")  # shared
    assert settled([7, 25, 7], tournament_tie="extra-game") == ("02", "")
    assert settled([9, 25, 7], "02", tournament_tie="extra-game") == ("", "2")
    assert settled([27, 25, 26], "02", tournament_tie="extra-game") == ("", "2")  # of the tied


@covers("TI-OPT-33")
def test_or_the_last_one_below_the_target_wins() -> None:
    """EC-199."""
    knock_out = {"tournament_end": "elimination"}
    assert settled([0, 19, 20], **knock_out) == ("01", "")
    assert settled([3, 22, 20], "01", **knock_out) == ("", "0")
    assert settled([21, 22, 30], "01", **knock_out) == ("", "0")
    assert settled([21, 21, 30], "01", **knock_out) == ("", "01")
    assert settled([21, 21, 30], "01", **knock_out, tournament_tie="extra-game") == ("01", "")


@covers("TI-OPT-31", "TI-OPT-32", "TI-OPT-33", "TI-OPT-34", "TI-OPT-35", "TI-OPT-7")
def test_what_is_for_the_table_is_no_field_of_the_state() -> None:
    tables = {option.key for option in game.options if option.scope == "table"}
    assert tables == {
        "tournament", "tournament_target", "tournament_end", "tournament_tie", "turn_timer",
        "allow_zero_draw_start",
    }  # fmt: skip
    assert not tables & game.fields(3, {}).keys()
    timer = next(option for option in game.options if option.key == "turn_timer")
    assert timer.unit == "seconds" and timer.read("off") == 0 and timer.default == 60
    assert [timer.read(seconds) for seconds in (10, 300)] == [10, 300]
    for seconds in (9, 301):
        with pytest.raises(UnknownOption, match="it can be off or 10 to 300"):
            timer.read(seconds)


@covers("TI-TOURN-10")
def test_every_game_has_a_full_new_setup(deal: Lay) -> None:
    for seed in (1, 2):
        t = deal(3, seed=seed, tournament=True)
        assert t.stage == "building Stacks" and sum(t.cards.values()) == 54
        assert t.gears == [0, 0, 0]

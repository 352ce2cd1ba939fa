"""Who meets whom, in which seats, and what is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from rumpus.lab.bots import logic_of
from rumpus.lab.plan import (
    LadderMatch,
    LadderPair,
    LadderPlan,
    every_pair,
    make_plan,
    read_pairs,
    schedule,
)

from .conftest import BOTS

Make = Callable[..., LadderPlan]


def test_two_players_meet_once_with_either_in_the_first_seat(plan: Make) -> None:
    made = plan("easy,random,Sound")
    matches = list(schedule(made, every_pair(made), 4))
    assert len(matches) == 3 * 4
    assert {made.seats_of(match)[0] for match in matches} == {"easy", "random", "Sound"}
    assert Counter(match[1:] for match in matches).most_common()[-1][1] == 2
    assert {match.deal for match in matches} == {0, 1}


def test_more_players_each_is_alone_among_the_others_in_every_seat(plan: Make) -> None:
    made = plan(players=4)
    matches = list(schedule(made, every_pair(made), 8))
    assert len(matches) == 2 * 8
    for lone in ("easy", "random"):
        seats = [tuple(made.seats_of(match)) for match in matches if match.lone == lone]
        assert all(row.count(lone) == 1 for row in seats)
        assert set(Counter(seats).values()) == {2} and len(set(seats)) == 4


def test_every_pair_gets_the_same_deals(plan: Make) -> None:
    made = plan("easy,random,Sound", players=3)
    matches = list(schedule(made, every_pair(made), 6))
    deals = {pair: [m.deal for m in matches if m[1:3] == pair] for pair in every_pair(made)}
    assert len(deals) == 6
    assert all(found == [0, 0, 0, 1, 1, 1] for found in deals.values())


def test_the_last_deal_is_played_from_every_seat(plan: Make) -> None:
    made = plan(players=3)
    assert len(list(schedule(made, [LadderPair("easy", "random")], 4))) == 6


def test_more_games_begin_with_the_same_games(plan: Make) -> None:
    made = plan()
    few, many = (list(schedule(made, every_pair(made), games)) for games in (4, 10))
    assert many[: len(few)] == few


def test_only_some_pairs(plan: Make) -> None:
    four = plan("easy,random,Sound", players=4)
    assert read_pairs(four, "Sound:easy, easy:Sound") == [
        LadderPair("Sound", "easy"),
        LadderPair("easy", "Sound"),
    ]
    two = plan("easy,random,Sound")
    assert read_pairs(two, "Sound:easy,easy:Sound") == [LadderPair("easy", "Sound")]


def test_settings_by_the_book_are_left_out() -> None:
    by_words = make_plan("mantis", 2, ["target=15", "extra_turn=always"], 0, None)
    assert by_words.settings == (("extra_turn", "always"),)
    assert by_words == make_plan("mantis", 2, ["extra_turn=1"], 0, None)


def test_a_seat_is_the_lone_ones(plan: Make) -> None:
    assert plan(players=3).seats_of(LadderMatch(0, "easy", "random", 1)) == [
        "random",
        "easy",
        "random",
    ]


@pytest.mark.parametrize(
    ("bots", "sentence"),
    [
        ("easy", "A ladder needs at least two bots; separate their names with commas."),
        ("easy,easy", "Two bots are called 'easy'; every bot needs its own name."),
        ("easy,deep", "There is no level 'deep'; choose "),
        ("easy,", "There is no level ''; choose "),
        ("easy,nowhere.py:MyBot", "The file 'nowhere.py' cannot be read."),
        ("easy,my_bot.py", "'my_bot.py' is not a bot; write FILE.py:CLASS."),
        (f"easy,{BOTS}:Nobody", "There is no class Nobody in bots.py."),
        (f"easy,{BOTS}:sys", "There is no class sys in bots.py."),
        (f"easy,{BOTS}:Mute", "bots.py:Mute has no method choose(view)."),
        (f"easy,{BOTS}:Needy", "bots.py:Needy could not be created: TypeError: "),
    ],
)
def test_a_bot_that_cannot_be_had(bots: str, sentence: str) -> None:
    with pytest.raises(ValueError) as refused:
        make_plan("mantis", 2, [], 0, bots)
    assert sentence in str(refused.value)


def test_a_file_that_cannot_be_loaded(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text("import nothing_of_that_name\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"broken.py could not be loaded: ModuleNotFoundError: "):
        make_plan("mantis", 2, [], 0, f"easy,{file}:MyBot")


@pytest.mark.parametrize(
    ("pairs", "sentence"),
    [
        ("easy:hero", "'hero' is not in this ladder; choose easy or random."),
        ("easy", "'' is not in this ladder; choose easy or random."),
        ("easy:easy", "easy cannot be paired with itself."),
    ],
)
def test_a_pair_that_cannot_meet(plan: Make, pairs: str, sentence: str) -> None:
    with pytest.raises(ValueError) as refused:
        read_pairs(plan(), pairs)
    assert str(refused.value) == sentence


def test_the_digest_of_a_function_is_that_of_its_logic() -> None:
    def told(number: int) -> int:
        """Somebody may rewrite this."""
        return number + 1  # and this

    def silent(number):  # type: ignore[no-untyped-def]
        return number + 1

    def other(number: int) -> int:
        return number + 2

    bodies = [logic_of(function).partition("\n")[2] for function in (told, silent, other)]
    assert bodies[0] == bodies[1] != bodies[2]

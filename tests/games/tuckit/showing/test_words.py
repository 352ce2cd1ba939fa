"""Words: every action and event in a sentence, notations that read back."""

from __future__ import annotations

from random import Random

import pytest

from rumpus.games.tuckit import game
from rumpus.games.tuckit.words import ACTIONS, OVER, SHOWN_HAND, SHOWN_STACK
from rumpus.rulekit.errors import IllegalAction, InvalidNotation
from tests.games.back_ends import back_end

from ..table import Lay


def test_sixty_four_actions() -> None:
    """Section 6.2: the numbers of the table."""
    assert ACTIONS == 64
    for number, notation in {
        0: "2", 11: "DQ", 14: "2h", 21: "95", 22: "DI", 34: "SK", 35: "stack 1", 37: "stack 3",
        38: "flip 1 stack 1", 41: "flip 2 stack 1", 55: "flip 6 stack 3", 56: "done",
        57: "decline", 58: "roll", 59: "pair", 60: "take", 61: "turn up 1", 63: "turn up 3",
    }.items():  # fmt: skip
        assert game.words.notation(number, 0, 6) == notation
        assert game.words.parse(notation, 0, 6) == number


@pytest.mark.parametrize("players", range(2, 7))
def test_notations_read_back(players: int) -> None:
    for seat in range(players):
        for action in game.words.every_action(players):
            text = game.words.notation(action, seat, players)
            assert game.words.parse(text.upper(), seat, players) == action
    flips = 3 * players
    assert len(list(game.words.every_action(players))) == 64 - 18 + flips


def test_a_wrong_notation_says_what_can_be_written() -> None:
    with pytest.raises(InvalidNotation, match="'fly' is not an action; write card, stack stack"):
        game.words.parse("fly", 0, 3)


def test_sentences() -> None:
    names = ["Ann", "Bob", "Cy"]
    say = game.words.say_action
    assert say(14, 0, names) == "Choose the 2½"
    assert say(38, 1, names) == "Flip Stack 1 of Bob"
    assert say(41, 1, names) == "Flip Stack 1 of Cy"
    assert say(59, 0, names) == "Pair them for me"


def test_where_an_action_can_be_pointed_at() -> None:
    assert game.words.place(5, 2, 4) == (SHOWN_HAND, 2)
    assert game.words.place(36, 2, 4) == (SHOWN_STACK + 1, 2)
    assert game.words.place(38 + 3 * 3 + 2, 2, 4) == (SHOWN_STACK + 2, 1)


def test_an_illegal_action_is_answered_with_what_is_allowed(table: Lay) -> None:
    t = table(pile="8", hand={"P1": "4 6 K"})
    with pytest.raises(IllegalAction, match="'4' is not allowed now; allowed: K, decline"):
        t.do("P1 4")


def test_every_stage_and_event_has_words() -> None:
    assert len(game.words.stages) == OVER + 1
    assert game.words.events == list(range(len(game.words.events)))


def test_the_guide_has_a_cheat_sheet() -> None:
    guide = (game.folder / "guide.md").read_text(encoding="utf-8")
    _, sheet = guide.split("## Cheat sheet")
    for card in ("2", "3", "5", "7", "9", "10", "J", "Dark Q", "A", "9/5", "Dice card", "Skip"):
        assert f"| **{card}** |" in sheet


def test_a_game_in_words() -> None:
    """Everything that is told is a sentence."""
    rules, chance = back_end("tuckit", "native"), Random(4)
    s, events = rules.deal(3, {"leaves": True, "balls": True}, chance.randbytes(32))
    said = 0
    while not rules.is_over(s) and said < 3000:
        for event in events:
            line = game.words.say_event(event.kind, event.numbers, ["Ann", "Bob", "Cy"])
            assert line[0].isupper() and line[-1] in ".!" and "{" not in line
            said += 1
        seat = rules.asks(s)[0]
        events = rules.apply(s, seat, chance.choice(rules.legal(s, seat)))
    assert said > 300

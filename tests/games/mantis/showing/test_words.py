"""The words: every action and event has some, and they read well."""

from __future__ import annotations

import re

import pytest

from rumpus.games.mantis import game
from rumpus.games.mantis.cards import COLOUR_NAMES, COLOURS
from rumpus.games.mantis.words import (
    ACTIONS,
    DEALT,
    DRAW_PILE,
    DREW_LOTS,
    EXTRA_GAME_STARTED,
    EXTRA_TURN,
    NEXT_BACK,
    NEXT_TURN,
    RAN_OUT,
    REVEALED,
    SCORE,
    SCORE_PILE,
    SCORED,
    SHARED_WIN,
    STARTED,
    STAYED,
    STOLE,
    STOP,
    STOPPED,
    TANK,
    TIED,
    TRIED_TO_SCORE,
    TRIED_TO_STEAL,
    UNSEEN,
    WON,
)
from rumpus.rulekit.errors import InvalidNotation

from ..table import Lay

WORDS = game.words
PEOPLE = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")


@pytest.mark.parametrize("players", range(2, 7))
def test_every_action_has_a_notation_that_reads_back(players: int) -> None:
    every = list(WORDS.every_action(players))
    assert every == [SCORE, *range(1, players), STOP]
    for seat in range(players):
        texts = [WORDS.notation(action, seat, players) for action in every]
        assert len(set(texts)) == len(texts)
        assert [WORDS.parse(text, seat, players) for text in texts] == every
        assert [WORDS.parse(f"  {text.upper()} ", seat, players) for text in texts] == every


def test_the_notation_names_the_seat() -> None:
    assert [WORDS.notation(action, 2, 4) for action in range(4)] == [
        "score", "steal 4", "steal 1", "steal 2",
    ]  # fmt: skip
    assert WORDS.notation(STOP, 2, 4) == "stop"


@pytest.mark.parametrize("text", ["steal 3", "steal 5", "steal", "steal 0", "pass", "", "score 1"])
def test_other_texts_get_a_sentence(text: str) -> None:
    with pytest.raises(
        InvalidNotation, match="is not an action; write score, steal target or stop"
    ):
        WORDS.parse(text, 2, 4)


def test_every_action_has_a_sentence() -> None:
    sentences = [WORDS.say_action(action, 1, PEOPLE) for action in range(ACTIONS)]
    assert sentences == [
        "Try to score",
        "Try to steal from Cleo",
        "Try to steal from Dan",
        "Try to steal from Eve",
        "Try to steal from Finn",
        "Try to steal from Ann",
        "Stop here",
    ]


ANN, BEN, RED, ORANGE = 0, 1, 0, 1
SENTENCES = {
    (STARTED, ANN): "Ann starts.",
    (DEALT, ANN, ORANGE, COLOURS): "Ann is dealt one orange card.",
    (TRIED_TO_SCORE, BEN): "Ben tries to score.",
    (TRIED_TO_STEAL, BEN, ANN): "Ben tries to steal from Ann.",
    (REVEALED, ANN, ORANGE, COLOURS): "The card turns up orange in Ann's Tank.",
    (STAYED, BEN, ORANGE): "No match: the orange card stays with Ben.",
    (SCORED, ANN, RED, 2): "Ann scores 2 red cards.",
    (STOLE, ANN, BEN, ORANGE, 3): "Ann steals 3 orange cards from Ben.",
    (NEXT_BACK, COLOURS): "The next card shows red-orange-yellow.",
    (EXTRA_TURN, ANN): "Ann goes again.",
    (NEXT_TURN, BEN): "It is Ben's turn.",
    (STOPPED, ANN): "Ann stops here.",
    (RAN_OUT,): "The Draw Pile has run out.",
    (TIED, BEN): "Ben is tied for the win.",
    (DREW_LOTS, BEN): "They draw lots, and Ben is the lucky one.",
    (EXTRA_GAME_STARTED,): "They play another game for it.",
    (WON, ANN, 1): "Ann wins with 1 card.",
    (SHARED_WIN, BEN, 6): "Ben shares the win with 6 cards.",
}


@pytest.mark.parametrize(("event", "sentence"), SENTENCES.items())
def test_every_event_has_a_sentence(event: tuple[int, ...], sentence: str) -> None:
    assert WORDS.say_event(event[0], event[1:], PEOPLE) == sentence


def test_no_event_is_without_a_sentence() -> None:
    assert [event[0] for event in SENTENCES] == WORDS.events
    assert len(SENTENCES) == SHARED_WIN + 1


@pytest.mark.parametrize("colour", range(COLOURS))
def test_articles_fit_every_colour(colour: int) -> None:
    for kind, *numbers in SENTENCES:
        names = list(WORDS.events[kind].numbers)
        if "front" in names:
            numbers[names.index("front")] = colour
            said = WORDS.say_event(kind, numbers, PEOPLE)
            assert COLOUR_NAMES[colour] in said
            assert not re.search(r"\b(a [aeiou]|an [^aeiou])", said.lower())


def test_zones_and_facts_are_named_in_their_order() -> None:
    named = dict(enumerate(WORDS.zone_words))
    assert named == {
        DRAW_PILE: "Draw Pile",
        TANK: "Tank",
        SCORE_PILE: "Score Pile",
        UNSEEN: "Not seen yet",
    }
    assert len(WORDS.facts) == 6


def test_a_turn_reads_well(table: Lay) -> None:
    t = table(players=2, tanks={"B": "OO"}, top="O")
    t.do("A STEAL B")
    t.lay_on_top("K BPK")
    assert t.log[:3] == [
        "A tries to steal from B.",
        "The card turns up orange in B's Tank.",
        "A steals 3 orange cards from B.",
    ]
    assert re.fullmatch(r"The next card shows (\w+)-(\w+)-(\w+)\.", t.log[3])
    assert t.log[4] == "A goes again."


def test_options_have_words_and_ids() -> None:
    for option in game.options:
        assert option.title and option.help.endswith(".")
        assert option.allowed()


def test_the_guide_has_every_part_and_a_cheat_sheet_of_six_lines() -> None:
    guide = (game.folder / "guide.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (.+)$", guide, re.MULTILINE)
    for part in ("The goal", "Your turn", "Score", "Steal", "The end", "Two players"):
        assert part in headings
    sheet = guide.partition("## Cheat sheet\n")[2].split("\n")
    assert [line[:2] for line in sheet if line] == ["1.", "2.", "3.", "4.", "5.", "6."]


def test_the_guide_says_the_numbers_of_the_rules() -> None:
    guide = (game.folder / "guide.md").read_text(encoding="utf-8")
    for option in game.options:
        if option.key == "target":
            assert f"**{option.default_for(3)} cards**" in guide
            assert f"**{option.default_for(2)}**" in guide
        if option.key == "tank_size":
            assert f"begin with {option.default_for(3)} cards" in guide

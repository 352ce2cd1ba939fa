"""Words: every action has a notation that reads back, every event a sentence."""

from __future__ import annotations

import pytest

from rumpus.rulekit import NONE, InvalidNotation
from rumpus.rulekit.words import (
    FACE,
    NUMBER,
    SEAT,
    Kind,
    Words,
    action,
    clockwise,
    event,
    named,
    shown,
)

WORDS = Words(
    actions=(
        action(0, "pass", "Pass"),
        action(1, "steal {target}", "Steal from {target}",
               target=clockwise(3), zone=2, owner="target"),
        action(4, "play {suit} {n}", "Play {n:card} of {suit}",
               suit=named("red", "dark blue"), n=Kind("number", 3, 1), zone=1, owner="self"),
        action(10, "show {face}", "Show {face}", face=Kind("face", 2)),
        action(12, "give {seat}", "Give to {seat}", seat=Kind("seat", 4)),
    ),
    events=(
        event(0, "{seat} takes {n:card}.", seat=SEAT, n=NUMBER),
        event(1, "{seat} shows {face}.", seat=SEAT, face=shown(FACE)),
        event(2, "It is over."),
    ),
    faces=("ace", "black king"),
    letters=("A", "K"),
    zones=("Deck", "Hand", "Tank"),
    facts=(),
)  # fmt: skip
NAMES = ("Ann", "Bo", "Cy", "Di")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_notation_reads_back(players: int) -> None:
    for seat in range(players):
        texts = {}
        for number in WORDS.every_action(players):
            text = WORDS.notation(number, seat, players)
            assert WORDS.parse(text, seat, players) == number
            texts[text] = number
        assert len(texts) == len(list(WORDS.every_action(players)))


def test_notation_names_seats_by_their_number_from_one() -> None:
    assert [WORDS.notation(number, 1, 4) for number in (1, 2, 3)] == [
        "steal 3",
        "steal 4",
        "steal 1",
    ]
    assert WORDS.notation(12, 3, 4) == "give 1"


def test_the_last_number_counts_fastest() -> None:
    assert [WORDS.notation(number, 0, 4) for number in range(4, 10)] == [
        "play red 1", "play red 2", "play red 3",
        "play dark-blue 1", "play dark-blue 2", "play dark-blue 3",
    ]  # fmt: skip


def test_actions_that_a_small_table_lacks() -> None:
    assert [number for number in WORDS.every_action(2) if 1 <= number <= 3] == [1]


@pytest.mark.parametrize("text", ["STEAL 3", "  steal   3 ", "steal\t3"])
def test_capitals_and_spaces_do_not_matter(text: str) -> None:
    assert WORDS.parse(text, 1, 4) == 1


@pytest.mark.parametrize("text", ["", "steal", "steal 2", "steal 9", "play red 4", "score"])
def test_what_is_no_action_gets_a_sentence(text: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        WORDS.parse(text, 1, 4)
    assert str(refused.value) == (
        f"{text!r} is no action; write pass, steal target, play suit n, show face or give seat."
    )


def test_a_number_that_is_no_action() -> None:
    for number in (-1, 16, 99):
        with pytest.raises(InvalidNotation, match=f"There is no action {number}."):
            WORDS.notation(number, 0, 2)


def test_sentences_for_the_one_who_chooses() -> None:
    assert WORDS.say_action(2, 1, NAMES) == "Steal from Di"
    assert WORDS.say_action(4, 1, NAMES) == "Play 1 card of red"
    assert WORDS.say_action(9, 1, NAMES) == "Play 3 cards of dark blue"


def test_sentences_for_what_happened() -> None:
    assert WORDS.say_event(0, (1, 1, 0, 0), NAMES) == "Bo takes 1 card."
    assert WORDS.say_event(0, (2, 0, 0, 0), NAMES) == "Cy takes 0 cards."
    assert WORDS.say_event(0, (NONE, 2, 0, 0), NAMES) == "nobody takes 2 cards."
    assert WORDS.say_event(1, (0, 1, 0, 0), NAMES) == "Ann shows black king."
    assert WORDS.say_event(1, (0, NONE, 0, 0), NAMES) == "Ann shows an unknown card."
    assert WORDS.say_event(2, (0, 0, 0, 0), NAMES) == "It is over."


def test_actions_can_be_pointed_at() -> None:
    assert WORDS.place(1, 3, 4) == (2, 0)
    assert WORDS.place(5, 3, 4) == (1, 3)
    assert WORDS.place(0, 3, 4) == (NONE, NONE)


def test_plurals_that_are_no_s() -> None:
    words = Words((), (event(0, "{n:die|dice}, {m:card}", n=NUMBER, m=NUMBER),), (), (), ())
    assert words.say_event(0, (1, 1), ()) == "1 die, 1 card"
    assert words.say_event(0, (2, 2), ()) == "2 dice, 2 cards"


@pytest.mark.parametrize(
    ("actions", "events", "sentence"),
    [
        ((action(0, "a", "A"), action(0, "b", "B")), (), "'a' and 'b' are both action 0"),
        ((action(0, "a {n}", "A", n=NUMBER),), (), "`n` of 'a {n}' has no size"),
        ((), (event(1, "x"),), "event 'x' is number 1, not 0"),
    ],
)
def test_words_that_do_not_fit_together(
    actions: tuple[object, ...], events: tuple[object, ...], sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        Words(actions, events, (), (), ())  # type: ignore[arg-type]

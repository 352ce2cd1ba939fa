"""What a play would lead to: four of a kind, what its last card does, whose turn is next."""

from __future__ import annotations

import pytest

from rumpus.games.tuckit import game
from rumpus.rulekit.errors import IllegalAction
from rumpus.running.trying import Tried, try_out

from ..table import Lay, Table, seat_of

NAMES = ("P1", "P2", "P3", "P4", "P5", "P6")


def tries(t: Table, who: str, cards: str) -> Tried:
    """What some cards from a player's hand lead to."""
    seat = seat_of(who)
    actions = [game.words.parse(card.replace("-", " "), seat, t.players) for card in cards.split()]
    return try_out(t.backend, t.backend.redacted(t.s, seat), seat, actions)


def said(tried: Tried, *, sure: bool = True) -> list[str]:
    """What is sure, or else what is only possible, in words."""
    return [
        game.words.say_event(line.event.kind, line.event.numbers, NAMES)
        for line in tried.lines
        if line.sure is sure
    ]


def test_a_play_ends_with_the_cards_that_are_tried(table: Lay) -> None:
    t = table(pile="4", hand={"P1": "8 8 8 K"})
    tried = tries(t, "P1", "8 8")
    assert said(tried)[:2] == ["P1 plays the 8 from the hand."] * 2
    assert [game.words.notation(a, 0, t.players) for a in tried.choices] == ["8", "done"]
    assert said(tried)[-1] == "It is P2's turn."


def test_four_of_a_kind_is_told(table: Lay) -> None:
    t = table(pile="4 8 8", hand={"P1": "8 8 K"})
    tried = tries(t, "P1", "8 8")
    assert said(tried)[2:] == [
        "P1 has four of a kind!",
        "The pile is trashed: 5 cards.",
        "P1 may take the top card of a Stack.",
    ]
    assert tried.asks == (0,)


@pytest.mark.parametrize(
    ("card", "leads"),
    [
        ("10", "P1 takes another turn."),
        ("J", "P2 is skipped."),
        ("7", "P1 may flip a Stack."),
        ("3", "The direction changes to counter-clockwise."),
        ("K", "It is P2's turn."),
    ],
)
def test_what_the_last_card_does_is_told(table: Lay, card: str, leads: str) -> None:
    t = table(pile="2", hand={"P1": f"{card} K A"})
    assert leads in said(tries(t, "P1", card))


def test_the_last_card_of_the_stacks_wins(table: Lay) -> None:
    t = table(pile="4", hand={"P1": ""}, stacks={"P1": ["8^", "", ""]}, phase=2)
    tried = tries(t, "P1", "stack-1")
    assert "P1's Stacks are empty: P1 wins!" in said(tried)
    assert tried.over == tried.worlds


def test_cards_that_do_not_go_together_are_refused(table: Lay) -> None:
    t = table(pile="4", hand={"P1": "8 9 K"})
    with pytest.raises(IllegalAction, match="'9' cannot follow there"):
        tries(t, "P1", "8 9")
    with pytest.raises(IllegalAction, match="is not allowed now"):
        tries(t, "P1", "3h")


def test_what_is_revealed_is_only_possible(table: Lay) -> None:
    t = table(pile="K", hand={"P1": "4 5 6"})
    tried = tries(t, "P1", "decline")
    assert said(tried) == ["P1 does not play."]
    assert sum("P1 reveals" in line for line in said(tried, sure=False)) > 3


def test_what_becomes_of_the_pile_is_told_by_facts(table: Lay) -> None:
    t = table(pile="2", hand={"P1": "9 K A"})
    facts = {game.words.fact_names[number]: value for number, value in tries(t, "P1", "9").facts}
    assert facts["nine or less"] == 1
    assert facts["turn"] == 1
    assert "die" not in facts

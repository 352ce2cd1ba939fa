"""Section 7: everything that is told about a turn, in order and word for word."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rumpus.games.tuckit.cards import KINDS, LETTERS

from ..table import Lay

covers = pytest.mark.covers
STACKS = {"P1": ["K^ 8v", "Av", ""]}


@covers("TI-SETUP-1", "TI-SETUP-2", "TI-SETUP-3")
def test_the_deal(deal: Lay) -> None:
    t = deal(2)
    told = []
    for name in t.names:
        got = Counter(line for line in t.heard_by(name) if line.startswith("You get"))
        assert got == Counter(f"You get the {card}." for card in names_of(t.hand(name)))
        told += [f"{name} is dealt 9 cards.", *["You get"] * 9]
    told.append("Everybody builds three Stacks: for each the top card, then the one under it.")
    assert [line[:7] if line.startswith("You get") else line for line in t.log] == told
    assert len({deal(2, seed=seed).hand("P1") for seed in range(3)}) == 3


def names_of(hand: str) -> list[str]:
    return [KINDS[LETTERS.index(letters)].name for letters in hand.split()]


@covers("TI-SETUP-4", "TI-SETUP-6", "TI-SETUP-14", "TI-SETUP-17", "TI-EXP3-D11")
def test_the_setup(dealt: Lay) -> None:
    """The 9 of P3 is higher than the 4 that P2 rolls."""
    rest = "2 4 5 3 6 8 9 10"
    hands = {"P1": "A 7 7 7 8 8 6 6 4", "P2": f"DI {rest}", "P3": f"9 {rest}"}
    t = dealt(3, hands, balls=True, rolls=[4])
    t.build("P1", "A 7", "7 7", "8")
    assert t.log == ["P1 puts a card into Stack 3."]
    t.do("P1 8")
    assert t.log == ["P1 puts a card into Stack 3.", "P1 has built three Stacks."]
    t.build("P2", "DI 2", "4 5", "3 6")
    t.build("P3", "9 2", "4 5", "3 6")
    assert t.log[2:] == [f"{name} chooses a card to reveal." for name in t.names]
    t.do("P1 stack 1", "P2 stack 1", "P3 stack 1")
    assert t.log == [
        "P1 has chosen.",
        "P2 has chosen.",
        "P3 has chosen.",
        "P1 reveals the A from Stack 1.",
        "P2 reveals the Dice card from Stack 1.",
        "P2 rolls 4 for it.",
        "P3 reveals the 9 from Stack 1.",
        "P1 starts.",
        "Play goes counter-clockwise.",
        "P1 turns up the 7 on Stack 2.",
        "P1 turns up the 8 on Stack 3.",
        "P2 turns up the 4 on Stack 2.",
        "P2 turns up the 3 on Stack 3.",
        "P3 turns up the 4 on Stack 2.",
        "P3 turns up the 3 on Stack 3.",
        "It is P1's turn.",
    ]


@covers("TI-SETUP-8", "TI-SETUP-15")
def test_ties_in_the_setup(dealt: Lay) -> None:
    """P1 and P2 are tied for the start, then P2 and P3 for the direction."""
    hands = {"P1": "K A 4 4 4 5 6 7 8", "P2": "K 2 4 5 3 6 8 9 10", "P3": "Q 2 5 6 3 6 8 9 10"}
    t = dealt(3, hands)
    t.build("P1", "K 4", "A 4", "4 5")
    t.build("P2", "K 2", "4 5", "3 6")
    t.build("P3", "Q 2", "5 6", "3 6")
    t.do("P1 stack 1", "P2 stack 1", "P3 stack 1")
    assert t.log[-5:] == [
        "P3 reveals the Q from Stack 1.",
        "P1 is tied for the highest card.",
        "P2 is tied for the highest card.",
        "P1 chooses a card to reveal.",
        "P2 chooses a card to reveal.",
    ]
    t.do("P1 stack 2", "P2 10")
    assert t.log[:7] == [
        "P1 has chosen.",
        "P2 has chosen.",
        "P1 reveals the A from Stack 2.",
        "P2 reveals the 10 from the hand.",
        "P1 starts.",
        "Play goes clockwise.",
        "P1 turns up the 4 on Stack 3.",
    ]
    same = "Q 2 4 5 3 6 8 9 10"
    t = dealt(3, {"P1": "K A 4 4 4 5 6 7 8", "P2": same, "P3": same})
    t.build("P1", "K 4", "A 4", "4 5")
    for name in ("P2", "P3"):
        t.build(name, "Q 2", "4 5", "3 6")
    t.do("P1 stack 1", "P2 stack 1", "P3 stack 1")
    assert t.log[-4:] == [
        "P1 starts.",
        "P2 and P3 are tied for the direction.",
        "P2 chooses a card to reveal.",
        "P3 chooses a card to reveal.",
    ]
    assert t.turn == "P2 P3"


NOT_PLAYING = ["P1 does not play."]
HAS_TO_TUCK = "P1 has to tuck a card: a Stack, then the card."
ANOTHER_TURN = ["P1 takes another turn.", "It is P1's turn."]
DRAWS_A_4 = ["P1 draws 1 card.", "You get the 4."]


@covers("TI-TURN-3", "TI-TURN-5", "TI-P1-2", "TI-P1-4", "TI-P1-5", "TI-P2-4", "TI-ABIL-DQ-1")
@pytest.mark.parametrize(
    ("lying", "actions", "told"),
    [
        pytest.param(
            {"pile": "8 8", "draw": "K 3"},
            ["P1 decline"],
            [*NOT_PLAYING, "P1 reveals the K.", "P1 plays the K from the Draw Pile.",
             "It is P2's turn."],
            id="a card from the Draw Pile is played",
        ),
        pytest.param(
            {"pile": "8 8 K", "draw": "J"},
            ["P1 decline", "P1 stack 1", "P1 K"],
            [*NOT_PLAYING, "P1 reveals the J.", "P1 takes the revealed J.",
             "P1 picks up the pile: 3 cards.", HAS_TO_TUCK, "P1 tucks under Stack 1.",
             "You tuck the K under Stack 1.", "P1 has tucked a card under Stack 1.",
             "It is P2's turn."],
            id="or picked up with the pile",
        ),
        pytest.param(
            {"pile": "A", "draw": "K", "phase": 2},
            ["P1 decline"],
            [*NOT_PLAYING, "The Draw Pile is empty: Phase 2.", "P1 reveals the K.",
             "P1 takes the revealed K.", "P1 picks up the pile: 1 card.", HAS_TO_TUCK],
            id="it was the last one",
        ),
        pytest.param(
            {"pile": "A", "phase": 2},
            ["P1 decline"],
            [*NOT_PLAYING, "P1 picks up the pile: 1 card.", HAS_TO_TUCK],
            id="the pile is picked up in Phase 2",
        ),
        pytest.param(
            {"phase": 2, "hand": {"P1": ""}, "stacks": STACKS},
            ["P1 decline"],
            [*NOT_PLAYING, "P1 picks up the pile: 0 cards.", "It is P2's turn."],
            id="there is none",
        ),
        pytest.param(
            {"pile": "8 DQ", "phase": 2},
            ["P1 take"],
            ["The Dark Q strikes P1 and is trashed.", "P1 picks up the pile: 1 card.", HAS_TO_TUCK],
            id="a Dark Q strikes",
        ),
        pytest.param(
            {"pile": "4 4", "draw": "4 8", "hand": {"P1": "4 6 K"}},
            ["P1 4", "P1 done"],
            ["P1 plays the 4 from the hand.", *DRAWS_A_4, "It is P2's turn."],
            id="a card is played and drawn",
        ),
        pytest.param(
            {"pile": "6 6 6", "hand": {"P1": "6 8 8"}, "stacks": STACKS},
            ["P1 6", "P1 done", "P1 stack 1"],
            ["P1 plays the 6 from the hand.", "P1 has four of a kind!",
             "The pile is trashed: 4 cards.", "P1 may take the top card of a Stack.",
             "P1 takes the top of Stack 1: K.", *ANOTHER_TURN],
            id="four of a kind",
        ),
        pytest.param(
            {"pile": "6 6 6", "hand": {"P1": "6 8 8"}, "stacks": STACKS, "draw": "4"},
            ["P1 6", "P1 done", "P1 done"],
            ["P1 plays the 6 from the hand.", "P1 has four of a kind!",
             "The pile is trashed: 4 cards.", "P1 may take the top card of a Stack.",
             "P1 takes no Stack card.", *DRAWS_A_4, *ANOTHER_TURN],
            id="four of a kind for nothing",
        ),
        pytest.param(
            {"pile": "6", "hand": {"P1": "J 8 8"}, "draw": "4"},
            ["P1 J", "P1 done"],
            ["P1 plays the J from the hand.", *DRAWS_A_4, "P2 is skipped.", "It is P3's turn."],
            id="a J",
        ),
        pytest.param(
            {"pile": "6", "hand": {"P1": "3 8 8"}, "draw": "4"},
            ["P1 3", "P1 done"],
            ["P1 plays the 3 from the hand.", "The direction changes to counter-clockwise.",
             *DRAWS_A_4, "It is P3's turn."],
            id="a 3",
        ),
        pytest.param(
            {"pile": "6", "hand": {"P1": "3 8 8"}, "draw": "4", "direction": -1},
            ["P1 3", "P1 done"],
            ["P1 plays the 3 from the hand.", "The direction changes to clockwise.",
             *DRAWS_A_4, "It is P2's turn."],
            id="a 3 the other way",
        ),
        pytest.param(
            {"pile": "6", "hand": {"P1": "10 8 8"}, "draw": "4"},
            ["P1 10", "P1 done"],
            ["P1 plays the 10 from the hand.", "The pile is trashed: 2 cards.", *DRAWS_A_4,
             *ANOTHER_TURN],
            id="a 10",
        ),
        pytest.param(
            {"pile": "6", "hand": {"P1": "10 8 8"}, "draw": "4", "revealed_ten_extra_turn": False},
            ["P1 10", "P1 done"],
            ["P1 plays the 10 from the hand.", "The pile is trashed: 2 cards.", *DRAWS_A_4,
             *ANOTHER_TURN],
            id="a 10 of one's own where a revealed one gives no turn",
        ),
        pytest.param(
            {"pile": "6", "hand": {"P1": "J 8 8"}, "draw": "4", "balls": True, "rolls": [3],
             "dice_abilities": "full"},
            ["P1 roll", "P1 J", "P1 done"],
            ["P1 rolls 3.", "P1 plays the J from the hand.", *DRAWS_A_4, "P2 is skipped.",
             "It is P3's turn."],
            id="a J whatever the die shows",
        ),
        pytest.param(
            {"pile": "6", "hand": {"P1": "8 K! 4!"}, "draw": "4", "stacks": {"P2": ["8^", "", ""]}},
            ["P1 8"],
            ["P1 plays the 8 from the hand.", *DRAWS_A_4, "It is P2's turn."],
            id="everybody knows that nothing can be added",
        ),
        pytest.param(
            {"pile": "6", "hand": {"P1": "8! 8! K!"}, "draw": "4"},
            ["P1 8", "P1 done"],
            ["P1 plays the 8 from the hand.", *DRAWS_A_4, "It is P2's turn."],
            id="everybody knows that something can",
        ),
        pytest.param(
            {"pile": "6", "hand": {"P1": "7 8 8"}, "draw": "4"},
            ["P1 7", "P1 done", "P1 done"],
            ["P1 plays the 7 from the hand.", "P1 may flip a Stack.", "P1 flips nothing.",
             *DRAWS_A_4, "It is P2's turn."],
            id="a 7 for nothing",
        ),
        pytest.param(
            {"pile": "6", "hand": {"P1": "7 8 8"}, "draw": "4",
             "stacks": {"P2": ["6^ Kv! 9v", "", ""]}},
            ["P1 7", "P1 done", "P1 flip 2 stack 1"],
            ["P1 plays the 7 from the hand.", "P1 may flip a Stack.", "P1 flips Stack 1 of P2.",
             "In Stack 1 of P2 the 9 can be seen.", *DRAWS_A_4, "It is P2's turn."],
            id="a 7 that shows one new card",
        ),
        pytest.param(
            {"pile": "6", "draw": "SK", "leaves": True},
            ["P1 decline"],
            [*NOT_PLAYING, "P1 reveals the Skip.", "P1 takes the revealed Skip.",
             "P1 picks up the pile: 1 card.", HAS_TO_TUCK],
            id="a Skip card from the Draw Pile",
        ),
        pytest.param(
            {"pile": "6", "draw": "SK", "leaves": True, "revealed_skip": "trash-end"},
            ["P1 decline"],
            [*NOT_PLAYING, "P1 reveals the Skip.", "The Skip is trashed.", "It is P2's turn."],
            id="that is trashed",
        ),
        pytest.param(
            {"pile": "6", "draw": "SK K", "leaves": True, "revealed_skip": "redraw"},
            ["P1 decline"],
            [*NOT_PLAYING, "P1 reveals the Skip.", "The Skip is trashed.", "P1 reveals the K.",
             "P1 plays the K from the Draw Pile.", "It is P2's turn."],
            id="after which another is revealed",
        ),
        pytest.param(
            {"pile": "6", "draw": "DI", "balls": True, "rolls": [4]},
            ["P1 decline"],
            [*NOT_PLAYING, "P1 reveals the Dice card.", "P1 rolls 4.",
             "P1 takes the revealed Dice card.", "P1 picks up the pile: 1 card.", HAS_TO_TUCK],
            id="a Dice card from the Draw Pile",
        ),
        pytest.param(
            {"pile": "6", "hand": {"P1": "SK 8 8"}, "draw": "4", "leaves": True},
            ["P1 SK"],
            ["P1 plays the Skip from the hand.", "The Skip is trashed.", *DRAWS_A_4,
             "It is P2's turn."],
            id="a Skip card",
        ),
        *(
            pytest.param(
                {"pile": pile, "hand": {"P1": "SK 8 8"}, "draw": "4", "leaves": True,
                 "j_carry_over": True},
                ["P1 SK"],
                ["P1 plays the Skip from the hand.", "The Skip is trashed.", *DRAWS_A_4, *after],
                id=f"a Skip card on {pile or 'nothing'} where a J skips again",
            )
            for pile, after in (
                ("", ["It is P2's turn."]),
                ("6", ["It is P2's turn."]),
                ("J", ["P2 is skipped.", "It is P3's turn."]),
            )
        ),
        pytest.param(
            {"phase": 2, "hand": {"P1": "4 6", "P2": "8 K"}},
            ["P2 stack 2", "P2 8"],
            ["P2 tucks under Stack 2.", "You tuck the 8 under Stack 2.",
             "P2 has tucked a card under Stack 2."],
            id="somebody else tucks",
        ),
        pytest.param(
            {"phase": 2, "pile": "6", "hand": {"P1": "8 K! 4!", "P2": "J J K"}},
            ["P1 8", "P2 J", "P2 J", "P2 done"],
            ["P1 plays the 8 from the hand.", "It is P2's turn.", "P2 plays the J from the hand.",
             "P2 plays the J from the hand.", "P3 is skipped.", "It is P1's turn."],
            id="every play starts afresh",
        ),
        pytest.param(
            {"phase": 2, "hand": {"P1": "8"}},
            ["P1 stack 2", "P1 8"],
            ["P1 tucks under Stack 2.", "You tuck the 8 under Stack 2.",
             "P1 has tucked a card under Stack 2."],
            id="a last card is tucked, and the turn goes on",
        ),
        pytest.param(
            {"phase": 2, "hand": {"P1": "8 8 6"}, "tuck_timing": "own-turn"},
            ["P1 8", "P1 done", "P1 stack 1", "P1 8", "P1 done"],
            ["P1 plays the 8 from the hand.", "P1 may tuck more cards.", "P1 tucks under Stack 1.",
             "You tuck the 8 under Stack 1.", "P1 has tucked a card under Stack 1.",
             "It is P2's turn."],
            id="last tucks",
        ),
    ],
)  # fmt: skip
def test_a_turn(table: Lay, lying: dict[str, Any], actions: list[str], told: list[str]) -> None:
    t = table(**{"hand": {"P1": "4 6 7"}, **lying})
    log = []
    for action in actions:
        t.do(action)
        log += t.log
    assert log == told


@covers("TI-FOUR-6", "TI-WIN-1")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_last_card_of_any_stack_wins(table: Lay, number: int) -> None:
    stacks = ["", "", ""]
    stacks[number - 1] = "6^"
    t = table(phase=2, pile="6 6", hand={"P1": ""}, stacks={"P1": stacks})
    t.do(f"P1 stack {number}")
    assert t.winner == "P1"
    t = table(phase=2, pile="6 6 6", hand={"P1": "6"}, stacks={"P1": stacks})
    t.do("P1 6")
    assert t.choices("P1") == [f"stack {number}", "done"]
    t.do(f"P1 stack {number}")
    assert t.winner == "P1"


@covers("TI-EXP3-D3")
def test_what_the_die_showed_in_an_earlier_turn_adds_no_dice_card(table: Lay) -> None:
    t = table(pile="2", hand={"P1": "4 DI 8"}, die=4, balls=True)
    t.do("P1 4")
    assert t.choices("P1") == ["done"]


@covers("TI-EXP3-D10")
@pytest.mark.parametrize(("pile", "is_four"), [("6 DI DI", False), ("DI DI DI", True)])
def test_four_dice_cards_make_four_of_a_kind(table: Lay, pile: str, is_four: bool) -> None:
    t = table(pile=pile, hand={"P1": "DI K! Q!"}, die=6, balls=True)
    t.do("P1 DI")
    assert (t.stage == "may take a top card") == is_four


@covers("TI-WIN-6")
def test_a_skip_card_may_be_the_last(table: Lay) -> None:
    stacks = {"P1": ["SK^", "", ""]}
    t = table(phase=2, pile="6", hand={"P1": ""}, stacks=stacks, leaves=True)
    t.do("P1 stack 1")
    assert (t.over, t.winner, t.turn, t.pile) == (True, "P1", "", "6")
    assert t.log[2] == "P1's Stacks are empty: P1 wins!"


@covers("TI-OPT-20", "TI-EXP3-D12")
@pytest.mark.parametrize("abilities", ["placement", "full"])
def test_the_die_gives_its_ability_to_dice_cards_alone(table: Lay, abilities: str) -> None:
    """A 2 may be played on anything."""
    more: dict[str, Any] = {"balls": True, "rolls": [2], "dice_abilities": abilities}
    t = table(pile="K", hand={"P1": "4 6 DI"}, **more)
    t.do("P1 roll")
    assert t.choices("P1") == ["DI", "decline"]


@covers("TI-WIN-1", "TI-WIN-8", "TI-TOURN-2")
@pytest.mark.parametrize("is_won", [True, False])
def test_the_end(table: Lay, is_won: bool) -> None:
    """All Stacks that are left are revealed; a 10 has 5 gears, a K 3."""
    own = ["8^", "", ""] if is_won else ["8^ 6v", "", "4^"]
    stacks = {"P1": own, "P2": ["2^", "A^ 4v", "10v Kv"], "P3": ["Kv 3^", "5v", "Jv"]}
    hands = {"P1": "", "P2": "9", "P3": "9"}
    t = table(phase=2, hand=hands, stacks=stacks, turns=99, max_turns="100")
    t.do("P1 stack 1")
    if not is_won:
        t.do("P1 done")
    laid = [
        "Face down in Stack 2 of P2 lay the 4.",
        "Face down in Stack 3 of P2 lay the 10.",
        "Face down in Stack 3 of P2 lay the K.",
        "Face down in Stack 1 of P3 lay the K.",
        "Face down in Stack 2 of P3 lay the 5.",
        "Face down in Stack 3 of P3 lay the J.",
    ]
    if is_won:
        assert t.log[:2] == ["P1 plays the 8 from Stack 1.", "P1's Stacks are empty: P1 wins!"]
        assert t.log[2:8] == laid and t.log[8] == "P1 has 0 gears."
    else:
        assert t.log[0] == "The game stops after 100 turns."
        assert t.log[1] == "Face down in Stack 1 of P1 lay the 6." and t.log[2:8] == laid
    assert t.log[-2] == "P2 has 9 gears." and len(t.log) == 11
    assert t.faces("P1", "Stack 3", "P2") == "10 K" and t.faces("", "Stack 2", "P3") == "5"

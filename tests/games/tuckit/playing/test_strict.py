"""Statements that a small change to the rules could break unnoticed."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from rumpus.games.tuckit import game
from rumpus.games.tuckit.options import (
    BY_LOT,
    DIRECTION_BY_LOT,
    LOWEST_SEAT,
    MORE_REVEALS,
    OFF,
    ON,
)
from rumpus.games.tuckit.rules.setup import break_direction_tie
from rumpus.games.tuckit.state import State
from rumpus.games.tuckit.view import imagined_choice
from rumpus.games.tuckit.words import (
    BREAKING_TIE,
    BUILD_STACKS,
    DECLINE,
    FLIP_SHOWED,
    FROM_HAND,
    REVEALING,
    REVERSED,
    SKIPPED,
    TIED,
    TRASHED_SKIP,
)
from rumpus.rulekit.errors import UnknownOption
from rumpus.rulekit.seats import drawn_by_lot

from ..table import Lay, Table

covers = pytest.mark.covers


# --------------------------------------------------------------------------------- the roll
@covers("TI-EXP3-D1", "TI-EXP4-S2")
def test_a_roll_counts_in_its_own_turn_only(table: Lay) -> None:
    t = table(pile="4", hand={"P1": "6 8 K", "P2": "SK 8 K"}, rolls=[3], balls=True, leaves=True)
    t.do("P1 roll")
    assert t.facts()["rolled"] == 1 and t.facts()["die counts"] == 1
    t.do("P1 6 done")
    assert t.turn == "P2"
    assert t.facts()["rolled"] == 0 and t.facts()["die counts"] == 0
    assert "roll" in t.choices("P2"), "everybody has a roll of their own"
    assert "SK" in t.choices("P2"), "P2 has done nothing yet"


@covers("TI-OPT-12")
def test_a_roll_of_somebody_else_forbids_no_tuck(table: Lay) -> None:
    t = table(
        pile="4", phase=2, hand={"P1": "6 8", "P2": "8 K"}, rolls=[3], balls=True,
        tuck_timing="turn-start",
    )  # fmt: skip
    t.do("P1 roll")
    assert "stack 1" not in t.choices("P1")
    t.do("P1 6 done")
    assert "stack 1" in t.choices("P2")


# --------------------------------------------------------------------------------- four of a kind
def untouched(t: Table) -> bool:
    """No ability is at work: the direction, the number of cards, the pile, the one whose turn."""
    facts = t.facts()
    return (
        (t.direction, t.pile) == (1, "")
        and not facts["single card"]
        and not facts["takes the pile"]
        and not facts["nine or less"]
    )


FOURTH = ["3", "7", "9", "10", "J", "DQ", "8s", "As"]
WAYS = ["hand", "stack", "draw"]


@covers("TI-FOUR-5", "TI-FOUR-9")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("card", FOURTH)
def test_the_fourth_card_does_nothing(table: Lay, card: str, way: str) -> None:
    """From the hand, from a Stack or from the Draw Pile: the bonus and nothing else."""
    value = {"DQ": "Q"}.get(card, card.removesuffix("s"))
    ways: dict[str, dict[str, object]] = {
        "hand": {"pile": f"{value} {value} {value}", "hand": {"P1": f"{card} 4 4"}},
        "stack": {
            "pile": f"{value} {value} {value}", "hand": {"P1": ""}, "phase": 2,
            "stacks": {"P1": [f"{card}^", "K^", ""]},
        },
        "draw": {
            "pile": f"{value} {value} {value}", "hand": {"P1": "4 4 6"}, "draw": card,
        },
    }  # fmt: skip
    t = table(3, leaves=True, **ways[way])
    t.do({"hand": f"P1 {card}", "stack": "P1 stack 1", "draw": "P1 decline"}[way])
    if t.stage == "adding cards":
        t.do("P1 done")
    told = [event.kind for event in t.events]
    assert t.stage == "may take a top card" and t.turn == "P1"
    assert untouched(t) and not {REVERSED, SKIPPED} & set(told)
    t.do("P1 done")
    assert t.stage == "turn" and t.turn == "P1" and untouched(t)
    assert not {REVERSED, SKIPPED} & {event.kind for event in t.events}


@covers("TI-FOUR-5", "TI-OPT-10")
@pytest.mark.parametrize("card", FOURTH)
def test_a_revealed_fourth_card_may_end_the_turn(table: Lay, card: str) -> None:
    """EC-034: without an extra turn the next player's begins, on an empty pile."""
    value = {"DQ": "Q"}.get(card, card.removesuffix("s"))
    t = table(
        3, pile=f"{value} {value} {value}", hand={"P1": "4 4 6"}, draw=card, leaves=True,
        revealed_ten_extra_turn="off",
    )  # fmt: skip
    t.do("P1 decline")
    assert t.stage == "turn" and t.turn == "P2" and untouched(t)


@covers("TI-FOUR-5", "TI-OPT-20")
def test_four_dice_do_nothing(table: Lay) -> None:
    """Where Dice cards have the ability of what they show: three pips would reverse."""
    t = table(
        3, pile="DI DI DI", die=3, hand={"P1": "DI 4 4"}, balls=True, dice_abilities="full"
    )  # fmt: skip
    t.do("P1 DI")
    if t.stage == "adding cards":
        t.do("P1 done")
    assert t.stage == "may take a top card" and t.direction == 1
    t.do("P1 done")
    assert t.turn == "P1" and t.direction == 1


# --------------------------------------------------------------------------------- Stacks
def turned_over(stack: str) -> str:
    """A Stack turned over: the order and every side."""
    other = {"^": "v", "v": "^"}
    return " ".join(card[:-1] + other[card[-1]] for card in reversed(stack.split()))


def ways_of_change(stack: str) -> set[str]:
    """What one Stack can be after an action, without what is tucked under it."""
    cards = stack.split()
    played = {" ".join(cards[n:]) for n in range(2)}
    return {*played, turned_over(stack)}


@covers("TI-P2-2c", "TI-P2-2a", "TI-ABIL-7b")
@pytest.mark.parametrize("seed", range(3))
def test_a_stack_keeps_its_order(deal: Lay, seed: int) -> None:
    """In whole games a Stack loses its top, gets a card under it or is turned over: no more."""
    t, chance, changes = deal(3, seed=seed, max_turns=100), Random(seed), 0
    while not t.over:
        before = {name: t.stacks(name) for name in t.names}
        building = t.stage == "building Stacks"
        seat = chance.choice([*t.backend.asks(t.s), *t.backend.may(t.s)])
        legal = t.backend.legal(t.s, seat)
        bold = [action for action in legal if action != DECLINE] or legal
        action = chance.choice(bold if chance.random() < 0.9 else legal)
        words = game.words.notation(action, seat, t.players)
        t.events = t.backend.apply(t.s, seat, action)
        if building:
            continue
        for name, stacks in before.items():
            for was, now in zip(stacks, t.stacks(name), strict=True):
                if was == now:
                    continue
                changes += 1
                # a top is turned up before the first turn and when it becomes visible
                plain = {way.replace("^", "v") for way in ways_of_change(was)}
                if now.replace("^", "v") in plain and words:
                    assert is_allowed(was, now)
                else:
                    assert now.endswith("v") and now.rpartition(" ")[0] == was
    assert changes > 9


def is_allowed(was: str, now: str) -> bool:
    """Whether a Stack lost its top, was turned over, or had its top turned up."""
    if now == turned_over(was) or now == was.partition(" ")[2]:
        return True
    top, _, rest = was.partition(" ")
    return now.split(" ", 1) == [top[:-1] + "^", *([rest] if rest else [])]


# --------------------------------------------------------------------------------- half cards
@covers("TI-EXP2-7", "TI-EXP2-9")
@pytest.mark.parametrize("card", ["4h", "6h", "8h"])
@pytest.mark.parametrize("direction", [1, -1])
def test_a_half_card_only_links(table: Lay, card: str, direction: int) -> None:
    t = table(
        3, pile="4", hand={"P1": f"{card} 2 2", "P2": "10 A 9", "P3": "10 A 9"},
        direction=direction, acorns=True,
    )  # fmt: skip
    following = "P2" if direction == 1 else "P3"
    t.do(f"P1 {card}")
    if t.stage == "adding cards":
        assert t.choices("P1") == ["done"]
        t.do("P1 done")
    assert t.stage == "turn" and t.turn == following
    assert t.direction == direction and t.pile == f"4 {card}"
    facts = t.facts()
    assert not facts["single card"] and not facts["takes the pile"] and not facts["nine or less"]
    assert t.every_play(following) == {"10", "A", "9"}
    higher, lower = str(int(card[0]) + 1), card[0]
    linked = table(pile="2", hand={"P1": f"{card} {higher} {lower} K"}, acorns=True)
    assert linked.can(f"P1 {lower} {card} {higher} done")
    assert not table(pile="K", hand={"P1": f"{card} 4 4"}, acorns=True).can(f"P1 {card}")


# --------------------------------------------------------------------------------- the table's own
@covers("TI-OPT-31")
def test_a_tournament_is_off_unless_it_is_wanted() -> None:
    def tournament(**settings: str) -> int:
        return game.settings(3, settings)["tournament"]

    assert (tournament(), tournament(tournament="off"), tournament(tournament="on")) == (
        OFF, OFF, ON,
    )  # fmt: skip
    for setting in ("tournament_target", "tournament_end", "tournament_tie"):
        option = next(option for option in game.options if option.key == setting)
        other = next(value for value in option.every_value() if value != option.default)
        with pytest.raises(UnknownOption, match=f"{setting} needs tournament to be on"):
            game.settings(3, {setting: other})
        assert game.settings(3, {"tournament": "on", setting: other})[setting] == other
    games = [[0, 25, 7]]
    assert game.series(3, games, game.settings(3, {"tournament": "off"})) is None
    standings = game.series(3, games, game.settings(3, {"tournament": "on"}))
    assert standings is not None and standings.winners == (0,)


@covers("TI-OPT-35")
def test_the_time_for_a_decision() -> None:
    def seconds(**settings: str | int) -> int:
        return game.settings(3, settings)["turn_timer"]

    assert seconds() == 60
    assert seconds(turn_timer="off") == 0
    assert [seconds(turn_timer=n) for n in (10, 11, 299, 300)] == [10, 11, 299, 300]
    for wrong in (9, 301, -1, "on"):
        with pytest.raises(UnknownOption, match="turn_timer cannot be"):
            seconds(turn_timer=wrong)


# --------------------------------------------------------------------------------- lots
def with_key(number: int, **fields: int) -> State:
    """A state with its own key."""
    s: State = game.state()
    s.key[0] = number
    for name, value in fields.items():
        setattr(s, name, value)
    return s


@covers("TI-SETUP-13")
def test_lots_may_fall_on_every_tied_player() -> None:
    for seats in ((0, 1, 2), (1, 3, 4), (2, 5)):
        wanted = sum(1 << seat for seat in seats)
        drawn = Counter(drawn_by_lot(with_key(key), wanted) for key in range(60))
        assert set(drawn) == set(seats) and min(drawn.values()) > 8


@covers("TI-SETUP-13", "TI-OPT-9")
def test_what_decides_between_equal_neighbours() -> None:
    def directions(left: int, right: int, **fields: int) -> set[int]:
        found = set()
        for key in range(20):
            s = with_key(key, n_players=3, **fields)
            break_direction_tie(s, left, right)
            found.add(s.direction)
        return found

    both = {1, -1}
    lowest = {"direction_tie": MORE_REVEALS, "tie_fallback": LOWEST_SEAT}
    assert directions(1, 2, **lowest) == {1} and directions(2, 0, **lowest) == {-1}
    assert directions(1, 2, direction_tie=MORE_REVEALS, tie_fallback=BY_LOT) == both
    assert directions(1, 2, direction_tie=DIRECTION_BY_LOT, tie_fallback=LOWEST_SEAT) == both


@covers("TI-OPT-9")
def test_lots_give_both_directions_the_same_chance() -> None:
    drawn: Counter[int] = Counter()
    for key in range(400):
        s = with_key(key, n_players=3, direction_tie=DIRECTION_BY_LOT)
        break_direction_tie(s, 1, 2)
        drawn[s.direction] += 1
    assert set(drawn) == {1, -1} and min(drawn.values()) > 170


@covers("TI-OPT-9", "TI-SETUP-14")
def test_equal_neighbours_are_left_to_lots_only_where_that_is_wanted(dealt: Lay) -> None:
    def directions(tie: str) -> set[int]:
        found = set()
        for seed in range(8):
            hands = {
                "P1": "K 4 K 4 Q 4 6 6 8",
                "P2": "7 5 8 5 6 3 2 9 9",
                "P3": "7 5 8 5 6 3 2 9 9",
            }
            t = dealt(3, hands, seed=seed, direction_tie=tie)
            t.build("P1", "K 4", "K 4", "Q 6")
            for name in ("P2", "P3"):
                t.build(name, "7 5", "8 5", "6 3")
            t.do("P1 stack 1", "P2 stack 1", "P3 stack 1")
            assert t.stage == "turn" and t.turn == "P1"
            found.add(t.direction)
        return found

    assert directions("clockwise") == {1}
    assert directions("random") == {1, -1}


# --------------------------------------------------------------------------------- imagining
@covers("TI-SETUP-9")
def test_a_hidden_choice_is_imagined_as_any_that_was_possible(table: Lay) -> None:
    s = table(stacks={"P1": ["Kv 4v", "Q^ 4v", "8v 6v"]}, hand={"P1": "4 6 7"}).plain

    def imagined(stage: int) -> set[int]:
        found = set()
        for key in range(40):
            s.key[0], s.drawn, s.stage = key, 0, stage
            found.add(imagined_choice(s, 0))
        return found

    assert imagined(REVEALING) == {0, 2}
    assert imagined(BREAKING_TIE) == {0, 2, FROM_HAND}


# --------------------------------------------------------------------------------- knowing
@covers("TI-P2-2a")
def test_after_a_tuck_nobody_knows_which_card_it_was(table: Lay) -> None:
    t = table(phase=2, pile="K", hand={"P1": "4! 6!"})
    assert t.known("P1") == "4 6"
    t.tuck("P1", "4", 1)
    assert t.known("P1") == "", "it may have been either"
    t = table(
        phase=2, pile="K", hand={"P1": "4!"}, stacks={"P1": ["K^", "", ""]}, observation="recall"
    )
    t.tuck("P1", "4", 2)
    assert t.faces("P2", "Stack 2", "P1") == "4", "a hand's only card stays known"


@covers("TI-ABIL-7b")
def test_cards_that_a_flip_shows_are_told_with_their_place(table: Lay) -> None:
    t = table(pile="4", hand={"P1": "7 4 4"}, stacks={"P2": ["K^ Qv 8v 6v", "4^", "4^"]})
    t.do("P1 7")
    if t.stage == "adding cards":
        t.do("P1 done")
    t.do(next(f"P1 {c}" for c in t.choices("P1") if c.startswith("flip") and "1" in c.split()[-1]
              and t.take(f"P1 {c}").stack("P2", 1) != t.stack("P2", 1)))  # fmt: skip
    assert t.stack("P2", 1) == "6^ 8^ Q^ Kv"
    shown = [event.numbers[:3] for event in t.events if event.kind == FLIP_SHOWED]
    assert shown == [(1, 0, 4), (1, 0, 3), (1, 0, 2)]


# --------------------------------------------------------------------------------- Skip cards
@covers("TI-WIN-6", "TI-EXP4-S3")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_skip_card_may_be_the_last_of_any_stack(table: Lay, number: int) -> None:
    stacks = ["", "", ""]
    stacks[number - 1] = "SK^"
    t = table(phase=2, pile="K", hand={"P1": ""}, stacks={"P1": stacks}, leaves=True)
    t.do(f"P1 stack {number}")
    assert t.winner == "P1"
    assert TRASHED_SKIP in [event.kind for event in t.events]


# --------------------------------------------------------------------------------- Dice cards
@covers("TI-OPT-23")
def test_only_dice_of_the_play_itself_forbid_a_chain(table: Lay) -> None:
    more = {"acorns": True, "balls": True, "dice_in_chains": "off", "die": 4}
    t = table(pile="DI", hand={"P1": "4 4h 5 K"}, **more)
    assert t.can("P1 4 4h 5 done"), "the Dice card under the play does not count"
    t = table(pile="2", hand={"P1": "DI 4h 5 K"}, rolls=[4], **{**more, "die": 0})
    t.do("P1 roll")
    assert t.can("P1 DI done") and not t.can("P1 DI 4h")


# --------------------------------------------------------------------------------- the log
@covers("TI-SETUP-3", "TI-SETUP-8")
def test_the_setup_is_told(dealt: Lay, deal: Lay) -> None:
    assert [event.kind for event in deal(3).events][-1] == BUILD_STACKS
    t = dealt(2, {"P1": "K 4 K 4 Q 4 6 6 8", "P2": "K 7 Q 7 J 7 6 8 8"})
    t.build("P1", "K 4", "K 4", "Q 6")
    t.build("P2", "K 7", "Q 7", "J 7")
    t.do("P1 stack 1", "P2 stack 1")
    assert [event.numbers[0] for event in t.events if event.kind == TIED] == [0, 1]

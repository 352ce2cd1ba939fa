"""What an attack would lead to: damage, fates and their reasons, and who would be out."""

from __future__ import annotations

import pytest

from rumpus.running.trying import WORLDS, Tried, try_out

from ..laying import SEATS, seat_of
from ..table import Lay, Table, words_with

SUPPLY = "Core4 Core9 Reaper Shot Trip Begone Clumsy Tranq"


def attack(t: Table, who: str, target: str = "") -> Tried:
    """What an attack with a player's first Stak leads to."""
    seat = seat_of(who)
    actions = [t.stak_verb("attack"), *([t.slot(seat, target)] if target else [])]
    return try_out(t.backend, t.backend.redacted(t.s, seat), seat, actions)


def said(t: Table, tried: Tried, *, sure: bool = True) -> list[str]:
    """What is sure, or else what is only possible, in words."""
    words, seats = words_with(t.names), SEATS[: t.players]
    return [
        words.say_event(line.event.kind, line.event.numbers, seats)
        for line in tried.lines
        if line.sure is sure
    ]


def test_a_bash_takes_the_bottom_card_and_nothing_is_left_to_come_up(table: Lay) -> None:
    t = table({"P1": "Bash^ Core9_", "P2": "Core3^ Core5^"})
    tried = attack(t, "P1")
    assert said(t, tried) == [
        "P1's Stak attacks P2's Stak.",
        "Core3 on P2's Stak takes 4 damage.",
        "Bash on P1's Stak takes 3 damage.",
        "Core3 on P2's Stak is scrapped by damage.",
        "Core5 on P2's Stak is scrapped by a Bash Bot.",
        "P2 is out of the game.",
        "P1 wins.",
    ]
    assert (tried.over, tried.asks) == (WORLDS, ())


@pytest.mark.parametrize("bot", ["Bash", "Spike"])
def test_where_one_card_lies_alone_nothing_else_goes(table: Lay, bot: str) -> None:
    t = table({"P1": f"{bot}^ Core9_", "P2": "Core3^"})
    assert sum("is scrapped" in line for line in said(t, attack(t, "P1"))) == (
        1 if bot == "Bash" else 2  # the Spike has taken 3 of 3
    )
    assert not any("by a" in line for line in said(t, attack(t, "P1")))


def test_a_fatal_is_the_reason(table: Lay) -> None:
    t = table({"P1": "Core9^ Core3_", "P2": "Fatal^ Core4_"}, supply=SUPPLY)
    assert "Core9 on P1's Stak is scrapped by a Fatal Bot." in said(t, attack(t, "P1"))


def test_who_attacks_with_the_last_card_is_told_to_be_out(table: Lay) -> None:
    t = table({"P1": "Core2^", "P2": "Core5^ Core3_", "P3": "Core4^ Core4_"}, supply=SUPPLY)
    tried = attack(t, "P1", "P2")
    assert "P1 is out of the game." in said(t, tried)
    assert tried.over == 0
    assert tried.asks == (1,)


def test_what_turns_up_is_only_possible(table: Lay) -> None:
    t = table({"P1": "Core5^ Core2_", "P2": "Core3^ Core1_ Core1_"}, supply=SUPPLY)
    tried = attack(t, "P1")
    assert said(t, tried)[-1] == "Core3 on P2's Stak is scrapped by damage."
    perhaps = said(t, tried, sure=False)
    assert sum("turns up on P2's Stak" in line for line in perhaps) > 3
    assert any("is scrapped by a Reaper Bot" in line for line in perhaps)


def test_what_everybody_remembers_turns_up_for_sure(table: Lay) -> None:
    t = table({"P1": "Core5^ Core2_", "P2": "Core3^ Core4^ Core1_"}, supply=SUPPLY)
    tried = attack(t, "P1")
    assert not said(t, tried, sure=False)
    assert tried.choices


def test_who_may_react_is_named_and_the_rest_is_what_follows_without(table: Lay) -> None:
    t = table({"P1": "Core5^ Core2_", "P2": "Core3^ Core4^"}, hands={"P2": "Core9"}, reactive="on")
    tried = attack(t, "P1")
    assert [(line.unless, line.sure) for line in tried.lines] == [
        ((), True), ((1,), True), ((1,), True), ((1,), True), ((1,), True)
    ]  # fmt: skip
    assert said(t, tried)[-1] == "Core3 on P2's Stak is scrapped by damage."


def test_where_the_target_is_open_it_is_asked_for(table: Lay) -> None:
    t = table({"P1": "Core5^ Core2_", "P2": "Core3^ Core4_", "P3": "Core1^ Core4_"}, supply=SUPPLY)
    tried = attack(t, "P1")
    assert not tried.lines
    assert [t.say(0, action) for action in tried.choices] == ["at P2", "at P3"]
    assert tried.asks == (0,)


def test_a_stomp_is_told_as_far_as_cards_are_known(table: Lay) -> None:
    t = table({"P1": "Stomp7^ Core2_", "P2": "Core1^ Core2^ Core3_ Core1_"}, supply=SUPPLY)
    sure = said(t, attack(t, "P1"))
    assert sure.count("P1 stomps on against P2.") == 1
    assert sure[-1] == "Core2 on P2's Stak is scrapped by damage."

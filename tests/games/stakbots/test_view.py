"""What the table shows, and its words."""

from __future__ import annotations

import pytest

from rumpus.games.stakbots import game
from rumpus.games.stakbots.state import AIMING, REACTING, TARGETING, State
from rumpus.games.stakbots.view import (
    CHOSEN,
    DAMAGE_SHIFT,
    FACE_UP,
    HAPPENING,
    MARKS,
    POWER_SHIFT,
    TIRED,
    WAITING,
)
from rumpus.rulekit import NONE

from .table import Lay, Table

TWO = {"P1": "Core5^ Core3_ Core4_", "P2": "Core2^ Core4_ Core2_"}
THREE = {**TWO, "P3": "Core4^ Core9_"}


def marks(t: Table, where: str) -> list[int]:
    return [group.marks for group in t.zone_seen(where).groups]


def test_a_card_shows_its_power_and_damage(table: Lay) -> None:
    t = table({"P1": "Core5^:2 Leader^ Core4_", "P2": "Core2^ Core4_"})
    up = FACE_UP | 5 << POWER_SHIFT | 2 << DAMAGE_SHIFT
    assert marks(t, "P1") == [up, FACE_UP | 2 << POWER_SHIFT, 0]


def test_marks_say_who_attacks_and_what_waits(table: Lay) -> None:
    t = table({"P1": "Core3^ Reaper_ Core2_", "P2": "Core3^ Shot_ Core2_", "P3": "Core9^ Core9_"})
    t.do("P1 attack P2")
    assert t.stage == TARGETING
    flags = (1 << len(MARKS)) - 1
    assert marks(t, "P1")[0] & flags == FACE_UP | HAPPENING
    assert marks(t, "P2")[0] & flags == FACE_UP | WAITING
    assert t.fact("effects waiting") == 1 and t.fact("acting stak") == 0
    assert t.names[t.fact("acting card")] == "Reaper"
    t = table(THREE)
    t.do("P1 attack P2")
    assert marks(t, "P1")[0] & flags == FACE_UP | CHOSEN


def test_a_stopped_attacker_is_marked(table: Lay) -> None:
    t = table({"P1": "Core5^ Core2_", "P2": "Core2^ Tranq_ Core3_"})
    t.do("P1 attack")
    assert marks(t, "P1")[0] & TIRED and not marks(t, "P1")[0] & CHOSEN
    assert t.fact("spent staks") == 0b01


def test_facts_of_a_turn(table: Lay) -> None:
    t = table(THREE, hands={"P1": "Trip"}, turns=7, fed=1)
    names = ("turn", "decides", "turns", "fed", "to feed", "actions left", "staks each", "over")
    assert [t.fact(name) for name in names] == [0, 0, 7, 1, 1, 60, 1, 0]
    t.do("P1 discard Trip", "P1 attack")
    assert t.stage == t.fact("stage") == AIMING and t.fact("attacking") == 0
    assert t.fact("attacked") == NONE and t.fact("actions left") == 59


def test_facts_of_an_attack(table: Lay) -> None:
    t = table(THREE, hands={"P3": "Trip"}, reactive=True)
    t.do("P1 attack P3")
    assert t.stage == REACTING and t.fact("attacked") == 2 and t.fact("decides") == 2


def test_facts_of_sides(table: Lay) -> None:
    t = table({**THREE, "P4": "Core2^ Core2_"}, teams="synchronous", fed=2)
    assert [t.fact("sides") >> 3 * seat & 7 for seat in range(4)] == [0, 0, 1, 1]
    t.do("P1 end")
    assert t.fact("ready") == 0b01
    t = table({**THREE, "P4": ""})
    assert t.fact("out") == 0b1000


def test_every_card_lies_in_some_zone(deal: Lay) -> None:
    for settings in ({}, {"deck": "ranked-split"}, {"deck": "ranked-draft"}, {"staks": 2}):
        t = deal(3, **settings)
        assert sum(zone.size for zone in t.seen_by().zones) == 60


def test_a_state_is_small() -> None:
    assert State.layout.size <= 2048  # type: ignore[attr-defined]


# --------------------------------------------------------------------------------- words
@pytest.mark.parametrize(
    ("action", "notation", "sentence"),
    [
        (0, "end", "End the turn"),
        (3, "scrapb", "Scrap the top card of your second Stak"),
        (6, "attack", "Attack with your Stak"),
        (18 + 1, "at 3", "Cy's Stak"),
        (18 + 6 + 2, "at 1b", "Ann's second Stak"),
        (42, "name 2", "Bob discards"),
        (48 + 1, "reset second", "Reset the second face-up card"),
        (170, "pass", "Let the attack come"),
    ],
)
def test_actions_in_words(action: int, notation: str, sentence: str) -> None:
    assert game.words.notation(action, 1, 3) == notation
    assert game.words.say_action(action, 1, ["Ann", "Bob", "Cy"]) == sentence
    assert game.words.parse(notation, 1, 3) == action


def test_actions_can_be_pointed_at() -> None:
    assert game.words.place(18 + 6 + 2, 1, 3) == (1, 0)  # the second Stak of the seat two further
    assert game.words.place(6, 1, 3) == (0, 1)
    assert game.words.place(72, 1, 3) == (4, 1)  # a hand


def test_every_action_has_a_notation_of_its_own() -> None:
    for players in game.players:
        texts = [game.words.notation(a, 0, players) for a in game.words.every_action(players)]
        assert len(set(texts)) == len(texts)


def test_a_turn_in_words(table: Lay) -> None:
    t = table(TWO, supply="Core1")
    t.do("P1 attack", "P1 end")
    lines = [line for line in t.log if "Bot" not in line]
    assert lines == [
        "P1's Stak attacks P2's Stak.",
        "P1's turn ends with 1 card fed.",
        "It is P2's turn.",
        "P2 draws a card.",
    ]

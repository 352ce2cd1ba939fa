"""What the table shows, and its words."""

from __future__ import annotations

import pytest

from rumpus.games.stakbots import game
from rumpus.games.stakbots.state import State
from rumpus.games.stakbots.words import (
    ACTING,
    ACTIONS_OF_TURN,
    AIMING,
    CHOSEN,
    DAMAGE_SHIFT,
    FACE_UP,
    HAPPENING,
    KNOWN,
    PLACING,
    POWER_SHIFT,
    REACTING,
    RECYCLING,
    REDRAWING,
    REMEMBERED,
    RESETTING,
    TARGETING,
    TIRED,
    WAITING,
)
from rumpus.rulekit import NONE
from rumpus.rulekit.layout import Group
from rumpus.rulekit.options import Setting

from ..laying import NAMES
from ..table import Lay, Table

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
    flags = (1 << KNOWN.bit_length()) - 1
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
    hungry = table({"P1": "Core5^", "P2": "Core2^ Core3_", "P3": "Core2^"}, fed=0)
    assert hungry.fact("owed") == hungry.fact("to feed") == 1 and t.fact("owed") == 0
    last = [facts(hungry, who)["last card"] for who in ("P1", "P2", "P3")]
    assert last == [1, 0, 1] and hungry.fact("last card") == 0
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


# --------------------------------------------------------------------------------- whole tables
SIX = {
    "P1": "Core9^ Core2_",
    "P1b": "Core4^:1 Core3_",
    "P2": "Core5^ Core3_ Core2_",
    "P2b": "Core4^* Tranq_ Core2_",
    "P3": "Core3^ Core2_",
    "P3b": "Core2^ Core4_",
}
HANDS = {"P1": "Pit Core2", "P2": "Core9 Core9! Trip Expel Core9"}
PILES = {"hands": HANDS, "supply": "Trip Trip", "heap": "Pit Pit Core1"}
OTHERS = 1 << 0 | 1 << 1 | 1 << 4 | 1 << 5
"""The Staks of P1 and P3."""
BEFORE = {
    "turn": 1, "stage": ACTING, "step": ACTIONS_OF_TURN, "decides": 1, "turns": 7, "fed": 1,
    "to feed": 1, "actions left": 60, "staks each": 2, "attacking": NONE, "attacked": NONE,
    "spent staks": 0, "acting card": NONE, "acting stak": NONE, "effects waiting": 0, "out": 0,
    "sides": 0 | 1 << 3 | 2 << 6, "ready": 0, "yielded": 0, "draft rank": 0, "over": 0,
    "aimed": NONE, "targets 1": OTHERS, "targets 2": OTHERS, "targets 3": 0, "targets 4": 0,
    "owed": 0, "last card": 0,
}  # fmt: skip
"""What P2 sees in the own turn."""
BUSY = {"targets 1": 0, "targets 2": 0}
"""While something else than an attack is chosen."""


def facts(t: Table, viewer: str = "P2") -> dict[str, int]:
    """All facts by their names."""
    return dict(zip(game.words.fact_names, t.seen_by(viewer).facts, strict=True))


def second_turn(table: Lay, given: dict[str, str] | None = None, **settings: Setting) -> Table:
    """P2's turn at a table of three with two Staks each."""
    return table({**SIX, **(given or {})}, turn="P2", turns=7, fed=1, **PILES, **settings)


def test_all_facts_while_a_card_is_played(table: Lay) -> None:
    t = second_turn(table)
    assert facts(t) == BEFORE
    t.do("P2 play Trip")
    trip = NAMES.index("Trip")
    held = {**BEFORE, **BUSY, "stage": PLACING, "actions left": 59, "acting card": trip}
    assert facts(t) == held
    t.do("P2 at P2b")
    assert facts(t) == {**held, "stage": TARGETING, "acting stak": 3}
    t.do("P2 at P2b")
    assert facts(t) == {**BEFORE, "actions left": 59}
    t.do("P2 scrapb")
    assert facts(t) == {**BEFORE, "actions left": 59, "fed": 2, "spent staks": 1 << 3}


def test_all_facts_while_a_card_attacks(table: Lay) -> None:
    t = second_turn(table, reactive=True).do("P2 attackb")
    aiming = {**BEFORE, "stage": AIMING, "actions left": 59, "attacking": 3}
    assert facts(t) == aiming
    t.do("P2 at P1b")
    fighting = {**aiming, **BUSY, "attacked": 1}
    assert facts(t) == {**fighting, "stage": REACTING, "decides": 0}
    t.do("P1 pass")
    assert facts(t) == {
        **fighting, "stage": TARGETING, "fed": 3, "spent staks": 1 << 3, "acting stak": 3,
        "acting card": NAMES.index("Tranq"),
    }  # fmt: skip


def test_all_facts_while_effects_wait(table: Lay) -> None:
    t = second_turn(table, {"P1b": "Core4^ Reaper_", "P2b": "Core4^ Shot_ Core2_"})
    t.do("P2 attackb P1b")
    assert facts(t) == {
        **BEFORE, **BUSY, "stage": TARGETING, "actions left": 59, "fed": 3, "attacking": 3,
        "attacked": 1, "spent staks": 1 << 3, "acting card": NAMES.index("Shot"), "acting stak": 3,
        "effects waiting": 1,
    }  # fmt: skip
    assert marks(t, "P1b") == [FACE_UP | WAITING | 2 << POWER_SHIFT]
    assert marks(t, "P2b") == [FACE_UP | HAPPENING, 0]


def test_all_facts_while_a_card_is_recycled_or_reset(table: Lay) -> None:
    t = second_turn(table, recycling=True).do("P2 recycleb")
    assert facts(t) == {**BEFORE, **BUSY, "stage": RECYCLING, "aimed": 3}
    t.do("P2 discard Trip")
    assert facts(t) == {
        **BEFORE, **BUSY, "stage": REDRAWING, "fed": 3, "spent staks": 1 << 3,
    }  # fmt: skip
    t = second_turn(table, {"P2b": "Core4^ Tranq_ Core2_", "P3b": "Core2^ Core4^ Core9^"})
    t.do("P2 scrapb", "P2 at P3b")
    assert facts(t) == {
        **BEFORE, **BUSY, "stage": RESETTING, "fed": 2, "aimed": 5, "acting stak": 3,
        "acting card": NAMES.index("Tranq"),
    }  # fmt: skip
    assert t.choices == ["P2 reset Core2", "P2 reset Core4", "P2 reset Core9"]
    t.do("P2 reset P3b Core4")
    assert facts(t) == {**BEFORE, "fed": 2} and t.stak("P3b") == "Core2^ Core4_ Core9^"


def test_targets_are_the_viewers_own(table: Lay) -> None:
    t = second_turn(table, {"P2b": "", "P3b": "Trip^ Core2_"})
    assert facts(t) == {**BEFORE, "targets 2": 0}
    assert facts(t, "P1") == {**BEFORE, "targets 1": 0b110100, "targets 2": 0b110100}
    assert facts(t, "P3") == {**BEFORE, "targets 1": 0b000111, "targets 2": 0b000111}
    assert facts(t, "") == {**BEFORE, **BUSY}
    t = second_turn(table, {"P2b": "Shot^ Core2_", "P3b": "Trip^ Core2_"})
    assert facts(t) == {**BEFORE, "targets 2": OTHERS & ~(1 << 5)}, "0 does not attack 0"
    t = second_turn(table, {"P3": "", "P3b": ""})
    assert facts(t) == {**BEFORE, "targets 1": 0b11, "targets 2": 0b11, "out": 1 << 2}


def zones(t: Table, viewer: str) -> list[tuple[int, int, int, str]]:
    """Every zone: which, whose, how many cards, and those that can be told, with their marks."""

    def name(group: Group) -> str:
        face = t.names[group.face] if group.face >= 0 else "?"
        return f"{group.cards} {face}" + (f" {group.marks:x}" if group.marks else "")

    seen = t.seen_by(viewer).zones
    return [(zone.zone, zone.owner, zone.size, ", ".join(map(name, zone.groups))) for zone in seen]


def test_all_zones(table: Lay) -> None:
    t = second_turn(table, {"P3b": "Core2^ Core4_ Core4^:2"})
    everybodys = [
        (0, 0, 2, "1 Core9 90001, 1 ?"),
        (1, 0, 2, "1 Core4 40101, 1 ?"),
        (0, 1, 3, "1 Core5 50001, 1 ?, 1 ?"),
        (1, 1, 3, "1 Core4 40003, 1 ?, 1 ?"),
        (0, 2, 2, "1 Core3 30001, 1 ?"),
        (1, 2, 3, "1 Core2 20001, 1 ?, 1 Core4 40201"),
    ]
    piles = [(5, NONE, 2, ""), (6, NONE, 3, "1 Core1, 2 Pit"), (7, NONE, 33, "33 Core1")]
    mine, known = "2 Core9, 1 Core9 40, 1 Expel, 1 Trip", "1 Core9 40"
    for viewer, hands in {
        "P1": ["1 Core2, 1 Pit", known, ""],
        "P2": ["", mine, ""],
        "P3": ["", known, ""],
        "": ["", known, ""],
    }.items():
        sizes = (2, 5, 0)
        shown = [(4, seat, sizes[seat], hand) for seat, hand in enumerate(hands)]
        assert zones(t, viewer) == [*everybodys, *shown, *piles], viewer


def test_all_zones_where_everybody_has_a_deck(table: Lay) -> None:
    t = table(TWO, deck="ranked-split", supply={"P2": "Core9"}, heap={"P1": "Trip", "P2": "Pit"})
    assert zones(t, "P2")[2:-1] == [
        (4, 0, 0, ""),
        (4, 1, 0, ""),
        (5, 0, 0, ""),
        (6, 0, 1, "1 Trip"),
        (5, 1, 1, ""),
        (6, 1, 1, "1 Pit"),
    ]


def test_what_was_reset_is_marked(table: Lay) -> None:
    t = table({"P1": "Tranq^ Core3^ Core4_", "P2": "Core2^ Tranq_ Core2_"}, turn="P2")
    t.do("P2 scrap", "P2 reset P1 Core3")
    assert marks(t, "P1")[1:] == [REMEMBERED, 0]
    assert zones(t, "")[0][3].split(", ")[1:] == [f"1 Core3 {REMEMBERED:x}", "1 ?"]


def test_facts_of_the_end_and_of_who_leaves_the_word(table: Lay) -> None:
    t = table({"P1": "Core5^ Core3_", "P2": "Core2^"}).do("P1 attack")
    assert t.over and facts(t)["over"] == 1 and facts(t)["aimed"] == NONE
    assert t.backend.asks(t.s) == t.backend.may(t.s) == ()
    four = {**THREE, "P4": "Core2^ Core2_"}
    t = table(four, teams="synchronous", turn="P3").do("P4 yield")
    before = facts(table(four, teams="synchronous", turn="P3"))
    assert facts(t) == {**before, "yielded": 1 << 3}
    t = table({**TWO, "P1b": "Core2^", "P2b": "Core2^"}, hands={"P1": "Trip"}).do("P1 play Trip")
    assert t.stage == PLACING and facts(t)["acting stak"] == NONE


def test_what_is_left_out_and_drafted_is_shown_while_there_is_any(deal: Lay) -> None:
    assert {zone for zone, *_ in zones(deal(3), "")} == {0, 4, 5, 6}
    t = deal(3, deck="ranked-draft", starter="seat-1")
    rows = [f"{t['copies'][row]} {name}" for row, name in enumerate(t.names)]
    shown = zones(t, "P2")
    assert shown[-1] == (8, NONE, 60, ", ".join(rows))
    assert {zone for zone, *_ in shown} == {0, 4, 5, 6, 8}
    while t.fact("draft rank") == 6:
        t.do(t.choices[0])
    assert zones(t, "")[-2:] == [(7, NONE, 1, "1 fatal"), (8, NONE, 50, ", ".join(rows[:-4]))]


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
        (172, "time", "Call time"),
        (174, "resign 2", "Bob resigns"),
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
    assert t.log == [
        "P1's Stak attacks P2's Stak.",
        "Core2 on P2's Stak takes 5 damage.",
        "Core5 on P1's Stak takes 2 damage.",
        "Core2 on P2's Stak is scrapped by damage.",
        "Core4 turns up on P2's Stak.",
        "P1's turn ends with 1 card fed.",
        "It is P2's turn.",
        "P2 draws a card.",
        "P2's new card is Core1.",
    ]

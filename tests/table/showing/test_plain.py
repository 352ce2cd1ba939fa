"""A view in plain text, also of a game without captions."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rumpus.rulekit.layout import Group, Zone
from rumpus.rulekit.sentence import say
from rumpus.rulekit.words.captions import Captions, Scene
from rumpus.rulekit.words.vocabulary import (
    FACE,
    NUMBER,
    POINTS,
    SEAT,
    SEATS,
    STAGES,
    YES_NO,
    Vocabulary,
    named,
)
from rumpus.running.interpreted import Interpreted
from rumpus.table.showing.plain import blocks, plain_lines
from rumpus.table.showing.views import look_at, view_of
from tests.table.setting import act, make
from tests.testing.toy import game as hush

FIRST = {"starter": "seat-1"}
NAMES = ["Ann", "Ben", "Cid"]


def test_cards_nobody_may_know_are_unknown() -> None:
    table = make("pp", options=FIRST)
    lines = plain_lines(view_of(table, -1), table.game, table.names)
    assert lines[1:4] == ["Heap (18)", "> Ann0", "    Hand (3): 3x unknown"]
    own = plain_lines(view_of(table, 0), table.game, table.names)
    assert own[2] == "> Ann0 (you)" and "unknown" not in own[3]


def test_the_facts_of_a_game_without_captions_are_listed() -> None:
    backend = Interpreted(hush)
    s = backend.start(3, seed=1)
    lines = plain_lines(look_at(backend, s, 0), hush, NAMES)
    assert lines[0] == "Turn: Ann   Stage: turn   Turns: 0"
    assert "> Ann (you)" in lines and "  Ben" in lines
    assert "    Hand 2 (3): 3x unknown" in lines
    assert "-1" not in "\n".join(lines)


def test_a_fact_that_stands_for_nothing_is_left_out() -> None:
    table = make("pp", options=FIRST)
    lines = plain_lines(view_of(table, 0), table.game, table.names)
    assert lines[0] == "Turn: Ann0   Turns: 0   Knocked: nobody   Rolled: 0"
    act(table, "aim 2")
    act(table, "knock", seat=1)
    lines = plain_lines(view_of(table, 0), table.game, table.names)
    assert lines[0] == "Turn: Ann0   Turns: 0   Aimed: 1   Knocked: Ann1   Rolled: 0"


def test_the_marks_of_a_game_without_captions_are_named() -> None:
    table = make("pp", options=FIRST)
    act(table, "aim 2")
    act(table, "show")
    lines = plain_lines(view_of(table, 1), table.game, table.names)
    assert any(line.startswith("    Hand (3): unknown, ") and "[open]" in line for line in lines)


def test_every_kind_of_fact_is_put_into_words() -> None:
    words = Vocabulary()
    words.cards(("ant", "bee"))
    words.stage("choosing a card")
    words.fact("stage", STAGES)
    words.fact("leader", SEAT)
    words.fact("next", SEAT)
    words.fact("passed", SEATS)
    words.fact("cards left", NUMBER)
    words.fact("last round", YES_NO)
    words.fact("trump", FACE)
    words.fact("hidden", FACE)
    words.fact("direction", named("left", "right"))
    words.fact("score", NUMBER, each=3)
    words.fact("bid", NUMBER, each=5, owned=True)
    words.fact("bet", NUMBER, each=5, owned=True)
    words.fact("points", POINTS, each=5, owned=True)
    values = [0, 1, -1, 0b101, 12, 1, 1, -1, 1, 4, 0, 7, 2, -1, 0, 9, 9, *[-1] * 5, 3, -1, -7, 0, 0]
    assert listed(words, values) == (
        "Stage: choosing a card   Leader: Ben   Passed: Ann and Cid   Cards left: 12   "
        "Last round: yes   Trump: bee   Direction: right   Score: 4, 0, 7   Bid: Ann 2, Cid 0   "
        "Points: Ann 3, Ben -1, Cid -7"
    )


def test_an_amount_on_a_card_is_told_with_its_number() -> None:
    words = Vocabulary()
    words.cards(("ant", "bee"))
    row = words.zone("row", "Row", groups=2)
    safe = words.mark("safe", "is safe")
    damage = words.amount("damage", bits=4, shift=4)
    cards = (Group(0, 1, safe | 3 << damage), Group(1, 2, 0))
    assert (
        listed(words, [], [Zone(row, -1, 3, cards)]) == "Row (3): ant [is safe, damage 3], 2x bee"
    )


def test_captions_speak_instead_of_facts() -> None:
    captions = Captions(table=lambda scene: [say("It goes well.")])
    spoken = replace(hush, captions=captions)
    backend = Interpreted(hush)
    lines = plain_lines(look_at(backend, backend.start(3, seed=1), 0), spoken, NAMES)
    assert lines[0] == "It goes well." and not any("Stage" in line for line in lines)


def listed(words: Vocabulary, values: list[int], zones: list[Zone] | None = None) -> str:
    """What is said about the table itself."""

    class Told:
        captions = Captions()

    told: Any = Told()
    told.words = words
    scene = Scene(dict(zip(words.fact_names, values, strict=True)), zones or [], 0, NAMES)
    return blocks(scene, (), told, 200)[0][0]

"""Section 7: who knows what, what is remembered, and what a screen shows."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from rumpus.games.tuckit import game
from rumpus.games.tuckit.cards import GEARS, LETTERS
from rumpus.games.tuckit.state import hand_of
from rumpus.games.tuckit.view import HIDDEN_CHOICE
from rumpus.games.tuckit.words import BUILDING, FACE_UP, FROM_HAND, GEARS_SHIFT, KNOWN_TO_ALL, TURN
from rumpus.rulekit import NONE
from rumpus.running.interpreted import Interpreted

from ..secrets import census
from ..table import Lay, Table, packed, seat_of

covers = pytest.mark.covers


def known_faces(t: Table, viewer: str) -> Counter[str]:
    """The cards that a viewer knows to be in play, wherever they lie."""
    s = t.backend.redacted(t.s, seat_of(viewer) if viewer else NONE)
    faces, zones = t.backend.field(s, "face"), t.backend.field(s, "zone")
    lying = [face for face, zone in zip(faces, zones, strict=True) if zone != NONE and face >= 0]
    return Counter(LETTERS[face] for face in lying)


# --------------------------------------------------------------------------------- zones
def test_what_each_viewer_sees(table: Lay) -> None:
    """7.1: own cards, face-up cards, the piles; nothing else."""
    stacks = {"P1": ["8^ 4v", "Kv", ""], "P2": ["9^ 3v", "Qv", ""]}
    t = table(
        2, pile="6 J", trash="10 10", hand={"P1": "5 7 A", "P2": "2 6 A"}, stacks=stacks, draw="2"
    )
    assert t.faces("P1", "Hand", "P1") == "5 7 A"
    assert t.faces("P2", "Hand", "P1") == t.faces("", "Hand", "P1") == "? ? ?"
    assert t.faces("P1", "Stack 1", "P1") == "8 4" and t.faces("P2", "Stack 1", "P1") == "8 ?"
    assert t.faces("P1", "Stack 2", "P1") == "K" and t.faces("", "Stack 2", "P1") == "?"
    for viewer in ("P1", "P2", ""):
        assert t.faces(viewer, "Community Pile") == "J 6"  # from the top
        assert t.faces(viewer, "Trash Pile") == "10 10"
        assert t.faces(viewer, "Draw Pile") == "" and t.zone(viewer, "Draw Pile").size == 38
    assert known_faces(t, "") == Counter(["6", "J", "10", "10", "8", "9"])
    assert known_faces(t, "P1") == Counter(
        ["6", "J", "10", "10", "8", "9", "5", "7", "A", "4", "K"]
    )


def test_chance_and_draw_pile_are_blanked(deal: Lay) -> None:
    t = deal(3)
    for viewer in ("P1", ""):
        s = t.backend.redacted(t.s, seat_of(viewer) if viewer else NONE)
        assert not any(t.backend.field(s, "key")) and not any(t.backend.field(s, "block"))
    assert sum(known_faces(t, "").values()) == 0 and sum(known_faces(t, "P1").values()) == 9


def test_drawn_cards_are_whispered(table: Lay) -> None:
    t = table(pile="4", hand={"P1": "8 8 6"}, draw="K")
    t.do("P1 6 done")
    assert "You get the K." in t.heard_by("P1")
    for viewer in ("P2", "P3", ""):
        assert "P1 draws 1 card." in t.heard_by(viewer)
        assert not any("You get" in line for line in t.heard_by(viewer))


# --------------------------------------------------------------------------------- memory
def test_a_picked_up_pile_is_known_to_be_in_the_hand(table: Lay) -> None:
    t = table(pile="8 8 K", hand={"P1": "4 6 7", "P2": ""}, draw="J")
    t.do("P1 decline")
    assert t.known("P1") == "8 8 J K" and known_faces(t, "P2")["8"] >= 2
    for viewer in ("P2", "P3", ""):
        assert {"J", "K"} <= known_faces(t, viewer).keys()


def test_a_card_that_leaves_face_down_makes_one_forget(table: Lay) -> None:
    """EC-196: it may have been any of them."""
    t = table(pile="8 8 K", hand={"P1": "4 6 7"}, draw="J")
    t.do("P1 decline")
    t.tuck("P1", "K", 1)
    assert t.known("P1") == ""
    for viewer in ("P2", "P3", ""):
        assert t.faces(viewer, "Stack 1", "P1").split()[-1] == "?"
        assert "K" not in " ".join(t.heard_by(viewer))
    assert "You tuck the K under Stack 1." in t.heard_by("P1")


def test_the_only_card_of_a_hand_stays_known(table: Lay) -> None:
    """EC-064: take one card, tuck it again; everybody knows which it was."""
    t = table(phase=2, pile="8", hand={"P1": ""}, stacks={"P1": ["4^", "", ""]})
    t.do("P1 decline")
    t.tuck("P1", "8", 2)
    seen = t.plain.seen[t.lying(10)[0]]
    assert t.stack("P1", 2) == "8v" and seen == 1
    private = table(phase=2, pile="", hand={"P1": "8"}, stacks={"P1": ["4^", "", ""]})
    private.tuck("P1", "8", 2)
    assert private.plain.seen[private.lying(10)[0]] == 0


def test_what_is_played_is_the_one_known_to_be_there(table: Lay) -> None:
    t = table(pile="4", hand={"P1": "8! 8 K! 4"})
    t.do("P1 8 done")
    assert t.known("P1") == "K"
    t = table(pile="4", hand={"P1": "8 8 K! 4"})
    t.do("P1 8 done")
    assert t.known("P1") == "K" and t.hand("P1") == "4 8 K"


@pytest.mark.parametrize("hand", ["4 8 K", "K 8 4", "8 4 K"])
def test_a_token_never_follows_its_face(table: Lay, hand: str) -> None:
    """Whatever the order of the hand, the same tokens leave it and stay in it."""
    views = []
    for cards in (hand, "8 6 6"):
        t = table(phase=2, pile="4", hand={"P1": cards}, seed=5)
        t.do("P1 8 done")
        t.tuck("P1", t.hand("P1").split()[0], 1)
        s = t.plain
        views.append((t.lying(1)[0], list(s.zone), s.link, s.end))
    assert views[0] == views[1]


def test_a_flip_is_remembered(table: Lay) -> None:
    """EC-198: what was seen and lies face down now stays known."""
    t = table(hand={"P1": "7 7 4"}, stacks={"P2": ["6^ Kv 9v", "4^", ""]})
    t.do("P1 7 done", "P1 flip 2 stack 1")
    assert t.heard_by("P3")[-5:-2] == [
        "P1 flips Stack 1 of P2.",
        "In Stack 1 of P2 the 9 can be seen.",
        "In Stack 1 of P2 the K can be seen.",
    ]
    assert t.faces("P3", "Stack 1", "P2") == "9 K ?"
    assert {"6", "9", "K"} <= known_faces(t, "P3").keys()


def test_a_reward_that_everybody_knew_stays_known(table: Lay) -> None:
    stacks = {"P1": ["Kv! 8v", "Av", ""]}
    t = table(pile="6 6 6", hand={"P1": "6 4 4"}, stacks=stacks)
    t.do("P1 6 done")
    assert t.take("P1 stack 1").known("P1") == "K"
    assert t.take("P1 stack 2").known("P1") == ""


# --------------------------------------------------------------------------------- options
@covers("TI-OPT-27")
def test_the_memory_aid_shows_what_was_seen(table: Lay) -> None:
    setting = {"hand": {"P1": "8! 4 K!"}, "stacks": {"P1": ["6^ 9v!", "4v", ""]}}
    t = table(**setting)
    assert t.faces("P2", "Hand", "P1") == "? ? ?" and t.faces("P2", "Stack 1", "P1") == "6 ?"
    t = table(**setting, observation="recall")
    assert t.faces("P2", "Hand", "P1") == "8 K ?" and t.faces("P2", "Stack 1", "P1") == "6 9"
    assert t.faces("P2", "Stack 2", "P1") == "?"
    assert known_faces(t, "P2") == known_faces(table(**setting), "P2")  # bots always remember


@covers("TI-OPT-26")
def test_browsing_the_piles(table: Lay) -> None:
    setting = {"pile": "6 J", "trash": "10 8"}
    assert table(**setting).faces("P1", "Community Pile") == "J 6"
    t = table(**setting, browse_piles=False)
    assert t.faces("P1", "Community Pile") == "J" and t.zone("P1", "Community Pile").size == 2
    assert t.faces("", "Trash Pile") == "8" and t.zone("", "Trash Pile").size == 2


@covers("TI-OPT-25")
def test_covered_face_up_cards(table: Lay) -> None:
    """EC-072: with the option off a card is seen only when it gets on top."""
    setting = {"hand": {"P1": "7 4 4"}, "stacks": {"P2": ["6^ Kv 9v", "4^", ""]}}
    t = table(**setting)
    t.do("P1 7 done", "P1 flip 2 stack 1")
    assert t.faces("P1", "Stack 1", "P2") == "9 K ?"
    t = table(**setting, covered_faceup_visible=False)
    t.do("P1 7 done", "P1 flip 2 stack 1")
    assert t.faces("P1", "Stack 1", "P2") == "9 ? ?" and t.stack("P2", 1) == "9^ K^ 6v"
    assert not any(" K " in line for line in t.heard_by("P1"))
    assert t.zone("P1", "Stack 1", "P2").groups[1].marks == FACE_UP
    later = table(
        phase=2, hand={"P1": ""}, stacks={"P1": ["9^ K^ 6v", "4^", ""]},
        covered_faceup_visible=False,
    )  # fmt: skip
    assert later.faces("P2", "Stack 1", "P1") == "9 ? ?"
    later.do("P1 stack 1", "P1 done")
    assert later.faces("P2", "Stack 1", "P1") == "K ?"
    assert "In Stack 1 of P1 the K can be seen." in later.heard_by("P2")


@covers("TI-OPT-14")
def test_turning_up_ones_own_top(table: Lay) -> None:
    """EC-071."""
    stacks = {"P1": ["Kv 8v", "4^", "6v"]}
    assert "turn up 1" not in table(stacks=stacks).choices("P1")
    t = table(stacks=stacks, voluntary_turn_up=True)
    assert [c for c in t.choices("P1") if c.startswith("turn")] == ["turn up 1", "turn up 3"]
    t.do("P1 turn up 1")
    assert t.turn == "P1" and t.stack("P1", 1) == "K^ 8v"
    assert t.faces("P2", "Stack 1", "P1") == "K ?"
    assert "turn up 1" not in t.choices("P1")
    empty = table(pile="A", stacks={"P1": ["Kv 8v", "4^", ""]}, voluntary_turn_up=True,
                  hand={"P1": "4 6 8"})  # fmt: skip
    assert empty.choices("P1") == ["turn up 1", "decline"]
    under_dark_q = table(pile="DQ", stacks=stacks, voluntary_turn_up=True)
    assert "turn up 3" in under_dark_q.choices("P1")


@covers("TI-OPT-25", "TI-OPT-27")
def test_a_covered_card_that_everybody_saw_before(table: Lay) -> None:
    setting: dict[str, Any] = {"stacks": {"P1": ["9^ K^! 6v", "", ""]}}
    assert table(**setting).faces("P2", "Stack 1", "P1") == "9 K ?"
    t = table(**setting, covered_faceup_visible=False)
    assert t.faces("P2", "Stack 1", "P1") == "9 ? ?" and t.faces("P1", "Stack 1", "P1") == "9 K 6"
    t = table(**setting, covered_faceup_visible=False, observation="recall")
    assert t.faces("P2", "Stack 1", "P1") == "9 K ?"


# --------------------------------------------------------------------------------- the layout
def test_marks(table: Lay) -> None:
    assert [mark.name for mark in game.words.marks] == ["face up", "known to all", "gears"]
    assert (FACE_UP, KNOWN_TO_ALL) == (1, 2)
    t = table(pile="K", hand={"P1": "8! 8 2"}, stacks={"P1": ["A^ 10v", "", ""]})

    def marks(zone: str, owner: str = "") -> list[tuple[str, int, int]]:
        groups = t.zone("P1", zone, owner).groups
        return [(LETTERS[g.face], g.marks & 3, g.marks >> GEARS_SHIFT) for g in groups]

    assert marks("Hand", "P1") == [("2", 0, 5), ("8", 0, 1), ("8", 2, 1)]
    assert marks("Stack 1", "P1") == [("A", 3, 4), ("10", 0, 5)]
    assert marks("Community Pile") == [("K", 3, GEARS[0][LETTERS.index("K")])]
    assert [(g.cards, g.marks) for g in t.zone("P2", "Hand", "P1").groups] == [(3, 0)]


def test_facts(table: Lay) -> None:
    facts = table(pile="9", turns=6, direction=-1).facts("P1")
    assert len(game.words.fact_names) == len(facts)
    assert facts["turn"] == 0 and facts["direction"] == -1 and facts["phase"] == 1
    assert facts["turns"] == 7 and facts["turn limit"] == 5000 and facts["winner"] == -1
    assert facts["stage"] == TURN and facts["nine or less"] == 1
    slow = table(pile="8s", leaves=True, phase=2).facts()
    assert slow["single card"] == 1 and slow["phase"] == 2 and slow["nine or less"] == 0
    assert table(pile="DQ").facts()["takes the pile"] == 1
    t = table(phase=2, pile="4", hand={"P1": "6 6 8"})
    t.do("P1 6")
    assert t.facts()["laid"] == 1 and t.facts()["source"] == 3
    t = table(phase=2, pile="4", hand={"P1": "6 6 8"})
    t.do("P1 stack 2")
    assert t.facts("P1")["tucks under"] == 1 and t.facts("P2")["tucks under"] == -1
    t = table(pile="4", draw="7")
    t.do("P1 decline")
    assert (t.stage, t.facts()["laid"], t.facts()["source"]) == ("may flip", 1, 4)
    dice = table(pile="DI", die=4, balls=True).facts()
    assert (dice["die"], dice["rolled"], dice["die counts"]) == (4, 0, 1)


@pytest.mark.parametrize(
    ("pile", "more", "wants"),
    [
        ("", {}, (0, 0, 0)),
        ("8", {}, (16, 0, 0)),
        ("A", {}, (28, 1, 0)),
        ("5", {}, (10, 0, 1)),
        ("5h", {"acorns": True}, (11, 0, 1)),
        ("9", {}, (0, 0, 0)),
        ("9", {"nine_rule": "cap-only"}, (18, 0, 0)),
        ("95", {"balls": True}, (0, 0, 0)),
        ("DI", {"balls": True, "die": 1}, (28, 1, 0)),
        ("DI", {"balls": True, "die": 5}, (10, 0, 1)),
        ("DI", {"balls": True, "die": 5, "ace_blocked_by_dice5": "off"}, (10, 0, 0)),
    ],
)
def test_what_the_pile_wants_is_told(
    table: Lay, pile: str, more: dict[str, Any], wants: tuple[int, int, int]
) -> None:
    facts = table(pile=pile, **more).facts()
    assert (facts["least"], facts["fives too"], facts["no aces"]) == wants


def test_every_fact_has_its_name(table: Lay, dealt: Lay) -> None:
    t = table(
        4, phase=2, pile="Q 9s", hand={"P3": "6 6 8"}, turn="P3", direction=-1, turns=41,
        rolls=[5], max_turns="500", balls=True, leaves=True,
    )  # fmt: skip
    t.do("P3 roll")
    told = {
        "turn": 2, "stage": TURN, "direction": -1, "phase": 2, "turns": 42,
        "turn limit": 500, "die": 5, "rolled": 1, "die counts": 1, "single card": 1,
        "takes the pile": 0, "laid": 0, "source": 0, "waiting": 0, "winner": -1, "tucks under": -1,
        "nine or less": 1, "chosen": -1, "empty hand": 0, "empty pile": 0,
        "least": 0, "fives too": 0, "no aces": 0,
    }  # fmt: skip
    assert t.facts("P3") == t.facts() == told
    bare = table(phase=2, pile="", hand={"P1": "", "P2": "8"}, stacks={"P1": ["8^", "", ""]})
    assert [bare.facts(who)["empty hand"] for who in ("P1", "P2")] == [1, 0]
    assert bare.facts()["empty hand"] == 0 and bare.facts()["empty pile"] == 1
    t = dealt(3, {})
    t.do("P1 pair", "P3 pair")
    assert (t.facts()["waiting"], t.facts()["stage"]) == (0b010, BUILDING)
    t.do("P2 pair", "P2 stack 3")
    assert (t.facts()["waiting"], t.facts("P2")["chosen"]) == (0b101, 2)


def test_the_room_for_the_layout_is_enough(table: Lay) -> None:
    sets = {"hearts": True, "acorns": True, "balls": True, "leaves": True}
    t = table(6, phase=2, observation="recall", **sets)
    for viewer in range(-1, 6):
        assert len(t.backend.show(t.s, viewer)) <= game.show_room
    assert game.state.layout.size <= 2048


def test_the_choice_of_a_card_to_reveal_is_secret(dealt: Lay) -> None:
    t = dealt(2, {})
    t.do("P1 pair", "P2 pair")
    views = set()
    for number in (1, 2, 3):
        twin = t.take(f"P1 stack {number}")
        s = twin.backend.redacted(twin.s, 1)
        views.add(twin.backend.pack(s))
        assert twin.facts("P1")["chosen"] == number - 1
        assert twin.facts("P2")["chosen"] == twin.facts()["chosen"] == -1
    assert len(views) == 1


def built(dealt: Lay, *firsts: str) -> Table:
    """Three players before they reveal; the first Stack of each has this top."""
    t = dealt(3, {f"P{n}": f"{first} 2 4 5 3 6 8 9 10" for n, first in enumerate(firsts, 1)})
    for name in t.names:
        t.build(name, f"{firsts[seat_of(name)]} 2", "4 5", "3 6")
    return t


def choices_known(t: Table, viewer: str) -> list[int]:
    """What each player has chosen to reveal, as far as a viewer knows."""
    s = t.backend.redacted(t.s, seat_of(viewer) if viewer else NONE)
    return list(t.backend.field(s, "choice"))[: t.players]


@covers("TI-SETUP-6", "TI-SETUP-8", "TI-SETUP-15")
def test_a_choice_is_hidden_until_all_have_chosen(dealt: Lay) -> None:
    """A player who has not chosen yet hides nothing, and a revealed card is no longer a choice."""
    t = built(dealt, "A", "K", "K")
    t.do("P1 stack 1")
    assert choices_known(t, "P1") == [0, NONE, NONE]
    for viewer in ("P2", "P3", ""):
        assert choices_known(t, viewer) == [HIDDEN_CHOICE, NONE, NONE]
    t.do("P2 stack 1", "P3 stack 1")
    assert t.stage == "breaking a tie of direction"
    t.do("P3 8")
    assert choices_known(t, "P3") == [NONE, NONE, FROM_HAND]
    for viewer in ("P1", "P2", ""):
        assert choices_known(t, viewer) == [NONE, NONE, HIDDEN_CHOICE]
    t.do("P2 stack 2")
    assert t.stage == "turn"
    for viewer in ("P1", "P2", "P3", ""):
        assert choices_known(t, viewer) == [NONE, NONE, NONE]


# --------------------------------------------------------------------------------- other worlds
def test_imagined_worlds_hold_every_card_once(backend: Interpreted) -> None:
    """They fit what a viewer knows, and differ in the rest."""
    s = backend.start(3, {"leaves": True, "balls": True}, seed=3)
    random = Random(1)
    for _ in range(40):
        seat = backend.asks(s)[0]
        backend.apply(s, seat, random.choice(backend.legal(s, seat)))
    real = game.state()
    real.unpack(backend.pack(s))
    worlds, faces = set(), set()
    for number in range(5):
        packed = backend.pack(backend.imagined(s, 1, seed=1, number=number))
        world = game.state()
        world.unpack(packed)
        assert census(world) == census(real)
        worlds.add(packed)
        faces.add(tuple(world.face))
        for card, zone in enumerate(world.zone):
            if zone in (4, 12, 13, 14):  # the viewer's own hand and Stacks
                assert world.face[card] == real.face[card]
    assert len(worlds) == len(faces) == 5


def imagined_choices(t: Table, viewer: str, name: str) -> set[int]:
    """What a player has chosen to reveal in some worlds that a viewer imagines."""
    worlds = [t.backend.imagined(t.s, seat_of(viewer), seed=1, number=n) for n in range(60)]
    return {t.backend.field(world, "choice")[seat_of(name)] for world in worlds}


def test_an_imagined_choice_is_any_that_could_have_been_made(dealt: Lay) -> None:
    t = built(dealt, "K", "K", "Q")
    t.do("P2 stack 1")
    assert imagined_choices(t, "P1", "P2") == {0, 1, 2}
    assert imagined_choices(t, "P2", "P2") == {0}  # one's own is known
    assert imagined_choices(t, "P2", "P1") == {NONE}  # not chosen yet
    t.do("P1 stack 1", "P3 stack 1", "P2 8")
    assert t.stage == "breaking a tie"
    assert imagined_choices(t, "P1", "P2") == {1, 2, FROM_HAND}
    assert imagined_choices(t, "P1", "P3") == {NONE}


def test_nobody_imagines_a_choice_from_a_hand_that_everybody_knows(dealt: Lay) -> None:
    t = built(dealt, "K", "K", "Q")
    t.do("P1 stack 1", "P2 stack 1", "P3 stack 1", "P2 stack 2")
    s = t.plain
    for card in t.lying(hand_of(seat_of("P2"))):
        s.seen[card] = 1
    t = Table(t.backend, t.backend.load(packed(s)))
    assert imagined_choices(t, "P1", "P2") == {1, 2}

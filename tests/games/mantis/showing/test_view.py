"""MA-PILE-*, section 6 of the rules: what everybody sees, and what nobody can."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from rumpus.games.mantis import game
from rumpus.games.mantis.cards import BACK, BACKS, CARDS, COLOURS, DECK, PARTS
from rumpus.games.mantis.rules import UNKNOWN
from rumpus.games.mantis.words import CARD_FACES, DRAW_PILE, NEXT_BACK, SCORE_PILE, TANK, UNSEEN
from rumpus.rulekit import NONE
from rumpus.rulekit.layout import Zone

from ..table import Lay, Table

covers = pytest.mark.covers


def zones(t: Table, kind: int, viewer: str = "") -> list[Zone]:
    return [zone for zone in t.seen_by(viewer).zones if zone.zone == kind]


def faces(zone: Zone) -> dict[str, int]:
    return {game.words.letters[group.face]: group.cards for group in zone.groups}


# --------------------------------------------------------------------------------- the table
def test_the_table_shows_tanks_by_colour(table: Lay) -> None:
    t = table(players=3, tanks={"A": "RRG", "C": "KKKK"})
    for viewer in ("A", "B", "C", ""):
        tanks = zones(t, TANK, viewer)
        assert [(zone.owner, zone.size) for zone in tanks] == [(0, 3), (1, 0), (2, 4)]
        assert [faces(zone) for zone in tanks] == [{"R": 2, "G": 1}, {}, {"K": 4}]


def test_the_draw_pile_shows_its_size_and_the_top_back(table: Lay) -> None:
    t = table(tanks={"A": "RRG"}, top="G RGB")
    (pile,) = zones(t, DRAW_PILE)
    assert pile.size == 102
    assert faces(pile) == {"RGB": 1}


def test_the_next_back_shows_when_the_card_above_has_left(deal: Lay) -> None:
    t = deal(3)
    for _ in range(30):
        t.do(f"{t.turn} SCORE")
        if t.over:
            break
        (told,) = (event for event in t.events if event.kind == NEXT_BACK)
        assert game.words.letters[told.numbers[0]] == t.back
        assert faces(zones(t, DRAW_PILE)[0]) == {t.back: 1}


@covers("MA-TURN-2")
def test_everybody_sees_the_same(deal: Lay) -> None:
    t, chance = deal(5, memory_aid="on"), Random(2)
    while not t.over:
        assert all(t.seen_by(name) == t.seen_by() for name in t.names)
        t.do(f"{t.turn} {chance.choice(t.choices)}")
    assert all(t.seen_by(name) == t.seen_by() for name in t.names)


def test_the_facts_have_names(deal: Lay) -> None:
    t = deal(4, starter="seat-3", target=12)
    facts = dict(zip(game.words.fact_names, t.seen_by().facts, strict=True))
    assert facts == {
        "turn": 2, "target": 12, "extra turn": 0, "contenders": 0b1111, "over": 0, "lot": NONE,
    }  # fmt: skip


# --------------------------------------------------------------------------------- Score Piles
@covers("MA-PILE-1", "MA-PILE-2", "MA-PILE-3", "MA-EX-18")
def test_a_score_pile_shows_its_number_and_no_colours(table: Lay) -> None:
    t = table(players=3, scores={"A": 7, "C": 2})
    for viewer in ("A", "B", "C", ""):
        piles = zones(t, SCORE_PILE, viewer)
        assert [(zone.owner, zone.size) for zone in piles] == [(0, 7), (1, 0), (2, 2)]
        assert all(zone.groups == () for zone in piles)


@covers("MA-PILE-3", "MA-PILE-4")
def test_what_was_scored_is_not_shown_again_to_anybody(table: Lay) -> None:
    views = []
    for colour in "RG":
        t = table(tanks={"A": colour * 4}, top=f"{colour} RGB")
        t.do("A SCORE")
        assert t.scored("A") == 5
        t.lay_on_top("K BPK")
        views.append([t.seen_by(viewer) for viewer in ("A", "B", "C", "")])
    assert views[0] == views[1]


@covers("MA-PILE-4")
def test_not_even_when_the_game_is_over(table: Lay) -> None:
    t = table(tanks={"A": "RRR"}, scores={"A": 8, "B": 3}, top="R")
    t.do("A SCORE")
    assert t.over
    for viewer in ("A", "B", "C", ""):
        assert [zone.size for zone in zones(t, SCORE_PILE, viewer)] == [12, 3, 0]
        assert all(zone.groups == () for zone in zones(t, SCORE_PILE, viewer))


# --------------------------------------------------------------------------------- memory
@covers("MA-OPT-5")
def test_the_memory_aid_lists_the_cards_that_nobody_has_seen(deal: Lay) -> None:
    t = deal(6, memory_aid="on", target=30)
    while not t.over:
        (aid,) = zones(t, UNSEEN)
        pile = Counter(DECK[card] for card in t["deck"][: t.pile])
        listed = {
            (face - CARD_FACES) // PARTS * PARTS + (face - CARD_FACES) % PARTS: cards
            for face, cards, _ in aid.groups
        }
        assert listed == {card.back * PARTS + card.part: n for card, n in pile.items()}
        t.do(f"{t.turn} SCORE")


@covers("MA-OPT-5")
def test_without_the_memory_aid_nothing_is_listed(deal: Lay) -> None:
    assert zones(deal(3), UNSEEN) == []


@covers("MA-EX-19")
def test_the_third_front_of_a_back_is_known(table: Lay) -> None:
    t = table(tanks={"A": "B/BPK", "B": "R/RGB G/RGB"}, top="B RGB", memory_aid="on")
    (aid,) = zones(t, UNSEEN)
    assert {name for name in faces(aid) if name.endswith("RGB")} == {"B/RGB"}
    for seed in range(10):
        world = Table(t.backend, t.backend.imagined(t.s, 0, seed=seed))
        assert world.top == "B RGB"
    advice = t.backend.advice(t.s, 0)
    assert advice[0] > 4 * advice[1], "a certain match is taken nearly always"


# --------------------------------------------------------------------------------- redact, imagine
def some_tables(deal: Lay) -> list[Table]:
    """Tables at several moments of several games, the end included."""
    tables, chance = [], Random(7)
    for players in range(2, 7):
        t = deal(players, seed=players, target=30)
        while not t.over:
            if chance.random() < 0.08:
                tables.append(t.copy())
            t.do(f"{t.turn} {chance.choice(t.choices)}")
        tables.append(t)
    return tables


def test_redacting_blanks_the_draw_pile_and_chance(deal: Lay) -> None:
    for t in some_tables(deal):
        known = Table(t.backend, t.backend.redacted(t.s, 0))
        assert known["deck"] == [UNKNOWN] * CARDS
        assert known["key"] == [0] * 8 and known["block"] == [0] * 16 and known["drawn"] == 0
        assert (known.tanks(), known.scores(), known.pile) == (t.tanks(), t.scores(), t.pile)
        assert known.back == t.back
        assert known.seen_by("A") == t.seen_by("A")
        assert known.legal(known.turn) == t.legal(t.turn)


def test_imagining_fits_what_is_known(deal: Lay) -> None:
    for number, t in enumerate(some_tables(deal)):
        world = Table(t.backend, t.backend.imagined(t.s, 0, seed=3, number=number))
        assert world.pile == t.pile
        assert Counter(DECK[card] for card in world["deck"][: t.pile]) == Counter(
            DECK[card] for card in t["deck"][: t.pile]
        )
        if t.pile:
            assert BACK[world["deck"][t.pile - 1]] == t["back"]
        assert world.seen_by("A") == t.seen_by("A")
        world.play_on(Random(number))


def test_imagining_does_not_look_at_what_it_fills(deal: Lay) -> None:
    for t in some_tables(deal):
        looking = t.backend.copy(t.s)
        t.backend.run("seed_key", looking, 5, 0)
        t.backend.run("imagine", looking, 0)
        assert t.backend.pack(looking) == t.backend.pack(t.backend.imagined(t.s, 0, seed=5))


def test_every_unseen_front_is_imagined_as_often(table: Lay) -> None:
    for tanks, fronts in (({}, "RGB"), ({"B": "G/RGB"}, "RB")):
        t = table(tanks=tanks, top="R RGB")
        tops = Counter(
            Table(t.backend, t.backend.imagined(t.s, 0, seed=8, number=n)).top for n in range(300)
        )
        assert tops.keys() == {f"{front} RGB" for front in fronts}
        assert max(tops.values()) - min(tops.values()) < 60


def test_what_comes_after_the_imagined_top_differs(table: Lay) -> None:
    t = table(players=2, top="R RGB")
    after = set()
    for number in range(20):
        world = Table(t.backend, t.backend.imagined(t.s, 0, seed=4, number=number))
        world.do("A SCORE")
        after.add(world.back)
    assert len(after) > 5


def test_faces_are_colours_then_backs_then_cards() -> None:
    assert len(game.words.faces) == len(game.words.letters) == COLOURS + BACKS + BACKS * PARTS
    assert len(set(game.words.faces)) == len(game.words.faces)
    assert game.words.letters[0] == "R"
    assert game.words.letters[COLOURS] == "ROY"
    assert game.words.letters[CARD_FACES + 1] == "O/ROY"
    assert game.words.faces[CARD_FACES + 1] == "orange behind red-orange-yellow"

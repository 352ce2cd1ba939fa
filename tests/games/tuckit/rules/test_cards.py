"""The deck, the gears and the sets: TI-GEN-*, TI-EXP*-1, and the data files."""

from __future__ import annotations

import shutil
from collections import Counter
from importlib import import_module
from itertools import combinations, permutations
from pathlib import Path

import pytest

from rumpus.games.tuckit import cards, game
from rumpus.games.tuckit.cards import (
    CARDS,
    COPIES,
    DECK,
    GEARS,
    KIND,
    KINDS,
    LETTERS,
    PRINTINGS,
    SETS,
    VALUE,
    printings_of,
    read_deck,
    read_gears,
)
from rumpus.games.tuckit.options import OPTIONS, deck_size
from rumpus.games.tuckit.rules import hands
from rumpus.games.tuckit.state import hand_of
from rumpus.rulekit.errors import UnknownOption
from rumpus.rulekit.piles import put_on
from rumpus.running.engine import QUICK
from rumpus.running.interpreted import Interpreted

from ..table import Lay, Table

covers = pytest.mark.covers
EXPANSIONS = SETS[1:]
SIZES = {"base": 54, "hearts": 15, "acorns": 13, "balls": 16, "leaves": 13}
BASE = "2 2 2 2 3 3 3 3 4 4 4 4 4 5 5 5 5 6 6 6 6 6 7 7 7 7 8 8 8 8 8 9 9 9 9 10 10 10 10 " \
    "J J J J Q Q Q DQ K K K A A A A"  # fmt: skip
ADDED = {
    "hearts": "3 3 3 3 3 10 10 10 10 10 J J J J J",
    "acorns": "2h 3h 4h 5h 6h 7h 8h A A A A A A",
    "balls": "95 95 95 95 95 95 DI DI DI DI DI DI DI DI DI DI",
    "leaves": "2s 4s 5s 6s 7s 8s 9s Js Qs Ks As SK SK",
}


def text_of(name: str) -> str:
    return (game.folder / name).read_text(encoding="utf-8")


def deck_of(t: Table) -> str:
    return " ".join(LETTERS[kind] for kind in sorted(t.cards) for _ in range(t.cards[kind]))


def in_order(letters: str) -> str:
    return " ".join(sorted(letters.split(), key=LETTERS.index))


def settings(players: int, **chosen: bool) -> dict[str, int]:
    return game.settings(players, {name: chosen.get(name, False) for name in EXPANSIONS} | chosen)


# --------------------------------------------------------------------------------- the sets
@covers("TI-GEN-1")
@pytest.mark.parametrize("players", [0, 1, 7])
def test_two_to_six_play(deal: Lay, players: int) -> None:
    assert list(game.players) == [2, 3, 4, 5, 6]
    with pytest.raises(UnknownOption, match=f"Tuck It is for 2 to 6 players, not {players}."):
        deal(players)


@covers("TI-GEN-2")
def test_the_order_of_values(table: Lay) -> None:
    ranks = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
    values = [VALUE[LETTERS.index(rank)] for rank in ranks]
    assert values == sorted(set(values))
    assert not table(pile="K", hand={"P1": "Q J 10"}).can("P1 Q")
    assert table(pile="K", hand={"P1": "A J 10"}).can("P1 A")
    assert not table(pile="A", hand={"P1": "K Q 4"}).every_play("P1")  # the ace is only high


@covers("TI-GEN-3", "TI-OPT-1", "TI-OPT-2", "TI-OPT-3", "TI-OPT-4")
@pytest.mark.parametrize("chosen", [c for n in range(5) for c in combinations(EXPANSIONS, n)])
def test_any_combination_of_expansions(deal: Lay, chosen: tuple[str, ...]) -> None:
    switches = {name: name in chosen for name in EXPANSIONS}
    t = deal(2, **switches)
    assert deck_of(t) == in_order(" ".join([BASE, *(ADDED[name] for name in chosen)]))
    size = SIZES["base"] + sum(SIZES[name] for name in chosen)
    assert sum(t.cards.values()) == size == deck_size(settings(2, **switches))


@covers("TI-EXP1-1", "TI-EXP2-1", "TI-EXP3-1", "TI-EXP4-1")
@pytest.mark.parametrize("name", EXPANSIONS)
def test_what_an_expansion_adds(deal: Lay, name: str) -> None:
    base, more = deal(2), deal(2, **{name: True})
    assert in_order(deck_of(base) + " " + ADDED[name]) == deck_of(more)


@covers("TI-EXP1-1", "TI-EXP2-1")
def test_duplicates_are_ordinary_cards() -> None:
    assert len(PRINTINGS) == len(KINDS)  # no kind of its own for a heart or an acorn ace


@covers("TI-EXP4-1")
def test_there_is_no_slow_3_and_no_slow_10() -> None:
    slow = [kind.letters for kind in KINDS if kind.slow]
    assert slow == ["2s", "4s", "5s", "6s", "7s", "8s", "9s", "Js", "Qs", "Ks", "As"]


@covers("TI-GEN-4", "TI-OPT-5")
@pytest.mark.parametrize(
    ("switches", "skips"),
    [
        ({}, 0),
        ({"leaves": True}, 2),
        ({"skip_cards": "standalone"}, 2),
        ({"skip_cards": "standalone", "acorns": True}, 2),
        ({"skip_cards": "standalone", "leaves": True}, 2),
        ({"skip_cards": "none", "leaves": True}, 0),
    ],
)
def test_skip_cards_alone(deal: Lay, switches: dict[str, str | bool], skips: int) -> None:
    t = deal(3, **switches)
    assert t.cards[LETTERS.index("SK")] == skips
    slow = t.cards[LETTERS.index("8s")]
    assert slow == (1 if switches.get("leaves") else 0)
    assert sum(t.cards.values()) == deck_size(game.settings(3, switches))


@covers("TI-GEN-5", "TI-GEN-6")
@pytest.mark.parametrize(("players", "hearts"), [(2, 0), (3, 0), (4, 1), (5, 1), (6, 1)])
def test_a_table_is_set_to_the_first_game(players: int, hearts: int) -> None:
    values = game.settings(players, {})
    assert values["hearts"] == hearts
    assert values["acorns"] == values["balls"] == values["leaves"] == 0


@covers("TI-GEN-5", "TI-GEN-6")
def test_every_preset_can_be_played_by_any_number() -> None:
    assert game.presets["First game"] == {}  # what a table is set to
    for players in game.players:
        for preset in game.presets.values():
            values = game.settings(players, preset)
            assert all(option.read(preset[option.key]) == values[option.key]
                       for option in OPTIONS if option.key in preset)  # fmt: skip
    everything = game.settings(2, game.presets["All expansions"])
    assert deck_size(everything) == sum(SIZES.values())
    for name, gears in (("Short tournament", 20), ("Long tournament", 40)):
        assert game.settings(4, game.presets[name])["tournament_target"] == gears


@covers("TI-GEN-7", "TI-GEN-8")
@pytest.mark.parametrize("players", range(2, 7))
def test_advice_on_expansions_is_no_restriction(players: int) -> None:
    for n in range(5):
        for chosen in combinations(EXPANSIONS, n):
            assert (
                sum(settings(players, **dict.fromkeys(chosen, True))[name] for name in chosen) == n
            )


@covers("TI-SETUP-2")
@pytest.mark.parametrize("players", range(2, 7))
def test_sizes_of_the_draw_pile(deal: Lay, players: int) -> None:
    """Section 1.3: the deck less nine cards a player."""
    for n in range(5):
        for chosen in combinations(EXPANSIONS, n):
            t = deal(players, **{name: name in chosen for name in EXPANSIONS})
            size = SIZES["base"] + sum(SIZES[name] for name in chosen)
            assert len(t.draw) == size - 9 * players


@covers("TI-OPT-7")
def test_a_game_without_a_draw_pile_can_be_refused() -> None:
    base = {"hearts": False}
    game.settings(6, base)
    with pytest.raises(UnknownOption, match="6 players use up all 54 cards"):
        game.settings(6, {**base, "allow_zero_draw_start": False})
    game.settings(5, {**base, "allow_zero_draw_start": False})
    game.settings(6, {"allow_zero_draw_start": False})


@pytest.mark.parametrize("key", ["j_carry_over", "revealed_skip", "skip_after_roll"])
def test_options_on_skip_cards_need_skip_cards(key: str) -> None:
    changed = {key: "redraw" if key == "revealed_skip" else "on", "balls": True}
    with pytest.raises(UnknownOption, match=f"{key} needs Skip cards"):
        game.settings(3, changed)
    game.settings(3, {**changed, "leaves": True})
    game.settings(3, {**changed, "skip_cards": "standalone"})


def test_a_deck_too_small_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rumpus.games.tuckit.options.COPIES", ((30,), (0,), (0,), (0,), (0,)))
    with pytest.raises(UnknownOption, match="4 players are dealt 36 cards"):
        settings(4)


# --------------------------------------------------------------------------------- kinds
def test_thirty_five_kinds() -> None:
    """Section 1.4: the ids are those of the table."""
    assert " ".join(LETTERS) == (
        "2 3 4 5 6 7 8 9 10 J Q DQ K A 2h 3h 4h 5h 6h 7h 8h 95 DI "
        "2s 4s 5s 6s 7s 8s 9s Js Qs Ks As SK"
    )
    assert CARDS == 111


@covers("TI-EXP4-2")
def test_a_slow_card_is_like_its_plain_twin() -> None:
    for kind in KINDS:
        if kind.slow:
            twin = KINDS[LETTERS.index(kind.letters[:-1])]
            assert (kind.values, kind.abilities) == (twin.values, twin.abilities)


@covers("TI-ABIL-4", "TI-EXP2-7")
@pytest.mark.parametrize("letters", ["4", "6", "8", "Q", "K", "4h", "6h", "8h"])
def test_cards_without_ability(letters: str) -> None:
    assert KINDS[LETTERS.index(letters)].abilities == ()


@covers("TI-SETUP-18", "TI-EXP4-S7")
def test_a_skip_card_is_worth_nothing() -> None:
    assert VALUE[LETTERS.index("SK")] == 0


# --------------------------------------------------------------------------------- data files
def test_the_files_are_what_the_rulebook_gives() -> None:
    assert GEARS[0][LETTERS.index("2")] == 5 and GEARS[0][LETTERS.index("K")] == 3
    assert [sum(copies) for copies in COPIES] == list(SIZES.values())


@covers("TI-OPT-6")
def test_flat_gears(table: Lay) -> None:
    assert GEARS[1] == tuple(5 if kind.letters in ("2", "2h", "2s") else 3 for kind in KINDS)
    lying = {"P1": ["A^", "", ""], "P2": ["K^ 2v", "4v 10v", ""]}
    for gears, expected in (("ours", 5 + 1 + 5), ("flat", 5 + 3 + 3)):
        t = table(2, phase=2, hand={"P1": "", "P2": ""}, stacks=lying, gears=gears)
        t.do("P1 stack 1")
        assert t.gears == [0, expected]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("base 2", "deck line 1: write the set, the kind and how many copies, as in: base 2 4"),
        ("bass 2 4", "deck line 1: bass is not a set; the sets are base hearts"),
        ("base 1 4", "deck line 1: 1 is not a kind of card; the kinds are 2 3 4"),
        ("base 2 many", "deck line 1: many is not a number of copies; write 0 to 127"),
        ("base 2 -1", "deck line 1: -1 is not a number of copies"),
        ("base 2 128", "deck line 1: 128 is not a number of copies; write 0 to 127"),
        ("base SK 2", "deck line 1: Skip cards belong to the leaves"),
        ("hearts DI 2", "deck line 1: 9/5 and Dice cards belong to the balls"),
        ("acorns 95 2", "deck line 1: 9/5 and Dice cards belong to the balls"),
        ("base 2 4\nbase 2 4", "deck line 2: base has its 2 already"),
        ("base 2 17", "the base set is dealt to two players: 18 cards, not 17"),
        ("base 2 120\nhearts 3 9", "a deck has at most 127 cards, not 129"),
    ],
)
def test_a_wrong_deck_gets_a_sentence(line: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        read_deck(line)


@pytest.mark.parametrize(
    ("text", "copies"),
    [("base 2 18", [18]), ("base 2 127", [127]), ("base 2 18\nhearts 3 0", [18, 0])],
)
def test_the_smallest_and_the_largest_deck_are_read(text: str, copies: list[int]) -> None:
    assert list(read_deck(text).values()) == copies


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("\n10  5\n", "\n10  5\n10 5\n", "gears line 19: 10 has its gears already"),
        ("\nDQ  6\n", "\n", "gears: DQ has no line"),
        ("\nK   3\n", "\nK 3 4\n", "gears line 22: write one number of gears for all 3 copies"),
        ("\nK   3\n", "\nK some\n", "gears line 22: some is not a number of gears; write 0 to 15"),
        ("\nK   3\n", "\nK 16\n", "gears line 22: 16 is not a number of gears; write 0 to 15"),
        ("\nK   3\n", "\nKing 3\n", "gears line 22: King is not a kind of card"),
    ],
)
def test_wrong_gears_get_a_sentence(old: str, new: str, sentence: str) -> None:
    gears = text_of("gears.txt")
    assert old in gears
    with pytest.raises(ValueError, match=sentence):
        read_gears(gears.replace(old, new), DECK)


def test_another_deck_and_other_gears_are_read() -> None:
    deck = read_deck(text_of("deck.txt").replace("base    4   5", "base    4   4"))
    assert sum(deck.values()) == 110  # the printed total
    gears = text_of("gears.txt").replace("\nK   3\n", "\nK 3 3 4 # one is different\n")
    printings = printings_of(deck, read_gears(gears, deck))
    kings = [p for p in printings if LETTERS[p.kind] == "K"]
    assert [(p.gears, p.copies) for p in kings] == [(3, (2, 0, 0, 0, 0)), (4, (1, 0, 0, 0, 0))]
    assert printings.index(kings[0]) == LETTERS.index("K") and printings[-1] == kings[1]
    assert sum(sum(p.copies) for p in printings) == 110


def test_a_host_can_replace_the_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer 4s, and a K unlike the others: it is played first and tucked last."""
    shutil.copytree(game.folder, tmp_path / "hosts_tuckit")
    for name, old, new in (
        ("deck.txt", "base    4   5", "base    4   4"),
        ("gears.txt", "\nK   3\n", "\nK 3 3 4\n"),
    ):
        file = tmp_path / "hosts_tuckit" / name
        file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    hosts = import_module("hosts_tuckit").game
    letters = hosts.words.letters
    assert letters[-1] == "K/4" and hosts.words.faces[-1] == "K (4 gears)"
    rules = Interpreted(hosts, checked=True)
    for number in range(3):
        s = rules.start(3, seed=1, number=number)
        before = Counter(s.face)
        assert sum(n for face, n in before.items() if face >= 0) == 53
        bots = rules.row(3, [QUICK] * 3)
        dice = rules.row(2)
        rules.run("seed_dice", dice, 1, number)
        rules.run("playout", s, bots, dice, 5000)
        assert rules.is_over(s) and Counter(s.face) == before
    own = import_module("hosts_tuckit.rules.hands")
    king, other = letters.index("K"), letters.index("K/4")
    for faces in ([king, other, king], [other, king, king]):
        s = hosts.state()
        for card, face in enumerate(faces):
            s.face[card] = face
            own.put_on(s, 3, card)
        played = own.leaves_openly(s.copy(), 0, king)
        tucked = own.leaves_unseen(s, 0, king)
        assert played == tucked == 2  # the token tells nothing
        assert s.face[tucked] == king
    assert own.goes_first(s, s.face.index(other), s.face.index(king))


@pytest.mark.parametrize("unknown", [0, 1])
def test_of_equal_kinds_the_most_gears_are_played_and_the_fewest_tucked(
    monkeypatch: pytest.MonkeyPatch, unknown: int
) -> None:
    """A K has three gears; one more printing has four. Known ones are played before others."""
    king, other = LETTERS.index("K"), len(KIND)
    monkeypatch.setattr(hands, "KIND", (*KIND, king))
    monkeypatch.setattr(hands, "GEARS", tuple((*gears, 4) for gears in GEARS))
    four = LETTERS.index("4")
    cards_held = [(king, 0), (king, 1), (other, 1), (other, unknown), (four, 0)]
    for held in {order for n in (3, 4, 5) for order in permutations(cards_held, n)}:
        kings = [card for card in held if card[0] != four]
        s = game.state()
        for card, (face, seen) in enumerate(held):
            s.face[card], s.seen[card] = face, seen
            put_on(s, hand_of(0), card)
        best = max(kings)  # by gears, then by whether it is known
        rest = list(held)
        rest.remove(best)
        played = s.copy()
        gone = hands.leaves_openly(played, 0, king)
        assert played.face[gone] == best[0]
        left = [card for card in range(len(held)) if card != gone]
        assert sorted((played.face[card], played.seen[card]) for card in left) == sorted(rest)
        tucked = hands.leaves_unseen(s, 0, king)
        assert s.face[tucked] == min(kings)[0] and not any(s.seen)


def test_every_option_has_a_sentence_of_help() -> None:
    for option in OPTIONS:
        assert option.title and option.help.endswith(".") and len(option.help) > 20
        assert option.default in option.every_value()
    assert cards.DEALT == 9

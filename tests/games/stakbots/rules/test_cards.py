"""The table of cards: what is read, what is refused, and what a card's numbers are for."""

from __future__ import annotations

import pytest

from rumpus.games.stakbots import cards, game
from rumpus.games.stakbots.bots import (
    BOT_NAMES,
    BOTS,
    HAS_ENTRY_EFFECT,
    LEADER,
    NO_EFFECT,
    SHOT,
)
from rumpus.games.stakbots.cards import GROUP, MOST_ROWS, read_cards
from rumpus.games.stakbots.rules.effects import ENTER, nothing_enters
from rumpus.games.stakbots.words import TRIGGERED

from ..table import Lay

covers = pytest.mark.covers
HEAD = "name bot power shot rank copies\n"


# --------------------------------------------------------------------------------- reading
def test_a_row_has_a_bot_and_numbers() -> None:
    table = read_cards(HEAD + "gun shot 0 4 2 3\nboss leader group - 1 2\n")
    gun, boss = table.rows
    assert (gun.name, BOT_NAMES[gun.bot]) == ("gun", "shot")
    assert gun.numbers == {"power": 0, "shot": 4, "rank": 2, "copies": 3}
    assert boss.numbers["power"] == GROUP and table.cards == 5


def test_comments_and_empty_lines_do_not_count() -> None:
    assert read_cards(f"# mine\n\n{HEAD}\n  # more\na core 1 - 1 1\n").cards == 1


def test_a_fifth_column_needs_no_code() -> None:
    table = read_cards(
        "name bot power shot rank copies speed\na core 1 - 1 1 7\nb core 1 - 1 1 9\n"
    )
    assert table.column("speed")[:2] == (7, 9)


def test_the_columns_may_stand_in_any_order() -> None:
    assert read_cards("copies rank bot name shot power\n2 1 core a - 3\n").column("power")[0] == 3


def test_columns_are_filled_up_to_the_most_rows() -> None:
    table = read_cards(HEAD + "gun shot 0 4 2 3\nboss leader group - 1 2\n")
    nothing = (0,) * (MOST_ROWS - 2)
    assert table.bots == (SHOT, LEADER, *nothing) and BOT_NAMES[0] == "core"
    assert table.column("power") == (0, GROUP, *nothing)
    assert table.column("copies") == (3, 2, *nothing)


def test_a_table_may_be_as_big_as_is_said() -> None:
    assert read_cards(HEAD + "a core 60 - 1 1\nb shot 0 1 12 1\n").cards == 2
    rows = [f"c{i} core 1 - {i % 12 + 1} {4 if i < 28 else 2}\n" for i in range(32)]
    table = read_cards(HEAD + "".join(rows))
    assert (len(table.rows), table.cards) == (MOST_ROWS, 120)
    assert read_cards(HEAD + "a core 1 - 1 1\n").cards == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "cards: there is no line that names the columns"),
        ("name bot power shot rank\n", "cards line 1: name the column 'copies' once"),
        (HEAD + "a core 1 - 1\n", "cards line 2: write 6 words: name bot power shot rank copies"),
        (
            HEAD + "a cook 1 - 1 1\n",
            "cards line 2: 'cook' is not a bot; the bots are core sidekick",
        ),
        (HEAD + "a core x - 1 1\n", "cards line 2: power is a whole number from 0 to 60, not 'x'"),
        (HEAD + "a core 61 - 1 1\n", "cards line 2: power is a whole number from 0 to 60"),
        (HEAD + "a core 1 - group 1\n", "cards line 2: rank is a whole number"),
        (HEAD + "a core 1 2 1 1\n", "cards line 2: a Shot Bot has a shot of 1 or more"),
        (HEAD + "a shot 1 - 1 1\n", "cards line 2: a Shot Bot has a shot of 1 or more"),
        (HEAD + "a core 1 - 0 1\n", "cards line 2: a rank is 1 or more"),
        (
            HEAD + "a core 1 - 1 1\n\na core 2 - 1 1\n",
            "cards line 4: 'a' stands in an earlier line",
        ),
        (
            HEAD + "a core 1 - 1 1\nb core 1 - 1 1\nc core 1 - 1 1\nb core 2 - 1 1\n",
            "cards line 5: 'b' stands in an earlier line",
        ),
        (HEAD + "a core 1 - 1 0\n", "cards: there are 1 to 120 cards, not 0"),
        (HEAD, "cards: there are 1 to 32 rows, not 0"),
        (
            HEAD + "".join(f"c{i} core 1 - 1 1\n" for i in range(33)),
            "cards: there are 1 to 32 rows",
        ),
        (HEAD + "a core 1 - 1 60\nb core 1 - 1 60\nc core 1 - 1 1\n", "cards: there are 1 to 120"),
        (HEAD + "".join(f"c{i} core 1 - {i + 1} 1\n" for i in range(13)), "at most 12 different"),
    ],
)
def test_a_wrong_table_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ValueError) as caught:
        read_cards(text)
    assert sentence in str(caught.value)


def test_the_default_table_respects_what_is_known() -> None:
    table = cards.TABLE
    assert table.cards == 60 and {row.bot for row in table.rows} == set(range(16))
    of_rank = {
        rank: sum(row.numbers["copies"] for row in table.rows if row.numbers["rank"] == rank)
        for rank in range(1, 7)
    }
    assert set(of_rank.values()) == {10}
    assert all(row.numbers["copies"] <= 4 for row in table.rows)
    powers = {(BOT_NAMES[row.bot], row.numbers["power"]) for row in table.rows}
    assert {("stomp", 7), ("trip", 0), ("shot", 0), ("leader", GROUP)} <= powers


def test_every_bot_has_a_text_and_every_row_a_name() -> None:
    assert len(set(BOT_NAMES)) == 16 and all(bot.text for bot in BOTS)
    assert len(set(game.words.faces)) == len(game.words.letters) == cards.ROWS


# --------------------------------------------------------------------------------- meaning
@covers("SB-CARD-1")
def test_power_is_dealt_and_is_what_scraps(table: Lay) -> None:
    t = table({"P1": "Core3^ Core2_", "P2": "Core4^ Core2_"})
    t.do("P1 attack")
    assert t.stak("P2") == "Core4^:3 Core2_"  # 3 dealt, less than 4
    assert t.stak("P1") == "Core2^"  # 4 dealt, at least 3


@covers("SB-CARD-2")
def test_rank_means_nothing_in_play(table: Lay) -> None:
    # a rank 2 card of power 5 against rank 4 of power 5: equal in a battle
    t = table({"P1": "Clumsy^ Core2_", "P2": "Core5^ Core2_"})
    t.do("P1 attack")
    assert (t.stak("P1"), t.stak("P2")) == ("Core2^", "Core2^")


@covers("SB-CARD-3")
@pytest.mark.parametrize("bot", ["Bash", "Spike", "Fatal"])
def test_abilities_work_on_top_only(table: Lay, bot: str) -> None:
    t = table({"P1": f"Core1^ {bot}^ Core2_", "P2": "Core9^ Core3_ Core4_"})
    t.do("P1 attack")
    assert t.stak("P2") == "Core9^:1 Core3_ Core4_"


@covers("SB-CARD-4")
def test_ten_bots_have_entry_effects(table: Lay) -> None:
    entering = {name for name, has in zip(BOT_NAMES, HAS_ENTRY_EFFECT, strict=True) if has}
    assert entering == {
        "sidekick", "bountiful", "expel", "clumsy", "tranq", "shot", "begone", "reaper", "trip",
        "pit",
    }  # fmt: skip
    for bot in ("Stomp7", "Leader", "Bash", "Spike", "Fatal", "Core5"):
        t = table({"P1": "Core2^ Core3_", "P2": "Core5^ Core5_"}, hands={"P1": bot})
        t.do(f"P1 play {bot}")
        assert t.count(TRIGGERED) == 0, bot


def test_every_bot_with_an_entry_effect_has_its_rule() -> None:
    ruled = {
        name for name, rule in zip(BOT_NAMES, ENTER, strict=True) if rule is not nothing_enters
    }
    assert ruled | {"expel"} == {bot.name for bot in BOTS if bot.aim != NO_EFFECT}

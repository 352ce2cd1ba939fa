"""Options: what a table may be set to, and what goes together."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from rumpus.games.stakbots import game
from rumpus.games.stakbots.options import (
    AUTO_DEPTH,
    AUTO_DEPTH_RANKED,
    OPTIONS,
    PRESETS,
    RANDOM_SEATS,
    STAGGERED,
    SYNCHRONOUS,
    check_settings,
)
from rumpus.games.stakbots.state import State
from rumpus.rulekit.errors import UnknownOption
from rumpus.rulekit.options import Setting
from rumpus.running.backend import Backend

from ..table import Lay

covers = pytest.mark.covers
BY_KEY = {option.key: option for option in OPTIONS}
TOGGLES: dict[str, Setting] = {
    "depth": 5, "reactive": "on", "recycling": "on", "setup_effects": "on", "borderless": "all",
    "feed": 2,
}  # fmt: skip
VARIATIONS: dict[str, dict[str, Setting]] = {
    "Blitz": {"drawing": "blitz"},
    "Staggered": {"teams": "staggered"},
    "Synchronous": {"teams": "synchronous"},
    "Multi-Stak": {"staks": 2},
    "Ranked": {"deck": "ranked-split"},
}


def accepts(players: int, settings: dict[str, Setting]) -> bool:
    try:
        check_settings(players, game.settings(players, settings))
    except UnknownOption:
        return False
    return True


RULES = (Path(__file__).parents[4] / "docs/games/stakbots/rules.md").read_text("utf-8")


def listed(start: str) -> list[list[str]]:
    """The rows of a table of the rules, by how they begin."""
    lines = [line for line in RULES.splitlines() if line.startswith(start)]
    return [line.strip("| ").split(" | ") for line in lines]


def values_in(text: str) -> set[str]:
    """The values that a row of the table allows, such as `off`, 10-120 seconds."""
    found: set[str] = set()
    for word in re.findall(r"[a-z]+(?:-[a-z0-9]+)*|\d+-\d+|\d+", text):
        low, dash, high = word.partition("-")
        if dash and low.isdecimal():
            found |= {str(number) for number in range(int(low), int(high) + 1)}
        elif word not in ("seconds", "minutes"):
            found.add(word)
    return found


def test_every_option_is_in_the_rules_with_its_values_and_default() -> None:
    rows = {row[1].strip("`"): row for row in listed("| SB-OPT-") if len(row) == 5}
    assert list(rows) == [option.key for option in OPTIONS]
    for option in OPTIONS:
        *_, allowed, default = rows[option.key]
        assert option.word(option.default) in default, option.key
        words = {option.word(value) for value in option.every_value()}
        wanted = values_in(allowed.replace("...", "`seat-2`, `seat-3`, `seat-4`, `seat-5`"))
        assert words == wanted, option.key
        assert all(option.values[word] == int(word) for word in option.values if word.isdecimal())


@covers("SB-TOG-DEPTH-1", "SB-OPT-13", "SB-VAR-RANK-7")
def test_an_automatic_depth_is_the_one_of_the_rules() -> None:
    rows = {name: depths for name, *depths in listed("| ") if len(depths) == 5}
    for ending, table in (("", AUTO_DEPTH), (", Ranked", AUTO_DEPTH_RANKED)):
        for staks, depths in enumerate(table, 1):
            written = [0 if word == "-" else int(word) for word in rows[f"{staks}{ending}"]]
            assert list(depths) == [0, 0, *written], (staks, ending)


def test_every_option_of_the_rules_is_a_field_of_the_state() -> None:
    fields = State.layout.by_name  # type: ignore[attr-defined]
    for option in OPTIONS:
        assert (option.key in fields) == (option.scope == "rules")
        assert option.title and option.help.endswith((".", "?"))


@covers("SB-OPT-32", "SB-OPT-33")
def test_time_is_for_the_table() -> None:
    timer, clock = BY_KEY["turn_timer"], BY_KEY["clock"]
    assert (timer.scope, timer.unit, timer.low, timer.high) == ("table", "seconds", 10, 300)
    assert (clock.scope, clock.unit, clock.low, clock.high) == ("table", "minutes", 5, 60)
    assert timer.read("off") == clock.default == 0


@covers("SB-OPT-32")
def test_whose_time_is_up_gets_a_legal_action_everywhere(deal: Lay) -> None:
    for settings in ({}, {"reactive": True, "recycling": True}, {"deck": "ranked-draft"},
                     {"drawing": "blitz", "staks": 2}):  # fmt: skip
        t = deal(2, max_turns=50, **settings)
        for _ in range(40):
            if not t.over:
                seat = t.backend.asks(t.s)[0]
                t.act(seat, t.backend.timeout(t.s, seat, Random(1)))


@covers("SB-COMBO-1")
def test_toggles_go_alone_and_together() -> None:
    for n in range(len(TOGGLES) + 1):
        for keys in combinations(TOGGLES, n):
            assert accepts(4, {key: TOGGLES[key] for key in keys}), keys


@covers("SB-COMBO-2")
@pytest.mark.parametrize(
    "settings",
    [
        {"drawing": "blitz", "staks": 2},
        {"drawing": "blitz", "reactive": "on", "hand": 7},
        {"teams": "staggered", "borderless": "team"},
        {"teams": "synchronous", "borderless": "team"},
    ],
)
def test_what_the_rulebook_names_goes_together(settings: dict[str, Setting]) -> None:
    assert accepts(4, settings)


@covers("SB-COMBO-3")
def test_what_excludes_each_other_is_one_option() -> None:
    assert set(BY_KEY["teams"].values) == {"off", "staggered", "synchronous"}
    assert set(BY_KEY["deck"].values) == {"shared", "ranked-split", "ranked-draft"}
    assert not accepts(4, {"borderless": "team"})


@covers("SB-COMBO-4")
def test_the_matrix() -> None:
    for one, other in combinations(VARIATIONS, 2):
        if {one, other} != {"Staggered", "Synchronous"}:
            assert accepts(4, {**VARIATIONS[one], **VARIATIONS[other]}), (one, other)
    for name, settings in VARIATIONS.items():
        for key, value in TOGGLES.items():
            depth = {"depth": 2} if key == "depth" else {}
            assert accepts(4, {**settings, key: value, **depth}), (name, key)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"team_size": 3}, "team_size needs teams to be staggered or synchronous."),
        ({"seating": "random"}, "seating needs teams to be staggered."),
        ({"team_control": "captain", "teams": "staggered"}, "team_control needs teams to be"),
        ({"attackers": "per-player"}, "attackers needs staks to be 2, 3 or 4."),
        ({"restart": "no"}, "restart needs staks to be 2, 3 or 4."),
        ({"stomp_reactions": "each"}, "stomp_reactions needs reactive to be on."),
        ({"draft_order": "rounds", "deck": "ranked-split"}, "draft_order needs deck to be"),
        ({"ownership": "deck"}, "ownership needs borderless to be all or team."),
        ({"ownership": "deck", "borderless": "all"}, "ownership needs deck to be ranked-split or"),
        ({"first_draw": "no", "drawing": "blitz"}, "first_draw needs drawing to be draw."),
        ({"teams": "staggered"}, "5 players do not make two or more teams of 2."),
        ({"staks": 3}, "5 players can have 2 Staks each at most."),
        ({"depth": 11}, "There are 12 cards for each of 5 players, too few for 1 x 11 in Staks"),
        ({"feed": 4}, "feed cannot be '4'; it can be 0 to 3."),
        ({"max_turns": 42}, "max_turns cannot be '42'; it can be 50, 100, 150, 200, 300, 400 or"),
    ],
)
def test_what_makes_no_sense_is_refused(settings: dict[str, Setting], sentence: str) -> None:
    with pytest.raises(UnknownOption) as caught:
        check_settings(5, game.settings(5, settings))
    assert sentence in str(caught.value)


@covers("SB-OPT-13", "SB-OPT-14")
def test_an_automatic_depth_wants_a_card_for_every_stak() -> None:
    assert accepts(6, {"hand": 9}) and not accepts(6, {"hand": 10})
    assert accepts(6, {"hand": 8, "staks": 2}) and not accepts(6, {"hand": 9, "staks": 2})


@covers("SB-VAR-BLITZ-8")
def test_presets_are_tables_that_can_be_set() -> None:
    for name, settings in PRESETS.items():
        assert accepts(4, dict(settings)), name
    hands = [game.settings(4, PRESETS[name])["hand"] for name in ("Blitz", "Blitz for beginners")]
    assert hands == [2, 0]
    short = [game.settings(4, PRESETS[name]) for name in ("First game", "Quick")]
    usual = game.settings(4, {})
    assert 0 < short[1]["depth"] < short[0]["depth"] < AUTO_DEPTH[0][4]
    assert short[0]["hand"] == usual["hand"] < short[1]["hand"]
    assert game.settings(4, PRESETS["Two Staks each"])["staks"] == 2


@pytest.mark.parametrize("players", [1, 7])
def test_two_to_six_play(players: int) -> None:
    with pytest.raises(UnknownOption, match="2 to 6 players"):
        game.settings(players, {})


@pytest.mark.parametrize(
    ("players", "values", "teams", "depth"),
    [
        (6, {"teams": SYNCHRONOUS, "seating": RANDOM_SEATS}, [0, 0, 1, 1, 2, 2], 7),
        (6, {"teams": STAGGERED, "team_size": 4}, [0, 1, 2, 3, 4, 5], 7),
        (3, {"teams": STAGGERED, "team_size": 3}, [0, 1, 2], 9),
        (6, {"staks": 4}, [0, 1, 2, 3, 4, 5], 3),
        (6, {"hand": 10}, [0, 1, 2, 3, 4, 5], 1),
    ],
)
def test_what_was_not_checked_is_mended(
    backend: Backend, players: int, values: dict[str, int], teams: list[int], depth: int
) -> None:
    unchecked = game.state()
    for name, value in {**game.fields(players, {}), **values}.items():
        setattr(unchecked, name, value)
    s = backend.load(unchecked.pack())
    backend.told("setup", s)
    assert backend.field(s, "team")[:players] == teams
    staks = players * backend.field(s, "staks")
    assert backend.field(s, "size")[:12] == [depth] * staks + [0] * (12 - staks)


def test_a_table_that_was_not_checked_can_be_played_all_the_same(deal: Lay) -> None:
    backend = deal(2).backend
    for values in ({"depth": 20, "hand": 10}, {"staks": 4}, {"teams": SYNCHRONOUS}):
        unchecked = game.state()
        for name, value in {**game.fields(5, {}), **values}.items():
            setattr(unchecked, name, value)
        s = backend.load(unchecked.pack())
        bots = backend.row(5, [0] * 5)
        backend.run("simulate", s, bots, 1, 1, 5_000)
        sizes = backend.field(s, "size")
        assert sum(sizes) == 60 and min(sizes) >= 0 and backend.is_over(s)
        assert backend.field(s, "staks") <= 2 and backend.field(s, "teams") == 0

"""The tables for mass play: every variation and toggle, alone and together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from itertools import combinations

from rumpus.games.stakbots import game as plain_game
from rumpus.games.stakbots.options import OPTIONS, check_settings
from rumpus.rulekit.errors import UnknownOption
from rumpus.rulekit.game import Game
from rumpus.rulekit.options import Setting

Settings = dict[str, Setting]


class CheckedGame(Game):
    """A game that also refuses settings that make no sense together."""

    def settings(self, players: int, settings: Mapping[str, Setting]) -> dict[str, int]:
        values = super().settings(players, settings)
        check_settings(players, values)
        return values


game = CheckedGame(**{field.name: getattr(plain_game, field.name) for field in fields(Game)})

VARIATIONS: dict[str, Settings] = {
    "base": {},
    "blitz": {"drawing": "blitz"},
    "staggered": {"teams": "staggered"},
    "synchronous": {"teams": "synchronous"},
    "multi": {"staks": 2},
    "one attacker": {"staks": 2, "attackers": "per-player"},
    "ranked": {"deck": "ranked-split"},
    "draft": {"deck": "ranked-draft"},
}
TOGGLES: dict[str, Settings] = {
    "depth": {"depth": 3},
    "reactive": {"reactive": "on", "hand": 4},
    "recycling": {"recycling": "on"},
    "setup effects": {"setup_effects": "on"},
    "borderless": {"borderless": "all"},
    "team-only": {"borderless": "team"},
    "feed": {"feed": 3},
}
NEEDS: dict[str, Settings] = {
    "team_size": {"teams": "staggered"},
    "seating": {"teams": "staggered"},
    "team_hands": {"teams": "staggered"},
    "team_control": {"teams": "synchronous"},
    "attackers": {"staks": 2},
    "restart": {"staks": 2},
    "draft_order": {"deck": "ranked-draft"},
    "stomp_reactions": {"reactive": "on", "hand": 5},
    "ownership": {"borderless": "all", "deck": "ranked-split"},
    "borderless": {"teams": "staggered"},
}
"""What else an option needs to have an effect."""


def goes_together(players: int, settings: Settings) -> bool:
    """Whether a table can have these settings."""
    try:
        game.settings(players, settings)
    except UnknownOption:
        return False
    return True


def tables() -> Iterator[tuple[str, Settings]]:
    """Every variation and toggle alone, in pairs, and each variation with all toggles.

    Pairs that no table allows (team-only without teams) are left out.
    """
    for name, settings in all_tables():
        if any(goes_together(players, settings) for players in game.players):
            yield name, settings


def all_tables() -> Iterator[tuple[str, Settings]]:
    """All of them, whether they make sense or not."""
    named = {**VARIATIONS, **TOGGLES}
    yield from named.items()
    for one, other in combinations(named, 2):
        if one != "base" and not named[one].keys() & named[other].keys():
            yield f"{one} + {other}", {**named[one], **named[other]}
    together = {key: value for toggle in TOGGLES.values() for key, value in toggle.items()}
    for name, settings in VARIATIONS.items():
        borders = {"borderless": "team" if "teams" in settings else "all"}
        yield f"{name} + all toggles", {**together, **settings, **borders, "hand": 2, "depth": 2}


def values() -> Iterator[tuple[str, Settings]]:
    """Every value of every option that affects the rules."""
    for option in OPTIONS:
        if option.scope == "rules":
            for value in option.every_value():
                yield f"{option.key}={option.word(value)}", {
                    **NEEDS.get(option.key, {}), option.key: value,
                }  # fmt: skip

"""A game as clients see it: players, options, presets, vocabulary and guide."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from rumpus.languages import guide_of
from rumpus.rulekit.errors import UnknownOption
from rumpus.rulekit.game import Game
from rumpus.rulekit.options import Setting


class KindData(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a number means; `names` if it is one of a few words, `size` and `first` if it is part of
    an action, `shown` if an event newly reveals it."""

    kind: str
    size: int = 0
    first: int = 0
    names: list[str] = []
    letters: list[str] = []
    shown: bool = False


class ZoneData(msgspec.Struct, frozen=True):
    """A zone of the table; if it is `owned`, every seat has one."""

    name: str
    words: str
    owned: bool
    groups: int


class FactData(KindData, frozen=True, omit_defaults=True, kw_only=True):
    """A public number besides the cards; if `owned`, one of a row with one for each seat."""

    name: str
    owned: bool = False


class MarkData(msgspec.Struct, frozen=True):
    """A mark on cards: `bits` bits of a group's marks, from `shift` on."""

    name: str
    words: str
    shift: int
    bits: int


class VariantData(msgspec.Struct, frozen=True):
    """Other words for certain values of facts, or if a fact is the viewer's own seat ("you") or
    not ("others"); `numbers` are the facts that the words name."""

    when: dict[str, list[int] | str]
    words: str
    help: str
    numbers: dict[str, str]


class VerbData(msgspec.Struct, frozen=True):
    """An action, or a block of actions from number `action` on."""

    name: str
    action: int
    words: str
    help: str
    notation: str
    zone: int
    which: str
    owner: str
    numbers: dict[str, KindData]
    variants: list[VariantData]


class EventData(msgspec.Struct, frozen=True):
    """Something that can happen; `you` has the words for each of its seats."""

    name: str
    words: str
    you: dict[str, str]
    numbers: dict[str, KindData]


class WordsData(msgspec.Struct, frozen=True):
    """A game's vocabulary; everything is in the order of its numbers."""

    zones: list[ZoneData]
    facts: list[FactData]
    stages: list[str]
    tasks: list[VariantData]
    marks: list[MarkData]
    verbs: list[VerbData]
    events: list[EventData]
    faces: list[str]
    letters: list[str]
    prints: list[dict[str, str | int]]


class OptionData(msgspec.Struct, frozen=True):
    """A setting: a number from `low` to `high`, or one of `values`; `defaults` by players."""

    key: str
    title: str
    help: str
    type: str
    values: dict[str, int]
    low: int
    high: int
    unit: str
    default: int
    defaults: dict[str, int]
    when: dict[str, list[int]]
    when_any: dict[str, list[int]]
    scope: str
    group: str


class PresetData(msgspec.Struct, frozen=True):
    """Settings that go well together, for each number of players that allows them."""

    title: str
    options: dict[str, dict[str, int]]


class PlayersData(msgspec.Struct, frozen=True):
    """How many can play, and how many usually do."""

    least: int
    most: int
    common: int


class GameData(msgspec.Struct, frozen=True):
    """A game; `untimed` are the options under which a real-time game waits for its players, and
    `claims` the verbs that only the fastest player gets."""

    name: str
    title: str
    idea: str
    minutes: int
    version: int
    players: PlayersData
    options: list[OptionData]
    presets: list[PresetData]
    can_resign: bool
    claims: list[str]
    untimed: dict[str, int]
    words: WordsData
    guide: str


def game_data(game: Game) -> GameData:
    """A game as clients see it."""
    return GameData(
        name=game.name,
        title=game.title,
        idea=game.idea,
        minutes=game.minutes,
        version=game.version,
        players=PlayersData(game.players[0], game.players[-1], game.common),
        options=msgspec.convert([option.as_data() for option in game.options], list[OptionData]),
        presets=presets_of(game),
        can_resign=game.resigns is not None,
        claims=[verb.name for verb in game.claims],
        untimed=untimed_of(game),
        words=msgspec.convert(game.words.as_data(), WordsData),
        guide=guide_of(game.folder),
    )


def untimed_of(game: Game) -> dict[str, int]:
    """The settings under which a real-time game waits for its players; empty for others."""
    values = game.settings(game.common, game.untimed)
    return {key: values[key] for key in game.untimed}


def presets_of(game: Game) -> list[PresetData]:
    """The presets, each for the numbers of players that allow it."""
    found = []
    for title, settings in game.presets.items():
        possible = (players for players in game.players if allows(game, players, settings))
        values: dict[str, Any] = {str(n): game.settings(n, settings) for n in possible}
        options = {n: {key: value[key] for key in settings} for n, value in values.items()}
        found.append(PresetData(title, options))
    return found


def allows(game: Game, players: int, settings: Mapping[str, Setting]) -> bool:
    """Whether a table of this many players allows some settings."""
    try:
        game.settings(players, settings)
    except UnknownOption:
        return False
    return True

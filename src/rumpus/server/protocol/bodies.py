"""Request and response bodies of the HTTP API."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from rumpus.rulekit.sentence import Sentence, as_data
from rumpus.table.data.settings import EVERYBODY, Settings
from rumpus.table.input.reading import Number
from rumpus.table.records.record import Record
from rumpus.table.records.replay import ReplayStep
from rumpus.table.showing.directory import OpenTable
from rumpus.table.showing.lobby import Lobby
from rumpus.table.showing.reasons import Reason

from .game_data import GameData

Name = Annotated[str, msgspec.Meta(max_length=100)]
Word = Annotated[str, msgspec.Meta(max_length=40)]
NonceText = Annotated[str, msgspec.Meta(max_length=64)]
MOST_PLAYERS = 8
MOST_OPTIONS = 100


class SeatWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who gets a seat: you, a bot, anybody (open), or another person on this device (here)."""

    kind: Word
    level: Word = "normal"
    name: Name = ""
    avatar: Word = ""
    nonce: NonceText = ""
    seal: NonceText = ""


class SettingsWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a table is run; by default the timer is on if people play on several devices, and only
    who has the link can join."""

    pace: Word = "normal"
    absence: Number = 60
    timer: bool | None = None
    pause: Word = EVERYBODY
    open: bool = False


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a new table."""

    game: Word
    name: Name
    players: Annotated[int, msgspec.Meta(ge=1, le=64)] | None = None
    options: Annotated[dict[Word, Number | Word | bool], msgspec.Meta(max_length=MOST_OPTIONS)] = {}
    avatar: Word = ""
    seats: Annotated[list[SeatWish], msgspec.Meta(max_length=MOST_PLAYERS)] | None = None
    settings: SettingsWish = SettingsWish()
    nonce: NonceText = ""
    seal: NonceText = ""
    again: NonceText = ""


class SeatToken(msgspec.Struct, frozen=True):
    """A seat and its secret token."""

    seat: int
    token: str


class MadeTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """The new table, your seat, and the link for friends; `here` are the others on this device."""

    table: str
    seat: int
    token: str
    link: str
    here: list[SeatToken] = []


class NewSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a seat."""

    name: Name
    avatar: Word = ""
    seat: Annotated[int, msgspec.Meta(ge=0, le=63)] | None = None
    nonce: NonceText = ""
    seal: NonceText = ""
    again: NonceText = ""


class TableAnswer(msgspec.Struct, frozen=True):
    """The public view of a table."""

    table: Lobby


class TablesAnswer(msgspec.Struct, frozen=True):
    """The tables that anybody may join, newest first."""

    tables: list[OpenTable]


class ErrorAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The reason as a sentence; its template and values are for other languages."""

    error: str
    message: str = ""
    values: dict[str, Any] = {}


def error_of(sentence: Sentence) -> ErrorAnswer:
    """The error body for a sentence."""
    return ErrorAnswer(str(sentence), **as_data(sentence))


class LevelData(msgspec.Struct, frozen=True):
    """A bot level; `seconds` is its longest thinking time, `live` its help in real-time games."""

    level: str
    title: str
    help: str
    seconds: float
    live: str


class GamesAnswer(msgspec.Struct, frozen=True):
    """The games and the bot levels."""

    games: list[GameData]
    levels: list[LevelData]


class LanguageData(msgspec.Struct, frozen=True):
    """A language, and its own name for itself."""

    lang: str
    name: str


class LanguagesAnswer(msgspec.Struct, frozen=True):
    """The available languages."""

    languages: list[LanguageData]


class WordsAnswer(msgspec.Struct, frozen=True):
    """Translations by English text, Rumpus's own (`house`) and each game's: one, or one for each
    plural form in `plurals`. A context precedes its text, separated by U+0004. `guides` are the
    games' rules."""

    lang: str
    plurals: list[str]
    house: dict[str, str | list[str]]
    games: dict[str, dict[str, str | list[str]]]
    guides: dict[str, str]


class ChancesWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The record of a game that is over."""

    record: msgspec.Raw


class ChancesAnswer(msgspec.Struct, frozen=True):
    """Every seat's chance to win in percent, after the deal and after each action."""

    chances: list[list[int]]


class ReplayWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record to replay from a step on, as a seat or a spectator (-1) saw it."""

    record: msgspec.Raw
    viewer: Annotated[int, msgspec.Meta(ge=-1, le=63)] = -1
    first: Annotated[int, msgspec.Meta(ge=0, le=20_000)] = 0


class ReplayAnswer(msgspec.Struct, frozen=True):
    """Steps of a replayed record; `next` is the first step not included, -1 at the end.

    The first answer includes the record, and any disagreements found in it.
    """

    disagreements: list[Reason]
    record: Record | None
    steps: list[ReplayStep]
    next: int


def settings_for(wish: SettingsWish, devices: int) -> Settings:
    """The settings of a table where people play on some number of devices."""
    timer = devices > 1 if wish.timer is None else wish.timer
    return Settings(wish.pace, wish.absence, timer, wish.pause, wish.open)

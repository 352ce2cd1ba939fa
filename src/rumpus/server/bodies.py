"""What HTTP calls take and give."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from rumpus.rulekit.sentence import Sentence, as_data
from rumpus.table.reading import Number
from rumpus.table.reasons import Reason
from rumpus.table.record import Record, Step
from rumpus.table.settings import EVERYBODY, Settings
from rumpus.table.views import Lobby

from .game_data import GameData

Name = Annotated[str, msgspec.Meta(max_length=100)]
Word = Annotated[str, msgspec.Meta(max_length=40)]
NonceText = Annotated[str, msgspec.Meta(max_length=64)]
MOST_PLAYERS = 8
MOST_OPTIONS = 100


class SeatWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who shall have a seat: you, a bot, whoever comes (open), or another person here."""

    kind: Word
    level: Word = "normal"
    name: Name = ""
    avatar: Word = ""
    nonce: NonceText = ""
    seal: NonceText = ""


class SettingsWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the table shall be run; by default time runs where people play on several devices."""

    pace: Word = "normal"
    absence: Number = 60
    timer: bool | None = None
    pause: Word = EVERYBODY


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table that somebody wants."""

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
    """A seat and the secret that opens it."""

    seat: int
    token: str


class MadeTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table, your seat at it, and the link for friends; `here` are the others on this device."""

    table: str
    seat: int
    token: str
    link: str
    here: list[SeatToken] = []


class NewSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who wants to sit down."""

    name: Name
    avatar: Word = ""
    seat: Annotated[int, msgspec.Meta(ge=0, le=63)] | None = None
    nonce: NonceText = ""
    seal: NonceText = ""
    again: NonceText = ""


class TableAnswer(msgspec.Struct, frozen=True):
    """A table as everybody may know it."""

    table: Lobby


class ErrorAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why not, in a sentence; its template and values are for other languages."""

    error: str
    message: str = ""
    values: dict[str, Any] = {}


def error_of(sentence: Sentence) -> ErrorAnswer:
    """The answer that says why not."""
    return ErrorAnswer(str(sentence), **as_data(sentence))


class LevelData(msgspec.Struct, frozen=True):
    """A level of bots; `seconds` is the longest that it thinks, `live` its help in real time."""

    level: str
    title: str
    help: str
    seconds: float
    live: str


class GamesAnswer(msgspec.Struct, frozen=True):
    """The games and the levels of bots."""

    games: list[GameData]
    levels: list[LevelData]


class LanguageData(msgspec.Struct, frozen=True):
    """A language, and what it is called by those who speak it."""

    lang: str
    name: str


class LanguagesAnswer(msgspec.Struct, frozen=True):
    """The languages that there are words for."""

    languages: list[LanguageData]


class WordsAnswer(msgspec.Struct, frozen=True):
    """Translations by the English text, of the house and of each game: one, or one for every kind
    of number in `plurals`. Before a text with a context stands that, with U+0004 between them.
    `guides` are the games' rules."""

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
    """A record to be played again from a step on, as a seat or a spectator (-1) saw it."""

    record: msgspec.Raw
    viewer: Annotated[int, msgspec.Meta(ge=-1, le=63)] = -1
    first: Annotated[int, msgspec.Meta(ge=0, le=20_000)] = 0


class ReplayAnswer(msgspec.Struct, frozen=True):
    """Steps of a record played again; `next` is the first of those that follow, -1 at the end.

    With the first step come the record, and what does not agree in it (nothing, if all is well).
    """

    disagreements: list[Reason]
    record: Record | None
    steps: list[Step]
    next: int


def settled(wish: SettingsWish, devices: int) -> Settings:
    """The settings of a table at which people play on so many devices."""
    timer = devices > 1 if wish.timer is None else wish.timer
    return Settings(wish.pace, wish.absence, timer, wish.pause)

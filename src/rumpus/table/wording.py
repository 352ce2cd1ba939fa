"""Wording: choices and lines in JSON, written once a game with gaps for the names of the people.

At every table the gaps are filled with its own names; that takes next to nothing, so that a table
that has just begun costs no more than one that has said all of this before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

import msgspec
from msgspec.json import encode

from rumpus.rulekit.game import Game

KEPT = 1 << 14
GAP = 0xE000
"""The name of seat n is first written as a character that stands for nothing else: this, plus n."""
GAPS = re.compile(rb"\xee\x80([\x80-\xbf])")
SEAT = 0x3F
"""Such characters in UTF-8, and the part of their last byte that tells the seat."""


class Gapped(NamedTuple):
    """JSON to be formatted, and what picks the names for its gaps."""

    text: bytes
    pick: Callable[[tuple[bytes, ...]], bytes | tuple[bytes, ...]]


class Choice(msgspec.Struct, frozen=True):
    """Something the viewer can do; `zone` and `owner` say where on the table it can be clicked."""

    action: int
    notation: str
    words: str
    zone: int = -1
    owner: int = -1


class Line(msgspec.Struct, frozen=True):
    """Something that happened; `only` names the viewer's seats that may know, none if all may.

    `by` is `clock` where somebody's time was up, and else empty.
    """

    n: int
    kind: int
    event: str
    numbers: dict[str, int]
    words: str
    only: tuple[int, ...] = ()
    by: str = ""


@lru_cache(KEPT)
def choice_with_gaps(game: Game, action: int, seat: int, players: int) -> Gapped:
    """An action as a choice for a seat."""
    words = game.words
    said = words.say_action(action, seat, stand_ins(players))
    notation, place = words.notation(action, seat, players), words.place(action, seat, players)
    return gapped(encode(Choice(action, notation, said, *place)))


@lru_cache(KEPT)
def line_with_gaps(
    game: Game,
    kind: int,
    numbers: tuple[int, ...],
    only: tuple[int, ...],
    by: str,
    players: int,
) -> Gapped:
    """An event as a line, from behind its number on."""
    told = game.words.events[kind]
    named = dict(zip(told.numbers, numbers, strict=False))
    said = game.words.say_event(kind, numbers, stand_ins(players))
    line = encode(Line(0, kind, told.name, named, said, only, by))
    return gapped(line.removeprefix(b'{"n":0'))


def stand_ins(players: int) -> tuple[str, ...]:
    """A name for every seat that leaves a gap."""
    return tuple(chr(GAP + seat) for seat in range(players))


def names_in_json(names: Sequence[str]) -> tuple[bytes, ...]:
    """Names as they are put into gaps."""
    return tuple(encode(name)[1:-1] for name in names)


def gapped(text: bytes) -> Gapped:
    """JSON in which some characters stand for names."""
    pieces = GAPS.split(text)
    seats = [last[0] & SEAT for last in pieces[1::2]]
    form = b"%b".join(piece.replace(b"%", b"%%") for piece in pieces[::2])
    return Gapped(form, itemgetter(*seats) if seats else lambda _: ())


def fill(gapped: Gapped, names: tuple[bytes, ...]) -> bytes:
    """The JSON with the names in its gaps."""
    return gapped.text % gapped.pick(names)

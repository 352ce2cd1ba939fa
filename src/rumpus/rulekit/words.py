"""Words: every action and event has a sentence, and every action a notation that reads back.

A template names its numbers: `steal {target}`, `{seat} takes {count:card}`. What kind each number
is says how it is put into words, and for an action how it is packed into one small integer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from math import prod
from typing import Any, NamedTuple

from .captions import Captions, Scene
from .declare import NONE
from .errors import InvalidNotation
from .sentence import quoted, say


class Kind(NamedTuple):
    """What a number in a sentence stands for.

    `how`: "number"; "seat" (a seat); "clockwise" (so many seats on from the one who acts); "face"
    (what is printed on a card); "name" (one of `names`). `size` and `first` bound the number inside
    an action. `shown` marks what an event newly lays open: a front, a back, a roll.
    """

    how: str
    size: int = 0
    first: int = 0
    names: tuple[str, ...] = ()
    shown: bool = False

    @property
    def values(self) -> range:
        """Every value inside an action."""
        return range(self.first, self.first + self.size)


NUMBER, SEAT, FACE = Kind("number"), Kind("seat"), Kind("face")


def clockwise(size: int) -> Kind:
    """A seat, as its distance from the one who acts."""
    return Kind("clockwise", size, 1)


def named(*names: str) -> Kind:
    """One of a few words."""
    return Kind("name", len(names), 0, names)


def shown(kind: Kind) -> Kind:
    """The same, newly laid open by the event."""
    return kind._replace(shown=True)


@dataclass(frozen=True)
class Saying:
    """An action or event: its first number, its notation (actions), its sentence, its numbers.

    An action can be pointed at on the table: `zone` is where, and `owner` whose zone it is, "self"
    or the name of one of its numbers.
    """

    code: int
    notation: str
    sentence: str
    numbers: dict[str, Kind] = field(default_factory=dict)
    zone: int = NONE
    owner: str = ""

    @cached_property
    def size(self) -> int:
        """How many actions it covers."""
        return prod(kind.size for kind in self.numbers.values())


def action(
    code: int, notation: str, sentence: str, *, zone: int = NONE, owner: str = "", **numbers: Kind
) -> Saying:
    """An action, or a block of them that differ in their numbers (the last counts fastest)."""
    return Saying(code, notation, sentence, numbers, zone, owner)


def event(code: int, sentence: str, **numbers: Kind) -> Saying:
    """Something that can happen."""
    return Saying(code, "", sentence, numbers)


class Number(int):
    """A number that can be followed by a noun: `{n:card}` is "1 card" or "3 cards".

    A plural that is not made with an s stands behind a bar: `{n:die|dice}`.
    """

    def __format__(self, noun: str) -> str:
        one, _, many = noun.partition("|")
        counted = one if self == 1 else many or f"{one}s"
        return f"{int(self)} {counted}" if noun else str(int(self))


@dataclass(frozen=True)
class Words:
    """A game's words. `prints` is what else is printed on each face, for those who draw cards;
    `captions` put a whole table into words."""

    actions: tuple[Saying, ...]
    events: tuple[Saying, ...]
    faces: tuple[str, ...]
    zones: tuple[str, ...]
    facts: tuple[str, ...]
    letters: tuple[str, ...] = ()
    prints: tuple[Mapping[str, str | int], ...] = ()
    captions: Captions = field(default_factory=Captions)

    def __post_init__(self) -> None:
        taken: dict[int, str] = {}
        for saying in self.actions:
            for name, kind in saying.numbers.items():
                if kind.size < 1:
                    raise ValueError(f"`{name}` of {saying.notation!r} has no size")
            for number in range(saying.code, saying.code + saying.size):
                other = taken.setdefault(number, saying.notation)
                if other != saying.notation:
                    raise ValueError(f"{other!r} and {saying.notation!r} are both action {number}")
        for number, told in enumerate(self.events):
            if told.code != number:
                raise ValueError(f"event {told.sentence!r} is number {told.code}, not {number}")

    # ----------------------------------------------------------------------------- actions
    @cached_property
    def _by_number(self) -> dict[int, tuple[Saying, tuple[int, ...]]]:
        """Every action taken apart."""
        return {
            saying.code + i: (saying, values)
            for saying in self.actions
            for i, values in enumerate(product(*(kind.values for kind in saying.numbers.values())))
        }

    def saying(self, number: int) -> tuple[Saying, tuple[int, ...]]:
        """The action a number stands for, taken apart."""
        if number not in self._by_number:
            raise InvalidNotation(say("There is no action {number}.", number=number))
        return self._by_number[number]

    def notation(self, number: int, seat: int, players: int) -> str:
        """An action as a short text that reads back."""
        texts, key = self._notations, (number, seat, players)
        if key not in texts:
            saying, values = self.saying(number)
            texts[key] = saying.notation.format(**self._terse(saying, values, seat, players))
        return texts[key]

    @cached_property
    def _notations(self) -> dict[tuple[int, int, int], str]:
        """Notations that were asked for before."""
        return {}

    def _terse(
        self, saying: Saying, values: Sequence[int], seat: int, players: int
    ) -> dict[str, str]:
        terse = {}
        for (name, kind), value in zip(saying.numbers.items(), values, strict=True):
            match kind.how:
                case "clockwise":
                    terse[name] = str((seat + value) % players + 1)
                case "seat":
                    terse[name] = str(value + 1)
                case "name":
                    terse[name] = kind.names[value].replace(" ", "-")
                case "face":
                    terse[name] = (self.letters or self.faces)[value].replace(" ", "-")
                case _:
                    terse[name] = str(value)
        return terse

    def parse(self, text: str, seat: int, players: int) -> int:
        """The action that a text stands for."""
        wanted = " ".join(text.split()).casefold()
        for number in self.every_action(players):
            if self.notation(number, seat, players).casefold() == wanted:
                return number
        forms = tuple(re.sub(r"[{}]", "", saying.notation) for saying in self.actions)
        raise InvalidNotation(
            say("'{text}' is no action; write {forms:or}.", text=quoted(text), forms=forms)
        )

    def every_action(self, players: int) -> Iterator[int]:
        """All actions that mean something at a table of so many."""
        return (number for number in self._by_number if self.means(number, players))

    def means(self, number: int, players: int) -> bool:
        """Whether a number is an action at a table of so many."""
        if number not in self._by_number:
            return False
        saying, values = self._by_number[number]
        kinds = zip(saying.numbers.values(), values, strict=True)
        return all(kind.how != "clockwise" or value < players for kind, value in kinds)

    def say_action(self, number: int, seat: int, names: Sequence[str]) -> str:
        """An action as a sentence for the one who chooses."""
        saying, values = self.saying(number)
        return self._say(saying, values, names, seat)

    def say_choice(self, number: int, scene: Scene) -> tuple[str, str]:
        """An action as the viewer of a scene chooses it, and what comes of it."""
        saying, values = self.saying(number)
        sentence, help_text = self.captions.choice(scene, saying.notation)
        said = replace(saying, sentence=sentence or saying.sentence)
        return self._say(said, values, scene.names, scene.viewer), help_text

    def place(self, number: int, seat: int, players: int) -> tuple[int, int]:
        """Where on the table an action can be pointed at: a zone and its owner (NONE: nobody's)."""
        saying, values = self.saying(number)
        if saying.owner == "self":
            return saying.zone, seat
        if saying.owner not in saying.numbers:
            return saying.zone, NONE
        value = values[list(saying.numbers).index(saying.owner)]
        how = saying.numbers[saying.owner].how
        return saying.zone, (seat + value) % players if how == "clockwise" else value

    # ----------------------------------------------------------------------------- events
    def say_event(self, kind: int, numbers: Sequence[int], names: Sequence[str]) -> str:
        """An event as a sentence."""
        saying = self.events[kind]
        return self._say(saying, numbers[: len(saying.numbers)], names, 0)

    @cached_property
    def showing(self) -> frozenset[int]:
        """The kinds of event that lay something open."""
        return frozenset(
            saying.code
            for saying in self.events
            if any(kind.shown for kind in saying.numbers.values())
        )

    def _say(self, saying: Saying, values: Sequence[int], names: Sequence[str], seat: int) -> str:
        words: dict[str, Any] = {}
        for (name, kind), value in zip(saying.numbers.items(), values, strict=True):
            match kind.how:
                case "clockwise":
                    words[name] = names[(seat + value) % len(names)]
                case "seat":
                    words[name] = names[value] if 0 <= value < len(names) else "nobody"
                case "name":
                    words[name] = kind.names[value]
                case "face":
                    words[name] = self.faces[value] if value >= 0 else "an unknown card"
                case _:
                    words[name] = Number(value)
        return saying.sentence.format(**words)

"""The parts of a vocabulary: kinds of numbers, named numbers, and templates that use them.

A named number is an int: rules use it as a constant, clients see its name, people its words.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from math import prod
from string import Formatter
from typing import Any, NamedTuple, NoReturn

from rumpus.language.declare import NONE
from rumpus.language.errors import RuleError

YOU, OTHERS = "you", "others"
"""Conditions on a fact that is a seat: the viewer's own, or somebody else's."""
SELF = "self"
"""The owner of a zone that belongs to whoever acts."""


class Kind(NamedTuple):
    """What a number stands for.

    `how`: "number" (below zero: none); "points" (may be below zero); "yes" (1 or 0); "seat";
    "seats" (a set of seats); "clockwise" (that many seats on from the one who acts); "face" (what
    is printed on a card); "stage"; "name" (one of `names`, which a notation writes as its
    `letters`, if it has any). `size` and `first` bound the number
    inside an action. `shown` marks what an event reveals: a front, a back, a roll.
    """

    how: str
    size: int = 0
    first: int = 0
    names: tuple[str, ...] = ()
    letters: tuple[str, ...] = ()
    shown: bool = False

    @property
    def values(self) -> range:
        """Every value inside an action."""
        return range(self.first, self.first + self.size)

    def as_data(self) -> dict[str, Any]:
        """The kind for clients: only what differs from the defaults."""
        found = {"kind": self.how, **self._asdict()}
        del found["how"]
        return {key: value for key, value in found.items() if value}


NUMBER, POINTS, YES_NO, SEAT, SEATS, FACE, STAGES = map(
    Kind, ("number", "points", "yes", "seat", "seats", "face", "stage")
)


COUNTED = (NUMBER.how, POINTS.how)


def numbers(size: int, first: int = 0) -> Kind:
    """A number inside an action, with this many values."""
    return Kind("number", size, first)


def seats(size: int) -> Kind:
    """A seat inside an action."""
    return Kind("seat", size)


def faces(size: int) -> Kind:
    """A card inside an action, by what is printed on it."""
    return Kind("face", size)


def clockwise(size: int, first: int = 1) -> Kind:
    """A seat inside an action, as its distance from the one who acts."""
    return Kind("clockwise", size, first)


def named(*names: str, letters: tuple[str, ...] = ()) -> Kind:
    """One of a few words; `letters` are short for them in notations."""
    return Kind("name", len(names), 0, names, letters)


def shown(kind: Kind) -> Kind:
    """The same, revealed by the event."""
    return kind._replace(shown=True)


# --------------------------------------------------------------------------------- named numbers
class Named(int):
    """A number with a name, words for people, and the place in a file where it was declared."""

    name: str
    words: str
    place: str
    nth: int = 0
    """Which of several things with the same name it is, from 0."""

    def __new__(cls, number: int, name: str, words: str, place: str) -> Named:
        """The number as rules use it."""
        made = super().__new__(cls, number)
        made.name, made.words, made.place = name, words, place
        return made

    def __reduce__(self) -> tuple[type[int], tuple[int]]:
        """In another process it is just the number."""
        return int, (int(self),)


class ZoneName(Named):
    """A place on the table: whether every seat has one, the most groups of cards laid there, and
    how many such places are side by side."""

    owned: bool
    groups: int
    each: int


class FactName(Named):
    """Something to know besides the cards: its position among the facts, its kind of number, how
    many of them there are in a row, and whether that is one for each seat."""

    kind: Kind
    each: int
    owned: bool

    def as_data(self) -> dict[str, Any]:
        """The fact for clients."""
        owned = {"owned": True} if self.owned else {}
        return {"name": self.name, **self.kind.as_data(), **owned}


class StageName(Named):
    """What is being decided; its words are the task of the seat that decides."""


class MarkName(Named):
    """A mark on a card: a bit, or for an amount the position of its lowest bit."""

    shift: int
    bits: int


class EventName(Named):
    """Something that can happen: its numbers, and its sentence for a viewer who is one of them."""

    numbers: dict[str, Kind]
    you: dict[str, str]


Condition = tuple[int, ...] | str
"""The values of a fact under which something holds, or YOU, or OTHERS."""


class Variant(NamedTuple):
    """Different words under some conditions; `numbers` are facts that the words use."""

    when: Mapping[FactName, Condition]
    words: str
    help: str = ""
    numbers: Mapping[str, FactName] = {}

    def holds(self, facts: Mapping[str, int], viewer: int) -> bool:
        """Whether all conditions hold for a viewer of these facts."""
        return all(_meets(wanted, facts[fact.name], viewer) for fact, wanted in self.when.items())

    def as_data(self) -> dict[str, Any]:
        """The variant for clients."""
        return {
            "when": {fact.name: _as_data(wanted) for fact, wanted in self.when.items()},
            "words": self.words,
            "help": self.help,
            "numbers": {name: fact.name for name, fact in self.numbers.items()},
        }


def _as_data(wanted: Condition) -> str | list[int]:
    return wanted if isinstance(wanted, str) else [int(value) for value in wanted]


def _meets(wanted: Condition, value: int, viewer: int) -> bool:
    if isinstance(wanted, str):
        return (value == viewer) == (wanted == YOU)
    return value in wanted


class Verb(Named):
    """An action, or a block of them that differ in their numbers (the last counts fastest).

    It can be chosen by clicking on the table: `zone` is where, `which` is the number that picks one
    of several zones side by side, `owner` is whose zone it is: SELF or one of its numbers.
    """

    numbers: dict[str, Kind]
    help: str
    notation: str
    zone: ZoneName | None
    which: str
    owner: str
    room: int
    variants: tuple[Variant, ...]

    @property
    def size(self) -> int:
        """How many actions it covers."""
        return prod(kind.size for kind in self.numbers.values())

    def at(self, values: Mapping[str, int], seat: int) -> tuple[int, int]:
        """Where on the table it can be chosen: a zone and its owner (NONE: nobody's)."""
        zone = NONE if self.zone is None else self.zone + values.get(self.which, 0)
        return zone, seat if self.owner == SELF else values.get(self.owner, NONE)


# --------------------------------------------------------------------------------- templates


class Gap(NamedTuple):
    """A placeholder in a template for a number, and the noun that it counts."""

    name: str
    noun: str


def gaps_in(template: str) -> Iterator[Gap]:
    """The gaps of a template, those inside a noun included."""
    for _, name, noun, _ in Formatter().parse(template):
        if name is not None:
            yield Gap(name, noun or "")
            yield from gaps_in(noun or "")


def check_template(template: str, numbers: Mapping[str, Kind], place: str) -> None:
    """Refuse a template with a gap that nothing fills, or with two counted nouns."""
    try:
        gaps = list(gaps_in(template))
    except ValueError as reason:
        refuse(place, f"{template!r} is not a template: {reason}")
    for gap in gaps:
        if gap.name not in numbers:
            known = ", ".join(numbers) or "no numbers"
            refuse(place, f"{template!r} names {{{gap.name}}}; there are {known}")
        if gap.noun and numbers[gap.name].how not in COUNTED:
            refuse(place, f"{template!r} counts {{{gap.name}}}, which is not a number")
    if len(counted := [gap.name for gap in gaps if gap.noun]) > 1:
        refuse(place, f"{template!r} has several counted nouns ({', '.join(counted)}); use one")


def refuse(place: str, sentence: str) -> NoReturn:
    """Raise an error that names the place."""
    raise RuleError([f"{place}: {sentence}"])


INSIDE = ("rumpus.rulekit.", "dataclasses")
"""Modules that are skipped when looking for the declaring line."""


def caller() -> str:
    """The file and line of the game that declares something."""
    frame = inspect.currentframe()
    while frame and frame.f_globals["__name__"].startswith(INSIDE):
        frame = frame.f_back
    return f"{frame.f_code.co_filename}:{frame.f_lineno}" if frame else "nowhere"

"""Options as data: what a table can be set to, as numbers for the rules and words for people."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from rumpus.language.declare import NONE

from .errors import UnknownOption
from .sentence import Sentence, Value, quoted, say

Setting = str | int | bool


@dataclass(frozen=True)
class Option:
    """One setting: a number from `low` to `high`, or one of the named `values`.

    `default` applies to every number of players except those in `defaults`. `when` names the
    settings of other options under which this one has an effect; `when_any` names settings of
    which one is enough. `scope` says who applies it: the rules (it is a field of the state) or the
    table (the clock, the order of seats). `group` is the heading under which clients show it.
    """

    key: str
    title: str
    help: str
    default: int
    defaults: Mapping[int, int] = field(default_factory=dict)
    values: Mapping[str, int] = field(default_factory=dict)
    low: int = 0
    high: int = 0
    unit: str = ""
    when: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    when_any: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    scope: str = "rules"
    group: str = ""

    @property
    def has_range(self) -> bool:
        """Whether it can be any number from `low` to `high`."""
        return self.low < self.high

    def covers(self, number: int) -> bool:
        """Whether a number lies in its range."""
        return self.has_range and self.low <= number <= self.high

    def default_for(self, players: int) -> int:
        """The rulebook's value for this many players."""
        return self.defaults.get(players, self.default)

    def read(self, setting: Setting) -> int:
        """A setting as a number, or a complaint that says what is allowed."""
        text = ("off", "on")[setting] if isinstance(setting, bool) else setting
        if str(text) in self.values:
            return self.values[str(text)]
        with suppress(ValueError):
            number = int(str(text))
            if number in self.values.values() or self.covers(number):
                return number
        raise UnknownOption(
            say(
                "{key} cannot be '{setting}'; it can be {allowed:or}.",
                key=self.key,
                setting=quoted(setting),
                allowed=self.allowed(),
            )
        )

    def allowed(self) -> tuple[Value, ...]:
        """Everything it can be set to, in words."""
        words: list[Value] = list(self.values)
        if self.has_range:
            words.append(say("{low} to {high}", low=str(self.low), high=str(self.high)))
        return tuple(words)

    def word(self, number: int) -> str:
        """A value as people write it."""
        return next((word for word, n in self.values.items() if n == number), str(number))

    def every_value(self) -> list[int]:
        """All values, for tests that try each one."""
        numbers = range(self.low, self.high + 1) if self.has_range else ()
        return sorted({*self.values.values(), *numbers})

    def as_data(self) -> dict[str, Any]:
        """The option for clients."""
        return {
            "key": self.key,
            "title": self.title,
            "help": self.help,
            "type": "number" if self.has_range else "choice",
            "values": dict(self.values),
            "low": self.low,
            "high": self.high,
            "unit": self.unit,
            "default": self.default,
            "defaults": {str(players): value for players, value in self.defaults.items()},
            "when": {key: list(values) for key, values in self.when.items()},
            "when_any": {key: list(values) for key, values in self.when_any.items()},
            "scope": self.scope,
            "group": self.group,
        }


def switch(key: str, title: str, help: str, **more: Any) -> Option:  # noqa: A002
    """An option that is off by default."""
    return Option(key, title, help, default=0, values={"off": 0, "on": 1}, **more)


RANDOM_SEAT = NONE
"""The value of `starter` that leaves it to chance."""


def starter(seats: int, key: str = "starter", title: str = "Who starts") -> Option:
    """The option that names the seat that starts."""
    return Option(
        key,
        title,
        "A seat by its number, or anybody by chance.",
        default=RANDOM_SEAT,
        values={"random": RANDOM_SEAT} | {f"seat-{seat + 1}": seat for seat in range(seats)},
        unit="seat",
    )


def time_limit(default: int) -> Option:
    """The option that limits the time for a decision, in seconds."""
    return Option(
        "turn_timer",
        "Time for a decision",
        "When it runs out, the safest choice is made for you. 0 is no limit.",
        default=default,
        values={"off": 0},
        low=10,
        high=300,
        unit="seconds",
        scope="table",
    )


def grouped(options: tuple[Option, ...], titles: Mapping[str, str]) -> tuple[Option, ...]:
    """The options under headings: each runs from the option it names to the next heading."""
    title, found = "", []
    for option in options:
        title = titles.get(option.key, title)
        found.append(replace(option, group=title))
    return tuple(found)


def no_option(key: str, known: Mapping[str, Option]) -> Sentence:
    """The complaint that a game has no such option."""
    if not known:
        return say("There is no option '{key}'; this game has none.", key=quoted(key))
    there = tuple(known)
    return say("There is no option '{key}'; there is {known:or}.", key=quoted(key), known=there)


def resolve(
    options: tuple[Option, ...], players: int, settings: Mapping[str, Setting]
) -> dict[str, int]:
    """Every option's value for a table, from what was set and the defaults."""
    by_key = {option.key: option for option in options}
    for key in settings:
        if key not in by_key:
            raise UnknownOption(no_option(key, by_key))
    chosen = {
        option.key: option.read(settings[option.key])
        if option.key in settings
        else option.default_for(players)
        for option in options
    }
    for key in settings:
        option = by_key[key]
        if chosen[key] == option.default_for(players):
            continue
        needs = [{other: values} for other, values in option.when.items()]
        for wanted in [*needs, option.when_any] if option.when_any else needs:
            if not any(chosen[other] in values for other, values in wanted.items()):
                raise UnknownOption(needed(key, wanted, by_key))
    return chosen


def needed(
    key: str, wanted: Mapping[str, tuple[int, ...]], by_key: Mapping[str, Option]
) -> Sentence:
    """That an option needs one of these settings of others."""
    settings = tuple(
        say(
            "{other} to be {wanted:or}",
            other=other,
            wanted=tuple(by_key[other].word(value) for value in values),
        )
        for other, values in wanted.items()
    )
    return say("{key} needs {settings:or}.", key=key, settings=settings)

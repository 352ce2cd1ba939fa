"""How the kit describes what is broken: by name, never by internal number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

from rumpus.rulekit.layout import read_table
from rumpus.rulekit.log import Event
from rumpus.running.backend import Backend


class Broken(AssertionError):
    """A game lacks a property; the sentence begins with the property's name."""


def broken(which: str, sentence: str) -> NoReturn:
    """Say which property is broken and how."""
    raise Broken(f"{which}: {sentence}")


@contextmanager
def at_decision(backend: Backend, s: Any, actions: Sequence[tuple[int, int]]) -> Iterator[None]:
    """Note which decision broke something: the last of these."""
    try:
        yield
    except Broken as fault:
        where = f"decision {len(actions)}, {acted_as(backend, s, *actions[-1])}" if actions else ""
        fault.add_note(f"This was {where or 'the deal'}.")
        raise


def told_as(backend: Backend, event: Event) -> str:
    """An event by its name and the names of its numbers; seats count from 1."""
    names = backend.game.words.events
    if not 0 <= event.kind < len(names):
        return f"an event that is not declared (number {event.kind})"
    named = names[event.kind]
    numbers = zip(named.numbers, event.numbers, strict=False)
    return f"`{named.name}` ({', '.join(f'{name} {number}' for name, number in numbers)})"


def acted_as(backend: Backend, s: Any, seat: int, action: int) -> str:
    """An action as its seat would write it."""
    words, players = backend.game.words, backend.players(s)
    text = words.notation(action, seat, players) if words.means(action, players) else str(action)
    return f"`{text}` of {f'seat {seat + 1}' if seat < players else 'the table'}"


def who_is(viewer: int) -> str:
    """A viewer in words."""
    return f"seat {viewer + 1}" if viewer >= 0 else "who watches"


def verb_of(backend: Backend, action: int) -> str:
    """An action by the name of its verb."""
    verbs = [verb for verb in backend.game.words.verbs if verb <= action]
    return f"`{verbs[-1].name}`" if verbs else f"action {action}"


def part_that_differs(backend: Backend, part: str, here: Any, there: Any) -> str:
    """The part that differs in what reaches a viewer: a field, a fact or a zone."""
    if part == "redacted state":
        for slot in backend.layout.slots:
            for place in range(slot.places):
                begin = slot.offset + place * slot.bits // 8
                end = begin + slot.bits // 8
                if here[begin:end] != there[begin:end]:
                    which = f" at place {place}" if slot.places > 1 else ""
                    return f"the field `{slot.name}` of the redacted state{which}"
    if part == "view":
        return f"the view ({difference(backend, here, there)})"
    return f"the {part}"


def difference(backend: Backend, here: list[int], there: list[int]) -> str:
    """The first fact or zone in which two tables differ."""
    words, a, b = backend.game.words, read_table(here), read_table(there)
    for name, x, y in zip(words.fact_names, a.facts, b.facts, strict=True):
        if x != y:
            return f"the fact `{name}` is {x} or {y}"
    for one, other in zip(a.zones, b.zones, strict=False):
        if one != other:
            return f"the zone `{words.zones[one.zone].name}` of {who_is(one.owner)}"
    return "the number of zones"

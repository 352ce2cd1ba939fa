"""Trying out: what some actions would lead to, as far as the seat that takes them can know.

The actions are carried out in worlds that are imagined from what the seat knows and from nothing
else, dice included: whoever cannot tell two tables apart gets the same answer at both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

from .backend import Backend
from .declare import NONE
from .errors import IllegalAction
from .log import Event

WORLDS = 24
SEED_BYTES = 7
MOST_ACTIONS = 12
"""How many actions can be tried, one after the other."""
MOST_FOLLOWING = 12
"""How many decisions are followed that are none."""
MOST_LINES = 48


class Heard(NamedTuple):
    """What the seat would be told, and which seats would have to let it happen."""

    event: Event
    unless: tuple[int, ...] = ()


class TriedLine(NamedTuple):
    """The same with the number of worlds in which it happens.

    It is sure if nothing that the seat does not know yet can come before it and change it.
    """

    event: Event
    unless: tuple[int, ...]
    worlds: int
    sure: bool


class Tried(NamedTuple):
    """What comes of it: the lines, first what is sure, in order, then what is likely; what the seat
    could do right after its actions; who has to decide in the end; in how many of the worlds the
    game would be over."""

    lines: tuple[TriedLine, ...]
    choices: tuple[int, ...]
    asks: tuple[int, ...]
    over: int
    worlds: int


class World(NamedTuple):
    """What came of it in one world; `news` are the numbers that the seat has learnt."""

    heard: tuple[Heard, ...]
    choices: tuple[int, ...]
    asks: tuple[int, ...]
    over: bool
    news: frozenset[int]


def try_out(backend: Backend, known: Any, seat: int, actions: Sequence[int]) -> Tried:
    """Carry out a seat's actions in imagined worlds, from the state as the seat may know it."""
    if len(actions) > MOST_ACTIONS:
        raise IllegalAction(f"At most {MOST_ACTIONS} actions can be tried at once.")
    packed = backend.pack(known)
    seed = int.from_bytes(blake2b(packed, digest_size=SEED_BYTES).digest(), "little")
    imagined = [backend.imagined(known, seat, seed=seed, number=number) for number in range(WORLDS)]
    hidden = [
        place
        for place, (a, b) in enumerate(zip(packed, backend.pack(imagined[0]), strict=True))
        if a != b
    ]
    worlds = [carry_out(backend, world, seat, actions, hidden) for world in imagined]
    first, *others = worlds
    return Tried(
        tuple(lines_of(backend, worlds)),
        tuple(action for action in first.choices if all(action in w.choices for w in others)),
        tuple(sorted({asked for world in worlds for asked in world.asks})),
        sum(world.over for world in worlds),
        len(worlds),
    )


# --------------------------------------------------------------------------------- one world
def carry_out(
    backend: Backend, world: Any, seat: int, actions: Sequence[int], hidden: Sequence[int]
) -> World:
    """Take the actions in a world, and let everything follow that nobody decides. `hidden` are the
    places in the state that the seat could not know."""
    before = backend.pack(world)
    heard: list[Heard] = []
    for number, action in enumerate(actions):
        if number and action not in backend.legal(world, seat):
            raise IllegalAction(f"{name_of(backend, world, seat, action)} cannot follow there.")
        heard += heard_by(seat, backend.apply(world, seat, action))
    choices = tuple(backend.legal(world, seat))
    unless: tuple[int, ...] = ()
    for _ in range(MOST_FOLLOWING):
        decider, action = follows(backend, world, seat)
        if action == NONE:
            break
        if decider != seat:
            unless = tuple(sorted({*unless, decider}))
        heard += heard_by(seat, backend.apply(world, decider, action), unless)
    seen = backend.pack(backend.redacted(world, seat))
    after = backend.pack(world)
    news = frozenset(before[place] for place in hidden if seen[place] == after[place])
    return World(tuple(heard), choices, backend.asks(world), backend.is_over(world), news)


def name_of(backend: Backend, world: Any, seat: int, action: int) -> str:
    """An action in words for a refusal."""
    words, players = backend.game.words, backend.players(world)
    known = words.means(action, players)
    return repr(words.notation(action, seat, players)) if known else f"Action {action}"


def heard_by(seat: int, events: Sequence[Event], unless: tuple[int, ...] = ()) -> Iterator[Heard]:
    """What a seat is told of some events."""
    return (Heard(event, unless) for event in events if event.is_for(seat))


def follows(backend: Backend, world: Any, seat: int) -> tuple[int, int]:
    """Who acts next without deciding anything, and how: a seat that lets things take their course,
    or the seat itself where it has no choice. NONE: somebody really has to decide."""
    asked = backend.asks(world)
    if len(asked) != 1:
        return NONE, NONE
    decider = asked[0]
    action = backend.run("passes", world, decider)
    if action == NONE and decider == seat:
        only = backend.legal(world, seat)
        action = only[0] if len(only) == 1 else NONE
    return decider, action


# --------------------------------------------------------------------------------- all worlds
def lines_of(backend: Backend, worlds: Sequence[World]) -> Iterator[TriedLine]:
    """What is sure, in order, and then what happens in some worlds, the likeliest first."""
    sure = sure_lines(backend, worlds)
    for line in worlds[0].heard[:sure]:
        yield TriedLine(*line, len(worlds), sure=True)
    told: Counter[tuple[Heard, int]] = Counter()
    place: dict[tuple[Heard, int], int] = {}
    for world in worlds:
        times: Counter[Heard] = Counter()
        for at, line in enumerate(world.heard[sure:]):
            times[line] += 1
            key = line, times[line]
            told[key] += 1
            place[key] = min(at, place.get(key, at))
    likely = sorted(told, key=lambda key: (-told[key], place[key], key))
    for key in likely[: max(0, MOST_LINES - sure)]:
        yield TriedLine(*key[0], told[key], sure=False)


def sure_lines(backend: Backend, worlds: Sequence[World]) -> int:
    """How many lines come first in every world, before any news that could change them."""
    all_heard = [world.heard for world in worlds]
    shortest = min(map(len, all_heard))
    news = frozenset.intersection(*(world.news for world in worlds))
    for at in range(shortest):
        line = all_heard[0][at]
        if any(heard[at] != line for heard in all_heard) or lays_open(backend, line.event, news):
            return at
    return shortest


def lays_open(backend: Backend, event: Event, news: frozenset[int]) -> bool:
    """Whether an event shows something that was learnt in every world, so perhaps by chance."""
    kinds = backend.game.words.events[event.kind].numbers.values()
    shown = (n for kind, n in zip(kinds, event.numbers, strict=False) if kind.shown)
    return any(number & 0xFF in news for number in shown)

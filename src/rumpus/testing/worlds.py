"""Other worlds: states that differ from the real one only in what a viewer may not know.

They come from two sides that must agree: from the game's own `imagine`, and, where the caller says
what is secret, from exchanging secrets. Chance is replaced in both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from rumpus.rulekit.backend import Interpreted

SWAPS = 6


def anything(value: int) -> bool:
    """Any value may stand here."""
    return True


class Secret(NamedTuple):
    """A place in the state whose value the viewer may not know.

    `fits` says which values could stand there for all the viewer knows (a card whose back shows
    can only be one with that back).
    """

    field: str
    place: int
    fits: Callable[[int], bool] = anything


Secrets = Callable[[Any, int], Sequence[Secret]]
"""The secrets of a state for a viewer; the state's fields are plain numbers and lists."""


def with_other_chance(backend: Interpreted, s: Any, random: Random) -> Any:
    """The same table, another future."""
    world = backend.copy(s)
    backend.run("seed_key", world, random.getrandbits(62), 0)
    return world


def imagined(backend: Interpreted, s: Any, viewer: int, random: Random) -> Any:
    """A world by the game's own `imagine`, which may not look at what it fills."""
    world = with_other_chance(backend, s, random)
    backend.run("imagine", world, viewer)
    return world


def exchanged(s: Any, secrets: Sequence[Secret], random: Random) -> Any:
    """A world in which some secrets have changed places, as far as the viewer cannot tell."""
    world = s.copy()
    for _ in range(SWAPS if len(secrets) > 1 else 0):
        a, b = random.sample(list(secrets), 2)
        row_a, row_b = getattr(world, a.field), getattr(world, b.field)
        if a.fits(row_b[b.place]) and b.fits(row_a[a.place]):
            row_a[a.place], row_b[b.place] = row_b[b.place], row_a[a.place]
    return world


def lasting(secrets: Secrets, before: Any, after: Any, viewer: int) -> list[Secret]:
    """The secrets that an action leaves secret, and leaves in their places."""
    then = {(secret.field, secret.place): secret for secret in secrets(after, viewer)}
    kept = []
    for now in secrets(before, viewer):
        later = then.get((now.field, now.place))
        same = getattr(before, now.field)[now.place] == getattr(after, now.field)[now.place]
        if later and same:
            kept.append(now._replace(fits=_both(now.fits, later.fits)))
    return kept


def _both(a: Callable[[int], bool], b: Callable[[int], bool]) -> Callable[[int], bool]:
    return lambda value: a(value) and b(value)


def other_worlds(
    backend: Interpreted, s: Any, viewer: int, secrets: Secrets | None, random: Random
) -> Iterator[Any]:
    """Worlds that the viewer must not be able to tell from the real one."""
    yield imagined(backend, s, viewer, random)
    yield with_other_chance(backend, s, random)
    if secrets:
        yield exchanged(s, secrets(s, viewer), random)
        yield with_other_chance(backend, exchanged(s, secrets(s, viewer), random), random)

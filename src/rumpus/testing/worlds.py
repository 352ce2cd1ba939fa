"""Other worlds: states that differ from the real one only in what a viewer may not know.

They come from two sources that must agree: the game's own `imagine` and, if there is an account of
what is secret, swapping secrets. Both replace the state's chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from rumpus.running.backend import Backend

from .account import Account, Fields, Secret
from .saying import broken

SWAPS = 6


def with_other_chance(backend: Backend, s: Any, random: Random) -> Any:
    """The same table with a different future."""
    world = backend.copy(s)
    backend.run("seed_key", world, random.getrandbits(62), 0)
    return world


def imagined(backend: Backend, s: Any, viewer: int, random: Random) -> Any:
    """A world from the game's own `imagine`, which may not read what it fills."""
    world = with_other_chance(backend, s, random)
    backend.run("imagine", world, viewer)
    return world


def exchanged(backend: Backend, s: Any, secrets: Sequence[Secret], random: Random) -> Any:
    """A world in which some secrets are swapped, as far as the viewer cannot tell."""
    world = bytearray(backend.pack(s))
    for _ in range(SWAPS if len(secrets) > 1 else 0):
        a, b = random.sample(secrets, 2)
        place_a, place_b = _bytes_of(backend, a), _bytes_of(backend, b)
        in_a, in_b = world[place_a], world[place_b]
        if a.fits(_number(in_b)) and b.fits(_number(in_a)):
            world[place_a], world[place_b] = in_b, in_a
    return backend.load(bytes(world))


def _bytes_of(backend: Backend, secret: Secret) -> slice:
    slot = backend.layout.by_name.get(secret.field)
    if slot is None or not 0 <= secret.place < slot.places:
        broken("account", f"the state has no place {secret.place} in a field `{secret.field}`")
    width = slot.bits // 8
    start = slot.offset + secret.place * width
    return slice(start, start + width)


def _number(data: bytearray) -> int:
    return int.from_bytes(data, "little", signed=True)


def other_worlds(
    backend: Backend, s: Any, viewer: int, account: Account | None, random: Random
) -> Iterator[Any]:
    """Worlds that the viewer must not be able to tell from the real one."""
    yield imagined(backend, s, viewer, random)
    yield with_other_chance(backend, s, random)
    if account:
        world = exchanged(backend, s, account.secrets(Fields(backend, s), viewer), random)
        yield world
        yield with_other_chance(backend, world, random)

"""Check that tables are laid out as the vocabulary declares."""

from __future__ import annotations

from typing import Any

from rumpus.language.declare import NONE
from rumpus.rulekit.layout import Zone, read_table
from rumpus.running.backend import Backend

from .saying import broken, who_is

UNLAID = (77, 78)
"""The value where nothing was laid."""


def tables_are_declared(backend: Backend, s: Any, viewer: int) -> None:
    """All facts are laid for a viewer, only declared zones, and everything fits."""
    words, room = backend.game.words, backend.game.show_room
    players = backend.players(s)
    first, again = (laid_over(backend, s, viewer, before) for before in UNLAID)
    for fact, *numbers in zip(words.facts, first[1:], again[1:], strict=False):
        is_needed = not fact.owned or fact.nth < players
        if is_needed and numbers == list(UNLAID):
            broken("table", f"the fact `{fact.name}` is not laid for {who_is(viewer)}")
    if len(first) > room:
        broken(
            "table", f"{len(first)} numbers are laid for {who_is(viewer)}; there is room for {room}"
        )
    for fact, number in zip(words.facts, first[1:], strict=False):
        if fact.kind.how == "stage" and not 0 <= number < len(words.stages):
            broken("table", f"the fact `{fact.name}` is {number}, which is not a stage")
    for zone in read_table(first).zones:
        zone_is_declared(backend, zone)


def laid_over(backend: Backend, s: Any, viewer: int, before: int) -> tuple[int, ...]:
    """The table laid for a viewer over a row with other contents."""
    room = backend.game.show_room
    out = backend.row(room, [before] * room)
    return backend.read(out, backend.run("view", s, backend.copy(s), viewer, out))


def zone_is_declared(backend: Backend, zone: Zone) -> None:
    """A zone is declared, belongs to a valid owner, and has no more groups than declared."""
    words = backend.game.words
    if not 0 <= zone.zone < len(words.zones):
        broken("table", f"a zone is laid that is not declared (number {zone.zone})")
    named = words.zones[zone.zone]
    if not named.owned and zone.owner != NONE:
        broken("table", f"the zone `{named.name}` is laid for {who_is(zone.owner)}")
    if len(zone.groups) > named.groups:
        broken(
            "table",
            f"the zone `{named.name}` of {who_is(zone.owner)} has {len(zone.groups)} groups; "
            f"{named.groups} are declared",
        )

"""Check that tables are laid out as the vocabulary declares, and that they can be described."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rumpus.language.declare import NONE
from rumpus.rulekit.layout import Zone, read_table
from rumpus.rulekit.sentence import Sentence
from rumpus.rulekit.words.captions import Scene
from rumpus.rulekit.words.naming import FactName
from rumpus.running.backend import Backend

from .saying import broken, who_is

ANY_NUMBER = range(-(1 << 31), 1 << 31)
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
        is_laid = not fact.owned or fact.nth < players
        if is_laid and number not in values_of(backend, fact, players):
            broken("table", f"the fact `{fact.name}` is {number}, which is no {fact.kind.how}")
    for zone in read_table(first).zones:
        zone_is_declared(backend, zone)


def values_of(backend: Backend, fact: FactName, players: int) -> range:
    """The values that a fact may have; NONE is nothing, except where there is always something."""
    words = backend.game.words
    known = {
        "stage": range(len(words.stages)),
        "yes": range(2),
        "seats": range(1 << players),
        "seat": range(NONE, players),
        "face": range(NONE, len(words.faces)),
        "name": range(NONE, len(fact.kind.names)),
    }
    return known.get(fact.kind.how, ANY_NUMBER)


def captions_have_words(backend: Backend, s: Any, viewer: int) -> None:
    """Whatever the captions say of a table can be said, to every viewer."""
    words, laid = backend.game.words, read_table(backend.show(s, viewer))
    names = [f"player {seat + 1}" for seat in range(backend.players(s))]
    scene = Scene(dict(zip(words.fact_names, laid.facts, strict=True)), laid.zones, viewer, names)
    try:
        for sentence in captioned(backend, scene):
            str(sentence)
    except Exception as error:  # whatever went wrong in them, it would end somebody's game
        raised = f"{type(error).__name__}: {error}"
        broken("captions", f"they cannot describe the table to {who_is(viewer)} ({raised})")


def captioned(backend: Backend, scene: Scene) -> Iterator[Sentence]:
    """All that the captions say of a scene."""
    captions = backend.game.captions
    yield from captions.table(scene)
    for seat in range(len(scene.names)):
        yield from captions.player(scene, seat)
    for zone in scene.zones:
        for group in zone.groups:
            yield from captions.card(zone.zone, group)
            yield from captions.detail(zone.zone, group)


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

"""What the rules write beat by beat equals what Python computes from the laid-out tables."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest

from rumpus.games import GAMES, find
from rumpus.rulekit.game import Game
from rumpus.rulekit.layout import LaidTable, read_table
from rumpus.rulekit.log import Told
from rumpus.running.backend import Backend
from rumpus.running.interpreted import Interpreted
from rumpus.running.native import Native
from rumpus.table.showing.looks import SPELLING, beats_of
from rumpus.table.showing.spell import Keys
from rumpus.testing.kit import Case, choose, random_settings

KEYS = Keys("who", "f", "a longer key for zones", "z", "o", "n", "g", "asked", "end", "b", "new")
MOST = 25
"""How many actions of a game are followed in the slower back ends."""


@cache
def native(name: str) -> Backend:
    return Native(find(name), SPELLING)


def beat(game: Game, was: LaidTable, now: LaidTable) -> dict[str, Any]:
    """How a table differs from the one before."""
    named = zip(game.words.fact_names, was.facts, now.facts, strict=True)
    facts = {name: new for name, old, new in named if old != new}
    anew = [zone[:2] for zone in was.zones] != [zone[:2] for zone in now.zones]
    pairs = zip(was.zones, now.zones, strict=False)
    zones = now.zones if anew else [new for old, new in pairs if old != new]
    beat = {KEYS.facts: facts, KEYS.zones: list(map(zone_of, zones)), KEYS.anew: anew}
    return {key: value for key, value in beat.items() if value or (anew and key == KEYS.zones)}


def zone_of(zone: Any) -> dict[str, Any]:
    groups = list(map(list, zone.groups))
    return {KEYS.zone: zone.zone, KEYS.owner: zone.owner, KEYS.size: zone.size, KEYS.groups: groups}


def expected(backend: Backend, told: Told, s: Any, viewer: int) -> dict[str, Any]:
    """The beats of an action for one viewer, and what follows them."""
    before, *states = backend.states_of(told)
    heard = [state for state, event in zip(states, told.events, strict=True)
             if event.is_for(viewer)]  # fmt: skip
    tables = [read_table(backend.show(state, viewer)) for state in (before, *heard, s)]
    known = backend.redacted(s, viewer)
    return {
        KEYS.viewer: viewer,
        KEYS.beats: [beat(backend.game, was, now) for was, now in pairwise(tables)],
        KEYS.asks: list(backend.asks(known)),
        KEYS.over: backend.is_over(known),
    }


def actions_of(backend: Backend, case: Case, most: int) -> Iterator[tuple[Told, Any]]:
    """A game from its deal: what each action tells, and the state after it."""
    random, s = Random(case.seed), backend.blank(case.players, case.settings, case.key)
    yield backend.told_in("setup", s), s
    for _ in range(most):
        if backend.is_over(s):
            return
        yield backend.told_in("apply", s, *choose(backend, s, case, random)), s


def check_beats(backend: Backend, told: Told, s: Any, viewers: list[int]) -> None:
    """All viewers at once get what each should."""
    looks = beats_of(backend, told, s, viewers, KEYS)
    assert list(looks) == sorted(viewers)
    for viewer in viewers:
        seen = looks[viewer]
        wanted = expected(backend, told, s, viewer)
        assert msgspec.json.decode(seen.written + b"}") == wanted
        assert len(seen.written) == len(msgspec.json.encode(wanted)) - 1
        legal = backend.legal(backend.redacted(s, viewer), viewer) if viewer >= 0 else []
        assert list(seen.legal) == legal


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_beats_of_whole_games(name: str, seed: int) -> None:
    backend, random = native(name), Random(seed)
    players = random.choice(list(backend.game.players))
    options = random_settings(backend.game, players, random)
    for told, s in actions_of(backend, Case(players, options, seed, seed % 2 == 0), 10_000):
        everybody = range(-1, players)
        check_beats(backend, told, s, random.sample(everybody, random.randint(1, players + 1)))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("checked", [False, True])
def test_beats_in_the_slower_back_ends(name: str, checked: bool) -> None:
    backend = Interpreted(find(name), SPELLING, checked=checked)
    players = backend.game.common
    viewers = list(range(-1, players))
    case = Case(players, {}, 1, True)
    fast = actions_of(native(name), case, MOST)
    for (told, s), (like, t) in zip(actions_of(backend, case, MOST), fast, strict=True):
        assert told == like
        check_beats(backend, told, s, viewers)
        assert beats_of(backend, told, s, viewers, KEYS) == beats_of(
            native(name), like, t, viewers, KEYS
        )


def test_a_long_action_finds_room() -> None:
    """More beats than a page usually has room for."""
    backend = native("mantis")
    s = backend.blank(6)
    told = backend.told_in("setup", s)
    events = told.events * 12
    assert len(events) > 300
    size = backend.layout.size
    states = told.states[:size] + told.states[size:] * 12
    check_beats(backend, Told(events, states), s, list(range(-1, 6)))

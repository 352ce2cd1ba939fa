"""What some actions would lead to, as far as the seat that takes them can know."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from rumpus.games import GAMES, find
from rumpus.rulekit.errors import IllegalAction
from rumpus.running import trying
from rumpus.running.backend import Backend
from rumpus.running.interpreted import Interpreted
from rumpus.running.native import fastest
from rumpus.running.trying import MOST_ACTIONS, WORLDS, try_out
from rumpus.testing.kit import Case, choose
from rumpus.testing.tries import comes_true, tries_keep_their_word
from rumpus.testing.worlds import imagined


@cache
def backend_of(name: str) -> Backend:
    return fastest(find(name))


def positions(name: str, seeds: range, steps: int, **settings: Any) -> Any:
    """Tables in the middle of random games, with the seat that acts and what it does."""
    backend = backend_of(name)
    for seed in seeds:
        players = list(backend.game.players)[seed % len(backend.game.players)]
        case, random = Case(players, settings, seed, seed % 4 > 0), Random(seed)
        s, _ = backend.deal(players, settings, case.key)
        for _ in range(steps):
            if backend.is_over(s):
                break
            seat, action = choose(backend, s, case, random)
            if seat < players:
                yield s, seat, action, random
            backend.apply(s, seat, action)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_sure_happens_and_nothing_hidden_shows(name: str) -> None:
    backend, tried = backend_of(name), 0
    for s, seat, action, random in positions(name, range(12), 60):
        other = imagined(backend, s, seat, random)
        tries_keep_their_word(backend, s, seat, action, other, random)
        tried += 1
    assert tried > 200


def test_most_attacks_of_stak_bots_are_told_to_their_end() -> None:
    backend, said, happened = backend_of("stakbots"), 0, 0
    for s, seat, action, _ in positions("stakbots", range(40), 120, reactive=1):
        if not backend.game.words.notation(action, seat, backend.players(s)).startswith("attack"):
            continue
        tried = try_out(backend, backend.redacted(s, seat), seat, [action])
        comes_true(backend, s, seat, [action], tried)
        said += sum(line.sure for line in tried.lines)
        happened += len(trying.carry_out(backend, backend.copy(s), seat, [action]).heard)
    assert happened > 300
    assert said > happened / 2


def test_the_answer_is_the_same_in_every_back_end() -> None:
    fast, slow = backend_of("stakbots"), Interpreted(find("stakbots"))
    for s, seat, action, _ in positions("stakbots", range(2), 4):
        known = fast.redacted(s, seat)
        there = slow.load(fast.pack(known))
        assert try_out(fast, known, seat, [action]) == try_out(slow, there, seat, [action])


def test_trying_changes_nothing() -> None:
    backend = backend_of("mantis")
    s = backend.start(3, {}, seed=1, number=0)
    (seat,) = backend.asks(s)
    known = backend.redacted(s, seat)
    before = backend.pack(known)
    tried = try_out(backend, known, seat, backend.legal(s, seat)[:1])
    assert backend.pack(known) == before
    assert tried.worlds == WORLDS
    assert tried.lines[0].sure


def test_chances_are_counted_in_worlds() -> None:
    backend = backend_of("mantis")
    s = backend.start(3, {}, seed=1, number=0)
    (seat,) = backend.asks(s)
    tried = try_out(backend, backend.redacted(s, seat), seat, backend.legal(s, seat)[:1])
    possible = [line for line in tried.lines if not line.sure]
    turned = [
        line for line in possible if "turns up" in backend.game.words.events[line.event.kind].words
    ]
    assert len(turned) > 1
    assert sum(line.worlds for line in turned) == WORLDS
    assert [line.worlds for line in possible] == sorted((x.worlds for x in possible), reverse=True)


def test_what_is_not_allowed_is_refused_with_a_sentence() -> None:
    backend = backend_of("mantis")
    s = backend.start(3, {}, seed=1, number=0)
    (seat,) = backend.asks(s)
    legal = backend.legal(s, seat)
    known = backend.redacted(s, seat)
    with pytest.raises(IllegalAction, match="There is no action 99"):
        try_out(backend, known, seat, [99])
    with pytest.raises(IllegalAction, match="Action 99 cannot follow there"):
        try_out(backend, known, seat, [legal[0], 99])
    with pytest.raises(IllegalAction, match=f"At most {MOST_ACTIONS} actions"):
        try_out(backend, known, seat, legal[:1] * (MOST_ACTIONS + 1))
    other = (seat + 1) % 3
    with pytest.raises(IllegalAction, match="nothing to decide"):
        try_out(backend, backend.redacted(s, other), other, legal[:1])

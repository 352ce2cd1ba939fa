"""Whether an action can be undone gives nothing away."""

from __future__ import annotations

from copy import copy
from random import Random
from typing import Any

import pytest

from rumpus.games import GAMES, find
from rumpus.table.backends import table_backend
from rumpus.table.play import Play, SeatAction
from rumpus.testing.kit import random_settings

PLAYED = 12
"""How many whole games are looked at."""
MOST = 400
WORLDS = 3


def undo_in(world: Any, play: Play, act: SeatAction) -> tuple[Any, bool]:
    """What the seat can know about an action in a world, and whether it can be undone there."""
    there = copy(play)
    there.state, there.acts, there.events = world, [], []
    told = there.act(act)
    heard = [event for event in told if event.is_for(act.seat)]
    known = play.backend.pack(play.backend.redacted(world, act.seat))
    return (heard, known), there.may_undo(act.seat)


def choices(play: Play) -> list[tuple[int, int]]:
    """Everything that a seat, asked or not, may do now."""
    backend, s = play.backend, play.state
    seats = [seat for seat in {*backend.asks(s), *backend.may(s)} if seat < play.players]
    return [(seat, action) for seat in sorted(seats) for action in backend.legal(s, seat)]


@pytest.mark.parametrize("name", GAMES)
def test_it_is_the_same_in_all_worlds_that_the_seat_cannot_tell_apart(name: str) -> None:
    game, random, alike = find(name), Random(name), 0
    backend = table_backend(game)
    for number in range(PLAYED):
        players = random.choice(game.players)
        wanted = random_settings(game, players, random) if number % 3 else {}
        options = game.settings(players, wanted)
        play = Play(backend, players, options, random.randbytes(32))
        while not play.is_over() and len(play.acts) < MOST and (offered := choices(play)):
            act = SeatAction(*random.choice(offered))
            before = backend.copy(play.state)
            real = undo_in(backend.copy(before), play, act)
            for world in range(WORLDS):
                other = backend.imagined(before, act.seat, seed=len(play.acts), number=world)
                seen, possible = undo_in(other, play, act)
                if seen == real[0]:
                    assert possible == real[1]
                    alike += 1
            play.act(act)
    assert alike > 100

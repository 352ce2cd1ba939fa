"""MA-OPT-7: the action taken for a player who runs out of time."""

from __future__ import annotations

from random import Random

import pytest

from rumpus.games.mantis import game
from rumpus.games.mantis.words import SCORE
from rumpus.running.native import Native


@pytest.mark.covers("MA-OPT-7")
@pytest.mark.parametrize("players", range(2, 7))
def test_score_is_declared_whoever_is_late(players: int) -> None:
    backend = Native(game)
    options = {"optional_extra": "on"} if players == 2 else {}
    s = backend.start(players, options, seed=3)
    rng, asked = Random(players), set()
    while not backend.is_over(s):
        (seat,) = backend.asks(s)
        asked.add(seat)
        assert backend.timeout(backend.redacted(s, seat), seat, rng) == SCORE
        assert SCORE in backend.legal(s, seat)
        backend.apply(s, seat, rng.choice(backend.legal(s, seat)))
    assert asked == set(range(players))

"""What is written with gaps and filled later reads as if it had been said with the names."""

from __future__ import annotations

import random

import pytest

from rumpus.games import GAMES
from rumpus.table.play import PERSON
from rumpus.table.views import lines_for, view_of

from .setting import make

NAMES = ('"Q\\', "\ue001Bo\ue000", "Zoë 🎲")


@pytest.mark.parametrize("game", GAMES)
def test_any_name_is_said_as_it_is(game: str) -> None:
    table, dice = make("ppp", game=game), random.Random(4)
    for person, name in zip(table.seats, NAMES, strict=True):
        person.name = name
    words, backend = table.game.words, table.backend
    seen: set[str] = set()
    for _ in range(60):
        state = table.game_on().state
        able = [seat for seat in range(4) if backend.legal(state, seat)]
        if not table.is_playing or not able:
            break
        for viewer in range(3):
            for choice in view_of(table, viewer).choices:
                assert choice.words == words.say_action(choice.action, viewer, NAMES)
                assert choice.notation == words.notation(choice.action, viewer, 3)
                assert (choice.zone, choice.owner) == words.place(choice.action, viewer, 3)
                seen.update(name for name in NAMES if name in choice.words)
        seat = dice.choice(able)
        table.act(seat, dice.choice(backend.legal(state, seat)), 0.0, PERSON)
    for line in lines_for(table, (0, 1, 2)):
        assert line.words == words.say_event(line.kind, tuple(line.numbers.values()), NAMES)
        seen.update(name for name in NAMES if name in line.words)
    assert seen == set(NAMES)

"""What is written by hand is what the message's own type would write."""

from __future__ import annotations

import random

import msgspec
import pytest

from rumpus.server import messages as m
from rumpus.server.frames import frame_of
from rumpus.server.telling import Telling
from rumpus.server.timekeeping import STILL
from rumpus.table.play import PERSON
from tests.table.setting import make

GROUPS = ((), (0,), (1,), (2,), (0, 2))


@pytest.mark.parametrize("game", ["parley", "mantis", "tuckit", "stakbots", "ruckus"])
def test_a_step_is_written_as_its_message(game: str) -> None:
    table, dice = make("ppp", game=game), random.Random(game)
    read, written = msgspec.json.Decoder(m.EventsMessage).decode, 0
    for number in range(60):
        if not table.is_playing:
            break
        state = table.game_on().state
        seats = [seat for seat in range(table.players) if table.backend.legal(state, seat)]
        seat = dice.choice(seats or [table.players])
        action = dice.choice(table.backend.legal(state, seat))
        table.act(seat, action, float(number), PERSON)
        write = Telling(table, number, float(number), STILL).step(seat, action, PERSON)
        for group in GROUPS:
            frame = write(group)
            text = frame[frame.index(b'{"type"') :]
            message = read(text)
            assert m.encode(message) == text
            assert frame_of(text) == frame
            assert message.action == (action if seat in group else -1)
            assert list(message.views) == [str(viewer) for viewer in group or (-1,)]
            written += 1
    assert written > 20

"""The fast encoding equals the plain structs, byte for byte."""

from __future__ import annotations

import random

import pytest

from rumpus.server.network.frames import frame_of
from rumpus.server.protocol import messages as m
from rumpus.server.tables.broadcast import WATCHING, Broadcast
from rumpus.server.tables.encoding import encode
from rumpus.server.tables.timekeeper import IDLE_TIMEKEEPER
from rumpus.table.play import PERSON
from rumpus.table.showing.lobby import chat_of, clock_of, lobby_of
from rumpus.table.showing.views import change_of, lines_for, view_of
from rumpus.table.table import Table
from tests.table.setting import make

GROUPS = ((), (0,), (1,), (2,), (0, 2))
GAMES = ["parley", "mantis", "tuckit", "stakbots", "ruckus"]


def whole(table: Table, seq: int, group: tuple[int, ...], seen: int | None) -> m.TableMessage:
    viewers = group or WATCHING
    return m.TableMessage(
        seq=seq,
        table=lobby_of(table),
        you=group,
        views={str(viewer): view_of(table, viewer) for viewer in viewers},
        history=lines_for(table, viewers),
        missed=0 if seen is None else len(lines_for(table, viewers, seen)),
        chat=chat_of(table),
        clock=clock_of(table, float(seq)),
        coming=None,
    )


def step(table: Table, seq: int, group: tuple[int, ...], seat: int, action: int) -> m.EventsMessage:
    viewers = group or WATCHING
    return m.EventsMessage(
        seq=seq,
        by=seat if seat < table.players else -1,
        action=action if seat in group else -1,
        decided=PERSON,
        lines=lines_for(table, viewers, table.game_on().latest),
        views={str(viewer): change_of(table, viewer) for viewer in viewers},
        clock=clock_of(table, float(seq)),
        coming=None,
    )


@pytest.mark.parametrize("game", GAMES)
def test_fast_encoding_equals_the_plain_structs(game: str) -> None:
    table, dice = make("ppp", game=game), random.Random(game)
    for group in GROUPS:
        broadcast = Broadcast(table, 0, 0.0, IDLE_TIMEKEEPER)
        assert broadcast.table_message(group) == frame_of(encode(whole(table, 0, group, None)))
    steps = 0
    for number in range(40):
        if not table.is_playing:
            break
        state = table.game_on().state
        seats = [seat for seat in range(table.players) if table.backend.legal(state, seat)]
        seat = dice.choice(seats or [table.players])
        action = dice.choice(table.backend.legal(state, seat))
        table.act(seat, action, float(number), PERSON)
        broadcast = Broadcast(table, number, float(number), IDLE_TIMEKEEPER)
        write, seen = broadcast.step_message(seat, action, PERSON), dice.choice([None, number])
        for group in GROUPS:
            assert write(group) == frame_of(encode(step(table, number, group, seat, action)))
            assert broadcast.table_message(group, seen) == frame_of(
                encode(whole(table, number, group, seen))
            )
            steps += 1
    assert steps > 20

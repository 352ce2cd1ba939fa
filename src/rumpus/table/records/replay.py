"""Replaying a record: the table after the deal and after every action."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from rumpus.language.declare import NONE
from rumpus.rulekit.sentence import say
from rumpus.running.backend import Backend
from rumpus.table.data.seat import Seat
from rumpus.table.data.settings import Settings
from rumpus.table.data.table_data import PLAYING, TableData
from rumpus.table.play import BOT, CLOCK, PERSON
from rumpus.table.showing.views import (
    BeatView,
    ChoiceView,
    LineView,
    TableView,
    beats_of,
    choice_of,
    lines_for,
    view_of,
)
from rumpus.table.table import Table

from .record import SECRET, BadRecord, Record, nonces_in, read_hex


class ReplayStep(msgspec.Struct, frozen=True):
    """One step of a replay: the action, what happened, how the table changed with each line and at
    the end, and the table afterwards."""

    seat: int
    choice: ChoiceView | None
    lines: list[LineView]
    beats: list[BeatView]
    view: TableView


def table_of(record: Record, backend: Backend) -> Table:
    """The table of a record, just after the deal."""
    game = backend.game
    if (record.game, record.version) != (game.name, game.version):
        raise BadRecord(
            say(
                "The record is of {game} by version {version} of its rules; this Rumpus has "
                "version {ours} of {name}.",
                game=record.game,
                version=record.version,
                ours=game.version,
                name=game.name,
            )
        )
    if not record.secret:
        raise BadRecord(say("The game was not over, so its record does not say how it was dealt."))
    game.check_players(record.players)
    if len(record.seats) != record.players:
        raise BadRecord(
            say(
                "The record names {seats} of {players} seats.",
                seats=len(record.seats),
                players=record.players,
            )
        )
    if (result := record.result) and {len(result.places), len(result.scores)} != {record.players}:
        raise BadRecord(say("The result is not one of {players} players.", players=record.players))
    nonces = nonces_in(record)
    seats = [
        Seat(s.kind, s.name, "", s.level, "", nonces[n].hex() if n in nonces else "")
        for n, s in enumerate(record.seats)
    ]
    read_hex(record.secret, SECRET)
    data = TableData(
        id="", game=game.name, version=game.version, players=record.players,
        options=game.settings(record.players, record.options), settings=Settings(timer=False),
        seats=seats, secret=record.secret, created=record.created, status=PLAYING,
    )  # fmt: skip
    return Table(backend, data, 0.0)


def played(record: Record, backend: Backend) -> Iterator[Table]:
    """The table after the deal and after every action."""
    table = table_of(record, backend)
    yield table
    for seat, action, _ in record.actions:
        table.act(seat, action, 0.0, _decided(record, seat))
        yield table


def check_viewer(record: Record, viewer: int) -> None:
    """Refuse a viewer who cannot have seen the game."""
    if not NONE <= viewer < len(record.seats):
        raise BadRecord(
            say(
                "There is no seat {seat} at a table of {players}.",
                seat=viewer + 1,
                players=len(record.seats),
            )
        )
    if record.result is None and viewer != NONE and record.seats[viewer].kind == BOT:
        raise BadRecord(say("The game is not over yet: what a bot sees is not shown."))


def step_of(record: Record, table: Table, number: int, viewer: int) -> ReplayStep:
    """Step `number`, just carried out, as a viewer saw it; 0 is the deal."""
    play, lines = table.game_on(), lines_for(table, (viewer,), table.game_on().latest)
    beats = beats_of(play.backend, play.told, play.state, viewer, whole=not number)
    view = replace(view_of(table, viewer), beats=[])
    if not number:
        return ReplayStep(-1, None, lines, beats, view)
    seat, action, _ = record.actions[number - 1]
    choice = choice_of(table.game, action, seat, record.players)
    return ReplayStep(seat if seat < record.players else -1, choice, lines, beats, view)


def steps_of(record: Record, backend: Backend, viewer: int = NONE) -> Iterator[ReplayStep]:
    """The deal and every action, as a viewer saw them."""
    check_viewer(record, viewer)
    for number, table in enumerate(played(record, backend)):
        yield step_of(record, table, number, viewer)


def _decided(record: Record, seat: int) -> str:
    """Who decided an action; the table itself has the seat after the last."""
    if not 0 <= seat < record.players:
        return CLOCK
    return BOT if record.seats[seat].kind == BOT else PERSON

"""Saved games: a record that includes the secret of the deal, so that play can continue."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

import msgspec

from rumpus.rulekit.errors import Complaint
from rumpus.rulekit.sentence import say
from rumpus.running.backend import Backend
from rumpus.table.data.table_data import OVER, SeriesData
from rumpus.table.input.reading import read
from rumpus.table.play import CLOCK, PERSON
from rumpus.table.records.record import BadRecord, Record, digest_of, read_record, record_of
from rumpus.table.records.replay import table_of
from rumpus.table.series import view_of_series
from rumpus.table.table import Table


class SavedGame(Record, frozen=True, kw_only=True):
    """A game of one person against bots; `before` is its series so far."""

    before: SeriesData | None = None


class CannotSave(Complaint):
    """The file cannot be written."""


games = msgspec.json.Decoder(SavedGame)


def saved_of(table: Table) -> SavedGame:
    """A table as a saved game; it is the player's own, so it may include the secret."""
    nonces = {str(seat): nonce.hex() for seat, nonce in table.nonces().items()}
    record = msgspec.structs.replace(
        record_of(table, with_actions=True),
        secret=table.data.secret,
        nonces=nonces,
        key=table.key().hex(),
    )
    told = msgspec.structs.asdict(record) | {"digest": digest_of(record)}
    return SavedGame(**told, before=table.data.series)


def save(table: Table, file: Path) -> None:
    """Save the game atomically: the file holds either the old or the new version."""
    text = msgspec.json.format(msgspec.json.encode(saved_of(table)), indent=2) + b"\n"
    try:
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
        try:
            with os.fdopen(handle, "wb") as out:
                out.write(text)
                out.flush()
                os.fsync(out.fileno())
            Path(name).replace(file)
        except BaseException:
            with suppress(OSError):
                Path(name).unlink()
            raise
    except OSError as error:
        raise CannotSave(
            say("{file} cannot be written: {why}.", file=file, why=str(error.strerror))
        ) from None


def load(file: Path) -> SavedGame:
    """Load a game, or raise with a sentence on what is wrong with it."""
    try:
        text = file.read_bytes()
    except OSError as error:
        raise BadRecord(
            say("{file} cannot be read: {why}.", file=file, why=str(error.strerror))
        ) from None
    read_record(text)
    saved = read(games, text, say("This is not a record of a game"))
    if [seat.kind for seat in saved.seats].count(PERSON) > 1:
        raise BadRecord(
            say(
                "The game in {file} has several people; here one person plays with bots.", file=file
            )
        )
    return saved


def set_up(saved: SavedGame, backend: Backend) -> Table:
    """Restore the table of a saved game, during a game or between two games of a series."""
    table = table_of(saved, backend)
    table.data.series = saved.before
    for number, (seat, action, _) in enumerate(saved.actions, 1):
        decided = saved.seats[seat].kind if 0 <= seat < saved.players else CLOCK
        try:
            table.act(seat, action, 0.0, decided)
        except Complaint as error:
            raise BadRecord(
                say(
                    "Action {number} of the record cannot be done: {why}",
                    number=number,
                    why=error.sentence,
                )
            ) from None
    series = view_of_series(table)
    if table.data.status == OVER and (series is None or series.over):
        raise BadRecord(
            say(
                "The game in this file is over; `rumpus replay` shows it. "
                "Choose another file for a new game."
            )
        )
    return table

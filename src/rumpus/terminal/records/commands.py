"""Commands on records: export, replay, verify."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rumpus.rulekit.sentence import say
from rumpus.server.cli.options import data_option, database_option
from rumpus.speaking import echo

if TYPE_CHECKING:
    from rumpus.running.backend import Backend
    from rumpus.table.records.record import Record

record_argument = click.argument("file", type=click.File("rb"))


@click.command()
@click.argument("table", required=False)
@data_option
@database_option
def export(table: str | None, data: Path | None, database: str | None) -> None:
    """Print a table's record as JSON; without TABLE, list the tables.

    TABLE is an id, the link to the table, or `last` for the newest.
    """
    import msgspec

    from .exporting import exported, listed

    if table is None:
        for line in listed(data, database):
            click.echo(line)
        return
    record = exported(table, data, database)
    click.echo(msgspec.json.format(msgspec.json.encode(record), indent=2))


@click.command()
@record_argument
@click.option("--seat", default=0, help="Show what this seat saw; 0 shows what everybody saw.")
def replay(file: Any, seat: int) -> None:
    """Step through a record: Enter goes on, b back, q quits."""
    import msgspec

    from rumpus.table.records.replay import steps_of

    from .stepping import step_through

    record, backend = _read(file)
    steps = [msgspec.json.encode(step) for step in steps_of(record, backend, seat - 1)]

    def ask() -> str:
        try:
            return input()
        except EOFError:
            return "q"

    step_through(record, steps, backend.game, ask, click.echo)


@click.command()
@record_argument
@click.pass_context
def verify(context: click.Context, file: Any) -> None:
    """Recompute a record's deal and every state, and say whether everything agrees."""
    from rumpus.table.records.verify import disagreements, seals_told, vouched_for

    record, backend = _read(file)
    found = disagreements(record, backend)
    for sentence in found:
        echo(sentence)
    if found:
        context.exit(1)
    echo(
        say(
            "All agrees: the secret fits what was published, the key fits the deal, and "
            "{n} actions lead to the result.",
            n=len(record.actions),
        )
    )
    for sentence in seals_told(record):
        echo(sentence)
    echo(*vouched_for(record))


def _read(file: Any) -> tuple[Record, Backend]:
    from rumpus.games import find
    from rumpus.table.backends import table_backend
    from rumpus.table.records.record import FILE_BYTES, read_record

    record = read_record(file.read(FILE_BYTES + 1))
    game = find(record.game)
    return record, table_backend(game.of_version(record.version) or game)

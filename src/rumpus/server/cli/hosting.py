"""Commands for the room's host: backups, pruning and moderation."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from rumpus.rulekit.sentence import Sentence, say
from rumpus.speaking import echo, spoken

from .options import data_option, database_option

file_argument = click.argument("file", type=click.Path(path_type=Path))


def _folder(data: Path | None) -> Path:
    from rumpus.store import data_folder  # noqa: PLC0415

    return data or data_folder()


@contextmanager
def _unless_open() -> Iterator[None]:
    """Turn the error that a room is open into a sentence."""
    from rumpus.store import FolderInUse  # noqa: PLC0415

    try:
        yield
    except FolderInUse as error:
        sentence = spoken().say(error.sentence)
        raise click.ClickException(sentence[:1].upper() + sentence[1:]) from None


@click.command()
@file_argument
@click.option("--overwrite", is_flag=True, help="Replace FILE if it is there.")
@data_option
@database_option
def backup(file: Path, data: Path | None, database: str | None, *, overwrite: bool) -> None:
    """Copy all tables into FILE, even while the room is open."""
    from rumpus.store import back_up  # noqa: PLC0415

    if database:
        raise click.ClickException(
            spoken().say(
                say(
                    "PostgreSQL makes its own copies: pg_dump --format=custom --file={file} "
                    "and the database's address.", file=file,
                )
            )
        )  # fmt: skip
    size = back_up(_folder(data), file, overwrite=overwrite)
    echo(
        say("All tables are in {file} now ({size} bytes).", file=file, size=size),
        say("It holds secrets: keep it safe."),
    )


@click.command()
@file_argument
@data_option
@database_option
def restore(file: Path, data: Path | None, database: str | None) -> None:
    """Replace all tables with a copy made by `rumpus backup`; the room must be closed.

    With --database, move them into a PostgreSQL that has none yet.
    """
    from rumpus import store  # noqa: PLC0415

    if database:
        n = store.move_in(file, database)
        echo(say("The database has {n:table} of {file} now.", n=n, file=file))
        return
    with _unless_open():
        kept = store.restore(_folder(data), file)
    echo(say("The tables are those of {file} now.", file=file))
    if kept:
        echo(say("What was there before is kept in {file}.", file=kept))


@click.command()
@click.option(
    "--days", type=click.IntRange(1, 36_500), default=90, show_default=True,
    help="Drop tables that ended more than this many days ago.",
)  # fmt: skip
@click.option("--dry-run", is_flag=True, help="Only list them.")
@data_option
@database_option
def prune(days: int, data: Path | None, database: str | None, *, dry_run: bool) -> None:
    """Drop finished tables, with their records and chat; whether the room is open or not."""
    from rumpus.server.operations.console import ask_every_process  # noqa: PLC0415
    from rumpus.server.operations.host_commands import PruneTables  # noqa: PLC0415
    from rumpus.server.operations.pruning import prune_database, prune_offline  # noqa: PLC0415
    from rumpus.store import FolderInUse  # noqa: PLC0415

    folder = _folder(data)
    try:
        found = (
            prune_database(database, days, dry_run=dry_run)
            if database
            else prune_offline(folder, days, dry_run=dry_run)
        )
    except FolderInUse:
        answers = ask_every_process(folder, PruneTables(days, dry_run))
        found = [table for tables in answers for table in tables]
    if dry_run:
        for table in found:
            click.echo(table)
    n, ago = len(found), say("{n:day}", n=days)
    if dry_run:
        echo(say("Would drop {n:table} that ended more than {ago} ago.", n=n, ago=ago))
    else:
        echo(say("Dropped {n:table} that ended more than {ago} ago.", n=n, ago=ago))


AGES = ((86_400.0, "d"), (3600.0, "h"), (60.0, "min"), (1.0, "s"))
table_argument = click.argument("table")
seat_argument = click.argument("seat", type=click.IntRange(1, 64))


def _age(seconds: float) -> str:
    size, unit = next((one for one in AGES if seconds >= one[0]), AGES[-1])
    return f"{max(0.0, seconds) // size:.0f} {unit}"


def watched(n: int) -> Sentence:
    """The number of spectators."""
    return say("{n} watching", n=n)


def served_at(address: str) -> Sentence:
    """The server that has a table."""
    return say("at {address}", address=address)


def _id(table: str) -> str:
    """A table's id from an id or a link."""
    return table.rstrip("/").rpartition("/")[2]


@click.command()
@data_option
def tables(data: Path | None) -> None:
    """List the unfinished tables of the open room, and who sits there."""
    import msgspec  # noqa: PLC0415

    from rumpus.server.operations.console import ask_every_process  # noqa: PLC0415
    from rumpus.server.operations.host_commands import ListTables, TableSummary  # noqa: PLC0415

    answers = ask_every_process(_folder(data), ListTables())
    found = [row for answer in answers for row in msgspec.convert(answer, list[TableSummary])]
    for row in sorted(found, key=lambda row: row.age):
        watching = f"; {spoken().say(watched(row.watching))}" if row.watching else ""
        seats = ", ".join(f"{n} {seat}" for n, seat in enumerate(row.seats, 1))
        elsewhere = f"; {spoken().say(served_at(row.elsewhere))}" if row.elsewhere else ""
        click.echo(
            f"{row.table}  {row.game}  {row.status}  {_age(row.age)}  {seats}{watching}{elsewhere}"
        )
    if not found:
        echo(say("There are no unfinished tables."))


@click.command()
@table_argument
@seat_argument
@data_option
def kick(table: str, seat: int, data: Path | None) -> None:
    """Remove a player: before the start the seat is free again, later a bot plays it.

    TABLE is an id or a link, SEAT counts from 1, as `rumpus tables` shows them.
    """
    from rumpus.server.operations.console import ask_owner  # noqa: PLC0415
    from rumpus.server.operations.host_commands import KickSeat  # noqa: PLC0415

    ask_owner(_folder(data), _id(table), KickSeat(_id(table), seat - 1))
    echo(say("Seat {seat} was taken away.", seat=seat))


@click.command()
@table_argument
@seat_argument
@click.option("--off", is_flag=True, help="Let them chat again.")
@data_option
def mute(table: str, seat: int, data: Path | None, *, off: bool) -> None:
    """Mute the chat of a seat.

    TABLE is an id or a link, SEAT counts from 1, as `rumpus tables` shows them.
    """
    from rumpus.server.operations.console import ask_owner  # noqa: PLC0415
    from rumpus.server.operations.host_commands import MuteSeat  # noqa: PLC0415

    ask_owner(_folder(data), _id(table), MuteSeat(_id(table), seat - 1, not off))
    told = say("Seat {seat} can chat again.", seat=seat)
    echo(told if off else say("Seat {seat} is muted.", seat=seat))


@click.command()
@table_argument
@data_option
def close(table: str, data: Path | None) -> None:
    """End a table without a result; everybody there is told, and its record is kept.

    TABLE is an id or a link, as `rumpus tables` shows it.
    """
    from rumpus.server.operations.console import ask_owner  # noqa: PLC0415
    from rumpus.server.operations.host_commands import CloseTable  # noqa: PLC0415

    ask_owner(_folder(data), _id(table), CloseTable(_id(table)))
    echo(say("The table is closed; `rumpus export` prints its record."))


HOSTING = (backup, restore, prune, tables, kick, mute, close)

"""The commands of whoever hosts a room: copies of its data, and what they ask it for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from rumpus.rulekit.sentence import Sentence, say
from rumpus.speaking import echo, spoken

from .commands import data_option

file_argument = click.argument("file", type=click.Path(path_type=Path))


def _folder(data: Path | None) -> Path:
    from rumpus.store import data_folder  # noqa: PLC0415

    return data or data_folder()


@contextmanager
def _unless_open() -> Iterator[None]:
    """What cannot be done while a room is open is refused with a sentence."""
    from rumpus.store import FolderTaken  # noqa: PLC0415

    try:
        yield
    except FolderTaken as error:
        sentence = spoken().say(error.sentence)
        raise click.ClickException(sentence[:1].upper() + sentence[1:]) from None


@click.command()
@file_argument
@click.option("--overwrite", is_flag=True, help="Replace FILE if it is there.")
@data_option
def backup(file: Path, data: Path | None, *, overwrite: bool) -> None:
    """Copy all tables into FILE, also while the room is open."""
    from rumpus.store import back_up  # noqa: PLC0415

    size = back_up(_folder(data), file, overwrite=overwrite)
    echo(
        say("All tables are in {file} now ({size} bytes).", file=file, size=size),
        say("It holds secrets: keep it safe."),
    )


@click.command()
@file_argument
@data_option
def restore(file: Path, data: Path | None) -> None:
    """Put a copy that `rumpus backup` made in the place of all tables; the room must be closed."""
    from rumpus import store  # noqa: PLC0415

    with _unless_open():
        kept = store.restore(_folder(data), file)
    echo(say("The tables are those of {file} now.", file=file))
    if kept:
        echo(say("What was there before is kept in {file}.", file=kept))


@click.command()
@click.option(
    "--days", type=click.IntRange(1, 36_500), default=90, show_default=True,
    help="Drop tables that were over so many days ago.",
)  # fmt: skip
@click.option("--dry-run", is_flag=True, help="Only list them.")
@data_option
def prune(days: int, data: Path | None, *, dry_run: bool) -> None:
    """Drop finished tables, with their records and chat; whether the room is open or not."""
    from rumpus.store import FolderTaken  # noqa: PLC0415

    from .console import ask_all  # noqa: PLC0415
    from .host_commands import Prune  # noqa: PLC0415
    from .pruning import prune_closed  # noqa: PLC0415

    folder = _folder(data)
    try:
        found = prune_closed(folder, days, dry_run=dry_run)
    except FolderTaken:
        answers = ask_all(folder, Prune(days, dry_run))
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
    """How many watch."""
    return say("{n} watching", n=n)


def _id(table: str) -> str:
    """A table's id out of an id or a link."""
    return table.rstrip("/").rpartition("/")[2]


@click.command()
@data_option
def tables(data: Path | None) -> None:
    """List the tables of the open room that are not over, and who sits there."""
    import msgspec  # noqa: PLC0415

    from .console import ask_all  # noqa: PLC0415
    from .host_commands import Listed, ListTables  # noqa: PLC0415

    answers = ask_all(_folder(data), ListTables())
    found = [row for answer in answers for row in msgspec.convert(answer, list[Listed])]
    for row in sorted(found, key=lambda row: row.age):
        watching = f"; {spoken().say(watched(row.watching))}" if row.watching else ""
        seats = ", ".join(f"{n} {seat}" for n, seat in enumerate(row.seats, 1))
        click.echo(f"{row.table}  {row.game}  {row.status}  {_age(row.age)}  {seats}{watching}")
    if not found:
        echo(say("There are no tables that are not over."))


@click.command()
@table_argument
@seat_argument
@data_option
def kick(table: str, seat: int, data: Path | None) -> None:
    """Take a seat away from its person: it is free before the start, and a bot's after it.

    TABLE is an id or a link, SEAT counts from 1, as `rumpus tables` shows them.
    """
    from .console import ask_about  # noqa: PLC0415
    from .host_commands import Kick  # noqa: PLC0415

    ask_about(_folder(data), _id(table), Kick(_id(table), seat - 1))
    echo(say("Seat {seat} was taken away.", seat=seat))


@click.command()
@table_argument
@seat_argument
@click.option("--off", is_flag=True, help="Let them chat again.")
@data_option
def mute(table: str, seat: int, data: Path | None, *, off: bool) -> None:
    """Let whoever has a seat chat no more.

    TABLE is an id or a link, SEAT counts from 1, as `rumpus tables` shows them.
    """
    from .console import ask_about  # noqa: PLC0415
    from .host_commands import Mute  # noqa: PLC0415

    ask_about(_folder(data), _id(table), Mute(_id(table), seat - 1, not off))
    told = say("Seat {seat} can chat again.", seat=seat)
    echo(told if off else say("Seat {seat} is muted.", seat=seat))


@click.command()
@table_argument
@data_option
def close(table: str, data: Path | None) -> None:
    """End a table without a result; everybody there is told, and its record is kept.

    TABLE is an id or a link, as `rumpus tables` shows it.
    """
    from .console import ask_about  # noqa: PLC0415
    from .host_commands import Close  # noqa: PLC0415

    ask_about(_folder(data), _id(table), Close(_id(table)))
    echo(say("The table is closed; `rumpus export` prints its record."))


HOSTING = (backup, restore, prune, tables, kick, mute, close)

"""The commands of whoever hosts a room: copies of its data, and what they ask it for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

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
        sentence = str(error)
        raise click.ClickException(sentence[:1].upper() + sentence[1:]) from None


@click.command()
@file_argument
@click.option("--overwrite", is_flag=True, help="Replace FILE if it is there.")
@data_option
def backup(file: Path, data: Path | None, *, overwrite: bool) -> None:
    """Copy all tables into FILE, also while the room is open."""
    from rumpus.store import back_up  # noqa: PLC0415

    size = back_up(_folder(data), file, overwrite=overwrite)
    click.echo(f"All tables are in {file} now ({size} bytes). It holds secrets: keep it safe.")


@click.command()
@file_argument
@data_option
def restore(file: Path, data: Path | None) -> None:
    """Put a copy that `rumpus backup` made in the place of all tables; the room must be closed."""
    from rumpus import store  # noqa: PLC0415

    with _unless_open():
        kept = store.restore(_folder(data), file)
    click.echo(f"The tables are those of {file} now.")
    if kept:
        click.echo(f"What was there before is kept in {kept}.")


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
    would = "would be" if dry_run else "were"
    click.echo(f"{len(found)} tables that were over {days} days ago {would} dropped.")


HOSTING = (backup, restore, prune)

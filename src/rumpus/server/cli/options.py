"""Options shared by several commands."""

from __future__ import annotations

from pathlib import Path

import click

data_option = click.option(
    "--data", type=click.Path(path_type=Path, file_okay=False), help="Folder with the tables."
)

database_option = click.option(
    "--database", metavar="URL", envvar="RUMPUS_DATABASE", show_envvar=True,
    help="Keep the tables in this PostgreSQL, which several servers can share:"
    " postgresql://user@host/name.",
)  # fmt: skip

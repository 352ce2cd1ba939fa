"""Options shared by several commands."""

from __future__ import annotations

from pathlib import Path

import click

data_option = click.option(
    "--data", type=click.Path(path_type=Path, file_okay=False), help="Folder with the tables."
)

"""The commands of the room: serve, export, replay, verify."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rumpus.rulekit.errors import Complaint
from rumpus.rulekit.sentence import say
from rumpus.speaking import echo, spoken

if TYPE_CHECKING:
    from rumpus.rulekit.backend import Backend
    from rumpus.table.record import Record

    from .proxies import Networks

PORT = 4210

data_option = click.option(
    "--data", type=click.Path(path_type=Path, file_okay=False), help="Folder with the tables."
)
record_argument = click.argument("file", type=click.File("rb"))


def _checked_urls(_: click.Context, __: click.Parameter, urls: tuple[str, ...]) -> tuple[str, ...]:
    from .names import BadUrl, checked_url  # noqa: PLC0415

    try:
        return tuple(map(checked_url, urls))
    except BadUrl as error:
        raise click.BadParameter(spoken().say(error.sentence)) from None


def _trusted(_: click.Context, __: click.Parameter, names: tuple[str, ...]) -> Networks:
    from .proxies import BadProxy, trusted  # noqa: PLC0415

    try:
        return trusted(names)
    except BadProxy as error:
        raise click.BadParameter(spoken().say(error.sentence)) from None


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen at.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=PORT, show_default=True,
    help="Port; 0 takes any free one.",
)  # fmt: skip
@click.option(
    "--url", "urls", multiple=True, metavar="URL", callback=_checked_urls,
    help="Public address of the room, such as https://games.example; may be repeated.",
)  # fmt: skip
@click.option(
    "--behind-proxy", "proxies", multiple=True, metavar="[ADDRESS]", callback=_trusted,
    is_flag=False, flag_value="loopback",
    help="Believe the proxy at this address or network who its people are; without an address,"
    " one on this machine. May be repeated.",
)  # fmt: skip
@data_option
@click.option(
    "--processes", type=click.IntRange(1, 64), default=1, show_default=True,
    help="Processes that share the tables; one is enough for a hundred busy ones.",
)  # fmt: skip
@click.option(
    "--keep-days", type=click.IntRange(1, 36_500), metavar="DAYS",
    help="Drop tables that were over so many days ago, now and then; without it all are kept.",
)  # fmt: skip
@click.option(
    "--log", "log_kind", type=click.Choice(["plain", "json"]), default="plain", show_default=True,
    help="How the log is written: as text, or as one JSON object a line.",
)  # fmt: skip
@click.option("--browser/--no-browser", default=True, help="Open the room in the browser.")
@click.option("--limits/--no-limits", default=True, hidden=True, help="For load tests.")
def serve(
    host: str,
    port: int,
    urls: tuple[str, ...],
    proxies: Networks,
    data: Path | None,
    processes: int,
    keep_days: int | None,
    log_kind: str,
    *,
    browser: bool,
    limits: bool,
) -> None:
    """Open the room: play in the browser, alone or with friends."""
    from rumpus.games import GAMES, find  # noqa: PLC0415
    from rumpus.store import DiskFault, FolderTaken, data_folder  # noqa: PLC0415

    from .house import CannotShare, open_house  # noqa: PLC0415
    from .limits import UNLIMITED, Limits  # noqa: PLC0415
    from .logs import is_json, log, log_as  # noqa: PLC0415
    from .preparing import prepare  # noqa: PLC0415
    from .serve import open_room  # noqa: PLC0415

    log_as(log_kind)
    opens = open_room if processes == 1 else partial(open_house, processes)
    try:
        opened = opens(
            data or data_folder(),
            host=host,
            port=port,
            browser=browser,
            tell=echo,
            limits=Limits() if limits else UNLIMITED,
            urls=urls,
            keep_days=keep_days,
            proxies=proxies,
        )
        prepare(map(find, GAMES), log.info if is_json() else partial(echo, err=True))
        opened.open_as_program()
    except (OSError, DiskFault, FolderTaken, CannotShare) as error:
        why = error.sentence if isinstance(error, Complaint) else str(error)
        sentence = say("The room cannot be opened: {why}", why=why)
        if is_json():
            log.critical(sentence)
            raise SystemExit(1) from None
        raise click.ClickException(spoken().say(sentence)) from None


@click.command()
@click.argument("table", required=False)
@data_option
def export(table: str | None, data: Path | None) -> None:
    """Print a table's record as JSON; without TABLE, list the tables.

    TABLE is an id, the link to the table, or `last` for the newest.
    """
    import msgspec  # noqa: PLC0415

    from .exporting import exported, listed  # noqa: PLC0415

    if table is None:
        for line in listed(data):
            click.echo(line)
        return
    record = exported(table, data)
    click.echo(msgspec.json.format(msgspec.json.encode(record), indent=2))


@click.command()
@record_argument
@click.option("--seat", default=0, help="Show what this seat saw; 0 shows what everybody saw.")
def replay(file: Any, seat: int) -> None:
    """Step through a record: Enter goes on, b back, q quits."""
    import msgspec  # noqa: PLC0415

    from rumpus.table.record import steps_of  # noqa: PLC0415

    from .stepping import step_through  # noqa: PLC0415

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
    """Recompute a record's deal and every state, and say whether all agrees."""
    from rumpus.table.record import disagreements, seals_told, vouched_for  # noqa: PLC0415

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
    from rumpus.games import find  # noqa: PLC0415
    from rumpus.rulekit.native import fastest  # noqa: PLC0415
    from rumpus.table.record import FILE_BYTES, read_record  # noqa: PLC0415

    record = read_record(file.read(FILE_BYTES + 1))
    game = find(record.game)
    return record, fastest(game.of_version(record.version) or game)

"""`rumpus serve`: open the room."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rumpus.rulekit.errors import Complaint
from rumpus.rulekit.sentence import say
from rumpus.speaking import echo, spoken

from .options import data_option, database_option

if TYPE_CHECKING:
    from rumpus.server.network.proxies import Networks

PORT = 4210


def _checked_urls(_: click.Context, __: click.Parameter, urls: tuple[str, ...]) -> tuple[str, ...]:
    from rumpus.server.network.hostnames import BadUrl, checked_url  # noqa: PLC0415

    try:
        return tuple(map(checked_url, urls))
    except BadUrl as error:
        raise click.BadParameter(spoken().say(error.sentence)) from None


def _trusted(_: click.Context, __: click.Parameter, names: tuple[str, ...]) -> Networks:
    from rumpus.server.network.proxies import BadProxy, trusted_networks  # noqa: PLC0415

    try:
        return trusted_networks(names)
    except BadProxy as error:
        raise click.BadParameter(spoken().say(error.sentence)) from None


def _checked_place(_: click.Context, __: click.Parameter, place: str | None) -> str | None:
    from rumpus.server.network.passing_on import is_place  # noqa: PLC0415

    if place and not is_place(place):
        sentence = say("That is not an address such as http://10.0.0.5:4210: {place}.", place=place)
        raise click.BadParameter(spoken().say(sentence))
    return place


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
    help="Trust the proxy at this address or network to name its clients; without an address,"
    " one on this machine. May be repeated.",
)  # fmt: skip
@data_option
@database_option
@click.option(
    "--reach-at", metavar="URL", callback=_checked_place,
    help="Where the other servers on the same database reach this one, such as"
    " http://10.0.0.5:4210; by default at --host and --port.",
)  # fmt: skip
@click.option(
    "--processes", type=click.IntRange(1, 64), default=1, show_default=True,
    help="Processes that share the tables; one is enough for a hundred busy ones.",
)  # fmt: skip
@click.option(
    "--keep-days", type=click.IntRange(1, 36_500), metavar="DAYS",
    help="Regularly drop tables that ended more than this many days ago; by default all are kept.",
)  # fmt: skip
@click.option(
    "--log", "log_kind", type=click.Choice(["plain", "json"]), default="plain", show_default=True,
    help="Log format: text, or one JSON object per line.",
)  # fmt: skip
@click.option("--browser/--no-browser", default=True, help="Open the room in the browser.")
@click.option("--limits/--no-limits", default=True, hidden=True, help="For load tests.")
def serve(
    host: str,
    port: int,
    urls: tuple[str, ...],
    proxies: Networks,
    data: Path | None,
    database: str | None,
    reach_at: str | None,
    processes: int,
    keep_days: int | None,
    log_kind: str,
    *,
    browser: bool,
    limits: bool,
) -> None:
    """Open the room: play in the browser, alone or with friends."""
    from rumpus.games import all_games, find  # noqa: PLC0415
    from rumpus.server.network.limits import UNLIMITED, Limits  # noqa: PLC0415
    from rumpus.server.operations.logs import configure_logging, is_json, log  # noqa: PLC0415
    from rumpus.server.operations.prepare import prepare  # noqa: PLC0415
    from rumpus.server.processes.cluster import open_cluster  # noqa: PLC0415
    from rumpus.server.processes.server import open_room  # noqa: PLC0415
    from rumpus.store import data_folder  # noqa: PLC0415

    configure_logging(log_kind)
    opens = open_room if processes == 1 else partial(open_cluster, processes)
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
            database=database,
            reach_at=reach_at,
        )
        prepare(map(find, all_games()), log.info if is_json() else partial(echo, err=True))
        opened.open_as_program()
    except (OSError, Complaint) as error:
        why = error.sentence if isinstance(error, Complaint) else str(error)
        sentence = say("The room cannot be opened: {why}", why=why)
        if is_json():
            log.critical(sentence)
            raise SystemExit(1) from None
        raise click.ClickException(spoken().say(sentence)) from None

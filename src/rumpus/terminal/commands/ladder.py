"""`rumpus ladder`: bots play each other to measure their strength and thinking time."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rumpus.rulekit.sentence import say
from rumpus.speaking import echo, spoken

if TYPE_CHECKING:
    from rumpus.lab.report import LadderReport


@click.command()
@click.argument("game", required=False)
@click.option("--players", type=int, help="How many play; the game's usual number by default.")
@click.option(
    "--set", "texts", multiple=True, metavar="KEY=VALUE", help="Set an option; may be repeated."
)
@click.option(
    "--bots", metavar="NAME,NAME...",
    help="Who plays: levels, and your own bots as FILE.py:CLASS. All levels by default.",
)  # fmt: skip
@click.option(
    "--pairs", metavar="NAME:NAME,...",
    help="Who meets whom; all pairs by default. With more than two seats, the first bot has one "
    "seat and the second all others.",
)  # fmt: skip
@click.option(
    "--games", type=click.IntRange(1), default=100, show_default=True,
    help="The least number of games per pair; each deal is played from every seat.",
)  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), metavar="FOLDER",
    help="Save the games here, as JSON lines, Parquet and a page. The same command again "
    "continues where it stopped; with more games, it adds them.",
)  # fmt: skip
@click.option(
    "--from", "files", type=click.Path(path_type=Path), multiple=True, metavar="FILE",
    help="Play nothing: report on saved games; may be repeated.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--markdown", is_flag=True, help="Print tables for a document.")
def ladder(
    game: str | None,
    players: int | None,
    texts: Sequence[str],
    bots: str | None,
    pairs: str | None,
    games: int,
    seed: int,
    jobs: int,
    out: Path | None,
    files: Sequence[Path],
    *,
    as_json: bool,
    markdown: bool,
) -> None:
    """Let bots play each other: ratings, who beats whom, seconds per move."""
    from rumpus.lab.keep import read_several
    from rumpus.lab.page import PAGE_FILE, page
    from rumpus.lab.parquet import PARQUET_FILE, write_parquet
    from rumpus.lab.plan import make_plan, read_pairs
    from rumpus.lab.play import play_ladder
    from rumpus.lab.rating import check_installed
    from rumpus.lab.report import make_report

    if bool(game) == bool(files):
        name_one = say("Name a game to play, or saved games with --from FILE.")
        raise click.UsageError(spoken().say(name_one))
    if files and (players or texts or bots or pairs):
        too_much = say("--from reports on saved games; leave out the options for playing.")
        raise click.UsageError(spoken().say(too_much))
    check_installed()
    if game:
        plan = make_plan(game, players, texts, seed, bots)
        try:
            played = play_ladder(plan, read_pairs(plan, pairs), games, jobs=jobs, out=out)
        except KeyboardInterrupt:
            click.echo("", err=True)
            goes_on = (say("Run the same command again to continue."),) if out else ()
            echo(say("Stopped."), *goes_on, err=True)
            raise click.exceptions.Exit(130) from None
    else:
        plan, played = read_several(files)
    report = make_report(plan, played)
    if out:
        out.mkdir(parents=True, exist_ok=True)
        write_parquet(out / PARQUET_FILE, plan, played)
        (out / PAGE_FILE).write_text(page(report), encoding="utf-8")
    print_report(report, out, as_json=as_json, markdown=markdown)


def print_report(report: LadderReport, out: Path | None, *, as_json: bool, markdown: bool) -> None:
    """Print the ladder as text, JSON or Markdown."""
    from rumpus.lab.page import PAGE_FILE
    from rumpus.lab.table import tables

    if as_json:
        click.echo(json.dumps(report.as_data()))
        return
    if markdown:
        click.echo(tables(report), nl=False)
        return
    echo(say("{title}: {n:game}.", title=report.title, n=report.games))
    click.echo(f"\n{tables(report)}")
    for standing in report.standings:
        if standing.faults:
            echo(
                say(
                    "{name} lost {n:move}. First: {fault}",
                    name=standing.name,
                    n=standing.faults,
                    fault=standing.fault,
                )
            )
    if report.unfinished:
        echo(say("{n:game} did not end; they do not count.", n=report.unfinished))
    if out:
        page_file = out / PAGE_FILE
        echo(
            say(
                "The games are in {folder}; open {page} to see the report.",
                folder=out,
                page=page_file,
            )
        )

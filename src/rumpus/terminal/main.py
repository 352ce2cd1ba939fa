"""The `rumpus` command. Each subcommand imports what it needs when it is called."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from rumpus import __version__
from rumpus.languages import UnknownLanguage
from rumpus.rulekit.errors import Complaint
from rumpus.server.cli.hosting import HOSTING
from rumpus.server.cli.serve import serve
from rumpus.speaking import speak, spoken

from .click_words import teach_click
from .commands.ladder import ladder
from .commands.new_game import new_game
from .helping import LANG, in_language, language_in
from .records.commands import export, replay, verify

ROOM = "serve"
"""The default subcommand."""


WITH_ITS_LINE = warnings.formatwarning


def warning_as_sentence(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    line: str | None = None,
) -> str:
    """A warning for users is a sentence, without the line of code that it came from."""
    if category is UserWarning:
        return f"rumpus: {message}\n"
    return WITH_ITS_LINE(message, category, filename, lineno, line)


class RumpusGroup(click.Group):
    """The group of commands: `serve` is the default, and our errors are printed as sentences."""

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **more: Any,
    ) -> click.Context:
        """Choose the language before anything is printed."""
        code, args = language_in(args)
        try:
            speak(code)
        except UnknownLanguage as error:
            click.echo(f"rumpus: {error}", err=True)
            sys.exit(2)
        teach_click(spoken().code)
        warnings.formatwarning = warning_as_sentence
        return super().make_context(info_name, args, parent, **more)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """A subcommand, with its help translated."""
        command = super().get_command(context, name)
        return command and in_language(command)

    def format_help(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """The translated help of the command itself."""
        click.Group.format_help(in_language(self), context, formatter)

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        """`rumpus --port 0` is `rumpus serve --port 0`."""
        own = {name for parameter in self.get_params(context) for name in parameter.opts}
        if not args or (args[0].startswith("-") and args[0] not in own):
            args = [ROOM, *args]
        return super().parse_args(context, args)

    def invoke(self, context: click.Context) -> Any:
        """Run a subcommand; print our own ValueErrors as sentences, with exit status 2."""
        try:
            return super().invoke(context)
        except ValueError as error:
            if not type(error).__module__.startswith("rumpus."):
                raise
            said = spoken().say(error.sentence) if isinstance(error, Complaint) else error
            click.echo(f"rumpus: {said}", err=True)
            context.exit(2)


@click.group(cls=RumpusGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(LANG, metavar="CODE", help="Use this language; before or after any command.")
@click.version_option(__version__, prog_name="rumpus")
def main(lang: str | None) -> None:
    """Card games with friends and bots, and simulations of millions of games.

    Without a command, `rumpus` opens the room.
    """


for command in (serve, *HOSTING, export, replay, verify, ladder, new_game):
    main.add_command(command)


def the_game(name: str) -> Any:
    """A game by its name."""
    from rumpus.games import find

    return find(name)


set_option = click.option(
    "--set", "texts", multiple=True, metavar="KEY=VALUE", help="Set an option; may be repeated."
)


@main.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def games(*, as_json: bool) -> None:
    """List the games and their options."""
    from .commands.games import print_games

    print_games(as_json=as_json)


@main.command()
@click.argument("game", required=False)
@click.option("--players", type=int, help="How many play, including you.")
@set_option
@click.option(
    "--bots",
    help="Who plays the other seats: levels (normal by default), or your own bots as "
    "FILE.py:CLASS; one for all, or one for each.",
)
@click.option("--name", help="Your name at the table.")
@click.option("--seed", type=int, help="Seed of the deal, to repeat it.")
@click.option(
    "--record",
    "file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Save the game in this file; if it holds an unfinished game, continue it.",
)
@click.option("--plain", is_flag=True, help="Text only: no colours, columns or pager.")
def play(
    game: str | None,
    players: int | None,
    texts: Sequence[str],
    bots: str | None,
    name: str | None,
    seed: int | None,
    file: Path | None,
    *,
    plain: bool,
) -> None:
    """Play a game against bots, right here in the terminal.

    GAME is not needed to continue a saved game. A real-time game is played in ticks here:
    everybody chooses, then the choices meet.
    """
    from .play.start import play_game

    play_game(game, players, texts, bots=bots, person=name, seed=seed, file=file, plain=plain)


@main.command()
@click.argument("game")
@click.option("--players", type=int, help="How many play.")
@click.option("--games", "games_", type=click.IntRange(1), default=1000, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True)
@set_option
@click.option(
    "--bots", default="random", show_default=True, metavar="NAME[,NAME...]",
    help="Levels, and your own bots as FILE.py:CLASS: one for all seats, or one per seat.",
)  # fmt: skip
@click.option("--backend", type=click.Choice(["native", "interpreted"]), default="native")
@click.option("--threads", type=click.IntRange(1), help="Default: all.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def simulate(
    game: str,
    players: int | None,
    games_: int,
    seed: int,
    texts: Sequence[str],
    bots: str,
    backend: str,
    threads: int | None,
    *,
    as_json: bool,
) -> None:
    """Let bots play many games and count who wins.

    A shared win counts as a fraction for each winner, and as a draw. A real-time game is played in
    ticks: everybody chooses, then the choices meet; or, if it is set to be live, at the speed of
    human reactions.
    """
    from .commands.simulate import print_simulation, simulate_games

    found = the_game(game)
    settings = {**found.untimed, **found.read_settings(texts)}
    result = simulate_games(found, players, games_, seed, settings, bots, backend, threads)
    print_simulation(result, as_json=as_json)


@main.command()
@click.argument("game", required=False)
@click.option("--players", type=int, help="How many play.")
@click.option("--seconds", type=float, default=1.0, show_default=True, help="For each figure.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def bench(game: str | None, players: int | None, seconds: float, *, as_json: bool) -> None:
    """Measure how fast the rules run: CPU time, one thread, every back end."""
    from rumpus.games import all_games

    from .commands.bench import measure, print_figures

    names = [game] if game else all_games()
    figures = [measure(the_game(name), players, seconds) for name in names]
    print_figures(figures if not game else figures[0], as_json=as_json)


if __name__ == "__main__":
    sys.exit(main())

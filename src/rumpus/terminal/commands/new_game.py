"""`rumpus new-game`: a game to start from, in a package of its own."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

import click

from rumpus.rulekit.sentence import Sentence, say
from rumpus.speaking import echo, spoken


@click.command()
@click.argument("name")
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    help="Where to write it; rumpus-NAME in the current folder by default.",
)
def new_game(name: str, folder: Path | None) -> None:
    """Write a new game of your own, ready to be played and changed.

    It is a small card game in a package of its own, with rules, words, options, bots, a guide and
    tests. NAME is a word in lower-case letters.
    """
    from rumpus.new_game import write_game

    where = folder or Path(f"rumpus-{name}")
    write_game(name, where)
    echo(say("A new game is in {folder}. What to do next:", folder=where))
    click.echo()
    steps = next_steps(name, where)
    width = max(map(len, steps))
    for command, said in steps.items():
        click.echo(f"  {command:<{width}}  {spoken().say(said)}".rstrip())
    click.echo()
    echo(say("README.md in the folder says what to change where."))


def next_steps(name: str, folder: Path) -> dict[str, Sentence]:
    """What to type now, and what it does."""
    return {
        f"cd {quote(str(folder))}": say("go to the game"),
        'pip install -e ".[test]"': say("install it, with what its tests need"),
        f"rumpus play {name}": say("play it in the terminal"),
        "rumpus": say("open the room and play it in the browser"),
        f"rumpus simulate {name}": say("let bots play a thousand games"),
        "pytest": say("test it"),
    }

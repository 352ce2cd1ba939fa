"""What is printed in the course of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click

from rumpus.rulekit.game import Game
from rumpus.rulekit.options import Setting
from rumpus.table.plain import blocks, scene_of, wrapped
from rumpus.table.series import SeriesView
from rumpus.table.views import View, lines_for

from .answers import Offer
from .screen import Screen
from .sitting import Sitting


def settings_text(game: Game, players: int, options: Mapping[str, Setting]) -> str:
    """How the table is set, as far as that is not the usual way; time does not run here."""
    told = [
        f"{option.title}: {option.word(int(options[option.key]))}"
        for option in game.options
        if option.key != game.time_limit
        and option.key not in game.untimed
        and options[option.key] != option.default_for(players)
    ]
    return "; ".join(told) + "." if told else "Everything is as in the book."


def say_events(sitting: Sitting) -> None:
    """Print what happened since the last time, as far as you may know it, in one paragraph."""
    table, you, screen = sitting.table, sitting.you, sitting.screen
    if you is None:
        return
    quiet = table.game.captions.quiet
    lines = lines_for(table, (you,), sitting.heard)
    sitting.heard = len(table.game_on().events)
    told = [line.words for line in lines if line.kind not in quiet]
    for paragraph in told if screen.plain or not told else [" ".join(told)]:
        for line in wrapped(paragraph, screen.width, "  "):
            click.echo(line)


def say_table(sitting: Sitting, view: View, *, whole: bool = False, changed: bool = False) -> None:
    """Print the table as you see it, or what changed of it since it was last printed."""
    screen = sitting.screen
    found = blocks(
        scene_of(view, sitting.table.names), view.asks, sitting.table.game, screen.width,
        whole=whole, flowing=not screen.plain, paint=screen.paint,
    )  # fmt: skip
    new = [block for block in found if block not in sitting.shown] if changed else found
    sitting.shown = found
    if new:
        click.echo("")
    for block in new:
        for line in block:
            click.echo(line)


def say_offers(screen: Screen, offers: Sequence[Offer], *, numbered: bool) -> None:
    """The choices, each with what to type for it."""
    pairs = [
        (f"{n:>2}", f"{offer.said} ({offer.typed})") if numbered else (offer.typed, offer.said)
        for n, offer in enumerate(offers, 1)
    ]
    for line in screen.rows(pairs):
        click.echo(line)


def say_result(sitting: Sitting) -> None:
    """Print the ranking."""
    table, screen, you = sitting.table, sitting.screen, sitting.you
    state, backend, names = table.game_on().state, table.backend, table.names
    places, scores = backend.places(state), backend.scores(state)
    screen.say()
    screen.say("The result:")
    for seat in sorted(range(len(names)), key=lambda seat: places[seat]):
        screen.say(f"  {places[seat]}. {names[seat]} ({scores[seat]})")
    if you is not None and places[you] == 1:
        shared = places.count(1) > 1
        screen.say("Well played: you share the win!" if shared else "Well played!")
    if sitting.file:
        screen.say(f"The game is in {sitting.file}: `rumpus replay` shows it again.")


def say_standings(screen: Screen, series: SeriesView) -> None:
    """Print how the series stands, and who has won it."""
    games = len(series.players[0].points)
    many = "game" if games == 1 else "games"
    screen.say()
    screen.say(f"The series to {series.target} after {games} {many}:")
    for entrant in series.players:
        screen.say(f"  {entrant.name} {entrant.total}{', out' if entrant.out else ''}")
    if winners := [series.players[n].name for n in series.winners]:
        verb = "wins" if len(winners) == 1 else "share"
        screen.say(f"{' and '.join(winners)} {verb} the series!")


def say_goodbye(sitting: Sitting) -> None:
    """Say whether and how the game can be gone on with."""
    screen = sitting.screen
    screen.say()
    if sitting.file:
        screen.say(f"Bye! Go on with: rumpus play --record {sitting.file}")
    else:
        screen.say("Bye! The game is not finished. With --record FILE it could be gone on with.")

"""What is printed during a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click

from rumpus.rulekit.game import Game
from rumpus.rulekit.options import Option, Setting
from rumpus.rulekit.sentence import Sentence, as_it_is, say
from rumpus.table.series import SeriesView
from rumpus.table.showing.plain import blocks, scene_of, wrapped
from rumpus.table.showing.views import LineView, TableView, lines_for
from rumpus.terminal.screen import Screen

from .answers import OfferedChoice
from .player import TerminalPlayer


def settings_text(screen: Screen, game: Game, players: int, options: Mapping[str, Setting]) -> str:
    """The options that differ from the default; there are no time limits here."""
    told = [
        f"{screen.in_words(Sentence(option.title, context='option'))}: "
        f"{screen.in_words(word_of(option, int(options[option.key])))}"
        for option in game.options
        if option.key != game.time_limit
        and option.key not in game.untimed
        and options[option.key] != option.default_for(players)
    ]
    return (
        "; ".join(told) + "."
        if told
        else screen.in_words(say("All options are at their defaults."))
    )


def word_of(option: Option, number: int) -> Sentence:
    """The value of an option in words."""
    word = option.word(number)
    context = "value" if word in ("off", "on") else f"value of {option.key}"
    return as_it_is(word) if word.isdecimal() else Sentence(word.replace("-", " "), context=context)


def said_of(game: Game, line: LineView, names: Sequence[str], you: int) -> Sentence:
    """A line of what happened, for a seat."""
    return game.words.line_said(line.event, line.numbers, names, you)


def say_events(player: TerminalPlayer) -> None:
    """Print what happened since the last time, as far as the player may know."""
    table, you, screen = player.table, player.you, player.screen
    if you is None:
        return
    game, names = table.game, table.names
    lines = lines_for(table, (you,), player.heard)
    player.heard = len(table.game_on().events)
    quiet = {game.words.events[kind].name for kind in game.captions.quiet}
    told = [
        screen.in_words(said_of(game, line, names, you))
        for line in lines
        if line.event not in quiet
    ]
    for paragraph in told if screen.plain or not told else [" ".join(told)]:
        for line in wrapped(paragraph, screen.width, "  "):
            click.echo(line)


def say_table(
    player: TerminalPlayer, view: TableView, *, whole: bool = False, changed: bool = False
) -> None:
    """Print the table, or only what changed since it was last printed."""
    screen = player.screen
    found = blocks(
        scene_of(view, player.table.names), view.asks, player.table.game, screen.width,
        whole=whole, flowing=not screen.plain, paint=screen.paint, tell=screen.in_words,
    )  # fmt: skip
    new = [block for block in found if block not in player.shown] if changed else found
    player.shown = found
    if new:
        click.echo("")
    for block in new:
        for line in block:
            click.echo(line)


def say_offers(screen: Screen, offers: Sequence[OfferedChoice], *, numbered: bool) -> None:
    """Print the choices, each with what to type for it."""
    pairs = [
        (f"{n:>2}", f"{offer.said} ({offer.typed})") if numbered else (offer.typed, offer.said)
        for n, offer in enumerate(offers, 1)
    ]
    for line in screen.rows(pairs):
        click.echo(line)


def say_result(player: TerminalPlayer) -> None:
    """Print the ranking."""
    table, screen, you = player.table, player.screen, player.you
    state, backend, names = table.game_on().state, table.backend, table.names
    places, scores = backend.places(state), backend.scores(state)
    screen.say()
    screen.say(say("The result:"))
    for seat in sorted(range(len(names)), key=lambda seat: places[seat]):
        screen.say(f"  {places[seat]}. {names[seat]} ({scores[seat]})")
    if you is not None and places[you] == 1:
        shared = places.count(1) > 1
        screen.say(say("Well played: you share the win!") if shared else say("Well played!"))
    if player.file:
        screen.say(
            say("The game is saved in {file}; `rumpus replay` shows it again.", file=player.file)
        )


def say_standings(screen: Screen, series: SeriesView) -> None:
    """Print the standings of the series, and who has won it."""
    games = len(series.players[0].points)
    screen.say()
    screen.say(say("The series to {target} after {n:game}:", target=series.target, n=games))
    for entrant in series.players:
        out = f", {screen.in_words(say('out'))}" if entrant.out else ""
        screen.say(f"  {entrant.name} {entrant.total}{out}")
    winners = tuple(series.players[n].name for n in series.winners)
    if len(winners) == 1:
        screen.say(say("{name} wins the series!", name=winners[0]))
    elif winners:
        screen.say(say("{names} share the series!", names=winners))


def say_goodbye(player: TerminalPlayer) -> None:
    """Print how to continue the game."""
    screen = player.screen
    screen.say()
    if player.file:
        screen.say(say("Bye! To continue: rumpus play --record {file}", file=player.file))
    else:
        screen.say(say("Bye! The game was not saved; with --record FILE you can continue later."))

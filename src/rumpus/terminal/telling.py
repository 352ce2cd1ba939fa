"""What is printed in the course of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click

from rumpus.rulekit.game import Game
from rumpus.rulekit.options import Option, Setting
from rumpus.rulekit.sentence import Sentence, as_it_is, say
from rumpus.table.plain import blocks, scene_of, wrapped
from rumpus.table.series import SeriesView
from rumpus.table.views import Line, View, lines_for

from .answers import Offer
from .screen import Screen
from .sitting import Sitting


def settings_text(screen: Screen, game: Game, players: int, options: Mapping[str, Setting]) -> str:
    """How the table is set, as far as that is not the usual way; time does not run here."""
    told = [
        f"{screen.in_words(Sentence(option.title, context='option'))}: "
        f"{screen.in_words(word_of(option, int(options[option.key])))}"
        for option in game.options
        if option.key != game.time_limit
        and option.key not in game.untimed
        and options[option.key] != option.default_for(players)
    ]
    return "; ".join(told) + "." if told else screen.in_words(say("Everything is as in the book."))


def word_of(option: Option, number: int) -> Sentence:
    """A value as people read it."""
    word = option.word(number)
    context = "value" if word in ("off", "on") else f"value of {option.key}"
    return as_it_is(word) if word.isdecimal() else Sentence(word.replace("-", " "), context=context)


def said_of(game: Game, line: Line, names: Sequence[str], you: int) -> Sentence:
    """A line of what happened, for whoever sits there."""
    return game.words.line_said(line.event, line.numbers, names, you)


def say_events(sitting: Sitting) -> None:
    """Print what happened since the last time, as far as you may know it, in one paragraph."""
    table, you, screen = sitting.table, sitting.you, sitting.screen
    if you is None:
        return
    game, names = table.game, table.names
    lines = lines_for(table, (you,), sitting.heard)
    sitting.heard = len(table.game_on().events)
    quiet = {game.words.events[kind].name for kind in game.captions.quiet}
    told = [
        screen.in_words(said_of(game, line, names, you))
        for line in lines
        if line.event not in quiet
    ]
    for paragraph in told if screen.plain or not told else [" ".join(told)]:
        for line in wrapped(paragraph, screen.width, "  "):
            click.echo(line)


def say_table(sitting: Sitting, view: View, *, whole: bool = False, changed: bool = False) -> None:
    """Print the table as you see it, or what changed of it since it was last printed."""
    screen = sitting.screen
    found = blocks(
        scene_of(view, sitting.table.names), view.asks, sitting.table.game, screen.width,
        whole=whole, flowing=not screen.plain, paint=screen.paint, tell=screen.in_words,
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
    screen.say(say("The result:"))
    for seat in sorted(range(len(names)), key=lambda seat: places[seat]):
        screen.say(f"  {places[seat]}. {names[seat]} ({scores[seat]})")
    if you is not None and places[you] == 1:
        shared = places.count(1) > 1
        screen.say(say("Well played: you share the win!") if shared else say("Well played!"))
    if sitting.file:
        screen.say(say("The game is in {file}: `rumpus replay` shows it again.", file=sitting.file))


def say_standings(screen: Screen, series: SeriesView) -> None:
    """Print how the series stands, and who has won it."""
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


def say_goodbye(sitting: Sitting) -> None:
    """Say whether and how the game can be gone on with."""
    screen = sitting.screen
    screen.say()
    if sitting.file:
        screen.say(say("Bye! Go on with: rumpus play --record {file}", file=sitting.file))
    else:
        screen.say(
            say("Bye! The game is not finished. With --record FILE it could be gone on with.")
        )

"""Stepping through a record in the terminal."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from rumpus.rulekit.game import Game
from rumpus.rulekit.sentence import say
from rumpus.speaking import spoken
from rumpus.table.records.record import Record
from rumpus.table.records.replay import ReplayStep
from rumpus.table.showing.plain import plain_lines

decode_step = msgspec.json.Decoder(ReplayStep).decode


def step_through(
    record: Record,
    steps: list[bytes],
    game: Game,
    ask: Callable[[], str],
    tell: Callable[[str], None],
) -> None:
    """Show steps, each kept as JSON, as the reader goes on and back."""
    names = [seat.name for seat in record.seats]
    in_words = spoken(game.name).say
    title = say(
        "{game}: {names}. {n:action}.", game=game.title, names=tuple(names), n=len(steps) - 1
    )
    tell(f"{in_words(title)} {in_words(say('Enter: on, b: back, q: quit.'))}")
    at = 0
    while True:
        for line in page(decode_step(steps[at]), at, game, names):
            tell(line)
        if at == len(steps) - 1 and record.result:
            tell(in_words(say("Places: {places}.", places=result_text(record))))
        match ask().strip().lower():
            case "q":
                return
            case "b":
                at = max(0, at - 1)
            case _ if at == len(steps) - 1:
                return
            case _:
                at += 1


def page(step: ReplayStep, at: int, game: Game, names: list[str]) -> list[str]:
    """One step as lines of text."""
    in_words, words, done = spoken(game.name).say, game.words, step.choice
    who = names[step.seat] if step.seat >= 0 else in_words(say("The table"))
    title = in_words(say("The deal"))
    if done:
        title = f"{at}. {who}: {in_words(words.verb_said(done.verb, done.numbers, names))}"
    told = [
        f"  {in_words(words.line_said(line.event, line.numbers, names))}" for line in step.lines
    ]
    return ["", title, *told, "", *plain_lines(step.view, game, names, tell=in_words)]


def result_text(record: Record) -> str:
    """`Ann 1 (12), Bob 2 (7)`."""
    assert record.result
    result = zip(record.seats, record.result.places, record.result.scores, strict=True)
    return ", ".join(f"{seat.name} {place} ({points})" for seat, place, points in result)

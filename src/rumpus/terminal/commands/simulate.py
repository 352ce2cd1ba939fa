"""`rumpus simulate`: many games between bots, and what came of them."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any

import click

from rumpus.lab.bots import LadderBot, check_live, read_seats
from rumpus.lab.match import play_deal
from rumpus.lab.plan import LadderPlan, in_words
from rumpus.lab.play import play_all, with_progress
from rumpus.language.c.build import NoCompiler
from rumpus.rulekit.errors import UnknownOption
from rumpus.rulekit.game import Game
from rumpus.rulekit.sentence import say
from rumpus.running.batches import MOST_DECISIONS, Batch, all_threads, bot_numbers
from rumpus.running.engine import BOTS
from rumpus.running.interpreted import Interpreted
from rumpus.speaking import NO_COMPILER, echo, spoken

CHUNK = {"native": 20_000, "interpreted": 50}


@dataclass
class Simulation:
    """The result of a simulation; `--json` prints its fields."""

    game: str
    options: dict[str, Any]
    players: int
    games: int
    decisions: int = 0
    seconds: float = 0.0
    decisions_per_second: float = 0.0
    mean_decisions: float = 0.0
    unfinished: int = 0
    wins: list[float] = field(default_factory=list)
    draws: int = 0
    bots: str = ""
    seed: int = 0
    backend: str = ""


def simulate_games(
    game: Game,
    players: int | None,
    games: int,
    seed: int,
    settings: Mapping[str, str],
    bots: str = "random",
    backend: str = "native",
    threads: int | None = None,
) -> Simulation:
    """Play the games and add up the results."""
    seats = game.check_players(players or game.common)
    values = game.settings(seats, settings)
    seated = read_seats(bots, seats)
    told = {
        option.key: option.word(value) if value in option.values.values() else value
        for option in game.options
        for value in [values[option.key]]
    }
    result = Simulation(game.name, told, seats, games, wins=[0.0] * seats, bots=bots, seed=seed)
    start = time.perf_counter()
    try:
        chunks = chunks_of(game, result, settings, seated, backend, threads or all_threads())
        for played in with_progress(chunks, games, lambda chunk: chunk.games, spoken().say):
            result.decisions += played.decisions
            result.unfinished += played.unfinished
            result.draws += played.draws
            result.wins = [a + b for a, b in zip(result.wins, played.wins, strict=True)]
            result.backend = played.backend
    finally:
        result.seconds = time.perf_counter() - start
    result.wins = [round(wins, 6) for wins in result.wins]
    result.decisions_per_second = result.decisions / max(result.seconds, 1e-9)
    result.mean_decisions = result.decisions / games
    return result


@dataclass
class GamesChunk:
    """The results of some of the games."""

    games: int
    decisions: int
    unfinished: int
    draws: int
    wins: list[float]
    backend: str


def chunks_of(
    game: Game,
    series: Simulation,
    settings: Mapping[str, str],
    seated: Sequence[LadderBot],
    backend: str,
    threads: int,
) -> Iterator[GamesChunk]:
    """The games in chunks, compiled if possible."""
    plan = LadderPlan(
        game.name, "", series.players, in_words(game, series.players, settings), series.seed,
        tuple(seated),
    )  # fmt: skip
    if plan.is_live or not all(bot.name in BOTS and not bot.source for bot in seated):
        if backend != "native":
            raise UnknownOption(
                say("The interpreted rules can only play {bots:or}, in ticks.", bots=tuple(BOTS))
            )
        if plan.is_live:
            check_live(seated)
        play = partial(play_one, plan)
        yield from play_all(game.name, play, range(series.games), threads)
        return
    bots = [bot.name for bot in seated]
    if backend == "native":
        try:
            yield from native_chunks(game, series, settings, bots, threads)
            return
        except NoCompiler:
            echo(NO_COMPILER, err=True)
    yield from interpreted_chunks(game, series, settings, bots)


def play_one(plan: LadderPlan, number: int) -> GamesChunk:
    """One game between the bots of a plan."""
    played = play_deal(plan, plan.bots, number, f"{plan.seed} {number}")
    winners = [seat for seat, place in enumerate(played.places) if played.over and place == 1]
    wins = [(seat in winners) / max(len(winners), 1) for seat in range(plan.players)]
    return GamesChunk(
        1, played.decisions, int(not played.over), int(len(winners) > 1), wins, "native"
    )


def native_chunks(
    game: Game, series: Simulation, settings: Mapping[str, str], bots: Sequence[str], threads: int
) -> Iterator[GamesChunk]:
    """Batches of compiled games."""
    size = min(CHUNK["native"], series.games)
    batch = Batch(game, size, series.players, settings, threads)
    for first in range(0, series.games, size):
        n = min(size, series.games - first)
        if n < size:
            batch = Batch(game, n, series.players, settings, threads)
        decisions = batch.simulate(bots, seed=series.seed, first=first)
        over = batch.over
        first = (batch.places() == 1) & over[:, None]
        winners = first.sum(1)
        wins = (first / winners.clip(1)[:, None]).sum(0).tolist()
        unfinished, draws = int((~over).sum()), int((winners > 1).sum())
        yield GamesChunk(n, int(decisions.sum()), unfinished, draws, wins, "native")


def interpreted_chunks(
    game: Game, series: Simulation, settings: Mapping[str, str], names: Sequence[str]
) -> Iterator[GamesChunk]:
    """The same games with the interpreted rules."""
    play = Interpreted(game)
    bots = play.row(series.players, bot_numbers(names, series.players))
    blank = play.pack(play.blank(series.players, settings))
    for first in range(0, series.games, CHUNK["interpreted"]):
        numbers = range(first, min(first + CHUNK["interpreted"], series.games))
        chunk = GamesChunk(len(numbers), 0, 0, 0, [0.0] * series.players, "interpreted")
        for number in numbers:
            s = play.load(blank)
            chunk.decisions += play.run("simulate", s, bots, series.seed, number, MOST_DECISIONS)
            winners = [seat for seat, place in enumerate(play.places(s)) if place == 1]
            if not play.is_over(s):
                chunk.unfinished += 1
                continue
            chunk.draws += len(winners) > 1
            for seat in winners:
                chunk.wins[seat] += 1 / len(winners)
        yield chunk


def print_simulation(result: Simulation, *, as_json: bool) -> None:
    """Print the result, as text or JSON."""
    if as_json:
        click.echo(json.dumps(asdict(result)))
        return
    number = spoken().number
    echo(
        say(
            "{games} games of {game} with {players} players ({bots}), {backend}: {decisions} "
            "decisions in {seconds} s, {speed} a second, {mean} a game.",
            games=result.games,
            game=result.game,
            players=result.players,
            bots=result.bots,
            backend=result.backend,
            decisions=result.decisions,
            seconds=number(result.seconds, 2),
            speed=round(result.decisions_per_second),
            mean=number(result.mean_decisions, 1),
        )
    )
    for seat, wins in enumerate(result.wins, 1):
        share = number(100 * wins / result.games, 1)
        won = say(
            "seat {seat}: {wins} wins ({share} %)", seat=seat, wins=number(wins, 1), share=share
        )
        click.echo(f"  {spoken().say(won)}")
    if result.draws:
        click.echo(f"  {spoken().say(say('{n:win} shared', n=result.draws))}")
    if result.unfinished:
        click.echo(f"  {spoken().say(say('{n:game} did not end', n=result.unfinished))}")

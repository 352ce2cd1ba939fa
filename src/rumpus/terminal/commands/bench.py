"""`rumpus bench`: the speed of the rules, in CPU time on one thread."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from rumpus.language.c.build import NoCompiler, compile_into
from rumpus.rulekit.game import Game
from rumpus.rulekit.sentence import say
from rumpus.running.batches import MOST_DECISIONS, Batch
from rumpus.running.entries import rules_of
from rumpus.running.interpreted import Interpreted
from rumpus.speaking import NO_COMPILER, echo, spoken

from .bench_search import search_figures

BATCH = 20_000
ROUNDS = 5


def fastest(run: Callable[[], int], seconds: float) -> float:
    """The lowest CPU time per unit of work over several rounds."""
    best = float("inf")
    run()
    for _ in range(ROUNDS):
        units, start = 0, time.process_time()
        while (spent := time.process_time() - start) < seconds / ROUNDS:
            units += run()
        best = min(best, spent / units)
    return best


def measure(game: Game, players: int | None, seconds: float) -> dict[str, Any]:
    """All measurements of one game."""
    seats = game.check_players(players or game.common)
    figures = {"interpreted": interpreted_figures(game, seats, seconds)}
    search: dict[str, dict[str, float]] = {}
    try:
        figures["native"] = native_figures(game, seats, seconds)
        search = search_figures(game, seats, seconds / 4)
    except NoCompiler:
        echo(NO_COMPILER, err=True)
    return {
        "game": game.name,
        "players": seats,
        "state_bytes": game.state.layout.size,
        "backends": figures,
        "search": search,
    }


def figures_of(decision: float, clone: float, view: float, build: float) -> dict[str, float]:
    """The figures of one back end, from seconds per unit."""
    return {
        "decisions_per_second": 1 / decision,
        "ns_per_decision": decision * 1e9,
        "clone_ns": clone * 1e9,
        "view_ns": view * 1e9,
        "build_seconds": build,
    }


def native_figures(game: Game, players: int, seconds: float) -> dict[str, float]:
    """Random playouts, copies and views in compiled batches, and a build from scratch."""
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        compile_into(Path(folder), rules_of(game))
    build = time.perf_counter() - start
    batch = Batch(game, BATCH, players, {}, threads=1)
    scratch, out = batch.states[:1].copy(), batch.row(game.show_room)

    def play() -> int:
        return int(batch.simulate("random", seed=1).sum())

    def clone() -> int:
        batch.each("clone", scratch)
        return BATCH

    def view() -> int:
        batch.each("view", scratch, 0, out)
        return BATCH

    playing, cloning = fastest(play, seconds), fastest(clone, seconds / 2)
    batch.deal(0)
    return figures_of(playing, cloning, fastest(view, seconds / 2), build)


def interpreted_figures(game: Game, players: int, seconds: float) -> dict[str, float]:
    """The same with the interpreted rules."""
    rules = Interpreted(game)
    blank = rules.blank(players)
    dealt, scratch = rules.start(players, seed=1), rules.blank(players)
    bots, out = rules.row(players), rules.row(game.show_room)
    number = 0

    def play() -> int:
        nonlocal number
        number += 1
        return rules.run("simulate", rules.copy(blank), bots, 1, number, MOST_DECISIONS)

    def clone() -> int:
        for _ in range(100):
            rules.copy(dealt)
        return 100

    def view() -> int:
        for _ in range(20):
            rules.run("view", dealt, scratch, 0, out)
        return 20

    times = fastest(play, seconds), fastest(clone, seconds / 4), fastest(view, seconds / 4)
    return figures_of(*times, 0.0)


def print_figures(figures: Any, *, as_json: bool) -> None:
    """Print a table per game, or JSON."""
    if as_json:
        click.echo(json.dumps(figures))
        return
    for game in figures if isinstance(figures, list) else [figures]:
        echo(
            say(
                "{game}, {players} players, {size} bytes per state",
                game=game["game"],
                players=game["players"],
                size=game["state_bytes"],
            )
        )
        heads = ("decisions/s", "ns each", "clone ns", "view ns", "build s")
        click.echo("  {:<12}{:>14}{:>10}{:>10}{:>10}{:>9}".format("", *heads))
        for name, f in game["backends"].items():
            click.echo(
                f"  {name:<12}{f['decisions_per_second']:>14,.0f}{f['ns_per_decision']:>10,.1f}"
                f"{f['clone_ns']:>10,.1f}{f['view_ns']:>10,.1f}{f['build_seconds']:>9.2f}"
            )
        rates = {name: f["decisions_per_second"] for name, f in game["backends"].items()}
        if "native" in rates:
            ratio = rates["native"] / rates["interpreted"]
            times = say("native is {times} times as fast as interpreted", times=round(ratio))
            click.echo(f"  {spoken().say(times)}")
        for place, found in game["search"].items():
            iterations, decisions = found["iterations_per_second"], found["decisions_per_second"]
            speed = say(
                "search, {place}: {iterations} iterations/s, {decisions} decisions/s",
                place=place,
                iterations=round(iterations),
                decisions=round(decisions),
            )
            click.echo(f"  {spoken().say(speed)}")

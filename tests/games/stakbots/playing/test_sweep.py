"""Many games of every table: all end, cards are conserved, all back ends agree."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from rumpus.running.batches import Batch
from rumpus.running.engine import QUICK, RANDOM
from rumpus.running.interpreted import Interpreted

from ..tables import Settings, game, goes_together, tables

PLAYERS = (2, 3, 4, 5, 6)
MOST = 10_000
FAST = ("base", "blitz", "synchronous", "multi", "draft", "reactive", "borderless + feed")


def play(name: str, settings: Settings, players: int, games: int, bots: str) -> dict[str, float]:
    """Play games at one table, and check how they ended."""
    batch = Batch(game, games, players, settings, threads=1)
    decisions = batch.simulate(bots, seed=players, most=MOST)
    assert batch.over.all(), f"{name}, {players} players, {bots}: some games do not end"
    states = batch.states
    assert (states["size"].sum(axis=1) == states["zone"].shape[1]).all()
    copies = np.stack([(states["face"] == row).sum(axis=1) for row in range(32)], axis=1)
    assert (copies == states["copies"]).all()
    assert (states["damage"][states["over"] == 0] == 0).all()
    places = batch.places()
    winners = (places == 1).sum(axis=1)
    size = int(states["team_size"][0]) if states["teams"][0] else 1
    return {
        "decisions": float(decisions.mean()),
        "turns": float(states["turn"].mean()),
        "draws": float((winners > size).mean()),
        "limit": float((states["turn"] >= states["max_turns"]).mean()),
    }


def line(name: str, players: int, bots: str, figures: dict[str, float]) -> str:
    return (
        f"{name:32} {players} {bots:6} {figures['decisions']:7.0f} decisions "
        f"{figures['turns']:5.1f} turns {figures['draws']:6.1%} draws "
        f"{figures['limit']:6.1%} by limit"
    )


def cases() -> Iterator[tuple[str, Settings, int]]:
    for name, settings in tables():
        for players in PLAYERS:
            if goes_together(players, settings):
                yield name, settings, players


@pytest.mark.parametrize("name", FAST)
@pytest.mark.parametrize("bots", ["random", "quick"])
def test_games_end_and_conserve_cards(name: str, bots: str) -> None:
    settings = dict(tables())[name]
    for players in PLAYERS:
        if goes_together(players, settings):
            play(name, settings, players, 40, bots)


@pytest.mark.slow
def test_every_table_plays_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    lines = []
    for name, settings, players in cases():
        for bots, games in (("random", 1000), ("quick", 400)):
            figures = play(name, settings, players, games, bots)
            lines.append(line(name, players, bots, figures))
    with capsys.disabled():
        print("", *lines, sep="\n")
    assert len(lines) > 500


@pytest.mark.slow
def test_all_back_ends_play_every_table_alike() -> None:
    reference, checked = Interpreted(game), Interpreted(game, checked=True)
    for name, settings, players in cases():
        batch = Batch(game, 2, players, settings, threads=1)
        for number, bots in ((0, RANDOM), (1, QUICK)):
            row = [bots] * players
            ended = []
            for backend in (reference, checked, batch.native):
                s = backend.blank(players, settings)
                backend.run("simulate", s, backend.row(players, row), 9, number, MOST)
                ended.append(backend.pack(s))
            assert len(set(ended)) == 1, f"{name}, {players} players"

"""A small ladder of the fastest game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rumpus.lab.plan import LadderPlan, make_plan

BOTS = Path(__file__).parent / "bots.py"


@pytest.fixture
def plan() -> Callable[..., LadderPlan]:
    def make(bots: str = "easy,random", players: int = 2, seed: int = 3) -> LadderPlan:
        sources = ",".join(f"{BOTS}:{b}" if b[0].isupper() else b for b in bots.split(","))
        return make_plan("mantis", players, ["target=5"], seed, sources)

    return make

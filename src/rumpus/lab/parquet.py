"""The games of a ladder as a Parquet file: one row per game, the plan in its metadata."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .keep import plan_as_data
from .match import PlayedMatch
from .plan import LadderPlan
from .view import win_share

PARQUET_FILE = "games.parquet"


def write_parquet(path: Path, plan: LadderPlan, games: Sequence[PlayedMatch]) -> None:
    """Write all games, in the order of their deals."""
    import pyarrow  # noqa: PLC0415  (part of the extra `lab`)
    import pyarrow.parquet  # noqa: PLC0415

    rows = [row(plan, played) for played in sorted(games, key=lambda played: played.match)]
    table = pyarrow.Table.from_pylist(rows)
    plan_text = json.dumps(plan_as_data(plan))
    pyarrow.parquet.write_table(table.replace_schema_metadata({"ladder": plan_text}), path)


def row(plan: LadderPlan, played: PlayedMatch) -> dict[str, Any]:
    """A game as columns; `share` is the lone bot's share of the win."""
    match = played.match
    lone, among = (played.thinking[name] for name in (match.lone, match.among))
    return {
        "deal": match.deal,
        "lone": match.lone,
        "among": match.among,
        "seat": match.seat,
        "share": win_share(played.places, plan.lone_seats(match)) if played.over else None,
        "places": played.places,
        "scores": played.scores,
        "over": played.over,
        "decisions": played.decisions,
        "lone_moves": lone.moves,
        "lone_seconds": lone.seconds,
        "lone_faults": lone.faults,
        "among_moves": among.moves,
        "among_seconds": among.seconds,
        "among_faults": among.faults,
    }

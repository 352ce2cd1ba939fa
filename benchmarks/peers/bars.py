"""The bars that our games have to reach in the figures of `compare.py`."""

import operator
from collections.abc import Sequence
from typing import Any, NamedTuple

BAR_GAME = ("OpenSpiel", "crazy_eights")
PYTHON_LOOP = "Python loop"
CPP_ROLLOUTS = "C++ RandomRolloutEvaluator, after the deal"
SIGNS = {">=": operator.ge, "<=": operator.le, "<": operator.lt}

Row = dict[str, Any]


class Wanted(NamedTuple):
    """A game's bars: its native speed as a multiple of three others, and its size."""

    interpreted: float = 40
    python_loop: float = 15
    cpp_rollouts: float = 2
    state_bytes: int = 2048
    build_seconds: float = 10
    view_decisions: float = 10


WANTED = {"mantis": Wanted(60, 40, 5, 512, 5, 5)}
"""Games whose bars differ from the usual ones."""


class Bar(NamedTuple):
    """One figure and the bar it has to reach."""

    name: str
    value: float | None
    sign: str
    limit: float
    unit: str


def speed(rows: Sequence[Row], peer: str, game: str, how: str) -> float | None:
    """The decisions per second of one measurement."""
    for row in rows:
        if (row["peer"], row["game"], row["how"]) == (peer, game, how) and "error" not in row:
            return float(row["decisions_per_second"])
    return None


def bars(ours: Row, playouts: Sequence[Row]) -> list[Bar]:
    """Compare the figures of a game with its bars."""
    game, native = ours["game"], ours["backends"]["native"]
    wanted = WANTED.get(game, Wanted())
    fast = native["decisions_per_second"]
    slow = ours["backends"]["interpreted"]["decisions_per_second"]
    loop = speed(playouts, *BAR_GAME, PYTHON_LOOP)
    rollouts = speed(playouts, *BAR_GAME, CPP_ROLLOUTS)
    peer = " ".join(BAR_GAME)
    view = native["view_ns"] / native["ns_per_decision"]
    held = (
        Bar("native / interpreted", fast / slow, ">=", wanted.interpreted, "times"),
        Bar(f"native / {peer}, Python loop", ratio(fast, loop), ">=", wanted.python_loop, "times"),
        Bar(
            f"native / {peer}, C++ rollouts", ratio(fast, rollouts), ">=", wanted.cpp_rollouts,
            "times",
        ),
        Bar("size of a state", ours["state_bytes"], "<=", wanted.state_bytes, "bytes"),
        Bar("build of the native rules", native["build_seconds"], "<", wanted.build_seconds, "s"),
        Bar("view for one seat, native", view, "<=", wanted.view_decisions, "decisions"),
    )  # fmt: skip
    return [bar._replace(name=f"{game}: {bar.name}") for bar in held]


def import_bars(imported: Row) -> list[Bar]:
    """Compare the cost of importing the library with its bars."""
    return [
        Bar("import rumpus", imported.get("seconds"), "<", 0.1, "s"),
        Bar("NumPy after import rumpus", imported.get("numpy"), "<=", 0, "modules"),
    ]


def ratio(ours: float, theirs: float | None) -> float | None:
    """Divide, unless the divisor is missing or 0."""
    return ours / theirs if theirs else None


def reached(bar: Bar) -> bool:
    """Whether a figure reaches its bar; one that could not be measured does not."""
    if bar.value is None:
        return False
    return bool(SIGNS[bar.sign](bar.value, bar.limit))


def bar_line(bar: Bar) -> list[str]:
    """Write one bar."""
    if bar.value is None:
        value = "not measured"
    else:
        value = f"{bar.value:,.0f}" if bar.value >= 100 else f"{bar.value:.3g}"
    wanted = f"{bar.sign} {bar.limit:g} {bar.unit}"
    return [bar.name, "reached" if reached(bar) else "not reached", value, wanted]

"""A ladder as tables of text: Markdown, which also reads well in a terminal."""

from __future__ import annotations

from .plan import Pair
from .report import Report

Rows = list[tuple[str, ...]]
"""A table: its head, then its lines, each with a name in front."""


def tables(report: Report) -> str:
    """The standings and the matrix, with a sentence on how to read it."""
    return f"{table(standings(report))}\n\n{reading(report)}\n\n{table(matrix(report))}\n"


def standings(report: Report) -> Rows:
    """The bots from the best down."""
    head: tuple[str, ...] = (
        "bot",
        "rating",
        "95 %",
        "games",
        "moves",
        "a move",
        "longest",
        "lost moves",
    )
    return [head] + [
        (
            standing.name,
            f"{standing.rating:.1f}",
            f"{standing.low:.1f} to {standing.high:.1f}",
            f"{standing.games:,}",
            f"{standing.moves:,}",
            time_words(standing.seconds),
            time_words(standing.longest),
            f"{standing.faults:,}",
        )
        for standing in report.standings
    ]


def matrix(report: Report) -> Rows:
    """The share of each row among each column in percent, with its 95 % interval."""
    names = report.names
    return [("", *names)] + [
        (lone, *(cell_text(report, Pair(lone, among)) for among in names)) for lone in names
    ]


def cell_text(report: Report, pair: Pair) -> str:
    """A cell of the matrix; nothing for a pair that never met."""
    if pair not in report.cells:
        return ""
    cell = report.cells[pair]
    return f"{100 * cell.share:.1f} ({100 * cell.low:.1f} to {100 * cell.high:.1f})"


def reading(report: Report) -> str:
    """How the matrix is to be read."""
    fewest = min((cell.games for cell in report.cells.values()), default=0)
    if report.plan.sides == 2:
        who = "How much of the wins the row has against the column"
    else:
        who = "How much of the wins the row has on one side while the column has all the others"
    return (
        f"{who}, in percent with a 95 % interval, over {fewest:,} games or more of each pair; "
        f"equal players have {100 * report.expected:.1f}."
    )


def table(rows: Rows) -> str:
    """A Markdown table whose columns line up: names to the left, numbers to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]

    def written(row: tuple[str, ...]) -> str:
        name, *numbers = zip(row, widths, strict=True)
        cells = [name[0].ljust(name[1]), *(text.rjust(width) for text, width in numbers)]
        return f"| {' | '.join(cells)} |"

    rule = ("-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:]))
    return "\n".join(map(written, [rows[0], rule, *rows[1:]]))


def time_words(time: float) -> str:
    """A time in the unit that suits it.

    >>> time_words(0.25), time_words(0.004), time_words(2.0)
    ('250 ms', '4 ms', '2 s')
    """
    for unit, name in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if time >= unit * 0.9995:
            return f"{time / unit:.3g} {name}"
    return "under 1 µs"

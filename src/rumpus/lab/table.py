"""A ladder as Markdown tables, which also read well in a terminal."""

from __future__ import annotations

from .plan import LadderPair
from .report import LadderReport

Rows = list[tuple[str, ...]]
"""A table: the header row, then the rows, each with a name first."""


def tables(report: LadderReport) -> str:
    """The standings and the matrix, with a sentence that explains it."""
    return f"{table(standings(report))}\n\n{reading(report)}\n\n{table(matrix(report))}\n"


def standings(report: LadderReport) -> Rows:
    """The standings, best first."""
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


def matrix(report: LadderReport) -> Rows:
    """The win share of each row against each column in percent, with its 95 % interval."""
    names = report.names
    return [("", *names)] + [
        (lone, *(cell_text(report, LadderPair(lone, among)) for among in names)) for lone in names
    ]


def cell_text(report: LadderReport, pair: LadderPair) -> str:
    """A cell of the matrix; empty for a pair that never met."""
    if pair not in report.cells:
        return ""
    cell = report.cells[pair]
    return f"{100 * cell.share:.1f} ({100 * cell.low:.1f} to {100 * cell.high:.1f})"


def reading(report: LadderReport) -> str:
    """How to read the matrix."""
    fewest = min((cell.games for cell in report.cells.values()), default=0)
    if report.plan.sides == 2:
        who = "The row's share of the wins against the column"
    else:
        who = "The share of the wins of the row on one side against the column on all the others"
    return (
        f"{who}, in percent with a 95 % interval, over {fewest:,} games or more of each pair; "
        f"equal players have {100 * report.expected:.1f}."
    )


def table(rows: Rows) -> str:
    """A Markdown table with aligned columns: names left, numbers right."""
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

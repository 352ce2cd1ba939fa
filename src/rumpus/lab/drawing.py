"""The charts of a ladder's page, as SVG: the matrix, the ratings, the seconds per move."""

from __future__ import annotations

from html import escape
from math import ceil, floor, log10

from .report import LadderReport
from .table import time_words

NAME_WIDTH, WIDTH, ROW = 140, 720, 34
CELL_WIDTH, CELL_HEIGHT = 104, 46
LONGEST_NAME = 14


def svg(label: str, width: float, height: float, parts: list[str]) -> str:
    """A chart, with a label for screen readers."""
    return (
        f'<svg role="img" aria-label="{escape(label)}" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}">{"".join(parts)}</svg>'
    )


def words(x: float, y: float, text: str, kind: str = "") -> str:
    """A line of text; `kind` is its CSS class."""
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}">{escape(text)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    """A straight line."""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def short(name: str) -> str:
    """A name, cut to fit."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


# --------------------------------------------------------------------------------- matrix
def matrix(report: LadderReport) -> str:
    """The row's share of the wins, with one side to the row and all others to the column."""
    names = report.names
    parts = []
    for i, name in enumerate(names):
        x = NAME_WIDTH + (i + 0.5) * CELL_WIDTH
        parts.append(words(x, 18, short(name), "middle"))
        parts.append(words(NAME_WIDTH - 10, 30 + (i + 0.6) * CELL_HEIGHT, short(name), "end"))
    for (lone, among), cell in report.cells.items():
        x = NAME_WIDTH + names.index(among) * CELL_WIDTH
        y = 30 + names.index(lone) * CELL_HEIGHT
        fill = shade(cell.share, report.expected)
        parts.append(
            f'<rect x="{x + 1}" y="{y + 1}" width="{CELL_WIDTH - 2}" height="{CELL_HEIGHT - 2}" '
            f'rx="4" style="{fill}"/>'
        )
        bounds = f"{100 * cell.low:.0f} to {100 * cell.high:.0f}"
        parts.append(words(x + CELL_WIDTH / 2, y + 20, f"{100 * cell.share:.1f} %", "cell"))
        parts.append(words(x + CELL_WIDTH / 2, y + 36, bounds, "cell small"))
    label = "Win shares of each bot alone among each other bot, with 95 % intervals"
    width = NAME_WIDTH + len(names) * CELL_WIDTH
    return svg(label, width, 34 + len(names) * CELL_HEIGHT, parts)


def shade(share: float, expected: float) -> str:
    """Green above the expected share, red below, stronger with distance."""
    above = share >= expected
    room = 1 - expected if above else expected
    strength = abs(share - expected) / room
    return f"fill:var(--{'better' if above else 'worse'});fill-opacity:{0.1 + 0.7 * strength:.2f}"


# --------------------------------------------------------------------------------- ratings
def ratings(report: LadderReport) -> str:
    """A dot for every rating, and a line for its 95 % interval."""
    low = floor(min(standing.low for standing in report.standings) / 5) * 5
    high = ceil(max(standing.high for standing in report.standings) / 5) * 5

    def at(rating: float) -> float:
        return NAME_WIDTH + (rating - low) / (high - low) * (WIDTH - NAME_WIDTH - 20)

    bottom = len(report.standings) * ROW
    parts = []
    for mark in range(low, high + 1, 5 if high - low <= 60 else 10):
        parts.append(line(at(mark), 0, at(mark), bottom, "grid"))
        parts.append(words(at(mark), bottom + 18, str(mark), "middle small"))
    for i, standing in enumerate(report.standings):
        y = (i + 0.5) * ROW
        parts.append(words(NAME_WIDTH - 10, y + 5, short(standing.name), "end"))
        parts.append(line(at(standing.low), y, at(standing.high), y, "interval"))
        parts.append(f'<circle cx="{at(standing.rating):.1f}" cy="{y}" r="6" class="dot"/>')
    return svg("Ratings with 95 % intervals", WIDTH, bottom + 26, parts)


# --------------------------------------------------------------------------------- seconds
def seconds(report: LadderReport) -> str:
    """A bar for the mean time per move and a tick for the longest, on a logarithmic scale."""
    times = [max(standing.seconds, 1e-6) for standing in report.standings]
    longest = [max(standing.longest, 1e-6) for standing in report.standings]
    low, high = floor(log10(min(times)) - 0.01), max(ceil(log10(max(longest))), 0)

    def at(time: float) -> float:
        return NAME_WIDTH + (log10(time) - low) / (high - low) * (WIDTH - NAME_WIDTH - 20)

    bottom = len(times) * ROW
    parts = []
    for power in range(low, high + 1):
        parts.append(line(at(10.0**power), 0, at(10.0**power), bottom, "grid"))
        parts.append(words(at(10.0**power), bottom + 18, time_words(10.0**power), "middle small"))
    for i, standing in enumerate(report.standings):
        y = i * ROW
        parts.append(words(NAME_WIDTH - 10, y + 22, short(standing.name), "end"))
        parts.append(
            f'<rect x="{NAME_WIDTH}" y="{y + 8}" width="{at(times[i]) - NAME_WIDTH:.1f}" '
            f'height="{ROW - 16}" rx="3" class="bar"/>'
        )
        parts.append(line(at(longest[i]), y + 5, at(longest[i]), y + ROW - 5, "interval"))
    return svg("Seconds per move: the mean and the longest", WIDTH, bottom + 26, parts)

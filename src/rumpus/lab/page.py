"""A ladder as one self-contained HTML page."""

from __future__ import annotations

from html import escape

from . import drawing
from .report import LadderReport
from .table import Rows, matrix, reading, standings

PAGE_FILE = "index.html"
RATINGS = "Every bot starts at 25; the line is the 95 % interval of its rating."
SECONDS = "The bar is the mean, the tick the longest; the scale is logarithmic."

STYLE = """
:root { color-scheme: light dark; --ink: #1d2430; --paper: #fbfaf7; --faint: #d8d5cc;
  --accent: #3c5fa8; --better: #2f9e63; --worse: #cf5b4b; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e6e0; --paper: #191c22; --faint: #3a3f49; --accent: #8fb0f0; }
}
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
.scroll { overflow-x: auto; }
svg { display: block; font: 14px system-ui, sans-serif; }
svg text { fill: var(--ink); } .small { font-size: 12px; }
.end { text-anchor: end; } .middle, .cell { text-anchor: middle; }
.grid { stroke: var(--faint); } .interval { stroke: var(--ink); stroke-width: 2; }
.dot, .bar { fill: var(--accent); }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .8rem .3rem 0; text-align: right; border-bottom: 1px solid var(--faint); }
th:first-child { text-align: left; } table { margin: 1rem 0; }
"""


def page(report: LadderReport) -> str:
    """The whole page."""
    title = escape(f"Ladder: {report.title}")
    faults = [paragraph(standing.fault) for standing in report.standings if standing.fault]
    sections = (
        section("Ratings", paragraph(RATINGS), drawing.ratings(report)),
        section("Win shares", paragraph(reading(report)), drawing.matrix(report)),
        section("Seconds per move", paragraph(SECONDS), drawing.seconds(report)),
        section("All figures", table(standings(report)), *faults, table(matrix(report))),
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{STYLE}</style></head>"
        f"<body><main><h1>{title}</h1>{''.join(sections)}</main></body></html>\n"
    )


def section(title: str, *parts: str) -> str:
    """A section with its heading."""
    return f'<section><h2>{title}</h2><div class="scroll">{"".join(parts)}</div></section>'


def paragraph(text: str) -> str:
    """A sentence."""
    return f"<p>{escape(text)}</p>"


def table(rows: Rows) -> str:
    """A table with headers in its first row and column."""
    head, *lines = rows
    columns = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    body = "".join(
        f'<tr><th scope="row">{escape(name)}</th>'
        + "".join(f"<td>{escape(text)}</td>" for text in texts)
        + "</tr>"
        for name, *texts in lines
    )
    return f"<table><thead><tr>{columns}</tr></thead><tbody>{body}</tbody></table>"

"""The room's figures: what they are called, in the docs and on the dashboard as well."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from rumpus.server.metrics import FIGURES, metrics_text

from .client import api
from .conftest import OpenRoom

HERE = Path(__file__).parents[2]
KINDS = {f"rumpus_{figure.name}": figure.kind for figure in FIGURES}
NAME = re.compile(r"\brumpus_\w+")
IN_DOCS = re.compile(r"^\| `(rumpus_\w+)` \| (counter|gauge) \| (.+) \|$", re.MULTILINE)
RATE = re.compile(r"(?:rate|increase)\((rumpus_\w+)")


def dashboard() -> dict[str, Any]:
    text = (HERE / "deploy" / "grafana-dashboard.json").read_text(encoding="utf-8")
    board: dict[str, Any] = json.loads(text)
    return board


def queries() -> list[str]:
    return [target["expr"] for panel in dashboard()["panels"] for target in panel["targets"]]


async def test_every_figure_is_told_with_its_kind_and_help(opened: OpenRoom) -> None:
    async with api(opened.url) as http:
        text = (await http.get("/metrics")).text
    told = dict(re.findall(r"^# TYPE (\S+) (\S+)$", text, re.MULTILINE))
    assert told == KINDS
    assert set(re.findall(r"^(rumpus_\w+) [0-9.e+-]+$", text, re.MULTILINE)) == set(KINDS)
    assert metrics_text(opened.room).count("# HELP ") == len(KINDS)


def test_every_figure_is_in_the_docs_as_the_room_tells_it() -> None:
    text = (HERE / "docs" / "hosting.md").read_text(encoding="utf-8")
    found = {name: (kind, help_) for name, kind, help_ in IN_DOCS.findall(text)}
    assert found == {f"rumpus_{figure.name}": (figure.kind, figure.help) for figure in FIGURES}


def test_the_dashboard_names_only_figures_that_there_are_and_all_of_them() -> None:
    named = set(NAME.findall(json.dumps(dashboard())))
    assert named == set(KINDS)


def test_the_dashboard_asks_for_the_rate_of_what_is_counted_and_of_nothing_else() -> None:
    rated = {name for query in queries() for name in RATE.findall(query)}
    plain = {name for query in queries() for name in NAME.findall(query)} - rated
    assert {KINDS[name] for name in rated} == {"counter"}
    assert {KINDS[name] for name in plain} == {"gauge"}


def test_the_panels_of_the_dashboard_have_ids_of_their_own_and_do_not_overlap() -> None:
    panels = dashboard()["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    taken: set[tuple[int, int]] = set()
    for panel in panels:
        at = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(at["x"], at["x"] + at["w"])
            for y in range(at["y"], at["y"] + at["h"])
        }
        assert not cells & taken
        assert max(x for x, _ in cells) < 24
        taken |= cells

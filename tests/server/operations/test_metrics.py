"""The metrics: their text, their documentation and the dashboard."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from rumpus.server.operations.metrics import METRICS, metrics_text
from tests.server.client import api
from tests.server.conftest import OpenRoom

HERE = Path(__file__).parents[3]
KINDS = {f"rumpus_{figure.name}": figure.kind for figure in METRICS}
NAME = re.compile(r"\brumpus_\w+")
IN_DOCS = re.compile(r"^\| `(rumpus_\w+)` \| (counter|gauge) \| (.+) \|$", re.MULTILINE)
RATE = re.compile(r"(?:rate|increase)\((rumpus_\w+)")


def dashboard() -> dict[str, Any]:
    text = (HERE / "deploy" / "grafana-dashboard.json").read_text(encoding="utf-8")
    board: dict[str, Any] = json.loads(text)
    return board


def queries() -> list[str]:
    return [target["expr"] for panel in dashboard()["panels"] for target in panel["targets"]]


async def test_every_metric_has_a_type_and_help(opened: OpenRoom) -> None:
    async with api(opened.url) as http:
        text = (await http.get("/metrics")).text
    told = dict(re.findall(r"^# TYPE (\S+) (\S+)$", text, re.MULTILINE))
    assert told == KINDS
    assert set(re.findall(r"^(rumpus_\w+) [0-9.e+-]+$", text, re.MULTILINE)) == set(KINDS)
    assert metrics_text(opened.room).count("# HELP ") == len(KINDS)


def test_every_metric_is_documented() -> None:
    text = (HERE / "docs" / "hosting.md").read_text(encoding="utf-8")
    found = {name: (kind, help_) for name, kind, help_ in IN_DOCS.findall(text)}
    assert found == {f"rumpus_{figure.name}": (figure.kind, figure.help) for figure in METRICS}


def test_the_dashboard_shows_exactly_the_existing_metrics() -> None:
    named = set(NAME.findall(json.dumps(dashboard())))
    assert named == set(KINDS)


def test_the_dashboard_uses_rates_for_counters_only() -> None:
    rated = {name for query in queries() for name in RATE.findall(query)}
    plain = {name for query in queries() for name in NAME.findall(query)} - rated
    assert {KINDS[name] for name in rated} == {"counter"}
    assert {KINDS[name] for name in plain} == {"gauge"}


def test_dashboard_panels_have_unique_ids_and_do_not_overlap() -> None:
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

"""The report in figures, as Parquet and as a page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pyarrow.parquet
import pytest

from rumpus.lab.bots import LadderBot
from rumpus.lab.match import PlayedMatch, ThinkingTime
from rumpus.lab.page import page
from rumpus.lab.parquet import write_parquet
from rumpus.lab.plan import LadderMatch, LadderPair, LadderPlan
from rumpus.lab.rating import rate
from rumpus.lab.report import cell, make_report
from rumpus.lab.table import tables

from .test_keep import run

Make = Callable[..., LadderPlan]


def plan_for(players: int, *names: str) -> LadderPlan:
    return LadderPlan(
        "mantis", "", players, (), 0, tuple(LadderBot(name, "", "") for name in names)
    )


def game(
    deal: int, lone: str, among: str, seat: int, places: list[int], **more: bool
) -> PlayedMatch:
    thinking = {lone: ThinkingTime(2, 0.5, 0.4), among: ThinkingTime(3, 0.3, 0.1)}
    scores = [0] * len(places)
    return PlayedMatch(
        LadderMatch(deal, lone, among, seat), places, scores, more.get("over", True), 5, thinking
    )


def test_two_players_share_the_wins_of_a_game() -> None:
    games = [
        game(0, "a", "b", 0, [1, 2]),
        game(0, "a", "b", 1, [2, 1]),
        game(1, "a", "b", 0, [1, 1]),
        game(1, "a", "b", 1, [1, 2]),
    ]
    report = make_report(plan_for(2, "a", "b"), games)
    assert report.cells[LadderPair("a", "b")][:2] == (4, 2.5 / 4)
    assert report.cells[LadderPair("b", "a")][:2] == (4, 1.5 / 4)
    assert report.expected == 0.5
    assert report.names == ["a", "b"]
    best = report.standings[0]
    assert (best.games, best.moves, best.seconds, best.longest) == (4, 8, 0.25, 0.4)


def test_more_players_count_for_the_lone_one() -> None:
    games = [
        game(0, "a", "b", 0, [1, 2, 3]),
        game(0, "a", "b", 1, [1, 1, 3]),
        game(0, "b", "a", 2, [1, 2, 3]),
    ]
    report = make_report(plan_for(3, "a", "b"), games)
    assert report.cells[LadderPair("a", "b")][:2] == (2, 0.75)
    assert report.cells[LadderPair("b", "a")][:2] == (1, 0.0)
    assert report.expected == pytest.approx(1 / 3)


def test_a_game_without_an_end_counts_for_no_one() -> None:
    games = [game(0, "a", "b", 0, [1, 2]), game(0, "a", "b", 1, [1, 2], over=False)]
    report = make_report(plan_for(2, "a", "b"), games)
    assert (report.games, report.unfinished) == (2, 1)
    assert report.cells[LadderPair("a", "b")].games == 1


def test_a_bot_that_never_played_has_no_standing() -> None:
    report = make_report(plan_for(2, "a", "b", "c"), [game(0, "a", "b", 0, [1, 2])])
    assert report.names == ["a", "b"]


def test_an_interval_holds_its_share_and_narrows() -> None:
    few, many = cell([1.0, 0.0, 1.0]), cell([1.0, 0.0, 1.0] * 100)
    for found in (few, many, cell([1.0] * 5), cell([0.0] * 5)):
        assert 0 <= found.low <= found.share <= found.high <= 1
    assert many.high - many.low < (few.high - few.low) / 5


def test_ratings_rank_and_are_surer_with_more_games() -> None:
    wins = [(["a", "b", "b"], [1, 2, 3]), (["a", "a", "b"], [2, 1, 3])]
    few, many = rate(["a", "b"], wins), rate(["a", "b"], wins * 50)
    assert few["a"].rating > 25 > few["b"].rating
    assert many["a"].low > many["b"].high
    assert many["a"].high - many["a"].low < few["a"].high - few["a"].low


def test_equal_bots_are_rated_about_the_same() -> None:
    turns = [(["a", "b"], [1, 2]), (["a", "b"], [2, 1]), (["b", "a"], [1, 1])]
    found = rate(["a", "b"], turns * 60)
    assert found["a"].low < found["b"].rating < found["a"].high


def test_parquet_has_a_row_for_every_game(plan: Make, tmp_path: Path) -> None:
    made = plan("easy,Failing", players=3)
    played = run(made, 6)
    played[0] = replace(played[0], over=False)
    write_parquet(tmp_path / "games.parquet", made, played[::-1])
    table = pyarrow.parquet.read_table(tmp_path / "games.parquet")
    rows = table.to_pylist()
    found = {tuple(row[name] for name in LadderMatch._fields): row for row in rows}
    assert list(found) == sorted(game.match for game in played)
    assert found[played[0].match]["share"] is None
    assert found[played[1].match]["share"] in (0.0, 0.5, 1.0)
    assert found[played[1].match]["places"] == played[1].places
    assert json.loads(table.schema.metadata[b"ladder"])["game"] == "mantis"


def test_the_page_needs_nothing_else_and_shows_every_figure(plan: Make) -> None:
    made = plan("easy,random,Failing")
    text = page(make_report(made, run(made, 4)))
    assert not re.search(r"https?:|<script|<link|@import|url\(", text)
    drawings = re.findall(r"<svg.*?</svg>", text)
    assert len(drawings) == 3
    for drawing in drawings:
        parsed = ElementTree.fromstring(drawing)
        assert parsed.get("aria-label")
        told = "".join(parsed.itertext())
        assert all(name in told for name in ("easy", "random", "Failing"))
    assert len(re.findall("<rect", drawings[1])) == 6
    assert "Failing failed: RuntimeError: no idea at all." in text


def test_names_are_escaped_on_the_page() -> None:
    report = make_report(plan_for(2, "<a>", "b&"), [game(0, "<a>", "b&", 0, [1, 2])])
    text = page(report)
    assert "<a>" not in text and "&lt;a&gt;" in text and "b&amp;" in text


def test_tables_are_aligned_and_leave_out_pairs_that_never_met() -> None:
    games = [game(0, "a", "b", 0, [1, 2]), game(0, "b", "longer", 0, [2, 1])]
    text = tables(make_report(plan_for(2, "a", "b", "longer"), games))
    blocks = [block.splitlines() for block in text.split("\n\n")]
    for block in (blocks[0], blocks[2]):
        assert len({len(line) for line in block}) == 1
        assert len({line.count("|") for line in block}) == 1
    assert "100.0 (20.7 to 100.0)" in text
    row = next(line for line in blocks[2] if line.startswith("| a "))
    assert [part.strip() for part in row.split("|")].count("") == 4

"""The ladders of docs/bots.md: play them all, then write their tables into the page.

    python tools/ladders.py play FOLDER --games 400 --jobs 16
    python tools/ladders.py write FOLDER

Playing needs nothing but Python, goes on where it was stopped, and adds games to those that FOLDER
holds. Writing needs the extra `lab`.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "bots.md"
SEED = 1

sys.path.insert(0, str(ROOT / "src"))

from rumpus.lab.keep import GAMES_FILE, read_games  # noqa: E402
from rumpus.lab.plan import Pair, Plan, every_pair  # noqa: E402
from rumpus.lab.play import main as play  # noqa: E402


class Ladder(NamedTuple):
    """A ladder of the page: a game, a number of players, and what is not by the book."""

    game: str
    players: int
    settings: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What its folder and its place on the page are called."""
        return "-".join(
            [self.game, str(self.players), *(s.partition("=")[2] for s in self.settings)]
        )

    @property
    def arguments(self) -> list[str]:
        """What follows `rumpus ladder`, but for the number of games."""
        chosen = [part for setting in self.settings for part in ("--set", setting)]
        return [self.game, "--players", str(self.players), *chosen, "--seed", str(SEED)]


LADDERS = (
    Ladder("tuckit", 2),
    Ladder("tuckit", 3),
    Ladder("tuckit", 4),
    Ladder("mantis", 2),
    Ladder("mantis", 4),
    Ladder("stakbots", 2),
    Ladder("stakbots", 3),
    Ladder("stakbots", 2, ("drawing=blitz",)),
    Ladder("stakbots", 2, ("deck=ranked-split",)),
    Ladder("stakbots", 4, ("teams=staggered",)),
    Ladder("ruckus", 2, ("timing=ticks",)),
    Ladder("ruckus", 4, ("timing=ticks",)),
)


def tables(ladder: Ladder, folder: Path) -> str:
    """The commands and their tables, from the games that a folder holds."""
    from rumpus.lab.report import make_report  # noqa: PLC0415  (needs the extra `lab`)
    from rumpus.lab.table import tables as written  # noqa: PLC0415

    plan, games = read_games(folder / ladder.name / GAMES_FILE)
    met = Counter(Pair(played.match.lone, played.match.among) for played in games)
    commands = "".join(
        f"    {command(ladder, plan, met, n)}\n"
        for n in sorted({min(met.values()), max(met.values())})
    )
    return f"\n{commands}\n{written(make_report(plan, games))}"


def command(ladder: Ladder, plan: Plan, met: Counter[Pair], games: int) -> str:
    """What plays so many games of all pairs that have met so often."""
    pairs = [pair for pair in met if met[pair] >= games]
    some = (
        [] if set(pairs) == set(every_pair(plan)) else ["--pairs", ",".join(map(":".join, pairs))]
    )
    return " ".join(["rumpus ladder", *ladder.arguments, *some, "--games", str(games)])


def write(folder: Path, page: str) -> str:
    """The page with the tables of every ladder that the folder holds."""
    for ladder in LADDERS:
        if (folder / ladder.name / GAMES_FILE).exists():
            begin, end = f"<!-- {ladder.name} -->\n", "<!-- end -->\n"
            found = re.search(f"{begin}.*?{end}", page, re.DOTALL)
            if found is None:
                raise SystemExit(f"docs/bots.md has no place for {ladder.name}.")
            text = f"{begin}{tables(ladder, folder)}\n{end}"
            page = page[: found.start()] + text + page[found.end() :]
    return page


def main() -> int:
    """Play or write."""
    parser = argparse.ArgumentParser(description="The ladders of docs/bots.md.")
    parser.add_argument("step", choices=["play", "write"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", default="400", help="of every pair")
    parser.add_argument("--jobs", default="1")
    parser.add_argument("--pairs", help="only these, as in `rumpus ladder`")
    parser.add_argument("--only", help="names of ladders, with a comma between them")
    given = parser.parse_args()
    if given.step == "write":
        PAGE.write_text(write(given.folder, PAGE.read_text(encoding="utf-8")), encoding="utf-8")
        return 0
    only = (given.only or ",".join(ladder.name for ladder in LADDERS)).split(",")
    pairs = ["--pairs", given.pairs] if given.pairs else []
    for ladder in LADDERS:
        if ladder.name in only:
            out = ["--out", str(given.folder / ladder.name)]
            wanted = ["--games", given.games, "--jobs", given.jobs]
            if failed := play([*ladder.arguments, *pairs, *wanted, *out]):
                return failed
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The ladders of docs/bots.md: every variant that people play, one table per game.

    python tools/ladders.py play --jobs 2
    python tools/ladders.py show
    python tools/ladders.py write

`play` can be stopped and continued on any machine: the result of every game is kept in
docs/ladders.tsv (or another `--file`). It plays all pairs in rounds, the cheap ones first, each
until its 95 % interval is clear of the bar or it has played enough games, and then prints what
`show` prints: the tables, and what is still missing. `write` puts the tables into the page. Games
played with rules or bots that have since changed are not counted; those of unchanged pairs are.
Bots think for a number of imagined games, not seconds, so nothing depends on the machine or its
load. It needs only Python (and a C compiler, to be fast).
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PAGE, KEPT = ROOT / "docs" / "bots.md", ROOT / "docs" / "ladders.tsv"
SEED = 1
ROUNDS = (40, 80, 160, 320)
"""How many games of a pair are played before it is the next pair's turn."""
MOST = 320

sys.path.insert(0, str(ROOT / "src"))

from rumpus.games import GAMES, find  # noqa: E402
from rumpus.lab.bots import digest_of  # noqa: E402
from rumpus.lab.match import PlayedMatch, play_match  # noqa: E402
from rumpus.lab.plan import LadderPair, LadderPlan, in_words, make_plan, schedule  # noqa: E402
from rumpus.lab.play import play_all  # noqa: E402
from rumpus.lab.report import PairShare, cell  # noqa: E402
from rumpus.lab.table import table  # noqa: E402
from rumpus.lab.view import win_share  # noqa: E402
from rumpus.rulekit.errors import UnknownOption  # noqa: E402
from rumpus.rulekit.game import Game  # noqa: E402
from rumpus.rulekit.options import Setting  # noqa: E402


class Step(NamedTuple):
    """Two levels, of which the first should win more: how much, with two sides and with more.

    `clear` says whether a level should be much better than the other, or just better.
    """

    upper: str
    lower: str
    clear: bool

    def bar(self, sides: int) -> float:
        """The required share of the wins."""
        if not self.clear:
            return 1 / sides
        return 0.55 if sides == 2 else 1.25 / sides


STEPS = (
    Step("easy", "random", clear=False),
    Step("gentle", "easy", clear=False),
    Step("normal", "gentle", clear=False),
    Step("normal", "easy", clear=True),
    Step("hard", "normal", clear=True),
    Step("expert", "hard", clear=True),
)


# --------------------------------------------------------------------------------- the ladders
class Ladder(NamedTuple):
    """A ladder of the page: a game, its title there, the number of players, the settings."""

    game: str
    title: str
    players: int
    settings: tuple[tuple[str, str], ...]

    @property
    def name(self) -> str:
        """Its name in the file and for `--only`."""
        words = re.sub(r"[^a-z0-9]+", "-", self.title.lower()).strip("-")
        return f"{self.game}-{words}"

    def plan(self, step: Step) -> LadderPlan:
        """The plan for the pair of a step."""
        texts = [f"{key}={value}" for key, value in self.settings]
        return make_plan(self.game, self.players, texts, SEED, f"{step.lower},{step.upper}")


def every_ladder() -> list[Ladder]:
    """The default settings of each game with each number of players, and every preset that affects
    the rules; a real-time game both live and without a clock."""
    return [ladder for name in GAMES for ladder in ladders_of(find(name))]


def ladders_of(game: Game) -> Iterator[Ladder]:
    """The ladders of a game."""
    seen = set()
    for title, players, settings in variants(game):
        fields = game.fields(players, settings)
        if tuple(fields.items()) not in seen:
            seen.add(tuple(fields.items()))
            yield Ladder(game.name, title, players, in_words(game, players, settings))


def variants(game: Game) -> Iterator[tuple[str, int, dict[str, Setting]]]:
    """Every variant to measure, with its title and settings."""
    modes: dict[str, dict[str, Setting]] = {"": {}}
    if game.untimed:
        modes[", without a clock"] = dict(game.untimed)
    for words, settings in modes.items():
        for players in game.players:
            yield f"{players} players{words}", players, settings
        for title, preset in game.presets.items():
            players = usual_number(game, {**settings, **preset})
            yield f"{title}{words}, {players} players", players, {**settings, **preset}


def usual_number(game: Game, settings: Mapping[str, Setting]) -> int:
    """The number of players with such settings: the game's usual number, or the nearest allowed."""
    for players in sorted(game.players, key=lambda n: (abs(n - game.common), n)):
        try:
            game.settings(players, settings)
        except UnknownOption:
            continue
        return players
    raise ValueError(f"Nobody can play {game.name} with {settings}.")


# --------------------------------------------------------------------------------- their games
YES, ABOUT, OPEN, HARDLY, NO = "yes", "about", "open", "hardly", "no"
MARKS = {YES: "", ABOUT: " ≈", OPEN: " …", HARDLY: " ≉", NO: " ✗"}
"""Verdicts from best to worst, each with the mark after a share."""
UNFINISHED = "-"
"""What is stored of a game: among how many sides the upper level shared the win, or 0, or this."""


class Meeting:
    """A pair of a ladder, and the results of its games in order."""

    def __init__(self, ladder: Ladder, step: Step, kept: Mapping[tuple[str, ...], str]) -> None:
        self.ladder, self.step, self.plan = ladder, step, ladder.plan(step)
        played_by = digest_of(
            self.plan.rules.encode(), *(b.digest.encode() for b in self.plan.bots)
        )
        self.key = (ladder.name, f"{step.upper}:{step.lower}", played_by)
        self.games = kept.get(self.key, "")
        self.bar = step.bar(self.plan.sides)

    @property
    def pair(self) -> LadderPair:
        """Who plays alone against whom; with two sides both do."""
        upper, lower = self.step.upper, self.step.lower
        return LadderPair(lower, upper) if self.plan.sides == 2 else LadderPair(upper, lower)

    @property
    def cell(self) -> PairShare | None:
        """The share of the wins that the upper level has so far."""
        won = [int(game) and 1 / int(game) for game in self.games if game != UNFINISHED]
        return cell(won) if won else None

    def letter(self, played: PlayedMatch) -> str:
        """The letter that is stored for a game."""
        if not played.over:
            return UNFINISHED
        share = win_share(played.places, self.plan.lone_seats(played.match))
        if self.pair.lone == self.step.lower:
            share = 1 - share
        return str(round(1 / share)) if share else "0"

    def verdict(self, most: int) -> str:
        """Whether the bar is reached, as far as this many games can tell."""
        if self.cell is None:
            return OPEN
        if self.cell.low >= self.bar:
            return YES
        if self.cell.high < self.bar:
            return NO
        if self.cell.games < most:
            return OPEN
        return ABOUT if self.cell.share >= self.bar else HARDLY

    def play(self, games: int, jobs: int) -> Iterator[None]:
        """Play until there are this many games; can be stopped after each one."""
        left = list(schedule(self.plan, [self.pair], games))[len(self.games) :]
        ended = {}
        for played in play_all(self.plan.game, partial(play_match, self.plan), left[:], jobs):
            ended[played.match] = self.letter(played)
            while left and left[0] in ended:
                self.games += ended.pop(left.pop(0))
                yield


def meetings(file: Path, only: str, pairs: str) -> list[Meeting]:
    """The pairs of the ladders with these prefixes, all by default, the cheap ones first."""
    ladders = [ladder for ladder in every_ladder() if ladder.name.startswith(beginnings(only))]
    steps = [step for step in STEPS if f"{step.upper}:{step.lower}".startswith(beginnings(pairs))]
    kept = read(file)
    return [Meeting(ladder, step, kept) for step in steps for ladder in ladders]


def read(file: Path) -> dict[tuple[str, ...], str]:
    """The games in a file, by ladder, pair and a digest of the bots and rules."""
    if not file.exists():
        return {}
    lines = (line.split("\t") for line in file.read_text(encoding="utf-8").splitlines())
    return {(ladder, pair, played_by): games for ladder, pair, played_by, games in lines}


def keep(file: Path, met: Iterable[Meeting]) -> None:
    """Store all games; for each pair only those with the current rules and bots."""
    played = {meeting.key: meeting.games for meeting in met if meeting.games}
    today = {key[:2] for key in played}
    others = {key: games for key, games in read(file).items() if key[:2] not in today}
    rows = sorted((others | played).items())
    fresh = file.with_suffix(".new")
    fresh.write_text("".join("\t".join((*key, games)) + "\n" for key, games in rows), "utf-8")
    fresh.replace(file)


def beginnings(text: str) -> tuple[str, ...]:
    """The parts of a comma-separated list."""
    return tuple(part.strip() for part in text.split(","))


def play(met: Sequence[Meeting], file: Path, most: int, jobs: int) -> None:
    """Play whatever is still undecided, round by round."""
    for games in [*(n for n in ROUNDS if n < most), most]:
        for meeting in met:
            if meeting.verdict(games) == OPEN:
                for _ in meeting.play(games, jobs):
                    keep(file, met)
                print(f"{meeting.ladder.name}: {line_of(meeting, most)}", flush=True)


# --------------------------------------------------------------------------------- the tables
def cell_text(meeting: Meeting, most: int) -> str:
    """A share with its interval and a mark."""
    if meeting.cell is None:
        return "not played"
    _, share, low, high = (100 * number for number in meeting.cell)
    return f"{share:.0f} ({low:.0f} to {high:.0f}){MARKS[meeting.verdict(most)]}"


def line_of(meeting: Meeting, most: int) -> str:
    """A pair as a line of text."""
    games = meeting.cell.games if meeting.cell else 0
    step = f"{meeting.step.upper} over {meeting.step.lower}"
    return f"{step} {cell_text(meeting, most)}, {games} games, bar {100 * meeting.bar:.0f}"


def table_of(met: Sequence[Meeting], most: int) -> str:
    """The ladders of one game as a table."""
    steps = dict.fromkeys(meeting.step for meeting in met)
    rows: list[tuple[str, ...]] = [
        ("ladder", *(f"{s.upper} over {s.lower}" for s in steps), "bar", "games", "verdict")
    ]
    for ladder in dict.fromkeys(meeting.ladder for meeting in met):
        mine = [meeting for meeting in met if meeting.ladder == ladder]
        games = sum(meeting.cell.games for meeting in mine if meeting.cell)
        shares = [cell_text(meeting, most) for meeting in mine]
        worst = max((m.verdict(most) for m in mine), key=list(MARKS).index)
        bar = f"{100 * mine[-1].bar:.0f}"
        rows.append((ladder.title, *shares, bar, f"{games:,}", worst))
    return table(rows)


def tables(met: Sequence[Meeting], most: int) -> dict[str, str]:
    """One table per game."""
    games = dict.fromkeys(meeting.ladder.game for meeting in met)
    return {game: table_of([m for m in met if m.ladder.game == game], most) for game in games}


def show(met: Sequence[Meeting], most: int) -> None:
    """Print the tables, and what misses the bar or is missing."""
    for game, text in tables(met, most).items():
        print(f"\n{find(game).title}\n\n{text}")
    for word, verdicts in (("Missed", (NO, HARDLY)), ("Open", (OPEN,))):
        found = [meeting for meeting in met if meeting.verdict(most) in verdicts]
        print(f"\n{word}: {len(found)}")
        for meeting in found:
            print(f"  {meeting.ladder.name}: {line_of(meeting, most)}")


def write(met: Sequence[Meeting], page: str, most: int) -> str:
    """The page with all tables in their places."""
    for game, text in tables(met, most).items():
        begin, end = f"<!-- {game} -->\n", "<!-- end -->\n"
        found = re.search(f"{begin}.*?{end}", page, re.DOTALL)
        if found is None:
            raise SystemExit(f"docs/bots.md has no place for {game}.")
        page = f"{page[: found.start()]}{begin}\n{text}\n\n{end}{page[found.end() :]}"
    return page


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, show or write."""
    parser = argparse.ArgumentParser(description="The ladders of docs/bots.md.")
    parser.add_argument("what", choices=["play", "show", "write"])
    parser.add_argument("--file", type=Path, default=KEPT, help="where the games are kept")
    parser.add_argument("--games", type=int, default=MOST, help="of a pair, at most")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play")
    parser.add_argument("--only", default="", help="names of ladders, or beginnings, with commas")
    parser.add_argument("--pairs", default="", help="such as hard:normal,expert:hard")
    given = parser.parse_args(arguments)
    met = meetings(given.file, given.only, given.pairs)
    if given.what == "write":
        text = write(met, PAGE.read_text(encoding="utf-8"), given.games)
        PAGE.write_text(text, encoding="utf-8")
        return 0
    try:
        if given.what == "play":
            play(met, given.file, given.games, given.jobs)
    except KeyboardInterrupt:
        print("\nStopped; run the same command again to continue.", file=sys.stderr)
    show(met, given.games)
    return 0


if __name__ == "__main__":
    sys.exit(main())

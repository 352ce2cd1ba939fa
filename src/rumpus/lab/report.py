"""The report of a ladder: win shares, ratings, seconds per move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any, NamedTuple

from .bots import names_of
from .keep import described
from .match import PlayedMatch, ThinkingTime
from .plan import LadderPair, LadderPlan
from .rating import Rating, rate
from .view import win_share

NORMAL_95 = 1.959964


class PairShare(NamedTuple):
    """The win share of a bot against another that has all other sides, with a 95 % interval."""

    games: int
    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Standing:
    """A bot's place on the ladder; `seconds` is the mean time per move, `longest` the longest."""

    name: str
    rating: float
    low: float
    high: float
    games: int
    moves: int
    seconds: float
    longest: float
    faults: int
    fault: str


@dataclass(frozen=True)
class LadderReport:
    """A ladder: its standings, best first, and the win share of every pair that met."""

    plan: LadderPlan
    games: int
    unfinished: int
    standings: tuple[Standing, ...]
    cells: dict[LadderPair, PairShare]

    @property
    def expected(self) -> float:
        """The win share of a bot that plays as well as the others."""
        return 1 / self.plan.sides

    @property
    def names(self) -> list[str]:
        """The bots, best first."""
        return [standing.name for standing in self.standings]

    @property
    def title(self) -> str:
        """A short description of the ladder."""
        return described(self.plan)

    def as_data(self) -> dict[str, Any]:
        """Everything as JSON data."""
        matrix: dict[str, dict[str, Any]] = {name: {} for name in self.names}
        for pair, cell in self.cells.items():
            matrix[pair.lone][pair.among] = cell._asdict()
        return {
            "game": self.plan.game,
            "rules": self.plan.rules,
            "players": self.plan.players,
            "options": dict(self.plan.settings),
            "seed": self.plan.seed,
            "games": self.games,
            "unfinished": self.unfinished,
            "expected": self.expected,
            "bots": [asdict(standing) for standing in self.standings],
            "matrix": matrix,
        }


def make_report(plan: LadderPlan, games: Sequence[PlayedMatch]) -> LadderReport:
    """Evaluate the games; unfinished ones count for nobody."""
    ended = sorted((played for played in games if played.over), key=lambda played: played.match)
    met = {name for played in games for name in (played.match.lone, played.match.among)}
    ratings = rate(
        [name for name in names_of(plan.bots) if name in met],
        ((plan.seats_of(played.match), played.places) for played in ended),
    )
    standings = sorted(
        (standing(name, ratings[name], games) for name in ratings), key=lambda s: -s.rating
    )
    return LadderReport(
        plan, len(games), len(games) - len(ended), tuple(standings), cells(plan, ended)
    )


def standing(name: str, rating: Rating, games: Iterable[PlayedMatch]) -> Standing:
    """The standing of a bot."""
    thinking, played_in = ThinkingTime(), 0
    for played in games:
        if name in played.thinking:
            thinking.add(played.thinking[name])
            played_in += 1
    seconds = thinking.seconds / max(thinking.moves, 1)
    return Standing(
        name, *rating, played_in, thinking.moves, seconds, thinking.longest, thinking.faults,
        thinking.fault,
    )  # fmt: skip


def cells(plan: LadderPlan, games: Iterable[PlayedMatch]) -> dict[LadderPair, PairShare]:
    """The win shares of all pairs; with two sides, a game counts both ways."""
    shares: dict[LadderPair, list[float]] = {}
    for played in games:
        match = played.match
        share = win_share(played.places, plan.lone_seats(match))
        shares.setdefault(LadderPair(match.lone, match.among), []).append(share)
        if plan.sides == 2:
            shares.setdefault(LadderPair(match.among, match.lone), []).append(1 - share)
    return {pair: cell(won) for pair, won in shares.items()}


def cell(shares: Sequence[float]) -> PairShare:
    """The mean share and its Wilson interval.

    >>> [round(number, 3) for number in cell([1.0] * 60 + [0.0] * 40)]
    [100, 0.6, 0.502, 0.691]
    """
    n, share = len(shares), sum(shares) / len(shares)
    spread = NORMAL_95**2 / n
    middle = (share + spread / 2) / (1 + spread)
    reach = NORMAL_95 * sqrt(share * (1 - share) / n + spread / n / 4) / (1 + spread)
    return PairShare(n, share, max(0.0, middle - reach), min(1.0, middle + reach))

"""What the games of a ladder say: shares of the wins, ratings, seconds a move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any, NamedTuple

from .bots import names_of
from .keep import described
from .match import Played, Thinking
from .plan import Pair, Plan
from .rating import Rating, rate
from .view import win_share

NORMAL_95 = 1.959964


class Cell(NamedTuple):
    """How much a bot won on one side while another had all others, with a 95 % interval."""

    games: int
    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Standing:
    """A bot's place on the ladder; `seconds` are for a move, `longest` is the longest of them."""

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
class Report:
    """A ladder, its standings from the best down, and the cell of every pair that met."""

    plan: Plan
    games: int
    unfinished: int
    standings: tuple[Standing, ...]
    cells: dict[Pair, Cell]

    @property
    def expected(self) -> float:
        """The share of a bot that plays as well as the others."""
        return 1 / self.plan.sides

    @property
    def names(self) -> list[str]:
        """The bots from the best down."""
        return [standing.name for standing in self.standings]

    @property
    def title(self) -> str:
        """The ladder in a few words."""
        return described(self.plan)

    def as_data(self) -> dict[str, Any]:
        """Everything, for programs."""
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


def make_report(plan: Plan, games: Sequence[Played]) -> Report:
    """Add everything up. Games that did not end count for no one."""
    ended = sorted((played for played in games if played.over), key=lambda played: played.match)
    met = {name for played in games for name in (played.match.lone, played.match.among)}
    ratings = rate(
        [name for name in names_of(plan.bots) if name in met],
        ((plan.seats_of(played.match), played.places) for played in ended),
    )
    standings = sorted(
        (standing(name, ratings[name], games) for name in ratings), key=lambda s: -s.rating
    )
    return Report(plan, len(games), len(games) - len(ended), tuple(standings), cells(plan, ended))


def standing(name: str, rating: Rating, games: Iterable[Played]) -> Standing:
    """A bot with everything it did."""
    thinking, played_in = Thinking(), 0
    for played in games:
        if name in played.thinking:
            thinking.add(played.thinking[name])
            played_in += 1
    seconds = thinking.seconds / max(thinking.moves, 1)
    return Standing(
        name, *rating, played_in, thinking.moves, seconds, thinking.longest, thinking.faults,
        thinking.fault,
    )  # fmt: skip


def cells(plan: Plan, games: Iterable[Played]) -> dict[Pair, Cell]:
    """The shares of all pairs; when two sides play, a game counts for both of them."""
    shares: dict[Pair, list[float]] = {}
    for played in games:
        match = played.match
        share = win_share(played.places, plan.lone_seats(match))
        shares.setdefault(Pair(match.lone, match.among), []).append(share)
        if plan.sides == 2:
            shares.setdefault(Pair(match.among, match.lone), []).append(1 - share)
    return {pair: cell(won) for pair, won in shares.items()}


def cell(shares: Sequence[float]) -> Cell:
    """The mean share and Wilson's interval for it.

    >>> [round(number, 3) for number in cell([1.0] * 60 + [0.0] * 40)]
    [100, 0.6, 0.502, 0.691]
    """
    n, share = len(shares), sum(shares) / len(shares)
    spread = NORMAL_95**2 / n
    middle = (share + spread / 2) / (1 + spread)
    reach = NORMAL_95 * sqrt(share * (1 - share) / n + spread / n / 4) / (1 + spread)
    return Cell(n, share, max(0.0, middle - reach), min(1.0, middle + reach))

"""Ratings of bots by openskill (Plackett-Luce), with 95 % intervals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from statistics import fmean
from typing import NamedTuple

from rumpus.rulekit.errors import Complaint
from rumpus.rulekit.sentence import say

TRUST_95 = 1.959964
NEEDED = ("openskill", "pyarrow")


class NotInstalled(Complaint):
    """A package of the extra `lab` is missing."""


class Rating(NamedTuple):
    """A bot's skill (25 to start with) and its 95 % interval."""

    rating: float
    low: float
    high: float


def check_installed() -> None:
    """Raise if a package is missing, and say what to install."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise NotInstalled(
            say(
                "Ladders need {missing}: pip install 'rumpus[lab]'. "
                "To play the games without a report, use python -m rumpus.lab.play.",
                missing=tuple(missing),
            )
        )


def rate(
    names: Sequence[str], games: Iterable[tuple[Sequence[str], Sequence[int]]]
) -> dict[str, Rating]:
    """Ratings from games, each given as the bots and the places of the seats.

    Every seat is rated as a player; a bot with several seats gets the mean of their new ratings.
    Bots do not learn, so all games count the same (tau is 0).
    """
    from openskill.models import PlackettLuce  # noqa: PLC0415  (part of the extra `lab`)

    model = PlackettLuce(tau=0.0)
    ratings = {name: model.rating(name=name) for name in names}
    for seats, places in games:
        rated = model.rate([[ratings[name]] for name in seats], ranks=list(map(float, places)))
        for name in set(seats):
            became = [team[0] for team, seat in zip(rated, seats, strict=True) if seat == name]
            mu, sigma = (fmean(getattr(r, part) for r in became) for part in ("mu", "sigma"))
            ratings[name] = model.rating(mu=mu, sigma=sigma, name=name)
    return {
        name: Rating(r.mu, r.mu - TRUST_95 * r.sigma, r.mu + TRUST_95 * r.sigma)
        for name, r in ratings.items()
    }

"""How a table is run, beside the game's own options."""

from __future__ import annotations

from random import Random

import msgspec

from rumpus.rulekit.sentence import say

from .errors import Refused

PACES = {"instant": (0.0, 0.0), "quick": (0.3, 0.6), "normal": (0.9, 1.7), "slow": (2.0, 3.5)}
"""How many seconds a bot takes for a decision, at least and at most."""
ABSENCE_MOST = 24 * 3600
EVERYBODY, HOST, NOBODY = PAUSERS = ("everybody", "host", "nobody")
"""Who may pause the game."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bots' pace, after how many seconds a bot stands in (0: never), whether time runs, and who
    may pause."""

    pace: str = "normal"
    absence: int = 60
    timer: bool = True
    pause: str = EVERYBODY


def checked(settings: Settings) -> Settings:
    """The settings, or a sentence on what they can be."""
    if settings.pace not in PACES:
        raise Refused(say("The pace can be {paces:or}.", paces=tuple(PACES)))
    if settings.pause not in PAUSERS:
        raise Refused(say("The game can be paused by {pausers:or}.", pausers=tuple(PAUSERS)))
    if not 0 <= settings.absence <= ABSENCE_MOST:
        raise Refused(say("The absence can be 0 to {most} seconds.", most=ABSENCE_MOST))
    return settings


def thinking_time(pace: str, rng: Random) -> float:
    """How long a bot seems to think."""
    return rng.uniform(*PACES[pace])

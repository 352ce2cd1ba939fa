"""The settings of a table, besides the game's own options."""

from __future__ import annotations

from random import Random

import msgspec

from rumpus.rulekit.sentence import say
from rumpus.table.errors import Refused

PACES = {"instant": (0.0, 0.0), "quick": (0.3, 0.6), "normal": (0.9, 1.7), "slow": (2.0, 3.5)}
"""The least and the most seconds that a bot takes for a decision."""
ABSENCE_MOST = 24 * 3600
EVERYBODY, HOST, NOBODY = PAUSERS = ("everybody", "host", "nobody")
"""Who may pause the game."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bots' pace, the seconds after which a bot stands in (0: never), whether there are time
    limits, who may pause, and whether anybody in the room may find the table and join."""

    pace: str = "normal"
    absence: int = 60
    timer: bool = True
    pause: str = EVERYBODY
    open: bool = False


def checked(settings: Settings) -> Settings:
    """The settings, or a refusal that says what is allowed."""
    if settings.pace not in PACES:
        raise Refused(say("The pace can be {paces:or}.", paces=tuple(PACES)))
    if settings.pause not in PAUSERS:
        raise Refused(say("The game can be paused by {pausers:or}.", pausers=tuple(PAUSERS)))
    if not 0 <= settings.absence <= ABSENCE_MOST:
        raise Refused(say("A bot can stand in after 0 to {most} seconds.", most=ABSENCE_MOST))
    return settings


def thinking_time(pace: str, rng: Random) -> float:
    """The seconds that a bot takes for a decision, at random within its pace."""
    return rng.uniform(*PACES[pace])

"""What the table itself can do in a game: call time, and let who leaves for good resign.

It acts as one seat more than there are players, and a game that knows such actions writes them so.
"""

from __future__ import annotations

from rumpus.rulekit.game import Game

TIME, RESIGN = "time", "resign {who}"


def _code(game: Game, notation: str) -> int | None:
    found = (saying.code for saying in game.words.actions if saying.notation == notation)
    return next(found, None)


def calling_time(game: Game) -> int | None:
    """The action that calls time, if the game has one."""
    return _code(game, TIME)


def resigning(game: Game, seat: int) -> int | None:
    """The action by which a seat resigns, if the game has one."""
    first = _code(game, RESIGN)
    return None if first is None else first + seat


def can_resign(game: Game) -> bool:
    """Whether one can resign in a game at all."""
    return _code(game, RESIGN) is not None

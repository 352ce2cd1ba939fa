"""The back end of a table: a game with everything that bots and clients need."""

from __future__ import annotations

from rumpus.language.ruleset import RuleSet
from rumpus.players.tree import SEARCH
from rumpus.rulekit.game import Game
from rumpus.running.backend import Backend
from rumpus.running.entries import rules_of
from rumpus.running.native import fastest

from .showing.looks import SPELLING

EXTRAS = (SEARCH, SPELLING)


def table_backend(game: Game) -> Backend:
    """The fastest back end of this machine."""
    return fastest(game, *EXTRAS)


def table_rules(game: Game) -> RuleSet:
    """The rules that such a back end has."""
    return rules_of(game, *EXTRAS)

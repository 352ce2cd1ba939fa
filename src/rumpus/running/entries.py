"""The rules that other code may call for every game, in every back end."""

from __future__ import annotations

from functools import lru_cache

from rumpus.language.ruleset import EntryPoints, RuleSet
from rumpus.rulekit.chance import seed_key
from rumpus.rulekit.contract import CONTRACT
from rumpus.rulekit.game import Game

from .engine import (
    allowed,
    clone,
    is_legal,
    legal_now,
    playout,
    seat_asked,
    seed_dice,
    simulate,
    start,
    step,
    throw,
    trace,
    view,
)

QUESTIONS = EntryPoints((*CONTRACT, allowed), brief=True)
PLAYING = EntryPoints(
    (
        start, seat_asked, legal_now, is_legal, seed_dice, throw, playout, trace, simulate, step,
        view, clone, seed_key,
    )
)  # fmt: skip


@lru_cache(maxsize=64)
def rules_of(game: Game, *more: EntryPoints) -> RuleSet:
    """A game's rules with the entry points of every game, plus any others given."""
    game.check_state()
    groups = (QUESTIONS, PLAYING, *more)
    return RuleSet(game.name, game.title, game.state, game.hooks, groups, game.find_mistakes)

"""What a ladder plays: which game, which bots, which of them meet, in which seats, how often."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from typing import NamedTuple

from rumpus.games import find
from rumpus.players import LEVELS
from rumpus.rulekit.build import source
from rumpus.rulekit.errors import one_of
from rumpus.rulekit.game import Game

from .bots import Bot, UnknownBot, names_of, read_bots


class Match(NamedTuple):
    """One game: `lone` has one seat, `among` all the others. Every pairing gets the same deals."""

    deal: int
    lone: str
    among: str
    seat: int


class Pair(NamedTuple):
    """A bot in one seat, and the bot in all the others."""

    lone: str
    among: str


@dataclass(frozen=True)
class Plan:
    """A ladder. The same plan and match give the same game, as far as the bots keep to their dice.

    `rules` is a digest of them; `settings` are the options that differ from the book, as people
    write them.
    """

    game: str
    rules: str
    players: int
    settings: tuple[tuple[str, str], ...]
    seed: int
    bots: tuple[Bot, ...]

    def seats_of(self, match: Match) -> list[str]:
        """Who sits where."""
        return [match.lone if n == match.seat else match.among for n in range(self.players)]


def make_plan(
    game: str, players: int | None, texts: Iterable[str], seed: int, bots: str | None
) -> Plan:
    """A plan from what was typed, or a sentence."""
    found = find(game)
    seats = found.check_players(players or found.common)
    named = bots or ",".join(level.level for level in LEVELS)
    settings = in_words(found, seats, found.read_settings(texts))
    return Plan(found.name, rules_digest(found), seats, settings, seed, read_bots(named))


@cache
def rules_digest(game: Game) -> str:
    """The same as long as a game is played, advised and searched by the same rules."""
    text, _ = source(game)
    return hashlib.sha256(f"{text}{game.foresight}".encode()).hexdigest()[:16]


def in_words(game: Game, players: int, settings: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """The settings that change something, as people write them, in the order of the options."""
    values = game.settings(players, settings)
    return tuple(
        (option.key, option.word(values[option.key]))
        for option in game.options
        if values[option.key] != option.default_for(players)
    )


def every_pair(plan: Plan) -> list[Pair]:
    """Everybody against everybody; with more than two seats, each alone among each other."""
    meetings = combinations if plan.players == 2 else permutations
    return [Pair(*pair) for pair in meetings(names_of(plan.bots), 2)]


def read_pairs(plan: Plan, text: str | None) -> list[Pair]:
    """The pairs named in a list like `expert:normal,hard:normal`; all of them if there is none."""
    if text is None:
        return every_pair(plan)
    names, pairs = names_of(plan.bots), []
    for part in text.split(","):
        lone, _, among = (side.strip() for side in part.partition(":"))
        for name in (lone, among):
            if name not in names:
                raise UnknownBot(f"{name[:40]!r} is not in this ladder; there is {one_of(names)}.")
        if lone == among:
            raise UnknownBot(f"{lone} cannot be paired with itself.")
        pairs.append(Pair(lone, among))
    if plan.players == 2:
        pairs = [Pair(*sorted(pair, key=names.index)) for pair in pairs]
    return list(dict.fromkeys(pairs))


def schedule(plan: Plan, pairs: Iterable[Pair], games: int) -> Iterator[Match]:
    """All matches, deal by deal: each pair plays a deal as often as there are seats to be alone in.

    `games` is the least number of games of a pair; the last deal is played in every seat.
    """
    pairs = tuple(pairs)
    for deal in range(-(-games // plan.players)):
        for pair in pairs:
            for seat in range(plan.players):
                yield Match(deal, *pair, seat)

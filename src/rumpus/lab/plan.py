"""What a ladder plays: which game, which bots, which of them meet, in which seats, how often."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, permutations
from typing import Any, NamedTuple

from rumpus.games import find
from rumpus.players import LEVELS
from rumpus.players.search import NO_LIMIT, Budget, think
from rumpus.rulekit.backend import Backend
from rumpus.rulekit.engine import DICE, QUICK
from rumpus.rulekit.game import Game
from rumpus.rulekit.native import fastest
from rumpus.rulekit.options import Setting
from rumpus.rulekit.sentence import quoted, say

from .bots import Bot, UnknownBot, check_live, digest_of, names_of, read_bots
from .view import MOST_DECISIONS


class Match(NamedTuple):
    """One game: `lone` has one side, `among` all the others. Every pairing gets the same deals.

    A side is a seat, or a team; `seat` is its number.
    """

    deal: int
    lone: str
    among: str
    seat: int


class Pair(NamedTuple):
    """A bot on one side, and the bot on all the others."""

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

    @cached_property
    def is_live(self) -> bool:
        """Whether it is played in real time, by reactions."""
        game = find(self.game)
        return game.real_time(game.settings(self.players, dict(self.settings))) is not None

    @cached_property
    def sides(self) -> int:
        """How many sides play: as many as there are players, unless these make teams."""
        return len(set(self.sides_in(0)))

    def dealt(self, deal: int) -> Any:
        """A deal as it begins."""
        rules = rules_of(self.game)
        return rules.start(self.players, dict(self.settings), seed=self.seed, number=deal)

    def sides_in(self, deal: int) -> Sequence[int]:
        """The side of every seat in a deal."""
        return find(self.game).sides(rules_of(self.game), self.dealt(deal))

    def seats_of(self, match: Match) -> list[str]:
        """Who sits where."""
        sides = range(self.players) if self.sides == self.players else self.sides_in(match.deal)
        return [match.lone if side == match.seat else match.among for side in sides]

    def lone_seats(self, match: Match) -> list[int]:
        """The seats of the lone bot: one, or those of a team."""
        return [seat for seat, name in enumerate(self.seats_of(match)) if name == match.lone]


@lru_cache(maxsize=4)
def rules_of(game: str) -> Backend:
    """The fastest rules there are, made once a process."""
    return fastest(find(game))


def make_plan(
    game: str, players: int | None, texts: Iterable[str], seed: int, bots: str | None
) -> Plan:
    """A plan from what was typed, or a sentence."""
    found = find(game)
    seats = found.check_players(players or found.common)
    named = bots or ",".join(level.level for level in LEVELS)
    settings = in_words(found, seats, found.read_settings(texts))
    digest = rules_digest(found.name, seats, settings)
    plan = Plan(found.name, digest, seats, settings, seed, read_bots(named))
    if plan.is_live:
        check_live(plan.bots)
    return plan


# --------------------------------------------------------------------------------- the digest
SAMPLES, SEARCHES, SEARCHED = 200, 6, 128
"""How many games are played for a digest, and of how many the first choice is searched, how far."""


@lru_cache(maxsize=64)
def rules_digest(game: str, players: int, settings: tuple[tuple[str, str], ...]) -> str:
    """The same as long as such tables are played, advised and searched the same way.

    It is made of what happens in some games, not of how the rules are written: rules that are
    written another way, or do something else at other tables only, have the same.
    """
    rules = rules_of(game)
    bots, parts = rules.row(players, [QUICK] * players), []
    for number in range(SAMPLES):
        s = rules.start(players, dict(settings), seed=1, number=number)
        if number < SEARCHES:
            seat = rules.asks(s)[0]
            budget = Budget(NO_LIMIT, iterations=SEARCHED)
            parts.append(repr(think(rules, rules.redacted(s, seat), seat, number, budget)))
        dice = rules.row(DICE)
        rules.run("seed_dice", dice, 1, number)
        decisions = rules.run("playout", s, bots, dice, MOST_DECISIONS)
        parts.append(f"{decisions} {rules.places(s)} {rules.scores(s)}")
    return digest_of(*(part.encode() for part in parts))


def in_words(
    game: Game, players: int, settings: Mapping[str, Setting]
) -> tuple[tuple[str, str], ...]:
    """The settings that change something, as people write them, in the order of the options."""
    values = game.settings(players, settings)
    return tuple(
        (option.key, option.word(values[option.key]))
        for option in game.options
        if values[option.key] != option.default_for(players)
    )


def every_pair(plan: Plan) -> list[Pair]:
    """Everybody against everybody; with more than two sides, each alone among each other."""
    meetings = combinations if plan.sides == 2 else permutations
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
                raise UnknownBot(
                    say(
                        "'{name}' is not in this ladder; there is {names:or}.",
                        name=quoted(name),
                        names=tuple(names),
                    )
                )
        if lone == among:
            raise UnknownBot(say("{lone} cannot be paired with itself.", lone=lone))
        pairs.append(Pair(lone, among))
    if plan.sides == 2:
        pairs = [Pair(*sorted(pair, key=names.index)) for pair in pairs]
    return list(dict.fromkeys(pairs))


def schedule(plan: Plan, pairs: Iterable[Pair], games: int) -> Iterator[Match]:
    """All matches, deal by deal: each pair plays a deal as often as there are sides to be alone on.

    `games` is the least number of games of a pair; the last deal is played on every side.
    """
    pairs = tuple(pairs)
    for deal in range(-(-games // plan.sides)):
        for pair in pairs:
            for side in range(plan.sides):
                yield Match(deal, *pair, side)

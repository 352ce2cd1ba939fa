"""The plan of a ladder: the game, the bots, who meets whom, in which seats, how often."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, permutations
from typing import Any, NamedTuple

from rumpus.games import find
from rumpus.players import LEVELS
from rumpus.players.search import NO_LIMIT, Budget, think
from rumpus.rulekit.game import Game
from rumpus.rulekit.options import Setting
from rumpus.rulekit.sentence import quoted, say
from rumpus.running.backend import Backend
from rumpus.running.engine import DICE, QUICK
from rumpus.table.backends import table_backend

from .bots import LadderBot, UnknownBot, check_live, digest_of, names_of, read_bots
from .view import MOST_DECISIONS


class LadderMatch(NamedTuple):
    """One game: `lone` has one side, `among` all the others. Every pair plays the same deals.

    A side is a seat or a team; `seat` is its number.
    """

    deal: int
    lone: str
    among: str
    seat: int


class LadderPair(NamedTuple):
    """A bot on one side, and the bot on all the others."""

    lone: str
    among: str


@dataclass(frozen=True)
class LadderPlan:
    """A ladder. The same plan and match give the same game, if the bots use only their own dice.

    `rules` is a digest of the rules; `settings` are the options that differ from the default, as
    text.
    """

    game: str
    rules: str
    players: int
    settings: tuple[tuple[str, str], ...]
    seed: int
    bots: tuple[LadderBot, ...]

    @cached_property
    def is_live(self) -> bool:
        """Whether it is played in real time."""
        game = find(self.game)
        return game.real_time(game.settings(self.players, dict(self.settings))) is not None

    @cached_property
    def sides(self) -> int:
        """The number of sides: players, or teams."""
        return len(set(self.sides_in(0)))

    def dealt(self, deal: int) -> Any:
        """The state after a deal."""
        rules = rules_of(self.game)
        return rules.start(self.players, dict(self.settings), seed=self.seed, number=deal)

    def sides_in(self, deal: int) -> Sequence[int]:
        """The side of every seat in a deal."""
        return find(self.game).sides(rules_of(self.game), self.dealt(deal))

    def seats_of(self, match: LadderMatch) -> list[str]:
        """The bot in every seat."""
        sides = range(self.players) if self.sides == self.players else self.sides_in(match.deal)
        return [match.lone if side == match.seat else match.among for side in sides]

    def lone_seats(self, match: LadderMatch) -> list[int]:
        """The seats of the lone bot: one, or a team's."""
        return [seat for seat, name in enumerate(self.seats_of(match)) if name == match.lone]


@lru_cache(maxsize=4)
def rules_of(game: str) -> Backend:
    """The fastest back end, created once per process."""
    return table_backend(find(game))


def make_plan(
    game: str, players: int | None, texts: Iterable[str], seed: int, bots: str | None
) -> LadderPlan:
    """A plan from command-line arguments."""
    found = find(game)
    seats = found.check_players(players or found.common)
    named = bots or ",".join(level.level for level in LEVELS)
    settings = in_words(found, seats, found.read_settings(texts))
    digest = rules_digest(found.name, seats, settings)
    plan = LadderPlan(found.name, digest, seats, settings, seed, read_bots(named))
    if plan.is_live:
        check_live(plan.bots)
    return plan


# --------------------------------------------------------------------------------- the digest
SAMPLES, SEARCHES, SEARCHED = 200, 6, 128
"""For the digest: games to play, in how many of them to search the first choice, and how far."""


@lru_cache(maxsize=64)
def rules_digest(game: str, players: int, settings: tuple[tuple[str, str], ...]) -> str:
    """A hash that changes when tables like this are played, advised or searched differently.

    It is made from sample games, not from source code: refactored rules keep their digest.
    """
    rules = rules_of(game)
    bots, parts = rules.row(players, [QUICK] * players), []
    for number in range(SAMPLES):
        s = rules.start(players, dict(settings), seed=1, number=number)
        if number < SEARCHES:
            seat = rules.asks(s)[0]
            budget = Budget(NO_LIMIT, iterations=SEARCHED)
            found = think(rules, rules.redacted(s, seat), seat, number, budget)
            parts.append(repr([(c.action, c.taken, c.wins) for c in found.choices]))
        dice = rules.row(DICE)
        rules.run("seed_dice", dice, 1, number)
        decisions = rules.run("playout", s, bots, dice, MOST_DECISIONS)
        parts.append(f"{decisions} {rules.places(s)} {rules.scores(s)}")
    return digest_of(*(part.encode() for part in parts))


def in_words(
    game: Game, players: int, settings: Mapping[str, Setting]
) -> tuple[tuple[str, str], ...]:
    """The settings that differ from the default, as text, in the order of the options."""
    values = game.settings(players, settings)
    return tuple(
        (option.key, option.word(values[option.key]))
        for option in game.options
        if values[option.key] != option.default_for(players)
    )


def every_pair(plan: LadderPlan) -> list[LadderPair]:
    """Every pair of bots; with more than two sides, each pair both ways round."""
    meetings = combinations if plan.sides == 2 else permutations
    return [LadderPair(*pair) for pair in meetings(names_of(plan.bots), 2)]


def read_pairs(plan: LadderPlan, text: str | None) -> list[LadderPair]:
    """Parse a list like `expert:normal,hard:normal`; None gives every pair."""
    if text is None:
        return every_pair(plan)
    names, pairs = names_of(plan.bots), []
    for part in text.split(","):
        lone, _, among = (side.strip() for side in part.partition(":"))
        for name in (lone, among):
            if name not in names:
                raise UnknownBot(
                    say(
                        "'{name}' is not in this ladder; choose {names:or}.",
                        name=quoted(name),
                        names=tuple(names),
                    )
                )
        if lone == among:
            raise UnknownBot(say("{lone} cannot be paired with itself.", lone=lone))
        pairs.append(LadderPair(lone, among))
    if plan.sides == 2:
        pairs = [LadderPair(*sorted(pair, key=names.index)) for pair in pairs]
    return list(dict.fromkeys(pairs))


def schedule(plan: LadderPlan, pairs: Iterable[LadderPair], games: int) -> Iterator[LadderMatch]:
    """All matches, deal by deal: in every deal the lone bot of a pair plays each side once.

    `games` is the minimum per pair; the last deal is always completed.
    """
    pairs = tuple(pairs)
    for deal in range(-(-games // plan.sides)):
        for pair in pairs:
            for side in range(plan.sides):
                yield LadderMatch(deal, *pair, side)

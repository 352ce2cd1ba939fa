"""Hints: what the hard bot would do if it missed nothing, and why, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rumpus.rulekit.errors import Complaint
from rumpus.rulekit.sentence import Sentence, say
from rumpus.running.backend import Backend

from .search import Budget, SearchedChoice, think

SEED = 1
HINT = Budget(iterations=500, milliseconds=160, decisions=50_000)
BEST = 3
"""How many choices a hint mentions."""
CLOSE = 2
"""Chances that differ by at most this many percent count as equal."""
WORLDS = 40
"""How many imagined worlds are used to predict the next action."""


class NoChoice(Complaint):
    """The seat has nothing to decide."""


@dataclass(frozen=True)
class RankedChoice:
    """A choice in words, with its chance of winning in percent."""

    action: int
    said: Sentence
    chance: int

    @property
    def words(self) -> str:
        """The choice in English."""
        return str(self.said)


@dataclass(frozen=True)
class Hint:
    """The best action in words, the reasons, the best choices, and all weights in percent."""

    action: int
    words: str
    why: tuple[Sentence, ...]
    choices: tuple[RankedChoice, ...]
    weights: tuple[tuple[int, int], ...]


def hint(backend: Backend, known: Any, seat: int, names: Sequence[str]) -> Hint:
    """The best choice for a seat, from its redacted state."""
    if not backend.legal(known, seat):
        raise NoChoice(say("There is nothing to decide for this seat now."))
    thought = think(backend, known, seat, SEED, HINT)
    in_words = backend.game.words.action_said
    prospects = tuple(
        RankedChoice(
            choice.action, in_words(choice.action, seat, names), round(100 * choice.chance)
        )
        for choice in thought.choices[:BEST]
    )
    why: tuple[Sentence, ...] = (say("It is the only choice."),)
    if len(prospects) > 1:
        coming = expected(backend, known, seat, prospects[0].action, names)
        why = (reason(prospects), *coming)
    best = prospects[0]
    return Hint(best.action, best.words, why, prospects, shares(thought.choices))


def shares(choices: Sequence[SearchedChoice]) -> tuple[tuple[int, int], ...]:
    """The share of its iterations that a search spent on each choice, in percent."""
    total = max(sum(choice.taken for choice in choices), 1)
    return tuple((choice.action, round(100 * choice.taken / total)) for choice in choices)


def reason(prospects: Sequence[RankedChoice]) -> Sentence:
    """The chance of winning, compared with the next best choice."""
    best, second = prospects[0], prospects[1]
    chance, other = best.chance, second.said
    if second.chance + CLOSE >= best.chance:
        return say(
            "You would win about {chance} of 100 such games; as good as another choice: “{other}”.",
            chance=chance,
            other=other,
        )
    return say(
        "You would win about {chance} of 100 such games, and {less} with the next best: “{other}”.",
        chance=chance,
        less=second.chance,
        other=other,
    )


def expected(
    backend: Backend, known: Any, seat: int, action: int, names: Sequence[str]
) -> tuple[Sentence, ...]:  # fmt: skip
    """A sentence on the most likely reply of another player, if there is one."""
    answers: Counter[tuple[int, int]] = Counter()
    for number in range(WORLDS):
        world = backend.imagined(known, seat, seed=SEED, number=number)
        backend.run("apply", world, seat, action)
        asked = [other for other in backend.asks(world) if other != seat]
        if asked and len(backend.legal(world, asked[0])) > 1:
            advice = backend.advice(world, asked[0])
            answers[asked[0], max(advice, key=lambda answer: advice[answer])] += 1
    ((other, answer), times), *_ = [*answers.most_common(1), ((seat, action), 0)]
    if 2 * times < WORLDS:
        return ()
    said = backend.game.words.action_said(answer, other, names)
    return (
        say("{name} is then most likely to answer: “{answer}”.", name=names[other], answer=said),
    )

"""A hint: what the normal bot would most likely do, and why, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rumpus.rulekit.backend import Backend

FAR, TWICE, CLEARLY, SLIGHTLY = 4.0, 1.7, 1.25, 1.05


class NoChoice(ValueError):
    """A hint for a seat that has nothing to decide."""


@dataclass(frozen=True)
class Hint:
    """An action, its words, a reason, and every choice's share of the weights in percent."""

    action: int
    words: str
    why: str
    weights: tuple[tuple[int, int], ...]


def hint(backend: Backend, known: Any, seat: int, names: Sequence[str]) -> Hint:
    """What looks best to a seat, from the state as it may know it."""
    advice = backend.advice(known, seat)
    if not advice:
        raise NoChoice("There is nothing to decide for this seat now.")
    ranked = sorted(advice.items(), key=lambda choice: -choice[1])
    total = sum(advice.values()) or 1
    say = backend.game.words.say_action
    best, weight = ranked[0]
    shares = tuple((action, round(100 * w / total)) for action, w in ranked)
    why = "It is the only choice."
    if len(ranked) > 1:
        second, second_weight = ranked[1]
        why = reason(weight, second_weight, say(second, seat, names))
    return Hint(best, say(best, seat, names), why, shares)


def reason(weight: int, next_weight: int, next_best: str) -> str:
    """How much better than the next best, in words."""
    ratio = weight / max(next_weight, 1)
    other = next_best[:1].lower() + next_best[1:]
    if ratio >= FAR:
        return f"It looks far better than the next best, {other}."
    if ratio >= TWICE:
        return f"It looks about twice as good as the next best, {other}."
    if ratio >= CLEARLY:
        return f"It looks clearly better than the next best, {other}."
    if ratio >= SLIGHTLY:
        return f"It looks a little better than the next best, {other}."
    return f"It looks as good as another choice, {other}."

"""Thinking ahead: the tree search of rulekit.search within a budget, on several trees at once.

What comes out is a function of what the seat knows, the seed and the budget; only when time runs
out before the iterations do, it depends on how fast the machine is.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import Any

from rumpus.rulekit.backend import Backend
from rumpus.rulekit.contract import WIN
from rumpus.rulekit.search import REPORT

TREE_ROOM = 1 << 20
"""The places of a tree: four megabytes."""
CHUNK = 64
"""Iterations between two looks at the clock."""
ENOUGH, CLEAR = 128, 4
"""A choice is clear that was taken so often, and so many times as often as any other beside."""
TREE_SHIFT = 32
"""Every tree has worlds of its own: its number stands above this bit of theirs."""
NO_LIMIT = 1 << 62


@dataclass(frozen=True)
class Budget:
    """How much to think: whatever is used up first, on so many trees together.

    Decisions are those of the imagined games: the fairer measure where one game is longer than
    another. Only milliseconds make a search depend on the machine.
    """

    milliseconds: int
    iterations: int = NO_LIMIT
    decisions: int = NO_LIMIT
    trees: int = 1


@dataclass(frozen=True)
class Choice:
    """What became of an action: how often it was taken, and what that won in parts of WIN."""

    action: int
    taken: int
    wins: int

    @property
    def chance(self) -> float:
        """The chance to win, as far as the search can tell."""
        return self.wins / (max(self.taken, 1) * WIN)


@dataclass(frozen=True)
class Thought:
    """What a search found: every choice, the one taken most often first."""

    choices: tuple[Choice, ...]
    iterations: int

    @property
    def best(self) -> int:
        """The action to take."""
        return self.choices[0].action


def think(backend: Backend, known: Any, seat: int, seed: int, budget: Budget) -> Thought:
    """Search for a seat that has to decide, from the state as it may know it."""
    legal = backend.legal(known, seat)
    if not legal:
        raise ValueError("There is nothing to decide for this seat now.")
    if len(legal) == 1:
        return Thought((Choice(legal[0], 0, 0),), 0)
    deadline = time.monotonic() + budget.milliseconds / 1000
    trees = [Tree(backend, known, seat, seed, number) for number in range(budget.trees)]
    most = max(-(-budget.iterations // budget.trees), 1)
    done = decisions = 0
    with ExitStack() as stack:
        every: Any = map
        if budget.trees > 1:
            every = stack.enter_context(ThreadPoolExecutor(budget.trees)).map
        while done < most:
            step = min(CHUNK, most - done)
            decisions += sum(every(partial(Tree.grow, iterations=step), trees))
            done += step
            affordable = done * budget.decisions // max(decisions, 1)
            left = min(most, affordable) - done
            choices = together(trees)
            if is_settled(choices, left * budget.trees) or time.monotonic() > deadline:
                break
    return Thought(choices, done * budget.trees)


class Tree:
    """One tree and the states that it is grown with."""

    def __init__(self, backend: Backend, known: Any, seat: int, seed: int, number: int) -> None:
        self.backend, self.known, self.seat, self.seed = backend, known, seat, seed
        self.next = number << TREE_SHIFT
        self.world, self.shared = backend.copy(known), backend.copy(known)
        self.row = backend.row(TREE_ROOM)
        backend.run("plant", known, self.shared, seat, self.row, TREE_ROOM)

    def grow(self, iterations: int) -> int:
        """Search on; compiled rules let other threads run meanwhile. Returns the decisions made."""
        decisions = self.backend.run(
            "search", self.known, self.world, self.shared, self.seat,
            self.row, self.seed, self.next, iterations,
        )  # fmt: skip
        self.next += iterations
        return decisions

    def choices(self) -> Iterator[Choice]:
        """What was found so far."""
        out = self.backend.row(REPORT * self.backend.game.actions)
        for i in range(self.backend.run("report", self.row, out)):
            yield Choice(*(int(number) for number in out[REPORT * i : REPORT * (i + 1)]))


def together(trees: list[Tree]) -> tuple[Choice, ...]:
    """What all trees found, the choice taken most often first."""
    found: dict[int, Choice] = {}
    for tree in trees:
        for choice in tree.choices():
            before = found.get(choice.action, Choice(choice.action, 0, 0))
            found[choice.action] = Choice(
                choice.action, before.taken + choice.taken, before.wins + choice.wins
            )
    return tuple(sorted(found.values(), key=lambda c: (-c.taken, -c.wins, c.action)))


def is_settled(choices: tuple[Choice, ...], left: int) -> bool:
    """Whether no iteration is left, or those that are will not bring another choice to the top."""
    if left <= 0 or len(choices) == 1:
        return True
    first, second = choices[0].taken, choices[1].taken
    return first - second > left or first > ENOUGH + CLEAR * second

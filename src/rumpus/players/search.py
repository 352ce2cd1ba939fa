"""Searching ahead: tree search within a budget, on several trees in parallel.

The result depends only on what the seat knows, the seed and the budget; and on the speed of the
machine only if the time runs out first.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import Any

from rumpus.players.tree import REPORT
from rumpus.rulekit.contract import WIN
from rumpus.running.backend import Backend

TREE_ROOM = 1 << 20
"""The size of a tree in 32-bit numbers: four megabytes."""
CHUNK = 64
"""Iterations between two checks of the clock."""
ENOUGH, CLEAR = 128, 4
"""A choice is clear if its visits exceed ENOUGH plus CLEAR times those of the next."""
TREE_SHIFT = 32
"""Every tree imagines its own worlds: their numbers start at the tree's number shifted by this."""
NO_LIMIT = 1 << 62


@dataclass(frozen=True)
class Budget:
    """How long to think, over all trees: the search stops when the first limit is reached.

    `decisions` counts those in the imagined games, which is fairer where games differ in length.
    Only `milliseconds` makes the result depend on the machine.
    """

    milliseconds: int
    iterations: int = NO_LIMIT
    decisions: int = NO_LIMIT
    trees: int = 1


@dataclass(frozen=True)
class SearchedChoice:
    """An action: how often the search took it, and its wins in units of WIN."""

    action: int
    taken: int
    wins: int

    @property
    def chance(self) -> float:
        """The estimated chance of winning."""
        return self.wins / (max(self.taken, 1) * WIN)


@dataclass(frozen=True)
class SearchResult:
    """The result of a search: every choice, most visited first."""

    choices: tuple[SearchedChoice, ...]
    iterations: int

    @property
    def best(self) -> int:
        """The action to take."""
        return self.choices[0].action


def think(backend: Backend, known: Any, seat: int, seed: int, budget: Budget) -> SearchResult:
    """Search for the best action of a seat, from its redacted state."""
    legal = backend.legal(known, seat)
    if not legal:
        raise ValueError("There is nothing to decide for this seat now.")
    if len(legal) == 1:
        return SearchResult((SearchedChoice(legal[0], 0, 0),), 0)
    deadline = time.monotonic() + budget.milliseconds / 1000
    trees = [SearchTree(backend, known, seat, seed, number) for number in range(budget.trees)]
    most = max(-(-budget.iterations // budget.trees), 1)
    done = decisions = 0
    with ExitStack() as stack:
        every: Any = map
        if budget.trees > 1:
            every = stack.enter_context(ThreadPoolExecutor(budget.trees)).map
        while done < most:
            step = min(CHUNK, most - done)
            decisions += sum(every(partial(SearchTree.grow, iterations=step), trees))
            done += step
            affordable = done * budget.decisions // max(decisions, 1)
            left = min(most, affordable) - done
            choices = together(trees)
            if is_settled(choices, left * budget.trees) or time.monotonic() > deadline:
                break
    return SearchResult(choices, done * budget.trees)


class SearchTree:
    """One search tree and its working states."""

    def __init__(self, backend: Backend, known: Any, seat: int, seed: int, number: int) -> None:
        self.backend, self.known, self.seat, self.seed = backend, known, seat, seed
        self.next = number << TREE_SHIFT
        self.world, self.shared = backend.copy(known), backend.copy(known)
        self.row = backend.row(TREE_ROOM)
        backend.run("plant", known, self.shared, seat, self.row, TREE_ROOM)

    def grow(self, iterations: int) -> int:
        """Run more iterations, without the GIL if the rules are compiled; returns the decisions."""
        decisions = self.backend.run(
            "search", self.known, self.world, self.shared, self.seat,
            self.row, self.seed, self.next, iterations,
        )  # fmt: skip
        self.next += iterations
        return decisions

    def choices(self) -> Iterator[SearchedChoice]:
        """The choices found so far."""
        out = self.backend.row(REPORT * self.backend.game.actions)
        for i in range(self.backend.run("report", self.row, out)):
            yield SearchedChoice(*(int(number) for number in out[REPORT * i : REPORT * (i + 1)]))


def together(trees: list[SearchTree]) -> tuple[SearchedChoice, ...]:
    """The choices of all trees added up, most visited first."""
    found: dict[int, SearchedChoice] = {}
    for tree in trees:
        for choice in tree.choices():
            before = found.get(choice.action, SearchedChoice(choice.action, 0, 0))
            found[choice.action] = SearchedChoice(
                choice.action, before.taken + choice.taken, before.wins + choice.wins
            )
    return tuple(sorted(found.values(), key=lambda c: (-c.taken, -c.wins, c.action)))


def is_settled(choices: tuple[SearchedChoice, ...], left: int) -> bool:
    """Whether the remaining iterations cannot change the best choice, or it is clear enough."""
    if left <= 0 or len(choices) == 1:
        return True
    first, second = choices[0].taken, choices[1].taken
    return first - second > left or first > ENOUGH + CLEAR * second

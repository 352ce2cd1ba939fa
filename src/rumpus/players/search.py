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
from rumpus.rulekit.search import REPORT, SEATS

TREE_ROOM = 1 << 20
"""The places of a tree: four megabytes."""
CHUNK = 64
"""Iterations between two looks at the clock."""
TREE_SHIFT = 32
"""Every tree has worlds of its own: its number stands above this bit of theirs."""


@dataclass(frozen=True)
class Budget:
    """How much to think: iterations in all, no longer than so many milliseconds, on these trees."""

    iterations: int
    milliseconds: int
    trees: int = 1


@dataclass(frozen=True)
class Choice:
    """What became of an action: how often the search took it, and how many of those games it won."""

    action: int
    taken: int
    firsts: int

    @property
    def chance(self) -> float:
        """The chance to win, as far as the search can tell."""
        return self.firsts / max(self.taken, 1)


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
    most = -(-budget.iterations // budget.trees)
    done = 0
    with ExitStack() as stack:
        every: Any = map
        if budget.trees > 1:
            every = stack.enter_context(ThreadPoolExecutor(budget.trees)).map
        while done < most and not (done and time.monotonic() > deadline):
            step = min(CHUNK, most - done)
            list(every(partial(Tree.grow, iterations=step), trees))
            done += step
            choices = together(trees)
            if is_settled(choices, (most - done) * budget.trees):
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

    def grow(self, iterations: int) -> None:
        """Search on; compiled rules let other threads run meanwhile."""
        self.backend.run(
            "search", self.known, self.world, self.shared, self.seat,
            self.row, self.seed, self.next, iterations,
        )  # fmt: skip
        self.next += iterations

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
                choice.action, before.taken + choice.taken, before.firsts + choice.firsts
            )
    return tuple(sorted(found.values(), key=lambda c: (-c.taken, -c.firsts, c.action)))


def is_settled(choices: tuple[Choice, ...], left: int) -> bool:
    """Whether the iterations that are left cannot bring another choice to the top."""
    return len(choices) == 1 or choices[0].taken - choices[1].taken > left


def win_chance(backend: Backend, known: Any, viewer: int, seed: int, games: int) -> list[float]:
    """Every seat's chance to come first, as far as a viewer can tell, by playing so many games on.

    Who comes first together counts for each of them.
    """
    players = backend.players(known)
    if backend.is_over(known):
        return [float(place == 1) for place in backend.places(known)]
    out = backend.row(SEATS)
    backend.run("forecast", known, backend.copy(known), viewer, seed, 0, games, out)
    return [int(n) / games for n in out[:players]]

"""A batch: many games side by side as one NumPy array of records, run by all threads at once."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from .declare import NONE, Layout
from .engine import BOTS, DICE
from .errors import IllegalAction, UnknownOption, one_of
from .game import Game
from .native import Native
from .options import Setting

Array = npt.NDArray[Any]
MOST_DECISIONS = 100_000
"""A game longer than this counts as unfinished."""


def record_type(layout: Layout) -> np.dtype[Any]:
    """The bytes of a state as NumPy sees them."""
    return np.dtype(
        {
            "names": [slot.name for slot in layout.slots],
            "formats": [(f"<i{slot.bits // 8}", slot.shape) for slot in layout.slots],
            "offsets": [slot.offset for slot in layout.slots],
            "itemsize": layout.size,
        }
    )


@lru_cache(maxsize=32)
def native_of(game: Game) -> Native:
    """One library a game and process."""
    return Native(game)


def bot_numbers(bots: str | Sequence[str], players: int) -> list[int]:
    """Bots by name: one for all seats, or one a seat."""
    names = bots.split(",") if isinstance(bots, str) else list(bots)
    for name in names:
        if name not in BOTS:
            raise UnknownOption(f"There is no bot {name[:40]!r}; there is {one_of(BOTS)}.")
    if len(names) == 1:
        names = names * players
    if len(names) != players:
        raise UnknownOption(f"Name one bot for all seats or one for each of the {players}.")
    return [BOTS[name] for name in names]


def all_threads() -> int:
    """How many threads this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Batch:
    """Games side by side. `states` is the array; `batch["tank"]` is one field of all games."""

    def __init__(
        self, game: Game, n: int, players: int, settings: Mapping[str, Setting], threads: int
    ) -> None:
        self.game, self.players, self.threads = game, players, threads
        self.native = native_of(game)
        self.states: Array = np.zeros(n, record_type(game.state.layout))
        blank = self.native.pack(self.native.blank(players, settings))
        self.blank = np.frombuffer(blank, self.states.dtype)[0]

    def __len__(self) -> int:
        return len(self.states)

    def __getitem__(self, field: str) -> Array:
        values: Array = self.states[field]
        return values

    # ----------------------------------------------------------------------------- calling rules
    def each(self, rule: str, *arguments: Any) -> npt.NDArray[np.int64]:
        """Call an entry point for every game.

        Numbers hold for all games or are arrays with one a game; rows are int32 arrays, of one
        dimension for all games or of two for one row a game.
        """
        entry = self.native.entries[rule]
        function = getattr(self.native.library, f"rumpus_each_{rule}")
        function.restype = None
        n = len(self)
        result = np.zeros(n, np.int64)
        given: list[tuple[Array, int, int]] = []
        for parameter, value in zip(entry.parameters, (self.states, *arguments), strict=True):
            if parameter.kind == "state":
                array = np.asarray(value)
                step = 1 if len(array) == n else 0
                given.append((array, step, array.itemsize))
            elif parameter.kind == "number":
                array = np.asarray(value, np.int64, order="C")
                given.append((array, 1 if array.ndim else 0, 8))
            else:
                array = np.asarray(value)
                if array.dtype != np.int32 or not array.flags.c_contiguous:
                    raise TypeError("rows are contiguous int32 arrays")
                step = array.shape[1] if array.ndim == 2 else 0
                given.append((array, step, 4))

        def work(first: int, last: int) -> None:
            passed: list[Any] = [ctypes.c_int64(last - first)]
            passed.append(ctypes.c_void_p(result.ctypes.data + 8 * first))
            for array, step, size in given:
                passed.append(ctypes.c_void_p(array.ctypes.data + first * step * size))
                passed.append(ctypes.c_int64(step))
            function(*passed)

        parts = min(self.threads, n) or 1
        marks = [n * i // parts for i in range(parts + 1)]
        if parts == 1:
            work(0, n)
        else:
            with ThreadPoolExecutor(parts) as pool:
                list(pool.map(work, marks[:-1], marks[1:]))
        return result

    # ----------------------------------------------------------------------------- playing
    def deal(self, seed: int, first: int = 0) -> None:
        """Deal every game anew: the i-th is number first+i of the series `seed`."""
        self.states[:] = self.blank
        self.each("start", seed, np.arange(first, first + len(self)))

    def play(
        self, bots: str | Sequence[str] = "random", *, seed: int = 0, most: int = MOST_DECISIONS
    ) -> npt.NDArray[np.int64]:
        """Let bots play every game to its end; returns the decisions of each."""
        dice = np.zeros((len(self), DICE), np.int32)
        self.each_row("seed_dice", dice, seed, np.arange(len(self)))
        return self.each("playout", self._bots(bots), dice, most)

    def simulate(
        self,
        bots: str | Sequence[str] = "random",
        *,
        seed: int = 0,
        first: int = 0,
        most: int = MOST_DECISIONS,
    ) -> npt.NDArray[np.int64]:
        """Deal and play games first, first+1, ... of a series; returns the decisions of each."""
        self.states[:] = self.blank
        numbers = np.arange(first, first + len(self))
        return self.each("simulate", self._bots(bots), seed, numbers, most)

    def _bots(self, bots: str | Sequence[str]) -> Array:
        return np.array(bot_numbers(bots, self.players), np.int32)

    def each_row(self, rule: str, rows: Array, *arguments: Any) -> None:
        """Call an entry point whose first parameter is a row, one row a game."""
        function = getattr(self.native.library, f"rumpus_each_{rule}")
        function.restype = None
        passed: list[Any] = [ctypes.c_int64(len(rows)), None]
        passed += [ctypes.c_void_p(rows.ctypes.data), ctypes.c_int64(rows.shape[1])]
        kept = []
        for value in arguments:
            array = np.asarray(value, np.int64, order="C")
            kept.append(array)
            passed += [ctypes.c_void_p(array.ctypes.data), ctypes.c_int64(1 if array.ndim else 0)]
        function(*passed)

    def step(self, actions: npt.ArrayLike) -> None:
        """One action a game, by the seat that is asked; games that are over are passed by.

        If any action is illegal, nothing is done at all.
        """
        chosen = np.broadcast_to(np.asarray(actions, np.int64), (len(self),))
        before = self.states.copy()
        done = self.each("step", np.ascontiguousarray(chosen))
        refused = np.flatnonzero((done == 0) & ~self.over_in(before))
        if len(refused):
            self.states[:] = before
            game = int(refused[0])
            raise IllegalAction(
                f"Action {int(chosen[game])} is not allowed in game {game}"
                f"{f' (nor in {len(refused) - 1} others)' if len(refused) > 1 else ''}; "
                f"allowed there: {', '.join(map(str, np.flatnonzero(self.legal()[game])))}."
            )

    # ----------------------------------------------------------------------------- looking
    def over_in(self, states: Array) -> npt.NDArray[np.bool_]:
        """Which of other states of these games are over."""
        kept, self.states = self.states, states
        try:
            return self.over
        finally:
            self.states = kept

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Which games have ended."""
        return np.asarray(self.each("is_over"), np.bool_)

    @property
    def seats(self) -> npt.NDArray[np.int64]:
        """The seat that each game waits for (the first of several); NONE when it is over."""
        asked = self.each("asks")
        lowest = np.where(asked == 0, 1, asked & -asked)
        return np.where(asked == 0, NONE, np.log2(lowest).astype(np.int64))

    def legal(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal for the seat that is asked: one row a game."""
        seats = self.seats
        out = np.zeros((len(self), self.game.actions), np.int32)
        counts = np.where(seats == NONE, 0, self.each("legal", np.maximum(seats, 0), out))
        mask = np.zeros(out.shape, np.bool_)
        listed = np.arange(self.game.actions) < counts[:, None]
        mask[np.nonzero(listed)[0], out[listed]] = True
        return mask

    def places(self) -> npt.NDArray[np.int32]:
        """Every seat's place in every game; 1 is the winner's."""
        return self._per_seat("places")

    def scores(self) -> npt.NDArray[np.int32]:
        """Every seat's points in every game."""
        return self._per_seat("scores")

    def _per_seat(self, rule: str) -> npt.NDArray[np.int32]:
        out = np.zeros((len(self), self.players), np.int32)
        self.each(rule, out)
        return out

    def view(self, viewer: int = NONE) -> npt.NDArray[np.int32]:
        """What a viewer may see of every game, as rulekit.layout has it, filled up with zeros."""
        out = np.zeros((len(self), self.game.show_room), np.int32)
        self.each("view", np.empty_like(self.states), viewer, out)
        return out


def make(
    game: Game,
    n: int,
    options: Mapping[str, Setting],
    seed: int,
    *,
    players: int | None,
    threads: int | None,
) -> Batch:
    """A batch of dealt games."""
    settings = dict(options)
    seats = int(players or settings.pop("players", 0) or game.common)
    made = Batch(game, n, seats, settings, threads or all_threads())
    made.deal(seed)
    return made

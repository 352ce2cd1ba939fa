"""A batch: many games side by side as one NumPy array of records, run by all threads at once."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from rumpus.language.c.emit import Parameter
from rumpus.language.declare import NONE, Layout
from rumpus.rulekit.errors import IllegalAction, UnknownOption
from rumpus.rulekit.game import Game
from rumpus.rulekit.options import Setting
from rumpus.rulekit.sentence import quoted, say

from .engine import BOTS, DICE
from .native import Native

Array = npt.NDArray[Any]
MOST_DECISIONS = 100_000
"""A game with more decisions than this counts as unfinished."""


def record_type(layout: Layout) -> np.dtype[Any]:
    """The bytes of a state as NumPy sees them.

    The padding at the end is a field too, because NumPy would leave it out of copies.
    """
    fields = [(slot.name, f"<i{slot.bits // 8}", slot.shape) for slot in layout.slots]
    if layout.padding:
        fields.append(("rk_padding", "<i1", (layout.padding,)))
    return np.dtype(fields)


@lru_cache(maxsize=32)
def native_of(game: Game) -> Native:
    """The native back end of a game, one per process."""
    return Native(game)


def bot_numbers(bots: str | Sequence[str], players: int) -> list[int]:
    """Bots by name: one for all seats, or one per seat."""
    names = bots.split(",") if isinstance(bots, str) else list(bots)
    for name in names:
        if name not in BOTS:
            raise UnknownOption(
                say(
                    "There is no bot '{name}'; there is {bots:or}.",
                    name=quoted(name),
                    bots=tuple(BOTS),
                )
            )
    if len(names) == 1:
        names = names * players
    if len(names) != players:
        raise UnknownOption(
            say("Name one bot for all seats or one for each of the {players}.", players=players)
        )
    return [BOTS[name] for name in names]


def all_threads() -> int:
    """How many threads this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Given(NamedTuple):
    """An argument of an entry point for many games: its address, and the step between games."""

    array: Array
    step: int
    size: int

    def at(self, game: int) -> list[Any]:
        """The argument from a given game onwards, as C takes it."""
        place = self.array.ctypes.data + game * self.step * self.size
        return [ctypes.c_void_p(place), ctypes.c_int64(self.step)]


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
        """Call an entry point for every game; the first argument is the game's state.

        A number applies to all games, an array has one per game; rows are int32 arrays, with one
        dimension for all games or two for one row per game; states are arrays like `states`, or a
        single state for all games.
        """
        return self.call(rule, self.states, *arguments)

    def call(self, rule: str, *arguments: Any) -> npt.NDArray[np.int64]:
        """Call an entry point once per game, with all its arguments."""
        n, result = len(self), np.zeros(len(self), np.int64)
        function = getattr(self.native.library, f"rumpus_each_{rule}")
        function.restype = None
        given = [
            self._given(parameter, value)
            for parameter, value in zip(
                self.native.entries[rule].parameters, arguments, strict=True
            )
        ]

        def work(first: int, last: int) -> None:
            results = ctypes.c_void_p(result.ctypes.data + first * result.itemsize)
            passed = [part for argument in given for part in argument.at(first)]
            function(ctypes.c_int64(last - first), results, *passed)

        parts = max(1, min(self.threads, n))
        marks = [n * i // parts for i in range(parts + 1)]
        if parts == 1:
            work(0, n)
        else:
            with ThreadPoolExecutor(parts) as pool:
                list(pool.map(work, marks[:-1], marks[1:]))
        return result

    def _given(self, parameter: Parameter, value: Any) -> Given:
        n, name = len(self), parameter.name
        if parameter.kind == "number":
            array = np.asarray(value, np.int64, order="C")
            if array.shape not in ((), (n,)):
                raise ValueError(f"`{name}` is one number for all games, or one for each of {n}.")
            return Given(array, array.ndim, array.itemsize)
        array = np.asarray(value)
        if parameter.kind == "state":
            if array.dtype != self.states.dtype or len(array) not in (1, n):
                raise ValueError(f"`{name}` is one state for all games, or one for each of {n}.")
            return Given(array, 1 if len(array) == n else 0, array.itemsize)
        if array.dtype != np.int32 or not array.flags.c_contiguous:
            raise TypeError(f"`{name}` is a contiguous array of int32.")
        if array.ndim not in (1, 2) or (array.ndim == 2 and len(array) != n):
            raise ValueError(f"`{name}` is one row for all games, or one for each of {n}.")
        return Given(array, array.shape[1] if array.ndim == 2 else 0, array.itemsize)

    # ----------------------------------------------------------------------------- playing
    def deal(self, seed: int, first: int = 0) -> None:
        """Deal every game again: game i is number first+i of the series `seed`."""
        self.states[:] = self.blank
        self.each("start", seed, np.arange(first, first + len(self)))

    def play(
        self, bots: str | Sequence[str] = "random", *, seed: int = 0, most: int = MOST_DECISIONS
    ) -> npt.NDArray[np.int64]:
        """Let bots play every game to its end; returns how many decisions each took."""
        dice = np.zeros((len(self), DICE), np.int32)
        self.call("seed_dice", dice, seed, np.arange(len(self)))
        return self.each("playout", self._bots(bots), dice, most)

    def simulate(
        self,
        bots: str | Sequence[str] = "random",
        *,
        seed: int = 0,
        first: int = 0,
        most: int = MOST_DECISIONS,
    ) -> npt.NDArray[np.int64]:
        """Deal and play games first, first+1, ... of a series; returns how many decisions each
        took."""
        self.states[:] = self.blank
        numbers = np.arange(first, first + len(self))
        return self.each("simulate", self._bots(bots), seed, numbers, most)

    def row(self, size: int) -> Array:
        """A row of zeros for rules to read or write, the same for all games."""
        return np.zeros(size, np.int32)

    def _bots(self, bots: str | Sequence[str]) -> Array:
        return np.array(bot_numbers(bots, self.players), np.int32)

    def step(self, actions: npt.ArrayLike) -> None:
        """Take one action in each game, for the seat whose turn it is; finished games are skipped.

        If any action is illegal, nothing changes in any game.
        """
        chosen = np.ascontiguousarray(np.broadcast_to(np.asarray(actions, np.int64), len(self)))
        was_over, before = self.over, self.states.copy()
        done = self.each("step", chosen)
        refused = np.flatnonzero((done == 0) & ~was_over)
        if len(refused):
            self.states[:] = before
            game = int(refused[0])
            others = f" (nor in {len(refused) - 1} others)" if len(refused) > 1 else ""
            allowed = ", ".join(map(str, np.flatnonzero(self.legal()[game])))
            raise IllegalAction(
                say(
                    "Action {chosen} is not allowed in game {game}{others}; "
                    "allowed there: {allowed}.",
                    chosen=int(chosen[game]),
                    game=game,
                    others=others,
                    allowed=allowed,
                )
            )

    # ----------------------------------------------------------------------------- looking
    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Which games have ended."""
        return np.asarray(self.each("is_over"), np.bool_)

    @property
    def seats(self) -> npt.NDArray[np.int64]:
        """The seat that each game waits for (the first of several); NONE when it is over."""
        return self.each("seat_asked")

    def legal(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal for the seat whose turn it is: one row per game."""
        out = np.zeros((len(self), self.game.actions), np.int32)
        listed = np.arange(self.game.actions) < self.each("legal_now", out)[:, None]
        mask = np.zeros(out.shape, np.bool_)
        mask[np.nonzero(listed)[0], out[listed]] = True
        return mask

    def places(self) -> npt.NDArray[np.int32]:
        """Every seat's place in every game; 1 is the winner's."""
        return self._per_seat("places")

    def scores(self) -> npt.NDArray[np.int32]:
        """Every seat's points in every game."""
        return self._per_seat("scores")

    def _per_seat(self, rule: str) -> npt.NDArray[np.int32]:
        out = np.zeros((len(self), self.game.players[-1]), np.int32)
        self.each(rule, out)
        return out[:, : self.players].copy()

    def view(self, viewer: int = NONE) -> npt.NDArray[np.int32]:
        """What a viewer may see of every game, laid out as in rulekit.layout, padded with zeros."""
        out = np.zeros((len(self), self.game.show_room), np.int32)
        self.each("view", np.empty_like(self.states), viewer, out)
        return out


def batch(
    game: Game,
    n: int,
    options: Mapping[str, Setting] | None = None,
    seed: int = 0,
    *,
    players: int | None = None,
    threads: int | None = None,
) -> Batch:
    """`n` games side by side, dealt: game i is number i of the series `seed`.

    `options` may hold `players` besides the game's own options.
    """
    settings = dict(options or {})
    wanted = settings.pop("players", game.common)
    seats = game.read_players(wanted if players is None else players)
    made = Batch(game, n, seats, settings, threads or all_threads())
    made.deal(seed)
    return made

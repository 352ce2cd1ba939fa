"""Back ends: the same game, run interpreted, checked or native, behind the same few calls.

Each back end has its own kind of state; the bytes (`pack`, `load`) are the same in all of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

from rumpus.language.declare import NONE
from rumpus.language.ruleset import EntryPoints
from rumpus.rulekit.errors import IllegalAction
from rumpus.rulekit.game import Game
from rumpus.rulekit.log import Event, Told
from rumpus.rulekit.options import Setting
from rumpus.rulekit.sentence import Sentence, say
from rumpus.rulekit.sets import members_of

from .engine import DICE
from .entries import rules_of

KEY_WORDS = 8
WIDTH = 4
"""Bytes per number in a row."""


@cache
def seats_in(numbers: int) -> tuple[int, ...]:
    """The seats of a set."""
    return tuple(members_of(numbers))


class Callables(dict[str, Any]):
    """Entry points, called by name."""

    def __missing__(self, name: str) -> Any:
        raise LookupError(
            f"This back end has no entry point {name!r}; pass the group it belongs to when you "
            "make the back end, as in Native(game, SEARCH)."
        )


class Backend(ABC):
    """A game that can be played, with the entry points of every game and any that are passed in."""

    name: str

    def __init__(self, game: Game, *more: EntryPoints) -> None:
        self.game, self.layout = game, game.state.layout
        self.rules = rules_of(game, *more)

    # ----------------------------------------------------------------------------- what differs
    @abstractmethod
    def load(self, data: bytes) -> Any:
        """A state from its bytes."""

    @abstractmethod
    def pack(self, s: Any) -> bytes:
        """The bytes of a state."""

    @abstractmethod
    def copy(self, s: Any) -> Any:
        """A copy of a state."""

    @abstractmethod
    def field(self, s: Any, name: str) -> Any:
        """A field's value: a number, or (nested) lists of them."""

    @abstractmethod
    def row(self, size: int, values: Sequence[int] = ()) -> Any:
        """A row for rules to read or write."""

    @abstractmethod
    def read(self, row: Any, n: int) -> tuple[int, ...]:
        """The first numbers of a row."""

    @abstractmethod
    def written(self, row: Any, n: int) -> bytes:
        """The same as bytes."""

    @abstractmethod
    def row_of(self, data: bytes) -> Any:
        """A row for rules to read, from its bytes."""

    def scratch(self, s: Any) -> Any:
        """A state for a rule to overwrite."""
        return self.copy(s)

    @abstractmethod
    def run(self, rule: str, *arguments: Any) -> int:
        """Call an entry point; True is 1, False and None are 0."""

    @abstractmethod
    def told(self, rule: str, s: Any, *arguments: int) -> list[Event]:
        """Call an entry point and keep what it tells."""

    @abstractmethod
    def told_in(self, rule: str, s: Any, *arguments: int) -> Told:
        """Call an entry point and keep what it tells, with the states."""

    @abstractmethod
    def kinds_told(self, rule: str, s: Any, *arguments: Any) -> int:
        """Call an entry point; returns the set of kinds of event that it told, however many."""

    # ----------------------------------------------------------------------------- starting
    def blank(
        self, players: int, settings: Mapping[str, Setting] | None = None, key: bytes = bytes(32)
    ) -> Any:
        """A state with its options and key set, before the deal."""
        s = self.game.state()
        for name, value in self.game.fields(players, settings or {}).items():
            setattr(s, name, value)
        if len(key) != 4 * KEY_WORDS:
            raise ValueError(f"A key has {4 * KEY_WORDS} bytes, not {len(key)}.")
        for i in range(KEY_WORDS):
            s.key[i] = int.from_bytes(key[4 * i : 4 * i + 4], "little", signed=True)
        return self.load(s.pack())

    def deal(
        self, players: int, settings: Mapping[str, Setting] | None = None, key: bytes = bytes(32)
    ) -> tuple[Any, list[Event]]:
        """A new game, and the events of its deal."""
        s = self.blank(players, settings, key)
        return s, self.told("setup", s)

    def start(
        self,
        players: int,
        settings: Mapping[str, Setting] | None = None,
        *,
        seed: int = 0,
        number: int = 0,
    ) -> Any:
        """Game `number` of the series `seed`."""
        s = self.blank(players, settings)
        self.run("start", s, seed, number)
        return s

    # ----------------------------------------------------------------------------- asking
    def asks(self, s: Any) -> tuple[int, ...]:
        """The seats that the game waits for."""
        return seats_in(self.run("asks", s))

    def may(self, s: Any) -> tuple[int, ...]:
        """The seats that may act although the game does not wait for them."""
        return seats_in(self.run("may", s))

    def is_over(self, s: Any) -> bool:
        """Whether the game has ended."""
        return bool(self.run("is_over", s))

    def players(self, s: Any) -> int:
        """How many play."""
        game = self.game
        return int(self.field(s, "n_players")) if game.counts_players else game.players[0]

    def legal(self, s: Any, seat: int) -> list[int]:
        """The seat's legal actions; none for a seat that may not act now."""
        return self._written("allowed", s, seat, room=self.game.actions)

    def advice(self, s: Any, seat: int) -> dict[int, int]:
        """The weight of each legal action."""
        actions = self.legal(s, seat)
        if not actions:
            return {}
        weights = self._written("advise", s, seat, room=self.game.actions, n=len(actions))
        return dict(zip(actions, weights, strict=True))

    def timeout(self, known: Any, seat: int, rng: Random) -> int:
        """The action taken for a seat whose time is up, decided from what the seat may know: the
        rules' choice, or a random one if they leave it to chance."""
        action = int(self.run("timeout", known, seat))
        return action if action != NONE else rng.choice(self.legal(known, seat))

    def places(self, s: Any) -> list[int]:
        """Every seat's place; 1 is the winner's."""
        return self._written("places", s, room=self.game.players[-1], n=self.players(s))

    def scores(self, s: Any) -> list[int]:
        """Every seat's points."""
        return self._written("scores", s, room=self.game.players[-1], n=self.players(s))

    def _written(self, rule: str, *arguments: Any, room: int, n: int | None = None) -> list[int]:
        """The numbers that a rule writes into a row: `n` of them, or as many as it returns."""
        out = self.row(room)
        written = self.run(rule, *arguments, out)
        return list(self.read(out, written if n is None else n))

    # ----------------------------------------------------------------------------- acting
    def apply(self, s: Any, seat: int, action: int) -> list[Event]:
        """Carry out an action and return its events, or refuse and change nothing."""
        self._check_legal(s, seat, action)
        return self.told("apply", s, seat, action)

    def apply_in(self, s: Any, seat: int, action: int) -> Told:
        """The same, with the state at each event."""
        self._check_legal(s, seat, action)
        return self.told_in("apply", s, seat, action)

    def _check_legal(self, s: Any, seat: int, action: int) -> None:
        legal = self.legal(s, seat)
        if action not in legal:
            raise IllegalAction(self.refusal(s, seat, action, legal))

    def states_of(self, told: Told) -> list[Any]:
        """The state before all events, then the one after each event."""
        size, states = self.layout.size, told.states
        return [self.load(states[i : i + size]) for i in range(0, len(states), size)]

    def refusal(self, s: Any, seat: int, action: int, legal: list[int]) -> Sentence:
        """Why not, and what is allowed instead, without anything that the seat may not know."""
        players, words = self.players(s), self.game.words
        if not 0 <= seat < players:
            return say(
                "There is no seat {seat} at a table of {players}.", seat=seat + 1, players=players
            )
        if self.is_over(s):
            return say("The game is over.")
        if not legal:
            return say("Seat {seat} has nothing to decide now.", seat=seat + 1)
        allowed = ", ".join(words.notation(a, seat, players) for a in legal[:12])
        if not words.means(action, players):
            return say(
                "There is no action {action}; allowed now: {allowed}.",
                action=str(action),
                allowed=allowed,
            )
        return say(
            "'{action}' is not allowed now; allowed: {allowed}.",
            action=words.notation(action, seat, players),
            allowed=allowed,
        )

    # ----------------------------------------------------------------------------- knowing
    def redacted(self, s: Any, viewer: int = NONE) -> Any:
        """A copy without what the viewer may not know."""
        known = self.copy(s)
        self.run("redact", known, viewer)
        return known

    def imagined(self, s: Any, viewer: int, *, seed: int, number: int = 0) -> Any:
        """A random state that the viewer cannot tell from this one."""
        world = self.redacted(s, viewer)
        self.run("seed_key", world, seed, number)
        self.run("imagine", world, viewer)
        return world

    def show(self, s: Any, viewer: int = NONE) -> list[int]:
        """The table laid out for a viewer."""
        return self._written("view", s, self.copy(s), viewer, room=self.game.show_room)

    # ----------------------------------------------------------------------------- bots
    def trace(self, s: Any, bots: Sequence[int], *, seed: int, number: int, most: int) -> list[int]:
        """Let bots play to the end; every decision as seat << 16 | action."""
        dice, out = self.row(DICE), self.row(most)
        self.run("seed_dice", dice, seed, number)
        n = self.run("trace", s, self.row(len(bots), bots), dice, out, most)
        return [int(decision) for decision in out[:n]]

    def check_size(self, data: bytes) -> bytes:
        """Refuse bytes that cannot be a state of this game."""
        if len(data) != self.layout.size:
            raise ValueError(
                f"A state of {self.game.title} has {self.layout.size} bytes, not {len(data)}."
            )
        return data

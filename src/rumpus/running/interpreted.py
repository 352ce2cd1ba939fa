"""The interpreted back end: the rules as plain Python functions, optionally checked."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from rumpus.language.checked import checked_rows, checked_state, faults
from rumpus.language.interpret import Binder
from rumpus.language.ruleset import EntryPoints
from rumpus.rulekit.game import Game
from rumpus.rulekit.log import Event, Log, Told

from .backend import Backend, Callables


class Interpreted(Backend):
    """The rules as plain Python functions: the reference for other back ends."""

    def __init__(self, game: Game, *more: EntryPoints, checked: bool = False) -> None:
        super().__init__(game, *more)
        self.name, self.checked = "checked" if checked else "interpreted", checked
        self.program = self.rules.program
        binder = Binder(game.hooks, checked=checked)
        self.functions = Callables(
            (rule.__name__, binder.rule(rule)) for rule in self.rules.entries
        )
        self.state = checked_state(game.state) if checked else game.state

    def load(self, data: bytes) -> Any:
        """A state from its bytes."""
        s = self.state()
        s.unpack(self.check_size(data))
        return s

    def pack(self, s: Any) -> bytes:
        """The bytes of a state."""
        return bytes(s.pack())

    def copy(self, s: Any) -> Any:
        """A copy of a state."""
        return s.copy()

    def field(self, s: Any, name: str) -> Any:
        """A field's value: a number, or (nested) lists of them."""

        def plain(value: Any) -> Any:
            return [plain(x) for x in value] if isinstance(value, list) else int(value)

        return plain(getattr(s, name))

    def row(self, size: int, values: Sequence[int] = ()) -> Any:
        """A row for rules to read or write."""
        row = [*values, *[0] * (size - len(values))]
        return checked_rows(row, "a row", 32) if self.checked else row

    def read(self, row: Any, n: int) -> tuple[int, ...]:
        """The first numbers of a row."""
        return tuple(int(number) for number in row[:n])

    def written(self, row: Any, n: int) -> bytes:
        """The same as bytes."""
        return array("i", self.read(row, n)).tobytes()

    def row_of(self, data: bytes) -> Any:
        """A row for rules to read, from its bytes."""
        numbers = array("i", data)
        return self.row(len(numbers), numbers)

    def run(self, rule: str, *arguments: Any) -> int:
        """Call an entry point; True is 1, False and None are 0."""
        if self.checked:
            with faults():
                return int(self.functions[rule](*arguments) or 0)
        return int(self.functions[rule](*arguments) or 0)

    def told(self, rule: str, s: Any, *arguments: int) -> list[Event]:
        """Call an entry point and keep what it tells."""
        return self._log(Log(checked=self.checked), rule, s, *arguments).told()

    def told_in(self, rule: str, s: Any, *arguments: int) -> Told:
        """Call an entry point and keep what it tells, with the states."""
        states = [self.pack(s)]
        log = self._log(Log(checked=self.checked, states=states), rule, s, *arguments)
        return Told(log.told(), b"".join(states))

    def kinds_told(self, rule: str, s: Any, *arguments: Any) -> int:
        """Call an entry point; returns the set of kinds of event that it told, however many."""
        return self._log(Log(), rule, s, *arguments).kinds

    def _log(self, log: Log, rule: str, s: Any, *arguments: Any) -> Log:
        s.log = log
        try:
            self.run(rule, s, *arguments)
        finally:
            s.log = None
        return log

"""Random rules: modules of rule code that the checker accepts, for comparing the back ends.

Lines are written without regard to the checker. Those that it refuses are replaced by harmless ones
until it accepts the module. So the checks decide which programs come out, and a missing check lets
programs through on which the back ends differ.
"""

from __future__ import annotations

import importlib.util
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

from rumpus.language.checking.rules import check_program
from rumpus.language.program import Program
from rumpus.rulekit import RuleError

TRIALS = 6
HELPERS = 4
ROUNDS = 40
"""After this many repairs a module counts as hopeless."""
MOST = 2**63 - 1

PRELUDE = '''\
"""Random rules."""

from __future__ import annotations

from rumpus.rulekit import *
from rumpus.language.intrinsics import add32, digest, mul32, rot32, signed32

LEAST, MOST = -(2**63), 2**63 - 1
FEW, SEVEN = 3, 7
YES = True
COSTS = (3, -1, 300)
STEPS = ((1, -2, 70_000), (4, 5, -6))
NONE_YET = ()
magnitude = abs


@state
class State:
    small: i8
    short: i16
    word: i32
    wide: i64
    hand = i8[4](2)
    line = i64[3]()
    board = i16[2, 3](-1)


@rule
def draw(s: State) -> int:
    s.small = (s.small + 1) % 50
    return s.small


@rule
def shout(s: State, x: int) -> int:
    tell(s, 1, x % 1000)
    return x % 7


@rule
def loud(s: State) -> int:
    whisper(s, 3, 2, s.small)
    return s.short % 9


@rule
def peek(s: State) -> int:
    return s.hand[1] * 3 - s.small


@rule
def change(s: State, on: bool) -> bool:
    s.word = (s.word * 5 + 7) % 1000
    return on and s.word % 2 == 0


@rule
def fill(values: Row, x: int) -> int:
    values[x % 3] = x % 100
    return x % 5


@rule
def total(values: ReadRow) -> int:
    return values[0] % 1000 + values[1] % 1000 * 2 - values[2] % 1000


@rule
def is_odd(x: int) -> bool:
    return x % 2 == 1


@rule
def echo(a: State, b: State, x: int) -> int:
    return shout(b, x) + a.small


@rule
def first_big(values: ReadRow, x: int) -> int:
    return next_big(values, x, NONE)


@rule
def next_big(values: ReadRow, x: int, at: int) -> int:
    for i in range(at + 1, 3):
        if values[i] > x:
            return i
    return NONE


big = each(first_big, next_big)
ANSWERS = (draw, peek, loud)
'''


@dataclass
class Line:
    """A line of code, and its replacement if the checker refuses it."""

    text: str
    harmless: str


@dataclass
class Head:
    """A rule that can be called: its parameters by name and kind, and what it returns."""

    name: str
    parameters: dict[str, str]
    returns: str
    is_short: bool = True
    """Whether it may be called inside a loop."""


KNOWN = (
    Head("draw", {"s": "State"}, "int"),
    Head("shout", {"s": "State", "x": "int"}, "int"),
    Head("loud", {"s": "State"}, "int"),
    Head("peek", {"s": "State"}, "int"),
    Head("change", {"s": "State", "on": "bool"}, "bool"),
    Head("fill", {"values": "Row", "x": "int"}, "int"),
    Head("total", {"values": "ReadRow"}, "int"),
    Head("is_odd", {"x": "int"}, "bool"),
    Head("echo", {"a": "State", "b": "State", "x": "int"}, "int"),
)
"""The rules of the prelude."""


@dataclass
class Names:
    """The names that one rule can use."""

    head: Head
    numbers: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    rows: list[str] = field(default_factory=list)
    loops: int = 0

    def given(self, kind: str) -> list[str]:
        """The parameters of a kind."""
        return [name for name, declared in self.head.parameters.items() if declared == kind]


class Author:
    """Writes one module."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines = [Line(text, text) for text in PRELUDE.splitlines()]
        self.heads = list(KNOWN)
        self.made = 0
        for i in range(HELPERS):
            self.rule(f"helper_{i}", self.some_parameters(), self.one("int", "bool", "None"))
        parameters = {"s": "State", "t": "State", "x": "int", "y": "int"}
        for i in range(TRIALS):
            self.rule(f"trial_{i}", parameters, "int")

    # ----------------------------------------------------------------------------- choosing
    def one(self, *choices: str) -> str:
        """One of these."""
        return self.random.choice(choices)

    def chance(self, percent: float) -> bool:
        """True with this probability in percent."""
        return self.random.random() * 100 < percent

    def fresh(self, prefix: str) -> str:
        """An unused name."""
        self.made += 1
        return f"{prefix}{self.made}"

    def some_parameters(self) -> dict[str, str]:
        """The parameters of a rule."""
        parameters = {"s": "State"}
        more = {"t": "State", "x": "int", "y": "int", "on": "bool", "v": "Row", "w": "ReadRow"}
        return parameters | {n: kind for n, kind in more.items() if self.chance(45)}

    # ----------------------------------------------------------------------------- rules
    def rule(self, name: str, parameters: dict[str, str], returns: str) -> None:
        """A rule of several lines."""
        self.names = Names(Head(name, parameters, returns, is_short=False))
        self.depth = 1
        given = ", ".join(f"{n}: {self.quoted(kind)}" for n, kind in parameters.items())
        for text in ("", "", "@rule", f"def {name}({given}) -> {self.quoted(returns)}:"):
            self.lines.append(Line(text, text))
        for _ in range(self.random.randint(4, 9)):
            self.statement()
        self.give_back()
        self.heads.append(self.names.head)

    def quoted(self, kind: str) -> str:
        """An annotation, sometimes quoted."""
        return f'"{kind}"' if self.chance(8) else kind

    def write(self, text: str, harmless: str = "pass") -> None:
        """One line."""
        indent = "    " * self.depth
        self.lines.append(Line(indent + text, indent + harmless))

    def give_back(self) -> None:
        """`return`, with a value of the rule's type."""
        returns = self.names.head.returns
        value = {"int": self.number, "bool": self.flag}.get(returns)
        harmless = {"int": "return 0", "bool": "return False"}.get(returns, "return")
        self.write(f"return {value(2)}" if value else "return", harmless)

    def block(self, last: str = "") -> None:
        """An indented block."""
        self.depth += 1
        for _ in range(self.random.randint(1, 3)):
            self.statement()
        if last:
            self.write(last)
        self.depth -= 1

    # ----------------------------------------------------------------------------- statements
    def statement(self) -> None:
        """Any statement."""
        kinds: list[tuple[int, Callable[[], None]]] = [
            (24, self.set_number), (8, self.set_flag), (14, self.set_field), (10, self.set_place),
            (10, self.count_up), (5, self.make_row), (10, self.call_line), (8, self.event),
            (4, self.whole_state), (8, self.wrong_line),
        ]  # fmt: skip
        if self.depth < 4:
            kinds += [(10, self.branch), (8, self.loop), (4, self.walk), (4, self.wait)]
        weights, writers = zip(*kinds, strict=True)
        self.random.choices(writers, weights)[0]()

    def set_number(self) -> None:
        """A local number."""
        value = self.number(3)
        name = self.fresh("n") if self.chance(60) else self.one("x", *self.names.numbers)
        declared = self.one(": int", ": bool", ': "int"') if self.chance(8) else ""
        self.write(f"{name}{declared} = {value}")
        if name not in self.names.numbers and name != "x":
            self.names.numbers.append(name)

    def set_flag(self) -> None:
        """A local bool."""
        name = self.fresh("f")
        self.write(f"{name}{': bool' if self.chance(10) else ''} = {self.flag(3)}")
        self.names.flags.append(name)

    def set_field(self) -> None:
        """A field of a state."""
        bound = {"small": "% 100", "short": "% 30_000", "word": "% 1_000_000", "wide": ""}
        name = self.one(*bound)
        value = self.number(3)
        bounded = f"({value}) {bound[name]}" if self.chance(90) else value
        self.write(f"{self.state()}.{name} = {bounded}")

    def set_place(self) -> None:
        """A place of an array."""
        self.write(f"{self.place()} = ({self.number(3)}) % {self.one('100', 'SEVEN', '60')}")

    def count_up(self) -> None:
        """`a += b` and its like."""
        targets = [f"{self.state()}.{self.one('small', 'short', 'word', 'wide')}", self.place()]
        target = self.one(*targets, *self.names.numbers, *self.names.given("int"))
        operator = self.one("+=", "-=", "*=", "//=", "%=", "&=", "|=", "^=", "<<=", ">>=")
        self.write(f"{target} {operator} {self.number(1)}")

    def make_row(self) -> None:
        """A local row."""
        name = self.fresh("r") if self.chance(80) else self.one("r0", *self.names.rows)
        self.write(f"{name} = row({self.one('3', 'FEW', 'FEW + 1', 'SEVEN - 3', '2 << 1')})")
        if name not in self.names.rows:
            self.names.rows.append(name)

    def call_line(self) -> None:
        """A call on a line of its own."""
        head = self.callable("int", "bool", "None")
        self.write(self.call(head) if self.chance(85) else f"ANSWERS[{self.index(3)}](s)")

    def event(self) -> None:
        """A call that tells an event."""
        numbers = ", ".join(self.bounded() for _ in range(self.random.randint(0, 4)))
        form = self.one("tell({}, 3{})", "whisper({}, 5, 4{})")
        self.write(form.format(self.state(95), numbers and f", {numbers}"))

    def whole_state(self) -> None:
        """Clear or copy a state."""
        other = self.one(*self.names.given("State"))
        self.write(self.one(f"clear({other})", f"copy({self.state()}, {other})"))

    def wrong_line(self) -> None:
        """A line that the checker should refuse."""
        unset, row = self.fresh("u"), self.fresh("r")
        self.write(
            self.one(
                f"s.wide = {unset}\n{'    ' * self.depth}{unset} = 1",
                "COSTS[0] = 1",
                "s.wide = s.small and 5",
                "s.wide = s.small or s.short",
                "s.wide = s.hand",
                "s.wide = digest(s, s)",
                "fill(COSTS, s.small)",
                f"{row} = s.hand",
                f"{row}: bool = 3",
                "draw(s, 1)",
                "s.wide = echo(s, s, s.small)",
                "s.hand = s.line",
                "s.small = shout(s, 1) + shout(s, 2)",
                f"for {row} in range(3, 1, 0): pass",
                f"s.wide = {self.number(1)} in (shout(s, 1), draw(s))",
                "s.wide = 1 < draw(s) < s.short",
                "s.wide = ANSWERS[draw(s) % 3](s)",
                "tell(s, 1, draw(s))",
                "s.board[draw(s) % 2][1] += 1",
            )
        )

    def branch(self) -> None:
        """`if`, `elif`, `else`."""
        self.write(f"if {self.flag(3)}:", "if s.small > 3:")
        ends = ["", "", ""]
        if self.names.loops:
            ends += ["break", "continue"]
        self.block(self.one(*ends))
        if self.chance(25):
            self.write(f"elif {self.flag(2)}:", "elif s.short > 3:")
            self.block()
        if self.chance(45):
            self.write("else:", "else:")
            self.block()
        elif self.chance(15):
            self.write(f"if {self.flag(2)}:", "if s.small > 9:")
            self.depth += 1
            self.give_back()
            self.depth -= 1

    def loop(self) -> None:
        """`for i in range(...)`."""
        name = self.fresh("at")
        far = f"MOST - ({self.number(1)}) % 9"
        limits = self.one(
            f"({self.number(2)}) % 6",
            f"({self.number(1)}) % 4, {self.one('FEW', 's.small % 9', 'SEVEN')}",
            f"({self.number(1)}) % 9, ({self.number(1)}) % 9 - 3, -{self.one('1', '2', 'FEW')}",
            f"{far}, MOST, {self.one('2', 'FEW', 'SEVEN - 1', '1')}",
            f"-({far}), LEAST, -{self.one('2', 'FEW', 'MOST')}",
            f"0, 2 * FEW, {self.one('2', 'FEW - 1')}",
        )
        self.write(f"for {name} in range({limits}):", f"for {name} in range(3):")
        self.inside(name)

    def walk(self) -> None:
        """A walk."""
        name = self.fresh("at")
        over = f"members_of(({self.number(1)}) & 63)"
        if self.chance(40):
            over = f"big({self.row(fixed=True)}, {self.bounded()})"
        self.write(f"for {name} in {over}:", f"for {name} in members_of(5):")
        self.inside(name)

    def inside(self, name: str) -> None:
        """The body of a loop that counts with this name."""
        before = self.names.numbers
        self.names.numbers = [*before, name, name]
        self.names.loops += 1
        self.block()
        self.names.loops -= 1
        kept = [number for number in self.names.numbers if number != name]
        self.names.numbers = kept if self.chance(30) else before

    def wait(self) -> None:
        """A short `while` loop."""
        left = self.fresh("left")
        self.write(f"{left} = ({self.number(1)}) % 5", f"{left} = 2")
        self.write(f"while {left} > 0 and {self.flag(2)}:", f"while {left} > 0:")
        self.depth += 1
        self.write(f"{left} -= 1", f"{left} -= 1")
        self.depth -= 1
        self.names.loops += 1
        self.block()
        self.names.loops -= 1

    # ----------------------------------------------------------------------------- expressions
    def number(self, depth: int) -> str:
        """A number."""
        if depth <= 0 or self.chance(15):
            return self.plain()
        d = depth - 1
        forms: list[tuple[int, Callable[[], str]]] = [
            (22, lambda: f"({self.number(d)} {self.one(*'+-+-*')} {self.number(d)})"),
            (8, lambda: f"({self.number(d)} {self.one('//', '%')} {self.divisor()})"),
            (8, lambda: f"({self.number(d)} {self.one(*'&|^')} {self.number(d)})"),
            (5, lambda: f"({self.number(d)} {self.one('<<', '>>')} (({self.number(d)}) & 7))"),
            (5, lambda: f"{self.one('-', '~')}({self.number(d)} + 0)"),
            (6, lambda: f"({self.number(d)} if {self.flag(d)} else {self.number(d)})"),
            (16, lambda: self.call(self.callable("int"), d)),
            (4, lambda: f"ANSWERS[{self.index(3, d)}]({self.state()})"),
            (5, lambda: f"{self.one('min', 'max')}({self.number(d)}, {self.number(d)})"),
            (3, lambda: f"{self.one('abs', 'magnitude', 'count', 'lowest')}({self.number(d)})"),
            (3, lambda: f"{self.one('add32', 'mul32', 'rot32')}({self.number(d)}, {self.plain()})"),
            (2, lambda: f"signed32({self.number(d)})"),
            (2, lambda: f"digest({self.state()}) % 1000"),
            (3, lambda: self.flag(d)),
            (2, lambda: f"len({self.one('s.hand', 's.board', 'COSTS', 'NONE_YET', 's.board[0]')})"),
        ]  # fmt: skip
        weights, writers = zip(*forms, strict=True)
        return str(self.random.choices(writers, weights)[0]())

    def flag(self, depth: int) -> str:
        """A bool."""
        d = depth - 1
        order = ("==", "!=", "<", "<=", ">", ">=")
        if depth <= 0:
            return self.one("YES", "s.small > 3", *self.names.flags, *self.names.given("bool"))
        forms: list[tuple[int, Callable[[], str]]] = [
            (12, lambda: f"{self.number(d)} {self.one(*order)} {self.number(d)}"),
            (5, lambda: f"{self.number(d)} {self.one(*order)} {self.number(d)} "
                        f"{self.one(*order)} {self.number(d)}"),
            (5, lambda: f"{self.number(d)} {self.one('in', 'not in')} "
                        f"({self.number(d)}, {self.number(d)}, {self.plain()})"),
            (5, lambda: f"{self.flag(d)} {self.one('and', 'or')} {self.flag(d)}"),
            (3, lambda: f"not {self.flag(d)}"),
            (3, lambda: f"({self.flag(d)}) {self.one(*'&|^')} ({self.flag(d)})"),
            (6, lambda: self.call(self.callable("bool"), d)),
            (3, lambda: self.flag(0)),
        ]  # fmt: skip
        weights, writers = zip(*forms, strict=True)
        return f"({self.random.choices(writers, weights)[0]()})"

    def plain(self) -> str:
        """A number without any operation."""
        if self.chance(3):
            return self.one("LEAST", "MOST", "-9223372036854775808", "1 << 40", "2147483648")
        if self.chance(25):
            return self.place()
        if self.chance(8):
            return self.one(f"COSTS[{self.index(3)}]", f"STEPS[{self.index(2)}][{self.index(3)}]")
        return self.short()

    def short(self) -> str:
        """A number that is a single name."""
        field = f"{self.state()}.{self.one('small', 'short', 'word', 'wide')}"
        constants = self.one("FEW", "SEVEN", "NONE"), str(self.random.randint(-9, 20))
        return self.one(*constants, field, field, *self.names.numbers, *self.names.given("int"))

    def bounded(self) -> str:
        """A number that an event can hold."""
        return f"({self.number(1)}) % 1000"

    def divisor(self) -> str:
        """A number to divide by, mostly not 0."""
        return self.one("7", "-3", "SEVEN", f"(({self.plain()}) % 5 + 1)", f"({self.plain()})")

    def index(self, size: int, depth: int = 0) -> str:
        """A number from 0 to size - 1."""
        if self.chance(50):
            return str(self.random.randrange(size))
        if depth <= 0:
            inner = self.one(self.short(), self.short(), "draw(s)", "peek(s)", "shout(s, 3)")
        else:
            inner = self.number(depth)
        return f"({inner}) % {size}"

    def place(self) -> str:
        """A place of an array."""
        s = self.state()
        return self.one(
            f"{s}.hand[{self.index(4)}]",
            f"{s}.line[{self.index(3)}]",
            f"{s}.board[{self.index(2)}][{self.index(3)}]",
            *(f"{row}[{self.index(3)}]" for row in (*self.names.rows, *self.names.given("Row"))),
        )

    def state(self, first: int = 70) -> str:
        """A state: mostly the first."""
        return "s" if self.chance(first) else self.one(*self.names.given("State"))

    def row(self, *, fixed: bool) -> str:
        """A row of three places or more."""
        s = self.state()
        given = self.names.given("Row") + (self.names.given("ReadRow") if fixed else [])
        tables = ["COSTS", f"STEPS[{self.index(2)}]"] if fixed else []
        fields = (f"{s}.hand", f"{s}.line", f"{s}.board[{self.index(2)}]")
        return self.one(*fields, *self.names.rows, *given, *tables)

    def callable(self, *returns: str) -> Head:
        """A rule that can be called here."""
        return self.random.choice(
            [h for h in self.heads if h.returns in returns and (h.is_short or not self.names.loops)]
        )

    def call(self, head: Head, depth: int = 1) -> str:
        """A call with arguments of the right kinds."""
        writers: dict[str, Callable[[], str]] = {
            "State": self.state,
            "int": lambda: self.number(depth - 1),
            "bool": lambda: self.flag(depth - 1),
            "Row": lambda: self.row(fixed=False),
            "ReadRow": lambda: self.row(fixed=True),
        }
        given = ", ".join(writers[kind]() for kind in head.parameters.values())
        return f"{head.name}({given})"


# --------------------------------------------------------------------------------- mending
def import_file(file: Path) -> ModuleType:
    """Import a module from a file, under its own name."""
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec and spec.loader
    module = sys.modules[file.stem] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    finally:
        del sys.modules[file.stem]
    return module


def checked_program(module: ModuleType) -> Program:
    """The program of a module's trials."""
    return check_program(module.State, [getattr(module, f"trial_{i}") for i in range(TRIALS)])


@dataclass
class RandomRules:
    """A module that the checker accepts."""

    seed: int
    text: str
    module: ModuleType
    program: Program
    refused: list[str]
    """What the checker complained about on the way."""


def random_rules(seed: int, folder: Path) -> RandomRules:
    """Write a module into a folder, replacing lines until the checker accepts all of them."""
    author = Author(seed)
    refused: list[str] = []
    for attempt in range(ROUNDS):
        texts = [line.text for line in author.lines]
        lines = [line for line in author.lines for _ in line.text.split("\n")]
        file = folder / f"random_rules_{seed % 2**32}_{attempt}.py"
        file.write_text("\n".join([*texts, ""]), encoding="utf-8")
        module = import_file(file)
        try:
            program = checked_program(module)
        except RuleError as error:
            refused += error.mistakes
            for mistake in error.mistakes:
                number = int(mistake.removeprefix(f"{file}:").partition(":")[0])
                line = lines[number - 1]
                if line.text == line.harmless:
                    raise AssertionError(f"seed {seed}: {mistake}: {line.text}") from None
                line.text = line.harmless
            continue
        return RandomRules(seed, "\n".join(texts), module, program, refused)
    raise AssertionError(f"seed {seed}: the checker still refuses lines after {ROUNDS} rounds")

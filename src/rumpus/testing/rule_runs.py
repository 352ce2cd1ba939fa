"""Run random rules in every possible way, and compare the results.

Interpreted, checked, interpreted with the operands of every operation evaluated from right to left
(C leaves the order open, and no single compiler shows all of them), and compiled: as a separate
program, so that it may crash, hang or be built with sanitizers. Each rule runs with and without the
log.
"""

from __future__ import annotations

import ast
import os
import random
import subprocess
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from rumpus.language.c.build import CannotBuild, compile_c
from rumpus.language.c.emit import emit
from rumpus.language.checked import checked_state, faults, rewritten
from rumpus.language.declare import bounds
from rumpus.language.interpret import Binder
from rumpus.language.reading import FOLDED
from rumpus.rulekit import RuleFault
from rumpus.rulekit.log import Log

from .random_rules import RandomRules

QUICK_FLAGS = ("-std=c11", "-O1", "-w")
PATIENCE = 60
"""Seconds after which a compiled program counts as hanging."""


# --------------------------------------------------------------------------------- right to left
COMPARED: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: lambda a, b: a == b, ast.NotEq: lambda a, b: a != b, ast.Lt: lambda a, b: a < b,
    ast.LtE: lambda a, b: a <= b, ast.Gt: lambda a, b: a > b, ast.GtE: lambda a, b: a >= b,
    ast.In: lambda a, b: a in b, ast.NotIn: lambda a, b: a not in b,
}  # fmt: skip


def put(index: int, array: Any, value: Any) -> None:
    """`array[index] = value`."""
    array[index] = value


def reversed_call(*arguments: Any) -> Any:
    """A call whose arguments and function were passed from right to left."""
    *given, function = arguments
    return function(*reversed(given))


REVERSED: dict[str, Callable[..., Any]] = {
    "<call>": reversed_call,
    "<at>": lambda index, array: array[index],
    "<put>": put,
    "<tuple>": lambda *values: values[::-1],
    **{f"<{kind.__name__}>": lambda b, a, f=f: f(a, b) for kind, f in FOLDED.items()},
    **{f"<{kind.__name__}>": lambda b, a, f=f: f(a, b) for kind, f in COMPARED.items()},
}
"""What the rewritten rules call, under names that no rule can have."""


class Reverser(ast.NodeTransformer):
    """Turns every operation into a call that takes its operands from right to left."""

    def __init__(self) -> None:
        self.kept = 0

    @staticmethod
    def call(name: str, *arguments: ast.expr) -> ast.Call:
        """A call of one of REVERSED."""
        return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """`a + b`."""
        self.generic_visit(node)
        return self.call(f"<{type(node.op).__name__}>", node.right, node.left)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """`a < b < c` becomes `a < (kept := b) and kept < c`."""
        self.generic_visit(node)
        parts: list[ast.expr] = []
        left = node.left
        for operator, right in zip(node.ops, node.comparators, strict=True):
            again = right
            if right is not node.comparators[-1]:
                self.kept += 1
                name = f"<kept {self.kept}>"
                again = ast.Name(name, ast.Load())
                right = ast.NamedExpr(ast.Name(name, ast.Store()), right)
            parts.append(self.call(f"<{type(operator).__name__}>", right, left))
            left = again
        return parts[0] if len(parts) == 1 else ast.BoolOp(ast.And(), parts)

    def visit_Tuple(self, node: ast.Tuple) -> ast.expr:
        """`(a, b)` after `in`."""
        self.generic_visit(node)
        return self.call("<tuple>", *node.elts[::-1])

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """`f(a, b)`."""
        self.generic_visit(node)
        return self.call("<call>", *node.args[::-1], node.func)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """`a[i]`, where it is read."""
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Store):
            return node
        return self.call("<at>", node.slice, node.value)

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        """`a[i] = b`."""
        (target,) = node.targets
        if not isinstance(target, ast.Subscript):
            self.generic_visit(node)
            return node
        parts = [self.visit(part) for part in (target.slice, target.value, node.value)]
        return ast.copy_location(ast.Expr(self.call("<put>", *parts)), node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        """`a += b` becomes `a = a + b`."""
        read = ast.parse(ast.unparse(node.target), mode="eval").body
        total = ast.BinOp(read, node.op, node.value)
        assign = ast.Assign([node.target], total)
        return self.visit_Assign(ast.copy_location(assign, node))


class RightToLeft(Binder):
    """Binds rules whose operands are evaluated from right to left."""

    def code(self, function: FunctionType) -> CodeType:
        """The rule, reversed."""
        return rewritten(function, Reverser())

    def added_names(self) -> Mapping[str, Any]:
        """The names that the reversed rule uses."""
        return REVERSED


# --------------------------------------------------------------------------------- running
class Input(NamedTuple):
    """The input of a trial: two states as bytes, and two numbers."""

    s: bytes
    t: bytes
    x: int
    y: int


class Run(NamedTuple):
    """One trial with one input, with or without the log."""

    trial: str
    number: int
    told: bool


def inputs(rules: RandomRules, count: int) -> list[Input]:
    """Random inputs."""
    dice = random.Random(rules.seed)
    return [
        Input(
            some_state(rules.module.State, dice),
            some_state(rules.module.State, dice),
            dice.randint(-20, 20),
            dice.choice((0, 1, -1, 7, 1000, dice.randint(-(2**33), 2**33))),
        )
        for _ in range(count)
    ]


def some_state(kind: type[Any], dice: random.Random) -> bytes:
    """A state whose fields hold small numbers, and sometimes the largest or smallest."""

    def number(bits: int) -> int:
        low, high = bounds(bits)
        return dice.choice((low, high)) if dice.random() < 0.03 else dice.randint(-5, 40)

    def filled(value: Any, bits: int) -> Any:
        return [filled(v, bits) for v in value] if isinstance(value, list) else number(bits)

    s = kind()
    for slot in kind.layout.slots:
        setattr(s, slot.name, filled(getattr(s, slot.name), slot.bits))
    data: bytes = s.pack()
    return data


def outcome(binder: Binder, kind: type[Any], trial: FunctionType, given: Input, told: bool) -> str:
    """The outcome of a run: the result, both states, the events."""
    s, t = kind(), kind()
    s.unpack(given.s)
    t.unpack(given.t)
    s.log = Log(checked=binder.checked) if told else None
    result = int(binder.rule(trial)(s, t, given.x, given.y))
    events = " ".join(f"{e.audience} {e.kind} {e.numbers}" for e in s.log.events) if told else ""
    for mark in "(),":
        events = events.replace(mark, "")
    return f"{result} {s.pack().hex()} {t.pack().hex()} {events}".strip()


class Results(NamedTuple):
    """The outcomes of the runs that no fault stopped, how many were stopped, and what differed."""

    expected: dict[Run, str]
    faults: int
    differences: list[str]


def run_in_python(rules: RandomRules, given: list[Input]) -> Results:
    """Every trial with every input: checked, interpreted, and from right to left."""
    plain: type[Any] = rules.module.State
    strict = checked_state(plain)
    binders = {"interpreted": Binder({}), "right to left": RightToLeft({})}
    checked = Binder({}, checked=True)
    results = Results({}, 0, [])
    stopped = 0
    for trial in rules.program.entries:
        function = getattr(rules.module, trial)
        for run in (Run(trial, n, told) for n in range(len(given)) for told in (False, True)):
            where = f"seed {rules.seed}, {run.trial}, input {run.number}, told {run.told}"
            try:
                with faults():
                    wanted = outcome(checked, strict, function, given[run.number], run.told)
            except RuleFault as fault:
                stopped += 1
                if "before it had a value" in str(fault):
                    results.differences.append(f"{where}: {fault}")
                continue
            except Exception as error:  # any error counts: an accepted rule raised it
                results.differences.append(f"{where}: checked raised {error!r}")
                continue
            results.expected[run] = wanted
            for name, binder in binders.items():
                try:
                    found = outcome(binder, plain, function, given[run.number], run.told)
                except Exception as error:
                    found = repr(error)
                if found != wanted:
                    results.differences.append(f"{where}: {name} {found}, checked {wanted}")
    return results._replace(faults=stopped)


# --------------------------------------------------------------------------------- compiled
MAIN = """
int printf(const char *form, ...);
static void rk_print(const State *s) {
  for (uint64_t i = 0; i < sizeof *s; i++) printf("%02x", ((const uint8_t *)s)[i]);
}
static void rk_print_run(int64_t result, const State *s, const State *t, const Log *log) {
  printf("%lld ", (long long)result);
  rk_print(s);
  printf(" ");
  rk_print(t);
  for (int i = 0; i < log->n; i++)
    for (int k = 0; k < 6; k++) printf(" %d", log->event[i][k]);
  printf("\\n");
}
int main(void) {
  static Log log;
  State s, t;
"""


def main_program(rules: RandomRules, given: list[Input], runs: list[Run]) -> str:
    """A module's C with a program that does these runs and prints their outcomes."""
    text, _ = emit(rules.program, "Random rules")
    size = rules.program.layout.size
    parts = [text, MAIN]
    for n, each in enumerate(given):
        for name, data in (("s", each.s), ("t", each.t)):
            numbers = ", ".join(map(str, data))
            parts.append(f"  static const uint8_t rk_{name}{n}[{size}] = {{{numbers}}};\n")
    for run in runs:
        told = run.told and rules.program.entries[run.trial].tells
        name = f"rumpus_told_{run.trial}(&s, &log, " if told else f"rumpus_{run.trial}(&s, "
        x, y = (f"(int64_t)({number})" for number in given[run.number][2:])
        parts.append(
            f"  __builtin_memcpy(&s, rk_s{run.number}, sizeof s);\n"
            f"  __builtin_memcpy(&t, rk_t{run.number}, sizeof t);\n"
            f"  log.n = 0;\n  {{ int64_t result = {name}&t, {x}, {y});\n"
            "    rk_print_run(result, &s, &t, &log); }\n"
        )
    return "".join([*parts, "  return 0;\n}\n"])


def run_compiled(
    rules: RandomRules, given: list[Input], wanted: dict[Run, str], folder: Path, *flags: str
) -> Iterator[str]:
    """Compile a module, do the runs that no fault stops, and say where they differ."""
    where, runs = f"seed {rules.seed}, {' '.join(flags)}", list(wanted)
    try:
        (folder / "rules.c").write_text(main_program(rules, given, runs), encoding="utf-8")
        compile_c(folder, "rules.c", "rules", flags)
        done = subprocess.run(
            [folder / "rules"],
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
            env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0"},
        )
    except (CannotBuild, AssertionError, subprocess.TimeoutExpired) as error:
        yield f"{where}: {error}"
        return
    if done.returncode:
        yield f"{where}: ended with {done.returncode}: {done.stderr}"
        return
    for run, found in zip(runs, done.stdout.splitlines(), strict=True):
        if found != wanted[run]:
            yield f"{where}, {run}: compiled {found}, checked {wanted[run]}"

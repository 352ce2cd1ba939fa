"""Change the sources of rules at random: the checker must handle whatever comes out."""

from __future__ import annotations

import ast
import random
from copy import deepcopy
from typing import Any

ODD_VALUES = (
    "None", "0.5", "'red'", "()", "(1, 2)", "[1]", "{}", "{1}", "lambda: 0", "...", "2**70", "True",
    "-(2**63)", "f'{s}'", "(q := 1)", "s", "s.hand", "s.hand.pop", "s.nothing", "nothing", "State",
    "State.small", "[i for i in s]", "s.hand[1:]", "(yield)", "draw", "draw(s, x=1)", "draw(*s)",
    "print(s)", "range(3)", "row(3)", "row(2**40)", "len(s)", "min(1)", "min(s, s)", "digest(s)",
    "ANSWERS", "ANSWERS[0]", "ANSWERS[0](s)", "COSTS", "STEPS[1]", "big(s.hand, 0)", "s[0]",
    "s.board[0, 1]", "1 < 2 in (3,)", "s is s", "s @ s", "+s.small", "not s", "s and s", "1 // 0",
    "1 << 64", "tell", "int", "int(3)", "abs", "YES", "~YES", "NONE_YET[0]",
    "len(NONE_YET)", "len(())", "x.y.z",
)  # fmt: skip
ODD_LINES = (
    "try: pass\nexcept OSError: pass", "import os", "del s", "with s: pass", "assert s", "x: int",
    "def inner(): pass", "class Inner: pass", "x = y = 1", "x, y = 1, 2", "s.hand = 1", "s = 1",
    "raise ValueError", "return", "return None", "return s", "while True: pass", "global COSTS",
    "for x in s: pass", "for s in range(3): pass", "for q in range(3): q = 1", "COSTS = 1", "'so'",
    "for q in range(s.small, 0, 0): pass", "match s:\n    case 1: pass", "s.hand[0]: int = 1",
    "while s: pass\nelse: pass", "async def inner(): pass", "q: Row = row(3)", "q: bool = 3",
    "tell(s)", "tell(s, 1, 2, 3, 4, 5, 6)", "tell(t, 1)", "whisper(s, 1)", "clear()", "copy(s)",
    "for q in big(row(3), 1): pass", "for q in pile(s): pass", "STEPS[0] = 1", "s.board[0] = 1",
    "s.small += 's'", "s.small **= 2", "s += 1", "q += 1", "draw += 1", "echo(s, s, 1)",
)  # fmt: skip


class Mutator(ast.NodeTransformer):
    """Changes a few pieces of code, each with a small probability."""

    def __init__(self, tree: ast.Module, dice: random.Random, rate: float) -> None:
        self.dice, self.rate = dice, rate
        self.values = [node for node in ast.walk(tree) if isinstance(node, ast.expr)]
        self.names = [node.id for node in self.values if isinstance(node, ast.Name)]

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """States are not changed."""
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """A rule; its signature may change too."""
        if self.dice.random() < self.rate and node.args.args:
            self.dice.choice(
                (
                    node.args.args.pop,
                    lambda: node.args.args.append(ast.arg("q", ast.Name("int", ast.Load()))),
                    lambda: setattr(node, "returns", self.odd()),
                    lambda: setattr(node.args.args[-1], "annotation", self.odd()),
                    lambda: setattr(node.args, "vararg", ast.arg("q")),
                    node.args.args.reverse,
                )
            )()
        node.body = self.changed(node.body)
        return node

    def changed(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        """Statements, some of them dropped, doubled or mixed with odd ones."""
        result: list[ast.stmt] = []
        for statement in statements:
            way = self.dice.randrange(4) if self.dice.random() < self.rate else 3
            if way == 0:
                result += ast.parse(self.dice.choice(ODD_LINES)).body
            elif way == 1:
                result.append(deepcopy(statement))
            if way != 2:
                for name in ("body", "orelse"):
                    if inner := getattr(statement, name, []):
                        setattr(statement, name, self.changed(inner))
                result.append(self.generic_visit(statement))  # type: ignore[arg-type]
        return result or [ast.Pass()]

    def visit(self, node: ast.AST) -> Any:
        """An expression may become another one."""
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef):
            return super().visit(node)
        if isinstance(node, ast.stmt):
            return node  # `changed` handles the statements of rules, others stay
        if not isinstance(node, ast.expr) or isinstance(getattr(node, "ctx", None), ast.Store):
            return self.generic_visit(node)
        if self.dice.random() < self.rate / 2:
            other = deepcopy(self.dice.choice(self.values))
            return self.odd() if self.dice.random() < 0.5 else other
        if isinstance(node, ast.Name) and self.dice.random() < self.rate:
            return ast.Name(self.dice.choice(self.names), ast.Load())
        return self.generic_visit(node)

    def odd(self) -> ast.expr:
        """An expression that is unusual in rules."""
        return ast.parse(self.dice.choice(ODD_VALUES), mode="eval").body


def mutated(text: str, dice: random.Random) -> str:
    """A module with a few changes; not always valid Python."""
    tree = ast.parse(text)
    changed = Mutator(tree, dice, dice.choice((0.0005, 0.003, 0.05))).visit(tree)
    return ast.unparse(ast.fix_missing_locations(changed))

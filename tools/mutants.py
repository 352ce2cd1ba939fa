"""Small changes to a game's source, which `tools/mutate.py` expects the tests to notice.

A mutant is one function with one thing changed: a comparison, an operator, a number, the neighbour
of a named constant, a condition turned round, a part of a condition or a whole statement left out.
Numbers at the top of a file (tables of cards, the limits of options) are changed by one.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import NamedTuple

RULES, ADVICE = "rules", "advice"
ADVICE_FILES = ("advice.py", "imagining.py", "pairing.py")
"""The bots' advice: a matter of taste, with its own figure."""
SKIPPED_FILES = ("__init__.py", "captions.py", "words.py")

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
HIDDEN = ("annotation", "returns", "decorator_list", "type_comment", "type_params")
"""The parts of a function and its statements that do not affect what it does."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Constant(NamedTuple):
    """A named number, and its neighbour in the declaration."""

    neighbour: str
    value: int


class Mutant(NamedTuple):
    """One change to one function, or to the numbers at the top of a file (no `function`)."""

    file: str
    function: str
    line: int
    old: str
    new: str
    number: int
    """Numbers equal changes to one function."""
    tree: ast.Module

    @property
    def group(self) -> str:
        """Whether it changes the rules or the bots' advice."""
        return ADVICE if self.file.rpartition("/")[2] in ADVICE_FILES else RULES

    @property
    def key(self) -> str:
        """The mutant's identity, which is stable as long as its function is unchanged."""
        again = f" ({self.number})" if self.number > 1 else ""
        return f"{self.file} {self.function or '-'}: {self.old} -> {self.new}{again}"


# --------------------------------------------------------------------------------- trees
def rebuilt(node: ast.AST, old: ast.AST, new: ast.AST) -> ast.AST:
    """The same tree with one node replaced; unaffected parts are shared."""
    if node is old:
        return ast.copy_location(new, old)
    for name, value in ast.iter_fields(node):
        parts = value if isinstance(value, list) else [value]
        for place, part in enumerate(parts):
            if not isinstance(part, ast.AST):
                continue
            other = rebuilt(part, old, new)
            if other is not part:
                fields = dict(ast.iter_fields(node))
                whole = [*parts[:place], other, *parts[place + 1 :]]
                fields[name] = whole if isinstance(value, list) else other
                return ast.copy_location(type(node)(**fields), node)
    return node


def working_parts(node: ast.AST) -> Iterator[ast.AST]:
    """A node and everything below it that does something."""
    yield node
    for name, value in ast.iter_fields(node):
        if name in HIDDEN:
            continue
        for part in value if isinstance(value, list) else [value]:
            silent = isinstance(part, ast.arguments) or not isinstance(part, ast.AST)
            if not silent and not is_docstring(part):
                yield from working_parts(part)


def is_docstring(node: ast.AST) -> bool:
    """Whether this statement is only a string."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def functions_of(tree: ast.Module) -> Iterator[tuple[str, Function]]:
    """Functions and methods by name; inner ones belong to the outer one."""
    for node in tree.body:
        if isinstance(node, Function):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, Function):
                    yield f"{node.name}.{inner.name}", inner


def top_level(tree: ast.Module) -> Iterator[ast.AST]:
    """What a file computes when it is imported: its tables, and the limits of its options."""
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if not any(isinstance(target, ast.Tuple) for target in targets):
                yield from working_parts(node.value)


# --------------------------------------------------------------------------------- changes
def negated(test: ast.expr) -> ast.expr:
    """The opposite of a condition."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    return ast.UnaryOp(ast.Not(), test)


def changes(
    node: ast.AST, inside: Function, constants: Mapping[str, Constant]
) -> Iterator[tuple[ast.AST, ast.AST]]:
    """The replacements for a node: pairs of an old part and a new one."""
    match node:
        case ast.Compare(left, ops, comparators):
            for i, op in enumerate(ops):
                other = COMPARISONS[type(op)]()
                yield node, ast.Compare(left, [*ops[:i], other, *ops[i + 1 :]], comparators)
        case ast.BinOp(left, op, right) if type(op) in OPERATORS and not is_text(node):
            yield node, ast.BinOp(left, OPERATORS[type(op)](), right)
        case ast.AugAssign(target, op, value) if type(op) in OPERATORS:
            yield node, ast.AugAssign(target, OPERATORS[type(op)](), value)
        case ast.BoolOp(op, values):
            yield node, ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
            for i in range(len(values)):
                left_over = [*values[:i], *values[i + 1 :]]
                yield node, ast.BoolOp(op, left_over) if len(left_over) > 1 else left_over[0]
        case ast.UnaryOp(ast.Not() | ast.USub() | ast.Invert(), operand):
            if not isinstance(operand, ast.Constant):
                yield node, operand
        case ast.Constant(bool(value)):
            yield node, ast.Constant(not value)
        case ast.Constant(int(value)):
            yield node, ast.Constant(value + 1)
            if value > 0:
                yield node, ast.Constant(value - 1)
        case ast.Name(name, ast.Load()) if name in constants:
            yield node, ast.Constant(constants[name].value, kind=constants[name].neighbour)
        case ast.Call(ast.Name(name), args, keywords) if name in CALLS:
            yield node, ast.Call(ast.Name(CALLS[name], ast.Load()), args, keywords)
    match node:
        case ast.If(test) | ast.While(test) | ast.IfExp(test=test) if not is_equality(test):
            yield test, negated(test)
        case ast.Expr(ast.Call() | ast.Await()) | ast.AugAssign() | ast.Break() | ast.Continue():
            yield node, ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield node, ast.Pass()
        case ast.Assign(targets=[ast.Name(name)]) if is_given_twice(name, inside):
            yield node, ast.Pass()
        case ast.Return() if not is_last(node, inside):
            yield node, ast.Pass()


def is_equality(test: ast.expr) -> bool:
    """Whether swapping the comparison is the same as negating it."""
    opposed = ast.Eq | ast.NotEq | ast.In | ast.NotIn | ast.Is | ast.IsNot
    return isinstance(test, ast.Compare) and all(isinstance(op, opposed) for op in test.ops)


def is_text(node: ast.BinOp) -> bool:
    """Whether strings are concatenated, as far as can be seen."""
    return any(
        isinstance(side, ast.JoinedStr)
        or (isinstance(side, ast.Constant) and isinstance(side.value, str))
        for side in (node.left, node.right)
    )


def is_given_twice(name: str, inside: Function) -> bool:
    """Whether a local is also assigned elsewhere, so that the function runs without this."""
    stores = [
        part
        for part in ast.walk(inside)
        if isinstance(part, ast.Name) and part.id == name and isinstance(part.ctx, ast.Store)
    ]
    return len(stores) > 1 or name in {a.arg for a in inside.args.args}


def is_last(node: ast.stmt, inside: Function) -> bool:
    """Whether a function ends with this statement."""
    return inside.body[-1] is node


def numbers(node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    """The replacements for a number at the top of a file."""
    match node:
        case ast.Constant(bool()):
            return
        case ast.Constant(int(value)):
            yield node, ast.Constant(value + 1)


class NeighboursNamed(ast.NodeTransformer):
    """Replaces a number that is a named constant by its name."""

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        """A named number."""
        return ast.Name(node.kind, ast.Load()) if node.kind not in (None, "u") else node


def written(node: ast.AST) -> str:
    """A part as listed, on one line."""
    named = ast.fix_missing_locations(NeighboursNamed().visit(deepcopy(node)))
    return " ".join(ast.unparse(named).split())


def unit_of(whole: ast.AST, part: ast.AST) -> ast.AST:
    """The listed part of a change: its statement, or the head of a statement with a body."""
    for node in ast.walk(whole):
        if isinstance(node, ast.stmt):
            heads = (getattr(node, name, None) for name in ("test", "iter", "subject"))
            units = [head for head in heads if head] if hasattr(node, "body") else [node]
            for unit in units:
                if any(inner is part for inner in ast.walk(unit)):
                    return unit
    return part


# --------------------------------------------------------------------------------- mutants
def mutants_of(file: Path, constants: Mapping[str, Constant], name: str = "") -> Iterator[Mutant]:
    """Every mutant of a file; `name` is its path inside the game's folder."""
    tree = ast.parse(file.read_text(encoding="utf-8"), str(file))
    seen: dict[str, int] = {}

    def made(function: str, whole: ast.AST, old: ast.AST, new: ast.AST) -> Mutant:
        changed = ast.fix_missing_locations(rebuilt(tree, old, new))
        assert isinstance(changed, ast.Module)
        unit = unit_of(whole, old)
        before, after = written(unit), written(rebuilt(unit, old, new))
        if not function:
            before, after = shortened(before, after)
        line: int = getattr(old, "lineno", 0)
        mutant = Mutant(name or file.name, function, line, before, after, 1, changed)
        seen[mutant.key] = seen.get(mutant.key, 0) + 1
        return mutant._replace(number=seen[mutant.key])

    for called, function in functions_of(tree):
        found: set[tuple[int, str]] = set()
        for statement in function.body:
            for node in working_parts(statement):
                for old, new in changes(node, function, constants):
                    text = ast.unparse(rebuilt(statement, old, new))
                    if (id(statement), text) not in found:
                        found.add((id(statement), text))
                        yield made(called, function, old, new)
    for node in top_level(tree):
        for old, new in numbers(node):
            yield made("", tree, old, new)


def shortened(before: str, after: str, around: int = 20) -> tuple[str, str]:
    """Two long texts cut to where they differ, with a little context."""
    start = next((i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), 0)
    name = before.partition(" = ")[0]
    begin = max(0, start - around)
    return (
        f"{name}: {before[begin : start + around]}",
        after[begin : start + around],
    )


def constants_of(modules: Mapping[str, object], trees: Iterator[ast.Module]) -> dict[str, Constant]:
    """The named numbers that are declared together, each with its neighbour."""
    found: dict[str, Constant] = {}
    for tree in trees:
        for node in tree.body:
            if not (isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple)):
                continue
            names = [part.id for part in node.targets[0].elts if isinstance(part, ast.Name)]
            for name, neighbour in zip(names, [*names[1:], *names[:1]], strict=True):
                value = modules.get(neighbour)
                if isinstance(value, int) and modules.get(name) != value:
                    found[name] = Constant(neighbour, value)
    return found

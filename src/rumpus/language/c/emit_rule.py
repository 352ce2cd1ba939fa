"""The C emitter, part two: one rule becomes one C function, statement by statement."""

from __future__ import annotations

import ast
from functools import reduce
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple, Protocol

from rumpus.language import intrinsics
from rumpus.language.declare import NONE, Each, is_rule
from rumpus.language.intrinsics import EVERYONE, INTRINSICS, KEPT_WIDTH, MOST_ARGUMENTS
from rumpus.language.kinds import NOTHING, NUMBER, Type, fits, table_type
from rumpus.language.program import Program
from rumpus.language.reading import Rule, Scope, filled, stored_names

from .text import c_int, comment, free, free_names, literal, sizes

BINARY: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.RShift: ">>",
    ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
}  # fmt: skip
FUNCTIONS: dict[type[ast.operator], str] = {
    ast.FloorDiv: "rk_div", ast.Mod: "rk_mod", ast.LShift: "rk_shl",
}  # fmt: skip
COMPARE: dict[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
UNARY: dict[type[ast.unaryop], str] = {ast.Not: "!", ast.Invert: "~", ast.USub: "-"}


class Version(NamedTuple):
    """One C function: a rule, the types of the rows it is given, with or without the log."""

    function: FunctionType
    rows: tuple[Type, ...]
    told: bool


class CFile(Protocol):
    """The C file that rules are written into."""

    program: Program
    fields: dict[str, str]

    def global_name(self, name: str, thing: Any) -> str:
        """The C name of a constant or table."""

    def version(self, function: FunctionType, rows: tuple[Type, ...], *, told: bool) -> str:
        """The C function for a rule with these rows."""


def local_names(rule: Rule) -> dict[str, str]:
    """The C names of a rule's parameters and locals.

    The variables that a loop over `k` needs are called `k_end`, `k_next` and so on; the key is "k
    end".
    """
    names = free_names((*rule.parameters, *rule.local, *rule.loops))
    for name, helpers in rule.loops.items():
        for helper in sorted(helpers):
            names[f"{name} {helper}"] = free(f"{name}_{helper}", names.values())
    return names


class RuleWriter(Scope):
    """Writes one version of one rule."""

    def __init__(self, file: CFile, rule: Rule, version: Version) -> None:
        super().__init__(rule, file.program.hooks)
        self.file, self.program, self.version = file, file.program, version
        self.names = local_names(rule)
        rows = iter(version.rows)
        self.types = {
            name: next(rows) if kind.is_array else kind for name, kind in rule.parameters.items()
        }
        self.types.update(rule.local)
        self.first_values = self._first_values()
        self.kept: list[str] = []
        """Names for values that are used several times and evaluated once."""

    def _first_values(self) -> dict[str, ast.expr]:
        """Locals that get their first value outside any inner block: they are declared right
        there."""
        found: dict[str, ast.expr] = {}
        seen: set[str] = set()
        for statement in self.rule.node.body:
            match statement:
                case ast.Assign(targets=[ast.Name(id=name) as target]):
                    if name not in seen and self.rule.local.get(name, NUMBER).is_number:
                        found[name] = target
            seen |= stored_names(statement)
        return {name: target for name, target in found.items() if name in self.rule.local}

    # ----------------------------------------------------------------------------- the function
    def function_text(self, name: str) -> str:
        """The C function, with the rule's name above it."""
        parameters = [self.declared(own) for own in self.rule.parameters]
        if self.version.told:
            parameters.insert(1, "Log *log")
        result = "void" if self.rule.returns == NOTHING else "int64_t"
        local = "".join(
            f"  int64_t {self.names[own]}{sizes(kind.shape) or ' = 0'};\n"
            for own, kind in self.rule.local.items()
            if own not in self.first_values
        )
        body = "".join(self.statement(node, 1) for node in self.rule.node.body)
        if self.kept:
            local += f"  int64_t {', '.join(self.kept)};\n"
        file = Path(self.function.__code__.co_filename).name
        return (
            f"{comment(f'{self.rule.name} ({file}): {self.rule.summary}'.rstrip(': '))}\n"
            f"RULE {result} {name}({', '.join(parameters) or 'void'}) {{\n{local}{body}}}\n"
        )

    def declared(self, own: str) -> str:
        """A parameter with its C type."""
        kind, name = self.types[own], self.names[own]
        if kind.kind == "state":
            return f"State *{name}"
        if not kind.is_array:
            return f"int64_t {name}"
        pointer = f"(*{name}){sizes(kind.shape[1:])}" if len(kind.shape) > 1 else f"*{name}"
        return f"{'const ' if kind.is_fixed else ''}{c_int(kind.bits)} {pointer}"

    # ----------------------------------------------------------------------------- statements
    def block(self, statements: list[ast.stmt], depth: int, before: str = "") -> str:
        """Statements in braces."""
        inner = "".join(self.statement(node, depth + 1) for node in statements)
        return "{\n" + before + inner + "  " * depth + "}"

    def statement(self, node: ast.stmt, depth: int) -> str:
        """One statement, as one or more lines."""
        pad = "  " * depth
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                return ""
            case ast.Expr(value=ast.Call() as call):
                text = self.call(call)
                return f"{pad}{text};\n" if text else ""
            case (
                ast.Assign(targets=[target], value=value)
                | ast.AnnAssign(target=target, value=ast.expr() as value)
            ):
                return f"{pad}{self.assign(target, value)};\n"
            case ast.AugAssign(target=target, op=op, value=value):
                return f"{pad}{self.augmented_assign(target, op, value)};\n"
            case ast.Return(value=None):
                return f"{pad}return;\n"
            case ast.Return(value=ast.expr() as value):
                return f"{pad}return {self.text(value)};\n"
            case ast.If(test=test, body=body, orelse=orelse):
                text = f"{pad}if ({self.text(test)}) {self.block(body, depth)}"
                if len(orelse) == 1 and isinstance(orelse[0], ast.If):
                    return f"{text} else {self.statement(orelse[0], depth).lstrip()}"
                return text + (f" else {self.block(orelse, depth)}\n" if orelse else "\n")
            case ast.While(test=test, body=body):
                return f"{pad}while ({self.text(test)}) {self.block(body, depth)}\n"
            case ast.For(target=ast.Name(id=name), iter=ast.Call() as call, body=body):
                is_walk = isinstance(self.thing(call.func), Each)
                loop = self.walk_loop if is_walk else self.range_loop
                return f"{pad}{loop(name, call, body, depth)}\n"
            case ast.Break():
                return f"{pad}break;\n"
            case ast.Continue():
                return f"{pad}continue;\n"
        raise AssertionError(f"the checker let {type(node).__name__} through")

    def assign(self, target: ast.expr, value: ast.expr) -> str:
        """A local array is zeroed, anything else gets its value."""
        if isinstance(target, ast.Name) and self.types.get(target.id, NUMBER).is_array:
            array = self.names[target.id]
            return f"__builtin_memset({array}, 0, sizeof {array})"
        is_first = isinstance(target, ast.Name) and self.first_values.get(target.id) is target
        return f"{'int64_t ' if is_first else ''}{self.text(target)} = {self.text(value)}"

    def augmented_assign(self, target: ast.expr, op: ast.operator, value: ast.expr) -> str:
        """`a += b`, written out where C needs a function or more than 32 bits."""
        if type(op) in BINARY and (self.is_wide(target) or not isinstance(op, ast.RShift)):
            return f"{self.text(target)} {BINARY[type(op)]}= {self.text(value)}"
        return f"{self.text(target)} = {self.text(ast.BinOp(target, op, value))}"

    # ----------------------------------------------------------------------------- loops
    def range_loop(self, own: str, call: ast.Call, body: list[ast.stmt], depth: int) -> str:
        """A loop over a range, whose end is evaluated once."""
        name = self.names[own]
        low = self.text(call.args[0]) if len(call.args) > 1 else "0"
        high = call.args[min(1, len(call.args) - 1)]
        step = self.constant(call.args[2]) if len(call.args) == 3 else 1
        assert step
        begin, end = f"int64_t {name} = {low}", self.part(high)
        if not self.is_steady(high, body):
            end = self.names[f"{own} end"]
            begin += f", {end} = {self.text(high)}"
        onward = {1: f"{name}++", -1: f"{name}--"}.get(step)
        if onward is None and self.is_near(high) and abs(step) <= 1 << 62:
            onward = f"{name} += {literal(step)}"
        elif onward is None:  # the next number may not fit into 64 bits
            onward = f"{name} = rk_{'up' if step > 0 else 'down'}({name}, {abs(step)}u, {end})"
        condition = f"{name} {'<' if step > 0 else '>'} {end}"
        return f"for ({begin}; {condition}; {onward}) {self.block(body, depth)}"

    def is_near(self, node: ast.expr) -> bool:
        """Whether a number obviously fits into 32 bits."""
        number = self.constant(node)
        return not self.is_wide(node) if number is None else fits(32, number)

    def walk_loop(self, own: str, call: ast.Call, body: list[ast.stmt], depth: int) -> str:
        """A walk: its arguments are evaluated once, and the next item is found before the body
        runs."""
        walk = self.thing(call.func)
        first, following = (
            self.program.rules[filled(self.hooks, part)] for part in (walk.first, walk.following)
        )
        name, after = self.names[own], self.names[f"{own} next"]
        kept, given = "", []
        for argument, (parameter, kind) in zip(call.args, first.parameters.items(), strict=True):
            if kind.is_number and not self.is_steady(argument, body):
                given.append(self.names[f"{own} {parameter}"])
                kept += f"{given[-1]} = {self.text(argument)}, "
            else:
                given.append(self.text(argument))
        begin = f"int64_t {kept}{name} = {self.call_text(first, call.args, given)}, {after}"
        step = f"{after} = {self.call_text(following, call.args, [*given, name])};"
        inner = self.block(body, depth, f"{'  ' * depth}  {step}\n")
        return f"for ({begin}; {name} != {NONE}; {name} = {after}) {inner}"

    def is_steady(self, node: ast.expr, body: list[ast.stmt]) -> bool:
        """Whether a number stays the same while a loop's body runs."""
        if isinstance(node, ast.Name) and self.is_own(node):
            return node.id not in stored_names(*body)
        return self.constant(node) is not None

    # ----------------------------------------------------------------------------- expressions
    def text(self, node: ast.expr) -> str:
        """An expression, without brackets around it."""
        match node:
            case ast.Name(id=name) if self.is_own(node):
                return self.names[name]
            case ast.Attribute(value=value, attr=name) if self.is_own(value):
                return f"{self.text(value)}->{self.file.fields[name]}"
            case ast.Name(id=name) | ast.Attribute(attr=name):
                return self.file.global_name(name, self.thing(node))
            case ast.Subscript(value=value, slice=index):
                return f"{self.text(value)}[{self.text(index)}]"
            case ast.Constant() | ast.UnaryOp() if (number := self.constant(node)) is not None:
                return literal(number)
            case ast.UnaryOp(op=op, operand=operand):
                return self.unary(op, operand)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in FUNCTIONS:
                return f"{FUNCTIONS[type(op)]}({self.text(left)}, {self.text(right)})"
            case ast.BinOp(left=left, op=op, right=right):
                wide = self.is_wide(left) or (BINARY[type(op)] != ">>" and self.is_wide(right))
                widened = "" if wide else "(int64_t)"
                return f"{widened}{self.part(left)} {BINARY[type(op)]} {self.part(right)}"
            case ast.BoolOp(op=word, values=values):
                return (" && " if isinstance(word, ast.And) else " || ").join(
                    map(self.condition, values)
                )
            case ast.Compare():
                return self.compare(node)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return f"{self.part(test)} ? {self.part(body)} : {self.part(orelse)}"
            case ast.Call():
                return self.call(node)
        raise AssertionError(f"the checker let {type(node).__name__} through")

    def part(self, node: ast.expr) -> str:
        """An expression as part of a larger one."""
        match node:
            case ast.BinOp(op=op) if type(op) in FUNCTIONS:
                return self.text(node)
            case ast.BinOp() | ast.BoolOp() | ast.Compare() | ast.IfExp():
                return f"({self.text(node)})"
        return self.text(node)

    def condition(self, node: ast.expr) -> str:
        """An expression between `&&` or `||`: a plain comparison needs no brackets there."""
        match node:
            case ast.Compare(ops=[op]) if type(op) in COMPARE:
                return self.text(node)
        return self.part(node)

    def unary(self, op: ast.unaryop, operand: ast.expr) -> str:
        """`!a`, `-a`, `~a`."""
        widened = "" if isinstance(op, ast.Not) or self.is_wide(operand) else "(int64_t)"
        of = f"({self.text(operand)})" if isinstance(operand, ast.UnaryOp) else self.part(operand)
        return f"{UNARY[type(op)]}{widened}{of}"

    def is_wide(self, node: ast.expr) -> bool:
        """Whether C computes with 64 bits here, as rules do."""
        match node:
            case ast.Name() if self.is_own(node):
                return True
            case ast.Subscript():
                return self.array(self.root(node)).bits == 64
            case ast.Attribute(value=value, attr=name) if self.is_own(value):
                return self.program.layout.by_name[name].bits == 64
            case ast.UnaryOp(op=op):
                return not isinstance(op, ast.Not) and self.constant(node) is None
            case ast.BinOp():
                return True
            case ast.Call():
                return self.thing(node.func) is not len
        number = self.constant(node)
        return number is not None and not fits(32, number)

    def compare(self, node: ast.Compare) -> str:
        """A comparison, a chain of them, or membership."""
        if isinstance(node.comparators[0], ast.Tuple):
            first, *others = map(self.part, node.comparators[0].elts)
            left, again = self.once(node.left)
            text = " || ".join([f"{left} == {first}", *(f"{again} == {x}" for x in others)])
            return text if isinstance(node.ops[0], ast.In) else f"!({text})"
        parts, left = [], self.part(node.left)
        for operator, right_node in zip(node.ops, node.comparators, strict=True):
            is_last = right_node is node.comparators[-1]
            right, again = (self.part(right_node), "") if is_last else self.once(right_node)
            parts.append(f"{left} {COMPARE[type(operator)]} {right}")
            left = again
        return " && ".join(parts)

    def once(self, node: ast.expr) -> tuple[str, str]:
        """The texts for the first and for later uses of a value: a call is made only once."""
        text = self.part(node)
        if not any(isinstance(inner, ast.Call) for inner in ast.walk(node)):
            return text, text
        self.kept.append(f"rk_{len(self.kept) + 1}")
        return f"({self.kept[-1]} = {text})", self.kept[-1]

    def array(self, node: ast.expr) -> Type:
        """The type of an array: a field, parameter, local or table, or a row of one."""
        if isinstance(node, ast.Subscript):
            return self.array(node.value).inner
        if isinstance(node, ast.Name) and self.is_own(node):
            return self.types[node.id]
        if isinstance(node, ast.Attribute) and self.is_own(node.value):
            return self.program.fields[node.attr]
        kind = table_type(self.thing(node))
        assert kind is not None
        return kind

    # ----------------------------------------------------------------------------- calls
    def call(self, node: ast.Call) -> str:
        """A call; empty where a rule without a log would tell."""
        if isinstance(node.func, ast.Subscript):
            return self.call_by_index(node, node.func)
        thing = self.thing(node.func)
        if is_rule(thing):
            return self.call_rule(thing, node.args)
        if thing is intrinsics.tell:
            return self.tell(node.args[0], literal(EVERYONE), node.args[1:])
        if thing is intrinsics.whisper:
            return self.tell(node.args[0], self.text(node.args[1]), node.args[2:])
        if thing is intrinsics.clear:
            return f"rk_clear({self.text(node.args[0])})"
        if thing is intrinsics.copy:
            return f"*{self.text(node.args[0])} = *{self.text(node.args[1])}"
        if thing is intrinsics.restore:
            if self.array(node.args[1]).bits != 8 * KEPT_WIDTH:
                raise TypeError(
                    f"{self.rule.name} restores a state from a row that cannot hold any"
                )
            return f"rk_restore({', '.join(map(self.text, node.args))})"
        if thing is intrinsics.digest:
            return f"rk_digest({self.text(node.args[0])})"
        if thing is len:
            length = self.constant(node)
            return literal(self.array(node.args[0]).shape[0] if length is None else length)
        given = [self.part(argument) for argument in node.args]
        wanted, text, _ = INTRINSICS[thing]
        return reduce(text.format, given) if wanted == 2 else text.format(*given)

    def tell(self, state: ast.expr, audience: str, numbers: list[ast.expr]) -> str:
        """An event, if there is a log."""
        if not self.version.told:
            return ""
        given = [self.text(number) for number in numbers]
        given += ["0"] * (MOST_ARGUMENTS + 1 - len(given))
        return f"rk_tell({self.text(state)}, log, {audience}, {', '.join(given)})"

    def call_rule(self, function: FunctionType, arguments: list[ast.expr]) -> str:
        """A call of a rule by its name."""
        called = self.program.rules[filled(self.hooks, function)]
        return self.call_text(called, arguments, [self.text(argument) for argument in arguments])

    def call_text(self, called: Rule, arguments: list[ast.expr], given: list[str]) -> str:
        """A call of the version for these rows, passing the log if the call tells this rule's
        log."""
        rows = []
        for argument, kind in zip(arguments, called.parameters.values(), strict=False):
            if kind.is_array:
                passed = self.array(argument)
                rows.append(passed._replace(shape=(0, *passed.shape[1:])))
        told = self.version.told and self.tells_log(called, arguments)
        name = self.file.version(called.function, tuple(rows), told=told)
        if told:
            given = [given[0], "log", *given[1:]]
        return f"{name}({', '.join(given)})"

    def call_by_index(self, node: ast.Call, function: ast.Subscript) -> str:
        """A table of rules becomes a choice between direct calls."""
        index, again = self.once(function.slice)
        *most, last = (self.call_rule(rule, node.args) for rule in self.thing(function.value))
        chosen = "".join(
            f"{again if i else index} == {i} ? {call} : " for i, call in enumerate(most)
        )
        return f"({chosen}{last})"

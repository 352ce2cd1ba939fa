"""The C emitter: a checked program becomes one C file that reads like the rules it came from.

Every rule is a static function under its own name. Rules that tell the log come twice: as they are,
with the telling left out, for simulations; and as `told_...`, with the log as second parameter.
A rule that takes rows is written once for each kind of row it is given.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from types import FunctionType
from typing import Any, NamedTuple

from . import intrinsics
from .declare import NONE, Each, is_rule
from .intrinsics import EVERYONE, INTRINSICS, MOST_ARGUMENTS
from .log import LOG_ROOM
from .program import NOTHING, Program, Rule, Type, is_rule_table, table_type

C_WORDS = frozenset(
    [
        "auto",
        "break",
        "case",
        "char",
        "const",
        "continue",
        "default",
        "do",
        "double",
        "else",
        "enum",
        "extern",
        "float",
        "for",
        "goto",
        "if",
        "inline",
        "int",
        "long",
        "register",
        "restrict",
        "return",
        "short",
        "signed",
        "sizeof",
        "static",
        "struct",
        "switch",
        "typedef",
        "union",
        "unsigned",
        "void",
        "volatile",
        "while",
        "main",
        "memset",
        "memcpy",
        "State",
        "Log",
        "log",
        "NULL",
        "EXPORT",
        "RULE",
        "TABLE",
        "asm",
        "errno",
        "signed",
        "bool",
        "true",
        "false",
    ]
)

PRELUDE = """\
#include <stdint.h>
#include <string.h>

#define RULE static __attribute__((unused))
#define TABLE static const
#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

/* Division and remainder as Python has them: towards minus infinity. */
RULE int64_t rk_div(int64_t a, int64_t b) {
  if ((uint64_t)(a | b) <= UINT32_MAX) return (int64_t)((uint32_t)a / (uint32_t)b);
  int64_t q = a / b;
  return q - ((a % b != 0) & ((a < 0) != (b < 0)));
}
RULE int64_t rk_mod(int64_t a, int64_t b) {
  if ((uint64_t)(a | b) <= UINT32_MAX) return (int64_t)((uint32_t)a % (uint32_t)b);
  int64_t r = a % b;
  return (r != 0 && ((r < 0) != (b < 0))) ? r + b : r;
}
RULE int64_t rk_shl(int64_t a, int64_t by) { return (int64_t)((uint64_t)a << by); }
RULE int64_t rk_min(int64_t a, int64_t b) { return b < a ? b : a; }
RULE int64_t rk_max(int64_t a, int64_t b) { return b > a ? b : a; }
RULE int64_t rk_abs(int64_t a) { return a < 0 ? -a : a; }
RULE uint32_t rk_rot32(uint32_t a, int64_t by) { return (a << by) | (a >> (32 - by)); }
RULE int64_t rk_count(int64_t members) { return __builtin_popcountll((uint64_t)members); }
RULE int64_t rk_lowest(int64_t members) {
  return members == 0 ? -1 : (int64_t)__builtin_ctzll((uint64_t)members);
}
"""

LOG = f"""
/* The event log, beside the state: audience, kind and up to {MOST_ARGUMENTS} numbers an event. */
typedef struct {{
  int64_t kinds; /* the set of kinds told, even of events that were lost */
  int32_t n, lost;
  int32_t event[{LOG_ROOM}][{MOST_ARGUMENTS + 2}];
}} Log;
RULE void rk_tell(
    Log *log, int64_t audience, int64_t kind, int64_t a, int64_t b, int64_t c, int64_t d) {{
  log->kinds |= rk_shl(1, kind);
  if (log->n == {LOG_ROOM}) {{ log->lost++; return; }}
  int32_t *event = log->event[log->n++];
  event[0] = (int32_t)audience; event[1] = (int32_t)kind;
  event[2] = (int32_t)a; event[3] = (int32_t)b; event[4] = (int32_t)c; event[5] = (int32_t)d;
}}
"""

BINARY = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
    ast.RShift: ">>",
}  # fmt: skip
FUNCTIONS = {ast.FloorDiv: "rk_div", ast.Mod: "rk_mod", ast.LShift: "rk_shl"}
COMPARE = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
ENTRY_ROW = 32
"""The bits of every row that crosses the border between Python and C."""


class Version(NamedTuple):
    """One C function: a rule, the types of its rows, with or without the log."""

    function: FunctionType
    rows: tuple[Type, ...]
    told: bool


@dataclass
class Parameter:
    """A parameter of an entry point, as the other side of the border sees it."""

    name: str
    kind: str  # state, number, row


@dataclass
class Entry:
    """An entry point: its name in the library, its parameters, whether it has a result."""

    name: str
    parameters: list[Parameter]
    has_result: bool


def c_int(bits: int) -> str:
    """The C type of so many bits."""
    return f"int{bits}_t"


def safe(name: str) -> str:
    """A name that C does not keep for itself."""
    return f"{name}_" if name in C_WORDS or name.startswith("rk_") else name


def literal(number: int) -> str:
    """A number in C."""
    if number == -(1 << 63):
        return "INT64_MIN"
    text = f"{abs(number)}" if abs(number) < 1 << 31 else f"{abs(number)}LL"
    return f"(-{text})" if number < 0 else text


class Emitter:
    """Writes one program."""

    def __init__(self, program: Program, title: str) -> None:
        self.program, self.title = program, title
        self.names: dict[Any, str] = {}
        self.taken: set[str] = {"State", "Log"}
        self.versions: dict[Version, str] = {}
        self.functions: list[str] = []
        self.tables: list[str] = []
        self.constants: dict[str, int] = {}
        self.constant_names: dict[tuple[str, int], str] = {}
        self.entries: list[Entry] = []

    # ----------------------------------------------------------------------------- the file
    def emit(self) -> str:
        """The whole C file."""
        exports = [self.export(entry) for entry in self.program.entries]
        constants = "".join(
            f"  {name} = {literal(n)},\n" if abs(n) < 1 << 31 else ""
            for name, n in self.constants.items()
        )
        wide = "".join(
            f"#define {name} ((int64_t){literal(n)})\n"
            for name, n in self.constants.items()
            if abs(n) >= 1 << 31
        )
        return "\n".join(
            [
                f"/* {self.title}: generated from its rules; change those, not this file. */",
                PRELUDE + self.struct() + LOG,
                f"enum {{\n{constants}}};\n{wide}" if self.constants else "",
                *self.tables,
                "",
                *self.functions,
                "/* ---- entry points ---- */",
                *exports,
            ]
        )

    def struct(self) -> str:
        """The state, field by field as it lies in memory."""
        lines = []
        for slot in self.program.layout.slots:
            places = "".join(f"[{size}]" for size in slot.shape)
            lines.append(f"  {c_int(slot.bits)} {safe(slot.name)}{places};")
        if self.program.layout.padding:
            lines.append(f"  int8_t rk_padding[{self.program.layout.padding}];")
        size = self.program.layout.size
        body = "\n".join(lines)
        starts = "\n".join(self.starts())
        return (
            f"\ntypedef struct {{\n{body}\n}} State;\n"
            f'_Static_assert(sizeof(State) == {size}, "the layout of Python and C must agree");\n'
            f"RULE void rk_clear(State *s) {{\n  memset(s, 0, sizeof *s);\n{starts}}}\n"
        )

    def starts(self) -> Iterable[str]:
        for slot in self.program.layout.slots:
            if slot.start and not slot.shape:
                yield f"  s->{safe(slot.name)} = {literal(slot.start)};\n"
            elif slot.start:
                first = "[0]" * len(slot.shape)
                yield (
                    f"  for (int64_t i = 0; i < {slot.places}; i++) "
                    f"(&s->{safe(slot.name)}{first})[i] = {literal(slot.start)};\n"
                )

    def unique(self, key: Any, wanted: str) -> str:
        """A C name for a thing: its own, or with a number where that is taken."""
        if key not in self.names:
            name, n = safe(wanted), 2
            while name in self.taken:
                name, n = f"{safe(wanted)}_{n}", n + 1
            self.taken.add(name)
            self.names[key] = name
        return self.names[key]

    # ----------------------------------------------------------------------------- versions
    def version(self, function: FunctionType, rows: tuple[Type, ...], *, told: bool) -> str:
        """The C function for a rule with these rows; written when first asked for."""
        rule = self.program.rules[function]
        version = Version(function, rows, told and rule.tells)
        if version not in self.versions:
            prefix = "told_" if version.told else ""
            self.versions[version] = self.unique(version, prefix + rule.name)
            self.functions.append(Body(self, rule, version).text())
        return self.versions[version]

    def export(self, function: FunctionType) -> str:
        """The entry points of one rule: for a state, for many states, and told if it tells."""
        rule = self.program.rules[function]
        rows = tuple(
            Type("array", ENTRY_ROW, kind.shape)
            for kind in rule.parameters.values()
            if kind.kind == "array"
        )
        kinds = {"state": "state", "number": "number", "yes/no": "number", "array": "row"}
        parameters = [Parameter(n, kinds[k.kind]) for n, k in rule.parameters.items()]
        entry = Entry(rule.name, parameters, rule.returns != NOTHING)
        self.entries.append(entry)
        text = [self.export_one(entry, self.version(function, rows, told=False), told=False)]
        if rule.tells:
            text.append(self.export_one(entry, self.version(function, rows, told=True), told=True))
        text.append(self.export_each(entry, self.version(function, rows, told=False)))
        return "\n".join(text)

    def export_one(self, entry: Entry, name: str, *, told: bool) -> str:
        types = {"state": "State *", "number": "int64_t ", "row": "int32_t *"}
        parameters = [types[p.kind] + safe(p.name) for p in entry.parameters]
        arguments = [safe(p.name) for p in entry.parameters]
        if told:
            parameters.insert(1, "Log *log")
            arguments.insert(1, "log")
        result = "int64_t" if entry.has_result else "void"
        prefix = "rumpus_told_" if told else "rumpus_"
        returns = "return " if entry.has_result else ""
        return (
            f"EXPORT {result} {prefix}{entry.name}({', '.join(parameters)}) {{\n"
            f"  {returns}{name}({', '.join(arguments)});\n}}"
        )

    def export_each(self, entry: Entry, name: str) -> str:
        """The rule for n states one after another; a step of 0 gives all of them the same."""
        parameters, arguments = ["int64_t rk_n", "int64_t *rk_result"], []
        for p in entry.parameters:
            of = safe(p.name)
            if p.kind == "number":
                parameters += [f"const int64_t *{of}", f"int64_t {of}_step"]
                arguments.append(f"{of}[rk_i * {of}_step]")
            else:
                kind = "State" if p.kind == "state" else "int32_t"
                parameters += [f"{kind} *{of}", f"int64_t {of}_step"]
                arguments.append(f"{of} + rk_i * {of}_step")
        call = f"{name}({', '.join(arguments)})"
        line = f"int64_t rk_one = {call}; if (rk_result) rk_result[rk_i] = rk_one;"
        return (
            f"EXPORT void rumpus_each_{entry.name}({', '.join(parameters)}) {{\n"
            f"  {'' if entry.has_result else '(void)rk_result; '}"
            f"for (int64_t rk_i = 0; rk_i < rk_n; rk_i++) {{ "
            f"{line if entry.has_result else call + ';'} }}\n}}"
        )

    # ----------------------------------------------------------------------------- constants
    def constant(self, name: str, number: int) -> str:
        """A named constant."""
        if (name, number) not in self.constant_names:
            unique = self.unique(("constant", name, number), name)
            self.constant_names[name, number] = unique
            self.constants[unique] = number
        return self.constant_names[name, number]

    def table(self, name: str, table: tuple[Any, ...], kind: Type) -> str:
        """A table of numbers."""

        def braces(values: Any) -> str:
            if isinstance(values, tuple):
                return "{" + ", ".join(braces(value) for value in values) + "}"
            return literal(int(values))

        key = ("table", name, table)
        if key not in self.names:
            places = "".join(f"[{size}]" for size in kind.shape)
            unique = self.unique(key, name)
            self.tables.append(f"TABLE {c_int(kind.bits)} {unique}{places} = {braces(table)};")
        return self.names[key]


class Body:
    """Writes one version of one rule."""

    def __init__(self, emitter: Emitter, rule: Rule, version: Version) -> None:
        self.emitter, self.rule, self.version = emitter, rule, version
        self.program, self.function = emitter.program, rule.function
        rows = iter(version.rows)
        self.types = {
            name: next(rows) if kind.kind == "array" else kind
            for name, kind in rule.parameters.items()
        }
        self.types.update(rule.local)
        self.declared_later = self.top_level_numbers()

    def text(self) -> str:
        """The C function."""
        parameters = [self.declared(name) for name in self.rule.parameters]
        if self.version.told:
            parameters.insert(1, "Log *log")
        result = "void" if self.rule.returns == NOTHING else "int64_t"
        local = [
            f"  int64_t {safe(name)}"
            + ("".join(f"[{size}]" for size in kind.shape) if kind.shape else " = 0")
            + ";\n"
            for name, kind in self.rule.local.items()
            if name not in self.declared_later
        ]
        body = "".join(self.statement(node, 1) for node in self.rule.node.body)
        comment = f"/* {self.rule.name}: {self.rule.summary} */\n" if self.rule.summary else ""
        name = self.emitter.versions[self.version]
        return (
            f"{comment}RULE {result} {name}({', '.join(parameters)}) {{\n{''.join(local)}{body}}}\n"
        )

    def top_level_numbers(self) -> dict[str, ast.expr]:
        """Locals that get their first value on a line of no inner block: declared right there."""
        found: dict[str, ast.expr] = {}
        seen: set[str] = set()
        for statement in self.rule.node.body:
            if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
                name = statement.targets[0].id
                if name in self.rule.local and not self.rule.local[name].shape and name not in seen:
                    found[name] = statement.targets[0]
            seen |= {n.id for n in ast.walk(statement) if isinstance(n, ast.Name)}
        return found

    def first_assignment(self, target: ast.expr) -> ast.expr | None:
        return self.declared_later.get(target.id) if isinstance(target, ast.Name) else None

    def declared(self, name: str) -> str:
        kind = self.types[name]
        if kind.kind == "state":
            return f"State *{safe(name)}"
        if kind.kind == "array":
            inner = "".join(f"[{size}]" for size in kind.shape[1:])
            return f"{c_int(kind.bits)} {f'(*{safe(name)}){inner}' if inner else f'*{safe(name)}'}"
        return f"int64_t {safe(name)}"

    # ----------------------------------------------------------------------------- statements
    def block(self, statements: list[ast.stmt], depth: int) -> str:
        inner = "".join(self.statement(node, depth + 1) for node in statements)
        return "{\n" + inner + "  " * depth + "}"

    def statement(self, node: ast.stmt, depth: int) -> str:
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
                if isinstance(target, ast.Name) and self.types_of(target.id).kind == "array":
                    return f"{pad}memset({safe(target.id)}, 0, sizeof {safe(target.id)});\n"
                declare = "int64_t " if target is self.first_assignment(target) else ""
                text = self.expression(value, outer=True)
                return f"{pad}{declare}{self.expression(target)} = {text};\n"
            case ast.AugAssign(target=target, op=op, value=value):
                if type(op) in BINARY:
                    text = self.expression(value, outer=True)
                    return f"{pad}{self.expression(target)} {BINARY[type(op)]}= {text};\n"
                as_read = ast.copy_location(ast.BinOp(target, op, value), node)
                return f"{pad}{self.expression(target)} = {self.expression(as_read, outer=True)};\n"
            case ast.Return(value=None):
                return f"{pad}return;\n"
            case ast.Return(value=ast.expr() as value):
                return f"{pad}return {self.expression(value, outer=True)};\n"
            case ast.If(test=test, body=body, orelse=orelse):
                text = f"{pad}if ({self.expression(test, outer=True)}) {self.block(body, depth)}"
                if len(orelse) == 1 and isinstance(orelse[0], ast.If):
                    return f"{text} else {self.statement(orelse[0], depth).lstrip()}"
                return text + (f" else {self.block(orelse, depth)}\n" if orelse else "\n")
            case ast.While(test=test, body=body):
                condition = self.expression(test, outer=True)
                return f"{pad}while ({condition}) {self.block(body, depth)}\n"
            case ast.For():
                return f"{pad}{self.loop(node, depth)}\n"
            case ast.Break():
                return f"{pad}break;\n"
            case ast.Continue():
                return f"{pad}continue;\n"
        raise AssertionError(f"the checker let {type(node).__name__} through")

    def loop(self, node: ast.For, depth: int) -> str:
        assert isinstance(node.target, ast.Name) and isinstance(node.iter, ast.Call)
        name, body = safe(node.target.id), self.block(node.body, depth)
        thing = self.program.named(self.function, node.iter.func)
        if isinstance(thing, Each):
            return self.walk(name, thing, node, depth)
        arguments = [self.expression(a, outer=True) for a in node.iter.args]
        low, high = ("0", arguments[0]) if len(arguments) == 1 else arguments[:2]
        step = self.step(node.iter.args[2]) if len(arguments) == 3 else 1
        if self.is_constant(node.iter.args[min(1, len(arguments) - 1)]):
            until, end = high, ""
        else:
            until, end = f"{name}_end", f", {name}_end = {high}"
        onward = {1: f"{name}++", -1: f"{name}--"}.get(step, f"{name} += {literal(step)}")
        sign = "<" if step > 0 else ">"
        return f"for (int64_t {name} = {low}{end}; {name} {sign} {until}; {onward}) {body}"

    def step(self, node: ast.expr) -> int:
        if isinstance(node, ast.UnaryOp):
            return -self.step(node.operand)
        return int(
            node.value  # type: ignore[arg-type]
            if isinstance(node, ast.Constant)
            else self.program.named(self.function, node)
        )

    def is_constant(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Name) and (node.id in self.types or node.id in self.rule.loops):
            return False
        named = self.program.named(self.function, node)
        return isinstance(node, ast.Constant) or isinstance(named, int)

    def walk(self, name: str, thing: Each, node: ast.For, depth: int) -> str:
        """A loop in which the following one is found before the body runs."""
        assert isinstance(node.iter, ast.Call)
        arguments = node.iter.args
        first = self.call_rule(self.program.filled(thing.first), arguments)
        following = self.call_rule(self.program.filled(thing.following), arguments, name)
        inner = "".join(self.statement(x, depth + 1) for x in node.body)
        pad = "  " * depth
        return (
            f"for (int64_t {name} = {first}, {name}_next; {name} != {NONE}; {name} = {name}_next) "
            f"{{\n{pad}  {name}_next = {following};\n{inner}{pad}}}"
        )

    # ----------------------------------------------------------------------------- expressions
    def types_of(self, name: str) -> Type:
        return self.types.get(name, Type("number"))

    def array(self, node: ast.expr) -> Type:
        """The type of an array expression: a field, parameter, local or table, or a row of it."""
        if isinstance(node, ast.Subscript):
            outer = self.array(node.value)
            return Type("array", outer.bits, outer.shape[1:])
        if isinstance(node, ast.Name) and node.id in self.types:
            return self.types[node.id]
        if isinstance(node, ast.Attribute) and self.is_own(node.value):
            return self.program.fields[node.attr]
        kind = table_type(self.program.named(self.function, node))
        assert kind is not None
        return kind

    def is_own(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id in self.types

    def expression(self, node: ast.expr, *, outer: bool = False) -> str:
        """An expression; the outermost needs no brackets."""
        match node:
            case ast.Constant(value=value):
                return literal(int(value))  # type: ignore[arg-type]
            case ast.Name(id=name):
                if name in self.types or name in self.rule.loops:
                    return safe(name)
                return self.named(node, name)
            case ast.Attribute(value=value, attr=name):
                if self.is_own(value):
                    return f"{self.expression(value)}->{safe(name)}"
                return self.named(node, name)
            case ast.Subscript(value=value, slice=index):
                return f"{self.expression(value)}[{self.expression(index, outer=True)}]"
            case ast.UnaryOp(op=op, operand=operand):
                sign = {ast.Not: "!", ast.Invert: "~", ast.USub: "-"}[type(op)]
                return self.bracketed(f"{sign}{self.expression(operand)}", outer=outer)
            case ast.BinOp(left=left, op=op, right=right):
                if type(op) in FUNCTIONS:
                    a, b = (self.expression(x, outer=True) for x in (left, right))
                    return f"{FUNCTIONS[type(op)]}({a}, {b})"
                widened = "" if self.is_wide(left) or self.is_wide(right) else "(int64_t)"
                a, b = self.expression(left), self.expression(right)
                text = f"{widened}{a} {BINARY[type(op)]} {b}"
                return self.bracketed(text, outer=outer)
            case ast.BoolOp(op=op, values=values):
                word = " && " if isinstance(op, ast.And) else " || "
                return self.bracketed(word.join(map(self.expression, values)), outer=outer)
            case ast.Compare():
                return self.bracketed(self.compare(node), outer=outer)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                a, b, c = map(self.expression, (test, body, orelse))
                return f"({a} ? {b} : {c})"
            case ast.Call():
                return self.call(node)
        raise AssertionError(f"the checker let {type(node).__name__} through")

    def is_wide(self, node: ast.expr) -> bool:
        """Whether C already counts with 64 bits here."""
        if isinstance(node, ast.Name):
            return node.id in self.types or node.id in self.rule.loops
        return isinstance(node, ast.BinOp | ast.Call)

    @staticmethod
    def bracketed(text: str, *, outer: bool) -> str:
        return text if outer else f"({text})"

    def named(self, node: ast.expr, name: str) -> str:
        thing = self.program.named(self.function, node)
        if isinstance(thing, tuple):
            kind = table_type(thing)
            assert kind is not None
            return self.emitter.table(name, thing, kind)
        return self.emitter.constant(name, int(thing))

    def compare(self, node: ast.Compare) -> str:
        left = self.expression(node.left)
        if isinstance(node.ops[0], ast.In | ast.NotIn):
            assert isinstance(node.comparators[0], ast.Tuple)
            choices = [self.expression(choice) for choice in node.comparators[0].elts]
            text = " || ".join(f"{left} == {choice}" for choice in choices)
            return text if isinstance(node.ops[0], ast.In) else f"!({text})"
        parts = []
        for operator, right_node in zip(node.ops, node.comparators, strict=True):
            right = self.expression(right_node)
            parts.append(f"{left} {COMPARE[type(operator)]} {right}")
            left = right
        return " && ".join(parts)

    # ----------------------------------------------------------------------------- calls
    def call(self, node: ast.Call) -> str:
        if isinstance(node.func, ast.Subscript):
            return self.call_by_index(node, node.func)
        thing = self.program.named(self.function, node.func)
        if thing is intrinsics.tell:
            return self.tell(str(EVERYONE), node.args[1:])
        if thing is intrinsics.whisper:
            return self.tell(self.expression(node.args[1], outer=True), node.args[2:])
        if thing is intrinsics.clear:
            return f"rk_clear({self.expression(node.args[0])})"
        if thing is intrinsics.copy:
            return "*{} = *{}".format(*map(self.expression, node.args))
        if thing is len:
            return literal(self.array(node.args[0]).shape[0])
        if is_rule(thing):
            return self.call_rule(thing, node.args)
        return INTRINSICS[thing].c.format(*map(self.expression, node.args))

    def tell(self, audience: str, numbers: list[ast.expr]) -> str:
        if not self.version.told:
            return ""
        given = [self.expression(number, outer=True) for number in numbers]
        given += ["0"] * (MOST_ARGUMENTS + 1 - len(given))
        return f"rk_tell(log, {audience}, {', '.join(given)})"

    def call_rule(self, function: FunctionType, arguments: list[ast.expr], last: str = "") -> str:
        function = self.program.filled(function)
        rule = self.program.rules[function]
        kinds = list(rule.parameters.values())
        rows = tuple(
            self.array(argument)
            for argument, kind in zip(arguments, kinds, strict=False)
            if kind.kind == "array"
        )
        rows = tuple(Type("array", row.bits, (0, *row.shape[1:])) for row in rows)
        name = self.emitter.version(function, rows, told=self.version.told)
        given = [self.expression(argument, outer=True) for argument in arguments]
        given += [last] if last else []
        if self.version.told and rule.tells:
            given.insert(1, "log")
        return f"{name}({', '.join(given)})"

    def call_by_index(self, node: ast.Call, function: ast.Subscript) -> str:
        """A table of rules becomes a choice between direct calls."""
        table = self.program.named(self.function, function.value)
        assert is_rule_table(table)
        index = self.expression(function.slice)
        calls = [self.call_rule(thing, node.args) for thing in table]
        text = calls[-1]
        for i, call in reversed(list(enumerate(calls[:-1]))):
            text = f"{index} == {i} ? {call} : {text}"
        return f"({text})"


def emit(program: Program, title: str) -> tuple[str, list[Entry]]:
    """The C file of a program, and its entry points."""
    emitter = Emitter(program, title)
    return emitter.emit(), emitter.entries


__all__ = ["Entry", "emit"]

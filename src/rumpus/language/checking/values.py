"""The checker, part two: what every expression is, what it calls, and whether order matters.

C evaluates the parts of an expression in any order, Python from left to right. So a line in which
one part changes what another part reads is refused.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import FunctionType
from typing import Any

from rumpus.language import intrinsics
from rumpus.language.declare import Each, bounds, is_rule
from rumpus.language.intrinsics import INTRINSICS, MOST_ARGUMENTS
from rumpus.language.kinds import (
    NOTHING,
    NUMBER,
    STATE,
    YES_NO,
    Type,
    fits,
    is_intrinsic,
    is_rule_table,
    table_type,
)
from rumpus.language.program import Program
from rumpus.language.reading import (
    CHAIN,
    LONGEST_CHAIN,
    UNKNOWN,
    Consequence,
    Mistake,
    Rule,
    Scope,
    filled,
    stored_names,
)

from .refusals import BEHIND_IN, OPERATORS, STRING, refused, refused_call

LOGIC = (ast.BitAnd, ast.BitOr, ast.BitXor)
COMPARISONS = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)


class ValueChecker(Scope):
    """Finds the types of the expressions in one rule."""

    def __init__(self, program: Program, rule: Rule) -> None:
        super().__init__(rule, program.hooks)
        self.program = program
        self.known: set[str] | None = set()
        """The local names that have a value here; None in code that is never reached."""
        self._kinds: dict[ast.expr, Type] = {}

    # ----------------------------------------------------------------------------- expressions
    def kind(self, node: ast.expr) -> Type:
        """What an expression is."""
        if node not in self._kinds:
            self._kinds[node] = self._kind(node)
        return self._kinds[node]

    def _kind(self, node: ast.expr) -> Type:
        match node:
            case ast.Constant():
                return self.literal(node)
            case ast.Name():
                return self.name(node)
            case ast.Attribute():
                return self.field(node) if self.is_own(node.value) else self.global_thing(node)
            case ast.Subscript():
                return self.place(node)
            case ast.UnaryOp():
                return self.unary(node)
            case ast.BinOp():
                return self.operation(node, node.op, node.left, node.right)
            case ast.BoolOp():
                return self.joined(node)
            case ast.Compare():
                return self.compare(node)
            case ast.IfExp():
                self.test(node.test)
                kinds = {self.number(node.body), self.number(node.orelse)}
                return YES_NO if kinds == {YES_NO} else NUMBER
            case ast.Call():
                return self.call(node)
        raise Mistake(node, refused(node))

    def number(self, node: ast.expr) -> Type:
        """Refuse anything but a single number."""
        kind = self.kind(node)
        if not kind.is_number:
            raise Mistake(node, f"a number is expected here, not {kind.words}")
        return kind

    def test(self, node: ast.expr) -> None:
        """A condition: `and` and `or` may join numbers here, since only their truth counts."""
        match node:
            case ast.BoolOp(values=values):
                for value in values:
                    self.test(value)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self.test(operand)
            case _:
                self.number(node)

    def literal(self, node: ast.Constant) -> Type:
        """A literal."""
        match node.value:
            case bool():
                return YES_NO
            case int():
                self.check_fits(node, 64)
                return NUMBER
            case float() | complex():
                raise Mistake(node, "there are no fractions in rules; count in smaller units")
            case str() | bytes():
                raise Mistake(node, STRING)
        raise Mistake(node, "only whole numbers can be constants; use NONE (-1) for nothing")

    def unary(self, node: ast.UnaryOp) -> Type:
        """`not a`, `-a`, `~a`."""
        if isinstance(node.op, ast.Not):
            self.test(node.operand)
            return YES_NO
        if isinstance(node.op, ast.UAdd):
            raise Mistake(node, "leave the `+` out")
        if isinstance(node.op, ast.USub) and self.constant(node) is not None:
            self.check_fits(node, 64)
        elif self.number(node.operand) == YES_NO and isinstance(node.op, ast.Invert):
            raise Mistake(node, "`~` inverts the bits of a number; write `not` for yes or no")
        return NUMBER

    def operation(
        self, node: ast.AST, operator: ast.operator, left: ast.expr, right: ast.expr
    ) -> Type:
        """`a + b` and its like, also as `a += b`."""
        if type(operator) in OPERATORS:
            raise Mistake(node, OPERATORS[type(operator)])
        kinds = {self.number(left), self.number(right)}
        constant = self.constant(right)
        match operator:
            case ast.LShift() | ast.RShift() if constant is not None and not 0 <= constant <= 63:
                raise Mistake(node, "shift by 0 to 63 places")
            case ast.FloorDiv() | ast.Mod() if constant == 0:
                raise Mistake(node, "nothing can be divided by 0")
        if isinstance(node, ast.BinOp):
            self.check_fits(node, 64)
        self.in_any_order([left, right])
        return YES_NO if kinds == {YES_NO} and isinstance(operator, LOGIC) else NUMBER

    def joined(self, node: ast.BoolOp) -> Type:
        """`a and b`, `a or b` as a value."""
        for value in node.values:
            if self.number(value) != YES_NO:
                raise Mistake(
                    value,
                    "`and`/`or` as a value join yes/no only; compare the number (`!= 0`) "
                    "or write `a if ... else b`",
                )
        return YES_NO

    def compare(self, node: ast.Compare) -> Type:
        """`a < b`, `a < b <= c`, `a in (B, C)`."""
        self.number(node.left)
        if isinstance(node.ops[0], ast.In | ast.NotIn):
            return self.member(node)
        for operator, right in zip(node.ops, node.comparators, strict=True):
            if isinstance(operator, ast.Is | ast.IsNot):
                raise Mistake(node, "numbers are compared with `==` and `!=`")
            if not isinstance(operator, COMPARISONS):
                raise Mistake(node, BEHIND_IN)
            self.number(right)
        for middle in node.comparators[:-1]:
            self.nothing_happens(middle, "side effects are not allowed in a chained comparison")
        self.in_any_order([node.left, *node.comparators])
        return YES_NO

    def member(self, node: ast.Compare) -> Type:
        """`x in (A, B)`."""
        choices = node.comparators[0]
        if len(node.ops) > 1 or not isinstance(choices, ast.Tuple) or not choices.elts:
            raise Mistake(node, BEHIND_IN)
        for choice in choices.elts:
            self.number(choice)
            self.nothing_happens(choice, "side effects are not allowed after `in`")
        self.nothing_happens(node.left, "side effects are not allowed before `in`")
        return YES_NO

    # ----------------------------------------------------------------------------- names
    def name(self, node: ast.Name) -> Type:
        """A name: the rule's own, or one of its file."""
        if not self.is_own(node):
            return self.global_thing(node)
        self.check_set(node)
        return self.rule.parameters.get(node.id) or self.rule.local.get(node.id) or NUMBER

    def check_set(self, node: ast.Name) -> None:
        """Refuse a name of the rule's own that may have no value yet."""
        if self.known is not None and node.id not in self.known:
            raise Mistake(
                node, f"`{node.id}` may have no value here; give it one before the `if` or loop"
            )

    def global_thing(self, node: ast.Name | ast.Attribute) -> Type:
        """A constant or a table."""
        thing, name = self.thing(node), ast.unparse(node)
        if isinstance(thing, int):
            self.check_fits(node, 64)
            return YES_NO if isinstance(thing, bool) else NUMBER
        if isinstance(thing, tuple):
            table = table_type(thing)
            if table is None:
                raise Mistake(
                    node,
                    f"`{name}` is not a table: a tuple of whole numbers (of at most 64 bits), "
                    "or of equally long tuples of them (1 and 0, not True and False)",
                )
            return table
        self.refuse_unknown(node)
        raise Mistake(node, f"`{name}` is not a number; rules use numbers, tables and other rules")

    def refuse_unknown(self, node: ast.expr) -> None:
        """Refuse a name that stands for nothing."""
        if self.is_own(node) or self.thing(node) is not UNKNOWN:
            return
        match node:
            case ast.Name(id=name):
                if name in stored_names(self.rule.node):
                    raise Mistake(node, f"`{name}` has no value yet; give it one first")
                raise Mistake(
                    node, f"nothing is called `{name}`; import it or give it a value first"
                )
            case ast.Attribute(value=value, attr=name):
                self.refuse_unknown(value)
                if hasattr(self.thing(value), name):
                    raise Mistake(
                        node,
                        "rules know the numbers of a file, not those of a class or an object; "
                        f"give `{ast.unparse(node)}` a name at the top of the file",
                    )
                raise Mistake(node, f"`{ast.unparse(value)}` has no `{name}`")
            case _:
                self.kind(node)

    def field(self, node: ast.Attribute) -> Type:
        """A field of a state."""
        if self.kind(node.value) != STATE:
            raise Mistake(node, f"`{ast.unparse(node.value)}` has no fields; only a state has")
        if node.attr not in self.program.fields:
            raise Mistake(
                node, f"the state has no field `{node.attr}`; declare it in the @state class"
            )
        return self.program.fields[node.attr]

    # ----------------------------------------------------------------------------- arrays
    def place(self, node: ast.Subscript) -> Type:
        """A place of an array, or a row of it."""
        kind = self.kind(node.value)
        if not kind.is_array:
            raise Mistake(node, f"{kind.words} has no places to index")
        if isinstance(node.slice, ast.Tuple):
            raise Mistake(node, "write one index in each pair of brackets: a[i][j]")
        self.number(node.slice)
        index = self.constant(node.slice)
        if index is not None and index < 0:
            raise Mistake(node, "an index counts from 0; there are no negative ones")
        if index is not None and kind.shape[0] and index >= kind.shape[0]:
            raise Mistake(node, f"index {index} is outside 0..{kind.shape[0] - 1}")
        self.in_any_order([node.value, node.slice])
        return kind.inner

    @staticmethod
    def owner(node: ast.expr) -> ast.expr:
        """The name in front of all dots and brackets."""
        while isinstance(node, ast.Attribute | ast.Subscript):
            node = node.value
        return node

    @staticmethod
    def indexes(node: ast.expr) -> list[ast.expr]:
        """The indexes that pick a place of an array."""
        found = []
        while isinstance(node, ast.Subscript):
            found.append(node.slice)
            node = node.value
        return found[::-1]

    def is_local_array(self, node: ast.expr) -> bool:
        """Whether this is an array that nobody outside the rule can see, or a place of one."""
        root = self.root(node)
        return isinstance(root, ast.Name) and root.id in self.rule.local

    def check_fits(self, node: ast.expr, bits: int) -> None:
        """Refuse a value that is obviously too big or too small."""
        low, high = bounds(bits)
        for number in self.plain_values(node):
            if not fits(bits, number):
                raise Mistake(
                    node,
                    f"`{ast.unparse(node)}` can be {number}, which does not fit into "
                    f"{bits} bits ({low}..{high})",
                )

    def plain_values(self, node: ast.expr) -> list[int]:
        """The values that an expression can have, where that is obvious."""
        if isinstance(node, ast.IfExp):
            return self.plain_values(node.body) + self.plain_values(node.orelse)
        table = self.thing(self.root(node))
        if isinstance(node, ast.Subscript) and isinstance(table, tuple):
            values: list[Any] = [table]
            for index in map(self.constant, self.indexes(node)):
                values = [x for v in values for x in (v if index is None else (v[index],))]
            return [min(values), max(values)]
        constant = self.constant(node)
        return [] if constant is None else [constant]

    # ----------------------------------------------------------------------------- calls
    def call(self, node: ast.Call) -> Type:
        """A call of a rule, an intrinsic or a special form."""
        if node.keywords:
            raise Mistake(node, "write the arguments in order, without names")
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                raise Mistake(argument, refused(argument))
        if isinstance(node.func, ast.Subscript):
            return self.call_by_index(node, node.func)
        if isinstance(node.func, ast.Attribute) and self.is_own(self.owner(node.func)):
            raise Mistake(node, "numbers and arrays have no methods; call a rule")
        thing = self.thing(node.func)
        if is_rule(thing):
            return self.call_rule(node, thing)
        if is_intrinsic(thing):
            return self.call_intrinsic(node, thing)
        if thing is len:
            return self.length(node)
        if thing is intrinsics.tell or thing is intrinsics.whisper:
            return self.tell(node, audience=1 if thing is intrinsics.whisper else 0)
        if thing is intrinsics.clear or thing is intrinsics.copy:
            return self.change_state(node, states=1 if thing is intrinsics.clear else 2)
        if thing is intrinsics.restore:
            return self.restore(node)
        if thing is intrinsics.digest:
            self.state_arguments(node, node.args, states=1)
            return NUMBER
        if thing is intrinsics.row or thing is intrinsics.grid:
            raise Mistake(node, "give a local array a name: `left = row(n)`")
        if isinstance(thing, Each):
            raise Mistake(node, "a walk belongs in a `for`")
        self.refuse_unknown(node.func)
        raise Mistake(node, refused_call(ast.unparse(node.func)))

    def call_rule(self, node: ast.Call, function: FunctionType) -> Type:
        """A call of a rule by its name."""
        called = self.called(function, node)
        self.check_arguments(node, called)
        self.note_call(node, called)
        return called.returns

    def called(self, function: FunctionType, node: ast.expr) -> Rule:
        """A rule that is called here."""
        called = self.program.rule(function, node)
        if called.is_broken:
            raise Consequence
        return called

    def call_by_index(self, node: ast.Call, function: ast.Subscript) -> Type:
        """A call out of a table of rules: `ANSWERS[s.stage](s)`."""
        table = self.thing(function.value)
        if not is_rule_table(table):
            raise Mistake(node, "only a tuple of rules at the top of a file is called by index")
        self.number(function.slice)
        self.nothing_happens(function.slice, "side effects are not allowed inside an index")
        results = {self.call_rule(node, filled(self.hooks, member)) for member in table}
        if len(results) > 1:
            raise Mistake(node, "the rules of a table must all return the same kind of thing")
        self.in_any_order([function.slice, *node.args])
        return results.pop()

    def check_arguments(self, node: ast.Call, called: Rule) -> None:
        """Refuse arguments that a rule does not take."""
        wanted = called.parameters
        if len(node.args) != len(wanted):
            raise Mistake(
                node,
                f"`{called.name}` takes {len(wanted)} arguments ({', '.join(wanted)}), "
                f"not {len(node.args)}",
            )
        for argument, (name, want) in zip(node.args, wanted.items(), strict=True):
            kind = self.kind(argument)
            same = kind.kind == want.kind and len(kind.shape) == len(want.shape)
            if not same and (want, kind) != (NUMBER, YES_NO):
                raise Mistake(
                    argument,
                    f"`{called.name}` wants {want.words} for `{name}`, not {kind.words}",
                )
            if kind.is_fixed and not want.is_fixed:
                raise Mistake(
                    argument,
                    f"`{called.name}` may change `{name}`, and this is only read; declare it "
                    "there as a ReadRow (ReadGrid, ReadCube), or copy it into a local row",
                )
        self.in_any_order(node.args)

    def note_call(self, node: ast.Call, called: Rule) -> None:
        """A rule does whatever the rules it calls do."""
        reaches_out = any(
            self.kind(argument).kind in ("state", "array") and not self.is_local_array(argument)
            for argument in node.args
        )
        self.rule.changes |= called.changes and reaches_out
        self.rule.tells |= self.tells_log(called, node.args)
        self.rule.room = max(self.rule.room, called.room)
        if called.depth + 2 > LONGEST_CHAIN:
            raise Mistake(node, CHAIN)
        self.rule.depth = max(self.rule.depth, called.depth + 1)
        given = dict(zip(called.parameters, map(ast.unparse, node.args), strict=False))
        self.check_log(node, called, given)
        told = {*called.silenced, *([str(called.first_state)] if called.tells else [])}
        self.rule.silenced |= {given[name] for name in told} - {self.rule.first_state}

    def check_log(self, node: ast.Call, called: Rule, given: dict[str, str]) -> None:
        """Refuse to pass the state with the log as one whose log is not told."""
        for name in called.silenced:
            if given[name] == self.rule.first_state:
                raise Mistake(
                    node,
                    f"`{called.name}` tells the log of its first state only, not that of `{name}`; "
                    f"pass `{given[name]}` as the first",
                )

    def call_intrinsic(self, node: ast.Call, thing: Any) -> Type:
        """`min(a, b)` and the like."""
        wanted, _, takes_more = INTRINSICS[thing]
        if len(node.args) < wanted or (len(node.args) > wanted and not takes_more):
            raise Mistake(
                node, f"`{thing.__name__}` takes {wanted} arguments, not {len(node.args)}"
            )
        for argument in node.args:
            self.number(argument)
        self.in_any_order(node.args)
        return NUMBER

    def tell(self, node: ast.Call, *, audience: int) -> Type:
        """`tell(s, kind, ...)`, or `whisper(s, seats, kind, ...)`."""
        self.state_arguments(node, node.args[:1], states=1)
        if ast.unparse(node.args[0]) != self.rule.first_state:
            raise Mistake(node, f"only the first state, `{self.rule.first_state}`, has a log")
        numbers = node.args[1:]
        if not 1 <= len(numbers) - audience <= MOST_ARGUMENTS + 1:
            raise Mistake(node, f"an event is its kind and up to {MOST_ARGUMENTS} numbers")
        for argument in numbers:
            self.number(argument)
            self.nothing_happens(argument, "side effects are not allowed inside an event")
        self.rule.tells = True
        return NOTHING

    def change_state(self, node: ast.Call, *, states: int) -> Type:
        """`clear(s)` and `copy(to, s)`."""
        self.state_arguments(node, node.args, states=states)
        self.rule.changes = True
        return NOTHING

    def restore(self, node: ast.Call) -> Type:
        """`restore(s, kept, n)`: the row comes from outside and holds states."""
        self.state_arguments(node, node.args[:1], states=1)
        match node.args[1:]:
            case [ast.Name(id=name), number] if name in self.rule.parameters:
                is_row = len(self.kind(node.args[1]).shape) == 1
            case _:
                is_row = False
        if not is_row:
            raise Mistake(node, "`restore` takes a state, a row of states and a number")
        self.number(number)
        self.nothing_happens(number, "side effects are not allowed inside a call of `restore`")
        self.rule.changes = True
        return NOTHING

    def state_arguments(self, node: ast.Call, arguments: list[ast.expr], *, states: int) -> None:
        """Refuse anything but this many states."""
        if len(arguments) != states or any(self.kind(given) != STATE for given in arguments):
            wanted = "a state" if states == 1 else f"{states} states"
            raise Mistake(node, f"`{ast.unparse(node.func)}` takes {wanted}")

    def length(self, node: ast.Call) -> Type:
        """`len(array)`."""
        if self.constant(node) is not None:
            return NUMBER
        kind = self.kind(node.args[0]) if len(node.args) == 1 else NOTHING
        if not kind.is_array or not kind.shape[0]:
            raise Mistake(
                node, "len works on fields, tables and local arrays only; pass the length along"
            )
        return NUMBER

    # ----------------------------------------------------------------------------- order
    def calls_in(self, node: ast.expr) -> Iterator[tuple[Rule, list[ast.expr]]]:
        """The rules that evaluating this calls, with their arguments."""
        for inner in ast.walk(node):
            if isinstance(inner, ast.Call):
                by_index = isinstance(inner.func, ast.Subscript)
                thing = self.thing(self.root(inner.func))
                for member in thing if by_index else (thing,):
                    if is_rule(member):
                        yield self.program.rule(filled(self.hooks, member), inner), inner.args

    def changes(self, node: ast.expr) -> bool:
        """Whether evaluating this changes something."""
        return any(called.changes for called, _ in self.calls_in(node))

    def tells(self, node: ast.expr) -> bool:
        """Whether evaluating this tells the log."""
        return any(self.tells_log(called, arguments) for called, arguments in self.calls_in(node))

    def reads(self, node: ast.expr) -> bool:
        """Whether a value depends on something a call could change. A whole array does not move."""
        if self.kind(node).is_array:
            return any(map(self.reads, self.indexes(node)))
        return any(map(self.looks, ast.walk(node)))

    def looks(self, node: ast.AST) -> bool:
        """Whether a part of an expression reads a state or an array."""
        match node:
            case ast.Attribute(value=value):
                return self.is_own(value)
            case ast.Subscript():
                return not isinstance(self.thing(self.root(node)), tuple)
            case ast.Call(args=arguments):
                return any(self.kind(argument).kind in ("state", "array") for argument in arguments)
        return False

    def in_any_order(self, parts: list[ast.expr]) -> None:
        """Refuse parts of a line whose order would matter."""
        for part in parts:
            others = [other for other in parts if other is not part]
            if self.changes(part) and any(map(self.reads, others)):
                raise Mistake(
                    part,
                    f"`{ast.unparse(part)}` changes what the rest of the line reads; "
                    "call it on a line of its own and give the result a name",
                )
            if self.tells(part) and any(map(self.tells, others)):
                raise Mistake(
                    part,
                    f"`{ast.unparse(part)}` is not the only call on this line that tells the log; "
                    "call it on a line of its own and give the result a name",
                )

    def nothing_happens(self, node: ast.expr, sentence: str) -> None:
        """Refuse a call that changes or tells something."""
        if self.changes(node) or self.tells(node):
            raise Mistake(node, f"{sentence}; call the rule on the line before")

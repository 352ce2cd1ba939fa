"""The checker: refuses everything outside the rule language, and says what to write instead.

It also finds out what the other parts need to know of a rule: the types of its locals, which rules
it calls, whether it changes the state and whether it tells the log.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType
from typing import Any

from . import intrinsics
from .declare import Each, bounds, is_rule
from .intrinsics import INTRINSICS, MOST_ARGUMENTS
from .program import (
    ARRAYS,
    NOTHING,
    NUMBER,
    STATE,
    UNKNOWN,
    YES_NO,
    Mistake,
    Program,
    Rule,
    Type,
    is_intrinsic,
    is_rule_table,
    read_function,
    table_type,
)

Known = set[str] | None
"""The locals that have a value; None after a return, break or continue."""

LIST = "declare an array field (`i8[n]()`) or a local `row(n)`"
REFUSED: dict[type[ast.AST], str] = {
    ast.List: f"a list has no fixed size; {LIST}",
    ast.ListComp: f"a list has no fixed size; {LIST} and fill it in a loop",
    ast.SetComp: "there are no Python sets; keep small numbers as bits of an i64 (rulekit.sets)",
    ast.Set: "there are no Python sets; keep small numbers as bits of an i64 (rulekit.sets)",
    ast.DictComp: "there are no dictionaries; use an array indexed by a number",
    ast.Dict: "there are no dictionaries; use an array indexed by a number",
    ast.GeneratorExp: "there are no generators; write a loop",
    ast.JoinedStr: "there are no strings in rules; words belong into words.py",
    ast.Lambda: "there are no lambdas; write a rule of its own",
    ast.FunctionDef: "a rule holds no other function; write a rule of its own beside it",
    ast.AsyncFunctionDef: "a rule holds no other function; write a rule of its own beside it",
    ast.ClassDef: "a rule holds no class; declare fields in the @state class",
    ast.Try: "there are no exceptions; ask first with an `if`",
    ast.Raise: "there are no exceptions; legal() says what may be done, so a rule need not refuse",
    ast.Assert: "there are no exceptions; put assertions into tests",
    ast.With: "there is no `with`; a rule opens nothing",
    ast.Global: "a rule changes no global; keep the number as a field of the state",
    ast.Nonlocal: "a rule changes nothing outside; keep the number as a field of the state",
    ast.Import: "import at the top of the file",
    ast.ImportFrom: "import at the top of the file",
    ast.Delete: "nothing is deleted; set the number to another value",
    ast.Yield: "there are no generators; write the numbers into an array",
    ast.YieldFrom: "there are no generators; write the numbers into an array",
    ast.Await: "a rule waits for nothing; a wait is a stage in the state",
    ast.AsyncFor: "a rule waits for nothing; a wait is a stage in the state",
    ast.AsyncWith: "a rule waits for nothing; a wait is a stage in the state",
    ast.Match: "there is no `match`; use `if`/`elif` or a table of rules called by index",
    ast.NamedExpr: "there is no `:=`; give the name a value on a line of its own",
    ast.Slice: "there are no slices; copy the places one by one in a loop",
    ast.Starred: "there is no `*`; write the arguments out",
    ast.Tuple: "a tuple is a table at the top of the file, or stands behind `in`",
}
OPERATORS = (
    ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod,
    ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift,
)  # fmt: skip
COMPARISONS = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
LOGIC_OPERATORS = (ast.BitAnd, ast.BitOr, ast.BitXor)


def check_rule(program: Program, function: FunctionType) -> Rule:
    """Read a rule and check it; mistakes are reported to the program."""
    node = read_function(function)
    rule = Rule(function, node, {}, NOTHING)
    checker = RuleChecker(program, rule)
    try:
        checker.signature()
        if getattr(function, "__rule__", "") == "hook":
            raise Mistake(node, f"the game has no rule `{function.__name__}`; write one")
        checker.body()
    except Mistake as mistake:
        program.report(function, mistake)
    return rule


class RuleChecker:
    """Goes through one rule, statement by statement."""

    def __init__(self, program: Program, rule: Rule) -> None:
        self.program, self.rule, self.function = program, rule, rule.function
        self.known: Known = set()
        self.loop_names: list[str] = []
        self.statements: dict[type[ast.stmt], Callable[[Any], None]] = {
            ast.Expr: self.call_statement,
            ast.Assign: self.assign,
            ast.AnnAssign: self.annotated_assign,
            ast.AugAssign: self.augmented_assign,
            ast.If: self.if_statement,
            ast.While: self.while_loop,
            ast.For: self.for_loop,
            ast.Return: self.return_statement,
            ast.Break: self.leave_loop,
            ast.Continue: self.leave_loop,
            ast.Pass: lambda node: None,
        }
        self.expressions: dict[type[ast.expr], Callable[[Any], Type]] = {
            ast.Constant: self.constant,
            ast.Name: self.name,
            ast.Attribute: self.attribute,
            ast.Subscript: self.subscript,
            ast.UnaryOp: self.unary,
            ast.BinOp: self.binary,
            ast.BoolOp: self.boolean,
            ast.Compare: self.compare,
            ast.IfExp: self.conditional,
            ast.Call: self.call,
        }

    # ----------------------------------------------------------------------------- the whole rule
    def signature(self) -> None:
        """Parameters and result."""
        node, arguments = self.rule.node, self.rule.node.args
        if arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.defaults:
            raise Mistake(node, "a rule takes a fixed number of plain parameters, without defaults")
        if self.function.__closure__:
            raise Mistake(node, "a rule stands at the top of its file, not inside a function")
        for parameter in arguments.args:
            kind = self.program.annotation(self.function, parameter.annotation)
            if kind is None or kind == NOTHING:
                raise Mistake(
                    parameter,
                    f"say what `{parameter.arg}` is: int, bool, Row, Grid, Cube or the state",
                )
            self.not_a_constant(parameter, parameter.arg)
            self.rule.parameters[parameter.arg] = kind
        returns = self.program.annotation(self.function, node.returns)
        if returns is None or returns not in (NUMBER, YES_NO, NOTHING):
            raise Mistake(node, f"say what `{node.name}` returns: int, bool or None")
        self.rule.returns = returns

    def body(self) -> None:
        """Every statement; mistakes in one do not hide those in the next."""
        self.known = set(self.rule.parameters)
        self.block(self.rule.node.body)
        if self.known is not None and self.rule.returns != NOTHING:
            raise Mistake(
                self.rule.node,
                f"`{self.rule.name}` can end without a result; return a number on every path",
            )

    def block(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            if self.known is None:
                self.program.report(
                    self.function, Mistake(statement, "this line is never reached; take it out")
                )
                return
            try:
                self.statement(statement)
            except Mistake as mistake:
                self.program.report(self.function, mistake)
                self.assume_assigned(statement)

    def statement(self, node: ast.stmt) -> None:
        handler = self.statements.get(type(node))
        if handler is None:
            raise Mistake(
                node, REFUSED.get(type(node), "this statement is not in the rule language")
            )
        handler(node)

    def assume_assigned(self, statement: ast.stmt) -> None:
        """After a mistake, do not complain of what the faulty line would have set."""
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                self.rule.local.setdefault(node.id, NUMBER)
                if self.known is not None:
                    self.known.add(node.id)

    # ----------------------------------------------------------------------------- statements
    def call_statement(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            if node is not self.rule.node.body[0]:
                raise Mistake(node, "a string in the middle does nothing; write a # comment")
            return
        if not isinstance(node.value, ast.Call):
            self.refuse_unknown(node.value)
            raise Mistake(node, "this line does nothing; call a rule or assign the value to a name")
        self.call(node.value)

    def annotated_assign(self, node: ast.AnnAssign) -> None:
        if node.value is None:
            raise Mistake(node, f"give `{ast.unparse(node.target)}` a value in the same line")
        self.assign_to(node.target, node.value)

    def assign(self, node: ast.Assign) -> None:
        if len(node.targets) > 1 or isinstance(node.targets[0], ast.Tuple):
            raise Mistake(node, "assign one name a line")
        self.assign_to(node.targets[0], node.value)

    def assign_to(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            array = self.local_array(value)
            kind = array or self.expression(value)
            if not array and not kind.is_number:
                raise Mistake(value, f"a local holds a number, not {self.words(kind)}")
            self.set_local(target, target.id, kind)
            return
        kind = self.number(value)
        bits = self.store(target)
        self.fits(value, bits)
        if self.changing(value) and self.reading_index(target):
            self.order_matters(value)
        del kind

    def augmented_assign(self, node: ast.AugAssign) -> None:
        if not isinstance(node.op, OPERATORS):
            self.refuse_operator(node, node.op)
        self.number(node.value)
        if isinstance(node.target, ast.Name):
            self.name(ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target))
            self.set_local(node.target, node.target.id, NUMBER)
        else:
            self.store(node.target)
            if self.changing(node.value) or self.changing(node.target):
                self.order_matters(node.value)

    def set_local(self, node: ast.AST, name: str, kind: Type) -> None:
        if name in self.rule.parameters:
            if not self.rule.parameters[name].is_number:
                raise Mistake(node, f"`{name}` is a parameter; give the new value another name")
            kind_was = self.rule.parameters[name]
        else:
            self.not_a_constant(node, name)
            if name in self.loop_names or name in self.rule.loops:
                raise Mistake(node, f"`{name}` counts a loop; give the value another name")
            kind_was = self.rule.local.setdefault(name, kind)
        if kind_was != kind and (kind_was, kind) != (NUMBER, YES_NO):
            raise Mistake(
                node, f"`{name}` is {self.words(kind_was)}; give {self.words(kind)} another name"
            )
        if self.known is not None:
            self.known.add(name)

    def not_a_constant(self, node: ast.AST, name: str) -> None:
        if name in self.function.__globals__ or is_intrinsic(self.program.named(
            self.function, ast.Name(name, ast.Load()))):  # fmt: skip
            raise Mistake(
                node, f"`{name}` already names something in this file; choose another name"
            )

    def if_statement(self, node: ast.If) -> None:
        self.test(node.test)
        before = set(self.known or ())
        self.block(node.body)
        after_body, self.known = self.known, before
        self.block(node.orelse)
        self.known = meet(after_body, self.known)

    def while_loop(self, node: ast.While) -> None:
        if node.orelse:
            raise Mistake(node, "a loop has no `else`; set a flag and ask for it afterwards")
        self.test(node.test)
        self.loop_body(node.body, None)
        forever = isinstance(node.test, ast.Constant) and node.test.value
        if forever and not any(isinstance(n, ast.Break) for n in ast.walk(node)):
            self.known = None

    def for_loop(self, node: ast.For) -> None:
        if node.orelse:
            raise Mistake(node, "a loop has no `else`; set a flag and ask for it afterwards")
        if not isinstance(node.target, ast.Name):
            raise Mistake(node, "a loop counts one name")
        name = node.target.id
        if name in self.rule.parameters or name in self.rule.local or name in self.loop_names:
            raise Mistake(node, f"`{name}` has another use here; give the loop a name of its own")
        self.not_a_constant(node, name)
        self.iterated(node.iter)
        self.rule.loops.add(name)
        self.loop_body(node.body, name)

    def iterated(self, node: ast.expr) -> None:
        if not isinstance(node, ast.Call):
            raise Mistake(node, "loop over `range(...)` or over a walk such as `pile(s, zone)`")
        thing = self.program.named(self.function, node.func)
        if thing is range:
            if not 1 <= len(node.args) <= 3 or node.keywords:
                raise Mistake(node, "range takes one to three numbers")
            for argument in node.args:
                self.number(argument)
            if len(node.args) == 3 and not self.constant_value(node.args[2]):
                raise Mistake(node, "a range's step is a constant other than 0")
            self.one_at_a_time(node, node.args)
        elif isinstance(thing, Each):
            self.check_arguments(node, thing.first, node.args)  # type: ignore[arg-type]
            following = self.callee(node, thing.following)  # type: ignore[arg-type]
            if len(following.parameters) != len(node.args) + 1:
                raise Mistake(
                    node, f"the walk's `{following.name}` takes the same and the last one"
                )
            for argument in node.args:
                if any(isinstance(n, ast.Call) for n in ast.walk(argument)):
                    raise Mistake(argument, "give the walk plain names, not calls")
        else:
            raise Mistake(node, "loop over `range(...)` or over a walk such as `pile(s, zone)`")

    def loop_body(self, body: list[ast.stmt], name: str | None) -> None:
        before = set(self.known or ())
        self.known = before | ({name} if name else set())
        self.loop_names.append(name or "")
        self.block(body)
        self.loop_names.pop()
        self.known = before

    def leave_loop(self, node: ast.stmt) -> None:
        if not self.loop_names:
            raise Mistake(node, "there is no loop to leave here")
        self.known = None

    def return_statement(self, node: ast.Return) -> None:
        if node.value is None:
            if self.rule.returns != NOTHING:
                raise Mistake(node, f"`{self.rule.name}` returns {self.words(self.rule.returns)}")
        else:
            if self.rule.returns == NOTHING:
                raise Mistake(node, f"`{self.rule.name}` is declared to return None")
            kind = self.number(node.value)
            if self.rule.returns == YES_NO and kind != YES_NO:
                raise Mistake(node, "return yes or no: a comparison, True or False")
        self.known = None

    # ----------------------------------------------------------------------------- storing
    def store(self, target: ast.expr) -> int:
        """Check the target of an assignment; returns how many bits it has."""
        if isinstance(target, ast.Attribute):
            kind, bits = self.field(target), self.field_bits(target)
        elif isinstance(target, ast.Subscript):
            kind = self.subscript(target)
            bits = self.array_of(target).bits
            if self.is_table(target):
                raise Mistake(target, "a table is never changed; keep the numbers in the state")
        else:
            raise Mistake(target, REFUSED.get(type(target), "assign to a name, a field or a place"))
        if not kind.is_number:
            raise Mistake(target, "assign to one place of an array at a time, in a loop")
        if not self.is_local_array(target):
            self.rule.changes = True
        return bits or 64

    def root(self, node: ast.expr) -> ast.expr:
        while isinstance(node, ast.Subscript):
            node = node.value
        return node

    def is_local_array(self, node: ast.expr) -> bool:
        root = self.root(node)
        return isinstance(root, ast.Name) and root.id in self.rule.local

    def is_table(self, node: ast.expr) -> bool:
        root = self.root(node)
        if isinstance(root, ast.Name) and self.is_own(root.id):
            return False
        return isinstance(self.program.named(self.function, root), tuple)

    def array_of(self, node: ast.Subscript) -> Type:
        return self.expression(self.root(node))

    def fits(self, value: ast.expr, bits: int) -> None:
        number = self.constant_value(value)
        low, high = bounds(bits)
        if number is not None and not low <= number <= high:
            raise Mistake(value, f"{number} does not fit into {bits} bits ({low}..{high})")

    def constant_value(self, node: ast.expr) -> int | None:
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            inner = self.constant_value(node.operand)
            return None if inner is None else -inner
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            return node.value
        if isinstance(node, ast.Name) and self.is_own(node.id):
            return None
        thing = self.program.named(self.function, node)
        return int(thing) if isinstance(thing, int) else None

    # ----------------------------------------------------------------------------- expressions
    def expression(self, node: ast.expr) -> Type:
        handler = self.expressions.get(type(node))
        if handler is None:
            raise Mistake(node, REFUSED.get(type(node), "this is not in the rule language"))
        return handler(node)

    def number(self, node: ast.expr) -> Type:
        kind = self.expression(node)
        if not kind.is_number:
            raise Mistake(node, f"a number is wanted here, not {self.words(kind)}")
        return kind

    def test(self, node: ast.expr) -> None:
        """A condition: `and` and `or` may join numbers here, since only their truth counts."""
        if isinstance(node, ast.BoolOp):
            for value in node.values:
                self.test(value)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self.test(node.operand)
        else:
            self.number(node)

    def constant(self, node: ast.Constant) -> Type:
        if isinstance(node.value, bool):
            return YES_NO
        if isinstance(node.value, int):
            self.fits(node, 64)
            return NUMBER
        if isinstance(node.value, float):
            raise Mistake(node, "there are no fractions in rules; count in smaller units")
        if isinstance(node.value, str | bytes):
            raise Mistake(node, "there are no strings in rules; words belong into words.py")
        raise Mistake(node, "only whole numbers are constants; use NONE (-1) for nothing")

    def is_own(self, name: str) -> bool:
        return name in self.rule.parameters or name in self.rule.local or name in self.rule.loops

    def name(self, node: ast.Name) -> Type:
        own = self.rule.parameters.get(node.id) or self.rule.local.get(node.id)
        if own or node.id in self.rule.loops:
            if self.known is not None and node.id not in self.known:
                raise Mistake(
                    node, f"`{node.id}` may have no value here; give it one before the `if` or loop"
                )
            return own or NUMBER
        return self.global_thing(node)

    def global_thing(self, node: ast.Name | ast.Attribute) -> Type:
        thing = self.program.named(self.function, node)
        if isinstance(thing, bool):
            return YES_NO
        if isinstance(thing, int):
            return NUMBER
        if isinstance(thing, tuple):
            table = table_type(thing)
            if table is None:
                raise Mistake(
                    node, f"`{ast.unparse(node)}` is no table: a tuple of whole numbers, or of "
                    "equally long tuples of them",
                )  # fmt: skip
            return table
        self.refuse_unknown(node)
        raise Mistake(
            node, f"`{ast.unparse(node)}` is no number; rules know numbers, tables and other rules"
        )

    def refuse_unknown(self, node: ast.expr) -> None:
        if type(node) in REFUSED:
            raise Mistake(node, REFUSED[type(node)])
        if not isinstance(node, ast.Name) or self.is_own(node.id):
            return
        if self.program.named(self.function, node) is UNKNOWN:
            if any(
                isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store) and n.id == node.id
                for n in ast.walk(self.rule.node)
            ):
                raise Mistake(node, f"`{node.id}` has no value yet; give it one first")
            raise Mistake(
                node, f"nothing is called `{node.id}`; import it or give it a value first"
            )

    def attribute(self, node: ast.Attribute) -> Type:
        if isinstance(node.value, ast.Name) and self.is_own(node.value.id):
            return self.field(node)
        return self.global_thing(node)

    def field(self, node: ast.Attribute) -> Type:
        if not isinstance(node.value, ast.Name) or self.name(node.value) != STATE:
            raise Mistake(node, f"`{ast.unparse(node.value)}` has no fields; only a state has")
        if node.attr not in self.program.fields:
            raise Mistake(
                node, f"the state has no field `{node.attr}`; declare it in the @state class"
            )
        return self.program.fields[node.attr]

    def field_bits(self, node: ast.Attribute) -> int:
        return self.program.layout.by_name[node.attr].bits

    def subscript(self, node: ast.Subscript) -> Type:
        kind = self.expression(node.value)
        if kind.kind != "array":
            raise Mistake(node, f"{self.words(kind)} has no places to index")
        if isinstance(node.slice, ast.Tuple):
            raise Mistake(node, "write one index in each pair of brackets: a[i][j]")
        self.number(node.slice)
        index = self.constant_value(node.slice)
        if index is not None and index < 0:
            raise Mistake(node, "an index counts from 0; there are no negative ones")
        if index is not None and kind.shape[0] and index >= kind.shape[0]:
            raise Mistake(node, f"index {index} is outside 0..{kind.shape[0] - 1}")
        self.one_at_a_time(node, [node.value, node.slice])
        return kind.inner()

    def unary(self, node: ast.UnaryOp) -> Type:
        if isinstance(node.op, ast.Not):
            self.test(node.operand)
            return YES_NO
        self.number(node.operand)
        if isinstance(node.op, ast.UAdd):
            raise Mistake(node, "leave the `+` out")
        return NUMBER

    def binary(self, node: ast.BinOp) -> Type:
        if not isinstance(node.op, OPERATORS):
            self.refuse_operator(node, node.op)
        left, right = self.number(node.left), self.number(node.right)
        if isinstance(node.op, ast.LShift | ast.RShift):
            by = self.constant_value(node.right)
            if by is not None and not 0 <= by <= 63:
                raise Mistake(node, "shift by 0 to 63 places")
        if isinstance(node.op, ast.FloorDiv | ast.Mod) and self.constant_value(node.right) == 0:
            raise Mistake(node, "nothing can be divided by 0")
        self.one_at_a_time(node, [node.left, node.right])
        return (
            YES_NO if left == right == YES_NO and isinstance(node.op, LOGIC_OPERATORS) else NUMBER
        )

    def refuse_operator(self, node: ast.AST, operator: ast.operator) -> None:
        advice = {
            ast.Div: "there are no fractions; use `//`",
            ast.Pow: "there is no `**`; multiply, or shift with `<<`",
            ast.MatMult: "there is no `@`; write a loop",
        }
        raise Mistake(node, advice[type(operator)])

    def boolean(self, node: ast.BoolOp) -> Type:
        for value in node.values:
            if self.number(value) != YES_NO:
                raise Mistake(
                    value, "`and`/`or` as a value join yes/no only; compare the number (`!= 0`) "
                    "or write `a if ... else b`",
                )  # fmt: skip
        return YES_NO

    def compare(self, node: ast.Compare) -> Type:
        self.number(node.left)
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.In | ast.NotIn):
            choices = node.comparators[0]
            if not isinstance(choices, ast.Tuple) or not choices.elts:
                raise Mistake(node, "behind `in` stands a tuple written out, as in `x in (A, B)`")
            for choice in choices.elts:
                self.number(choice)
            self.nameable(node.left)
            self.one_at_a_time(node, [node.left, *choices.elts])
            return YES_NO
        for operator, right in zip(node.ops, node.comparators, strict=True):
            if isinstance(operator, ast.Is | ast.IsNot):
                raise Mistake(node, "numbers are compared with `==` and `!=`")
            if not isinstance(operator, COMPARISONS):
                raise Mistake(node, "behind `in` stands a tuple written out, as in `x in (A, B)`")
            self.number(right)
        for middle in node.comparators[:-1]:
            self.nameable(middle)
        self.one_at_a_time(node, [node.left, *node.comparators])
        return YES_NO

    def nameable(self, node: ast.expr) -> None:
        if any(isinstance(n, ast.Call) for n in ast.walk(node)):
            raise Mistake(node, "this would be asked twice; give it a name on the line before")

    def conditional(self, node: ast.IfExp) -> Type:
        self.test(node.test)
        kinds = {self.number(node.body), self.number(node.orelse)}
        return YES_NO if kinds == {YES_NO} else NUMBER

    # ----------------------------------------------------------------------------- calls
    def local_array(self, node: ast.expr) -> Type | None:
        """The type of `row(n)` or `grid(n, m)`, if it is one."""
        if not isinstance(node, ast.Call):
            return None
        sizes = {intrinsics.row: 1, intrinsics.grid: 2}
        thing = self.program.named(self.function, node.func)
        if thing not in (intrinsics.row, intrinsics.grid):
            return None
        shape = [self.constant_value(argument) for argument in node.args]
        if len(shape) != sizes[thing] or not all(n is not None and n > 0 for n in shape):
            raise Mistake(node, f"`{thing.__name__}` takes {sizes[thing]} constant size(s)")
        return Type("array", 64, tuple(n for n in shape if n is not None))

    def call(self, node: ast.Call) -> Type:
        if node.keywords:
            raise Mistake(node, "write the arguments in order, without names")
        if isinstance(node.func, ast.Subscript):
            return self.call_by_index(node, node.func)
        if isinstance(node.func, ast.Attribute) and self.is_own(self.first_name(node.func)):
            raise Mistake(node, "numbers and arrays have no methods; call a rule")
        thing = self.program.named(self.function, node.func)
        special = {
            intrinsics.tell: self.tell,
            intrinsics.whisper: self.whisper,
            intrinsics.clear: self.clear_state,
            intrinsics.copy: self.copy_state,
            len: self.length,
        }
        try:
            handler = special.get(thing)
        except TypeError:
            handler = None
        if handler:
            return handler(node)
        if thing in (intrinsics.row, intrinsics.grid):
            raise Mistake(node, "give a local array a name: `left = row(n)`")
        if is_intrinsic(thing):
            return self.call_intrinsic(node, thing)
        if is_rule(thing):
            self.check_arguments(node, thing, node.args)
            return self.callee(node, thing).returns
        self.refuse_unknown(node.func)
        advice = {
            print: "tell the event log instead, or print in a test",
            range: "range belongs into a `for`",
            sum: "add up in a loop",
            list: LIST,
            int: "every number is an int already",
            str: "words belong into words.py",
        }
        try:
            more = advice.get(thing, "mark it with @rule, or do it in a rule")
        except TypeError:
            more = "mark it with @rule, or do it in a rule"
        raise Mistake(node, f"`{ast.unparse(node.func)}` is no rule; {more}")

    def first_name(self, node: ast.expr) -> str:
        while isinstance(node, ast.Attribute | ast.Subscript):
            node = node.value
        return node.id if isinstance(node, ast.Name) else ""

    def callee(self, node: ast.AST, function: FunctionType) -> Rule:
        called = self.program.rule(self.program.filled(function), node)
        self.rule.calls.append(called.function)
        self.rule.changes |= called.changes and self.reaches_outside(node)
        self.rule.tells |= called.tells
        return called

    def reaches_outside(self, node: ast.AST) -> bool:
        """Whether a call can change more than this rule's own local arrays."""
        if not isinstance(node, ast.Call):
            return True
        return any(
            self.expression(argument).kind in ("state", "array")
            and not self.is_local_array(argument)
            for argument in node.args
        )

    def check_arguments(
        self, node: ast.Call, function: FunctionType, given: list[ast.expr]
    ) -> None:
        called = self.program.rule(self.program.filled(function), node)
        wanted = called.parameters
        if len(given) != len(wanted):
            raise Mistake(
                node, f"`{called.name}` takes {len(wanted)} arguments "
                f"({', '.join(wanted)}), not {len(given)}",
            )  # fmt: skip
        for argument, (name, kind) in zip(given, wanted.items(), strict=True):
            is_kind = self.expression(argument)
            fits = (
                is_kind.kind == kind.kind and len(is_kind.shape) == len(kind.shape)
            ) or (kind == NUMBER and is_kind == YES_NO)  # fmt: skip
            if not fits:
                raise Mistake(
                    argument,
                    f"`{called.name}` wants {self.words(kind)} for `{name}`, "
                    f"not {self.words(is_kind)}",
                )
            if kind.kind == "array" and called.changes and self.is_table(argument):
                raise Mistake(argument, "a table is never changed; copy it into a local row first")
        self.one_at_a_time(node, given)

    def call_by_index(self, node: ast.Call, function: ast.Subscript) -> Type:
        table = self.program.named(self.function, function.value)
        if not is_rule_table(table):
            raise Mistake(node, "only a tuple of rules at the top of a file is called by index")
        self.number(function.slice)
        self.nameable(function.slice)
        results = set()
        for thing in table:
            self.check_arguments(node, thing, node.args)
            results.add(self.callee(node, thing).returns)
        if len(results) > 1:
            raise Mistake(node, "the rules of a table must all return the same kind of thing")
        self.one_at_a_time(node, [function.slice, *node.args])
        return results.pop()

    def call_intrinsic(self, node: ast.Call, thing: Any) -> Type:
        wanted = INTRINSICS[thing].arguments
        if len(node.args) != wanted:
            raise Mistake(
                node, f"`{thing.__name__}` takes {wanted} arguments, not {len(node.args)}"
            )
        for argument in node.args:
            self.number(argument)
        self.one_at_a_time(node, node.args)
        return NUMBER

    def state_argument(self, node: ast.Call, index: int) -> None:
        if index >= len(node.args) or self.expression(node.args[index]) != STATE:
            raise Mistake(node, f"`{ast.unparse(node.func)}` takes a state")

    def tell(self, node: ast.Call, audience: int = 0) -> Type:
        self.state_argument(node, 0)
        numbers = node.args[1:]
        if not 1 <= len(numbers) - audience <= MOST_ARGUMENTS + 1:
            raise Mistake(node, f"an event is its kind and up to {MOST_ARGUMENTS} numbers")
        for argument in numbers:
            self.number(argument)
            if self.changing(argument):
                raise Mistake(
                    argument, "nothing may happen inside an event; call the rule before it"
                )
        self.rule.tells = True
        return NOTHING

    def whisper(self, node: ast.Call) -> Type:
        return self.tell(node, audience=1)

    def clear_state(self, node: ast.Call) -> Type:
        self.state_argument(node, 0)
        self.rule.changes = True
        return NOTHING

    def copy_state(self, node: ast.Call) -> Type:
        self.state_argument(node, 0)
        self.state_argument(node, 1)
        self.rule.changes = True
        return NOTHING

    def length(self, node: ast.Call) -> Type:
        kind = self.expression(node.args[0]) if len(node.args) == 1 else NOTHING
        if kind.kind != "array" or not kind.shape[0]:
            raise Mistake(
                node, "len is known of fields, tables and local arrays only; pass it along"
            )
        return NUMBER

    # ----------------------------------------------------------------------------- order
    def changing(self, node: ast.expr) -> bool:
        """Whether evaluating this changes something."""
        for inner in ast.walk(node):
            if isinstance(inner, ast.Call):
                if isinstance(inner.func, ast.Subscript):
                    called = self.program.named(self.function, inner.func.value)
                else:
                    called = self.program.named(self.function, inner.func)
                for thing in called if isinstance(called, tuple) else (called,):
                    if (
                        is_rule(thing)
                        and self.program.rule(self.program.filled(thing), inner).changes
                    ):
                        return True
        return False

    def reading(self, node: ast.expr) -> bool:
        """Whether this depends on anything that a call could change."""
        return any(
            isinstance(inner, ast.Call | ast.Subscript)
            or (isinstance(inner, ast.Attribute) and self.is_own(self.first_name(inner)))
            for inner in ast.walk(node)
        )

    def reading_index(self, target: ast.expr) -> bool:
        while isinstance(target, ast.Subscript):
            if self.reading(target.slice):
                return True
            target = target.value
        return False

    def one_at_a_time(self, node: ast.AST, parts: list[ast.expr]) -> None:
        """Refuse what would depend on which part is looked at first."""
        for part in parts:
            others = [other for other in parts if other is not part]
            if self.changing(part) and any(self.reading(other) for other in others):
                self.order_matters(part)

    def order_matters(self, node: ast.expr) -> None:
        raise Mistake(
            node, f"`{ast.unparse(node)}` changes what the rest of the line reads; "
            "call it on a line of its own and give the result a name",
        )  # fmt: skip

    # ----------------------------------------------------------------------------- words
    @staticmethod
    def words(kind: Type) -> str:
        """A type in words."""
        if kind.kind == "array":
            return {1: "a row", 2: "a grid", 3: "a cube"}[len(kind.shape)]
        return {
            "number": "a number",
            "yes/no": "yes or no (a bool)",
            "state": "a state",
            "nothing": "nothing",
        }[kind.kind]


def meet(a: Known, b: Known) -> Known:
    """What is known after either of two ways."""
    if a is None:
        return b
    return a if b is None else a & b


__all__ = ["ARRAYS", "check_rule"]

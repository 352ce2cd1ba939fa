"""The checker: refuses everything outside the rule language, and says what to write instead.

It also finds out what other modules need to know about a rule: the types of its locals, whether it
changes its arguments, and whether it tells the log. This module checks whole rules and their
statements, `values` checks expressions.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from math import prod
from types import FunctionType
from typing import Any

from rumpus.language import intrinsics
from rumpus.language.declare import Each, is_default, is_hook
from rumpus.language.kinds import NOTHING, NUMBER, YES_NO, Type
from rumpus.language.program import Program
from rumpus.language.reading import Mistake, Rule, filled, read_function, stored_names, too_deep

from .refusals import LOOP_ELSE, LOOP_OVER, WAIT, refused
from .values import ValueChecker

LANGUAGE = ("abs", "len", "max", "min", "range")
"""Python's built-in names that rules can use."""
LOCAL_ROOM = 1 << 16
"""The most numbers in local arrays at a time: they are on the stack, and a thread's is small."""


def check_program(
    state: type, entries: Iterable[Callable[..., Any]], hooks: Mapping[str, Any] | None = None
) -> Program:
    """Read and check all rules that the entry points reach."""
    return Program(state, entries, hooks or {}, check_rule)


def check_rule(program: Program, function: FunctionType) -> Rule:
    """Read a rule and check it; mistakes are reported to the program."""
    rule = Rule(function, read_function(function))
    checker = RuleChecker(program, rule)
    try:
        rule.is_broken = True
        if place := too_deep(rule.node):
            raise Mistake(place, "this is nested too deeply; split it into smaller rules")
        checker.signature()
        if hook := program.filled_hooks.get(function):
            checker.check_hook(hook)
        rule.is_broken = False
        if is_hook(function) and not is_default(function):
            raise Mistake(
                rule.node, f"the game has no rule `{rule.name}`; write one in one of its modules"
            )
        checker.body()
    except Mistake as mistake:
        program.report(function, mistake)
    return rule


class RuleChecker(ValueChecker):
    """Goes through one rule, statement by statement."""

    def __init__(self, program: Program, rule: Rule) -> None:
        super().__init__(program, rule)
        self.open_loops: list[str] = []

    # ----------------------------------------------------------------------------- the whole rule
    def signature(self) -> None:
        """Parameters and result."""
        node, arguments = self.rule.node, self.rule.node.args
        if isinstance(node, ast.AsyncFunctionDef):
            raise Mistake(node, WAIT)
        if len(node.decorator_list) != 1:
            raise Mistake(node, "a rule has no decorator other than @rule")
        if self.function.__closure__ or "<locals>" in self.function.__qualname__:
            raise Mistake(node, "a rule belongs at the top of its file, not inside a function")
        fancy = (arguments.vararg, arguments.kwarg, arguments.kwonlyargs, arguments.posonlyargs)
        if any(fancy) or arguments.defaults:
            raise Mistake(node, "a rule takes a fixed number of plain parameters without defaults")
        for parameter in arguments.args:
            kind = self.program.declared(self.function, parameter.annotation)
            if kind is None or kind == NOTHING:
                raise Mistake(
                    parameter,
                    f"say what `{parameter.arg}` is: int, bool, Row, Grid, Cube or the state",
                )
            self.check_free(parameter, parameter.arg)
            self.rule.parameters[parameter.arg] = kind
        returns = self.program.declared(self.function, node.returns)
        if returns not in (NUMBER, YES_NO, NOTHING):
            raise Mistake(node, f"say what `{node.name}` returns: int, bool or None")
        self.rule.returns = returns

    def check_hook(self, hook: FunctionType) -> None:
        """Refuse a game's rule that does not take and return what shared rules expect."""
        wanted = Rule(hook, read_function(hook))
        RuleChecker(self.program, wanted).signature()
        own, returns = self.rule.parameters.values(), self.rule.returns
        same = [kind._replace(is_fixed=False) for kind in own] == list(wanted.parameters.values())
        if same and (returns == wanted.returns or (returns, wanted.returns) == (YES_NO, NUMBER)):
            return
        state = self.program.state.__name__
        parameters = ", ".join(f"{n}: {k.written or state}" for n, k in wanted.parameters.items())
        raise Mistake(
            self.rule.node,
            f"the engine calls `{hook.__name__}({', '.join(wanted.parameters)})`; "
            f"write `def {hook.__name__}({parameters}) -> {wanted.returns.written}`",
        )

    def body(self) -> None:
        """Every statement; mistakes in one do not hide those in the next."""
        self.known = set(self.rule.parameters)
        self.block(self.rule.node.body)
        if self.known is not None and self.rule.returns != NOTHING:
            raise Mistake(
                self.rule.node,
                f"`{self.rule.name}` can end without a result; return a number on every path",
            )
        self.check_room()

    def check_room(self) -> None:
        """Refuse local arrays that could be too large for the stack, with those of all callees."""
        rule = self.rule
        rule.room += sum(prod(kind.shape) for kind in rule.local.values() if kind.is_array)
        if rule.room > LOCAL_ROOM:
            numbers, rule.room = rule.room, 0
            raise Mistake(
                rule.node,
                f"the local arrays of `{rule.name}` and of the rules that it calls hold {numbers} "
                f"numbers, and {LOCAL_ROOM} is the most; keep them in the state",
            )

    def block(self, statements: list[ast.stmt]) -> None:
        """Statements one after another."""
        for statement in statements:
            try:
                if self.known is None:
                    raise Mistake(statement, "this line is never reached; remove it")
                self.statement(statement)
            except Mistake as mistake:
                self.program.report(self.function, mistake)
                if self.known is None or isinstance(statement, ast.Return):
                    self.known = None
                    return
                self.assume_assigned(statement)

    def assume_assigned(self, statement: ast.stmt) -> None:
        """After a mistake, do not complain about names that the faulty line would have set."""
        counted = {
            loop.target.id
            for loop in ast.walk(statement)
            if isinstance(loop, ast.For) and isinstance(loop.target, ast.Name)
        }
        for name in stored_names(statement):
            if name in counted:
                self.rule.loops.setdefault(name, set())
            else:
                self.rule.local.setdefault(name, NUMBER)
                if self.known is not None:
                    self.known.add(name)

    # ----------------------------------------------------------------------------- statements
    def statement(self, node: ast.stmt) -> None:
        """One statement."""
        match node:
            case ast.Expr():
                self.call_statement(node)
            case ast.Assign(targets=[target], value=value) if not isinstance(target, ast.Tuple):
                self.assign(target, value)
            case ast.Assign():
                raise Mistake(node, "assign one name a line")
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self.assign(target, value, self.annotated(node))
            case ast.AnnAssign():
                raise Mistake(node, f"give `{ast.unparse(node.target)}` a value in the same line")
            case ast.AugAssign():
                self.augmented_assign(node)
            case ast.If():
                self.if_statement(node)
            case ast.While():
                self.while_loop(node)
            case ast.For():
                self.for_loop(node)
            case ast.Return():
                self.return_statement(node)
            case ast.Break() | ast.Continue():
                self.known = None
            case ast.Pass():
                pass
            case _:
                raise Mistake(node, refused(node))

    def call_statement(self, node: ast.Expr) -> None:
        """A line that only calls a rule (or the docstring)."""
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            if node is not self.rule.node.body[0]:
                raise Mistake(node, "a string in the middle does nothing; write a # comment")
            return
        self.kind(node.value)
        if not isinstance(node.value, ast.Call):
            raise Mistake(node, "this line does nothing; call a rule or assign the value to a name")

    def if_statement(self, node: ast.If) -> None:
        """Afterwards, a name has a value if both branches give it one."""
        self.test(node.test)
        before = set(self.known or ())
        self.block(node.body)
        after_body, self.known = self.known, before
        self.block(node.orelse)
        if after_body is not None:
            self.known = after_body if self.known is None else self.known & after_body

    def while_loop(self, node: ast.While) -> None:
        """A loop that runs as long as a condition holds."""
        if node.orelse:
            raise Mistake(node, LOOP_ELSE)
        self.test(node.test)
        self.loop_body(node.body, "")
        forever = isinstance(node.test, ast.Constant) and node.test.value
        if forever and not any(isinstance(inner, ast.Break) for inner in ast.walk(node)):
            self.known = None

    def for_loop(self, node: ast.For) -> None:
        """A loop over a range or a walk."""
        if node.orelse:
            raise Mistake(node, LOOP_ELSE)
        if not isinstance(node.target, ast.Name):
            raise Mistake(node, "a loop counts with one name")
        name = node.target.id
        if name in {*self.rule.parameters, *self.rule.local, *self.open_loops}:
            raise Mistake(node, f"`{name}` is in use already; give the loop another name")
        self.check_free(node, name)
        helpers = self.iterated(node.iter, node.body)
        self.rule.loops.setdefault(name, set()).update(helpers)
        self.loop_body(node.body, name)

    def iterated(self, node: ast.expr, body: list[ast.stmt]) -> set[str]:
        """What a loop iterates over; returns the variables that C needs for it."""
        if not isinstance(node, ast.Call) or node.keywords:
            raise Mistake(node, LOOP_OVER)
        thing = self.thing(node.func)
        if thing is range:
            if not 1 <= len(node.args) <= 3:
                raise Mistake(node, "range takes one to three numbers")
            for argument in node.args:
                self.number(argument)
            if len(node.args) == 3 and not self.constant(node.args[2]):
                raise Mistake(node, "a range's step is a constant other than 0")
            self.in_any_order(node.args)
            return {"end"}
        if isinstance(thing, Each):
            return self.walked(node, thing, body)
        self.refuse_unknown(node.func)
        raise Mistake(node, LOOP_OVER)

    def walked(self, node: ast.Call, walk: Each, body: list[ast.stmt]) -> set[str]:
        """A walk such as `pile(s, zone)`; returns the variables that C needs for it."""
        first, following = (
            self.called(filled(self.hooks, part), node) for part in (walk.first, walk.following)
        )
        self.check_arguments(node, first)
        wanted = [*first.parameters.values(), NUMBER]
        same = list(following.parameters.values()) == wanted
        if not (same and first.returns == following.returns == NUMBER):
            raise Mistake(
                node,
                f"`{following.name}` must take what `{first.name}` takes and a number, "
                "and both return a number",
            )
        for argument in node.args:
            if self.kind(argument).is_array and isinstance(argument, ast.Subscript):
                raise Mistake(argument, "a walk takes whole arrays; pass the index as well")
            if self.kind(argument).is_array and ast.unparse(argument) in stored_names(*body):
                raise Mistake(
                    argument, "this row is created again inside the walk; rename the new one"
                )
        for called in (first, following):
            self.note_call(node, called)
        numbers = (name for name, kind in first.parameters.items() if kind.is_number)
        return {"next", *numbers}

    def loop_body(self, body: list[ast.stmt], name: str) -> None:
        """The body of a loop; it may never run, so no name counts as set by it."""
        before = set(self.known or ())
        self.known = {*before, name}
        self.open_loops.append(name)
        self.block(body)
        self.open_loops.pop()
        self.known = before

    def return_statement(self, node: ast.Return) -> None:
        """The result must be what the rule was declared to return."""
        wanted = self.rule.returns
        if isinstance(node.value, ast.Constant) and node.value.value is None:
            instead = "alone" if wanted == NOTHING else f"with {wanted.words}"
            raise Mistake(node, f"write `return` {instead}")
        given = NOTHING if node.value is None else self.kind(node.value)
        if wanted == NOTHING and node.value is not None:
            raise Mistake(node, f"`{self.rule.name}` is declared to return None")
        if wanted == YES_NO and given == NUMBER:
            raise Mistake(node, "return yes or no: a comparison, True or False")
        if given != wanted and (wanted, given) != (NUMBER, YES_NO):
            raise Mistake(node, f"`{self.rule.name}` returns {wanted.words}, not {given.words}")
        self.known = None

    # ----------------------------------------------------------------------------- assigning
    def assign(self, target: ast.expr, value: ast.expr, declared: Type | None = None) -> None:
        """A local (perhaps declared in this line), a field or a place gets a value."""
        if isinstance(target, ast.Name):
            array = self.local_array(value)
            kind = array or self.kind(value)
            if not array and not kind.is_number:
                raise Mistake(value, f"a local holds a number, not {kind.words}")
            if declared:
                if declared.words != kind.words and (declared, kind) != (NUMBER, YES_NO):
                    raise Mistake(
                        value, f"`{target.id}` is declared as {declared.words}, not {kind.words}"
                    )
                kind = array or declared
            self.set_local(target, kind)
        else:
            self.number(value)
            bits = self.store(target)
            self.check_fits(value, bits or 64)
            self.in_any_order([value, *self.indexes(target)])

    def augmented_assign(self, node: ast.AugAssign) -> None:
        """`a += b` and its like."""
        kind = self.operation(node, node.op, node.target, node.value)
        if isinstance(node.target, ast.Name):
            self.set_local(node.target, kind)
        else:
            self.store(node.target)
            for index in self.indexes(node.target):
                self.nothing_happens(index, "side effects are not allowed inside an index")

    def annotated(self, node: ast.AnnAssign) -> Type:
        """What a local is declared to be."""
        if not isinstance(node.target, ast.Name):
            raise Mistake(node, "only a local is declared in a rule; leave the annotation out")
        kind = self.program.declared(self.function, node.annotation)
        if kind is None or kind.is_fixed or not (kind.is_number or len(kind.shape) in (1, 2)):
            raise Mistake(node, "a local is an int, a bool, a Row or a Grid")
        return kind

    def local_array(self, node: ast.expr) -> Type | None:
        """The type of `row(n)` or `grid(n, m)`, if it is one."""
        if not isinstance(node, ast.Call):
            return None
        thing = self.thing(node.func)
        if thing is not intrinsics.row and thing is not intrinsics.grid:
            return None
        shape = tuple(self.constant(argument) or 0 for argument in node.args)
        sizes = 1 if thing is intrinsics.row else 2
        if len(shape) != sizes or min(shape) < 1:
            raise Mistake(
                node,
                f"`{thing.__name__}` takes {sizes} size(s), each a constant from 1 on: "
                "a number, the name of one, or a sum such as `LIMIT + 1`",
            )
        if prod(shape) > LOCAL_ROOM:
            raise Mistake(
                node, f"a local array holds {LOCAL_ROOM} numbers at most; keep it in the state"
            )
        return Type("array", 64, shape)

    def set_local(self, node: ast.Name, kind: Type) -> None:
        """Give a local its value, and its type if it is the first."""
        name = node.id
        if name in self.rule.parameters:
            was = self.rule.parameters[name]
            if not was.is_number:
                raise Mistake(node, f"`{name}` is a parameter; give the new value another name")
        else:
            self.check_free(node, name)
            if name in self.rule.loops:
                raise Mistake(node, f"`{name}` counts a loop; give the value another name")
            was = self.rule.local.setdefault(name, kind)
        if was.is_array and kind.is_array and was != kind:
            raise Mistake(node, f"`{name}` has another size above; give this one another name")
        if was != kind and (was, kind) != (NUMBER, YES_NO):
            raise Mistake(node, f"`{name}` is {was.words}; give {kind.words} another name")
        if self.known is not None:
            self.known.add(name)

    def check_free(self, node: ast.AST, name: str) -> None:
        """Refuse a local name that means something else in this file."""
        if name in self.function.__globals__ or name in LANGUAGE:
            raise Mistake(
                node, f"`{name}` already names something in this file; choose another name"
            )

    def store(self, target: ast.expr) -> int:
        """Check a field or place that is assigned to; returns how many bits it has, if known."""
        match target:
            case ast.Attribute() if not self.is_own(target.value):
                raise Mistake(target, "a rule cannot change a global; keep the number in the state")
            case ast.Attribute():
                kind = self.kind(target)
                bits = self.program.layout.by_name[target.attr].bits
            case ast.Subscript():
                kind = self.kind(target)
                bits = self.kind(self.root(target)).bits
                self.check_changeable(target)
            case _:
                raise Mistake(target, refused(target))
        if not kind.is_number:
            raise Mistake(target, "assign to one place of an array at a time, in a loop")
        self.rule.changes |= not self.is_local_array(target)
        return bits

    def check_changeable(self, target: ast.Subscript) -> None:
        """Refuse to change a table, or a row that is only read."""
        if self.kind(self.root(target)).is_fixed:
            raise Mistake(target, "this is only read, never changed; keep the numbers in the state")

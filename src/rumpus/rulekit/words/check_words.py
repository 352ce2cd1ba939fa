"""The checker, part three: rules tell and lay only what the game's vocabulary declares."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from rumpus.language import intrinsics
from rumpus.language.program import Program
from rumpus.language.reading import Mistake, Rule, Scope
from rumpus.rulekit.layout import lay_fact

from .naming import EventName, FactName, Named, ZoneName
from .vocabulary import Vocabulary

NOBODY = {EventName: "tells", FactName: "lays", ZoneName: "lays"}
"""What some rule must do with each of these."""


def check_words(program: Program, words: Vocabulary, *, whole: bool) -> list[str]:
    """All mistakes; where the rules are not `whole`, some names may be left unused."""
    check = WordChecker(program, words)
    mistakes = [sentence for rule in program.rules.values() for sentence in check.rule(rule)]
    return [*mistakes, *check.unused()] if whole and not mistakes else mistakes


class WordChecker:
    """Checks every call that tells or lays something."""

    def __init__(self, program: Program, words: Vocabulary) -> None:
        self.program, self.words = program, words
        self.used: dict[int, Named] = {}
        """By identity: a zone and an event can be the same number."""
        self.laid: dict[FactName, str] = {}

    def rule(self, rule: Rule) -> Iterator[str]:
        """The mistakes of one rule, each with its file and line."""
        if rule.function is lay_fact:
            return
        scope, file = Scope(rule, self.program.hooks), rule.function.__code__.co_filename
        for node in ast.walk(rule.node):
            try:
                self.look_at(scope, node, f"{file}:{getattr(node, 'lineno', 0)}")
            except Mistake as mistake:
                yield f"{file}:{mistake.line}: {mistake.sentence}"

    def look_at(self, scope: Scope, node: ast.AST, place: str) -> None:
        """Refuse a call that does not follow the vocabulary, or a name from another one."""
        if isinstance(node, ast.Name | ast.Attribute):
            thing = scope.thing(node)
            if isinstance(thing, ZoneName | FactName | EventName):
                self.use(node, thing)
        if not isinstance(node, ast.Call):
            return
        called = scope.thing(node.func)
        if called is intrinsics.tell or called is intrinsics.whisper:
            before = 1 if called is intrinsics.tell else 2
            for kind in either(node.args[before]):
                self.tell(scope, kind, len(node.args) - before - 1)
        elif called is lay_fact:
            self.lay(scope, node.args[1], place)

    def use(self, node: ast.AST, thing: Named) -> None:
        """Note that some rule uses this name."""
        if not self.words.has(thing):
            raise Mistake(node, f"`{thing.name}` is another game's, declared at {thing.place}")
        self.used[id(thing)] = thing

    def tell(self, scope: Scope, kind: ast.expr, given: int) -> None:
        """Refuse anything but an event, and an event with too many or too few numbers."""
        event = scope.thing(kind)
        if not isinstance(event, EventName):
            raise Mistake(kind, f"`{ast.unparse(kind)}` is not an event; tell one by its name")
        if given != len(event.numbers):
            wanted = ", ".join(event.numbers) or "none"
            raise Mistake(
                kind,
                f"`{event.name}` is told with {given} numbers; "
                f"it has {len(event.numbers)} ({wanted})",
            )

    def lay(self, scope: Scope, given: ast.expr, place: str) -> None:
        """Refuse anything but a fact, and a fact that is laid twice."""
        named = given.left if isinstance(given, ast.BinOp) else given
        fact = scope.thing(named)
        if not isinstance(fact, FactName):
            raise Mistake(given, f"`{ast.unparse(given)}` is not a fact; lay one by its name")
        if isinstance(given, ast.BinOp) != (fact.each > 1):
            many = f"are {fact.each}" if fact.each > 1 else "is one fact"
            raise Mistake(given, f"`{fact.name}` {many}; not so with `{ast.unparse(given)}`")
        if fact in self.laid:
            raise Mistake(given, f"`{fact.name}` is laid already, at {self.laid[fact]}")
        self.laid[fact] = place

    def unused(self) -> Iterator[str]:
        """Names that no rule tells or lays."""
        words = self.words
        for thing in (*words.events, *words.facts, *words.zones):
            used = thing in self.laid if isinstance(thing, FactName) else id(thing) in self.used
            if not used and thing.nth == 0:
                yield f"{thing.place}: nobody {NOBODY[type(thing)]} `{thing.name}`"


def either(node: ast.expr) -> tuple[ast.expr, ...]:
    """Both branches of `a if ... else b`, or the expression itself."""
    return (node.body, node.orelse) if isinstance(node, ast.IfExp) else (node,)

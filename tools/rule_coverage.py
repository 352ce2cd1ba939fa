"""Which numbered statements and scenarios of a game's rules have a test.

    python tools/rule_coverage.py [GAME] [--json] [--root FOLDER]

Statements are the ids in docs/games/GAME/rules.md that begin a list item in bold, or a row of a
table, in a section headed "Numbered rules" or "Options". Scenarios are the ids that begin a row of
a table in a section headed "Scenarios". Tests name them with `@pytest.mark.covers("MA-SCORE-1")`,
or with that mark on a `pytest.param(...)` that a test is parametrised over. A test that is skipped
or expected to fail shows nothing.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeGuard

ID = r"([A-Z]{2,}(?:-\w+)+)"
BOLD_ITEM = re.compile(rf"\s*[-*] \*\*{ID}\*\*")
ROW = re.compile(rf"\| *(?:\*\*)?{ID}\b(?!\.\.)")
HEADING = re.compile(r"(#+) +(.+)")
STATEMENTS, SCENARIOS = ("numbered rule", "option"), ("scenario",)
SHOWS_NOTHING = ("skip", "xfail")


@dataclass(frozen=True)
class Rules:
    """The ids that a game's rules define."""

    game: str
    statements: tuple[str, ...]
    scenarios: tuple[str, ...]


@dataclass(frozen=True)
class Coverage:
    """Which of a game's rules the tests cover."""

    game: str
    statements: int
    missing: tuple[str, ...]
    scenarios: int
    scenarios_missing: tuple[str, ...]

    def as_data(self) -> dict[str, object]:
        """The coverage for other programs."""
        return {
            "game": self.game,
            "statements": self.statements,
            "covered": self.statements - len(self.missing),
            "missing": list(self.missing),
            "scenarios": self.scenarios,
            "scenarios_run": self.scenarios - len(self.scenarios_missing),
        }


# --------------------------------------------------------------------------------- the rules
def read_rules(game: str, text: str) -> Rules:
    """The ids of a rules.md, in their order."""
    statements: dict[str, None] = {}
    scenarios: dict[str, None] = {}
    prefix = ""
    for heading, line in lines_with_headings(text):
        found = BOLD_ITEM.match(line) or ROW.match(line)
        if not found:
            continue
        name = found[1]
        if any(word in heading for word in SCENARIOS):
            scenarios[name] = None
        elif any(word in heading for word in STATEMENTS):
            prefix = prefix or name.split("-")[0] + "-"
            if name.startswith(prefix):
                statements[name] = None
    return Rules(game, tuple(statements), tuple(scenarios))


def lines_with_headings(text: str) -> Iterator[tuple[str, str]]:
    """Every line with the headings above it, in lower case."""
    headings: list[tuple[int, str]] = []
    for line in text.splitlines():
        if found := HEADING.match(line):
            level = len(found[1])
            headings = [heading for heading in headings if heading[0] < level]
            headings.append((level, found[2].lower()))
        yield " / ".join(title for _, title in headings), line


def all_rules(root: Path) -> dict[str, Rules]:
    """The rules of every game that has a rules.md."""
    files = sorted(root.glob("docs/games/*/rules.md"))
    return {
        file.parent.name: read_rules(file.parent.name, file.read_text(encoding="utf-8"))
        for file in files
    }


# --------------------------------------------------------------------------------- the tests
@dataclass(frozen=True)
class Mark:
    """An id in a covers() mark, and whether a test that runs carries it."""

    name: str
    where: str
    runs: bool


def read_tests(path: Path, text: str) -> Iterator[Mark]:
    """Every id that a test file marks."""
    tree = ast.parse(text, filename=str(path))
    tables = module_tables(tree)
    running = {id(call) for call in calls_on_tests(tree, tables)}
    for node in ast.walk(tree):
        if is_covers(node):
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield Mark(argument.value, f"{path}:{node.lineno}", id(node) in running)


def is_covers(node: ast.AST) -> TypeGuard[ast.Call]:
    """Whether this is a call of the mark."""
    return isinstance(node, ast.Call) and last_name(node.func) == "covers"


def last_name(node: ast.AST) -> str:
    """`c` of `a.b.c`, of `c`, or of a call of them."""
    if isinstance(node, ast.Call):
        return last_name(node.func)
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def module_tables(tree: ast.Module) -> dict[str, ast.expr]:
    """The values of the names at the top of a file."""
    tables: dict[str, ast.expr] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign):
            tables.update({last_name(target): node.value for target in node.targets})
        elif isinstance(node, ast.AnnAssign) and node.value:
            tables[last_name(node.target)] = node.value
    return tables


def calls_on_tests(tree: ast.Module, tables: dict[str, ast.expr]) -> Iterator[ast.AST]:
    """The calls inside the decorators of tests, and inside the tables they refer to."""
    for function, marks in tests_in(tree.body, ()):
        if function.name.startswith("test_") and not shows_nothing(marks):
            yield from calls_in(marks, tables, set())


Function = ast.FunctionDef | ast.AsyncFunctionDef


def tests_in(
    body: Iterable[ast.stmt], marks: tuple[ast.expr, ...]
) -> Iterator[tuple[Function, tuple[ast.expr, ...]]]:
    """Every function of a file with its decorators and those of its class."""
    for node in body:
        if isinstance(node, Function):
            yield node, (*marks, *node.decorator_list)
        elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            yield from tests_in(node.body, (*marks, *node.decorator_list))


def shows_nothing(marks: Iterable[ast.expr]) -> bool:
    """Whether a test with these decorators is skipped or may fail."""
    return any(last_name(mark) in SHOWS_NOTHING for mark in marks)


def calls_in(
    nodes: Iterable[ast.AST], tables: dict[str, ast.expr], done: set[str]
) -> Iterator[ast.AST]:
    """All calls in some expressions, looking names up in the file's tables."""
    for node in nodes:
        if isinstance(node, ast.Call):
            if last_name(node) == "param" and shows_nothing(param_marks(node)):
                continue
            yield node
        elif isinstance(node, ast.Name) and node.id in tables and node.id not in done:
            done.add(node.id)
            yield from calls_in([tables[node.id]], tables, done)
        yield from calls_in(ast.iter_child_nodes(node), tables, done)


def param_marks(call: ast.Call) -> Iterator[ast.expr]:
    """The marks of a pytest.param(...)."""
    for keyword in call.keywords:
        if keyword.arg == "marks" and isinstance(keyword.value, ast.List | ast.Tuple):
            yield from keyword.value.elts
        elif keyword.arg == "marks":
            yield keyword.value


def all_marks(root: Path) -> list[Mark]:
    """The marks of every test file."""
    files = sorted({*root.glob("tests/**/test_*.py"), *root.glob("tests/**/*_test.py")})
    marks: list[Mark] = []
    for file in files:
        marks += read_tests(file.relative_to(root), file.read_text(encoding="utf-8"))
    return marks


# --------------------------------------------------------------------------------- both
def coverage(rules: Rules, marks: Iterable[Mark]) -> Coverage:
    """How much of the rules the tests cover."""
    shown = {mark.name for mark in marks if mark.runs}
    return Coverage(
        rules.game,
        len(rules.statements),
        tuple(name for name in rules.statements if name not in shown),
        len(rules.scenarios),
        tuple(name for name in rules.scenarios if name not in shown),
    )


def unknown_ids(rules: Iterable[Rules], marks: Iterable[Mark]) -> list[str]:
    """A sentence for every marked id that is in no rules.md."""
    known = {name for each in rules for name in (*each.statements, *each.scenarios)}
    return [
        f"{mark.where}: covers {mark.name}, which is in no rules.md"
        for mark in marks
        if mark.name not in known
    ]


def in_words(covered: Iterable[Coverage]) -> Iterator[str]:
    """The coverage as a table, and what is missing below it."""
    covered = tuple(covered)
    width = max([len("game"), *(len(each.game) for each in covered)])
    yield f"{'game':{width}}  statements  scenarios"
    for each in covered:
        statements = f"{each.statements - len(each.missing)}/{each.statements}"
        scenarios = f"{each.scenarios - len(each.scenarios_missing)}/{each.scenarios}"
        yield f"{each.game:{width}}  {statements:>10}  {scenarios:>9}"
    for each in covered:
        if without := (*each.missing, *each.scenarios_missing):
            yield f"{each.game} has no test for {', '.join(without)}"


def main(arguments: list[str] | None = None) -> int:
    """Print the coverage; 1 if a test names an unknown id, 2 for an unknown game."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", nargs="?", help="one game; without it all of them")
    parser.add_argument("--json", action="store_true", help="print it as JSON")
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    chosen = parser.parse_args(arguments)
    rules = all_rules(chosen.root)
    if chosen.game is not None and chosen.game not in rules:
        known = ", ".join(rules) or "none"
        print(f"There is no game {chosen.game!r} with rules; there is {known}.", file=sys.stderr)
        return 2
    try:
        marks = all_marks(chosen.root)
    except SyntaxError as error:
        print(f"{error.filename}:{error.lineno}: {error.msg}", file=sys.stderr)
        return 1
    wanted = [chosen.game] if chosen.game is not None else list(rules)
    covered = [coverage(rules[game], marks) for game in wanted]
    if chosen.json:
        data = [each.as_data() for each in covered]
        print(json.dumps(data[0] if chosen.game is not None else data, indent=2))
    else:
        print("\n".join(in_words(covered)))
    mistakes = unknown_ids(rules.values(), marks)
    for sentence in mistakes:
        print(sentence, file=sys.stderr)
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())

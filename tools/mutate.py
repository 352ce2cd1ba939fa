"""Do the tests of a game notice when its rules are changed?

    python tools/mutate.py GAME [--sample N] [--seed S] [--jobs J] [--only TEXT]

makes one change to the game's rules at a time (`tools/mutants.py`), runs the fast tests of that
game and lists the changes that no test noticed. See docs/testing.md.

The tests are collected once; every mutant is a fork of that process, in which the code of one
function is replaced and the tests that cover the changed line are run, the shortest first, until
one fails. The rules run interpreted and checked, so nothing is compiled. Results are kept in
`.mutants/` (`--results`): an interrupted run continues, and after a change only what it may have
affected is tried again.
"""

from __future__ import annotations

import argparse
import ast
import gc
import hashlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "src"), str(ROOT)]

import pytest  # noqa: E402
from hypothesis import Phase, settings  # noqa: E402

from mutants import (  # noqa: E402
    ADVICE,
    RULES,
    SKIPPED_FILES,
    Mutant,
    constants_of,
    functions_of,
    mutants_of,
)
from rumpus.games import GAMES, find  # noqa: E402
from rumpus.language import interpret, reading  # noqa: E402
from rumpus.language.c.build import NoCompiler  # noqa: E402
from rumpus.language.checked import checked_code  # noqa: E402
from rumpus.language.declare import is_rule  # noqa: E402
from rumpus.running import native  # noqa: E402
from rumpus.running.interpreted import Interpreted  # noqa: E402
from rumpus.testing import kit  # noqa: E402

GOAL = 0.95
"""The share of mutants that the tests of each game must kill."""
PATIENCE, GRACE = 3.0, 2.0
"""A mutant's test may use this many times its usual processor time, plus some seconds."""
OFTEN = 100
"""A function that a test calls this often counts as fully covered."""
LONGEST = 10.0
"""Tests that take longer than this many seconds of processor time when traced are left out."""
KILLED, SURVIVED, TIMED_OUT = "killed", "survived", "timed out"


class Verdict(NamedTuple):
    """The fate of a mutant: the test that noticed it, or the tests under which none did."""

    outcome: str
    test: str
    seconds: float


# --------------------------------------------------------------------------------- the tests
def run_without_compiling() -> None:
    """Run interpreted whatever would run natively, and do not shrink failures."""
    native.Native = lambda game, *_: Interpreted(game)  # type: ignore[misc, assignment]

    def refuse(game: object) -> None:
        raise NoCompiler

    kit.Native = refuse  # type: ignore[assignment, attr-defined]
    usual = kit.settings_for
    kit.settings_for = lambda examples: settings(
        usual(examples), phases=(Phase.explicit, Phase.generate)
    )


def chosen(items: Sequence[pytest.Item], game: str) -> list[pytest.Item]:
    """Of tests for every back end, those of the strictest; of tests for all games, those of one."""

    def is_chosen(item: pytest.Item) -> bool:
        callspec = getattr(item, "callspec", None)
        given = callspec.params if callspec else {}
        own = item.path.parent.name != "games" or game in given.values()
        return own and given.get("backend") not in ("interpreted", "native")

    return [item for item in items if is_chosen(item)]


class Watch:
    """A plugin that notes whether a test fails."""

    has_failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A part of the test was run."""
        self.has_failed |= report.failed


def passes(items: Sequence[pytest.Item], place: int) -> bool:
    """Run one test outside pytest's own count."""
    item, watch = items[place], Watch()
    following = items[place + 1] if place + 1 < len(items) else None
    item.config.pluginmanager.register(watch)
    item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
    item.config.pluginmanager.unregister(watch)
    item.session.testsfailed = 0
    return not watch.has_failed


class Session:
    """A plugin that takes over once the tests are collected."""

    def __init__(self, game: str, work: Callable[[list[pytest.Item]], None]) -> None:
        self.game, self.work = game, work

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Work with the collected tests; only we report on them."""
        session.config.pluginmanager.unregister(name="terminalreporter")
        self.work(chosen(session.items, self.game))
        return True


def tests_of(game: str) -> list[str]:
    """The tests of a game: its own, and those that every game must pass."""
    shared = sorted((ROOT / "tests" / "games").glob("test_*.py"))
    return [str(path) for path in (ROOT / "tests" / "games" / game, *shared)]


def with_tests(game: str, paths: Sequence[str], work: Callable[[list[pytest.Item]], None]) -> None:
    """Collect the fast tests of a game and work with them."""
    arguments = [*paths, "-m", "not slow", "-s", "-qq", "--tb=no", "--rootdir", str(ROOT)]
    arguments += ["--assert=plain", "-p", "no:cacheprovider", "-p", "no:xdist"]
    os.chdir(ROOT)
    code = pytest.main(arguments, plugins=[Session(game, work)])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise SystemExit(f"The tests of {game} cannot be collected.")


# --------------------------------------------------------------------------------- children
def forked(work: Callable[[Callable[[str], None]], None]) -> tuple[int, int]:
    """Run something in a fork; returns its process id and the file to read its lines from."""
    reading_end, writing_end = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if child:
        os.close(writing_end)
        return child, reading_end
    os.close(reading_end)
    quiet = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(quiet, stream)
    try:
        work(lambda line: _write(writing_end, line))
    finally:
        os._exit(0)


def _write(pipe: int, line: str) -> None:
    os.write(pipe, f"{line}\n".encode())


def finished(child: int, pipe: int) -> tuple[list[str], int]:
    """Wait for a fork; returns the lines that it wrote, and its status."""
    with os.fdopen(pipe, encoding="utf-8") as lines:
        read = lines.read().splitlines()
    return read, os.waitpid(child, 0)[1]


# --------------------------------------------------------------------------------- what runs where
class Trace(NamedTuple):
    """How long a test takes, and which lines of the game it covers."""

    seconds: float
    lines: frozenset[str]


class Traces:
    """Which test covers which lines; kept until the game or the test's file changes."""

    def __init__(self, folder: Path, tests: Path, kept: Path) -> None:
        self.folder, self.tests, self.file = folder, tests, kept
        self.found: dict[str, Trace] = {}
        helpers = [file for file in tests.rglob("*.py") if not file.name.startswith("test_")]
        self.base = digest(*sorted(folder.rglob("*.py")), *sorted(helpers))

    def of(self, items: Sequence[pytest.Item]) -> dict[str, Trace]:
        """Every test's trace, tracing those that are new."""
        kept = json.loads(self.file.read_text()) if self.file.exists() else {}
        stamps = {item.nodeid: f"{self.base} {digest(item.path)}" for item in items}
        new = [item for item in items if kept.get(item.nodeid, [""])[0] != stamps[item.nodeid]]
        if new:
            print(f"tracing {len(new)} tests", flush=True)
            lines, _ = finished(*forked(lambda write: self.trace(new, write)))
            for item in new:
                kept.pop(item.nodeid, None)
            kept |= {name: value for line in lines for name, value in json.loads(line).items()}
            for item in new:
                kept[item.nodeid] = [stamps[item.nodeid], *kept.get(item.nodeid, ["", 0, []])[1:]]
            kept = {name: value for name, value in kept.items() if name in stamps}
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(json.dumps(kept))
        if left_out := [name for name in stamps if not kept[name][1]]:
            print(f"left out, as they take long or need a compiler: {', '.join(left_out)}")
        return {
            name: Trace(kept[name][1], frozenset(kept[name][2])) for name in stamps if kept[name][1]
        }

    def trace(self, items: Sequence[pytest.Item], write: Callable[[str], None]) -> None:
        """Run tests and record what each covers."""
        folder, seen = str(self.folder), set[tuple[str, int]]()
        calls: Counter[CodeType] = Counter()

        def line(frame: FrameType, event: str, _: object) -> Any:
            if event == "line":
                seen.add((frame.f_code.co_filename, frame.f_lineno))
            return line

        def call(frame: FrameType, event: str, _: object) -> Any:
            code = frame.f_code
            calls[code] += 1
            if calls[code] > OFTEN or not code.co_filename.startswith(folder):
                return None
            if calls[code] == OFTEN:
                seen.update((code.co_filename, n) for _, _, n in code.co_lines() if n)
            return line

        def too_long(*_: object) -> None:
            raise TimeoutError

        signal.signal(signal.SIGPROF, too_long)
        for place, item in enumerate(items):
            seen.clear()
            calls.clear()
            start = time.process_time()
            signal.setitimer(signal.ITIMER_PROF, LONGEST)
            sys.settrace(call)
            good = passes(items, place)
            sys.settrace(None)
            signal.setitimer(signal.ITIMER_PROF, 0)
            seconds = round(time.process_time() - start, 3) + 0.001
            lines = [f"{name_in(folder, file)}:{number}" for file, number in seen]
            traced = [seconds, lines] if good else [0, []]
            write(json.dumps({item.nodeid: ["", *traced]}))


def name_in(folder: Path | str, file: Path | str) -> str:
    """The path of a file inside a game's folder."""
    return Path(file).relative_to(folder).as_posix()


def digest(*files: Path) -> str:
    """A digest of some files."""
    return hashlib.sha256(b"\0".join(map(read_bytes, files))).hexdigest()[:16]


@cache
def read_bytes(file: Path) -> bytes:
    """The bytes of a file, cached."""
    return file.read_bytes()


# --------------------------------------------------------------------------------- exchanging code
class Copies:
    """The copies of rules that back ends made, to be changed together with the originals."""

    def __init__(self) -> None:
        self.made: dict[FunctionType, list[tuple[FunctionType, bool]]] = {}

    def watch(self) -> None:
        """Record every copy from now on."""
        usual, made = interpret.Binder.rule, self.made

        def rule(self: interpret.Binder, rule: Callable[..., Any]) -> FunctionType:
            known = set(self.rules)
            bound = usual(self, rule)
            for original in self.rules.keys() - known:
                made.setdefault(original, []).append((self.rules[original], self.checked))
            return bound

        interpret.Binder.rule = rule  # type: ignore[method-assign]


def functions_in(modules: Sequence[ModuleType]) -> dict[tuple[str, str], FunctionType]:
    """The functions and methods of some modules, by file and name."""
    found: dict[tuple[str, str], FunctionType] = {}

    def note(thing: Any) -> None:
        for inner in ("__wrapped__", "__func__", "fget", "func"):
            thing = getattr(thing, inner, thing)
        if isinstance(thing, FunctionType):
            code = thing.__code__
            found.setdefault((code.co_filename, code.co_qualname), thing)

    for module in modules:
        for thing in vars(module).values():
            note(thing)
            if isinstance(thing, type) and thing.__module__ == module.__name__:
                for member in vars(thing).values():
                    note(member)
    return found


def code_of(whole: CodeType, function: str) -> CodeType | None:
    """The code object of a function inside that of its file."""
    for part in whole.co_consts:
        if isinstance(part, CodeType):
            if part.co_qualname == function:
                return part
            if inner := code_of(part, function):
                return inner
    return None


def exchange(mutant: Mutant, file: Path, function: FunctionType, copies: Copies) -> None:
    """Give a function and all its copies the mutant's code."""
    code = code_of(compile(mutant.tree, str(file), "exec", dont_inherit=True), mutant.function)
    assert code is not None
    first = function.__code__.co_firstlineno
    function.__code__ = code.replace(co_firstlineno=first)
    if is_rule(function):
        nodes = reading._functions(str(file), file.stat().st_mtime_ns)
        nodes[first] = dict(functions_of(mutant.tree))[mutant.function]
    for copy, checked in copies.made.get(function, ()):
        copy.__code__ = checked_code(function) if checked else function.__code__


class Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one file of a game with the mutant's change."""

    def __init__(self, module: str, file: Path, tree: ast.Module) -> None:
        self.module, self.file, self.tree = module, file, tree

    def find_spec(
        self, name: str, path: object = None, target: object = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Only this module."""
        if name != self.module:
            return None
        return importlib.util.spec_from_file_location(name, self.file, loader=self)

    def exec_module(self, module: ModuleType) -> None:
        """Run the changed file."""
        exec(compile(self.tree, str(self.file), "exec", dont_inherit=True), vars(module))


# --------------------------------------------------------------------------------- the trial
class Trial:
    """A game, its tests and its mutants."""

    def __init__(
        self,
        game: str,
        paths: Sequence[str],
        items: list[pytest.Item],
        results: Path,
        copies: Copies,
    ) -> None:
        self.game, self.paths, self.items, self.copies = find(game), paths, items, copies
        self.folder = self.game.folder
        self.package = self.game.modules[0].__name__.rpartition(".")[0]
        for name in ("interpreted", "checked"):
            Interpreted(self.game, checked=name == "checked")
        conftest = sys.modules.get(f"tests.games.{game}.conftest")
        if conftest is not None and hasattr(conftest, "back_end"):
            conftest.back_end("checked")
        self.traces = Traces(
            self.folder, ROOT / "tests" / "games" / game, results / f"{game}-lines.json"
        ).of(items)
        self.places = {item.nodeid: place for place, item in enumerate(items)}
        self.killers: dict[str, Counter[str]] = {}

    @property
    def modules(self) -> list[ModuleType]:
        """The game's modules."""
        return [
            module
            for name, module in sorted(sys.modules.items())
            if name.startswith(f"{self.package}.")
        ]

    @cached_property
    def functions(self) -> dict[tuple[str, str], FunctionType]:
        """The game's functions by file and name."""
        return functions_in(self.modules)

    @cached_property
    def at_import(self) -> set[str]:
        """The functions that run when the game is imported, as `file function`."""
        called: set[str] = set()

        def call(frame: FrameType, event: str, _: object) -> None:
            code = frame.f_code
            if event == "call" and code.co_filename.startswith(str(self.folder)):
                called.add(f"{name_in(self.folder, code.co_filename)} {code.co_qualname}")

        def work(write: Callable[[str], None]) -> None:
            forget_modules(self.package)
            sys.setprofile(call)
            importlib.import_module(self.package)
            sys.setprofile(None)
            write("\n".join(called))

        return set(finished(*forked(work))[0])

    def mutants(self) -> list[Mutant]:
        """Every mutant of the game, in the order of its files."""
        files = [f for f in sorted(self.folder.rglob("*.py")) if f.name not in SKIPPED_FILES]
        names = {name: x for module in self.modules for name, x in vars(module).items()}
        constants = constants_of(names, (ast.parse(f.read_text("utf-8")) for f in files))
        return [
            mutant
            for file in files
            for mutant in mutants_of(file, constants, name_in(self.folder, file))
        ]

    # ----------------------------------------------------------------------------- running
    def tests_for(self, mutant: Mutant) -> list[str]:
        """The tests that cover the changed line, the most promising first."""
        where = f"{mutant.file}:{mutant.line}"
        names = [
            name
            for name, trace in self.traces.items()
            if self.needs_import(mutant) or where in trace.lines
        ]
        known = self.killers.get(f"{mutant.file} {mutant.function}", Counter())
        return sorted(names, key=lambda name: (-known[name], self.traces[name].seconds))

    def needs_import(self, mutant: Mutant) -> bool:
        """Whether a mutant takes effect only when the game is imported again."""
        where = str(self.folder / mutant.file), mutant.function
        named = f"{mutant.file} {mutant.function}"
        return where not in self.functions or named in self.at_import

    def start(self, mutant: Mutant) -> tuple[int, int]:
        """Begin to test a mutant, in a fork."""
        names = self.tests_for(mutant)
        if self.needs_import(mutant):
            return forked(lambda write: self.import_and_test(mutant, names, write))
        return forked(lambda write: self.exchange_and_test(mutant, names, write))

    def exchange_and_test(
        self, mutant: Mutant, names: list[str], write: Callable[[str], None]
    ) -> None:
        """Change the function in place, then run the tests."""
        file = self.folder / mutant.file
        exchange(mutant, file, self.functions[str(file), mutant.function], self.copies)
        self.test([self.items[self.places[name]] for name in names], write)

    def import_and_test(
        self, mutant: Mutant, names: list[str], write: Callable[[str], None]
    ) -> None:
        """Import the changed game and its tests again, then run them."""
        file = self.folder / mutant.file
        forget_modules(self.package)
        forget_modules(f"tests.games.{self.game.name}")
        module = f"{self.package}.{mutant.file.removesuffix('.py').replace('/', '.')}"
        sys.meta_path.insert(0, Changed(module, file, mutant.tree))
        order = {name: place for place, name in enumerate(names)}

        def work(items: list[pytest.Item]) -> None:
            known = [item for item in items if item.nodeid in order]
            self.test(sorted(known, key=lambda item: order[item.nodeid]), write)

        write("0 import")
        signal.setitimer(signal.ITIMER_PROF, 60)
        try:
            with_tests(self.game.name, self.paths, work)
        except BaseException:
            write("failed")

    def test(self, items: Sequence[pytest.Item], write: Callable[[str], None]) -> None:
        """Run tests until one fails, saying which is running."""
        for place, item in enumerate(items):
            write(f"{place} {item.nodeid}")
            budget = self.traces[item.nodeid].seconds * PATIENCE + GRACE
            signal.setitimer(signal.ITIMER_PROF, budget)
            if not passes(items, place):
                write("failed")
                return
        signal.setitimer(signal.ITIMER_PROF, 0)

    def verdict(self, mutant: Mutant, lines: list[str], status: int, seconds: float) -> Verdict:
        """The verdict on a mutant."""
        failed = bool(lines) and lines[-1] == "failed"
        running = [line.partition(" ")[2] for line in lines if line != "failed"]
        test = running[-1] if running else ""
        if failed or os.WIFSIGNALED(status):
            self.killers.setdefault(f"{mutant.file} {mutant.function}", Counter())[test] += 1
            return Verdict(KILLED if failed else TIMED_OUT, test, seconds)
        return Verdict(SURVIVED, str(len(running)), seconds)


def forget_modules(package: str) -> None:
    """Make a package be imported again."""
    for name in [n for n in sys.modules if n == package or n.startswith(f"{package}.")]:
        del sys.modules[name]


# --------------------------------------------------------------------------------- results
class Results:
    """Earlier results. A survivor counts as long as the tests are the same."""

    def __init__(self, file: Path, rules: Path, tests: Path) -> None:
        self.file, self.rules = file, rules
        self.tests = digest(*sorted(tests.rglob("*.py")))
        self.kept: dict[str, Verdict] = {}
        for line in file.read_text("utf-8").splitlines() if file.exists() else ():
            key, stamp, *verdict = json.loads(line)
            found = Verdict(*verdict)
            if found.outcome != SURVIVED or stamp == self.tests:
                self.kept[key] = found
            else:
                self.kept.pop(key, None)

    @cached_property
    def sources(self) -> dict[str, str]:
        """A digest of each function; numbers at the top of a file go by the whole file."""
        found: dict[str, str] = {}
        for file in self.rules.rglob("*.py"):
            text = file.read_text("utf-8")
            where = name_in(self.rules, file)
            found[where] = hashlib.sha256(text.encode()).hexdigest()[:12]
            for name, node in functions_of(ast.parse(text)):
                said = ast.get_source_segment(text, node) or ""
                found[f"{where} {name}"] = hashlib.sha256(said.encode()).hexdigest()[:12]
        return found

    def key(self, mutant: Mutant) -> str:
        """A mutant together with the digest of its function."""
        where = f"{mutant.file} {mutant.function}".strip()
        return f"{mutant.key} @{self.sources[where]}"

    def of(self, mutant: Mutant) -> Verdict | None:
        """The known verdict on a mutant, if any."""
        return self.kept.get(self.key(mutant))

    def keep(self, mutant: Mutant, verdict: Verdict) -> None:
        """Store a verdict at once."""
        key = self.key(mutant)
        self.kept[key] = verdict
        self.file.parent.mkdir(parents=True, exist_ok=True)
        with self.file.open("a", encoding="utf-8") as file:
            file.write(json.dumps([key, self.tests, *verdict]) + "\n")


def run(trial: Trial, mutants: Sequence[Mutant], results: Results, jobs: int) -> None:
    """Test every mutant without a verdict."""
    todo = [mutant for mutant in mutants if results.of(mutant) is None]
    started, done = time.monotonic(), 0
    gc.freeze()
    running: list[tuple[Mutant, int, int, float]] = []
    waiting = iter(todo)
    for mutant in waiting:
        running.append((mutant, *trial.start(mutant), time.monotonic()))
        while len(running) >= jobs or (running and done + len(running) == len(todo)):
            tested, child, pipe, began = running.pop(0)
            lines, status = finished(child, pipe)
            seconds = round(time.monotonic() - began, 2)
            verdict = trial.verdict(tested, lines, status, seconds)
            results.keep(tested, verdict)
            done += 1
            if verdict.outcome == SURVIVED:
                print(f"[{done}/{len(todo)}] {place_of(trial, tested)}", flush=True)
    if todo:
        print(f"{len(todo)} mutants in {time.monotonic() - started:.0f} s")


def place_of(trial: Trial, mutant: Mutant) -> str:
    """A mutant with its file and line."""
    file = (trial.folder / mutant.file).relative_to(ROOT)
    return f"{file}:{mutant.line}: {mutant.function or '-'}: {mutant.old} -> {mutant.new}"


# --------------------------------------------------------------------------------- the report
def read_explained(file: Path) -> dict[str, str]:
    """The mutants that need not be noticed, each with the reason."""
    explained: dict[str, str] = {}
    reason = ""
    for line in file.read_text("utf-8").splitlines() if file.exists() else ():
        if line.startswith("#"):
            reason = line.removeprefix("#").strip()
        elif line.strip():
            explained[line.strip()] = reason
    return explained


def interval(hits: int, n: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a share found in a sample."""
    z = 1.96
    share, spread = hits / n, z * z / n
    middle = (share + spread / 2) / (1 + spread)
    half = z * ((share * (1 - share) + spread / 4) / n) ** 0.5 / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def report(
    trial: Trial, group: str, mutants: Sequence[Mutant], whole: int, results: Results
) -> bool:
    """Print one group's figure and its survivors; returns whether enough were killed."""
    explained = read_explained(ROOT / "tests" / "games" / trial.game.name / "survivors.txt")
    left = [m for m in mutants if (v := results.of(m)) is not None and v.outcome == SURVIVED]
    known = [m for m in left if m.key.strip() in explained]
    n = len(mutants)
    if not n:
        return True
    killed = n - len(left)
    line = f"{trial.game.name}, {group}: {killed} of {n} killed ({killed / n:.1%})"
    if n < whole:
        low, high = interval(killed, n)
        line += f"; a sample of {whole}: {low:.1%} to {high:.1%}"
    print(f"{line}; {len(known)} of {len(left)} survivors are explained")
    for mutant in left:
        if mutant not in known:
            print(f"  {place_of(trial, mutant)}")
    return group != RULES or killed >= GOAL * n


def main(arguments: list[str] | None = None) -> int:
    """Test the mutants of a game; 1 if too many of its rules' survive, 2 for an unknown game."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--sample", type=int, help="test only this many mutants, chosen at random")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--jobs", type=int, default=1, help="how many mutants at a time")
    parser.add_argument("--group", choices=(RULES, ADVICE), help="only the rules or the advice")
    parser.add_argument("--only", default="", help="only mutants whose listing has this text")
    parser.add_argument("--results", type=Path, default=ROOT / ".mutants")
    parser.add_argument("--tests", nargs="*", help="only the tests in these files")
    parser.add_argument("--list", action="store_true", help="list the mutants, test nothing")
    options = parser.parse_args(arguments)
    if options.game not in GAMES:
        print(f"There is no game {options.game!r}; there is {', '.join(GAMES)}.", file=sys.stderr)
        return 2
    copies = Copies()
    copies.watch()
    run_without_compiling()
    outcome: list[int] = []
    paths = options.tests or tests_of(options.game)
    with_tests(
        options.game, paths, lambda items: outcome.append(mutate(options, paths, items, copies))
    )
    return outcome[0]


def mutate(
    options: argparse.Namespace, paths: Sequence[str], items: list[pytest.Item], copies: Copies
) -> int:
    """Test the mutants that were asked for."""
    trial = Trial(options.game, paths, items, options.results, copies)
    tests = ROOT / "tests" / "games" / options.game
    results = Results(options.results / f"{options.game}.jsonl", trial.folder, tests)
    every = [m for m in trial.mutants() if options.group in (None, m.group)]
    every = [m for m in every if options.only in f"{m.file}:{m.line} {m.key}"]
    mutants = every
    if options.sample and options.sample < len(every):
        mutants = sorted(random.Random(options.seed).sample(every, options.sample), key=every.index)
    if options.list:
        print("\n".join(place_of(trial, mutant) for mutant in mutants))
        return 0
    run(trial, mutants, results, options.jobs)
    good = True
    for group in (RULES, ADVICE):
        some, whole = ([m for m in part if m.group == group] for part in (mutants, every))
        good = report(trial, group, some, len(whole), results) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())

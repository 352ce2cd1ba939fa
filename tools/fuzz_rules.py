"""Look for rules that the back ends disagree about: `make fuzz SECONDS=600`.

Random rules run interpreted, checked, from right to left, and compiled at every optimisation level
and under the sanitizers. Then their sources are changed at random: the checker may raise nothing
but its own error, and what it accepts must compile as C without an error. The seed is printed;
`--seed` starts there again.
"""

from __future__ import annotations

import argparse
import random
import secrets
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from pathlib import Path

from rumpus.language.c.build import CannotBuild, compile_c
from rumpus.language.c.emit import emit
from rumpus.rulekit import RuleError
from rumpus.testing.mutated_rules import mutated
from rumpus.testing.random_rules import (
    RandomRules,
    checked_program,
    import_file,
    random_rules,
)
from rumpus.testing.rule_runs import inputs, run_compiled, run_in_python
from rumpus.testing.sanitize import FLAGS as SANITIZED

INPUTS = 12
LEVELS = ("-O0", "-O1", "-O2", "-O3")
MUTANTS = 20
"""How many changed sources are tried for each random module."""


def compared(rules: RandomRules, folder: Path) -> Iterator[str]:
    """What differs between the back ends."""
    given = inputs(rules, INPUTS)
    results = run_in_python(rules, given)
    yield from results.differences
    for flags in (*(("-std=c11", "-w", level) for level in LEVELS), SANITIZED):
        yield from run_compiled(rules, given, results.expected, folder, *flags)


def mutants(rules: RandomRules, folder: Path) -> Iterator[str]:
    """Changed sources that the checker accepts but the C compiler refuses."""
    for number in range(MUTANTS):
        where = f"seed {rules.seed}, mutant {number}"
        text = mutated(rules.text, random.Random(f"{rules.seed} {number}"))
        file = folder / f"mutant_{rules.seed}_{number}.py"
        file.write_text(text, encoding="utf-8")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", SyntaxWarning)
                module = import_file(file)
        except SyntaxError:
            continue
        try:
            c, _ = emit(checked_program(module), "A mutant")
            (folder / "mutant.c").write_text(c, encoding="utf-8")
            compile_c(folder, "mutant.c", "mutant", ("-std=c11", "-w", "-fsyntax-only"))
        except RuleError:
            continue
        except CannotBuild as error:
            yield f"{where}: {error}\n{text}"
        except Exception as error:  # nothing else may be raised
            yield f"{where}: {error!r}\n{text}"


def main() -> int:
    """Try random rules until the time is up or something is found."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=None, help="the first module's")
    arguments = parser.parse_args()
    first = secrets.randbelow(10**9) if arguments.seed is None else arguments.seed
    print(f"seed {first}", flush=True)
    until, seed = time.monotonic() + arguments.seconds, first
    while time.monotonic() < until:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            rules = random_rules(seed, folder)
            for checks in (compared, mutants):
                if found := next(checks(rules, folder), None):
                    print(found)
                    print(f"found by: tools/fuzz_rules.py --seed {seed}")
                    return 1
        seed += 1
    print(f"{seed - first} modules, {MUTANTS * (seed - first)} changed sources: no difference")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The checker refuses what is outside the language, with file, line and what to write instead."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from rumpus.language.checking.rules import check_program
from rumpus.rulekit import RuleError, i8, rule, state
from rumpus.running.entries import rules_of
from tests.trials import trials
from tests.trials.support import write_module

PRELUDE = """
from __future__ import annotations
from rumpus.rulekit import *
from rumpus.language.intrinsics import digest, restore
from rumpus.rulekit.piles import Piles, pile, top
from enum import IntEnum

class Suit(IntEnum):
    RED = 1

LIMIT = 5
MOST = 2**63 - 1
FLAGS = (True, False)
HUGE = 2**70
COSTS = (1, 2, 300)
UNEVEN = ((1, 2), (3,))

@state
class State(Piles, cards=5, zones=2):
    small: i8
    wide: i64
    hand = i8[4]()
    board = i8[2, 3]()

def plain(x):
    return x

@rule
def draw(s: State) -> int:
    s.small += 1
    return s.small

@rule
def shout(s: State) -> int:
    tell(s, 1)
    return 1

@rule
def add(a: int, b: int) -> int:
    return a + b

@rule
def fill(values: Row, n: int) -> None:
    values[0] = n

@rule
def is_new(s: State) -> bool:
    return s.small == 0

ANSWERS = (draw, is_new)
"""

IN_A_RULE = {
    "a list": ("x = [1, 2]", "declare an array field"),
    "a list comprehension": ("x = [i for i in range(3)]", "fill it in a loop"),
    "a set": ("x = {1, 2}", "bits of an i64"),
    "a dictionary": ("x = {1: 2}", "an array indexed by a number"),
    "a generator": ("x = max(i for i in range(3))", "takes 2 arguments"),
    "a generator in a sum": ("x = add(1, (i for i in range(3)))", "write a loop"),
    "a string": ("x = 'red'", "words belong in words.py"),
    "a string with values": ("x = f'{s.small}'", "words belong in words.py"),
    "a string in the middle": ("s.small = 1\n    'so'  # <-", "write a # comment"),
    "a float": ("x = 0.5", "count in smaller units"),
    "None": ("x = None", "use NONE (-1)"),
    "a lambda": ("x = lambda: 1", "write a separate rule"),
    "an inner function": ("def inner(): pass", "write a separate rule"),
    "a class": ("class Inner: pass", "declare fields in the @state class"),
    "an exception caught": ("try:  # <-\n        pass\n    finally:\n        pass", "check first"),
    "an exception raised": ("raise ValueError", "legal() says what may be done"),
    "an assertion": ("assert s.small", "put assertions in tests"),
    "with": ("with plain(1): pass", "a rule opens nothing"),
    "global": ("global LIMIT", "a field of the state"),
    "an import": ("import os", "at the top of the file"),
    "del": ("del s.small", "set the number to another value"),
    "match": ("match s.small:  # <-\n        case 1: pass", "a table of rules called by index"),
    "a walrus": ("x = (y := 1)", "on a line of its own"),
    "a slice": ("x = s.hand[1:]", "one by one in a loop"),
    "a star": ("x = add(*s.hand)", "write the arguments out"),
    "a tuple": ("x = (1, 2)", "a table at the top of the file"),
    "two names at once": ("x, y = 1, 2", "assign one name a line"),
    "a chain of assignments": ("x = y = 1", "assign one name a line"),
    "a name without a value": ("x: int", "a value in the same line"),
    "a strange declaration": ("x: str = 1", "a local is an int, a bool"),
    "an ellipsis": ("...", "only whole numbers"),
    "a line without effect": ("s.small", "does nothing"),
    "yield": ("yield 1", "into an array"),
    "an unknown field": ("s.smal = 1", "no field `smal`; declare it"),
    "a field of a number": ("x = 1\n    s.small = x.real  # <-", "only a state has"),
    "an unknown name": ("x = y", "nothing is called `y`"),
    "an unknown name in a module": ("x = state.y", "has no `y`"),
    "an unset local": ("y = x  # <-\n    x = 1", "`x` has no value yet"),
    "a counter that was never set": ("x += 1", "`x` has no value yet"),
    "a local set on one way only": (
        "if s.small:\n        x = 1\n    s.small = x  # <-", "`x` may have no value here",
    ),
    "a local set in a loop": (
        "for i in range(3):\n        x = i\n    s.small = x  # <-", "`x` may have no value here",
    ),
    "a loop's counter after the loop": (
        "for i in range(3):\n        pass\n    s.small = i  # <-", "`i` may have no value here",
    ),
    "a call of itself": ("trial(s)", "trial calls trial: rules cannot call themselves"),
    "too few arguments": ("x = add(1)", "takes 2 arguments (a, b), not 1"),
    "too many arguments": ("x = abs(1, 2)", "takes 1 arguments, not 2"),
    "an argument by name": ("x = add(1, b=2)", "in order, without names"),
    "a number for a state": ("draw(1)", "wants a state for `s`, not a number"),
    "a number for a row": ("fill(1, 2)", "wants a row for `values`, not a number"),
    "a grid for a row": ("fill(s.board, 2)", "wants a row for `values`, not a grid"),
    "a function that is not a rule": ("x = plain(1)", "mark it with @rule"),
    "a function that nobody wrote": ("x = grab(1)", "nothing is called `grab`"),
    "print": ("print(1)", "tell the event log instead"),
    "sum": ("x = sum(s.hand)", "add up in a loop"),
    "range outside a for": ("x = range(3)", "range belongs in a `for`"),
    "a method": ("s.hand.append(1)", "no methods; call a rule"),
    "a rule as a value": ("x = draw", "rules use numbers, tables and other rules"),
    "a fraction": ("x = 1 / 2", "use `//`"),
    "a power": ("x = 2 ** 3", "shift with `<<`"),
    "a plus sign": ("x = +s.small", "leave the `+` out"),
    "the complement of yes or no": ("x = ~is_new(s)", "write `not`"),
    "a shift by 64": ("x = s.wide << 64", "0 to 63 places"),
    "a shift to the left of nothing": ("s.wide >>= -1", "0 to 63 places"),
    "division by zero": ("x = s.small // 0", "divided by 0"),
    "or as a value": ("x = s.small or 3", "write `a if ... else b`"),
    "and as a value": ("x = s.small and s.wide", "compare the number"),
    "is": ("x = s.small is s.wide", "`==` and `!=`"),
    "in a row": ("x = 1 in s.hand", "a literal tuple"),
    "in a chain": ("x = 1 < s.small in (2, 3)", "a literal tuple"),
    "a change in a chain": ("x = 1 < draw(s) < 3", "not allowed in a chained comparison"),
    "a change in front of in": ("x = draw(s) in (2, 3)", "not allowed before `in`"),
    "a change in the index of a table of rules": (
        "ANSWERS[draw(s)](s)", "side effects are not allowed inside an index",
    ),
    "a change behind in": ("x = s.small in (3, draw(s))", "not allowed after `in`"),
    "a number too big for its field": ("s.small = 128", "can be 128, which does not fit into 8"),
    "a choice too big for its field": ("s.small = 1 if s.wide else -129", "can be -129"),
    "a table above a field's range": ("s.small = COSTS[s.wide]", "can be 300"),
    "a number too big for any field": ("x = 1 << 3 + 9223372036854775808", "into 64 bits"),
    "a constant too big for any field": ("x = HUGE", "into 64 bits"),
    "a table that is none": ("x = UNEVEN[0][0]", "equally long tuples"),
    "a local named like a constant": ("LIMIT = 3", "already names something"),
    "a local named like a rule": ("draw = 3", "already names something"),
    "a local named like a function of the language": ("len = 3", "already names something"),
    "a table with True in it": ("x = FLAGS[0]", "1 and 0, not True and False"),
    "a computed index past the end": ("x = s.hand[LIMIT - 1]", "index 4 is outside 0..3"),
    "a sum of constants past 64 bits": ("x = MOST + 1", "does not fit into 64 bits"),
    "a negative index": ("x = s.hand[-1]", "there are no negative ones"),
    "an index past the end": ("x = s.hand[4]", "outside 0..3"),
    "two indexes in a bracket": ("x = s.board[0, 1]", "a[i][j]"),
    "an index into a number": ("x = s.small[0]", "no places to index"),
    "a whole row assigned": ("s.board[0] = 1", "one place of an array at a time"),
    "a row as a local": ("x = s.hand", "a local holds a number"),
    "a row of no fixed size": ("x = row(s.small)", "a sum such as `LIMIT + 1`"),
    "a row of a negative size": ("x = row(LIMIT - 9)", "each a constant from 1 on"),
    "a row too large for the stack": ("x = row(3_000_000)", "65536 numbers at most"),
    "a grid too large for the stack": ("x = grid(300, 300)", "65536 numbers at most"),
    "a row without a name": ("fill(row(3), 1)", "give a local array a name"),
    "a row of another size": ("x = row(3)\n    x = row(4)  # <-", "another size above"),
    "the length of nothing": ("x = len(s.small)", "fields, tables and local arrays"),
    "a table changed": ("COSTS[0] = 1", "only read, never changed"),
    "a table given away to be changed": ("fill(COSTS, 1)", "declare it there as a ReadRow"),
    "a constant of another file changed": ("state.x = 1", "cannot change a global"),
    "a parameter replaced": ("s = 3", "`s` is a parameter"),
    "a local of two kinds": ("x = row(3)\n    x = 1  # <-", "`x` is a row"),
    "a number where yes or no was": ("x = s.small > 1\n    x = 2  # <-", "`x` is yes or no"),
    "a loop over a row": ("for x in s.hand: pass", "loop over `range(...)`"),
    "a loop over a rule": ("for x in draw(s): pass", "loop over `range(...)`"),
    "a loop over two names": ("for x, y in range(3): pass", "a loop counts with one name"),
    "a loop with else": ("for x in range(3): pass  # <-\n    else: pass", "a loop has no `else`"),
    "a while with else": ("while s.small: pass  # <-\n    else: pass", "a loop has no `else`"),
    "a step of zero": ("for x in range(3, 1, 0): pass", "a constant other than 0"),
    "a step that varies": ("for x in range(3, 1, s.small): pass", "a constant other than 0"),
    "range of nothing": ("for x in range(): pass", "one to three numbers"),
    "a counter assigned": ("for x in range(3):\n        x = 1  # <-", "`x` counts a loop"),
    "a local as a counter": ("x = 1\n    for x in range(3): pass  # <-", "is in use already"),
    "a counter counted twice": (
        "for x in range(3):\n        for x in range(2): pass  # <-", "is in use already",
    ),
    "a walk outside a for": ("x = pile(s, 0)", "belongs in a `for`"),
    "a walk with a wrong argument": ("for x in pile(s): pass", "takes 2 arguments"),
    "return None": ("return None", "write `return` alone"),
    "a member of an enum": (
        "x = Suit.RED", "the numbers of a file, not those of a class or an object; give `Suit.RED`",
    ),
    "an unknown member of an enum": ("x = Suit.BLUE", "`Suit` has no `BLUE`"),
    "a number declared as yes or no": ("x: bool = 3", "declared as yes or no (a bool), not a num"),
    "a row declared as a number": ("x: int = row(2)", "declared as a number, not a row"),
    "a grid declared as a row": ("x: Row = grid(2, 2)", "declared as a row, not a grid"),
    "a row that is only read": ("x: ReadRow = row(2)", "a local is an int, a bool"),
    "a field declared in a rule": ("s.small: int = 3", "leave the annotation out"),
    "the length of a literal tuple": ("x = len(())", "a table at the top of the file"),
    "a sum of 900 terms": ("x = " + " + ".join(["s.wide"] * 900), "nested too deeply"),
    "a line never reached": ("return\n    s.small = 1  # <-", "never reached"),
    "a line after an endless loop": ("while True: pass\n    s.small = 1  # <-", "never reached"),
    "a result of a rule without one": ("return 3", "declared to return None"),
    "a rule without a result as a value": ("x = fill(s.hand, 1)", "not nothing"),
    "a table of rules with different results": ("x = ANSWERS[0](s)", "the same kind of thing"),
    "a number called by index": ("x = COSTS[0](s)", "only a tuple of rules"),
    "an event with too many numbers": ("tell(s, 1, 2, 3, 4, 5, 6)", "up to 4 numbers"),
    "an event without a state": ("tell(1, 2)", "takes a state"),
    "a change inside an event": ("tell(s, draw(s))", "not allowed inside an event"),
    "clear of a number": ("clear(s.small)", "takes a state"),
    "copy of one state": ("copy(s)", "takes 2 states"),
    "restore without a number": ("restore(s, s.hand)", "a row of states and a number"),
    "restore from the state": ("restore(s, s.hand, 0)", "a row of states and a number"),
    "restore no state": ("restore(s.hand, s.hand, 0)", "takes a state"),
    "digest of two states": ("x = digest(s, s)", "takes a state"),
    "order: a call and a field": ("x = draw(s) + s.small", "changes what the rest of the line"),
    "order: two calls": ("x = draw(s) * draw(s)", "changes what the rest of the line"),
    "order: arguments": ("x = add(draw(s), s.wide)", "changes what the rest of the line"),
    "order: a comparison": ("x = s.small < draw(s)", "changes what the rest of the line"),
    "order: an index": ("x = s.board[s.small][draw(s)]", "changes what the rest of the line"),
    "order: where it is stored": ("s.hand[s.small] = draw(s)", "changes what the rest of the line"),
    "order: what is stored": (
        "x = row(3)\n    x[draw(s)] = s.wide  # <-", "changes what the rest of the line",
    ),
    "order: a field counted up": ("s.small += draw(s)", "changes what the rest of the line"),
    "order: a changing index": (
        "x = row(3)\n    x[draw(s)] += 1  # <-", "side effects are not allowed inside an index",
    ),
    "order: a range": ("for x in range(s.wide, draw(s)): pass", "changes what the rest"),
    "order: two that tell": ("x = shout(s) + shout(s)", "not the only call on this line"),
}  # fmt: skip

WHOLE_RULES = {
    "a parameter without a type": ("def trial(s, x: int) -> None:  # <-", "say what `s` is"),
    "a parameter of a wrong type": ("def trial(s: str) -> None:  # <-", "say what `s` is"),
    "another game's state": ("def trial(s: Other) -> None:  # <-", "say what `s` is"),
    "no type of the result": ("def trial(s: State):  # <-", "say what `trial` returns"),
    "a wrong type of the result": ("def trial(s: State) -> Row:  # <-", "say what `trial` returns"),
    "a default": ("def trial(s: State, x: int = 1) -> None:  # <-", "without defaults"),
    "any number of parameters": ("def trial(s: State, *x: int) -> None:  # <-", "a fixed number"),
    "a parameter named like a rule": ("def trial(s: State, draw: int) -> None:  # <-", "already"),
    "a rule that waits": ("async def trial(s: State) -> None:  # <-", "a rule cannot wait"),
    "a result missing on a way": (
        "def trial(s: State) -> int:  # <-\n    if s.small: return 1", "without a result",
    ),
    "a result missing": ("def trial(s: State) -> int:\n    return  # <-", "a number, not nothing"),
    "a number for yes or no": (
        "def trial(s: State) -> bool:\n    return s.small  # <-", "return yes or no",
    ),
    "a row as a result": ("def trial(s: State) -> int:\n    return s.hand  # <-", "not a row"),
    "a read row changed": (
        "def trial(s: State, x: ReadRow) -> None:\n    x[0] = 1  # <-", "only read",
    ),
    "a read row given away": (
        "def trial(s: State, x: ReadRow) -> None:\n    fill(x, 1)  # <-", "may change `values`",
    ),
    "the length of a row that was given": (
        "def trial(s: State, x: Row) -> int:\n    return len(x)  # <-", "pass the length along",
    ),
    "yes or no wanted": (
        "def trial(s: State, x: bool) -> None:\n    trial_yes(s, 3)  # <-\n"
        "@rule\ndef trial_yes(s: State, x: bool) -> None: pass", "wants yes or no",
    ),
    "the second state's log": (
        "def trial(s: State, t: State) -> None:\n    tell(t, 1)  # <-", "only the first state, `s`",
    ),
    "a first state handed over as a later one": (
        "def trial(s: State, t: State) -> None:\n    two(t, s)  # <-\n"
        "@rule\ndef two(a: State, b: State) -> None:\n    shout(b)",
        "`two` tells the log of its first state only, not that of `b`; pass `s` as the first",
    ),
    "a first state handed over twice": (
        "def trial(s: State) -> None:\n    one(s, s)  # <-\n"
        "@rule\ndef one(a: State, b: State) -> None:\n    two(a, b)\n"
        "@rule\ndef two(a: State, b: State) -> None:\n    shout(b)",
        "pass `s` as the first",
    ),
    "None as a number": ("def trial(s: State) -> int:\n    return None  # <-", "with a number"),
    "local arrays of several rules": (
        "def trial(s: State) -> None:  # <-\n    x = row(50_000)\n    inner(s)\n"
        "@rule\ndef inner(s: State) -> None:\n    x = row(40_000)",
        "of `trial` and of the rules that it calls hold 90000 numbers, and 65536 is the most",
    ),
    "a long row of elifs": (
        "def trial(s: State) -> None:\n    if s.wide == 0: s.small = 1\n"
        + "\n".join(f"    elif s.wide == {i}: s.small = 1" for i in range(1, 77))
        + "\n    elif s.wide == 77: s.small = 1  # <-", "nested too deeply",
    ),
    "a walk over part of a grid": (
        "def trial(s: State) -> None:\n    for x in over(s.board[1]): pass  # <-\n"
        "@rule\ndef first(r: Row) -> int: return 0\n"
        "@rule\ndef after(r: Row, x: int) -> int: return NONE\n"
        "over = each(first, after)", "whole arrays",
    ),
    "a walk over a row that is created again": (
        "def trial(s: State) -> None:\n    x = row(2)\n"
        "    for i in over(x):  # <-\n        x = row(2)\n"
        "@rule\ndef first(r: Row) -> int: return 0\n"
        "@rule\ndef after(r: Row, x: int) -> int: return NONE\n"
        "over = each(first, after)", "created again inside the walk",
    ),
    "a walk of rules that do not match": (
        "def trial(s: State) -> None:\n    for x in over(s): pass  # <-\n"
        "over = each(draw, add)", "must take what `draw` takes and a number",
    ),
    "two rules that call each other": (
        "def trial(s: State) -> None:\n    other(s)\n"
        "@rule\ndef other(s: State) -> None:\n    trial(s)  # <-", "trial calls other calls trial",
    ),
    "a second decorator": (
        "@plain\ndef trial(s: State) -> None:  # <-\n    pass", "no decorator other than @rule",
    ),
}  # fmt: skip


def mistakes(folder: Path, text: str) -> tuple[Path, list[str]]:
    """What the checker says about the rule `trial`."""
    module = write_module(folder, text)
    with pytest.raises(RuleError) as refused:
        check_program(module.State, [module.trial])
    return Path(str(module.__file__)), list(refused.value.mistakes)


def check(folder: Path, text: str, fragment: str) -> None:
    """One mistake, in the marked line, with the sentence that was expected."""
    line = next(n for n, code in enumerate(text.splitlines(), 1) if "# <-" in code)
    file, found = mistakes(folder, text)
    assert len(found) == 1, found
    assert found[0].startswith(f"{file}:{line}: ")
    assert fragment in found[0]


@pytest.mark.parametrize("name", IN_A_RULE)
def test_a_line_outside_the_language(name: str, tmp_path: Path) -> None:
    line, fragment = IN_A_RULE[name]
    marked = line if "# <-" in line else f"{line}  # <-"
    rule = f"@rule\ndef trial(s: State) -> None:\n    {marked}\n"
    check(tmp_path, f"{PRELUDE}\n{rule}", fragment)


@pytest.mark.parametrize("name", WHOLE_RULES)
def test_a_rule_outside_the_language(name: str, tmp_path: Path) -> None:
    text, fragment = WHOLE_RULES[name]
    head, _, body = text.partition("\n")
    other = "@state\nclass Other:\n    x: i8\n"
    check(tmp_path, f"{PRELUDE}\n{other}\n@rule\n{head}\n{body or '    pass'}\n", fragment)


def test_every_feature_of_the_language_is_accepted() -> None:
    program = rules_of(trials.game).program
    assert {trial.__name__ for trial in trials.TRIALS} <= {r.name for r in program.rules.values()}


def test_every_mistake_is_reported_at_once(tmp_path: Path) -> None:
    rule = "@rule\ndef trial(s: State) -> None:\n    x = 0.5\n    y = [x]\n    s.small = y + z\n"
    _, found = mistakes(tmp_path, f"{PRELUDE}\n{rule}")
    assert [sentence.split(": ", 1)[1][:12] for sentence in found] == [
        "there are no", "a list has n", "nothing is c",
    ]  # fmt: skip


def test_a_mistake_in_a_rule_that_is_called_is_reported_once(tmp_path: Path) -> None:
    text = "@rule\ndef wrong() -> int:\n    return 'x'  # <-\n@rule\ndef trial() -> int:\n"
    check(tmp_path, f"{PRELUDE}\n{text}    return wrong() + wrong()\n", "words.py")


HEADS = {
    "timeout without a seat": ("timeout", "(s: State) -> int: return 0"),
    "timeout with its parameters swapped": ("timeout", "(seat: int, s: State) -> int: return 0"),
    "timeout without a result": ("timeout", "(s: State, seat: int) -> None: pass"),
    "legal with a grid": ("legal", "(s: State, seat: int, out: Grid) -> int: return 0"),
    "is_over as a number": ("is_over", "(s: State) -> int: return 0"),
    "apply without a seat": ("apply", "(s: State, trial: int) -> None: pass"),
    "judge, which a game may leave out": ("judge", "(s: State) -> bool: return False"),
}
WRITTEN = {
    "timeout": "the engine calls `timeout(s, seat)`; "
    "write `def timeout(s: State, seat: int) -> int`",
    "legal": "the engine calls `legal(s, seat, out)`; "
    "write `def legal(s: State, seat: int, out: Row) -> int`",
    "is_over": "the engine calls `is_over(s)`; write `def is_over(s: State) -> bool`",
    "apply": "the engine calls `apply(s, seat, action)`; "
    "write `def apply(s: State, seat: int, action: int) -> None`",
    "judge": "the engine calls `judge(s, out)`; write `def judge(s: State, out: Row) -> bool`",
}


@pytest.mark.parametrize("name", HEADS)
def test_a_rule_of_the_contract_with_another_head(name: str, tmp_path: Path) -> None:
    """One line, at the game's own `def`, however often the engine calls it."""
    hook, head = HEADS[name]
    text = f"from tests.trials.trials import *\n\n@rule\ndef {hook}{head}\n"
    module = write_module(tmp_path, text)
    game = trials.game.with_rules(**{hook: getattr(module, hook)})
    with pytest.raises(RuleError) as refused:
        rules_of(game).program  # noqa: B018
    assert refused.value.mistakes == (f"{module.__file__}:4: {WRITTEN[hook]}",)


def test_a_rule_of_the_contract_may_promise_more(tmp_path: Path) -> None:
    text = "@rule\ndef asks(s: State) -> bool: return True\n"
    module = write_module(tmp_path, f"from tests.trials.trials import *\n{text}")
    assert rules_of(trials.game.with_rules(asks=module.asks)).program


def test_a_rule_with_a_wrong_head_is_reported_once(tmp_path: Path) -> None:
    text = (
        "@rule\ndef wrong(s, x: int) -> int:  # <-\n    return x\n"
        "@rule\ndef trial(s: State) -> None:\n"
        "    x = wrong(s, 1)\n    wrong(s)\n    s.small = x + wrong(s, wrong(s, 2))\n"
    )
    check(tmp_path, f"{PRELUDE}\n{text}", "say what `s` is")


@pytest.mark.parametrize("entries", [("rule_40",), ("rule_25", "rule_40")])
def test_a_long_chain_of_rules(entries: tuple[str, ...], tmp_path: Path) -> None:
    """It is refused once, from whichever rule the checker begins."""
    rules = "".join(
        f"@rule\ndef rule_{i}(s: State) -> None:\n    rule_{i - 1}(s)\n" for i in range(1, 41)
    )
    text = f"{PRELUDE}\n@rule\ndef rule_0(s: State) -> None:\n    pass\n{rules}"
    module = write_module(tmp_path, text)
    with pytest.raises(RuleError) as refused:
        check_program(module.State, [getattr(module, entry) for entry in entries])
    (mistake,) = refused.value.mistakes
    assert "more than 30 rules call one another in a row" in mistake
    assert check_program(module.State, [module.rule_29])


def test_a_rule_inside_a_function() -> None:
    @state
    class State:
        x: i8

    @rule
    def inner(s: State) -> None:
        s.x = 1

    with pytest.raises(RuleError, match="not inside a function"):
        check_program(State, [inner])


def test_mistakes_are_told_the_same_in_another_process() -> None:
    told = pickle.loads(pickle.dumps(RuleError(["a.py:1: no", "a.py:2: nor that"])))
    assert told.mistakes == ("a.py:1: no", "a.py:2: nor that")


def test_a_missing_rule_of_the_contract(tmp_path: Path) -> None:
    hooks = {name: rule for name, rule in trials.game.hooks.items() if name != "advise"}
    with pytest.raises(RuleError, match="the game has no rule `advise`; write one"):
        check_program(trials.State, rules_of(trials.game).entries, hooks)


def test_a_rule_without_a_file() -> None:
    space: dict[str, Any] = {}
    exec("def rule_of_no_file(): return 1", space)
    with pytest.raises(RuleError, match="has no source to read"):
        check_program(trials.State, [rule(space["rule_of_no_file"])])


def test_a_file_that_was_changed_after_its_import(tmp_path: Path) -> None:
    module = write_module(tmp_path, f"{PRELUDE}\n@rule\ndef trial() -> int:\n    return 1\n")
    file = Path(str(module.__file__))
    file.write_text(file.read_text().replace("trial", "other"))
    with pytest.raises(RuleError, match="changed since it was imported"):
        check_program(module.State, [module.trial])

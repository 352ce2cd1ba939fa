"""What is not in the rule language, and what to write instead."""

from __future__ import annotations

import ast

LIST = "declare an array field (`i8[n]()`) or a local `row(n)`"
SET = "there are no Python sets; keep small numbers as bits of an i64 (rulekit.sets)"
DICTIONARY = "there are no dictionaries; use an array indexed by a number"
STRING = "there are no strings in rules; words belong in words.py"
FUNCTION = "a rule cannot contain another function; write a separate rule"
GENERATOR = "there are no generators; write the numbers into an array"
WAIT = "a rule cannot wait; make the wait a stage in the state"
EXCEPTION = "there are no exceptions; check first with an `if`"
GLOBAL = "a rule cannot change a global; keep the number as a field of the state"
IMPORT = "import at the top of the file"
LOOP_OVER = "loop over `range(...)` or over a walk such as `pile(s, zone)`"
LOOP_ELSE = "a loop has no `else`; set a flag and test it afterwards"
BEHIND_IN = "`in` is followed by a literal tuple, as in `x in (A, B)`"

NODES: dict[type[ast.AST], str] = {
    ast.List: f"a list has no fixed size; {LIST}",
    ast.ListComp: f"a list has no fixed size; {LIST} and fill it in a loop",
    ast.Set: SET,
    ast.SetComp: SET,
    ast.Dict: DICTIONARY,
    ast.DictComp: DICTIONARY,
    ast.GeneratorExp: "there are no generators; write a loop",
    ast.JoinedStr: STRING,
    ast.Lambda: "there are no lambdas; write a separate rule",
    ast.FunctionDef: FUNCTION,
    ast.AsyncFunctionDef: FUNCTION,
    ast.ClassDef: "a rule cannot contain a class; declare fields in the @state class",
    ast.Try: EXCEPTION,
    ast.TryStar: EXCEPTION,
    ast.Raise: "there are no exceptions; legal() says what may be done, so a rule need not refuse",
    ast.Assert: "there are no exceptions; put assertions in tests",
    ast.With: "there is no `with`; a rule opens nothing",
    ast.Global: GLOBAL,
    ast.Nonlocal: GLOBAL,
    ast.Import: IMPORT,
    ast.ImportFrom: IMPORT,
    ast.Delete: "nothing can be deleted; set the number to another value",
    ast.Yield: GENERATOR,
    ast.YieldFrom: GENERATOR,
    ast.Await: WAIT,
    ast.AsyncFor: WAIT,
    ast.AsyncWith: WAIT,
    ast.Match: "there is no `match`; use `if`/`elif` or a table of rules called by index",
    ast.NamedExpr: "there is no `:=`; give the name a value on a line of its own",
    ast.Slice: "there are no slices; copy the places one by one in a loop",
    ast.Starred: "there is no `*`; write the arguments out",
    ast.Tuple: "a tuple can only be a table at the top of the file, or follow `in`",
}

OPERATORS: dict[type[ast.operator], str] = {
    ast.Div: "there are no fractions; use `//`",
    ast.Pow: "there is no `**`; multiply, or shift with `<<`",
    ast.MatMult: "there is no `@`; write a loop",
}

CALLS: dict[str, str] = {
    "all": "test in a loop",
    "any": "test in a loop",
    "bool": "compare the number (`!= 0`)",
    "dict": "use an array indexed by a number",
    "enumerate": "loop over `range(...)`",
    "float": "there are no fractions; count in smaller units",
    "int": "every number is an int already",
    "list": LIST,
    "print": "tell the event log instead, or print in a test",
    "range": "range belongs in a `for`",
    "reversed": "loop over `range(last, -1, -1)`",
    "set": "keep small numbers as bits of an i64 (rulekit.sets)",
    "sorted": "sort in loops",
    "str": "words belong in words.py",
    "sum": "add up in a loop",
    "zip": "loop over `range(...)`",
}


def refused(node: ast.AST) -> str:
    """Why a piece of Python is not in the language."""
    return NODES.get(type(node), "this is not in the rule language")


def refused_call(name: str) -> str:
    """Why something cannot be called."""
    return f"`{name}` is not a rule; {CALLS.get(name, 'mark it with @rule, or do it in a rule')}"

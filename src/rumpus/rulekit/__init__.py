"""The rule language: rules are written once in plain Python and run everywhere.

A game's rules import what they need from here. Nothing here knows any game.
"""

from .chance import Chance, below, draw_to_end, forget_chance, roll, seed_key, shuffle
from .declare import (
    NONE,
    Cube,
    Grid,
    ReadCube,
    ReadGrid,
    ReadRow,
    Row,
    bundle,
    each,
    i8,
    i16,
    i32,
    i64,
    rule,
    state,
)
from .errors import IllegalAction, InvalidNotation, RuleError, RuleFault, UnknownGame, UnknownOption
from .intrinsics import clear, copy, count, grid, lowest, row, tell, whisper
from .sets import first_n, has, members_of, only

__all__ = [
    "NONE",
    "Chance",
    "Cube",
    "Grid",
    "IllegalAction",
    "InvalidNotation",
    "ReadCube",
    "ReadGrid",
    "ReadRow",
    "Row",
    "RuleError",
    "RuleFault",
    "UnknownGame",
    "UnknownOption",
    "below",
    "bundle",
    "clear",
    "copy",
    "count",
    "draw_to_end",
    "each",
    "first_n",
    "forget_chance",
    "grid",
    "has",
    "i8",
    "i16",
    "i32",
    "i64",
    "lowest",
    "members_of",
    "only",
    "roll",
    "row",
    "rule",
    "seed_key",
    "shuffle",
    "state",
    "tell",
    "whisper",
]

"""What a game imports: the rule language's words, chance, sets, and the errors that people read.

Nothing here knows any game.
"""

from rumpus.language.declare import (
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
from rumpus.language.errors import RuleError, RuleFault
from rumpus.language.intrinsics import clear, copy, count, grid, lowest, row, tell, whisper

from .chance import Chance, below, draw_to_end, forget_chance, roll, seed_key, shuffle
from .errors import IllegalAction, InvalidNotation, UnknownGame, UnknownOption
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

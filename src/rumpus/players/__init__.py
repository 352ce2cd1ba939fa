"""Bots. They see what their seat may know, never more."""

from .chances import win_chance, win_chances
from .hints import Hint, hint
from .levels import LEVELS, Level, UnknownLevel, choose, level_of
from .names import bot_name

__all__ = [
    "LEVELS",
    "Hint",
    "Level",
    "UnknownLevel",
    "bot_name",
    "choose",
    "hint",
    "level_of",
    "win_chance",
    "win_chances",
]

"""Every way to run a game's rules, made once."""

from __future__ import annotations

from functools import cache

from rumpus.games import find
from rumpus.running.backend import Backend
from rumpus.running.interpreted import Interpreted
from rumpus.running.native import Native

KINDS = ("interpreted", "checked", "native")


@cache
def back_end(game: str, kind: str) -> Backend:
    if kind == "native":
        return Native(find(game))
    return Interpreted(find(game), checked=kind == "checked")

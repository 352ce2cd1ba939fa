"""Compiling the games before the room opens, so that nobody has to wait for it at a table."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import partial

from rumpus.games import GAMES, find
from rumpus.language.c.build import is_built
from rumpus.rulekit.game import Game
from rumpus.rulekit.sentence import Sentence, say
from rumpus.table.backends import table_backend, table_rules

Say = Callable[[Sentence], None]


def prepare(games: Iterable[Game], tell: Say) -> None:
    """Compile missing games in parallel, reporting progress."""
    waiting = [game for game in games if not is_built(table_rules(game))]
    if not waiting:
        return
    titles = tuple(game.title for game in waiting)
    tell(say("Compiling the rules of {games}, this once.", games=titles))
    with ThreadPoolExecutor(len(waiting)) as pool:
        building = {pool.submit(table_backend, game): game for game in waiting}
        for done, built in enumerate(as_completed(building), 1):
            built.result()
            bar, title = _bar(done, len(waiting)), building[built].title
            tell(say("{bar} {game} is ready.", bar=bar, game=title))


def _bar(done: int, of: int, width: int = 12) -> str:
    filled = width * done // of
    return f"[{'#' * filled}{'.' * (width - filled)}]"


if __name__ == "__main__":
    prepare(map(find, GAMES), partial(print, file=sys.stderr))

"""Getting the games ready before the room opens, so that nobody waits at a table for a compiler."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import partial

from rumpus.games import GAMES, find
from rumpus.rulekit.build import is_built
from rumpus.rulekit.game import Game
from rumpus.rulekit.native import fastest
from rumpus.rulekit.sentence import Sentence, say

Say = Callable[[Sentence], None]


def prepare(games: Iterable[Game], tell: Say) -> None:
    """Compile the games that are not compiled yet, side by side, saying how far it is."""
    waiting = [game for game in games if not is_built(game)]
    if not waiting:
        return
    titles = tuple(game.title for game in waiting)
    tell(say("Compiling the rules of {games}, this once.", games=titles))
    with ThreadPoolExecutor(len(waiting)) as pool:
        building = {pool.submit(fastest, game): game for game in waiting}
        for done, built in enumerate(as_completed(building), 1):
            built.result()
            bar, title = _bar(done, len(waiting)), building[built].title
            tell(say("{bar} {game} is ready.", bar=bar, game=title))


def _bar(done: int, of: int, width: int = 12) -> str:
    filled = width * done // of
    return f"[{'#' * filled}{'.' * (width - filled)}]"


if __name__ == "__main__":
    prepare(map(find, GAMES), partial(print, file=sys.stderr))

"""The C of every game is clean under the sanitizers, and plays the same games there."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from rumpus.games import GAMES, find
from rumpus.language.c.build import CannotBuild, compile_c
from rumpus.language.c.text import PRELUDE
from rumpus.rulekit import UnknownOption
from rumpus.rulekit.game import Game
from rumpus.running.interpreted import Interpreted
from rumpus.running.native import Native
from rumpus.testing.sanitize import FLAGS, TableSetup, checksum, play_sanitized
from tests.trials import trials

SANITIZED, SEED = 200, 11
"""How many games of each kind are played at least, and of which series."""


@pytest.fixture(scope="module", autouse=True)
def sanitizers(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Some compilers come without their libraries."""
    folder = tmp_path_factory.mktemp("probe")
    (folder / "probe.c").write_text("int main(void) { return 0; }\n")
    try:
        compile_c(folder, "probe.c", "probe", FLAGS)
    except CannotBuild as reason:
        pytest.skip(f"no sanitizers here: {reason}")


def tables_of(game: Game) -> list[TableSetup]:
    """Every number of players, and every option at its ends."""
    tables = [TableSetup(players, {}) for players in game.players]
    for option in game.options:
        for value in {option.every_value()[0], option.every_value()[-1]}:
            table = TableSetup(game.common, {option.key: value})
            try:
                game.settings(*table)
            except UnknownOption:  # it needs another option
                continue
            tables.append(table)
    return tables


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_clean(name: str, tmp_path: Path) -> None:
    """All games run clean; some of them are played again by the other back ends."""
    game = find(name)
    tables = tables_of(game)
    games = 1 + SANITIZED // len(tables)
    sums = play_sanitized(game, tables, tmp_path, games=games, seed=SEED)
    played = [(table, number) for table in tables for number in range(games)]
    assert len(sums) == len(played) > SANITIZED
    for backend, times in ((Native(game), 20), (Interpreted(game), 3)):
        every = len(sums) // times
        again = [checksum(backend, table, SEED, number) for table, number in played[::every]]
        assert again == sums[::every]


LEAST_NUMBERS = """
int main(void) {
  int64_t least = INT64_MIN, most = INT64_MAX;
  return rk_rot32(1, least) == 1 && rk_rot32(1, least + 1) == 2
    && rk_up(most - 1, 3, most) == most && rk_up(least, (uint64_t)most, most) == -1
    && rk_down(least + 1, 3, least) == least && rk_down(most, (uint64_t)1 << 63, least) == -1
    && rk_mod(least, -1) == 0 && rk_lowest(least) == 63 && rk_count(least) == 1 ? 0 : 1;
}
"""


def test_the_least_number_is_nothing_special(tmp_path: Path) -> None:
    (tmp_path / "least.c").write_text(PRELUDE + LEAST_NUMBERS)
    compile_c(tmp_path, "least.c", "least", FLAGS)
    done = subprocess.run([tmp_path / "least"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_fault_is_found(tmp_path: Path) -> None:
    """A test of the test: a rule that writes past its row."""
    game = trials.game.with_rules(legal=trials.legal_past_the_end, apply=trials.apply_nothing)
    with pytest.raises(CannotBuild, match=r"insufficient space|stack-buffer-overflow"):
        play_sanitized(game, [TableSetup(2, {})], tmp_path, games=1, seed=SEED)

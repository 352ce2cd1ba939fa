"""A batch: many games as one array, run by all threads at once."""

from __future__ import annotations

import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from rumpus.games import find
from rumpus.rulekit import NONE, IllegalAction, UnknownOption
from rumpus.running.batches import Batch, bot_numbers, native_of
from rumpus.running.batches import batch as make_batch
from rumpus.running.interpreted import Interpreted

game = find("mantis")
N = 40


@pytest.fixture(scope="module")
def interpreted() -> Interpreted:
    return Interpreted(game)


@pytest.fixture
def batch() -> Batch:
    return make_batch(game, N, {"players": 3}, 7)


def play_on(batch: Batch, decisions: int) -> None:
    """Bring every game to a different point."""
    batch.play("random", seed=5, most=decisions)


# --------------------------------------------------------------------------------- the array
def test_fields_are_arrays(batch: Batch) -> None:
    assert len(batch) == N and batch.states.shape == (N,)
    assert batch["tank"].shape == (N, 6, 7) and batch["tank"].dtype == np.int8
    assert (batch["n_players"] == 3).all()
    assert (batch["tank"].sum(axis=(1, 2)) == 3 * 4).all()
    batch["target"][:] = 7
    assert (batch.states["target"] == 7).all()


def test_every_game_is_dealt_as_by_any_back_end(batch: Batch, interpreted: Interpreted) -> None:
    for number in range(N):
        dealt = interpreted.start(3, seed=7, number=number)
        assert batch.states[number].tobytes() == interpreted.pack(dealt)


def test_a_deal_can_begin_anywhere_in_a_series(batch: Batch) -> None:
    other = make_batch(game, 5, {"players": 3}, 0)
    other.deal(7, first=10)
    assert other.states.tobytes() == batch.states[10:15].tobytes()


def test_an_empty_batch_is_a_batch() -> None:
    batch = make_batch(game, 0)
    assert len(batch.simulate()) == 0 and batch.legal().shape == (0, game.actions)


# --------------------------------------------------------------------------------- playing
@pytest.mark.parametrize("bots", ["random", "quick", ["random", "easy", "normal"]])
def test_the_number_of_threads_changes_nothing(bots: str | list[str]) -> None:
    results = []
    for threads in (1, 2, 7):
        batch = make_batch(game, N, {"players": 3}, 7, threads=threads)
        played = batch.play(bots, seed=3)
        states = batch.states.copy()
        simulated = batch.simulate(bots, seed=3, first=5)
        results.append(
            (played.tolist(), states.tobytes(), simulated.tolist(), batch.states.tobytes())
        )
    assert results[0] == results[1] == results[2]


@pytest.mark.parametrize("bot", ["quick", "normal"])
def test_games_are_played_as_by_any_back_end(
    batch: Batch, interpreted: Interpreted, bot: str
) -> None:
    decisions = batch.simulate(bot, seed=3)
    for number in range(5):
        s = interpreted.blank(3)
        bots = interpreted.row(3, bot_numbers(bot, 3))
        assert interpreted.run("simulate", s, bots, 3, number, 10_000) == decisions[number]
        assert batch.states[number].tobytes() == interpreted.pack(s)
        assert batch.places()[number].tolist() == interpreted.places(s)
        assert batch.scores()[number].tolist() == interpreted.scores(s)


def test_most_decisions_are_the_most(batch: Batch) -> None:
    assert (batch.play(most=4) == 4).all() and not batch.over.any()
    batch.play()
    assert batch.over.all() and (batch.seats == NONE).all()
    assert (batch.places().min(axis=1) == 1).all()


def test_one_action_a_game(batch: Batch, interpreted: Interpreted) -> None:
    play_on(batch, 5)
    before = batch.states.copy()
    actions = batch.legal().argmax(axis=1) + np.arange(N) % 2
    batch.step(actions)
    for number in range(N):
        s = interpreted.load(before[number].tobytes())
        interpreted.apply(s, interpreted.asks(s)[0], int(actions[number]))
        assert batch.states[number].tobytes() == interpreted.pack(s)


def test_one_action_for_all_games(batch: Batch) -> None:
    seats = batch.seats
    batch.step(0)
    assert (batch.seats == (seats + 1) % 3).all()


def test_an_illegal_action_changes_nothing(batch: Batch) -> None:
    before = batch.states.copy()
    actions = np.zeros(N, np.int64)
    actions[[3, 8]] = 6
    with pytest.raises(IllegalAction) as refused:
        batch.step(actions)
    assert str(refused.value) == (
        "Action 6 is not allowed in game 3 (nor in 1 others); allowed there: 0, 1, 2."
    )
    assert batch.states.tobytes() == before.tobytes()
    for wrong in (-1, 7, 2**40):
        with pytest.raises(IllegalAction):
            batch.step(wrong)
    assert batch.states.tobytes() == before.tobytes()


def test_games_that_are_over_are_passed_by(batch: Batch) -> None:
    batch.play()
    before = batch.states.copy()
    batch.step(5)
    assert batch.states.tobytes() == before.tobytes()
    assert not batch.legal().any()


# --------------------------------------------------------------------------------- looking
def test_legal_masks_are_those_of_the_reference(batch: Batch, interpreted: Interpreted) -> None:
    for _ in range(4):
        mask, seats = batch.legal(), batch.seats
        for number in range(N):
            s = interpreted.load(batch.states[number].tobytes())
            assert interpreted.asks(s) == (seats[number],)
            assert np.flatnonzero(mask[number]).tolist() == sorted(
                interpreted.legal(s, int(seats[number]))
            )
        play_on(batch, 3)


def test_views_are_those_of_the_reference(batch: Batch, interpreted: Interpreted) -> None:
    play_on(batch, 9)
    before = batch.states.copy()
    for viewer in (NONE, 0, 2):
        for number, row in enumerate(batch.view(viewer)):
            shown = interpreted.show(interpreted.load(before[number].tobytes()), viewer)
            assert row.tolist() == shown + [0] * (game.show_room - len(shown))
    assert batch.states.tobytes() == before.tobytes()


# --------------------------------------------------------------------------------- asking for one
def test_options_by_name() -> None:
    batch = make_batch(game, 2, {"players": "4", "target": 12, "memory_aid": True}, 1)
    assert (batch["n_players"] == 4).all()
    assert (batch["target"] == 12).all() and (batch["memory_aid"] == 1).all()
    assert make_batch(game, 1, players=5).players == 5
    assert make_batch(game, 1).players == game.common


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"players": 9}, "Mantis is for 2 to 6 players, not 9."),
        ({"players": 0}, "Mantis is for 2 to 6 players, not 0."),
        ({"players": "three"}, "Mantis is for 2 to 6 players, not three."),
        ({"target": 99}, "target cannot be '99'; it can be 5 to 30."),
        ({"colour": 1}, "There is no option 'colour'; there is target"),
    ],
)
def test_wrong_options_get_a_sentence(options: dict[str, str | int], sentence: str) -> None:
    with pytest.raises(UnknownOption) as refused:
        make_batch(game, 1, options)
    assert sentence in str(refused.value)


def test_wrong_bots_get_a_sentence(batch: Batch) -> None:
    with pytest.raises(
        UnknownOption, match="no bot 'clever'; there is random, easy, gentle, normal or quick"
    ):
        batch.play("clever")
    with pytest.raises(UnknownOption, match="one bot for all seats or one for each of the 3"):
        batch.play("random,quick")


def test_wrong_arguments_of_a_rule_get_a_sentence(batch: Batch) -> None:
    with pytest.raises(
        ValueError, match="`seat` is one number for all games, or one for each of 40"
    ):
        batch.each("legal", np.zeros(3), batch.row(7))
    with pytest.raises(TypeError, match="`out` is a contiguous array of int32"):
        batch.each("legal", 0, np.zeros(7))
    with pytest.raises(ValueError, match="`out` is one row for all games"):
        batch.each("legal", 0, np.zeros((3, 7), np.int32))
    with pytest.raises(ValueError, match="`scratch` is one state for all games"):
        batch.each("view", batch.states[:3], 0, batch.row(game.show_room))


# --------------------------------------------------------------------------------- the machine
def test_other_threads_run_meanwhile() -> None:
    """The GIL is released: a thread makes progress during one long call."""
    batch = make_batch(game, 150_000, {"players": 3}, 1, threads=1)
    ticks, stop = [0], threading.Event()

    def tick() -> None:
        while not stop.is_set():
            ticks[0] += 1
            time.sleep(0.0005)

    other = threading.Thread(target=tick)
    other.start()
    try:
        before = ticks[0]
        batch.simulate("random", seed=3)
        during = ticks[0] - before
    finally:
        stop.set()
        other.join()
    assert during > 20


def test_one_library_a_game() -> None:
    assert native_of(game) is native_of(game)


def test_numpy_is_imported_for_batches_only() -> None:
    code = (
        "import sys, rumpus.running.native, rumpus.games\n"
        "rumpus.games.find('mantis')\n"
        "assert 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)

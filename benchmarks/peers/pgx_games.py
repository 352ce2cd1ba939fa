"""Random playouts of Pgx's card games, compiled by JAX for one thread of the CPU."""

import os

# The settings for one thread must precede the imports that read them.
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})

import tempfile
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from time import process_time
from typing import Any

import jax  # type: ignore
import jax.numpy as jnp  # type: ignore
import numpy as np  # type: ignore
import pgx  # type: ignore
from pgx.bridge_bidding import BridgeBidding  # type: ignore
from pgx.experimental import auto_reset  # type: ignore
from rounds import Figures, playouts, rate, serve

LIBRARY = ("Pgx", "pgx")
BATCHES = {"leduc_holdem": (1024, 4096, 16384), "bridge_bidding": (256, 1024, 4096)}
# `auto_reset` takes long to compile: it has one batch size, the middle of those above.
RESET_BATCHES = {name: batches[1] for name, batches in BATCHES.items()}
RULES_STEPS = 128
RESET_STEPS = 32
DEALS = 1000

# A compiled run takes a seed, continues where it stopped and returns the number of games it ended.
Run = Callable[[int], int]
# A step takes first states, states, actions and a key; it returns states, which are over, rewards.
Step = Callable[[Any, Any, Any, Any], Any]


def bridge_environment() -> Any:
    """Create the bidding environment with a small table instead of the library's.

    The library expects a large table of solved deals from the network. Bidding needs it only for
    the score of the final contract, so random deals with random trick counts cost the same.
    """
    chance = np.random.default_rng(1)
    seats = np.repeat(np.arange(4), 13)
    owners = np.stack([chance.permutation(seats) for _ in range(DEALS)]).reshape(DEALS, 4, 13)
    deals = (owners << np.arange(24, -1, -2)).sum(axis=-1)
    tricks = (chance.integers(0, 14, (DEALS, 4, 5)) << np.arange(16, -1, -4)).sum(axis=-1)
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "deals.npy"
        np.save(table, np.stack([deals, tricks]).astype(np.int32))
        return BridgeBidding(str(table))


def environment(name: str) -> Any:
    """Create the environment of a game."""
    return bridge_environment() if name == "bridge_bidding" else pgx.make(name)


def random_actions(state: Any, key: Any) -> Any:
    """Choose uniformly among the legal actions of each lane."""
    ranks = jnp.cumsum(state.legal_action_mask, axis=-1)
    draws = jax.random.uniform(key, ranks.shape[:1]) * ranks[:, -1]
    return jnp.argmax(ranks > draws[:, None], axis=-1)


def compile_run(step: Step, first: Any, steps: int) -> Run:
    """Compile `steps` decisions of every lane; the compilation is not timed.

    The rewards are summed into the result, so that the compiler cannot leave the scoring out.
    """

    def run(first: Any, state: Any, key: Any) -> Any:
        def decide(carried: Any, key: Any) -> Any:
            state, ended, rewards = carried
            choice_key, step_key = jax.random.split(key)
            actions = random_actions(state, choice_key)
            state, over, gained = step(first, state, actions, step_key)
            return (state, ended + over.sum(), rewards + gained.sum()), None

        carried = (state, jnp.int32(0), jnp.float32(0))
        return jax.lax.scan(decide, carried, jax.random.split(key, steps))[0]

    compiled = jax.jit(run).lower(first, first, jax.random.PRNGKey(0)).compile()
    state = first

    def play(seed: int) -> int:
        nonlocal state
        state, ended, _ = compiled(first, state, jax.random.PRNGKey(seed))
        return int(ended)

    play(0)
    return play


def rules_run(game: Any, first: Any) -> Run:
    """Compile the rules alone.

    A lane whose game has ended starts again from its first state, dealt beforehand, so every
    step of every lane is a live decision. The observation is overwritten before anything reads
    it, so the compiler can leave it out.
    """

    def restart(over: Any, first: Any, now: Any) -> Any:
        return jnp.where(over.reshape(-1, *[1] * (now.ndim - 1)), first, now)

    def step(first: Any, state: Any, actions: Any, _: Any) -> Any:
        state = jax.vmap(game.step)(state, actions)
        over, rewards = state.terminated, state.rewards
        state = state.replace(observation=first.observation)
        return jax.tree_util.tree_map(partial(restart, over), first, state), over, rewards

    return compile_run(step, first, RULES_STEPS)


def auto_reset_run(game: Any, first: Any) -> Run:
    """Compile the library's own `auto_reset`, which deals and observes in every step."""
    batch = first.terminated.shape[0]
    wrapped = jax.vmap(auto_reset(game.step, game.init))

    def step(_: Any, state: Any, actions: Any, key: Any) -> Any:
        state = wrapped(state, actions, jax.random.split(key, batch))
        return state, state.terminated, state.rewards

    return compile_run(step, first, RESET_STEPS)


def measure(play: Run, decisions_a_run: int, seconds: float) -> Figures:
    """Measure a compiled run."""
    runs = games = 0
    start = process_time()
    while process_time() - start < seconds:
        runs += 1
        games += play(runs)
    return rate(runs * decisions_a_run, process_time() - start, games)


@cache
def compiled_game(name: str) -> tuple[dict[int, Run], Run]:
    """The compiled runs of a game: the rules by batch size, and `auto_reset`."""
    game = environment(name)
    keys = jax.random.split(jax.random.PRNGKey(0), max(BATCHES[name]))
    dealt = jax.jit(jax.vmap(game.init))(keys)

    def first(batch: int) -> Any:
        return jax.tree_util.tree_map(lambda lanes: lanes[:batch], dealt)

    rules = {batch: rules_run(game, first(batch)) for batch in BATCHES[name]}
    return rules, auto_reset_run(game, first(RESET_BATCHES[name]))


def rules_alone(name: str, seconds: float) -> Figures:
    """Measure the rules alone at every batch size; returns the best."""
    rules, _ = compiled_game(name)
    tried = [
        measure(play, batch * RULES_STEPS, seconds / 2) | {"batch": batch}
        for batch, play in rules.items()
    ]
    return max(tried, key=lambda figures: figures["decisions_per_second"])


def with_auto_reset(name: str, seconds: float) -> Figures:
    """Measure `auto_reset`."""
    batch = RESET_BATCHES[name]
    _, play = compiled_game(name)
    return measure(play, batch * RESET_STEPS, seconds) | {"batch": batch}


def play_round(seconds: float) -> Iterator[Figures]:
    """Measure every game in both ways once."""
    for name in BATCHES:
        for how, way in (
            ("jit+vmap, rules alone, after the deal", rules_alone),
            ("jit+vmap, auto_reset, with observations", with_auto_reset),
        ):
            counted = "live lanes x steps"
            yield playouts(LIBRARY, name, how, counted, partial(way, name, seconds))


if __name__ == "__main__":
    serve(play_round)

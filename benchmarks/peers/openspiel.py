"""Random playouts and observations of OpenSpiel's card games."""

import random
from collections.abc import Iterator
from functools import partial
from itertools import cycle
from time import process_time
from typing import Any

import pyspiel  # type: ignore
from open_spiel.python import rl_environment  # type: ignore
from rounds import Figures, observation, playouts, rate, serve

LIBRARY = ("OpenSpiel", "open_spiel")
GAMES = ("crazy_eights", "hearts")
OBSERVED_GAME = "crazy_eights"
DEALS = 200
ROLLOUTS_A_DEAL = 32
COUNTED_BY_MEAN = "games x mean of the loop"


def chance_action(state: Any) -> int:
    """Draw one outcome of a chance node; `random.choices` costs far less than NumPy's choice."""
    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
    action: int = random.choices(outcomes, weights)[0]
    return action


def play_in_python(game: Any) -> int:
    """Play one random game in the usual Python loop; counts its decisions, not chance nodes."""
    decisions = 0
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(chance_action(state))
        else:
            state.apply_action(random.choice(state.legal_actions()))
            decisions += 1
    return decisions


def python_loop(game: Any, seconds: float) -> Figures:
    """Measure the Python loop."""
    decisions = games = 0
    start = process_time()
    while process_time() - start < seconds:
        decisions += play_in_python(game)
        games += 1
    return rate(decisions, process_time() - start, games)


def dealt_state(game: Any) -> Any:
    """A new state in which the first decision is due."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(chance_action(state))
    return state


def evaluator_rollouts(game: Any, mean_decisions: float, seconds: float) -> Figures:
    """Measure `RandomRolloutEvaluator`, whose rollouts run wholly in C++.

    Python reaches the evaluator only through an `MCTSBot`: a search of one simulation evaluates its
    root and does nothing else. The root must be a decision (the search reads out of bounds on a
    chance node), so the deal is done beforehand and not timed. The evaluator does not report how
    many decisions it made, so the mean of the Python loop is used, which plays the same game with
    the same uniform choices.
    """
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS_A_DEAL, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 0, False, 1, False)
    deals = cycle([dealt_state(game) for _ in range(DEALS)])
    games = 0
    start = process_time()
    while process_time() - start < seconds:
        bot.mcts_search(next(deals))
        games += ROLLOUTS_A_DEAL
    return rate(games * mean_decisions, process_time() - start, games)


def bot_games(game: Any, mean_decisions: float, seconds: float) -> Figures:
    """Measure whole games of C++ uniform random bots, deal included, counted by the same mean."""
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(game.num_players())]
    games = 0
    start = process_time()
    while process_time() - start < seconds:
        pyspiel.evaluate_bots(game.new_initial_state(), bots, games)
        games += 1
    return rate(games * mean_decisions, process_time() - start, games)


def tensor_ns(game: Any, seconds: float) -> float:
    """Measure one `observation_tensor` for the seat to play, over the states of whole games."""
    states = []
    for _ in range(20):
        state = dealt_state(game)
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chance_action(state))
            else:
                states.append((state.clone(), state.current_player()))
                state.apply_action(random.choice(state.legal_actions()))
    observations = 0
    start = process_time()
    while process_time() - start < seconds:
        for state, seat in states:
            state.observation_tensor(seat)
        observations += len(states)
    return (process_time() - start) / observations * 1e9


def environment_ns(game: Any, seconds: float) -> float:
    """Measure one decision in `rl_environment`, whose time steps observe for every seat."""
    environment = rl_environment.Environment(game, chance_event_sampler=chance_action)
    decisions = 0
    start = process_time()
    while process_time() - start < seconds:
        step = environment.reset()
        while not step.last():
            legal = step.observations["legal_actions"][step.current_player()]
            step = environment.step([random.choice(legal)])
            decisions += 1
    return (process_time() - start) / decisions * 1e9


def play_round(seconds: float) -> Iterator[Figures]:
    """Measure every game in every way once."""
    for name in GAMES:
        game = pyspiel.load_game(name)
        loop = playouts(
            LIBRARY, name, "Python loop", "as played", partial(python_loop, game, seconds)
        )
        yield loop
        mean = float(loop.get("mean_decisions", 0))
        for how, measure in (
            ("C++ RandomRolloutEvaluator, after the deal", evaluator_rollouts),
            ("C++ evaluate_bots, uniform random bots", bot_games),
        ):
            yield playouts(
                LIBRARY, name, how, COUNTED_BY_MEAN, partial(measure, game, mean, seconds)
            )
    game = pyspiel.load_game(OBSERVED_GAME)
    for how, includes_decision, measure_ns in (
        ("observation_tensor, one seat", False, tensor_ns),
        ("rl_environment time step, all seats", True, environment_ns),
    ):
        yield observation(
            LIBRARY, OBSERVED_GAME, how, includes_decision, partial(measure_ns, game, seconds)
        )


if __name__ == "__main__":
    serve(play_round)

"""OpenSpiel's C++ information-set tree search on oh_hell, in imagined decisions per second.

A simulation plays the game to its end, so it makes as many decisions as are left; these are counted
once in random games from the same state. A line on stdin starts a round, as in the other scripts.
"""

import json
import random
import sys
import time

import pyspiel

PLAYERS, SEED = 3, 7
SIMULATIONS = 4_000  # about as many as our expert needs
POSITIONS = 8
WORLDS = -1  # a fresh one in every simulation
EXPLORE = 1.4
PLAYOUTS = 50


def after_the_deal(game: pyspiel.Game) -> pyspiel.State:
    """The first state in which a player bids."""
    state, rng = game.new_initial_state(), random.Random(SEED)
    while state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(actions, weights)[0])
    return state


def played_on(state: pyspiel.State, decisions: int) -> pyspiel.State:
    """A state this many random decisions later."""
    later, rng = state.clone(), random.Random(SEED)
    for _ in range(decisions):
        later.apply_action(rng.choice(later.legal_actions()))
    return later


def decisions_left(state: pyspiel.State) -> float:
    """The average number of decisions in random games from here."""
    rng, n = random.Random(SEED), 0
    for _ in range(PLAYOUTS):
        world = state.clone()
        while not world.is_terminal():
            world.apply_action(rng.choice(world.legal_actions()))
            n += 1
    return n / PLAYOUTS


def searched(states: list[pyspiel.State], seconds: float) -> dict[str, float]:
    """Search the states in turn; returns simulations and decisions per second of CPU time."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, SEED)
    bot = pyspiel.ISMCTSBot(
        SEED, evaluator, EXPLORE, SIMULATIONS, WORLDS,
        pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False,
    )  # fmt: skip
    left = [decisions_left(state) for state in states]
    bot.step(states[0])
    simulations, decisions, start = 0, 0.0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        for state, each in zip(states, left, strict=True):
            bot.step(state)
            simulations += SIMULATIONS
            decisions += SIMULATIONS * each
    return {"iterations": simulations / spent, "decisions": decisions / spent}


def main() -> None:
    """Measure a round whenever a line comes in."""
    seconds = float(sys.argv[1])
    opening = after_the_deal(pyspiel.load_game(f"oh_hell(players={PLAYERS})"))
    whole = int(decisions_left(opening))
    along = [played_on(opening, whole * i // POSITIONS) for i in range(POSITIONS)]
    places = {"opening": along[:1], "middle": [along[POSITIONS // 2]], "whole game": along}
    for _ in sys.stdin:
        for place, states in places.items():
            print(json.dumps({"place": place, **searched(states, seconds)}))
        print(flush=True)


if __name__ == "__main__":
    main()

"""How often the expert plays Mantis endgames like an exact calculation.

Endgames come from games played by advice: all but the last few cards are taken out of the Draw
Pile, as if their fronts had been seen. Such an endgame can be calculated exactly, over all possible
fronts of the top card, the next backs, and everybody's best replies.
"""

import argparse
import json
from random import Random

from rumpus.games import find
from rumpus.games.mantis.cards import BACK, BACKS, CARDS, FIRST_CARD, PART, PARTS
from rumpus.games.mantis.rules import UNKNOWN, State
from rumpus.language.declare import NONE
from rumpus.players import choose
from rumpus.players.levels import LEVELS
from rumpus.running.interpreted import Interpreted
from rumpus.running.native import fastest

CLOSE = 1e-9
Shares = tuple[float, ...]


class Solver:
    """Calculates every seat's share of the win if all play their best."""

    def __init__(self) -> None:
        self.rules = Interpreted(find("mantis"))
        self.known: dict[bytes, Shares] = {}

    def after(self, s: State, seat: int, action: int) -> Shares:
        """The shares after an action, over all fronts that the top card can have."""
        fronts = s.unseen[s.back]
        total = [0.0] * s.n_players
        for part in range(PARTS):
            if fronts[part]:
                world = self.rules.copy(s)
                world.deck[s.n_deck - 1] = FIRST_CARD[s.back][part]
                self.rules.run("apply", world, seat, action)
                for i, share in enumerate(self.at_next_back(world)):
                    total[i] += share * fronts[part] / sum(fronts)
        return tuple(total)

    def at_next_back(self, s: State) -> Shares:
        """The shares over all backs that can be next."""
        if s.over:
            winners = self.rules.places(s)
            return tuple((place == 1) / winners.count(1) for place in winners)
        total = [0.0] * s.n_players
        for back in range(BACKS):
            if cards := sum(s.unseen[back]):
                shown = self.rules.redacted(s, NONE)
                shown.back = back
                for i, share in enumerate(self.best(shown)):
                    total[i] += share * cards / s.n_deck
        return tuple(total)

    def best(self, s: State) -> Shares:
        """The shares if the seat whose turn it is does what is best for it."""
        key = self.rules.pack(s)
        if key not in self.known:
            (seat,) = self.rules.asks(s)
            ways = [self.after(s, seat, action) for action in self.rules.legal(s, seat)]
            self.known[key] = max(ways, key=lambda shares: shares[seat])
        return self.known[key]


def endgame(s: State, cards: int, rng: Random) -> None:
    """Leave this many cards in the Draw Pile: the top one, and random others."""
    unseen = [
        (back, part) for back in range(BACKS) for part in range(PARTS)
        for _ in range(s.unseen[back][part])
    ]  # fmt: skip
    on_top = rng.choice([card for card in unseen if card[0] == s.back])
    unseen.remove(on_top)
    left = [*rng.sample(unseen, cards - 1), on_top]
    for i in range(CARDS):
        s.deck[i] = FIRST_CARD[left[i][0]][left[i][1]] if i < cards else UNKNOWN
    s.n_deck = cards
    for back in range(BACKS):
        for part in range(PARTS):
            s.unseen[back][part] = 0
    for card in s.deck[:cards]:
        s.unseen[BACK[card]][PART[card]] += 1


def main() -> None:
    """Let every level choose in endgames, and compare that with the calculation."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--endgames", type=int, default=200)
    parser.add_argument("--cards", type=int, default=4)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    solver, backend, rng = Solver(), fastest(find("mantis")), Random(wanted.seed)
    agreed = dict.fromkeys((level.level for level in LEVELS), 0)
    lost = dict.fromkeys(agreed, 0.0)
    found = number = 0
    while found < wanted.endgames:
        number += 1
        s = solver.rules.start(wanted.players, seed=wanted.seed, number=number)
        for _ in range(rng.randrange(10, 20)):
            if not solver.rules.is_over(s):
                seat = solver.rules.asks(s)[0]
                solver.rules.apply(s, seat, choose(solver.rules, s, seat, "normal", rng))
        if solver.rules.is_over(s):
            continue
        endgame(s, wanted.cards, rng)
        seat = solver.rules.asks(s)[0]
        shown = solver.rules.redacted(s, NONE)
        worth = {a: solver.after(shown, seat, a)[seat] for a in solver.rules.legal(s, seat)}
        best = max(worth.values())
        if best - min(worth.values()) < CLOSE:
            continue
        found += 1
        known = backend.load(solver.rules.pack(solver.rules.redacted(s, seat)))
        for level in agreed:
            loss = best - worth[choose(backend, known, seat, level, rng)]
            agreed[level] += loss < CLOSE
            lost[level] += loss
    shares = {level: agreed[level] / found for level in agreed}
    if wanted.json:
        print(json.dumps({"endgames": found, "agreed": shares}))
        return
    print(
        f"{found} endgames of {wanted.cards} cards and {wanted.players} players in which it matters"
    )
    for level, share in shares.items():
        print(
            f"{level:<8}{share:>8.1%} as calculated, {lost[level] / found:.2%} of a win lost each"
        )


if __name__ == "__main__":
    main()

"""What a viewer of Ruckus cannot know, filled in at random: hands, the deck, secret choices."""

from __future__ import annotations

from rumpus.rulekit import NONE, Row, below, has, row, rule
from rumpus.rulekit.hands import lay_out_faces

from .advice import advise
from .cards import CARDS, DESIGNS, SLOTS
from .rules.ticks import offer_in_tick
from .state import State, held
from .view import count_unseen, sees_hand
from .words import ACTIONS

SWEEPS = 4


@rule
def imagine(s: State, viewer: int) -> None:
    """Give the others hands, without sets where all know that there are none, and fill the deck."""
    left = row(DESIGNS)
    count_unseen(s, viewer, left)
    first = below(s, DESIGNS)
    for seat in range(s.n_players):
        if not sees_hand(s, viewer, seat) and has(s.tidy, seat):
            fill_tidily(s, seat, left, first)
    rest = row(CARDS)
    n = lay_out_faces(left, DESIGNS, rest)
    for seat in range(s.n_players):
        if not sees_hand(s, viewer, seat) and not has(s.tidy, seat):
            for i in range(seat * SLOTS, seat * SLOTS + s.n_hand[seat]):
                n -= 1
                s.hand[i] = rest[n]
    for i in range(n):
        s.deck[i] = rest[i]
    mix(s, viewer)
    imagine_choices(s, viewer)


@rule
def fill_tidily(s: State, seat: int, left: Row, first: int) -> None:
    """Fill a hand with the designs of which most are left, so that every hand can be filled."""
    taken = 0
    for i in range(seat * SLOTS, seat * SLOTS + s.n_hand[seat]):
        best = NONE
        for k in range(DESIGNS):
            design = (first + k) % DESIGNS
            if not has(taken, design) and (best == NONE or left[design] > left[best]):
                best = design
        s.hand[i] = best
        left[best] -= 1
        taken = taken | (1 << best)


@rule
def mix(s: State, viewer: int) -> None:
    """Swap cards of hidden hands with any hidden card, as long as that fits."""
    seats = row(CARDS)
    places = row(CARDS)
    n = 0
    for seat in range(s.n_players):
        if not sees_hand(s, viewer, seat):
            for i in range(seat * SLOTS, seat * SLOTS + s.n_hand[seat]):
                seats[n] = seat
                places[n] = i
                n += 1
    for i in range(s.n_deck):
        seats[n + i] = NONE
        places[n + i] = i
    for _ in range(SWEEPS):
        for a in range(n):
            b = below(s, n + s.n_deck)
            mine = s.hand[places[a]]
            other = s.deck[places[b]] if seats[b] == NONE else s.hand[places[b]]
            if takes(s, seats[a], other) and (seats[b] == NONE or takes(s, seats[b], mine)):
                s.hand[places[a]] = other
                if seats[b] == NONE:
                    s.deck[places[b]] = mine
                else:
                    s.hand[places[b]] = mine


@rule
def takes(s: State, seat: int, design: int) -> bool:
    """Whether a hand could hold another card of a design."""
    return not has(s.tidy, seat) or held(s, seat, design) == 0


@rule
def imagine_choices(s: State, viewer: int) -> None:
    """A player who has chosen in secret is assumed to choose by the weights of advice."""
    actions = row(ACTIONS)
    weights = row(ACTIONS)
    for seat in range(s.n_players):
        if seat != viewer and s.choice[seat] != NONE:
            n = offer_in_tick(s, seat, actions)
            advise(s, seat, weights)
            total = 0
            for i in range(n):
                total += weights[i]
            mark = below(s, total)
            for i in range(n):
                if mark >= 0:
                    s.choice[seat] = actions[i]
                mark -= weights[i]

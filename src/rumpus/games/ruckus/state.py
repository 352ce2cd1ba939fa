"""The state of Ruckus, and the smallest rules about hands."""

from __future__ import annotations

from rumpus.rulekit import NONE, i8, i16, rule, state
from rumpus.rulekit.options import RANDOM_SEAT
from rumpus.rulekit.seats import Seats

from .cards import CARDS, DESIGNS, SLOTS
from .options import MAX_PLAYERS
from .words import FLURRY, LAST_FLURRY

UNKNOWN = -1
HIDDEN = -2
"""A choice, or a card laid face down, that is not known."""


@state
class State(Seats):
    """A table of Ruckus."""

    # options
    timing: i8
    first_dealer = i8(RANDOM_SEAT)
    dealing: i8
    lay_mode: i8
    stale: i8
    hide_counts: i8
    call: i8
    auto_out: i8
    shared_bonus: i8
    exhaust: i8
    length: i8
    goal: i16
    cap: i8
    rounds: i8
    minutes: i8
    time_stop: i8
    tie_break: i8
    # the game
    stage: i8
    dealer: i8
    round_number: i8
    extra_rounds: i8  # rounds played to break a tie
    time_up: i8
    ticks: i16  # in the tick model, the number of ticks
    total = i16[MAX_PLAYERS]()
    place = i8[MAX_PLAYERS]()
    # the round
    deck = i8[CARDS](UNKNOWN)  # designs; the next card is a random one of the first n_deck
    n_deck: i8
    hand = i8[MAX_PLAYERS * SLOTS](UNKNOWN)  # designs, one hand after the other
    n_hand = i8[MAX_PLAYERS]()
    pile = i8[MAX_PLAYERS, DESIGNS]()  # the cards in everybody's pile of each design
    went_to = i8[MAX_PLAYERS, DESIGNS](NONE)  # who took a seat's pile since the last deal
    deals: i8  # further deals in this round
    outs: i8  # the set of seats that went out
    out_card = i8[MAX_PLAYERS](NONE)  # what was laid face down
    points = i8[MAX_PLAYERS]()  # the scores of the last round
    # the flurry
    ready: i8  # the set of seats that are ready for the next deal
    tidy: i8  # the set of seats that everybody knows to hold no set
    choice = i8[MAX_PLAYERS](NONE)  # in the tick model, what was chosen
    came = i8[MAX_PLAYERS](NONE)  # who acted in the last tick, in order


@rule
def in_flurry(s: State) -> bool:
    """Whether sets and steals are going on."""
    return s.stage in (FLURRY, LAST_FLURRY)


# --------------------------------------------------------------------------------- hands
@rule
def held(s: State, seat: int, design: int) -> int:
    """How many cards of a design a hand holds."""
    n = 0
    for i in range(seat * SLOTS, seat * SLOTS + s.n_hand[seat]):
        if s.hand[i] == design:
            n += 1
    return n


@rule
def take_in(s: State, seat: int, design: int) -> None:
    """A card joins a hand, after the others."""
    s.hand[seat * SLOTS + s.n_hand[seat]] = design
    s.n_hand[seat] += 1


@rule
def put_down(s: State, seat: int, design: int) -> int:
    """All cards of a design leave a hand, the others close up; returns how many left."""
    first = seat * SLOTS
    last = first + s.n_hand[seat]
    kept = first
    for i in range(first, last):
        if s.hand[i] != design:
            s.hand[kept] = s.hand[i]
            kept += 1
    for i in range(kept, last):
        s.hand[i] = UNKNOWN
    s.n_hand[seat] = kept - first
    return last - kept


@rule
def sets_in_hand(s: State, seat: int) -> int:
    """The set of designs that a hand holds two or more of."""
    once = 0
    twice = 0
    for i in range(seat * SLOTS, seat * SLOTS + s.n_hand[seat]):
        card = 1 << s.hand[i]
        twice = twice | (once & card)
        once = once | card
    return twice

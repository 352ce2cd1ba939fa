"""The end: who has won, and how many gears are left."""

from __future__ import annotations

from rumpus.rulekit import NONE, Row, first_n, row, rule, tell
from rumpus.rulekit.piles import is_up, pile
from rumpus.rulekit.ranking import rank, with_tie_break

from ..cards import CARDS, STACKS
from ..options import BY_GEARS, DRAWN, MAX_PLAYERS
from ..state import UNKNOWN, State, hand_of, stack_cards, stack_of
from ..words import GEARS_COUNTED, LAID_OPEN, OVER, STOPPED, WON
from .hands import gears_on


@rule
def win(s: State, seat: int) -> None:
    """TI-WIN-1, 2: the Stacks are empty, the hand does not matter."""
    s.winner = seat
    tell(s, WON, seat)
    close(s)


@rule
def stop(s: State) -> None:
    """TI-WIN-8: nobody has won within the turn limit."""
    tell(s, STOPPED, s.turns)
    close(s)


@rule
def close(s: State) -> None:
    """The game is over; the face-down cards are revealed and their gears counted."""
    s.stage = OVER
    for seat in range(s.n_players):
        for number in range(STACKS):
            for card in pile(s, stack_of(seat, number)):
                if s.seen[card] == 0:
                    s.seen[card] = 1
                    tell(s, LAID_OPEN, seat, number, s.face[card])
    for seat in range(s.n_players):
        tell(s, GEARS_COUNTED, seat, gears_of(s, seat))


@rule
def gears_of(s: State, seat: int) -> int:
    """TI-TOURN-2, 3, 4: the gears on a player's face-down Stack cards, as far as they are known."""
    n = 0
    for number in range(STACKS):
        for card in pile(s, stack_of(seat, number)):
            if not is_up(s, card) and s.face[card] != UNKNOWN:
                n += gears_on(s, card)
    return n


@rule
def scores(s: State, out: Row) -> None:
    """Every player's gears: fewer are better (TI-TOURN-6)."""
    for seat in range(s.n_players):
        out[seat] = gears_of(s, seat)


@rule
def standing(s: State, seat: int) -> int:
    """What decides the places: fewer cards left is better."""
    if s.winner == NONE:
        if s.limit_result == DRAWN:
            return 0
        return -with_tie_break(stack_cards(s, seat), s.size[hand_of(seat)], CARDS)  # EC-207
    if s.winner == seat:
        return 1
    return -gears_of(s, seat) if s.second_place == BY_GEARS else 0  # TI-TOURN-9


@rule
def places(s: State, out: Row) -> None:
    """Every seat's place."""
    standings = row(MAX_PLAYERS)
    for seat in range(s.n_players):
        standings[seat] = standing(s, seat)
    rank(standings, first_n(s.n_players), out)

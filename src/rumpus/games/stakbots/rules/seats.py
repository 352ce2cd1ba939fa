"""Who sits where, whose Stak is whose, and who is on whose side."""

from __future__ import annotations

from rumpus.rulekit import rule

from ..options import BY_MODE, SHARED_DECK, SHARED_HANDS, SYNCHRONOUS
from ..state import HAND, HEAP, SUPPLY, State


# --------------------------------------------------------------------------------- seats
@rule
def is_out(s: State, seat: int) -> bool:
    """Whether a player is out of the game."""
    return s.fell[seat] != 0


@rule
def members(s: State, side: int) -> int:
    """The set of seats of a side."""
    seats = 0
    for seat in range(s.n_players):
        if s.team[seat] == side:
            seats = seats | (1 << seat)
    return seats


@rule
def turn_takers(s: State) -> int:
    """The set of seats whose turn it is: of a team, those that have not resigned."""
    if s.teams != SYNCHRONOUS:
        return 1 << s.active
    seats = 0
    for seat in range(s.n_players):
        if s.team[seat] == s.team[s.active] and not is_out(s, seat):
            seats = seats | (1 << seat)
    return seats


@rule
def hand_viewers(s: State, seat: int) -> int:
    """The set of seats that may look into a hand (SB-VAR-TEAM-6)."""
    by_mode = s.team_hands == BY_MODE and s.teams == SYNCHRONOUS
    if by_mode or s.team_hands == SHARED_HANDS:
        return members(s, s.team[seat])
    return 1 << seat


# --------------------------------------------------------------------------------- Staks
@rule
def n_staks(s: State) -> int:
    """How many Staks there are."""
    return s.n_players * s.staks


@rule
def owner(s: State, stak: int) -> int:
    """Whose Stak it is."""
    return stak if s.staks == 1 else stak // s.staks


@rule
def number(s: State, stak: int) -> int:
    """Which of its owner's Staks it is."""
    return 0 if s.staks == 1 else stak % s.staks


@rule
def stak_cards(s: State, seat: int) -> int:
    """How many cards a player has in Staks."""
    n = 0
    for stak in range(seat * s.staks, (seat + 1) * s.staks):
        n += s.size[stak]
    return n


@rule
def side_cards(s: State, side: int) -> int:
    """How many cards a side has in Staks."""
    n = 0
    for seat in range(s.n_players):
        if s.team[seat] == side:
            n += stak_cards(s, seat)
    return n


@rule
def has_cards(s: State, seat: int) -> bool:
    """Whether a player has any card, in hand or in a Stak."""
    return s.size[HAND + seat] > 0 or stak_cards(s, seat) > 0


# --------------------------------------------------------------------------------- piles
@rule
def is_ranked(s: State) -> bool:
    """Whether everybody has their own deck."""
    return s.deck != SHARED_DECK


@rule
def supply_of(s: State, seat: int) -> int:
    """The supply a player draws from (SB-VAR-RANK-3, 4)."""
    return SUPPLY + seat if is_ranked(s) else SUPPLY


@rule
def heap_of(s: State, seat: int) -> int:
    """The scrapheap of a player's cards (SB-VAR-RANK-3, 4)."""
    return HEAP + seat if is_ranked(s) else HEAP

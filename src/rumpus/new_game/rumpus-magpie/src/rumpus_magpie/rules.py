"""The rules of Magpie: dealing, legal actions, their effects, and who wins.

Rumpus calls setup, asks, legal, apply, is_over, scores and places by these names. All other rules
are called from here.
"""

from __future__ import annotations

from rumpus.rulekit import NONE, Row, first_n, i8, only, row, rule, state, tell, whisper
from rumpus.rulekit.hands import PUBLIC, HiddenCards, draw_card, find_face, lay_deck, play_card
from rumpus.rulekit.offering import offer_each
from rumpus.rulekit.options import RANDOM_SEAT
from rumpus.rulekit.piles import move_on, pile, top
from rumpus.rulekit.ranking import rank
from rumpus.rulekit.seats import Seats, clockwise, starting_seat

from .cards import (
    CARDS,
    COPIES,
    DRAW_PILE,
    HANDS,
    HOARDS,
    MAX_PLAYERS,
    N_FACES,
    NEST,
    PILES,
    THIEF,
)
from .words import DREW, DREW_FACE, PLAY, PLAYED, STARTED, TOOK, TURNED_UP


@state
class State(Seats, HiddenCards, cards=CARDS, zones=PILES):
    """A table. `Seats` adds how many play; `HiddenCards` where every card lies, what is printed on
    it (`face`) and who knows that (`known`)."""

    hand_size: i8  # the options
    thieves: i8
    starter = i8(RANDOM_SEAT)
    player: i8  # whose turn it is


# --------------------------------------------------------------------------------- setup
@rule
def setup(s: State) -> None:
    """Shuffle, deal the hands, and turn up the first card of the Nest."""
    lay_deck(s, s.face, DRAW_PILE, COPIES, N_FACES)
    for seat in range(s.n_players):
        for _ in range(s.hand_size):
            draw_card(s, DRAW_PILE, HANDS + seat, only(seat))
    draw_card(s, DRAW_PILE, NEST, PUBLIC)
    tell(s, TURNED_UP, s.face[top(s, NEST)])
    s.player = starting_seat(s, s.starter)
    tell(s, STARTED, s.player)


# --------------------------------------------------------------------------------- deciding
@rule
def is_over(s: State) -> bool:
    """The game ends when it is the turn of an empty hand."""
    return s.size[HANDS + s.player] == 0


@rule
def asks(s: State) -> int:
    """Whom the game waits for: a set of seats, here of one."""
    return 0 if is_over(s) else only(s.player)


@rule
def legal(s: State, seat: int, out: Row) -> int:
    """Any card of the hand may be played. Write the actions into `out`, return how many."""
    held = 0
    for card in pile(s, HANDS + seat):
        held = held | only(s.face[card])
    return offer_each(out, 0, PLAY, held)


# --------------------------------------------------------------------------------- the turn
@rule
def apply(s: State, seat: int, action: int) -> None:
    """Play a card, take the Nest if it matches, draw, and pass the turn on.

    Tell each event after the change that it tells of.
    """
    face = action - PLAY
    matches = takes_nest(s, face)
    play_card(s, find_face(s, HANDS + seat, face), NEST)
    tell(s, PLAYED, seat, face)
    if matches:
        take_nest(s, seat)
    draw(s, seat)
    s.player = clockwise(s, seat, 1)


@rule
def takes_nest(s: State, face: int) -> bool:
    """Whether a card takes the Nest: it matches the top card, or it is a thief."""
    if s.size[NEST] == 0:
        return False
    return s.face[top(s, NEST)] == face or (face == THIEF and s.thieves == 1)


@rule
def take_nest(s: State, seat: int) -> None:
    """All cards of the Nest go to a player's Hoard."""
    n = s.size[NEST]
    for card in pile(s, NEST):
        move_on(s, card, HOARDS + seat)
    tell(s, TOOK, seat, n)


@rule
def draw(s: State, seat: int) -> None:
    """Draw a card, if there is one; only its owner is told what it is."""
    card = draw_card(s, DRAW_PILE, HANDS + seat, only(seat))
    if card != NONE:
        tell(s, DREW, seat)
        whisper(s, only(seat), DREW_FACE, s.face[card])


# --------------------------------------------------------------------------------- the end
@rule
def scores(s: State, out: Row) -> None:
    """A point for every card in the Hoard."""
    for seat in range(s.n_players):
        out[seat] = s.size[HOARDS + seat]


@rule
def places(s: State, out: Row) -> None:
    """The most points win; equal points share a place."""
    points = row(MAX_PLAYERS)
    scores(s, points)
    rank(points, first_n(s.n_players), out)

"""Ranked games with a draft: players take turns choosing cards from each rank."""

from __future__ import annotations

from rumpus.rulekit import NONE, Row, count, has, lowest, only, rule, tell
from rumpus.rulekit.hands import PUBLIC
from rumpus.rulekit.offering import offer_each
from rumpus.rulekit.piles import lift, move_on, pile, put_on, shuffle_faces, turn_card

from ..options import ROUNDS
from ..state import DRAFT, LEFT_OUT, SUPPLY, State
from ..words import DRAFTING, PICK, PICKED, RANK_OPENED
from .deal import deal, join_deck
from .turn import ask


@rule
def lay_out_draft(s: State) -> None:
    """All cards lie open, to be picked rank by rank, the highest first (SB-VAR-RANK-6)."""
    card = 0
    for face in range(s.rows):
        s.draft_rank = max(s.draft_rank, s.rank[face])
        for _ in range(s.copies[face]):
            s.face[card] = face
            s.known[card] = PUBLIC
            put_on(s, DRAFT, card)
            turn_card(s, card, True)
            card += 1


@rule
def begin_draft(s: State) -> None:
    """The highest rank is opened."""
    tell(s, RANK_OPENED, s.draft_rank + 1)
    go_on_drafting(s)


@rule
def rows_to_pick(s: State) -> int:
    """The set of rows of the current rank that are still there."""
    found = 0
    for card in pile(s, DRAFT):
        if s.rank[s.face[card]] == s.draft_rank:
            found = found | only(s.face[card])
    return found


@rule
def picks_of_rank(s: State) -> int:
    """How many cards of the current rank are picked in all: the same number by everybody."""
    n = 0
    for face in range(s.rows):
        if s.rank[face] == s.draft_rank:
            n += s.copies[face]
    return n // s.n_players * s.n_players


@rule
def picker(s: State) -> int:
    """Whose pick it is: in a snake, and each rank starts one seat further on."""
    k = s.picks % s.n_players
    if s.picks // s.n_players % 2 == 1 and s.draft_order != ROUNDS:
        k = s.n_players - 1 - k
    return (s.active + s.ranks_done + k) % s.n_players


@rule
def go_on_drafting(s: State) -> None:
    """Ask for the next pick; picks are automatic if all cards of a rank are alike, or if the player
    has resigned (SB-OUT-9)."""
    while s.draft_rank != NONE:
        found = rows_to_pick(s)
        if s.picks == picks_of_rank(s):
            leave_rank(s)
        elif count(found) > 1 and not has(s.resigned, picker(s)):
            ask(s, DRAFTING, picker(s))
            return
        else:
            pick(s, picker(s), lowest(found))
    for seat in range(s.n_players):
        shuffle_deck(s, SUPPLY + seat)
    deal(s)


@rule
def pick(s: State, seat: int, face: int) -> None:
    """A card joins a player's deck, open to all."""
    s.picks += 1
    for card in pile(s, DRAFT):
        if s.face[card] == face:
            lift(s, card)
            join_deck(s, card, seat, face)
            break
    tell(s, PICKED, seat, face)


@rule
def leave_rank(s: State) -> None:
    """Leave out what cannot be divided; open the next lower rank."""
    for card in pile(s, DRAFT):
        if s.rank[s.face[card]] == s.draft_rank:
            move_on(s, card, LEFT_OUT)
    s.picks = 0
    s.ranks_done += 1
    s.draft_rank -= 1
    if s.draft_rank != NONE:
        tell(s, RANK_OPENED, s.draft_rank + 1)


@rule
def shuffle_deck(s: State, supply: int) -> None:
    """A drafted deck is turned over and shuffled (SB-VAR-RANK-3)."""
    for card in pile(s, supply):
        turn_card(s, card, False)
        s.known[card] = 0
    shuffle_faces(s, s.face, supply)


@rule
def offer_pick(s: State, seat: int, out: Row) -> int:
    """Any row of the rank that is still there."""
    return offer_each(out, 0, PICK, rows_to_pick(s))


@rule
def answer_pick(s: State, seat: int, action: int) -> None:
    """Pick that card."""
    pick(s, seat, action - PICK)
    go_on_drafting(s)

"""What a viewer of Stak Bots knows, and what the rest may be.

Hidden are face-down cards that nobody has seen, others' hands and the supplies. Cards that openly
returned to a hand or were turned down stay known (section 6 of the rules).
"""

from __future__ import annotations

from rumpus.rulekit import NONE, Grid, Row, below, grid, has, row, rule
from rumpus.rulekit.chance import word
from rumpus.rulekit.hands import knows, redact_hidden
from rumpus.rulekit.piles import pile

from .cards import CARDS, MOST_ROWS
from .options import MAX_PLAYERS
from .rules.moves import class_of
from .rules.seats import is_ranked, n_staks
from .state import HAND, LEFT_OUT, SUPPLY, State


@rule
def redact(s: State, viewer: int) -> None:
    """Blank the faces that the viewer does not know, and chance."""
    redact_hidden(s, viewer)


@rule
def imagine(s: State, viewer: int) -> None:
    """Deal the hidden cards again so that they fit everything that is known.

    A supply that was reshuffled holds cards of that scrapheap only, and Staks none that were seen.
    In Ranked games every deck has its share of each rank, or after a draft of each row.
    """
    left = row(MOST_ROWS)
    share = grid(MAX_PLAYERS, MOST_ROWS)
    room = row(MOST_ROWS)
    word(s)  # drop the old block of chance, even if nothing is hidden
    count_left(s, viewer, left, share)
    for seat in range(s.n_players):
        for face in range(s.rows):
            room[face] = s.refilled[seat][face] if has(s.reshuffled, seat) else CARDS
        fill(s, viewer, SUPPLY + seat, left, share, room)
    for face in range(s.rows):
        room[face] = s.unseen[face]
    for stak in range(n_staks(s)):
        fill(s, viewer, stak, left, share, room)
    for face in range(s.rows):
        room[face] = CARDS
    for seat in range(s.n_players):
        fill(s, viewer, HAND + seat, left, share, room)
    fill(s, viewer, LEFT_OUT, left, share, room)


@rule
def count_left(s: State, viewer: int, left: Row, share: Grid) -> None:
    """How many hidden cards there are of each row, and of each kind in every deck."""
    ranked = is_ranked(s)
    for face in range(s.rows):
        left[face] = s.copies[face]
        if ranked:
            for seat in range(s.n_players):
                share[seat][face] = s.share[seat][face]
    for card in range(CARDS):
        if knows(s, viewer, card):
            face_up = s.face[card]
            left[face_up] -= 1
            if s.deck_of[card] != NONE:
                share[s.deck_of[card]][class_of(s, face_up)] -= 1


@rule
def fill(s: State, viewer: int, zone: int, left: Row, share: Grid, room: Row) -> None:
    """Give every hidden card of a zone a face."""
    for card in pile(s, zone):
        if not knows(s, viewer, card):
            seat = s.deck_of[card]
            face = some_face(s, seat, left, share, room, False)
            if face == NONE:  # no face fits exactly: fit as well as possible
                face = some_face(s, seat, left, share, room, True)
            s.face[card] = face
            if face != NONE:
                left[face] -= 1
                room[face] -= 1
                if seat != NONE:
                    share[seat][class_of(s, face)] -= 1


@rule
def some_face(s: State, seat: int, left: Row, share: Grid, room: Row, loose: bool) -> int:
    """A random row among those left that fit a deck; loose: even beyond `room`. NONE if none."""
    fitting = row(MOST_ROWS)
    total = 0
    for face in range(s.rows):
        cards = left[face] if loose else max(min(left[face], room[face]), 0)
        fitting[class_of(s, face)] += cards
    for kind in range(s.rows):
        if seat != NONE:
            fitting[kind] = min(fitting[kind], share[seat][kind])
        total += fitting[kind]
    if total <= 0:
        return NONE
    mark = below(s, total)
    wanted = 0
    while mark >= fitting[wanted]:
        mark -= fitting[wanted]
        wanted += 1
    total = 0
    for face in range(s.rows):
        if class_of(s, face) == wanted:
            total += left[face] if loose else max(min(left[face], room[face]), 0)
    mark = below(s, total)
    for face in range(s.rows):
        if class_of(s, face) == wanted:
            mark -= left[face] if loose else max(min(left[face], room[face]), 0)
            if mark < 0:
                return face
    return NONE

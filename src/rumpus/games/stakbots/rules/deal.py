"""Setting a table up: sides, decks, the deal."""

from __future__ import annotations

from rumpus.rulekit import NONE, row, rule, shuffle, tell, whisper
from rumpus.rulekit.hands import PUBLIC, lay_deck
from rumpus.rulekit.piles import move_on, pile, put_on, top, turn_card

from ..cards import BOT, CARDS, COPIES, POWER, RANK, ROWS, SHOT_DAMAGE
from ..options import (
    AUTO_DEPTH,
    AUTO_DEPTH_RANKED,
    AUTOMATIC,
    MOST_STAKS,
    NO_TEAMS,
    RANDOM_SEATS,
    STAGGERED,
    SYNCHRONOUS,
)
from ..state import HAND, LEFT_OUT, SUPPLY, State
from ..words import DEALT, DREW_CARD, TEAMED, TURNED_UP
from .chain import resolve, trigger_first_tops
from .moves import reveal
from .seats import hand_viewers, is_ranked, n_staks, number, owner, supply_of
from .turn import begin_turn


@rule
def take_table(s: State) -> None:
    """Copy the table of cards into the state."""
    s.rows = ROWS
    for face in range(ROWS):
        s.bot[face] = BOT[face]
        s.power[face] = POWER[face]
        s.shot[face] = SHOT_DAMAGE[face]
        s.rank[face] = RANK[face]
        s.copies[face] = COPIES[face]


@rule
def mend_settings(s: State) -> None:
    """Reduce unchecked settings to what the table can hold."""
    s.staks = min(s.staks, MOST_STAKS // s.n_players)
    if s.n_players % s.team_size != 0 or s.n_players == s.team_size:
        s.teams = NO_TEAMS


@rule
def take_sides(s: State) -> None:
    """Everybody alone, or teams: together, in turn, or by lot (SB-VAR-TEAM-1, STAG-2, SYNC-1)."""
    s.n_sides = s.n_players if s.teams == NO_TEAMS else s.n_players // s.team_size
    for seat in range(s.n_players):
        together = s.teams == SYNCHRONOUS
        s.team[seat] = seat // s.team_size if together else seat % s.n_sides
    if s.teams == STAGGERED and s.seating == RANDOM_SEATS:
        shuffle(s, s.team, s.n_players)


@rule
def tell_sides(s: State) -> None:
    """Tell everybody who plays with whom."""
    if s.teams != NO_TEAMS:
        for seat in range(s.n_players):
            tell(s, TEAMED, seat, s.team[seat] + 1)


# --------------------------------------------------------------------------------- decks
@rule
def make_one_deck(s: State) -> None:
    """All cards, shuffled, are one supply (SB-SETUP-5)."""
    lay_deck(s, s.face, SUPPLY, s.copies, s.rows)


@rule
def split_by_rank(s: State) -> None:
    """Every rank is divided equally at random; the rest is left out (SB-VAR-RANK-1, 2)."""
    faces = row(CARDS)
    card = 0
    for rank in range(s.rows):
        n = 0
        for face in range(s.rows):
            if s.rank[face] == rank:
                for _ in range(s.copies[face]):
                    faces[n] = face
                    n += 1
        shuffle(s, faces, n)
        shared = n // s.n_players * s.n_players
        for i in range(n):
            s.face[card] = faces[i]
            if i < shared:
                join_deck(s, card, i % s.n_players, rank)
            else:
                put_on(s, LEFT_OUT, card)
            card += 1


@rule
def join_deck(s: State, card: int, seat: int, kind: int) -> None:
    """A card becomes part of a player's own deck (SB-VAR-RANK-3)."""
    s.deck_of[card] = seat
    s.share[seat][kind] += 1
    put_on(s, SUPPLY + seat, card)


# --------------------------------------------------------------------------------- the deal
@rule
def depth_of_staks(s: State) -> int:
    """Cards in each Stak: as set, or by the number of Staks and players (SB-TOG-DEPTH-1)."""
    if s.depth != AUTOMATIC:
        return s.depth
    depth = AUTO_DEPTH[s.staks - 1][s.n_players]
    share = CARDS // s.n_players
    if is_ranked(s):
        depth = AUTO_DEPTH_RANKED[s.staks - 1][s.n_players]
        share = s.size[SUPPLY]
    return max(min(depth, (share - s.hand) // s.staks), 1)


@rule
def deal(s: State) -> None:
    """Deal Staks and hands, turn the first top cards up, begin (SB-SETUP-1..5)."""
    for card in range(CARDS):
        if s.known[card] != PUBLIC:
            s.hidden[s.face[card]] += 1
            s.unseen[s.face[card]] += 1
    depth = depth_of_staks(s)
    for stak in range(n_staks(s)):
        deal_cards(s, owner(s, stak), stak, depth)
        turn_first_up(s, stak)
    for seat in range(s.n_players):
        deal_cards(s, seat, HAND + seat, s.hand)
        tell(s, DEALT, seat, s.staks, depth, s.hand)
        show_hand(s, seat)
    begin_turn(s, s.active)
    if s.setup_effects:  # SB-SETUP-3, SB-TOG-SETUP-2
        trigger_first_tops(s)
    resolve(s)


@rule
def deal_cards(s: State, seat: int, zone: int, n: int) -> None:
    """Lay cards from a player's supply face-down in a zone, as long as there are any."""
    supply = supply_of(s, seat)
    for _ in range(min(n, s.size[supply])):
        move_on(s, top(s, supply), zone)


@rule
def turn_first_up(s: State, stak: int) -> None:
    """The top card of a new Stak is turned face-up (SB-SETUP-2)."""
    card = top(s, stak)
    if card != NONE:
        reveal(s, card)
        turn_card(s, card, True)
        tell(s, TURNED_UP, owner(s, stak), number(s, stak), s.face[card])


@rule
def show_hand(s: State, seat: int) -> None:
    """A starting hand is for its owner's eyes (SB-SETUP-4)."""
    viewers = hand_viewers(s, seat)
    for card in pile(s, HAND + seat):
        s.known[card] = viewers
        whisper(s, viewers, DREW_CARD, seat, s.face[card])

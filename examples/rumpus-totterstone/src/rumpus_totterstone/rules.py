"""The rules of Totterstone."""

from __future__ import annotations

from rumpus.rulekit import Row, first_n, has, i8, members_of, only, row, rule, state, tell, whisper
from rumpus.rulekit.hands import (
    HiddenCards,
    draw_card,
    find_face,
    lay_deck,
    play_card,
)
from rumpus.rulekit.offering import offer, offer_each
from rumpus.rulekit.options import RANDOM_SEAT
from rumpus.rulekit.piles import move_on, pile, top
from rumpus.rulekit.ranking import leaders, rank, with_tie_break
from rumpus.rulekit.seats import Seats, next_of, starting_seat

from .cards import (
    BAG,
    CAIRN,
    CARDS,
    COPIES,
    HANDS,
    MAX_HAND,
    MAX_PLAYERS,
    N_FACES,
    TAKEN,
    TOTAL_WEIGHT,
    WEDGE,
    WEIGHT,
    ZONES,
)
from .words import (
    DREW,
    DREW_STONE,
    LAID,
    LAY,
    REACH,
    REACHED,
    STARTED,
    STEADIED,
    TOPPLED,
    TOTTERED,
    WON,
)

WEDGED = 3
"""By how much a wedge steadies the cairn."""


@state
class State(Seats, HiddenCards, cards=CARDS, zones=ZONES):
    """A table of Totterstone."""

    # options
    hand_size: i8
    limit: i8
    starter = i8(RANDOM_SEAT)
    # the game
    player: i8
    tottering: i8


# --------------------------------------------------------------------------------- setup
@rule
def setup(s: State) -> None:
    """Put all stones into the bag and let everybody draw a hand."""
    lay_deck(s, s.face, BAG, COPIES, N_FACES)
    s.player = starting_seat(s, s.starter)
    tell(s, STARTED, s.player)
    for seat in range(s.n_players):
        draw_up(s, seat)


@rule
def draw_up(s: State, seat: int) -> None:
    """Draw until the hand is full or the bag is empty."""
    n = min(s.hand_size - s.size[HANDS + seat], s.size[BAG])
    if n <= 0:
        return
    drawn = row(MAX_HAND)
    for i in range(n):
        drawn[i] = draw_card(s, BAG, HANDS + seat, only(seat))
    tell(s, DREW, seat, n)
    for i in range(n):
        whisper(s, only(seat), DREW_STONE, s.face[drawn[i]])


# --------------------------------------------------------------------------------- deciding
@rule
def holders(s: State) -> int:
    """The set of seats that have a stone in hand."""
    seats = 0
    for seat in range(s.n_players):
        if s.size[HANDS + seat] > 0:
            seats = seats | only(seat)
    return seats


@rule
def is_over(s: State) -> bool:
    """The game ends when all hands are empty; the bag is empty by then."""
    return holders(s) == 0


@rule
def asks(s: State) -> int:
    """One player at a time."""
    return 0 if is_over(s) else only(s.player)


@rule
def legal(s: State, seat: int, out: Row) -> int:
    """Lay any stone of the hand, or one from the bag unseen."""
    held = 0
    for card in pile(s, HANDS + seat):
        held = held | only(s.face[card])
    n = offer_each(out, 0, LAY, held)
    if s.size[BAG] > 0:
        n = offer(out, n, REACH)
    return n


# --------------------------------------------------------------------------------- the turn
@rule
def apply(s: State, seat: int, action: int) -> None:
    """Lay a stone, see whether the cairn holds, draw, and pass the turn on."""
    card = top(s, BAG) if action == REACH else find_face(s, HANDS + seat, action - LAY)
    face = s.face[card]
    before = s.tottering
    s.tottering = tottering_with(s, face)
    play_card(s, card, CAIRN)
    tell(s, REACHED if action == REACH else LAID, seat, face)
    if s.tottering > before:
        tell(s, TOTTERED, s.tottering)
    elif s.tottering < before:
        tell(s, STEADIED, s.tottering)
    toppled = s.tottering > s.limit
    if toppled:
        topple(s, seat)
    draw_up(s, seat)
    left = holders(s)
    if left == 0:
        tell_winners(s)
    elif not (toppled and has(left, seat)):
        s.player = next_of(left, seat)


@rule
def top_weight(s: State) -> int:
    """The weight of the uppermost stone of the cairn, wedges aside; 0 where there is none."""
    for card in pile(s, CAIRN):
        if s.face[card] != WEDGE:
            return WEIGHT[s.face[card]]
    return 0


@rule
def tottering_with(s: State, face: int) -> int:
    """How much the cairn totters when a card with this face is laid on it."""
    if face == WEDGE:
        return max(s.tottering - WEDGED, 0)
    below = top_weight(s)
    if below in (0, WEIGHT[face]):  # on the ground, or snug
        return s.tottering
    return s.tottering + max(WEIGHT[face] - below, 1)


@rule
def topple(s: State, seat: int) -> None:
    """Whoever laid the last stone takes the whole cairn."""
    n = s.size[CAIRN]
    for card in pile(s, CAIRN):
        move_on(s, card, TAKEN + seat)
    s.tottering = 0
    tell(s, TOPPLED, seat, n)


# --------------------------------------------------------------------------------- the end
@rule
def weight_taken(s: State, seat: int) -> int:
    """What all stones that a player has taken weigh."""
    weight = 0
    for card in pile(s, TAKEN + seat):
        weight += WEIGHT[s.face[card]]
    return weight


@rule
def note_standings(s: State, out: Row) -> None:
    """The fewest stones are best; of equally many the lightest."""
    for seat in range(s.n_players):
        spared = CARDS - s.size[TAKEN + seat]
        out[seat] = with_tie_break(spared, TOTAL_WEIGHT - weight_taken(s, seat), TOTAL_WEIGHT)


@rule
def tell_winners(s: State) -> None:
    """The game is over."""
    standings = row(MAX_PLAYERS)
    note_standings(s, standings)
    for seat in members_of(leaders(standings, first_n(s.n_players))):
        tell(s, WON, seat, s.size[TAKEN + seat])


@rule
def places(s: State, out: Row) -> None:
    """Every seat's place; equal standings share one."""
    standings = row(MAX_PLAYERS)
    note_standings(s, standings)
    rank(standings, first_n(s.n_players), out)


@rule
def scores(s: State, out: Row) -> None:
    """How many stones everybody has taken."""
    for seat in range(s.n_players):
        out[seat] = s.size[TAKEN + seat]

"""What a viewer of Ruckus knows and sees.

Hidden are the hands of others during a flurry, the deck, and in the tick model what others chose. A
hand is seen whole or not at all, so the position of a card in it does not matter.
"""

from __future__ import annotations

from rumpus.rulekit import NONE, Row, forget_chance, rule
from rumpus.rulekit.layout import FIRST_ZONE, lay_fact, lay_group, lay_zone
from rumpus.rulekit.seats import clockwise

from .cards import COPIES, DESIGNS, SLOTS
from .options import MAX_PLAYERS
from .rules.claims import pile_aimed_at
from .rules.scoring import BONUS, on_table, points_to_win, worth
from .state import HIDDEN, UNKNOWN, State, held, in_flurry
from .words import (
    BONUS_POINTS,
    BUILDS,
    CHOSEN,
    DEALER,
    DEALING,
    DEALS,
    DECK_ZONE,
    EXTRA_ROUNDS_PLAYED,
    FACE_DOWN_CARD,
    GOAL_POINTS,
    HAND,
    LENGTH,
    OTHER_HANDS,
    OUTS,
    PILES,
    POINTS,
    READY_SEATS,
    ROUND,
    ROUNDS_TO_PLAY,
    SAFE,
    SET,
    STAGE,
    STEALS,
    TIME_UP,
    TIMING,
    TOTALS,
)


# --------------------------------------------------------------------------------- knowing
@rule
def sees_hand(s: State, viewer: int, seat: int) -> bool:
    """Whether a viewer sees a hand: one's own always, all of them after the round."""
    return viewer == seat or not in_flurry(s)


@rule
def sees_size(s: State, viewer: int, seat: int) -> bool:
    """Whether a viewer sees how big a hand is (Q29)."""
    return not s.hide_counts or sees_hand(s, viewer, seat)


@rule
def redact(s: State, viewer: int) -> None:
    """Blank the hands and choices of others, the deck and chance."""
    for seat in range(s.n_players):
        if not sees_hand(s, viewer, seat):
            for i in range(seat * SLOTS, seat * SLOTS + s.n_hand[seat]):
                s.hand[i] = UNKNOWN
        if viewer != seat and s.choice[seat] != NONE:
            s.choice[seat] = HIDDEN
        if not sees_hand(s, viewer, seat) and s.out_card[seat] != NONE:
            s.out_card[seat] = HIDDEN
    for i in range(s.n_deck):
        s.deck[i] = UNKNOWN
    forget_chance(s)


@rule
def open_cards(s: State, design: int) -> int:
    """How many cards of a design are in piles."""
    n = 0
    for seat in range(s.n_players):
        n += s.pile[seat][design]
    return n


@rule
def count_unseen(s: State, viewer: int, left: Row) -> None:
    """How many cards of each design the viewer does not see."""
    for design in range(DESIGNS):
        left[design] = COPIES[design] - open_cards(s, design)
    for seat in range(s.n_players):
        if s.out_card[seat] != NONE:
            left[s.out_card[seat]] -= 1
        if sees_hand(s, viewer, seat):
            for i in range(seat * SLOTS, seat * SLOTS + s.n_hand[seat]):
                left[s.hand[i]] -= 1


# --------------------------------------------------------------------------------- showing
@rule
def show(s: State, viewer: int, out: Row) -> int:
    """The deck, then everybody's hand, piles and face-down card."""
    show_facts(s, viewer, out)
    n = lay_zone(out, FIRST_ZONE, DECK_ZONE, NONE, s.n_deck)
    others = 0
    for seat in range(s.n_players):
        if sees_size(s, viewer, seat):
            n = show_hand(s, viewer, seat, out, n)
        else:
            others += s.n_hand[seat]
        n = show_piles(s, seat, out, n)
        if s.out_card[seat] != NONE:
            head = lay_zone(out, n, FACE_DOWN_CARD, seat, 1)
            n = lay_group(out, head, head, max(s.out_card[seat], NONE), 1, 0)
    if s.hide_counts:
        n = lay_zone(out, n, OTHER_HANDS, NONE, others)
    return n


@rule
def show_facts(s: State, viewer: int, out: Row) -> None:
    """Everything other than cards."""
    chosen = 0
    for seat in range(s.n_players):
        if s.choice[seat] != NONE:
            chosen = chosen | (1 << seat)
    lay_fact(out, STAGE, s.stage)
    lay_fact(out, TIMING, s.timing)
    lay_fact(out, DEALER, s.dealer)
    lay_fact(out, DEALING, s.dealing)
    lay_fact(out, ROUND, s.round_number)
    lay_fact(out, DEALS, s.deals)
    lay_fact(out, LENGTH, s.length)
    lay_fact(out, GOAL_POINTS, points_to_win(s))
    lay_fact(out, ROUNDS_TO_PLAY, s.rounds)
    lay_fact(out, EXTRA_ROUNDS_PLAYED, s.extra_rounds)
    lay_fact(out, TIME_UP, s.time_up)
    lay_fact(out, READY_SEATS, s.ready)
    lay_fact(out, CHOSEN, chosen)
    lay_fact(out, OUTS, s.outs)
    lay_fact(out, BONUS_POINTS, BONUS)
    for seat in range(MAX_PLAYERS):
        lay_fact(out, TOTALS + seat, s.total[seat])
        in_hand = s.n_hand[seat] if sees_size(s, viewer, seat) else 0
        lay_fact(out, POINTS + seat, worth(s, seat, in_hand))


@rule
def show_hand(s: State, viewer: int, seat: int, out: Row, place: int) -> int:
    """A hand card by card, or just its size."""
    head = lay_zone(out, place, HAND, seat, s.n_hand[seat])
    n = head
    if sees_hand(s, viewer, seat):
        for i in range(seat * SLOTS, seat * SLOTS + s.n_hand[seat]):
            n = lay_group(out, n, head, s.hand[i], 1, card_marks(s, seat, s.hand[i]))
    return n


@rule
def card_marks(s: State, seat: int, design: int) -> int:
    """What a card in hand can do now."""
    if not in_flurry(s):
        return 0
    if held(s, seat, design) > 1:
        return SET
    marks = BUILDS if s.pile[seat][design] > 0 else 0
    for k in range(1, s.n_players):
        if pile_aimed_at(s, seat, clockwise(s, seat, k), design) != NONE:
            marks = marks | STEALS
    return marks


@rule
def show_piles(s: State, seat: int, out: Row, place: int) -> int:
    """A player's piles; one is safe when no card of its design is left to steal it with."""
    head = lay_zone(out, place, PILES, seat, on_table(s, seat))
    n = head
    for design in range(DESIGNS):
        if s.pile[seat][design] > 0:
            safe = SAFE if open_cards(s, design) == COPIES[design] else 0
            n = lay_group(out, n, head, design, s.pile[seat][design], safe)
    return n

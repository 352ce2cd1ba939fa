"""What a viewer of Ruckus knows and sees.

Hidden are the hands of others while a flurry runs, the deck, and in the tick model what others
chose. A hand is seen whole or not at all, so it does not matter where in it a card lies.
"""

from __future__ import annotations

from rumpus.rulekit import NONE, Row, below, forget_chance, has, row, rule
from rumpus.rulekit.layout import lay_group, lay_zone

from .cards import CARDS, COPIES, DESIGNS
from .claims import pile_aimed_at
from .options import MAX_PLAYERS
from .scoring import on_table, points_to_win
from .state import (
    ACTIONS,
    HIDDEN,
    SLOTS,
    UNKNOWN,
    State,
    clockwise,
    held,
    in_flurry,
)
from .ticks import offer_in_tick

DECK_ZONE, HAND, PILES, FACE_DOWN_CARD, OTHER_HANDS = range(5)
SAFE, STEALS, BUILDS, SET = 1, 2, 4, 8
"""Marks: a pile that nobody can steal any more; a card that can steal, build, or must be laid."""
FACTS = 14 + 2 * MAX_PLAYERS
GROUP, ZONE = 3, 4
SHOW_ROOM = (
    1 + FACTS + 2 * ZONE
    + MAX_PLAYERS * (3 * ZONE + (SLOTS + DESIGNS + 1) * GROUP)
)  # fmt: skip
SWEEPS = 4


# --------------------------------------------------------------------------------- knowing
@rule
def sees_hand(s: State, viewer: int, seat: int) -> bool:
    """Whether a viewer sees a hand: one's own always, all of them after the round."""
    return viewer == seat or not in_flurry(s)


@rule
def redact(s: State, viewer: int) -> None:
    """Blank the hands and choices of others, the deck and chance."""
    for seat in range(s.n_players):
        if not sees_hand(s, viewer, seat):
            for i in range(seat * SLOTS, seat * SLOTS + s.n_hand[seat]):
                s.hand[i] = UNKNOWN
        if viewer != seat and s.choice[seat] != NONE:
            s.choice[seat] = HIDDEN
    for i in range(s.n_deck):
        s.deck[i] = UNKNOWN
    forget_chance(s)


@rule
def open_cards(s: State, design: int) -> int:
    """How many cards of a design lie in piles."""
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


# --------------------------------------------------------------------------------- imagining
@rule
def imagine(s: State, viewer: int) -> None:
    """Give the others hands, without sets where all know there are none, and fill the deck."""
    left = row(DESIGNS)
    count_unseen(s, viewer, left)
    first = below(s, DESIGNS)
    for seat in range(s.n_players):
        if not sees_hand(s, viewer, seat) and has(s.tidy, seat):
            fill_tidily(s, seat, left, first)
    rest = row(CARDS)
    n = 0
    for design in range(DESIGNS):
        for _ in range(left[design]):
            rest[n] = design
            n += 1
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
    """Fill a hand with the designs of which most are left: so everybody's can be filled."""
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
    """Let cards of hidden hands change places with any hidden card as long as that fits."""
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
    """Somebody who has chosen in secret may have chosen anything."""
    actions = row(ACTIONS)
    for seat in range(s.n_players):
        if seat != viewer and s.choice[seat] != NONE:
            n = offer_in_tick(s, seat, actions)
            s.choice[seat] = actions[below(s, n)]


# --------------------------------------------------------------------------------- showing
@rule
def show(s: State, viewer: int, out: Row) -> int:
    """The deck, then everybody's hand, piles and face-down card."""
    out[0] = FACTS
    n = show_facts(s, out, 1)
    n = lay_zone(out, n, DECK_ZONE, NONE, s.n_deck)
    others = 0
    for seat in range(s.n_players):
        if s.hide_counts and not sees_hand(s, viewer, seat):
            others += s.n_hand[seat]  # Q29
        else:
            n = show_hand(s, viewer, seat, out, n)
        n = show_piles(s, seat, out, n)
        if s.out_card[seat] != NONE:
            head = lay_zone(out, n, FACE_DOWN_CARD, seat, 1)
            n = lay_group(out, head, head, s.out_card[seat], 1, 0)
    if s.hide_counts:
        n = lay_zone(out, n, OTHER_HANDS, NONE, others)
    return n


@rule
def show_facts(s: State, out: Row, place: int) -> int:
    """Everything that is no card; the names are in words.py."""
    chosen = 0
    for seat in range(s.n_players):
        if s.choice[seat] != NONE:
            chosen = chosen | (1 << seat)
    out[place] = s.stage
    out[place + 1] = s.timing
    out[place + 2] = s.dealer
    out[place + 3] = s.dealing
    out[place + 4] = s.round_number
    out[place + 5] = s.deals
    out[place + 6] = s.length
    out[place + 7] = points_to_win(s)
    out[place + 8] = s.rounds
    out[place + 9] = s.extra_rounds
    out[place + 10] = s.time_up
    out[place + 11] = s.ready
    out[place + 12] = chosen
    out[place + 13] = s.outs
    for seat in range(MAX_PLAYERS):
        out[place + 14 + seat] = s.total[seat]
        out[place + 14 + MAX_PLAYERS + seat] = s.points[seat]
    return place + FACTS


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

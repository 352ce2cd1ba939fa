"""What a viewer of Tuck It knows and sees.

A card is known to everybody, or only to the player whose hand or Stack it is in, or to nobody.
"""

from __future__ import annotations

from rumpus.rulekit import NONE, Row, below, forget_chance, grid, has, row, rule
from rumpus.rulekit.hands import deal_faces, first_hidden
from rumpus.rulekit.layout import FIRST_ZONE, lay_fact, lay_group, lay_zone
from rumpus.rulekit.piles import is_up, pile, top

from .cards import ACE_VALUE, CARDS, GEARS, PRINTS, STACKS
from .options import CAP_ONLY, ON, RECALL
from .rules.hands import gears_on
from .rules.plays import stops_ace, value_of
from .rules.setup import count_copies
from .state import (
    COMMUNITY_PILE,
    DRAW_PILE,
    OWNER,
    SEEN,
    TRASH_PILE,
    UNKNOWN,
    State,
    hand_of,
    is_capped,
    is_dark,
    stack_of,
    top_kind,
)
from .words import (
    BREAKING_DIRECTION_TIE,
    CARDS_LAID,
    CHOSEN,
    DIE,
    DIE_COUNTS,
    DIE_ROLLED,
    DIRECTION,
    FACE_UP,
    FIVES_TOO,
    FROM_HAND,
    GEARS_SHIFT,
    HAND_IS_EMPTY,
    KNOWN_TO_ALL,
    LAID_FROM,
    LEAST,
    NINE_OR_LESS,
    NO_ACES,
    OVER,
    PHASE,
    PILE_IS_EMPTY,
    REVEALING,
    SHOWN_COMMUNITY_PILE,
    SHOWN_DRAW_PILE,
    SHOWN_HAND,
    SHOWN_STACK,
    SHOWN_TRASH_PILE,
    SINGLE_CARD,
    STAGE,
    TAKES_THE_PILE,
    TUCKS_UNDER,
    TURN_LIMIT,
    TURNS,
    WAITING,
    WHOSE_TURN,
    WINNER,
)

REVEALABLE = STACKS + 1
"""What a player can choose to reveal: a Stack, or a card from the hand."""
HIDDEN_CHOICE = -2
"""A choice that was made and is still secret."""


# --------------------------------------------------------------------------------- knowing
@rule
def knows(s: State, viewer: int, card: int) -> bool:
    """Whether a viewer (NONE: a spectator) knows what is printed on a card that is in play."""
    return s.seen[card] != 0 or (viewer != NONE and OWNER[s.zone[card]] == viewer)


@rule
def has_secret_choice(s: State, viewer: int, seat: int) -> bool:
    """Whether a player has chosen a card to reveal, and the viewer may not know which."""
    revealing = REVEALING <= s.stage <= BREAKING_DIRECTION_TIE
    return revealing and seat != viewer and has(s.contenders & ~s.waiting, seat)


@rule
def redact(s: State, viewer: int) -> None:
    """Blank the faces and choices that the viewer does not know, and chance."""
    for card in range(CARDS):
        if s.zone[card] != NONE and not knows(s, viewer, card):
            s.face[card] = UNKNOWN
    for seat in range(s.n_players):
        if has_secret_choice(s, viewer, seat):
            s.choice[seat] = HIDDEN_CHOICE
    forget_chance(s)


@rule
def imagine(s: State, viewer: int) -> None:
    """Give the cards that the viewer does not know the faces that are left."""
    below(s, 2)  # makes the generator's block fresh even if nothing is left to fill
    left = row(PRINTS)
    count_copies(s, left)
    cards = row(CARDS)
    n = 0
    for card in range(CARDS):
        if s.zone[card] != NONE:
            if knows(s, viewer, card):
                left[s.face[card]] -= 1
            else:
                cards[n] = card
                n += 1
    deal_faces(s, s.face, cards, n, left, PRINTS)
    for seat in range(s.n_players):
        if has_secret_choice(s, viewer, seat):
            s.choice[seat] = imagined_choice(s, seat)


@rule
def imagined_choice(s: State, seat: int) -> int:
    """Any card that a player could have chosen to reveal: a Stack, or one from the hand."""
    choices = row(REVEALABLE)
    n = 0
    for number in range(STACKS):
        if not is_up(s, top(s, stack_of(seat, number))):
            choices[n] = number
            n += 1
    if s.stage != REVEALING and first_hidden(s, hand_of(seat), s.seen, SEEN) != NONE:
        choices[n] = FROM_HAND
        n += 1
    return choices[below(s, n)]


# --------------------------------------------------------------------------------- seeing
@rule
def show(s: State, viewer: int, out: Row) -> int:
    """All zones: piles and Stacks card by card from the top, hands sorted."""
    show_facts(s, viewer, out)
    n = show_draw_pile(s, out, FIRST_ZONE)
    n = show_pile(s, SHOWN_COMMUNITY_PILE, COMMUNITY_PILE, out, n)
    n = show_pile(s, SHOWN_TRASH_PILE, TRASH_PILE, out, n)
    for seat in range(s.n_players):
        n = show_hand(s, viewer, seat, out, n)
        for number in range(STACKS):
            n = show_stack(s, viewer, seat, number, out, n)
    return n


@rule
def show_facts(s: State, viewer: int, out: Row) -> None:
    """What a screen must say besides the cards."""
    lay_fact(out, WHOSE_TURN, s.player)
    lay_fact(out, STAGE, s.stage)
    lay_fact(out, DIRECTION, s.direction)
    lay_fact(out, PHASE, 2 if s.size[DRAW_PILE] == n_revealed(s) else 1)
    lay_fact(out, TURNS, s.turns)
    lay_fact(out, TURN_LIMIT, s.max_turns)
    lay_fact(out, DIE, s.die)
    lay_fact(out, DIE_ROLLED, s.rolled)
    lay_fact(out, DIE_COUNTS, s.die_counts)
    lay_fact(out, SINGLE_CARD, s.single)
    lay_fact(out, TAKES_THE_PILE, 1 if is_dark(s) else 0)
    lay_fact(out, CARDS_LAID, s.laid)
    lay_fact(out, LAID_FROM, s.source)
    lay_fact(out, WAITING, s.waiting)
    lay_fact(out, WINNER, s.winner)
    lay_fact(out, TUCKS_UNDER, NONE if viewer == NONE else s.place[viewer])
    lay_fact(out, NINE_OR_LESS, 1 if is_capped(s) else 0)
    lay_fact(out, CHOSEN, NONE if viewer == NONE else s.choice[viewer])
    empty = viewer != NONE and s.size[hand_of(max(viewer, 0))] == 0
    lay_fact(out, HAND_IS_EMPTY, 1 if empty else 0)
    lay_fact(out, PILE_IS_EMPTY, 0 if s.size[COMMUNITY_PILE] > 0 else 1)
    show_demand(s, out)


@rule
def show_demand(s: State, out: Row) -> None:
    """What may be played on the pile's top card, as far as its number decides (TI-PLAY-2,
    TI-ABIL-5a, TI-ABIL-A)."""
    on_top = top_kind(s, COMMUNITY_PILE)
    least = 0
    ace = False
    if on_top != NONE and not (is_capped(s) and s.nine_rule != CAP_ONLY):
        least = value_of(s, on_top)
        ace = stops_ace(s, on_top)
    lay_fact(out, LEAST, least)
    lay_fact(out, FIVES_TOO, 1 if least == ACE_VALUE else 0)
    lay_fact(out, NO_ACES, 1 if ace else 0)


@rule
def marks_on(s: State, card: int) -> int:
    """The marks of a card whose face is shown."""
    return (gears_on(s, card) << GEARS_SHIFT) | (KNOWN_TO_ALL if s.seen[card] else 0)


@rule
def n_revealed(s: State) -> int:
    """How many cards of the Draw Pile are turned over: 1 until it is known where that one goes."""
    card = top(s, DRAW_PILE)
    return 0 if card == NONE else s.seen[card]


@rule
def show_draw_pile(s: State, out: Row, place: int) -> int:
    """How many cards the Draw Pile has, and the one that is being revealed."""
    head = lay_zone(out, place, SHOWN_DRAW_PILE, NONE, s.size[DRAW_PILE])
    if n_revealed(s) == 0:
        return head
    card = top(s, DRAW_PILE)
    return lay_group(out, head, head, s.face[card], 1, marks_on(s, card) | FACE_UP)


@rule
def show_pile(s: State, shown: int, zone: int, out: Row, place: int) -> int:
    """A pile card by card, or its top card only (EC-194)."""
    head = lay_zone(out, place, shown, NONE, s.size[zone])
    n = head
    for card in pile(s, zone):
        n = lay_group(out, n, head, s.face[card], 1, marks_on(s, card) | FACE_UP)
        if s.browse_piles != ON:
            break
    return n


@rule
def show_hand(s: State, viewer: int, seat: int, out: Row, place: int) -> int:
    """A hand, equal cards together; what the viewer does not see is one group."""
    counts = grid(2, PRINTS)
    hidden = 0
    for card in pile(s, hand_of(seat)):
        if seat == viewer or (s.seen[card] and s.observation == RECALL):
            counts[s.seen[card]][s.face[card]] += 1
        else:
            hidden += 1
    head = lay_zone(out, place, SHOWN_HAND, seat, s.size[hand_of(seat)])
    n = head
    for printed in range(PRINTS):
        for seen in range(2):
            if counts[seen][printed] > 0:
                marks = (GEARS[s.gears][printed] << GEARS_SHIFT) | (KNOWN_TO_ALL * seen)
                n = lay_group(out, n, head, printed, counts[seen][printed], marks)
    if hidden > 0:
        n = lay_group(out, n, head, NONE, hidden, 0)
    return n


@rule
def show_stack(s: State, viewer: int, seat: int, number: int, out: Row, place: int) -> int:
    """A Stack card by card from its top; the owner may always peek (TI-P2-3e)."""
    zone = stack_of(seat, number)
    head = lay_zone(out, place, SHOWN_STACK + number, seat, s.size[zone])
    n = head
    for card in pile(s, zone):
        marks = FACE_UP if is_up(s, card) else 0
        if seat == viewer or lies_open(s, card, n == head):
            n = lay_group(out, n, head, s.face[card], 1, marks | marks_on(s, card))
        else:
            n = lay_group(out, n, head, NONE, 1, marks)
    return n


@rule
def lies_open(s: State, card: int, on_top: bool) -> bool:
    """Whether the face of a card in a Stack is shown to all (EC-072, TI-OPT-27)."""
    if s.seen[card] == 0:
        return False
    if s.observation == RECALL or s.stage == OVER:
        return True
    return is_up(s, card) and (on_top or s.covered_faceup_visible == ON)

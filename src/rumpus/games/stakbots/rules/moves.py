"""Moving cards, and who learns what from it."""

from __future__ import annotations

from rumpus.rulekit import NONE, only, rule, tell, whisper
from rumpus.rulekit.hands import PUBLIC, leave_openly
from rumpus.rulekit.piles import (
    lift,
    move_on,
    pile,
    put_beneath,
    put_on,
    put_under,
    shuffle_faces,
    top,
    turn_card,
    under,
)

from ..options import BY_DECK, MOST_STAKS, REMOVED, SPLIT
from ..state import HAND, LEFT_OUT, SPENT, State
from ..words import (
    ATTACK_SPENT,
    DISCARDED,
    DREW,
    DREW_CARD,
    FELL,
    HAND_SHOWN,
    NOTHING_TO_DRAW,
    RESET,
    RESHUFFLED,
    RETURNED,
    SCRAPPED,
    SENT_DOWN,
    STAYED,
)
from .seats import hand_viewers, heap_of, is_out, is_ranked, number, owner, supply_of


# --------------------------------------------------------------------------------- knowing
@rule
def reveal(s: State, card: int) -> None:
    """Everybody sees what a card is."""
    if s.known[card] != PUBLIC:
        s.known[card] = PUBLIC
        face = s.face[card]
        s.hidden[face] -= 1
        if s.zone[card] < MOST_STAKS:
            s.unseen[face] -= 1
        s.unseen[face] = min(s.unseen[face], s.hidden[face])


@rule
def forget(s: State, card: int) -> None:
    """Nobody has to remember what a card is."""
    if s.known[card] == PUBLIC:
        s.hidden[s.face[card]] += 1
        if s.zone[card] < MOST_STAKS:
            s.unseen[s.face[card]] += 1
    s.known[card] = 0


@rule
def class_of(s: State, face: int) -> int:
    """What everybody knows about a Ranked deck's cards: their ranks, after a draft their rows."""
    return s.rank[face] if s.deck == SPLIT else face


@rule
def belongs_to(s: State, card: int, holder: int) -> int:
    """Who owns a card in the holder's Stak or hand (SB-STAK-9, SB-TOG-BORDERLESS-6)."""
    return s.deck_of[card] if is_ranked(s) else holder


@rule
def change_owner(s: State, card: int, seat: int) -> None:
    """A card on another's Stak belongs to that Stak's owner (SB-TOG-BORDERLESS-6)."""
    if is_ranked(s) and s.ownership != BY_DECK:
        kind = class_of(s, s.face[card])
        s.share[s.deck_of[card]][kind] -= 1
        s.share[seat][kind] += 1
        s.deck_of[card] = seat


# --------------------------------------------------------------------------------- supply and hand
@rule
def draw(s: State, seat: int) -> None:
    """A card from the supply goes into a hand (SB-TURN-2, SB-SUP-2, 3)."""
    supply = supply_of(s, seat)
    if s.size[supply] == 0:
        reshuffle(s, seat)
    card = top(s, supply)
    if card == NONE:
        tell(s, NOTHING_TO_DRAW, seat)
        return
    move_on(s, card, HAND + seat)
    viewers = hand_viewers(s, seat)
    s.known[card] = viewers
    tell(s, DREW, seat)
    whisper(s, viewers, DREW_CARD, seat, s.face[card])


@rule
def reshuffle(s: State, seat: int) -> None:
    """The scrapheap becomes the new supply (SB-SUP-1): tokens move in order, faces are shuffled."""
    heap = heap_of(s, seat)
    supply = supply_of(s, seat)
    if s.size[heap] == 0:
        return
    n = s.size[heap]
    pool = seat if is_ranked(s) else 0
    s.reshuffled = s.reshuffled | only(pool)
    for row in range(s.rows):
        s.refilled[pool][row] = 0
    for card in pile(s, heap):
        s.refilled[pool][s.face[card]] += 1
        forget(s, card)
        turn_card(s, card, False)
        move_on(s, card, supply)
    shuffle_faces(s, s.face, supply)
    tell(s, RESHUFFLED, seat, n)


@rule
def leave_hand(s: State, seat: int, row: int, to_play: bool) -> int:
    """The card of a row that leaves a hand for all to see.

    One that everybody knows about goes first, but one that may not attack is played last
    (SB-ATK-11).
    """
    hidden = NONE
    tired = NONE
    for card in pile(s, HAND + seat):
        if s.face[card] == row:
            if s.known[card] != PUBLIC:
                if hidden == NONE:
                    hidden = card
            elif not (to_play and s.tired[card]):
                return card
            else:
                tired = card
    if hidden == NONE:
        return tired
    return leave_openly(s, s.face, hidden, s.known, PUBLIC)


@rule
def discard(s: State, seat: int, row: int, why: int) -> None:
    """A hand card goes to the scrapheap and counts (SB-SCRAP-2, 3, SB-FEED-1, 2)."""
    card = leave_hand(s, seat, row, False)
    to_heap(s, card, belongs_to(s, card, seat))
    s.fed += 1
    tell(s, DISCARDED, seat, row, why)


@rule
def give_up_hand(s: State, seat: int) -> None:
    """A hand goes to the scrapheap, or out of the game, and does not count (SB-OUT-6)."""
    for card in pile(s, HAND + seat):
        if s.out_hand == REMOVED:
            reveal(s, card)
            move_on(s, card, LEFT_OUT)
            turn_card(s, card, True)
        else:
            to_heap(s, card, belongs_to(s, card, seat))
        tell(s, HAND_SHOWN, seat, s.face[card])


@rule
def give_up_staks(s: State, seat: int) -> None:
    """All Staks of a player go to the scrapheap; nothing triggers and nothing counts (Q115)."""
    for stak in range(seat * s.staks, (seat + 1) * s.staks):
        s.chosen[stak] = NONE
        for card in pile(s, stak):
            to_heap(s, card, belongs_to(s, card, seat))
            tell(s, HAND_SHOWN, seat, s.face[card])


@rule
def to_heap(s: State, card: int, seat: int) -> None:
    """Lay a card face-up on the scrapheap; its order means nothing (SB-SETUP-6)."""
    reveal(s, card)
    s.damage[card] = 0
    s.tired[card] = 0
    move_on(s, card, heap_of(s, seat))
    turn_card(s, card, True)


# --------------------------------------------------------------------------------- inside Staks
@rule
def scrap(s: State, card: int, why: int) -> None:
    """A card goes from its Stak to the scrapheap and counts (SB-SCRAP-3, SB-FEED-1, 2)."""
    stak = s.zone[card]
    seat = owner(s, stak)
    s.stirred = 1
    stopped = stop_attacking(s, card)
    to_heap(s, card, belongs_to(s, card, seat))
    s.fed += 1
    tell(s, SCRAPPED, seat, number(s, stak), s.face[card], why)
    if stopped:
        tell(s, ATTACK_SPENT, seat, number(s, stak), s.face[card])


@rule
def stop_attacking(s: State, card: int) -> bool:
    """A chosen attacker that is scrapped, reset or returned can no longer attack (SB-ATK-7, 8).

    Nor can one that has declared an attack, though another may be chosen (SB-TOG-REACTIVE-10).
    Returns whether it was one of these.
    """
    stak = s.zone[card]
    stopped = False
    if s.chosen[stak] == card:
        s.chosen[stak] = SPENT
        s.tired[card] = 1
        stopped = True
    elif s.declared == card:
        s.tired[card] = 1
        stopped = True
    if s.stomp == card:
        s.stomp = NONE
    return stopped


@rule
def fall(s: State, card: int) -> None:
    """The top card changes places with the card below it, face-up (SB-STAK-7, 8)."""
    stak = s.zone[card]
    beneath = under(s, card)
    if beneath == NONE:
        tell(s, STAYED, owner(s, stak), number(s, stak), s.face[card])
        return
    s.stirred = 1
    lift(s, card)
    put_beneath(s, beneath, card)
    tell(s, FELL, owner(s, stak), number(s, stak), s.face[card])


@rule
def send_down(s: State, card: int) -> None:
    """A card goes to the bottom of its Stak, face-up (SB-BOT-PIT-1, 3)."""
    stak = s.zone[card]
    if s.size[stak] == 1:
        tell(s, STAYED, owner(s, stak), number(s, stak), s.face[card])
        return
    s.stirred = 1
    lift(s, card)
    put_under(s, stak, card)
    tell(s, SENT_DOWN, owner(s, stak), number(s, stak), s.face[card])


@rule
def reset(s: State, card: int) -> None:
    """Turn a card face-down: it loses its damage and cannot attack (SB-BOT-TRANQ-1, 3, 4)."""
    stak = s.zone[card]
    s.stirred = 1
    stopped = stop_attacking(s, card)
    s.damage[card] = 0
    s.resets[card] += 1
    s.any_reset = 1
    turn_card(s, card, False)
    if not s.memory_marks:
        forget(s, card)
    tell(s, RESET, owner(s, stak), number(s, stak), s.face[card])
    if stopped:
        tell(s, ATTACK_SPENT, owner(s, stak), number(s, stak), s.face[card])


@rule
def send_back(s: State, card: int) -> None:
    """A card returns to its owner's hand; everybody knows that it is there (SB-BOT-BEGONE-1, 2)."""
    stak = s.zone[card]
    seat = belongs_to(s, card, owner(s, stak))
    stopped = stop_attacking(s, card)
    if stopped:
        tell(s, ATTACK_SPENT, owner(s, stak), number(s, stak), s.face[card])
    s.damage[card] = 0
    turn_card(s, card, False)
    s.stirred = 1
    if is_out(s, seat):  # SB-OUT-6
        to_heap(s, card, seat)
    else:
        move_on(s, card, HAND + seat)
    tell(s, RETURNED, seat, s.face[card], owner(s, stak), number(s, stak))


@rule
def put_on_stak(s: State, card: int, stak: int) -> None:
    """A card from a hand becomes the face-up top card of a Stak (SB-PLAY-1)."""
    reveal(s, card)
    lift(s, card)
    put_on(s, stak, card)
    turn_card(s, card, True)
    change_owner(s, card, owner(s, stak))

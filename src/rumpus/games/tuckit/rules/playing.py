"""Playing cards, and what the card left on top does."""

from __future__ import annotations

from rumpus.rulekit import NONE, Row, has, members_of, rule, tell
from rumpus.rulekit.offering import offer
from rumpus.rulekit.piles import flip, lift, move_on, pile, top
from rumpus.rulekit.seats import clockwise

from ..cards import ABILITIES, DICE, DIE_ABILITIES, JACK, SEVEN, SKIP, STACKS, TEN, THREE
from ..options import EACH_CARD, FULL, ON
from ..state import (
    COMMUNITY_PILE,
    TRASH_PILE,
    State,
    hand_of,
    kind_of,
    stack_cards,
    stack_of,
    top_kind,
)
from ..words import (
    ADDING,
    CAN_FLIP,
    CAN_TAKE_TOP,
    CARD,
    DONE,
    FLIP,
    FLIPPED,
    FOUR_OF_A_KIND,
    FROM_DRAW_PILE,
    FROM_HAND,
    MAY_FLIP,
    MAY_TAKE,
    NO_FLIP,
    PLAYED,
    REVERSED,
    STACK,
    TOOK_NO_TOP,
    TOOK_TOP,
    TRASHED_SKIP,
)
from .ending import win
from .hands import kinds_in, lay_open, leaves_openly, look_at, trash_pile
from .plays import can_add_as, four_of_a_kind, join_play
from .turns import end_turn, end_turn_undrawn


# --------------------------------------------------------------------------------- playing
@rule
def play_from_hand(s: State, seat: int, kind: int) -> None:
    """Begin with a card from the hand."""
    card = leaves_openly(s, seat, kind)
    s.source = FROM_HAND
    play_first(s, seat, card)


@rule
def play_from_stack(s: State, seat: int, number: int) -> None:
    """Begin with the top card of a Stack."""
    s.source = number
    play_first(s, seat, top(s, stack_of(seat, number)))


@rule
def play_first(s: State, seat: int, card: int) -> None:
    """The first card of a play, or a Skip card instead of one."""
    if kind_of(s, card) == SKIP:
        play_skip(s, seat, card)
    else:
        lay(s, seat, card)
        go_on_playing(s, seat)


@rule
def lay(s: State, seat: int, card: int) -> None:
    """Lay a card of the play on the pile, face up (TI-PLAY-10)."""
    join_play(s, kind_of(s, card))
    lift(s, card)
    lay_open(s, card, COMMUNITY_PILE)
    tell(s, PLAYED, seat, s.face[card], s.source)


@rule
def go_on_playing(s: State, seat: int) -> None:
    """Ask for more cards whenever everybody must assume that some fit: asking reveals nothing."""
    if may_add_more(s, seat):
        s.stage = ADDING
    else:
        finish_play(s, seat)


@rule
def may_add_more(s: State, seat: int) -> bool:
    """Whether, as far as everybody knows, another card could be added to the play."""
    if s.single:
        return False  # TI-EXP4-3
    if s.fourkind_check == EACH_CARD and four_of_a_kind(s):
        return False
    if s.source == FROM_HAND:
        for card in pile(s, hand_of(seat)):
            if s.seen[card] == 0 or can_add_as(s, kind_of(s, card)) != 0:
                return True
        return False
    beneath = top(s, stack_of(seat, s.source))
    if beneath == NONE:
        return False
    return s.seen[beneath] == 0 or can_add_as(s, kind_of(s, beneath)) != 0


@rule
def offer_adding(s: State, seat: int, out: Row) -> int:
    """Cards from the same place that fit, or end the play (TI-P2-3b, 3c, TI-PLAY-3)."""
    n = 0
    if s.source == FROM_HAND:
        for kind in members_of(kinds_in(s, hand_of(seat))):
            if can_add_as(s, kind) != 0:
                n = offer(out, n, CARD + kind)
    elif can_add_as(s, top_kind(s, stack_of(seat, s.source))) != 0:
        n = offer(out, n, STACK + s.source)  # TI-PLAY-7, TI-P2-3a
    return offer(out, n, DONE)


@rule
def answer_adding(s: State, seat: int, action: int) -> None:
    """Add a card, or finish."""
    if action == DONE:
        finish_play(s, seat)
    elif action >= STACK:
        lay(s, seat, top(s, stack_of(seat, s.source)))
        go_on_playing(s, seat)
    else:
        lay(s, seat, leaves_openly(s, seat, action - CARD))
        go_on_playing(s, seat)


@rule
def finish_play(s: State, seat: int) -> None:
    """Win, four of a kind, or what the card on top does, in this order (TI-TURN-8, TI-WIN-4)."""
    if s.source < STACKS:
        won = has_cleared(s, seat, s.source)
        if won:
            return
    if four_of_a_kind(s):
        reward_four(s, seat)
    else:
        use_ability(s, seat, top_kind(s, COMMUNITY_PILE))


@rule
def has_cleared(s: State, seat: int, number: int) -> bool:
    """Cards have left a Stack: its top may show now, and a player without any wins (TI-WIN-1)."""
    if stack_cards(s, seat) == 0:
        win(s, seat)
        return True
    look_at(s, seat, number)
    return False


@rule
def gets_extra_turn(s: State) -> bool:
    """TI-P1-2f, EC-033, EC-034: always, or only if the card was not revealed from the Draw Pile."""
    return s.source != FROM_DRAW_PILE or s.revealed_ten_extra_turn == ON


@rule
def reward_four(s: State, seat: int) -> None:
    """The pile is trashed without any ability, and a top card may be taken (TI-FOUR-4, 5, 6)."""
    tell(s, FOUR_OF_A_KIND, seat)
    trash_pile(s)
    if gets_extra_turn(s):
        s.stage = MAY_TAKE
        tell(s, CAN_TAKE_TOP, seat)
    else:
        end_turn(s, 1)


@rule
def use_ability(s: State, seat: int, kind: int) -> None:
    """What the card left on top does at once (TI-PLAY-8, TI-ABIL-0)."""
    abilities = ABILITIES[kind]
    if kind == DICE and s.dice_abilities == FULL:
        abilities = DIE_ABILITIES[s.die]
    if has(abilities, TEN):
        use_ten(s)
    elif has(abilities, SEVEN):
        s.stage = MAY_FLIP  # TI-ABIL-7a, TI-EXP2-6
        tell(s, CAN_FLIP, seat)
    elif has(abilities, JACK):
        end_turn(s, 2)  # TI-ABIL-Ja, Jc
    else:
        if has(abilities, THREE) and s.n_players > 2:
            s.direction = -s.direction  # TI-ABIL-3c, 3d, TI-EXP2-4
            tell(s, REVERSED, 0 if s.direction == 1 else 1)
        end_turn(s, 1)


@rule
def use_ten(s: State) -> None:
    """The pile is trashed, the 10 with it, and another turn follows (TI-ABIL-10a, 10b)."""
    trash_pile(s)
    if not gets_extra_turn(s):
        end_turn(s, 1)
    elif s.draw_before_extra_turn:
        end_turn(s, 0)
    else:
        end_turn_undrawn(s, 0)


# --------------------------------------------------------------------------------- flip and reward
@rule
def offer_flip(s: State, seat: int, out: Row) -> int:
    """Any Stack that has cards, or none (TI-ABIL-7a, 7c, 7d)."""
    n = 0
    for k in range(s.n_players):
        for number in range(STACKS):
            if s.size[stack_of(clockwise(s, seat, k), number)] > 0:
                n = offer(out, n, FLIP + k * STACKS + number)
    return offer(out, n, DONE)


@rule
def answer_flip(s: State, seat: int, action: int) -> None:
    """Flip a Stack before drawing up (TI-ABIL-7e)."""
    if action == DONE:
        tell(s, NO_FLIP, seat)
    else:
        owner = clockwise(s, seat, (action - FLIP) // STACKS)
        number = (action - FLIP) % STACKS
        flip(s, stack_of(owner, number))  # TI-ABIL-7b: order and sides
        tell(s, FLIPPED, seat, owner, number)
        look_at(s, owner, number)
    end_turn(s, 1)


@rule
def offer_reward(s: State, seat: int, out: Row) -> int:
    """The top of a Stack, or nothing (TI-FOUR-6)."""
    n = 0
    for number in range(STACKS):
        if s.size[stack_of(seat, number)] > 0:
            n = offer(out, n, STACK + number)
    return offer(out, n, DONE)


@rule
def answer_reward(s: State, seat: int, action: int) -> None:
    """Take a top card, which can win, then take an extra turn (TI-FOUR-7, 8, 10)."""
    if action == DONE:
        tell(s, TOOK_NO_TOP, seat)
    else:
        number = action - STACK
        card = top(s, stack_of(seat, number))
        move_on(s, card, hand_of(seat))
        tell(s, TOOK_TOP, seat, number, s.face[card] if s.seen[card] else NONE)
        won = has_cleared(s, seat, number)  # TI-WIN-3
        if won:
            return
    end_turn(s, 0)


# --------------------------------------------------------------------------------- Skip cards
@rule
def play_skip(s: State, seat: int, card: int) -> None:
    """A Skip card is trashed and the turn is over; the pile stays (TI-EXP4-S3 to S6)."""
    lift(s, card)
    lay_open(s, card, TRASH_PILE)
    tell(s, PLAYED, seat, s.face[card], s.source)
    tell(s, TRASHED_SKIP)
    if s.source < STACKS:
        won = has_cleared(s, seat, s.source)  # TI-WIN-6
        if won:
            return
    on_top = top_kind(s, COMMUNITY_PILE)
    skips = s.j_carry_over == ON and on_top != NONE and has(ABILITIES[on_top], JACK)  # EC-102
    end_turn(s, 2 if skips else 1)

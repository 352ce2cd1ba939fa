"""Chains of entry effects: what triggers, what waits, what is carried out next.

A chain is everything from one action or battle until no effect is waiting.
"""

from __future__ import annotations

from rumpus.rulekit import NONE, count, lowest, row, rule, tell
from rumpus.rulekit.piles import is_up, top, turn_card

from ..bots import AIMS, AT_ITSELF, AT_PLAYER, HAS_ENTRY_EFFECT
from ..cards import CARDS
from ..options import EACH_BATTLE, MOST_STAKS
from ..state import HAND, MOST_EFFECTS, State
from ..words import (
    CHAIN_STOPPED,
    EFFECT,
    EFFECT_LOST,
    EXPELLING,
    NO_TARGET,
    NOT_ON_TOP,
    ORDERING,
    REACTING,
    SERIES_GOES_ON,
    SERIES_STOPPED,
    TARGETING,
    TRIGGERED,
    TURNED_UP,
    WAS_RESET,
)
from .battle import battle, can_be_attacked, scrap_beaten
from .effects import ENTER, bot, targets
from .moves import reveal
from .seats import is_out, n_staks, number, owner
from .turn import ask, check_out, end_turn, go_on


@rule
def begin_chain(s: State) -> None:
    """A new chain, in which nothing was reset yet."""
    s.effects = 0
    s.batches = 0
    if s.any_reset:
        s.any_reset = 0
        for card in range(CARDS):
            s.resets[card] = 0


# --------------------------------------------------------------------------------- triggering
@rule
def trigger(s: State, card: int) -> None:
    """The entry effect of a face-up top card waits, before all others (SB-ENTRY-1, 2, 10)."""
    if HAS_ENTRY_EFFECT[bot(s, card)]:
        stak = s.zone[card]
        s.waiting[s.n_waiting] = card
        s.batch[s.n_waiting] = s.batches
        s.n_waiting += 1
        tell(s, TRIGGERED, owner(s, stak), number(s, stak), s.face[card])


@rule
def stak_before(s: State, stak: int) -> int:
    """The next Stak counterclockwise. Starting at the active player's first, the active player's
    come last, and what waits last is carried out first (SB-ENTRY-7, 8, SB-VAR-SYNC-7)."""
    return stak - 1 if stak > 0 else n_staks(s) - 1


@rule
def turn_up_tops(s: State) -> None:
    """Face-down top cards turn up together; their effects trigger (SB-STAK-4, SB-ENTRY-2, 3)."""
    s.batches += 1
    stak = s.active * s.staks
    for _ in range(n_staks(s)):
        stak = stak_before(s, stak)
        card = top(s, stak)
        if card != NONE and not is_up(s, card):
            turn_card(s, card, True)
            reveal(s, card)
            tell(s, TURNED_UP, owner(s, stak), number(s, stak), s.face[card])
            trigger(s, card)


@rule
def trigger_first_tops(s: State) -> None:
    """The first top cards trigger, clockwise from the first player (SB-TOG-SETUP-2, 3)."""
    stak = s.active * s.staks
    for _ in range(n_staks(s)):
        stak = stak_before(s, stak)
        card = top(s, stak)
        if card != NONE:
            trigger(s, card)


@rule
def is_waiting_top(s: State, card: int) -> bool:
    """Whether a waiting card is still the face-up top card of a Stak."""
    stak = s.zone[card]
    return stak < MOST_STAKS and top(s, stak) == card and is_up(s, card)


@rule
def drop_lost_effects(s: State) -> None:
    """A card that is no longer on top, or was reset, loses its effect (SB-ENTRY-11..13)."""
    lost = row(MOST_STAKS)
    n = 0
    n_lost = 0
    for i in range(s.n_waiting):
        card = s.waiting[i]
        if is_waiting_top(s, card):
            s.waiting[n] = card
            s.batch[n] = s.batch[i]
            n += 1
        else:
            lost[n_lost] = card
            n_lost += 1
    for i in range(n, s.n_waiting):
        s.waiting[i] = NONE
    s.n_waiting = n
    for i in range(n_lost):
        card = lost[i]
        was_reset = s.zone[card] < MOST_STAKS and not is_up(s, card)
        tell(s, EFFECT_LOST, s.face[card], WAS_RESET if was_reset else NOT_ON_TOP)


@rule
def stop_chain(s: State) -> None:
    """Too many effects in one chain: those that wait are dropped (SB-ENTRY-17)."""
    n = s.n_waiting
    s.n_waiting = 0
    for i in range(n):
        card = s.waiting[i]
        s.waiting[i] = NONE
        tell(s, EFFECT_LOST, s.face[card], CHAIN_STOPPED)


# --------------------------------------------------------------------------------- resolving
@rule
def settle(s: State) -> None:
    """Scrap what is beaten, drop what is lost, turn new top cards up."""
    if s.stirred:
        scrap_beaten(s)
    drop_lost_effects(s)
    if s.stirred:
        s.stirred = 0
        turn_up_tops(s)
    if s.stomp != NONE and top(s, s.attacking) != s.stomp:
        card = s.stomp
        s.stomp = NONE  # SB-BOT-STOMP-3
        tell(s, SERIES_STOPPED, s.face[card])


@rule
def resolve(s: State) -> None:
    """Settle and carry out effects until somebody has to choose or the turn continues."""
    busy = True
    while busy:
        settle(s)
        if s.effects == MOST_EFFECTS:
            stop_chain(s)
        busy = next_effect(s) if s.n_waiting > 0 else end_chain(s)


@rule
def is_tied(s: State, i: int) -> bool:
    """Whether effect i triggered together with the next one, for the same player."""
    n = s.n_waiting - 1
    mine = owner(s, s.zone[s.waiting[n]])
    return s.batch[i] == s.batch[n] and owner(s, s.zone[s.waiting[i]]) == mine


@rule
def next_effect(s: State) -> bool:
    """The next effect, unless its player has to order several (SB-ENTRY-9); False: it waits."""
    n = s.n_waiting - 1
    if n > 0 and is_tied(s, n - 1):
        ask(s, ORDERING, owner(s, s.zone[s.waiting[n]]))
        return False
    return carry_out(s)


@rule
def carry_out(s: State) -> bool:
    """Carry out the last of the waiting effects (SB-ENTRY-5, 6, 14, 15); False: it waits."""
    s.n_waiting -= 1
    s.effects += 1
    s.card = s.waiting[s.n_waiting]
    s.waiting[s.n_waiting] = NONE
    stak = s.zone[s.card]
    seat = owner(s, stak)
    kind = bot(s, s.card)
    tell(s, EFFECT, seat, number(s, stak), s.face[s.card])
    if AIMS[kind] == AT_ITSELF:
        return ENTER[kind](s, s.card, stak)
    if AIMS[kind] == AT_PLAYER:
        ask(s, EXPELLING, seat)
        return False
    found = targets(s, s.card)
    if found == 0:
        tell(s, NO_TARGET, seat, s.face[s.card])
        return True
    ask(s, TARGETING, seat)
    if count(found) == 1:
        return ENTER[kind](s, s.card, lowest(found))
    return False


@rule
def end_chain(s: State) -> bool:
    """No effect waits: who is out, does a Stomp go on, what is next? True: a battle was fought."""
    s.card = NONE
    check_out(s)
    if is_out(s, s.active):  # SB-OUT-5; if the game is over there is no next turn
        end_turn(s)
        return False
    if s.stomp != NONE and can_be_attacked(s, s.attacking, s.attacked):  # SB-BOT-STOMP-1, 6
        if s.stomp_reactions == EACH_BATTLE and may_react(s):
            ask(s, REACTING, owner(s, s.attacked))
            return False
        tell(s, SERIES_GOES_ON, owner(s, s.attacking), owner(s, s.attacked))
        begin_chain(s)
        battle(s, s.attacking, s.attacked)
        return True
    s.stomp = NONE
    s.attacking = NONE
    s.attacked = NONE
    s.declared = NONE
    go_on(s)
    return False


@rule
def may_react(s: State) -> bool:
    """Whether the owner of the attacked Stak may play a card first (SB-TOG-REACTIVE-1, 8)."""
    return s.reactive != 0 and s.size[HAND + owner(s, s.attacked)] > 0

"""Decisions: what each stage offers, and what follows from the answer."""

from __future__ import annotations

from rumpus.rulekit import NONE, Row, below, count, lowest, members_of, only, rule, tell
from rumpus.rulekit.offering import offer, offer_each
from rumpus.rulekit.piles import is_up, pile, top
from rumpus.rulekit.seats import clockwise, steps_to

from ..options import CAPTAIN, CHANCE_PICKS, MAX_PLAYERS, NOWHERE, SYNCHRONOUS, TEAM_ONLY
from ..state import HAND, MOST_ACTIONS, State
from ..words import (
    ACTING,
    AIMING,
    ATTACK,
    ATTACKED,
    BY_CHOICE,
    BY_EXPEL,
    BY_RECYCLING,
    CANCELLED,
    DISCARD,
    DISCARDING,
    DRAW_DECLINED,
    DROP,
    DROP_DECLINED,
    DROPPED,
    END,
    EXPELLED,
    HELD,
    KEEP,
    NO,
    ORDERED,
    PASS,
    PLACING,
    PLAY,
    PLAYED,
    PLAYER,
    POSITION,
    POSITIONS,
    REACTING,
    REACTION_DECLINED,
    READY,
    RECYCLE,
    RECYCLED,
    RECYCLING,
    REDRAWING,
    SCRAP,
    SLOT,
    TO_FEED,
    YES,
    YIELD,
    YIELDED,
)
from .battle import attackable, battle, can_attack, may_attack_with
from .chain import begin_chain, carry_out, is_tied, may_react, resolve, trigger
from .effects import ENTER, bot, can_reset, targets
from .moves import discard, draw, leave_hand, put_on_stak, reset, reveal, scrap, send_down
from .seats import is_out, n_staks, number, owner, turn_takers
from .turn import ask, end_turn, go_on, may_end, may_yield


# --------------------------------------------------------------------------------- writing offers
@rule
def hand_rows(s: State, seat: int) -> int:
    """The set of rows in a hand: equal cards are one choice."""
    rows = 0
    for card in pile(s, HAND + seat):
        rows = rows | (1 << s.face[card])
    return rows


@rule
def offer_staks(s: State, seat: int, out: Row, staks: int) -> int:
    """Offer every Stak of a set, counted from the one who decides."""
    n = 0
    for stak in members_of(staks):
        k = steps_to(s, seat, owner(s, stak))
        n = offer(out, n, SLOT + number(s, stak) * MAX_PLAYERS + k)
    return n


@rule
def stak_of(s: State, seat: int, action: int) -> int:
    """The Stak that an action of SLOT names."""
    slot = action - SLOT
    return clockwise(s, seat, slot % MAX_PLAYERS) * s.staks + slot // MAX_PLAYERS


# --------------------------------------------------------------------------------- Blitz drop (D1)
@rule
def offer_drop(s: State, seat: int, out: Row) -> int:
    """Slip one top card under its Stak, or keep it (SB-VAR-BLITZ-2, 6, 7)."""
    n = offer(out, 0, KEEP)
    for i in range(s.staks):
        if s.size[seat * s.staks + i] > 1:
            n = offer(out, n, DROP + i)
    return n


@rule
def answer_drop(s: State, seat: int, action: int) -> None:
    """SB-VAR-BLITZ-3, 4, 5."""
    if action == KEEP:
        tell(s, DROP_DECLINED, seat)
        go_on(s)
        return
    begin_chain(s)
    tell(s, DROPPED, seat)
    send_down(s, top(s, seat * s.staks + action - DROP))
    resolve(s)


# --------------------------------------------------------------------------------- acting (D2, D13)
@rule
def asked_to_act(s: State) -> int:
    """The set of seats that the turn waits for (SB-VAR-SYNC-3, 6)."""
    waiting = turn_takers(s) & ~s.ready & ~s.yielded
    if s.team_control == CAPTAIN and waiting != only(s.active):
        return waiting & ~only(s.active)
    return waiting


@rule
def offer_action(s: State, seat: int, out: Row) -> int:
    """End, feed, play, attack (SB-TURN-4)."""
    n = 0
    if may_end(s, seat):
        n = offer(out, n, END)
    if may_yield(s, seat):
        n = offer(out, n, YIELD)
    rows = hand_rows(s, seat)
    n = offer_each(out, n, DISCARD, rows)
    first = seat * s.staks
    for i in range(s.staks):
        if s.size[first + i] > 0:
            n = offer(out, n, SCRAP + i)
    if s.actions >= MOST_ACTIONS:  # SB-TURN-11
        return n
    if s.recycling and rows != 0:
        for i in range(s.staks):
            if s.size[first + i] > 0:
                n = offer(out, n, RECYCLE + i)
    if places_for_card(s, seat) != 0:
        n = offer_each(out, n, PLAY, rows)
    for i in range(s.staks):
        if may_attack_with(s, first + i) and can_attack(s, first + i):
            n = offer(out, n, ATTACK + i)
    return n


@rule
def answer_action(s: State, seat: int, action: int) -> None:
    """One action of a turn."""
    if action == YIELD:
        s.yielded = s.yielded | only(seat)
        tell(s, YIELDED, seat)
        return
    if action == END:
        end_for(s, seat)
        return
    s.yielded = 0
    s.ready = s.ready & ~only(seat)
    first = seat * s.staks
    if action >= DISCARD:
        discard(s, seat, action - DISCARD, TO_FEED)
    elif action >= PLAY:
        s.actions += 1
        hold(s, seat, action - PLAY)
    elif action >= RECYCLE:
        begin_recycling(s, seat, first + action - RECYCLE)
    elif action >= ATTACK:
        s.actions += 1
        take_aim(s, seat, first + action - ATTACK)
    else:
        begin_chain(s)
        scrap(s, top(s, first + action - SCRAP), BY_CHOICE)  # SB-SCRAP-1, 4, 5
        resolve(s)


@rule
def end_for(s: State, seat: int) -> None:
    """A player wants to end the turn; a team ends it together (SB-VAR-SYNC-6)."""
    if s.teams == SYNCHRONOUS and s.team_control != CAPTAIN:
        s.ready = s.ready | only(seat)
        tell(s, READY, seat)
        if s.ready != turn_takers(s):
            return
    end_turn(s)


# --------------------------------------------------------------------------------- playing (D3)
@rule
def may_place(s: State, seat: int, stak: int) -> bool:
    """Whether a player may play on a Stak (SB-PLAY-1, SB-VAR-MULTI-2, SB-TOG-BORDERLESS-3, 4)."""
    friendly = s.team[owner(s, stak)] == s.team[seat]
    if s.size[stak] > 0:  # players who are out have none of these
        return friendly or s.borderless != TEAM_ONLY
    return friendly and s.restart != 0


@rule
def places_for_card(s: State, seat: int) -> int:
    """The set of Staks that a player may play on: their own, or any (SB-TOG-BORDERLESS-1)."""
    first = seat * s.staks
    last = first + s.staks
    if s.borderless != NOWHERE:
        first = 0
        last = n_staks(s)
    found = 0
    for stak in range(first, last):
        if may_place(s, seat, stak):
            found = found | only(stak)
    return found


@rule
def hold(s: State, seat: int, row: int) -> None:
    """A hand card is shown; if there is a choice, its Stak is chosen next."""
    card = leave_hand(s, seat, row, True)
    found = places_for_card(s, seat)
    if count(found) == 1:
        play(s, seat, card, lowest(found))
        return
    reveal(s, card)
    s.card = card
    ask(s, PLACING, seat)
    tell(s, HELD, seat, row)


@rule
def offer_place(s: State, seat: int, out: Row) -> int:
    """The Staks on which the card may be played."""
    return offer_staks(s, seat, out, places_for_card(s, seat))


@rule
def answer_place(s: State, seat: int, action: int) -> None:
    """The card is played there."""
    card = s.card
    s.card = NONE
    ask(s, ACTING, s.active)
    play(s, seat, card, stak_of(s, seat, action))


@rule
def play(s: State, seat: int, card: int, stak: int) -> None:
    """A card becomes a Stak's top card and its entry effect takes place (SB-PLAY-1..4)."""
    begin_chain(s)
    put_on_stak(s, card, stak)
    tell(s, PLAYED, seat, s.face[card], owner(s, stak), number(s, stak))
    trigger(s, card)
    resolve(s)


# --------------------------------------------------------------------------------- attacking (D4)
@rule
def take_aim(s: State, seat: int, stak: int) -> None:
    """Attack; if there is a choice, the target is chosen next (SB-ATK-1)."""
    s.attacking = stak
    found = attackable(s, stak)
    if count(found) == 1:
        declare(s, seat, lowest(found))
    else:
        ask(s, AIMING, seat)


@rule
def offer_aim(s: State, seat: int, out: Row) -> int:
    """The Staks that can be attacked (SB-ATK-2, SB-VAR-MULTI-8)."""
    return offer_staks(s, seat, out, attackable(s, s.attacking))


@rule
def answer_aim(s: State, seat: int, action: int) -> None:
    """That Stak is attacked."""
    declare(s, seat, stak_of(s, seat, action))


@rule
def declare(s: State, seat: int, target: int) -> None:
    """The attack is declared; its victim may be allowed to react (SB-TOG-REACTIVE-1)."""
    s.attacked = target
    s.declared = top(s, s.attacking)
    tell(s, ATTACKED, seat, number(s, s.attacking), owner(s, target), number(s, target))
    if may_react(s):
        ask(s, REACTING, owner(s, target))
    else:
        fight(s)


@rule
def fight(s: State) -> None:
    """The declared attack takes place."""
    begin_chain(s)
    s.declared = NONE
    battle(s, s.attacking, s.attacked)
    resolve(s)


# --------------------------------------------------------------------------------- reacting (D6)
@rule
def offer_reaction(s: State, seat: int, out: Row) -> int:
    """Play a card on the attacked Stak, or let the attack come (SB-TOG-REACTIVE-1, 8)."""
    n = offer(out, 0, PASS)
    return offer_each(out, n, PLAY, hand_rows(s, seat))


@rule
def answer_reaction(s: State, seat: int, action: int) -> None:
    """A card that is played cancels the attack (SB-TOG-REACTIVE-2, 3)."""
    if action == PASS:
        tell(s, REACTION_DECLINED, seat)
        fight(s)
        return
    target = s.attacked
    s.stomp = NONE
    s.attacking = NONE
    s.attacked = NONE
    tell(s, CANCELLED, seat)
    card = leave_hand(s, seat, action - PLAY, True)
    play(s, seat, card, target)


# --------------------------------------------------------------------------------- effects (D7-D11)
@rule
def tied_effects(s: State) -> int:
    """The set of Staks whose effects triggered together for the player who decides."""
    found = 0
    for i in range(s.n_waiting):
        if is_tied(s, i):
            found = found | only(s.zone[s.waiting[i]])
    return found


@rule
def offer_order(s: State, seat: int, out: Row) -> int:
    """Which of several simultaneous effects comes first (SB-ENTRY-9)."""
    return offer_staks(s, seat, out, tied_effects(s))


@rule
def answer_order(s: State, seat: int, action: int) -> None:
    """That effect is carried out, the others wait."""
    stak = stak_of(s, seat, action)
    last = s.n_waiting - 1
    for i in range(last):
        card = s.waiting[i]
        if s.zone[card] == stak:
            s.waiting[i] = s.waiting[last]
            s.waiting[last] = card
    tell(s, ORDERED, seat, number(s, stak))
    if carry_out(s):
        resolve(s)


@rule
def offer_target(s: State, seat: int, out: Row) -> int:
    """The Staks that the effect can be aimed at (SB-ENTRY-6)."""
    return offer_staks(s, seat, out, targets(s, s.card))


@rule
def answer_target(s: State, seat: int, action: int) -> None:
    """The effect hits that Stak."""
    stak = stak_of(s, seat, action)
    kind = bot(s, s.card)
    done = ENTER[kind](s, s.card, stak)
    if done:
        resolve(s)


@rule
def offer_reset(s: State, seat: int, out: Row) -> int:
    """Tranq: which face-up card of the Stak, counted from the top (SB-BOT-TRANQ-1)."""
    n = 0
    k = 0
    for card in pile(s, s.aimed):
        if is_up(s, card) and k < POSITIONS:
            if can_reset(s, s.card, card):
                n = offer(out, n, POSITION + k)
            k += 1
    return n


@rule
def answer_reset(s: State, seat: int, action: int) -> None:
    """That card is reset."""
    k = action - POSITION
    for card in pile(s, s.aimed):
        if is_up(s, card):
            if k == 0:
                reset(s, card)
            k -= 1
    s.aimed = NONE
    resolve(s)


@rule
def offer_player(s: State, seat: int, out: Row) -> int:
    """Expel: any player still in the game (SB-BOT-EXPEL-1, 2, 4)."""
    n = 0
    for k in range(s.n_players):
        if not is_out(s, clockwise(s, seat, k)):
            n = offer(out, n, PLAYER + k)
    return n


@rule
def answer_player(s: State, seat: int, action: int) -> None:
    """The named player discards a card (SB-BOT-EXPEL-1..3)."""
    named = clockwise(s, seat, action - PLAYER)
    tell(s, EXPELLED, seat, named)
    size = s.size[HAND + named]
    if size > 1 and s.expel_pick != CHANCE_PICKS:
        ask(s, DISCARDING, named)
        return
    if size > 0:
        discard(s, named, any_row(s, named), BY_EXPEL)
    resolve(s)


@rule
def any_row(s: State, seat: int) -> int:
    """The row of a random card in a hand."""
    skip = below(s, s.size[HAND + seat])
    for card in pile(s, HAND + seat):
        if skip == 0:
            return s.face[card]
        skip -= 1
    return NONE


@rule
def offer_discard(s: State, seat: int, out: Row) -> int:
    """Any card of the hand."""
    return offer_each(out, 0, DISCARD, hand_rows(s, seat))


@rule
def answer_discard(s: State, seat: int, action: int) -> None:
    """An expelled card goes to the scrapheap."""
    discard(s, seat, action - DISCARD, BY_EXPEL)
    resolve(s)


# --------------------------------------------------------------------------------- recycling (D5)
@rule
def begin_recycling(s: State, seat: int, stak: int) -> None:
    """A top card and a hand card go together (SB-TOG-RECYCLE-1); the hand card is chosen now."""
    s.aimed = stak
    if s.size[HAND + seat] == 1:
        recycle(s, seat, s.face[top(s, HAND + seat)])
    else:
        ask(s, RECYCLING, seat)


@rule
def answer_recycling(s: State, seat: int, action: int) -> None:
    """Recycle this hand card."""
    recycle(s, seat, action - DISCARD)


@rule
def recycle(s: State, seat: int, row: int) -> None:
    """Both cards feed the scrapheap; a draw may follow before the next card turns up (2, 4)."""
    begin_chain(s)
    tell(s, RECYCLED, seat)
    scrap(s, top(s, s.aimed), BY_CHOICE)
    discard(s, seat, row, BY_RECYCLING)
    s.aimed = NONE
    ask(s, REDRAWING, seat)


@rule
def offer_redraw(s: State, seat: int, out: Row) -> int:
    """Draw a card, or not."""
    return offer(out, offer(out, 0, NO), YES)


@rule
def answer_redraw(s: State, seat: int, action: int) -> None:
    """Only now the new top card turns up (SB-TOG-RECYCLE-2, 5)."""
    if action == YES:
        draw(s, seat)
    else:
        tell(s, DRAW_DECLINED, seat)
    resolve(s)

"""Rules for any game: start it, play it out, lay it out for one viewer.

They are rules like a game's own, so they run in every back end. Bots choose with their own dice:
the state's chance decides cards, never decisions.
"""

from __future__ import annotations

from rumpus.language.declare import NONE, Row, rule
from rumpus.language.intrinsics import MASK32, add32, copy, lowest, mul32, rot32, row, signed32
from rumpus.rulekit.chance import Chance, seed_key
from rumpus.rulekit.contract import (
    ACTIONS,
    advise,
    apply,
    asks,
    is_over,
    legal,
    may,
    redact,
    setup,
    show,
)
from rumpus.rulekit.layout import FACTS
from rumpus.rulekit.sets import LARGEST, has

RANDOM, QUICK = 0, 1
"""Who plays a seat: any legal action, or one chosen by the weights of advise(). A number above
QUICK plays like it and overlooks that many percent of its choices."""
OVERLOOKED = {"easy": 40, "gentle": 25, "normal": 10, "quick": 0}
BOTS = {"random": RANDOM, **{name: QUICK + percent for name, percent in OVERLOOKED.items()}}
DICE = 2
SEAT_SHIFT = 16
"""An entry of a trace: seat << SEAT_SHIFT | action."""


# --------------------------------------------------------------------------------- dice
@rule
def mix32(x: int) -> int:
    """A 32-bit number in which every bit depends on every bit of x."""
    y = mul32(x ^ (x >> 16), 0x7FEB352D)
    y = mul32(y ^ (y >> 15), 0x846CA68B)
    return y ^ (y >> 16)


@rule
def seed_dice(dice: Row, seed: int, number: int) -> None:
    """Dice for the players of game `number` of the series `seed`."""
    a = mix32(add32(seed & MASK32, 0x9E3779B9))
    b = mix32(add32(a ^ ((seed >> 32) & MASK32), number & MASK32))
    c = mix32(add32(b ^ ((number >> 32) & MASK32), 0x85EBCA6B))
    dice[0] = signed32(b)
    dice[1] = signed32(c | 1)


@rule
def throw(dice: Row, n: int) -> int:
    """A number from 0 to n-1 (n far below 2**32, so that the bias is negligible)."""
    a = dice[0] & MASK32
    b = dice[1] & MASK32
    drawn = mul32(rot32(mul32(a, 0x9E3779BB), 5), 5)
    b = b ^ a
    dice[0] = signed32(rot32(a, 26) ^ b ^ ((b << 9) & MASK32))
    dice[1] = signed32(rot32(b, 13))
    return (drawn * n) >> 32


# --------------------------------------------------------------------------------- playing
@rule
def start(s: Chance, seed: int, number: int) -> None:
    """Deal game `number` of the series `seed`."""
    seed_key(s, seed, number)
    setup(s)


@rule
def seat_asked(s: Chance) -> int:
    """The seat that the game waits for (the first of several); NONE when there is none."""
    return NONE if is_over(s) else lowest(asks(s))


@rule
def legal_now(s: Chance, out: Row) -> int:
    """Write down the legal actions of the seat whose turn it is; returns how many."""
    seat = seat_asked(s)
    return 0 if seat == NONE else legal(s, seat, out)


@rule
def allowed(s: Chance, seat: int, out: Row) -> int:
    """Write down the legal actions of any seat, which may be none; returns how many."""
    if seat < 0 or seat > LARGEST:
        return 0
    asked = asks(s)
    others = may(s)
    return legal(s, seat, out) if has(asked | others, seat) else 0


@rule
def is_legal(s: Chance, seat: int, action: int) -> bool:
    """Whether the seat may take this action now."""
    actions = row(ACTIONS)
    for i in range(legal(s, seat, actions)):
        if actions[i] == action:
            return True
    return False


@rule
def overlook(weights: Row, n: int, percent: int, dice: Row) -> None:
    """Remove the weight of some percent of the sensible choices, but never of all."""
    sensible = 0
    seen = 0
    for i in range(n):
        if weights[i] > 0:
            sensible += 1
            if throw(dice, 100) < percent:
                weights[i] = -weights[i]
            else:
                seen += 1
    left = throw(dice, sensible) if seen == 0 and sensible > 0 else NONE
    for i in range(n):
        if weights[i] < 0:
            weights[i] = -weights[i] if left == 0 else 0
            left -= 1


@rule
def choose(s: Chance, seat: int, bot: int, dice: Row, actions: Row, weights: Row) -> int:
    """The action that a bot takes."""
    n = legal(s, seat, actions)
    if n == 1:
        return actions[0]
    if bot != RANDOM:
        advise(s, seat, weights)
        if bot > QUICK:
            overlook(weights, n, bot - QUICK, dice)
        total = 0
        for i in range(n):
            total += weights[i]
        if total > 0:
            mark = throw(dice, total)
            for i in range(n):
                mark -= weights[i]
                if mark < 0:
                    return actions[i]
    return actions[throw(dice, n)]


@rule
def playout(s: Chance, bots: Row, dice: Row, most: int) -> int:
    """Let bots play until the game ends or `most` decisions were made; returns how many."""
    actions = row(ACTIONS)
    weights = row(ACTIONS)
    n = 0
    while n < most and not is_over(s):
        seat = lowest(asks(s))
        if seat == NONE:
            return n
        apply(s, seat, choose(s, seat, bots[seat], dice, actions, weights))
        n += 1
    return n


@rule
def trace(s: Chance, bots: Row, dice: Row, out: Row, most: int) -> int:
    """The same as playout, recording every decision."""
    actions = row(ACTIONS)
    weights = row(ACTIONS)
    n = 0
    while n < most and not is_over(s):
        seat = lowest(asks(s))
        if seat == NONE:
            return n
        action = choose(s, seat, bots[seat], dice, actions, weights)
        out[n] = (seat << SEAT_SHIFT) | action
        apply(s, seat, action)
        n += 1
    return n


@rule
def simulate(s: Chance, bots: Row, seed: int, number: int, most: int) -> int:
    """Deal game `number` of a series and play it out."""
    dice = row(DICE)
    start(s, seed, number)
    seed_dice(dice, seed, number)
    return playout(s, bots, dice, most)


@rule
def step(s: Chance, action: int) -> bool:
    """Take an action for the first seat asked; False, and no change, if it is illegal."""
    seat = seat_asked(s)
    if seat == NONE or not is_legal(s, seat, action):
        return False
    apply(s, seat, action)
    return True


@rule
def lay_open(known: Chance, viewer: int, out: Row) -> int:
    """Blank what a viewer may not know in a state, and lay out the rest."""
    redact(known, viewer)
    out[0] = FACTS
    return show(known, viewer, out)


@rule
def view(s: Chance, scratch: Chance, viewer: int, out: Row) -> int:
    """Lay out what a viewer may know, leaving the state unchanged."""
    copy(scratch, s)
    return lay_open(scratch, viewer, out)


@rule
def clone(s: Chance, source: Chance) -> None:
    """Make a state the same as another."""
    copy(s, source)

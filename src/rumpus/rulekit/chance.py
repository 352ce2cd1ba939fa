"""Chance: one generator in the state, ChaCha8 with a 256-bit key, the same in every back end.

Without the key nobody can foresee a card; with it anybody can check every one.
"""

from __future__ import annotations

from rumpus.language.declare import Row, bundle, i32, rule
from rumpus.language.intrinsics import MASK32, add32, rot32, row, signed32

DOUBLE_ROUNDS = 4
WORDS = 16
CONSTANTS = (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574)  # "expand 32-byte k"


@bundle
class Chance:
    """The generator's key, its current block of sixteen words, and how many words were drawn."""

    key = i32[8]()
    block = i32[WORDS]()
    drawn: i32


@rule
def forget_chance(s: Chance) -> None:
    """Blank the generator: nobody at the table may know what comes."""
    for i in range(8):
        s.key[i] = 0
    for i in range(WORDS):
        s.block[i] = 0
    s.drawn = 0


@rule
def seed_key(s: Chance, seed: int, number: int) -> None:
    """A key for simulations: game `number` of the series `seed`. The old chance is gone."""
    forget_chance(s)
    s.key[0] = signed32(seed & MASK32)
    s.key[1] = signed32((seed >> 32) & MASK32)
    s.key[2] = signed32(number & MASK32)
    s.key[3] = signed32((number >> 32) & MASK32)


@rule
def quarter_round(x: Row, a: int, b: int, c: int, d: int) -> None:
    """ChaCha's quarter round on four of the sixteen words."""
    x[a] = add32(x[a], x[b])
    x[d] = rot32(x[d] ^ x[a], 16)
    x[c] = add32(x[c], x[d])
    x[b] = rot32(x[b] ^ x[c], 12)
    x[a] = add32(x[a], x[b])
    x[d] = rot32(x[d] ^ x[a], 8)
    x[c] = add32(x[c], x[d])
    x[b] = rot32(x[b] ^ x[c], 7)


@rule
def input_word(s: Chance, i: int) -> int:
    """Word i of a block's input: constants, key, the block's number, no nonce."""
    if i < 4:
        return CONSTANTS[i]
    if i < 12:
        return s.key[i - 4] & MASK32
    return s.drawn // WORDS if i == 12 else 0


@rule
def next_block(s: Chance) -> None:
    """Compute the block that contains the next word."""
    x = row(WORDS)
    for i in range(WORDS):
        x[i] = input_word(s, i)
    for _ in range(DOUBLE_ROUNDS):
        quarter_round(x, 0, 4, 8, 12)
        quarter_round(x, 1, 5, 9, 13)
        quarter_round(x, 2, 6, 10, 14)
        quarter_round(x, 3, 7, 11, 15)
        quarter_round(x, 0, 5, 10, 15)
        quarter_round(x, 1, 6, 11, 12)
        quarter_round(x, 2, 7, 8, 13)
        quarter_round(x, 3, 4, 9, 14)
    for i in range(WORDS):
        s.block[i] = signed32(add32(x[i], input_word(s, i)))


@rule
def word(s: Chance) -> int:
    """The next 32 random bits."""
    at = s.drawn % WORDS
    if at == 0:
        next_block(s)
    s.drawn += 1
    return s.block[at] & MASK32


@rule
def below(s: Chance, n: int) -> int:
    """A number from 0 to n-1, each exactly equally likely (n from 1 to 2**31).

    A random word times n falls into one of n intervals of 2**32 numbers; the interval is the
    result. Every interval is hit by equally many words once its first 2**32 % n numbers are
    rejected.
    """
    scaled = word(s) * n
    if scaled & MASK32 < n:
        uneven = (MASK32 + 1) % n
        while scaled & MASK32 < uneven:
            scaled = word(s) * n
    return scaled >> 32


@rule
def roll(s: Chance, sides: int) -> int:
    """A die: 1 to `sides`."""
    return below(s, sides) + 1


@rule
def shuffle(s: Chance, cards: Row, n: int) -> None:
    """Put the first n cards into random order."""
    for i in range(n - 1, 0, -1):
        draw_to_end(s, cards, i + 1)


@rule
def draw_to_end(s: Chance, cards: Row, n: int) -> int:
    """Move a random one of the first n cards to their end: one step of a shuffle."""
    j = below(s, n)
    card = cards[j]
    cards[j] = cards[n - 1]
    cards[n - 1] = card
    return card

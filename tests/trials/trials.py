"""Small rules, each for something that the language can do: `apply` runs trial number `action`.

A trial reads `a`, `b` and `c` and writes what it finds anywhere else in the state.
"""

from __future__ import annotations

import sys

from rumpus.language.intrinsics import MASK32, add32, mul32, rot32, signed32
from rumpus.language.program import Program
from rumpus.rulekit import (
    NONE,
    Cube,
    Grid,
    ReadCube,
    ReadGrid,
    Row,
    below,
    clear,
    count,
    each,
    first_n,
    grid,
    has,
    i8,
    i16,
    i32,
    i64,
    lowest,
    members_of,
    only,
    roll,
    row,
    rule,
    shuffle,
    state,
    tell,
    whisper,
)
from rumpus.rulekit.chance import word
from rumpus.rulekit.game import Game
from rumpus.rulekit.piles import (
    Piles,
    flip,
    lift,
    move_on,
    pile,
    put_beneath,
    put_on,
    put_under,
    shuffle_faces,
    turn_card,
)
from rumpus.rulekit.words.vocabulary import NUMBER, Vocabulary
from tests.trials import trial_helpers

CARDS, ZONES = 9, 3
LIMIT = 5
LEAST, MOST = -(2**63), 2**63 - 1
INT8_MAX = 100  # C's header has another number of this name
NULL = 7
SQUARES = (0, 1, 4, 9, 16)
STEPS = ((3, -2, 1), (300, 200, -100))
BLOCKS = (((1, 2), (3, 4)), ((5, 6), (7, 70_000)))
YES = True
NOTHING_YET = ()
BESIDE_SQUARES = len(SQUARES) * 2 - 1
magnitude = abs


@state
class State(Piles, cards=CARDS, zones=ZONES):
    """What the trials are given, and room for what they find."""

    n_players: i8
    a: i64
    b: i64
    c: i64
    out = i64[8]()
    tiny: i8
    short: i16
    word = i32(5)
    face = i8[CARDS](NONE)
    row8 = i8[5](NONE)
    row16 = i16[5]()
    table = i16[3, 4](7)
    cube = i32[2, 2, 2](-3)
    register: i8
    register_: i8
    größe: i8  # noqa: PLC2401


# --------------------------------------------------------------------------------- arithmetic
@rule
def divide(s: State) -> None:
    """Division and remainder go towards minus infinity."""
    if s.b != 0:
        s.out[0] = s.a // s.b
        s.out[1] = s.a % s.b
        s.out[2] = (s.a // s.b) * s.b + s.a % s.b
    s.out[3] = s.a // 7
    s.out[4] = s.a % -7
    s.out[5] = s.a // -1
    s.out[6] = s.a % -1
    s.tiny = s.b % 100
    s.tiny //= 3
    s.tiny %= 5


@rule
def shift(s: State) -> None:
    """Shifts by every number of places, of narrow and of wide numbers."""
    by = s.c & 63
    s.out[0] = s.a >> by
    s.out[1] = (s.a & 0xFF) << (by & 31)
    s.tiny = s.a % 100 - 50
    s.tiny >>= by
    s.short = s.b % 1000 - 500
    s.out[2] = s.short >> by
    s.short <<= 2
    s.out[3] = -1 << (s.c & 63)
    s.out[4] = ~(-1 << 63)


@rule
def bits(s: State) -> None:
    """Bitwise operators and complements."""
    s.out[0] = s.a & s.b
    s.out[1] = s.a | s.b
    s.out[2] = s.a ^ s.b
    s.out[3] = ~s.a
    s.tiny = s.a & 63
    s.tiny |= 1
    s.tiny ^= 3
    s.tiny &= ~2
    s.out[4] = -s.tiny - ~s.tiny


@rule
def extremes(s: State) -> None:
    """The least and the greatest number, written out and named."""
    s.out[0] = -9223372036854775808
    s.out[1] = LEAST + 1 if s.a > 0 else MOST
    s.out[2] = LEAST % (s.register - 1)  # -1, as no compiler can know
    s.word = -2147483648
    s.out[3] = -s.word
    s.word = 2147483647
    s.out[4] = s.word + s.word
    s.out[5] = s.word * s.word
    s.out[6] = len(s.out) * 2147483647
    s.out[7] = INT8_MAX + NULL * 100_000 * 100_000


@rule
def lowest_32_bits(s: State) -> None:
    """Arithmetic of 32 bits, as chance does it."""
    s.out[0] = add32(s.a, s.b)
    s.out[1] = mul32(s.a, s.b)
    s.out[2] = rot32(s.a, s.c)
    s.word = signed32(s.b)
    s.out[3] = signed32(s.a) + 1
    s.out[4] = s.word & MASK32
    s.out[5] = rot32(add32(s.a, 1) ^ mul32(s.b, 3), 7)
    s.out[6] = rot32(s.a, LEAST + s.register)


@rule
def small_functions(s: State) -> None:
    """min, max, abs and sets of small numbers."""
    s.out[0] = min(s.a, s.b)
    s.out[1] = max(s.a, s.b, s.c, -5)
    s.out[2] = abs(s.a)
    s.out[3] = count(s.a)
    s.out[4] = lowest(s.b)
    s.out[5] = first_n(s.c & 63)
    s.out[6] = only(s.c % 63)
    s.tiny = has(s.a, s.c & 63)


# --------------------------------------------------------------------------------- yes and no
@rule
def compare(s: State) -> None:
    """Comparisons, chains of them, and membership."""
    s.out[0] = s.a < s.b <= s.c
    s.out[1] = s.a == s.b != s.c
    s.out[2] = 0 <= s.a % 5 < 3
    s.out[3] = s.a % 5 in (0, 2, 4)
    s.out[4] = s.a % 5 not in (s.b % 5, 1)
    s.out[5] = (s.a > 0) + (s.b > 0) * 2
    s.out[6] = (s.a > 0) == (s.b > 0)
    s.out[7] = -(s.a > s.b)


@rule
def join(s: State) -> None:
    """`and`, `or`, `not` as conditions of numbers and as values of yes and no."""
    if (s.a and not s.b) or s.c:
        s.out[0] = 1
    s.out[1] = s.a > 0 and (s.b > 0 or s.c > 0)
    s.out[2] = not s.a
    s.out[3] = (s.a > 0) & (s.b > 0) | (s.c > 0) ^ YES
    flag = s.a > 1
    flag |= s.b > 1
    s.out[4] = flag
    s.out[5] = 1 if s.a and s.b else 2 if s.c else 3
    is_far = both(s.a > 0, is_positive(s.b))
    s.out[6] = is_far


@rule
def is_positive(x: int) -> bool:
    """A rule that answers yes or no."""
    return x > 0


@rule
def both(p: bool, q: bool) -> bool:
    """A rule that is asked with yes or no."""
    return p and q


# --------------------------------------------------------------------------------- loops
@rule
def ranges(s: State) -> None:
    """Nested loops with steps, up and down, empty ones, ends that move."""
    n = s.a % 7
    found = 0
    for i in range(n):
        for j in range(i, -3, -2):
            found = found * 3 + j
            if found > 1000:
                found = found % 997
                continue
            for k in range(j, n + 5, 3):
                found += k
    s.out[0] = found
    for i in range(s.b % 5, s.c % 5):
        s.out[1] += i + 1
    for _ in range(-3):
        s.out[2] = 1
    s.tiny = 3
    for i in range(s.tiny):  # the end is looked at once
        s.tiny = 9
        s.out[3] += i
    for i in range(n):
        n = 0
        s.out[4] += i + n


@rule
def whiles(s: State) -> None:
    """`while` with calls, `break` and `continue`."""
    x = abs(s.a % 1000)
    while not is_positive(3 - x):
        x = x // 2
        s.out[0] += 1
        if x % 2:
            continue
        if x == 8:
            break
    s.out[1] = x
    while True:
        x += 1
        if square(x) > 50:
            s.out[2] = x
            return


@rule
def names_beside_loops(s: State) -> None:
    """A loop `i` keeps its end as `i_end` in C: so may the rule."""
    i_end = s.a % 5
    card_next = 2
    top = 1  # piles have a rule of this name
    for i in range(s.b % 4 + i_end):
        s.out[0] += i + i_end
    for card in pile(s, 0):
        s.out[1] = s.out[1] * 10 + card + card_next + top
    for card in range(i_end + top):
        s.out[2] += card


@rule
def walks(s: State) -> None:
    """Walks whose body moves the card away or changes the set."""
    seats = first_n(6) & s.a
    for seat in members_of(seats):
        seats = seats & s.b
        s.out[0] = s.out[0] * 8 + seat + 1
    s.tiny = s.a & 63
    for seat in members_of(s.tiny):
        s.tiny = 0
        s.out[1] += only(seat)
    for card in pile(s, 0):
        if card % 2 == s.a % 2:
            move_on(s, card, 1)
        for other in pile(s, smaller(s.a & 1, 1)):
            s.out[2] = (s.out[2] * 10 + other) % 1_000_003
    flip(s, 1)
    for card in pile(s, 1):
        s.out[3] = s.out[3] * 10 + card
        if card == s.b % 9:
            break


@rule
def smaller(x: int, y: int) -> int:
    """The smaller of two numbers."""
    return min(x, y)


@rule
def first_odd(out: Row, least: int) -> int:
    """Where the first odd number above `least` is."""
    return odd_after(out, least, NONE)


@rule
def odd_after(out: Row, least: int, place: int) -> int:
    """Where the odd number after a place is."""
    for i in range(place + 1, 5):
        if out[i] % 2 == 1 and out[i] > least:
            return i
    return NONE


odd_places = each(first_odd, odd_after)


@rule
def walks_over_rows(s: State) -> None:
    """A walk over a row, a field or a local one, with a limit that the body moves."""
    squares = row(5)
    for i in range(5):
        squares[i] = (s.a * i) % 7
        s.row8[i] = (s.b * i) % 9
    least = s.c % 3
    for place in odd_places(squares, least):
        least = 100
        s.out[0] = s.out[0] * 10 + place
    for place in odd_places(s.row8, s.out[0] % 2):
        s.out[0] += 1
        s.out[1] = s.out[1] * 10 + place


@rule
def near_the_ends(s: State) -> None:
    """Ranges in steps whose next number would be past 64 bits."""
    far = MOST - s.a % 9
    for i in range(far - 20, far, 3):
        s.out[0] += MOST - i
    for i in range(far, MOST, 7):
        s.out[1] += MOST - i
    for i in range(-far, LEAST, -4):
        s.out[2] += i - LEAST
    for i in range(LEAST, MOST, MOST):
        s.out[3] += i // 4
    for i in range(MOST - s.b % 3, LEAST, LEAST):
        s.out[4] += i // 4
    for i in range(s.a % 40, 30, 2 * 3):
        s.out[5] += i
    for i in range(s.a % 40, s.tiny, -(LIMIT - 3)):
        s.out[6] += i


# --------------------------------------------------------------------------------- calls
@rule
def square(x: int) -> int:
    """The helpers have another rule of this name."""
    return x * x + 1


@rule
def call_other_files(s: State) -> None:
    """Rules, tables and constants of another module."""
    x = s.a % 100
    s.out[0] = square(x) - trial_helpers.square(x)
    s.out[1] = trial_helpers.PRIMES[x % 5] + trial_helpers.LIMIT
    s.out[2] = trial_helpers.WEIGHTS[x % 2][s.b % 3]
    s.out[3] = trial_helpers.total(trial_helpers.PRIMES, 5)
    s.out[4] = trial_helpers.ANSWERS[0](x)


@rule
def add_one(s: State, x: int) -> int:
    """First of a table of rules."""
    s.tiny += 1
    return x + 1


@rule
def halve(s: State, x: int) -> int:
    """Second of a table of rules."""
    s.tiny += 2
    return x // 2


@rule
def negate(s: State, x: int) -> int:
    """Third of a table of rules; it is called in no other way."""
    tell(s, 3, x)
    return -x


CHANGES = (add_one, halve, negate)


@rule
def call_by_index(s: State) -> None:
    """A table of rules."""
    s.out[0] = CHANGES[s.a % 3](s, s.b % 1000)
    s.short = s.c % 3
    found = CHANGES[s.short](s, s.out[0] * 2)
    s.out[1] = found
    CHANGES[1](s, 5)


@rule
def call_in_order(s: State) -> None:
    """Calls that change things, on lines where no order is left open."""
    s.row8[below(s, 5)] = 3
    n = s.a % 5
    n += below(s, 9)
    s.out[0] = n
    values = row(5)
    values[n % 5] = below(s, 7)
    s.out[1] = values[n % 5] + max(n, 3)
    s.out[2] = roll(s, 6) if below(s, 2) == 0 else 0
    if below(s, 3) > 0 and below(s, 3) > 0:
        s.out[3] = 1


@rule
def call_once(s: State) -> None:
    """Pure calls where C would have to ask several times."""
    s.out[0] = smaller(s.a % 5, 3) in (0, 2, 3)
    s.out[1] = smaller(s.a % 7, 5) not in (smaller(s.b % 3, 1), square(2), 1)
    s.out[2] = 0 <= smaller(s.a % 7, s.b % 7) < smaller(s.c % 9, 4) <= 3
    s.short = 4
    s.out[3] = CHANGES[smaller(s.a % 3, 1)](s, s.b % 1000)
    while 0 < abs(s.short) <= 4:
        s.short -= 1
    s.out[4] = 0 < s.a % 3 <= 10 // max(s.a % 3, 1) and s.b % 2 in (abs(s.a % 2), 7)


# --------------------------------------------------------------------------------- arrays
@rule
def fill(values: Row, n: int, first: int) -> None:
    """Count up in a row of any kind."""
    for i in range(n):
        values[i] = first + i


@rule
def fill_twice(values: Row, n: int, first: int) -> None:
    """The row is handed on."""
    fill(values, n, first)
    fill(values, n // 2, first + 50)


@rule
def sum_grid(values: ReadGrid, rows: int, n: int) -> int:
    """What a grid of any kind adds up to, row by row."""
    found = 0
    for i in range(rows):
        found = found * 3 + trial_helpers.total(values[i], n)
    return found


@rule
def sum_cube(values: ReadCube) -> int:
    """What a cube of any kind adds up to."""
    return sum_grid(values[0], 2, 2) * 5 + sum_grid(values[1], 2, 2)


@rule
def raise_grid(values: Grid, by: int) -> None:
    """Change a grid of any kind."""
    for i in range(2):
        for j in range(2):
            values[i][j] += by


@rule
def raise_cube(values: Cube, by: int) -> None:
    """Change a cube."""
    raise_grid(values[1], by)


@rule
def arrays(s: State) -> None:
    """Rows of 8, 16 and 64 bits, and tables, through several rules."""
    x = s.a % 40
    local = row(4)
    fill_twice(s.row8, 5, x)
    fill_twice(s.row16, 5, x * 300)
    fill_twice(local, 4, x * 10_000_000_000)
    fill(s.table[s.b % 3], 4, -x)
    s.out[0] = trial_helpers.total(s.row8, 5) + trial_helpers.total(SQUARES, len(SQUARES))
    s.out[1] = trial_helpers.total(local, 4) + trial_helpers.total(STEPS[s.c % 2], len(STEPS[0]))
    s.out[2] = sum_grid(s.table, len(s.table), len(s.table[0])) + sum_grid(STEPS, 2, 3)
    raise_cube(s.cube, x)
    s.out[3] = sum_cube(s.cube) + sum_cube(BLOCKS)
    for i in range(3):
        board = grid(3, 2)
        board[i][1] += x
        raise_grid(board, i)
        s.out[4] = s.out[4] * 7 + sum_grid(board, 3, 2)
    local = row(4)
    s.out[5] = local[3]


@rule
def sized(s: State) -> None:
    """Sizes and steps that are computed from constants."""
    squares = row(LIMIT + 1)
    board = grid(LIMIT - 2, 2 << 1)
    for i in range(0, LIMIT + 1, BESIDE_SQUARES - 7):
        squares[i] = SQUARES[LIMIT % 2 + i // 2] + s.a % 7
        board[2][3] += squares[i]
    s.out[0] = board[LIMIT // 2][7 & 3] + len(NOTHING_YET)
    s.out[1] = squares[LIMIT - 1 | 1] ^ ~LIMIT


@rule
def rewrite(s: State, values: Row) -> None:
    """The row stays the state's own when the state is cleared."""
    values[1] = 5
    clear(s)
    values[2] = 6


@rule
def start_again(s: State) -> None:
    """clear() brings every starting value back."""
    rewrite(s, s.row8)
    rewrite(s, s.table[1])
    s.row8[0] = s.word


@rule
def narrow(s: State) -> None:
    """Numbers that fit go into narrow fields and come back."""
    s.tiny = s.a % 256 - 128
    s.short = s.b % 65536 - 32768
    s.word = s.c % 4294967296 - 2147483648
    s.tiny -= s.tiny // 2
    s.short += 0 - s.short * 2 // 3
    s.register = s.tiny // 2
    s.größe = 1 - s.register // 2


# --------------------------------------------------------------------------------- names
@rule
def double(int_: int, long: int) -> int:
    """C keeps this rule's name, and those of its parameters, for itself."""
    volatile = int_ + long
    return volatile * 2


@rule
def rumpus_setup(log: int, log_: int) -> int:
    """Named like an entry point of the library."""
    return log * 3 - log_


@rule
def kept_names(s: State) -> None:
    """Names that C's side and checked mode use themselves."""
    rk_number = s.a % 10
    rk_shift = 3
    rk_1 = rumpus_setup(rk_number, 1) << rk_shift
    s.register = rk_number
    s.register_ = rk_number + 1
    s.out[0] = rk_1 + s.register - s.register_
    s.out[1] = 0 < square(rk_number) < rk_1
    s.out[2] = magnitude(-rk_1)


@rule
def c_words(s: State) -> None:
    """Locals, loops and fields named like C's words."""
    struct = s.a % 10
    switch = double(struct, 1)
    memset = 3
    log = 4
    rk_div = 5
    for union in range(2):
        for char in range(union + 1):
            s.register = struct + char
    this = struct // 2
    été = this + memset + log  # noqa: PLC2401
    s.out[0] = struct + switch + été + rk_div
    tell(s, 1, log, rk_div)


# --------------------------------------------------------------------------------- chance, log
@rule
def deal(s: State) -> None:
    """Shuffles and draws."""
    shuffle(s, s.row8, 5)
    shuffle_faces(s, s.face, 0)
    s.out[0] = below(s, 1 + (s.a & 0xFFFF))
    s.out[1] = roll(s, 6)


@rule
def say(s: State) -> None:
    """Events with and without an audience, in rules that only tell."""
    tell(s, 0)
    s.out[0] = loud(s, s.a % 100)
    whisper(s, only(s.b % 3), 4, s.a % 1000, -1, s.tiny, s.b % 7)


@rule
def loud(s: State, x: int) -> int:
    """Tell, and change nothing."""
    tell(s, 2, x, x * 2)
    return x + 1


@rule
def say_little(s: State) -> None:
    """Another rule that tells."""
    loud(s, 1)


@rule
def move_cards(s: State) -> None:
    """Piles."""
    lift(s, 0)
    put_under(s, s.a % ZONES, 0)
    lift(s, 1)
    put_on(s, s.b % ZONES, 1)
    flip(s, s.c % ZONES)


@rule
def draw_words(s: State) -> None:
    """`short` words of chance."""
    for _ in range(s.short):
        s.word = signed32(word(s))


@rule
def draw_below(s: State) -> None:
    """A number below `a`."""
    if 0 < s.a <= 2147483648:
        s.out[0] = below(s, s.a)


@rule
def shuffle_four(s: State) -> None:
    """Four numbers, and the faces of the first zone."""
    for i in range(4):
        s.row8[i] = i
    shuffle(s, s.row8, 4)


@rule
def shuffle_zone(s: State) -> None:
    """The faces of zone `tiny`."""
    shuffle_faces(s, s.face, s.tiny)


@rule
def chatter(s: State) -> None:
    """`short` events."""
    for i in range(s.short):
        tell(s, i % 6, i)


@rule
def operate(s: State) -> None:
    """Operation `tiny` on piles, with `b` and `c`."""
    OPERATIONS[s.tiny](s, s.b, s.c)


@rule
def do_nothing(s: State, b: int, c: int) -> None:
    """No operation."""


@rule
def lift_card(s: State, card: int, _: int) -> None:
    """Lift a card."""
    lift(s, card)


@rule
def flip_zone(s: State, zone: int, _: int) -> None:
    """Turn a zone over."""
    flip(s, zone)


@rule
def turn(s: State, card: int, up: int) -> None:
    """Lay a card face up or down."""
    turn_card(s, card, up == 1)


OPERATIONS = (
    do_nothing, lift_card, put_on, put_under, put_beneath, move_on, flip_zone, turn,
)  # fmt: skip


@rule
def constants(s: "State") -> "None":  # noqa: UP037
    """Annotated locals, constants that are never stored, an early return, lines that do nothing."""
    x: "int" = 3  # noqa: UP037
    is_odd: int = s.a % 2 == 1
    is_odd = is_odd * 2
    s.out[1] = is_odd
    is_big: bool = x > 2
    squares: Row = row(2)
    squares[1] = SQUARES[x]
    if is_big:
        s.out[0] = squares[1]
        return
    pass


TRIALS = (
    divide, shift, bits, extremes, lowest_32_bits, small_functions, compare, join, ranges, whiles,
    names_beside_loops, walks, walks_over_rows, call_other_files, call_by_index, call_in_order,
    arrays, start_again, narrow, c_words, deal, say, say_little, move_cards, constants,
    draw_words, draw_below, shuffle_four, shuffle_zone, chatter, operate, near_the_ends, call_once,
    sized, kept_names,
)  # fmt: skip
NAMES = tuple(trial.__name__ for trial in TRIALS)


# --------------------------------------------------------------------------------- the contract
@rule
def setup(s: State) -> None:
    """All cards lie in the first zone."""
    for card in range(CARDS):
        put_on(s, 0, card)
        s.face[card] = card * 2


@rule
def asks(s: State) -> int:
    """The first seat, always."""
    return 1


@rule
def may(s: State) -> int:
    """Nobody else."""
    return 0


@rule
def legal(s: State, seat: int, out: Row) -> int:
    """Every trial."""
    for i in range(len(TRIALS)):
        out[i] = i
    return len(TRIALS)


@rule
def legal_past_the_end(s: State, seat: int, out: Row) -> int:
    """A fault: one place more than there is."""
    out[len(TRIALS)] = 0
    return legal(s, seat, out)


@rule
def apply_nothing(s: State, seat: int, trial: int) -> None:
    """Run no trial at all."""


@rule
def apply(s: State, seat: int, trial: int) -> None:
    """Run a trial."""
    TRIALS[trial](s)


@rule
def is_over(s: State) -> bool:
    """It never ends."""
    return False


@rule
def places(s: State, out: Row) -> None:
    """Everybody wins."""
    for seat in range(s.n_players):
        out[seat] = 1


@rule
def scores(s: State, out: Row) -> None:
    """Nobody scores."""
    for seat in range(s.n_players):
        out[seat] = 0


@rule
def redact(s: State, viewer: int) -> None:
    """Nothing is secret; a look at another state's log must not reach the first one's."""
    tell(s, 5, viewer)


@rule
def imagine(s: State, viewer: int) -> None:
    """Nothing is secret."""


@rule
def show(s: State, viewer: int, out: Row) -> int:
    """What was found."""
    return 1


@rule
def advise(s: State, seat: int, out: Row) -> None:
    """Anything."""
    for i in range(len(TRIALS)):
        out[i] = 1


@rule
def timeout(s: State, seat: int) -> int:
    """The first trial."""
    return 0


def vocabulary() -> Vocabulary:
    """An action for every trial, and some events."""
    words = Vocabulary()
    for name in NAMES:
        words.verb(name, name)
    for kind in range(6):
        words.event(f"event {kind}", "{n}", n=NUMBER)
    return words


class Trials(Game):
    """A game whose rules tell numbers, not names: what they try is the language."""

    def find_mistakes(self, program: Program) -> list[str]:
        """Accept whatever they tell."""
        return []


game = Trials(
    name="trials",
    title="Trials",
    idea="Everything that the language can do.",
    players=range(2, 4),
    common=2,
    minutes=1,
    version=1,
    state=State,
    modules=(sys.modules[__name__],),
    options=(),
    words=vocabulary(),
)

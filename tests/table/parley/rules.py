"""The rules of Parley."""

from __future__ import annotations

from rumpus.rulekit import (
    NONE,
    Chance,
    Row,
    below,
    first_n,
    forget_chance,
    has,
    i8,
    only,
    roll,
    row,
    rule,
    shuffle,
    state,
    tell,
    whisper,
)
from rumpus.rulekit.layout import FIRST_ZONE, lay_fact, lay_group, lay_zone

from .words import (
    AIM,
    AIMED,
    AIMED_AT,
    DIE,
    ENDED,
    HAND,
    HAND_ZONE,
    HAVE_KNOCKED,
    HEAP_ZONE,
    IS_OPEN,
    KNOCK,
    KNOCKED,
    MARK,
    MARK_ZONE,
    MARKED,
    MAX_PLAYERS,
    PASS,
    PASSED,
    PEEK,
    PEEKED,
    ROLL,
    ROLLED,
    SAW,
    SHOW,
    SHOWED,
    STARTED,
    TURN,
    TURNS,
)

FACES = 6
COPIES = 4
CARDS = FACES * COPIES
UNKNOWN = -1


@state
class State(Chance):
    """A table of Parley."""

    n_players: i8
    turns: i8
    starter = i8(-1)
    player: i8
    turn: i8
    aimed = i8(NONE)
    hand = i8[MAX_PLAYERS, HAND](UNKNOWN)
    is_open = i8[MAX_PLAYERS, HAND]()
    heap = i8[CARDS](UNKNOWN)
    n_heap: i8
    peeked: i8  # the set of seats that have seen the top of the heap
    marks = i8[MAX_PLAYERS](UNKNOWN)
    has_marked: i8
    knocked: i8
    rolled: i8


@rule
def setup(s: State) -> None:
    """Deal three cards to everybody."""
    for i in range(CARDS):
        s.heap[i] = i % FACES
    shuffle(s, s.heap, CARDS)
    s.n_heap = CARDS
    for seat in range(s.n_players):
        for slot in range(HAND):
            s.n_heap -= 1
            s.hand[seat][slot] = s.heap[s.n_heap]
            s.heap[s.n_heap] = UNKNOWN
    s.player = s.starter
    if s.starter == -1:
        s.player = below(s, s.n_players)
    tell(s, STARTED, s.player)


@rule
def is_over(s: State) -> bool:
    """After a fixed number of turns."""
    return s.turn >= s.turns


@rule
def asks(s: State) -> int:
    """Whose turn it is."""
    return 0 if s.turn >= s.turns else only(s.player)


@rule
def may(s: State) -> int:
    """Everybody else may knock, once."""
    if s.turn >= s.turns:
        return 0
    return first_n(s.n_players) & ~only(s.player) & ~s.knocked


@rule
def legal(s: State, seat: int, out: Row) -> int:
    """Everything except turning over a card that is already open."""
    n = 0
    if seat != s.player:
        out[0] = KNOCK
        return 1
    for slot in range(HAND):
        if not s.is_open[seat][slot] and s.aimed != slot:
            out[n] = AIM + slot
            n += 1
    if s.aimed != NONE:
        out[n] = SHOW
        n += 1
    if not has(s.peeked, seat):
        out[n] = PEEK
        n += 1
    out[n] = ROLL
    out[n + 1] = PASS
    n += 2
    if not has(s.has_marked, seat):
        for face in range(FACES):
            out[n] = MARK + face
            n += 1
    return n


@rule
def apply(s: State, seat: int, action: int) -> None:
    """Carry out what was chosen."""
    if action == KNOCK:
        s.knocked = s.knocked | only(seat)
        tell(s, KNOCKED, seat)
    elif action >= MARK:
        s.marks[seat] = action - MARK
        s.has_marked = s.has_marked | only(seat)
        whisper(s, only(seat), MARKED, seat, action - MARK)
    elif action < SHOW:
        s.aimed = action - AIM
        tell(s, AIMED, seat, s.aimed + 1)
    elif action == PEEK:
        s.peeked = s.peeked | only(seat)
        tell(s, PEEKED, seat)
        whisper(s, only(seat), SAW, s.heap[s.n_heap - 1])
    else:
        if action == SHOW:
            s.is_open[seat][s.aimed] = 1
            tell(s, SHOWED, seat, s.hand[seat][s.aimed])
        elif action == ROLL:
            s.rolled = roll(s, 6)
            tell(s, ROLLED, seat, s.rolled)
        tell(s, PASSED, seat)
        s.aimed = NONE
        s.turn += 1
        s.player = (seat + 1) % s.n_players
        if s.turn >= s.turns:
            tell(s, ENDED)


@rule
def timeout(s: State, seat: int) -> int:
    """A player who runs out of time passes."""
    return PASS


@rule
def points(s: State, seat: int) -> int:
    """The sum of open cards."""
    total = 0
    for slot in range(HAND):
        if s.is_open[seat][slot]:
            total += s.hand[seat][slot] + 1
    return total


@rule
def scores(s: State, out: Row) -> None:
    """Everybody's points."""
    for seat in range(s.n_players):
        out[seat] = points(s, seat)


@rule
def places(s: State, out: Row) -> None:
    """More points come first."""
    for seat in range(s.n_players):
        out[seat] = 1
        for other in range(s.n_players):
            if points(s, other) > points(s, seat):
                out[seat] += 1


@rule
def knows_card(s: State, viewer: int, seat: int, slot: int) -> bool:
    """Your own cards, and the open ones."""
    return viewer == seat or s.is_open[seat][slot] != 0


@rule
def knows_top(s: State, viewer: int) -> bool:
    """Who has peeked."""
    return viewer != NONE and has(s.peeked, viewer)


@rule
def redact(s: State, viewer: int) -> None:
    """Blank what lies face down, other's marks and chance."""
    for seat in range(s.n_players):
        for slot in range(HAND):
            if not knows_card(s, viewer, seat, slot):
                s.hand[seat][slot] = UNKNOWN
        if viewer != seat:
            s.marks[seat] = UNKNOWN
    for i in range(s.n_heap):
        if i != s.n_heap - 1 or not knows_top(s, viewer):
            s.heap[i] = UNKNOWN
    forget_chance(s)


@rule
def imagine(s: State, viewer: int) -> None:
    """Deal what is not known again."""
    left = row(FACES)
    pool = row(CARDS)
    for face in range(FACES):
        left[face] = COPIES
    for seat in range(s.n_players):
        for slot in range(HAND):
            if knows_card(s, viewer, seat, slot):
                left[s.hand[seat][slot]] -= 1
    if knows_top(s, viewer):
        left[s.heap[s.n_heap - 1]] -= 1
    n = 0
    for face in range(FACES):
        for _ in range(left[face]):
            pool[n] = face
            n += 1
    shuffle(s, pool, n)
    for seat in range(s.n_players):
        for slot in range(HAND):
            if not knows_card(s, viewer, seat, slot):
                n -= 1
                s.hand[seat][slot] = pool[n]
        if viewer != seat and has(s.has_marked, seat):
            s.marks[seat] = below(s, FACES)
    for i in range(s.n_heap):
        if i != s.n_heap - 1 or not knows_top(s, viewer):
            n -= 1
            s.heap[i] = pool[n]


@rule
def show(s: State, viewer: int, out: Row) -> int:
    """The heap, every hand as far as it is known, and one's own mark."""
    lay_fact(out, TURN, s.player)
    lay_fact(out, TURNS, s.turn)
    lay_fact(out, AIMED_AT, s.aimed)
    lay_fact(out, HAVE_KNOCKED, s.knocked)
    lay_fact(out, DIE, s.rolled)
    head = lay_zone(out, FIRST_ZONE, HEAP_ZONE, NONE, s.n_heap)
    n = head
    if s.heap[s.n_heap - 1] != UNKNOWN:
        n = lay_group(out, n, head, s.heap[s.n_heap - 1], 1, 0)
    for seat in range(s.n_players):
        head = lay_zone(out, n, HAND_ZONE, seat, HAND)
        n = head
        for slot in range(HAND):
            n = lay_group(out, n, head, s.hand[seat][slot], 1, IS_OPEN * s.is_open[seat][slot])
    if viewer != NONE and s.marks[viewer] != UNKNOWN:
        head = lay_zone(out, n, MARK_ZONE, viewer, 1)
        n = lay_group(out, head, head, s.marks[viewer], 1, 0)
    return n


@rule
def advise(s: State, seat: int, out: Row) -> None:
    """Turn cards over when one is aimed at."""
    n = legal(s, seat, out)
    for i in range(n):
        out[i] = 12 if out[i] == SHOW else 1

"""Information-set tree search over any game, written as rules like the games themselves.

Every iteration imagines a world that fits what the searching seat knows, walks down the tree of
what was tried before, plays the rest of the game out by advise(), and notes who won.

A node stands for what the searching seat and the seat that decides both know: its key is a digest
of the state redacted for the two of them. So nobody in the tree acts on what is hidden from either,
nor on a choice that others make at the same time. A choice counts how often it was there to be
taken beside how often it was: in one imagined world a card is in a hand, in the next it is not.

All of it is whole numbers, so every back end finds the same. The tree lies in a row that the caller
brings; when that is full it grows no more.
"""

from __future__ import annotations

from .chance import Chance, seed_key
from .contract import ACTIONS, advise, apply, asks, imagine, is_over, legal, places, redact
from .declare import NONE, Row, rule
from .engine import DICE, QUICK, choose, seed_dice, throw
from .intrinsics import MASK32, copy, count, digest, lowest, row, signed32
from .sets import members_of

# the head of the tree: how many places are in use, and how many of them there are
USED, ROOM, ROOT, HEAD = 0, 1, 2, 4
# a node: half of its key, how often it was come to, the points won from there by the seat that
# decides, its first choice, the next node of the same slot
KEY, VISITS, GAIN, FIRST, NEXT_NODE, NODE = range(6)
# a choice
ACTION, TRIES, SEEN, WON, NEXT, CHOICE = range(6)

SLOTS = 1 << 12
"""Nodes are found by slot: a part of the key."""
WIN = 1 << 10
"""What a game is worth to its only winner."""
SEATS = 8
DEEPEST = 48
"""The longest way down the tree."""
MOST = 5_000
"""A playout longer than this counts for nobody."""


@rule
def root_of(n: int) -> int:
    """The whole part of a square root."""
    x = 1
    while x * x < n:
        x = x << 1
    closer = (x + n // x) // 2
    while closer < x:
        x = closer
        closer = (x + n // x) // 2
    return x


# --------------------------------------------------------------------------------- the tree
@rule
def plant(tree: Row, room: int) -> None:
    """An empty tree in a row of so many places."""
    for i in range(HEAD + SLOTS):
        tree[i] = 0
    tree[USED] = HEAD + SLOTS
    tree[ROOM] = room


@rule
def grow(tree: Row, places_wanted: int) -> int:
    """So many places more, all 0; NONE when the tree is full."""
    at = tree[USED]
    if at + places_wanted > tree[ROOM]:
        return NONE
    tree[USED] = at + places_wanted
    for i in range(at, at + places_wanted):
        tree[i] = 0
    return at


@rule
def find_node(tree: Row, key: int) -> int:
    """The node with this key, or NONE."""
    node = tree[HEAD + key % SLOTS]
    half = signed32(key >> 31)
    while node != 0 and tree[node + KEY] != half:
        node = tree[node + NEXT_NODE]
    return NONE if node == 0 else node


@rule
def add_node(tree: Row, key: int) -> int:
    """A new node with this key; NONE when the tree is full."""
    node = grow(tree, NODE)
    if node != NONE:
        tree[node + KEY] = signed32(key >> 31)
        tree[node + NEXT_NODE] = tree[HEAD + key % SLOTS]
        tree[HEAD + key % SLOTS] = node
    return node


@rule
def add_choice(tree: Row, node: int, action: int) -> int:
    """A new choice at a node; NONE when the tree is full."""
    choice = grow(tree, CHOICE)
    if choice != NONE:
        tree[choice + ACTION] = action
        tree[choice + NEXT] = tree[node + FIRST]
        tree[node + FIRST] = choice
    return choice


@rule
def key_of(s: Chance, shared: Chance, viewer: int, seat: int) -> int:
    """What the viewer and a seat both know, as a number."""
    copy(shared, s)
    redact(shared, viewer)
    if seat != viewer:
        redact(shared, seat)
    return digest(shared) ^ seat


# --------------------------------------------------------------------------------- choosing
@rule
def look_up(tree: Row, node: int, at: Row) -> None:
    """Where every choice of a node lies, by its action."""
    choice = tree[node + FIRST]
    while choice != 0:
        at[tree[choice + ACTION]] = choice
        choice = tree[choice + NEXT]


@rule
def flatten(weights: Row, n: int) -> int:
    """Bring weights of advice closer together, so that nothing is written off; their sum."""
    total = 0
    for i in range(n):
        weights[i] = root_of(root_of(weights[i] << 8)) + 1
        total += weights[i]
    return total


@rule
def select(s: Chance, tree: Row, node: int, seat: int, knobs: Row) -> int:
    """The choice to follow: what has won most, or was advised and tried too little.

    Returns NONE when the tree is full.
    """
    actions = row(ACTIONS)
    weights = row(ACTIONS)
    at = row(ACTIONS)
    n = legal(s, seat, actions)
    advise(s, seat, weights)
    total = flatten(weights, n)
    look_up(tree, node, at)
    hope = tree[node + GAIN] // max(tree[node + VISITS], 1) - knobs[1]
    best = NONE
    most = 0
    for i in range(n):
        choice = at[actions[i]]
        if choice == 0:
            choice = add_choice(tree, node, actions[i])
            if choice == NONE:
                return NONE
        tries = tree[choice + TRIES]
        tree[choice + SEEN] += 1
        worth = hope if tries == 0 else tree[choice + WON] // tries
        urge = root_of(tree[choice + SEEN] << 8) * weights[i] * knobs[0] // (total * (tries + 1))
        if best == NONE or worth + urge > most:
            best = choice
            most = worth + urge
    return best


@rule
def next_seat(s: Chance, dice: Row) -> int:
    """One of those who are asked, each as likely; NONE if nobody is."""
    asked = NONE if is_over(s) else asks(s)
    n = count(asked)
    if asked == NONE or n == 0:
        return NONE
    if n == 1:
        return lowest(asked)
    passed = throw(dice, n)
    for seat in members_of(asked):
        if passed == 0:
            return seat
        passed -= 1
    return NONE


# --------------------------------------------------------------------------------- iterations
@rule
def finish(s: Chance, dice: Row) -> None:
    """Play the rest out by advice."""
    actions = row(ACTIONS)
    weights = row(ACTIONS)
    seat = next_seat(s, dice)
    n = 0
    while seat != NONE and n < MOST:
        action = choose(s, seat, QUICK, dice, actions, weights)
        apply(s, seat, action)
        seat = next_seat(s, dice)
        n += 1


@rule
def share_win(s: Chance, out: Row) -> None:
    """What the result is worth to every seat: who wins together shares."""
    for seat in range(SEATS):
        out[seat] = 0
    places(s, out)
    winners = 0
    for seat in range(SEATS):
        if out[seat] == 1:
            winners += 1
    for seat in range(SEATS):
        out[seat] = WIN // winners if out[seat] == 1 else 0


@rule
def iterate(s: Chance, shared: Chance, viewer: int, tree: Row, dice: Row, knobs: Row) -> None:
    """Walk an imagined world down the tree, play it out, and note who won."""
    nodes = row(DEEPEST)
    choices = row(DEEPEST)
    deciders = row(DEEPEST)
    won = row(SEATS)
    depth = 0
    seat = viewer
    key = 0
    while seat != NONE and depth < DEEPEST:
        if knobs[2] == 0:
            key = key_of(s, shared, viewer, seat)
        node = find_node(tree, key)
        if node == NONE:
            add_node(tree, key)
            break
        choice = select(s, tree, node, seat, knobs)
        if choice == NONE:
            break
        nodes[depth] = node
        choices[depth] = choice
        deciders[depth] = seat
        depth += 1
        if knobs[2] == 1:
            key = (
                (key & MASK32) * 0x9E3779B1 + tree[choice + ACTION] * 0x85EBCA6B + seat * 7919
            ) & ((1 << 62) - 1)
        apply(s, seat, tree[choice + ACTION])
        seat = next_seat(s, dice)
    finish(s, dice)
    share_win(s, won)
    for i in range(depth):
        gain = won[deciders[i]]
        tree[nodes[i] + VISITS] += 1
        tree[nodes[i] + GAIN] += gain
        tree[choices[i] + TRIES] += 1
        tree[choices[i] + WON] += gain


@rule
def search(
    s: Chance, world: Chance, shared: Chance, viewer: int,
    tree: Row, seed: int, first: int, iterations: int, knobs: Row,
) -> None:  # fmt: skip
    """Iterations first, first+1, ... of the search `seed`, for a seat that must decide."""
    dice = row(DICE)
    if first == 0:
        key = key_of(s, shared, viewer, viewer) if knobs[2] == 0 else 0
        tree[ROOT] = add_node(tree, key)
    for number in range(first, first + iterations):
        copy(world, s)
        seed_key(world, seed, number)
        seed_dice(dice, seed, number)
        imagine(world, viewer)
        iterate(world, shared, viewer, tree, dice, knobs)


@rule
def root_choices(tree: Row, out: Row) -> int:
    """Action, tries and points of every choice at the root, three numbers each; how many."""
    n = 0
    choice = tree[tree[ROOT] + FIRST]
    while choice != 0:
        out[3 * n] = tree[choice + ACTION]
        out[3 * n + 1] = tree[choice + TRIES]
        out[3 * n + 2] = tree[choice + WON]
        n += 1
        choice = tree[choice + NEXT]
    return n

"""Information-set tree search over any game, written as rules like the games themselves.

Every iteration imagines a world that fits what the searching seat knows, walks down the tree of
what was tried before, plays out the rest of the game by advise(), and notes who won.

A node stands for what the searching seat and the seat that decides both know: its key is a digest
of the state redacted for the two of them. So nobody in the tree acts on what is hidden from either,
nor on a choice that others make at the same time. A choice counts both how often it was available
and how often it was taken: in one imagined world a card is in a hand, in the next it is not.

It uses only whole numbers, so every back end finds the same. The tree is in a row that the caller
provides; when that is full it stops growing.
"""

from __future__ import annotations

from rumpus.language.declare import NONE, Row, rule
from rumpus.language.intrinsics import copy, count, digest, row, signed32
from rumpus.language.ruleset import EntryPoints
from rumpus.rulekit.chance import Chance, seed_key
from rumpus.rulekit.contract import (
    ACTIONS,
    WIN,
    advise,
    apply,
    asks,
    imagine,
    is_over,
    judge,
    legal,
    places,
    redact,
)
from rumpus.rulekit.sets import members_of
from rumpus.running.engine import DICE, QUICK, choose, seed_dice, throw

# the head of a tree: how many places are in use, how many there are, the root
USED, ROOM, ROOT, HEAD = 0, 1, 2, 3
# a node: a part of its key, how often it was visited, what its seat gained by it, its first choice,
# the next node of the same slot
KEY, PASSED, GAINED, FIRST, NEXT_NODE, NODE = range(6)
# a choice: how often it was taken and could have been, what it gained, the wins before sharing
ACTION, TAKEN, SEEN, GAIN, WINS, NEXT, CHOICE = range(7)
# what is reported about a choice at the root
REPORT = 3

SLOTS = 1 << 12
"""The number of hash chains of nodes, by the lower end of their keys."""
EXPLORE = 60
"""The bonus for choices that are advised but rarely taken."""
SEATS = 8
DEEPEST = 48
"""The longest path down the tree."""
MOST = 5_000
"""A game that takes more decisions than this counts for nobody."""


@rule
def root_of(n: int) -> int:
    """The whole part of a square root."""
    if n < 2:
        return n
    x = 1
    while x * x < n:
        x = x << 1
    closer = (x + n // x) // 2
    while closer < x:
        x = closer
        closer = (x + n // x) // 2
    return x


@rule
def fourth_root_of(n: int) -> int:
    """The whole part of a fourth root, 255 at most."""
    x = 0
    step = 128
    while step > 0:
        x += step
        if x * x * x * x > n:
            x -= step
        step = step >> 1
    return x


# --------------------------------------------------------------------------------- the tree
@rule
def plant(s: Chance, shared: Chance, viewer: int, tree: Row, room: int) -> None:
    """A tree with only its root, in a row of this many places."""
    for i in range(HEAD + SLOTS):
        tree[i] = 0
    tree[USED] = HEAD + SLOTS
    tree[ROOM] = room
    key = key_of(s, shared, viewer, viewer)
    tree[ROOT] = add_node(tree, key)


@rule
def grow(tree: Row, size: int) -> int:
    """This many more places, all of them 0; NONE when the tree is full."""
    at = tree[USED]
    if at + size > tree[ROOM]:
        return NONE
    tree[USED] = at + size
    for i in range(at, at + size):
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
    """A digest of what the viewer and a seat both know."""
    copy(shared, s)
    redact(shared, viewer)
    if seat != viewer:
        redact(shared, seat)
    return digest(shared) ^ seat


# --------------------------------------------------------------------------------- choosing
@rule
def look_up(tree: Row, node: int, at: Row) -> None:
    """Where every choice of a node is, by its action."""
    choice = tree[node + FIRST]
    while choice != 0:
        at[tree[choice + ACTION]] = choice
        choice = tree[choice + NEXT]


@rule
def flatten(weights: Row, n: int) -> int:
    """Bring the weights of advice closer together, so that no choice is written off; their sum."""
    total = 0
    for i in range(n):
        weights[i] = fourth_root_of(weights[i] << 8) + 1
        total += weights[i]
    return total


@rule
def select(s: Chance, tree: Row, node: int, seat: int) -> int:
    """The choice to take: one that gained much, or was advised and taken seldom so far.

    NONE when the tree is full.
    """
    actions = row(ACTIONS)
    weights = row(ACTIONS)
    at = row(ACTIONS)
    n = legal(s, seat, actions)
    advise(s, seat, weights)
    total = flatten(weights, n)
    look_up(tree, node, at)
    mean = tree[node + GAINED] // max(tree[node + PASSED], 1)
    best = NONE
    most = 0
    seen = 0
    root = 0
    for i in range(n):
        choice = at[actions[i]]
        if choice == 0:
            choice = add_choice(tree, node, actions[i])
            if choice == NONE:
                return NONE
        tree[choice + SEEN] += 1
        taken = tree[choice + TAKEN]
        worth = mean if taken == 0 else tree[choice + GAIN] // taken
        if tree[choice + SEEN] != seen:
            seen = tree[choice + SEEN]
            root = root_of(seen << 8)
        worth += EXPLORE * root * weights[i] // (total * (taken + 1))
        if best == NONE or worth > most:
            best = choice
            most = worth
    return best


# --------------------------------------------------------------------------------- playing
@rule
def next_seat(s: Chance, dice: Row) -> int:
    """One of the seats that are asked, each equally likely; NONE when nobody is."""
    if is_over(s):
        return NONE
    asked = asks(s)
    passed = throw(dice, count(asked)) if count(asked) > 1 else 0
    for seat in members_of(asked):
        if passed == 0:
            return seat
        passed -= 1
    return NONE


@rule
def can_judge(s: Chance, wins: Row, gains: Row) -> bool:
    """Whether a game that goes on can be judged here, and how."""
    if is_over(s) or not judge(s, wins):
        return False
    for seat in range(SEATS):
        gains[seat] = wins[seat]
    return True


@rule
def note_result(s: Chance, wins: Row, gains: Row) -> None:
    """A win for every seat that came first; what they gain is that, shared among them."""
    winners = 0
    for seat in range(SEATS):
        wins[seat] = 0
    if is_over(s):
        places(s, wins)
    for seat in range(SEATS):
        wins[seat] = WIN if wins[seat] == 1 else 0
        winners += wins[seat] // WIN
    for seat in range(SEATS):
        gains[seat] = wins[seat] // max(winners, 1)


@rule
def play_on(s: Chance, dice: Row, to_the_end: bool, wins: Row, gains: Row) -> int:
    """Let everybody play by advice, to the end or until the game can be judged, and note the
    result; returns the number of decisions."""
    actions = row(ACTIONS)
    weights = row(ACTIONS)
    n = 0
    while n < MOST:
        seat = next_seat(s, dice)
        if seat == NONE:
            break
        action = choose(s, seat, QUICK, dice, actions, weights)
        apply(s, seat, action)
        n += 1
        if not to_the_end and can_judge(s, wins, gains):
            return n
    note_result(s, wins, gains)
    return n


@rule
def imagine_anew(s: Chance, known: Chance, viewer: int, seed: int, number: int) -> None:
    """World `number` of the series `seed` that the viewer cannot tell from the real one."""
    copy(s, known)
    seed_key(s, seed, number)
    imagine(s, viewer)


# --------------------------------------------------------------------------------- searching
@rule
def explore(s: Chance, shared: Chance, viewer: int, tree: Row, dice: Row) -> int:
    """Walk an imagined world down the tree, play it out, and note the result.

    Returns how many decisions that took.
    """
    nodes = row(DEEPEST)
    choices = row(DEEPEST)
    deciders = row(DEEPEST)
    wins = row(SEATS)
    gains = row(SEATS)
    depth = 0
    judged = False
    seat = viewer
    while seat != NONE and depth < DEEPEST and not judged:
        key = key_of(s, shared, viewer, seat)
        node = find_node(tree, key)
        if node == NONE:
            add_node(tree, key)
            break
        choice = select(s, tree, node, seat)
        if choice == NONE:
            break
        nodes[depth] = node
        choices[depth] = choice
        deciders[depth] = seat
        depth += 1
        apply(s, seat, tree[choice + ACTION])
        judged = can_judge(s, wins, gains)
        seat = next_seat(s, dice)
    decisions = depth
    if not judged:
        decisions += play_on(s, dice, False, wins, gains)
    for i in range(depth):
        gain = gains[deciders[i]]
        tree[nodes[i] + PASSED] += 1
        tree[nodes[i] + GAINED] += gain
        tree[choices[i] + TAKEN] += 1
        tree[choices[i] + GAIN] += gain
        tree[choices[i] + WINS] += wins[deciders[i]]
    return decisions


@rule
def search(
    known: Chance, s: Chance, shared: Chance, viewer: int,
    tree: Row, seed: int, number: int, iterations: int,
) -> int:  # fmt: skip
    """Iterations number, number+1, ... of the search `seed`, for a seat that has to decide.

    Returns how many decisions were made in imagined worlds.
    """
    dice = row(DICE)
    decisions = 0
    for i in range(number, number + iterations):
        imagine_anew(s, known, viewer, seed, i)
        seed_dice(dice, seed, i)
        decisions += explore(s, shared, viewer, tree, dice)
    return decisions


@rule
def report(tree: Row, out: Row) -> int:
    """The choices at the root: action, how often it was taken, its wins; returns how many."""
    n = 0
    choice = tree[tree[ROOT] + FIRST]
    while choice != 0:
        out[REPORT * n] = tree[choice + ACTION]
        out[REPORT * n + 1] = tree[choice + TAKEN]
        out[REPORT * n + 2] = tree[choice + WINS]
        n += 1
        choice = tree[choice + NEXT]
    return n


@rule
def forecast(
    known: Chance, s: Chance, viewer: int, seed: int, number: int, games: int, out: Row
) -> None:
    """Play games out from here, as far as the viewer knows them; adds up what each seat won."""
    dice = row(DICE)
    wins = row(SEATS)
    gains = row(SEATS)
    for i in range(number, number + games):
        imagine_anew(s, known, viewer, seed, i)
        seed_dice(dice, seed, i)
        play_on(s, dice, True, wins, gains)
        for seat in range(SEATS):
            out[seat] += wins[seat]


SEARCH = EntryPoints((plant, search, report, forecast))
"""The entry points that a back end needs for searching."""

"""A quick, sensible choice in Tuck It.

A choice is worth a number of small units. Playing low and useless cards, several at once, is good,
and so is keeping useful ones; picking up is bad; a card tucked next to an equal one costs no extra
turn. The numbers were tuned in some hundred thousand games against each other.
"""

from __future__ import annotations

from rumpus.rulekit import NONE, Row, has, row, rule
from rumpus.rulekit.advising import weigh
from rumpus.rulekit.piles import bottom, pile, top

from .cards import (
    ABILITIES,
    COUNTS_AS,
    DARK,
    DICE,
    FIVE_VALUE,
    JACK,
    SKIP,
    SLOW,
    SPLIT,
    STACKS,
    STRENGTH,
    TEN,
)
from .rules.contract import legal
from .rules.pairing import best_to_place, place_worth
from .rules.phases import can_play
from .rules.plays import FOUR, can_land_as, run_of, value_of, values_of
from .state import (
    COMMUNITY_PILE,
    State,
    following,
    hand_of,
    in_phase_two,
    kind_of,
    stack_cards,
    stack_of,
    top_kind,
)
from .words import (
    ADDING,
    BREAKING_DIRECTION_TIE,
    BREAKING_TIE,
    CARD,
    DECLINE,
    DONE,
    FLIP,
    LAST_TUCKS,
    MAY_FLIP,
    PAIR,
    ROLL,
    STACK,
    TAKE,
    TURN,
)

WIN = 100_000
NEVER = -WIN // 2
SHED, SHED_EARLY = 60, 10
"""The value of getting rid of a card, in Phase 2 and before."""
EXTRA_TURN, SKIPPED_OTHER = 120, 10
FOUR_WORTH = 150
HEIGHT = -1
"""Per half step of a card's value: low ones go first."""
STRUCK = 15
"""The value of each card that the next player takes with the Dark Q."""
FED = 60
"""The cost if the next player can play, divided by the Stack cards that she has left."""
PICK_UP, NO_PLAY = 55, 80
"""The cost of picking up a card, and of losing a turn of Phase 2."""
SKIP_COST, STACK_SKIP = 5, 50
ROLL_FOR_DICE, ROLL_FOR_NOTHING, TURNED_UP = 40, -300, -50
ADDED, ADDED_HEIGHT, ADDED_LAST, ADDED_TEN = 200, -4, -20, -100
MERGED, PARTED = 120, 60
"""The value of tucking a card next to an equal one, and the cost of separating equal ones."""
PAIRING = 32
"""How much better it is to let all cards be paired than to put the best one down."""
REWARD, FLIPPED, TUCKED = 100, -20, -100
N_VALUES = 32
HALF, LONG = 4, 20
"""A choice that is worth HALF less than the best one weighs half as much. Every LONG turns HALF
grows by one, so that a game that goes in circles breaks out."""


@rule
def advise(s: State, seat: int, out: Row) -> None:
    """Weigh every choice; a better one is taken nearly always."""
    n = legal(s, seat, out)
    counts = row(N_VALUES)
    count_hand(s, seat, counts)
    for i in range(n):
        out[i] = worth_of(s, seat, out[i], counts)
    weigh(out, n, HALF + s.turns // LONG)


@rule
def count_hand(s: State, seat: int, counts: Row) -> None:
    """How many hand cards can stand for each value."""
    for card in pile(s, hand_of(seat)):
        kind = kind_of(s, card)
        if kind == SPLIT:
            counts[FIVE_VALUE] += 1
        if kind != SKIP and not (kind == DICE and not s.die_counts):
            counts[value_of(s, kind)] += 1


@rule
def worth_of(s: State, seat: int, action: int, counts: Row) -> int:
    """The value of one choice."""
    if s.place[seat] != NONE:
        return tuck_worth(s, seat, s.place[seat], action - CARD, counts)
    stage = s.stage
    if stage == TURN and seat != s.player:
        return 0
    return WORTHS[stage](s, seat, action, counts)


# --------------------------------------------------------------------------------- setup
@rule
def building_worth(s: State, seat: int, action: int, counts: Row) -> int:
    """Cards that can be played together go together: pairing the rest is the safest choice."""
    if action == PAIR:
        return place_worth(s, seat, best_to_place(s, seat)) + PAIRING
    return place_worth(s, seat, action - CARD)


@rule
def reveal_worth(s: State, seat: int, action: int, counts: Row) -> int:
    """A high card starts."""
    if action < STACK:
        return value_of(s, action - CARD)
    return value_of(s, top_kind(s, stack_of(seat, action - STACK)))


# --------------------------------------------------------------------------------- a turn
@rule
def turn_worth(s: State, seat: int, action: int, counts: Row) -> int:
    """Play, tuck, roll, take or decline."""
    if action < STACK:
        kind = action - CARD
        if kind == SKIP:
            return skip_worth(s)
        return play_worth(s, seat, kind, chain_length(counts, value_of(s, kind)), 0)
    if action < FLIP:
        number = action - STACK
        if s.size[hand_of(seat)] > 0:
            return tuck_place_worth(s, seat, number, counts)
        kind_there = top_kind(s, stack_of(seat, number))
        if kind_there == SKIP:
            return WIN if stack_cards(s, seat) == 1 else skip_worth(s) + STACK_SKIP
        return play_worth(s, seat, kind_there, run_in_stack(s, seat, number), 1)
    if action == ROLL:
        return ROLL_FOR_DICE if holds_dice(s, seat) else ROLL_FOR_NOTHING
    if action == TAKE:
        return -PICK_UP * s.size[COMMUNITY_PILE]
    if action == DECLINE:
        return decline_worth(s)
    return TURNED_UP


@rule
def skip_worth(s: State) -> int:
    """A Skip card gets rid of itself and of a Dark Q's pile."""
    return SKIP_COST - STRENGTH[SKIP]


@rule
def decline_worth(s: State) -> int:
    """Every card that is picked up has to be played again."""
    if in_phase_two(s):
        return -PICK_UP * s.size[COMMUNITY_PILE] - NO_PLAY
    return -PICK_UP * (s.size[COMMUNITY_PILE] + 1)


@rule
def holds_dice(s: State, seat: int) -> bool:
    """Whether a Dice card is within reach."""
    hand = hand_of(seat)
    if s.size[hand] == 0:
        for number in range(STACKS):
            if top_kind(s, stack_of(seat, number)) == DICE:
                return True
        return False
    for card in pile(s, hand):
        if kind_of(s, card) == DICE:
            return True
    return False


@rule
def chain_length(counts: Row, value: int) -> int:
    """How many hand cards can be played at once, beginning with this value."""
    n = counts[value]
    v = value + 1
    while v < N_VALUES and counts[v] > 0:
        n += counts[v]
        v += 1
    return n


@rule
def run_in_stack(s: State, seat: int, number: int) -> int:
    """How many cards on top of a Stack can be played at once."""
    n = 0
    chain = 0
    for card in pile(s, stack_of(seat, number)):
        kind = kind_of(s, card)
        if kind == SKIP or (kind == DICE and not s.die_counts):
            break
        mine = values_of(s, kind)
        if n > 0:
            mine = mine & (chain | (chain << 1))
        if mine == 0:
            break
        chain = mine
        n += 1
    return n


@rule
def play_worth(s: State, seat: int, kind: int, cards: int, from_stack: int) -> int:
    """The value of playing this many cards, the first of this kind."""
    n = 1 if s.single else max(cards, 1)
    if from_stack and stack_cards(s, seat) == n:
        return WIN
    w = (SHED if in_phase_two(s) else SHED_EARLY) * n - STRENGTH[kind]
    abilities = ABILITIES[kind]
    value = value_of(s, kind)
    if has(abilities, TEN):
        return SHED + EXTRA_TURN - STRENGTH[kind]
    if kind != DICE and COUNTS_AS[kind] != 0 and run_of(s, value) + n >= FOUR:
        return w + FOUR_WORTH
    if has(abilities, JACK):
        w += EXTRA_TURN if s.n_players == 2 else SKIPPED_OTHER
    if has(abilities, DARK):
        w += STRUCK * s.size[COMMUNITY_PILE]
    w += HEIGHT * value - feeding(s, seat, kind)
    return w


@rule
def feeding(s: State, seat: int, kind: int) -> int:
    """The cost of leaving a card on which the next player is known to be able to play."""
    rival = following(s, seat, 1)
    if in_phase_two(s) and s.size[hand_of(rival)] == 0:
        for number in range(STACKS):
            card = top(s, stack_of(rival, number))
            if card != NONE and s.seen[card] and can_land_as(s, kind_of(s, card), kind) != 0:
                return FED // stack_cards(s, rival)
    return 0


@rule
def adding_worth(s: State, seat: int, action: int, counts: Row) -> int:
    """Add whatever fits, the special ones last; a second 10 is worth a separate turn."""
    if action == DONE:
        return 0
    kind = action - CARD if action < STACK else top_kind(s, stack_of(seat, s.source))
    if action >= STACK and stack_cards(s, seat) == 1:
        return WIN
    if has(ABILITIES[kind], TEN):
        return ADDED_TEN
    last = ADDED_LAST if SLOW[kind] or has(ABILITIES[kind], DARK) else 0
    return ADDED + ADDED_HEIGHT * value_of(s, kind) + last


# --------------------------------------------------------------------------------- tucking
@rule
def tuck_worth(s: State, seat: int, number: int, kind: int, counts: Row) -> int:
    """The value of tucking a card under a Stack, preferably next to an equal one."""
    value = value_of(s, kind)
    w = STRENGTH[kind] // 4
    last = bottom(s, stack_of(seat, number))
    if last != NONE and value_of(s, kind_of(s, last)) == value:
        return w + MERGED
    if kind != SKIP and counts[value] > 1:
        w -= PARTED
    return w


@rule
def best_tuck(s: State, seat: int, number: int, counts: Row) -> int:
    """The value of the best card to tuck under a Stack."""
    best = -WIN
    for card in pile(s, hand_of(seat)):
        best = max(best, tuck_worth(s, seat, number, kind_of(s, card), counts))
    return best


@rule
def tuck_place_worth(s: State, seat: int, number: int, counts: Row) -> int:
    """In one's own turn: cards that join equal ones, and all if only a Stack can be played."""
    w = best_tuck(s, seat, number, counts)
    if w >= MERGED:
        return -NEVER  # it costs nothing, and saves a turn
    if can_play_hand(s, seat) or not can_play_stack(s, seat):
        return NEVER
    return w


@rule
def can_play_hand(s: State, seat: int) -> bool:
    """Whether some hand card can be played."""
    for card in pile(s, hand_of(seat)):
        if can_play(s, kind_of(s, card)):
            return True
    return False


@rule
def can_play_stack(s: State, seat: int) -> bool:
    """Whether some Stack top could be played with an empty hand."""
    for number in range(STACKS):
        kind = top_kind(s, stack_of(seat, number))
        if kind != NONE and can_play(s, kind):
            return True
    return False


@rule
def must_tuck_worth(s: State, seat: int, action: int, counts: Row) -> int:
    """The Stack under which the best card fits."""
    return best_tuck(s, seat, action - STACK, counts)


@rule
def last_tucks_worth(s: State, seat: int, action: int, counts: Row) -> int:
    """Enough is tucked."""
    return 0 if action == DONE else TUCKED


# --------------------------------------------------------------------------------- flip, reward
@rule
def flip_worth(s: State, seat: int, action: int, counts: Row) -> int:
    """Leave the Stacks as they are."""
    return 0 if action == DONE else FLIPPED


@rule
def reward_worth(s: State, seat: int, action: int, counts: Row) -> int:
    """Take the card that is hardest to play."""
    if action == DONE:
        return 0
    kind = top_kind(s, stack_of(seat, action - STACK))
    return REWARD - STRENGTH[kind] // 2


WORTHS = (
    building_worth, reveal_worth, reveal_worth, reveal_worth, turn_worth, adding_worth,
    must_tuck_worth, flip_worth, reward_worth, last_tucks_worth,
)  # fmt: skip


# --------------------------------------------------------------------------------- time is up
@rule
def is_careful(s: State, seat: int, action: int) -> bool:
    """TI-OPT-35: whether a choice reveals nothing voluntarily. Stack tops are turned up anyway
    before the first turn, and a player who has to play has to show the card."""
    if s.place[seat] != NONE:
        return True
    if s.stage in (BREAKING_TIE, BREAKING_DIRECTION_TIE):
        return action >= STACK
    if s.stage == TURN:
        from_stack = STACK <= action < FLIP and s.size[hand_of(seat)] == 0
        return action < STACK or from_stack or action in (TAKE, DECLINE)
    if s.stage == ADDING and action >= STACK and action != DONE:
        return s.seen[top(s, stack_of(seat, s.source))] != 0
    return action == DONE or s.stage not in (ADDING, MAY_FLIP, LAST_TUCKS)

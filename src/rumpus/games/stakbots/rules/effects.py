"""What the sixteen bots do: power, damage abilities and entry effects.

An entry effect is carried out on a Stak: its own, or the one that its owner chose. It returns
whether it is done; Tranq may have to ask for a card of the Stak first.
"""

from __future__ import annotations

from rumpus.rulekit import NONE, rule, tell
from rumpus.rulekit.piles import above, bottom, is_up, pile, top, under

from ..bots import (
    AIMS,
    AT_FACE_UP,
    AT_TOP,
    BASH,
    BOT_NAMES,
    FATAL,
    SPIKE,
)
from ..cards import GROUP
from ..state import State
from ..words import BY_BASH, BY_CLUMSY, BY_FATAL, BY_REAPER, BY_SPIKE, POSITIONS, RESETTING, SHOT_AT
from .moves import draw, fall, reset, scrap, send_back, send_down
from .seats import n_staks, number, owner


@rule
def bot(s: State, card: int) -> int:
    """Which of the sixteen a face-up card is."""
    return s.bot[s.face[card]]


# --------------------------------------------------------------------------------- power
@rule
def power(s: State, card: int) -> int:
    """The damage a face-up card deals in a battle, and the damage that scraps it (SB-CARD-1)."""
    printed = s.power[s.face[card]]
    return group_size(s, card) if printed == GROUP else printed


@rule
def group_size(s: State, card: int) -> int:
    """Leader: the size of its unbroken face-up group, above and below (SB-BOT-LEADER-1, 2, 5)."""
    n = 1
    x = above(s, card)
    while x != NONE and is_up(s, x):
        n += 1
        x = above(s, x)
    x = under(s, card)
    while x != NONE and is_up(s, x):
        n += 1
        x = under(s, x)
    return n


# --------------------------------------------------------------------------------- damage abilities
@rule
def doom(s: State, card: int, why: int) -> None:
    """Mark a card to be scrapped; a card marked twice is scrapped once (SB-BAT-4)."""
    if card != NONE and s.doomed[card] == 0:
        s.doomed[card] = why


@rule
def use_ability(s: State, card: int, damaged: int) -> None:
    """A card that has damaged another marks its victims, before any is gone (SB-BAT-3)."""
    kind = bot(s, card)
    if kind == FATAL:  # SB-BOT-FATAL-1, 2
        doom(s, damaged, BY_FATAL)
    elif kind == SPIKE:  # SB-BOT-SPIKE-1..3
        doom(s, under(s, damaged), BY_SPIKE)
    elif kind == BASH:  # SB-BOT-BASH-1..4
        doom(s, bottom(s, s.zone[damaged]), BY_BASH)


# --------------------------------------------------------------------------------- entry effects
@rule
def sidekick_enters(s: State, card: int, stak: int) -> bool:
    """It falls one place (SB-BOT-SIDEKICK-1..4)."""
    fall(s, card)
    return True


@rule
def bountiful_enters(s: State, card: int, stak: int) -> bool:
    """Its owner draws a card (SB-BOT-BOUNTIFUL-1, 2)."""
    draw(s, owner(s, stak))
    return True


@rule
def clumsy_enters(s: State, card: int, stak: int) -> bool:
    """The bottom card of its own Stak is scrapped, perhaps itself (SB-BOT-CLUMSY-1..3)."""
    scrap(s, bottom(s, stak), BY_CLUMSY)
    return True


@rule
def tranq_enters(s: State, card: int, stak: int) -> bool:
    """Another face-up card is reset (SB-BOT-TRANQ-1..5)."""
    if resettable_in(s, card, stak) > 1:
        s.stage = RESETTING
        s.aimed = stak
        return False
    for other in pile(s, stak):
        if can_reset(s, card, other):
            reset(s, other)
            return True
    return True


@rule
def shot_enters(s: State, card: int, stak: int) -> bool:
    """A top card takes damage, and deals none back (SB-BOT-SHOT-1..5)."""
    target = top(s, stak)
    damage = s.shot[s.face[card]]
    s.damage[target] += damage
    s.hurt = s.hurt | (1 << stak)
    s.stirred = 1
    tell(s, SHOT_AT, owner(s, stak), number(s, stak), s.face[target], damage)
    return True


@rule
def begone_enters(s: State, card: int, stak: int) -> bool:
    """Another top card returns to its owner's hand (SB-BOT-BEGONE-1..4)."""
    send_back(s, top(s, stak))
    return True


@rule
def reaper_enters(s: State, card: int, stak: int) -> bool:
    """Another top card is scrapped (SB-BOT-REAPER-1, 2)."""
    scrap(s, top(s, stak), BY_REAPER)
    return True


@rule
def trip_enters(s: State, card: int, stak: int) -> bool:
    """A top card falls one place (SB-BOT-TRIP-1..3)."""
    fall(s, top(s, stak))
    return True


@rule
def pit_enters(s: State, card: int, stak: int) -> bool:
    """A top card goes to the bottom of its Stak (SB-BOT-PIT-1..3)."""
    send_down(s, top(s, stak))
    return True


@rule
def nothing_enters(s: State, card: int, stak: int) -> bool:
    """Core, Stomp, Leader, Bash, Spike and Fatal have no entry effect (SB-BOT-CORE-1); Expel's is a
    question (rules/actions.py)."""
    return True


EFFECTS = (
    sidekick_enters, bountiful_enters, clumsy_enters, tranq_enters, shot_enters, begone_enters,
    reaper_enters, trip_enters, pit_enters,
)  # fmt: skip
EFFECT_OF = {effect.__name__.removesuffix("_enters"): effect for effect in EFFECTS}
ENTER = tuple(EFFECT_OF.get(name, nothing_enters) for name in BOT_NAMES)
"""The entry effect of every bot."""


# --------------------------------------------------------------------------------- targets
@rule
def can_reset(s: State, card: int, other: int) -> bool:
    """Tranq: any other face-up card, a few times per chain (SB-BOT-TRANQ-5, SB-ENTRY-17)."""
    return other != card and is_up(s, other) and s.resets[other] < s.reset_limit


@rule
def resettable_in(s: State, card: int, stak: int) -> int:
    """How many cards of a Stak a Tranq could reset, among the first that can be named."""
    n = 0
    seen = 0
    for other in pile(s, stak):
        if is_up(s, other) and seen < POSITIONS:
            seen += 1
            if can_reset(s, card, other):
                n += 1
    return n


@rule
def can_target(s: State, card: int, stak: int) -> bool:
    """Whether an entry effect can be aimed at a Stak."""
    aim = AIMS[bot(s, card)]
    if aim == AT_FACE_UP:
        return resettable_in(s, card, stak) > 0
    target = top(s, stak)
    if target == NONE:
        return False
    return target != card or (aim == AT_TOP and s.self_target != 0)  # SB-BOT-SHOT-4 and others


@rule
def targets(s: State, card: int) -> int:
    """The set of Staks that an entry effect can be aimed at."""
    found = 0
    for stak in range(n_staks(s)):
        if can_target(s, card, stak):
            found = found | (1 << stak)
    return found

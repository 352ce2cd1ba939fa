"""The contract: rules that every game provides, and that shared code calls by these names.

A game has its own version of every `@hook`, and of a `@default` where the default does not fit.
"""

from __future__ import annotations

from rumpus.language.declare import NONE, HookConstant, Row, default, hook, rule
from rumpus.language.intrinsics import row

from .advising import RISKY, most_advised
from .chance import Chance

ACTIONS = HookConstant("ACTIONS", 1)
"""How many different actions the game has; they are numbered from 0."""
WIN = 1 << 10
"""The value of a game to its sole winner."""


@hook
def setup(s: Chance) -> None:
    """Deal. The state is clear except for its options and its key."""


@hook
def asks(s: Chance) -> int:
    """The set of seats that the game waits for."""
    return 0


@default
def may(s: Chance) -> int:
    """The set of seats that may act now without being waited for; usually there are none."""
    return 0


@hook
def legal(s: Chance, seat: int, out: Row) -> int:
    """Write down the seat's legal actions; returns how many."""
    return 0


@hook
def apply(s: Chance, seat: int, action: int) -> None:
    """Carry out a legal action, and tell the log what happened."""


@hook
def is_over(s: Chance) -> bool:
    """Whether the game has ended."""
    return False


@hook
def places(s: Chance, out: Row) -> None:
    """Write down the place of every seat when the game is over; 1 is the winner's."""


@default
def scores(s: Chance, out: Row) -> None:
    """Write down the points of every seat; a game without points leaves them all at 0."""


@hook
def redact(s: Chance, viewer: int) -> None:
    """Blank everything that the viewer (NONE: a spectator) may not know."""


@hook
def imagine(s: Chance, viewer: int) -> None:
    """Fill what the viewer cannot know with a random deal that fits what the viewer knows.

    It never reads what it fills, so it does the same to a whole state and to a redacted one. The
    state's chance has already been given a fresh key.
    """


@hook
def show(s: Chance, viewer: int, out: Row) -> int:
    """Lay the table out for a viewer: every fact, then zones (see rulekit.layout); returns the
    position after them."""
    return 0


@hook
def advise(s: Chance, seat: int, out: Row) -> None:
    """Write a weight for each legal action, in the order of legal(): how sensible it looks.

    A weight of 0 rules an action out as long as another is left.
    """


@default
def is_careful(s: Chance, seat: int, action: int) -> bool:
    """Whether a legal action reveals and risks no more than it must, so that it may be taken for a
    seat whose time is up."""
    return True


@rule
def careful_action(s: Chance, seat: int) -> int:
    """The most advised of a seat's careful actions, or of all its actions if none is careful."""
    actions = row(ACTIONS)
    weights = row(ACTIONS)
    n = legal(s, seat, actions)
    advise(s, seat, weights)
    for i in range(n):
        if not is_careful(s, seat, actions[i]):
            weights[i] -= RISKY
    return most_advised(actions, weights, n)


@default
def timeout(s: Chance, seat: int) -> int:
    """The action that is taken for a seat whose time is up; NONE to choose any at random. Usually
    it is the most advised of the careful ones."""
    return careful_action(s, seat)


@default
def seconds(s: Chance, seat: int) -> int:
    """How many seconds a seat has for its current decision; 0 is as long as the table allows."""
    return 0


@default
def passes(s: Chance, seat: int) -> int:
    """The action with which a seat just lets things continue (it does not react, it plays no more
    cards); NONE if it has a real decision to make."""
    return NONE


@default
def starts_next(s: Chance) -> int:
    """Who starts the next game when this one is over; NONE: the seat left of this one's starter."""
    return NONE


@default
def judge(s: Chance, out: Row) -> bool:
    """Whether the outcome can be estimated here without playing the game to its end.

    If so, writes down every seat's chance of winning, as a fraction of WIN.
    """
    return False


CONTRACT = (
    setup, asks, may, legal, apply, is_over, places, scores,
    redact, imagine, show, advise, is_careful, timeout, seconds, passes, starts_next, judge,
)  # fmt: skip

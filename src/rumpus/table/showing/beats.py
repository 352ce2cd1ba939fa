"""The beats of an action: what changes for a viewer with every event that the viewer hears.

A beat says how the table laid out for a viewer differs from the previous beat: the changed facts,
the changed zones, and whether the set of zones changed. These are rules, like those in spell.
"""

from __future__ import annotations

from rumpus.language.declare import ReadRow, Row, rule
from rumpus.language.intrinsics import EVERYONE, copy, count, restore
from rumpus.rulekit.chance import Chance
from rumpus.rulekit.contract import redact
from rumpus.rulekit.sets import members_of
from rumpus.running.engine import lay_open

from .spell import (
    ANEW,
    BEATS,
    BEGIN,
    CLOSE,
    COMMA,
    END,
    FACT,
    FACTS,
    HEAD,
    LOOK,
    VIEWER,
    ZONES,
    add_choices,
    put,
    put_asks,
    put_named,
    put_piece,
    put_zone,
)

NO_BEAT = BEGIN | END << 8


@rule
def hears(audience: int, viewer: int) -> bool:
    """Whether a viewer may know about an event with this audience."""
    return audience == EVERYONE or (viewer >= 0 and (audience >> viewer) & 1 == 1)


@rule
def lay(scratch: Chance, states: ReadRow, n: int, viewer: int, out: Row) -> int:
    """Lay out the state with this number for a viewer; returns how many numbers that takes."""
    restore(scratch, states, n)
    return lay_open(scratch, viewer, out)


@rule
def is_same(was: ReadRow, laid: ReadRow, first: int, end: int) -> bool:
    """Whether two rows are the same between two positions."""
    for i in range(first, end):
        if was[i] != laid[i]:
            return False
    return True


@rule
def has_same_zones(was: ReadRow, before: int, laid: ReadRow, n: int) -> bool:
    """Whether the same zones were laid, whatever their contents."""
    a = 1 + was[0]
    b = 1 + laid[0]
    while a < before and b < n:
        if was[a] != laid[b] or was[a + 1] != laid[b + 1]:
            return False
        a += 4 + 3 * was[a + 3]
        b += 4 + 3 * laid[b + 3]
    return a == before and b == n


@rule
def is_same_zone(was: ReadRow, a: int, laid: ReadRow, b: int) -> bool:
    """Whether a zone, which begins at `a` in one row and at `b` in the other, is the same."""
    for i in range(4 + 3 * laid[b + 3]):
        if was[a + i] != laid[b + i]:
            return False
    return True


@rule
def put_facts(out: Row, at: int, was: ReadRow, laid: ReadRow, pieces: ReadRow) -> int:
    """Write the changed facts, if there are any; returns the next position."""
    end = at
    for i in range(1, 1 + laid[0]):
        if i > was[0] or was[i] != laid[i]:
            if end > at:
                end = put(out, end, COMMA, 1)
            if end == at:
                end = put_piece(out, end, pieces, FACTS)
            end = put_named(out, end, pieces, FACT + i - 1, laid[i])
    if end > at:
        end = put(out, end, END, 1)
    return end


@rule
def put_zones(
    out: Row, at: int, was: ReadRow, before: int, laid: Row, n: int, pieces: ReadRow
) -> int:
    """Write the changed zones, or all if the set of zones changed; returns the next position."""
    anew = not has_same_zones(was, before, laid, n)
    end = at
    if anew:
        end = put_piece(out, end, pieces, ANEW)
        end = put(out, end, COMMA, 1)
    end = put_piece(out, end, pieces, ZONES)
    first = end
    a = 1 + was[0]
    b = 1 + laid[0]
    while b < n:
        if anew or not is_same_zone(was, a, laid, b):
            if end > first:
                end = put(out, end, COMMA, 1)
            end = put_zone(out, end, laid, b, pieces)
        if not anew:
            a += 4 + 3 * was[a + 3]
        b += 4 + 3 * laid[b + 3]
    return put(out, end, CLOSE, 1)


@rule
def put_beat(
    out: Row, at: int, was: ReadRow, before: int, laid: Row, n: int, pieces: ReadRow
) -> int:
    """Write how a table of `n` numbers differs from one of `before`; returns the next position."""
    end = put(out, at, BEGIN, 1)
    first = end
    end = put_facts(out, end, was, laid, pieces)
    if before != n or not is_same(was, laid, 1 + laid[0], n):
        if end > first:
            end = put(out, end, COMMA, 1)
        end = put_zones(out, end, was, before, laid, n, pieces)
    return put(out, end, END, 1)


@rule
def keep(was: Row, laid: ReadRow, n: int) -> None:
    """The current layout becomes the previous one."""
    for i in range(n):
        was[i] = laid[i]


@rule
def beats(
    s: Chance, scratch: Chance, states: ReadRow, told: ReadRow, events: int, whole: int,
    viewers: int, pieces: ReadRow, was: Row, laid: Row, out: Row,
) -> int:  # fmt: skip
    """The beats of some events, for a set of viewers (in which seat n is n + 1 and a spectator is
    0), and one more up to the current state: a head for each viewer, then everyone's text and
    actions; returns how many numbers that takes. The first beat is `whole` for viewers who do not
    know the state before.

    `told` are two numbers for each event and then for the end: who hears it, and whether anything
    is different from the state before.
    """
    n = HEAD * count(viewers)
    head = 0
    for seen in members_of(viewers):
        viewer = seen - 1
        out[n] = 0
        text = put_named(out, 4 * n, pieces, VIEWER, viewer)
        text = put_piece(out, text, pieces, BEATS)
        before = lay(scratch, states, 0, viewer, was)
        if whole == 1:
            was[0] = 0  # nothing is known yet
            before = 1
        changed = whole
        for i in range(events):
            changed = changed | told[2 * i + 1]
            if hears(told[2 * i], viewer):
                if changed != 0:
                    end = lay(scratch, states, i + 1, viewer, laid)
                    text = put_beat(out, text, was, before, laid, end, pieces)
                    keep(was, laid, end)
                    before = end
                    changed = 0
                else:
                    text = put(out, text, NO_BEAT, 2)
                text = put(out, text, COMMA, 1)
        copy(scratch, s)
        if changed != 0 or told[2 * events + 1] != 0:
            end = lay_open(scratch, viewer, laid)
            text = put_beat(out, text, was, before, laid, end, pieces)
        else:
            redact(scratch, viewer)
            end = before
            text = put(out, text, NO_BEAT, 2)
        last = add_choices(scratch, viewer, laid, end) - LOOK
        text = put_asks(out, text, laid[last + 1], laid[last + 2], pieces)
        out[head + 2] = text - 4 * n
        out[head + 3] = n
        n = (text + 3) >> 2
        out[head] = laid[last]
        out[head + 1] = n
        for i in range(laid[last]):
            out[n + i] = laid[end + i]
        n += laid[last]
        head += HEAD
    return n

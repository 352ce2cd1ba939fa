"""States: declared fields, their bytes, and what every state can do."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import pytest

from rumpus.rulekit import NONE, Chance, bundle, each, i8, i16, i32, i64, rule, state
from tests.trials import trials
from tests.trials.support import dealt, packed, unpacked


def test_widest_fields_come_first_without_holes() -> None:
    @state
    class State:
        a: i8
        b = i16[3]()
        c: i64
        d = i32(5)

    layout: Any = State.layout  # type: ignore[attr-defined]
    assert [(slot.name, slot.offset) for slot in layout.slots] == [
        ("c", 0), ("d", 8), ("b", 12), ("a", 18),
    ]  # fmt: skip
    assert (layout.size, layout.padding) == (24, 5)


def test_fields_start_where_they_were_declared() -> None:
    s = trials.State()
    assert (s.tiny, s.word, s.row8, s.table[2]) == (0, 5, [NONE] * 5, [7] * 4)


def test_bytes_come_back() -> None:
    s = dealt(a=-(2**63), b=2**63 - 1, tiny=-128)
    s.cube[1][0][1] = -70_000
    assert packed(unpacked(packed(s))) == packed(s)
    assert unpacked(packed(s)).cube == s.cube


def test_a_copy_is_another_state() -> None:
    s: Any = dealt()
    twin = s.copy()
    twin.table[1][2] = twin.cube[0][0][0] = twin.row8[0] = 99
    assert (s.table[1][2], s.cube[0][0][0], s.row8[0]) == (7, -3, NONE)
    s.assign(twin)
    assert s.pack() == twin.pack()


def test_arrays_stay_the_same_through_clear_and_assign() -> None:
    """As in C, where a row is a place in the state."""
    s: Any = dealt()
    row, inner, cell = s.row8, s.table[1], s.cube[1][0]
    row[0] = inner[0] = cell[0] = 9
    s.clear()
    assert (row[0], inner[0], cell[0]) == (NONE, 7, -3)
    s.assign(dealt(row8=[1, 2, 3, 4, 5]))
    assert row == [1, 2, 3, 4, 5] and s.row8 is row and s.table[1] is inner


def test_a_bundle_brings_its_fields() -> None:
    @bundle
    class Purse:
        coins = i16[3]()

    @state
    class State(Purse, Chance):
        x: i8

    assert State().coins == [0, 0, 0] and State().drawn == 0


class WithMethod:
    x: i8

    def move(self) -> None: ...


class WithoutFields:
    pass


class WithClass:
    x = i8


class WithNumber:
    x: i8 = 3  # type: ignore[assignment]


class WithPlainNumber:
    x = 3


class WithString:
    x: str


class WithArrayAsType:
    x: i8[4]  # type: ignore[type-arg, valid-type]


class TooBig:
    x = i8(128)


class WithOtherType:
    odd: i16 = i8(3)  # type: ignore[assignment]


class WithArrayAndType:
    odd: i8 = i8[3]()  # type: ignore[assignment]


class WithoutSize:
    hands = i8["seats"]()


class Taken:
    copy: i8


class Twice(Chance):
    drawn: i8


@pytest.mark.parametrize(
    ("cls", "sentence"),
    [
        (WithMethod, "WithMethod.move: a state holds numbers only; write a rule"),
        (WithoutFields, "declares no field"),
        (WithClass, "WithClass.x is not a field; write `x: i8`"),
        (WithNumber, "WithNumber.x is not a field"),
        (WithPlainNumber, "WithPlainNumber.x is not a field"),
        (WithString, "a field is an i8, i16, i32 or i64"),
        (WithArrayAsType, r"an array is written `x = i8\[size\]\(\)`"),
        (TooBig, "starts at 128, too big for 8 bits"),
        (WithOtherType, "WithOtherType.odd is declared twice, and not the same"),
        (WithArrayAndType, "WithArrayAndType.odd is declared twice, and not the same"),
        (WithoutSize, "WithoutSize.hands: the size `seats` is not given; write the number"),
        (Taken, "every state already has a `copy`; rename it"),
        (Twice, "drawn is declared twice"),
    ],
)
def test_wrong_declarations_get_a_sentence(cls: type, sentence: str) -> None:
    with pytest.raises(TypeError, match=sentence):
        state(cls)


@pytest.mark.parametrize("start", [0.5, "1", True, None])
def test_a_field_starts_at_a_whole_number(start: Any) -> None:
    with pytest.raises(TypeError, match=f"a field starts at a whole number, not {start!r}"):
        i8(start)
    with pytest.raises(TypeError, match="a field starts at a whole number"):
        i8[2](start)


@pytest.mark.parametrize("size", [2.5, None, True])
def test_an_array_has_a_whole_number_of_places(size: Any) -> None:
    with pytest.raises(TypeError, match=f"an array's size is a whole number, not {size!r}"):
        i8[size]
    with pytest.raises(TypeError, match="an array's size is a whole number"):
        i8[2, size]


class Suit(IntEnum):
    SPADES = 3


def test_a_quoted_type_and_a_named_number() -> None:
    @state
    class State:
        x: "i16"  # noqa: UP037
        y: i8 = i8(Suit.SPADES)
        z = i8[Suit.SPADES](Suit.SPADES)

    layout: Any = State.layout  # type: ignore[attr-defined]
    assert layout.by_name["x"].bits == 16
    assert (State().y, State().z) == (3, [3, 3, 3])


def test_wrong_arrays_rules_and_walks_get_a_sentence() -> None:
    with pytest.raises(TypeError, match="one to three sizes, not 4"):
        i8[1, 2, 3, 4]  # type: ignore[index]
    with pytest.raises(TypeError, match="at least 1, not 0"):
        i8[0]
    with pytest.raises(TypeError, match="directly above a function"):
        rule(3)  # type: ignore[type-var]
    with pytest.raises(TypeError, match="made from two rules"):
        each(len, max)

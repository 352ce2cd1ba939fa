"""The rules write the same text as Python would."""

from __future__ import annotations

from array import array

import pytest

from rumpus.table.showing.spell import FACT, Keys, pieces_of, put_number, put_piece, texts_of

KEYS = Keys(*(f"{'k' * i} {i}" for i in range(11)))
NUMBERS = (0, 7, 9, 10, 11, 99, 100, 101, 12345, 2**31 - 1, -1, -10, -987654, -(2**31))


def text(row: list[int], end: int) -> str:
    return array("i", row).tobytes()[:end].decode()


@pytest.mark.parametrize("begin", range(4))
def test_numbers_stand_one_behind_the_other(begin: int) -> None:
    row = [0] * 50
    end = begin
    for number in NUMBERS:
        end = put_number(row, end, number)
    assert text(row, end)[begin:] == "".join(map(str, NUMBERS))


@pytest.mark.parametrize("begin", range(4))
def test_pieces_of_any_length_stand_one_behind_the_other(begin: int) -> None:
    facts = ("a", "bc", "def", "a longer name", "")
    row, pieces, end = [0] * 100, pieces_of(KEYS, facts), begin
    for piece in range(FACT + len(facts)):
        end = put_piece(row, end, pieces, piece)
    assert text(row, end)[begin:] == "".join(texts_of(KEYS)) + '"a":"bc":"def":"a longer name":"":'


def test_nothing_is_left_of_what_was_written_before() -> None:
    row = [0x41414141] * 20
    row[0] = 0
    assert text(row, put_number(row, 0, 1234567)) == "1234567"

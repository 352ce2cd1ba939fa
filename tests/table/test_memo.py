"""What was worked out lately is not worked out again."""

from __future__ import annotations

from rumpus.table.memo import MOST, Memo


def test_a_memo_keeps_what_was_made_and_never_grows_beyond_its_size() -> None:
    memo, made = Memo(), []

    def make(number: int) -> int:
        made.append(number)
        return number + 1

    for number in (1, 2, 1, 2):
        assert memo.recall(number, lambda n=number: make(n)) == number + 1  # type: ignore[misc]
    assert made == [1, 2]
    for number in range(3 * MOST):
        memo.recall(number, lambda n=number: make(n))  # type: ignore[misc]
        assert len(memo.kept) <= MOST

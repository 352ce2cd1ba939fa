"""ChaCha8 as published, numbers without bias, shuffles in which every order is equally likely."""

from __future__ import annotations

import struct
from collections import Counter
from itertools import product

import pytest

from rumpus.language.intrinsics import signed32
from rumpus.rulekit.piles import move_on
from tests.trials.support import BackEnds, dealt, packed, run_trial

# Published test vectors: 256-bit key, IV of zeros, 8 rounds; the first two blocks of each.
VECTORS = {
    bytes(32): (
        "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
        "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42",
        "d2aefa0deaa5c151bf0adb6c01f2a5adc0fd581259f9a2aadcf20f8fd566a26b"
        "5032ec38bbc5da98ee0c6f568b872a65a08abf251deb21bb4b56e5d8821e68aa",
    ),
    bytes([1, *bytes(31)]): (
        "cf5ee9a0494aa9613e05d5ed725b804b12f4a465ee635acc3a311de8740489ea"
        "289d04f43c7518db56eb4433e498a1238cd8464d3763ddbb9222ee3bd8fae3c8",
        "b4355a7d93dd8867089ee643558b95754efa2bd1a8a1e2d75bcdb32015542638"
        "291941feb49965587c4fdfe219cf0ec132a6cd4dc067392e67982fe53278c0b4",
    ),
}
SPAN = 2**32
SIZES = (1, 2, 3, 5, 6, 7, 52, 105, 1000, 65_537, 2**31 - 1, 2**31)


@pytest.mark.parametrize("key", VECTORS, ids=["zeros", "one bit"])
def test_published_vectors(key: bytes, back_ends: BackEnds) -> None:
    for backend in back_ends:
        for words, block in ((1, 0), (16, 0), (17, 1), (32, 1)):
            s = backend.blank(2, {}, key)
            data = packed(dealt(key=backend.field(s, "key"), short=words))
            drawn = run_trial(backend, "draw_words", data)
            assert struct.pack("<16i", *drawn.block).hex() == VECTORS[key][block]
            assert drawn.word == drawn.block[(words - 1) % 16]


def test_a_long_series_is_the_same_everywhere(back_ends: BackEnds) -> None:
    data = packed(dealt(key=[1, -2, 3, -4, 5, -6, 7, -8], short=1000))
    drawn = {packed(run_trial(backend, "draw_words", data)) for backend in back_ends}
    assert len(drawn) == 1


def test_a_key_has_32_bytes(back_ends: BackEnds) -> None:
    with pytest.raises(ValueError, match="A key has 32 bytes, not 31"):
        back_ends[0].blank(2, {}, bytes(31))


# --------------------------------------------------------------------------------- below
def with_words(*words: int, **fields: int) -> bytes:
    """A state whose next words of chance are these."""
    s = dealt(drawn=1, **fields)
    s.block[1 : 1 + len(words)] = [signed32(word) for word in words]
    return packed(s)


def words_for(n: int, outcome: int) -> range:
    """The words that give an outcome: those after the rejected first numbers of its interval."""
    uneven = SPAN % n
    return range(-(-(outcome * SPAN + uneven) // n), -(-(outcome + 1) * SPAN // n))


@pytest.mark.parametrize("n", SIZES)
def test_every_outcome_has_equally_many_words(n: int) -> None:
    outcomes = range(n) if n < 2000 else (0, 1, n // 3, n // 2, n - 2, n - 1)
    assert {len(words_for(n, outcome)) for outcome in outcomes} == {SPAN // n}


@pytest.mark.parametrize("n", SIZES)
def test_below_takes_exactly_those_words(n: int, back_ends: BackEnds) -> None:
    for backend, outcome in product(back_ends, {0, n // 3, n // 2, n - 1}):
        accepted = words_for(n, outcome)
        for word in (accepted[0], accepted[-1]):
            drawn = run_trial(backend, "draw_below", with_words(word, a=n))
            assert (drawn.out[0], drawn.drawn) == (outcome, 2)
        before = accepted[0] - 1
        if before * n >= outcome * SPAN:  # in the same interval, but rejected
            other = words_for(n, n - 1)[-1]
            drawn = run_trial(backend, "draw_below", with_words(before, other, a=n))
            assert (drawn.out[0], drawn.drawn) == (n - 1, 3)


# --------------------------------------------------------------------------------- shuffles
ALL_DRAWS = list(product(range(4), range(3), range(2)))
"""Which of 4, of 3 and of 2 cards is drawn: every way a shuffle of four can go, all as likely."""


def draws(way: tuple[int, ...]) -> list[int]:
    return [words_for(n, outcome)[0] for n, outcome in zip((4, 3, 2), way, strict=True)]


def test_every_order_of_a_shuffle_is_as_likely(back_ends: BackEnds) -> None:
    for backend in back_ends:
        orders = Counter(
            tuple(run_trial(backend, "shuffle_four", with_words(*draws(way))).row8[:4])
            for way in ALL_DRAWS
        )
        assert len(orders) == 24 and set(orders.values()) == {1}
        assert all(sorted(order) == [0, 1, 2, 3] for order in orders)


def test_every_order_of_faces_is_as_likely(back_ends: BackEnds) -> None:
    for backend in back_ends:
        orders: Counter[tuple[int, ...]] = Counter()
        for way in ALL_DRAWS:
            s = dealt(tiny=1, drawn=1)
            for card in (6, 1, 4, 2):
                move_on(s, card, 1)
            s.block[1:4] = [signed32(word) for word in draws(way)]
            shuffled = run_trial(backend, "shuffle_zone", packed(s))
            assert (shuffled.zone, shuffled.link, shuffled.end) == (s.zone, s.link, s.end)
            orders[tuple(shuffled.face)] += 1
        assert len(orders) == 24 and set(orders.values()) == {1}
        for faces in orders:
            assert sorted(faces[card] for card in (1, 2, 4, 6)) == [2, 4, 8, 12]
            assert [faces[card] for card in (0, 3, 5, 7, 8)] == [0, 6, 10, 14, 16]


def test_a_new_key_leaves_nothing_of_the_old_chance(back_ends: BackEnds) -> None:
    for backend in back_ends:
        fresh, used = backend.blank(2), backend.load(with_words(7, 8, 9))
        for s in (fresh, used):
            backend.run("seed_key", s, 3, 4)
        for name in ("key", "block", "drawn"):
            assert backend.field(used, name) == backend.field(fresh, name)
        assert not any(backend.field(used, "block"))

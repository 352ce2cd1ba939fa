"""Cards leave a hand so that nobody can follow them."""

from __future__ import annotations

import pytest

from rumpus.rulekit import NONE, i8, state
from rumpus.rulekit.hands import first_hidden, lay_out_faces, leave_openly, swap_faces
from rumpus.rulekit.piles import Piles, put_under

HAND, EVERYBODY = 0, 3


@state
class Table(Piles, cards=5, zones=1):
    """A hand of five cards."""

    face = i8[5]()
    known = i8[5]()


def hand(faces: str, known: str = "") -> Table:
    """A hand from its first card on, and what is known of the cards: `a` means by all."""
    s = Table()
    for card, face in enumerate(faces):
        put_under(s, HAND, card)
        s.face[card] = int(face)
        s.known[card] = EVERYBODY if known[card : card + 1] == "a" else 1
    return s


def test_the_first_hidden_card_is_not_known_to_everybody() -> None:
    s = hand("01234", "aa")
    assert first_hidden(s, HAND, s.known, EVERYBODY) == 2
    s = hand("012", "aaa")
    assert first_hidden(s, HAND, s.known, EVERYBODY) == NONE


def test_a_card_that_everybody_knows_leaves_itself() -> None:
    s = hand("01234", "..a..")
    assert leave_openly(s, s.face, 2, s.known, EVERYBODY) == 2
    assert s.face == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("card", [1, 2, 4])
def test_whichever_hidden_card_leaves_the_same_token_goes(card: int) -> None:
    s = hand("01234", "a..a.")
    assert leave_openly(s, s.face, card, s.known, EVERYBODY) == 1
    assert s.face[1] == card
    assert sorted(s.face) == [0, 1, 2, 3, 4]
    assert (s.face[0], s.face[3]) == (0, 3)


def test_faces_change_places() -> None:
    face = [7, 8, 9]
    swap_faces(face, 0, 2)
    assert face == [9, 8, 7]
    swap_faces(face, 1, 1)
    assert face == [9, 8, 7]


def test_every_copy_is_laid_out() -> None:
    out = [-1] * 6
    assert lay_out_faces([2, 0, 3], 3, out) == 5
    assert out == [0, 0, 2, 2, 2, -1]

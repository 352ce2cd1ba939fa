"""Who knows which card, and how cards leave a hand so that nobody can follow them."""

from __future__ import annotations

from collections import Counter

import pytest

from rumpus.rulekit import NONE, copy, i8, only, seed_key, state
from rumpus.rulekit.hands import (
    PUBLIC,
    HiddenCards,
    deal_faces,
    draw_card,
    find_face,
    first_hidden,
    imagine_hidden,
    knows,
    lay_deck,
    lay_out_faces,
    leave_openly,
    pass_card,
    play_card,
    random_card,
    redact_hidden,
    show_to,
    swap_faces,
)
from rumpus.rulekit.piles import Piles, is_up, pile, put_under
from rumpus.testing import check_game

from . import slips

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


def test_only_the_cards_named_are_dealt_faces() -> None:
    s = hand("77777")
    seed_key(s, 1, 1)
    deal_faces(s, s.face, [3, 1, 0], 2, [1, 0, 1], 3)
    assert sorted((s.face[3], s.face[1])) == [0, 2]
    assert (s.face[0], s.face[2], s.face[4]) == (7, 7, 7)


# --------------------------------------------------------------------------------- hidden cards
COPIES = (3, 1, 2, 4)
FACES = len(COPIES)
DECK, TABLE, ADA, BO = range(4)
"""The zones; Ada has seat 0 and Bo seat 1."""


@state
class Hidden(HiddenCards, cards=10, zones=4):
    """A deck, a pile on the table, and two hands."""


def dealt(seed: int = 1) -> Hidden:
    """Three cards each, the rest in the deck."""
    s = Hidden()
    seed_key(s, seed, 0)
    lay_deck(s, s.face, DECK, COPIES, FACES)
    for _ in range(3):
        for seat, zone in enumerate((ADA, BO)):
            draw_card(s, DECK, zone, only(seat))
    return s


def copy_of(s: Hidden) -> Hidden:
    other = Hidden()
    copy(other, s)
    return other


def faces_in(s: Hidden, zone: int) -> list[int]:
    return [s.face[card] for card in pile(s, zone)]


def known_to(s: Hidden, viewer: int, zone: int) -> list[bool]:
    return [knows(s, viewer, card) for card in pile(s, zone)]


def test_a_deck_has_every_copy_and_nobody_knows_it() -> None:
    s = Hidden()
    seed_key(s, 1, 0)
    lay_deck(s, s.face, DECK, COPIES, FACES)
    assert sorted(faces_in(s, DECK)) == [0, 0, 0, 1, 2, 2, 3, 3, 3, 3]
    assert not any(knows(s, viewer, card) for viewer in (NONE, 0, 1) for card in range(10))
    again = Hidden()
    seed_key(again, 2, 0)
    lay_deck(again, again.face, DECK, COPIES, FACES)
    assert again.face != s.face


def test_a_deck_for_another_round_is_gathered_from_everywhere() -> None:
    s = dealt()
    play_card(s, next(iter(pile(s, BO))), TABLE)
    lay_deck(s, s.face, DECK, COPIES, FACES)
    assert s.size == [10, 0, 0, 0]
    assert sorted(faces_in(s, DECK)) == [0, 0, 0, 1, 2, 2, 3, 3, 3, 3]
    assert not any(is_up(s, card) for card in pile(s, DECK))


def test_a_drawn_card_is_known_to_who_draws_it() -> None:
    s = dealt()
    assert known_to(s, 0, ADA) == [True] * 3
    assert known_to(s, 1, ADA) == [False] * 3
    assert known_to(s, NONE, ADA) == [False] * 3
    for _ in range(4):
        draw_card(s, DECK, TABLE, PUBLIC)
    assert all(known_to(s, viewer, TABLE) == [True] * 4 for viewer in (NONE, 0, 1))
    assert draw_card(s, DECK, TABLE, PUBLIC) == NONE
    assert s.size[TABLE] == 4


def test_a_card_that_is_shown_stays_known_to_its_holder() -> None:
    s = dealt()
    card = next(iter(pile(s, ADA)))
    show_to(s, card, only(1))
    assert knows(s, 0, card) and knows(s, 1, card) and not knows(s, NONE, card)
    show_to(s, card, PUBLIC)
    assert knows(s, NONE, card)


@pytest.mark.parametrize("place", range(3))
def test_whatever_is_played_the_same_token_leaves_the_hand(place: int) -> None:
    s = dealt()
    before = sorted(faces_in(s, ADA))
    first, card = next(iter(pile(s, ADA))), list(pile(s, ADA))[place]
    face = s.face[card]
    assert play_card(s, card, TABLE) == first
    assert faces_in(s, TABLE) == [face] and is_up(s, first)
    assert known_to(s, NONE, TABLE) == [True]
    assert sorted([*faces_in(s, ADA), face]) == before


def test_a_public_card_is_played_itself_and_found_first() -> None:
    s = dealt()
    hand = list(pile(s, ADA))
    for card in hand:
        s.face[card] = 3
    show_to(s, hand[2], PUBLIC)
    assert find_face(s, ADA, 3) == hand[2]
    assert find_face(s, ADA, 1) == NONE
    assert play_card(s, hand[2], TABLE) == hand[2]


def test_any_card_of_a_hand_may_be_pulled() -> None:
    s = dealt()
    pulled = Counter(random_card(s, ADA) for _ in range(300))
    assert set(pulled) == set(pile(s, ADA)) and min(pulled.values()) > 50
    for card in list(pile(s, ADA)):
        play_card(s, card, TABLE)
    assert random_card(s, ADA) == NONE


def test_who_was_shown_one_card_of_a_hand_learns_no_other_when_one_is_played() -> None:
    """The token of the shown card may stay behind with another face."""
    s = dealt()
    hand = list(pile(s, ADA))
    show_to(s, hand[2], only(1))
    play_card(s, hand[2], TABLE)
    assert known_to(s, 1, ADA) == [False, False]
    assert known_to(s, 0, ADA) == [True, True]


@pytest.mark.parametrize("place", range(3))
def test_a_passed_card_may_have_been_any_of_the_hand(place: int) -> None:
    s = dealt()
    hand = list(pile(s, ADA))
    show_to(s, hand[1], PUBLIC)
    face = s.face[hand[place]]
    passed = pass_card(s, hand[place], BO, 0, only(1))
    assert passed == hand[0] and s.face[passed] == face and not is_up(s, passed)
    assert known_to(s, NONE, ADA) == [False, False] and known_to(s, NONE, BO) == [False] * 4
    assert known_to(s, 1, BO) == [True] * 4 and known_to(s, 0, ADA) == [True, True]
    assert knows(s, 0, passed)


@pytest.mark.parametrize("place", range(3))
def test_nobody_else_can_follow_a_card_out_of_a_hand_that_all_know(place: int) -> None:
    s = dealt()
    hand = list(pile(s, ADA))
    for card in hand:
        show_to(s, card, PUBLIC)
    passed = pass_card(s, hand[place], BO, 0, only(1))
    assert known_to(s, NONE, ADA) == [False, False] and not knows(s, NONE, passed)
    assert known_to(s, 0, ADA) == [True, True] and known_to(s, 1, ADA) == [False, False]
    assert knows(s, 0, passed) and knows(s, 1, passed)


@pytest.mark.parametrize("viewer", [NONE, 0, 1])
def test_only_unknown_faces_are_blanked(viewer: int) -> None:
    s = dealt()
    play_card(s, next(iter(pile(s, BO))), TABLE)
    whole = copy_of(s)
    redact_hidden(s, viewer)
    for card in range(10):
        assert s.face[card] == (whole.face[card] if knows(whole, viewer, card) else NONE)
    assert not any(s.key) and not any(s.block)


@pytest.mark.parametrize("viewer", [NONE, 0, 1])
def test_an_imagined_deal_keeps_what_is_known_and_fills_the_rest(viewer: int) -> None:
    whole = dealt()
    play_card(whole, next(iter(pile(whole, BO))), TABLE)
    deals = set()
    for seed in range(20):
        s = copy_of(whole)
        seed_key(s, seed, 5)
        imagine_hidden(s, viewer, COPIES, FACES)
        blank = copy_of(whole)
        redact_hidden(blank, viewer)
        seed_key(blank, seed, 5)
        imagine_hidden(blank, viewer, COPIES, FACES)
        assert blank.face == s.face, "it has looked at what it fills"
        assert sorted(s.face) == sorted(whole.face)
        for card in range(10):
            if knows(whole, viewer, card):
                assert s.face[card] == whole.face[card]
        deals.add(tuple(s.face))
    assert len(deals) > 5


def test_a_game_that_does_everything_with_hidden_cards_leaks_nothing() -> None:
    """In every back end, held against an account of who can have seen which card."""
    report = check_game(slips.game, account=slips.Account, census=slips.census, examples=10)
    assert len(report.events) == len(slips.V.events)

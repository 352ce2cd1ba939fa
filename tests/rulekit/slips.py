"""Slips, a game that does everything with hidden cards.

They are drawn, taken from an open pile into a hand, slipped face down to a neighbour, discarded,
shuffled again, and laid open at the end.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from rumpus.rulekit import NONE, Row, first_n, i8, only, row, rule, state, tell, whisper
from rumpus.rulekit.game import Game
from rumpus.rulekit.hands import (
    PUBLIC,
    HiddenCards,
    draw_card,
    find_face,
    imagine_hidden,
    knows,
    lay_deck,
    pass_card,
    play_card,
    redact_hidden,
    show_to,
)
from rumpus.rulekit.layout import FIRST_ZONE, lay_fact, lay_group, lay_zone
from rumpus.rulekit.offering import offer, offer_each
from rumpus.rulekit.piles import move_on, pile, shuffle_faces, top, turn_card
from rumpus.rulekit.ranking import rank
from rumpus.rulekit.seats import Seats, clockwise, starting_seat
from rumpus.rulekit.words.vocabulary import (
    FACE,
    NUMBER,
    SEAT,
    STAGES,
    Vocabulary,
    faces,
    shown,
)
from rumpus.testing import CardAccount, ObservedMove
from rumpus.testing.account import Sight, cards_in, everybody, eyes_of

PLAYERS, HAND, FACES, TURNS = 4, 3, 6, 40
COPIES = tuple(3 for _ in range(FACES))
CARDS = sum(COPIES)
DECK, DISCARDS, HANDS = 0, 1, 2

V = Vocabulary(groups=CARDS)
V.cards([str(face + 1) for face in range(FACES)])
DECK_ZONE = V.zone("deck", "Deck")
DISCARD_ZONE = V.zone("discards", "Discards")
HAND_ZONE = V.zone("hand", "Hand", owned=True)
TURN = V.fact("turn", SEAT)
DRAWING = V.stage("drawing", "Draw a card.")
PUTTING = V.stage("putting", "Discard a card, or slip it to the left.")
STAGE = V.fact("stage", STAGES)
DRAW = V.verb("draw", "Draw")
TAKE = V.verb("take", "Take the top card of the discards")
DISCARD = V.verb("discard", "Discard a {card}", card=faces(FACES))
SLIP = V.verb("slip", "Slip a {card} to the left", card=faces(FACES))
DREW = V.event("drew", "{seat} draws.", seat=SEAT)
DREW_FACE = V.event("drew face", "It is a {card}.", card=shown(FACE))
TOOK = V.event("took", "{seat} takes a {card}.", seat=SEAT, card=FACE)
DISCARDED = V.event("discarded", "{seat} discards a {card}.", seat=SEAT, card=shown(FACE))
SLIPPED = V.event("slipped", "{seat} slips {target} a card.", seat=SEAT, target=SEAT)
GOT_FACE = V.event("got face", "It is a {card} now.", card=shown(FACE))
RESHUFFLED = V.event("reshuffled", "{n:card} are shuffled.", n=NUMBER)
SHOWED = V.event("showed", "{seat} shows a {card}.", seat=SEAT, card=shown(FACE))


@state
class State(Seats, HiddenCards, cards=CARDS, zones=HANDS + PLAYERS):
    """A table of Slips."""

    stage: i8
    player: i8
    turns: i8


@rule
def setup(s: State) -> None:
    """Deal three cards each."""
    lay_deck(s, s.face, DECK, COPIES, FACES)
    s.player = starting_seat(s, NONE)
    for seat in range(s.n_players):
        for _ in range(HAND):
            draw_card(s, DECK, HANDS + seat, only(seat))


@rule
def is_over(s: State) -> bool:
    """After so many turns."""
    return s.turns == TURNS


@rule
def asks(s: State) -> int:
    """One after the other."""
    return 0 if is_over(s) else only(s.player)


@rule
def legal(s: State, seat: int, out: Row) -> int:
    """Draw or take, then discard or slip."""
    held = 0
    for card in pile(s, HANDS + seat):
        held = held | only(s.face[card])
    n = 0
    if s.stage == DRAWING:
        if s.size[DECK] + s.size[DISCARDS] > 0:
            n = offer(out, n, DRAW)
        if s.size[DISCARDS] > 0:
            n = offer(out, n, TAKE)
    if s.stage == PUTTING or n == 0:
        n = offer_each(out, n, DISCARD, held)
        n = offer_each(out, n, SLIP, held)
    return n


@rule
def apply(s: State, seat: int, action: int) -> None:
    """Half a turn."""
    if action == DRAW:
        draw(s, seat)
    elif action == TAKE:
        taken = top(s, DISCARDS)
        move_on(s, taken, HANDS + seat)
        turn_card(s, taken, False)
        tell(s, TOOK, seat, s.face[taken])
    elif action >= SLIP:
        slip(s, seat, find_face(s, HANDS + seat, action - SLIP))
    else:
        play_card(s, find_face(s, HANDS + seat, action - DISCARD), DISCARDS)
        tell(s, DISCARDED, seat, action - DISCARD)
    if action in (DRAW, TAKE):
        s.stage = PUTTING
    else:
        s.stage = DRAWING
        s.player = clockwise(s, seat, 1)
        s.turns += 1
        if s.size[HANDS + s.player] + s.size[DECK] + s.size[DISCARDS] == 0:
            s.turns = TURNS
        if is_over(s):
            show_hands(s)


@rule
def draw(s: State, seat: int) -> None:
    """From the deck, which is made of the discards when it is empty."""
    if s.size[DECK] == 0:
        n = s.size[DISCARDS]
        for card in pile(s, DISCARDS):
            s.known[card] = 0
            turn_card(s, card, False)
            move_on(s, card, DECK)
        shuffle_faces(s, s.face, DECK)
        tell(s, RESHUFFLED, n)
    drawn = draw_card(s, DECK, HANDS + seat, only(seat))
    tell(s, DREW, seat)
    whisper(s, only(seat), DREW_FACE, s.face[drawn])


@rule
def slip(s: State, seat: int, card: int) -> None:
    """A card goes face down to the left neighbour."""
    target = clockwise(s, seat, 1)
    given = pass_card(s, card, HANDS + target, seat, only(target))
    tell(s, SLIPPED, seat, target)
    whisper(s, only(target), GOT_FACE, s.face[given])


@rule
def show_hands(s: State) -> None:
    """All hands are laid open; what becomes known is told card by card."""
    for seat in range(s.n_players):
        for card in pile(s, HANDS + seat):
            show_to(s, card, PUBLIC)
            tell(s, SHOWED, seat, s.face[card])


@rule
def places(s: State, out: Row) -> None:
    """The smallest sum wins."""
    points = row(PLAYERS)
    for seat in range(s.n_players):
        for card in pile(s, HANDS + seat):
            points[seat] -= s.face[card] + 1
    rank(points, first_n(s.n_players), out)


@rule
def redact(s: State, viewer: int) -> None:
    """Only cards are hidden."""
    redact_hidden(s, viewer)


@rule
def imagine(s: State, viewer: int) -> None:
    """All cards are in play."""
    imagine_hidden(s, viewer, COPIES, FACES)


@rule
def show(s: State, viewer: int, out: Row) -> int:
    """Every pile card by card."""
    lay_fact(out, TURN, s.player)
    lay_fact(out, STAGE, s.stage)
    n = lay_zone(out, FIRST_ZONE, DECK_ZONE, NONE, s.size[DECK])
    n = show_cards(s, viewer, DISCARDS, DISCARD_ZONE, NONE, out, n)
    for seat in range(s.n_players):
        n = show_cards(s, viewer, HANDS + seat, HAND_ZONE, seat, out, n)
    return n


@rule
def show_cards(
    s: State, viewer: int, zone: int, shown_zone: int, owner: int, out: Row, place: int
) -> int:
    """One pile; a card that the viewer does not know is a back."""
    head = lay_zone(out, place, shown_zone, owner, s.size[zone])
    n = head
    for card in pile(s, zone):
        n = lay_group(out, n, head, s.face[card] if knows(s, viewer, card) else NONE, 1, 0)
    return n


@rule
def advise(s: State, seat: int, out: Row) -> None:
    """Anything is as good as anything else."""
    n = legal(s, seat, out)
    for i in range(n):
        out[i] = 1


game = Game(
    name="slips",
    title="Slips",
    idea="Slip your neighbour what you do not want.",
    players=range(2, PLAYERS + 1),
    common=3,
    minutes=5,
    version=1,
    state=State,
    modules=(sys.modules[__name__],),
    options=(),
    words=V,
)


# --------------------------------------------------------------------------------- secrets
class Account(CardAccount):
    """The discards lie open; you see your own hand, and all hands at the end."""

    def in_sight(self, s: Any) -> Sight:
        """Who sees which cards as they lie now."""
        sight = dict.fromkeys(cards_in(s, DISCARDS), everybody(s))
        for seat in range(s.n_players):
            eyes = everybody(s) if s.turns == TURNS else eyes_of(seat)
            sight |= dict.fromkeys(cards_in(s, HANDS + seat), eyes)
        return sight

    def shown(self, move: ObservedMove) -> Iterator[Sight]:
        """Whoever slips a card knows which one it was."""
        for card in slipped(move):
            yield {card: eyes_of(move.seat)}

    def mixed(self, move: ObservedMove) -> Iterator[int]:
        """A hand from which a card was slipped: it may have been any; and what was shuffled."""
        for card in slipped(move):
            yield from cards_in(move.before, move.before.zone[card])
        if any(event.kind == RESHUFFLED for event in move.told):
            yield from cards_in(move.before, DISCARDS)


def slipped(move: ObservedMove) -> Iterator[int]:
    """The card that went from one hand to another."""
    for card, (old, new) in enumerate(zip(move.before.zone, move.after.zone, strict=True)):
        if old != new and min(old, new) >= HANDS:
            yield card


def census(s: Any) -> Any:
    """All cards lie somewhere, three of each face."""
    return sum(s.size), sorted(s.face)

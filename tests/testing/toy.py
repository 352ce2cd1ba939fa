"""Hush: a small game with hidden hands, and one planted fault for each property of the kit.

Twelve cards, three of each of four faces. On a turn you play a card openly onto the pile, tuck one
face down under the heap, take the top of the pile, or shuffle the heap. After an open play you may
add cards of the same face. The first empty hand wins.
"""

from __future__ import annotations

import sys

from rumpus.rulekit import (
    NONE,
    Row,
    below,
    first_n,
    forget_chance,
    has,
    i8,
    only,
    row,
    rule,
    shuffle,
    state,
    tell,
    whisper,
)
from rumpus.rulekit.game import Game
from rumpus.rulekit.layout import FIRST_ZONE, lay_fact, lay_group, lay_zone
from rumpus.rulekit.options import Option
from rumpus.rulekit.piles import Piles, lift, move_on, pile, put_on, put_under, shuffle_faces, top
from rumpus.rulekit.words.vocabulary import FACE, NUMBER, SEAT, STAGES, Vocabulary, named, shown

FACES, COPIES, CARDS, MAX_PLAYERS, HAND = 4, 3, 12, 3, 3
ZONES = 6
UNKNOWN = -1
MOST_TURNS = 60

FAULTS = (
    "none", "loses_a_card", "offers_twice", "does_nothing", "never_ends", "redacts_more_each_time",
    "shows_the_heap", "keeps_chance", "imagines_too_much", "imagines_by_looking", "overflows",
    "wrong_index", "token_follows_face", "shuffles_tokens", "unseen_twin_first",
    "asks_only_if_meaningful", "advice_peeks", "tells_what_is_drawn", "gap_in_places",
    "marks_the_heap", "undo_peeks", "tells_half_way", "shows_what_is_drawn",
    "shows_what_is_tucked", "tells_what_is_tucked",
)  # fmt: skip
(
    NO_FAULT, LOSES_A_CARD, OFFERS_TWICE, DOES_NOTHING, NEVER_ENDS, REDACTS_MORE_EACH_TIME,
    SHOWS_THE_HEAP, KEEPS_CHANCE, IMAGINES_TOO_MUCH, IMAGINES_BY_LOOKING, OVERFLOWS,
    WRONG_INDEX, TOKEN_FOLLOWS_FACE, SHUFFLES_TOKENS, UNSEEN_TWIN_FIRST,
    ASKS_ONLY_IF_MEANINGFUL, ADVICE_PEEKS, TELLS_WHAT_IS_DRAWN, GAP_IN_PLACES,
    MARKS_THE_HEAP, UNDO_PEEKS, TELLS_HALF_WAY, SHOWS_WHAT_IS_DRAWN,
    SHOWS_WHAT_IS_TUCKED, TELLS_WHAT_IS_TUCKED,
) = range(25)  # fmt: skip


def vocabulary() -> Vocabulary:
    """The words of Hush."""
    words = Vocabulary(groups=CARDS)
    words.cards(("a", "b", "c", "d"))
    words.zone("hand", "Hand", each=MAX_PLAYERS, owned=True)
    for name in ("Pile", "Heap", "Draw Pile"):
        words.zone(name.lower(), name)
    words.stage("turn", "It is your turn.")
    words.stage("adding", "Add a card, or stop.")
    words.fact("turn", SEAT)
    words.fact("stage", STAGES)
    words.fact("turns", NUMBER)
    face = named("a", "b", "c", "d")
    words.verb("play", "Play {face}", face=face)
    words.verb("tuck", "Tuck {face}", face=face)
    words.verb("more", "Add one")
    words.verb("stop", "Stop")
    words.verb("take", "Take the top of the pile")
    words.verb("shuffle", "Shuffle the heap")
    words.event("played", "{seat} plays {face}.", seat=SEAT, face=shown(FACE), card=NUMBER)
    words.event("tucked", "{seat} tucks a card.", seat=SEAT, card=NUMBER)
    words.event("tucked yours", "It is {face}.", face=FACE)
    words.event("took", "{seat} takes {face}.", seat=SEAT, face=FACE, card=NUMBER)
    words.event("shuffled", "The heap is shuffled.")
    words.event("drew", "{seat} draws.", seat=SEAT)
    words.event("drew yours", "It is {face}.", face=shown(FACE))
    words.event("ended", "It is over.")
    return words


V = vocabulary()
HANDS, (PILE, HEAP, DRAW) = V.zones[0], V.zones[MAX_PLAYERS:]
PLAY, TUCK, MORE, STOP, TAKE, SHUFFLE = V.verbs
WHOSE_TURN, STAGE, TURNS = V.facts
TURN, ADDING = V.stages
PLAYED, TUCKED, TUCKED_YOURS, TOOK, SHUFFLED, DREW, DREW_YOURS, ENDED = V.events


@state
class State(Piles, cards=CARDS, zones=ZONES):
    """A table of Hush."""

    n_players: i8
    fault: i8
    player: i8
    stage: i8
    turn: i8
    over: i8
    face = i8[CARDS](UNKNOWN)  # what is printed on each card
    known = i8[CARDS]()  # the set of seats that know it
    asked_again: i8


# --------------------------------------------------------------------------------- setup
@rule
def setup(s: State) -> None:
    """Deal three cards to everybody."""
    faces = row(CARDS)
    for card in range(CARDS):
        faces[card] = card % FACES
    shuffle(s, faces, CARDS)
    for card in range(CARDS):
        s.face[card] = faces[card]
        put_on(s, DRAW, card)
    for seat in range(s.n_players):
        for _ in range(HAND):
            draw(s, seat)


@rule
def draw(s: State, seat: int) -> None:
    """The top of the Draw Pile goes into a hand, unseen by the others."""
    card = top(s, DRAW)
    if card != NONE:
        move_on(s, card, seat)
        s.known[card] = first_n(s.n_players) if s.fault == SHOWS_WHAT_IS_DRAWN else only(seat)
        tell(s, DREW, seat)
        s.known[card] = only(seat)
        if s.fault == TELLS_WHAT_IS_DRAWN:
            tell(s, DREW_YOURS, s.face[card])
        else:
            whisper(s, only(seat), DREW_YOURS, s.face[card])


# --------------------------------------------------------------------------------- questions
@rule
def is_over(s: State) -> bool:
    """Somebody has no cards left."""
    return s.over != 0


@rule
def asks(s: State) -> int:
    """Whose turn it is."""
    return 0 if s.over else only(s.player)


@rule
def may(s: State) -> int:
    """Nobody acts outside their turn."""
    return 0


@rule
def timeout(s: State, seat: int) -> int:
    """The first card, or stop."""
    return STOP


@rule
def holds(s: State, seat: int, face: int) -> bool:
    """Whether a hand has a card with this face."""
    for card in pile(s, seat):
        if s.face[card] == face:
            return True
    return False


@rule
def legal(s: State, seat: int, out: Row) -> int:
    """What may be done."""
    n = 0
    if s.stage == ADDING:
        out[0] = STOP
        n = 1
        if s.fault == OFFERS_TWICE:
            out[1] = STOP
            n = 2
        if holds(s, seat, s.face[top(s, PILE)]):
            out[n] = MORE
            n += 1
        return n
    for face in range(FACES):
        if holds(s, seat, face):
            out[n] = PLAY + face
            out[n + 1] = TUCK + face
            n += 2
    if s.size[PILE] > 0:
        out[n] = TAKE
        n += 1
    out[n] = SHUFFLE
    return n + 1


# --------------------------------------------------------------------------------- leaving a hand
@rule
def with_face(s: State, seat: int, face: int) -> int:
    """The first card of a hand with this face: nobody else may know which one it is."""
    for card in pile(s, seat):
        if s.face[card] == face:
            return card
    return NONE


@rule
def known_twin(s: State, seat: int, face: int) -> int:
    """A card of the hand that everybody knows to have this face."""
    for card in pile(s, seat):
        if s.known[card] == first_n(s.n_players) and s.face[card] == face:
            return card
    return NONE


@rule
def first_unseen(s: State, seat: int) -> int:
    """The first card of a hand that not everybody knows."""
    for card in pile(s, seat):
        if s.known[card] != first_n(s.n_players):
            return card
    return NONE


@rule
def swap_faces(s: State, a: int, b: int) -> None:
    """Two sleeves swap their contents."""
    printed = s.face[a]
    s.face[a] = s.face[b]
    s.face[b] = printed


@rule
def leaves_openly(s: State, seat: int, face: int) -> int:
    """A card with this face comes out for all to see: the one known to be there, if any."""
    if s.fault == UNSEEN_TWIN_FIRST:
        return with_face(s, seat, face)
    card = known_twin(s, seat, face)
    if card == NONE:
        card = first_unseen(s, seat)
        swap_faces(s, card, with_face(s, seat, face))
    return card


@rule
def leaves_unseen(s: State, seat: int, face: int) -> int:
    """A card comes out face down: it may be any, so nothing is known about the hand any more."""
    if s.fault == TOKEN_FOLLOWS_FACE:
        return with_face(s, seat, face)
    card = top(s, seat)
    swap_faces(s, card, with_face(s, seat, face))
    for other in pile(s, seat):
        s.known[other] = only(seat)
    return card


# --------------------------------------------------------------------------------- acting
@rule
def apply(s: State, seat: int, action: int) -> None:
    """Play, tuck, add, stop, take or shuffle."""
    if action < TUCK:
        play(s, seat, action - PLAY)
    elif action < MORE:
        tuck(s, seat, action - TUCK)
    elif action == MORE:
        play(s, seat, s.face[top(s, PILE)])
    elif action == STOP:
        if s.fault != DOES_NOTHING:
            end_turn(s)
    elif action == TAKE:
        take(s, seat)
    else:
        shuffle_heap(s)
        end_turn(s)


@rule
def play(s: State, seat: int, face: int) -> None:
    """Lay a card openly on the pile; more of the same may follow."""
    card = leaves_openly(s, seat, face)
    move_on(s, card, PILE)
    s.known[card] = first_n(s.n_players)
    tell(s, PLAYED, seat, face, card)
    s.stage = ADDING
    if s.size[seat] == 0 or (s.fault == ASKS_ONLY_IF_MEANINGFUL and not holds(s, seat, face)):
        end_turn(s)


@rule
def tuck(s: State, seat: int, face: int) -> None:
    """Put a card face down under the heap, and draw."""
    card = leaves_unseen(s, seat, face)
    lift(s, card)
    put_under(s, HEAP, card)
    s.known[card] = only(seat)
    whisper(s, only(seat), TUCKED_YOURS, face)
    if s.fault == TELLS_WHAT_IS_TUCKED:
        whisper(s, first_n(s.n_players) - only(seat), TUCKED_YOURS, face)
    if s.fault == SHOWS_WHAT_IS_TUCKED:
        s.known[card] = first_n(s.n_players)
    tell(s, TUCKED, seat, card)
    s.known[card] = only(seat)
    if s.fault == MARKS_THE_HEAP:
        s.known[card] = first_n(s.n_players)
    draw(s, seat)
    end_turn(s)


@rule
def take(s: State, seat: int) -> None:
    """Take the top of the pile into the hand: everybody knows what it is."""
    card = top(s, PILE)
    lift(s, card)
    if s.fault == TELLS_HALF_WAY:
        tell(s, TOOK, seat, s.face[card], card)
    if s.fault != LOSES_A_CARD:
        put_on(s, seat, card)
    if s.fault != TELLS_HALF_WAY:
        tell(s, TOOK, seat, s.face[card], card)
    end_turn(s)


@rule
def shuffle_heap(s: State) -> None:
    """Nobody knows the cards in the heap any more."""
    for card in pile(s, HEAP):
        s.known[card] = 0
    if s.fault == SHUFFLES_TOKENS:
        for _ in range(s.size[HEAP]):
            skip = below(s, s.size[HEAP])
            chosen = top(s, HEAP)
            for card in pile(s, HEAP):
                if skip == 0:
                    chosen = card
                skip -= 1
            move_on(s, chosen, HEAP)
    else:
        shuffle_faces(s, s.face, HEAP)
    tell(s, SHUFFLED)


@rule
def end_turn(s: State) -> None:
    """The next player's turn, unless a hand is empty."""
    s.stage = TURN
    if s.fault == OVERFLOWS:
        s.asked_again += 50
    if s.fault == WRONG_INDEX:
        s.asked_again = s.known[s.turn - 1]
    s.turn += 1
    empty = 0
    for seat in range(s.n_players):
        if s.size[seat] == 0:
            empty = empty | only(seat)
    if (empty != 0 or s.turn == MOST_TURNS) and s.fault != NEVER_ENDS:
        s.over = 1
        tell(s, ENDED)
        return
    if s.turn == MOST_TURNS:
        s.turn = 0
    s.player = s.player + 1 if s.player + 1 < s.n_players else 0
    if s.fault == UNDO_PEEKS and s.face[top(s, s.player)] == 0:
        whisper(s, only(s.player), DREW_YOURS, 0)


@rule
def places(s: State, out: Row) -> None:
    """Fewer cards, better place."""
    for seat in range(s.n_players):
        out[seat] = 1
        for other in range(s.n_players):
            if s.size[other] < s.size[seat]:
                out[seat] += 1
        if s.fault == GAP_IN_PLACES:
            out[seat] += 1


@rule
def scores(s: State, out: Row) -> None:
    """Cards left."""
    for seat in range(s.n_players):
        out[seat] = s.size[seat]


# --------------------------------------------------------------------------------- knowing
@rule
def knows(s: State, viewer: int, card: int) -> bool:
    """Whether a viewer knows a card: spectators know what everybody knows."""
    if viewer == NONE:
        return s.known[card] == first_n(s.n_players)
    return has(s.known[card], viewer)


@rule
def redact(s: State, viewer: int) -> None:
    """Blank the faces that the viewer does not know, and chance."""
    for card in range(CARDS):
        hidden = not knows(s, viewer, card)
        if hidden and not (s.fault == SHOWS_THE_HEAP and s.zone[card] == HEAP):
            s.face[card] = UNKNOWN
    if s.fault == REDACTS_MORE_EACH_TIME:
        s.asked_again = s.asked_again ^ 1
    if s.fault != KEEPS_CHANCE:
        forget_chance(s)


@rule
def imagine(s: State, viewer: int) -> None:
    """Give the cards that the viewer does not know the faces that are left."""
    below(s, 2)  # makes the generator's block fresh even if nothing is left to fill
    left = row(CARDS)
    n = 0
    for face in range(FACES):
        copies = COPIES
        for card in range(CARDS):
            looked_at = s.fault == IMAGINES_BY_LOOKING and s.zone[card] == HEAP
            if (knows(s, viewer, card) or looked_at) and s.face[card] == face:
                copies -= 1
        for _ in range(copies):
            left[n] = face
            n += 1
    shuffle(s, left, n)
    for card in range(CARDS):
        looked_at = s.fault == IMAGINES_BY_LOOKING and s.zone[card] == HEAP
        if not knows(s, viewer, card) and not (looked_at and s.face[card] != UNKNOWN):
            n -= 1
            s.face[card] = left[max(n, 0)]
        elif s.fault == IMAGINES_TOO_MUCH and s.zone[card] == PILE:
            s.face[card] = (s.face[card] + 1) % FACES


@rule
def show(s: State, viewer: int, out: Row) -> int:
    """Every zone, with the cards that the viewer knows."""
    lay_fact(out, WHOSE_TURN, s.player)
    lay_fact(out, STAGE, s.stage)
    lay_fact(out, TURNS, s.turn)
    n = FIRST_ZONE
    for zone in range(HANDS, ZONES):
        head = lay_zone(out, n, zone, zone if zone < s.n_players else NONE, s.size[zone])
        n = head
        for card in pile(s, zone):
            n = lay_group(out, n, head, s.face[card] if knows(s, viewer, card) else NONE, 1, 0)
    return n


@rule
def advise(s: State, seat: int, out: Row) -> None:
    """Anything is fine; stopping less so."""
    n = legal(s, seat, out)
    for i in range(n):
        out[i] = 1 if out[i] in (STOP, SHUFFLE) else 5
        if s.fault == ADVICE_PEEKS and top(s, DRAW) != NONE:
            out[i] += s.face[top(s, DRAW)] + 1


game = Game(
    name="hush",
    title="Hush",
    idea="Get rid of your cards.",
    players=range(2, 4),
    common=3,
    minutes=1,
    version=1,
    state=State,
    modules=(sys.modules[__name__],),
    options=(
        Option(
            "fault",
            "Fault",
            "What is wrong with this table.",
            default=NO_FAULT,
            values={name: number for number, name in enumerate(FAULTS)},
        ),
    ),
    words=V,
)

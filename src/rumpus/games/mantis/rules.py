"""The rules of Mantis. The ids are those of docs/games/mantis/rules.md."""

from __future__ import annotations

from rumpus.rulekit import (
    NONE,
    Row,
    count,
    draw_to_end,
    first_n,
    has,
    i8,
    i16,
    members_of,
    only,
    row,
    rule,
    state,
    tell,
)
from rumpus.rulekit.offering import offer
from rumpus.rulekit.options import RANDOM_SEAT
from rumpus.rulekit.ranking import leaders, rank, with_tie_break
from rumpus.rulekit.seats import Seats, clockwise, drawn_by_lot, next_of, starting_seat

from .cards import BACK, BACKS, CARDS, COLOURS, COPIES, FRONT, PART, PARTS
from .options import ALWAYS, LOTS, MAX_PLAYERS, SHARED, TWO_PLAYERS
from .words import (
    DEALT,
    DREW_LOTS,
    EXTRA_GAME_STARTED,
    EXTRA_TURN,
    NEXT_BACK,
    NEXT_TURN,
    RAN_OUT,
    REVEALED,
    SCORE,
    SCORED,
    SHARED_WIN,
    STARTED,
    STAYED,
    STEAL,
    STOLE,
    STOP,
    STOPPED,
    TIED,
    TRIED_TO_SCORE,
    TRIED_TO_STEAL,
    WON,
)

UNKNOWN = -1


@state
class State(Seats):
    """A table of Mantis."""

    # options
    target: i8
    tank_size: i8
    extra_turn: i8
    optional_extra: i8
    memory_aid: i8
    final_tie: i8
    starter = i8(RANDOM_SEAT)
    # the turn
    player: i8  # the active player
    in_extra_turn: i8
    over: i8
    # the cards
    deck = i8[CARDS](UNKNOWN)  # the Draw Pile; the top card is deck[n_deck - 1]
    n_deck: i8
    back = i8(NONE)  # the three colours on the top card's back
    unseen = i8[BACKS, PARTS]()  # cards of each back and front that nobody has seen the front of
    tank = i8[MAX_PLAYERS, COLOURS]()  # cards of each colour in every Tank
    score = i8[MAX_PLAYERS]()  # cards in every Score Pile
    # the end
    contenders: i8  # the seats that play on: all, or in an extra game those who were tied
    banked = i16[MAX_PLAYERS]()  # cards scored in the games before an extra game
    lot = i8(NONE)  # who won the draw of lots
    place = i8[MAX_PLAYERS]()


# --------------------------------------------------------------------------------- setup
@rule
def setup(s: State) -> None:
    """Pick who starts, shuffle, and deal every Tank."""
    s.contenders = first_n(s.n_players)
    s.player = starting_seat(s, s.starter)  # MA-SETUP-8
    deal(s)


@rule
def deal(s: State) -> None:
    """Shuffle all cards, deal the contenders' Tanks, lay the rest out as the Draw Pile."""
    for i in range(CARDS):  # MA-SETUP-1: they are shuffled as they are drawn
        s.deck[i] = i
    s.n_deck = CARDS
    for back in range(BACKS):
        for part in range(PARTS):
            s.unseen[back][part] = COPIES[back][part]
    for seat in range(MAX_PLAYERS):
        s.score[seat] = 0  # MA-SETUP-6
        for colour in range(COLOURS):
            s.tank[seat][colour] = 0
    tell(s, STARTED, s.player)
    for _ in range(s.tank_size):
        for seat in members_of(s.contenders):
            draw_to_end(s, s.deck, s.n_deck)
            card = take_top(s)
            s.tank[seat][FRONT[card]] += 1  # MA-SETUP-2, 4: matches only group
            tell(s, DEALT, seat, FRONT[card], COLOURS + BACK[card])
    uncover(s)  # MA-SETUP-5


@rule
def take_top(s: State) -> int:
    """Take the top card of the Draw Pile; its front is seen by all."""
    s.n_deck -= 1
    card = s.deck[s.n_deck]
    s.deck[s.n_deck] = UNKNOWN
    s.back = NONE
    s.unseen[BACK[card]][PART[card]] -= 1
    return card


@rule
def uncover(s: State) -> None:
    """The next card is on top, and everybody sees its back."""
    if s.n_deck > 0:
        card = draw_to_end(s, s.deck, s.n_deck)
        s.back = BACK[card]
        tell(s, NEXT_BACK, COLOURS + s.back)


# --------------------------------------------------------------------------------- deciding
@rule
def is_over(s: State) -> bool:
    """Whether somebody has won."""
    return s.over != 0


@rule
def asks(s: State) -> int:
    """The active player, always exactly one."""
    return 0 if s.over else only(s.player)


@rule
def legal(s: State, seat: int, out: Row) -> int:
    """Try to score, or to steal from any other player (MA-TURN-1, MA-TURN-5, MA-STEAL-8)."""
    n = offer(out, 0, SCORE)
    for k in range(1, s.n_players):
        if has(s.contenders, clockwise(s, seat, k)):
            n = offer(out, n, STEAL + k - 1)
    if s.in_extra_turn and s.optional_extra:  # MA-2P-5
        n = offer(out, n, STOP)
    return n


@rule
def timeout(s: State, seat: int) -> int:
    """MA-OPT-7: a player who runs out of time tries to score."""
    return SCORE


# --------------------------------------------------------------------------------- the turn
@rule
def apply(s: State, seat: int, action: int) -> None:
    """Declare, then turn the top card over in that Tank."""
    if action == STOP:
        tell(s, STOPPED, seat)
        pass_turn(s)
        return
    target = clockwise(s, seat, action)
    if action == SCORE:
        tell(s, TRIED_TO_SCORE, seat)
    else:
        tell(s, TRIED_TO_STEAL, seat, target)
    colour = turn_over_in(s, target)
    matches = s.tank[target][colour] > 1
    if not matches:
        tell(s, STAYED, target, colour)  # MA-SCORE-3, MA-STEAL-5
    elif action == SCORE:
        score(s, seat, colour)
    else:
        steal(s, seat, target, colour)
    uncover(s)
    if s.score[seat] >= s.target:
        win(s)  # MA-WIN-3
    elif s.n_deck == 0:
        run_out(s)  # MA-EXH-4, MA-2P-6
    elif matches and action != SCORE and goes_again(s):
        s.in_extra_turn = 1
        tell(s, EXTRA_TURN, seat)
    else:
        pass_turn(s)


@rule
def turn_over_in(s: State, seat: int) -> int:
    """Turn the top card over in a Tank; returns its colour (MA-SCORE-1, MA-STEAL-2)."""
    back = s.back
    card = take_top(s)
    s.tank[seat][FRONT[card]] += 1
    tell(s, REVEALED, seat, FRONT[card], COLOURS + back)
    return FRONT[card]


@rule
def score(s: State, seat: int, colour: int) -> None:
    """All cards of the colour go to the Score Pile (MA-SCORE-2)."""
    n = s.tank[seat][colour]
    s.score[seat] += n
    s.tank[seat][colour] = 0
    tell(s, SCORED, seat, colour, n)


@rule
def steal(s: State, seat: int, target: int, colour: int) -> None:
    """All cards of the colour go to the thief's Tank (MA-STEAL-3, 4, 6)."""
    n = s.tank[target][colour]
    s.tank[seat][colour] += n
    s.tank[target][colour] = 0
    tell(s, STOLE, seat, target, colour, n)


@rule
def goes_again(s: State) -> bool:
    """Whether a successful steal is followed by an extra turn (MA-2P-2, 3, 7)."""
    return s.extra_turn == ALWAYS or (s.extra_turn == TWO_PLAYERS and s.n_players == 2)


@rule
def pass_turn(s: State) -> None:
    """The next player clockwise becomes active (MA-TURN-4)."""
    s.in_extra_turn = 0
    s.player = next_of(s.contenders, s.player)
    tell(s, NEXT_TURN, s.player)


# --------------------------------------------------------------------------------- the end
@rule
def tank_count(s: State, seat: int) -> int:
    """How many cards a Tank holds."""
    n = 0
    for colour in range(COLOURS):
        n += s.tank[seat][colour]
    return n


@rule
def note_standings(s: State, out: Row) -> None:
    """Scored cards count first, then cards in the Tank, then lots (MA-EXH-2, 3)."""
    for seat in members_of(s.contenders):
        cards = with_tie_break(s.score[seat], tank_count(s, seat), CARDS)
        out[seat] = with_tie_break(cards, 1 if s.lot == seat else 0, 1)


@rule
def run_out(s: State) -> None:
    """The Draw Pile is used up: the biggest Score Pile wins, then the fullest Tank."""
    tell(s, RAN_OUT)
    standings = row(MAX_PLAYERS)
    note_standings(s, standings)
    best = leaders(standings, s.contenders)
    if count(best) == 1 or s.final_tie == SHARED:
        win(s)
        return
    for seat in members_of(best):
        tell(s, TIED, seat)
    if s.final_tie == LOTS:
        s.lot = drawn_by_lot(s, best)  # MA-TIE-1
        tell(s, DREW_LOTS, s.lot)
        win(s)
    else:
        play_extra_game(s, best)


@rule
def play_extra_game(s: State, tied: int) -> None:
    """The tied players play another game for the win; the others keep their places
    (MA-TIE-2..6)."""
    rank_contenders(s)
    for seat in members_of(s.contenders):
        s.banked[seat] += s.score[seat]
    s.contenders = tied
    s.in_extra_turn = 0
    s.player = next_of(s.contenders, s.player)
    tell(s, EXTRA_GAME_STARTED)
    deal(s)


@rule
def rank_contenders(s: State) -> None:
    """Give every contender a place; equal standing, equal place (MA-WIN-5, MA-EXH-5)."""
    standings = row(MAX_PLAYERS)
    note_standings(s, standings)
    rank(standings, s.contenders, s.place)


@rule
def win(s: State) -> None:
    """The game is over; everybody gets a place."""
    s.over = 1
    s.in_extra_turn = 0
    rank_contenders(s)
    winners = 0
    for seat in range(s.n_players):
        if s.place[seat] == 1:
            winners = winners | only(seat)
    for seat in members_of(winners):
        tell(s, WON if count(winners) == 1 else SHARED_WIN, seat, s.score[seat])


@rule
def places(s: State, out: Row) -> None:
    """Every seat's place."""
    for seat in range(s.n_players):
        out[seat] = s.place[seat]


@rule
def scores(s: State, out: Row) -> None:
    """Every seat's scored cards, including those from before an extra game."""
    for seat in range(s.n_players):
        out[seat] = s.score[seat] + s.banked[seat]

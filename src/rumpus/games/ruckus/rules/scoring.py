"""Going out, scoring and winning: RU-OUT, RU-SCORE, RU-WIN, RU-OPT."""

from __future__ import annotations

from rumpus.rulekit import NONE, Row, count, first_n, has, members_of, only, row, rule, tell
from rumpus.rulekit.ranking import leaders, rank, with_tie_break
from rumpus.rulekit.seats import clockwise

from ..cards import DESIGNS, SLOTS
from ..options import (
    BY_PLAYERS,
    GOAL,
    MAX_PLAYERS,
    NOW,
    ROUND_CAP,
    ROUNDS,
    SHARED,
    SINGLE,
    TIME,
    TIME_CAP,
)
from ..state import UNKNOWN, State, in_flurry
from ..words import (
    EXTRA_ROUND,
    FACE_DOWN,
    OVER,
    PASSED_THE_DEAL,
    RAN_OUT,
    SCORED,
    SCORING,
    SHARED_THE_WIN,
    SHOWED,
    TIED,
    TIME_WAS_UP,
    TOTAL,
    TURNED_UP,
    WENT_OUT,
    WON,
)

BONUS = 5
MOST_EXTRA_ROUNDS = 3
MOST_ROUNDS = 60
"""RU-OPT-6: a game that has not ended by then ends here."""
GOALS = (0, 0, 100, 75, 50, 50)
"""RU-OPT-2: the goal by the number of players."""


# --------------------------------------------------------------------------------- going out
@rule
def go_out(s: State, seat: int, how: int) -> None:
    """A player is rid of all cards; the last one may lie face down (RU-OUT-1, 2, 7)."""
    s.outs = s.outs | only(seat)
    if how == FACE_DOWN:
        s.out_card[seat] = s.hand[seat * SLOTS]
        s.hand[seat * SLOTS] = UNKNOWN
        s.n_hand[seat] = 0
    tell(s, WENT_OUT, seat, how)


@rule
def run_out(s: State) -> None:
    """The last flurry is over and nobody went out (RU-EXH-3)."""
    tell(s, RAN_OUT)
    end_round(s)


# --------------------------------------------------------------------------------- the round
@rule
def end_round(s: State) -> None:
    """Play stops, all cards are shown and counted, the deal passes on (RU-OUT-3, RU-WIN-4)."""
    s.stage = SCORING
    s.ready = 0
    show_cards(s)
    for seat in range(s.n_players):
        score(s, seat)
    s.dealer = clockwise(s, s.dealer, 1)
    conclude(s)


@rule
def show_cards(s: State) -> None:
    """Hidden hands and face-down cards are shown to everybody."""
    for seat in range(s.n_players):
        if s.out_card[seat] != NONE:
            tell(s, TURNED_UP, seat, s.out_card[seat])
        for i in range(seat * SLOTS, seat * SLOTS + s.n_hand[seat]):
            tell(s, SHOWED, seat, s.hand[i])


@rule
def on_table(s: State, seat: int) -> int:
    """How many cards are in a player's piles."""
    n = 0
    for design in range(DESIGNS):
        n += s.pile[seat][design]
    return n


@rule
def worth(s: State, seat: int, in_hand: int) -> int:
    """Cards on the table minus cards in hand, plus five for going out, never below 0
    (RU-SCORE-1..6)."""
    bonus = BONUS if has(s.outs, seat) else 0
    return max(0, on_table(s, seat) - in_hand + bonus)


@rule
def score(s: State, seat: int) -> None:
    """Count a player's points for the round and add them."""
    s.points[seat] = worth(s, seat, s.n_hand[seat])
    s.total[seat] += s.points[seat]
    tell(s, SCORED, seat, on_table(s, seat), s.n_hand[seat], s.points[seat])
    tell(s, TOTAL, seat, s.total[seat])


# --------------------------------------------------------------------------------- the game
@rule
def points_to_win(s: State) -> int:
    """The goal, or the one for this many players."""
    return GOALS[s.n_players] if s.goal == BY_PLAYERS else s.goal


@rule
def is_timed(s: State) -> bool:
    """Whether a clock ends the game (RU-OPT-4, RU-OPT-5: only a goal has a cap)."""
    return s.length == TIME or s.cap == TIME_CAP


@rule
def is_reached(s: State) -> bool:
    """Whether the game's length is reached (RU-WIN-1, RU-OPT-1..6)."""
    if s.time_up or s.length == SINGLE or s.round_number >= MOST_ROUNDS:
        return True
    counted = s.length == ROUNDS or s.cap == ROUND_CAP
    if counted and s.round_number >= s.rounds:
        return True
    if s.length == GOAL:
        for seat in range(s.n_players):
            if s.total[seat] >= points_to_win(s):
                return True
    return False


@rule
def conclude(s: State) -> None:
    """After a round: one player is ahead and wins, or the best play on (RU-WIN-2, RU-WIN-3)."""
    if not is_reached(s):
        tell(s, PASSED_THE_DEAL, s.dealer)
        return
    best = leading(s)
    plays_on = s.tie_break != SHARED and s.extra_rounds < MOST_EXTRA_ROUNDS
    if count(best) > 1 and plays_on and s.length != SINGLE and s.round_number < MOST_ROUNDS:
        s.extra_rounds += 1
        for seat in members_of(best):
            tell(s, TIED, seat)
        tell(s, EXTRA_ROUND, s.extra_rounds, s.dealer)
    else:
        win(s)


@rule
def note_standings(s: State, out: Row) -> None:
    """Points count first, then in a single round going out (RU-OPT-1)."""
    for seat in range(s.n_players):
        went_out = s.length == SINGLE and has(s.outs, seat)
        out[seat] = with_tie_break(s.total[seat], 1 if went_out else 0, 1)


@rule
def leading(s: State) -> int:
    """The set of seats with the best standing."""
    standings = row(MAX_PLAYERS)
    note_standings(s, standings)
    return leaders(standings, first_n(s.n_players))


@rule
def win(s: State) -> None:
    """The game is over; everybody gets a place."""
    s.stage = OVER
    standings = row(MAX_PLAYERS)
    note_standings(s, standings)
    rank(standings, first_n(s.n_players), s.place)
    winners = leading(s)
    for seat in members_of(winners):
        tell(s, WON if count(winners) == 1 else SHARED_THE_WIN, seat, s.total[seat])


@rule
def call_time(s: State) -> None:
    """The time is up: the round is finished, or it stops here (RU-OPT-4)."""
    was_reached = is_reached(s)
    s.time_up = 1
    tell(s, TIME_WAS_UP)
    if in_flurry(s):
        if s.time_stop == NOW:
            end_round(s)
    elif not was_reached:  # otherwise the extra round that follows is already counted
        conclude(s)

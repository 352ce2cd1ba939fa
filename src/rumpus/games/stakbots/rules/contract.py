"""The rules of Stak Bots as shared code calls them."""

from __future__ import annotations

from rumpus.rulekit import NONE, Row, first_n, only, row, rule, tell
from rumpus.rulekit.ranking import rank
from rumpus.rulekit.seats import starting_seat

from ..options import DRAFTED, MAX_PLAYERS, SPLIT, SYNCHRONOUS
from ..state import SUPPLY, State
from ..words import ACTING, ACTIONS, DRAFTING, PASS, REACTING, STARTED, TIME_IS_UP
from .actions import (
    answer_action,
    answer_aim,
    answer_discard,
    answer_drop,
    answer_order,
    answer_place,
    answer_player,
    answer_reaction,
    answer_recycling,
    answer_redraw,
    answer_reset,
    answer_target,
    asked_to_act,
    offer_action,
    offer_aim,
    offer_discard,
    offer_drop,
    offer_order,
    offer_place,
    offer_player,
    offer_reaction,
    offer_redraw,
    offer_reset,
    offer_target,
)
from .deal import (
    deal,
    make_one_deck,
    mend_settings,
    split_by_rank,
    take_sides,
    take_table,
    tell_sides,
)
from .draft import answer_pick, begin_draft, lay_out_draft, offer_pick, shuffle_deck
from .leaving import act_as_table, offer_to_table
from .seats import stak_cards, turn_takers


@rule
def setup(s: State) -> None:
    """Choose sides and who goes first, make the decks, deal."""
    take_table(s)
    mend_settings(s)
    take_sides(s)
    s.active = starting_seat(s, s.starter)  # SB-SETUP-7, SB-TOG-SETUP-1
    if s.teams == SYNCHRONOUS:
        s.active -= s.active % s.team_size
    s.opener = s.active
    if s.deck == DRAFTED:
        lay_out_draft(s)
    elif s.deck == SPLIT:
        split_by_rank(s)
        for seat in range(s.n_players):
            shuffle_deck(s, SUPPLY + seat)
    else:
        make_one_deck(s)
    tell_sides(s)
    tell(s, STARTED, s.active)
    if s.deck == DRAFTED:
        begin_draft(s)
    else:
        deal(s)


# --------------------------------------------------------------------------------- deciding
OFFERS = (
    offer_pick, offer_drop, offer_action, offer_place, offer_aim, offer_reaction, offer_order,
    offer_target, offer_reset, offer_player, offer_discard, offer_discard, offer_redraw,
)  # fmt: skip
ANSWERS = (
    answer_pick, answer_drop, answer_action, answer_place, answer_aim, answer_reaction,
    answer_order, answer_target, answer_reset, answer_player, answer_discard, answer_recycling,
    answer_redraw,
)  # fmt: skip
"""What each stage offers and what follows, in the order of the stages in words.py."""


@rule
def is_over(s: State) -> bool:
    """Whether the game has ended."""
    return s.over != 0


@rule
def asks(s: State) -> int:
    """Who has to decide: one player, or in a shared turn all who are not done."""
    if s.over:
        return 0
    return asked_to_act(s) if s.stage == ACTING else only(s.seat)


@rule
def may(s: State) -> int:
    """The table; in a shared turn, also those who are not waited for (SB-VAR-SYNC-3)."""
    if s.over:
        return 0
    seats = 0
    if s.stage == ACTING:
        seats = turn_takers(s) & ~asked_to_act(s)
    actions = row(ACTIONS)
    return seats | only(s.n_players) if offer_to_table(s, actions) > 0 else seats


@rule
def legal(s: State, seat: int, out: Row) -> int:
    """What a seat, or the table itself, may do."""
    if seat == s.n_players:
        return offer_to_table(s, out)
    return OFFERS[s.stage](s, seat, out)


@rule
def apply(s: State, seat: int, action: int) -> None:
    """Carry out a decision, and everything that follows without another decision."""
    if action >= TIME_IS_UP:
        act_as_table(s, action)
    else:
        ANSWERS[s.stage](s, seat, action)


@rule
def seconds(s: State, seat: int) -> int:
    """A reaction has ten seconds and a pick of the draft thirty (D6, D12)."""
    if s.stage == REACTING:
        return 10
    return 30 if s.stage == DRAFTING else 0


@rule
def passes(s: State, seat: int) -> int:
    """An attacked player may let the attack come (SB-TOG-REACTIVE-1)."""
    return PASS if s.stage == REACTING else NONE


# --------------------------------------------------------------------------------- the end
@rule
def places(s: State, out: Row) -> None:
    """Going out later is better; going out together, or as a team, shares a place (SB-OUT-7)."""
    side_fell = row(MAX_PLAYERS)
    for seat in range(s.n_players):
        side_fell[s.team[seat]] = max(side_fell[s.team[seat]], s.fell[seat])
    fell = row(MAX_PLAYERS)
    for seat in range(s.n_players):
        fell[seat] = side_fell[s.team[seat]]
    rank(fell, first_n(s.n_players), out)


@rule
def starts_next(s: State) -> int:
    """The first player out starts the next game; teams that share a turn alternate (Q12)."""
    if s.teams == SYNCHRONOUS:
        return (s.opener + s.team_size) % s.n_players
    loser = s.opener
    for seat in range(s.n_players):
        if s.fell[seat] < s.fell[loser]:
            loser = seat
    for seat in range(s.n_players):
        if s.fell[seat] > s.fell[loser]:
            return loser
    return NONE


@rule
def scores(s: State, out: Row) -> None:
    """How many cards everybody has left in Staks."""
    for seat in range(s.n_players):
        out[seat] = stak_cards(s, seat)

"""The state of a table of Stak Bots, and the numbers used in it.

A card is a token; its `face` is a row of the table of cards, kept in the state too, so that any
table can be played. Who knows a face is part of the state: nobody, unless it says so.
"""

from __future__ import annotations

from rumpus.rulekit import NONE, i8, i16, state
from rumpus.rulekit.hands import HiddenCards
from rumpus.rulekit.options import RANDOM_SEAT
from rumpus.rulekit.seats import Seats

from .cards import CARDS, MOST_ROWS
from .options import MAX_PLAYERS, MOST_STAKS

SPENT = -2

# zones: Staks (a seat's are consecutive), hands, supplies, scrapheaps (the first of them if
# all share one deck), what is left out of the game, what can be drafted
HAND = MOST_STAKS
SUPPLY = HAND + MAX_PLAYERS
HEAP = SUPPLY + MAX_PLAYERS
LEFT_OUT = HEAP + MAX_PLAYERS
DRAFT = LEFT_OUT + 1
ZONES = DRAFT + 1

# limits
MOST_ACTIONS, MOST_EFFECTS = 60, 50


@state
class State(Seats, HiddenCards, cards=CARDS, zones=ZONES):
    """A table of Stak Bots."""

    # options
    teams: i8
    team_size: i8
    seating: i8
    team_hands: i8
    team_control: i8
    starter = i8(RANDOM_SEAT)
    drawing: i8
    staks: i8
    attackers: i8
    restart: i8
    deck: i8
    draft_order: i8
    depth: i8
    hand: i8
    reactive: i8
    stomp_reactions: i8
    recycling: i8
    setup_effects: i8
    borderless: i8
    ownership: i8
    feed: i8
    first_draw: i8
    self_target: i8
    reset_limit: i8
    double_out: i8
    expel_pick: i8
    out_hand: i8
    leader_check: i8
    hand_limit: i8
    memory_marks: i8
    max_turns: i16

    # the table of cards
    rows: i8
    bot = i8[MOST_ROWS]()
    power = i8[MOST_ROWS]()
    shot = i8[MOST_ROWS]()
    rank = i8[MOST_ROWS]()
    copies = i8[MOST_ROWS]()

    # the cards
    damage = i8[CARDS]()  # this turn
    resets = i8[CARDS]()  # in this chain
    any_reset: i8
    doomed = i8[CARDS]()  # about to be scrapped, and why
    tired = i8[CARDS]()  # attacked this turn and was stopped
    deck_of = i8[CARDS](NONE)  # in Ranked games, the seat whose deck it belongs to

    # what everybody knows of the hidden cards, by rows
    hidden = i8[MOST_ROWS]()  # how many not everybody knows
    unseen = i8[MOST_ROWS]()  # the most in Staks: those that nobody ever saw
    refilled = i8[MAX_PLAYERS, MOST_ROWS]()  # the most in a supply that was reshuffled
    share = i8[MAX_PLAYERS, MOST_ROWS]()  # in Ranked games, a player's cards of a rank or row
    reshuffled: i8  # the set of supplies that were

    # the sides
    team = i8[MAX_PLAYERS]()
    n_sides: i8
    fell = i16[MAX_PLAYERS]()  # when a seat went out: a later check is a bigger number
    checks: i16
    resigned: i8  # the seats that are out at the next check
    time_up: i8  # this turn is the last
    over: i8

    # the turn
    turn: i16
    opener: i8  # who had the first turn
    active: i8  # whose turn it is; where a team shares it, its first seat
    step: i8
    fed: i16
    actions: i8  # plays and attacks
    dropped: i8  # the seats that were asked for a Blitz drop
    yielded: i8  # the seats of a shared turn that leave it to others,
    ready: i8  # and those that want to end it
    chosen = i8[MOST_STAKS](NONE)  # the attacker of each Stak, or SPENT
    hurt: i16  # the set of Staks with damage on them
    stirred: i8  # whether a Stak may have to be settled

    # the chain
    effects: i8
    n_waiting: i8
    waiting = i8[MOST_STAKS](NONE)  # cards whose effect waits, the next one last
    batch = i8[MOST_STAKS]()  # what triggered together has the same number
    batches: i8
    stomp = i8(NONE)  # the card whose series of battles goes on
    attacking = i8(NONE)  # Stak
    attacked = i8(NONE)  # Stak
    declared = i8(NONE)  # the card that attacks, until its battle or the end of the reaction

    # the decision
    stage: i8
    seat: i8  # who decides
    card = i8(NONE)  # whose effect is carried out, or which card is being played
    aimed = i8(NONE)  # the Stak in which a card is being chosen

    # the draft
    draft_rank: i8  # the rank that is picked from
    picks: i8  # picks made of this rank
    ranks_done: i8

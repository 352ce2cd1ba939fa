"""The options of Tuck It. The ids are those of docs/games/tuckit/rules.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rumpus.rulekit.errors import UnknownOption
from rumpus.rulekit.options import Option, grouped, switch, time_limit
from rumpus.rulekit.sentence import say

from .cards import COPIES, DEALT, SETS, SKIPS

MAX_PLAYERS = 6
OFF, ON = 0, 1
WITH_LEAVES, STAND_ALONE, NO_SKIPS = range(3)
BY_LOT, LOWEST_SEAT = range(2)
MORE_REVEALS, CLOCKWISE, DIRECTION_BY_LOT = range(3)
SKIP_PICKED_UP, SKIP_TRASHED, SKIP_REDRAWN = range(3)
ANY_TIME, OWN_TURN, TURN_START = range(3)
PASS, FORBID = range(2)
REPLACE, CAP_ONLY = range(2)
END_OF_PLAY, EACH_CARD = range(2)
INTERRUPTS, TRANSPARENT = range(2)
VALUE_ONLY, PLACEMENT, FULL = range(3)
RANKED, DRAWN = range(2)
BY_GEARS_FILE, FLAT = range(2)
ONLY_WINNER, BY_GEARS = range(2)
VISIBLE, RECALL = range(2)
FIRST_REACH, ELIMINATION = range(2)
SHARED, EXTRA_GAME = range(2)

MANY = {4: ON, 5: ON, 6: ON}
NEEDS_BALLS = {"balls": (ON,)}
NEEDS_TOURNAMENT = {"tournament": (ON,)}


def on(key: str, title: str, help: str, **more: Any) -> Option:  # noqa: A002
    """A switch that is on by default."""
    return Option(key, title, help, default=ON, values={"off": OFF, "on": ON}, **more)


UNGROUPED = (
    # which cards
    switch(  # TI-OPT-1
        "hearts",
        "Expansion 1: Hearts",
        "Adds 15 more 3s, 10s and Js. Made for 4 to 6 players.",
        defaults=MANY,
    ),
    switch(  # TI-OPT-2
        "acorns",
        "Expansion 2: Acorns",
        "Adds half cards, which link numbers into long chains, and six more As.",
    ),
    switch(  # TI-OPT-3
        "balls",
        "Expansion 3: Balls",
        "Adds a die, ten Dice cards that are worth what it shows, and six 9/5 cards.",
    ),
    switch(  # TI-OPT-4
        "leaves",
        "Expansion 4: Leaves",
        "Adds eleven Slow Down cards, after which only a single card may be played, "
        "and two Skip cards.",
    ),
    Option(  # TI-OPT-5
        "skip_cards",
        "Skip cards",
        "The two Skip cards pass your turn on, Dark Q and all. They come with the Leaves, "
        "or with any sets, or not at all.",
        default=WITH_LEAVES,
        values={"with-leaves": WITH_LEAVES, "standalone": STAND_ALONE, "none": NO_SKIPS},
    ),
    Option(  # TI-OPT-6
        "gears",
        "Gears",
        "The rulebook gives the gears of two cards only. Ours give useful cards more; "
        "flat gives the 2s five and every other card three.",
        default=BY_GEARS_FILE,
        values={"ours": BY_GEARS_FILE, "flat": FLAT},
    ),
    # setup
    on(  # TI-OPT-7
        "allow_zero_draw_start",
        "Start without a Draw Pile",
        "Six players use up the whole base set, so that the game begins in Phase 2.",
        scope="table",
    ),
    Option(  # TI-OPT-8
        "tie_fallback",
        "Tied to the last card",
        "When the tied players have nothing left to reveal: draw lots, or take the lowest seat.",
        default=BY_LOT,
        values={"random": BY_LOT, "lowest-seat": LOWEST_SEAT},
    ),
    Option(  # TI-OPT-9
        "direction_tie",
        "Tied neighbours",
        "When the starting player's neighbours reveal equal cards: they reveal more, "
        "play goes clockwise, or the direction is drawn by lot.",
        default=MORE_REVEALS,
        values={
            "more-reveals": MORE_REVEALS,
            "clockwise": CLOCKWISE,
            "random": DIRECTION_BY_LOT,
        },
    ),
    # turns
    on(  # TI-OPT-10
        "revealed_ten_extra_turn",
        "Extra turn from a reveal",
        "A 10 or a four-of-a-kind from the Draw Pile gives its extra turn (and reward). "
        "Off: the pile is trashed and the turn is over.",
    ),
    on(  # TI-OPT-11
        "draw_before_extra_turn",
        "Draw before the extra turn",
        "After a 10 you draw up to three cards first. Off: only when your last turn is over.",
    ),
    Option(  # TI-OPT-12
        "tuck_timing",
        "When to tuck in Phase 2",
        "At any time, also between other players' turns; only in your own turn, before or "
        "after your play; or only at the start of your turn.",
        default=ANY_TIME,
        values={"any-time": ANY_TIME, "own-turn": OWN_TURN, "turn-start": TURN_START},
    ),
    Option(  # TI-OPT-13
        "decline_on_empty_pile",
        "Declining on an empty pile",
        "In Phase 2, with no pile to take, declining is a pass that costs one tucked card; "
        "or it is forbidden to whoever has something to play.",
        default=PASS,
        values={"pass": PASS, "forbid": FORBID},
    ),
    switch(  # TI-OPT-14
        "voluntary_turn_up",
        "Turning up your own top cards",
        "In your turn you may turn a face-down top card of your Stacks face up: "
        "its gears then do not count.",
    ),
    # what cards do
    Option(  # TI-OPT-15
        "nine_rule",
        "After a 9",
        "Any card up to 9 may follow; or 9 is only a ceiling, so that 9s, 2s and 3s may.",
        default=REPLACE,
        values={"replace": REPLACE, "cap-only": CAP_ONLY},
    ),
    Option(  # TI-OPT-16
        "fourkind_check",
        "Four-of-a-kind",
        "Looked for when a play is complete, or after every single card of it.",
        default=END_OF_PLAY,
        values={"end-of-play": END_OF_PLAY, "each-card": EACH_CARD},
    ),
    switch(  # TI-OPT-17
        "j_carry_over",
        "A J skips again after a Skip card",
        "When you play a Skip card on a J, the J skips the player behind you as well.",
    ),
    Option(  # TI-OPT-18
        "revealed_skip",
        "A Skip card from the Draw Pile",
        "Revealed instead of a play it is not a legal card, so you pick up; "
        "or it is trashed and your turn ends; or it is trashed and you reveal another.",
        default=SKIP_PICKED_UP,
        values={"pickup": SKIP_PICKED_UP, "trash-end": SKIP_TRASHED, "redraw": SKIP_REDRAWN},
    ),
    switch(  # TI-OPT-19
        "skip_after_roll",
        "Skip cards after a roll",
        "A Skip card may still be played when you have rolled the die.",
        when=NEEDS_BALLS,
    ),
    Option(  # TI-OPT-20
        "dice_abilities",
        "What Dice cards can do",
        "They have only the value on the die; or they may be played on what such a card may; "
        "or they have its whole ability.",
        default=VALUE_ONLY,
        values={"none": VALUE_ONLY, "placement": PLACEMENT, "full": FULL},
        when=NEEDS_BALLS,
    ),
    on(  # TI-OPT-21
        "ace_blocked_by_dice5",
        "A Dice 5 stops an A",
        "An A may not be played on a Dice card that shows 5.",
        when=NEEDS_BALLS,
    ),
    Option(  # TI-OPT-22
        "dice_run",
        "Dice cards between four equal cards",
        "A Dice card interrupts a four-of-a-kind, or is looked through.",
        default=INTERRUPTS,
        values={"interrupts": INTERRUPTS, "transparent": TRANSPARENT},
        when=NEEDS_BALLS,
    ),
    on(  # TI-OPT-23
        "dice_in_chains",
        "Dice cards in chains",
        "A Dice card may be part of a chain. Off: only of cards of its own value.",
        when=NEEDS_BALLS,
    ),
    switch(  # TI-OPT-24
        "split_descend",
        "A 9/5 leads down as well",
        "Within one play a 9/5 may follow a 9 and be followed by a 5.",
        when=NEEDS_BALLS,
    ),
    # what is seen
    on(  # TI-OPT-25
        "covered_faceup_visible",
        "Covered face-up cards",
        "Face-up cards inside a Stack can be seen by all. Off: only the top card.",
    ),
    on(  # TI-OPT-26
        "browse_piles",
        "Looking through the piles",
        "The Community Pile and the Trash Pile can be looked through. Off: only their top cards.",
    ),
    Option(  # TI-OPT-27
        "observation",
        "Memory aid",
        "The table shows what lies open; or also what everybody has seen before: "
        "cards picked up into hands, cards flipped face down.",
        default=VISIBLE,
        values={"visible": VISIBLE, "recall": RECALL},
    ),
    # the end
    Option(  # TI-OPT-28
        "max_turns",
        "Turn limit",
        "After this many turns the game stops without a winner.",
        default=5000,
        values={"100": 100, "500": 500, "1000": 1000, "2000": 2000, "5000": 5000},
    ),
    Option(  # TI-OPT-29
        "limit_result",
        "At the turn limit",
        "Places go by the fewest Stack cards, then the fewest hand cards; or it is a draw.",
        default=RANKED,
        values={"rank": RANKED, "draw": DRAWN},
    ),
    Option(  # TI-OPT-30
        "second_place",
        "Second place",
        "All others share second place; or the fewest gears decide.",
        default=ONLY_WINNER,
        values={"off": ONLY_WINNER, "gears": BY_GEARS},
    ),
    # a series of games
    switch(  # TI-OPT-31
        "tournament",
        "Tournament",
        "Play games with the same people, adding up gears: the fewest win.",
        scope="table",
    ),
    Option(  # TI-OPT-32
        "tournament_target",
        "Gears that end the tournament",
        "20 for a short tournament, 40 for a long one, or any other number.",
        default=20,
        low=5,
        high=500,
        unit="gears",
        when=NEEDS_TOURNAMENT,
        scope="table",
    ),
    Option(  # TI-OPT-33
        "tournament_end",
        "End of the tournament",
        "It ends when somebody reaches the target; or whoever reaches it drops out, "
        "until one is left.",
        default=FIRST_REACH,
        values={"first-reach": FIRST_REACH, "elimination": ELIMINATION},
        when=NEEDS_TOURNAMENT,
        scope="table",
    ),
    Option(  # TI-OPT-34
        "tournament_tie",
        "Tied tournament",
        "Those with the fewest gears share the win, or play another game.",
        default=SHARED,
        values={"shared": SHARED, "extra-game": EXTRA_GAME},
        when=NEEDS_TOURNAMENT,
        scope="table",
    ),
    time_limit(60),  # TI-OPT-35
)

OPTIONS = grouped(
    UNGROUPED,
    {
        "hearts": "Which cards",
        "allow_zero_draw_start": "Setup",
        "revealed_ten_extra_turn": "Turns",
        "nine_rule": "What cards do",
        "covered_faceup_visible": "What is seen",
        "max_turns": "The end",
        "tournament": "A series of games",
        "turn_timer": "The clock",
    },
)

PRESETS: dict[str, dict[str, str | int]] = {
    "First game": {},  # TI-GEN-5, 6: the settings for this many players
    "All expansions": dict.fromkeys(SETS[1:], "on"),
    "Short tournament": {"tournament": "on", "tournament_target": 20},
    "Long tournament": {"tournament": "on", "tournament_target": 40},
    "Training": {
        "tuck_timing": "own-turn",
        "decline_on_empty_pile": "forbid",
        "observation": "recall",
    },
}
"""Named settings that go well together."""

SKIP_OPTIONS = ("j_carry_over", "revealed_skip", "skip_after_roll")


def has_skips(values: Mapping[str, int]) -> bool:
    """Whether the Skip cards are in the deck."""
    if values["skip_cards"] == WITH_LEAVES:
        return values["leaves"] == ON
    return values["skip_cards"] == STAND_ALONE


def deck_size(values: Mapping[str, int]) -> int:
    """How many cards the chosen sets have together."""
    chosen = [i for i, name in enumerate(SETS) if name == "base" or values[name] == ON]
    without = sum(sum(COPIES[i]) for i in chosen) - (SKIPS if values["leaves"] == ON else 0)
    return without + (SKIPS if has_skips(values) else 0)


def check_settings(players: int, values: Mapping[str, int]) -> None:
    """Refuse, with a sentence, combinations that single options cannot rule out."""
    cards, dealt = deck_size(values), DEALT * players
    if cards < dealt:
        raise UnknownOption(
            say(
                "{players} players are dealt {dealt} cards, and the chosen sets have {cards}; "
                "add an expansion.",
                players=players,
                dealt=dealt,
                cards=cards,
            )
        )
    if cards == dealt and values["allow_zero_draw_start"] == OFF:
        raise UnknownOption(
            say(
                "{players} players use up all {cards} cards of the chosen sets; "
                "add an expansion or let allow_zero_draw_start be on.",
                players=players,
                cards=cards,
            )
        )
    if not has_skips(values):
        for option in OPTIONS:
            if option.key in SKIP_OPTIONS and values[option.key] != option.default:
                raise UnknownOption(
                    say(
                        "{key} needs Skip cards: let leaves be on or skip_cards be standalone.",
                        key=option.key,
                    )
                )

"""The options of Stak Bots. The defaults follow the rulebook."""

from __future__ import annotations

from collections.abc import Mapping

from rumpus.rulekit.errors import UnknownOption
from rumpus.rulekit.options import Option, grouped, starter, switch, time_limit
from rumpus.rulekit.sentence import say

from .cards import CARDS, COPIES, RANK, RANK_NAMES

MAX_PLAYERS, MOST_STAKS, STAKS_EACH = 6, 12, 4
NO_TEAMS, STAGGERED, SYNCHRONOUS = range(3)
ALTERNATING, RANDOM_SEATS = range(2)
PER_STAK, PER_PLAYER = range(2)
DRAW, BLITZ = range(2)
SHARED_DECK, SPLIT, DRAFTED = range(3)
SNAKE, ROUNDS = range(2)
AUTOMATIC = 0
NOWHERE, ANYWHERE, TEAM_ONLY = range(3)
OWNER_PICKS, CHANCE_PICKS = range(2)
BY_STAK, BY_DECK = range(2)
TO_SCRAPHEAP, REMOVED = range(2)
DRAWN_GAME, ACTIVE_LOSES = range(2)
ONCE, EACH_BATTLE = range(2)
EVERYWHERE, ON_TOP = range(2)
BY_MODE, HIDDEN_HANDS, SHARED_HANDS = range(3)
FREE, CAPTAIN = range(2)
NO_LIMIT = 0

YES_NO = {"no": 0, "yes": 1}
TEAMS = {"teams": (STAGGERED, SYNCHRONOUS)}
SEVERAL_STAKS = {"staks": tuple(range(2, STAKS_EACH + 1))}

SIDES = (
    Option(
        "teams",
        "Teams",
        "Everybody for themselves, in teams that take turns one by one, or in teams that share "
        "one turn.",
        default=NO_TEAMS,
        values={"off": NO_TEAMS, "staggered": STAGGERED, "synchronous": SYNCHRONOUS},
    ),
    Option(
        "team_size",
        "Players in a team",
        "All teams have the same number of players.",
        default=2,
        low=2,
        high=3,
        unit="players",
        when=TEAMS,
    ),
    Option(
        "seating",
        "Seats of a staggered team",
        "Team-mates alternate with the other teams, or are drawn by lot.",
        default=ALTERNATING,
        values={"alternating": ALTERNATING, "random": RANDOM_SEATS},
        when={"teams": (STAGGERED,)},
    ),
    Option(
        "team_hands",
        "Hands inside a team",
        "May team-mates see each other's hands? By the mode: yes in a shared turn, else no.",
        default=BY_MODE,
        values={"by-mode": BY_MODE, "hidden": HIDDEN_HANDS, "shared": SHARED_HANDS},
        when=TEAMS,
    ),
    Option(
        "team_control",
        "Who ends a shared turn",
        "Everybody in the team has to agree, or the captain (its first seat) decides.",
        default=FREE,
        values={"free": FREE, "captain": CAPTAIN},
        when={"teams": (SYNCHRONOUS,)},
    ),
    starter(MAX_PLAYERS),
)

VARIATIONS = (
    Option(
        "drawing",
        "Start of a turn",
        "Draw a card, or play Blitz: no draw, but you may slip your top card under its Stak.",
        default=DRAW,
        values={"draw": DRAW, "blitz": BLITZ},
    ),
    Option(
        "staks",
        "Staks each",
        "With two or more you are out when all of them are empty. Together with a shared turn "
        "this is an experiment.",
        default=1,
        low=1,
        high=STAKS_EACH,
        unit="Staks",
    ),
    Option(
        "attackers",
        "Attacking cards in a turn",
        "One for each of your Staks, or simply one.",
        default=PER_STAK,
        values={"per-stak": PER_STAK, "per-player": PER_PLAYER},
        when=SEVERAL_STAKS,
    ),
    Option(
        "restart",
        "Empty Staks may be started again",
        "May you play a card where a Stak of yours has run out?",
        default=1,
        values=YES_NO,
        when=SEVERAL_STAKS,
    ),
    Option(
        "deck",
        "Deck",
        "One for all, or Ranked: a deck each with cards of every rank, split by chance or drafted.",
        default=SHARED_DECK,
        values={"shared": SHARED_DECK, "ranked-split": SPLIT, "ranked-draft": DRAFTED},
    ),
    Option(
        "draft_order",
        "Order of the draft",
        "In a snake (A B B A ...), or round by round (A B A B ...).",
        default=SNAKE,
        values={"snake": SNAKE, "rounds": ROUNDS},
        when={"deck": (DRAFTED,)},
    ),
)

TOGGLES = (
    Option(
        "depth",
        "Stak depth",
        "Cards in a Stak at the start. Automatic: 9, or fewer where many Staks share the cards. In "
        "Ranked games of six that is 3, with two Staks each 2: such a game lasts about five turns.",
        default=AUTOMATIC,
        values={"auto": AUTOMATIC},
        low=1,
        high=20,
        unit="cards",
    ),
    Option(
        "hand",
        "Starting hand",
        "Cards in everybody's hand at the start; 0 makes Blitz easiest.",
        default=2,
        low=0,
        high=10,
        unit="cards",
    ),
    switch(
        "reactive",
        "Reactive play",
        "Whoever is attacked may play a card on that Stak first; the attack is then called off.",
    ),
    Option(
        "stomp_reactions",
        "Reactions to a Stomp",
        "Once, when it attacks, or before each of its battles.",
        default=ONCE,
        values={"once": ONCE, "each": EACH_BATTLE},
        when={"reactive": (1,)},
    ),
    switch(
        "recycling",
        "Recycling",
        "Scrap your top card together with a card from your hand, and you may draw one.",
    ),
    switch(
        "setup_effects",
        "Setup entry effects",
        "The first top cards trigger their entry effects at the start of the first turn.",
    ),
    Option(
        "borderless",
        "Borderless play",
        "Cards may be played on other players' Staks, or on those of your team only.",
        default=NOWHERE,
        values={"off": NOWHERE, "all": ANYWHERE, "team": TEAM_ONLY},
    ),
    Option(
        "ownership",
        "Whose card it is",
        "In Ranked games: a card played on another's Stak belongs there, or to the deck it came "
        "from.",
        default=BY_STAK,
        values={"stak": BY_STAK, "deck": BY_DECK},
        when={"borderless": (ANYWHERE, TEAM_ONLY), "deck": (SPLIT, DRAFTED)},
    ),
    Option(
        "feed",
        "Cards to feed",
        "How many cards must enter the scrapheap before a turn can end (for each member of a "
        "team that shares its turn).",
        default=1,
        low=0,
        high=3,
        unit="cards",
    ),
)

RULINGS = (
    Option(
        "first_draw",
        "First player draws",
        "Does whoever goes first draw a card in the first turn?",
        default=1,
        values=YES_NO,
        when={"drawing": (DRAW,)},
    ),
    Option(
        "self_target",
        "Bots may aim at themselves",
        "May Shot, Trip and Pit choose their own card?",
        default=1,
        values=YES_NO,
    ),
    Option(
        "reset_limit",
        "Resets of a card in a chain",
        "How often one card can be reset before a chain of effects is over.",
        default=1,
        low=1,
        high=3,
    ),
    Option(
        "double_out",
        "When the last run out together",
        "The game is a draw, or the player whose turn it is loses.",
        default=DRAWN_GAME,
        values={"draw": DRAWN_GAME, "active-loses": ACTIVE_LOSES},
    ),
    Option(
        "expel_pick",
        "Who picks an expelled card",
        "The player who has to discard, or chance.",
        default=OWNER_PICKS,
        values={"owner": OWNER_PICKS, "random": CHANCE_PICKS},
    ),
    Option(
        "out_hand",
        "The hand of a player who is out",
        "It goes to the scrapheap, or out of the game.",
        default=TO_SCRAPHEAP,
        values={"scrapheap": TO_SCRAPHEAP, "removed": REMOVED},
    ),
    Option(
        "leader_check",
        "Weakened Leaders",
        "A damaged Leader whose group shrinks is scrapped everywhere, or only as a top card.",
        default=EVERYWHERE,
        values={"everywhere": EVERYWHERE, "top": ON_TOP},
    ),
    Option(
        "hand_limit",
        "Hand limit",
        "A turn cannot end with more cards in hand than this.",
        default=NO_LIMIT,
        values={"off": NO_LIMIT, "3": 3, "5": 5, "7": 7, "10": 10},
    ),
    Option(
        "memory_marks",
        "Remembered cards",
        "Show cards that everybody saw before they were turned down.",
        default=1,
        values={"off": 0, "on": 1},
    ),
    Option(
        "max_turns",
        "Longest game",
        "After this many turns the most cards in Staks win.",
        default=200,
        values={str(turns): turns for turns in (50, 100, 150, 200, 300, 400, 500)},
        unit="turns",
    ),
)

TIMES = (
    time_limit(60),
    Option(
        "clock",
        "Time for a game",
        "When it runs out, the turn is finished and the most cards in Staks win. 0 is no limit.",
        default=0,
        values={"off": 0},
        low=5,
        high=60,
        unit="minutes",
        scope="table",
    ),
)

OPTIONS = grouped(
    (*SIDES, *VARIATIONS, *TOGGLES, *RULINGS, *TIMES),
    {
        "teams": "Players and teams",
        "drawing": "Variations",
        "depth": "More or less of everything",
        "first_draw": "Rulings",
        "turn_timer": "The clock",
    },
)

PRESETS: dict[str, dict[str, str | int]] = {
    "First game": {"depth": 6},
    "Quick": {"depth": 5, "hand": 3},
    "Blitz": {"drawing": "blitz"},
    "Blitz for beginners": {"drawing": "blitz", "hand": 0},
    "Teams of two": {"teams": "staggered"},
    "Teams of two, one turn": {"teams": "synchronous"},
    "Two Staks each": {"staks": 2},
    "Ranked": {"deck": "ranked-split"},
    "Draft": {"deck": "ranked-draft"},
}
"""Settings that go well together, by their names."""

AUTO_DEPTH = (
    (0, 0, 9, 9, 9, 9, 7),
    (0, 0, 9, 7, 5, 4, 3),
    (0, 0, 6, 5, 3, 0, 0),
    (0, 0, 5, 3, 0, 0, 0),
)
"""Cards in a Stak where all share one deck, by Staks each (from 1) and players."""
AUTO_DEPTH_RANKED = (
    (0, 0, 9, 9, 7, 7, 3),
    (0, 0, 9, 7, 4, 4, 2),
    (0, 0, 6, 4, 3, 0, 0),
    (0, 0, 5, 3, 0, 0, 0),
)
"""The same where everybody has a deck of their own."""


# --------------------------------------------------------------------------------- going together
def deck_share(players: int, deck: int) -> int:
    """How many cards are available for one player's Staks and hand."""
    if deck == SHARED_DECK:
        return CARDS // players
    of_rank = [
        sum(copies for copies, rank in zip(COPIES, RANK, strict=True) if rank == wanted)
        for wanted in range(len(RANK_NAMES))
    ]
    return sum(cards // players for cards in of_rank)


def check_settings(players: int, values: Mapping[str, int]) -> None:
    """Refuse settings that make no sense together, with a sentence."""
    if values["teams"] != NO_TEAMS:
        size = values["team_size"]
        if players % size or players == size:
            raise UnknownOption(
                say(
                    "{players} players do not make two or more teams of {size}.",
                    players=players,
                    size=size,
                )
            )
    elif values["borderless"] == TEAM_ONLY:
        raise UnknownOption(say("borderless can be team only where teams are on."))
    staks = values["staks"]
    if players * staks > MOST_STAKS:
        most = MOST_STAKS // players
        raise UnknownOption(
            say("{players} players can have {most} Staks each at most.", players=players, most=most)
        )
    share = deck_share(players, values["deck"])
    depth = max(values["depth"], 1)
    if staks * depth + values["hand"] > share:
        raise UnknownOption(
            say(
                "There are {share} cards for each of {players} players, too few for {staks} x "
                "{depth} in Staks and {hand} in hand.",
                share=share,
                players=players,
                staks=staks,
                depth=depth,
                hand=values["hand"],
            )
        )

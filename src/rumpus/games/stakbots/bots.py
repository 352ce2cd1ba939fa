"""The sixteen bots, one row each: name, text, target of the entry effect, worth.

What an entry effect or an ability does is a rule (rules/effects.py); the power, number and rank of
a bot's cards are in cards.txt.
"""

from __future__ import annotations

from typing import NamedTuple

NO_EFFECT, AT_ITSELF, AT_TOP, AT_OTHER_TOP, AT_FACE_UP, AT_PLAYER = range(6)
"""What an entry effect can be aimed at."""


class BotKind(NamedTuple):
    """One bot. `worth` is its value in a hand, besides its power, to a player by advice."""

    name: str
    text: str
    aim: int
    worth: int


BOTS = (
    BotKind("core", "No tricks: it hits and it takes a hit.", NO_EFFECT, 0),
    BotKind("sidekick", "Entry: slips under the card below it and stays face-up.", AT_ITSELF, 45),
    BotKind(
        "stomp",
        "Attack: battles the same Stak over and over until it is scrapped or an entry effect "
        "stops it.",
        NO_EFFECT,
        20,
    ),
    BotKind(
        "leader",
        "Its power is the number of face-up cards that lie together with it, itself included.",
        NO_EFFECT,
        35,
    ),
    BotKind("bash", "Damage: the bottom card of the Stak it hits is scrapped too.", NO_EFFECT, 55),
    BotKind("bountiful", "Entry: draw a card.", AT_ITSELF, 55),
    BotKind(
        "spike", "Damage: the card right under the one it hits is scrapped too.", NO_EFFECT, 45
    ),
    BotKind("expel", "Entry: a player of your choice discards a card.", AT_PLAYER, 35),
    BotKind(
        "clumsy",
        "Entry: the bottom card of its own Stak is scrapped, even if that is itself.",
        AT_ITSELF,
        10,
    ),
    BotKind(
        "tranq",
        "Entry: turn another face-up card face-down. A top card comes straight back, as good as "
        "new.",
        AT_FACE_UP,
        10,
    ),
    BotKind("shot", "Entry: shoot a top card. It cannot shoot back.", AT_TOP, 50),
    BotKind("begone", "Entry: another top card goes back to its owner's hand.", AT_OTHER_TOP, 60),
    BotKind("reaper", "Entry: scrap another top card.", AT_OTHER_TOP, 90),
    BotKind("trip", "Entry: a top card falls one place.", AT_TOP, 15),
    BotKind("fatal", "Damage: whatever it damages is scrapped.", NO_EFFECT, 60),
    BotKind("pit", "Entry: a top card goes to the bottom of its Stak, face-up.", AT_TOP, 25),
)
(
    CORE, SIDEKICK, STOMP, LEADER, BASH, BOUNTIFUL, SPIKE, EXPEL,
    CLUMSY, TRANQ, SHOT, BEGONE, REAPER, TRIP, FATAL, PIT,
) = range(len(BOTS))  # fmt: skip

BOT_NAMES = tuple(bot.name for bot in BOTS)
AIMS = tuple(bot.aim for bot in BOTS)
HAS_ENTRY_EFFECT = tuple(int(bot.aim != NO_EFFECT) for bot in BOTS)
HITS_TOP = tuple(int(bot.aim in (AT_TOP, AT_OTHER_TOP)) for bot in BOTS)
"""Whether the entry effect hits the top card of a Stak."""
BOT_WORTH = tuple(bot.worth for bot in BOTS)

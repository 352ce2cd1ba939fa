"""What can be typed at any time."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.languages import guide_of
from rumpus.players import hint
from rumpus.rulekit.errors import Complaint
from rumpus.rulekit.game import Game
from rumpus.rulekit.sentence import Sentence, say
from rumpus.speaking import spoken
from rumpus.table.views import View

from .answers import Offer, is_numbered
from .screen import TYPED, guide_lines
from .sitting import Sitting
from .telling import say_table

COMMANDS = {
    "help": ("?", say("explains what can be typed now")),
    "table": ("t", say("shows the table again")),
    "all": ("", say("shows the table with every list in full")),
    "hint": ("h", say("says what the hard bot would do, and why")),
    "undo": ("u", say("takes your last action back, if nothing came to light by it")),
    "rules": ("", say("opens the rules")),
    "quit": ("q", say("leaves the game")),
}
"""What can be typed at any time, a shorter way to type it, and what it does."""


def typed_for(game: Game, command: str) -> str:
    """`q`, or `quit` where a card is called Q."""
    short = COMMANDS[command][0]
    taken = {name.casefold() for name in (*game.words.letters, *game.words.faces)}
    return short if short and short not in taken else command


def command_in(typed: str, game: Game) -> str:
    """The command that a text is, or none."""
    word = typed.casefold()
    return next((name for name in COMMANDS if word in (name, typed_for(game, name))), "")


def obey(sitting: Sitting, command: str, view: View, offers: Sequence[Offer]) -> None:
    """Carry a command out that changes nothing."""
    screen, game = sitting.screen, sitting.table.game
    match command:
        case "table" | "all":
            say_table(sitting, view, whole=command == "all")
        case "hint":
            say_hint(sitting, offers)
        case "rules":
            screen.page(guide_lines(guide_of(game.folder, spoken().code), screen))
        case "help":
            say_help(sitting, offers)


def say_help(sitting: Sitting, offers: Sequence[Offer]) -> None:
    """Everything that can be typed now, and what it does."""
    screen, game = sitting.screen, sitting.table.game
    numbered = is_numbered(game.words)
    screen.say(say("You can type:"))
    for number, offer in enumerate(offers, 1):
        typed = screen.in_words(either(str(number), offer.typed)) if numbered else offer.typed
        meant = f"{offer.said}. {offer.help}".strip()
        screen.say(f"  {screen.paint(typed, TYPED)}: {meant}", hang=" " * 6)
    screen.say(
        say(
            "Cards and players go by their names too, words can be shortened, and several answers "
            "can be typed in a row with commas between them. On the table, cards that lie on each "
            "other are listed from the top."
        )
    )
    screen.say(say("At any time:"))
    for name in COMMANDS:
        short, does = typed_for(game, name), screen.in_words(COMMANDS[name][1])
        typed = name if short == name else screen.in_words(either(name, short))
        screen.say(f"  {screen.paint(typed, TYPED)}: {does}.", hang=" " * 6)


def either(one: str, other: str) -> Sentence:
    """`quit or q`."""
    return say("{typed:or}", typed=(one, other))


def take_back(sitting: Sitting) -> bool:
    """Take your last action back, if that is possible."""
    table, you = sitting.table, sitting.you
    assert you is not None
    try:
        table.undo(you, 0.0)
    except Complaint as error:
        sitting.screen.complain(error.sentence)
        return False
    sitting.heard, sitting.rest, sitting.shown = len(table.game_on().events), "", []
    sitting.screen.say(say("Taken back."))
    return True


def say_hint(sitting: Sitting, offers: Sequence[Offer]) -> None:
    """What the hard bot would do, and why."""
    table, you = sitting.table, sitting.you
    assert you is not None
    found = hint(table.backend, table.game_on().known_to(you), you, table.names)
    said = {offer.action: f"{offer.said} ({offer.typed})" for offer in offers}
    best = said.get(found.action, found.words)
    why = " ".join(map(sitting.screen.in_words, found.why))
    sitting.screen.say(say("Hint: {best}. {why}", best=best, why=why))

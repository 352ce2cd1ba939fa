"""Commands that can be typed at any time."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.languages import guide_of
from rumpus.players import hint
from rumpus.rulekit.errors import Complaint
from rumpus.rulekit.game import Game
from rumpus.rulekit.sentence import Sentence, say
from rumpus.speaking import spoken
from rumpus.table.showing.views import TableView
from rumpus.terminal.screen import TYPED, Screen, guide_lines

from .answers import OfferedChoice, is_numbered
from .player import TerminalPlayer
from .printing import say_table

COMMANDS = {
    "help": ("?", say("explains what can be typed now")),
    "table": ("t", say("shows the table again")),
    "all": ("", say("shows the table with every list in full")),
    "hint": ("h", say("suggests an action, and says why")),
    "undo": ("u", say("takes your last action back, unless it revealed something")),
    "rules": ("", say("opens the rules")),
    "quit": ("q", say("leaves the game")),
}
"""Each command with its short form and what it does."""


def typed_for(game: Game, command: str) -> str:
    """`q`, or `quit` if a card is called Q."""
    short = COMMANDS[command][0]
    taken = {name.casefold() for name in (*game.words.letters, *game.words.faces)}
    return short if short and short not in taken else command


def command_in(typed: str, game: Game) -> str:
    """The command that a text stands for, or an empty string."""
    word = typed.casefold()
    return next((name for name in COMMANDS if word in (name, typed_for(game, name))), "")


def obey(
    player: TerminalPlayer, command: str, view: TableView, offers: Sequence[OfferedChoice]
) -> None:
    """Carry out a command that changes nothing."""
    screen, game = player.screen, player.table.game
    match command:
        case "table" | "all":
            say_table(player, view, whole=command == "all")
        case "hint":
            say_hint(player, offers)
        case "rules":
            say_rules(screen, game)
        case "help":
            say_help(player, offers)


def say_rules(screen: Screen, game: Game) -> None:
    """Show the game's rules."""
    if guide := guide_of(game.folder, spoken().code):
        screen.page(guide_lines(guide, screen))
    else:
        screen.say(say("{game} has no written rules yet.", game=game.title))


def say_help(player: TerminalPlayer, offers: Sequence[OfferedChoice]) -> None:
    """Print everything that can be typed now, and what it does."""
    screen, game = player.screen, player.table.game
    numbered = is_numbered(game.words)
    screen.say(say("You can type:"))
    for number, offer in enumerate(offers, 1):
        typed = screen.in_words(either(str(number), offer.typed)) if numbered else offer.typed
        meant = f"{offer.said}. {offer.help}".strip()
        screen.say(f"  {screen.paint(typed, TYPED)}: {meant}", hang=" " * 6)
    screen.say(
        say(
            "You can also type the names of cards and players, shorten words, and type several "
            "answers at once with commas between them. Cards on top of each other are listed from "
            "the top."
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


def take_back(player: TerminalPlayer) -> bool:
    """Undo the player's last action, if possible."""
    table, you = player.table, player.you
    assert you is not None
    try:
        table.undo(you, 0.0)
    except Complaint as error:
        player.screen.complain(error.sentence)
        return False
    player.heard, player.rest, player.shown = len(table.game_on().events), "", []
    player.screen.say(say("Taken back."))
    return True


def say_hint(player: TerminalPlayer, offers: Sequence[OfferedChoice]) -> None:
    """Print a hint."""
    table, you = player.table, player.you
    assert you is not None
    found = hint(table.backend, table.game_on().known_to(you), you, table.names)
    said = {offer.action: f"{offer.said} ({offer.typed})" for offer in offers}
    best = said.get(found.action, found.words)
    why = " ".join(map(player.screen.in_words, found.why))
    player.screen.say(say("Hint: {best}. {why}", best=best, why=why))

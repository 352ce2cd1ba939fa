"""A table of Tuck It in words."""

from __future__ import annotations

from collections.abc import Iterator

from rumpus.rulekit import NONE
from rumpus.rulekit.captions import Caption, Captions, Scene, plural
from rumpus.rulekit.layout import Group

from .cards import (
    ABILITIES,
    ACE,
    DARK,
    DICE,
    FIVE,
    JACK,
    KIND,
    NINE,
    SEVEN,
    SKIP,
    SLOW,
    STACKS,
    TEN,
    THREE,
    TWO,
)
from .state import (
    ADDING,
    BREAKING_DIRECTION_TIE,
    BREAKING_TIE,
    BUILDING,
    CHOOSE_REVEAL,
    CHOSE_REVEAL,
    FROM_HAND,
    LAST_TUCKS,
    MAY_FLIP,
    MAY_TAKE,
    MUST_TUCK,
    OVER,
    PLACED,
    REVEALING,
    TURN,
)
from .view import FACE_UP, GEARS_SHIFT, KNOWN_TO_ALL, SHOWN_COMMUNITY_PILE, SHOWN_HAND, SHOWN_STACK

SHOWING = (REVEALING, BREAKING_TIE, BREAKING_DIRECTION_TIE)
DOES = {
    TWO: "goes on anything",
    THREE: "goes on 9 and below, and turns the direction round",
    FIVE: "goes on an A as well",
    SEVEN: "lets you flip any Stack",
    NINE: "makes the next card 9 or less",
    TEN: "trashes the pile, and you go again",
    JACK: "skips the next player",
    DARK: "makes the next player take the pile and tuck a card",
    ACE: "does not go on a 5",
}
"""What each ability does."""
TASKS = {
    BUILDING: "Build three Stacks of two: for each the top card, then the one under it. Cards of "
    "one value are good company.",
    REVEALING: "Choose the Stack whose top card you show. The highest card starts.",
    BREAKING_TIE: "A tie for the start: show another card.",
    BREAKING_DIRECTION_TIE: "A tie for the direction: show another card.",
    ADDING: "Add cards to your play, or say that this is all.",
    MUST_TUCK: "You have to tuck a card: first choose the Stack it goes under.",
    MAY_FLIP: "You may flip a Stack, anybody's: its order and its sides turn over.",
    MAY_TAKE: "You may take the top card of one of your Stacks into your hand.",
    LAST_TUCKS: "You may tuck more cards: choose a Stack, or say that this is all.",
}
STACK_WORDS = {
    MUST_TUCK: ("Tuck under Stack {n}", "Then choose the card that goes there, face down."),
    LAST_TUCKS: ("Tuck under Stack {n}", "Then choose the card that goes there, face down."),
    MAY_TAKE: ("Take the top card of Stack {n}", "It comes into your hand."),
    ADDING: ("Add the next card of Stack {n}", "It goes on top of what you played."),
    **dict.fromkeys(SHOWING, ("Show the top card of Stack {n}", "It is turned up for all to see.")),
}
CARD_WORDS = {
    BUILDING: ("Put the {card} into the next Stack", "The top card first, then the one under it."),
    TURN: ("Play the {card}", "It goes on the Community Pile; then you may add cards to it."),
    ADDING: ("Add the {card}", "It goes on top of what you played."),
    **dict.fromkeys(SHOWING, ("Show the {card} from your hand", "It stays in your hand.")),
}
DONE_WORDS = {
    ADDING: ("That is the whole play", "Your play is complete, and its top card does its work."),
    MAY_FLIP: ("Flip nothing", "All Stacks stay as they are."),
    MAY_TAKE: ("Take nothing", "Your Stacks stay as they are."),
    LAST_TUCKS: ("No more tucks", "Your turn is over."),
}
HELPS = {
    "roll": "Dice cards are worth what the die shows, for this turn.",
    "pair": "Your Stacks are built for you, with cards of one value together.",
    "take": "The Dark Q is trashed, the pile goes to your hand, and you tuck a card.",
    "turn": "Everybody sees the card; its gears do not count any more.",
    "flip": "Its cards change their order and their sides.",
}


# --------------------------------------------------------------------------------- the table
def table(scene: Scene) -> Iterator[str]:
    """Phase, turns, direction, the die, and what the pile wants."""
    facts = scene.facts
    stage = facts["stage"]
    if stage <= BREAKING_DIRECTION_TIE:
        yield f"The game is being set up; {scene.named(facts['waiting'])} still to choose."
        if facts["chosen"] != NONE and stage != BUILDING:
            yield f"You have chosen {source(facts['chosen'])}."
        return
    most = f" of at most {facts['turn limit']}" if facts["turn limit"] else ""
    yield f"Phase {facts['phase']}, turn {facts['turns']}{most}."
    if stage == OVER:
        yield (
            f"{scene.name(facts['winner'])} has won." if facts["winner"] != NONE else "It is over."
        )
        return
    yield f"Play goes {'clockwise' if facts['direction'] > 0 else 'counter-clockwise'}."
    if facts["die"]:
        worth = "A" if facts["die"] == 1 else facts["die"]
        counts = f"Dice cards are worth {worth}" if facts["die counts"] else "it does not count yet"
        rolled = ", rolled this turn" if facts["rolled"] else ""
        yield f"The die shows {facts['die']}{rolled}: {counts}."
    yield from limits(scene)


def limits(scene: Scene) -> Iterator[str]:
    """What the next play has to keep to."""
    facts = scene.facts
    if facts["takes the pile"]:
        yield "A Dark Q lies on the pile: it has to be taken."
    if facts["nine or less"]:
        yield "A 9 lies on the pile: 9 is the most that may follow."
    if facts["single card"]:
        yield "Only a single card may be played this turn."
    if facts["stage"] == ADDING:
        yield f"{plural(facts['laid'], 'card')} of this play came from {source(facts['source'])}."


def source(number: int) -> str:
    """Where a card comes from."""
    if number < STACKS:
        return f"Stack {number + 1}"
    return "the hand" if number == FROM_HAND else "the Draw Pile"


def card(zone: int, group: Group) -> Iterator[str]:
    """Which side is up, and who knows the card."""
    marks = group.marks
    if zone >= SHOWN_STACK:
        yield "up" if marks & FACE_UP else "down"
    if not marks & FACE_UP and marks & KNOWN_TO_ALL:
        yield "seen by all"


def detail(zone: int, group: Group) -> Iterator[str]:
    """A card's gears."""
    if gears := group.marks >> GEARS_SHIFT:
        yield plural(gears, "gear")


# --------------------------------------------------------------------------------- choices
def task(scene: Scene) -> str:
    """What is asked of the viewer."""
    facts = scene.facts
    if facts["tucks under"] != NONE:
        return f"Which card do you tuck under Stack {facts['tucks under'] + 1}?"
    if facts["stage"] != TURN:
        return TASKS.get(facts["stage"], "")
    if facts["turn"] != scene.viewer:
        return "Between two turns you may tuck a card: choose the Stack it goes under."
    if facts["takes the pile"]:
        return "You have to take the pile."
    if facts["single card"]:
        return "Play one single card."
    if not scene.size(SHOWN_HAND, scene.viewer):
        return "Your hand is empty: play from the top of a Stack."
    return "Play a card, or several of one value (type them in a row: 7 7)."


def choice(scene: Scene, notation: str) -> Caption:
    """What an action does in this stage."""
    stage, first = scene.facts["stage"], notation.split(maxsplit=1)[0]
    holds = scene.size(SHOWN_HAND, scene.viewer) > 0
    if first == "{card}":
        if scene.facts["tucks under"] != NONE:
            return Caption("Tuck the {card}", "It goes face down under the Stack.")
        return Caption(*CARD_WORDS.get(stage, ()))
    if first == "stack":
        words = STACK_WORDS.get(stage, STACK_WORDS[MUST_TUCK])
        if stage == TURN and not holds:
            words = ("Play the top card of Stack {n}", "It goes on the Community Pile.")
        return Caption(words[0].replace("{n}", notation.split()[1]), words[1])
    if first == "done":
        return Caption(*DONE_WORDS.get(stage, ()))
    if first == "decline":
        return declining(scene)
    return Caption(help=HELPS[first])


def declining(scene: Scene) -> Caption:
    """What it costs not to play."""
    if scene.facts["phase"] == 1:
        return Caption(
            "Do not play: turn over the Draw Pile's top card",
            "If it fits, it is played for you; if not, you take it and the pile, and tuck a card.",
        )
    if scene.size(SHOWN_COMMUNITY_PILE):
        return Caption("Do not play: take the pile", "It goes to your hand, and you tuck a card.")
    return Caption("Do not play", "There is no pile to take, but you tuck a card.")


def does(kind: int) -> str:
    """What a kind of card does."""
    if kind == DICE:
        return "is worth what the die shows"
    if kind == SKIP:
        return "ends your turn at once, and the pile stays"
    found = [words for ability, words in DOES.items() if ABILITIES[kind] >> ability & 1]
    if SLOW[kind]:
        found.append("makes the next turn a single card")
    return " and ".join(found)


CAPTIONS = Captions(
    table=table,
    card=card,
    detail=detail,
    task=task,
    choice=choice,
    faces=tuple(does(kind) for kind in KIND),
    quiet=frozenset({PLACED, CHOOSE_REVEAL, CHOSE_REVEAL}),
)

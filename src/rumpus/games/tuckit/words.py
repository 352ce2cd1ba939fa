"""The words of Tuck It."""

from __future__ import annotations

from rumpus.rulekit.words import FACE, NUMBER, SEAT, Kind, Words, action, event, named, shown

from .captions import CAPTIONS
from .cards import N_KINDS, PRINT_LETTERS, PRINT_NAMES, STACKS
from .state import (
    BUILD_STACKS,
    CAN_FLIP,
    CAN_STILL_TUCK,
    CAN_TAKE_TOP,
    CARD,
    CHOOSE_REVEAL,
    CHOSE_REVEAL,
    DARK_Q_STRUCK,
    DEALT_OUT,
    DECLINE,
    DECLINED,
    DIRECTION_SET,
    DONE,
    DREW,
    EXTRA_TURN,
    FLIP,
    FLIP_SHOWED,
    FLIPPED,
    FOUR_OF_A_KIND,
    GEARS_COUNTED,
    LAID_OPEN,
    MAX_PLAYERS,
    MUST_TUCK_ONE,
    NEIGHBOURS_TIED,
    NEXT_TURN,
    NO_FLIP,
    PAIR,
    PHASE_TWO,
    PLACED,
    PLAYED,
    REVEALED,
    REVERSED,
    ROLL,
    ROLLED,
    SETUP_ROLLED,
    SHOWED,
    SKIPPED,
    STACK,
    STACKS_READY,
    STARTS,
    STOPPED,
    TAKE,
    TIED,
    TOOK_NO_TOP,
    TOOK_PILE,
    TOOK_REVEALED,
    TOOK_TOP,
    TRASHED,
    TRASHED_SKIP,
    TUCKED,
    TUCKING,
    TURN_UP,
    TURNED_UP,
    WON,
    YOU_TUCKED,
    YOUR_CARD,
)
from .view import SHOWN_COMMUNITY_PILE, SHOWN_DRAW_PILE, SHOWN_HAND, SHOWN_STACK

STACK_NUMBER = named(*(str(number + 1) for number in range(STACKS)))
SOURCE = named("Stack 1", "Stack 2", "Stack 3", "the hand", "the Draw Pile")
WAY = named("clockwise", "counter-clockwise")

STAGES = (
    "building Stacks", "revealing", "breaking a tie", "breaking a tie of direction", "turn",
    "adding cards", "must tuck", "may flip", "may take a top card", "last tucks", "over",
)  # fmt: skip
MARKS = ("face up", "known to all")
"""The marks of a card by their bits; its gears are in the bits above."""

WORDS = Words(
    actions=(
        action(
            CARD, "{card}", "Choose the {card}",
            zone=SHOWN_HAND, owner="self", card=Kind("face", N_KINDS),
        ),
        *(
            action(
                STACK + number, f"stack {number + 1}", f"Choose your Stack {number + 1}",
                zone=SHOWN_STACK + number, owner="self",
            )
            for number in range(STACKS)
        ),
        *(
            action(
                FLIP + k * STACKS + number,
                f"flip {{player}} stack {number + 1}",
                f"Flip Stack {number + 1} of {{player}}",
                zone=SHOWN_STACK + number, owner="player", player=Kind("clockwise", 1, k),
            )
            for k in range(MAX_PLAYERS)
            for number in range(STACKS)
        ),
        action(DONE, "done", "That is all"),
        action(DECLINE, "decline", "Do not play", zone=SHOWN_DRAW_PILE),
        action(ROLL, "roll", "Roll the die"),
        action(PAIR, "pair", "Pair them for me"),
        action(TAKE, "take", "Take the pile", zone=SHOWN_COMMUNITY_PILE),
        *(
            action(
                TURN_UP + number, f"turn up {number + 1}",
                f"Turn up the top card of your Stack {number + 1}",
                zone=SHOWN_STACK + number, owner="self",
            )
            for number in range(STACKS)
        ),
    ),
    events=(
        event(DEALT_OUT, "{seat} is dealt {n:card}.", seat=SEAT, n=NUMBER),
        event(YOUR_CARD, "You get the {card}.", card=shown(FACE)),
        event(
            BUILD_STACKS,
            "Everybody builds three Stacks: for each the top card, then the one under it.",
        ),
        event(PLACED, "{seat} puts a card into Stack {stack}.", seat=SEAT, stack=STACK_NUMBER),
        event(STACKS_READY, "{seat} has built three Stacks.", seat=SEAT),
        event(CHOOSE_REVEAL, "{seat} chooses a card to reveal.", seat=SEAT),
        event(CHOSE_REVEAL, "{seat} has chosen.", seat=SEAT),
        event(
            SHOWED, "{seat} reveals the {card} from {source}.",
            seat=SEAT, source=shown(SOURCE), card=shown(FACE),
        ),
        event(SETUP_ROLLED, "{seat} rolls {n} for it.", seat=SEAT, n=shown(NUMBER)),
        event(TIED, "{seat} is tied for the highest card.", seat=SEAT),
        event(
            NEIGHBOURS_TIED, "{left} and {right} are tied for the direction.",
            left=SEAT, right=SEAT,
        ),
        event(STARTS, "{seat} starts.", seat=shown(SEAT)),
        event(DIRECTION_SET, "Play goes {way}.", way=shown(WAY)),
        event(
            TURNED_UP, "{seat} turns up the {card} on Stack {stack}.",
            seat=SEAT, stack=STACK_NUMBER, card=shown(FACE),
        ),
        event(NEXT_TURN, "It is {seat}'s turn.", seat=SEAT),
        event(EXTRA_TURN, "{seat} takes another turn.", seat=SEAT),
        event(ROLLED, "{seat} rolls {n}.", seat=SEAT, n=shown(NUMBER)),
        event(
            PLAYED, "{seat} plays the {card} from {source}.",
            seat=SEAT, card=shown(FACE), source=SOURCE,
        ),
        event(DECLINED, "{seat} does not play.", seat=SEAT),
        event(REVEALED, "{seat} reveals the {card}.", seat=SEAT, card=shown(FACE)),
        event(TOOK_REVEALED, "{seat} takes the revealed {card}.", seat=SEAT, card=FACE),
        event(TOOK_PILE, "{seat} picks up the pile: {n:card}.", seat=SEAT, n=NUMBER),
        event(MUST_TUCK_ONE, "{seat} has to tuck a card: a Stack, then the card.", seat=SEAT),
        event(TUCKING, "{seat} tucks under Stack {stack}.", seat=SEAT, stack=STACK_NUMBER),
        event(
            TUCKED, "{seat} has tucked a card under Stack {stack}.", seat=SEAT, stack=STACK_NUMBER
        ),
        event(
            YOU_TUCKED, "You tuck the {card} under Stack {stack}.", card=FACE, stack=STACK_NUMBER
        ),
        event(DREW, "{seat} draws {n:card}.", seat=SEAT, n=NUMBER),
        event(PHASE_TWO, "The Draw Pile is empty: Phase 2."),
        event(FOUR_OF_A_KIND, "{seat} has four of a kind!", seat=SEAT),
        event(TRASHED, "The pile is trashed: {n:card}.", n=NUMBER),
        event(CAN_TAKE_TOP, "{seat} may take the top card of a Stack.", seat=SEAT),
        event(
            TOOK_TOP, "{seat} takes the top of Stack {stack}: {card}.",
            seat=SEAT, stack=STACK_NUMBER, card=FACE,
        ),
        event(TOOK_NO_TOP, "{seat} takes no Stack card.", seat=SEAT),
        event(CAN_FLIP, "{seat} may flip a Stack.", seat=SEAT),
        event(
            FLIPPED, "{seat} flips Stack {stack} of {owner}.",
            seat=SEAT, owner=SEAT, stack=STACK_NUMBER,
        ),
        event(
            FLIP_SHOWED, "In Stack {stack} of {seat} the {card} can be seen.",
            seat=SEAT, stack=STACK_NUMBER, height=NUMBER, card=shown(FACE),
        ),
        event(NO_FLIP, "{seat} flips nothing.", seat=SEAT),
        event(REVERSED, "The direction changes to {way}.", way=WAY),
        event(SKIPPED, "{seat} is skipped.", seat=SEAT),
        event(TRASHED_SKIP, "The Skip is trashed."),
        event(
            DARK_Q_STRUCK, "The Dark Q strikes {seat} and is trashed.", seat=SEAT,
        ),
        event(CAN_STILL_TUCK, "{seat} may tuck more cards.", seat=SEAT),
        event(WON, "{seat}'s Stacks are empty: {seat} wins!", seat=SEAT),
        event(STOPPED, "The game stops after {n:turn}.", n=NUMBER),
        event(
            LAID_OPEN, "Face down in Stack {stack} of {seat} lay the {card}.",
            seat=SEAT, stack=STACK_NUMBER, card=shown(FACE),
        ),
        event(GEARS_COUNTED, "{seat} has {n:gear}.", seat=SEAT, n=NUMBER),
    ),
    faces=PRINT_NAMES,
    letters=PRINT_LETTERS,
    zones=(
        "Draw Pile", "Community Pile", "Trash Pile", "Hand", "Stack 1", "Stack 2", "Stack 3",
    ),
    facts=(
        "turn", "stage", "direction", "phase", "turns", "turn limit", "die", "rolled",
        "die counts", "single card", "takes the pile", "laid", "source", "waiting", "winner",
        "tucks under", "nine or less", "chosen",
    ),
    captions=CAPTIONS,
)  # fmt: skip

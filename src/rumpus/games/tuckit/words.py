"""The vocabulary of Tuck It."""

from __future__ import annotations

from rumpus.rulekit.words.vocabulary import (
    FACE,
    NUMBER,
    OTHERS,
    SEAT,
    SEATS,
    SELF,
    STAGES,
    YES_NO,
    Variant,
    Vocabulary,
    clockwise,
    faces,
    named,
    shown,
)

from .cards import CARDS, LETTERS, N_KINDS, PRINT_LETTERS, PRINT_NAMES, PRINTINGS, STACKS, VALUE
from .options import MAX_PLAYERS

V = Vocabulary(groups=CARDS)
V.cards(
    PRINT_NAMES,
    letters=PRINT_LETTERS,
    prints=[
        {"kind": LETTERS[kind], "value": VALUE[kind], "gears": gears}
        for kind, gears, _ in PRINTINGS
    ],
)

STACK_NUMBER = named(*(str(number + 1) for number in range(STACKS)))
SOURCE = named("Stack 1", "Stack 2", "Stack 3", "the hand", "the Draw Pile")
FROM_HAND, FROM_DRAW_PILE = STACKS, STACKS + 1
"""Where a played card comes from: a Stack by its number, or one of these."""
WAY = named("clockwise", "counter-clockwise")

# --------------------------------------------------------------------------------- the table
SHOWN_DRAW_PILE = V.zone("draw pile", "Draw Pile", groups=1)
SHOWN_COMMUNITY_PILE = V.zone("community pile", "Community Pile")
SHOWN_TRASH_PILE = V.zone("trash pile", "Trash Pile")
SHOWN_HAND = V.zone("hand", "Hand", owned=True)
SHOWN_STACK = V.zone("stack", "Stack", owned=True, each=STACKS)

FACE_UP = V.mark("face up")
KNOWN_TO_ALL = V.mark("known to all")
GEARS_SHIFT = V.amount("gears", bits=8, shift=2)

# stages: what is being decided
BUILDING = V.stage(
    "building Stacks",
    "Build three Stacks of two: for each the top card, then the one under it. Cards of one value "
    "are good company.",
)
REVEALING = V.stage(
    "revealing", "Choose the Stack whose top card you show. The highest card starts."
)
BREAKING_TIE = V.stage("breaking a tie", "A tie for the start: show another card.")
BREAKING_DIRECTION_TIE = V.stage(
    "breaking a tie of direction", "A tie for the direction: show another card."
)
TURN = V.stage("turn", "Play a card, or several of one value.")
ADDING = V.stage("adding cards", "Add cards to your play, or say that this is all.")
MUST_TUCK = V.stage("must tuck", "You have to tuck a card: first choose the Stack it goes under.")
MAY_FLIP = V.stage(
    "may flip", "You may flip a Stack, anybody's: its order and its sides turn over."
)
MAY_TAKE = V.stage(
    "may take a top card",
    "You may take the top card of one of your Stacks into your hand.",
)
LAST_TUCKS = V.stage(
    "last tucks", "You may tuck more cards: choose a Stack, or say that this is all."
)
OVER = V.stage("over")
SHOWING = (REVEALING, BREAKING_TIE, BREAKING_DIRECTION_TIE)

WHOSE_TURN = V.fact("turn", SEAT)
STAGE = V.fact("stage", STAGES)
DIRECTION = V.fact("direction", NUMBER)
PHASE = V.fact("phase", NUMBER)
TURNS = V.fact("turns", NUMBER)
TURN_LIMIT = V.fact("turn limit", NUMBER)
DIE = V.fact("die", NUMBER)
DIE_ROLLED = V.fact("rolled", YES_NO)
DIE_COUNTS = V.fact("die counts", YES_NO)
SINGLE_CARD = V.fact("single card", YES_NO)
TAKES_THE_PILE = V.fact("takes the pile", YES_NO)
CARDS_LAID = V.fact("laid", NUMBER)
LAID_FROM = V.fact("source", SOURCE)
WAITING = V.fact("waiting", SEATS)
WINNER = V.fact("winner", SEAT)
TUCKS_UNDER = V.fact("tucks under", STACK_NUMBER)
NINE_OR_LESS = V.fact("nine or less", YES_NO)
CHOSEN = V.fact("chosen", SOURCE)
HAND_IS_EMPTY = V.fact("empty hand", YES_NO)
PILE_IS_EMPTY = V.fact("empty pile", YES_NO)
LEAST = V.fact("least", NUMBER)  # the value that goes on the pile, in halves, or more; 0 for any
FIVES_TOO = V.fact("fives too", YES_NO)
NO_ACES = V.fact("no aces", YES_NO)

TUCKING_NOW = {TUCKS_UNDER: tuple(range(STACKS))}
V.task("Which card do you tuck under Stack {stack}?", when=TUCKING_NOW, stack=TUCKS_UNDER)
V.task(
    "Between two turns you may tuck a card: choose the Stack it goes under.",
    when={STAGE: (TURN,), WHOSE_TURN: OTHERS},
)
V.task("You have to take the pile.", when={STAGE: (TURN,), TAKES_THE_PILE: (1,)})
V.task("Play one single card.", when={STAGE: (TURN,), SINGLE_CARD: (1,)})
V.task(
    "Your hand is empty: play from the top of a Stack.",
    when={STAGE: (TURN,), HAND_IS_EMPTY: (1,)},
)

# --------------------------------------------------------------------------------- actions
# What a card or a Stack is chosen for depends on the stage.
TUCK_UNDER = ("Tuck under Stack {stack}", "Then choose the card that goes there, face down.")
CARD = V.verb(
    "card",
    "Choose the {card}",
    notation="{card}",
    zone=SHOWN_HAND,
    owner=SELF,
    variants=[Variant(TUCKING_NOW, "Tuck the {card}", "It goes face down under the Stack.")],
    stages={
        BUILDING: (
            "Put the {card} into the next Stack",
            "The top card first, then the one under it.",
        ),
        TURN: ("Play the {card}", "It goes on the Community Pile; then you may add cards to it."),
        ADDING: ("Add the {card}", "It goes on top of what you played."),
        **dict.fromkeys(SHOWING, ("Show the {card} from your hand", "It stays in your hand.")),
    },
    card=faces(N_KINDS),
)
STACK = V.verb(
    "stack",
    "Choose your Stack {stack}",
    zone=SHOWN_STACK,
    which="stack",
    owner=SELF,
    variants=[
        Variant(
            {STAGE: (TURN,), HAND_IS_EMPTY: (1,)},
            "Play the top card of Stack {stack}",
            "It goes on the Community Pile.",
        )
    ],
    stages={
        **dict.fromkeys((TURN, MUST_TUCK, LAST_TUCKS), TUCK_UNDER),
        MAY_TAKE: ("Take the top card of Stack {stack}", "It comes into your hand."),
        ADDING: ("Add the next card of Stack {stack}", "It goes on top of what you played."),
        **dict.fromkeys(
            SHOWING, ("Show the top card of Stack {stack}", "It is turned up for all to see.")
        ),
    },
    stack=STACK_NUMBER,
)
FLIP = V.verb(
    "flip",
    "Flip Stack {stack} of {player}",
    help="Its cards change their order and their sides.",
    notation="flip {player} stack {stack}",
    zone=SHOWN_STACK,
    which="stack",
    owner="player",
    player=clockwise(MAX_PLAYERS, 0),
    stack=STACK_NUMBER,
)
DONE = V.verb(
    "done",
    "That is all",
    stages={
        ADDING: (
            "That is the whole play",
            "Your play is complete, and its top card does its work.",
        ),
        MAY_FLIP: ("Flip nothing", "All Stacks stay as they are."),
        MAY_TAKE: ("Take nothing", "Your Stacks stay as they are."),
        LAST_TUCKS: ("No more tucks", "Your turn is over."),
    },
)
DECLINE = V.verb(
    "decline",
    "Do not play",
    help="There is no pile to take, but you tuck a card.",
    zone=SHOWN_DRAW_PILE,
    variants=[
        Variant(
            {PHASE: (1,)},
            "Do not play: turn over the Draw Pile's top card",
            "If it fits, it is played for you; if not, you take it and the pile, and tuck a card.",
        ),
        Variant(
            {PILE_IS_EMPTY: (0,)},
            "Do not play: take the pile",
            "It goes to your hand, and you tuck a card.",
        ),
    ],
)
ROLL = V.verb(
    "roll",
    "Roll the die",
    help="Dice cards are worth what the die shows, for this turn.",
)
PAIR = V.verb(
    "pair",
    "Pair them for me",
    help="Your Stacks are built for you, with cards of one value together.",
)
TAKE = V.verb(
    "take",
    "Take the pile",
    help="The Dark Q is trashed, the pile goes to your hand, and you tuck a card.",
    zone=SHOWN_COMMUNITY_PILE,
)
TURN_UP = V.verb(
    "turn up",
    "Turn up the top card of your Stack {stack}",
    help="Everybody sees the card; its gears do not count any more.",
    zone=SHOWN_STACK,
    which="stack",
    owner=SELF,
    stack=STACK_NUMBER,
)
ACTIONS = V.actions

# --------------------------------------------------------------------------------- events
DEALT_OUT = V.event(
    "dealt out",
    "{seat} is dealt {n:card}.",
    you={"seat": "You are dealt {n:card}."},
    seat=SEAT,
    n=NUMBER,
)
YOUR_CARD = V.event("your card", "You get the {card}.", card=shown(FACE))
BUILD_STACKS = V.event(
    "build stacks", "Everybody builds three Stacks: for each the top card, then the one under it."
)
PLACED = V.event(
    "placed",
    "{seat} puts a card into Stack {stack}.",
    you={"seat": "You put a card into Stack {stack}."},
    seat=SEAT,
    stack=STACK_NUMBER,
)
STACKS_READY = V.event(
    "stacks ready",
    "{seat} has built three Stacks.",
    you={"seat": "You have built three Stacks."},
    seat=SEAT,
)
CHOOSE_REVEAL = V.event(
    "choose reveal",
    "{seat} chooses a card to reveal.",
    you={"seat": "You choose a card to reveal."},
    seat=SEAT,
)
CHOSE_REVEAL = V.event(
    "chose reveal", "{seat} has chosen.", you={"seat": "You have chosen."}, seat=SEAT
)
SHOWED = V.event(
    "showed",
    "{seat} reveals the {card} from {source}.",
    you={"seat": "You reveal the {card} from {source}."},
    seat=SEAT,
    source=shown(SOURCE),
    card=shown(FACE),
)
SETUP_ROLLED = V.event(
    "setup rolled",
    "{seat} rolls {n} for it.",
    you={"seat": "You roll {n} for it."},
    seat=SEAT,
    n=shown(NUMBER),
)
TIED = V.event(
    "tied",
    "{seat} is tied for the highest card.",
    you={"seat": "You are tied for the highest card."},
    seat=SEAT,
)
NEIGHBOURS_TIED = V.event(
    "neighbours tied",
    "{left} and {right} are tied for the direction.",
    you={
        "left": "You and {right} are tied for the direction.",
        "right": "{left} and you are tied for the direction.",
    },
    left=SEAT,
    right=SEAT,
)
STARTS = V.event("starts", "{seat} starts.", you={"seat": "You start."}, seat=shown(SEAT))
DIRECTION_SET = V.event("direction set", "Play goes {way}.", way=shown(WAY))
TURNED_UP = V.event(
    "turned up",
    "{seat} turns up the {card} on Stack {stack}.",
    you={"seat": "You turn up the {card} on Stack {stack}."},
    seat=SEAT,
    stack=STACK_NUMBER,
    card=shown(FACE),
)
NEXT_TURN = V.event(
    "next turn", "It is {seat}'s turn.", you={"seat": "It is your turn."}, seat=SEAT
)
EXTRA_TURN = V.event(
    "extra turn",
    "{seat} takes another turn.",
    you={"seat": "You take another turn."},
    seat=SEAT,
)
ROLLED = V.event(
    "rolled", "{seat} rolls {n}.", you={"seat": "You roll {n}."}, seat=SEAT, n=shown(NUMBER)
)
PLAYED = V.event(
    "played",
    "{seat} plays the {card} from {source}.",
    you={"seat": "You play the {card} from {source}."},
    seat=SEAT,
    card=shown(FACE),
    source=SOURCE,
)
DECLINED = V.event("declined", "{seat} does not play.", you={"seat": "You do not play."}, seat=SEAT)
REVEALED = V.event(
    "revealed",
    "{seat} reveals the {card}.",
    you={"seat": "You reveal the {card}."},
    seat=SEAT,
    card=shown(FACE),
)
TOOK_REVEALED = V.event(
    "took revealed",
    "{seat} takes the revealed {card}.",
    you={"seat": "You take the revealed {card}."},
    seat=SEAT,
    card=FACE,
)
TOOK_PILE = V.event(
    "took pile",
    "{seat} picks up the pile: {n:card}.",
    you={"seat": "You pick up the pile: {n:card}."},
    seat=SEAT,
    n=NUMBER,
)
MUST_TUCK_ONE = V.event(
    "must tuck one",
    "{seat} has to tuck a card: a Stack, then the card.",
    you={"seat": "You have to tuck a card: a Stack, then the card."},
    seat=SEAT,
)
TUCKING = V.event(
    "tucking",
    "{seat} tucks under Stack {stack}.",
    you={"seat": "You tuck under Stack {stack}."},
    seat=SEAT,
    stack=STACK_NUMBER,
)
TUCKED = V.event(
    "tucked",
    "{seat} has tucked a card under Stack {stack}.",
    you={"seat": "You have tucked a card under Stack {stack}."},
    seat=SEAT,
    stack=STACK_NUMBER,
)
YOU_TUCKED = V.event(
    "you tucked", "You tuck the {card} under Stack {stack}.", card=FACE, stack=STACK_NUMBER
)
DREW = V.event(
    "drew", "{seat} draws {n:card}.", you={"seat": "You draw {n:card}."}, seat=SEAT, n=NUMBER
)
PHASE_TWO = V.event("phase two", "The Draw Pile is empty: Phase 2.")
FOUR_OF_A_KIND = V.event(
    "four of a kind",
    "{seat} has four of a kind!",
    you={"seat": "You have four of a kind!"},
    seat=SEAT,
)
TRASHED = V.event("trashed", "The pile is trashed: {n:card}.", n=NUMBER)
CAN_TAKE_TOP = V.event(
    "can take top",
    "{seat} may take the top card of a Stack.",
    you={"seat": "You may take the top card of a Stack."},
    seat=SEAT,
)
TOOK_TOP = V.event(
    "took top",
    "{seat} takes the top of Stack {stack}: {card}.",
    you={"seat": "You take the top of Stack {stack}: {card}."},
    seat=SEAT,
    stack=STACK_NUMBER,
    card=FACE,
)
TOOK_NO_TOP = V.event(
    "took no top",
    "{seat} takes no Stack card.",
    you={"seat": "You take no Stack card."},
    seat=SEAT,
)
CAN_FLIP = V.event(
    "can flip", "{seat} may flip a Stack.", you={"seat": "You may flip a Stack."}, seat=SEAT
)
FLIPPED = V.event(
    "flipped",
    "{seat} flips Stack {stack} of {owner}.",
    you={
        "seat": "You flip Stack {stack} of {owner}.",
        "owner": "{seat} flips your Stack {stack}.",
        "seat owner": "You flip your own Stack {stack}.",
    },
    seat=SEAT,
    owner=SEAT,
    stack=STACK_NUMBER,
)
FLIP_SHOWED = V.event(
    "flip showed",
    "In Stack {stack} of {seat} the {card} can be seen.",
    you={"seat": "In your Stack {stack} the {card} can be seen."},
    seat=SEAT,
    stack=STACK_NUMBER,
    height=NUMBER,
    card=shown(FACE),
)
NO_FLIP = V.event("no flip", "{seat} flips nothing.", you={"seat": "You flip nothing."}, seat=SEAT)
REVERSED = V.event("reversed", "The direction changes to {way}.", way=WAY)
SKIPPED = V.event("skipped", "{seat} is skipped.", you={"seat": "You are skipped."}, seat=SEAT)
TRASHED_SKIP = V.event("trashed skip", "The Skip is trashed.")
DARK_Q_STRUCK = V.event(
    "dark q struck",
    "The Dark Q strikes {seat} and is trashed.",
    you={"seat": "The Dark Q strikes you and is trashed."},
    seat=SEAT,
)
CAN_STILL_TUCK = V.event(
    "can still tuck",
    "{seat} may tuck more cards.",
    you={"seat": "You may tuck more cards."},
    seat=SEAT,
)
WON = V.event(
    "won",
    "{seat}'s Stacks are empty: {seat} wins!",
    you={"seat": "Your Stacks are empty: you win!"},
    seat=SEAT,
)
STOPPED = V.event("stopped", "The game stops after {n:turn}.", n=NUMBER)
LAID_OPEN = V.event(
    "laid open",
    "Face down in Stack {stack} of {seat} lay the {card}.",
    you={"seat": "Face down in your Stack {stack} lay the {card}."},
    seat=SEAT,
    stack=STACK_NUMBER,
    card=shown(FACE),
)
GEARS_COUNTED = V.event(
    "gears counted",
    "{seat} has {n:gear}.",
    you={"seat": "You have {n:gear}."},
    seat=SEAT,
    n=NUMBER,
)

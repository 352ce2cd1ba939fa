"""The vocabulary of Stak Bots."""

from __future__ import annotations

from rumpus.rulekit.words.vocabulary import (
    FACE,
    NUMBER,
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
    seats,
    shown,
)

from .cards import CARDS, MOST_ROWS, ROWS, TABLE, card_name
from .options import MAX_PLAYERS, STAKS_EACH

V = Vocabulary(groups=CARDS)
V.cards(
    [card_name(row) for row in TABLE.rows],
    letters=[row.name for row in TABLE.rows],
    prints=[row.prints for row in TABLE.rows],
)

# --------------------------------------------------------------------------------- the table
# A player's Staks, then the other piles.
STAK_NAMES = ("Stak", "second Stak", "third Stak", "fourth Stak")
FIRST_STAK = V.zone("stak", STAK_NAMES, owned=True)
HAND_ZONE = V.zone("hand", "Hand", owned=True)
SUPPLY_ZONE = V.zone("supply", "Supply", owned=True)
HEAP_ZONE = V.zone("scrapheap", "Scrapheap", owned=True)
LEFT_OUT_ZONE = V.zone("left out", "Left out")
DRAFT_ZONE = V.zone("draft", "To be drafted")

FACE_UP = V.mark("face-up")
CHOSEN = V.mark("chosen attacker", "attacker")
TIRED = V.mark("may not attack")
WAITING = V.mark("effect waits")
HAPPENING = V.mark("effect happens")
REMEMBERED = V.mark("remembered")
KNOWN = V.mark("known to all", "seen by all")
DAMAGE_SHIFT = V.amount("damage", bits=8, shift=8)
POWER_SHIFT = V.amount("power", bits=8, shift=16)

# stages: what is being decided
DRAFTING = V.stage("drafting", "Take a card into your deck.")
DROPPING = V.stage("dropping", "Blitz: you may slip a top card under its Stak.")
ACTING = V.stage("acting")
PLACING = V.stage("placing", "Choose the Stak to play it on.")
AIMING = V.stage("aiming", "Choose the Stak to attack.")
REACTING = V.stage(
    "reacting", "You are attacked: play a card there to call the attack off, or let it come."
)
ORDERING = V.stage("ordering", "Effects trigger at once: which goes first?")
TARGETING = V.stage("targeting", "Choose the target of the effect.")
RESETTING = V.stage("resetting", "Choose the card to turn face-down.")
EXPELLING = V.stage("expelling", "Choose who discards a card.")
DISCARDING = V.stage("discarding", "Choose the card that you discard.")
RECYCLING = V.stage("recycling", "Choose the hand card that goes too.")
REDRAWING = V.stage("redrawing", "You may draw before the next card turns up.")

# Staks are numbered seat by seat; sets are bits; `sides` has three bits a seat. The targets are the
# Staks that each of the viewer's own could attack.
SIDE_BITS = 3
OPENING, DROPS, ACTIONS_OF_TURN = range(3)
WHOSE_TURN = V.fact("turn", SEAT)
STAGE = V.fact("stage", STAGES)
STEP = V.fact("step", named("opening", "drops", "actions"))
DECIDES = V.fact("decides", SEAT)
TURNS = V.fact("turns", NUMBER)
FED = V.fact("fed", NUMBER)
CARDS_TO_FEED = V.fact("to feed", NUMBER)
ACTIONS_LEFT = V.fact("actions left", NUMBER)
STAKS_OF_EACH = V.fact("staks each", NUMBER)
ATTACKING_STAK = V.fact("attacking", NUMBER)
ATTACKED_STAK = V.fact("attacked", NUMBER)
SPENT_STAKS = V.fact("spent staks", NUMBER)
ACTING_CARD = V.fact("acting card", FACE)
ACTING_STAK = V.fact("acting stak", NUMBER)
EFFECTS_WAITING = V.fact("effects waiting", NUMBER)
OUT_SEATS = V.fact("out", SEATS)
SIDES = V.fact("sides", NUMBER)
READY_SEATS = V.fact("ready", SEATS)
YIELDED_SEATS = V.fact("yielded", SEATS)
DRAFT_RANK = V.fact("draft rank", NUMBER)
IS_OVER = V.fact("over", YES_NO)
AIMED_STAK = V.fact("aimed", NUMBER)
TARGETS = V.fact("targets", NUMBER, each=STAKS_EACH)
OWED = V.fact("owed", NUMBER)
LAST_CARD = V.fact("last card", YES_NO)

V.task("Play, scrap, attack; then end the turn.", when={STAGE: (ACTING,), OWED: (0,)})
V.task("Play, scrap, attack; {owed:card} still to be fed.", when={STAGE: (ACTING,)}, owed=OWED)

# --------------------------------------------------------------------------------- actions
POSITIONS = 24
ORDINALS = (
    "top", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    *(f"{n}th" for n in range(11, POSITIONS + 1)),
)  # fmt: skip
WHICH = named(*STAK_NAMES, letters=("", "b", "c", "d"))
ANYBODY = clockwise(MAX_PLAYERS, 0)
CARD = faces(ROWS)
OUT_OF_THE_GAME = "It goes to the scrapheap, and you have no Stak left."

END = V.verb("end", "End the turn", help="All damage is forgotten, and the next turn begins.")
YES = V.verb("draw", "Draw a card", help="A card comes into your hand.", zone=SUPPLY_ZONE)
SCRAP = V.verb(
    "scrap",
    "Scrap the top card of your {stak}",
    help="It goes to the scrapheap, which counts as fed. If it was your last card there, that "
    "Stak is gone.",
    notation="scrap{stak}",
    zone=FIRST_STAK,
    which="stak",
    owner=SELF,
    variants=[
        Variant({LAST_CARD: (1,)}, "Scrap your last card, and be out of the game", OUT_OF_THE_GAME)
    ],
    stak=WHICH,
)
ATTACK = V.verb(
    "attack",
    "Attack with your {stak}",
    help="Both top cards hit each other for their power. A card with as much damage as power is "
    "scrapped. You choose whom to attack next.",
    notation="attack{stak}",
    zone=FIRST_STAK,
    which="stak",
    owner=SELF,
    stak=WHICH,
)
DROP = V.verb(
    "drop",
    "Slip the top card to the bottom of your {stak}",
    help="It goes to the bottom, and the next card turns up.",
    notation="drop{stak}",
    zone=FIRST_STAK,
    which="stak",
    owner=SELF,
    stak=WHICH,
)
RECYCLE = V.verb(
    "recycle",
    "Recycle the top card of your {stak}",
    help="It is scrapped with a card from your hand, and you may draw one.",
    notation="recycle{stak}",
    zone=FIRST_STAK,
    which="stak",
    owner=SELF,
    variants=[
        Variant(
            {LAST_CARD: (1,)}, "Recycle your last card, and be out of the game", OUT_OF_THE_GAME
        )
    ],
    stak=WHICH,
)
SLOT = V.verb(  # Stak j of the seat k places on: SLOT + j * MAX_PLAYERS + k
    "at",
    "{target}'s {stak}",
    help="The effect happens there.",
    notation="at {target}{stak}",
    zone=FIRST_STAK,
    which="stak",
    owner="target",
    stages={
        PLACING: ("Play it on {target}'s {stak}", "The card goes on top there."),
        AIMING: ("Attack {target}'s {stak}", "Both top cards hit each other for their power."),
        ORDERING: ("Let {target}'s {stak} go first", "The other effects wait."),
    },
    stak=WHICH,
    target=ANYBODY,
)
PLAYER = V.verb(
    "name",
    "{target} discards",
    help="That player chooses a card of the hand and discards it.",
    zone=HAND_ZONE,
    owner="target",
    target=ANYBODY,
)
POSITION = V.verb(
    "reset",
    "Reset the {place} face-up card",
    help="It is turned face-down. On top it turns up again, as good as new.",
    place=named(*ORDINALS),
)
PLAY = V.verb(
    "play",
    "Play {card}",
    help="It goes from your hand on top of a Stak, and its entry effect happens.",
    zone=HAND_ZONE,
    owner=SELF,
    room=MOST_ROWS,
    card=CARD,
)
DISCARD = V.verb(
    "discard",
    "Discard {card}",
    help="It goes from your hand to the scrapheap, which counts as fed.",
    zone=HAND_ZONE,
    owner=SELF,
    room=MOST_ROWS,
    card=CARD,
)
PICK = V.verb("pick", "Take {card} into your deck", zone=DRAFT_ZONE, room=MOST_ROWS, card=CARD)
YIELD = V.verb(
    "yield",
    "Leave it to your team-mates",
    help="Your team-mates go on; you can act again when they have.",
)
KEEP = V.verb("keep", "Keep your top card where it is", help="Your Staks stay as they are.")
PASS = V.verb("pass", "Let the attack come", help="The battle is fought.")
NO = V.verb("no", "Draw nothing", help="Your hand stays as it is.")
TIME_IS_UP = V.verb("time", "Call time")  # this and RESIGN are the table's own
RESIGN = V.verb("resign", "{who} resigns", who=seats(MAX_PLAYERS))
ACTIONS = V.actions

# --------------------------------------------------------------------------------- events
# why a card is scrapped, discarded, or an effect lost
SCRAPPED_BY = named(
    "by its own player", "by damage", "by a Fatal Bot", "by a Bash Bot", "by a Spike Bot",
    "by a Clumsy Bot", "by a Reaper Bot",
)  # fmt: skip
BY_CHOICE, BY_DAMAGE, BY_FATAL, BY_BASH, BY_SPIKE, BY_CLUMSY, BY_REAPER = range(7)
DISCARDED_BY = named("to feed the scrapheap", "for an Expel Bot", "to recycle")
TO_FEED, BY_EXPEL, BY_RECYCLING = range(3)
LOST_BY = named("it is not on top any more", "it was reset", "the chain is too long")
NOT_ON_TOP, WAS_RESET, CHAIN_STOPPED = range(3)

STARTED = V.event("started", "{seat} goes first.", you={"seat": "You go first."}, seat=shown(SEAT))
TEAMED = V.event(
    "teamed",
    "{seat} plays for team {team}.",
    you={"seat": "You play for team {team}."},
    seat=SEAT,
    team=shown(NUMBER),
)
DEALT = V.event(
    "dealt",
    "{seat} is dealt {staks:Stak}, {depth} deep, and {hand} in hand.",
    you={"seat": "You are dealt {staks:Stak}, {depth} deep, and {hand} in hand."},
    seat=SEAT,
    staks=NUMBER,
    depth=NUMBER,
    hand=NUMBER,
)
RANK_OPENED = V.event("rank opened", "The cards of rank {rank} are up for the draft.", rank=NUMBER)
PICKED = V.event(
    "picked", "{seat} takes {card}.", you={"seat": "You take {card}."}, seat=SEAT, card=FACE
)
TURNED_UP = V.event(
    "turned up",
    "{card} turns up on {seat}'s {stak}.",
    you={"seat": "{card} turns up on your {stak}."},
    seat=SEAT,
    stak=WHICH,
    card=shown(FACE),
)
TURN_BEGAN = V.event(
    "turn began", "It is {seat}'s turn.", you={"seat": "It is your turn."}, seat=SEAT
)
DREW = V.event("drew", "{seat} draws a card.", you={"seat": "You draw a card."}, seat=SEAT)
DREW_CARD = V.event(
    "drew card",
    "{seat}'s new card is {card}.",
    you={"seat": "Your new card is {card}."},
    seat=SEAT,
    card=shown(FACE),
)
NOTHING_TO_DRAW = V.event(
    "nothing to draw",
    "There is nothing left for {seat} to draw.",
    you={"seat": "There is nothing left for you to draw."},
    seat=SEAT,
)
RESHUFFLED = V.event(
    "reshuffled", "The {n:card} of the scrapheap become the supply.", seat=SEAT, n=NUMBER
)
HELD = V.event(
    "held",
    "{seat} is about to play {card}.",
    you={"seat": "You are about to play {card}."},
    seat=SEAT,
    card=shown(FACE),
)
PLAYED = V.event(
    "played",
    "{seat} plays {card} on {target}'s {stak}.",
    you={
        "seat": "You play {card} on {target}'s {stak}.",
        "target": "{seat} plays {card} on your {stak}.",
        "seat target": "You play {card} on your {stak}.",
    },
    seat=SEAT,
    card=shown(FACE),
    target=SEAT,
    stak=WHICH,
)
SCRAPPED = V.event(
    "scrapped",
    "{card} on {seat}'s {stak} is scrapped {why}.",
    you={"seat": "{card} on your {stak} is scrapped {why}."},
    seat=SEAT,
    stak=WHICH,
    card=shown(FACE),
    why=SCRAPPED_BY,
)
DISCARDED = V.event(
    "discarded",
    "{seat} discards {card} {why}.",
    you={"seat": "You discard {card} {why}."},
    seat=SEAT,
    card=shown(FACE),
    why=DISCARDED_BY,
)
RECYCLED = V.event("recycled", "{seat} recycles.", you={"seat": "You recycle."}, seat=SEAT)
DRAW_DECLINED = V.event(
    "draw declined", "{seat} draws nothing.", you={"seat": "You draw nothing."}, seat=SEAT
)
DROPPED = V.event(
    "dropped",
    "{seat} slips a top card down.",
    you={"seat": "You slip a top card down."},
    seat=SEAT,
)
DROP_DECLINED = V.event(
    "drop declined",
    "{seat} keeps all top cards.",
    you={"seat": "You keep all top cards."},
    seat=SEAT,
)
ATTACKED = V.event(
    "attacked",
    "{seat}'s {stak} attacks {target}'s {its}.",
    you={
        "seat": "Your {stak} attacks {target}'s {its}.",
        "target": "{seat}'s {stak} attacks your {its}.",
        "seat target": "Your {stak} attacks your own {its}.",
    },
    seat=SEAT,
    stak=WHICH,
    target=SEAT,
    its=WHICH,
)
REACTION_DECLINED = V.event(
    "reaction declined",
    "{seat} lets the attack come.",
    you={"seat": "You let the attack come."},
    seat=SEAT,
)
CANCELLED = V.event(
    "cancelled",
    "{seat} reacts: the attack is called off.",
    you={"seat": "You react: the attack is called off."},
    seat=SEAT,
)
STRUCK = V.event(
    "struck",
    "{card} on {seat}'s {stak} takes {damage} damage.",
    you={"seat": "{card} on your {stak} takes {damage} damage."},
    seat=SEAT,
    stak=WHICH,
    card=FACE,
    damage=NUMBER,
)
SERIES_GOES_ON = V.event(
    "series goes on",
    "{seat} stomps on against {target}.",
    you={
        "seat": "You stomp on against {target}.",
        "target": "{seat} stomps on against you.",
        "seat target": "You stomp on against yourself.",
    },
    seat=SEAT,
    target=SEAT,
)
SERIES_STOPPED = V.event("series stopped", "{card} is stopped.", card=FACE)
ATTACK_SPENT = V.event(
    "attack spent",
    "{card} of {seat}'s {stak} cannot attack any more this turn.",
    you={"seat": "{card} of your {stak} cannot attack any more this turn."},
    seat=SEAT,
    stak=WHICH,
    card=FACE,
)
TRIGGERED = V.event(
    "triggered",
    "The entry effect of {card} on {seat}'s {stak} triggers.",
    you={"seat": "The entry effect of {card} on your {stak} triggers."},
    seat=SEAT,
    stak=WHICH,
    card=FACE,
)
ORDERED = V.event(
    "ordered",
    "{seat} lets the {stak} go first.",
    you={"seat": "You let the {stak} go first."},
    seat=SEAT,
    stak=WHICH,
)
EFFECT = V.event(
    "effect",
    "{card} on {seat}'s {stak} acts.",
    you={"seat": "{card} on your {stak} acts."},
    seat=SEAT,
    stak=WHICH,
    card=FACE,
)
EFFECT_LOST = V.event("effect lost", "The effect of {card} is lost: {why}.", card=FACE, why=LOST_BY)
NO_TARGET = V.event("no target", "{card} finds no target.", seat=SEAT, card=FACE)
FELL = V.event(
    "fell",
    "{card} on {seat}'s {stak} falls one place.",
    you={"seat": "{card} on your {stak} falls one place."},
    seat=SEAT,
    stak=WHICH,
    card=FACE,
)
SENT_DOWN = V.event(
    "sent down",
    "{card} goes to the bottom of {seat}'s {stak}.",
    you={"seat": "{card} goes to the bottom of your {stak}."},
    seat=SEAT,
    stak=WHICH,
    card=FACE,
)
STAYED = V.event(
    "stayed",
    "{card}, alone on {seat}'s {stak}, stays.",
    you={"seat": "{card}, alone on your {stak}, stays."},
    seat=SEAT,
    stak=WHICH,
    card=FACE,
)
RESET = V.event(
    "reset",
    "{card} on {seat}'s {stak} is reset.",
    you={"seat": "{card} on your {stak} is reset."},
    seat=SEAT,
    stak=WHICH,
    card=FACE,
)
SHOT_AT = V.event(
    "shot at",
    "{card} on {seat}'s {stak} is shot for {damage} damage.",
    you={"seat": "{card} on your {stak} is shot for {damage} damage."},
    seat=SEAT,
    stak=WHICH,
    card=FACE,
    damage=NUMBER,
)
RETURNED = V.event(
    "returned",
    "{card} goes from {target}'s {stak} to {seat}'s hand.",
    you={
        "seat": "{card} goes from {target}'s {stak} to your hand.",
        "target": "{card} goes from your {stak} to {seat}'s hand.",
        "seat target": "{card} goes from your {stak} to your hand.",
    },
    seat=SEAT,
    card=FACE,
    target=SEAT,
    stak=WHICH,
)
EXPELLED = V.event(
    "expelled",
    "{seat} has {target} discard.",
    you={
        "seat": "You have {target} discard.",
        "target": "{seat} has you discard.",
        "seat target": "You have yourself discard.",
    },
    seat=SEAT,
    target=SEAT,
)
YIELDED = V.event(
    "yielded",
    "{seat} leaves it to the team.",
    you={"seat": "You leave it to the team."},
    seat=SEAT,
)
READY = V.event(
    "ready",
    "{seat} is ready to end the turn.",
    you={"seat": "You are ready to end the turn."},
    seat=SEAT,
)
TURN_ENDED = V.event(
    "turn ended",
    "{seat}'s turn ends with {fed:card} fed.",
    you={"seat": "Your turn ends with {fed:card} fed."},
    seat=SEAT,
    fed=NUMBER,
)
OUT = V.event(
    "out", "{seat} is out of the game.", you={"seat": "You are out of the game."}, seat=SEAT
)
HAND_SHOWN = V.event(
    "hand shown",
    "{seat} gives up {card}.",
    you={"seat": "You give up {card}."},
    seat=SEAT,
    card=shown(FACE),
)
TURN_LIMIT = V.event("turn limit", "After {n:turn} the most cards in Staks win.", n=NUMBER)
WON = V.event("won", "{seat} wins.", you={"seat": "You win."}, seat=SEAT)
DRAWN = V.event("drawn", "{seat} shares a draw.", you={"seat": "You share a draw."}, seat=SEAT)
TIME_CALLED = V.event("time called", "Time is up: this turn is the last.")
RESIGNED = V.event("resigned", "{seat} resigns.", you={"seat": "You resign."}, seat=SEAT)

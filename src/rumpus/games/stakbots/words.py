"""The words of Stak Bots."""

from __future__ import annotations

from collections import Counter

from rumpus.rulekit.words import FACE, NUMBER, SEAT, Kind, Words, action, event, named, shown

from .captions import BOT_TEXTS, CAPTIONS, STAK_NAMES
from .cards import BOT_NAMES, ROWS, TABLE
from .options import MAX_PLAYERS
from .state import (
    ATTACK,
    ATTACK_SPENT,
    ATTACKED,
    CANCELLED,
    DEALT,
    DISCARD,
    DISCARDED,
    DRAW_DECLINED,
    DRAWN,
    DREW,
    DREW_CARD,
    DROP,
    DROP_DECLINED,
    DROPPED,
    EFFECT,
    EFFECT_LOST,
    END,
    EXPELLED,
    FELL,
    HAND_SHOWN,
    HELD,
    KEEP,
    NO,
    NO_TARGET,
    NOTHING_TO_DRAW,
    ORDERED,
    OUT,
    PASS,
    PICK,
    PICKED,
    PLAY,
    PLAYED,
    PLAYER,
    POSITION,
    POSITIONS,
    RANK_OPENED,
    REACTION_DECLINED,
    READY,
    RECYCLE,
    RECYCLED,
    RESET,
    RESHUFFLED,
    RESIGN,
    RESIGNED,
    RETURNED,
    SCRAP,
    SCRAPPED,
    SENT_DOWN,
    SERIES_GOES_ON,
    SERIES_STOPPED,
    SHOT_AT,
    SLOT,
    STARTED,
    STAYED,
    STRUCK,
    TEAMED,
    TIME_CALLED,
    TIME_IS_UP,
    TRIGGERED,
    TURN_BEGAN,
    TURN_ENDED,
    TURN_LIMIT,
    TURNED_UP,
    WON,
    YES,
    YIELD,
    YIELDED,
)
from .view import (
    DRAFT_ZONE,
    FACT_NAMES,
    FIRST_STAK,
    HAND_ZONE,
    SUPPLY_ZONE,
)

PLACES = ("", "b", "c", "d")
ORDINALS = (
    "top", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    *(f"{n}th" for n in range(11, POSITIONS + 1)),
)  # fmt: skip

_designs = Counter(row.bot for row in TABLE.rows)
CARD_NAMES = tuple(
    f"{BOT_NAMES[row.bot].title()} Bot {row.numbers['power']}"
    if _designs[row.bot] > 1
    else f"{BOT_NAMES[row.bot].title()} Bot"
    for row in TABLE.rows
)

ON = Kind("clockwise", MAX_PLAYERS, 0)
CARD = Kind("face", ROWS)
WHICH = named(*STAK_NAMES)
SCRAPPED_BY = named(
    "by its own player", "by damage", "by a Fatal Bot", "by a Bash Bot", "by a Spike Bot",
    "by a Clumsy Bot", "by a Reaper Bot",
)  # fmt: skip
DISCARDED_BY = named("to feed the scrapheap", "for an Expel Bot", "to recycle")
LOST_BY = named("it is not on top any more", "it was reset", "the chain is too long")

WORDS = Words(
    actions=(
        action(END, "end", "End the turn"),
        action(YES, "draw", "Draw a card", zone=SUPPLY_ZONE),
        *(
            action(code + i, f"{verb}{PLACES[i]}", f"{sentence} {stak}", zone=i, owner="self")
            for code, verb, sentence in (
                (SCRAP, "scrap", "Scrap the top card of your"),
                (ATTACK, "attack", "Attack with your"),
                (DROP, "drop", "Slip the top card to the bottom of your"),
                (RECYCLE, "recycle", "Recycle the top card of your"),
            )
            for i, stak in enumerate(STAK_NAMES)
        ),
        *(
            action(
                SLOT + i * MAX_PLAYERS,
                f"at {{target}}{PLACES[i]}",
                f"{{target}}'s {stak}",
                zone=FIRST_STAK + i,
                owner="target",
                target=ON,
            )
            for i, stak in enumerate(STAK_NAMES)
        ),
        action(
            PLAYER, "name {target}", "{target} discards", zone=HAND_ZONE, owner="target", target=ON
        ),
        action(POSITION, "reset {place}", "Reset the {place} face-up card", place=named(*ORDINALS)),
        action(PLAY, "play {card}", "Play {card}", zone=HAND_ZONE, owner="self", card=CARD),
        action(
            DISCARD, "discard {card}", "Discard {card}", zone=HAND_ZONE, owner="self", card=CARD
        ),
        action(PICK, "pick {card}", "Take {card} into your deck", zone=DRAFT_ZONE, card=CARD),
        action(YIELD, "yield", "Leave the word to your team-mates"),
        action(KEEP, "keep", "Keep your top card where it is"),
        action(PASS, "pass", "Let the attack come"),
        action(NO, "no", "Draw nothing"),
        action(TIME_IS_UP, "time", "Call time"),
        action(RESIGN, "resign {who}", "{who} resigns", who=Kind("seat", MAX_PLAYERS)),
    ),
    events=(
        event(STARTED, "{seat} goes first.", seat=shown(SEAT)),
        event(TEAMED, "{seat} plays for team {team}.", seat=SEAT, team=shown(NUMBER)),
        event(
            DEALT,
            "{seat} is dealt {staks:Stak} of {depth:card} and {hand:card} in hand.",
            seat=SEAT,
            staks=NUMBER,
            depth=NUMBER,
            hand=NUMBER,
        ),
        event(RANK_OPENED, "The cards of rank {rank} are up for the draft.", rank=NUMBER),
        event(PICKED, "{seat} takes {card}.", seat=SEAT, card=FACE),
        event(
            TURNED_UP,
            "{card} turns up on {seat}'s {stak}.",
            seat=SEAT,
            stak=WHICH,
            card=shown(FACE),
        ),
        event(TURN_BEGAN, "It is {seat}'s turn.", seat=SEAT),
        event(DREW, "{seat} draws a card.", seat=SEAT),
        event(DREW_CARD, "{seat}'s new card is {card}.", seat=SEAT, card=shown(FACE)),
        event(NOTHING_TO_DRAW, "There is nothing left for {seat} to draw.", seat=SEAT),
        event(RESHUFFLED, "The {n:card} of the scrapheap become the supply.", seat=SEAT, n=NUMBER),
        event(HELD, "{seat} is about to play {card}.", seat=SEAT, card=shown(FACE)),
        event(
            PLAYED,
            "{seat} plays {card} on {target}'s {stak}.",
            seat=SEAT,
            card=shown(FACE),
            target=SEAT,
            stak=WHICH,
        ),
        event(
            SCRAPPED,
            "{card} on {seat}'s {stak} is scrapped {why}.",
            seat=SEAT,
            stak=WHICH,
            card=shown(FACE),
            why=SCRAPPED_BY,
        ),
        event(
            DISCARDED,
            "{seat} discards {card} {why}.",
            seat=SEAT,
            card=shown(FACE),
            why=DISCARDED_BY,
        ),
        event(RECYCLED, "{seat} recycles.", seat=SEAT),
        event(DRAW_DECLINED, "{seat} draws nothing.", seat=SEAT),
        event(DROPPED, "{seat} slips a top card down.", seat=SEAT),
        event(DROP_DECLINED, "{seat} keeps all top cards.", seat=SEAT),
        event(
            ATTACKED,
            "{seat}'s {stak} attacks {target}'s {its}.",
            seat=SEAT,
            stak=WHICH,
            target=SEAT,
            its=WHICH,
        ),
        event(REACTION_DECLINED, "{seat} lets the attack come.", seat=SEAT),
        event(CANCELLED, "{seat} reacts: the attack is called off.", seat=SEAT),
        event(
            STRUCK,
            "{card} on {seat}'s {stak} takes {damage} damage.",
            seat=SEAT,
            stak=WHICH,
            card=FACE,
            damage=NUMBER,
        ),
        event(SERIES_GOES_ON, "{seat} stomps on against {target}.", seat=SEAT, target=SEAT),
        event(SERIES_STOPPED, "{card} is stopped.", card=FACE),
        event(
            ATTACK_SPENT,
            "{card} of {seat}'s {stak} cannot attack any more this turn.",
            seat=SEAT,
            stak=WHICH,
            card=FACE,
        ),
        event(
            TRIGGERED,
            "The entry effect of {card} on {seat}'s {stak} triggers.",
            seat=SEAT,
            stak=WHICH,
            card=FACE,
        ),
        event(ORDERED, "{seat} lets the {stak} go first.", seat=SEAT, stak=WHICH),
        event(EFFECT, "{card} on {seat}'s {stak} acts.", seat=SEAT, stak=WHICH, card=FACE),
        event(EFFECT_LOST, "The effect of {card} is lost: {why}.", card=FACE, why=LOST_BY),
        event(NO_TARGET, "{card} finds no target.", seat=SEAT, card=FACE),
        event(FELL, "{card} on {seat}'s {stak} falls one place.", seat=SEAT, stak=WHICH, card=FACE),
        event(
            SENT_DOWN,
            "{card} goes to the bottom of {seat}'s {stak}.",
            seat=SEAT,
            stak=WHICH,
            card=FACE,
        ),
        event(STAYED, "{card}, alone on {seat}'s {stak}, stays.", seat=SEAT, stak=WHICH, card=FACE),
        event(RESET, "{card} on {seat}'s {stak} is reset.", seat=SEAT, stak=WHICH, card=FACE),
        event(
            SHOT_AT,
            "{card} on {seat}'s {stak} is shot for {damage} damage.",
            seat=SEAT,
            stak=WHICH,
            card=FACE,
            damage=NUMBER,
        ),
        event(
            RETURNED,
            "{card} goes from {target}'s {stak} to {seat}'s hand.",
            seat=SEAT,
            card=FACE,
            target=SEAT,
            stak=WHICH,
        ),
        event(EXPELLED, "{seat} has {target} discard.", seat=SEAT, target=SEAT),
        event(YIELDED, "{seat} leaves the word to the team.", seat=SEAT),
        event(READY, "{seat} is ready to end the turn.", seat=SEAT),
        event(TURN_ENDED, "{seat}'s turn ends with {fed:card} fed.", seat=SEAT, fed=NUMBER),
        event(OUT, "{seat} is out of the game.", seat=SEAT),
        event(HAND_SHOWN, "{seat} gives up {card}.", seat=SEAT, card=shown(FACE)),
        event(TURN_LIMIT, "After {n:turn} the most cards in Staks win.", n=NUMBER),
        event(WON, "{seat} wins.", seat=SEAT),
        event(DRAWN, "{seat} shares a draw.", seat=SEAT),
        event(TIME_CALLED, "Time is up: this turn is the last."),
        event(RESIGNED, "{seat} resigns.", seat=SEAT),
    ),
    faces=CARD_NAMES,
    letters=tuple(row.name for row in TABLE.rows),
    zones=(*STAK_NAMES, "Hand", "Supply", "Scrapheap", "Left out", "To be drafted"),
    facts=FACT_NAMES,
    prints=tuple(
        {"bot": BOT_NAMES[row.bot], "text": BOT_TEXTS[row.bot], **row.numbers} for row in TABLE.rows
    ),
    captions=CAPTIONS,
)

"""The words of Parley."""

from __future__ import annotations

from rumpus.rulekit.words import FACE, NUMBER, SEAT, Kind, Words, action, event, named, shown

from .rules import (
    AIM,
    AIMED,
    ENDED,
    KNOCK,
    KNOCKED,
    MARK,
    MARKED,
    PASS,
    PASSED,
    PEEK,
    PEEKED,
    ROLL,
    ROLLED,
    SAW,
    SHOW,
    SHOWED,
    STARTED,
)

NAMES = ("ant", "bee", "cat", "dog", "elk", "fox")

WORDS = Words(
    actions=(
        action(AIM, "aim {slot}", "Aim at card {slot}", slot=Kind("number", 3, 1)),
        action(SHOW, "show", "Turn it over"),
        action(PEEK, "peek", "Look at the heap"),
        action(ROLL, "roll", "Roll the die"),
        action(PASS, "pass", "Pass"),
        action(MARK, "mark {face}", "Write {face} down", face=named(*NAMES)),
        action(KNOCK, "knock", "Knock"),
    ),
    events=(
        event(STARTED, "{seat} starts.", seat=shown(SEAT)),
        event(AIMED, "{seat} aims at card {slot}.", seat=SEAT, slot=NUMBER),
        event(SHOWED, "{seat} shows {face}.", seat=SEAT, face=shown(FACE)),
        event(PEEKED, "{seat} looks at the heap.", seat=SEAT),
        event(SAW, "On the heap lies {face}.", face=shown(FACE)),
        event(ROLLED, "{seat} rolls {n}.", seat=SEAT, n=shown(NUMBER)),
        event(PASSED, "{seat} is done.", seat=SEAT),
        event(MARKED, "{seat} writes {face} down.", seat=SEAT, face=FACE),
        event(KNOCKED, "{seat} knocks.", seat=SEAT),
        event(ENDED, "That was the last turn."),
    ),
    faces=NAMES,
    zones=("Heap", "Hand", "Mark"),
    facts=("turn", "turns", "aimed", "knocked", "rolled"),
)

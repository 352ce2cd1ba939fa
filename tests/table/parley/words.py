"""The vocabulary of Parley."""

from __future__ import annotations

from rumpus.rulekit.words.vocabulary import (
    FACE,
    NUMBER,
    SEAT,
    SEATS,
    Vocabulary,
    named,
    numbers,
    shown,
)

MAX_PLAYERS, HAND = 4, 3
NAMES = ("ant", "bee", "cat", "dog", "elk", "fox")

V = Vocabulary()
V.cards(NAMES)

HEAP_ZONE = V.zone("heap", "Heap", groups=1)
HAND_ZONE = V.zone("hand", "Hand", owned=True, groups=HAND)
MARK_ZONE = V.zone("mark", "Mark", owned=True, groups=1)
IS_OPEN = V.mark("open")

TURN = V.fact("turn", SEAT)
TURNS = V.fact("turns", NUMBER)
AIMED_AT = V.fact("aimed", NUMBER)
HAVE_KNOCKED = V.fact("knocked", SEATS)
DIE = V.fact("rolled", NUMBER)

AIM = V.verb("aim", "Aim at card {slot}", slot=numbers(HAND, 1))
SHOW = V.verb("show", "Turn it over")
PEEK = V.verb("peek", "Look at the heap")
ROLL = V.verb("roll", "Roll the die")
PASS = V.verb("pass", "Pass")
MARK = V.verb("mark", "Write {face} down", face=named(*NAMES))
KNOCK = V.verb("knock", "Knock")

STARTED = V.event("started", "{seat} starts.", you={"seat": "You start."}, seat=shown(SEAT))
AIMED = V.event("aimed", "{seat} aims at card {slot}.", seat=SEAT, slot=NUMBER)
SHOWED = V.event("showed", "{seat} shows {face}.", seat=SEAT, face=shown(FACE))
PEEKED = V.event("peeked", "{seat} looks at the heap.", seat=SEAT)
SAW = V.event("saw", "On the heap lies {face}.", face=shown(FACE))
ROLLED = V.event("rolled", "{seat} rolls {n}.", seat=SEAT, n=shown(NUMBER))
PASSED = V.event("passed", "{seat} is done.", seat=SEAT)
MARKED = V.event("marked", "{seat} writes {face} down.", seat=SEAT, face=FACE)
KNOCKED = V.event("knocked", "{seat} knocks.", seat=SEAT)
ENDED = V.event("ended", "That was the last turn.")

"""A table of Stak Bots in words."""

from __future__ import annotations

from collections.abc import Iterator

from rumpus.rulekit import NONE
from rumpus.rulekit.layout import Group
from rumpus.rulekit.sentence import Sentence, say
from rumpus.rulekit.sets import has, members_of
from rumpus.rulekit.words.captions import Captions, Scene

from .bots import BOTS
from .cards import BOT, GROUP, POWER, ROWS, SHOT_DAMAGE
from .options import STAKS_EACH
from .words import (
    ACTING,
    CHOSEN,
    DAMAGE_SHIFT,
    FACE_UP,
    HAND_ZONE,
    HAPPENING,
    KNOWN,
    POWER_SHIFT,
    REMEMBERED,
    SIDE_BITS,
    STAK_NAMES,
    TIRED,
    WAITING,
    V,
)

BYTE = 255
MARKED = (CHOSEN, TIRED, WAITING, HAPPENING, REMEMBERED)
FEW = 10
"""From this number on, captions say how many actions are left."""


# --------------------------------------------------------------------------------- the table
def stak_name(scene: Scene, stak: int) -> Sentence:
    """A Stak by its owner."""
    owner, number = divmod(stak, scene.facts["staks each"])
    return say("{name}'s {stak}", name=scene.name(owner), stak=called(number))


def called(stak: int) -> Sentence:
    """The name of one of several Staks."""
    return Sentence(STAK_NAMES[stak], context="zone")


def table(scene: Scene) -> Iterator[Sentence]:
    """Whose turn it is, what the scrapheap is owed, and what is happening."""
    facts = scene.facts
    if facts["draft rank"]:
        yield say("The draft: cards of rank {rank} are picked.", rank=facts["draft rank"])
        return
    yield say("Turn {turn}, {name}'s.", turn=facts["turns"] + 1, name=scene.name(facts["turn"]))
    if (owed := facts["to feed"] - facts["fed"]) > 0:
        yield say("The scrapheap is owed {n:card} before the turn can end.", n=owed)
    elif facts["to feed"]:
        yield say("The scrapheap is fed ({n:card} this turn).", n=facts["fed"])
    if facts["attacked"] != NONE:
        attacker, target = (stak_name(scene, facts[key]) for key in ("attacking", "attacked"))
        yield say("{attacker} attacks {target}.", attacker=attacker, target=target)
    elif facts["attacking"] != NONE:
        yield say("{attacker} takes aim.", attacker=stak_name(scene, facts["attacking"]))
    if facts["effects waiting"]:
        yield say("{n:effect} waiting.", n=facts["effects waiting"])
    if facts["actions left"] <= FEW:
        yield say("Plays and attacks left in this turn: {n}.", n=facts["actions left"])
    yield from targets(scene)


def targets(scene: Scene) -> Iterator[Sentence]:
    """Whom the viewer's Staks can attack."""
    facts = scene.facts
    if facts["stage"] != ACTING or scene.viewer != facts["decides"]:
        return
    owners = [
        sum({1 << stak // facts["staks each"] for stak in members_of(facts[f"targets {i + 1}"])})
        for i in range(facts["staks each"])
    ]
    if len(set(owners)) == 1:
        for them in filter(None, owners[:1]):
            yield say("You can attack {names}.", names=scene.named(them))
    else:
        for stak, them in enumerate(owners):
            names = scene.named(them)
            yield say("Your {stak} can attack {names}.", stak=called(stak), names=names)


def player(scene: Scene, seat: int) -> Iterator[Sentence]:
    """A player's side, and what that player has done or can no longer do."""
    facts = scene.facts
    sides = [
        facts["sides"] >> SIDE_BITS * n & ((1 << SIDE_BITS) - 1) for n in range(len(scene.names))
    ]
    if len(set(sides)) < len(sides):
        yield say("team {team}", team=sides[seat] + 1)
    if has(facts["out"], seat):
        yield say("out")
    if has(facts["ready"], seat):
        yield say("ready to end the turn")
    if has(facts["yielded"], seat):
        yield say("leaves it to the team")
    for i in range(facts["staks each"]):
        if has(facts["spent staks"], seat * facts["staks each"] + i):
            yield say("{stak} has done its attacking", stak=called(i))


def card(zone: int, group: Group) -> Iterator[Sentence]:
    """Power and damage, and what a card is doing."""
    marks = group.marks
    if zone < STAKS_EACH:
        if marks & FACE_UP:
            yield say("power {n}", n=marks >> POWER_SHIFT & BYTE)
            if damage := marks >> DAMAGE_SHIFT & BYTE:
                yield say("damage {n}", n=damage)
        else:
            yield say("face-down")
    elif zone == HAND_ZONE and group.face != NONE:
        yield printed_power(group.face)
    yield from (Sentence(mark.words, context="mark") for mark in MARKED if marks & mark)
    if zone == HAND_ZONE and marks & KNOWN:
        yield Sentence(KNOWN.words, context="mark")


def printed_power(face: int) -> Sentence:
    """The power printed on a card."""
    if POWER[face] == GROUP:
        return say("power of its group")
    return say("power {n}", n=POWER[face])


def does(face: int) -> Sentence:
    """What a card can do."""
    card = Sentence(V.faces[face], context="face")
    power, text = printed_power(face), Sentence(BOTS[BOT[face]].text, context="card")
    if shot := SHOT_DAMAGE[face]:
        return say(
            "{card}: {power}. {does} It deals {shot} damage.",
            card=card,
            power=power,
            does=text,
            shot=shot,
        )
    return say("{card}: {power}. {does}", card=card, power=power, does=text)


CAPTIONS = Captions(
    table=table,
    player=player,
    card=card,
    faces=tuple(does(face) for face in range(ROWS)),
)

"""A table of Stak Bots in words."""

from __future__ import annotations

from collections.abc import Iterator

from rumpus.rulekit import NONE
from rumpus.rulekit.captions import Captions, Scene, plural
from rumpus.rulekit.layout import Group
from rumpus.rulekit.sets import has, members_of

from .cards import BOT, GROUP, POWER, ROWS, SHOT_DAMAGE
from .options import STAKS_EACH
from .words import (
    ACTING,
    BOT_TEXTS,
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
)

BYTE = 255
MARKED = (CHOSEN, TIRED, WAITING, HAPPENING, REMEMBERED)
FEW = 10
"""From here on it is said how many actions are left."""


# --------------------------------------------------------------------------------- the table
def stak_name(scene: Scene, stak: int) -> str:
    """A Stak by its owner."""
    owner, number = divmod(stak, scene.facts["staks each"])
    return f"{scene.name(owner)}'s {STAK_NAMES[number]}"


def table(scene: Scene) -> Iterator[str]:
    """Whose turn it is, what the scrapheap is owed, and what goes on."""
    facts = scene.facts
    if facts["draft rank"]:
        yield f"The draft: cards of rank {facts['draft rank']} are picked."
        return
    yield f"Turn {facts['turns'] + 1}, {scene.name(facts['turn'])}'s."
    if (owed := facts["to feed"] - facts["fed"]) > 0:
        yield f"The scrapheap is owed {plural(owed, 'card')} before the turn can end."
    elif facts["to feed"]:
        yield f"The scrapheap is fed ({plural(facts['fed'], 'card')} this turn)."
    if facts["attacked"] != NONE:
        attacker, target = (stak_name(scene, facts[key]) for key in ("attacking", "attacked"))
        yield f"{attacker} attacks {target}."
    elif facts["attacking"] != NONE:
        yield f"{stak_name(scene, facts['attacking'])} takes aim."
    if facts["effects waiting"]:
        yield f"{plural(facts['effects waiting'], 'effect')} waiting."
    if facts["actions left"] <= FEW:
        yield f"Plays and attacks left in this turn: {facts['actions left']}."
    yield from targets(scene)


def targets(scene: Scene) -> Iterator[str]:
    """Whom the viewer's Staks can attack."""
    facts = scene.facts
    if facts["stage"] != ACTING or scene.viewer != facts["decides"]:
        return
    owners = [
        sum({1 << stak // facts["staks each"] for stak in members_of(facts[f"targets {i + 1}"])})
        for i in range(facts["staks each"])
    ]
    if len(set(owners)) == 1:
        yield from (f"You can attack {scene.named(them)}." for them in owners[:1] if them)
    else:
        for stak, them in zip(STAK_NAMES, owners, strict=False):
            yield f"Your {stak} can attack {scene.named(them)}."


def player(scene: Scene, seat: int) -> Iterator[str]:
    """A player's side, and what that player has done or cannot do any more."""
    facts = scene.facts
    sides = [
        facts["sides"] >> SIDE_BITS * n & ((1 << SIDE_BITS) - 1) for n in range(len(scene.names))
    ]
    if len(set(sides)) < len(sides):
        yield f"team {sides[seat] + 1}"
    if has(facts["out"], seat):
        yield "out"
    if has(facts["ready"], seat):
        yield "ready to end the turn"
    if has(facts["yielded"], seat):
        yield "leaves the word to the team"
    for i in range(facts["staks each"]):
        if has(facts["spent staks"], seat * facts["staks each"] + i):
            yield f"{STAK_NAMES[i]} has done its attacking"


def card(zone: int, group: Group) -> Iterator[str]:
    """Power and damage, and what a card is doing."""
    marks = group.marks
    if zone < STAKS_EACH:
        if marks & FACE_UP:
            yield f"power {marks >> POWER_SHIFT & BYTE}"
            if damage := marks >> DAMAGE_SHIFT & BYTE:
                yield f"damage {damage}"
        else:
            yield "face-down"
    elif zone == HAND_ZONE and group.face != NONE:
        yield printed_power(group.face)
    yield from (mark.words for mark in MARKED if marks & mark)
    if zone == HAND_ZONE and marks & KNOWN:
        yield KNOWN.words


def printed_power(face: int) -> str:
    """The power that is printed on a card."""
    return f"power {'of its group' if POWER[face] == GROUP else POWER[face]}"


def does(face: int) -> str:
    """What a card can do."""
    shot = f" It deals {SHOT_DAMAGE[face]} damage." if SHOT_DAMAGE[face] else ""
    return f"{printed_power(face)}. {BOT_TEXTS[BOT[face]]}{shot}"


CAPTIONS = Captions(
    table=table,
    player=player,
    card=card,
    faces=tuple(does(face) for face in range(ROWS)),
)

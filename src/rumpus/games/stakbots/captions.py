"""A table of Stak Bots in words."""

from __future__ import annotations

from collections.abc import Iterator

from rumpus.rulekit import NONE
from rumpus.rulekit.captions import Caption, Captions, Scene, plural
from rumpus.rulekit.layout import Group
from rumpus.rulekit.sets import has, members_of

from .cards import BOT, GROUP, POWER, ROWS, SHOT_DAMAGE
from .options import STAKS_EACH
from .state import (
    ACTING,
    AIMING,
    DISCARDING,
    DRAFTING,
    DROPPING,
    EXPELLING,
    ORDERING,
    PLACING,
    REACTING,
    RECYCLING,
    REDRAWING,
    RESETTING,
    TARGETING,
)
from .view import (
    CHOSEN,
    DAMAGE_SHIFT,
    FACE_UP,
    HAND_ZONE,
    HAPPENING,
    KNOWN,
    POWER_SHIFT,
    REMEMBERED,
    SIDE_BITS,
    TIRED,
    WAITING,
)

STAK_NAMES = ("Stak", "second Stak", "third Stak", "fourth Stak")
BYTE = 255
MARKED = {
    CHOSEN: "attacker", TIRED: "may not attack", WAITING: "effect waits",
    HAPPENING: "effect happens", REMEMBERED: "remembered",
}  # fmt: skip
FEW = 10
"""From here on it is said how many actions are left."""

BOT_TEXTS = (
    "No tricks: it hits and it takes a hit.",
    "Entry: slips under the card below it and stays face-up.",
    "Attack: battles the same Stak over and over until it is scrapped or an entry effect stops it.",
    "Its power is the number of face-up cards that lie together with it, itself included.",
    "Damage: the bottom card of the Stak it hits is scrapped too.",
    "Entry: draw a card.",
    "Damage: the card right under the one it hits is scrapped too.",
    "Entry: a player of your choice discards a card.",
    "Entry: the bottom card of its own Stak is scrapped, even if that is itself.",
    "Entry: turn another face-up card face-down. A top card comes straight back, as good as new.",
    "Entry: shoot a top card. It cannot shoot back.",
    "Entry: another top card goes back to its owner's hand.",
    "Entry: scrap another top card.",
    "Entry: a top card falls one place.",
    "Damage: whatever it damages is scrapped.",
    "Entry: a top card goes to the bottom of its Stak, face-up.",
)
"""What each bot does, in the order of cards.BOT_NAMES."""

TASKS = {
    DRAFTING: "Take a card into your deck.",
    DROPPING: "Blitz: you may slip a top card under its Stak.",
    PLACING: "Choose the Stak to play it on.",
    AIMING: "Choose the Stak to attack.",
    REACTING: "You are attacked: play a card there to call the attack off, or let it come.",
    ORDERING: "Effects trigger at once: which goes first?",
    TARGETING: "Choose the target of the effect.",
    RESETTING: "Choose the card to turn face-down.",
    EXPELLING: "Choose who discards a card.",
    DISCARDING: "Choose the card that you discard.",
    RECYCLING: "Choose the hand card that goes too.",
    REDRAWING: "You may draw before the next card turns up.",
}
HELPS = {
    "end": "All damage is forgotten, and the next turn begins.",
    "draw": "A card comes into your hand.",
    "scrap": "It goes to the scrapheap, which counts as fed. If it was your last card there, that "
    "Stak is gone.",
    "attack": "Both top cards hit each other for their power. A card with as much damage as power "
    "is scrapped. You choose whom to attack next.",
    "drop": "It goes to the bottom, and the next card turns up.",
    "recycle": "It is scrapped with a card from your hand, and you may draw one.",
    "discard": "It goes from your hand to the scrapheap, which counts as fed.",
    "play": "It goes from your hand on top of a Stak, and its entry effect happens.",
    "yield": "Your team-mates go on; you can act again when they have.",
    "keep": "Your Staks stay as they are.",
    "pass": "The battle is fought.",
    "no": "Your hand stays as it is.",
    "name": "That player chooses a card of the hand and discards it.",
    "reset": "It is turned face-down. On top it turns up again, as good as new.",
}
LAST_CARD = "It goes to the scrapheap, and you have no Stak left."
AT = {
    PLACING: ("Play it on {target}'s {stak}", "The card goes on top there."),
    AIMING: ("Attack {target}'s {stak}", "Both top cards hit each other for their power."),
    ORDERING: ("Let {target}'s {stak} go first", "The other effects wait."),
}


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
    yield from (said for mark, said in MARKED.items() if marks & mark)
    if zone == HAND_ZONE and marks & KNOWN:
        yield "seen by all"


def printed_power(face: int) -> str:
    """The power that is printed on a card."""
    return f"power {'of its group' if POWER[face] == GROUP else POWER[face]}"


def does(face: int) -> str:
    """What a card can do."""
    shot = f" It deals {SHOT_DAMAGE[face]} damage." if SHOT_DAMAGE[face] else ""
    return f"{printed_power(face)}. {BOT_TEXTS[BOT[face]]}{shot}"


# --------------------------------------------------------------------------------- choices
def task(scene: Scene) -> str:
    """What is asked of the viewer."""
    facts = scene.facts
    if facts["stage"] == ACTING:
        owed = facts["to feed"] - facts["fed"]
        then = f"{plural(owed, 'card')} still to be fed" if owed > 0 else "then end the turn"
        return f"Play, scrap, attack; {then}."
    return TASKS[facts["stage"]]


def choice(scene: Scene, notation: str) -> Caption:
    """What an action does in this stage."""
    first, stage = notation.split(maxsplit=1)[0], scene.facts["stage"]
    if first == "at":
        sentence, help_text = AT.get(stage, ("", "The effect happens there."))
        place = "abcd".find(notation[-1]) if notation[-1] in "bcd" else 0
        return Caption(sentence.replace("{stak}", STAK_NAMES[place]), help_text)
    verb = first if first in HELPS else first[:-1]
    if (
        verb in ("scrap", "recycle")
        and sum(scene.size(i, scene.viewer) for i in range(STAKS_EACH)) == 1
    ):
        return Caption(f"{verb.capitalize()} your last card, and be out of the game", LAST_CARD)
    return Caption(help=HELPS.get(verb, ""))


CAPTIONS = Captions(
    table=table,
    player=player,
    card=card,
    task=task,
    choice=choice,
    faces=tuple(does(face) for face in range(ROWS)),
)

"""Battles and damage."""

from __future__ import annotations

from rumpus.rulekit import NONE, has, members_of, only, rule, tell
from rumpus.rulekit.piles import pile, top

from ..bots import STOMP
from ..options import ON_TOP, PER_PLAYER
from ..state import State
from ..words import BY_DAMAGE, STRUCK
from .effects import bot, doom, power, use_ability
from .moves import scrap
from .seats import n_staks, number, owner


# --------------------------------------------------------------------------------- who may attack
@rule
def may_attack_with(s: State, stak: int) -> bool:
    """Whether a Stak's top card may attack (SB-ATK-5, 7..11, SB-VAR-MULTI-4, 5)."""
    card = top(s, stak)
    if card == NONE or s.tired[card] or (s.chosen[stak] != NONE and s.chosen[stak] != card):
        return False
    if s.attackers == PER_PLAYER:
        first = owner(s, stak) * s.staks
        for other in range(first, first + s.staks):
            if other != stak and s.chosen[other] != NONE:
                return False
    return True


@rule
def attackable(s: State, stak: int) -> int:
    """The set of Staks that a Stak's top card can attack: another side's that are not empty, and
    not 0 against 0 (SB-ATK-2, 12)."""
    side = s.team[owner(s, stak)]
    is_armed = power(s, top(s, stak)) > 0
    found = 0
    for target in range(n_staks(s)):
        card = top(s, target)
        if card != NONE and s.team[owner(s, target)] != side and (is_armed or power(s, card) > 0):
            found = found | (1 << target)
    return found


@rule
def can_attack(s: State, stak: int) -> bool:
    """Whether a Stak's top card can attack anything: during the game, only power 0 may not."""
    return power(s, top(s, stak)) > 0 or attackable(s, stak) != 0


@rule
def can_be_attacked(s: State, stak: int, target: int) -> bool:
    """Whether a Stak's top card can attack another Stak."""
    return has(attackable(s, stak), target)


# --------------------------------------------------------------------------------- the battle
@rule
def battle(s: State, stak: int, target: int) -> None:
    """Both top cards strike at the same time; then all victims are scrapped together
    (SB-BAT-1..4)."""
    attacker = top(s, stak)
    defender = top(s, target)
    force = power(s, attacker)
    counter = power(s, defender)
    s.chosen[stak] = attacker  # SB-ATK-6
    s.stomp = attacker if bot(s, attacker) == STOMP else NONE  # SB-BOT-STOMP-1, 8
    strike(s, attacker, force, defender, counter)
    strike(s, defender, counter, attacker, force)
    scrap_doomed(s, stak)
    scrap_doomed(s, target)


@rule
def strike(s: State, card: int, damage: int, victim: int, strength: int) -> None:
    """One side of a battle: damage adds up and does not reduce power (SB-ATK-3, 4, SB-DMG-1, 2)."""
    if damage == 0:
        return
    stak = s.zone[victim]
    s.damage[victim] += damage
    s.hurt = s.hurt | (1 << stak)
    tell(s, STRUCK, owner(s, stak), number(s, stak), s.face[victim], damage)
    if s.damage[victim] >= strength:
        doom(s, victim, BY_DAMAGE)
    use_ability(s, card, victim)


@rule
def scrap_doomed(s: State, stak: int) -> None:
    """Scrap the marked cards of a Stak."""
    for card in pile(s, stak):
        why = s.doomed[card]
        if why != 0:
            s.doomed[card] = 0
            scrap(s, card, why)


# --------------------------------------------------------------------------------- damage
@rule
def is_beaten(s: State, card: int) -> bool:
    """Damage of at least 1 and at least its power scraps a card (SB-DMG-3, 6, SB-BOT-LEADER-4)."""
    if s.damage[card] < power(s, card):
        return False
    return s.leader_check != ON_TOP or card == top(s, s.zone[card])


@rule
def scrap_beaten(s: State) -> None:
    """Scrap cards with too much damage, repeatedly while groups shrink (SB-BAT-5)."""
    for stak in members_of(s.hurt):
        beaten = True
        while beaten:
            beaten = False
            is_hurt = False
            for card in pile(s, stak):
                if s.damage[card] != 0:
                    is_hurt = True
                    if is_beaten(s, card):
                        doom(s, card, BY_DAMAGE)
                        beaten = True
            if beaten:
                scrap_doomed(s, stak)
            elif not is_hurt:
                s.hurt = s.hurt & ~only(stak)


@rule
def heal(s: State) -> None:
    """All damage is removed (SB-TURN-8)."""
    for stak in members_of(s.hurt):
        for card in pile(s, stak):
            s.damage[card] = 0
    s.hurt = 0

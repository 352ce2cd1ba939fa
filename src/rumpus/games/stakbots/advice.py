"""A quick, sensible choice in Stak Bots: a rough value of each choice.

A card in a Stak counts CARD. Only what the seat may know is used: open cards and its own hand. The
numbers were tuned in games against each other.
"""

from __future__ import annotations

from rumpus.rulekit import NONE, Row, members_of, row, rule
from rumpus.rulekit.advising import rule_out, weigh
from rumpus.rulekit.contract import careful_action
from rumpus.rulekit.hands import PUBLIC
from rumpus.rulekit.piles import bottom, is_up, pile, top
from rumpus.rulekit.seats import clockwise

from .bots import (
    BASH,
    BEGONE,
    BOT_WORTH,
    BOUNTIFUL,
    CLUMSY,
    CORE,
    EXPEL,
    FATAL,
    HAS_ENTRY_EFFECT,
    HITS_TOP,
    REAPER,
    SHOT,
    SIDEKICK,
    SPIKE,
    STOMP,
)
from .cards import GROUP
from .options import ACTIVE_LOSES, NO_TEAMS, PER_PLAYER
from .rules.actions import places_for_card, stak_of
from .rules.contract import legal
from .rules.effects import bot, group_size, power
from .rules.seats import n_staks, owner, side_cards, stak_cards
from .rules.turn import cards_to_feed, is_fed, may_end, may_yield
from .state import HAND, State
from .words import (
    ACTING,
    ACTIONS,
    ATTACK,
    DISCARD,
    DRAFTING,
    DROP,
    DROPPING,
    END,
    KEEP,
    PASS,
    PICK,
    PLAY,
    PLAYER,
    POSITION,
    REACTING,
    RECYCLE,
    SCRAP,
    YES,
    YIELD,
)

CARD = 100
WIN = 2000
RUIN = -WIN // 2  # going out without winning: only if there is nothing else
TOP_POWER = 9  # a point of power on top of one's Stak
DRAWN_CARD = 50
REDRAW = 130  # a new card for a recycled one
LAST_CARD_RISK = 250  # the card that turns up may take one's last card
HIDDEN_POWER = 3  # the assumed value of a face-down card in a Stak
FEED = 45  # feeding a card that has to be fed anyway
ATTACK_FIRST = 60  # attack while it pays, before the attacker is covered
WASTE = 200  # feeding more than necessary
YIELDING = -20
HALF = 6
"""A choice that is worth this much less than the best one weighs half as much."""

POWER_WORTH = 8


@rule
def advise(s: State, seat: int, out: Row) -> None:
    """Weigh every choice; a better one is taken nearly always, and going out is avoided."""
    worth = row(ACTIONS)
    n = legal(s, seat, out)
    for i in range(n):
        worth[i] = WORTH[s.stage](s, seat, out[i])
        out[i] = worth[i]
    weigh(out, n, HALF)
    rule_out(out, worth, n, RUIN)


# --------------------------------------------------------------------------------- measures
@rule
def is_friend(s: State, seat: int, stak: int) -> bool:
    """Whether a Stak is on one's own side."""
    return s.team[seat] == s.team[owner(s, stak)]


@rule
def hand_worth(s: State, face: int) -> int:
    """The value of holding a card."""
    return BOT_WORTH[s.bot[face]] + max(s.power[face], 0) * POWER_WORTH


@rule
def puts_out(s: State, stak: int, cards: int) -> bool:
    """Whether losing this many cards of a Stak puts its owner, or the owner's side, out.

    A Clumsy that everybody remembers takes itself when it turns up as the last card.
    """
    seat = owner(s, stak)
    left = stak_cards(s, seat) if s.teams == NO_TEAMS else side_cards(s, s.team[seat])
    left -= cards
    last = bottom(s, stak)
    if left == 1 and cards > 0 and s.size[stak] > cards and s.known[last] == PUBLIC:
        return not is_up(s, last) and bot(s, last) == CLUMSY
    return left <= 0


@rule
def loss_worth(s: State, stak: int, cards: int, above: int) -> int:
    """The cost to a Stak's owner of losing this many cards there, once `above` more are added."""
    return cards * CARD + (WIN if puts_out(s, stak, cards - above) else 0)


@rule
def hurt_worth(s: State, seat: int, stak: int, cards: int) -> int:
    """The value to a seat if a Stak loses this many cards."""
    loss = loss_worth(s, stak, cards, 0)
    if is_friend(s, seat, stak):
        return -loss
    return loss if s.n_sides == 2 else loss * 4 // 5


@rule
def duty_worth(s: State, seat: int) -> int:
    """The value of a fed card now."""
    return FEED if not is_fed(s) else 0


# --------------------------------------------------------------------------------- attacks
@rule
def attack_worth(
    s: State, stak: int, face: int, force: int, hurt: int, above: int, target: int
) -> int:
    """The value of attacking a Stak with a card of this row, power and damage.

    It is already on its Stak, or `above` is 1 and it has yet to be played there. A Stomp fights on
    until it is beaten or the other Stak is empty.
    """
    seat = owner(s, stak)
    kind = s.bot[face]
    own = s.size[stak] + above
    gain = 0
    loss = 0
    damage = hurt
    for victim in pile(s, target):
        is_known = is_up(s, victim)
        counter = power(s, victim) if is_known else HIDDEN_POWER
        damage += counter
        falls = 0
        if force > 0:
            falls = 1 if s.damage[victim] + force >= counter or kind == FATAL else 0
            gain += cards_lost(kind, falls, s.size[target])
        fallen = 0
        if counter > 0:
            foe = bot(s, victim) if is_known else CORE
            fallen = 1 if damage >= force or foe == FATAL else 0
            loss += cards_lost(foe, fallen, own - loss)
        if kind != STOMP or falls == 0 or fallen == 1 or loss >= own:
            break
    worth = -5
    if gain > 0:
        worth += hurt_worth(s, seat, target, gain)
    if loss > 0:
        worth -= loss_worth(s, stak, loss, above)
    if puts_out(s, stak, loss - above):
        if s.double_out == ACTIVE_LOSES and gain > 0:
            worth -= hurt_worth(s, seat, target, gain)
    elif 0 < gain < s.size[target] and puts_out(s, stak, loss + 1 - above):
        worth -= LAST_CARD_RISK
    if gain + loss > 0:
        worth += duty_worth(s, seat)
    return worth


@rule
def cards_lost(kind: int, falls: int, size: int) -> int:
    """How many cards a Stak of this size loses in a battle against a bot: its top card if that is
    beaten, the next card to a Spike and the bottom card to a Bash."""
    if kind == BASH:
        return min(falls + 1, size)
    if kind == SPIKE:
        return falls + min(size - 1, 1)
    return falls


@rule
def best_attack(s: State, stak: int, face: int, force: int, hurt: int, above: int) -> int:
    """The value of the best attack of a card from a Stak."""
    best = -WIN * WIN
    for target in range(n_staks(s)):
        card = top(s, target)
        if card == NONE or is_friend(s, owner(s, stak), target):
            continue
        if force > 0 or power(s, card) > 0:
            best = max(best, attack_worth(s, stak, face, force, hurt, above, target))
    return best


@rule
def may_choose_attacker(s: State, stak: int) -> bool:
    """Whether a new attacker could be chosen on a Stak."""
    if s.attackers == PER_PLAYER:
        first = owner(s, stak) * s.staks
        for other in range(first, first + s.staks):
            if s.chosen[other] != NONE:
                return False
    return s.chosen[stak] == NONE


@rule
def top_attack(s: State, stak: int) -> int:
    """The value of the best attack of a Stak's current top card."""
    card = top(s, stak)
    return best_attack(s, stak, s.face[card], power(s, card), s.damage[card], 0)


# --------------------------------------------------------------------------------- playing cards
@rule
def play_worth(s: State, seat: int, face: int, stak: int) -> int:
    """The value of playing a card of a row on a Stak."""
    if not is_friend(s, seat, stak):
        return CARD // 2 if s.bot[face] == CLUMSY else -CARD
    kind = s.bot[face]
    card = top(s, stak)
    if card == NONE:
        return -CARD if kind == CLUMSY else CARD
    if kind == SIDEKICK:
        return CARD // 2
    printed = s.power[face]
    force = group_size(s, card) + 1 if printed == GROUP else printed
    worth = CARD // 4 + (force - power(s, card)) * TOP_POWER
    worth += enter_worth(s, seat, face, stak)
    fights = not HAS_ENTRY_EFFECT[kind] or kind == CLUMSY
    if fights and may_choose_attacker(s, stak):
        worth += max(best_attack(s, stak, face, force, 0, 1), 0)
    return worth


@rule
def enter_worth(s: State, seat: int, face: int, stak: int) -> int:
    """The value of a card's entry effect on a Stak."""
    kind = s.bot[face]
    if kind == BOUNTIFUL:
        return DRAWN_CARD
    if kind == EXPEL:
        return CARD // 4 + duty_worth(s, seat)
    if kind == CLUMSY:
        return duty_worth(s, seat) - CARD // 2
    if HITS_TOP[kind]:
        best = -WIN * WIN
        for target in range(n_staks(s)):
            if target != stak and top(s, target) != NONE:
                best = max(best, hit_worth(s, seat, face, target))
        return max(best, -CARD)
    return 0


@rule
def threat(s: State, seat: int, stak: int, card: int) -> int:
    """The value to a seat of keeping a card from attacking its Stak in this turn."""
    place = s.zone[card]
    attacks = s.chosen[place] == card and owner(s, place) != seat and s.size[stak] > 0
    if not attacks or card != top(s, place) or is_friend(s, seat, place):
        return 0
    return max(attack_worth(s, place, s.face[card], power(s, card), s.damage[card], 0, stak), 0)


@rule
def hit_worth(s: State, seat: int, face: int, target: int) -> int:
    """The value of aiming an entry effect at a Stak's top card."""
    kind = s.bot[face]
    card = top(s, target)
    force = power(s, card)
    friend = is_friend(s, seat, target)
    if kind == SHOT:
        if s.damage[card] + s.shot[face] >= force:
            return hurt_worth(s, seat, target, 1) + force + duty_worth(s, seat)
        return -force if friend else force
    if kind == REAPER:
        bonus = -force if friend else force
        return hurt_worth(s, seat, target, 1) + bonus * TOP_POWER + duty_worth(s, seat)
    if kind == BEGONE:
        bonus = -force if friend else force
        return hurt_worth(s, seat, target, 1) // 2 + bonus * TOP_POWER
    return force * (-TOP_POWER if friend else TOP_POWER)  # Trip and Pit


@rule
def stops(s: State, face: int, target: int) -> bool:
    """Whether an entry effect takes the top card of a Stak away from the top."""
    kind = s.bot[face]
    card = top(s, target)
    if kind == SHOT:
        return s.damage[card] + s.shot[face] >= power(s, card)
    return kind in (REAPER, BEGONE) or s.size[target] > 1


# --------------------------------------------------------------------------------- by stages
@rule
def worth_of_pick(s: State, seat: int, action: int) -> int:
    """The draft: pick the best card to hold."""
    return hand_worth(s, action - PICK)


@rule
def worth_of_drop(s: State, seat: int, action: int) -> int:
    """Blitz: weak top cards go down."""
    if not DROP <= action < DROP + s.staks:
        return 0
    card = top(s, seat * s.staks + action - DROP)
    return (2 - power(s, card)) * TOP_POWER - max(top_attack(s, seat * s.staks + action - DROP), 0)


@rule
def worth_of_action(s: State, seat: int, action: int) -> int:
    """Attack when it pays, play for gain, feed cheaply."""
    first = seat * s.staks
    if action == END:
        return 0
    if action >= DISCARD + s.rows:
        return YIELDING
    if action >= DISCARD:
        return -hand_worth(s, action - DISCARD) // 2 - (WASTE if is_fed(s) else 0)
    if action >= PLAY:
        best = -WIN * WIN
        for place in members_of(places_for_card(s, seat)):
            best = max(best, play_worth(s, seat, action - PLAY, place))
        return best
    if action >= RECYCLE:
        return recycle_worth(s, seat, first + action - RECYCLE)
    if action >= ATTACK:
        best_here = top_attack(s, first + action - ATTACK)
        return best_here + ATTACK_FIRST if best_here > 0 else min(best_here, -CARD)
    return scrap_worth(s, first + action - SCRAP)


@rule
def scrap_worth(s: State, stak: int) -> int:
    """The value of scrapping one's own top card: better a weak one than a strong one."""
    waste = WASTE if is_fed(s) else 0
    return -loss_worth(s, stak, 1, 0) - power(s, top(s, stak)) * TOP_POWER // 2 - waste


@rule
def recycle_worth(s: State, seat: int, stak: int) -> int:
    """The value of scrapping a top card, replacing the least useful hand card and feeding two."""
    worth = scrap_worth(s, stak) + REDRAW - least_in_hand(s, seat) // 2
    worth += (HIDDEN_POWER - power(s, top(s, stak))) * TOP_POWER // 2
    return worth + (FEED if cards_to_feed(s) - s.fed > 1 else 0)


@rule
def least_in_hand(s: State, seat: int) -> int:
    """The value of the least useful card in a hand."""
    least = WIN
    for card in pile(s, HAND + seat):
        least = min(least, hand_worth(s, s.face[card]))
    return least


@rule
def worth_of_place(s: State, seat: int, action: int) -> int:
    """Where a card does best."""
    return play_worth(s, seat, s.face[s.card], stak_of(s, seat, action))


@rule
def worth_of_aim(s: State, seat: int, action: int) -> int:
    """The best target of an attack."""
    stak = s.attacking
    card = top(s, stak)
    target = stak_of(s, seat, action)
    return attack_worth(s, stak, s.face[card], power(s, card), s.damage[card], 0, target)


@rule
def worth_of_reaction(s: State, seat: int, action: int) -> int:
    """Call an attack off if it would hurt."""
    if action == PASS:
        card = top(s, s.attacking)
        return -attack_worth(
            s, s.attacking, s.face[card], power(s, card), s.damage[card], 0, s.attacked
        )
    return play_worth(s, seat, action - PLAY, s.attacked)


@rule
def worth_of_order(s: State, seat: int, action: int) -> int:
    """Any order will do."""
    return 0


@rule
def worth_of_target(s: State, seat: int, action: int) -> int:
    """The best target of an entry effect."""
    target = stak_of(s, seat, action)
    if HITS_TOP[bot(s, s.card)]:
        worth = hit_worth(s, seat, s.face[s.card], target)
        if stops(s, s.face[s.card], target):
            worth += threat(s, seat, s.zone[s.card], top(s, target))
        return worth
    best = -WIN  # Tranq
    for card in pile(s, target):
        if is_up(s, card) and card != s.card:
            best = max(best, reset_worth(s, seat, card))
    return best


@rule
def reset_worth(s: State, seat: int, card: int) -> int:
    """The value of resetting a card: stop attackers, use one's own effects again."""
    stak = s.zone[card]
    friend = is_friend(s, seat, stak)
    worth = 0
    if s.chosen[stak] == card:
        worth -= power(s, card) * TOP_POWER
    if bot(s, card) == CLUMSY:
        worth -= loss_worth(s, stak, 1, 0) // (1 if card == top(s, stak) else 3)
    elif HAS_ENTRY_EFFECT[bot(s, card)]:
        worth += BOT_WORTH[bot(s, card)] // (1 if card == top(s, stak) else 3)
    return worth if friend else threat(s, seat, s.zone[s.card], card) - worth


@rule
def worth_of_reset(s: State, seat: int, action: int) -> int:
    """The best card of a Stak to reset."""
    k = action - POSITION
    for card in pile(s, s.aimed):
        if is_up(s, card):
            if k == 0:
                return reset_worth(s, seat, card)
            k -= 1
    return 0


@rule
def worth_of_player(s: State, seat: int, action: int) -> int:
    """Let an opponent discard, the strongest first."""
    named = clockwise(s, seat, action - PLAYER)
    if s.size[HAND + named] == 0:
        return 0
    if s.team[named] == s.team[seat]:
        return duty_worth(s, seat) - CARD
    return CARD // 2 + stak_cards(s, named) * 2


@rule
def worth_of_discard(s: State, seat: int, action: int) -> int:
    """The least useful card goes."""
    return -hand_worth(s, action - DISCARD)


@rule
def worth_of_redraw(s: State, seat: int, action: int) -> int:
    """A card is a card."""
    return DRAWN_CARD if action == YES else 0


WORTH = (
    worth_of_pick, worth_of_drop, worth_of_action, worth_of_place, worth_of_aim,
    worth_of_reaction, worth_of_order, worth_of_target, worth_of_reset, worth_of_player,
    worth_of_discard, worth_of_discard, worth_of_redraw,
)  # fmt: skip
"""The value of a choice, in the order of the stages in words.py."""


# --------------------------------------------------------------------------------- time is up
@rule
def timeout(s: State, seat: int) -> int:
    """SB-OPT-32: the most advised choice that reveals and risks nothing; in a draft a random
    pick."""
    return NONE if s.stage == DRAFTING else careful_action(s, seat)


@rule
def is_careful(s: State, seat: int, action: int) -> bool:
    """Whether a choice shows no card and starts nothing. A player who has to feed feeds from the
    hand if possible; otherwise a Stak's top, or makes an attack that is worth more than that."""
    if s.stage == ACTING:
        if may_end(s, seat):
            return action == END
        if may_yield(s, seat):
            return action == YIELD
        return DISCARD <= action < DISCARD + s.rows or s.size[HAND + seat] == 0
    if s.stage == REACTING:
        return action == PASS
    return action == KEEP or s.stage != DROPPING

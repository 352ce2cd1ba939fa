"""Dealing together: everybody's part of the key is sealed before anybody shows theirs.

A seal is the hash of a nonce. When all who sit down with one have sealed, they show their nonces,
and the game begins. Who does not show in time is named, and all begin anew, with another secret:
a part is never left out of a round in which others have shown theirs. Where anybody seals, only
sealed nonces count: one that nobody saw the hash of could be chosen when all others are known.
"""

from __future__ import annotations

from rumpus.rulekit.sentence import say

from . import deal
from .data import MISSED_KEPT, Missed, TableData
from .errors import NotNow, Refused
from .seat import PERSON, Seat

SEAL, SHOW = "seal", "show"
SECONDS = 20.0
"""For sealing, and again for showing."""
MISSES = 2
"""Who was missing so often takes no more part in the deal: no game waits for ever."""


def phase_of(data: TableData) -> str:
    """What is waited for before the deal: seals, nonces or nothing."""
    if not data.dealing:
        return ""
    if _unsealed(data):
        return SEAL
    return SHOW if _unshown(data) else ""


def waits_for(data: TableData) -> list[int]:
    """The seats that are waited for before the deal."""
    return (_unsealed(data) or _unshown(data)) if data.dealing else []


def seals_of(data: TableData) -> dict[str, str]:
    """What was published of the nonces before the first was shown."""
    return {str(n): s.seal for n, s in enumerate(data.seats) if s.seal}


def seal(data: TableData, number: int, text: str) -> None:
    """Take somebody's seal for this round."""
    there = data.seats[number]
    if there.kind != PERSON or phase_of(data) != SEAL:
        raise NotNow(say("There is nothing to seal now."))
    if there.seal:
        raise NotNow(say("You have sealed your number already."))
    if _missed_out(data, number):
        raise NotNow(
            say("You were missing {n:time}: the cards are dealt without your number.", n=MISSES)
        )
    there.seal, there.nonce = deal.read_seal(text), ""
    data.left_out = [n for n in data.left_out if n != number]


def show(data: TableData, number: int, text: str) -> None:
    """Take the nonce that somebody has sealed."""
    there = data.seats[number]
    if phase_of(data) != SHOW or number not in _unshown(data):
        raise NotNow(say("There is nothing to show now."))
    nonce = deal.read_nonce(text) if text else b""
    if deal.seal_of(nonce) != there.seal:
        raise Refused(say("That is not the number that was sealed."))
    there.nonce = nonce.hex()


def miss(data: TableData) -> None:
    """Time is up. Who has not sealed is left out of the round; if somebody has not shown, another
    round begins without them."""
    phase, late = phase_of(data), waits_for(data)
    _name(data, late)
    data.left_out = sorted({*data.left_out, *late})
    if phase == SHOW:
        _begin_anew(data)


def leave(data: TableData, number: int, bot: Seat) -> None:
    """Somebody gives up their seat while all are dealing. A round that has no part of theirs goes
    on with a bot; any other is broken off, since some may have shown. Then the seat is free and the
    deal waits for another start, but in a series nobody else can take it."""
    if phase_of(data) == SHOW and not data.seats[number].seal:
        data.seats[number] = bot
        return
    _name(data, [number])
    data.seats[number] = bot if data.series else Seat()
    _begin_anew(data)
    data.dealing, data.left_out = data.series is not None, []


def finish(data: TableData) -> None:
    """The cards are dealt."""
    if is_sealed(data):
        for there in data.seats:
            there.nonce = there.nonce if there.seal else ""
    data.dealing = False


def is_sealed(data: TableData) -> bool:
    """Whether nonces are sealed at a table, or would be if somebody had not been missing."""
    return bool(data.missed) or any(s.seal or s.seals for s in data.seats)


def _name(data: TableData, missing: list[int]) -> None:
    more = [Missed(data.round, number, data.seats[number].name) for number in missing]
    data.missed = [*data.missed, *more][-MISSED_KEPT:]


def _missed_out(data: TableData, number: int) -> bool:
    name = data.seats[number].name
    return sum((m.seat, m.name) == (number, name) for m in data.missed) >= MISSES


def _begin_anew(data: TableData) -> None:
    """Another round: a new secret, and new seals of all who have sealed and are not left out."""
    data.round += 1
    data.secret = deal.new_secret().hex()
    for there in data.seats:
        if there.seal:
            there.seal, there.nonce, there.seals = "", "", True


def _unsealed(data: TableData) -> list[int]:
    return [
        n
        for n, s in enumerate(data.seats)
        if s.kind == PERSON and s.seals and not s.seal
        if n not in data.left_out and not _missed_out(data, n)
    ]


def _unshown(data: TableData) -> list[int]:
    return [n for n, s in enumerate(data.seats) if s.kind == PERSON and s.seal and not s.nonce]


def sealed_seat(there: Seat, text: str) -> None:
    """Let somebody who sits down bring a seal instead of a nonce."""
    if text:
        there.seal, there.nonce, there.seals = deal.read_seal(text), "", True

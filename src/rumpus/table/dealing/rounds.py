"""Dealing in rounds: everybody commits to a nonce before anybody reveals one.

A seal is the hash of a nonce. Once everybody has sealed, they reveal their nonces and the game
starts. If somebody does not reveal in time, they are named in the record and a new round starts
with a new secret: no nonce is ever dropped from a round in which others were revealed. As soon as
anybody seals, only sealed nonces count, since an unsealed one could be chosen last.
"""

from __future__ import annotations

from rumpus.rulekit.sentence import say
from rumpus.table.data.seat import PERSON, Seat
from rumpus.table.data.table_data import MISSED_KEPT, MissedRound, TableData
from rumpus.table.errors import NotNow, Refused

from . import keys

SEAL, SHOW = "seal", "show"
SECONDS = 20.0
"""The time limit for sealing, and again for revealing."""
MISSES = 2
"""After missing this many rounds, a player no longer takes part in the deal."""


def phase_of(data: TableData) -> str:
    """What the deal is waiting for: seals, nonces, or nothing."""
    if not data.dealing:
        return ""
    if _unsealed(data):
        return SEAL
    return SHOW if _unshown(data) else ""


def waits_for(data: TableData) -> list[int]:
    """The seats that the deal is waiting for."""
    return (_unsealed(data) or _unshown(data)) if data.dealing else []


def seals_of(data: TableData) -> dict[str, str]:
    """The published seals, by seat."""
    return {str(n): s.seal for n, s in enumerate(data.seats) if s.seal}


def seal(data: TableData, number: int, text: str) -> None:
    """Accept a seal for this round."""
    there = data.seats[number]
    if there.kind != PERSON or phase_of(data) != SEAL:
        raise NotNow(say("There is nothing to seal now."))
    if there.seal:
        raise NotNow(say("You have sealed your number already."))
    if _missed_out(data, number):
        raise NotNow(
            say("You were missing {n:time}: the cards are dealt without your number.", n=MISSES)
        )
    there.seal, there.nonce = keys.read_seal(text), ""
    data.left_out = [n for n in data.left_out if n != number]


def show(data: TableData, number: int, text: str) -> None:
    """Accept a sealed nonce that is now revealed."""
    there = data.seats[number]
    if phase_of(data) != SHOW or number not in _unshown(data):
        raise NotNow(say("There is nothing to show now."))
    nonce = keys.read_nonce(text) if text else b""
    if keys.seal_of(nonce) != there.seal:
        raise Refused(say("That is not the number that was sealed."))
    there.nonce = nonce.hex()


def miss(data: TableData) -> None:
    """Time is up: seats without a seal are left out; a seat without a nonce forces a new round."""
    phase, late = phase_of(data), waits_for(data)
    _name(data, late)
    data.left_out = sorted({*data.left_out, *late})
    if phase == SHOW:
        _begin_anew(data)


def leave(data: TableData, number: int, bot: Seat) -> None:
    """Give up a seat during the deal.

    If the round does not use the seat's nonce, a bot takes over and the round continues. Otherwise
    the round is aborted, because others may have revealed theirs; the seat becomes open and the
    deal waits for the next start. In a series the seat goes to a bot, as nobody else may take it.
    """
    if phase_of(data) == SHOW and not data.seats[number].seal:
        data.seats[number] = bot
        return
    _name(data, [number])
    data.seats[number] = bot if data.series else Seat()
    _begin_anew(data)
    data.dealing, data.left_out = data.series is not None, []


def finish(data: TableData) -> None:
    """End the deal: where nonces are sealed, drop those that are not."""
    if is_sealed(data):
        for there in data.seats:
            there.nonce = there.nonce if there.seal else ""
    data.dealing = False


def is_sealed(data: TableData) -> bool:
    """Whether nonces are sealed at this table, or would be if nobody had missed a round."""
    return bool(data.missed) or any(s.seal or s.seals for s in data.seats)


def _name(data: TableData, missing: list[int]) -> None:
    more = [MissedRound(data.round, number, data.seats[number].name) for number in missing]
    data.missed = [*data.missed, *more][-MISSED_KEPT:]


def _missed_out(data: TableData, number: int) -> bool:
    name = data.seats[number].name
    return sum((m.seat, m.name) == (number, name) for m in data.missed) >= MISSES


def _begin_anew(data: TableData) -> None:
    """Start a new round with a new secret; everybody who sealed must seal again."""
    data.round += 1
    data.secret = keys.new_secret().hex()
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
    """Let a player who sits down bring a seal instead of a nonce."""
    if text:
        there.seal, there.nonce, there.seals = keys.read_seal(text), "", True

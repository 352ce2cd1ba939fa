"""The client side of a fair deal, in Python: seal a nonce, reveal it, and check the record.

It does no I/O: pass in the server's messages, and send the commands it returns.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .dealing import keys
from .dealing.rounds import SEAL, SHOW
from .records.record import Record, read_record
from .records.verify import badly_dealt, seals_told


class DealTerms(NamedTuple):
    """What the server and all others were committed to when a nonce was revealed."""

    round: int
    commitment: str
    seals: dict[str, str]
    options: dict[str, int]


@dataclass
class DealNotes:
    """What a client remembers for one seat.

    `nonces` are keyed by seal, `rounds` has the seal of each round, `shown` the terms under which
    each nonce was revealed, `heard` the rounds in which the server confirmed receiving it.
    """

    nonces: dict[str, str] = field(default_factory=dict)
    rounds: dict[int, str] = field(default_factory=dict)
    shown: dict[str, DealTerms] = field(default_factory=dict)
    heard: set[int] = field(default_factory=set)


def new_seal(notes: DealNotes) -> str:
    """Create a nonce and return its seal."""
    nonce = keys.new_nonce()
    seal = keys.seal_of(nonce)
    notes.nonces[seal] = nonce.hex()
    return seal


def part_of(notes: DealNotes, message: Mapping[str, Any], seat: int) -> dict[str, Any] | None:
    """The command with which a seat answers a message; the same question gets the same command.

    A nonce is revealed under one set of seals only: once the server knows it, it could pick others.
    """
    if message["type"] != "table":
        return None
    lobby, told = message["table"], message["table"]["deal"]
    phase, number, ours = told["phase"], told["round"], told["seals"].get(str(seat), "")
    if phase == SEAL and not ours:
        seal = notes.rounds.get(number) or new_seal(notes)
        notes.rounds[number] = seal
        return {"type": "seal", "command": f"seal{number}", "seat": seat, "seal": seal}
    if phase != SHOW or ours not in notes.nonces:
        return None
    now = DealTerms(number, lobby["commitment"], told["seals"], lobby["options"])
    if seat not in told["waits"]:
        notes.heard.add(number)
    elif notes.shown.setdefault(ours, now) == now:
        nonce = notes.nonces[ours]
        return {"type": "show", "command": f"show{number}", "seat": seat, "nonce": nonce}
    return None


def in_one_line(notes: DealNotes, text: bytes | str, seat: int) -> str:
    """Compare the record of a finished game with what this client saw, in one line."""
    record = read_record(text)
    if wrong := [*badly_dealt(record), *_noted_otherwise(notes, record, seat)]:
        return f"Something does not fit. {wrong[0]}"
    people = [str(n) for n, there in enumerate(record.seats) if there.kind == "person"]
    if not record.missed and all(n in record.seals for n in people):
        return "The deal was fair."
    return f"The deal fits. {' '.join(map(str, seals_told(record)))}"


def _noted_otherwise(notes: DealNotes, record: Record, seat: int) -> list[str]:
    ours = record.seals.get(str(seat), "")
    before = [bound for seal, bound in notes.shown.items() if seal != ours]
    found = [
        _used(notes, record, seat, ours),
        *(_broken_off(notes, record, seat, b) for b in before),
    ]
    return [sentence for sentence in found if sentence]


def _used(notes: DealNotes, record: Record, seat: int, ours: str) -> str:
    if not ours:
        name = record.seats[seat].name
        named = any((missed.seat, missed.name) == (seat, name) for missed in record.missed)
        return "" if named else "Our number was left out, and nothing says why."
    bound = notes.shown.get(ours)
    if bound is None or record.nonces.get(str(seat)) != notes.nonces[ours]:
        return "A number other than ours was used."
    if bound != (record.round, record.commitment, record.seals, record.options):
        return "Something was changed after we showed our number."
    return ""


def _broken_off(notes: DealNotes, record: Record, seat: int, bound: DealTerms) -> str:
    """The record must name a participant of the round who did not reveal their nonce."""
    seats = {missed.seat for missed in record.missed if missed.round == bound.round}
    if not any(str(number) in bound.seals for number in seats):
        return "A round in which we showed our number was aborted in secret."
    if seat in seats and bound.round in notes.heard:
        return "It says that our number did not come in time, but the room had it."
    return ""

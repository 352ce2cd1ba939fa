"""A client's part of the deal: seal a nonce, show it, and in the end hold the record against notes.

For clients in Python, over whatever line: they hand in what the room says and send what comes out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from . import deal
from .dealing import SEAL, SHOW
from .record import Record, badly_dealt, read_record, seals_told


class Bound(NamedTuple):
    """What the room and all others were bound to when a nonce was shown."""

    round: int
    commitment: str
    seals: dict[str, str]
    options: dict[str, int]


@dataclass
class Notes:
    """What a client keeps of one seat's part: its nonces by their seals, the seal of each round,
    what each nonce was shown beside, and the rounds in which the room said that it has it."""

    nonces: dict[str, str] = field(default_factory=dict)
    rounds: dict[int, str] = field(default_factory=dict)
    shown: dict[str, Bound] = field(default_factory=dict)
    heard: set[int] = field(default_factory=set)


def new_seal(notes: Notes) -> str:
    """The seal of a new nonce."""
    nonce = deal.new_nonce()
    seal = deal.seal_of(nonce)
    notes.nonces[seal] = nonce.hex()
    return seal


def part_of(notes: Notes, message: Mapping[str, Any], seat: int) -> dict[str, Any] | None:
    """The command that a message asks of a seat; asked again, it is the same, with the same id.

    A nonce is shown beside one set of seals only: the room knows it then, and could choose others.
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
    now = Bound(number, lobby["commitment"], told["seals"], lobby["options"])
    if seat not in told["waits"]:
        notes.heard.add(number)
    elif notes.shown.setdefault(ours, now) == now:
        nonce = notes.nonces[ours]
        return {"type": "show", "command": f"show{number}", "seat": seat, "nonce": nonce}
    return None


def in_one_line(notes: Notes, text: bytes | str, seat: int) -> str:
    """What a record of a game that is over says of its deal, held against what this client saw."""
    record = read_record(text)
    if wrong := [*badly_dealt(record), *_noted_otherwise(notes, record, seat)]:
        return f"Something does not fit. {wrong[0]}"
    people = [str(n) for n, there in enumerate(record.seats) if there.kind == "person"]
    if not record.missed and all(n in record.seals for n in people):
        return "The deal was fair."
    return f"The deal fits. {' '.join(map(str, seals_told(record)))}"


def _noted_otherwise(notes: Notes, record: Record, seat: int) -> list[str]:
    ours = record.seals.get(str(seat), "")
    before = [bound for seal, bound in notes.shown.items() if seal != ours]
    found = [
        _used(notes, record, seat, ours),
        *(_broken_off(notes, record, seat, b) for b in before),
    ]
    return [sentence for sentence in found if sentence]


def _used(notes: Notes, record: Record, seat: int, ours: str) -> str:
    if not ours:
        name = record.seats[seat].name
        named = any((missed.seat, missed.name) == (seat, name) for missed in record.missed)
        return "" if named else "Our number was left out, and nothing says why."
    bound = notes.shown.get(ours)
    if bound is None or record.nonces.get(str(seat)) != notes.nonces[ours]:
        return "Another number than ours was used."
    if bound != (record.round, record.commitment, record.seals, record.options):
        return "Something was changed after we showed our number."
    return ""


def _broken_off(notes: Notes, record: Record, seat: int, bound: Bound) -> str:
    """Somebody must be named who had a part in the round, and not one who did show."""
    seats = {missed.seat for missed in record.missed if missed.round == bound.round}
    if not any(str(number) in bound.seals for number in seats):
        return "A round in which we showed our number was broken off in secret."
    if seat in seats and bound.round in notes.heard:
        return "It says that our number did not come in time, but the room had it."
    return ""

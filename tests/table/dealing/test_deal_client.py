"""A Python client takes part in the deal, and notices whatever a server changes about it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rumpus.table.data.settings import Settings
from rumpus.table.data.table_data import MissedRound
from rumpus.table.deal_client import DealNotes, in_one_line, new_seal, part_of
from rumpus.table.dealing import keys, rounds
from rumpus.table.making import new_table
from rumpus.table.records.record import Record, record_of
from rumpus.table.showing.lobby import lobby_of
from rumpus.table.table import Table
from tests.table.setting import backend_of, play_out, token

ANN, BOB = 0, 1


def started() -> tuple[Table, list[DealNotes]]:
    """Ann and Bob at a table that was just started."""
    notes = [DealNotes(), DealNotes()]
    table = new_table(backend_of("parley"), "a", 2, {}, Settings(timer=False), 0)
    for seat, name in enumerate(("Ann", "Bob")):
        table.sit(seat, name, "", token(seat), seal=new_seal(notes[seat]))
        table.arrive(seat, 0)
    table.start(0.0)
    return table, notes


def message_of(table: Table) -> dict[str, Any]:
    return {"type": "table", "table": msgspec.to_builtins(lobby_of(table))}


def take_part(table: Table, notes: list[DealNotes], *seats: int) -> None:
    """Let some seats do what they are asked for, until nothing is."""
    for seat in seats:
        while part := part_of(notes[seat], message_of(table), seat):
            told = part["seal" if part["type"] == "seal" else "nonce"]
            getattr(table, part["type"])(seat, told, 1.0)


def line_of(notes: DealNotes, record: Record, seat: int = ANN, **changed: Any) -> str:
    forged = msgspec.structs.replace(record, **changed)
    return in_one_line(notes, msgspec.json.encode(forged), seat)


def test_all_take_part_and_find_the_deal_fair() -> None:
    table, notes = started()
    take_part(table, notes, ANN, BOB)
    assert table.is_playing
    play_out(table)
    for seat in (ANN, BOB):
        assert line_of(notes[seat], record_of(table), seat) == "The deal was fair."


def test_the_same_is_answered_again_and_nothing_beside_anything_else() -> None:
    table, notes = started()
    message = message_of(table)
    part = part_of(notes[ANN], message, ANN)
    assert part
    assert part["type"] == "show"
    assert part_of(notes[ANN], message, ANN) == part
    assert part_of(notes[ANN], {"type": "chat", "text": "x"}, ANN) is None
    lobby, told = message["table"], message["table"]["deal"]
    for change in (
        {"commitment": "00" * 32},
        {"options": {"turns": 1}},
        {"deal": {**told, "round": 2}},
        {"deal": {**told, "seals": {**told["seals"], "1": "00" * 32}}},
        {"deal": {**told, "seals": {**told["seals"], "0": told["seals"]["1"]}}},
    ):
        assert part_of(notes[ANN], {"type": "table", "table": {**lobby, **change}}, ANN) is None


def test_a_new_round_needs_a_new_seal() -> None:
    table, notes = started()
    take_part(table, notes, ANN)
    table.miss_deal(rounds.SECONDS)
    part = part_of(notes[ANN], message_of(table), ANN)
    assert part
    assert (part["type"], part_of(notes[ANN], message_of(table), ANN)) == ("seal", part)
    table.seal(BOB, new_seal(notes[BOB]), 25.0)
    take_part(table, notes, ANN, BOB)
    assert table.is_playing
    play_out(table)
    record = record_of(table)
    assert line_of(notes[ANN], record) == (
        "The deal fits. Sealed before any nonce was shown, and each as it was sealed: Ann and Bob. "
        "Dealt in round 2. Missing before: Bob (round 1)."
    )
    secretly = "Something does not fit. A round in which we showed our number was aborted"
    assert line_of(notes[ANN], record, missed=[MissedRound(1, ANN, "Ann")]).endswith(
        "the room had it."
    )
    helper = record.seats[BOB]
    more: dict[str, Any] = {
        "players": 3,
        "seats": [*record.seats, helper],
        "missed": [MissedRound(1, 2, "Cy")],
    }
    assert line_of(notes[ANN], record, **more).startswith(secretly), "who had no part in it"


def test_whatever_was_changed_is_found() -> None:
    table, notes = started()
    take_part(table, notes, ANN, BOB)
    play_out(table)
    record, other = record_of(table), bytes(16)
    secret = bytes.fromhex(record.secret)

    def dealt(*, secret: bytes = secret, **changed: bytes) -> dict[str, Any]:
        """A record that agrees with itself, with other nonces or another secret."""
        nonces = {**record.nonces, **{seat[1:]: nonce.hex() for seat, nonce in changed.items()}}
        nonces = {seat: nonce for seat, nonce in nonces.items() if nonce}
        parts = {int(seat): bytes.fromhex(nonce) for seat, nonce in nonces.items()}
        seals = {str(seat): keys.seal_of(nonce) for seat, nonce in parts.items()}
        return {
            "nonces": nonces, "seals": seals, "key": keys.key_of(secret, parts).hex(),
            "secret": secret.hex(), "commitment": keys.commitment_to(secret),
        }  # fmt: skip

    changed = "Something was changed after we showed our number."
    for forged, sentence in (
        (dealt(), ""),
        (dealt(s1=other), changed),
        (dealt(secret=bytes(32)), changed),
        ({"options": {**record.options, "turns": 3}}, changed),
        (dealt(s0=other), "A number other than ours was used."),
        (dealt(s0=b""), "Our number was left out, and nothing says why."),
        ({"key": "00" * 32}, "The key is not made of the secret and the nonces."),
    ):
        line = line_of(notes[ANN], record, **forged)
        assert line == (f"Something does not fit. {sentence}" if sentence else "The deal was fair.")


@pytest.mark.parametrize("named", [True, False])
def test_a_client_that_missed_the_deal_knows_it(named: bool) -> None:
    table, notes = started()
    take_part(table, notes, BOB)
    table.miss_deal(rounds.SECONDS)
    take_part(table, notes, BOB)
    assert table.is_playing
    play_out(table)
    record = record_of(table)
    missed = record.missed if named else [MissedRound(1, ANN, "Cy")]
    line = line_of(notes[ANN], record, missed=missed)
    assert line.startswith("The deal fits." if named else "Something does not fit. Our number was")

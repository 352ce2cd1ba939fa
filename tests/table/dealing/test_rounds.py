"""Dealing in rounds: everybody seals before anybody reveals."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rumpus.rulekit.sentence import Sentence
from rumpus.table.data.settings import Settings
from rumpus.table.data.table_data import MissedRound, TableData
from rumpus.table.dealing import keys, rounds
from rumpus.table.errors import NotNow, Refused
from rumpus.table.making import new_table, rematch_of
from rumpus.table.records.record import read_record, record_of
from rumpus.table.records.verify import disagreements, seals_told
from rumpus.table.showing.lobby import lobby_of
from rumpus.table.table import Table
from tests.table.setting import backend_of, play_out, token


def nonce(seat: int, round_: int = 1) -> str:
    return f"{seat:02x}{round_:02x}" * 8


def seal(seat: int, round_: int = 1) -> str:
    return keys.seal_of(bytes.fromhex(nonce(seat, round_)))


def sealed(seats: str = "sss", **more: Any) -> Table:
    """A table that was just started: `s` seals, `p` sends a nonce unsealed, `b` is a bot."""
    backend = backend_of("parley")
    table = new_table(
        backend, "plum-otter-aaaaaaaaaaaaaaaa", len(seats), {}, Settings(timer=False), 0
    )
    for n, kind in enumerate(seats):
        if kind == "b":
            table.fill(n, "bot")
        else:
            given = {"seal": seal(n)} if kind == "s" else {"nonce": nonce(n)}
            table.sit(n, f"Ann{n}", "cat", token(n), **given)
            table.arrive(n, 0)
    table.start(0.0)
    return table


def phase(table: Table) -> tuple[int, str]:
    told = lobby_of(table).deal
    return told.round, told.phase


def show_all(table: Table, round_: int = 1) -> None:
    for seat in rounds.waits_for(table.data):
        table.show(seat, nonce(seat, round_), 1.0)


def test_the_cards_are_dealt_when_the_last_nonce_was_shown() -> None:
    table = sealed()
    assert phase(table) == (1, "show")
    assert lobby_of(table).deal.seals == {"0": seal(0), "1": seal(1), "2": seal(2)}
    for seat in (2, 0):
        table.show(seat, nonce(seat), 1.0)
        assert table.play is None
        assert table.data.status == "open"
    table.show(1, nonce(1), 1.0)
    assert table.is_playing
    secret = bytes.fromhex(table.data.secret)
    shown = {seat: bytes.fromhex(nonce(seat)) for seat in range(3)}
    assert table.key() == keys.key_of(secret, shown)


def test_nothing_else_than_what_was_sealed_can_be_shown() -> None:
    table = sealed()
    for wrong in (nonce(1), "", "00" * 16):
        with pytest.raises(Refused, match="not the number that was sealed"):
            table.show(0, wrong, 1.0)
    table.show(0, nonce(0), 1.0)
    with pytest.raises(NotNow, match="nothing to show"):
        table.show(0, nonce(0), 1.0)
    with pytest.raises(NotNow, match="nothing to seal"):
        table.seal(1, seal(1, 2), 1.0)
    with pytest.raises(NotNow, match="being dealt"):
        table.fill(1, "bot", now=1e6)
    with pytest.raises(NotNow, match="already started"):
        table.start(1.0)
    for wrong in ("", "xyz", seal(0).upper(), seal(0)[:-1]):
        with pytest.raises(Refused, match="64 hexadecimal digits"):
            keys.read_seal(wrong)


def test_nothing_is_shown_before_the_start_or_before_all_have_sealed() -> None:
    table = new_table(backend_of("parley"), "a", 2, {}, Settings(timer=False), 0)
    table.sit(0, "Ann0", "", token(0), seal=seal(0))
    with pytest.raises(NotNow, match="nothing to show"):
        table.show(0, nonce(0), 1.0)
    table = sealed("ss")
    table.show(0, nonce(0), 1.0)
    table.arrive(0, 1.0)
    table.miss_deal(rounds.SECONDS)
    table.seal(1, seal(1, 2), 25.0)
    assert phase(table) == (2, "seal")
    with pytest.raises(NotNow, match="nothing to show"):
        table.show(1, nonce(1, 2), 26.0)
    assert table.nonces() == {}


def test_no_nonce_is_sent_before_the_end() -> None:
    table = sealed()
    table.show(0, nonce(0), 1.0)
    for told in (lobby_of(table), record_of(table)):
        assert nonce(0).encode() not in msgspec.json.encode(told)


def test_a_player_who_does_not_reveal_is_named_and_a_new_round_starts() -> None:
    table = sealed()
    first = table.commitment()
    table.show(0, nonce(0), 1.0)
    table.show(1, nonce(1), 1.0)
    assert table.due() == rounds.SECONDS
    assert not table.miss_deal(rounds.SECONDS - 0.1)
    assert table.miss_deal(rounds.SECONDS)
    assert phase(table) == (2, "seal")
    assert table.commitment() != first
    assert lobby_of(table).deal.missed == [MissedRound(1, 2, "Ann2")]
    assert lobby_of(table).deal.seals == {}
    assert table.nonces() == {}
    assert rounds.waits_for(table.data) == [0, 1]
    table.seal(0, seal(0, 2), 25.0)
    with pytest.raises(NotNow, match="sealed your number already"):
        table.seal(0, seal(0, 3), 25.0)
    assert phase(table) == (2, "seal")
    table.seal(1, seal(1, 2), 25.0)
    assert phase(table) == (2, "show")
    show_all(table, 2)
    assert table.is_playing
    assert sorted(table.nonces()) == [0, 1]


def test_a_player_who_missed_a_round_can_take_part_again() -> None:
    table = sealed("ss")
    table.show(0, nonce(0), 1.0)
    table.miss_deal(rounds.SECONDS)
    table.seal(1, seal(1, 2), 25.0)
    assert rounds.waits_for(table.data) == [0]
    assert table.due() == 2 * rounds.SECONDS, "one seal buys the others no time"
    table.seal(0, seal(0, 2), 25.0)
    assert table.due() == 25.0 + rounds.SECONDS, "to show, all have the whole time"
    show_all(table, 2)
    assert sorted(table.nonces()) == [0, 1]


def test_a_player_who_does_not_seal_is_left_out_before_anybody_reveals() -> None:
    table = sealed()
    table.miss_deal(rounds.SECONDS)
    assert lobby_of(table).deal.missed == [MissedRound(1, n, f"Ann{n}") for n in range(3)]
    assert table.is_playing, "nobody is there to wait for"
    table = sealed()
    table.show(0, nonce(0), 1.0)
    table.show(1, nonce(1), 1.0)
    table.miss_deal(20.0)
    table.seal(0, seal(0, 2), 25.0)
    table.miss_deal(40.0)
    assert lobby_of(table).deal.missed == [MissedRound(1, 2, "Ann2"), MissedRound(2, 1, "Ann1")]
    assert phase(table) == (2, "show")
    show_all(table, 2)
    assert sorted(table.nonces()) == [0]


def test_a_player_who_missed_two_rounds_takes_no_further_part() -> None:
    table = sealed("ss")
    for round_ in (1, 2):
        if round_ > 1:
            table.seal(1, seal(1, 2), 25.0)
            table.seal(0, seal(0, 2), 25.0)
        table.show(0, nonce(0, round_), 26.0)
        assert table.miss_deal(30.0 * round_)
    with pytest.raises(NotNow, match="missing 2 times"):
        table.seal(1, seal(1, 3), 61.0)
    assert rounds.waits_for(table.data) == [0]
    table.seal(0, seal(0, 3), 61.0)
    show_all(table, 3)
    assert sorted(table.nonces()) == [0]
    play_out(table)
    record = record_of(table)
    assert (record.round, record.missed) == (
        3,
        [MissedRound(1, 1, "Ann1"), MissedRound(2, 1, "Ann1")],
    )
    assert disagreements(record, table.backend) == []
    assert [str(told) for told in seals_told(record)[1:]] == [
        "Not sealed, and not used for the deal: a nonce of Ann1.",
        "Dealt in round 3. Missing before: Ann1 (round 1) and Ann1 (round 2).",
    ]


def test_a_deal_waits_while_nobody_is_there() -> None:
    table = sealed("ss")
    table.depart(0, 1.0)
    table.depart(1, 1.0)
    assert not table.miss_deal(100.0)
    assert table.due() == 100.0 + rounds.SECONDS
    table.arrive(0, 110.0)
    assert table.due() == 110.0 + rounds.SECONDS
    assert table.miss_deal(130.0)


def test_the_time_to_reveal_starts_again_after_a_disk_fault() -> None:
    table = sealed("ss")
    table.set_fault(Sentence("The disk is full."), 10.0)
    table.set_fault(None, 100.0)
    assert not table.miss_deal(101.0)
    assert table.due() == 100.0 + rounds.SECONDS


def test_a_game_that_nobody_sealed_in_the_end_says_so() -> None:
    table = sealed("spb")
    table.miss_deal(20.0)
    table.miss_deal(40.0)
    assert table.is_playing
    assert table.nonces() == {}
    play_out(table)
    record = record_of(table)
    assert (record.format, record.seals, record.round) == (2, {}, 2)
    assert disagreements(record, table.backend) == []
    told = "Not sealed, and not used for the deal: a nonce of Ann0 and Ann1."
    assert str(seals_told(record)[0]) == told


def test_leaving_during_the_deal_starts_a_new_round() -> None:
    table = sealed()
    table.show(0, nonce(0), 1.0)
    table.leave(1, 2.0)
    assert (phase(table), table.data.status, table.due()) == ((2, ""), "open", None)
    assert lobby_of(table).deal.missed == [MissedRound(1, 1, "Ann1")]
    assert table.nonces() == {}
    table.sit(None, "Cy", "", "c", seal=seal(7))
    table.start(3.0)
    assert rounds.waits_for(table.data) == [0, 2]


def test_leaving_without_a_part_in_the_round_aborts_nothing() -> None:
    table = sealed("sps")
    table.show(0, nonce(0), 1.0)
    promised = table.commitment()
    table.leave(1, 2.0)
    assert (phase(table), table.commitment()) == ((1, "show"), promised), "no try for a helper"
    assert (table.seats[1].kind, lobby_of(table).deal.missed) == ("bot", [])
    assert table.due() == rounds.SECONDS
    show_all(table)
    assert (table.is_playing, sorted(table.nonces())) == (True, [0, 2])


def test_everybody_sees_whom_the_deal_is_waiting_for() -> None:
    table = sealed("sspb")
    assert lobby_of(table).deal.waits == [0, 1]
    table.show(0, nonce(0), 1.0)
    assert lobby_of(table).deal.waits == [1]
    table.miss_deal(rounds.SECONDS)
    assert lobby_of(table).deal.waits == [0], "who was missing may seal, but is not waited for"
    table.seal(0, seal(0, 2), 25.0)
    show_all(table, 2)
    assert lobby_of(table).deal.waits == []


def test_unsealed_nonces_need_no_showing() -> None:
    table = sealed("pb")
    assert table.is_playing
    mixed = sealed("spb")
    assert rounds.waits_for(mixed.data) == [0]
    show_all(mixed)
    assert sorted(mixed.nonces()) == [0], "one that nobody saw sealed could be chosen last"


def test_a_deal_continues_after_a_restart() -> None:
    table = sealed()
    table.show(0, nonce(0), 1.0)
    data = msgspec.json.decode(msgspec.json.encode(table.data), type=TableData)
    again = Table(table.backend, data, 500.0)
    assert rounds.waits_for(again.data) == [1, 2]
    assert again.due() == 500.0 + rounds.SECONDS
    show_all(again)
    assert again.is_playing


def test_a_rematch_is_sealed_as_well() -> None:
    table = sealed("sb")
    show_all(table)
    play_out(table)
    again = Table(table.backend, rematch_of(table, "b", 1.0, {0: "00" * 16}), 0.0)
    assert phase(again) == (1, "seal")
    assert again.commitment() != table.commitment()
    again.seal(0, seal(0, 2), 1.0)
    show_all(again, 2)
    assert again.is_playing
    assert again.nonces() == {0: bytes.fromhex(nonce(0, 2))}


# --------------------------------------------------------------------------------- records
def test_the_record_proves_the_seals() -> None:
    table = sealed("ssb")
    show_all(table)
    play_out(table)
    record = read_record(msgspec.json.encode(record_of(table)))
    assert (record.format, record.seals) == (2, {"0": seal(0), "1": seal(1)})
    assert disagreements(record, table.backend) == []
    for change, sentence in (
        ({"seals": {**record.seals, "1": seal(0)}}, "The nonce of seat 1 is not the one that"),
        ({"seals": {**record.seals, "2": seal(2)}}, "The nonce of seat 2 is not the one that"),
        ({"seals": {}, "round": 0}, "does not fit the record's format"),
        ({"format": 1}, "does not fit the record's format"),
        ({"missed": [MissedRound(1, 2, "Mo")]}, "its digest does not fit"),
        ({"missed": [MissedRound(1, 1, "Ann1")]}, "missing in the last round whose nonce was used"),
        ({"missed": [MissedRound(2, 2, "Mo")]}, "missing in the last round whose nonce was used"),
        ({"missed": [MissedRound(1, 3, "Mo")]}, "in a seat that the table does not have"),
        ({"missed": [MissedRound(1, -1, "Mo")]}, "in a seat that the table does not have"),
        ({"round": 2}, "A round was broken off, and the record does not say by whom"),
        ({"seals": {"0": seal(0)}}, "The nonce of seat 1 is not the one that"),
        ({"seals": {**record.seals, "2": keys.seal_of(b"")}}, "The nonce of seat 2 is not the one"),
    ):
        forged = msgspec.structs.replace(record, **change)
        found = disagreements(forged, table.backend)
        assert any(sentence in str(line) for line in found), found

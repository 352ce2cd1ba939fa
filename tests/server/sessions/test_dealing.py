"""The fair deal over WebSockets: all seal, all reveal, and a seat that does not is named."""

from __future__ import annotations

import json
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

from rumpus.server.network.limits import UNLIMITED
from rumpus.table.deal_client import DealNotes, new_seal, part_of
from rumpus.table.dealing.rounds import SECONDS
from tests.server.client import Client, api, make, seated, sit
from tests.server.conftest import OpenRoom
from tests.server.programs import address, room

SHORT = {"turns": 2, "starter": 0}
AGAIN = "nobody else knows this"


def nonce(seat: int, round_: int = 1) -> str:
    return f"{seat:02x}{round_:02x}" * 8


def seal(seat: int, round_: int = 1) -> str:
    return sha256(bytes.fromhex(nonce(seat, round_))).hexdigest()


async def two(base: str) -> tuple[str, str, str]:
    """A table of two who have sealed, and their tokens."""
    made = await make(base, "yo", options=SHORT, seal=seal(0))
    bob = await sit(base, made["table"], seal=seal(1), again=AGAIN)
    return made["table"], made["token"], bob["token"]


async def until_deal(client: Client, round_: int, phase: str) -> dict[str, Any]:
    """Read until the deal reaches a round and a phase."""
    while (client.table["deal"]["round"], client.table["deal"]["phase"]) != (round_, phase):
        await client.read()
    deal: dict[str, Any] = client.table["deal"]
    return deal


def pass_time(opened: OpenRoom, table: str) -> None:
    """Let the time for the deal run out, without waiting."""

    def be_late() -> None:
        server = opened.room.tables[table]
        assert server.table.deal_ends is not None
        server.table.deal_ends -= SECONDS
        server.schedule()

    opened.call(be_late)


async def play_out(ann: Client, bob: Client) -> None:
    await ann.act(0, "pass")
    await bob.act(1, "pass")
    while ann.table["status"] != "over":
        await ann.read()


async def checked_record(base: str, table: str) -> dict[str, Any]:
    async with api(base) as http:
        record: dict[str, Any] = (await http.get(f"/api/tables/{table}/record")).json()
        replay = (await http.post("/api/replay", json={"record": record})).json()
    assert replay["disagreements"] == []
    return record


async def test_all_seal_all_show_and_the_record_proves_it(base: str) -> None:
    table, *tokens = await two(base)
    async with (
        seated(base, table, tokens[0]) as ann,
        seated(base, table, tokens[1]) as bob,
        seated(base, table) as watcher,
    ):
        commitment = ann.table["commitment"]
        seals = {"0": seal(0), "1": seal(1)}
        for client in (ann, bob, watcher):
            assert client.table["deal"] == {
                "round": 1, "phase": "show", "waits": [0, 1], "seals": seals, "missed": []
            }  # fmt: skip
            assert client.views == {}
        assert (await ann.act(0, "pass"))["reason"] == "The game has not started yet."
        wrong = await bob.ask("show", seat=1, nonce=nonce(0))
        assert wrong["reason"] == "That is not the number that was sealed."
        assert (await bob.ask("show", seat=0, nonce=nonce(0)))["type"] == "refused"
        assert (await watcher.ask("show", seat=0, nonce=nonce(0)))["type"] == "refused"
        assert (await ann.ask("show", seat=0, nonce=nonce(0)))["type"] == "done"
        assert (ann.table["status"], ann.table["deal"]["waits"]) == ("open", [1])
        assert (await bob.ask("show", seat=1, nonce=nonce(1)))["type"] == "done"
        await until_deal(ann, 1, "")
        assert ann.table["status"] == "playing"
        await until_deal(watcher, 1, "")
        for client in (ann, bob, watcher):
            for told in map(json.dumps, client.heard):
                assert nonce(0) not in told
                assert nonce(1) not in told
        await play_out(ann, bob)
    record = await checked_record(base, table)
    assert (record["format"], record["round"], record["missed"]) == (2, 1, [])
    assert (record["seals"], record["commitment"]) == (seals, commitment)
    assert record["nonces"] == {"0": nonce(0), "1": nonce(1)}


async def test_a_seat_that_does_not_reveal_in_time_is_named_and_the_deal_restarts(
    base: str, opened: OpenRoom
) -> None:
    table, *tokens = await two(base)
    async with seated(base, table, tokens[0]) as ann, seated(base, table, tokens[1]) as bob:
        first = ann.table["commitment"]
        await ann.ask("show", seat=0, nonce=nonce(0))
        pass_time(opened, table)
        deal = await until_deal(ann, 2, "seal")
        assert (deal["seals"], deal["missed"]) == ({}, [[1, 1, "Bob"]])
        assert ann.table["commitment"] != first
        assert (await ann.ask("show", seat=0, nonce=nonce(0)))["type"] == "refused"
        await until_deal(bob, 2, "seal")
        for seat, client in ((1, bob), (0, ann)):
            answer = await client.ask("seal", seat=seat, seal=seal(seat, 2))
            assert answer["type"] == "done"
        await bob.ask("show", seat=1, nonce=nonce(1, 2))
        pass_time(opened, table)
        await until_deal(bob, 3, "seal")
        await bob.ask("seal", seat=1, seal=seal(1, 3))
        await bob.ask("show", seat=1, nonce=nonce(1, 3))
        while ann.table["status"] != "playing":
            await ann.read()
        await play_out(ann, bob)
    record = await checked_record(base, table)
    assert (record["round"], record["missed"]) == (3, [[1, 1, "Bob"], [2, 0, "Ann"]])
    assert record["nonces"] == {"1": nonce(1, 3)}


async def test_a_deal_continues_after_a_restart(tmp_path: Path) -> None:
    before = OpenRoom(tmp_path, UNLIMITED)
    table, *tokens = await two(before.url)
    async with seated(before.url, table, tokens[0]) as ann:
        deal, commitment = ann.table["deal"], ann.table["commitment"]
        await ann.ask("show", seat=0, nonce=nonce(0))
    before.close()
    again = OpenRoom(tmp_path, UNLIMITED)
    async with seated(again.url, table, tokens[1]) as bob, seated(again.url, table, tokens[0]):
        assert bob.table["deal"] == {**deal, "waits": [1]}
        assert bob.table["commitment"] == commitment
        await bob.ask("show", seat=1, nonce=nonce(1))
        assert bob.table["status"] == "playing"
    again.close()


async def test_a_deal_continues_after_the_room_was_killed(tmp_path: Path) -> None:
    notes = DealNotes()
    with room(tmp_path) as (process, line):
        base = address(line)
        made = await make(base, "yo", game="mantis", seal=new_seal(notes), options={})
        bob = await sit(base, made["table"], seal=seal(1))
        async with seated(base, made["table"], bob["token"]) as client:
            commitment = client.table["commitment"]
            assert (await client.ask("show", seat=1, nonce=nonce(1)))["type"] == "done"
            process.kill()
            process.wait()
    with room(tmp_path) as (_, line):
        async with seated(address(line), made["table"], made["token"]) as ann:
            assert ann.table["commitment"] == commitment
            assert ann.table["deal"]["waits"] == [0], "what was acknowledged is not lost"
            part = part_of(notes, ann.heard[-1], 0)
            assert part
            assert (await ann.ask(part.pop("type"), **part))["type"] == "done"
            assert ann.table["status"] == "playing"


async def test_two_tabs_of_one_player_deal_once(base: str, opened: OpenRoom) -> None:
    table, *tokens = await two(base)
    async with (
        seated(base, table, tokens[0]) as ann,
        seated(base, table, tokens[0]) as again,
        seated(base, table, tokens[1]) as bob,
    ):
        again.numbers = count(100)  # ids of its own, as every page has
        await bob.ask("show", seat=1, nonce=nonce(1))
        pass_time(opened, table)
        for page in (ann, again):
            await until_deal(page, 2, "seal")
        assert (await ann.ask("seal", seat=0, seal=seal(0, 2)))["type"] == "done"
        other = await again.ask("seal", seat=0, seal=seal(0, 3))
        assert other["reason"] == "You have sealed your number already."
        await bob.ask("seal", seat=1, seal=seal(1, 2))
        assert (await bob.ask("show", seat=1, nonce=nonce(1, 2)))["type"] == "done"
        assert (await again.ask("show", seat=0, nonce=nonce(0, 3)))["type"] == "refused"
        assert (await again.ask("show", seat=0, nonce=nonce(0, 2)))["type"] == "done"
        assert (await ann.ask("show", seat=0, nonce=nonce(0, 2)))["type"] == "refused"
        assert ann.table["status"] == "playing"


async def test_a_race_starts_once_it_is_dealt(base: str) -> None:
    made = await make(base, "yo", game="ruckus", seal=seal(0), options={})
    table, bob = made["table"], await sit(base, made["table"], seal=seal(1))
    async with seated(base, table, made["token"]) as ann, seated(base, table, bob["token"]) as bert:
        assert ann.heard[-1]["coming"] is None
        refused = await ann.ask("pause")
        assert refused["reason"] == "There is no game to pause."
        for seat, client in ((0, ann), (1, bert)):
            await client.ask("show", seat=seat, nonce=nonce(seat))
        begun = await ann.first(lambda m: m["type"] == "table" and m["coming"])
        assert (begun["table"]["status"], list(begun["views"])) == ("playing", ["0"])


async def test_a_rematch_is_sealed_by_all_who_come(base: str, opened: OpenRoom) -> None:
    table, *tokens = await two(base)
    async with seated(base, table, tokens[0]) as ann, seated(base, table, tokens[1]) as bob:
        await ann.ask("show", seat=0, nonce=nonce(0))
        await bob.ask("show", seat=1, nonce=nonce(1))
        await play_out(ann, bob)
        await ann.ask("rematch", nonce=nonce(0))
        again = next(m for m in ann.heard if m["type"] == "rematch")["table"]
    async with seated(base, again, tokens[0]) as ann:
        assert ann.table["deal"] == {
            "round": 1, "phase": "seal", "waits": [0, 1], "seals": {}, "missed": []
        }  # fmt: skip
        await ann.ask("seal", seat=0, seal=seal(0, 2))
        pass_time(opened, again)
        deal = await until_deal(ann, 1, "show")
        assert (deal["seals"], deal["missed"]) == ({"0": seal(0, 2)}, [[1, 1, "Bob"]])
        await ann.ask("show", seat=0, nonce=nonce(0, 2))
        assert ann.table["status"] == "playing"


async def test_one_device_seals_for_all_its_seats(base: str) -> None:
    here = [{"kind": "you"}, {"kind": "here", "name": "Hal", "seal": seal(1)}]
    made = await make(base, "yh", seats=here, seal=seal(0))
    tokens = (made["token"], made["here"][0]["token"])
    async with seated(base, made["table"], *tokens) as device:
        for seat in (0, 1):
            assert (await device.ask("show", seat=seat, nonce=nonce(seat)))["type"] == "done"
        assert device.table["status"] == "playing"


async def test_a_player_who_leaves_while_revealing_is_named(base: str) -> None:
    table, *tokens = await two(base)
    async with seated(base, table, tokens[0]) as ann, seated(base, table, tokens[1]) as bob:
        await ann.ask("show", seat=0, nonce=nonce(0))
        await bob.ask("leave", seat=1)
        deal = await until_deal(ann, 2, "")
        assert (deal["seals"], deal["missed"]) == ({}, [[1, 1, "Bob"]])
        assert ann.table["seats"][1]["kind"] == "open"
        await sit(base, table, "Cy", seal=seal(1, 2))
        await until_deal(ann, 2, "seal")
        await ann.ask("seal", seat=0, seal=seal(0, 2))
        await until_deal(ann, 2, "show")


async def test_a_sealed_seat_can_be_requested_again(base: str) -> None:
    table, _, bob = await two(base)
    assert (await sit(base, table, seal=seal(1), again=AGAIN))["token"] == bob
    async with api(base) as http:
        body = {"name": "Bob", "seal": seal(1), "again": seal(1)}
        guessed = await http.post(f"/api/tables/{table}/seats", json=body)
    assert guessed.status_code == 409, "a seal is public and opens nothing"

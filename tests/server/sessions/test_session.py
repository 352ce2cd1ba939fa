"""Playing over WebSockets."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.client import at_table, make, seated, sit
from tests.server.conftest import OpenRoom


async def test_two_people_play_and_both_see_every_step(base: str) -> None:
    made = await make(base)
    bob = await sit(base, made["table"])
    async with (
        seated(base, made["table"], made["token"]) as ann,
        seated(base, made["table"], bob["token"]) as cy,
    ):
        assert ann.table["status"] == "playing"
        assert (await ann.act(0, "aim 1"))["type"] == "done"
        told = await cy.until(lambda m: m["type"] == "events")
        assert told["by"] == 0
        assert told["action"] == -1
        assert told["decided"] == "person"
        assert [line["event"] for line in told["lines"]] == ["aimed"]
        assert told["lines"][0]["numbers"] == {"seat": 0, "slot": 1}
        own = next(m for m in ann.heard if m["type"] == "events")
        assert own["action"] == 0
        assert own["views"]["0"]["choices"]
        assert own["seq"] == told["seq"]


async def test_a_game_against_bots_ends_with_a_result_that_can_be_checked(base: str) -> None:
    made = await make(base, "ybbb", game="mantis")
    async with seated(base, made["table"], made["token"]) as ann:
        while not ann.table["result"]:
            choices = ann.views["0"]["choices"]
            if choices:
                await ann.ask("act", seat=0, action=choices[0]["action"])
            else:
                await ann.read()
        assert min(ann.table["result"]["places"]) == 1
        assert ann.table["status"] == "over"


async def test_bots_play_only_while_somebody_watches(base: str, opened: OpenRoom) -> None:
    made = await make(base, "yb", options={"starter": 1, "turns": 60})
    async with seated(base, made["table"]) as watcher:
        await watcher.ask("chat", text="hello")
        assert watcher.heard[-1]["type"] == "refused"
        assert opened.room.tables[made["table"]].table.entries == 0
        async with seated(base, made["table"], made["token"]):
            await watcher.until(lambda m: m["type"] == "events" and m["by"] == 1)


async def test_a_spectator_sees_only_public_things_and_cannot_act(base: str) -> None:
    made = await make(base)
    await sit(base, made["table"])
    async with (
        seated(base, made["table"]) as watcher,
        seated(base, made["table"], made["token"]) as ann,
    ):
        await ann.act(0, "mark fox")
        await ann.act(0, "peek")
        told = await watcher.until(lambda m: m["type"] == "events" and m["lines"])
        assert list(told["views"]) == ["-1"]
        assert told["views"]["-1"]["choices"] == []
        assert [line["event"] for line in told["lines"]] == ["peeked"]
        for kind, more in (("act", {"seat": 0, "action": 6}), ("start", {}), ("pause", {})):
            refused = await watcher.ask(kind, **more)
            assert refused["type"] == "refused"
            assert "watching" in refused["reason"]
        assert watcher.table["watching"] == 1


async def test_nobody_acts_for_another_seat(base: str) -> None:
    made = await make(base)
    bob = await sit(base, made["table"])
    async with seated(base, made["table"], bob["token"]) as cy:
        for kind, more in (("act", {"action": 6}), ("undo", {}), ("hint", {}), ("leave", {})):
            refused = await cy.ask(kind, seat=0, **more)
            assert refused["reason"] == "That seat is not yours."


async def test_a_command_sent_again_is_answered_and_not_repeated(base: str) -> None:
    made = await make(base, "yb")
    async with seated(base, made["table"], made["token"]) as ann:
        for _ in range(3):
            assert (await ann.act(0, "aim 1", command="same"))["type"] == "done"
        assert sum(m["type"] == "events" for m in ann.heard) == 1
        for _ in range(2):
            again = await ann.act(0, "nonsense", command="other")
            assert again["type"] == "refused"
            assert "is not an action" in again["reason"]


async def test_reconnecting_shows_the_table_and_what_was_missed(base: str) -> None:
    made = await make(base)
    bob = await sit(base, made["table"])
    async with seated(base, made["table"], made["token"]) as ann:
        async with seated(base, made["table"], bob["token"]) as cy:
            seen = cy.seq
        await ann.until(lambda m: m["type"] == "table" and not m["table"]["seats"][1]["present"])
        await ann.act(0, "aim 1")
        await ann.act(0, "roll")
        async with at_table(base, made["table"]) as cy:
            back = await cy.hello(bob["token"], after=seen)
            assert back["missed"] == 3
            assert [line["event"] for line in back["history"]][-3:] == ["aimed", "rolled", "passed"]
            assert back["views"]["1"]["asks"] == [1]
            assert back["seq"] > seen
            assert (await cy.hello(bob["token"], after=back["seq"]))["missed"] == 0


async def test_two_tabs_in_one_seat_see_the_same(base: str) -> None:
    made = await make(base, "yb")
    async with (
        seated(base, made["table"], made["token"]) as one,
        seated(base, made["table"], made["token"]) as two,
    ):
        await one.act(0, "aim 1")
        told = await two.until(lambda m: m["type"] == "events")
        assert told == next(m for m in one.heard if m["type"] == "events")
        assert told["action"] == 0


async def test_a_hot_seat_has_a_view_for_each_person(base: str) -> None:
    made = await make(base, "yh")
    tokens = [made["token"], made["here"][0]["token"]]
    async with seated(base, made["table"], *tokens) as device:
        assert device.heard[0]["you"] == [0, 1]
        assert list(device.views) == ["0", "1"]
        await device.act(0, "peek")
        told = next(m for m in device.heard if m["type"] == "events")
        assert [line.get("only") for line in told["lines"]] == [None, [0]]
        assert device.table["seats"][1]["name"] == "Hal1"


async def test_undo_pause_hint_and_chat(base: str) -> None:
    made = await make(base, "yb")
    async with seated(base, made["table"], made["token"]) as ann:
        hint = await ann.ask("hint", seat=0)
        assert hint["type"] == "hint"
        assert hint["weights"][0][0] == hint["choices"][0]["action"] == hint["action"]
        assert 0 <= hint["choices"][0]["chance"] <= 100
        await ann.act(0, "aim 1")
        assert ann.views["0"]["can_undo"]
        assert (await ann.ask("undo", seat=0))["type"] == "done"
        assert ann.heard[-2]["history"][-1]["event"] == "started"
        refused = await ann.ask("undo", seat=0)
        assert refused["type"] == "refused"
        await ann.ask("pause")
        assert ann.table["paused"]
        assert (await ann.act(0, "pass"))["reason"] == "The game is paused."
        await ann.ask("resume")
        await ann.ask("chat", text="<b>hello</b>\x07", seat=0)
        said = next(m for m in ann.heard if m["type"] == "chat")
        assert (said["name"], said["text"]) == ("Ann", "<b>hello</b>")
        assert (await ann.hello(made["token"]))["chat"][0]["text"] == "<b>hello</b>"


async def test_the_host_arranges_seats_and_starts(base: str) -> None:
    made = await make(base, "yoo")
    bob = await sit(base, made["table"], seat=2)
    async with (
        seated(base, made["table"], made["token"]) as ann,
        seated(base, made["table"], bob["token"]) as cy,
    ):
        assert ann.table["status"] == "open"
        assert ann.views == {}
        assert (await cy.ask("start"))["type"] == "refused"
        assert (await cy.ask("seat", seat=1, kind="bot"))["type"] == "refused"
        await ann.ask("seat", seat=1, kind="bot", level="easy")
        assert ann.table["seats"][1]["level"] == "easy"
        await ann.ask("seat", seat=1, kind="open")
        await ann.ask("start")
        assert [seat["kind"] for seat in ann.table["seats"]] == ["person", "bot", "person"]
        assert ann.table["status"] == "playing"


async def test_a_player_who_leaves_watches_and_a_bot_plays_on(base: str) -> None:
    made = await make(base, options={"starter": 1, "turns": 4})
    bob = await sit(base, made["table"])
    async with (
        seated(base, made["table"], made["token"]) as ann,
        seated(base, made["table"], bob["token"]) as cy,
    ):
        await cy.ask("leave", seat=1)
        assert list(cy.views) == ["-1"]
        await ann.until(lambda m: m["type"] == "events" and m["by"] == 1)
        assert ann.table["seats"][1]["kind"] == "bot"
        assert (await cy.hello(bob["token"]))["you"] == []


@pytest.mark.parametrize("options", [{}, {"deck": "ranked-draft"}, {"teams": "staggered"}])
async def test_resigning_works_where_the_game_allows_it(base: str, options: dict[str, Any]) -> None:
    made = await make(base, "yob" + "b" * ("teams" in options), game="stakbots", options=options)
    bob = await sit(base, made["table"])
    async with (
        seated(base, made["table"], made["token"]) as ann,
        seated(base, made["table"], bob["token"]) as cy,
    ):
        assert (await cy.ask("leave", seat=1, resign=True))["type"] == "done"
        resigned = await ann.until(lambda m: m["type"] == "events" and m["by"] == -1)
        assert "resigned" in {line["event"] for line in resigned["lines"]}
        assert ann.table["seats"][1]["kind"] == "bot"


async def test_resigning_is_refused_where_the_game_does_not_allow_it(base: str) -> None:
    made = await make(base)
    bob = await sit(base, made["table"])
    async with seated(base, made["table"], bob["token"]) as cy:
        assert "a bot takes your seat" in (await cy.ask("leave", seat=1, resign=True))["reason"]
        assert (await cy.hello(bob["token"]))["you"] == [1]


async def test_a_rematch_brings_everybody_to_a_new_table(base: str) -> None:
    made = await make(base, options={"turns": 2, "starter": 0})
    bob = await sit(base, made["table"])
    async with (
        seated(base, made["table"], made["token"]) as ann,
        seated(base, made["table"], bob["token"]) as cy,
    ):
        assert "not over" in (await ann.ask("rematch"))["reason"]
        await ann.act(0, "pass")
        await cy.act(1, "pass")
        await ann.ask("rematch", nonce="ab" * 16)
        called = await cy.until(lambda m: m["type"] == "rematch")
        assert called["seats"] == {"0": 0, "1": 1}
        again = await cy.ask("rematch")
        assert again["type"] == "done"
        assert {m["table"] for m in cy.heard if m["type"] == "rematch"} == {called["table"]}
    async with seated(base, called["table"], bob["token"]) as cy:
        assert cy.views["1"]["asks"] == [1]
        assert cy.table["seats"][0]["name"] == "Ann"
    async with seated(base, made["table"]) as watcher:
        assert watcher.table["rematch"] == called["table"]


async def test_the_clock_decides_for_a_slow_player(base: str) -> None:
    made = await make(
        base,
        "yb",
        options={"starter": 0, "limit": 5, "turns": 60},
        settings={"pace": "instant", "absence": 0, "timer": True},
    )
    async with seated(base, made["table"], made["token"]) as ann:
        clock = ann.heard[0]["clock"]
        assert clock["game"] is None
        (left,) = clock["seats"].values()
        assert (left["of"], left["runs"]) == (5, True)
        assert 0 < left["left"] <= 5
        told = await ann.until(lambda m: m["type"] == "events")
        assert told["decided"] == "clock"
        assert told["by"] == 0


async def test_the_clock_of_a_shared_device_waits_while_it_is_covered(base: str) -> None:
    made = await make(
        base,
        "yhb",
        options={"starter": 0, "limit": 60, "turns": 60},
        settings={"pace": "instant", "absence": 0, "timer": True},
    )
    tokens = [made["token"], made["here"][0]["token"]]
    async with (
        seated(base, made["table"], *tokens) as shared,
        seated(base, made["table"]) as watcher,
    ):
        whole = {"left": 60, "of": 60, "runs": False}
        assert shared.heard[0]["clock"] == {"seats": {"0": whole}, "game": None}
        await shared.ask("hold", seat=0)
        told = await watcher.until(lambda m: m["type"] == "table" and runs(m, 0))
        assert told["clock"]["seats"]["0"]["left"] <= 60
        await shared.ask("hold", seat=-1)
        await watcher.until(lambda m: m["type"] == "table" and not runs(m, 0))
        await shared.ask("hold", seat=0)
        await shared.act(0, "pass")
        told = await watcher.until(lambda m: m["type"] == "events" and m["clock"])
        assert told["clock"]["seats"] == {"1": whole}, "the other one has the device"
        assert (await shared.ask("hold", seat=2))["reason"] == "That seat is not yours."
        async with seated(base, made["table"], tokens[1]) as own:
            assert runs(own.heard[0], 1), "whoever has a device of their own sees the table"


def runs(message: dict[str, Any], seat: int) -> bool:
    """Whether a seat's clock runs."""
    passes: bool = message["clock"]["seats"][str(seat)]["runs"]
    return passes


async def test_a_plan_is_not_shown_to_others(base: str) -> None:
    made = await make(base, "yh", game="tuckit", options={})
    async with (
        seated(base, made["table"], made["token"]) as ann,
        seated(base, made["table"], made["here"][0]["token"]) as hal,
    ):
        await ann.until(lambda m: m["type"] == "table" and all_present(m["table"]))
        card = ann.views["0"]["choices"][0]["action"]
        heard = len(hal.heard)
        assert (await ann.ask("plan", seat=0, actions=[card, None]))["type"] == "done"
        assert (await ann.ask("plan", seat=1, actions=[card]))[
            "reason"
        ] == "That seat is not yours."
        await ann.ask("chat", text="hello")
        await hal.until(lambda m: m["type"] == "chat")
        assert [m["type"] for m in hal.heard[heard:]] == ["chat"]


def all_present(table: dict[str, Any]) -> bool:
    return all(seat["present"] for seat in table["seats"])


async def test_a_bot_stands_in_until_the_player_returns(base: str) -> None:
    made = await make(
        base,
        options={"starter": 1, "turns": 60},
        settings={"pace": "instant", "absence": 1, "timer": False},
    )
    bob = await sit(base, made["table"])
    async with seated(base, made["table"], made["token"]) as ann:
        await ann.until(lambda m: m["type"] == "table" and m["table"]["seats"][1]["stand_in"])
        told = await ann.until(lambda m: m["type"] == "events")
        assert (told["by"], told["decided"]) == (1, "bot")
        async with seated(base, made["table"], bob["token"]) as cy:
            assert not cy.table["seats"][1]["stand_in"]


async def test_simultaneous_commands_are_processed_in_order(base: str) -> None:
    made = await make(base, "yhhb", options={"starter": 0})
    tokens = [made["token"], *(seat["token"] for seat in made["here"])]
    async with (
        seated(base, made["table"], *tokens) as one,
        seated(base, made["table"], *tokens) as two,
    ):
        answers = await asyncio.gather(
            one.act(1, "knock", command="k1"),
            two.act(2, "knock", command="k2"),
        )
        assert [answer["type"] for answer in answers] == ["done", "done"]
        await one.hello(*tokens)
        assert one.views["0"]["facts"]["knocked"] == 0b110


async def test_an_unknown_table_is_reported(base: str) -> None:
    async with at_table(base, "plum-otter-aaaaaaaaaaaaaaaa") as client:
        assert (await client.read())["reason"] == "There is no such table."
        with pytest.raises(ConnectionClosed) as closed:
            await client.read()
        assert closed.value.rcvd
        assert closed.value.rcvd.code == 4404


@pytest.mark.parametrize(
    ("sent", "reason"),
    [
        ("{", "cannot be read"),
        ("[]", "cannot be read"),
        ('{"type": "dance", "command": "c"}', "Invalid value 'dance'"),
        ('{"type": "start"}', "missing required field `command`"),
        ('{"type": "start", "command": ""}', "length >= 1"),
        ('{"type": "act", "command": "c", "seat": "0"}', "Expected `int`"),
        ('{"type": "start", "command": "c", "more": 1}', "unknown field `more`"),
        ('{"type": "start", "command": "c"}', "Say hello first"),
    ],
)
async def test_unreadable_messages_are_answered_with_a_sentence(
    base: str, sent: str, reason: str
) -> None:
    made = await make(base, "yb")
    async with at_table(base, made["table"]) as client:
        await client.socket.send(sent)
        message = await client.read()
        assert message["type"] == "error"
        assert reason in message["reason"]
        await client.hello(made["token"])


async def test_binary_messages_are_refused(base: str) -> None:
    made = await make(base, "yb")
    async with at_table(base, made["table"]) as client:
        await client.socket.send(json.dumps({"type": "hello"}).encode())
        assert "JSON text" in (await client.read())["reason"]

"""A repeated command gets the same answer, even after a restart."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rumpus.games.ruckus.realtime import clock as realtime
from rumpus.server.network.limits import UNLIMITED
from tests.server.client import make, seated, sit
from tests.server.conftest import OpenRoom
from tests.server.races import CALM


class Restarted:
    """A room that can be closed and opened again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.open = OpenRoom(folder, UNLIMITED)

    @property
    def url(self) -> str:
        return self.open.url

    def again(self) -> None:
        self.open.close()
        self.open = OpenRoom(self.folder, UNLIMITED)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Restarted]:
    opened = Restarted(tmp_path)
    yield opened
    opened.open.close()


Sent = list[tuple[dict[str, Any], dict[str, Any]]]


async def ask(ann: Any, sent: Sent, kind: str, /, **message: Any) -> dict[str, Any]:
    """Send a command and keep its answer."""
    message["command"] = f"{kind}-{len(sent)}"
    answer: dict[str, Any] = await ann.ask(kind, **message)
    sent.append(({"type": kind, **message}, answer))
    return answer


async def check_again(ann: Any, sent: Sent) -> None:
    """Send every command again: the answers are the same."""
    for command, answer in sent:
        rest = {key: value for key, value in command.items() if key != "type"}
        assert await ann.ask(command["type"], **rest) == answer


def kept_of(message: dict[str, Any]) -> dict[str, Any]:
    """What must not change."""
    table = {k: v for k, v in message["table"].items() if k not in ("watching", "seats")}
    names = [(s["kind"], s["name"]) for s in message["table"]["seats"]]
    return {"table": table, "names": names, "views": message["views"], "chat": message["chat"]}


async def test_every_command_is_answered_as_before(room: Restarted) -> None:
    made = await make(room.url, "yoo")
    sent: Sent = []
    async with seated(room.url, made["table"], made["token"]) as ann:
        refused = [
            await ask(ann, sent, "pause"),
            await ask(ann, sent, "undo", seat=0),
            await ask(ann, sent, "seat", seat=0, kind="open"),
        ]
        assert [answer["type"] for answer in refused] == ["refused"] * 3
        for kind, more in (
            ("seat", {"seat": 1, "kind": "bot"}),
            ("seat", {"seat": 1, "kind": "open"}),
            ("chat", {"text": "hello", "seat": 0}),
            ("start", {}),
            ("pause", {}),
            ("resume", {}),
            ("act", {"seat": 0, "notation": "aim 1"}),
            ("undo", {"seat": 0}),
            ("pause", {}),
        ):
            assert (await ask(ann, sent, kind, **more))["type"] == "done", kind
        assert (await ask(ann, sent, "act", seat=0, notation="aim 1"))["type"] == "refused"
        before = kept_of(await ann.hello(made["token"]))
    room.again()
    async with seated(room.url, made["table"], made["token"]) as ann:
        await check_again(ann, sent)
        assert kept_of(await ann.hello(made["token"])) == before


@pytest.mark.parametrize("restarts", [False, True])
async def test_a_repeated_leave_gets_the_same_answer(room: Restarted, *, restarts: bool) -> None:
    made = await make(room.url, "yo")
    bob = await sit(room.url, made["table"])
    async with seated(room.url, made["table"], bob["token"]) as friend:
        assert (await friend.ask("leave", seat=1, command="bye"))["type"] == "done"
        assert (await friend.ask("leave", seat=1, command="bye"))["type"] == "done"
    if restarts:
        room.again()
    async with seated(room.url, made["table"], bob["token"]) as friend:
        assert (await friend.ask("leave", seat=1, command="bye"))["type"] == "done"
        assert (await friend.ask("leave", seat=1, command="more"))["type"] == "refused"


async def test_a_seats_new_owner_does_not_get_the_old_answers(base: str) -> None:
    made = await make(base, "yoo")
    bob = await sit(base, made["table"], "Bob", seat=1)
    async with seated(base, made["table"], bob["token"]) as friend:
        assert (await friend.ask("pause", command="c1"))["type"] == "refused"
        assert (await friend.ask("leave", seat=1, command="c2"))["type"] == "done"
    cy = await sit(base, made["table"], "Cy", seat=1)
    async with seated(base, made["table"], cy["token"]) as other:
        assert (await other.ask("chat", text="hi", seat=1, command="c1"))["type"] == "done"


async def test_claims_of_a_race_are_answered_as_before(
    room: Restarted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(realtime, "GRACE", 0)
    made = await make(room.url, "yh", game="ruckus", options=CALM)
    sent: Sent = []
    async with seated(room.url, made["table"], made["token"]) as ann:
        answers = [await ask(ann, sent, "act", seat=0, notation="ready") for _ in range(2)]
        assert [answer["type"] for answer in answers] == ["done", "refused"]
        await ask(ann, sent, "pause")
        assert (await ask(ann, sent, "act", seat=0, notation="ready"))["type"] == "refused"
        await ask(ann, sent, "resume")
    room.again()
    async with seated(room.url, made["table"], made["token"]) as ann:
        await check_again(ann, sent)

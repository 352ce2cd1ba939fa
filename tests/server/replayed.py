"""Games rebuilt from the store, to compare with what clients were sent."""

from __future__ import annotations

import json
import random
from typing import Any

from rumpus.rulekit.layout import read_table
from rumpus.rulekit.log import Told
from rumpus.running.backend import Backend
from rumpus.store import StoredTable
from rumpus.table.dealing import keys
from tests.server.client import Client, after

EMPTY: dict[str, Any] = {"facts": {}, "zones": []}


class Rebuilt:
    """A game replayed for one group of seats, by the back end alone."""

    def __init__(self, backend: Backend, kept: StoredTable, group: tuple[int, ...]) -> None:
        self.backend, self.kept, self.group = backend, kept, group or (-1,)
        data = kept.data
        nonces = {n: bytes.fromhex(s.nonce) for n, s in enumerate(data.seats) if s.nonce}
        self.key = keys.key_of(bytes.fromhex(data.secret), nonces)
        self.names = [seat.name for seat in data.seats]
        self.acts: list[tuple[int, int, str]] = []
        self.replay()

    def replay(self) -> None:
        data = self.kept.data
        self.state = self.backend.blank(data.players, data.options, self.key)
        self.lines: list[dict[str, Any]] = []
        self.hear(self.backend.told_in("setup", self.state))
        for seat, action, by in self.acts:
            self.hear(self.backend.apply_in(self.state, seat, action), by)

    def hear(self, told: Told, by: str = "") -> list[dict[str, Any]]:
        """The lines of some events that the group may see."""
        self.told = told
        words = self.backend.game.words
        first = len(self.lines)
        for event in told.events:
            if any(event.is_for(viewer) for viewer in self.group):
                everybody = event.is_for(-1)
                saying = words.events[event.kind]
                only = [] if everybody else [v for v in self.group if event.is_for(v)]
                line = {
                    "n": len(self.lines),
                    "event": saying.name,
                    "numbers": dict(zip(saying.numbers, event.numbers, strict=False)),
                    "only": only,
                    "by": by,
                }
                self.lines.append(
                    {key: value for key, value in line.items() if value not in ([], "")}
                )
        return self.lines[first:]

    def act(self, seat: int, action: int, decided: str) -> list[dict[str, Any]]:
        by = decided if decided == "clock" and seat < len(self.names) else ""
        self.acts.append((seat, action, by))
        return self.hear(self.backend.apply_in(self.state, seat, action), by)

    def undo(self) -> None:
        self.acts.pop()
        self.replay()

    def views(self) -> dict[str, Any]:
        return {str(viewer): self.view(viewer) for viewer in self.group}

    def view(self, viewer: int) -> dict[str, Any]:
        backend, words = self.backend, self.backend.game.words
        known = backend.redacted(self.state, viewer)
        legal = backend.legal(known, viewer) if viewer >= 0 else []
        return self.table(self.state, viewer) | {
            "viewer": viewer,
            "asks": backend.asks(known),
            "over": backend.is_over(known),
            "choices": [words.notation(a, viewer, len(self.names)) for a in legal],
        }

    def table(self, state: Any, viewer: int) -> dict[str, Any]:
        laid = read_table(self.backend.show(state, viewer))
        facts = dict(zip(self.backend.game.words.fact_names, laid.facts, strict=True))
        return {"facts": facts, "zones": [zone._asdict() for zone in laid.zones]}

    def beats(self, viewer: int) -> list[Any]:
        """The table after each line of the last action that the viewer sees, and at the end."""
        states = zip(self.backend.states_of(self.told)[1:], self.told.events, strict=True)
        heard = [state for state, event in states if event.is_for(viewer)]
        return [json_of(self.table(state, viewer)) for state in (*heard, self.state)]


def json_of(data: Any) -> Any:
    """Data as it is sent."""
    return json.loads(json.dumps(data))


def plain(views: dict[str, Any], rebuilt: Rebuilt) -> Any:
    """Views as received, with choices in notation, without can_undo and the beats of the deal."""
    words, players = rebuilt.backend.game.words, len(rebuilt.names)
    return {
        viewer: {key: value for key, value in view.items() if key not in ("can_undo", "beats")}
        | {"choices": [words.notation(c["action"], int(viewer), players) for c in view["choices"]]}
        for viewer, view in views.items()
    }


def tables(views: list[dict[str, Any]]) -> list[Any]:
    """Only the zones and facts."""
    return [{"facts": view["facts"], "zones": view["zones"]} for view in views]


def hold(heard: list[dict[str, Any]], rebuilt: Rebuilt) -> int:
    """Compare what a connection received with the replayed game; returns how much was compared."""
    entries, at, compared = rebuilt.kept.entries, 0, 0
    views: dict[str, Any] = {}
    for message in heard:
        if message["type"] == "events":
            entry = entries[at]
            assert entry.action is not None
            own = entry.seat in rebuilt.group
            assert message["by"] == (entry.seat if entry.seat < len(rebuilt.names) else -1)
            assert message["action"] == (entry.action if own else -1)
            assert message["lines"] == rebuilt.act(entry.seat, entry.action, entry.by)
            for viewer, news in message["views"].items():
                seen = after(views[viewer], news)
                assert tables(seen) == rebuilt.beats(int(viewer))
                views[viewer] = seen[-1]
            assert plain(views, rebuilt) == json_of(rebuilt.views())
            at, compared = at + 1, compared + 1
        elif message["type"] == "table" and message["views"]:
            if at < len(entries) and entries[at].action is None:
                rebuilt.undo()
                at += 1
            assert message["history"] == rebuilt.lines
            views = dict(message["views"])
            assert plain(views, rebuilt) == json_of(rebuilt.views())
            for viewer, view in views.items():
                if view["beats"]:
                    dealt = after(EMPTY, view)
                    assert tables(dealt) == rebuilt.beats(int(viewer))
            compared += 1
    return compared


async def play(client: Client, seat: int, dice: random.Random) -> None:
    """Act whenever there is a choice, sometimes out of turn, sometimes with undo."""
    known = 0
    while client.table["status"] != "over":
        view = client.views[str(seat)]
        choices = view["choices"] if seat in view["asks"] or dice.random() < 0.2 else []
        if client.seq != known and view["can_undo"] and dice.random() < 0.4:
            known = client.seq
            await client.ask("undo", seat=seat)
        elif client.seq != known and choices:
            known = client.seq
            await client.ask("act", seat=seat, action=dice.choice(choices)["action"])
        else:
            await client.read()

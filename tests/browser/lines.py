"""The connection between a page and the room, which a test can listen to, hold back and cut."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page, WebSocketRoute


class Line:
    """A page's connection to the room: what it received, held back or cut at will."""

    def __init__(self, page: Page) -> None:
        self.heard: list[dict[str, Any]] = []
        self.waiting: list[str] | None = None
        self.ends: tuple[WebSocketRoute, WebSocketRoute] | None = None
        page.route_web_socket(re.compile("/ws/"), self._connect)

    def _connect(self, here: WebSocketRoute) -> None:
        there = here.connect_to_server()
        self.ends = here, there
        here.on_message(there.send)
        there.on_message(lambda text: self._hear(here, str(text)))

    def _hear(self, here: WebSocketRoute, text: str) -> None:
        if self.waiting is not None:
            self.waiting.append(text)
            return
        self.heard.append(json.loads(text))
        here.send(text)

    def hold(self) -> None:
        self.waiting = []

    def release(self) -> None:
        waiting, self.waiting = self.waiting or [], None
        assert self.ends
        for text in waiting:
            self._hear(self.ends[0], text)

    def cut(self) -> None:
        """The connection breaks; the page does not know why."""
        assert self.ends
        self.ends[1].close()
        self.ends[0].close(code=1011)

    def told(self, event: str) -> list[dict[str, Any]]:
        """Every line of a kind that the page was told, once, by its number."""
        lines = {}
        for message in self.heard:
            for line in message.get("lines", []) + message.get("history", []):
                if line["event"] == event:
                    lines[line["n"]] = line
        return [lines[n] for n in sorted(lines)]

    @property
    def refusals(self) -> list[str]:
        return [message["reason"] for message in self.heard if message["type"] == "refused"]

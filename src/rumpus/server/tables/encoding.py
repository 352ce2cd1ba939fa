"""Messages that show a table, as bytes, encoded once for each group of seats.

`rumpus.table.showing.views` has the same as plain structs; a test compares both byte for byte. For
speed, views and their changes are spelled by native code for all viewers at once, and each choice
and line is encoded once per game and cached. The bytes go into messages as raw JSON, and
`message_frame` adds the WebSocket frame.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Raw

from rumpus.language.intrinsics import EVERYONE
from rumpus.rulekit.game import Game
from rumpus.rulekit.log import Event
from rumpus.rulekit.sentence import Sentence, as_data
from rumpus.server.network.frames import frame_of
from rumpus.server.protocol import messages as m
from rumpus.table.play import CLOCK
from rumpus.table.showing.looks import beats_of, looks_of
from rumpus.table.showing.spell import Keys
from rumpus.table.showing.views import choice_of, line_of
from rumpus.table.table import Table

encode = msgspec.json.Encoder().encode
KEPT = 1 << 14
KEYS = Keys(
    viewer="viewer", facts="facts", zones="zones", zone="zone", owner="owner", size="size",
    groups="groups", asks="asks", over="over", beats="beats", anew="anew",
)  # fmt: skip
"""The JSON keys of views, view changes and their zones."""
CHOICES = {yes: b',"can_undo":%b,"choices":[%%b]' % encode(yes) for yes in (False, True)}
"""How a view continues after the natively spelled part."""
NUMBER = b'{"n":%d'


@lru_cache(KEPT)
def encoded_choice(game: Game, action: int, seat: int, players: int) -> bytes:
    """An action as a seat's choice."""
    return encode(choice_of(game, action, seat, players))


@lru_cache(KEPT)
def encoded_line(game: Game, event: Event, only: tuple[int, ...], by: str) -> bytes:
    """An event as a line, without its leading number."""
    return encode(line_of(game, 0, event, only, by)).removeprefix(NUMBER % 0)


def message_frame(message: msgspec.Struct) -> bytes:
    """A message as a WebSocket frame."""
    return frame_of(encode(message))


def answer_frame(command: str, why_not: Sentence | None) -> bytes:
    """The answer to a command: done, or the reason for refusing it."""
    if why_not is None:
        return message_frame(m.DoneMessage(command=command))
    return message_frame(m.RefusedMessage(command=command, reason=str(why_not), **as_data(why_not)))


def error_frame(why: Sentence) -> bytes:
    """An error that answers no command: an unreadable message, or why the connection ends."""
    return message_frame(m.ErrorMessage(reason=str(why), **as_data(why)))


def raw_list(parts: Iterable[bytes]) -> Any:
    """Encoded items as a raw JSON list."""
    return Raw(b"[%b]" % b",".join(parts))


class ViewEncoder:
    """Encodes one state of a table; what several viewers share is encoded once."""

    def __init__(self, table: Table, forbidden: Collection[int] = ()) -> None:
        self.table, self.play, self.forbidden = table, table.game_on(), forbidden
        self.views: dict[int, Any] = {}
        self.changes: dict[int, Any] = {}
        self.line_cache: dict[tuple[int, int, tuple[int, ...]], list[bytes]] = {}
        self.private_since: dict[int, bool] = {}

    # ----------------------------------------------------------------------------- views
    def view(self, viewer: int) -> Any:
        """The table as one viewer sees it: an encoded view."""
        if viewer not in self.views:
            play, viewers = self.play, self._with_all_here(viewer)
            looks = looks_of(play.backend, play.state, viewers, KEYS)
            deal = {} if play.acts else beats_of(
                play.backend, play.told, play.state, viewers, KEYS, whole=True
            )  # fmt: skip
            for one, seen in looks.items():
                beats = beats_in(deal[one].written) if deal else b"[]"
                choices = self._choices(one, seen.legal)
                self.views[one] = Raw(b'%b%b,"beats":%b}' % (seen.written, choices, beats))
        return self.views[viewer]

    def change(self, viewer: int) -> Any:
        """The last action as one viewer sees it: an encoded view change."""
        if viewer not in self.changes:
            play, viewers = self.play, self._with_all_here(viewer)
            beats = beats_of(play.backend, play.told, play.state, viewers, KEYS)
            for one, seen in beats.items():
                self.changes[one] = Raw(seen.written + self._choices(one, seen.legal) + b"}")
        return self.changes[viewer]

    def _with_all_here(self, viewer: int) -> list[int]:
        """The viewers to encode for in one call: everybody present, if this viewer is."""
        viewers = [seat for seat, here in enumerate(self.table.presence) if here.connections]
        return viewers if viewer in viewers else [viewer]

    def _choices(self, viewer: int, legal: Sequence[int]) -> bytes:
        """Whether a viewer may undo, and the viewer's choices."""
        table, may_undo = self.table, viewer >= 0 and self.table.may_undo(viewer)
        if table.data.paused:
            legal = ()
        written = (
            encoded_choice(table.game, action, viewer, table.players)
            for action in legal
            if action not in self.forbidden
        )
        return CHOICES[may_undo] % b",".join(written)

    # ----------------------------------------------------------------------------- lines
    def lines(self, viewers: Sequence[int], start: int = 0) -> list[bytes]:
        """The lines since an event for some seats (or a spectator), numbered on from those that the
        same viewers have seen."""
        play, viewers = self.play, tuple(viewers)
        heard = play.heard_before(viewers, start) if play.private else start
        key = (start, heard, viewers if self._has_private(start) else ())
        lines = self.line_cache.get(key)
        if lines is None:
            lines = self.line_cache[key] = self._lines(viewers, start, heard)
        if play.private:
            play.heard[viewers] = len(play.events), heard + len(lines)
        return lines

    def _has_private(self, start: int) -> bool:
        """Whether any event since then is hidden from somebody."""
        if start not in self.private_since:
            heard = self.play.events[start:]
            self.private_since[start] = any(event.audience != EVERYONE for event in heard)
        return self.private_since[start]

    def _lines(self, viewers: Sequence[int], start: int, heard: int) -> list[bytes]:
        lines: list[bytes] = []
        game, late = self.table.game, self.play.late
        for number, event in enumerate(self.play.events[start:], start):
            only: tuple[int, ...] = ()
            if event.audience != EVERYONE and not (only := tuple(filter(event.is_for, viewers))):
                continue
            by = CLOCK if number in late else ""
            lines.append(NUMBER % (heard + len(lines)) + encoded_line(game, event, only, by))
        return lines


def beats_in(change: bytes) -> bytes:
    """The beats in an encoded view change: after the viewer, before `asks`."""
    begin = change.index(b'"beats":') + len(b'"beats":')
    return change[begin : change.rindex(b',"asks":')]

"""Writing: the messages that show a table, as bytes, written once for all who may know the same.

`rumpus.table.views` says the same in plain structs; a test compares both, byte for byte. What makes
this quick: views and their differences are spelled natively, for everybody at once, and a choice or
a line is written once a game, whoever sits at the table. What is written stands in a message as it
is, and `write` puts a frame around it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Raw

from rumpus.rulekit.game import Game
from rumpus.rulekit.intrinsics import EVERYONE
from rumpus.rulekit.log import Event
from rumpus.rulekit.sentence import Sentence, as_data
from rumpus.rulekit.spell import Keys
from rumpus.table.play import CLOCK
from rumpus.table.table import Table
from rumpus.table.views import choice_of, line_of

from . import messages as m
from .frames import frame_of

encode = msgspec.json.Encoder().encode
KEPT = 1 << 14
KEYS = Keys(
    viewer="viewer", facts="facts", zones="zones", zone="zone", owner="owner", size="size",
    groups="groups", asks="asks", over="over", beats="beats", anew="anew",
)  # fmt: skip
"""What the parts of a View, a ViewChange and their zones are called."""
CHOICES = {yes: b',"can_undo":%b,"choices":[%%b]' % encode(yes) for yes in (False, True)}
"""How a view goes on behind what is spelled natively."""
NUMBER = b'{"n":%d'


@lru_cache(KEPT)
def written_choice(game: Game, action: int, seat: int, players: int) -> bytes:
    """An action as a choice of a seat."""
    return encode(choice_of(game, action, seat, players))


@lru_cache(KEPT)
def written_line(game: Game, event: Event, only: tuple[int, ...], by: str) -> bytes:
    """An event as a line, from behind its number on."""
    return encode(line_of(game, 0, event, only, by)).removeprefix(NUMBER % 0)


def write(message: msgspec.Struct) -> bytes:
    """A message as it goes over the wire."""
    return frame_of(encode(message))


def answered(command: str, why_not: Sentence | None) -> bytes:
    """The answer to a command: done, or why not."""
    if why_not is None:
        return write(m.DoneMessage(command=command))
    return write(m.RefusedMessage(command=command, reason=str(why_not), **as_data(why_not)))


def trouble(why: Sentence) -> bytes:
    """That a message could not be read, or why the room has to stop here."""
    return write(m.ErrorMessage(reason=str(why), **as_data(why)))


def in_a_row(parts: Iterable[bytes]) -> Any:
    """Parts that are written already, as a list."""
    return Raw(b"[%b]" % b",".join(parts))


class Writer:
    """A table at one moment; what is the same for several viewers is written once."""

    def __init__(self, table: Table, forbidden: Collection[int] = ()) -> None:
        self.table, self.play, self.forbidden = table, table.game_on(), forbidden
        self.views: dict[int, Any] = {}
        self.changes: dict[int, Any] = {}
        self.heard: dict[tuple[int, int, tuple[int, ...]], list[bytes]] = {}
        self.whispers: dict[int, bool] = {}

    # ----------------------------------------------------------------------------- views
    def view(self, viewer: int) -> Any:
        """The table for one viewer: a View, written."""
        if viewer not in self.views:
            play, viewers = self.play, self._with_all_here(viewer)
            looks = play.backend.looks(play.state, viewers, KEYS)
            deal = {} if play.acts else play.backend.beats(
                play.told, play.state, viewers, KEYS, whole=True
            )  # fmt: skip
            for one, seen in looks.items():
                beats = deal_of(deal[one].written) if deal else b"[]"
                choices = self._choices(one, seen.legal)
                self.views[one] = Raw(b'%b%b,"beats":%b}' % (seen.written, choices, beats))
        return self.views[viewer]

    def change(self, viewer: int) -> Any:
        """The last action as one viewer sees it: a ViewChange, written."""
        if viewer not in self.changes:
            play, viewers = self.play, self._with_all_here(viewer)
            for one, seen in play.backend.beats(play.told, play.state, viewers, KEYS).items():
                self.changes[one] = Raw(seen.written + self._choices(one, seen.legal) + b"}")
        return self.changes[viewer]

    def _with_all_here(self, viewer: int) -> list[int]:
        """Whom to write for in one go: for all who are here, if the viewer is one of them."""
        viewers = [seat for seat, here in enumerate(self.table.presence) if here.connections]
        return viewers if viewer in viewers else [viewer]

    def _choices(self, viewer: int, legal: Sequence[int]) -> bytes:
        """Whether a viewer may take the last action back, and what the viewer can do."""
        table, may_undo = self.table, viewer >= 0 and self.table.may_undo(viewer)
        if table.data.paused:
            legal = ()
        written = (
            written_choice(table.game, action, viewer, table.players)
            for action in legal
            if action not in self.forbidden
        )
        return CHOICES[may_undo] % b",".join(written)

    # ----------------------------------------------------------------------------- lines
    def lines(self, viewers: Sequence[int], start: int = 0) -> list[bytes]:
        """What happened since an event, line by line, for whoever sits in some seats (or watches);
        lines are numbered on from those that the same viewers heard before."""
        play, viewers = self.play, tuple(viewers)
        heard = play.heard_before(viewers, start) if play.private else start
        key = (start, heard, viewers if self._whispers(start) else ())
        lines = self.heard.get(key)
        if lines is None:
            lines = self.heard[key] = self._lines(viewers, start, heard)
        if play.private:
            play.heard[viewers] = len(play.events), heard + len(lines)
        return lines

    def _whispers(self, start: int) -> bool:
        """Whether something happened since an event that not everybody may know."""
        if start not in self.whispers:
            heard = self.play.events[start:]
            self.whispers[start] = any(event.audience != EVERYONE for event in heard)
        return self.whispers[start]

    def _lines(self, viewers: Sequence[int], start: int, heard: int) -> list[bytes]:
        lines: list[bytes] = []
        game, late = self.table.game, self.play.late
        for number, event in enumerate(self.play.events[start:], start):
            only: tuple[int, ...] = ()
            if event.audience != EVERYONE and not (only := tuple(filter(event.is_for, viewers))):
                continue
            by = CLOCK if number in late else ""
            lines.append(NUMBER % (heard + len(lines)) + written_line(game, event, only, by))
        return lines


def deal_of(change: bytes) -> bytes:
    """The beats out of a written ViewChange: they stand behind the viewer, before who is asked."""
    begin = change.index(b'"beats":') + len(b'"beats":')
    return change[begin : change.rindex(b',"asks":')]

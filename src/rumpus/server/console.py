"""The console: how commands on this machine speak to a room that is open.

Every process of a room listens on the machine's own loopback address, and says in a file of the
data folder, which only its owner can read, at which port and for which token. So nobody else can
ask it for anything, on the network or on the machine.
"""

from __future__ import annotations

import asyncio
import hmac
import os
import secrets
import socket
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from rumpus.rulekit.sentence import read_sentence, say, written
from rumpus.store import PREFIX, told_of
from rumpus.table.errors import Refused
from rumpus.table.reading import read

from .answering import told
from .host_commands import Wish, carry_out
from .share import process_of

if TYPE_CHECKING:
    from .room import Room

LOOPBACK = "127.0.0.1"
LINE_BYTES = 4096
PATIENCE_SECONDS = 5.0
ANSWER_SECONDS = 120.0


class NoRoom(Refused):
    """No room is open on a folder."""


class Notice(msgspec.Struct, frozen=True):
    """Where a process of the room listens to its host."""

    port: int
    token: str
    processes: int


class Asked(msgspec.Struct, frozen=True):
    """A wish, by whoever knows the token."""

    token: Annotated[str, msgspec.Meta(max_length=100)]
    wish: Wish


class Told(msgspec.Struct, frozen=True):
    """What came of a wish, or why nothing did."""

    answer: Any = None
    error: str = ""


wishes = msgspec.json.Decoder(Asked)
notices = msgspec.json.Decoder(Notice)
answers = msgspec.json.Decoder(Told)


def notice_file(folder: Path, number: int) -> Path:
    """Where a process says how it is reached."""
    return folder / f"{PREFIX}console-{number}"


# --------------------------------------------------------------------------------- the room's end
class Console:
    """Listens to the room's host until it is closed."""

    def __init__(self, room: Room) -> None:
        self.room, self.token = room, secrets.token_urlsafe(32)
        self.file = notice_file(room.store.path.parent, room.share.number)
        self.server: asyncio.Server | None = None

    async def open(self) -> None:
        """Listen, and note where."""
        self.server = await asyncio.start_server(self._attend, LOOPBACK, 0, limit=LINE_BYTES)
        port = self.server.sockets[0].getsockname()[1]
        notice = Notice(port, self.token, self.room.share.processes)
        with told_of(say("the file {file}", file=self.file)):
            descriptor, name = tempfile.mkstemp(prefix=self.file.name, dir=self.file.parent)
            with os.fdopen(descriptor, "wb") as file:
                file.write(msgspec.json.encode(notice))
            Path(name).replace(self.file)

    def close(self) -> None:
        """Listen no more."""
        if self.server:
            self.server.close()
            self.server = None
            with suppress(OSError):
                self.file.unlink()

    async def _attend(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one wish; who does not know the token is not answered."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                line = await reader.readline()
            asked = read(wishes, line, say("The wish cannot be read"))
            if hmac.compare_digest(asked.token.encode(), self.token.encode()):
                writer.write(msgspec.json.encode(await self._answer(asked.wish)))
                async with asyncio.timeout(PATIENCE_SECONDS):
                    await writer.drain()
        except (OSError, ValueError, TimeoutError):
            pass
        finally:
            writer.close()

    async def _answer(self, wish: Wish) -> Told:
        try:
            return Told(await carry_out(self.room, wish))
        except Exception as error:
            return Told(error=written(told(self.room, error)[1]))


# --------------------------------------------------------------------------------- the host's end
def ask_all(folder: Path, wish: Wish) -> list[Any]:
    """What every process of the room on a folder answers."""
    processes = _notice(folder, 0).processes
    return [_ask(folder, number, wish) for number in range(processes)]


def ask_about(folder: Path, table: str, wish: Wish) -> Any:
    """What the process answers that a table belongs to."""
    return _ask(folder, process_of(table, _notice(folder, 0).processes), wish)


def _notice(folder: Path, number: int) -> Notice:
    try:
        text = notice_file(folder, number).read_bytes()
    except FileNotFoundError:
        raise NoRoom(
            say("No room is open on {folder}; --data names another folder.", folder=folder)
        ) from None
    return read(
        notices, text, say("The file {file} cannot be read", file=notice_file(folder, number))
    )


def _ask(folder: Path, number: int, wish: Wish) -> Any:
    notice = _notice(folder, number)
    try:
        with socket.create_connection((LOOPBACK, notice.port), ANSWER_SECONDS) as line:
            line.sendall(msgspec.json.encode(Asked(notice.token, wish)) + b"\n")
            text = b"".join(iter(lambda: line.recv(1 << 16), b""))
    except OSError:
        raise NoRoom(
            say("The room on {folder} does not answer: it is not open.", folder=folder)
        ) from None
    if not text:
        raise NoRoom(
            say("The room on {folder} does not answer; try again in a moment.", folder=folder)
        )
    answer = read(answers, text, say("The room's answer cannot be read"))
    if answer.error:
        raise Refused(read_sentence(answer.error))
    return answer.answer

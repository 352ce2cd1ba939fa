"""The host's console: how commands on this machine reach an open room.

Every process of a room listens on the loopback address and writes its port and a secret token to a
file in the data folder that only its owner can read. So nobody else can send it commands, neither
from the network nor on the same machine.
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

from rumpus.rulekit.sentence import read_sentence, say
from rumpus.server.room.shard import process_for
from rumpus.store import PREFIX, told_of
from rumpus.table.errors import Refused
from rumpus.table.input.reading import read

from .host_commands import AnyHostCommand, answer_host, host_answers

if TYPE_CHECKING:
    from rumpus.server.room.room import Room

LOOPBACK = "127.0.0.1"
LINE_BYTES = 4096
PATIENCE_SECONDS = 5.0
ANSWER_SECONDS = 120.0


class RoomNotOpen(Refused):
    """No room is open on a folder."""


class ConsoleAddress(msgspec.Struct, frozen=True):
    """Where a process listens for the host's commands."""

    port: int
    token: str
    processes: int


class ConsoleRequest(msgspec.Struct, frozen=True):
    """A command with the token that authorises it."""

    token: Annotated[str, msgspec.Meta(max_length=100)]
    command: AnyHostCommand


requests = msgspec.json.Decoder(ConsoleRequest)
addresses = msgspec.json.Decoder(ConsoleAddress)


def address_file(folder: Path, number: int) -> Path:
    """The file with a process's console address."""
    return folder / f"{PREFIX}console-{number}"


# --------------------------------------------------------------------------------- the room's end
class HostConsole:
    """Serves the host's commands until it is closed."""

    def __init__(self, room: Room) -> None:
        self.room, self.token = room, secrets.token_urlsafe(32)
        assert room.store.folder
        self.file = address_file(room.store.folder, room.shard.number)
        self.server: asyncio.Server | None = None

    async def open(self) -> None:
        """Listen, and write the address file."""
        self.server = await asyncio.start_server(self._serve, LOOPBACK, 0, limit=LINE_BYTES)
        port = self.server.sockets[0].getsockname()[1]
        address = ConsoleAddress(port, self.token, self.room.shard.processes)
        with told_of(say("the file {file}", file=self.file)):
            descriptor, name = tempfile.mkstemp(prefix=self.file.name, dir=self.file.parent)
            with os.fdopen(descriptor, "wb") as file:
                file.write(msgspec.json.encode(address))
            Path(name).replace(self.file)

    def close(self) -> None:
        """Stop listening and remove the address file."""
        if self.server:
            self.server.close()
            self.server = None
            with suppress(OSError):
                self.file.unlink()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one command; without the right token, close without an answer."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                line = await reader.readline()
            asked = read(requests, line, say("The command cannot be read"))
            if hmac.compare_digest(asked.token.encode(), self.token.encode()):
                writer.write(msgspec.json.encode(await answer_host(self.room, asked.command)))
                async with asyncio.timeout(PATIENCE_SECONDS):
                    await writer.drain()
        except (OSError, ValueError, TimeoutError):
            pass
        finally:
            writer.close()


# --------------------------------------------------------------------------------- the host's end
def ask_every_process(folder: Path, command: AnyHostCommand) -> list[Any]:
    """Send a command to every process of the room on a folder; returns their answers."""
    processes = _address(folder, 0).processes
    return [_ask(folder, number, command) for number in range(processes)]


def ask_owner(folder: Path, table: str, command: AnyHostCommand) -> Any:
    """Send a command to the process that owns a table; returns its answer."""
    return _ask(folder, process_for(table, _address(folder, 0).processes), command)


def _address(folder: Path, number: int) -> ConsoleAddress:
    try:
        text = address_file(folder, number).read_bytes()
    except FileNotFoundError:
        raise RoomNotOpen(
            say("No room is open on {folder}; --data names another folder.", folder=folder)
        ) from None
    return read(
        addresses, text, say("The file {file} cannot be read", file=address_file(folder, number))
    )


def _ask(folder: Path, number: int, command: AnyHostCommand) -> Any:
    address = _address(folder, number)
    try:
        with socket.create_connection((LOOPBACK, address.port), ANSWER_SECONDS) as line:
            line.sendall(msgspec.json.encode(ConsoleRequest(address.token, command)) + b"\n")
            text = b"".join(iter(lambda: line.recv(1 << 16), b""))
    except OSError:
        raise RoomNotOpen(
            say("The room on {folder} does not answer: it is not open.", folder=folder)
        ) from None
    if not text:
        raise RoomNotOpen(
            say("The room on {folder} does not answer; try again in a moment.", folder=folder)
        )
    answer = read(host_answers, text, say("The room's answer cannot be read"))
    if answer.error:
        raise Refused(read_sentence(answer.error))
    return answer.answer

"""Lines between servers and their database, which can be cut or go silent.

A program of its own, so that the people's load does not slow it down. It is told on its standard
input, and answers every order with a line: `NUMBER open`, `NUMBER cut`, `NUMBER silent`, `NUMBER
late`. A silent line swallows everything, and is reset when it is opened again; a late line delivers
then what it has held back, even for a server that has hung up in the meantime.
"""

from __future__ import annotations

import asyncio
import socket
import struct
import sys
from contextlib import suppress
from typing import Any

OPEN, CUT, SILENT, LATE = "open", "cut", "silent", "late"


class Line:
    """A port that leads to the database."""

    def __init__(self, port: int, to: int) -> None:
        self.port, self.to = port, to
        self.state = OPEN
        self.is_open = asyncio.Event()
        self.is_open.set()
        self.writers: set[asyncio.StreamWriter] = set()
        self.tasks: set[asyncio.Task[None]] = set()

    async def listen(self) -> None:
        await asyncio.start_server(self.connect, "127.0.0.1", self.port)

    def become(self, state: str) -> None:
        """Break, or go on."""
        if state == CUT or (state == OPEN and self.state == SILENT):
            for writer in list(self.writers):
                reset(writer)
        self.state = state
        if state == OPEN:
            self.is_open.set()
        else:
            self.is_open.clear()

    async def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.writers.add(writer)
        ends: list[asyncio.StreamWriter] = [writer]
        try:
            if self.state == CUT:
                reset(writer)
                return
            if self.state != OPEN:  # the connection is made, but nobody answers
                await self.is_open.wait()
            there, back = await asyncio.open_connection("127.0.0.1", self.to)
            self.writers.add(back)
            ends.append(back)
            await asyncio.gather(self.carry(reader, back), self.carry(there, writer))
        except OSError:
            pass
        finally:
            for end in ends:
                self.writers.discard(end)
                end.close()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry what one end says to the other."""
        with suppress(OSError):
            while data := await reader.read(1 << 16):
                if self.state == SILENT:
                    continue
                if self.state == LATE:
                    await self.is_open.wait()
                writer.write(data)
                await writer.drain()
        if self.state in (SILENT, LATE):  # the end of a connection cannot get through either
            await self.is_open.wait()
        writer.close()


def reset(writer: asyncio.StreamWriter) -> None:
    """End a connection with a reset instead of a farewell."""
    there: Any = writer.get_extra_info("socket")
    with suppress(OSError):
        there.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


async def carry_on(to: int, ports: list[int]) -> None:
    lines = [Line(port, to) for port in ports]
    for line in lines:
        await line.listen()
    orders = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    print("ready", flush=True)
    while order := await orders.readline():
        number, state = order.decode().split()
        lines[int(number)].become(state)
        print(state, flush=True)


if __name__ == "__main__":
    asyncio.run(carry_on(int(sys.argv[1]), [int(port) for port in sys.argv[2:]]))

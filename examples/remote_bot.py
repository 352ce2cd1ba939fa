"""A remote bot: python remote_bot.py http://127.0.0.1:4210/t/plum-otter-... Robo"""

import asyncio
import json
import random
import sys
import urllib.request
from contextlib import suppress

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from rumpus.table.deal_client import DealNotes, in_one_line, new_seal, part_of


def call(url: str, body: str = "") -> bytes:
    """What the room answers."""
    with urllib.request.urlopen(url, body.encode() or None) as answer:
        return bytes(answer.read())


async def play(link: str, name: str) -> None:
    """Take part in the deal, and take one of the choices whenever there are any, until the end."""
    base, table = link.split("/t/")
    calls, notes = f"{base}/api/tables/{table}", DealNotes()
    me = json.loads(call(f"{calls}/seats", json.dumps({"name": name, "seal": new_seal(notes)})))
    seat, hello = me["seat"], {"type": "hello", "tokens": [me["token"]]}
    async for socket in connect(f"{base.replace('http', 'ws', 1)}/ws/tables/{table}"):
        with suppress(ConnectionClosed):  # the room was restarted: come back
            await socket.send(json.dumps(hello))
            async for text in socket:
                message = json.loads(text)
                if message["type"] == "table" and message["table"]["closed"]:
                    print(message["table"]["closed"]["reason"])
                    return
                view = message.get("views", {}).get(str(seat), {})
                if view.get("over"):
                    print(in_one_line(notes, call(f"{calls}/record"), seat))
                    return
                answer = part_of(notes, message, seat)
                if view.get("choices") and seat in view["asks"]:
                    answer = {"type": "act", "seat": seat, "command": str(message["seq"])}
                    answer["action"] = random.choice(view["choices"])["action"]
                if answer:
                    await socket.send(json.dumps(answer))


asyncio.run(play(*sys.argv[1:]))

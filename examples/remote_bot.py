"""A remote bot: python remote_bot.py http://127.0.0.1:4210/t/plum-otter-... Robo"""

import asyncio
import json
import random
import sys
import urllib.request
from contextlib import suppress

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed


def sit_down(base: str, table: str, name: str) -> str:
    """Take a seat; the token is what opens it."""
    url, body = f"{base}/api/tables/{table}/seats", json.dumps({"name": name})
    with urllib.request.urlopen(urllib.request.Request(url, body.encode())) as answer:
        return str(json.load(answer)["token"])


async def play(link: str, name: str) -> None:
    """Take one of the choices whenever there are any, until the game is over."""
    base, table = link.split("/t/")
    hello = {"type": "hello", "tokens": [sit_down(base, table, name)]}
    async for socket in connect(f"{base.replace('http', 'ws', 1)}/ws/tables/{table}"):
        with suppress(ConnectionClosed):  # the room was restarted: come back
            await socket.send(json.dumps(hello))
            async for text in socket:
                message = json.loads(text)
                for seat, view in message.get("views", {}).items():
                    if view["over"]:
                        print(f"The game is over; I was in seat {int(seat) + 1}.")
                        return
                    if view["choices"] and int(seat) in view["asks"]:
                        act = {"type": "act", "seat": int(seat), "command": str(message["seq"])}
                        act["action"] = random.choice(view["choices"])["action"]
                        await socket.send(json.dumps(act))


asyncio.run(play(*sys.argv[1:]))

"""Open a room and print how long it takes to get the first card in each game.

    python tools/release/first_card.py COMMAND ...

The command opens the room (`rumpus`, perhaps from another environment). A table with a bot is
created as soon as the room says that it is open.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
import urllib.request

from websockets.sync.client import connect


def first_card(base: str, game: str) -> float:
    """Create a table and sit down; returns the seconds until the cards are there."""
    begun = time.monotonic()
    seats = [{"kind": "you"}, {"kind": "bot"}]
    wish = {"game": game, "name": "Ada", "players": 2, "seats": seats}
    request = urllib.request.Request(f"{base}/api/tables", json.dumps(wish).encode())
    with urllib.request.urlopen(request) as answer:
        made = json.load(answer)
    with connect(f"{base.replace('http', 'ws', 1)}/ws/tables/{made['table']}") as socket:
        socket.send(json.dumps({"type": "hello", "tokens": [made["token"]]}))
        while True:
            if json.loads(socket.recv(timeout=60)).get("views"):
                return time.monotonic() - begun


def first_cards(base: str) -> None:
    """Print how long the first card takes in each game of an open room."""
    with urllib.request.urlopen(f"{base}/api/games") as answer:
        games = [game["name"] for game in json.load(answer)["games"]]
    for game in games:
        print(f"{game}: first card after {first_card(base, game):.2f} s")


def main() -> None:
    """Open the room, try all of its games, close it."""
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as data:
        command = [*sys.argv[1:], "serve", "--no-browser", "--port", "0", "--data", data]
        room = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert room.stdout
            base = room.stdout.readline().split()[-1]
            print(f"the room was open after {time.monotonic() - begun:.2f} s")
            first_cards(base)
        finally:
            room.terminate()
            room.wait()


if __name__ == "__main__":
    main()

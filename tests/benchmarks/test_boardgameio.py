"""The comparison with boardgame.io: its lean client, and that both play the same game.

`python benchmarks/boardgameio.py` itself compares the rules on boardgame.io's own server. Here they
are played by node alone, without its packages.
"""

from __future__ import annotations

import importlib
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
RULES = BENCHMARKS / "peers" / "boardgameio" / "mantis.js"
REPLAY = """
const { deal, declare, view } = require(process.argv[1]);
const games = JSON.parse(require("fs").readFileSync(0, "utf8"));
const seen = games.map(({ players, starter, cards, actions }) => {
  const table = deal(cards, players, starter);
  let seat = starter;
  const position = () => {
    const { tanks, scores, left, back, winners } = structuredClone(view(table));
    return { tanks, scores, left, back, winners, asked: winners === null ? seat : null };
  };
  return [position(), ...actions.map((action) => {
    if (!declare(table, seat, action)) seat = (seat + 1) % players;
    return position();
  })];
});
console.log(JSON.stringify(seen));
"""


@pytest.fixture(scope="module")
def peer() -> Any:
    """The benchmark, as a module."""
    pytest.importorskip("uvloop", reason="the benchmarks need uvloop")
    sys.path.append(str(BENCHMARKS))
    try:
        return importlib.import_module("boardgameio")
    finally:
        sys.path.remove(str(BENCHMARKS))


@pytest.mark.parametrize(
    ("text", "kind", "namespace", "body"),
    [
        (b'0{"sid":"x","upgrades":[]}', "0", "", b'{"sid":"x","upgrades":[]}'),
        (b"2", "2", "", b""),
        (b"40", "40", "", b""),
        (b'40{"sid":"x"}', "40", "", b'{"sid":"x"}'),
        (b'40/mantis,{"sid":"y"}', "40", "/mantis", b'{"sid":"y"}'),
        (b'42/mantis,["update","m",{"a":1}]', "42", "/mantis", b'["update","m",{"a":1}]'),
        (b'44/mantis,{"message":"no"}', "44", "/mantis", b'{"message":"no"}'),
    ],
)
def test_packets_are_taken_apart(
    peer: Any, text: bytes, kind: str, namespace: str, body: bytes
) -> None:
    assert peer.unpacked(text) == (kind, namespace, body)


def test_packets_are_put_together(peer: Any) -> None:
    assert peer.packed("3") == b"3"
    assert peer.packed("40", "/mantis") == b"40/mantis,"
    text = peer.packed("42", "/mantis", "sync", "m", "0", None, 4)
    assert text == b'42/mantis,["sync","m","0",null,4]'
    assert peer.event_of(peer.unpacked(text).body) == "sync"


class Heard:
    """A socket that keeps what it is to send."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.transport = self

    def frame(self, kind: int, payload: bytes) -> None:
        assert kind == 1
        self.sent.append(payload)

    def is_closing(self) -> bool:
        return False


def test_a_table_says_hello_and_acts_in_turn(peer: Any) -> None:
    table = peer.TheirTable(peer.Load("http://127.0.0.1:1"), 0)
    table.match, table.credentials = "m", ["c0", "c1", "c2", "c3"]
    table.sockets = {seat: Heard() for seat in range(4)}
    table.hear(0, b'0{"sid":"x"}')
    table.hear(0, b'40/mantis,{"sid":"y"}')
    table.hear(0, b"2")
    assert table.sockets[0].sent == [b"40/mantis,", b'42/mantis,["sync","m","0","c0",4]', b"3"]

    def state(number: int, player: int) -> str:
        return json.dumps({"G": {}, "ctx": {"currentPlayer": f"{player}"}, "_stateID": number})

    synced = f'42/mantis,["sync","m",{{"state":{state(0, 2)},"log":[]}}]'.encode()
    table.hear(0, synced)
    table.act_due(0.0)
    (sent,) = table.sockets[2].sent
    event, made, number, match, player = json.loads(peer.unpacked(sent).body)
    assert (event, number, match, player) == ("update", 0, "m", "2")
    assert made["type"] == "MAKE_MOVE"
    assert made["payload"]["type"] == "declare"
    assert (made["payload"]["playerID"], made["payload"]["credentials"]) == ("2", "c2")
    table.act_due(0.0)
    update = f'42/mantis,["update","m",{state(1, 3)},[]]'.encode()
    for seat in range(4):
        assert not table.sockets[3].sent  # not before everybody has heard of the first action
        table.hear(seat, update)
    assert len(table.sockets[3].sent) == 1
    assert (table.acted, table.answered, table.told) == (2, 1, [1])


def test_both_play_the_same_mantis(peer: Any) -> None:
    if not (node := shutil.which("node")):
        pytest.skip("node is missing")
    games = list(peer.our_games(25))
    said = subprocess.run(
        [node, "-e", REPLAY, str(RULES)],
        input=json.dumps(games),
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(said.stdout) == [game["positions"] for game in games]
    endings = [game["positions"][-1] for game in games]
    assert all(end["winners"] for end in endings)
    assert any(end["left"] == 0 for end in endings), "no game ended because the pile ran out"
    assert any(end["left"] for end in endings), "no game ended because somebody had enough cards"

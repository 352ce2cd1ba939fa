"""A few seconds of what strangers send, with fixed seeds; hours of it: `tools/fuzz.py`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec import inspect

from rumpus.server.protocol.messages import ClientMessage
from rumpus.server.protocol.openapi import CALLS
from rumpus.testing.random_input import value_of

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("seed", [2, 3])
def test_nothing_that_strangers_send_is_a_fault(seed: int) -> None:
    words = ["--seed", str(seed), "--rounds", "300", "--games", "mantis", "--memory"]
    done = subprocess.run(
        [sys.executable, "tools/fuzz.py", *words],
        check=False,
        cwd=ROOT,
        text=True,
        capture_output=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    answered = done.stdout.split("; ")[1]
    for kind in ("200", "201", "400", "404", "421", "done", "error", "refused", "table"):
        assert f"{kind}: " in answered


@pytest.mark.parametrize("kind", [ClientMessage, *(call[3] for call in CALLS if call[3])], ids=str)
def test_what_is_made_of_a_type_is_read_as_that_type(kind: object) -> None:
    for seed in range(50):
        made = value_of(inspect.type_info(kind), Random(seed), {})
        msgspec.json.decode(msgspec.json.encode(made), type=kind)

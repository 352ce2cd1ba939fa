"""The short form of `benchmarks/faults.py`: everything breaks once while forty people play."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest

from tests.postgres import NEEDED, programs

PROGRAM = Path(__file__).parents[3] / "benchmarks" / "faults.py"


@pytest.mark.slow
async def test_nothing_acknowledged_is_lost_whatever_breaks() -> None:
    if programs() is None:
        assert not os.environ.get(NEEDED), "PostgreSQL is not installed"
        pytest.skip("there is no PostgreSQL on this machine (apt-get install postgresql)")
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(PROGRAM), "--each-once", "--people", "40", "--seed", "1",
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    said, _ = await process.communicate()
    assert process.returncode == 0, said.decode()
    last = said.decode().splitlines()[-1]
    assert "7 faults" in last
    assert last.endswith("violations 0")

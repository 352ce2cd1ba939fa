"""The stored clock never goes back."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from rumpus.store import Store, add_entry, lock_folder
from rumpus.store.clock import AHEAD
from rumpus.table.data.table_data import LogEntry

YEAR = 365 * 24 * 3600.0


class Machine:
    """The machine's clocks, which can be set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.day, self.steady = time.time(), time.monotonic()
        clocks = SimpleNamespace(time=lambda: self.day, monotonic=lambda: self.steady)
        monkeypatch.setattr("rumpus.store.clock.time", clocks)

    def pass_by(self, seconds: float) -> None:
        self.day += seconds
        self.steady += seconds


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(monkeypatch)


def test_it_is_the_time_of_day(tmp_path: Path, machine: Machine) -> None:
    store = Store(tmp_path, lock_folder(tmp_path))
    assert store.clock.now() == pytest.approx(machine.day)
    machine.pass_by(100.0)
    assert store.clock.now() == pytest.approx(machine.day)
    store.close()


def test_it_continues_when_the_system_clock_is_set_back(tmp_path: Path, machine: Machine) -> None:
    store = Store(tmp_path, lock_folder(tmp_path))
    before = store.clock.now()
    machine.day -= YEAR
    assert store.clock.now() == pytest.approx(before)
    machine.pass_by(5.0)
    assert store.clock.now() == pytest.approx(before + 5.0)
    store.close()


@pytest.mark.parametrize("ran", [0.0, AHEAD, 10 * AHEAD])
async def test_the_next_start_continues_after_the_last_one(
    tmp_path: Path, machine: Machine, ran: float
) -> None:
    hold = lock_folder(tmp_path)
    killed = Store(tmp_path, hold)
    machine.pass_by(ran)
    await asyncio.wait_for(killed.write(add_entry("t", 0, LogEntry(0, 0, "person"), 0.0)), 60)
    while killed.clock.needs_note():
        await asyncio.sleep(0.01)  # the writer is about to make it
    before = killed.clock.now()
    machine.day, machine.steady = machine.day - YEAR, 7.0
    hold.close()
    again = Store(tmp_path, lock_folder(tmp_path))
    assert again.clock.now() > before
    again.close()
    killed.close()


def test_a_reader_does_not_move_it(tmp_path: Path, machine: Machine) -> None:
    for _ in range(3):
        reading = Store(tmp_path)
        assert reading.clock.now() == pytest.approx(machine.day)
        reading.close()

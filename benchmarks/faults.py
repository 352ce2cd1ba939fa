"""Whether anything is lost when servers, their lines and their database break, at random.

python benchmarks/faults.py --seconds 600

Three servers share one PostgreSQL, each by a line of its own that can be cut or go silent; HAProxy
is in front of them. Hundreds of people play all games. Every quarter of a minute something breaks:
a server is killed, frozen for longer than its lease, or drained; its line to the database is cut,
swallows everything, or delivers late; the database is killed. Then everybody has to come back to
their table, and what they were told is compared with what is written: every acknowledged action is
there once, in order, nothing else is, and no two servers ever wrote one table at the same time. At
the end every record is verified, as `rumpus verify` does.

`--each-once` breaks everything once. The exit status is 0 only if everything held. Without HAProxy,
people connect to the servers themselves.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # for `tests.postgres`

import uvloop
from tests.postgres import programs, running_postgres

from faulting.nemesis import Nemesis
from faulting.people import Crowd
from faulting.records import record_complaints
from faulting.stage import opened

TOLD_MOST = 40
GOAL = 10.0


def percentiles(times: list[float]) -> str:
    """The 50th and the 99th percentile of some times, and the longest."""
    ordered = sorted(times) or [0.0]
    at = [ordered[min(len(ordered) - 1, len(ordered) * percent // 100)] for percent in (50, 99)]
    return f"p50 {at[0]:.1f} s, p99 {at[1]:.1f} s, max {ordered[-1]:.1f} s"


async def test(arguments: argparse.Namespace, folder: Path) -> bool:
    dice = random.Random(arguments.seed)
    with running_postgres(is_durable=True) as postgres:
        async with opened(folder, postgres, arguments.servers) as stage:
            if not stage.has_proxy:
                print("HAProxy is not installed: people connect to the servers themselves")
            crowd = Crowd(stage.base, arguments.pause, random.Random(arguments.seed + 1))
            playing = asyncio.ensure_future(
                crowd.play(max(1, arguments.people // 2), arguments.people)
            )
            await asyncio.sleep(0)
            nemesis = Nemesis(stage, crowd, dice)
            striking = asyncio.ensure_future(
                nemesis.go_on(arguments.seconds, each_once=arguments.each_once)
            )
            await asyncio.wait([playing, striking], return_when=asyncio.FIRST_COMPLETED)
            seconds = time.monotonic() - nemesis.begun
            if striking.done():
                striking.result()
                crowd.stopping = True
                await asyncio.wait([playing], timeout=60)
            if playing.done():
                playing.result()
            else:
                nemesis.violations.append("somebody still waits for an answer")
            await nemesis.look()
            verified, found = await record_complaints(stage.database, crowd.heard)
            violations = list(dict.fromkeys(nemesis.violations + found))
            if arguments.logs or violations:
                for server in stage.servers:
                    print(f"--- server {server.number}\n{server.said()}")
            print("ends of connections:", ", ".join(f"{n} x {c}" for c, n in crowd.codes.items()))
            for line in violations[:TOLD_MOST]:
                print(f"VIOLATION {line}")
            kinds = ", ".join(f"{name} {count}" for name, count in nemesis.counts.items())
            late = sum(took > GOAL for took in nemesis.moved)
            print(
                f"{seconds:.0f} s; {sum(nemesis.counts.values())} faults ({kinds}); "
                f"{arguments.people} people at {len({one.table for one in crowd.heard})} tables; "
                f"{crowd.acknowledged} actions acknowledged; {verified}; "
                f"{crowd.reconnections} reconnections; back {percentiles(nemesis.back)}; "
                f"elsewhere {percentiles(nemesis.moved)}, {late} of {len(nemesis.moved)} over "
                f"{GOAL:.0f} s; violations {len(violations)}"
            )
            return not violations


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--people", type=int, default=300)
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--seed", type=int, default=random.randrange(10_000))
    parser.add_argument("--pause", type=float, default=2.0, help="between one's actions, about")
    parser.add_argument("--each-once", action="store_true", help="break everything once")
    parser.add_argument(
        "--logs", action="store_true", help="print what the servers logged, even if all held"
    )
    arguments = parser.parse_args()
    if programs() is None:
        raise SystemExit("there is no PostgreSQL on this machine (apt-get install postgresql)")
    print(f"seed {arguments.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="rumpus-faults-") as folder:
        held = uvloop.run(test(arguments, Path(folder)))
    raise SystemExit(0 if held else 1)


if __name__ == "__main__":
    main()

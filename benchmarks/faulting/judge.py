"""What must hold whatever breaks: pure functions over what people were told and what was written.

Each returns its complaints, one line each; none means that it holds.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple


class Entry(NamedTuple):
    """A row of the log: entry n of a table, and the fencing number under which it was written."""

    table: str
    n: int
    seat: int
    command: str
    at: float
    fence: int


class Claimed(NamedTuple):
    """A server took a table under a fencing number."""

    table: str
    fence: int
    server: int
    at: float


class Line(NamedTuple):
    """Something that happened, as one person heard it."""

    event: str
    numbers: tuple[tuple[str, int], ...]
    is_secret: bool


@dataclass
class Heard:
    """What one person at one table sent and was told."""

    person: str
    table: str
    seat: int
    sent: list[str] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    lines: dict[int, Line] = field(default_factory=dict)
    contradictions: list[str] = field(default_factory=list)

    def hear_line(self, message: dict[str, Any]) -> None:
        """Remember a line; one that was told differently before is a contradiction."""
        line = Line(
            message["event"], tuple(sorted(message["numbers"].items())), bool(message.get("only"))
        )
        if (before := self.lines.setdefault(message["n"], line)) != line:
            self.contradictions.append(f"line {message['n']} was {before}, later {line}")

    def copy(self) -> Heard:
        """As it is now."""
        return Heard(
            self.person, self.table, self.seat, list(self.sent), list(self.done),
            list(self.refused), dict(self.lines), list(self.contradictions),
        )  # fmt: skip


def judge(heard: Sequence[Heard], entries: Iterable[Entry], claims: Iterable[Claimed]) -> list[str]:
    """All complaints. `heard` must be copied before the rows are read, but `sent` after."""
    logs: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        logs[entry.table].append(entry)
    for log in logs.values():
        log.sort(key=lambda entry: entry.n)
    taken: dict[str, list[Claimed]] = defaultdict(list)
    for claim in claims:
        taken[claim.table].append(claim)
    there: dict[str, list[Heard]] = defaultdict(list)
    for one in heard:
        there[one.table].append(one)
    found: list[str] = []
    for table in sorted({*logs, *taken, *there}):
        log = logs[table]
        found += log_complaints(table, log)
        found += fence_complaints(table, log, taken[table])
        found += sender_complaints(table, log, there[table])
        found += order_complaints(table, there[table])
        for one in there[table]:
            found += answer_complaints(one, log)
    return found


def log_complaints(table: str, log: Sequence[Entry]) -> list[str]:
    """The log has no gaps, and no command twice."""
    found = [
        f"{table}: entry {entry.n} stands where {n} should"
        for n, entry in enumerate(log)
        if entry.n != n
    ][:1]
    times = Counter((entry.seat, entry.command) for entry in log if entry.command)
    found += [
        f"{table}: {command} of seat {seat} is in the record {count} times"
        for (seat, command), count in times.items()
        if count > 1
    ]
    return found


def fence_complaints(table: str, log: Sequence[Entry], claims: Sequence[Claimed]) -> list[str]:
    """Numbers never fall, each belongs to one claim, and nothing comes after the next claim."""
    found = [
        f"{table}: entry {after.n} has fence {after.fence}, after {before.fence}"
        for before, after in pairwise(log)
        if after.fence < before.fence
    ]
    found += [
        f"{table}: fence {fence} was claimed {count} times"
        for fence, count in Counter(claim.fence for claim in claims).items()
        if count > 1
    ]
    starts = {claim.fence: claim.at for claim in claims}
    ends = {
        before.fence: after.at
        for before, after in pairwise(sorted(claims, key=lambda claim: claim.fence))
    }
    for entry in log:
        if entry.fence not in starts:
            found.append(f"{table}: entry {entry.n} has fence {entry.fence}, which nobody claimed")
        elif entry.at > ends.get(entry.fence, entry.at):
            found.append(f"{table}: entry {entry.n} was written after the table was claimed anew")
    return found


def sender_complaints(table: str, log: Sequence[Entry], there: Sequence[Heard]) -> list[str]:
    """Every command in the log was sent by the person of its seat."""
    sent = {(one.seat, command) for one in there for command in one.sent}
    return [
        f"{table}: {entry.command} is in the record for seat {entry.seat}, which did not send it"
        for entry in log
        if entry.command and (entry.seat, entry.command) not in sent
    ]


def answer_complaints(one: Heard, log: Sequence[Entry]) -> list[str]:
    """What was acknowledged is there, in that order; what was refused is not."""
    places = {entry.command: entry.n for entry in log if entry.command and entry.seat == one.seat}
    who = f"{one.table}: {one.person}"
    found = [f"{who} was told that {c} is done, but it is missing" for c in one.done
             if c not in places]  # fmt: skip
    found += [f"{who} was told that {c} is refused, but it is there" for c in one.refused
              if c in places]  # fmt: skip
    kept = [command for command in one.done if command in places]
    found += [
        f"{who} was told of {first} before {second}, but the record has them the other way round"
        for first, second in pairwise(kept)
        if places[first] >= places[second]
    ]
    twice = [command for command, count in Counter(one.done + one.refused).items() if count > 1]
    found += [f"{who} had {command} answered twice" for command in twice]
    found += [f"{who}: {told}" for told in one.contradictions]
    return found


def order_complaints(table: str, there: Sequence[Heard]) -> list[str]:
    """Everybody heard the same public lines in the same order, as far as they heard any."""
    found: list[str] = []
    longest: tuple[Line, ...] = ()
    for one in there:
        if sorted(one.lines) != list(range(len(one.lines))):
            found.append(f"{table}: {one.person} missed lines")
            continue
        public = tuple(one.lines[n] for n in range(len(one.lines)) if not one.lines[n].is_secret)
        short, long = sorted((public, longest), key=len)
        if long[: len(short)] != short:
            found.append(f"{table}: {one.person} heard another story than the others")
        longest = long
    return found


def told_complaints(one: Heard, lines: Sequence[Line]) -> list[str]:
    """What somebody heard is the beginning of what the record tells."""
    heard = [line for _, line in sorted(one.lines.items())]
    if heard == list(lines[: len(heard)]):
        return []
    return [f"{one.table}: {one.person} heard another story than the record tells"]

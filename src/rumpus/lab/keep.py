"""The games of a ladder on disk: one line of JSON for the plan, then one per game."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, TextIO

from rumpus.rulekit.errors import Complaint
from rumpus.rulekit.sentence import say

from .bots import LadderBot
from .match import PlayedMatch, ThinkingTime
from .plan import LadderMatch, LadderPlan

GAMES_FILE = "games.jsonl"


class AnotherLadder(Complaint):
    """A file with the games of another ladder, or without any."""


# --------------------------------------------------------------------------------- reading
def read_games(path: Path) -> tuple[LadderPlan, list[PlayedMatch]]:
    """The plan and the games in a file; an incomplete last line is ignored."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise AnotherLadder(say("There are no games of a ladder in {path}.", path=path)) from None
    plans, games = [], []
    for number, line in enumerate(text[: text.rfind("\n") + 1].splitlines(), 1):
        try:
            data = json.loads(line)
            if "bots" in data:
                plans.append(plan_from(data))
            else:
                games.append(game_from(data))
        except (ValueError, TypeError, KeyError):
            raise AnotherLadder(
                say("Line {number} of {path} is not a game of a ladder.", number=number, path=path)
            ) from None
    if not plans:
        raise AnotherLadder(say("There are no games of a ladder in {path}.", path=path))
    return joined(path, plans), games


def read_several(paths: Iterable[Path]) -> tuple[LadderPlan, list[PlayedMatch]]:
    """The games of one ladder from several files, each game once."""
    plans, games = [], {}
    for path in paths:
        plan, found = read_games(path)
        plans.append(plan)
        plan = joined(path, plans)
        games.update({played.match: played for played in found})
    if not games:
        raise AnotherLadder(
            say("This ladder has no finished games yet: {plan}.", plan=described(plan))
        )
    return plan, list(games.values())


def joined(path: Path, plans: list[LadderPlan]) -> LadderPlan:
    """Merge plans that differ only in their bots."""
    first = plans[0]
    bots: dict[str, LadderBot] = {}
    for plan in plans:
        if described(plan) != described(first):
            raise AnotherLadder(
                say(
                    "{path} belongs to another ladder: it has {first}, not {plan}.",
                    path=path,
                    first=described(first),
                    plan=described(plan),
                )
            )
        if plan.rules != first.rules:
            raise AnotherLadder(
                say("{path} was played with other rules; use another folder.", path=path)
            )
        for bot in plan.bots:
            if bots.setdefault(bot.name, bot).digest != bot.digest:
                raise AnotherLadder(
                    say(
                        "{name} has changed since {path} was written; use another folder.",
                        name=bot.name,
                        path=path,
                    )
                )
    return replace(first, bots=tuple(bots.values()))


def described(plan: LadderPlan) -> str:
    """A ladder in a few words."""
    settings = "".join(f", {key}={value}" for key, value in plan.settings)
    return f"{plan.game} with {plan.players} players{settings}, seed {plan.seed}"


# --------------------------------------------------------------------------------- writing
def open_games(folder: Path, plan: LadderPlan) -> tuple[TextIO, list[PlayedMatch]]:
    """The file in a folder, open for appending, and the games already in it."""
    path = folder / GAMES_FILE
    known: LadderPlan | None = None
    games: list[PlayedMatch] = []
    if path.exists():
        known, games = read_games(path)
        plan = joined(path, [known, plan])
        with path.open("r+b") as file:
            file.truncate(file.read().rfind(b"\n") + 1)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lines = path.open("a", encoding="utf-8")
    except OSError as error:
        raise AnotherLadder(
            say(
                "Nothing can be written into {folder}: {why}.",
                folder=folder,
                why=str(error.strerror),
            )
        ) from None
    if known is None or len(plan.bots) > len(known.bots):
        write_line(lines, plan_as_data(plan))
    return lines, games


def write_line(file: TextIO, data: dict[str, Any]) -> None:
    """Write and flush a line."""
    file.write(json.dumps(data) + "\n")
    file.flush()


# --------------------------------------------------------------------------------- data
def plan_as_data(plan: LadderPlan) -> dict[str, Any]:
    """A plan as JSON data, with the file names of bots instead of their paths."""
    bots = [bot._replace(source=Path(bot.source).name)._asdict() for bot in plan.bots]
    return asdict(plan) | {"bots": bots}


def game_as_data(played: PlayedMatch) -> dict[str, Any]:
    """A game as JSON data."""
    data = asdict(played)
    del data["match"]
    return played.match._asdict() | data


def plan_from(data: dict[str, Any]) -> LadderPlan:
    """A plan from JSON data."""
    settings = tuple((str(key), str(value)) for key, value in data.pop("settings"))
    bots = tuple(LadderBot(**bot) for bot in data.pop("bots"))
    return LadderPlan(**data, settings=settings, bots=bots)


def game_from(data: dict[str, Any]) -> PlayedMatch:
    """A game from JSON data."""
    match = LadderMatch(*(data.pop(name) for name in LadderMatch._fields))
    thinking = {name: ThinkingTime(**spent) for name, spent in data.pop("thinking").items()}
    return PlayedMatch(match, **data, thinking=thinking)

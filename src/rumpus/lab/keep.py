"""The games of a ladder on disk: a line of JSON for the plan, then one for every game."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, TextIO

from rumpus.rulekit.errors import Complaint
from rumpus.rulekit.sentence import say

from .bots import Bot
from .match import Played, Thinking
from .plan import Match, Plan

GAMES_FILE = "games.jsonl"


class AnotherLadder(Complaint):
    """A file that holds the games of another ladder, or no games at all."""


# --------------------------------------------------------------------------------- reading
def read_games(path: Path) -> tuple[Plan, list[Played]]:
    """The plan and the games of a file; a last line that was only half written is left out."""
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
                say("Line {number} of {path} is no game of a ladder.", number=number, path=path)
            ) from None
    if not plans:
        raise AnotherLadder(say("There are no games of a ladder in {path}.", path=path))
    return joined(path, plans), games


def read_several(paths: Iterable[Path]) -> tuple[Plan, list[Played]]:
    """The games of several files of one ladder, each game once."""
    plans, games = [], {}
    for path in paths:
        plan, found = read_games(path)
        plans.append(plan)
        plan = joined(path, plans)
        games.update({played.match: played for played in found})
    if not games:
        raise AnotherLadder(
            say("No game of this ladder has ended yet: {plan}.", plan=described(plan))
        )
    return plan, list(games.values())


def joined(path: Path, plans: list[Plan]) -> Plan:
    """Plans that differ in their bots only, as one."""
    first = plans[0]
    bots: dict[str, Bot] = {}
    for plan in plans:
        if described(plan) != described(first):
            raise AnotherLadder(
                say(
                    "{path} belongs to another ladder: {first} does not go with {plan}.",
                    path=path,
                    first=described(first),
                    plan=described(plan),
                )
            )
        if plan.rules != first.rules:
            raise AnotherLadder(
                say("{path} was played by other rules; use another folder.", path=path)
            )
        for bot in plan.bots:
            if bots.setdefault(bot.name, bot).digest != bot.digest:
                raise AnotherLadder(
                    say(
                        "{name} is not what it was in {path}; use another folder.",
                        name=bot.name,
                        path=path,
                    )
                )
    return replace(first, bots=tuple(bots.values()))


def described(plan: Plan) -> str:
    """A ladder in a few words."""
    settings = "".join(f", {key}={value}" for key, value in plan.settings)
    return f"{plan.game} with {plan.players} players{settings}, seed {plan.seed}"


# --------------------------------------------------------------------------------- writing
def open_games(folder: Path, plan: Plan) -> tuple[TextIO, list[Played]]:
    """A folder's file, ready for more lines, and the games that are in it already."""
    path = folder / GAMES_FILE
    known: Plan | None = None
    games: list[Played] = []
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
    """A line that is on its way to the disk when this returns."""
    file.write(json.dumps(data) + "\n")
    file.flush()


# --------------------------------------------------------------------------------- data
def plan_as_data(plan: Plan) -> dict[str, Any]:
    """A plan for its line; of a bot's file the name is enough."""
    bots = [bot._replace(source=Path(bot.source).name)._asdict() for bot in plan.bots]
    return asdict(plan) | {"bots": bots}


def game_as_data(played: Played) -> dict[str, Any]:
    """A game for its line."""
    data = asdict(played)
    del data["match"]
    return played.match._asdict() | data


def plan_from(data: dict[str, Any]) -> Plan:
    """A plan out of its line."""
    settings = tuple((str(key), str(value)) for key, value in data.pop("settings"))
    bots = tuple(Bot(**bot) for bot in data.pop("bots"))
    return Plan(**data, settings=settings, bots=bots)


def game_from(data: dict[str, Any]) -> Played:
    """A game out of its line."""
    match = Match(*(data.pop(name) for name in Match._fields))
    thinking = {name: Thinking(**spent) for name, spent in data.pop("thinking").items()}
    return Played(match, **data, thinking=thinking)

"""Generate what the page knows about the room from the Python types.

python tools/generate_web.py          writes the files
python tools/generate_web.py --check  names those that are stale

`web/src/lib/protocol.ts` are the messages, `web/src/games/NAME/model/names.ts` what a game
declares, `tutorial/lessons.json` its tutorial, `web/tests/fixtures/NAME.json` a game for tests,
and `docs/openapi.json` the calls over HTTP.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect as i

from rumpus.games import GAMES, find
from rumpus.rulekit.game import Game
from rumpus.server.protocol.bodies import ErrorAnswer
from rumpus.server.protocol.game_data import game_data
from rumpus.server.protocol.messages import ClientMessage, RoomMessage
from rumpus.server.protocol.openapi import CALLS, openapi
from rumpus.table.showing.lessons import LessonStep, lessons_of
from sample_games import SAMPLES, sample

ROOT = Path(__file__).resolve().parent.parent
TABLES = ROOT / "web/src/games"
MADE = "Written by tools/generate_web.py from the Python types; do not edit."
PLAIN: dict[type[i.Type], str] = {
    i.IntType: "number",
    i.FloatType: "number",
    i.StrType: "string",
    i.BoolType: "boolean",
    i.NoneType: "null",
    i.AnyType: "any",
    i.RawType: "unknown",
}


NAMES = {
    "BeatView": "Change",
    "Entrant": "SeriesPlayer",
    "GameData": "GameInfo",
    "GamesAnswer": "Catalogue",
    "MadeTable": "Seated",
    "MissedRound": "Missed",
    "Record": "GameRecord",
    "ReplayAnswer": "Replayed",
    "SeatView": "Chair",
    "TableView": "View",
    "WordsData": "GameWords",
    "ZoneData": "ZoneName",
}
"""The page's names for some structs; for others it drops the suffix View or Data."""


def named(struct: type) -> str:
    """The page's name for a struct."""
    name = struct.__name__
    return NAMES.get(name) or name.removesuffix("Data").removesuffix("View") or name


# --------------------------------------------------------------------------------- types
def typescript(kind: i.Type) -> str:
    """A type as TypeScript writes it; a struct by its name."""
    match kind:
        case i.Metadata():
            return typescript(kind.type)
        case i.StructType():
            return named(kind.cls)
        case i.LiteralType():
            return " | ".join(json.dumps(value) for value in kind.values)
        case i.UnionType():
            return " | ".join(dict.fromkeys(map(typescript, kind.types)))
        case i.ListType() | i.VarTupleType():
            item = typescript(kind.item_type)
            return f"({item})[]" if " | " in item else f"{item}[]"
        case i.TupleType():
            return f"[{', '.join(map(typescript, kind.item_types))}]"
        case i.DictType():
            return f"{{ [key: string]: {typescript(kind.value_type)} }}"
        case _ if type(kind) in PLAIN:
            return PLAIN[type(kind)]
    raise TypeError(f"{kind} cannot be written in TypeScript yet")


def structs_in(kinds: Iterable[i.Type]) -> Iterator[i.StructType]:
    """Every struct that types are made of, once, dependencies first."""
    seen: set[type] = set()

    def walk(kind: Any) -> Iterator[i.StructType]:
        if isinstance(kind, i.StructType):
            if kind.cls in seen:
                return
            seen.add(kind.cls)
            for each in kind.fields:
                yield from walk(each.type)
            yield kind
            return
        for name in ("type", "item_type", "value_type"):
            if isinstance(part := getattr(kind, name, None), i.Type):
                yield from walk(part)
        for name in ("types", "item_types"):
            for part in getattr(kind, name, ()):
                yield from walk(part)

    for kind in kinds:
        yield from walk(kind)


def declared(struct: i.StructType, *, is_asked: bool) -> str:
    """A struct as an interface, or as a tuple if it is encoded as one, with its docstring above it.
    Fields with a default are optional in requests."""
    said, name = " ".join((struct.cls.__doc__ or "").split()), named(struct.cls)
    if struct.array_like:
        parts = ", ".join(f"{part.name}: {typescript(part.type)}" for part in struct.fields)
        return f"/** {said} */\nexport type {name} = [{parts}];"
    lines = [f"/** {said} */", f"export interface {name} {{"]
    if struct.tag is not None:
        lines.append(f"  {struct.tag_field}: {json.dumps(struct.tag)};")
    may_lack = is_asked or struct.cls.__struct_config__.omit_defaults
    for part in struct.fields:
        optional = "?" if may_lack and not part.required else ""
        lines.append(f"  {part.encode_name}{optional}: {typescript(part.type)};")
    return "\n".join([*lines, "}"])


def protocol() -> str:
    """All messages and bodies."""
    asked = i.multi_type_info([*(call[3] for call in CALLS if call[3]), ClientMessage])
    given = i.multi_type_info([*(call[5] for call in CALLS), ErrorAnswer, LessonStep, RoomMessage])
    answers = [declared(struct, is_asked=False) for struct in structs_in(given)]
    known = {struct.cls for struct in structs_in(given)}
    wishes = [
        declared(struct, is_asked=True) for struct in structs_in(asked) if struct.cls not in known
    ]
    unions = [
        f"export type ClientMessage = {typescript(asked[-1])};",
        f"export type RoomMessage = {typescript(given[-1])};",
    ]
    head = (
        f"/** The messages between this page and a room. {MADE} */\n\n"
        "/** A seat's number; NOBODY where there is none. */\n"
        "export type Seat = number;\nexport const NOBODY: Seat = -1;"
    )
    return "\n\n".join([head, *wishes, *answers, *unions]) + "\n"


# --------------------------------------------------------------------------------- names
def key(name: str) -> str:
    """A name as a key of an object."""
    first, *rest = re.split(r"[^a-z0-9]+", name.lower())
    return first + "".join(word.capitalize() for word in rest)


def numbered(title: str, said: str, numbers: dict[str, int]) -> str:
    """Named numbers as an object."""
    inside = "".join(f"  {name}: {number},\n" for name, number in numbers.items())
    return f"/** {said} */\nexport const {title} = {{\n{inside}}} as const;"


def one_of(title: str, said: str, names: Iterable[str]) -> str:
    """Names as a type."""
    every = " | ".join(json.dumps(name) for name in dict.fromkeys(names)) or "never"
    return f"/** {said} */\nexport type {title} = {every};"


def first_of(named: Iterable[Any]) -> dict[str, int]:
    """The first number of each name; several things with the same name are numbered
    consecutively."""
    found: dict[str, int] = {}
    for number, thing in enumerate(named):
        found.setdefault(key(thing.name), number)
    return found


def names(game: Game) -> str:
    """What a game declares."""
    words = game_data(game).words
    amounts = {key(mark.name): mark for mark in words.marks if mark.bits > 1}
    parts = [
        f"/** What {game.title} declares. {MADE} */",
        numbered("ZONE", "The places on the table.", first_of(words.zones)),
        one_of("Fact", "Things to know besides the cards.", (f.name for f in words.facts)),
        one_of("Verb", "The verbs of actions.", (verb.name for verb in words.verbs)),
        one_of("EventName", "The kinds of event.", (event.name for event in words.events)),
    ]
    if words.stages:
        stages = {key(stage): number for number, stage in enumerate(words.stages)}
        parts.append(numbered("STAGE", "The stages: what is being decided.", stages))
    if words.marks:
        marks = {key(m.name): 1 << m.shift for m in words.marks if m.bits == 1}
        parts.append(numbered("MARK", "The bits of a card's marks.", marks))
    if amounts:
        shifts = {name: mark.shift for name, mark in amounts.items()}
        sizes = {name: (1 << mark.bits) - 1 for name, mark in amounts.items()}
        parts.append(
            numbered("SHIFT", "The lowest bit of each amount among a card's marks.", shifts)
        )
        parts.append(numbered("MOST", "The largest value of each amount.", sizes))
    return "\n\n".join(parts) + "\n"


def lessons(name: str) -> str:
    """The tutorial of a game, played by the rules."""
    tutorial = import_module(f"rumpus.games.{name}.tutorial").TUTORIAL
    return msgspec.json.encode(lessons_of(find(name), tutorial)).decode() + "\n"


# --------------------------------------------------------------------------------- files
def files() -> dict[Path, str]:
    """Every generated file and its contents."""
    calls = msgspec.json.format(msgspec.json.encode(openapi()), indent=1).decode() + "\n"
    drawn = [name for name in GAMES if (TABLES / name).is_dir()]
    taught = [name for name in drawn if (find(name).folder / "tutorial.py").exists()]
    return {
        ROOT / "web/src/lib/protocol.ts": protocol(),
        ROOT / "docs/openapi.json": calls,
        **{TABLES / name / "model/names.ts": names(find(name)) for name in drawn},
        **{TABLES / name / "tutorial/lessons.json": lessons(name) for name in taught},
        **{ROOT / f"web/tests/fixtures/{name}.json": sample(name) for name in SAMPLES},
    }


def stale() -> list[str]:
    """The files that are out of date."""
    return [
        str(path.relative_to(ROOT))
        for path, text in files().items()
        if not path.exists() or path.read_text() != text
    ]


def main() -> int:
    """Write the files, or say which are stale."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing")
    if parser.parse_args().check:
        if found := stale():
            print(f"Stale: {', '.join(found)}; run python tools/generate_web.py.")
        return int(bool(found))
    for path, text in files().items():
        path.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""What the page knows about the room is generated from the Python types, and up to date."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
from msgspec import inspect as i

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import generate_web


class Told(msgspec.Struct, array_like=True):
    """A pair."""

    seat: int
    name: str


class Asked(msgspec.Struct, tag="ask", tag_field="type"):
    """A question."""

    seats: list[int | None]
    told: dict[str, Told]
    more: str = ""


def test_generated_files_are_not_stale() -> None:
    assert generate_web.stale() == []


def test_a_stale_file_is_named(tmp_path: Path, monkeypatch: object) -> None:
    path = generate_web.ROOT / "web/src/lib/protocol.ts"
    before = path.read_text()
    changed = {path: before + "// more\n"}
    monkeypatch.setattr(generate_web, "files", lambda: changed)  # type: ignore[attr-defined]
    assert generate_web.stale() == ["web/src/lib/protocol.ts"]


def test_structs_are_interfaces() -> None:
    pair, asked = generate_web.structs_in(i.multi_type_info([Asked]))
    assert generate_web.declared(pair, is_asked=False).endswith(
        "export type Told = [seat: number, name: string];"
    )
    assert generate_web.declared(asked, is_asked=True).splitlines() == [
        "/** A question. */",
        "export interface Asked {",
        '  type: "ask";',
        "  seats: (number | null)[];",
        "  told: { [key: string]: Told };",
        "  more?: string;",
        "}",
    ]


def test_names_are_keys() -> None:
    assert [generate_web.key(name) for name in ("Draw pile", "face up", "tank")] == [
        "drawPile",
        "faceUp",
        "tank",
    ]

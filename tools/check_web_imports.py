"""Check that no file of the page imports itself, directly or through others.

python tools/check_web_imports.py [FOLDER]

Reads every import in `.ts` and `.svelte` files, including types, and prints each circle as a chain.
Without a folder it checks `web/src`.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

WEB = Path(__file__).resolve().parent.parent / "web"
ENDINGS = ("", ".ts", ".svelte", ".svelte.ts", "/index.ts")
COMMENTS = re.compile(r"/\*.*?\*/|<!--.*?-->|(?<!:)//[^\n]*", re.S)
IMPORTS = re.compile(
    r"""(?:\bfrom\s*|\bimport\s*\(\s*|\bimport\s+(?:type\s+)?)(["'])(?P<path>[^"'\n]+)\1"""
)

Graph = Mapping[Path, list[Path]]


def aliases(web: Path) -> dict[str, Path]:
    """The aliases for folders in imports, from tsconfig's `paths` and vite's `alias`."""
    found: dict[str, Path] = {}
    config = web / "tsconfig.json"
    if config.exists():
        options = json.loads(config.read_text())["compilerOptions"]
        base = web / options.get("baseUrl", ".")
        for name, (first, *_) in options.get("paths", {}).items():
            found[name.removesuffix("*")] = base / first.removesuffix("*")
    vite = web / "vite.config.ts"
    block = re.search(r"alias:\s*\{(.*?)\}", vite.read_text(), re.S) if vite.exists() else None
    for name, folder in re.findall(
        r"""["']?([@$\w/-]+)["']?\s*:\s*[^,"']*["']([^"']+)["']""", block[1] if block else ""
    ):
        found[name] = web / folder
    return found


def resolved(named: str, importer: Path, known: Mapping[str, Path]) -> Path | None:
    """The file that an import names, or None for a package."""
    start: Path | None = importer.parent / named if named.startswith(".") else None
    for name, folder in known.items():
        if start is None and (named == name or named.startswith(name.rstrip("/") + "/")):
            start = folder / named[len(name) :].lstrip("/")
    if start is None:
        return None
    base = os.path.normpath(start)
    return next((file for ending in ENDINGS if (file := Path(base + ending)).is_file()), None)


def import_graph(folder: Path, known: Mapping[str, Path]) -> Graph:
    """Every file in a folder, and the files that it imports."""
    files = sorted(file for file in folder.rglob("*") if file.suffix in (".ts", ".svelte"))
    graph: dict[Path, list[Path]] = {}
    for file in files:
        text = COMMENTS.sub("", file.read_text())
        found = (resolved(match["path"], file, known) for match in IMPORTS.finditer(text))
        graph[file] = sorted({path for path in found if path in set(files)})
    return graph


def shortest_circle(start: Path, graph: Graph) -> list[Path]:
    """The shortest way from a file back to itself; empty if there is none."""
    ways, seen = [[start]], {start}
    while ways:
        way = ways.pop(0)
        for file in graph[way[-1]]:
            if file == start:
                return [*way, start]
            if file not in seen:
                seen.add(file)
                ways.append([*way, file])
    return []


def circles(graph: Graph) -> Iterator[list[Path]]:
    """The shortest circle through each file, each circle once."""
    seen: set[frozenset[Path]] = set()
    for file in graph:
        way = shortest_circle(file, graph)
        if way and frozenset(way) not in seen:
            seen.add(frozenset(way))
            yield way


def main(arguments: list[str]) -> int:
    """Print the circles; 1 if there are any."""
    folder = Path(arguments[0]).resolve() if arguments else WEB / "src"
    graph = import_graph(folder, aliases(folder.parent))
    found = list(circles(graph))
    for way in found:
        print(" -> ".join(str(file.relative_to(folder)) for file in way))
    print(f"{len(graph)} files, {len(found)} import circles.")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

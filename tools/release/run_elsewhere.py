"""Run the shipped libraries for other kinds of machine, and compare the games with this one's.

    python tools/release/run_elsewhere.py

A small C program (for each kind of machine, by `zig cc`) loads a game's library from
`build/prebuilt`, lets bots play and computes a checksum of every final state. It runs
- directly, with the musl libc (Debian's `musl`),
- under Wine for Windows (Debian's `wine64`),
- under qemu for arm64 (Debian's `qemu-user`, and `musl` of arm64 unpacked in `$RUMPUS_ARM64`).
What is not installed is skipped, with a message.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import build_rules
from rumpus.games import GAMES, find
from rumpus.language.c.build import compile_c
from rumpus.language.c.text import wrapped
from rumpus.language.intrinsics import FNV_PRIME, FNV_START, MASK64
from rumpus.running.native import Native

GAMES_PLAYED, MOST = 500, 2_000
SEED = 11

PROGRAM = """
#include <stdint.h>
typedef int64_t (*Simulate)(void *, int32_t *, int64_t, int64_t, int64_t);
#ifdef _WIN32
void *LoadLibraryA(const char *);
void *GetProcAddress(void *, const char *);
void *GetStdHandle(unsigned);
int WriteFile(void *, const void *, unsigned, unsigned *, void *);
void ExitProcess(unsigned);
#define LOAD(name) LoadLibraryA(name)
#define FIND GetProcAddress
static void print(const char *text, unsigned n) {
  WriteFile(GetStdHandle((unsigned)-11), text, n, &n, 0);
}
#else
void *dlopen(const char *, int);
void *dlsym(void *, const char *);
int64_t write(int, const void *, uint64_t);
void _exit(int);
#define LOAD(name) dlopen(name, 2)
#define FIND dlsym
#define ExitProcess _exit
static void print(const char *text, unsigned n) { write(1, text, n); }
#endif

static const uint8_t blank[SIZE] = {
BLANK};
static union { uint8_t bytes[SIZE]; int64_t aligned; } state;

static int play(void) {
  int32_t bots[64];
  void *library = LOAD(LIBRARY);
  Simulate simulate = library ? (Simulate)FIND(library, "rumpus_simulate") : 0;
  if (!simulate) return 1;
  uint64_t sum = START;
  for (int i = 0; i < 64; i++) bots[i] = 1;
  for (int64_t number = 0; number < GAMES_PLAYED; number++) {
    for (int i = 0; i < SIZE; i++) state.bytes[i] = blank[i];
    sum = (sum ^ (uint64_t)simulate(state.bytes, bots, SEED, number, MOST)) * PRIME;
    for (int i = 0; i < SIZE; i++) sum = (sum ^ state.bytes[i]) * PRIME;
  }
  char text[17];
  for (int i = 0; i < 16; i++) text[i] = "0123456789abcdef"[sum >> (60 - 4 * i) & 15];
  text[16] = '\\n';
  print(text, 17);
  return 0;
}
#ifdef _WIN32
void wWinMainCRTStartup(void) { ExitProcess(play()); }
#else
int main(void) { return play(); }
#endif
"""

WINDOWS = ("-nostdlib", "-rtlib=compiler-rt", "-lkernel32")
ARM = os.environ.get("RUMPUS_ARM64", "")
WAYS: dict[str, tuple[str, tuple[str, ...], list[str]]] = {
    "musl": ("linux-x86_64", ("-target", "x86_64-linux-musl", "-dynamic"), []),
    "Wine": ("windows-x86_64", ("-target", "x86_64-windows-gnu", *WINDOWS), ["wine"]),
    "qemu, musl": (
        "linux-arm64",
        ("-target", "aarch64-linux-musl", "-dynamic"),
        ["qemu-aarch64", "-L", ARM],
    ),
}
"""Where a library is run: the kind of machine, how to build for it, what runs its programs."""


def blank_of(backend: Native) -> Any:
    """The state before the deal of the smallest usual game."""
    return backend.blank(backend.game.players[0], {})


def here(game: str) -> str:
    """The checksum of the games on this machine."""
    backend = Native(find(game))
    bots, total = backend.row(64, [1] * 64), FNV_START
    for number in range(GAMES_PLAYED):
        s = blank_of(backend)
        decisions = backend.run("simulate", s, bots, SEED, number, MOST)
        for part in (decisions & MASK64, *backend.pack(s)):
            total = (total ^ part) * FNV_PRIME & MASK64
    return f"{total:016x}"


def elsewhere(game: str, way: str, folder: Path) -> str:
    """The checksum of the same games there."""
    platform, flags, runner = WAYS[way]
    library = build_rules.library_of(game, platform)
    name = library.name
    shutil.copy(library, folder)
    backend = Native(find(game))
    blank = backend.pack(blank_of(backend))
    constants = {
        "LIBRARY": f'"{name if "windows" in platform else folder / name}"',
        "SIZE": len(blank),
        "BLANK": wrapped(", ".join(map(str, blank))),
        "GAMES_PLAYED": GAMES_PLAYED,
        "SEED": SEED,
        "MOST": MOST,
        "START": f"{FNV_START}u",
        "PRIME": f"{FNV_PRIME}u",
    }
    text = PROGRAM
    for word, value in constants.items():
        text = text.replace(word, str(value))
    (folder / "play.c").write_text(text, encoding="utf-8")
    zig = [sys.executable, "-m", "ziglang", "cc"]
    compile_c(folder, "play.c", "play.exe", ("-O1", "-std=c11", *flags), zig)
    environment = {**os.environ, "WINEDEBUG": "-all", "WINEPREFIX": str(folder.parent / "wine")}
    command = [*runner, str(folder / "play.exe")]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or f"failed ({done.returncode}): {done.stderr.strip()[-300:]}"


def is_there(way: str) -> bool:
    """Whether this machine can run programs of that kind."""
    if way == "musl":
        return bool(list(Path("/lib").glob("ld-musl-x86_64.so.1")))
    return bool(shutil.which(WAYS[way][2][0])) and (way != "qemu, musl" or bool(ARM))


def main() -> None:
    """Run every game in every way."""
    build_rules.main()
    failed = False
    with tempfile.TemporaryDirectory() as work:
        for way in WAYS:
            if not is_there(way):
                print(f"{way}: not installed here")
                continue
            for game in GAMES:
                folder = Path(work) / f"{way.split(',')[0]}-{game}"
                folder.mkdir()
                expected, found = here(game), elsewhere(game, way, folder)
                failed = failed or expected != found
                said = "the same games" if expected == found else f"{found}, not {expected}"
                print(f"{way}: {WAYS[way][0]} {game}: {said}", flush=True)
    sys.exit(failed)


if __name__ == "__main__":
    main()

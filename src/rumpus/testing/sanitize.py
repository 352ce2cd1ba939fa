"""Play a game under the address and undefined-behaviour sanitizers.

Python is not built with them, so a small C program plays the games: it is compiled together with
the game's own C into one executable, and calls every rule of the contract on the way. Each game
gives a checksum of everything that happened; `checksum` plays the same game on any back end.
"""

from __future__ import annotations

import os
import struct
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from rumpus.language.c.build import CannotBuild, compile_c
from rumpus.language.c.emit import emit
from rumpus.language.c.text import wrapped
from rumpus.language.declare import NONE
from rumpus.language.intrinsics import FNV_PRIME, FNV_START, MASK64
from rumpus.rulekit.game import Game
from rumpus.rulekit.options import Setting
from rumpus.running.backend import Backend
from rumpus.running.engine import DICE
from rumpus.running.entries import rules_of
from rumpus.running.interpreted import Interpreted

FLAGS = (
    "-fsanitize=address,undefined", "-fno-sanitize-recover=all",
    "-std=c11", "-O1", "-g", "-Wall", "-Wno-unused",
)  # fmt: skip
MOST_DECISIONS = 2_000


class TableSetup(NamedTuple):
    """The number of players and the settings."""

    players: int
    settings: Mapping[str, Setting]


MAIN = """
/* ---- playing under the sanitizers ---- */
int printf(const char *form, ...);

static uint64_t rk_sum;
static void rk_add(int64_t number) { rk_sum = (rk_sum ^ (uint64_t)number) * 0x100000001B3u; }
static void rk_add_row(const int32_t *row, int64_t n) {
  for (int64_t i = 0; i < n; i++) rk_add(row[i]);
}
static void rk_add_state(const State *s) {
  int64_t numbers[sizeof *s / 8];
  __builtin_memcpy(numbers, s, sizeof *s);
  for (int64_t i = 0; i < (int64_t)sizeof *s / 8; i++) rk_add(numbers[i]);
}
static Log rk_events;
static void rk_add_events(void) {
  rk_add(rk_events.n);
  for (int i = 0; i < rk_events.n; i++) rk_add_row(rk_events.event[i], 6);
  rk_events.n = 0;
}

static void rk_play(const State *blank, int64_t players, int64_t seed, int64_t number) {
  int32_t actions[ACTION_SPACE] = {0}, weights[ACTION_SPACE] = {0}, seats[MOST_PLAYERS] = {0};
  int32_t out[SHOW_ROOM] = {0}, dice[DICE] = {0};
  State s = *blank, scratch;
  rumpus_seed_dice(dice, seed, number);
  rumpus_seed_key(&s, seed, number);
  SETUP;
  rk_add_events();
  for (int64_t n = 0, seat; n < MOST_DECISIONS && (seat = rumpus_seat_asked(&s)) != -1; n++) {
    int64_t n_legal = rumpus_legal(&s, seat, actions);
    rk_add_row(actions, n_legal);
    rumpus_advise(&s, seat, weights);
    rk_add_row(weights, n_legal);
    rk_add(rumpus_may(&s));
    rk_add(rumpus_timeout(&s, seat));
    rk_add_row(out, rumpus_view(&s, &scratch, n % (players + 1) - 1, out));
    rumpus_clone(&scratch, &s);
    rumpus_redact(&scratch, seat);
    rumpus_seed_key(&scratch, seed, n);
    rumpus_imagine(&scratch, seat);
    rk_add_state(&scratch);
    int64_t action = actions[rumpus_throw(dice, n_legal)];
    APPLY;
    rk_add_events();
  }
  rumpus_places(&s, seats);
  rk_add_row(seats, players);
  rumpus_scores(&s, seats);
  rk_add_row(seats, players);
  rk_add_state(&s);
  int32_t quick[MOST_PLAYERS];
  for (int64_t seat = 0; seat < MOST_PLAYERS; seat++) quick[seat] = 1;
  s = *blank;
  rk_add(rumpus_simulate(&s, quick, seed, number, MOST_DECISIONS));
  rk_add_state(&s);
}

int main(void) {
  for (int64_t table = 0; table < TABLES; table++) {
    State blank;
    __builtin_memcpy(&blank, rk_blanks[table], sizeof blank);
    for (int64_t number = 0; number < GAMES; number++) {
      rk_sum = 0xCBF29CE484222325u;
      rk_play(&blank, rk_players[table], SEED, number);
      printf("%llu\\n", (unsigned long long)rk_sum);
    }
  }
  return 0;
}
"""


class Sum:
    """A checksum of what happened in a game (like FNV-1a, but over 64-bit numbers)."""

    def __init__(self) -> None:
        self.value = FNV_START

    def add(self, *numbers: int) -> None:
        """Add a number."""
        for number in numbers:
            self.value = (self.value ^ (number & MASK64)) * FNV_PRIME & MASK64

    def add_state(self, data: bytes) -> None:
        """Add a whole state, eight bytes at a time."""
        self.add(*struct.unpack(f"<{len(data) // 8}q", data))


def checksum(backend: Backend, table: TableSetup, seed: int, number: int) -> int:
    """Play the same game as the C program, and compute the same checksum."""
    game, total = backend.game, Sum()
    s, dice = backend.blank(*table), backend.row(DICE)
    backend.run("seed_dice", dice, seed, number)
    backend.run("seed_key", s, seed, number)
    events = backend.told("setup", s)
    for n in range(MOST_DECISIONS + 1):
        total.add(len(events), *(x for e in events for x in (e.audience, e.kind, *e.numbers)))
        seat = backend.run("seat_asked", s)
        if seat == NONE or n == MOST_DECISIONS:
            break
        advice = backend.advice(s, seat)
        total.add(*advice, *advice.values(), backend.run("may", s), backend.run("timeout", s, seat))
        total.add(*backend.show(s, n % (table.players + 1) - 1))
        total.add_state(backend.pack(backend.imagined(s, seat, seed=seed, number=n)))
        action = list(advice)[backend.run("throw", dice, len(advice))]
        events = backend.told("apply", s, seat, action)
    total.add(*backend.places(s), *backend.scores(s))
    total.add_state(backend.pack(s))
    s, bots = backend.blank(*table), backend.row(game.players[-1], [1] * game.players[-1])
    total.add(backend.run("simulate", s, bots, seed, number, MOST_DECISIONS))
    total.add_state(backend.pack(s))
    return total.value


def player(game: Game, tables: Sequence[TableSetup], games: int, seed: int) -> str:
    """The C program that plays this many games at each table."""
    text, _ = emit(rules_of(game).program, game.title)
    backend = Interpreted(game)
    blanks = [backend.pack(backend.blank(*table)) for table in tables]
    players = ", ".join(str(table.players) for table in tables)
    rows = "".join(wrapped(f"  {{{', '.join(map(str, blank))}}},") + "\n" for blank in blanks)
    constants = {
        "ACTION_SPACE": game.actions,
        "SHOW_ROOM": game.show_room,
        "MOST_PLAYERS": game.players[-1],
        "DICE": DICE,
        "MOST_DECISIONS": MOST_DECISIONS,
        "TABLES": len(tables),
        "GAMES": games,
        "SEED": seed,
        "SETUP": _call("setup", text, "&s"),
        "APPLY": _call("apply", text, "&s", "seat", "action"),
    }
    defined = "".join(f"#define {name} {value}\n" for name, value in constants.items())
    return (
        f"{text}\n{defined}"
        f"static const uint8_t rk_blanks[TABLES][sizeof(State)] = {{\n{rows}}};\n"
        f"static const int64_t rk_players[TABLES] = {{{players}}};\n"
        f"{MAIN}"
    )


def _call(rule: str, text: str, s: str, *arguments: str) -> str:
    """A call that keeps the rule's events, if it tells any."""
    told = f"rumpus_told_{rule}"
    given = (s, "&rk_events", *arguments) if f"{told}(" in text else (s, *arguments)
    return f"{told if f'{told}(' in text else f'rumpus_{rule}'}({', '.join(given)})"


def play_sanitized(
    game: Game, tables: Iterable[TableSetup], folder: Path, *, games: int, seed: int
) -> list[int]:
    """Build the C program in a folder and run it; the sums of all games, table by table.

    Raises `CannotBuild` with what the sanitizers say if they find anything.
    """
    text = player(game, list(tables), games, seed)
    (folder / f"{game.name}.c").write_text(text, encoding="utf-8")
    compile_c(folder, f"{game.name}.c", game.name, FLAGS)
    done = subprocess.run(
        [folder / game.name],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0", "UBSAN_OPTIONS": "print_stacktrace=1"},
    )
    if done.returncode:
        raise CannotBuild(f"{game.title} is not clean under the sanitizers:\n{done.stderr}")
    return [int(line) for line in done.stdout.split()]

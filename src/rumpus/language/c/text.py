"""Pieces of C: the prelude of every generated file, names that C leaves free, numbers."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Container, Iterable

from rumpus.language.intrinsics import FNV_PRIME, FNV_START, LANES, LOG_ROOM, MOST_ARGUMENTS

KEYWORDS = frozenset(
    # C's words, C++'s (CUDA is compiled as C++), what compilers know by name, the prelude's own
    """
    alignas alignof asm auto bool break case char const constexpr continue default do double else
    enum extern false float for goto if inline int long nullptr register restrict return short
    signed sizeof static static_assert struct switch thread_local true typedef typeof typeof_unqual
    union unsigned void volatile while

    and and_eq bitand bitor catch class compl const_cast decltype delete dynamic_cast explicit
    export friend mutable namespace new noexcept not not_eq operator or or_eq private protected
    public reinterpret_cast static_cast template this throw try typeid typename using virtual
    wchar_t xor xor_eq

    abort abs exit floor imaxabs labs llabs log main memcmp memcpy memmove memset pow printf puts
    round

    EXPORT Log RULE State TABLE
    """.split()  # noqa: SIM905
)
"""Names that already mean something to a compiler."""
KEPT = re.compile(r"_[A-Z_].*|rk_.*|u?int\w*_t|U?INT\w*_(MIN|MAX|C)|[A-Z_]+_(MIN|MAX)")
"""Prefixes reserved for headers and the prelude."""

WIDTH = 100


def safe(name: str) -> str:
    """A name that C leaves free: unchanged, or with an underscore appended."""
    plain = name.encode("ascii", "backslashreplace").decode().replace("\\", "_")
    return f"{plain}_" if plain in KEYWORDS or KEPT.fullmatch(plain) else plain


def free(name: str, taken: Container[str]) -> str:
    """A safe name that is not taken here."""
    name = safe(name)
    while name in taken:
        name += "_"
    return name


def free_names(names: Iterable[str]) -> dict[str, str]:
    """A safe name for each of these, all different."""
    chosen: dict[str, str] = {}
    for name in names:
        chosen[name] = free(name, chosen.values())
    return chosen


def c_int(bits: int) -> str:
    """The C type with this many bits."""
    return f"int{bits}_t"


def sizes(shape: tuple[int, ...]) -> str:
    """The sizes of an array: `[6][7]`."""
    return "".join(f"[{size}]" for size in shape)


def literal(number: int) -> str:
    """A number in C."""
    if number == -(1 << 63):
        return "INT64_MIN"
    text = f"{abs(number)}" if abs(number) < 1 << 31 else f"{abs(number)}LL"
    return f"(-{text})" if number < 0 else text


def comment(text: str) -> str:
    """A comment that its text cannot end."""
    return f"/* {text.replace('*/', '* /').replace('/*', '/ *')} */"


def wrapped(line: str, *, indent: str = "    ") -> str:
    """A long line as several."""
    return "\n".join(
        textwrap.wrap(
            line, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
        )
    )


PRELUDE = """\
#include <stdint.h>

#define RULE static __attribute__((unused))
#define TABLE static const __attribute__((unused))
#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

/* Division and remainder as Python has them: towards minus infinity. */
RULE int64_t rk_div(int64_t a, int64_t b) {
  if ((uint64_t)(a | b) <= UINT32_MAX) return (int64_t)((uint32_t)a / (uint32_t)b);
  int64_t q = a / b;
  return q - ((a % b != 0) & ((a < 0) != (b < 0)));
}
RULE int64_t rk_mod(int64_t a, int64_t b) {
  if ((uint64_t)(a | b) <= UINT32_MAX) return (int64_t)((uint32_t)a % (uint32_t)b);
  if (b == -1) return 0;
  int64_t r = a % b;
  return (r != 0 && ((r < 0) != (b < 0))) ? r + b : r;
}
RULE int64_t rk_shl(int64_t a, int64_t by) { return (int64_t)((uint64_t)a << by); }
RULE int64_t rk_min(int64_t a, int64_t b) { return b < a ? b : a; }
RULE int64_t rk_max(int64_t a, int64_t b) { return b > a ? b : a; }
RULE int64_t rk_abs(int64_t a) { return a < 0 ? -a : a; }
RULE uint32_t rk_rot32(uint32_t a, int64_t by) {
  return (a << (by & 31)) | (a >> (-(uint64_t)by & 31));
}
/* The next number of a range; its end where 64 bits may not hold a number so far. */
RULE int64_t rk_up(int64_t i, uint64_t step, int64_t end) {
  return (uint64_t)end - (uint64_t)i > step ? (int64_t)((uint64_t)i + step) : end;
}
RULE int64_t rk_down(int64_t i, uint64_t step, int64_t end) {
  return (uint64_t)i - (uint64_t)end > step ? (int64_t)((uint64_t)i - step) : end;
}
RULE int64_t rk_count(int64_t members) { return __builtin_popcountll((uint64_t)members); }
RULE int64_t rk_lowest(int64_t members) {
  return members == 0 ? -1 : (int64_t)__builtin_ctzll((uint64_t)members);
}
"""

DIGEST = f"""\
RULE uint64_t rk_mixed(uint64_t number, uint64_t part) {{
  number = (number ^ part) * {FNV_PRIME:#x}u;
  return number ^ number >> 32;
}}
RULE int64_t rk_digest(const State *s) {{
  uint64_t part, number = {FNV_START:#x}u, lane[{LANES}];
  for (int i = 0; i < {LANES}; i++) lane[i] = number;
  for (uint64_t i = 0; i < sizeof *s / sizeof part; i++) {{
    __builtin_memcpy(&part, (const char *)s + i * sizeof part, sizeof part);
    lane[i % {LANES}] = rk_mixed(lane[i % {LANES}], part);
  }}
  for (int i = 0; i < {LANES}; i++) number = rk_mixed(number, lane[i]);
  return (int64_t)(number >> 1);
}}
RULE void rk_restore(State *s, const int32_t *kept, int64_t n) {{
  __builtin_memcpy(s, (const char *)kept + n * (int64_t)sizeof *s, sizeof *s);
}}
"""

LOG = f"""\
/* The event log: audience, kind and up to {MOST_ARGUMENTS} numbers per event. */
typedef struct {{
  uint64_t kinds; /* the set of kinds told (0..63), even of events that were lost */
  State *states; /* where the state at each event is kept, or nowhere */
  int32_t n, lost;
  int32_t event[{LOG_ROOM}][{MOST_ARGUMENTS + 2}];
}} Log;
RULE void rk_tell(
    const State *s, Log *log,
    int64_t audience, int64_t kind, int64_t a, int64_t b, int64_t c, int64_t d) {{
  log->kinds |= (uint64_t)1 << (kind & 63);
  if (log->n == {LOG_ROOM}) {{ log->lost++; return; }}
  if (log->states) log->states[log->n] = *s;
  int32_t *event = log->event[log->n++];
  event[0] = (int32_t)audience; event[1] = (int32_t)kind;
  event[2] = (int32_t)a; event[3] = (int32_t)b; event[4] = (int32_t)c; event[5] = (int32_t)d;
}}
"""

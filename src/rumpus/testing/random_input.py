"""Random input made from declared types: valid, almost valid, or garbage."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from msgspec import inspect

Pool = Mapping[str, Sequence[Any]]
"""Meaningful values for a field, by its name."""
TEXTS = ("", " ", "0", "Ann", "\x00", "\x1b[2J", "é" * 40, "\u200d", "x" * 200, "\ufffe", "../..")
NUMBERS = (0, 1, -1, 2, 63, 64, 255, 2**31 - 1, 2**31, -(2**31), 2**63, 2**64, 10**30)
ODD: tuple[Any, ...] = (None, True, [], {}, 1.5, 1e308, [[]], {"": {}}, *TEXTS, *NUMBERS)
RAW = (b"\xff", b"\x00", b"\\ud800", b"[" * 1500, b'{"a":' * 1500, b"1e999", b"9" * 500, b"NaN")


def value_of(kind: inspect.Type, rng: Random, pool: Pool, name: str = "") -> Any:
    """A value of a declared type, as plain data."""
    if name in pool and pool[name] and rng.random() < 0.95:
        return rng.choice(pool[name])
    return MAKERS[type(kind)](kind, rng, pool, name)


def _struct(kind: Any, rng: Random, pool: Pool, _: str) -> dict[str, Any]:
    made = {
        field.encode_name: value_of(field.type, rng, pool, field.encode_name)
        for field in kind.fields
        if field.required or rng.random() < 0.5
    }
    return made if kind.tag_field is None else {kind.tag_field: kind.tag, **made}


def _number(kind: Any, rng: Random, _: Pool, __: str) -> int:
    low = -(2**40) if kind.ge is None else kind.ge
    high = 2**40 if kind.le is None else kind.le
    near = [n for n in (low, low + 1, high, 0, 1, 2, 3, 4, 5) if low <= n <= high]
    return rng.choice([*near, rng.randint(low, high)])


def _text(kind: Any, rng: Random, _: Pool, __: str) -> str:
    most = 50 if kind.max_length is None else kind.max_length
    text = rng.choice([*TEXTS, "".join(chr(rng.randint(32, 0x2FF)) for _ in range(most))])
    return text[:most].ljust(kind.min_length or 0, "x")


def _list(kind: Any, rng: Random, pool: Pool, name: str) -> list[Any]:
    size = rng.choice([0, 1, 2, 3, min(8, kind.max_length or 8)])
    return [value_of(kind.item_type, rng, pool, name) for _ in range(size)]


def _dict(kind: Any, rng: Random, pool: Pool, name: str) -> dict[Any, Any]:
    return {
        value_of(kind.key_type, rng, pool, f"{name} key"): value_of(kind.value_type, rng, pool, "")
        for _ in range(rng.randint(0, 3))
    }


def _tuple(kind: Any, rng: Random, pool: Pool, _: str) -> list[Any]:
    return [value_of(item, rng, pool) for item in kind.item_types]


def _union(kind: Any, rng: Random, pool: Pool, name: str) -> Any:
    return value_of(rng.choice(kind.types), rng, pool, name)


MAKERS: dict[type[Any], Callable[[Any, Random, Pool, str], Any]] = {
    inspect.StructType: _struct,
    inspect.IntType: _number,
    inspect.StrType: _text,
    inspect.ListType: _list,
    inspect.DictType: _dict,
    inspect.TupleType: _tuple,
    inspect.UnionType: _union,
    inspect.BoolType: lambda _, rng, __, ___: rng.random() < 0.5,
    inspect.NoneType: lambda *_: None,
    inspect.RawType: lambda _, rng, __, ___: rng.choice(ODD),
}


def changed(value: Any, rng: Random) -> Any:
    """The same data with one change: something replaced, left out, doubled or swapped."""
    if rng.random() < 0.25 or not isinstance(value, dict | list) or not value:
        return rng.choice(ODD)
    copy: Any = value.copy()
    at = rng.choice(list(copy)) if isinstance(copy, dict) else rng.randrange(len(copy))
    match rng.randrange(6):
        case 0:
            del copy[at]
        case 1 if isinstance(copy, list):
            copy.insert(at, copy[at])
        case 2 if isinstance(copy, list):
            other = rng.randrange(len(copy))
            copy[at], copy[other] = copy[other], copy[at]
        case 3 if isinstance(copy, dict):
            copy[rng.choice(TEXTS)] = rng.choice(ODD)
        case _:
            copy[at] = changed(copy[at], rng)
    return copy


def written(value: Any, rng: Random) -> bytes:
    """Data as JSON: intact, with something changed, or with corrupted bytes."""
    for _ in range(rng.choice([0, 0, 0, 1, 1, 2])):
        value = changed(value, rng)
    text = json.dumps(value, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")
    if rng.random() < 0.85:
        return text
    values = [n + 2 for n in range(len(text)) if text.startswith(b": ", n)]
    at = rng.choice(values or [0]) if rng.random() < 0.5 else rng.randrange(len(text) + 1)
    end = rng.choice([at, min(len(text), at + 1), min(len(text), at + 20), len(text)])
    return text[:at] + rng.choice((b"", *RAW)) + text[end:]

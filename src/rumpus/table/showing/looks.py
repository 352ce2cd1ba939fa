"""What viewers are shown: the JSON that the rules of spell and beats write."""

from __future__ import annotations

from array import array
from collections.abc import Collection
from itertools import chain, pairwise
from struct import Struct, unpack_from
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from rumpus.language.intrinsics import EVERYONE
from rumpus.language.ruleset import EntryPoints
from rumpus.rulekit.log import Told
from rumpus.running.backend import WIDTH, Backend

from .beats import beats
from .spell import HEAD, LOOK, Keys, looks, pieces_of, room_for

SPELLING = EntryPoints((looks, beats), brief=True)
"""The entry points that a back end needs for looks."""
HEADS = Struct(f"<{HEAD}i")
USUAL_LOOKS = 64
"""The minimum number of looks that a page has room for."""


class Look(NamedTuple):
    """What a viewer may know: the viewer, the facts and the zones (or how they change, beat by
    beat), who is asked and whether it is over, as a JSON object that is not closed yet; and the
    viewer's legal actions."""

    written: bytes
    legal: tuple[int, ...]


class Page(NamedTuple):
    """Rows to write looks on; only one call uses them at a time."""

    pieces: Any
    was: Any
    laid: Any
    out: Any
    room: int  # for how many looks


PAGES: WeakKeyDictionary[Backend, dict[Keys, list[Page]]] = WeakKeyDictionary()
"""The free pages of each back end."""


def looks_of(backend: Backend, s: Any, viewers: Collection[int], keys: Keys) -> dict[int, Look]:
    """Everything that some viewers are shown, in one call."""
    page = take_page(backend, keys, len(viewers))
    n = backend.run(
        "looks", s, backend.scratch(s), set_of(viewers), page.pieces, page.laid, page.out
    )
    return read_looks(backend, keys, page, n, viewers)


def beats_of(
    backend: Backend,
    told: Told,
    s: Any,
    viewers: Collection[int],
    keys: Keys,
    *,
    whole: bool = False,
) -> dict[int, Look]:
    """The beats of some events for some viewers, in one call: how the table changes with every
    event that they hear, and finally up to the current state. The first beat is `whole` for viewers
    who do not know the state before."""
    events, size = told.events, backend.layout.size
    page = take_page(backend, keys, len(viewers) * (len(events) + 1))
    states = [told.states[i : i + size] for i in range(0, len(told.states), size)]
    changed = (was != now for was, now in pairwise((*states, backend.pack(s))))
    audiences = (*(event.audience for event in events), EVERYONE)
    heard = array("i", chain.from_iterable(zip(audiences, changed, strict=True)))
    n = backend.run(
        "beats", s, backend.scratch(s), backend.row_of(told.states),
        backend.row_of(heard.tobytes()), len(events), int(whole), set_of(viewers),
        page.pieces, page.was, page.laid, page.out,
    )  # fmt: skip
    return read_looks(backend, keys, page, n, viewers)


def set_of(viewers: Collection[int]) -> int:
    """A set of viewers: seat n is bit n + 1, and spectators are bit 0."""
    return sum(1 << (viewer + 1) for viewer in viewers)


def read_looks(
    backend: Backend, keys: Keys, page: Page, n: int, viewers: Collection[int]
) -> dict[int, Look]:
    """Read what is on a page, and return the page for others to use."""
    written = backend.written(page.out, n)
    PAGES[backend][keys].append(page)
    heads = HEADS.iter_unpack(written[: HEADS.size * len(viewers)])
    return {
        viewer: Look(
            written[WIDTH * begin : WIDTH * begin + size],
            unpack_from(f"<{actions}i", written, WIDTH * place),
        )
        for viewer, (actions, place, size, begin) in zip(sorted(viewers), heads, strict=True)
    }


def take_page(backend: Backend, keys: Keys, looks: int) -> Page:
    """A free page with room for this many looks."""
    pages = PAGES.setdefault(backend, {}).setdefault(keys, [])
    try:
        page = pages.pop()
    except IndexError:  # all are in use; checking first would be a race between threads
        pass
    else:
        if page.room >= looks:
            return page
    game, looks = backend.game, max(looks, USUAL_LOOKS)
    pieces, laid = pieces_of(keys, game.words.fact_names), game.show_room + LOOK + game.actions
    out = backend.row(looks * (room_for(laid, pieces) + game.actions))
    return Page(backend.row(len(pieces), pieces), backend.row(laid), backend.row(laid), out, looks)

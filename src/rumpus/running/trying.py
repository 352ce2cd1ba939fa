"""Try actions out: what they would lead to, as far as the acting seat can know.

The actions are carried out in worlds imagined only from what the seat knows, dice included: a seat
that cannot tell two tables apart gets the same answer at both.

Random worlds show how likely something is, but cannot prove it certain: a card that changes it may
be in none of them. So whatever the seat learns in the first world is replaced by everything else it
could be, and only what happens first in all of those worlds too is certain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

from rumpus.language.declare import NONE
from rumpus.rulekit.errors import IllegalAction
from rumpus.rulekit.log import Event
from rumpus.rulekit.sentence import say

from .backend import Backend

WORLDS = 24
MOST_EXCHANGED = 64
"""How many more worlds are checked before something counts as certain."""
SEED_BYTES = 7
BYTE = 8
MOST_ACTIONS = 12
"""How many actions can be tried, one after the other."""
MOST_FOLLOWING = 12
"""How many forced decisions are followed."""
MOST_LINES = 48


class Heard(NamedTuple):
    """What the seat would be told, and which seats would have to let it happen first."""

    event: Event
    unless: tuple[int, ...] = ()


class TriedLine(NamedTuple):
    """The same with the number of worlds in which it happens, and whether it is certain."""

    event: Event
    unless: tuple[int, ...]
    worlds: int
    sure: bool


class Tried(NamedTuple):
    """The result: the lines, first the certain ones in order, then the likely ones; what the seat
    could do right after its actions; which facts would change, by number, if they are the same in
    all worlds; who has to decide at the end; and in how many worlds the game would be over."""

    lines: tuple[TriedLine, ...]
    choices: tuple[int, ...]
    facts: tuple[tuple[int, int], ...]
    asks: tuple[int, ...]
    over: int
    worlds: int


class World(NamedTuple):
    """The result in one world; `learnt` are the positions in its state that the seat could not know
    before and knows at the end, and `news` what was there."""

    heard: tuple[Heard, ...]
    choices: tuple[int, ...]
    facts: tuple[int, ...]
    asks: tuple[int, ...]
    over: bool
    learnt: tuple[int, ...]
    news: frozenset[int]


def try_out(backend: Backend, known: Any, seat: int, actions: Sequence[int]) -> Tried:
    """Carry out a seat's actions in imagined worlds, starting from what the seat may know."""
    if len(actions) > MOST_ACTIONS:
        raise IllegalAction(say("At most {most} actions can be tried at once.", most=MOST_ACTIONS))
    packed = backend.pack(known)
    seed = int.from_bytes(blake2b(packed, digest_size=SEED_BYTES).digest(), "little")
    imagined = [backend.imagined(known, seat, seed=seed, number=number) for number in range(WORLDS)]
    whole = backend.pack(imagined[0])
    hidden = [place for place, byte in enumerate(whole) if byte != packed[place]]
    worlds = [carry_out(backend, world, seat, actions, hidden) for world in imagined]
    others = exchanged(backend, packed, seat, whole, worlds[0].learnt)
    every = worlds + [carry_out(backend, other, seat, actions, hidden) for other in others or ()]
    sure = sure_lines(backend, every, all_exchanged=others is not None)
    first, *rest = every
    return Tried(
        tuple(lines_of(worlds, sure)),
        tuple(action for action in first.choices if all(action in w.choices for w in rest)),
        tuple(changed(facts_of(backend, known, seat), [world.facts for world in every])),
        tuple(sorted({asked for world in worlds for asked in world.asks})),
        sum(world.over for world in worlds),
        len(worlds),
    )


# --------------------------------------------------------------------------------- one world
def carry_out(
    backend: Backend, world: Any, seat: int, actions: Sequence[int], hidden: Sequence[int] = ()
) -> World:
    """Take the actions in a world, then everything that follows without a decision. `hidden` are
    the positions in the state that the seat could not know."""
    before = backend.pack(world)
    heard: list[Heard] = []
    for number, action in enumerate(actions):
        if number and action not in backend.legal(world, seat):
            raise IllegalAction(
                say("{action} cannot follow there.", action=name_of(backend, world, seat, action))
            )
        heard += heard_by(seat, backend.apply(world, seat, action))
    choices = tuple(backend.legal(world, seat))
    unless: tuple[int, ...] = ()
    for _ in range(MOST_FOLLOWING):
        decider, action = follows(backend, world, seat)
        if action == NONE:
            break
        if decider != seat:
            unless = tuple(sorted({*unless, decider}))
        heard += heard_by(seat, backend.apply(world, decider, action), unless)
    seen, after = backend.pack(backend.redacted(world, seat)), backend.pack(world)
    learnt = tuple(place for place in hidden if seen[place] == after[place])
    news = frozenset(before[place] for place in learnt)
    return World(
        tuple(heard),
        choices,
        facts_of(backend, world, seat),
        backend.asks(world),
        backend.is_over(world),
        learnt,
        news,
    )


def facts_of(backend: Backend, s: Any, seat: int) -> tuple[int, ...]:
    """The facts that a seat is shown."""
    shown = backend.show(s, seat)
    return tuple(shown[1 : 1 + shown[0]])


def name_of(backend: Backend, world: Any, seat: int, action: int) -> str:
    """An action in words for a refusal."""
    words, players = backend.game.words, backend.players(world)
    known = words.means(action, players)
    return repr(words.notation(action, seat, players)) if known else f"Action {action}"


def heard_by(seat: int, events: Sequence[Event], unless: tuple[int, ...] = ()) -> Iterator[Heard]:
    """What a seat is told about some events."""
    return (Heard(event, unless) for event in events if event.is_for(seat))


def follows(backend: Backend, world: Any, seat: int) -> tuple[int, int]:
    """Who acts next without a real decision, and how: a seat that lets things take their course, or
    the seat itself if it has no choice. NONE: somebody really has to decide."""
    asked = backend.asks(world)
    if len(asked) != 1:
        return NONE, NONE
    decider = asked[0]
    action = backend.run("passes", world, decider)
    if action == NONE and decider == seat:
        only = backend.legal(world, seat)
        action = only[0] if len(only) == 1 else NONE
    return decider, action


def exchanged(
    backend: Backend, known: bytes, seat: int, whole: bytes, learnt: Sequence[int]
) -> list[Any] | None:
    """Worlds in which something that the seat learns is replaced by anything else it could be, as
    far as the seat can tell; None if that cannot be done for all of it."""
    worlds: list[Any] = []
    for place in learnt:
        size = len(worlds)
        instead = others_for(backend, known, whole, place)
        for other in instead:
            changed = bytearray(whole)
            changed[place], changed[other] = whole[other], whole[place]
            world = backend.load(bytes(changed))
            if backend.pack(backend.redacted(world, seat)) == known:
                worlds.append(world)
        if len(worlds) > MOST_EXCHANGED or (instead and len(worlds) == size):
            return None
    return worlds


def others_for(backend: Backend, known: bytes, whole: bytes, place: int) -> list[int]:
    """Hidden positions of the same field, one for each different value."""
    slot = next(slot for slot in reversed(backend.layout.slots) if slot.offset <= place)
    end = slot.offset + slot.places * slot.bits // BYTE
    hidden = (other for other in range(slot.offset, end) if known[other] != whole[other])
    instead = {whole[other]: other for other in hidden if whole[other] != whole[place]}
    return list(instead.values())


# --------------------------------------------------------------------------------- all worlds
def lines_of(worlds: Sequence[World], sure: Sequence[int]) -> Iterator[TriedLine]:
    """The certain lines in order, then what happens in some worlds, the likeliest first."""
    for at in sure:
        yield TriedLine(*worlds[0].heard[at], len(worlds), sure=True)
    told: Counter[tuple[Heard, int]] = Counter()
    place: dict[tuple[Heard, int], int] = {}
    for world in worlds:
        times: Counter[Heard] = Counter()
        for at, line in enumerate(world.heard):
            if at not in sure:
                times[line] += 1
                key = line, times[line]
                told[key] += 1
                place[key] = min(at, place.get(key, at))
    likely = sorted(told, key=lambda key: (-told[key], place[key], key))
    for key in likely[: max(0, MOST_LINES - len(sure))]:
        yield TriedLine(*key[0], told[key], sure=False)


def sure_lines(backend: Backend, worlds: Sequence[World], *, all_exchanged: bool) -> list[int]:
    """The indexes of the lines that are the same in every world, until the worlds diverge.

    Worlds may have different news and still go on alike, if all news was replaced. If not, even
    news that is the same everywhere ends the certainty.
    """
    sure: list[int] = []
    same_news = frozenset.intersection(*(world.news for world in worlds))
    for at, lines in enumerate(zip(*(world.heard for world in worlds), strict=False)):
        if len(set(lines)) == 1:
            if not all_exchanged and same_news.intersection(shown_in(backend, lines[0].event)):
                break
            sure.append(at)
        elif not all_exchanged or not differ_by_news(backend, worlds, lines):
            break
    return sure


def differ_by_news(backend: Backend, worlds: Sequence[World], lines: Sequence[Heard]) -> bool:
    """Whether lines are the same except for what the seat learns in each world."""
    return len({masked(backend, line) for line in lines}) == 1 and all(
        world.news.issuperset(shown_in(backend, line.event))
        for world, line in zip(worlds, lines, strict=True)
    )


def changed(before: Sequence[int], after: Sequence[Sequence[int]]) -> Iterator[tuple[int, int]]:
    """The facts that change to the same new value in every world."""
    for number, values in enumerate(zip(*after, strict=True)):
        if len(set(values)) == 1 and values[0] != before[number]:
            yield number, values[0]


def shown_in(backend: Backend, event: Event) -> list[int]:
    """The numbers that an event reveals, as bytes of a state."""
    kinds = backend.game.words.events[event.kind].numbers.values()
    return [n & 0xFF for kind, n in zip(kinds, event.numbers, strict=False) if kind.shown]


def masked(backend: Backend, line: Heard) -> tuple[int, ...]:
    """A line without what it reveals."""
    kinds = backend.game.words.events[line.event.kind].numbers.values()
    kept = (n for kind, n in zip(kinds, line.event.numbers, strict=False) if not kind.shown)
    return (line.event.audience, line.event.kind, *line.unless, NONE, *kept)

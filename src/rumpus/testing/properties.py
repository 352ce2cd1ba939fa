"""The properties of a well-made game, each a function that raises `Broken` with a sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from rumpus.language.declare import NONE
from rumpus.language.intrinsics import EVERYONE
from rumpus.rulekit.errors import IllegalAction, InvalidNotation
from rumpus.rulekit.layout import read_table
from rumpus.rulekit.log import Event, Told
from rumpus.running.backend import Backend

from .account import Account, Fields, ObservedMove
from .saying import acted_as, broken, part_that_differs, told_as, verb_of, who_is
from .worlds import exchanged, imagined, other_worlds, with_other_chance

Known = dict[str, Any]
"""What reaches a viewer, by its name."""
Look = Callable[[Backend, Any, int], Known]


def viewers(backend: Backend, s: Any) -> range:
    """Every seat, and a spectator."""
    return range(NONE, backend.players(s))


# --------------------------------------------------------------------------------- playing
def waits_for_somebody(backend: Backend, s: Any) -> None:
    """Until the game is over somebody can act, and every seat that is asked has a legal action."""
    asked, free, over = backend.asks(s), backend.may(s), backend.is_over(s)
    if over and asked:
        broken("ending", "the game is over and still asks somebody")
    if not over and not asked and not free:
        broken("ending", "the game is not over and nobody can act")
    for seat in range(backend.players(s)):
        actions = backend.legal(s, seat)
        if len(set(actions)) != len(actions):
            broken("legal", f"seat {seat + 1} is offered an action twice")
        if not all(0 <= action < backend.game.actions for action in actions):
            broken("legal", f"seat {seat + 1} is offered an action outside the action space")
        if seat in asked and not actions:
            broken("legal", f"seat {seat + 1} is asked and has no legal action")


def legal_is_accepted(backend: Backend, s: Any) -> None:
    """A legal action is accepted; any other raises IllegalAction and changes nothing."""
    before = backend.pack(s)
    refusing = backend.copy(s)
    for seat in range(-1, backend.players(s) + 1):
        legal = backend.legal(s, seat)
        for action in range(-1, backend.game.actions + 1):
            trial = backend.copy(s) if action in legal else refusing
            try:
                backend.apply(trial, seat, action)
            except IllegalAction as refused:
                if action in legal:
                    acted = acted_as(backend, s, seat, action)
                    broken("legal", f"{acted} is legal and was refused: {refused}")
            else:
                acted = acted_as(backend, s, seat, action)
                if action not in legal:
                    broken("legal", f"{acted} is not legal but was accepted")
                if backend.pack(trial) == before:
                    broken("legal", f"{acted} changed nothing at all")
        if backend.pack(refusing) != before:
            broken("legal", f"a refused action of seat {seat + 1} changed the state")
    if backend.pack(s) != before:
        broken("legal", "asking for the legal actions changed the state")


def notation_reads_back(backend: Backend, s: Any) -> None:
    """Every legal action has a unique notation that can be parsed, and a sentence."""
    words, players = backend.game.words, backend.players(s)
    names = [f"player {seat + 1}" for seat in range(players)]
    for seat in range(players):
        texts: dict[str, int] = {}
        for action in backend.legal(s, seat):
            try:
                text = words.notation(action, seat, players)
                back = words.parse(text, seat, players)
            except (InvalidNotation, IndexError, KeyError, ValueError) as error:
                broken("notation", f"{verb_of(backend, action)} has none that reads back: {error}")
            if back != action or text in texts:
                both = f"{verb_of(backend, back)} as well as for {verb_of(backend, action)}"
                broken("notation", f"{text!r} stands for {both}")
            texts[text] = action
            if not words.say_action(action, seat, names).strip():
                broken("words", f"{verb_of(backend, action)} has no words")


def events_have_words(backend: Backend, events: Sequence[Event], players: int) -> None:
    """Every event is declared, and can be put into words for everybody."""
    names = [f"player {seat + 1}" for seat in range(players)]
    words = backend.game.words
    for event in events:
        if not 0 <= event.kind < len(words.events):
            broken("words", told_as(backend, event))
        for viewer in range(NONE, players):
            try:
                sentence = words.say_event(event.kind, event.numbers, names, viewer)
            except (IndexError, KeyError, ValueError) as error:
                broken(
                    "words",
                    f"{told_as(backend, event)} cannot be said to {who_is(viewer)}: {error!r}",
                )
            if not sentence.strip() or "{" in sentence:
                broken("words", f"{told_as(backend, event)} is said as {sentence!r}")


def cards_lying(backend: Backend, s: Any) -> int:
    """How many cards are on the table, by the sizes that a spectator sees."""
    return sum(zone.size for zone in read_table(backend.show(s)).zones)


def results_make_sense(backend: Backend, s: Any) -> None:
    """At the end somebody is first, and each place is one more than the number of seats ahead."""
    places = backend.places(s)
    if len(backend.scores(s)) != len(places):
        broken("result", "there are not as many scores as places")
    for place in places:
        if place != 1 + sum(other < place for other in places):
            broken("result", f"the places {places} leave a gap")


# --------------------------------------------------------------------------------- knowing
def glimpse(backend: Backend, s: Any, viewer: int) -> Known:
    """What reaches a viewer of a state."""
    known: Known = {
        "redacted state": backend.pack(backend.redacted(s, viewer)),
        "view": backend.show(s, viewer),
        "who is asked": backend.asks(s),
        "who may act": backend.may(s),
        "end": backend.is_over(s),
    }
    if backend.is_over(s):
        known["result"] = (backend.places(s), backend.scores(s))
    if viewer >= 0:
        known["legal actions"] = backend.legal(s, viewer)
    return known


def knowledge(backend: Backend, s: Any, viewer: int) -> Known:
    """The same, plus what a bot in the viewer's seat and wrong actions learn from it."""
    known = glimpse(backend, s, viewer)
    if legal := known.get("legal actions"):
        known["advice"] = backend.advice(s, viewer)
    if legal is not None:
        known["error texts"] = [
            backend.refusal(s, viewer, action, legal)
            for action in range(-1, backend.game.actions + 1)
        ]
    return known


def same_knowledge(which: str, backend: Backend, viewer: int, a: Known, b: Known) -> None:
    """Refuse any difference between what reaches a viewer in two worlds."""
    for part, value in a.items():
        if value != b.get(part):
            found = part_that_differs(backend, part, value, b.get(part))
            broken(which, f"{found} tells {who_is(viewer)} what must be hidden")
    if b.keys() != a.keys():
        broken(which, f"in another world something else reaches {who_is(viewer)}")


def redaction_is_idempotent(backend: Backend, s: Any) -> None:
    """Redacting twice equals redacting once, and a redacted state is enough for its viewer."""
    before = backend.pack(s)
    for viewer in viewers(backend, s):
        once = backend.redacted(s, viewer)
        if backend.pack(backend.redacted(once, viewer)) != backend.pack(once):
            broken("redaction", "redacting a second time blanks more")
        if backend.field(once, "key") != [0] * 8 or any(backend.field(once, "block")):
            broken("redaction", "chance is not blanked")
        known, enough = knowledge(backend, s, viewer), knowledge(backend, once, viewer)
        for part, value in known.items():
            if enough.get(part) != value:
                broken(
                    "redaction",
                    f"the {part} of {who_is(viewer)} cannot be had from the redacted state",
                )
    if backend.pack(s) != before:
        broken("redaction", "looking at a state changed it")


def imagining_fits(backend: Backend, s: Any, random: Random) -> None:
    """The viewer cannot tell an imagined state from the real one, and it can be played."""
    for viewer in viewers(backend, s):
        known = knowledge(backend, s, viewer)
        seed = random.getrandbits(62)
        world = backend.imagined(s, viewer, seed=seed)
        blind = backend.copy(s)
        backend.run("seed_key", blind, seed, 0)
        backend.run("imagine", blind, viewer)
        if backend.pack(blind) != backend.pack(world):
            broken("imagining", "imagine() looks at what it should fill")
        if cards_lying(backend, world) != cards_lying(backend, s):
            broken("imagining", "imagine() loses or makes cards")
        if knowledge(backend, world, viewer) != known:
            broken("imagining", "the viewer could tell the imagined state from the real one")


def states_leak_nothing(backend: Backend, s: Any, account: Account | None, random: Random) -> None:
    """States that differ only in what a viewer may not know look the same to that viewer."""
    for viewer in viewers(backend, s):
        known = knowledge(backend, s, viewer)
        for world in other_worlds(backend, s, viewer, account, random):
            same_knowledge(
                "leak in a state", backend, viewer, known, knowledge(backend, world, viewer)
            )


def steps_leak_nothing(
    backend: Backend, s: Any, seat: int, action: int, account: Account | None, random: Random
) -> None:
    """After the same action that reveals the same things, a viewer gets the same events and views.

    Where the account says that something stays hidden, nothing at all may depend on it.
    """
    after = backend.copy(s)
    told = backend.apply_in(after, seat, action)
    step = Step(backend, s, seat, action, told, after)
    for viewer in viewers(backend, s):
        known = knowledge(backend, after, viewer)
        worlds = [imagined(backend, s, viewer, random), with_other_chance(backend, s, random)]
        if account:
            move = ObservedMove(
                Fields(backend, s), seat, action, told.events, Fields(backend, after)
            )
            kept = account.lasting(move, account.after(move), viewer)
            world = exchanged(backend, s, kept, random)
            step.must_keep(viewer, known, world, knowledge, inert=account.inert)
            worlds.append(exchanged(backend, s, account.secrets(move.before, viewer), random))
        for world in worlds:
            step.must_be_fair(viewer, known, world, knowledge)


@dataclass(frozen=True)
class Step:
    """An action in the real world, to be compared with the same action in other worlds."""

    backend: Backend
    before: Any
    seat: int
    action: int
    told: Told
    after: Any

    def must_be_fair(self, viewer: int, known: Known, world: Any, look: Look) -> None:
        """The viewer may learn what is revealed and nothing else."""
        if (told := self.told_in(world, viewer)) is None:
            return
        known_there = look(self.backend, world, viewer)
        here, there = (heard(told.events, viewer) for told in (self.told, told))
        if shows_the_same(self.backend, here, there):
            same_knowledge("leak in a step", self.backend, viewer, known, known_there)
            if viewer == self.seat and self.lays_open(told) != self.lays_open(self.told):
                broken("undo", "whether the action can be taken back tells what must be hidden")
        elif known == known_there:
            broken("leak in a step", "an event lays open what the state keeps hidden")
        self.must_look_the_same(viewer, told, told_the_same(self.backend, here, there))

    def must_keep(self, viewer: int, known: Known, world: Any, look: Look, *, inert: bool) -> None:
        """What differs in a world stays hidden from the viewer; if inert, nothing depends on it."""
        if not inert:
            self.must_be_fair(viewer, known, world, look)
            return
        if (told := self.told_in(world, viewer)) is None:
            return
        here, there = (heard(told.events, viewer) for told in (self.told, told))
        if here != there:
            told_here, told_there = (
                ", ".join(told_as(self.backend, event) for event in events) or "nothing"
                for events in (here, there)
            )
            broken(
                "leak in a step",
                f"events tell {who_is(viewer)} what nobody showed: {told_here} or {told_there}",
            )
        there_known = look(self.backend, world, viewer)
        same_knowledge("leak in a step", self.backend, viewer, known, there_known)
        self.must_look_the_same(viewer, told, len(here))

    def must_look_the_same(self, viewer: int, told: Told, events: int) -> None:
        """After this many of the events that the viewer hears, the table looks as in a world."""
        here, there = (beats(self.backend, told, viewer)[:events] for told in (self.told, told))
        for a, b in zip(here, there, strict=True):
            same_knowledge("leak in a beat", self.backend, viewer, a, b)

    def told_in(self, world: Any, viewer: int) -> Told | None:
        """The events of the action in another world; None if it could not be taken there."""
        if self.action in self.backend.legal(world, self.seat):
            return self.backend.apply_in(world, self.seat, self.action)
        if self.seat == viewer:
            broken("leak in a step", "in another world the same seat has other choices")
        return None

    def lays_open(self, told: Told) -> bool:
        """Whether an event reveals something to anybody."""
        return not self.backend.game.words.showing.isdisjoint(event.kind for event in told.events)


def secret_actions_are_not_told(
    backend: Backend, s: Any, seat: int, action: int, random: Random
) -> None:
    """If viewers cannot tell from their views which of two actions was taken, no event says so."""
    others = [other for other in backend.legal(s, seat) if other != action]
    if not others:
        return
    other = random.choice(others)
    after, elsewhere = backend.copy(s), backend.copy(s)
    told, told_elsewhere = (
        backend.apply_in(state, seat, which).events
        for state, which in ((after, action), (elsewhere, other))
    )
    if without_chance(backend, after) == without_chance(backend, elsewhere):
        return
    for viewer in viewers(backend, s):
        here, there = (heard(events, viewer) for events in (told, told_elsewhere))
        if here == there or viewer == seat:
            continue
        if glimpse(backend, after, viewer) == glimpse(backend, elsewhere, viewer):
            acts = " from ".join(acted_as(backend, s, seat, one) for one in (action, other))
            broken("leak in a step", f"events tell {who_is(viewer)} the secret action {acts}")


def without_chance(backend: Backend, s: Any) -> bytes:
    """All of a state but its chance."""
    blank = backend.copy(s)
    backend.run("seed_key", blank, 0, 0)
    return backend.pack(blank)


# --------------------------------------------------------------------------------- beats
def heard(events: Sequence[Event], viewer: int) -> list[Event]:
    """The events that a viewer hears."""
    return [event for event in events if event.is_for(viewer)]


def beats(backend: Backend, told: Told, viewer: int) -> list[Known]:
    """What reaches a viewer at every event that the viewer hears."""
    _, *states = backend.states_of(told)
    return [
        beat(backend, s, viewer)
        for event, s in zip(told.events, states, strict=True)
        if event.is_for(viewer)
    ]


def beat(backend: Backend, s: Any, viewer: int) -> Known:
    """What reaches a viewer of a state in the middle of an action."""
    return {
        "redacted state": backend.pack(backend.redacted(s, viewer)),
        "view": backend.show(s, viewer),
    }


def told_the_same(backend: Backend, here: Sequence[Event], there: Sequence[Event]) -> int:
    """For how many of its events an action must look the same in two worlds.

    Things that are revealed together may be visible from the first of their events; and what only
    this viewer is told is no secret from that viewer a moment earlier.
    """
    same = 0
    while same < min(len(here), len(there)) and here[same] == there[same]:
        same += 1
    if same == len(here) == len(there):
        return same
    if same < len(here) and here[same].audience != EVERYONE:
        return 0
    showing = backend.game.words.showing
    while same > 0 and here[same - 1].kind in showing:
        same -= 1
    return same


def nothing_is_lost(backend: Backend, told: Told, count: Callable[[Any], Any], n: Any) -> None:
    """What must never change is the same after every event."""
    _, *states = backend.states_of(told)
    for event, s in zip(told.events, states, strict=True):
        if (now := count(s)) != n:
            (shown, counted), (before, counted_before) = now, n
            found = f"the census is {counted}, not {counted_before}"
            if shown != before:
                found = f"{shown} cards lie in zones that are shown, not {before}"
            broken("conservation", f"after {told_as(backend, event)} {found}")


def shows_the_same(backend: Backend, here: list[Event], there: list[Event]) -> bool:
    """Whether two lists of events are alike; they may differ only where something is revealed."""
    for a, b in zip(here, there, strict=False):
        if a == b:
            continue
        numbers = backend.game.words.events[a.kind].numbers if a.kind == b.kind else {}
        which = ""
        for (name, kind), x, y in zip(numbers.items(), a.numbers, b.numbers, strict=False):
            if x != y:
                if kind.shown:
                    return False
                which = f"the `{name}` of "
                break
        broken(
            "leak in a step",
            f"{which}{told_as(backend, a)} tells what must be hidden; "
            f"elsewhere it is {told_as(backend, b)}",
        )
    if len(here) != len(there):
        more = max(here, there, key=len)[min(len(here), len(there))]
        broken(
            "leak in a step",
            f"whether {told_as(backend, more)} is told gives away what must be hidden",
        )
    return True


# --------------------------------------------------------------------------------- back ends
def back_ends_agree(backends: Sequence[Backend], states: Sequence[Any]) -> None:
    """Every back end has the same bytes, offers the same actions and shows the same views."""
    first, *others = zip(backends, states, strict=True)
    backend, s = first
    bytes_here = backend.pack(s)
    for other, t in others:
        if other.pack(t) != bytes_here:
            broken("back ends", f"{backend.name} and {other.name} have different states")
        for seat in range(backend.players(s)):
            if other.legal(t, seat) != backend.legal(s, seat):
                broken("back ends", f"{backend.name} and {other.name} offer different actions")
        for viewer in viewers(backend, s):
            if other.show(t, viewer) != backend.show(s, viewer):
                broken("back ends", f"{backend.name} and {other.name} show different tables")


def beats_agree(backends: Sequence[Backend], s: bytes, seat: int, action: int) -> None:
    """In the middle of an action every back end has the same states and shows the same tables."""
    first, *others = backends
    told = first.apply_in(first.load(s), seat, action)
    states = first.states_of(told)
    for other in others:
        if other.apply_in(other.load(s), seat, action) != told:
            broken("back ends", f"{first.name} and {other.name} have different beats")
        for here, there in zip(states, other.states_of(told), strict=True):
            for viewer in viewers(first, here):
                if other.show(there, viewer) != first.show(here, viewer):
                    broken("back ends", f"{first.name} and {other.name} show different beats")


def silence_changes_nothing(backend: Backend, s: Any, seat: int, action: int) -> None:
    """An action does the same with and without the log."""
    told, silent = backend.copy(s), backend.copy(s)
    backend.told("apply", told, seat, action)
    backend.run("apply", silent, seat, action)
    if backend.pack(told) != backend.pack(silent):
        broken("back ends", f"{backend.name} plays differently when the log is kept")

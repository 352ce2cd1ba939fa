"""A game's vocabulary: its zones, facts, stages, marks, verbs and events, each declared by name.

    V = Vocabulary()
    TANK = V.zone("tank", "Tank", owned=True, groups=7)
    STEAL = V.verb("steal", "Steal from {target}", zone=TANK, owner="target", target=clockwise(5))
    STOLE = V.event("stole", "{seat} steals {n:card} from {target}.", seat=SEAT, target=SEAT,
                    n=NUMBER, you={"seat": "You steal {n:card} from {target}."})

A declaration returns a number, which rules use as a constant; a verb is its first action. English
is written here, as templates that name their numbers; the kind of a number decides how it is put
into words, and for an action how it is packed into one small integer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import Any

from rumpus.language.declare import NONE
from rumpus.rulekit.errors import InvalidNotation
from rumpus.rulekit.sentence import Sentence, Value, quoted, say

from .captions import Scene
from .declarations import Declarations
from .naming import (
    FACE,
    NUMBER,
    OTHERS,
    POINTS,
    SEAT,
    SEATS,
    SELF,
    STAGES,
    YES_NO,
    YOU,
    EventName,
    Kind,
    Variant,
    Verb,
    clockwise,
    faces,
    named,
    numbers,
    refuse,
    seats,
    shown,
)

__all__ = [
    "FACE",
    "NUMBER",
    "OTHERS",
    "POINTS",
    "SEAT",
    "SEATS",
    "SELF",
    "STAGES",
    "YES_NO",
    "YOU",
    "Kind",
    "Variant",
    "Vocabulary",
    "clockwise",
    "faces",
    "named",
    "numbers",
    "seats",
    "shown",
]

NOBODY, UNKNOWN_CARD = say("nobody"), say("an unknown card")
GROUP, ZONE = 3, 4
"""The numbers of a group and of a zone's head; see layout."""


class Vocabulary(Declarations):
    """Everything in a game that has a name, and how to say it."""

    def close(self, players: int) -> None:
        """End the declarations; refuse names that are ambiguous or missing."""
        self.is_closed = True
        texts: dict[str, Verb] = {}
        for verb in self.verbs:
            for kind in verb.numbers.values():
                if kind.how == FACE.how and kind.size > len(self.faces):
                    refuse(
                        verb.place,
                        f"`{verb.name}` is for {kind.size} faces, and {len(self.faces)} have names",
                    )
        for number in self.every_action(players):
            verb, _ = self.verb_of(number)
            text = self.notation(number, 0, players)
            if text in texts:
                both = f"`{texts[text].name}` and `{verb.name}`"
                refuse(verb.place, f"{text!r} is written for {both}")
            texts[text] = verb

    # ----------------------------------------------------------------------------- the table
    @cached_property
    def fact_names(self) -> tuple[str, ...]:
        """The names of the facts, in the order in which they are laid."""
        return tuple(fact.name for fact in self.facts)

    @cached_property
    def zone_words(self) -> tuple[str, ...]:
        """The words for the zones."""
        return tuple(zone.words for zone in self.zones)

    def show_room(self, players: int) -> int:
        """The most numbers that show() writes for a table with this many players."""
        owners = [players if zone.owned else 1 for zone in self.zones]
        groups = sum(many * zone.groups for many, zone in zip(owners, self.zones, strict=True))
        groups = min(groups, self.most_groups) if self.most_groups else groups
        return 1 + len(self.facts) + ZONE * sum(owners) + GROUP * groups

    # ----------------------------------------------------------------------------- actions
    @cached_property
    def _by_number(self) -> dict[int, tuple[Verb, tuple[int, ...]]]:
        """Every action, unpacked."""
        return {
            verb + i: (verb, values)
            for verb in self.verbs
            for i, values in enumerate(product(*(kind.values for kind in verb.numbers.values())))
        }

    def verb_of(self, number: int) -> tuple[Verb, dict[str, int]]:
        """The verb of an action, and its numbers as packed."""
        if number not in self._by_number:
            raise InvalidNotation(say("There is no action {number}.", number=number))
        verb, values = self._by_number[number]
        return verb, dict(zip(verb.numbers, values, strict=True))

    def read(self, number: int, seat: int, players: int) -> tuple[Verb, dict[str, int]]:
        """The verb of a seat's action, and its numbers, with distances turned into seats."""
        verb, values = self.verb_of(number)
        for name, kind in verb.numbers.items():
            if kind.how == "clockwise":
                values[name] = (seat + values[name]) % players
        return verb, values

    def notation(self, number: int, seat: int, players: int) -> str:
        """An action as a short text that can be parsed."""
        texts, key = self._notations, (number, seat, players)
        if key not in texts:
            verb, values = self.read(number, seat, players)
            terse = {name: self.terse(verb.numbers[name], value) for name, value in values.items()}
            texts[key] = verb.notation.format(**terse)
        return texts[key]

    @cached_property
    def _notations(self) -> dict[tuple[int, int, int], str]:
        """Notations that were computed before."""
        return {}

    def terse(self, kind: Kind, value: int) -> str:
        """A number inside a notation."""
        match kind.how:
            case "clockwise" | "seat":
                return str(value + 1)
            case "name":
                return (kind.letters or kind.names)[value].replace(" ", "-")
            case "face":
                return (self.letters or self.faces)[value].replace(" ", "-")
        return str(value)

    def parse(self, text: str, seat: int, players: int) -> int:
        """The action that a text stands for."""
        wanted = " ".join(text.split()).casefold()
        for number in self.every_action(players):
            if self.notation(number, seat, players).casefold() == wanted:
                return number
        forms = tuple(re.sub(r"[{}]", "", verb.notation) for verb in self.verbs)
        raise InvalidNotation(
            say("'{text}' is not an action; write {forms:or}.", text=quoted(text), forms=forms)
        )

    def every_action(self, players: int) -> Iterator[int]:
        """All actions that are valid at a table with this many players."""
        return (number for number in self._by_number if self.means(number, players))

    def means(self, number: int, players: int) -> bool:
        """Whether a number is an action at a table with this many players."""
        if number not in self._by_number:
            return False
        verb, values = self._by_number[number]
        kinds = zip(verb.numbers.values(), values, strict=True)
        return all(kind.how != "clockwise" or value < players for kind, value in kinds)

    def place(self, number: int, seat: int, players: int) -> tuple[int, int]:
        """Where on the table an action can be chosen: a zone and its owner (NONE: nobody's)."""
        verb, values = self.read(number, seat, players)
        return verb.at(values, seat)

    # ----------------------------------------------------------------------------- sentences
    def say_action(self, number: int, seat: int, names: Sequence[str]) -> str:
        """An action as a sentence for the seat that chooses."""
        return str(self.action_said(number, seat, names))

    def action_said(self, number: int, seat: int, names: Sequence[str]) -> Sentence:
        """The same, as a sentence that can be translated."""
        verb, values = self.read(number, seat, len(names))
        return self.verb_said(verb.name, values, names)

    def verb_said(self, name: str, values: Mapping[str, int], names: Sequence[str]) -> Sentence:
        """An action by its verb and the names of its numbers."""
        verb = self.verbs_by_name[name]
        return self.said("verb", verb.words, verb.numbers, values, names)

    @cached_property
    def verbs_by_name(self) -> dict[str, Verb]:
        """The verbs by their names."""
        return {verb.name: verb for verb in self.verbs}

    def say_choice(self, number: int, scene: Scene) -> tuple[str, str]:
        """An action as offered to the viewer of a scene, and its consequences."""
        said, help_text = self.choice_said(number, scene)
        return str(said), str(help_text)

    def choice_said(self, number: int, scene: Scene) -> tuple[Sentence, Sentence]:
        """The same, as a sentence that can be translated."""
        verb, values = self.read(number, scene.viewer, len(scene.names))
        found = first_that_holds(verb.variants, scene) or Variant({}, verb.words)
        said = self.said("verb", found.words, verb.numbers, values, scene.names)
        return said, Sentence(found.help or verb.help, context="help")

    def say_task(self, scene: Scene) -> str:
        """The task of the viewer of a scene."""
        return str(self.task_said(scene))

    def task_said(self, scene: Scene) -> Sentence:
        """The same, as a sentence that can be translated."""
        if (said := first_that_holds(self.every_task, scene)) is None:
            return Sentence("")
        kinds = {name: fact.kind for name, fact in said.numbers.items()}
        values = {name: scene.facts[fact.name] for name, fact in said.numbers.items()}
        return self.said("task", said.words, kinds, values, scene.names)

    @cached_property
    def every_task(self) -> list[Variant]:
        """All tasks, the most specific first."""
        stage = self.stage_fact
        staged = [] if stage is None else [Variant({stage: (s,)}, s.words) for s in self.stages]
        return [
            *(task for task in self.tasks if task.when),
            *(task for task in staged if task.words),
            *(task for task in self.tasks if not task.when),
        ]

    def say_event(
        self, kind: int, told: Sequence[int], names: Sequence[str], viewer: int = NONE
    ) -> str:
        """An event as a sentence for a viewer, whom it may be about."""
        return str(self.event_said(kind, told, names, viewer))

    def event_said(
        self, kind: int, told: Sequence[int], names: Sequence[str], viewer: int = NONE
    ) -> Sentence:
        """The same, as a sentence that can be translated."""
        event = self.events[kind]
        values = dict(zip(event.numbers, told, strict=False))
        return self.line_said(event.name, values, names, viewer)

    def line_said(
        self, name: str, values: Mapping[str, int], names: Sequence[str], viewer: int = NONE
    ) -> Sentence:
        """An event by its name and the names of its numbers."""
        event = self.events_by_name[name]
        words = self.event_words(event, values, viewer)
        return self.said("event", words, event.numbers, values, names)

    @cached_property
    def events_by_name(self) -> dict[str, EventName]:
        """The events by their names."""
        return {event.name: event for event in self.events}

    def event_words(self, event: EventName, values: Mapping[str, int], viewer: int) -> str:
        """The template of an event for a viewer: the one that addresses the viewer most often."""
        fitting = [
            who
            for who in event.you
            if viewer != NONE and all(values[name] == viewer for name in who.split())
        ]
        return event.you[max(fitting, key=lambda who: len(who.split()))] if fitting else event.words

    def said(
        self,
        context: str,
        template: str,
        kinds: Mapping[str, Kind],
        values: Mapping[str, int],
        names: Sequence[str],
    ) -> Sentence:
        """A template filled with its numbers in words."""
        words = {name: self.word(kind, values[name], names) for name, kind in kinds.items()}
        return Sentence(template, words, context)

    def word(self, kind: Kind, value: int, names: Sequence[str]) -> Value:
        """A number in words."""
        match kind.how:
            case "clockwise" | "seat":
                return names[value] if 0 <= value < len(names) else NOBODY
            case "name":
                return Sentence(kind.names[value], context="name")
            case "stage":
                return self.stages[value].name
            case "face":
                return Sentence(self.faces[value], context="face") if value >= 0 else UNKNOWN_CARD
        return value

    @cached_property
    def showing(self) -> frozenset[int]:
        """The kinds of event that reveal something."""
        return frozenset(
            int(event)
            for event in self.events
            if any(kind.shown for kind in event.numbers.values())
        )

    # ----------------------------------------------------------------------------- clients
    def as_data(self) -> dict[str, Any]:
        """Everything for clients, in numeric order."""
        return {
            "zones": [
                {"name": z.name, "words": z.words, "owned": z.owned, "groups": z.groups}
                for z in self.zones
            ],
            "facts": [fact.as_data() for fact in self.facts],
            "stages": [stage.name for stage in self.stages],
            "tasks": [task.as_data() for task in self.every_task],
            "marks": [
                {"name": m.name, "words": m.words, "shift": m.shift, "bits": m.bits}
                for m in self.marks
            ],
            "verbs": [
                {
                    "name": verb.name,
                    "action": int(verb),
                    "words": verb.words,
                    "help": verb.help,
                    "notation": verb.notation,
                    "zone": NONE if verb.zone is None else int(verb.zone),
                    "which": verb.which,
                    "owner": verb.owner,
                    "numbers": kinds_as_data(verb.numbers),
                    "variants": [variant.as_data() for variant in verb.variants],
                }
                for verb in self.verbs
            ],
            "events": [
                {
                    "name": event.name,
                    "words": event.words,
                    "you": event.you,
                    "numbers": kinds_as_data(event.numbers),
                }
                for event in self.events
            ],
            "faces": list(self.faces),
            "letters": list(self.letters),
            "prints": list(self.prints),
        }


def kinds_as_data(kinds: Mapping[str, Kind]) -> dict[str, dict[str, Any]]:
    """The numbers of a verb or an event for clients."""
    return {name: kind.as_data() for name, kind in kinds.items()}


def first_that_holds(variants: Iterable[Variant], scene: Scene) -> Variant | None:
    """The first variant whose conditions hold in a scene."""
    return next((v for v in variants if v.holds(scene.facts, scene.viewer)), None)

"""Declare the names of a game; mistakes are reported at the line of the declaration."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from .naming import (
    SEAT,
    SELF,
    STAGES,
    Condition,
    EventName,
    FactName,
    Kind,
    MarkName,
    Named,
    StageName,
    Variant,
    Verb,
    ZoneName,
    caller,
    check_template,
    refuse,
)

N = TypeVar("N", bound=Named)
Stages = Mapping[StageName, str | tuple[str, str]]
"""Different words in some stages, perhaps with different help."""


class Declarations:
    """Everything in a game that has a name. `groups` limits the groups laid in all zones together,
    if that is less than the sum of their own limits."""

    def __init__(self, groups: int = 0) -> None:
        self.most_groups, self.is_closed = groups, False
        self.zones: list[ZoneName] = []
        self.facts: list[FactName] = []
        self.stages: list[StageName] = []
        self.marks: list[MarkName] = []
        self.verbs: list[Verb] = []
        self.events: list[EventName] = []
        self.tasks: list[Variant] = []
        self.actions = 0
        self.faces: tuple[str, ...] = ()
        self.letters: tuple[str, ...] = ()
        self.prints: tuple[Mapping[str, str | int], ...] = ()

    # ----------------------------------------------------------------------------- declaring
    def zone(
        self,
        name: str,
        words: str | Sequence[str],
        *,
        owned: bool = False,
        groups: int = 0,
        each: int = 1,
    ) -> ZoneName:
        """A place on the table; `each`: this many side by side, numbered from 1, or each with its
        own words."""
        several = [words + end for end in suffixes(each)] if isinstance(words, str) else words
        for n, end in enumerate(suffixes(len(several))):
            made = self._add(ZoneName, self.zones, len(self.zones), name + end, several[n])
            made.owned, made.groups = owned, groups or self.most_groups
            made.each, made.nth = len(several), n
        return self.zones[-len(several)]

    def fact(self, name: str, kind: Kind, *, each: int = 1, owned: bool = False) -> FactName:
        """Something to know besides the cards; `each`: this many of them, numbered from 1;
        `owned`: one for each seat."""
        for n, suffix in enumerate(suffixes(each)):
            made = self._add(FactName, self.facts, len(self.facts), name + suffix)
            made.kind, made.each, made.nth, made.owned = kind, each, n, owned
        return self.facts[-each]

    def stage(self, name: str, task: str = "") -> StageName:
        """What is being decided, and the task of the seat that decides."""
        return self._add(StageName, self.stages, len(self.stages), name, task)

    def mark(self, name: str, words: str = "") -> MarkName:
        """A bit of a card's marks."""
        shift = max((mark.shift + mark.bits for mark in self.marks), default=0)
        return self._mark(1 << shift, name, words, shift, 1)

    def amount(self, name: str, *, bits: int, shift: int, words: str = "") -> MarkName:
        """A number in the bits of a card's marks, declared by the position of its lowest bit."""
        return self._mark(shift, name, words, shift, bits)

    def _mark(self, number: int, name: str, words: str, shift: int, bits: int) -> MarkName:
        for mark in self.marks:
            if shift < mark.shift + mark.bits and mark.shift < shift + bits:
                refuse(caller(), f"the marks `{mark.name}` and `{name}` lie in the same bits")
        made = self._add(MarkName, self.marks, number, name, words or name)
        made.shift, made.bits = shift, bits
        return made

    def verb(
        self,
        name: str,
        words: str,
        *,
        help: str = "",  # noqa: A002
        notation: str = "",
        zone: ZoneName | None = None,
        which: str = "",
        owner: str = "",
        stages: Stages | None = None,
        variants: Iterable[Variant] = (),
        room: int = 0,
        **kinds: Kind,
    ) -> Verb:
        """A block of actions after those already declared; `room` reserves numbers for more.

        The first of the `variants` whose conditions hold gives the words, otherwise the stage's.
        """
        made = self._add(Verb, self.verbs, self.actions, name, words)
        made.numbers, made.help, made.room = kinds, help, room
        made.notation = notation or " ".join([name, *(f"{{{number}}}" for number in kinds)])
        made.zone, made.which, made.owner = zone, which, owner
        made.variants = (*variants, *self._staged(made, stages or {}))
        made.room = room or made.size
        self._check_verb(made)
        self.actions += made.room
        return made

    def _staged(self, verb: Verb, stages: Stages) -> Iterator[Variant]:
        if not stages:
            return
        fact = self.stage_fact
        if fact is None:
            refuse(verb.place, f"no fact says in which stage `{verb.name}` is; declare one first")
        for stage, said in stages.items():
            words, help_text = (said, "") if isinstance(said, str) else said
            yield Variant({fact: (stage,)}, words, help_text)

    @property
    def stage_fact(self) -> FactName | None:
        """The fact that holds the stage, if there is one."""
        return next((fact for fact in self.facts if fact.kind.how == STAGES.how), None)

    def event(
        self, name: str, words: str, *, you: Mapping[str, str] | None = None, **kinds: Kind
    ) -> EventName:
        """Something that can happen; `you`: its sentence for the viewer who is that number, or
        several of them ("seat target")."""
        made = self._add(EventName, self.events, len(self.events), name, words)
        made.numbers, made.you = kinds, dict(you or {})
        check_template(words, kinds, made.place)
        for who, sentence in made.you.items():
            check_template(sentence, kinds, made.place)
            for number in who.split():
                if number not in kinds or kinds[number].how != SEAT.how:
                    refuse(made.place, f"`{name}` has no seat `{number}` that you could be")
        return made

    def task(
        self, words: str, when: Mapping[FactName, Condition] | None = None, **facts: FactName
    ) -> None:
        """The viewer's task under some conditions, which comes before the stage's."""
        made = Variant(dict(when or {}), words, numbers=facts)
        self._check_variant(made, {}, caller())
        self.tasks.append(made)

    def cards(
        self,
        names: Sequence[str],
        letters: Sequence[str] = (),
        prints: Sequence[Mapping[str, str | int]] = (),
    ) -> None:
        """The names of the cards' faces, their short forms, and what else is printed on each, for
        clients that draw cards."""
        for what, others in (("letters", letters), ("prints", prints)):
            if others and len(others) != len(names):
                refuse(caller(), f"there are {len(names)} faces and {len(others)} {what}")
        self.faces, self.letters, self.prints = tuple(names), tuple(letters), tuple(prints)

    def _add(self, kind: type[N], those: list[N], number: int, name: str, words: str = "") -> N:
        place = caller()
        if self.is_closed:
            refuse(place, f"`{name}` is declared after the game was made")
        for other in those:
            if other.name == name:
                refuse(place, f"`{name}` is declared already, at {other.place}")
        made = kind(number, name, words, place)
        assert isinstance(made, kind)
        those.append(made)
        return made

    # ----------------------------------------------------------------------------- checking
    def _check_verb(self, verb: Verb) -> None:
        """Refuse a verb whose parts do not fit together."""
        place, kinds = verb.place, verb.numbers
        for name, kind in kinds.items():
            if kind.size < 1:
                refuse(place, f"`{name}` of `{verb.name}` needs a size, as in numbers(3)")
        for template in (verb.words, verb.notation):
            check_template(template, kinds, place)
        if verb.room < verb.size:
            refuse(place, f"`{verb.name}` has {verb.size} actions, and room for {verb.room}")
        if verb.owner not in ("", SELF) and verb.owner not in kinds:
            refuse(place, f"the owner of `{verb.name}`, `{verb.owner}`, is none of its numbers")
        if verb.which and verb.which not in kinds:
            refuse(place, f"`which` of `{verb.name}`, `{verb.which}`, is none of its numbers")
        if verb.zone is None and (verb.owner or verb.which):
            refuse(place, f"`{verb.name}` has an owner and no zone")
        if verb.zone is not None:
            self.check_mine(verb.zone, place)
        for variant in verb.variants:
            self._check_variant(variant, kinds, place)

    def _check_variant(self, variant: Variant, kinds: Mapping[str, Kind], place: str) -> None:
        """Refuse words that cannot be filled in, or that depend on what this game does not show."""
        for fact in (*variant.when, *variant.numbers.values()):
            self.check_mine(fact, place)
        told = {name: fact.kind for name, fact in variant.numbers.items()}
        check_template(variant.words, {**kinds, **told}, place)

    def check_mine(self, thing: Named, place: str) -> None:
        """Refuse what another vocabulary declared."""
        if not self.has(thing):
            refuse(place, f"`{thing.name}` is another game's, declared at {thing.place}")

    def has(self, thing: Named) -> bool:
        """Whether this was declared here."""
        those = (self.zones, self.facts, self.stages, self.marks, self.verbs, self.events)
        return any(thing is mine for mines in those for mine in mines)


def suffixes(each: int) -> list[str]:
    """What is appended to the name of each of several things that share it."""
    return [f" {n + 1}" for n in range(each)] if each > 1 else [""]

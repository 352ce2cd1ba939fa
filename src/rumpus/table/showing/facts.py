"""The facts and marks of a game without captions, in words: by the names they are declared with."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from rumpus.language.declare import NONE
from rumpus.rulekit.layout import Group
from rumpus.rulekit.sentence import Sentence, Value, say
from rumpus.rulekit.words.captions import Scene
from rumpus.rulekit.words.naming import POINTS, SEATS, YES_NO, FactName
from rumpus.rulekit.words.vocabulary import Vocabulary


def facts_said(scene: Scene, words: Vocabulary) -> Iterator[Sentence]:
    """`Cards left: 12`, for every fact that stands for something."""
    for _, found in groupby(words.facts, key=lambda fact: fact - fact.nth):
        facts = list(found)
        if facts[0].owned:
            facts = facts[: len(scene.names)]
        values = [scene.facts[fact.name] for fact in facts if fact.name in scene.facts]
        if any(is_something(facts[0], value) for value in values):
            yield say(
                "{fact}: {value}",
                fact=Sentence(label_of(facts[0]), context="fact"),
                value=value_said(facts[0], values, scene, words),
            )


def is_something(fact: FactName, value: int) -> bool:
    """Whether there is anything to say: NONE is nothing, unless the number may be below zero."""
    return value != NONE or fact.kind.how == POINTS.how


def label_of(fact: FactName) -> str:
    """`Cards left`; one name for several facts that are numbered."""
    name = fact.name.removesuffix(f" {fact.nth + 1}") if fact.each > 1 else fact.name
    return name[:1].upper() + name[1:]


def value_said(fact: FactName, values: list[int], scene: Scene, words: Vocabulary) -> Value:
    """The value of one fact, or the values of several with the same name."""
    said = [one_said(fact, value, scene, words) for value in values]
    if fact.owned:
        seats = zip(scene.names, values, said, strict=True)
        return ", ".join(
            f"{name} {word}" for name, value, word in seats if is_something(fact, value)
        )
    return said[0] if len(said) == 1 else ", ".join(map(str, said))


def one_said(fact: FactName, value: int, scene: Scene, words: Vocabulary) -> Value:
    """One value in words."""
    if fact.kind.how == YES_NO.how:
        return say("yes") if value else say("no")
    if fact.kind.how == SEATS.how:
        return scene.named(value)
    return words.word(fact.kind, value, scene.names)


def marks_said(group: Group, words: Vocabulary) -> Iterator[Sentence]:
    """`damage 3`, for every mark on a card."""
    for mark in words.marks:
        amount = (group.marks >> mark.shift) & ((1 << mark.bits) - 1)
        said = Sentence(mark.words or mark.name, context="mark")
        if amount:
            yield said if mark.bits == 1 else say("{mark} {n}", mark=said, n=amount)

"""The messages of a game's vocabulary: what its verbs, events, zones, cards and marks say."""

from __future__ import annotations

from collections.abc import Iterator

from rumpus.games import GAMES, find
from rumpus.rulekit.sentence import names_in
from rumpus.rulekit.words.naming import Kind
from rumpus.rulekit.words.vocabulary import Vocabulary

Found = tuple[str, str, str, str]
"""A game, a context, a template, and its place."""


def in_vocabularies() -> Iterator[Found]:
    """Everything that the games' vocabularies say; a number on its own is not a message."""
    for game in GAMES:
        place = f"src/rumpus/games/{game}/words.py:1"
        for context, text in messages_of(find(game).words):
            if names_in(text) or any(sign.isalpha() for sign in text):
                yield game, context, text, place


def messages_of(words: Vocabulary) -> Iterator[tuple[str, str]]:
    """Contexts and texts."""
    kinds: list[Kind] = []
    yield from (("zone", zone.words) for zone in words.zones)
    yield from (("mark", mark.words) for mark in words.marks)
    yield from (("face", face) for face in words.faces)
    yield from (("card", str(text)) for printed in words.prints if (text := printed.get("text")))
    yield from (("task", task.words) for task in words.every_task)
    for verb in words.verbs:
        kinds += verb.numbers.values()
        yield from (("verb", said) for said in (verb.words, *(v.words for v in verb.variants)))
        yield from (("help", said) for said in (verb.help, *(v.help for v in verb.variants)))
    for event in words.events:
        kinds += event.numbers.values()
        yield from (("event", said) for said in (event.words, *event.you.values()))
    yield from (("name", name) for kind in kinds for name in kind.names)

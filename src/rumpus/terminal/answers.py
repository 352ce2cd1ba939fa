"""What a player types, read as one of the choices that are offered."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from rumpus.rulekit.captions import Scene
from rumpus.rulekit.game import Game
from rumpus.rulekit.vocabulary import Vocabulary
from rumpus.table.plain import Tell

Tokens = tuple[str, ...]
BETWEEN = re.compile(r"[\s,;-]+")
AFTER_NAME = re.compile(r"\}(?=\w)")


class Offer(NamedTuple):
    """A choice: what to type for it, its sentence, what comes of it, and all that names it."""

    action: int
    typed: str
    said: str
    help: str
    exact: frozenset[Tokens]
    parts: tuple[Tokens, ...]


class Answer(NamedTuple):
    """The choices that a text can mean, and what is left of it for the next question."""

    offers: tuple[Offer, ...]
    rest: str = ""


def tokens_of(text: str) -> Tokens:
    """A text as words without capitals; hyphens and commas are as good as spaces.

    >>> tokens_of("Play  Core-Bot 2")
    ('play', 'core', 'bot', '2')
    """
    return tuple(token for token in BETWEEN.split(text.casefold()) if token)


# --------------------------------------------------------------------------------- offering
def offers_of(game: Game, legal: Sequence[int], scene: Scene, tell: Tell = str) -> list[Offer]:
    """The choices of the one who sees a scene."""
    return [offer_of(game, action, scene, tell) for action in legal]


def offer_of(game: Game, action: int, scene: Scene, tell: Tell = str) -> Offer:
    """A choice, with everything that it can be called."""
    words, does = game.words, game.captions.faces
    choice, comes = words.choice_said(action, scene)
    said, help_text = tell(choice), tell(comes)
    verb, values = words.read(action, scene.viewer, len(scene.names))
    apart = AFTER_NAME.sub("} ", verb.notation)
    typed, spelt = (
        apart.format(**filled(words, action, scene, faces=faces)).strip()
        for faces in (words.letters or words.faces, words.faces)
    )
    cards = [values[name] for name, kind in verb.numbers.items() if kind.how == "face"]
    if len(cards) == 1 and cards[0] < len(does) and (text := does[cards[0]]):
        help_text = f"{help_text} {tell(text)}".strip()
    alone = [names[cards[0]] for names in (words.letters, words.faces) if names and len(cards) == 1]
    notation = words.notation(action, scene.viewer, len(scene.names))
    exact = frozenset(map(tokens_of, (typed, spelt, notation, said, str(choice), *alone)))
    return Offer(action, typed, said, help_text, exact, (tokens_of(typed), tokens_of(spelt)))


def filled(words: Vocabulary, action: int, scene: Scene, *, faces: Sequence[str]) -> dict[str, str]:
    """The numbers of an action as people write them: players and cards by their names."""
    verb, values = words.read(action, scene.viewer, len(scene.names))
    texts = {}
    for name, kind in verb.numbers.items():
        if kind.how == "face":
            texts[name] = faces[values[name]]
        elif kind.letters:
            texts[name] = kind.letters[values[name]]
        else:
            texts[name] = str(words.word(kind, values[name], scene.names))
    return texts


def is_numbered(words: Vocabulary) -> bool:
    """Whether choices can be numbered: not where a number on its own is what a card shows."""
    return not any(name.isdecimal() for name in words.letters or words.faces)


# --------------------------------------------------------------------------------- reading
def read_answer(text: str, offers: Sequence[Offer], words: Vocabulary) -> Answer:
    """What a text means: the whole of it, or a beginning that is a choice, with the rest left."""
    tokens = tokens_of(text)
    if is_numbered(words) and text.strip().isdecimal():
        place = int(text) - 1
        return Answer((offers[place],) if 0 <= place < len(offers) else ())
    is_card = tokens in map(tokens_of, (*words.letters, *words.faces))
    if found := meant(tokens, offers, in_full=is_card or "".join(tokens).isdecimal()):
        return Answer(found)
    first, comma, rest = text.partition(",")
    if comma:
        return Answer(read_answer(first, offers, words).offers, rest.strip())
    for n in range(len(tokens) - 1, 0, -1):
        if found := meant(tokens[:n], offers, in_full=True):
            return Answer(found, " ".join(tokens[n:]))
    return Answer(())


def meant(tokens: Tokens, offers: Sequence[Offer], *, in_full: bool) -> tuple[Offer, ...]:
    """The choices that are called so, or else those for which it is short; a card or a number is
    never short for something else."""
    exact = tuple(offer for offer in offers if tokens in offer.exact)
    if exact or in_full or not tokens:
        return exact
    return tuple(offer for offer in offers if any(shortens(tokens, full) for full in offer.parts))


def shortens(tokens: Tokens, full: Tokens) -> bool:
    """Whether all tokens begin words of the full text, in its order; numbers are not shortened.

    >>> shortens(("st", "m"), ("steal", "mo")), shortens(("1",), ("stack", "10"))
    (True, False)
    """
    place = 0
    for token in tokens:
        while place < len(full) and not begins(token, full[place]):
            place += 1
        if place == len(full):
            return False
        place += 1
    return True


def begins(token: str, word: str) -> bool:
    """Whether a word begins like that; a number has to be the same."""
    return word == token if token[0].isdigit() else word.startswith(token)

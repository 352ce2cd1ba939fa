"""Matching what a player types to one of the choices."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from rumpus.rulekit.game import Game
from rumpus.rulekit.words.captions import Scene
from rumpus.rulekit.words.vocabulary import Vocabulary
from rumpus.table.showing.plain import Tell

Tokens = tuple[str, ...]
BETWEEN = re.compile(r"[\s,;-]+")
AFTER_NAME = re.compile(r"\}(?=\w)")


class OfferedChoice(NamedTuple):
    """A choice: what to type for it, its sentence, its help, and everything that matches it."""

    action: int
    typed: str
    said: str
    help: str
    exact: frozenset[Tokens]
    parts: tuple[Tokens, ...]


class TypedAnswer(NamedTuple):
    """The choices that a text can mean, and the rest of it for the next question."""

    offers: tuple[OfferedChoice, ...]
    rest: str = ""


def tokens_of(text: str) -> Tokens:
    """A text as lower-case words; hyphens and commas count as spaces.

    >>> tokens_of("Play  Core-Bot 2")
    ('play', 'core', 'bot', '2')
    """
    return tuple(token for token in BETWEEN.split(text.casefold()) if token)


# --------------------------------------------------------------------------------- offering
def offers_of(
    game: Game, legal: Sequence[int], scene: Scene, tell: Tell = str
) -> list[OfferedChoice]:
    """The choices of a scene's viewer."""
    return [offer_of(game, action, scene, tell) for action in legal]


def offer_of(game: Game, action: int, scene: Scene, tell: Tell = str) -> OfferedChoice:
    """A choice, with everything that matches it."""
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
    return OfferedChoice(
        action, typed, said, help_text, exact, (tokens_of(typed), tokens_of(spelt))
    )


def filled(words: Vocabulary, action: int, scene: Scene, *, faces: Sequence[str]) -> dict[str, str]:
    """The numbers of an action as text: players and cards by name."""
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
    """Whether choices can be numbered: not if a card is called by a number."""
    return not any(name.isdecimal() for name in words.letters or words.faces)


# --------------------------------------------------------------------------------- reading
def read_answer(text: str, offers: Sequence[OfferedChoice], words: Vocabulary) -> TypedAnswer:
    """Match a whole text, or the beginning of it; the rest is left for later."""
    tokens = tokens_of(text)
    if is_numbered(words) and text.strip().isdecimal():
        place = int(text) - 1
        return TypedAnswer((offers[place],) if 0 <= place < len(offers) else ())
    is_card = tokens in map(tokens_of, (*words.letters, *words.faces))
    if found := meant(tokens, offers, in_full=is_card or "".join(tokens).isdecimal()):
        return TypedAnswer(found)
    first, comma, rest = text.partition(",")
    if comma:
        return TypedAnswer(read_answer(first, offers, words).offers, rest.strip())
    for n in range(len(tokens) - 1, 0, -1):
        if found := meant(tokens[:n], offers, in_full=True):
            return TypedAnswer(found, " ".join(tokens[n:]))
    return TypedAnswer(())


def meant(
    tokens: Tokens, offers: Sequence[OfferedChoice], *, in_full: bool
) -> tuple[OfferedChoice, ...]:
    """The choices that match exactly, or else by abbreviation.

    `in_full`: no abbreviations, for a card or a number.
    """
    exact = tuple(offer for offer in offers if tokens in offer.exact)
    if exact or in_full or not tokens:
        return exact
    return tuple(offer for offer in offers if any(shortens(tokens, full) for full in offer.parts))


def shortens(tokens: Tokens, full: Tokens) -> bool:
    """Whether all tokens begin words of the full text, in order; numbers must be complete.

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
    """Whether a word starts with the token; a number must be the same."""
    return word == token if token[0].isdigit() else word.startswith(token)

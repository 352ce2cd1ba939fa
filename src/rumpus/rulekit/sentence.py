"""Sentences that people read, as a template and its values, so that they can be translated.

A template names its values: `There is no table {table}.` One of them may count a noun: `{n:card}`
is "1 card" or "3 cards", `{n:die|dice}` has an irregular plural, `{n:{colour} card}` another value
in the noun. A tuple is a list: `{seats}` is "Ann, Bo and Cy", `{seats:or}` is "Ann, Bo or Cy".
The template is what translators see; a counted noun gives them two forms.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from inspect import cleandoc
from pathlib import PurePath
from typing import Any, NamedTuple, TypeAlias, Union

Value: TypeAlias = Union[int, str, "Sentence", tuple["Value", ...]]

OR = "or"
FIELD = re.compile(r"\{(\w+)(?::((?:[^{}]|\{\w+\})*))?\}")
QUOTED = 40
"""How much of somebody's input is quoted back to them."""


class Sentence(NamedTuple):
    """A sentence that people read; its text is English."""

    template: str
    values: Mapping[str, Value] = {}
    context: str = ""

    def __str__(self) -> str:
        return in_english(self)


class Forms(NamedTuple):
    """A template as translators see it: the singular, the plural, and the value that counts.

    Where nothing is counted, `many` and `counted` are empty.
    """

    one: str
    many: str = ""
    counted: str = ""


def say(template: str, /, **values: Value | PurePath) -> Sentence:
    """A sentence. The template is a literal in the call, so that `tools/messages.py` finds it."""
    told = {name: str(one) if isinstance(one, PurePath) else one for name, one in values.items()}
    return Sentence(template, told)


def quoted(text: object) -> str:
    """The beginning of somebody's input, safe to print anywhere."""
    return repr(str(text)[:QUOTED])[1:-1]


# --------------------------------------------------------------------------------- templates
@lru_cache(1 << 14)
def forms_of(template: str) -> Forms:
    """The singular and plural forms of a template."""
    nouns = {found[1]: found[2] for found in FIELD.finditer(template) if is_noun(found[2])}
    if not nouns:
        return Forms(template)
    if len(nouns) > 1:
        raise ValueError(f"{template!r} counts {' and '.join(nouns)}; one of them at most")
    ((counted, noun),) = nouns.items()
    one, _, many = noun.partition("|")
    field = f"{{{counted}:{noun}}}"
    return Forms(
        template.replace(field, f"{{{counted}}} {one}"),
        template.replace(field, f"{{{counted}}} {many or f'{one}s'}"),
        counted,
    )


def is_noun(kind: str | None) -> bool:
    """Whether the text after a value's name is a noun that it counts."""
    return bool(kind) and kind != OR


def names_in(template: str) -> frozenset[str]:
    """The names of the values in a template."""
    forms = forms_of(template)
    return frozenset(found[1] for found in FIELD.finditer(forms.one))


def filled(text: str, values: Mapping[str, Value], put: Callable[[Value, str], str]) -> str:
    """A text with its values filled in, each formatted by `put`."""
    return FIELD.sub(lambda found: put(values[found[1]], found[2] or ""), text)


# --------------------------------------------------------------------------------- English
def in_english(sentence: Sentence) -> str:
    """A sentence as it was written."""
    forms = forms_of(sentence.template)
    text = forms.one
    if forms.counted and sentence.values[forms.counted] != 1:
        text = forms.many
    return filled(text, sentence.values, english)


def english(value: Value, kind: str = "") -> str:
    """A value as English text."""
    if isinstance(value, str | Sentence):
        return str(value)
    if isinstance(value, tuple):
        return listed([english(one) for one in value], kind or "and")
    return f"{value:,}"


def listed(words: Iterable[str], joiner: str) -> str:
    """`a, b and c`."""
    *most, last = tuple(words) or ("nothing",)
    return f"{', '.join(most)} {joiner} {last}" if most else last


# --------------------------------------------------------------------------------- data
def as_data(value: Value) -> Any:
    """A value for clients: a sentence becomes its message, with any values and context."""
    if isinstance(value, Sentence):
        values = {name: as_data(one) for name, one in value.values.items()}
        parts = {"message": value.template, "values": values, "context": value.context}
        return {key: part for key, part in parts.items() if part}
    if isinstance(value, tuple):
        return [as_data(one) for one in value]
    return value


def written(sentence: Sentence) -> str:
    """A sentence as text that can be read back; one without values is its own text."""
    if sentence.values or sentence.context or "{" in sentence.template:
        return json.dumps(as_data(sentence), ensure_ascii=False)
    return sentence.template


def read_sentence(text: str) -> Sentence:
    """Read what `written` wrote; any other text, such as one stored by an older Rumpus, is kept."""
    if text.startswith('{"message"'):
        said = from_data(json.loads(text))
        assert isinstance(said, Sentence)
        return said
    return as_it_is(text) if "{" in text else Sentence(text)


def as_it_is(text: str) -> Sentence:
    """A sentence known only by its English text."""
    return Sentence("{text}", {"text": text})


def from_data(data: Any) -> Value:
    """Read what `as_data` wrote."""
    if isinstance(data, dict):
        values = {name: from_data(one) for name, one in data.get("values", {}).items()}
        return Sentence(data["message"], values, data.get("context", ""))
    if isinstance(data, list):
        return tuple(from_data(one) for one in data)
    assert isinstance(data, int | str)
    return data


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a docstring, each as one line."""
    return [" ".join(paragraph.split()) for paragraph in cleandoc(text).split("\n\n")]

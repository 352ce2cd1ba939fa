"""Update the catalogues of every language from the messages in the code, and report mistakes.

    python tools/messages.py            # after a change of any sentence
    python tools/messages.py --new fr   # the catalogues of a new language

New messages are added without a translation; those similar to an earlier message get its
translation, marked as fuzzy. Complete both with a translation tool or any editor. `--check` changes
nothing.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.pofile import read_po, write_po

from message_sources import ROOT, BadMessage, Message, all_messages
from rumpus.languages import ENGLISH, codes, folder_of, texts_of
from rumpus.rulekit.sentence import FIELD, Forms, forms_of

WIDTH = 100
HEADER = """\
# Rumpus in another language: tools/messages.py keeps this file, translators fill it in.
msgid ""
msgstr ""
"Language: {code}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"

"""


# --------------------------------------------------------------------------------- catalogues
def template_of(messages: Iterable[Message]) -> Catalog:
    """The messages of one catalogue, untranslated."""
    catalogue = Catalog()
    for message in messages:
        forms = forms_of(message.template)
        told = (forms.one, forms.many) if forms.counted else forms.one
        place = message.place.rpartition(":")[0]
        catalogue.add(told, locations=[(place, 0)], context=message.context or None)
    return catalogue


def by_game(messages: Iterable[Message]) -> dict[str, list[Message]]:
    """The messages of every catalogue."""
    found: dict[str, list[Message]] = {}
    for message in messages:
        found.setdefault(message.game, []).append(message)
    return found


def read(file: Path, code: str) -> Catalog:
    """A catalogue; an empty one if there is none yet."""
    if not file.exists():
        return Catalog(locale=code)
    with file.open("rb") as lines:
        return read_po(lines, locale=code)


def updated(file: Path, code: str, messages: Iterable[Message]) -> bytes:
    """A catalogue with exactly these messages, keeping its translations."""
    catalogue = read(file, code)
    catalogue.update(template_of(messages))
    out = io.BytesIO()
    write_po(
        out, catalogue, width=WIDTH, omit_header=True, sort_by_file=True, ignore_obsolete=True,
        include_lineno=False,
    )  # fmt: skip
    return HEADER.format(code=code, plurals=catalogue.plural_forms).encode() + out.getvalue()


# --------------------------------------------------------------------------------- mistakes
def mistakes(code: str, messages: Sequence[Message], file: Path) -> Iterator[str]:
    """The mistakes in a catalogue, a sentence each."""
    catalogue, wanted = read(file, code), template_of(messages)
    place = file.relative_to(ROOT) if file.is_relative_to(ROOT) else file
    forms = {forms.one: forms for forms in (forms_of(message.template) for message in messages)}
    for entry in wanted:
        if entry.id and key_of(entry) not in map(key_of, catalogue):
            yield f"{place}: {entry.id!r} is missing; run tools/messages.py"
    for entry in catalogue:
        if entry.id and key_of(entry) not in map(key_of, wanted):
            yield f"{place}:{entry.lineno}: nobody says {entry.id!r}; run tools/messages.py"
        elif entry.id:
            yield from (f"{place}:{entry.lineno}: {why}" for why in faults(entry, forms))


def key_of(entry: Entry) -> tuple[object, object]:
    """The key of a message in a catalogue."""
    return entry.context, entry.id


def faults(entry: Entry, forms: Mapping[str, Forms]) -> Iterator[str]:
    """The mistakes in one translation. The counted number may be left out: `eine Karte`."""
    one, texts = texts_of(entry.id)[0], texts_of(entry.string)
    if not texts or not all(texts):
        yield f"{one!r} is not translated"
        return
    if entry.fuzzy:
        yield f"{one!r} is marked as fuzzy; look at the translation and take the mark away"
    needed, may_lack = fields(one), {f"{{{forms[one].counted}}}"}
    for text in texts:
        found = fields(text)
        if found - needed or needed - found - may_lack:
            yield f"{text!r} has not the same {{names}} as {one!r}"


def fields(text: str) -> set[str]:
    """The names in a text, with their formats."""
    return {found[0] for found in FIELD.finditer(text)}


# --------------------------------------------------------------------------------- the tool
def files(
    messages: Iterable[Message], languages: Iterable[str]
) -> Iterator[tuple[str, Path, list[Message]]]:
    """Every catalogue of some languages, with its messages."""
    for code in languages:
        for game, found in by_game(messages).items():
            yield code, folder_of(game) / f"{code}.po", found


def all_mistakes() -> list[str]:
    """The mistakes in all existing catalogues."""
    messages, others = all_messages(), [code for code in codes() if code != ENGLISH]
    return [
        why for code, file, found in files(messages, others) for why in mistakes(code, found, file)
    ]


def main() -> int:
    """Update the catalogues, or check them."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="change nothing")
    parser.add_argument("--new", metavar="CODE", default="", help="a language to add, such as fr")
    asked = parser.parse_args()
    try:
        messages = all_messages()
    except BadMessage as error:
        print(error, file=sys.stderr)
        return 1
    languages = {*codes(), asked.new} - {ENGLISH, ""}
    for code, file, found in files(messages, sorted(languages)):
        text = updated(file, code, found)
        if not asked.check and (not file.exists() or file.read_bytes() != text):
            file.parent.mkdir(exist_ok=True)
            file.write_bytes(text)
            print(f"{file.relative_to(ROOT)} was updated.")
    wrong = all_mistakes()
    print("\n".join(wrong) or "All catalogues are complete.")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())

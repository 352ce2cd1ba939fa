"""The catalogues are complete, and the tool that updates them finds every message and mistake."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))
import message_sources as sources
import messages
from message_sources import BadMessage, Message
from rumpus.languages import codes

WANTED = [
    Message("", "", "Hello {name}.", "a.py:1"),
    Message("", "zone", "Hand", "a.py:2"),
    Message("", "", "{name} takes {n:card}.", "b.py:1"),
]
GOOD = """
msgid "Hello {name}."
msgstr "Hallo {name}."

msgctxt "zone"
msgid "Hand"
msgstr "Hand"

msgid "{name} takes {n} card."
msgid_plural "{name} takes {n} cards."
msgstr[0] "{name} nimmt eine Karte."
msgstr[1] "{name} nimmt {n} Karten."
"""


def test_every_catalogue_is_complete() -> None:
    assert messages.all_mistakes() == []


def test_every_catalogue_is_as_the_tool_writes_it() -> None:
    for code, file, found in messages.files(sources.all_messages(), codes()[1:]):
        assert file.read_bytes() == messages.updated(file, code, found), file


@pytest.mark.parametrize(
    ("wrong", "right", "mistake"),
    [
        ("", "", ""),
        ('msgid "Hello {name}."\nmsgstr "Hallo {name}."', "", "'Hello {name}.' is missing"),
        ('msgctxt "zone"\n', "", "'Hand' is missing"),
        ('"Hallo {name}."', '""', "'Hello {name}.' is not translated"),
        ('"{name} nimmt {n} Karten."', '""', "is not translated"),
        ('"Hallo {name}."', '"Hallo {Name}."', "has not the same {names}"),
        ('"Hallo {name}."', '"Hallo."', "has not the same {names}"),
        ('"{name} nimmt eine Karte."', '"Nimm eine Karte."', "has not the same {names}"),
        ('msgid "Hello', '#, fuzzy\nmsgid "Hello', "marked as fuzzy"),
        ('msgctxt "zone"', 'msgid "x"\nmsgstr "y"\n\nmsgctxt "zone"', "nobody says 'x'"),
    ],
)
def test_mistakes_are_found(tmp_path: Path, wrong: str, right: str, mistake: str) -> None:
    file = tmp_path / "de.po"
    file.write_text(GOOD.replace(wrong, right, 1) if wrong else GOOD, encoding="utf-8")
    found = list(messages.mistakes("de", WANTED, file))
    assert mistake in "".join(found) if mistake else found == []


def test_an_update_keeps_translations_and_adds_what_is_new(tmp_path: Path) -> None:
    file = tmp_path / "de.po"
    file.write_text(GOOD, encoding="utf-8")
    new = Message("", "", "Something else entirely", "c.py:1")
    file.write_bytes(messages.updated(file, "de", [*WANTED[:2], new]))
    found = list(messages.mistakes("de", [*WANTED[:2], new], file))
    assert [line.partition(": ")[2] for line in found] == [
        "'Something else entirely' is not translated"
    ]
    assert "Plural-Forms: nplurals=2; plural=(n != 1);" in file.read_text(encoding="utf-8")


def test_python_says_its_templates() -> None:
    source = """
from rumpus.rulekit.sentence import say
raise NotNow(
    say("A {thing} "
        "too many.", thing=1)
)
x = table.say("not this")
"""
    assert list(sources.said_in(source, "a.py")) == [("A {thing} too many.", 4)]
    assert list(sources.said_in('say("another function")', "a.py")) == []


@pytest.mark.parametrize(
    ("call", "why"),
    [
        ('say(f"A {x}")', "a.py:2: write the text of say() out"),
        ("say(text)", "a.py:2: write the text of say() out"),
        ('say("A {x}")', "a.py:2: 'A {x}' is given []"),
        ('say("A {x}", x=1, y=2)', "a.py:2: 'A {x}' is given ['x', 'y']"),
    ],
)
def test_a_text_that_cannot_be_found_is_refused(call: str, why: str) -> None:
    with pytest.raises(BadMessage) as refused:
        list(sources.said_in(f"from .sentence import say\n{call}", "a.py"))
    assert str(refused.value).startswith(why)


def test_the_client_says_its_templates() -> None:
    source = r"""
    export function t(template: string) {}
    <p title={t('It\'s {name}', { name: f(t("in\u0020it"), 'no') })}>{t(
      `Several`,
    )}</p>
    sentence('Hand', {}, 'zone'); at('nothing'); x.t('nothing'); t(variable)
    """
    assert list(sources.written_in(source, "a.svelte")) == [
        ("It's {name}", "", 3),
        ("in it", "", 3),
        ("Several", "", 3),
        ("Hand", "zone", 6),
    ]
    with pytest.raises(BadMessage, match=r"a\.ts:1: write the text in one piece"):
        list(sources.written_in("t('one ' + two)", "a.ts"))


def test_messages_go_into_the_catalogue_of_their_game() -> None:
    client, package = sources.CLIENT, sources.PACKAGE
    assert sources.game_of(client / "games" / "mantis" / "Tank.svelte", client) == "mantis"
    assert sources.game_of(client / "games" / "generic" / "Table.svelte", client) == ""
    assert sources.game_of(package / "games" / "__init__.py", package) == ""
    assert sources.game_of(package / "games" / "ruckus" / "rules.py", package) == "ruckus"

"""A new game that declares only rules and words can be played in the terminal."""

from __future__ import annotations

import re

import pytest

from rumpus.terminal.play import start
from tests.testing.toy import game as hush

from .player import by_chance, in_order, played


@pytest.mark.parametrize("plain", [True, False])
def test_a_game_without_captions_can_be_played(
    monkeypatch: pytest.MonkeyPatch, *, plain: bool
) -> None:
    monkeypatch.setattr(start, "find", lambda _: hush)
    how = ("--plain",) if plain else ()
    said = played(monkeypatch, by_chance(1), "hush", "--seed", "1", "--name", "Ann", *how)
    assert "The result:" in said
    assert "Your move: It is your turn." in said and "Your move: Add a card, or stop." in said
    assert re.search(r"^Turn: Ann( {3}|\n)Stage: turn( {3}|\n)Turns: \d+$", said, re.MULTILINE)
    assert re.search(r"^    Hand 2 \(\d\): \dx unknown$", said, re.MULTILINE)
    assert "-1" not in said


def test_a_game_without_a_guide_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "find", lambda _: hush)
    said = played(monkeypatch, in_order("rules"), "hush", "--seed", "1")
    assert "Hush has no written rules yet." in said

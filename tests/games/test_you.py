"""Events address the players they are about: each has a sentence for each of its seats."""

from __future__ import annotations

import pytest

from rumpus.games import GAMES, find
from rumpus.rulekit.words.naming import gaps_in


@pytest.mark.parametrize("name", GAMES)
def test_every_seat_that_is_named_can_be_you(name: str) -> None:
    for event in find(name).words.events:
        named = {gap.name for gap in gaps_in(event.words)}
        seats = {n for n, kind in event.numbers.items() if kind.how == "seat" and n in named}
        assert seats == {n for n in event.you if " " not in n}, event.name
        for who, sentence in event.you.items():
            assert "you" in sentence.lower(), event.name
            left = {gap.name for gap in gaps_in(sentence)}
            assert left == named - set(who.split()), event.name

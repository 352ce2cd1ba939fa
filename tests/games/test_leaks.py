"""Leaks that are planted in the games are found by watching whole games against the account.

Each of them is consistent: the game's own state says that everybody knows the card, so only a look
at where the cards were can tell that nobody was shown it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from rumpus.rulekit.options import Setting
from rumpus.running.interpreted import Interpreted
from rumpus.testing import Broken
from rumpus.testing.kit import Case, watch_whole

from .planting import Mistake, planted

LEAKS: dict[str, tuple[Mistake, int, dict[str, Setting]]] = {
    "a flip shows what lies face down": (
        Mistake(
            "tuckit", "rules/hands.py", "is_up(s, card) and s.seen[card] == 0", "s.seen[card] == 0"
        ),
        2,
        {},
    ),
    "covered cards are seen where they should not be": (
        Mistake(
            "tuckit",
            "rules/hands.py",
            "s.covered_faceup_visible != ON:\n            break",
            "s.covered_faceup_visible == ON + 7:\n            break",
        ),
        2,
        {"covered_faceup_visible": "off"},
    ),
    "a tucked card leaves the hand known": (
        Mistake(
            "tuckit",
            "rules/hands.py",
            "        for card in pile(s, hand):\n            s.seen[card] = 0\n",
            "        s.seen[card_out] = 0\n",
        ),
        3,
        {},
    ),
    "the tucked card stays known": (
        Mistake(
            "tuckit",
            "rules/hands.py",
            "    card_out = top(s, hand)\n    swap_faces(s.face, card_out, chosen)\n",
            "    card_out = chosen\n",
        ),
        3,
        {},
    ),
    "whoever breaks a tie shows two cards": (
        Mistake(
            "tuckit",
            "rules/setup.py",
            "    s.seen[card] = 1\n    s.choice[seat] = NONE",
            "    s.seen[card] = 1\n    s.seen[top(s, hand_of(seat))] = 1\n"
            "    s.choice[seat] = NONE",
        ),
        3,
        {},
    ),
    "what is drawn is known": (
        Mistake(
            "stakbots",
            "rules/moves.py",
            "    s.known[card] = viewers\n    tell(s, DREW, seat)",
            "    s.known[card] = PUBLIC\n    tell(s, DREW, seat)",
        ),
        2,
        {},
    ),
    "a shuffled scrapheap stays known": (
        Mistake(
            "stakbots",
            "rules/moves.py",
            "        forget(s, card)\n        turn_card(s, card, False)\n",
            "        turn_card(s, card, False)\n",
        ),
        6,
        {},
    ),
    "a drafted deck stays known": (
        Mistake("stakbots", "rules/draft.py", "        s.known[card] = 0\n", ""),
        2,
        {"deck": "ranked-draft"},
    ),
    "team-mates look into hands that are not shared": (
        Mistake(
            "stakbots",
            "rules/seats.py",
            "    if by_mode or",
            "    if not by_mode or",
        ),
        4,
        {"teams": "staggered"},
    ),
    "the card laid face down shows before it is turned up": (
        Mistake(
            "ruckus",
            "view.py",
            "if not sees_hand(s, viewer, seat) and s.out_card[seat] != NONE:",
            "if not sees_hand(s, viewer, seat) and s.out_card[seat] == HIDDEN:",
        ),
        3,
        {"length": "single"},
    ),
    "a card is seen before it is revealed": (
        Mistake(
            "tuckit",
            "rules/phases.py",
            "    tell(s, DECLINED, seat)\n",
            "    s.seen[top(s, DRAW_PILE)] = 1\n    tell(s, DECLINED, seat)\n",
        ),
        3,
        {},
    ),
    "a hand's last card is seen": (
        Mistake(
            "ruckus",
            "view.py",
            "return viewer == seat or not in_flurry(s)",
            "return viewer == seat or not in_flurry(s) or s.n_hand[seat] == 1",
        ),
        3,
        {"length": "single"},
    ),
}

IN_A_BEAT = {
    "the card laid face down shows before it is turned up",
    "a card is seen before it is revealed",
}
"""These show only in the middle of an action."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder from which modules can be imported."""
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith("planted_")]:
        del sys.modules[name]


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_found(name: str, folder: Path) -> None:
    mistake, players, settings = LEAKS[name]
    game = planted(mistake, folder, f"planted_{list(LEAKS).index(name)}")
    account = import_module(f"tests.games.{mistake.game}.secrets").Account
    found = "leak in a beat" if name in IN_A_BEAT else "leak in a "
    backend = Interpreted(game)
    with pytest.raises(Broken, match=found):
        for seed in range(20):
            watch_whole(backend, Case(players, settings, seed, sensible=True), account)

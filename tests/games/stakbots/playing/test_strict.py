"""Statements that a small change to the rules could break unnoticed."""

from __future__ import annotations

from collections import Counter

import pytest

from rumpus.games.stakbots.state import LEFT_OUT
from rumpus.games.stakbots.words import ACTING, DROPPING, STARTED, TARGETING
from rumpus.games.stakbots.words import TURN_ENDED as ENDED

from ..table import Lay, Table

covers = pytest.mark.covers
SYNC = {"teams": "synchronous"}
FOUR = {"P1": "Core5^ Core3_", "P2": "Core4^ Core4_", "P3": "Core2^ Core4_", "P4": "Core3^ Core5_"}


# --------------------------------------------------------------------------------- effects
@covers("SB-ENTRY-9", "SB-ENTRY-10")
def test_what_turns_up_later_is_not_ordered_with_what_waits(table: Lay) -> None:
    """Only effects of one moment are put in order; a later one comes at once, before all others."""
    t = table(
        {"P1": "Core5^ Shot_ Core9_", "P1b": "Core9^",
         "P2": "Core5^ Tranq_ Core9_", "P2b": "Core2^ Shot_ Core9_"}
    )  # fmt: skip
    t.do("P1 attack P2")  # both are scrapped: Shot of P1 and Tranq of P2 turn up together
    assert t.asks == "P1" and t["stage"] == TARGETING
    t.do("P1 at P2b")  # the Shot of P2b turns up while the Tranq of P2 waits
    assert t.asks == "P2" and t["stage"] == TARGETING
    before = t.stak("P1b")
    t.do("P2 at P1b")
    assert before == "Core9^" and t.stak("P1b") == "Core9^:3", "the Shot came first"


# --------------------------------------------------------------------------------- decks
def decks(t: Table) -> list[Counter[int]]:
    """The rows of every player's own deck, and those that were left out."""
    face, owner, zone = t["face"], t["deck_of"], t["zone"]
    return [
        Counter(face[card] for card in range(len(face)) if owner[card] == seat)
        for seat in range(t.players)
    ] + [Counter(face[card] for card in range(len(face)) if zone[card] == LEFT_OUT)]


@covers("SB-VAR-RANK-1", "SB-VAR-RANK-2")
@pytest.mark.parametrize("players", [2, 4])
def test_each_rank_is_divided_by_chance(deal: Lay, players: int) -> None:
    dealt = [decks(deal(players, seed=seed, deck="ranked-split")) for seed in range(8)]
    firsts = {tuple(sorted(of_seats[0].items())) for of_seats in dealt}
    assert len(firsts) > 4, "the same player has another share of each rank every time"
    whole = {tuple(sorted(sum(of_seats, Counter()).items())) for of_seats in dealt}
    assert len(whole) == 1
    for of_seats in dealt:
        assert len({deck.total() for deck in of_seats[:-1]}) == 1


# --------------------------------------------------------------------------------- who starts
@covers("SB-SETUP-7", "SB-VAR-SYNC-1")
@pytest.mark.parametrize(("players", "size"), [(4, 2), (6, 2), (6, 3)])
def test_a_team_starts_with_its_first_member(deal: Lay, players: int, size: int) -> None:
    for seat in range(players):
        t = deal(players, starter=f"seat-{seat + 1}", team_size=size, setup_effects=False, **SYNC)
        first = seat - seat % size
        assert t["active"] == first
        assert t.asks == " ".join(f"P{first + k + 1}" for k in range(size))
        assert [event.numbers[0] for event in t.events if event.kind == STARTED] == [first]


@covers("SB-SETUP-7")
def test_any_team_may_start(deal: Lay) -> None:
    starters = Counter(deal(6, seed=seed, team_size=2, **SYNC)["active"] for seed in range(40))
    assert set(starters) == {0, 2, 4} and min(starters.values()) > 5


# --------------------------------------------------------------------------------- resigning
THREE = {"P1": "Core5^ Core3_", "P2": "Core2^ Core4_", "P3": "Core4^ Core4_ Core2_"}


def dropping(table: Lay) -> Table:
    """P1 may slip the top card under the Stak."""
    t = table(THREE, drawing="blitz", begin=True)
    assert t["stage"] == DROPPING and t.asks == "P1"
    return t


@covers("SB-OUT-9", "SB-VAR-BLITZ-2")
def test_who_resigns_instead_of_dropping_is_out_at_once(table: Lay) -> None:
    t = dropping(table)
    t.resign("P1")
    assert t.is_out("P1") and t.stak("P1") == "" and t.heap() == "Core3 Core5"
    assert t["stage"] == DROPPING and t.asks == "P2", "the next turn begins with its drop"


@covers("SB-OUT-9", "SB-VAR-BLITZ-2")
def test_who_resigns_while_another_drops_is_out_at_once(table: Lay) -> None:
    t = dropping(table)
    t.resign("P3")
    assert t.is_out("P3") and t.stak("P3") == ""
    assert t["stage"] == DROPPING and t.asks == "P1" and not t.over
    t.do("P1 keep")
    assert t["stage"] == ACTING and t.asks == "P1"
    t.resign("P2")
    assert t.winners == "P1"


# --------------------------------------------------------------------------------- setup effects
@covers("SB-TOG-SETUP-4", "SB-TURN-8")
def test_damage_of_setup_effects_lasts_through_the_first_turn(deal: Lay) -> None:
    hurt = 0
    for seed in range(60):
        t = deal(3, seed=seed, setup_effects=True)
        while t["stage"] != ACTING and not t.over:
            seat = t.backend.asks(t.s)[0]
            t.act(seat, t.backend.legal(t.s, seat)[0])
        if t.over or t["turn"] != 0 or not any(t["damage"]):
            continue
        hurt += 1
        before = list(t["damage"])
        if f"{t.asks} end" not in t.choices:
            card = next(text for text in t.choices if " discard " in text)
            t.do(card)
        assert [b for a, b in zip(before, t["damage"], strict=True) if a] == [
            a for a in before if a
        ]
        t.do(f"{t.asks} end")
        assert ENDED in [event.kind for event in t.events]
        assert not any(t["damage"]), "the end of the turn heals"
    assert hurt > 2


# --------------------------------------------------------------------------------- hand limit
@covers("SB-OPT-29", "SB-VAR-SYNC-6")
def test_the_hand_limit_is_each_team_mates_own(table: Lay) -> None:
    for full, fine in (("P1", "P2"), ("P2", "P1")):
        hands = {full: "Core2 Core3 Core4 Core5", fine: "Core2 Core3 Core4"}
        t = table(FOUR, hands=hands, hand_limit=3, fed=2, **SYNC)
        assert f"{fine} end" in t.choices and t.refuses(f"{full} end")
        t.do(f"{fine} end")
        assert t.turn == "P1" and t.refuses(f"{full} end"), "the team still has a full hand"
        t.do(f"{full} discard Core2", f"{full} end")
        assert t.asks == "P3 P4"

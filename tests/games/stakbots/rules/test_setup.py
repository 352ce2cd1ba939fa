"""Setting up."""

from __future__ import annotations

import pytest

from rumpus.games.stakbots.bots import HAS_ENTRY_EFFECT
from rumpus.games.stakbots.cards import CARDS, TABLE
from rumpus.games.stakbots.state import HAND, SUPPLY
from rumpus.games.stakbots.words import EFFECT, TRIGGERED
from rumpus.rulekit.hands import PUBLIC

from ..laying import SEATS
from ..table import Lay, Table

covers = pytest.mark.covers


def depth(t: Table, where: str) -> int:
    return len(t.stak(where).split())


@covers("SB-SETUP-1", "SB-SETUP-5")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_stak_has_nine_cards_and_the_rest_is_the_supply(deal: Lay, players: int) -> None:
    t = deal(players)
    assert all(depth(t, SEATS[seat]) == 9 for seat in range(players))
    assert t["size"][SUPPLY] == CARDS - players * 11 - 1  # the first player has drawn
    assert t["size"][HAND + t["active"]] == 3


@covers("SB-CARD-1", "SB-CARD-2")
def test_the_table_of_cards_is_part_of_the_game(deal: Lay) -> None:
    t = deal(2)
    assert t["rows"] == len(TABLE.rows) and t["bot"] == list(TABLE.bots)
    for field, column in (("power", "power"), ("shot", "shot"), ("copies", "copies")):
        assert t[field] == list(TABLE.column(column)), field
    assert t["rank"] == [max(rank - 1, 0) for rank in TABLE.column("rank")]


@covers("SB-SETUP-2")
def test_only_the_top_cards_are_turned_up(deal: Lay) -> None:
    t = deal(3)
    for seat in SEATS[:3]:
        assert [word[-1] for word in t.stak(seat).split()] == ["^", *"_" * 8]


@covers("SB-SETUP-3", "SB-EX-17")
def test_entry_effects_of_the_first_cards_do_not_take_place(deal: Lay) -> None:
    entering = 0
    for seed in range(6):
        t = deal(4, seed=seed)
        faces = [t["face"][t.cards(seat)[0]] for seat in range(4)]
        entering += sum(HAS_ENTRY_EFFECT[t["bot"][face]] for face in faces)
        assert t.count(TRIGGERED) == t.count(EFFECT) == 0 and t.heap() == ""
        assert all(depth(t, seat) == 9 for seat in SEATS[:4])
    assert entering > 6


@covers("SB-SETUP-4")
def test_a_starting_hand_of_two_is_secret(deal: Lay) -> None:
    t = deal(3, starter="seat-1")
    assert [t["size"][HAND + seat] for seat in range(3)] == [3, 2, 2]
    for viewer in ("", "P1", "P3"):
        hand = next(z for z in t.seen_by(viewer).zones if (z.zone, z.owner) == (4, 1))
        assert hand.size == 2 and hand.groups == ()
    own = next(z for z in t.seen_by("P2").zones if (z.zone, z.owner) == (4, 1))
    assert sum(group.cards for group in own.groups) == 2
    told = [event for event in t.events if event.audience != -1]
    assert len(told) == 7 and {event.audience for event in told} == {1, 2, 4}


@covers("SB-SETUP-6")
def test_the_scrapheap_starts_empty_and_is_open(deal: Lay, table: Lay) -> None:
    assert deal(3).heap() == ""
    t = table({"P1": "Core2^ Core3_", "P2": "Core2^ Core2_"}, hands={"P1": "Core4"})
    t.do("P1 discard Core4", "P1 scrap")
    heap = next(zone for zone in t.seen_by().zones if zone.zone == 6)
    assert sorted(t.names[group.face] for group in heap.groups) == ["Core2", "Core4"]


@covers("SB-SETUP-7", "SB-OPT-6")
def test_anybody_may_go_first_and_turns_go_clockwise(deal: Lay) -> None:
    first = {deal(3, seed=seed).turn for seed in range(20)}
    assert first == {"P1", "P2", "P3"}
    t = deal(3, starter="seat-2")
    assert t.turn == t.asks == "P2"
    t.feed().do("P2 end")
    assert t.turn == "P3"


@covers("SB-SETUP-8")
def test_a_card_face_up_since_setup_does_not_trigger_later(table: Lay) -> None:
    t = table({"P1": "Bountiful^ Core3_", "P2": "Core4^ Core5_"}, hands={"P1": "Core9"},
              supply="Core2")  # fmt: skip
    t.do("P1 play Core9", "P1 scrap")
    assert t.stak("P1") == "Bountiful^ Core3_" and t.hand("P1") == ""


@covers("SB-SETUP-8")
def test_unless_it_returns_and_is_played(table: Lay) -> None:
    t = table({"P1": "Core3^ Core3_", "P2": "Bountiful^ Core5_"}, hands={"P1": "Begone"},
              supply="Core2 Core4 Core9")  # fmt: skip
    t.do("P1 play Begone", "P1 scrap", "P1 end", "P2 play Bountiful")
    assert t.stak("P2") == "Bountiful^ Core5^" and t.hand("P2") == "Core2 Core4"


@covers("SB-SETUP-2", "SB-STAK-6")
def test_nothing_but_the_tops_is_public(deal: Lay) -> None:
    t = deal(3)
    public = [card for card in range(CARDS) if t["known"][card] == PUBLIC]
    assert sorted(public) == sorted(t.cards(seat)[0] for seat in range(3))

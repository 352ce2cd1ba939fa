"""Who knows what: section 6 of the rules."""

from __future__ import annotations

from collections import Counter
from random import Random

from rumpus.games.stakbots import game
from rumpus.games.stakbots.cards import CARDS
from rumpus.games.stakbots.state import LEFT_OUT, SUPPLY
from rumpus.games.stakbots.words import KNOWN, TIRED
from rumpus.rulekit import NONE

from ..laying import NAMES, seat_of
from ..rules.test_ranked import drafted
from ..table import Lay, Table

TWO = {"P1": "Core5^ Core3_ Core4_", "P2": "Core9^ Core4_ Core2_"}


def hand_seen(t: Table, owner: str, viewer: str) -> dict[str, int]:
    """The cards of a hand that a viewer knows, and their marks."""
    zones = t.seen_by(viewer).zones
    hand = next(zone for zone in zones if (zone.zone, zone.owner) == (4, seat_of(owner)))
    return {t.names[group.face]: group.marks for group in hand.groups}


def imagined(t: Table, viewer: int, seed: int) -> Table:
    """A world that the viewer cannot tell from the real one."""
    return Table(t.backend, t.backend.imagined(t.s, viewer, seed=seed), names=t.names)


# --------------------------------------------------------------------------------- known
def test_a_returned_card_is_known_until_it_leaves_the_hand(table: Lay) -> None:
    t = table(TWO, hands={"P1": "Begone", "P2": "Trip"}, supply="Core1 Core1")
    t.do("P1 play Begone")
    for viewer in ("", "P1"):
        assert hand_seen(t, "P2", viewer) == {"Core9": KNOWN}
    t.do("P1 scrap", "P1 end", "P2 play Core9")
    assert hand_seen(t, "P2", "P1") == {}


def test_of_equal_cards_the_known_one_leaves_first(table: Lay) -> None:
    t = table(TWO, hands={"P1": "Core9 Trip Core9! Core9"})
    before = t.cards(12)
    t.do("P1 discard Core9")
    assert hand_seen(t, "P1", "P2") == {} and before[2] not in t.cards(12)


def test_so_it_does_when_it_is_played(table: Lay) -> None:
    t = table(TWO, hands={"P1": "Core9 Trip Core9! Core9"})
    before = t.cards(12)
    t.do("P1 play Core9")
    assert hand_seen(t, "P1", "P2") == {} and t.cards(0)[0] == before[2]


def test_a_tired_card_that_everybody_knows_is_discarded_first(table: Lay) -> None:
    t = table({"P1": "Core5^ Core2_", "P2": "Core2^ Begone_ Core4_"}, hands={"P1": "Core5"})
    t.do("P1 attack")
    assert hand_seen(t, "P1", "P2") == {"Core5": KNOWN | TIRED}
    t.do("P1 discard Core5")
    assert hand_seen(t, "P1", "P2") == {} and t.hand("P1") == "Core5" and not any(t["tired"])


def test_which_token_leaves_a_hand_tells_nothing(table: Lay) -> None:
    left = []
    for name in ("Core2", "Trip", "Core9"):
        t = table(TWO, hands={"P1": "Core2 Trip Core9"})
        t.do(f"P1 discard {name}")
        left.append(t.cards(12))
        assert t.hand("P1").split() == sorted({"Core2", "Trip", "Core9"} - {name})
    assert left[0] == left[1] == left[2]


def test_a_returned_attacker_is_marked_as_tired(table: Lay) -> None:
    t = table({"P1": "Core5^ Core2_", "P2": "Core2^ Begone_ Core4_"})
    t.do("P1 attack")
    assert hand_seen(t, "P1", "P2") == {"Core5": KNOWN | TIRED}


def test_nobody_sees_a_supply_and_everybody_the_scrapheap(table: Lay) -> None:
    t = table(TWO, supply="Core2 Core3", heap="Trip Shot")
    for viewer in ("", "P1", "P2"):
        zones = {zone.zone: zone for zone in t.seen_by(viewer).zones if zone.owner == NONE}
        assert zones[5].size == 2 and zones[5].groups == ()
        assert {t.names[group.face] for group in zones[6].groups} == {"Trip", "Shot"}


def test_what_a_viewer_may_not_know_is_blank(table: Lay) -> None:
    t = table(TWO, hands={"P1": "Trip", "P2": "Shot"}, supply="Core2")
    for viewer, known in ((0, "Trip"), (1, "Shot"), (NONE, "")):
        faces = t.backend.field(t.backend.redacted(t.s, viewer), "face")
        hidden = [t.name(card) for card in range(CARDS) if faces[card] == NONE]
        expected = Counter(["Core3", "Core4", "Core4", "Core2", "Core2", "Trip", "Shot"]) - Counter(
            [known]
        )
        assert Counter(hidden) == expected


def test_nobody_knows_what_chance_will_bring(table: Lay) -> None:
    t = table(TWO, heap="Core2 Core3", begin=True)
    assert any(t["key"]) and any(t["block"])
    known = t.backend.redacted(t.s, 0)
    assert not any(t.backend.field(known, "key") + t.backend.field(known, "block"))


# --------------------------------------------------------------------------------- imagined
def test_an_imagined_world_has_its_own_chance(table: Lay) -> None:
    t = table({"P1": "Core5^", "P2": "Core9^"})  # nothing is hidden
    worlds = [t.backend.imagined(t.s, 0, seed=seed) for seed in (1, 2)]
    one, other = (t.backend.field(world, "block") for world in worlds)
    assert any(one) and any(other) and one != other


def test_an_imagined_world_has_the_same_cards(table: Lay) -> None:
    t = table(TWO, hands={"P1": "Trip", "P2": "Shot"}, supply="Core2 Core1")
    hands = set()
    for seed in range(30):
        world = imagined(t, 0, seed)  # Table.check() counts the copies
        assert world.hand("P1") == "Trip" and world.stak("P1").startswith("Core5^")
        hands.add(world.hand("P2"))
    assert hands == {"Core1", "Core2", "Core3", "Core4", "Shot"}


def test_a_reshuffled_supply_holds_the_cards_of_that_scrapheap(table: Lay) -> None:
    t = table(TWO, hands={"P2": "Shot"}, heap="Trip Trip Pit Pit Core1", begin=True)
    assert len(t.cards(SUPPLY)) == 4
    below = set()
    for seed in range(30):
        world = imagined(t, 1, seed)
        assert set(map(world.name, world.cards(SUPPLY))) <= {"Trip", "Pit", "Core1"}
        below |= {world.name(card) for card in (*world.cards(0)[1:], *world.cards(1)[1:])}
    assert below == {"Core2", "Core3", "Core4"}  # face-down cards are none that were seen


def test_what_was_reshuffled_is_counted_anew_each_time(table: Lay) -> None:
    def counted(t: Table) -> dict[str, int]:
        return {NAMES[row]: n for row, n in enumerate(t["refilled"][0]) if n}

    t = table(TWO, hands={"P1": "Bountiful Bountiful"}, heap="Trip Trip Pit", begin=True)
    assert counted(t) == {"Trip": 2, "Pit": 1} and t["reshuffled"] == 1
    t.do(*["P1 play Bountiful"] * 2)
    assert t.supply() == "" and t.heap() == ""
    t.do("P1 discard Pit", "P1 end")
    assert counted(t) == {"Pit": 1} and t.hand("P2") == "Pit"
    t = table(TWO, heap={"P1": "Core9", "P2": "Trip Shot"}, deck="ranked-split", turn="P2",
              begin=True)  # fmt: skip
    assert t["reshuffled"] == 0b10 and sum(t["refilled"][0]) == 0 and sum(t["refilled"][1]) == 2


def test_a_hand_may_hold_what_was_reshuffled_and_a_stak_may_not(table: Lay) -> None:
    given = {"P1": "Core5^", "P2": "Core9^ Core3_ Trip_", "P3": "Core9^"}
    t = table(given, hands={"P2": "", "P3": "Core4"}, heap="Trip", turn="P2", begin=True)
    assert t.hand("P2") == "Trip" and t["unseen"][NAMES.index("Trip")] == 1
    hands, orders = set(), set()
    for seed in range(40):
        world = imagined(t, 0, seed)
        hands.add((world.hand("P2"), world.hand("P3")))
        orders.add(world.stak("P2"))
        assert world.stak("P2").count("Trip") <= 1
    assert hands == {("Trip", "Core4"), ("Core4", "Trip"), ("Trip", "Core3"), ("Core3", "Trip"),
                     ("Trip", "Trip")}  # fmt: skip
    assert len(orders) == 6, "two of the three rows that nobody saw, in any order"


def test_no_stak_holds_what_everybody_saw(table: Lay) -> None:
    given = {"P1": "Core5^", "P2": "Core9^ Core3_ Trip_", "P3": "Core9^"}
    t = table(given, hands={"P2": "Bountiful", "P3": "Core4"}, heap="Trip Pit", turn="P2",
              begin=True)  # fmt: skip
    t.do("P2 play Bountiful")
    assert t.hand("P2") == "Pit Trip"
    staks = {imagined(t, 0, seed).stak("P2") for seed in range(60)}
    assert len(staks) == 6 and not any("Pit" in text for text in staks)


def test_in_a_split_a_card_may_be_any_of_its_rank(table: Lay) -> None:
    given = {"P1": "Core5^", "P2": "Core9^", "P3": "Core9^"}
    t = table(given, hands={"P2": "Core2", "P3": "Sidekick", "P1": "Trip"}, deck="ranked-split")
    hands = {
        (world.hand("P2"), world.hand("P3")) for world in (imagined(t, 0, s) for s in range(20))
    }
    assert hands == {("Core2", "Sidekick"), ("Sidekick", "Core2")}


def test_what_cannot_be_told_apart_is_dealt_all_the_same(table: Lay) -> None:
    """If the notes say that nothing unseen is left, hidden cards still get the faces there are."""
    t = table(TWO, hands={"P2": "Shot"}, supply="Core1")
    s = game.state()
    s.unpack(t.backend.pack(t.s))
    for row in range(s.rows):
        s.unseen[row] = 0
    worlds = [t.backend.imagined(t.backend.load(s.pack()), 0, seed=seed) for seed in range(8)]
    found = [t.backend.field(world, "face") for world in worlds]
    assert all(Counter(faces) == Counter(t["face"]) for faces in found)
    assert len(set(map(tuple, found))) > 4


SIX = {
    **{"P1": "Core5^ Core4_", "P1b": "Core5^ Core4_", "P2": "Core5^ Core4_"},
    **{"P2b": "Core5^ Core4_", "P3": "Core5^ Core4_", "P3b": "Core2^ Core3_ Core9^ Core4_"},
}


def test_what_was_seen_is_no_more_among_the_unseen(table: Lay) -> None:
    t = table(SIX, turn="P3", heap="Core3", begin=True)
    row = NAMES.index("Core3")
    assert (t["hidden"][row], t["unseen"][row]) == (2, 1)  # one in P3's new hand, one in P3b
    t.do("P3 scrapb")
    assert (t["hidden"][row], t["unseen"][row]) == (1, 0)


def test_what_nobody_has_to_remember_is_unseen_again(table: Lay) -> None:
    t = table(SIX, hands={"P1": "Tranq"}, memory_marks="off")
    t.do("P1 play Tranq on P1", "P1 reset P3b Core9")
    row = NAMES.index("Core9")
    assert t.stak("P3b") == "Core2^ Core3_ Core9_ Core4_" and t["unseen"][row] == 1
    assert t["hidden"][row] == 1 and t.zone_seen("P3b").groups[2].face == NONE


def test_in_a_split_every_deck_keeps_its_ranks(deal: Lay) -> None:
    t = deal(3, deck="ranked-split")

    def ranks(world: Table) -> list[Counter[int]]:
        return [
            Counter(world["rank"][world["face"][card]] for card in range(CARDS)
                    if world["deck_of"][card] == seat)
            for seat in range(3)
        ]  # fmt: skip

    worlds = [imagined(t, 0, seed) for seed in range(6)]
    assert all(ranks(world) == ranks(t) for world in worlds)
    assert len({world.hand("P2") for world in worlds}) > 2
    assert len({tuple(map(world.name, world.cards(LEFT_OUT))) for world in worlds}) > 2


def test_after_a_draft_every_deck_keeps_its_cards(deal: Lay) -> None:
    t = drafted(deal(3, deck="ranked-draft"))

    def rows(world: Table) -> list[Counter[int]]:
        return [
            Counter(world["face"][card] for card in range(CARDS) if world["deck_of"][card] == seat)
            for seat in range(3)
        ]

    worlds = [imagined(t, 0, seed) for seed in range(6)]
    assert all(rows(world) == rows(t) for world in worlds)
    assert len({world.hand("P2") for world in worlds}) > 2


def test_a_card_that_changed_owners_counts_where_it_is(table: Lay) -> None:
    t = table({"P1": "Core5^ Core3_", "P2": "Core9^ Core4_"}, hands={"P1": "Core9", "P2": "Trip"},
              heap={"P2": "Pit"}, supply={"P1": "Core2"}, borderless="all", deck="ranked-split",
              begin=False)  # fmt: skip
    t.do("P1 play Core9 on P2", "P1 scrap", "P1 end")
    for seed in range(10):
        imagined(t, 0, seed)
        imagined(t, 1, seed)
    rank = t["rank"][NAMES.index("Core9")]
    assert (t["share"][0][rank], t["share"][1][rank]) == (0, 2)


def test_imagined_worlds_can_be_played_to_the_end(deal: Lay) -> None:
    t = deal(3, recycling=True, reactive=True)
    world, chance = imagined(t, 1, 7), Random(7)
    while not world.over:
        seat = world.backend.asks(world.s)[0]
        world.act(seat, chance.choice(world.backend.legal(world.s, seat)))
    assert 1 in world.places

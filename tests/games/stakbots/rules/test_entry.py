"""Entry effects: triggers, priority, chains."""

from __future__ import annotations

from typing import Any

import pytest

from rumpus.games.stakbots import game
from rumpus.games.stakbots.words import ACTING, EFFECT, EFFECT_LOST, NO_TARGET, ORDERING, TRIGGERED

from ..table import Lay, Table

covers = pytest.mark.covers


@covers("SB-ENTRY-1")
def test_a_card_played_from_a_hand_triggers(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3_", "P2": "Core5^ Core5_"}, hands={"P1": "Bountiful"},
              supply="Core4")  # fmt: skip
    t.do("P1 play Bountiful")
    assert t.count(TRIGGERED) == t.count(EFFECT) == 1


@covers("SB-ENTRY-2")
def test_a_card_that_turns_up_on_top_triggers(table: Lay) -> None:
    t = table({"P1": "Core2^ Bountiful_ Core3_", "P2": "Core5^ Core5_"}, supply="Core4")
    t.do("P1 scrap")
    assert t.hand("P1") == "Core4"


@covers("SB-ENTRY-3")
def test_a_face_up_card_that_comes_on_top_does_not(table: Lay) -> None:
    t = table({"P1": "Core2^ Bountiful^ Core3_", "P2": "Core5^ Core5_"}, supply="Core4")
    t.do("P1 scrap")
    assert t.hand("P1") == "" and t.count(TRIGGERED) == 0


@covers("SB-ENTRY-4")
def test_it_does_not_matter_whose_turn_it_is(table: Lay) -> None:
    t = table({"P1": "Core5^ Core3_", "P2": "Core2^ Reaper_ Core5_"})
    t.do("P1 attack")
    assert t.stak("P1") == "Core3^" and t.stak("P2") == "Reaper^ Core5_" and t.asks == "P1"


@covers("SB-ENTRY-5")
def test_the_effect_is_compulsory_even_if_it_hurts(table: Lay) -> None:
    t = table({"P1": "Core2^ Clumsy_ Core9_", "P2": "Core5^ Core5_"})
    t.do("P1 scrap")
    assert t.stak("P1") == "Clumsy^"
    t = table({"P1": "Core5^ Core2_", "P2": "Core3^ Shot_"}, hands={"P1": ""})
    t.do("P1 attack")
    assert t.asks == "P2" and t.choices == ["P2 at P1", "P2 at P2"]  # no way to shoot nobody


@covers("SB-ENTRY-6")
def test_the_owner_of_the_stak_chooses(table: Lay) -> None:
    t = table({"P1": "Core5^ Core3_", "P2": "Core2^ Reaper_ Core5_", "P3": "Core9^ Core9_"})
    t.do("P1 attack P2")
    assert t.asks == "P2" and t.choices == ["P2 at P1", "P2 at P3"]
    t.do("P2 at P3")
    assert t.stak("P3") == "Core9^" and t.asks == "P1"


@covers("SB-ENTRY-7", "SB-SC-1", "SB-ENTRY-11")
def test_the_active_players_effect_comes_first(table: Lay) -> None:
    t = table(
        {"P1": "Core3^ Reaper_ Core2_", "P2": "Core3^ Shot_ Bountiful_ Core2_"}, supply="Core4"
    )
    t.do("P1 attack")
    assert t.stak("P1") == "Reaper^ Core2_" and t.stak("P2") == "Bountiful^ Core2_"
    assert t.hand("P2") == "Core4" and t.count(EFFECT_LOST) == 1


@covers("SB-ENTRY-7")
def test_so_it_does_when_the_other_sits_before(table: Lay) -> None:
    t = table(
        {"P1": "Core3^ Shot_ Bountiful_ Core2_", "P2": "Core3^ Reaper_ Core2_"},
        supply="Core4",
        turn="P2",
    )
    t.do("P2 attack")
    assert t.stak("P2") == "Reaper^ Core2_" and t.stak("P1") == "Bountiful^ Core2_"


@covers("SB-ENTRY-8", "SB-SC-30")
def test_the_others_follow_clockwise(table: Lay) -> None:
    t = table(
        {"P1": "Core3^ Bountiful_ Core2_", "P2": "Core9^ Core9_", "P3": "Core3^ Bountiful_ Core2_"},
        supply="Core4 Core5", turn="P3",
    )  # fmt: skip
    t.do("P3 attack P1")
    assert (t.hand("P3"), t.hand("P1")) == ("Core4", "Core5")


@covers("SB-ENTRY-8")
def test_three_effects_at_once(deal: Lay) -> None:
    seen = 0
    for seed in range(60):
        t = deal(4, seed=seed, setup_effects=True, starter="seat-3")
        order = [event.numbers[0] for event in t.events if event.kind == TRIGGERED]
        first = order[: len(set(order))]
        clockwise = [(seat - 2) % 4 for seat in first]
        assert clockwise == sorted(clockwise, reverse=True)  # the one that triggers last acts first
        seen = max(seen, len(first))
    assert seen >= 3


@covers("SB-ENTRY-9", "SB-AX-5")
@pytest.mark.parametrize("first", ["P1", "P1b"])
def test_a_player_orders_the_own_effects(deal: Lay, first: str) -> None:
    dealt = (
        deal(2, seed=seed, staks=2, setup_effects=True, starter="seat-1") for seed in range(50)
    )
    t = next(t for t in dealt if t.stage == ORDERING and t.asks == "P1")
    assert t.choices == ["P1 at P1", "P1 at P1b"]
    t.do(f"P1 at {first}")
    carried_out = next(event for event in t.events if event.kind == EFFECT)
    assert carried_out.numbers[:2] == (0, int(first == "P1b"))


@covers("SB-ENTRY-9")
def test_of_two_effects_alone_the_first_is_chosen_as_well(deal: Lay) -> None:
    dealt = (deal(2, seed=seed, staks=2, setup_effects=True) for seed in range(50))
    t = next(t for t in dealt if t["n_waiting"] == 2 and t.stage == ORDERING)
    assert t.choices == [f"{t.asks} at {t.asks}", f"{t.asks} at {t.asks}b"]


@covers("SB-ENTRY-10", "SB-SC-2")
def test_a_new_effect_goes_before_those_that_wait(table: Lay) -> None:
    t = table({"P1": "Core3^ Trip_ Core2_", "P2": "Core3^ Reaper_ Shot_ Core2_"})
    t.do("P1 attack", "P1 at P2")
    assert t.asks == "P2" and t.stak("P2") == "Shot^ Reaper^ Core2_"
    t.do("P2 at P1")
    assert t.stak("P1") == "Core2^" and t.stak("P2") == "Shot^ Reaper^ Core2_"


@covers("SB-ENTRY-10")
def test_a_new_effect_goes_before_one_that_stays_valid(table: Lay) -> None:
    t = table({"P1": "Core3^ Sidekick_ Bountiful_ Core2_", "P2": "Core3^ Bountiful_ Core2_"},
              supply="Core4 Core5")  # fmt: skip
    t.do("P1 attack")  # P1's Bountiful turns up while P2's waits, and comes first
    assert (t.hand("P1"), t.hand("P2")) == ("Core4", "Core5")


@covers("SB-ENTRY-11", "SB-ENTRY-12")
def test_an_effect_is_lost_for_good_when_its_card_leaves_the_top(table: Lay) -> None:
    # P1 trips the waiting Reaper; Sidekick turns up, slips under it, and Reaper is on top again
    t = table({"P1": "Core3^ Trip_ Core2_", "P2": "Core3^ Reaper_ Sidekick_ Core2_"})
    t.do("P1 attack", "P1 at P2")
    assert t.stak("P2") == "Reaper^ Sidekick^ Core2_" and t.stak("P1") == "Trip^ Core2_"
    assert t.count(EFFECT_LOST) == 1 and t.asks == "P1"


@covers("SB-ENTRY-13")
def test_a_waiting_card_that_is_reset_triggers_anew_once(table: Lay) -> None:
    t = table(
        {"P1": "Core3^ Tranq_ Core2_", "P2": "Core3^ Bountiful_ Core2_"}, supply="Core4 Core5"
    )
    t.do("P1 attack")  # the only other face-up card is the waiting Bountiful
    assert t.hand("P2") == "Core4" and t.supply() == "Core5"
    assert t.count(EFFECT_LOST) == 1 and t.count(EFFECT) == 2


@covers("SB-ENTRY-14")
def test_choices_are_made_when_the_effect_is_carried_out(table: Lay) -> None:
    # P1's Reaper takes P3's top; P2's Reaper then sees the card below it
    t = table({"P1": "Core3^ Reaper_ Core2_", "P2": "Core3^ Reaper_ Core2_", "P3": "Core9^ Core4_"})
    t.do("P1 attack P2", "P1 at P3")
    assert t.stak("P3") == "Core4^" and t.asks == "P2"
    t.do("P2 at P3")
    assert t.is_out("P3")


@covers("SB-ENTRY-15")
def test_without_a_target_the_effect_ends(table: Lay) -> None:
    t = table({"P1": "Core3^", "P2": "Core3^ Tranq_ Core2_"})
    t.do("P1 attack")
    assert t.count(NO_TARGET) == 1 and t.winners == "P2"


@covers("SB-ENTRY-16", "SB-OUT-2")
def test_a_chain_is_finished_before_anybody_is_out(table: Lay) -> None:
    # both run dry but P2's Reaper still acts, on a third player
    t = table({"P1": "Core3^", "P2": "Core3^ Reaper_ Core2_", "P3": "Core9^ Core4_"})
    t.do("P1 attack P2")
    assert t.stak("P3") == "Core4^" and t.is_out("P1") and t.turn == "P2"


@covers("SB-ENTRY-17")
def test_a_card_is_reset_once_in_a_chain_and_again_in_the_next(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3_", "P2": "Core4^ Core4_"}, hands={"P1": "Tranq Tranq"})
    for _ in range(2):
        t.do("P1 play Tranq", "P1 reset P2 Core4")
        assert t.count(EFFECT) == 1
    t = table({"P1": "Core2^ Core3_", "P2": "Tranq^ Core4_"}, hands={"P1": "Tranq"})
    t.do("P1 play Tranq", "P1 reset P2 Tranq", "P2 reset P1 Tranq")
    # P1's Tranq acts again, and only Core2 was not reset yet
    assert t.count(EFFECT) == 3 and t.stak("P1") == "Tranq^ Core2_ Core3_"


@covers("SB-ENTRY-17")
def test_a_chain_stops_after_50_effects(table: Lay) -> None:
    pits = " ".join(["Pit_"] * 52)
    t = table({"P1": f"Core2^ {pits}", "P2": "Core5^ Core4_"})
    t.do("P1 scrap", *["P1 at P1"] * 50)
    assert t.count(EFFECT) == 50 and t.count(EFFECT_LOST) == 1
    assert t.stage == ACTING and t.stak("P1").count("Pit^") == 51


@covers("SB-ENTRY-17")
def test_only_the_effects_of_one_chain_count(table: Lay) -> None:
    t = table({"P1": "Core2^ Bountiful_", "P2": "Core5^ Core4_"}, supply="Core9")
    s = game.state()
    s.unpack(t.backend.pack(t.s))
    s.effects, s.batches = 50, 127  # an earlier chain was as long as can be
    t = Table(t.backend, t.backend.load(s.pack())).do("P1 scrap")
    assert t.hand("P1") == "Core9" and t.count(EFFECT_LOST) == 0


# --------------------------------------------------------------------------------- new chains
AGAIN = {
    "P1": "Core2^ Core9^ Tranq_ Core3_ Core3_",
    "P2": "Core2^ Tranq_ Tranq_ Core3_",
    "P3": "Core5^ Core5_",
}


def after_a_reset(table: Lay, hand: str, given: dict[str, str] | None = None, **more: Any) -> Table:
    """P1 has reset the Core5 of P3 with a Tranq, which lies on top."""
    hands = {"P1": f"Tranq {hand}", **more.pop("hands", {})}
    t = table({**AGAIN, **(given or {})}, hands=hands, **more)
    t.do("P1 play Tranq", "P1 reset P3 Core5")
    assert t.stak("P3") == "Core5^ Core5_" and t["resets"].count(1) == 1
    return t


@covers("SB-ENTRY-17")
def test_a_card_that_is_scrapped_begins_a_new_chain(table: Lay) -> None:
    t = after_a_reset(table, "", {"P1": "Core9^ Tranq_ Core3_"})
    t.do("P1 scrap", "P1 scrap")
    assert t.stak("P1") == "Tranq^ Core3_" and "P1 at P3" in t.choices


@covers("SB-ENTRY-17", "SB-VAR-BLITZ-4")
def test_so_does_a_drop(table: Lay) -> None:
    t = after_a_reset(table, "Core1", drawing="blitz")
    t.do("P1 discard Core1", "P1 end", "P2 drop")
    assert t.stak("P2") == "Tranq^ Tranq_ Core3_ Core2^" and "P2 at P3" in t.choices


@covers("SB-ENTRY-17", "SB-TOG-RECYCLE-1")
def test_so_does_recycling(table: Lay) -> None:
    t = after_a_reset(table, "Core1 Core1", {"P1": "Core9^ Tranq_ Core3_"}, recycling=True)
    t.do("P1 recycle Core1", "P1 no", "P1 recycle", "P1 no")
    assert t.stak("P1") == "Tranq^ Core3_" and "P1 at P3" in t.choices


@covers("SB-ENTRY-17", "SB-ATK-1")
def test_so_does_an_attack(table: Lay) -> None:
    t = after_a_reset(table, "")
    t.do("P1 attack P2")
    assert t.asks == "P2" and t.stak("P2") == "Tranq^ Tranq_ Core3_" and "P2 at P3" in t.choices


@covers("SB-ENTRY-17", "SB-TOG-REACTIVE-3")
def test_so_does_a_reaction(table: Lay) -> None:
    t = after_a_reset(table, "", hands={"P2": "Tranq"}, reactive=True)
    t.do("P1 attack P2", "P2 play Tranq")
    assert "P2 at P3" in t.choices


@covers("SB-ENTRY-17", "SB-BOT-STOMP-2")
def test_so_does_every_battle_of_a_stomp(table: Lay) -> None:
    t = table({**AGAIN, "P1": "Stomp7^ Core3_", "P2": "Core2^ Tranq_ Tranq_"})
    t.do("P1 attack P2")
    for _ in range(2):  # each Tranq that turns up resets the same card
        assert t.asks == "P2" and "P2 at P3" in t.choices
        t.do("P2 reset P3 Core5")
    assert t.stak("P2") == "" and t.stak("P1") == "Stomp7^:6 Core3_"

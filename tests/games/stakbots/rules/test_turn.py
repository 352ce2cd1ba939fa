"""The structure of a turn, and the supply."""

from __future__ import annotations

from random import Random

import pytest

from rumpus.games.stakbots.words import (
    ACTIONS_OF_TURN,
    DREW,
    NOTHING_TO_DRAW,
    RESHUFFLED,
    TURN_LIMIT,
)
from rumpus.rulekit import NONE

from ..table import Lay

covers = pytest.mark.covers
TWO = {"P1": "Core2^ Core3_ Core4_", "P2": "Core4^ Core5_ Core5_"}
THREE = {**TWO, "P3": "Core3^ Core4_"}


@covers("SB-TURN-1", "SB-TURN-2")
def test_a_turn_begins_with_a_draw(table: Lay) -> None:
    t = table(TWO, supply="Core9 Core5", begin=True)
    assert t.turn == t.asks == "P1" and t.hand("P1") == "Core9" and t.supply() == "Core5"
    assert t.hand("P2") == ""


@covers("SB-TURN-2")
def test_the_draw_is_compulsory(table: Lay) -> None:
    t = table(TWO, supply="Core9", begin=True)
    assert "P1 draw" not in t.choices and t.hand("P1") == "Core9"


@covers("SB-TURN-3", "SB-OPT-22")
def test_the_first_player_draws_too_unless_it_is_ruled_out(deal: Lay) -> None:
    t = deal(3, starter="seat-1")
    assert t["size"][12] == 3 and t.count(DREW) == 1
    t = deal(3, starter="seat-1", first_draw="no")
    assert t["size"][12] == 2 and t.count(DREW) == 0
    t.feed().do("P1 end")
    assert t["size"][13] == 3


@covers("SB-TURN-4")
def test_actions_come_in_any_order_and_number(table: Lay) -> None:
    t = table(TWO, hands={"P1": "Core5 Core9 Core1"})
    t.do("P1 scrap", "P1 play Core5", "P1 attack", "P1 discard Core1", "P1 play Core9", "P1 scrap")
    assert t.asks == "P1" and t.fed == 4
    t = table(TWO, hands={"P1": "Core5"}, fed=1)
    t.do("P1 end")
    assert t.turn == "P2" and t.hand("P1") == "Core5"


@covers("SB-TURN-5")
def test_a_turn_cannot_end_before_a_card_was_fed(table: Lay) -> None:
    t = table(TWO, hands={"P1": "Core5 Core9"})
    assert t.refuses("P1 end")
    t.do("P1 play Core5")
    assert t.refuses("P1 end")
    t.do("P1 discard Core9", "P1 end")
    assert t.turn == "P2"


@covers("SB-TURN-6")
def test_no_action_can_be_squeezed_in_while_effects_wait(table: Lay) -> None:
    t = table(THREE, hands={"P1": "Reaper Core5"})
    t.do("P1 play Reaper")
    assert t.choices == ["P1 at P2", "P1 at P3"]
    assert t.refuses("P1 play Core5") and t.refuses("P1 attack P2") and t.refuses("P1 scrap")


@covers("SB-TURN-7")
def test_there_is_no_hand_limit(table: Lay) -> None:
    many = " ".join(["Core2"] * 15)
    t = table(TWO, hands={"P1": many}, fed=1)
    assert "P1 end" in t.choices


@covers("SB-OPT-29")
def test_a_hand_limit_can_be_set(table: Lay) -> None:
    t = table(TWO, hands={"P1": "Core2 Core3 Core4 Core5 Core9"}, hand_limit=3, fed=1)
    assert t.refuses("P1 end")
    t.do("P1 discard Core2")
    assert t.refuses("P1 end")
    t.do("P1 play Core3", "P1 end")
    assert t.turn == "P2"


@covers("SB-TURN-8")
def test_all_damage_is_removed_everywhere(table: Lay) -> None:
    t = table({"P1": "Core5^:2 Core9^:3 Core2_", "P2": "Core4^:1 Core5_", "P3": "Core3^:2 Core2_"},
              fed=1)  # fmt: skip
    t.do("P1 end")
    assert t.stak("P1") == "Core5^ Core9^ Core2_"
    assert t.stak("P2") == "Core4^ Core5_" and t.stak("P3") == "Core3^ Core2_"


@covers("SB-TURN-9")
def test_attack_restrictions_are_forgotten(table: Lay) -> None:
    t = table({"P1": "Core5^ Core2_ Core4_", "P2": "Core2^ Tranq_ Core3_ Core3_"})
    t.do("P1 attack")
    assert t.refuses("P1 attack")
    t.do("P1 end", "P2 scrap", "P2 end")
    assert t.turn == "P1" and not t.refuses("P1 attack")


@covers("SB-TURN-9", "SB-ATK-11")
def test_a_returned_attacker_may_attack_in_the_next_turn(table: Lay) -> None:
    t = table({"P1": "Core5^ Core2_ Core4_", "P2": "Core2^ Begone_ Core3_ Core3_"})
    t.do("P1 attack", "P1 end", "P2 scrap", "P2 end", "P1 play Core5")
    assert "P1 attack" in t.choices


@covers("SB-TURN-9", "SB-TURN-11", "SB-VAR-MULTI-4")
def test_nothing_of_a_turn_is_left_in_the_next(table: Lay) -> None:
    staks = {f"P{seat}{letter}": "Core5^ Core3_ Core2_" for seat in (1, 2, 3) for letter in "ab"}
    given = {name.removesuffix("a"): text for name, text in staks.items()}
    t = table(given, turn="P3").do("P3 attack P1", "P3 attackb P2b")
    assert (t.fed, t.fact("actions left"), t.fact("spent staks")) == (4, 58, 0b110000)
    t.do("P3 end")
    assert (t.fed, t.fact("actions left"), t.fact("turns")) == (0, 60, 2) and t.turn == "P1"
    assert t["step"] == ACTIONS_OF_TURN
    assert t["chosen"] == [NONE] * 12 and not any(t["tired"]) and not any(t["damage"])
    assert {"P1 attack", "P1 attackb"} <= set(t.choices)


@covers("SB-TURN-10")
def test_the_next_player_still_in_the_game_is_active(table: Lay) -> None:
    given = {"P1": "Core2^ Core3_", "P2": "", "P3": "Core4^ Core5_"}
    t = table(given, fed=1, supply="Core9 Core9")
    t.do("P1 end")
    assert t.turn == "P3" and t.hand("P2") == ""
    t = table(given, fed=1, turn="P3")
    t.do("P3 end")
    assert t.turn == "P1"


@covers("SB-TURN-11")
def test_after_60_plays_and_attacks_only_feeding_and_ending_are_left(table: Lay) -> None:
    t = table(
        {
            "P1": "Core2^ Core3_",
            "P1b": "Core3^ Core3_",
            "P2": "Core4^ Core5_",
            "P2b": "Core4^ Core5_",
        },
        hands={"P1": "Begone Begone"},
    )
    for i in range(60):  # each Begone sends the other one back
        where, other = ("P1", "P1b") if i % 2 == 0 else ("P1b", "P1")
        t.do(f"P1 play Begone on {where}", f"P1 at {other if i else 'P2'}")
    assert t.fact("actions left") == 0 and t.asks == "P1"
    verbs = {text.split()[1] for text in t.choices}
    assert verbs == {"scrap", "scrapb", "discard"}
    t.do("P1 discard Begone")
    assert "P1 end" in t.choices


@covers("SB-TURN-12", "SB-OPT-31")
def test_after_the_last_turn_the_most_cards_in_staks_win(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3_ Core4_", "P2": "Core4^ Core5_", "P3": "Core2^ Core2_ Core2_"},
              turns=199, fed=1)  # fmt: skip
    t.do("P1 end")
    assert t.winners == "P1 P3" and t.places == [1, 3, 1] and t.count(TURN_LIMIT) == 1
    t = table(TWO, turns=49, fed=1, max_turns=50)
    t.do("P1 end")
    assert t.over
    t = table(TWO, turns=198, fed=1)
    t.do("P1 end")
    assert not t.over


# --------------------------------------------------------------------------------- supply
@covers("SB-SUP-1", "SB-SUP-2", "SB-SC-26", "SB-TOG-DEPTH-2")
def test_an_empty_supply_is_filled_when_a_card_must_be_drawn(table: Lay) -> None:
    t = table(TWO, heap="Core2 Core3 Core4 Core5 Core9 Trip Shot", begin=True)
    assert t.count(RESHUFFLED) == 1 and t.heap() == "" and t.fed == 0
    assert len(t.supply().split()) == 6 and len(t.hand("P1").split()) == 1
    both = sorted([*t.supply().split(), t.hand("P1")])
    assert both == ["Core2", "Core3", "Core4", "Core5", "Core9", "Shot", "Trip"]


@covers("SB-SUP-1")
def test_the_new_supply_is_shuffled(table: Lay) -> None:
    orders = set()
    for seed in range(6):
        t = table(TWO, heap="Core2 Core3 Core4 Core5 Core9 Trip Shot", begin=True, seed=seed)
        orders.add(t.supply())
    assert len(orders) > 3


@covers("SB-SUP-2")
def test_taking_the_last_card_does_not_fill_it_yet(table: Lay) -> None:
    t = table(TWO, supply="Core9", heap="Core2", begin=True)
    assert t.hand("P1") == "Core9" and t.supply() == "" and t.heap() == "Core2"


@covers("SB-SUP-3")
def test_with_nothing_to_draw_the_turn_goes_on(table: Lay) -> None:
    t = table(TWO, begin=True)
    assert t.count(NOTHING_TO_DRAW) == 1 and t.asks == "P1" and t.hand("P1") == ""


@covers("SB-SUP-4")
def test_reshuffling_does_not_undo_feeding(table: Lay) -> None:
    t = table(TWO, hands={"P1": "Bountiful"}, heap="Core9")
    t.do("P1 scrap", "P1 play Bountiful")
    assert t.heap() == "" and t.fed == 1 and "P1 end" in t.choices


def test_what_is_drawn_is_told_to_its_owner_alone(table: Lay) -> None:
    t = table(TWO, supply="Core9", begin=True)
    told = [event for event in t.events if event.audience != -1]
    assert [event.audience for event in told] == [1] and told[0].numbers[0] == 0


@covers("SB-OPT-32")
def test_time_out_does_the_most_careful_thing(table: Lay) -> None:
    """An empty hand has to feed the scrapheap from a Stak: better the victim's than one's own."""
    t = table(TWO, hands={"P1": "Core5"}, drawing="blitz")
    seen = []
    for _ in range(4):
        seat = t.backend.asks(t.s)[0]
        action = t.backend.run("timeout", t.s, seat)
        seen.append(t.say(seat, action))
        t.act(seat, action)
    assert seen == ["discard Core5", "end", "keep", "attack"]


def test_any_game_played_to_its_end_conserves_cards(deal: Lay) -> None:
    t, chance = deal(3), Random(4)
    while not t.over:
        seat = t.backend.asks(t.s)[0]
        t.act(seat, chance.choice(t.backend.legal(t.s, seat)))
    assert sorted(t.places)[0] == 1

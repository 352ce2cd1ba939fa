"""Playing a card, scrapping and discarding, feeding the scrapheap."""

from __future__ import annotations

import pytest

from ..table import Lay

covers = pytest.mark.covers
TWO = {"P1": "Core2^ Core3_ Core4_", "P2": "Core4^ Core5_ Core5_"}


# --------------------------------------------------------------------------------- play
@covers("SB-PLAY-1")
def test_a_played_card_becomes_the_top_card_of_the_own_stak(table: Lay) -> None:
    t = table(TWO, hands={"P1": "Core5 Core9"})
    t.do("P1 play Core5")
    assert t.stak("P1") == "Core5^ Core2^ Core3_ Core4_" and t.hand("P1") == "Core9"
    assert t.stak("P2") == TWO["P2"]


@covers("SB-PLAY-2", "SB-ENTRY-1")
def test_its_entry_effect_takes_place_at_once(table: Lay) -> None:
    t = table(TWO, hands={"P1": "Reaper Core9"})
    t.do("P1 play Reaper")
    assert t.stak("P2") == "Core5^ Core5_"


@covers("SB-PLAY-3")
def test_covering_a_card_changes_nothing_about_it(table: Lay) -> None:
    t = table({"P1": "Core5^:2* Core3_", "P2": "Core4^ Core5_"}, hands={"P1": "Core9"})
    t.do("P1 play Core9")
    assert t.stak("P1") == "Core9^ Core5^:2 Core3_" and t.refuses("P1 attack")
    t.do("P1 scrap")
    assert t.stak("P1") == "Core5^:2 Core3_" and not t.refuses("P1 attack")


@covers("SB-PLAY-4")
def test_a_card_may_attack_in_the_turn_it_was_played(table: Lay) -> None:
    t = table(TWO, hands={"P1": "Core9"})
    t.do("P1 play Core9", "P1 attack")
    assert t.stak("P1") == "Core9^:4 Core2^ Core3_ Core4_" and t.stak("P2") == "Core5^ Core5_"


# --------------------------------------------------------------------------------- scrap
@covers("SB-SCRAP-1", "SB-SCRAP-3")
def test_the_own_top_card_may_be_scrapped(table: Lay) -> None:
    t = table(TWO)
    t.do("P1 scrap")
    assert t.stak("P1") == "Core3^ Core4_" and t.heap() == "Core2" and t.stak("P2") == TWO["P2"]


@covers("SB-SCRAP-2", "SB-SCRAP-3")
def test_any_hand_card_may_be_discarded(table: Lay) -> None:
    t = table(TWO, hands={"P1": "Core5 Reaper Core9"})
    discards = [text for text in t.choices if "discard" in text]
    assert discards == ["P1 discard Core5", "P1 discard Core9", "P1 discard Reaper"]
    t.do("P1 discard Reaper")
    assert t.hand("P1") == "Core5 Core9" and t.heap() == "Reaper" and t.stak("P2") == TWO["P2"]


@covers("SB-SCRAP-3")
def test_what_is_scrapped_lies_face_up(table: Lay) -> None:
    t = table({"P1": "Bash^ Core3_", "P2": "Core9^ Core5_ Core4_"}, hands={"P1": "Core2"})
    t.do("P1 attack", "P1 discard Core2")
    assert t.heap() == "Bash Core2 Core4"
    assert all(t.is_up(card) for card in t.cards(24))


@covers("SB-SCRAP-4")
def test_the_next_card_turns_up_and_triggers(table: Lay) -> None:
    t = table({"P1": "Core2^ Bountiful_ Core4_", "P2": "Core4^ Core5_"}, supply="Core9")
    t.do("P1 scrap")
    assert t.stak("P1") == "Bountiful^ Core4_" and t.hand("P1") == "Core9"


@covers("SB-SCRAP-5")
def test_scrapping_the_last_card_is_legal_and_puts_one_out(table: Lay) -> None:
    t = table({"P1": "Core2^", "P2": "Core4^ Core5_", "P3": "Core3^ Core3_"}, hands={"P1": "Core9"},
              supply="Core5")  # fmt: skip
    t.do("P1 scrap")
    assert t.is_out("P1") and t.turn == "P2" and t.heap() == "Core2 Core9"


# --------------------------------------------------------------------------------- feed
@covers("SB-FEED-1")
def test_a_card_of_any_player_counts(table: Lay) -> None:
    t = table({"P1": "Core5^ Core3_", "P2": "Core2^ Core5_"})
    t.do("P1 attack")
    assert t.heap() == "Core2" and t.fed == 1 and "P1 end" in t.choices


@covers("SB-FEED-2")
@pytest.mark.parametrize(
    ("hand", "actions"),
    [
        ("", ["P1 attack"]),
        ("Reaper", ["P1 play Reaper"]),
        ("", ["P1 scrap"]),
        ("Core9", ["P1 discard Core9"]),
        ("Expel", ["P1 play Expel", "P1 name P2"]),
        ("Clumsy", ["P1 play Clumsy"]),
    ],
)
def test_every_way_to_the_scrapheap_counts(table: Lay, hand: str, actions: list[str]) -> None:
    t = table(
        {"P1": "Core5^ Core3_ Core3_", "P2": "Core2^ Core5_"}, hands={"P1": hand, "P2": "Trip"}
    )
    t.do(*actions)
    assert t.fed == 1 and "P1 end" in t.choices


@covers("SB-FEED-3")
@pytest.mark.parametrize(
    ("bot", "answer"),
    [("Trip", "P1 at P2"), ("Pit", "P1 at P2"), ("Tranq", "P1 reset P2 Core5"), ("Begone", "")],
)
def test_falling_sinking_resetting_and_returning_do_not_count(
    table: Lay, bot: str, answer: str
) -> None:
    t = table({"P1": "Core5^ Core3_ Core3_", "P2": "Core5^ Core5_"}, hands={"P1": bot})
    t.do(f"P1 play {bot}", *([answer] if answer else []))
    assert t.fed == 0 and "P1 end" not in t.choices


@covers("SB-FEED-4", "SB-OUT-6")
def test_the_hand_of_a_player_who_is_out_does_not_count(table: Lay) -> None:
    t = table({"P1": "Core5^ Core3_", "P2": "Core4^", "P3": "Core9^ Core9_"},
              hands={"P1": "Begone", "P2": "Core2 Core3"})  # fmt: skip
    t.do("P1 play Begone", "P1 at P2")
    assert t.is_out("P2") and t.heap() == "Core2 Core3 Core4" and t.fed == 0
    assert "P1 end" not in t.choices


@covers("SB-FEED-5", "SB-SC-25")
def test_the_duty_holds_even_for_the_last_card(table: Lay) -> None:
    t = table({"P1": "Core4^", "P2": "Core9^ Core5_", "P3": "Core9^ Core5_"})
    assert t.choices == ["P1 scrap", "P1 attack"] and t.refuses("P1 end")
    t.do("P1 scrap")
    assert t.is_out("P1") and t.turn == "P2"


@covers("SB-FEED-6")
def test_the_duty_is_waived_without_any_card(table: Lay) -> None:
    t = table({"P1": "", "P2": "Core4^ Core5_", "P3": "Core3^ Core3_", "P4": "Core5^ Core2_"},
              hands={"P1": "Core9"}, teams="staggered")  # fmt: skip
    assert t.refuses("P1 end")
    t.do("P1 play Core9", "P1 attack P2")
    assert t.stak("P1") == "Core9^:4" and "P1 end" in t.choices
    t = table({"P1": "", "P2": "Core4^ Core5_", "P3": "Core3^ Core3_", "P4": "Core5^ Core2_"},
              hands={"P1": "Begone Bountiful"}, teams="staggered", feed=3)  # fmt: skip
    t.do("P1 discard Begone", "P1 discard Bountiful")
    assert t.fed == 2 and t.choices == ["P1 end"]


@covers("SB-FEED-6")
def test_the_duty_ends_with_the_game_and_with_being_out(table: Lay) -> None:
    t = table({"P1": "Core2^ Core3_", "P2": "Core5^"}, hands={"P1": "Begone"})
    t.do("P1 play Begone")
    assert t.over and t.fed == 0
    t = table({"P1": "Core2^", "P2": "Core5^ Core5_", "P3": "Core5^ Core5_"}, feed=3)
    t.do("P1 attack P2")
    assert t.is_out("P1") and t.turn == "P2"


@covers("SB-FEED-1")
def test_setting_out_with_nothing_fed_each_turn_anew(table: Lay) -> None:
    t = table(TWO, hands={"P1": "Core9"})
    t.do("P1 discard Core9", "P1 end")
    assert t.fed == 0 and t.refuses("P2 end")

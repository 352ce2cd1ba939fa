"""Toggles: depth, reactive play, recycling, setup effects, borderless play, feeding."""

from __future__ import annotations

import pytest

from rumpus.games.stakbots import game
from rumpus.games.stakbots.options import check_settings
from rumpus.games.stakbots.words import ACTING, EFFECT, OPENING, REACTING, REDRAWING, STRUCK
from rumpus.rulekit.errors import UnknownOption

from ..laying import SEATS
from ..table import Lay

covers = pytest.mark.covers
TWO = {"P1": "Core5^ Core3_", "P2": "Core2^ Core4_ Core4_"}
THREE = {**TWO, "P3": "Core3^ Core4_"}


# --------------------------------------------------------------------------------- Stak depth
@covers("SB-TOG-DEPTH-1", "SB-OPT-13")
@pytest.mark.parametrize("depth", [1, 5, 18])
def test_staks_can_have_another_depth(deal: Lay, depth: int) -> None:
    t = deal(3, depth=depth)
    assert [len(t.cards(seat)) for seat in range(3)] == [depth] * 3


@covers("SB-TOG-DEPTH-1")
def test_there_must_be_cards_enough() -> None:
    with pytest.raises(UnknownOption, match="There are 20 cards for each of 3 players, too few"):
        check_settings(3, game.settings(3, {"depth": 19}))
    check_settings(3, game.settings(3, {"depth": 18}))


@covers("SB-OPT-13")
def test_an_automatic_depth_leaves_room_for_the_hand(deal: Lay) -> None:
    assert len(deal(6).cards(0)) == 7
    assert len(deal(5, hand=6).cards(0)) == 6
    assert [len(deal(3, staks=2, hand=10).cards(stak)) for stak in range(6)] == [5] * 6
    assert [len(deal(6, deck="ranked-split", hand=hand).cards(5)) for hand in (3, 4, 5)] == [
        3,
        2,
        1,
    ]


# --------------------------------------------------------------------------------- reactive play
@covers("SB-TOG-REACTIVE-1", "SB-OPT-15")
def test_whoever_is_attacked_may_play_a_card_first(table: Lay) -> None:
    t = table(TWO, hands={"P2": "Core9 Trip"}, reactive=True)
    t.do("P1 attack")
    assert t.stage == REACTING and t.asks == "P2"
    assert t.choices == ["P2 pass", "P2 play Core9", "P2 play Trip"]
    t.do("P2 pass")
    assert t.stak("P2") == "Core4^ Core4_" and t.stak("P1") == "Core5^:2 Core3_"


@covers("SB-TOG-REACTIVE-2")
def test_then_the_attack_is_cancelled(table: Lay) -> None:
    t = table(TWO, hands={"P2": "Core9"}, reactive=True)
    t.do("P1 attack", "P2 play Core9")
    assert t.stak("P2") == "Core9^ Core2^ Core4_ Core4_" and t.stak("P1") == "Core5^ Core3_"
    assert t.count(STRUCK) == 0 and t.asks == "P1"


@covers("SB-TOG-REACTIVE-3", "SB-TOG-REACTIVE-4", "SB-VX-10")
def test_its_entry_effect_takes_place_and_another_card_may_attack(table: Lay) -> None:
    t = table(TWO, hands={"P1": "Core4", "P2": "Shot"}, reactive=True)
    t.do("P1 attack", "P2 play Shot")
    assert t.asks == "P2" and t.choices == ["P2 at P1", "P2 at P2"]
    t.do("P2 at P1")
    assert t.stak("P1") == "Core5^:3 Core3_" and t.stak("P2") == "Shot^ Core2^ Core4_ Core4_"
    t.do("P1 play Core4", "P1 attack")
    assert t.stak("P1") == "Core4^ Core5^:3 Core3_" and t.stak("P2") == "Core2^ Core4_ Core4_"


@covers("SB-TOG-REACTIVE-5", "SB-VX-11")
def test_after_a_completed_attack_the_attacker_is_bound(table: Lay) -> None:
    t = table(TWO, hands={"P1": "Core9", "P2": "Trip"}, reactive=True)
    t.do("P1 attack", "P2 pass", "P1 attack", "P2 play Trip", "P2 at P2")
    assert t.asks == "P1" and "P1 attack" in t.choices
    t.do("P1 play Core9")
    assert "P1 attack" not in t.choices


@covers("SB-TOG-REACTIVE-6", "SB-OPT-16")
def test_a_stomp_opens_one_window(table: Lay) -> None:
    t = table({"P1": "Stomp7^ Core3_", "P2": "Core1^ Core1_ Core9_"}, hands={"P2": "Trip"},
              reactive=True)  # fmt: skip
    t.do("P1 attack", "P2 pass")
    assert t.stage == ACTING and t.stak("P2") == "Core9^:7" and t.stak("P1") == "Core3^"


@covers("SB-OPT-16", "SB-AX-8")
def test_or_one_for_each_of_its_battles(table: Lay) -> None:
    t = table(
        {"P1": "Stomp7^ Core3_", "P2": "Core1^ Core1_ Core9_"},
        hands={"P1": "Core4", "P2": "Trip"},
        reactive=True,
        stomp_reactions="each",
    )
    t.do("P1 attack", "P2 pass")
    assert t.stage == REACTING and t.stak("P2") == "Core1^ Core9_"
    t.do("P2 play Trip", "P2 at P2")
    assert t.stage == ACTING and t.stak("P2") == "Core1^ Trip^ Core9_"
    assert t.stak("P1") == "Stomp7^:1 Core3_" and "P1 attack" in t.choices
    t.do("P1 play Core4")
    assert "P1 attack" not in t.choices


@covers("SB-OPT-16")
def test_each_battle_asks_again_while_there_is_a_card_to_play(table: Lay) -> None:
    given = {"P1": "Stomp7^ Core3_", "P2": "Core1^ Shot_ Core9_", "P3": "Core9^ Core2_"}
    t = table(given, hands={"P2": "Trip"}, reactive=True, stomp_reactions="each")
    t.do("P1 attack P2", "P2 pass", "P2 at P3")
    assert t.stage == REACTING and t.asks == "P2" and t.stak("P2") == "Shot^ Core9_"
    t = table({**given, "P2": "Core1^ Expel_ Core9_"}, hands={"P2": "Trip"}, reactive=True,
              stomp_reactions="each")  # fmt: skip
    t.do("P1 attack P2", "P2 pass", "P2 name P2")
    assert t.stage == ACTING and t.hand("P2") == "" and t.stak("P2") == "Core9^:7"


@covers("SB-TOG-REACTIVE-7")
def test_the_same_stak_may_be_attacked_again_with_a_new_window(table: Lay) -> None:
    t = table(TWO, hands={"P2": "Core3 Trip"}, reactive=True)
    t.do("P1 attack", "P2 play Core3", "P1 attack")
    assert t.stage == REACTING
    t.do("P2 pass")
    assert t.stak("P2") == "Core2^ Core4_ Core4_"


@covers("SB-TOG-REACTIVE-8")
def test_only_the_owner_reacts_and_only_there(table: Lay) -> None:
    t = table(THREE, hands={"P2": "Core9", "P3": "Core9"}, reactive=True)
    t.do("P1 attack P2")
    assert t.asks == "P2"
    t = table(
        {**TWO, "P1b": "Core2^", "P2b": "Core3^ Core3_"}, hands={"P2": "Core9"}, reactive=True
    )
    t.do("P1 attack P2b", "P2 play Core9")
    assert t.stak("P2b") == "Core9^ Core3^ Core3_" and t.stak("P2") == TWO["P2"]


@covers("SB-TOG-REACTIVE-8")
def test_without_a_hand_nobody_is_asked(table: Lay) -> None:
    t = table(TWO, reactive=True)
    t.do("P1 attack")
    assert t.stage == ACTING and t.stak("P2") == "Core4^ Core4_"


@covers("SB-TOG-REACTIVE-9")
def test_what_a_reaction_scraps_feeds(table: Lay) -> None:
    t = table(TWO, hands={"P2": "Reaper"}, reactive=True)
    t.do("P1 attack", "P2 play Reaper")
    assert t.stak("P1") == "Core3^" and t.fed == 1 and "P1 end" in t.choices


# --------------------------------------------------------------------------------- recycling
@covers("SB-TOG-RECYCLE-1", "SB-OPT-17")
def test_top_card_and_hand_card_go_together_and_a_draw_may_follow(table: Lay) -> None:
    t = table(TWO, hands={"P1": "Trip Core9"}, supply="Core4", recycling=True)
    t.do("P1 recycle")
    assert t.choices == ["P1 discard Core9", "P1 discard Trip"]
    t.do("P1 discard Trip")
    assert t.stage == REDRAWING and t.choices == ["P1 no", "P1 draw"]
    t.do("P1 draw")
    assert t.hand("P1") == "Core4 Core9" and t.heap() == "Core5 Trip" and t.stak("P1") == "Core3^"
    t = table(TWO, hands={"P1": "Trip Core9"}, supply="Core4", recycling=True)
    t.do("P1 recycle Trip", "P1 no")
    assert t.hand("P1") == "Core9" and t.supply() == "Core4"


@covers("SB-TOG-RECYCLE-2", "SB-VX-12", "SB-STAK-3")
def test_the_new_top_card_turns_up_after_the_draw(table: Lay) -> None:
    t = table({"P1": "Core2^ Reaper_ Core3_", "P2": "Core9^ Core4_"}, hands={"P1": "Trip Core9"},
              supply="Core4", recycling=True)  # fmt: skip
    t.do("P1 recycle Trip")
    assert t.stak("P1") == "Reaper_ Core3_" and t.stak("P2") == "Core9^ Core4_" and t.fed == 2
    t.do("P1 draw")
    assert t.stak("P1") == "Reaper^ Core3_" and t.stak("P2") == "Core4^" and t.fed == 3


@covers("SB-TOG-RECYCLE-3")
def test_it_can_be_done_any_number_of_times_in_the_own_turn(table: Lay) -> None:
    t = table(
        {"P1": "Core2^ Core3_ Core4_", "P2": "Core9^ Core4_"},
        hands={"P1": "Trip", "P2": "Pit"},
        supply="Shot Core9",
        recycling=True,
    )
    t.do("P1 recycle", "P1 draw", "P1 recycle", "P1 no")
    assert t.stak("P1") == "Core4^" and t.fed == 4 and "P1 recycle" not in t.choices  # no hand card
    assert all(text.startswith("P1") for text in t.choices)


@covers("SB-TOG-RECYCLE-4")
def test_it_feeds_two_cards(table: Lay) -> None:
    t = table(TWO, hands={"P1": "Trip"}, supply="Core4", recycling=True, feed=2)
    t.do("P1 recycle", "P1 no")
    assert t.fed == 2 and "P1 end" in t.choices


@covers("SB-TOG-RECYCLE-5")
def test_the_two_cards_are_part_of_a_reshuffle(table: Lay) -> None:
    t = table(TWO, hands={"P1": "Trip"}, recycling=True)
    t.do("P1 recycle", "P1 draw")
    assert sorted([t.hand("P1"), t.supply()]) == ["Core5", "Trip"] and t.heap() == ""


@covers("SB-TOG-RECYCLE-1")
def test_the_last_card_may_be_recycled_into_being_out(table: Lay) -> None:
    t = table({**THREE, "P1": "Core5^"}, hands={"P1": "Trip"}, supply="Core4 Core4", recycling=True)
    t.do("P1 recycle", "P1 draw")
    assert t.is_out("P1") and t.turn == "P2"


def test_without_the_toggle_there_is_no_recycling(table: Lay) -> None:
    t = table(TWO, hands={"P1": "Trip"})
    assert "P1 recycle" not in t.choices


# --------------------------------------------------------------------------------- setup effects
@covers("SB-TOG-SETUP-1", "SB-TOG-SETUP-2", "SB-OPT-18")
def test_first_tops_trigger_before_the_first_draw(deal: Lay) -> None:
    drew_first = 0
    for seed in range(30):
        t = deal(3, seed=seed, setup_effects=True)
        lines = t.log
        if f"{t.turn} draws a card." in lines and t.count(EFFECT):
            effects = [i for i, event in enumerate(t.events) if event.kind == EFFECT]
            assert max(effects) < max(i for i, line in enumerate(lines) if "draws" in line)
            drew_first += 1
        if t.stage != ACTING:
            assert t["step"] == OPENING and t["turn"] == 0
    assert drew_first > 2


@covers("SB-TOG-SETUP-3", "SB-VX-13")
def test_their_order_is_clockwise_from_the_first_player(deal: Lay) -> None:
    for seed in range(40):
        t = deal(3, seed=seed, setup_effects=True, starter="seat-2")
        effects = [event.numbers[0] for event in t.events if event.kind == EFFECT]
        if len(effects) > 1 and len(set(effects)) == len(effects):
            order = [(seat - 1) % 3 for seat in effects]
            assert order == sorted(order)
            break
    else:
        raise AssertionError("no deal had two effects")


@covers("SB-TOG-SETUP-4")
def test_what_they_scrap_feeds_the_first_player(deal: Lay) -> None:
    fed = []
    for seed in range(40):
        t = deal(4, seed=seed, setup_effects=True, hand=0, drawing="blitz")
        while t["step"] == OPENING and not t.over:
            t.do(t.choices[-1])
        fed.append(t.fed == len(t.heap().split()))
        assert t["turn"] == 0 or t.over
    assert all(fed)


@covers("SB-TOG-SETUP-2")
def test_they_come_before_a_blitz_drop(deal: Lay) -> None:
    for seed in range(40):
        t = deal(3, seed=seed, setup_effects=True, drawing="blitz")
        if t["step"] == OPENING:
            assert all(not text.endswith(("keep", "drop")) for text in t.choices)
            return
    raise AssertionError("no deal had an effect to choose for")


@covers("SB-TOG-SETUP-2", "SB-OUT-3")
def test_they_may_be_the_end(deal: Lay) -> None:
    """Nobody draws when the first effects have left the first player alone."""
    first = {"depth": 1, "setup_effects": True, "starter": "seat-1"}
    dealt = (deal(2, seed=seed, **first) for seed in range(60))
    t = next(t for t in dealt if t.over and t.winners == "P1")
    assert t.log[-1] == "P1 wins." and not t.said("draws a card") and t["step"] == OPENING


# --------------------------------------------------------------------------------- borderless
@covers("SB-TOG-BORDERLESS-1", "SB-OPT-19")
def test_cards_may_be_played_on_others_staks(table: Lay) -> None:
    t = table(THREE, hands={"P1": "Core9"}, borderless="all")
    t.do("P1 play Core9")
    assert t.choices == ["P1 at P1", "P1 at P2", "P1 at P3"]
    t.do("P1 at P2")
    assert t.stak("P2") == "Core9^ Core2^ Core4_ Core4_"
    t = table(THREE, hands={"P1": "Core9"})
    t.do("P1 play Core9")
    assert t.stak("P1") == "Core9^ Core5^ Core3_"


@covers("SB-TOG-BORDERLESS-2", "SB-VX-15")
def test_the_owner_of_the_stak_chooses(table: Lay) -> None:
    t = table(THREE, hands={"P1": "Expel Trip", "P3": "Core9"}, borderless="all")
    t.do("P1 play Expel on P2")
    assert t.asks == "P2"
    t.do("P2 name P1")
    assert t.heap() == "Trip" and t.asks == "P1"


@covers("SB-TOG-BORDERLESS-2", "SB-VX-14")
def test_a_clumsy_on_anothers_stak(table: Lay) -> None:
    t = table(THREE, hands={"P1": "Clumsy"}, borderless="all")
    t.do("P1 play Clumsy on P2")
    assert t.stak("P2") == "Clumsy^ Core2^ Core4_" and t.fed == 1


@covers("SB-TOG-BORDERLESS-3", "SB-VX-17", "SB-COMBO-2", "SB-COMBO-3")
def test_a_team_limit(table: Lay) -> None:
    four = {**THREE, "P4": "Core4^ Core4_"}
    t = table(four, hands={"P1": "Core9"}, borderless="team", teams="staggered")
    t.do("P1 play Core9")
    assert t.choices == ["P1 at P1", "P1 at P3"] and t.refuses("P1 at P2")
    with pytest.raises(UnknownOption, match="borderless can be team only where teams are on"):
        check_settings(4, game.settings(4, {"borderless": "team"}))


@covers("SB-TOG-BORDERLESS-4")
def test_not_on_staks_of_the_out_nor_on_opponents_empty_ones(table: Lay) -> None:
    t = table({**THREE, "P4": ""}, hands={"P1": "Core9"}, borderless="all")
    t.do("P1 play Core9")
    assert t.choices == ["P1 at P1", "P1 at P2", "P1 at P3"]
    t = table({"P1": "", "P2": "", "P3": "", "P4": "Core4^ Core4_", "P5": "Core4^", "P6": "Core2^"},
              hands={"P1": "Core9"}, borderless="all", teams="staggered", team_size=3)  # fmt: skip
    t.do("P1 play Core9")  # team-mates P3 and P5, opponents P4 and P6
    assert t.choices == ["P1 at P1", "P1 at P3", "P1 at P4", "P1 at P5", "P1 at P6"]


@covers("SB-TOG-BORDERLESS-5")
def test_attacking_scrapping_and_discarding_stay_at_home(table: Lay) -> None:
    t = table(THREE, hands={"P1": "Core9"}, borderless="all")
    t.do("P1 play Core9 on P2")
    assert set(t.choices) == {"P1 scrap", "P1 attack"}
    t.do("P1 scrap")
    assert t.stak("P1") == "Core3^" and t.heap() == "Core5"


@covers("SB-TOG-BORDERLESS-6", "SB-OPT-20", "SB-BOT-BEGONE-2")
@pytest.mark.parametrize(
    ("ownership", "hand", "heap"), [("stak", "P2", "P2"), ("deck", "P1", "P1")]
)
def test_whose_a_card_on_anothers_stak_is(table: Lay, ownership: str, hand: str, heap: str) -> None:
    t = table(THREE, hands={"P1": "Core9 Begone"}, borderless="all", deck="ranked-split",
              ownership=ownership)  # fmt: skip
    t.do("P1 play Core9 on P2", "P1 play Begone on P1", "P1 at P2")
    assert t.hand(hand) == "Core9"
    t = table(THREE, hands={"P1": "Core3 Reaper"}, borderless="all", deck="ranked-split",
              ownership=ownership)  # fmt: skip
    t.do("P1 play Core3 on P2", "P1 play Reaper on P1", "P1 at P2")
    assert t.heap(heap) == "Core3"


@covers("SB-TOG-BORDERLESS-6")
def test_a_card_of_a_player_who_is_out_goes_to_that_players_heap(table: Lay) -> None:
    given = {"P1": "Core2^", "P2": "Core5^ Core4_", "P3": "Core3^ Core4_"}
    t = table(given, hands={"P1": "Core9", "P2": "Begone"}, borderless="all", deck="ranked-split",
              ownership="deck")  # fmt: skip
    t.do("P1 play Core9 on P3", "P1 scrap", "P2 play Begone on P2")
    assert t.is_out("P1") and t.hand("P1") == "" and t.heap("P1") == "Core2 Core9" and t.fed == 0


# --------------------------------------------------------------------------------- feeding number
@covers("SB-TOG-FEED-1", "SB-VX-16", "SB-OPT-21")
@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_another_number_of_cards_to_feed(table: Lay, number: int) -> None:
    t = table(THREE, hands={"P1": "Trip Shot Pit"}, feed=number)
    for fed, name in enumerate(("Trip", "Shot", "Pit")):
        assert ("P1 end" in t.choices) == (fed >= number)
        t.do(f"P1 discard {name}")
    assert "P1 end" in t.choices


@covers("SB-TOG-FEED-2")
def test_a_synchronous_team_feeds_it_for_every_member(table: Lay) -> None:
    t = table({**THREE, "P4": "Core4^ Core4_"}, teams="synchronous", feed=3)
    assert t.fact("to feed") == 6


@covers("SB-TOG-FEED-3")
def test_nothing_to_feed_comes_with_a_turn_limit(table: Lay) -> None:
    options = {option.key: option for option in game.options}
    assert options["feed"].every_value() == [0, 1, 2, 3]
    assert min(options["max_turns"].every_value()) == 50
    t = table(THREE, feed=0, max_turns=50, turns=47)
    t.do(*(f"{seat} end" for seat in SEATS[:3]))
    assert t.over


@covers("SB-TOG-REACTIVE-10")
@pytest.mark.parametrize("bot", ["Tranq", "Begone"])
def test_a_stopped_attacker_attacks_no_more_though_another_may(table: Lay, bot: str) -> None:
    t = table(
        {"P1": "Core5^ Core3_", "P2": "Core2^ Core4_ Core4_"},
        hands={"P1": "Core4", "P2": bot},
        reactive=True,
    )
    t.do("P1 attack", f"P2 play {bot}")
    if bot == "Tranq":
        t.do("P2 reset P1 Core5")
    else:
        t.do("P1 play Core5")
    assert t.stak("P1").startswith("Core5^") and "P1 attack" not in t.choices
    t.do("P1 play Core4")
    assert "P1 attack" in t.choices


@covers("SB-TOG-REACTIVE-10")
def test_a_scrapped_attacker_leaves_the_attack_to_another(table: Lay) -> None:
    t = table({"P1": "Core5^ Core3_", "P2": "Core2^ Core4_"}, hands={"P2": "Reaper"}, reactive=True)
    t.do("P1 attack", "P2 play Reaper")
    assert t.stak("P1") == "Core3^" and "P1 attack" in t.choices


@covers("SB-TOG-REACTIVE-4")
def test_a_card_that_only_fell_may_attack_again(table: Lay) -> None:
    t = table({"P1": "Core5^ Sidekick_ Core3_", "P2": "Core2^ Core4_"}, hands={"P2": "Trip"},
              reactive=True)  # fmt: skip
    t.do("P1 attack", "P2 play Trip", "P2 at P1")
    assert t.stak("P1") == "Core5^ Sidekick^ Core3_" and "P1 attack" in t.choices


@covers("SB-ATK-11", "SB-TOG-REACTIVE-3")
def test_a_reaction_uses_the_fresh_one_of_two_equal_cards(table: Lay) -> None:
    """The other one attacked for P1, on whose Stak P2 had played it, and came back to its deck."""
    given = {
        "P1": "Core2^ Core3_",
        "P1b": "Core4^ Core3_",
        "P2": "Core1^ Begone_ Core3_",
        "P2b": "Core2^ Core3_",
    }
    t = table(given, turn="P2", hands={"P2": "Core5 Core5 Core1"}, reactive=True,
              borderless="all", ownership="deck", deck="ranked-split")  # fmt: skip
    t.do("P2 play Core5 on P1", "P2 discard Core1", "P2 end")
    t.do("P1 attack P2", "P2 pass", "P2 at P1")
    assert t.hand("P2") == "Core5 Core5" and t["tired"].count(1) == 1
    t.do("P1 attackb P2b", "P2 play Core5")
    assert t.stak("P2b") == "Core5^ Core2^ Core3_" and not t["tired"][t.cards(3)[0]]

"""What everybody is told: whole actions line by line, at tables of three with two Staks each."""

from __future__ import annotations

import pytest

from rumpus.games.stakbots.state import DRAFT, SUPPLY
from rumpus.games.stakbots.words import ACTING, DRAFTING, OPENING

from ..laying import SEATS
from ..table import Lay, Table

covers = pytest.mark.covers
SIX = {
    "P1": "Core9^ Core2_",
    "P1b": "Core4^ Core3_",
    "P2": "Core5^ Core3_ Core2_",
    "P2b": "Core4^ Reaper_ Core2_",
    "P3": "Core3^ Core2_",
    "P3b": "Core2^ Core4_",
}
"""It is P2's turn, so that no number is 0 by chance."""


def staks(t: Table) -> dict[str, str]:
    """All Staks, first those of P1."""
    letters = "abcd"[: t["staks"]]
    places = [seat + letter for seat in SEATS[: t.players] for letter in letters]
    return {place.removesuffix("a"): t.stak(place) for place in places}


# --------------------------------------------------------------------------------- beginning
@covers("SB-VAR-BLITZ-2", "SB-VAR-BLITZ-4", "SB-VAR-BLITZ-6")
def test_a_drop(table: Lay) -> None:
    t = table(SIX, turn="P2", begin=True, drawing="blitz")
    t.do("P2 dropb")
    assert t.log == [
        "P2 slips a top card down.",
        "Core4 goes to the bottom of P2's second Stak.",
        "Reaper turns up on P2's second Stak.",
        "The entry effect of Reaper on P2's second Stak triggers.",
        "Reaper on P2's second Stak acts.",
    ]
    t.do("P2 at P3b")
    assert t.log == [
        "Core2 on P3's second Stak is scrapped by a Reaper Bot.",
        "Core4 turns up on P3's second Stak.",
    ]
    assert staks(t) == {**SIX, "P2b": "Reaper^ Core2_ Core4^", "P3b": "Core4^"}


@covers("SB-VAR-BLITZ-3", "SB-VAR-BLITZ-7")
def test_no_drop(table: Lay) -> None:
    t = table(SIX, turn="P2", begin=True, drawing="blitz")
    t.do("P2 keep")
    assert t.log == ["P2 keeps all top cards."] and staks(t) == SIX
    t = table({**SIX, "P2": "Core5^"}, turn="P2", begin=True, drawing="blitz")
    assert t.choices == ["P2 keep", "P2 dropb"]


@covers("SB-TURN-2", "SB-SUP-1", "SB-SUP-3")
def test_a_draw(table: Lay) -> None:
    t = table(SIX, turn="P2", begin=True, supply="Core9")
    assert t.log == [
        "P1's turn ends with 99 cards fed.",
        "It is P2's turn.",
        "P2 draws a card.",
        "P2's new card is Core9.",
    ]
    t = table(SIX, turn="P2", begin=True, heap="Pit Pit")
    assert t.log[2:] == [
        "The 2 cards of the scrapheap become the supply.",
        "P2 draws a card.",
        "P2's new card is Pit.",
    ]
    t = table(SIX, turn="P2", begin=True)
    assert t.log[2:] == ["There is nothing left for P2 to draw."]


# --------------------------------------------------------------------------------- playing
@covers("SB-PLAY-1", "SB-VAR-MULTI-2")
def test_a_card_on_one_of_several_staks(table: Lay) -> None:
    t = table(SIX, turn="P2", hands={"P2": "Core9 Trip"})
    t.do("P2 play Trip")
    assert t.log == ["P2 is about to play Trip."] and t.choices == ["P2 at P2", "P2 at P2b"]
    t.do("P2 at P2b")
    assert t.log == [
        "P2 plays Trip on P2's second Stak.",
        "The entry effect of Trip on P2's second Stak triggers.",
        "Trip on P2's second Stak acts.",
    ]
    t.do("P2 at P1b")
    assert t.log == ["Core4 on P1's second Stak falls one place.",
                       "Core3 turns up on P1's second Stak."]  # fmt: skip
    trip = "Trip^ Core4^ Reaper_ Core2_"
    assert staks(t) == {**SIX, "P1b": "Core3^ Core4^", "P2b": trip} and t.hand("P2") == "Core9"


@covers("SB-TOG-BORDERLESS-1", "SB-TOG-BORDERLESS-2")
def test_a_card_on_anothers_stak(table: Lay) -> None:
    t = table(SIX, turn="P2", hands={"P2": "Pit"}, borderless="all")
    t.do("P2 play Pit")
    assert t.log == ["P2 is about to play Pit."]
    assert t.choices == [f"P2 at {stak}" for stak in SIX]
    t.do("P2 at P3b")
    assert t.log == [
        "P2 plays Pit on P3's second Stak.",
        "The entry effect of Pit on P3's second Stak triggers.",
        "Pit on P3's second Stak acts.",
    ]
    t.do("P3 at P3b")
    assert t.log == ["Pit goes to the bottom of P3's second Stak."]
    assert staks(t) == {**SIX, "P3b": "Core2^ Core4_ Pit^"}


@covers("SB-SCRAP-1", "SB-SCRAP-2", "SB-SCRAP-4")
def test_feeding(table: Lay) -> None:
    t = table(SIX, turn="P2", hands={"P2": "Core9 Trip"})
    t.do("P2 discard Trip")
    assert t.log == ["P2 discards Trip to feed the scrapheap."]
    t.do("P2 scrap")
    assert t.log == ["Core5 on P2's Stak is scrapped by its own player.",
                       "Core3 turns up on P2's Stak."]  # fmt: skip
    assert staks(t) == {**SIX, "P2": "Core3^ Core2_"} and t.heap() == "Core5 Trip"


@covers("SB-TOG-RECYCLE-1", "SB-TOG-RECYCLE-2")
def test_recycling(table: Lay) -> None:
    t = table(SIX, turn="P2", hands={"P2": "Trip Core9"}, supply="Core1", recycling=True)
    t.do("P2 recycleb")
    assert t.log == [] and t.choices == ["P2 discard Core9", "P2 discard Trip"]
    t.do("P2 discard Trip")
    assert t.log == [
        "P2 recycles.",
        "Core4 on P2's second Stak is scrapped by its own player.",
        "P2 discards Trip to recycle.",
    ]
    declined = t.copy().do("P2 no")
    turned_up = [
        "Reaper turns up on P2's second Stak.",
        "The entry effect of Reaper on P2's second Stak triggers.",
        "Reaper on P2's second Stak acts.",
    ]
    assert declined.log == ["P2 draws nothing.", *turned_up]
    t.do("P2 draw")
    assert t.log == ["P2 draws a card.", "P2's new card is Core1.", *turned_up]


@covers("SB-TOG-RECYCLE-1")
def test_recycling_the_only_card_of_a_hand(table: Lay) -> None:
    t = table(SIX, turn="P2", hands={"P2": "Trip"}, recycling=True).do("P2 recycle")
    assert t.log == [
        "P2 recycles.",
        "Core5 on P2's Stak is scrapped by its own player.",
        "P2 discards Trip to recycle.",
    ]
    assert t.choices == ["P2 no", "P2 draw"]
    t = table({**SIX, "P2": ""}, turn="P2", hands={"P2": "Trip"}, recycling=True)
    assert "P2 recycleb" in t.choices and "P2 recycle" not in t.choices


# --------------------------------------------------------------------------------- attacking
@covers("SB-ATK-3", "SB-ATK-7")
def test_an_attack(table: Lay) -> None:
    t = table(SIX, turn="P2")
    t.do("P2 attackb")
    assert t.log == [] and t.choices == ["P2 at P1", "P2 at P1b", "P2 at P3", "P2 at P3b"]
    t.do("P2 at P3b")
    assert t.log == [
        "P2's second Stak attacks P3's second Stak.",
        "Core2 on P3's second Stak takes 4 damage.",
        "Core4 on P2's second Stak takes 2 damage.",
        "Core2 on P3's second Stak is scrapped by damage.",
        "Core4 turns up on P3's second Stak.",
    ]
    t.do("P2 scrapb")
    assert t.log[:2] == [
        "Core4 on P2's second Stak is scrapped by its own player.",
        "Core4 of P2's second Stak cannot attack any more this turn.",
    ]


@covers("SB-BAT-4", "SB-BOT-BASH-1", "SB-BOT-SPIKE-1")
def test_a_battle_of_abilities(table: Lay) -> None:
    given = {**SIX, "P2b": "Spike^ Core4_ Core5_", "P3b": "Bash^ Core3_ Core9_"}
    t = table(given, turn="P2").do("P2 attackb P3b")
    assert t.log == [
        "P2's second Stak attacks P3's second Stak.",
        "Bash on P3's second Stak takes 3 damage.",
        "Spike on P2's second Stak takes 4 damage.",
        "Spike on P2's second Stak is scrapped by damage.",
        "Spike of P2's second Stak cannot attack any more this turn.",
        "Core5 on P2's second Stak is scrapped by a Bash Bot.",
        "Core3 on P3's second Stak is scrapped by a Spike Bot.",
        "Core4 turns up on P2's second Stak.",
    ]
    assert staks(t) == {**given, "P2b": "Core4^", "P3b": "Bash^:3 Core9_"} and t.fed == 3


@covers("SB-BOT-FATAL-1", "SB-BAT-4")
def test_a_fatal_battle(table: Lay) -> None:
    given = {**SIX, "P2b": "Fatal^ Core4_", "P3b": "Core9^ Core3_"}
    t = table(given, turn="P2").do("P2 attackb P3b")
    assert t.log[3:] == [
        "Fatal on P2's second Stak is scrapped by damage.",
        "Fatal of P2's second Stak cannot attack any more this turn.",
        "Core9 on P3's second Stak is scrapped by a Fatal Bot.",
        "Core3 turns up on P3's second Stak.",
        "Core4 turns up on P2's second Stak.",
    ]


@covers("SB-TOG-REACTIVE-1", "SB-TOG-REACTIVE-2", "SB-TOG-REACTIVE-10")
def test_a_reaction(table: Lay) -> None:
    t = table(SIX, turn="P2", hands={"P3": "Begone"}, reactive=True)
    t.do("P2 attackb P3b")
    assert t.log == ["P2's second Stak attacks P3's second Stak."]
    t.do("P3 play Begone")
    assert t.log == [
        "P3 reacts: the attack is called off.",
        "P3 plays Begone on P3's second Stak.",
        "The entry effect of Begone on P3's second Stak triggers.",
        "Begone on P3's second Stak acts.",
    ]
    t.do("P3 at P2b")
    assert t.log == [
        "Core4 of P2's second Stak cannot attack any more this turn.",
        "Core4 goes from P2's second Stak to P2's hand.",
        "Reaper turns up on P2's second Stak.",
        "The entry effect of Reaper on P2's second Stak triggers.",
        "Reaper on P2's second Stak acts.",
    ]
    assert t.hand("P2") == "Core4" and t.asks == "P2"


@covers("SB-TOG-REACTIVE-1")
def test_no_reaction(table: Lay) -> None:
    t = table(SIX, turn="P2", hands={"P3": "Begone"}, reactive=True)
    t.do("P2 attackb P3b", "P3 pass")
    assert t.log[1:] == [
        "P3 lets the attack come.",
        "Core2 on P3's second Stak takes 4 damage.",
        "Core4 on P2's second Stak takes 2 damage.",
        "Core2 on P3's second Stak is scrapped by damage.",
        "Core4 turns up on P3's second Stak.",
    ]


@covers("SB-ATK-7", "SB-BOT-CLUMSY-2")
def test_an_attacker_is_stopped_once(table: Lay) -> None:
    t = table({"P1": "Clumsy^", "P2": "Core2^ Tranq_ Core3_", "P3": "Core4^ Core4_"})
    t.do("P1 attack P2", "P2 at P1")
    assert t.log[6:] == [
        "Tranq on P2's Stak acts.",
        "Clumsy on P1's Stak is reset.",
        "Clumsy of P1's Stak cannot attack any more this turn.",
        "Clumsy turns up on P1's Stak.",
        "The entry effect of Clumsy on P1's Stak triggers.",
        "Clumsy on P1's Stak acts.",
        "Clumsy on P1's Stak is scrapped by a Clumsy Bot.",
        "P1 is out of the game.",
        "P1's turn ends with 2 cards fed.",
        "It is P2's turn.",
        "The 2 cards of the scrapheap become the supply.",
        "P2 draws a card.",
        f"P2's new card is {t.hand('P2')}.",
    ]


@covers("SB-BOT-STOMP-1", "SB-BOT-STOMP-3")
def test_a_stomp_that_is_stopped(table: Lay) -> None:
    given = {**SIX, "P2b": "Stomp7^ Core2_", "P3b": "Core2^ Core3_ Pit_ Core4_"}
    t = table(given, turn="P2").do("P2 attackb P3b")
    assert t.log == [
        "P2's second Stak attacks P3's second Stak.",
        "Core2 on P3's second Stak takes 7 damage.",
        "Stomp7 on P2's second Stak takes 2 damage.",
        "Core2 on P3's second Stak is scrapped by damage.",
        "Core3 turns up on P3's second Stak.",
        "P2 stomps on against P3.",
        "Core3 on P3's second Stak takes 7 damage.",
        "Stomp7 on P2's second Stak takes 3 damage.",
        "Core3 on P3's second Stak is scrapped by damage.",
        "Pit turns up on P3's second Stak.",
        "The entry effect of Pit on P3's second Stak triggers.",
        "Pit on P3's second Stak acts.",
    ]
    t.do("P3 at P2b")
    assert t.log == [
        "Stomp7 goes to the bottom of P2's second Stak.",
        "Core2 turns up on P2's second Stak.",
        "Stomp7 is stopped.",
    ]
    assert staks(t) == {**given, "P2b": "Core2^ Stomp7^:5", "P3b": "Pit^ Core4_"}


# --------------------------------------------------------------------------------- effects
@covers("SB-ENTRY-9", "SB-ENTRY-8", "SB-TOG-SETUP-3")
def test_effects_of_one_moment_are_put_in_order(deal: Lay) -> None:
    t = deal(3, seed=78, staks=3, setup_effects=True, starter="seat-2")
    tops = [word.split()[0] for word in staks(t).values()]
    assert tops == ["core2^", "core5^", "core3^", "shot^", "sidekick^", "begone^", "clumsy^",
                    "tranq^", "pit^"], "another deal has to be found"  # fmt: skip
    assert t.log[-6:] == [
        "The entry effect of pit on P3's third Stak triggers.",
        "The entry effect of tranq on P3's second Stak triggers.",
        "The entry effect of clumsy on P3's Stak triggers.",
        "The entry effect of begone on P2's third Stak triggers.",
        "The entry effect of sidekick on P2's second Stak triggers.",
        "The entry effect of shot on P2's Stak triggers.",
    ]
    assert t.choices == ["P2 at P2", "P2 at P2b", "P2 at P2c"]
    t.do("P2 at P2c")
    assert t.log == ["P2 lets the third Stak go first.", "begone on P2's third Stak acts."]
    t.do("P2 at P1c")
    assert t.log == ["core3 goes from P1's third Stak to P1's hand.",
                       "spike turns up on P1's third Stak."]  # fmt: skip
    assert t.choices == ["P2 at P2", "P2 at P2b"]
    t.do("P2 at P2b")
    assert t.log == [
        "P2 lets the second Stak go first.",
        "sidekick on P2's second Stak acts.",
        "sidekick on P2's second Stak falls one place.",
        "spike turns up on P2's second Stak.",
        "shot on P2's Stak acts.",
    ]
    t.do("P2 at P1c")
    assert t.choices == ["P3 at P3", "P3 at P3b", "P3 at P3c"] and t["step"] == OPENING


@covers("SB-ENTRY-11", "SB-TOG-SETUP-3")
def test_an_effect_of_several_that_wait_is_lost(deal: Lay) -> None:
    t = deal(3, seed=78, staks=3, setup_effects=True, starter="seat-2")
    t.do("P2 at P2c", "P2 at P3c")
    assert t.log[2:] == [
        "pit goes from P3's third Stak to P3's hand.",
        "The effect of pit is lost: it is not on top any more.",
        "tranq turns up on P3's third Stak.",
        "The entry effect of tranq on P3's third Stak triggers.",
        "tranq on P3's third Stak acts.",
    ]
    t.do("P3 reset P3b tranq")  # so that its effect is lost and triggers again, at once
    assert t.log == [
        "tranq on P3's second Stak is reset.",
        "The effect of tranq is lost: it was reset.",
        "tranq turns up on P3's second Stak.",
        "The entry effect of tranq on P3's second Stak triggers.",
        "tranq on P3's second Stak acts.",
    ]
    t.do("P3 reset P1 core2")
    assert t.choices == ["P2 at P2", "P2 at P2b"] and t.fact("effects waiting") == 3


@covers("SB-ENTRY-8", "SB-TOG-SETUP-3")
def test_the_first_player_is_the_first_to_act(deal: Lay) -> None:
    t = deal(3, seed=143, staks=3, setup_effects=True, starter="seat-2")
    acting = [words.split("^")[0] for words in staks(t).values()]
    assert acting == ["shot", "pit", "tranq", "tranq", "reaper", "reaper", "bountiful",
                      "bountiful", "begone"], "another deal has to be found"  # fmt: skip
    assert t.choices == ["P2 at P2", "P2 at P2b", "P2 at P2c"]


@covers("SB-ENTRY-7", "SB-ENTRY-11")
def test_the_effect_of_a_card_that_returned_is_lost(table: Lay) -> None:
    given = {**SIX, "P2b": "Core4^ Begone_ Core2_", "P1b": "Core4^ Bountiful_ Core3_"}
    t = table(given, turn="P2", supply="Core9").do("P2 attackb P1b", "P2 at P1b")
    assert t.log[6:] == [
        "Bountiful turns up on P1's second Stak.",
        "The entry effect of Bountiful on P1's second Stak triggers.",
        "Begone turns up on P2's second Stak.",
        "The entry effect of Begone on P2's second Stak triggers.",
        "Begone on P2's second Stak acts.",
        "Bountiful goes from P1's second Stak to P1's hand.",
        "The effect of Bountiful is lost: it is not on top any more.",
        "Core3 turns up on P1's second Stak.",
    ]
    assert t.hand("P1") == "Bountiful" and t.stage == ACTING


@covers("SB-ENTRY-11", "SB-ENTRY-12")
def test_an_effect_that_is_lost(table: Lay) -> None:
    given = {**SIX, "P2b": "Core3^ Trip_ Core2_", "P3b": "Core3^ Reaper_ Sidekick_ Core2_"}
    t = table(given, turn="P2").do("P2 attackb P3b")
    assert t.log[3:] == [
        "Core3 on P2's second Stak is scrapped by damage.",
        "Core3 of P2's second Stak cannot attack any more this turn.",
        "Core3 on P3's second Stak is scrapped by damage.",
        "Reaper turns up on P3's second Stak.",
        "The entry effect of Reaper on P3's second Stak triggers.",
        "Trip turns up on P2's second Stak.",
        "The entry effect of Trip on P2's second Stak triggers.",
        "Trip on P2's second Stak acts.",
    ]
    t.do("P2 at P3b")
    assert t.log == [
        "Reaper on P3's second Stak falls one place.",
        "The effect of Reaper is lost: it is not on top any more.",
        "Sidekick turns up on P3's second Stak.",
        "The entry effect of Sidekick on P3's second Stak triggers.",
        "Sidekick on P3's second Stak acts.",
        "Sidekick on P3's second Stak falls one place.",
    ]
    assert t.stak("P3b") == "Reaper^ Sidekick^ Core2_"


@covers("SB-ENTRY-13")
def test_an_effect_that_was_reset(table: Lay) -> None:
    given = {**SIX, "P2b": "Core3^ Tranq_ Core2_", "P3b": "Core3^ Bountiful_ Core2_"}
    t = table(given, turn="P2", supply="Core4 Core5").do("P2 attackb P3b", "P2 at P3b")
    assert t.log[8:] == [
        "Tranq turns up on P2's second Stak.",
        "The entry effect of Tranq on P2's second Stak triggers.",
        "Tranq on P2's second Stak acts.",
        "Bountiful on P3's second Stak is reset.",
        "The effect of Bountiful is lost: it was reset.",
        "Bountiful turns up on P3's second Stak.",
        "The entry effect of Bountiful on P3's second Stak triggers.",
        "Bountiful on P3's second Stak acts.",
        "P3 draws a card.",
        "P3's new card is Core4.",
    ]


@covers("SB-ENTRY-15")
def test_an_effect_without_a_target(table: Lay) -> None:
    t = table({"P1": "Core3^", "P2": "Core3^ Tranq_ Core2_"}).do("P1 attack")
    assert t.log[6:] == [
        "Tranq turns up on P2's Stak.",
        "The entry effect of Tranq on P2's Stak triggers.",
        "Tranq on P2's Stak acts.",
        "Tranq finds no target.",
        "P1 is out of the game.",
        "P2 wins.",
    ]


@covers("SB-ENTRY-17")
def test_a_chain_that_is_too_long(table: Lay) -> None:
    pits = " ".join(["Pit_"] * 52)
    t = table({"P1": "Core5^ Core4_", "P2": f"Core2^ {pits}"}, turn="P2")
    t.do("P2 scrap", *["P2 at P2"] * 49)
    t.do("P2 at P2")
    assert t.log == [
        "Pit goes to the bottom of P2's Stak.",
        "Pit turns up on P2's Stak.",
        "The entry effect of Pit on P2's Stak triggers.",
        "The effect of Pit is lost: the chain is too long.",
    ]


@covers("SB-BOT-SHOT-1", "SB-BOT-TRANQ-1", "SB-BOT-EXPEL-1")
def test_effects_of_every_kind(table: Lay) -> None:
    hand = "Shot Tranq Expel Clumsy Sidekick Bountiful"
    t = table(SIX, turn="P2", hands={"P2": hand, "P3": "Core9 Core1"}, supply="Core1")
    t.do("P2 play Shot on P2", "P2 at P1b")
    assert t.log[-2:] == ["Shot on P2's Stak acts.",
                            "Core4 on P1's second Stak is shot for 3 damage."]  # fmt: skip
    t.do("P2 play Tranq on P2", "P2 reset P1b Core4")
    assert t.log[-2:] == ["Core4 on P1's second Stak is reset.",
                            "Core4 turns up on P1's second Stak."]  # fmt: skip
    t.do("P2 play Expel on P2b", "P2 name P3")
    assert t.log[-2:] == ["Expel on P2's second Stak acts.", "P2 has P3 discard."]
    t.do("P3 discard Core1")
    assert t.log == ["P3 discards Core1 for an Expel Bot."]
    t.do("P2 play Clumsy on P2b")
    assert t.log[-1] == "Core2 on P2's second Stak is scrapped by a Clumsy Bot."
    t.do("P2 play Sidekick on P2b")
    assert t.log[-1] == "Sidekick on P2's second Stak falls one place."
    t.do("P2 play Bountiful on P2b")
    assert t.log[-2:] == ["P2 draws a card.", "P2's new card is Core1."]
    assert staks(t) == {
        **SIX,
        "P2": "Tranq^ Shot^ Core5^ Core3_ Core2_",
        "P2b": "Bountiful^ Clumsy^ Sidekick^ Expel^ Core4^ Reaper_",
    }
    assert t.hand("P2") == "Core1" and t.hand("P3") == "Core9" and t.fed == 2


@covers("SB-BOT-EXPEL-3")
def test_a_single_card_is_expelled(table: Lay) -> None:
    t = table(SIX, turn="P2", hands={"P2": "Expel", "P3": "Core9"})
    t.do("P2 play Expel on P2b", "P2 name P3")
    assert t.log[-2:] == ["P2 has P3 discard.", "P3 discards Core9 for an Expel Bot."]


@covers("SB-STAK-8", "SB-BOT-TRIP-3", "SB-BOT-PIT-3")
def test_a_card_alone_stays(table: Lay) -> None:
    t = table({**SIX, "P3b": "Core2^"}, turn="P2", hands={"P2": "Trip Pit"})
    for bot in ("Trip", "Pit"):
        t.do(f"P2 play {bot}", "P2 at P2", "P2 at P3b")
        assert t.log[-1] == "Core2, alone on P3's second Stak, stays."
    assert t.stak("P3b") == "Core2^"


# --------------------------------------------------------------------------------- the end
THREE = {"P1": "Core5^ Core3_", "P2": "Core4^ Core2_", "P3": "Core3^"}
GIVEN_UP = [
    "P2 resigns.",
    "P2 gives up Core4.",
    "P2 gives up Core2.",
    "P2 is out of the game.",
    "P2 gives up Core9.",
    "P2 gives up Trip.",
]


@covers("SB-OUT-1", "SB-OUT-6")
def test_who_is_out_and_who_wins(table: Lay) -> None:
    t = table(THREE, turn="P2", hands={"P3": "Core9 Trip"}).do("P2 attack P3")
    assert t.log[3:] == [
        "Core3 on P3's Stak is scrapped by damage.",
        "P3 is out of the game.",
        "P3 gives up Core9.",
        "P3 gives up Trip.",
    ]
    assert t.heap() == "Core3 Core9 Trip" and t.fed == 1
    t = table({"P1": "Core4^", "P2": "Core4^"}, turn="P2").do("P2 attack")
    assert t.log[-4:] == [
        "P1 is out of the game.",
        "P2 is out of the game.",
        "P1 shares a draw.",
        "P2 shares a draw.",
    ]


@covers("SB-TURN-12", "SB-TURN-13")
def test_the_last_turn(table: Lay) -> None:
    t = table({**THREE, "P2": "Core4^"}, turn="P2", fed=1, turns=199).do("P2 end")
    assert t.log == [
        "P2's turn ends with 1 card fed.",
        "After 200 turns the most cards in Staks win.",
        "P1 wins.",
    ]
    t = table(THREE, turn="P2", fed=2).call_time()
    assert t.log == ["Time is up: this turn is the last."]
    t.do("P2 end")
    assert t.log == [
        "P2's turn ends with 2 cards fed.",
        "After 2 turns the most cards in Staks win.",
        "P1 shares a draw.",
        "P2 shares a draw.",
    ]


@covers("SB-OUT-9")
def test_who_resigns(table: Lay) -> None:
    t = table(THREE, turn="P2", hands={"P2": "Core9 Trip"}, supply="Core1").resign("P2")
    assert t.log == [
        *GIVEN_UP,
        "P2's turn ends with 0 cards fed.",
        "It is P3's turn.",
        "P3 draws a card.",
        "P3's new card is Core1.",
    ]
    assert t.heap() == "Core2 Core4 Core9 Trip"
    t = table({**THREE, "P3": ""}, turn="P2", hands={"P2": "Core9 Trip"}).resign("P2")
    assert t.log == [*GIVEN_UP, "P1 wins."]
    t = table(SIX, turn="P2", drawing="blitz").resign("P2")
    assert staks(t) == {**SIX, "P2": "", "P2b": ""}


# --------------------------------------------------------------------------------- teams
FOUR = {"P1": "Core5^ Core3_", "P2": "Core4^ Core4_", "P3": "Core2^ Core4_", "P4": "Core3^ Core5_"}


@covers("SB-VAR-SYNC-2", "SB-VAR-SYNC-6")
def test_a_shared_turn(table: Lay) -> None:
    t = table(FOUR, teams="synchronous", turn="P3", hands={"P4": "Core9 Core1"}, supply="Trip Pit")
    t.do("P3 yield")
    assert t.log == ["P3 leaves it to the team."]
    t.do("P4 discard Core9", "P4 discard Core1", "P4 end")
    assert t.log[2:] == ["P4 is ready to end the turn."]
    t.do("P3 end")
    assert t.log == [
        "P3 is ready to end the turn.",
        "P3's turn ends with 2 cards fed.",
        "It is P1's turn.",
        "P1 draws a card.",
        "P1's new card is Trip.",
        "P2 draws a card.",
        "P2's new card is Pit.",
    ]


@covers("SB-SETUP-1", "SB-SETUP-2", "SB-SETUP-7", "SB-VAR-TEAM-1")
def test_the_beginning(deal: Lay) -> None:
    t = deal(4, teams="synchronous", starter="seat-4", hand=1, depth=2)
    lines = t.log
    assert lines[:5] == [
        *(f"P{seat + 1} plays for team {seat // 2 + 1}." for seat in range(4)),
        "P3 goes first.",
    ]
    tops = [(seat, words.split("^")[0]) for seat, words in staks(t).items()]
    assert lines[5:9] == [f"{top} turns up on {seat}'s Stak." for seat, top in tops]
    dealt = [line for line in lines if "dealt" in line]
    assert dealt == [f"{seat} is dealt 1 Stak, 2 deep, and 1 in hand." for seat in SEATS[:4]]
    owns = [line.split() for line in lines if "new card" in line]
    for seat in SEATS[:4]:
        mine = [line[-1].rstrip(".") for line in owns if line[0] == f"{seat}'s"]
        assert sorted(mine) == t.hand(seat).split()
    assert lines[-5:-3] == ["It is P3's turn.", "P3 draws a card."] and lines[-2] == (
        "P4 draws a card."
    )


@covers("SB-VAR-RANK-6")
def test_a_draft(deal: Lay) -> None:
    t = deal(3, deck="ranked-draft", starter="seat-2")
    assert t.log == ["P2 goes first.", "The cards of rank 6 are up for the draft."]
    assert all(t.is_up(card) for card in t.cards(DRAFT))
    asked, lines = 0, []
    while t.stage == DRAFTING:
        assert len(t.choices) > 1, "nobody is asked where all cards are alike"
        t.do(t.choices[0])
        asked += 1
        lines += t.log
    opened = [line for line in lines if "up for the draft" in line]
    assert opened == [f"The cards of rank {rank} are up for the draft." for rank in (5, 4, 3, 2, 1)]
    takes = [line.rstrip(".").split(" takes ") for line in lines if " takes " in line]
    rounds = ["231132231", "312213312", "123321123"]  # a snake; each rank starts a seat further
    assert "".join(seat[1] for seat, _ in takes) == "".join(rounds * 2)
    assert " ".join(card for _, card in takes[:18]) == (
        "stomp7 stomp7 leader leader leader leader reaper reaper fatal "
        "stomp5 stomp5 bash bash bash bash begone begone pit"
    )
    assert asked == 8 + 8 + 4 * 6, "of four ranks the last three picks are alike"
    assert not any(t.is_up(card) for seat in range(3) for card in t.cards(SUPPLY + seat))

"""What the table itself does: calling time, and resignation; and how long a decision may take."""

from __future__ import annotations

import pytest

from rumpus.games.stakbots.words import (
    ACTING,
    AIMING,
    ATTACK,
    DRAFTING,
    DROPPING,
    PLACING,
    PLAY,
    REACTING,
    RECYCLING,
    REDRAWING,
    RESIGN,
    TIME_IS_UP,
)
from rumpus.rulekit import NONE
from rumpus.rulekit.errors import IllegalAction

from ..table import Lay, Table

covers = pytest.mark.covers
THREE = {"P1": "Core5^ Core3_", "P2": "Core2^ Core4_", "P3": "Core4^ Core4_ Core2_"}


@covers("SB-TURN-13", "SB-OPT-33")
def test_when_time_is_called_the_turn_is_finished_and_most_cards_win(table: Lay) -> None:
    t = table(THREE, hands={"P1": "Core9"})
    t.call_time()
    assert not t.over and t.asks == "P1" and t.said("Time is up")
    t.do("P1 discard Core9")
    assert not t.over
    t.do("P1 end")
    assert t.winners == "P3" and t.places == [2, 2, 1]


@covers("SB-TURN-13", "SB-OUT-9")
def test_what_the_table_may_do(table: Lay) -> None:
    t = table({**THREE, "P4": ""})
    everything = [TIME_IS_UP, RESIGN, RESIGN + 1, RESIGN + 2]
    assert t.backend.legal(t.s, t.players) == everything
    t.resign("P2")
    assert t.backend.legal(t.s, t.players) == [TIME_IS_UP, RESIGN, RESIGN + 2]
    t.call_time()
    assert t.backend.legal(t.s, t.players) == [RESIGN, RESIGN + 2]


@covers("SB-TURN-13", "SB-OUT-9", "SB-OUT-2")
def test_at_last_the_table_has_nothing_to_do(table: Lay) -> None:
    t = table(THREE, hands={"P1": "Trip"}).do("P1 play Trip")
    t.call_time().resign("P1").resign("P2")
    assert t.backend.legal(t.s, t.players) == [RESIGN + 2] and t.backend.may(t.s) == (t.players,)
    t.resign("P3")
    assert t.backend.legal(t.s, t.players) == [] and t.backend.may(t.s) == ()
    assert t.asks == "P1"
    t.do("P1 at P1")
    assert t.over and t.places == [1, 1, 1] and t.backend.asks(t.s) == t.backend.may(t.s) == ()


@covers("SB-OUT-9", "SB-BOT-STOMP-3")
def test_nothing_is_left_of_the_attack_of_who_resigns(table: Lay) -> None:
    t = table({"P1": "Stomp7^ Core3_", "P2": "Core2^ Shot_ Core4_", "P3": "Core4^ Core4_"})
    t.do("P1 attack P2").resign("P1")
    assert t["stomp"] != NONE and t.asks == "P2"
    t.do("P2 at P3")  # Table.check() looks for what is left
    assert t.is_out("P1") and t.turn == "P2" and t.stak("P2") == "Shot^ Core4_"
    assert t.stak("P3") == "Core4^ Core4_"


@covers("SB-OUT-9", "SB-TOG-REACTIVE-2")
def test_a_declared_attack_ends_with_the_turn_of_who_resigns(table: Lay) -> None:
    t = table(THREE, hands={"P2": "Core9"}, reactive=True).do("P1 attack P2").resign("P1")
    assert t.stage == REACTING and t["declared"] != NONE
    t.do("P2 play Core9")  # Table.check() looks for what is left
    assert t.is_out("P1") and t.turn == t.asks == "P2"


@covers("SB-TURN-13")
def test_time_is_called_once(table: Lay) -> None:
    t = table(THREE).call_time()
    assert TIME_IS_UP not in t.backend.legal(t.s, t.players)
    with pytest.raises(IllegalAction):
        t.call_time()


@covers("SB-OUT-9")
def test_who_resigns_is_out_and_feeds_nobody(table: Lay) -> None:
    t = table(THREE, hands={"P2": "Core9"})
    t.resign("P2")
    assert t.is_out("P2") and t.stak("P2") == "" and t.hand("P2") == ""
    assert t.heap() == "Core2 Core4 Core9" and t["fed"] == 0 and t.asks == "P1"
    t.do("P1 attack P3")
    assert t.stak("P3") == "Core4^ Core2_", "the game goes on without P2"


@covers("SB-OUT-9")
def test_no_effect_happens_when_a_player_resigns(table: Lay) -> None:
    t = table({"P1": "Core5^ Core3_", "P2": "Core2^ Reaper_", "P3": "Core4^ Core4_"})
    t.resign("P2")
    assert t.stak("P1") == "Core5^ Core3_" and t.stak("P3") == "Core4^ Core4_"


@covers("SB-OUT-9")
def test_the_turn_of_who_resigns_ends_at_once(table: Lay) -> None:
    t = table(THREE)
    t.resign("P1")
    assert t.is_out("P1") and t.turn == "P2" and t.asks == "P2"


@covers("SB-OUT-9")
def test_of_two_the_other_wins(table: Lay) -> None:
    t = table({"P1": "Core5^ Core3_", "P2": "Core2^"})
    t.resign("P1")
    assert t.winners == "P2"


@covers("SB-OUT-9")
def test_inside_a_chain_who_resigns_is_out_when_it_is_over(table: Lay) -> None:
    t = table({"P1": "Core5^ Core3_", "P2": "Core2^ Shot_", "P3": "Core4^ Core4_"})
    t.do("P1 attack P2")
    assert t.asks == "P2"
    t.resign("P2")
    assert t.asks == "P2" and not t.is_out("P2")
    assert RESIGN + 1 not in t.backend.legal(t.s, t.players), "once is enough"
    t.do("P2 at P3")
    assert t.is_out("P2") and t.stak("P3") == "Core4^:3 Core4_"


@covers("SB-OUT-9")
def test_the_action_that_was_begun_is_dropped_when_somebody_resigns(table: Lay) -> None:
    for who in ("P2", "P1"):
        t = table(THREE, hands={"P1": "Core9"})
        t.act(0, ATTACK)
        assert t.stage == AIMING
        t.resign(who)
        assert t.is_out(who) and t.stage == ACTING and t["attacking"] == NONE
        assert t.asks == ("P1" if who == "P2" else "P2")


@covers("SB-OUT-9")
@pytest.mark.parametrize("begun", ["P1 play Core9", "P1 attack", "P1 recycle"])
def test_so_it_is_when_that_is_the_end(table: Lay, begun: str) -> None:
    three = {**THREE, "P1b": "Core2^", "P2b": "Core2^", "P3b": "Core2^"}
    for given, over in ((three, False), ({**three, "P3": "", "P3b": ""}, True)):
        t = table(given, hands={"P1": "Core9 Core1"}, recycling=True).do(begun)
        assert t.stage in (PLACING, AIMING, RECYCLING)
        t.resign("P2")
        assert t.over == over and t.stage == ACTING and t.hand("P1") == "Core1 Core9"
        assert t["card"] == t["aimed"] == t["attacking"] == NONE and t.fed == 0


@covers("SB-OUT-9", "SB-TOG-RECYCLE-2")
def test_before_the_draw_of_a_recycling_the_action_goes_on(table: Lay) -> None:
    t = table(THREE, hands={"P1": "Core9"}, recycling=True).do("P1 recycle").resign("P2")
    assert t.stage == REDRAWING and not t.is_out("P2")
    t.do("P1 no")
    assert t.is_out("P2") and t.stage == ACTING and t.asks == "P1"


@covers("SB-OUT-9")
def test_a_card_that_was_held_goes_with_the_hand(table: Lay) -> None:
    t = table(THREE, hands={"P1": "Core9 Core1"}, borderless="all")
    t.act(0, PLAY + t.names.index("Core9"))
    assert t.stage == PLACING
    t.resign("P1")
    assert t.is_out("P1") and t.hand("P1") == "" and t.asks == "P2"


@covers("SB-OUT-9")
def test_a_team_plays_on_without_who_resigns(table: Lay) -> None:
    four = {"P1": "Core2^", "P2": "Core5^ Core4_", "P3": "Core3^", "P4": "Core4^"}
    t = table(four, hands={"P1": "Core9", "P3": "Core1"}, teams="staggered")
    t.resign("P1")
    assert t.is_out("P1") and not t.over and t.turn == "P2" and t.hand("P1") == ""
    t.do("P2 attack P3")
    assert t.winners == "P2 P4" and t.places == [3, 1, 3, 1]
    assert t.said("P3 is out of the game") and not t.said("P1 is out of the game")


@covers("SB-OUT-9")
def test_who_resigned_shares_the_place_of_the_team(table: Lay) -> None:
    four = {"P1": "Core5^ Core2_", "P2": "Core2^", "P3": "Core3^", "P4": ""}
    t = table(four, teams="staggered")
    t.resign("P3")
    t.do("P1 attack P2")
    assert t.winners == "P1 P3"


@covers("SB-OUT-9", "SB-VAR-SYNC-5")
def test_a_shared_turn_goes_on_with_those_who_are_left(table: Lay) -> None:
    four = {"P1": "Core5^", "P2": "Core2^ Core4_", "P3": "Core3^ Core3_", "P4": "Core4^ Core4_"}
    t = table(four, hands={"P2": "Core1 Core1"}, teams="synchronous")
    t.resign("P1")
    assert t.is_out("P1") and t.turn == "P2" and t.asks == "P2"
    t.do("P2 discard Core1", "P2 end")
    assert t.turn == "P3", "one member feeds one card"
    t.resign("P2")
    assert t.winners == "P3 P4"


SIX = {f"P{seat}": "Core5^ Core2_ Core3_" for seat in range(1, 7)}


@covers("SB-OUT-9", "SB-VAR-SYNC-6")
def test_who_has_left_the_word_is_asked_again(table: Lay) -> None:
    t = table(SIX, teams="synchronous", team_size=3, turn="P4").do("P4 yield", "P5 yield")
    t.resign("P5")
    assert t.asks == "P4 P6" and t.turn == "P4" and t["seat"] == 3


@covers("SB-OUT-9", "SB-VAR-SYNC-6")
def test_who_resigns_need_not_be_ready(table: Lay) -> None:
    t = table(SIX, teams="synchronous", team_size=3, fed=3).do("P1 end").resign("P1")
    assert t.asks == "P2 P3" and t.turn == "P2" and t["seat"] == 1
    t.do("P3 end")
    assert t.turn == "P2"
    t.do("P2 end")
    assert t.turn == "P4"


@covers("SB-OUT-9", "SB-VAR-SYNC-4")
def test_the_attacker_of_who_resigns_is_forgotten(table: Lay) -> None:
    t = table({**SIX, "P3": "Core5^ Tranq_"}, teams="synchronous", team_size=2, turn="P1")
    t.do("P1 attack P3")
    assert t.fact("spent staks") == 1
    t.do("P3 reset P4 Core5").resign("P1")
    assert t.fact("spent staks") == 0 and t.asks == "P2"


@covers("SB-OUT-9", "SB-VAR-SYNC-1")
def test_when_a_whole_team_has_resigned_the_next_one_has_its_turn(table: Lay) -> None:
    for feed in (0, 1):
        t = table(SIX, teams="synchronous", turn="P3", feed=feed).resign("P3")
        assert t.asks == t.turn == "P4"
        t.resign("P4")
        assert t.asks == "P5 P6" and t.turn == "P5" and not t.over


@covers("SB-OUT-9", "SB-VAR-TEAM-3")
def test_a_player_without_a_stak_is_out_with_the_last_team_mate_who_had_one(table: Lay) -> None:
    t = table({**SIX, "P2": ""}, turn="P2", teams="staggered", hands={"P2": "Core9"})
    t.resign("P5")
    assert t.is_out("P2") and t.is_out("P5") and t.asks == t.turn == "P3" and t.hand("P2") == ""


@covers("SB-OUT-9", "SB-VAR-SYNC-6")
def test_a_shared_turn_ends_when_only_those_are_left_who_want_that(table: Lay) -> None:
    four = {"P1": "Core5^", "P2": "Core2^ Core4_", "P3": "Core3^ Core3_", "P4": "Core4^ Core4_"}
    t = table(four, teams="synchronous", fed=2)
    t.do("P1 end")
    t.resign("P2")
    assert t.turn == "P3"


@covers("SB-OUT-9", "SB-VAR-BLITZ-2")
def test_a_team_mate_is_asked_for_a_drop_when_the_first_resigns(table: Lay) -> None:
    four = {f"P{seat}": "Core5^ Core2_ Core3_" for seat in range(1, 5)}
    t = table(four, teams="synchronous", drawing="blitz", begin=True)
    assert t.stage == DROPPING and t.asks == "P1"
    t.resign("P1")
    assert t.stage == DROPPING and t.asks == "P2"


@covers("SB-OUT-9")
def test_the_picks_of_who_resigns_in_a_draft_are_made_in_order(deal: Lay) -> None:
    t = deal(3, deck="ranked-draft", starter="seat-1")
    t.resign("P1")
    asked = set()
    while t.stage == DRAFTING:
        asked.add(t.asks)
        t.do_number(t.backend.asks(t.s)[0], t.backend.legal(t.s, t.backend.asks(t.s)[0])[0])
    assert asked == {"P2", "P3"} and t.is_out("P1") and not t.over and t.turn == "P2"


@covers("SB-OUT-9")
def test_of_two_who_draft_the_other_wins(deal: Lay) -> None:
    for loser, winner, places in (("P2", "P1", [1, 2]), ("P1", "P2", [2, 1])):
        t = deal(2, deck="ranked-draft").resign(loser)
        assert t.winners == winner and t.places == places
        assert t.log == [
            f"{loser} resigns.",
            f"{loser} is out of the game.",
            f"{winner} wins.",
        ]
        assert t.fact("out") == 1 << int(loser == "P2")


@covers("SB-OUT-9")
def test_in_a_draft_of_three_the_others_go_on(deal: Lay) -> None:
    t = deal(3, deck="ranked-draft", starter="seat-1").resign("P2")
    assert t.asks == "P1" and t.stage == DRAFTING and t.log == ["P2 resigns."]
    first = t.choices[0]
    t.do(first)
    assert t.asks == "P3" and len(t.log) == 2 and t.log[1].startswith("P2 takes")
    t.resign("P3")
    assert t.winners == "P1" and t.places == [1, 2, 2]


@covers("SB-OUT-9")
def test_nobody_resigns_twice(table: Lay) -> None:
    t = table(THREE)
    t.resign("P2")
    assert RESIGN + 1 not in t.backend.legal(t.s, t.players)


def test_a_pick_has_thirty_seconds_and_a_drop_as_long_as_any(table: Lay, deal: Lay) -> None:
    t = deal(2, deck="ranked-draft")
    assert t.stage == DRAFTING and t.backend.run("seconds", t.s, 0) == 30
    t = table(THREE, drawing="blitz", begin=True)
    assert t.stage == DROPPING and t.backend.run("seconds", t.s, 0) == 0


def test_a_reaction_has_ten_seconds(table: Lay) -> None:
    t = table({"P1": "Core5^", "P2": "Core2^ Core4_"}, hands={"P2": "Core9"}, reactive=True)
    assert t.backend.run("seconds", t.s, 0) == 0
    t.do("P1 attack")
    assert t.asks == "P2" and t.backend.run("seconds", t.s, 1) == 10


# --------------------------------------------------------------------------------- the next game
def starts_next(t: Table) -> int:
    return t.backend.run("starts_next", t.s)


@covers("SB-SETUP-9")
def test_who_was_out_first_starts_the_next_game(table: Lay) -> None:
    t = table({"P1": "Core5^ Core3_", "P2": "Core2^ Core4_", "P3": "Core4^"})
    t.do("P1 attack P3")
    t.resign("P1")
    assert t.over and t.places == [2, 1, 3] and starts_next(t) == 2


@covers("SB-SETUP-9")
def test_of_those_who_were_out_together_the_last_starter_starts(table: Lay) -> None:
    t = table({"P1": "Core3^", "P2": "Core3^", "P3": "Core4^"}).do("P1 attack P2")
    assert t.winners == "P3" and starts_next(t) == 0
    t = table({"P1": "Core5^ Core3_", "P2": "Core3^", "P3": "Core3^"}, turn="P2").do("P2 attack P3")
    assert t.winners == "P1" and starts_next(t) == 1, "or else the first of them"


@covers("SB-SETUP-9")
def test_after_a_draw_nobody_lost(table: Lay) -> None:
    t = table({"P1": "Core3^", "P2": "Core3^"}).do("P1 attack")
    assert t.over and starts_next(t) == NONE


@covers("SB-SETUP-9")
@pytest.mark.parametrize(("opener", "following"), [(1, 2), (2, 2), (3, 4), (4, 4), (5, 0), (6, 0)])
def test_teams_that_share_a_turn_alternate(deal: Lay, opener: int, following: int) -> None:
    t = deal(6, teams="synchronous", starter=f"seat-{opener}")
    assert starts_next(t) == following

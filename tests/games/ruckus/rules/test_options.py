"""RU-TAB: what a table may be set to."""

from __future__ import annotations

from typing import Any

import pytest

from rumpus.games.ruckus import game
from rumpus.games.ruckus.options import OPTIONS
from rumpus.games.ruckus.words import HAND, LAST_FLURRY, OTHER_HANDS, RAN_OUT
from rumpus.rulekit.errors import IllegalAction, UnknownOption

from ..table import Lay, Table

covers = pytest.mark.covers


# --------------------------------------------------------------------------------- who deals
@covers("RU-TAB-2")
def test_a_human_dealer_may_deal_and_nobody_else(table: Lay) -> None:
    t = table(hands={"A": "a b c", "B": "d e f"}, dealer="B", dealing="human")
    assert "deal" in t.choices("B")
    assert "deal" not in t.choices("A") + t.choices("C")
    t.do("B deal")
    assert t["n_hand"][0] + sum(t["pile"][0]) == 4
    assert t.may_do("deal")
    last = table(stage=LAST_FLURRY, dealer="B", dealing="human")
    assert last.do("B end").stage == "scoring"


@covers("RU-TAB-2")
def test_with_a_timer_the_dealer_deals_only_when_all_are_ready(table: Lay) -> None:
    t = table(dealer="B")
    assert "deal" not in t.choices("B")
    t.all_ready()
    assert t.choices("B") == ["deal"]
    t.do("B deal")
    assert t["deals"] == 2


# --------------------------------------------------------------------------------- sets
@covers("RU-TAB-3")
def test_by_hand_nothing_else_can_be_done_before_sets_are_laid(deal: Lay) -> None:
    t = deal(5, lay_mode="manual")
    assert t["n_hand"][:5] == [7] * 5
    assert not any(sum(piles) for piles in t["pile"])
    seen = False
    for name in t.names:
        twice = {card for card in t.cards_of(name) if t.cards_of(name).count(card) > 1}
        if twice:
            seen = True
            assert {choice.split()[0] for choice in t.choices(name)} == {"lay"}
            assert len(t.choices(name)) == len(twice)
        else:
            assert "ready" in t.choices(name)
    assert seen


@covers("RU-TAB-3")
def test_sets_still_in_hand_count_against_their_owner(table: Lay) -> None:
    t = table(hands={"A": "l", "B": "a a b"}, piles={"B": "c:5"}, lay_mode="manual").do("A out")
    assert t.points[1] == 2


@covers("RU-TAB-3")
def test_who_is_too_slow_has_them_laid(table: Lay) -> None:
    t = table(hands={"A": "b a a b c"}, lay_mode="manual")
    laid = []
    while t.choices("A")[0].startswith("lay"):
        action = t.backend.run("timeout", t.s, 0)
        laid.append(action)
        t.apply(0, action)
    assert (t.pile("A"), t.hand("A")) == ("a:2 b:2", "c")
    assert t.action("A ready") == (0, t.backend.run("timeout", t.s, 0))
    over = table(hands={"A": "l", "B": "a a b"}, lay_mode="manual").do("A out")
    assert over.action("B ready") == (1, over.backend.run("timeout", over.s, 1))


@covers("RU-TAB-3")
def test_who_does_anything_else_is_known_to_hold_no_set(table: Lay) -> None:
    hands = {"A": "a b c", "B": "d e f", "C": "h i", "D": "e e g"}
    t = table(4, hands=hands, piles={"B": "a:2 d:2"}, lay_mode="manual")
    assert t.among("tidy") == ""
    assert t.do("D lay e").among("tidy") == ""
    assert t.do("B build d").among("tidy") == "B"
    assert t.do("A steal a B").among("tidy") == "AB"
    assert t.do("C ready").among("tidy") == "ABC"
    assert t.do("deal").among("tidy") == ""
    assert table(4, hands=hands).do("deal").among("tidy") == "ABCD"


# --------------------------------------------------------------------------------- claims
@covers("RU-TAB-4")
def test_a_late_claim_fails(table: Lay) -> None:
    t = table(hands={"A": "a b c", "B": "a b c"}, piles={"C": "a:2"}).do("A steal a C")
    assert "steal a C" not in t.choices("B")


@covers("RU-TAB-4")
def test_or_follows_the_pile(table: Lay) -> None:
    hands = {"A": "a b c", "B": "a b c", "D": "a b c"}
    t = table(4, hands=hands, piles={"C": "a:2"}, stale="follow")
    t.do("A steal a C", "D steal a A", "B steal a C")
    assert [t.pile(name) for name in "ABCD"] == ["", "a:5", "", ""]
    assert "B steals Kettle Trot from D (5 there now)." in t.log


@covers("RU-TAB-4")
def test_it_follows_no_further_than_to_oneself_and_not_beyond_a_deal(table: Lay) -> None:
    t = table(hands={"A": "a b c", "B": "a b c"}, piles={"C": "a:2"}, stale="follow")
    t.do("A steal a C")
    assert not any("steal a" in choice for choice in t.choices("A"))
    assert {"steal a C", "steal a A"} <= set(t.choices("B"))
    t.deal(B="d")
    assert "steal a C" not in t.choices("B")
    assert "steal a A" in t.choices("B")


@covers("RU-TAB-4")
def test_ones_own_pile_is_not_followed_by_building(table: Lay) -> None:
    t = table(hands={"A": "a b c", "B": "a d e"}, piles={"A": "a:2"}, stale="follow")
    assert t.choices("A") == ["build a", "ready"]
    t.do("B steal a A")
    assert t.choices("A") == ["steal a B", "ready"]


@covers("RU-TAB-4")
def test_a_pile_that_came_back_is_where_it_is(table: Lay) -> None:
    hands = {"A": "a b c", "B": "a d e", "C": "a f g"}
    t = table(hands=hands, piles={"C": "a:2"}, stale="follow")
    t.do("A steal a C", "C steal a A")
    assert t.choices("B") == ["steal a C", "steal a A", "ready"]
    t.do("B steal a A")
    assert [t.pile(name) for name in "ABC"] == ["", "a:5", ""]


# --------------------------------------------------------------------------------- going out
@covers("RU-TAB-5")
def test_an_empty_hand_that_is_not_called_plays_on(table: Lay) -> None:
    t = table(hands={"A": "a", "B": "a b c", "C": "d e"}, piles={"B": "a:2"}, call="manual")
    t.do("A steal a B")
    assert (t.stage, t.hand("A"), t.choices("A")) == ("flurry", "", ["call", "ready"])
    t.do("B steal a A")
    assert t.pile("B") == "a:4"
    t.deal(A="f")
    assert (t.hand("A"), t.stage) == ("f", "flurry")
    assert "call" not in t.choices("A")
    t.deal(A="f")
    assert (t.hand("A"), t.pile("A"), t.stage) == ("", "f:2", "flurry")
    assert "call" in t.choices("A")


@covers("RU-TAB-5")
def test_and_one_that_is_called_has_gone_out(table: Lay) -> None:
    t = table(hands={"A": "a", "B": "b c"}, piles={"A": "a:2"}, call="manual")
    t.do("A build a", "A call")
    assert (t.stage, t.among("outs"), t.points[0]) == ("scoring", "A", 8)
    assert "RUCKUS! A goes out by calling." in t.log


@covers("RU-TAB-5")
def test_the_last_card_face_down_is_a_call_of_its_own(table: Lay) -> None:
    assert table(hands={"A": "a"}, call="manual").do("A out").among("outs") == "A"


@covers("RU-TAB-6")
def test_the_last_card_goes_by_itself(table: Lay) -> None:
    t = table(hands={"A": "a b", "B": "c d"}, piles={"B": "a:2"}, auto_out="on").do("A steal a B")
    assert (t.stage, t.out_card("A"), t.points[0]) == ("scoring", "b", 8)
    by_deal = table(hands={"A": "a b", "B": "c d e", "C": "c d e"}, auto_out="on").deal(A="b")
    assert (by_deal.stage, by_deal.out_card("A")) == ("scoring", "a")


@covers("RU-TAB-6")
def test_and_no_other_card_does(table: Lay) -> None:
    t = table(hands={"A": "a b c", "B": "d e"}, piles={"B": "a:2"}, auto_out="on")
    t.do("A steal a B")
    assert (t.stage, t.hand("A")) == ("flurry", "b c")


@covers("RU-TAB-7")
@pytest.mark.parametrize(
    ("setting", "outs", "points"), [("off", "B", [2, 7]), ("on", "AB", [7, 7])]
)
def test_the_bonus_may_be_shared(table: Lay, setting: str, outs: str, points: list[int]) -> None:
    t = table(hands={"A": "a", "B": "b", "C": "c d e"}, shared_bonus=setting)
    t.deal(A="a", B="b")
    assert (t.among("outs"), t.points[:2]) == (outs, points)


@covers("RU-TAB-8")
def test_without_a_last_flurry_the_round_ends_with_the_deck(table: Lay) -> None:
    t = table(3, hands={"A": "j k l", "B": "i j"}, deck=3, exhaust="immediate").do("deal")
    assert (t.stage, t.among("outs")) == ("scoring", "")
    assert t.told(RAN_OUT)
    by_hand = table(
        3, hands={"A": "j j l", "B": "i j"}, deck=3, exhaust="immediate", lay_mode="manual"
    ).do("deal")
    assert by_hand.pile("A").startswith("j:2")


# --------------------------------------------------------------------------------- seeing
@covers("RU-TAB-11")
def test_hand_sizes_can_be_hidden(table: Lay) -> None:
    t = table(hands={"A": "a", "B": "b c", "C": "d e f"}, hide_counts="on")
    for name, hidden in (("A", 5), ("B", 4), ("", 6)):
        zones = t.seen_by(name).zones
        assert [zone.size for zone in zones if zone.zone == OTHER_HANDS] == [hidden]
        assert [zone.owner for zone in zones if zone.zone == HAND] == (
            ["ABC".index(name)] if name else []
        )
    shown = table(hands={"A": "a", "B": "b c", "C": "d e f"}).seen_by("A").zones
    assert [zone.size for zone in shown if zone.zone == HAND] == [1, 2, 3]
    t.do("A out")
    assert [zone.size for zone in t.seen_by("A").zones if zone.zone == HAND] == [0, 2, 3]


@covers("RU-TAB-11")
def test_the_points_of_a_round_do_not_tell_hidden_hand_sizes(table: Lay) -> None:
    piles = {"A": "a:3", "B": "b:4", "C": "c:5"}
    t = table(hands={"A": "d", "B": "e f", "C": "g h i"}, piles=piles, hide_counts="on")
    assert points_seen(t, "B") == [3, 2, 5]
    assert points_seen(t, "") == [3, 4, 5]
    t.do("A out")
    assert points_seen(t, "B") == points_seen(t, "") == [8, 2, 2]


def points_seen(t: Table, name: str) -> list[int]:
    facts = dict(zip(game.words.fact_names, t.seen_by(name).facts, strict=True))
    return [facts[f"points {n}"] for n in (1, 2, 3)]


# --------------------------------------------------------------------------------- refusing
@covers("RU-TAB-13")
@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"timing": "ticks", "dealing": "human"}, "dealing needs timing to be live."),
        ({"auto_out": "on", "call": "manual"}, "auto_out needs call to be automatic."),
        ({"length": "single", "goal": 50}, "goal needs length to be goal."),
        ({"length": "time", "cap": "rounds"}, "cap needs length to be goal."),
        ({"length": "time", "rounds": 4}, "rounds needs length to be rounds or cap to be rounds."),
        ({"length": "rounds", "minutes": 30}, "minutes needs length to be time or cap to be time."),
        (
            {"length": "single", "tie_break": "shared"},
            "tie_break needs length to be goal, rounds or",
        ),
        ({"lay_timeout_ms": 5000}, "lay_timeout_ms needs lay_mode to be manual."),
        ({"exhaust": "immediate", "final_ms": 2000}, "final_ms needs exhaust to be last-flurry."),
        ({"timing": "ticks", "pause_ms": 3000}, "pause_ms needs timing to be live."),
        ({"pause_ms": 500}, "pause_ms cannot be '500'; it can be 1000 to 10000 in steps of 100."),
        ({"look_ms": 15100}, "look_ms cannot be '15100'; it can be 1000 to 15000"),
        ({"rounds": 21}, "rounds cannot be '21'; it can be 1 to 20."),
        ({"stale": "maybe"}, "stale cannot be 'maybe'; it can be fail or follow."),
    ],
)
def test_what_means_nothing_is_refused(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UnknownOption) as refused:
        game.settings(3, settings)
    assert sentence in str(refused.value)


@covers("RU-TAB-13")
@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"rounds": 4}, "rounds needs length to be rounds or cap to be rounds."),
        ({"minutes": 30}, "minutes needs length to be time or cap to be time."),
        ({"time_stop": "now"}, "time_stop needs length to be time or cap to be time."),
    ],
)
def test_and_so_is_what_needs_one_of_two(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UnknownOption, match=sentence):
        game.settings(3, settings)
    game.settings(3, {})
    game.settings(3, {"cap": "rounds", "rounds": 4})
    game.settings(3, {"length": "time", "minutes": 30, "time_stop": "now"})


@covers("RU-RT-3", "RU-OPT-2", "RU-OPT-3", "RU-OPT-4", "RU-TAB-13")
@pytest.mark.parametrize(
    ("key", "usual", "low", "high", "step", "others"),
    [
        ("opening_ms", 5000, 1500, 15_000, 100, {}),
        ("look_ms", 3500, 1000, 15_000, 100, {}),
        ("pause_ms", 2500, 1000, 10_000, 100, {}),
        ("final_ms", 5000, 1000, 15_000, 100, {}),
        ("lay_timeout_ms", 4000, 1000, 15_000, 100, {"lay_mode": "manual"}),
        ("score_ms", 12_000, 2000, 60_000, 100, {}),
        ("goal", 75, 10, 500, 5, {}),
        ("rounds", 6, 1, 20, 1, {"length": "rounds"}),
        ("minutes", 15, 5, 120, 5, {"length": "time"}),
    ],
)
def test_numbers_go_by_steps_within_their_limits(
    key: str, usual: int, low: int, high: int, step: int, others: dict[str, Any]
) -> None:
    assert game.settings(3, others)[key] == usual
    for number in (low, low + step, high - step, high):
        assert game.settings(3, {key: number, **others})[key] == number
    wrong = [low - step, high + step] + ([low + 1, high - 1] if step > 1 else [])
    for number in wrong:
        sentence = f"{key} cannot be '{number}'; it can be .*{low} to {high}"
        with pytest.raises(UnknownOption, match=sentence):
            game.settings(3, {key: number, **others})


def test_every_option_has_a_sentence_and_a_default_that_is_allowed() -> None:
    for option in OPTIONS:
        assert option.help.endswith(".")
        assert option.title
        for players in range(2, 6):
            assert option.read(option.default_for(players)) == option.default_for(players)
        assert option.default in option.every_value()
        assert option.as_data()["key"] == option.key
    assert {o.key for o in OPTIONS if o.scope == "rules"} <= set(game.state.layout.by_name)


@covers("RU-TAB-5")
def test_calling_needs_the_option(table: Lay) -> None:
    with pytest.raises(IllegalAction):
        table(hands={"A": "a"}).do("A call")

"""RU-OUT and RU-EXH: how a round ends."""

from __future__ import annotations

import numpy as np
import pytest

from rumpus.games.ruckus import game
from rumpus.games.ruckus.words import (
    FACE_DOWN_CARD,
    HAND,
    LAST_FLURRY,
    RAN_OUT,
    SCORING,
    SHOWED,
    TURNED_UP,
    WENT_OUT,
)
from rumpus.rulekit.errors import IllegalAction
from rumpus.rulekit.sets import members_of
from rumpus.running.batches import batch

from ..table import Lay

covers = pytest.mark.covers


@covers("RU-OUT-1", "RU-OUT-7", "RU-SCORE-5")
def test_the_last_card_face_down_ends_the_round(table: Lay) -> None:
    t = table(hands={"A": "a", "B": "b c"}, piles={"A": "d:2"}).do("A out")
    assert (t.stage, t.among("outs")) == ("scoring", "A")
    assert (t.hand("A"), t.pile("A"), t.out_card("A")) == ("", "d:2", "a")
    assert t.points[0] == 7
    assert t.log[0] == "RUCKUS! A goes out face down."
    assert t.told(TURNED_UP) == [(0, 0, 0, 0)]
    zones = {(zone.zone, zone.owner): zone for zone in t.seen_by().zones}
    assert zones[FACE_DOWN_CARD, 0].groups[0].face == 0
    assert zones[HAND, 0].size == 0


@covers("RU-OUT-2", "RU-OUT-5")
@pytest.mark.parametrize(
    ("piles", "action", "how", "points"),
    [
        ({"B": "a:2"}, "A steal a B", "with a steal", 8),
        ({"A": "a:2"}, "A build a", "by building", 8),
    ],
)
def test_the_last_card_may_steal_or_build(
    table: Lay, piles: dict[str, str], action: str, how: str, points: int
) -> None:
    t = table(hands={"A": "a", "B": "b c"}, piles=piles).do(action)
    assert (t.stage, t.among("outs"), t.points[0]) == ("scoring", "A", points)
    assert f"RUCKUS! A goes out {how}." in t.log


@covers("RU-OUT-2", "RU-OUT-5")
def test_the_last_cards_may_be_a_set(table: Lay) -> None:
    t = table(hands={"A": "a a", "B": "b c"}, lay_mode="manual").do("A lay a")
    assert (t.stage, t.points[0]) == ("scoring", 7)
    assert "RUCKUS! A goes out with a set." in t.log


@covers("RU-OUT-3")
def test_play_stops_at_that_instant(table: Lay) -> None:
    t = table(hands={"A": "a", "B": "b c", "C": "d"}, piles={"A": "b:2", "C": "c:3"}).do("A out")
    before = t.bytes
    for action in ("B steal b A", "B steal c C", "C out", "B build b", "A call"):
        with pytest.raises(IllegalAction):
            t.do(action)
    assert t.bytes == before
    assert [t.choices(name) for name in "ABC"] == [["ready"]] * 3


@covers("RU-OUT-4")
def test_the_last_single_may_be_kept(table: Lay) -> None:
    t = table(hands={"A": "a", "B": "a c", "C": "d e"}, piles={"C": "a:2"})
    assert set(t.choices("A")) == {"out", "steal a C", "ready"}
    t.do("A ready", "B steal a C")
    assert t.stage == "flurry"
    t.do("A steal a B")
    assert (t.pile("A"), t.stage, t.points[0]) == ("a:4", "scoring", 9)


@covers("RU-OUT-5")
def test_an_empty_hand_ends_the_round_by_itself(table: Lay) -> None:
    t = table(hands={"A": "a", "B": "c d e", "C": "c d e"}).deal(A="a")
    assert t.stage == "scoring"
    assert t.told(WENT_OUT)[0][0] == 0


@covers("RU-OUT-5")
def test_even_the_first_seven_may() -> None:
    """Q38: a hand of nothing but sets."""
    dealt = batch(game, 20_000, {"players": 5}, seed=1)
    ended = np.flatnonzero(dealt["stage"] == SCORING)
    assert 20 < len(ended) < 600
    for number in ended:
        (seat,) = members_of(int(dealt["outs"][number]))
        assert dealt["n_hand"][number][seat] == 0
        assert dealt["pile"][number][seat].sum() == 7
        assert dealt["points"][number][seat] == 12


@covers("RU-OUT-6")
def test_one_goes_out(table: Lay) -> None:
    t = table(hands={"A": "a", "B": "b"}).do("B out")
    with pytest.raises(IllegalAction):
        t.do("A out")
    assert t.among("outs") == "B"
    assert t.points[:2] == [0, 5]


@covers("RU-OUT-8")
@pytest.mark.parametrize("hand", ["a b", "a b c d e f g", ""])
def test_nobody_can_call_falsely(table: Lay, hand: str) -> None:
    t = table(hands={"A": hand})
    assert "out" not in t.choices("A")
    assert "call" not in t.choices("A")
    for action in ("A out", "A call"):
        with pytest.raises(IllegalAction):
            t.do(action)


def test_all_cards_are_shown_when_the_round_is_over(table: Lay) -> None:
    t = table(hands={"A": "a", "B": "b c", "C": "d"}).do("A out")
    assert t.told(SHOWED) == [(1, 1, 0, 0), (1, 2, 0, 0), (2, 3, 0, 0)]
    for name in ("A", "B", "C", ""):
        zones = {(zone.zone, zone.owner): zone for zone in t.seen_by(name).zones}
        assert [group.face for group in zones[HAND, 1].groups] == [1, 2]


# --------------------------------------------------------------------------------- exhaustion
@covers("RU-EXH-1", "RU-EXH-2")
def test_the_last_flurry_is_like_any_other(table: Lay) -> None:
    t = table(3, hands={"A": "j k l", "B": "i j"}, piles={"B": "k:2"}, deck=3, deals=16)
    t.do("deal")
    assert (t.stage, t["n_deck"]) == ("last flurry", 0)
    assert "0 cards left in the deck: this is the last flurry." in t.log
    t.do("A steal k B")
    assert t.stage == "last flurry"
    going_out = table(stage=LAST_FLURRY, hands={"A": "a"}, piles={"A": "a:2"})
    assert set(going_out.choices("A")) == {"out", "build a", "ready"}
    going_out.do("A build a")
    assert going_out.points[0] == 8


@covers("RU-EXH-3", "RU-EXH-4")
def test_without_anybody_going_out_there_is_no_bonus(table: Lay) -> None:
    t = table(stage=LAST_FLURRY, hands={"A": "a b", "B": "c"}, piles={"A": "d:5", "B": "e:3"})
    left = t["n_deck"]
    t.do("end")
    assert (t.stage, t.among("outs")) == ("scoring", "")
    assert t.points == [3, 2, 0]
    assert t.told(RAN_OUT)
    assert t["n_deck"] == left


@covers("RU-EXH-3")
def test_when_all_are_ready_the_dealer_ends_the_last_flurry(table: Lay) -> None:
    t = table(stage=LAST_FLURRY, hands={"A": "a b"}, dealer="B").all_ready()
    assert t.asked == "B"
    assert t.may_do("B end")
    assert not t.may_do("A end")
    assert t.do("B end").stage == "scoring"


@covers("RU-EXH-3", "RU-RT-4")
def test_who_was_ready_for_the_end_is_asked_again_for_the_next_round(table: Lay) -> None:
    t = table(stage=LAST_FLURRY, dealer="B").do("A ready", "end")
    assert (t.stage, t.among("ready"), t.asked) == ("scoring", "", "ABC")


@covers("RU-WIN-4")
def test_the_deal_passes_on_after_any_round(table: Lay) -> None:
    """Q41: also when nobody went out."""
    t = table(stage=LAST_FLURRY, hands={"A": "a b"}, dealer="C").do("end")
    assert t.dealer == "A"

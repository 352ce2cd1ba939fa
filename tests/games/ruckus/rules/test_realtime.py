"""RU-RT: the queue and the clock. Times are milliseconds after the deal of seven."""

from __future__ import annotations

from typing import Any

import pytest

from rumpus.games.ruckus import game
from rumpus.games.ruckus.realtime.clock import GAP, GRACE, LOCK
from rumpus.games.ruckus.words import DEAL, END, LAST_FLURRY, OUT, READY, SCORING, TIME_IS_UP
from rumpus.rulekit.options import Setting
from rumpus.running.interpreted import Interpreted

from ..hall import IDLE, Hall
from ..table import Lay, lay_out, native

covers = pytest.mark.covers


# --------------------------------------------------------------------------------- the queue
@covers("RU-RT-1", "RU-RT-2")
def test_claims_have_their_turn_in_the_order_of_arrival(hall: Any) -> None:
    h = hall(4, hands={"A": "a b c", "B": "a d e"}, piles={"D": "a:2"})
    first, second = h.claim("B steal a D", 2000), h.claim("A steal a D", 2000.5)
    h.run(2100)
    assert h.refusal(first) == ""
    assert h.refusal(second) == "The Kettle Trot pile is not there any more."
    assert h.answer(second).events == ()
    assert (h.t.pile("B"), h.t.hand("A")) == ("a:3", "a b c")
    again = h.claim("A steal a B", 2101)
    h.run(2101)
    assert h.refusal(again) == ""
    assert h.t.pile("A") == "a:4"


@covers("RU-RT-1", "RU-STEAL-4")
def test_any_number_of_claims_may_be_in_flight(hall: Any) -> None:
    h = hall(hands={"A": "a b c d", "B": "e f"}, piles={"B": "a:2 b:2", "C": "c:2"})
    numbers = [h.claim(f"A steal {x}", 2000) for x in ("a B", "b B", "c C", "a C")]
    h.run(2000 + 4 * GAP)
    assert [bool(h.answer(n).refusal) for n in numbers] == [False, False, False, True]
    assert (h.t.pile("A"), h.t.hand("A")) == ("a:3 b:3 c:3", "d")


@covers("RU-RT-2")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("A steal l B", "You hold no Volcano Nap."),
        ("A steal b B", "The Disco Snail pile is not there any more."),
        ("A build a", "The Kettle Trot pile is not there any more."),
        ("A out", "You hold 3 cards; go out with one."),
        ("A call", "'call' is not allowed now; allowed: steal K 2, ready."),
        ("A lay a", "'lay K' is not allowed now; allowed: steal K 2, ready."),
        ("B out", "You hold 4 cards; go out with one."),
        ("B build c", "You hold no Cactus Sheriff."),
        ("A deal", "Only the dealer deals, when everybody is ready."),
        ("A end", "Only the dealer deals, when everybody is ready."),
    ],
)
def test_a_refusal_says_why_and_changes_nothing(hall: Any, text: str, reason: str) -> None:
    h = hall(hands={"A": "a b c", "B": "b e f g"}, piles={"B": "a:2"}, dealer="C")
    before, due = h.t.bytes, h.clock.due()
    number = h.claim(text, 2000)
    h.run(2000)
    assert h.refusal(number) == reason
    assert h.t.bytes == before
    assert h.clock.due() == due
    at_once = h.claim("A steal a B", 2001)
    h.run(2001)
    assert h.refusal(at_once) == ""


@covers("RU-RT-2")
@pytest.mark.parametrize(("names", "owner"), [(n, o) for n in ("ABC", "ABCD") for o in n])
def test_a_pile_is_refused_where_it_is_not_and_only_there(
    hall: Any, names: str, owner: str
) -> None:
    h = hall(len(names), hands=dict.fromkeys(names, "a"), piles={owner: "a:2"})
    for seat in names:
        for victim in names:
            text = f"{seat} build a" if seat == victim else f"{seat} steal a {victim}"
            gone = "" if victim == owner else "The Kettle Trot pile is not there any more."
            assert str(h.clock.reason(*h.t.action(text)) or "") == gone


@covers("RU-RT-2")
def test_the_reason_depends_on_nothing_the_claimant_cannot_see(hall: Any) -> None:
    """The same claims, whatever the others hold."""
    claims = ["A steal l B", "A steal b C", "A build a", "A out", "A steal a C", "A lay a"]
    told = []
    for others in ("b d e", "l f g", "a b c"):
        h = hall(hands={"A": "a b c", "B": others, "C": "h i"}, piles={"B": "a:2"})
        numbers = [h.claim(text, 2000 + 200 * i) for i, text in enumerate(claims)]
        h.run(3400)
        told.append([h.refusal(number) for number in numbers])
    assert told[0] == told[1] == told[2]
    assert all(told[0])


@covers("RU-RT-2", "RU-STEAL-3")
def test_a_single_that_became_a_set_is_refused(hall: Any) -> None:
    h = hall(hands={"A": "a a b", "B": "c"}, piles={"B": "a:2"}, lay_mode="manual")
    number = h.claim("A steal a B", 2000)
    h.run(2000)
    assert h.refusal(number) == "A set cannot steal or build; it has to be laid."


@covers("RU-RT-1", "RU-OUT-3", "RU-EX-24")
def test_a_steal_after_ruckus_is_refused(hall: Any) -> None:
    h = hall(hands={"A": "a", "B": "b c"}, piles={"C": "b:2"})
    out, late = h.claim("A out", 2000), h.claim("B steal b C", 2001)
    h.run(2001)
    assert h.refusal(out) == ""
    assert h.refusal(late) == "The round is over."


@covers("RU-RT-1")
@pytest.mark.parametrize("ordering", ["arrival", "lag-compensated", "random-window"])
def test_what_was_accepted_replays_without_a_clock(ordering: str) -> None:
    from rumpus.games.ruckus.realtime.bots import bot_of, play_game

    settings: dict[str, Setting] = {"goal": 25, "ordering": ordering}
    bots = [bot_of("hard", trip) for trip in (10, 80, 160, 240)]
    played = play_game(native(), bots, settings, seed=4, number=2)
    again = play_game(native(), bots, settings, seed=4, number=2)
    assert played == again
    for backend in (Interpreted(game), native()):
        s = backend.start(4, settings, seed=4, number=2)
        for seat, action in played.accepted:
            backend.apply(s, seat, action)
        assert backend.is_over(s)
        assert backend.scores(s) == played.scores
        assert backend.places(s) == played.places


# --------------------------------------------------------------------------------- the clock
@covers("RU-RT-3", "RU-DEAL-2", "RU-DEAL-4")
def test_the_table_deals_after_a_pause(hall: Any) -> None:
    h = hall(hands=IDLE, call="manual")
    h.run(20_000)
    assert h.times_of(DEAL)[:4] == [5000, 8500, 12000, 15500]
    quick = hall(hands=IDLE, call="manual", opening_ms=2000, look_ms=1000, pause_ms=1000)
    quick.run(6000)
    assert quick.times_of(DEAL)[:4] == [2000, 3000, 4000, 5000]


@covers("RU-RT-3", "RU-DEAL-1")
def test_an_accepted_action_puts_the_deal_off_and_a_refused_one_does_not(hall: Any) -> None:
    h = hall(hands={"A": "a b c", "B": "c d"}, piles={"B": "a:2"})
    h.claim("A steal a B", 4000)
    h.run(4000)
    assert h.clock.deal_at() == 6500
    h.claim("A steal b B", 6000)
    h.run(6000)
    assert h.clock.deal_at() == 6500
    h.run(6500)
    assert h.times_of(DEAL) == [6500]
    assert h.clock.deal_at() == 10_000


@covers("RU-RT-3")
def test_nobody_may_act_before_having_looked(hall: Any) -> None:
    h = hall(hands={"A": "a b c"}, piles={"B": "a:2"})
    early, later = h.claim("A steal a B", 1499), h.claim("A steal a B", 1500)
    h.run(1500)
    assert h.refusal(early) == "Look at your cards first."
    assert h.refusal(later) == ""


@covers("RU-RT-3", "RU-EXH-2")
def test_the_last_flurry_ends_after_a_longer_pause(hall: Any) -> None:
    h = hall(hands={"A": "a b c", "B": "d e"}, piles={"B": "a:2"}, stage=LAST_FLURRY)
    h.claim("A steal a B", 4000)
    h.run(8999)
    assert h.t.stage == "last flurry"
    h.run(9000)
    assert h.t.stage == "scoring"
    assert h.times_of(END) == [9000]


@covers("RU-RT-3")
def test_the_scores_are_shown_for_a_while(hall: Any) -> None:
    h = hall(hands={"A": "a"})
    h.claim("A out", 2000)
    h.run(2000)
    assert h.t.stage == "scoring"
    h.run(13_999)
    assert h.t["round_number"] == 1
    h.run(14_000)
    assert h.t["round_number"] == 2
    assert h.clock.deal_at() in (19_000, 26_000)


@covers("RU-RT-3")
def test_the_first_seven_of_every_round_are_looked_at(hall: Any) -> None:
    h = hall(hands=IDLE, stage=SCORING, clock={"seed": 1}, call="manual")
    at_once = h.claim("A ready", 10)
    h.run(12_000)
    assert h.refusal(at_once) == ""
    early, good = h.claim("B ready", 13_499), h.claim("C ready", 13_500)
    h.run(13_600)
    assert h.refusal(early) == "Look at your cards first."
    assert h.refusal(good) == ""
    assert h.clock.deal_at() == 17_000


@covers("RU-RT-4")
def test_when_everybody_is_ready_the_deal_comes_at_once(hall: Any) -> None:
    h = hall(hands={"A": "a b c", "B": "d e f"}, piles={"B": "a:2"})
    for name in "ABC":
        h.claim(f"{name} ready", 2000)
    h.run(2249)
    assert h.t["deals"] == 0
    assert h.clock.announced == 2000
    h.run(2250)
    assert h.times_of(DEAL) == [2250]


@covers("RU-RT-4")
def test_an_accepted_action_withdraws_it(hall: Any) -> None:
    h = hall(hands={"A": "a b c", "B": "d e f"}, piles={"B": "a:2"})
    h.claim("B ready", 2000)
    h.claim("C ready", 2000)
    h.claim("A steal a B", 2001)
    h.claim("A ready", 2300)
    h.run(3000)
    assert h.t.among("ready") == "A"
    assert h.times_of(DEAL) == []


@covers("RU-RT-4")
def test_who_is_ready_may_still_act(table: Lay) -> None:
    t = table(hands={"A": "a b c", "B": "a d e"}, piles={"C": "a:2"}).do("A ready", "B steal a C")
    assert t.among("ready") == ""
    t.do("A ready", "B ready")
    assert t.asked == "C"
    t.do("A steal a B")
    assert t.asked == "ABC"


@covers("RU-TAB-12")
def test_there_may_be_no_ready_button(hall: Any) -> None:
    h = hall(hands=IDLE, ready_button="off")
    number = h.claim("A ready", 2000)
    h.run(2000)
    assert h.refusal(number) == "There is no ready button at this table."
    assert h.t.among("ready") == ""


# --------------------------------------------------------------------------------- around a deal
@covers("RU-RT-5", "RU-EX-28")
def test_a_claim_from_before_the_announcement_comes_before_the_deal(hall: Any) -> None:
    h = hall(hands={"A": "a b c", "B": "d e"}, piles={"B": "a:2"})
    number = h.claim("A steal a B", 4740)
    h.run(5000)
    assert h.refusal(number) == ""
    assert h.times_of(DEAL) == []
    assert h.clock.deal_at() == 7240


@covers("RU-RT-5", "RU-EX-28")
@pytest.mark.parametrize("ordering", ["lag-compensated", "random-window"])
def test_even_if_it_has_to_wait_for_its_turn(hall: Any, ordering: str) -> None:
    h = hall(hands={"A": "a b c d", "B": "d e"}, piles={"B": "a:2 b:2 c:2"}, ordering=ordering)
    for text in ("A steal a B", "A steal b B", "A steal c B"):
        h.claim(text, 4740)
    h.run(4755)
    assert h.clock.announced == 4750
    assert not h.answers
    h.run(6000)
    assert h.t.pile("A")[:11] == "a:3 b:3 c:3"
    assert [answer.action for answer in h.answers].index(DEAL) == 3
    times = [answer.at for answer in h.answers]
    assert times == sorted(times)
    assert times[3] > 5000


@covers("RU-RT-5", "RU-RT-6")
@pytest.mark.parametrize(
    ("ordering", "stamp", "line", "comes_first"),
    [
        ("arrival", 4750, 0, False),
        ("arrival", 4800, 100, False),
        ("random-window", 4800, 100, False),
        ("lag-compensated", 4800, 100, True),
        ("lag-compensated", 4850, 100, False),
    ],
)
def test_whether_a_claim_comes_before_the_deal_goes_by_when_it_was_made(
    hall: Any, ordering: str, stamp: float, line: float, *, comes_first: bool
) -> None:
    """The deal is announced at 4750."""
    h = hall(hands=IDLE, ordering=ordering)
    h.run(4750)
    h.claim("A ready", stamp, line)
    h.run(5500)
    done = [answer.action for answer in h.answers]
    assert done == ([READY, DEAL] if comes_first else [DEAL, READY])


@covers("RU-RT-5")
def test_ready_after_the_scores_does_not_call_the_next_round_off(hall: Any) -> None:
    """It was claimed before the announcement at 11750, and has its turn after it."""
    h = hall(hands=IDLE, stage=SCORING, ordering="lag-compensated")
    h.claim("A ready", 11_740)
    h.run(12_000)
    assert [(a.action, a.at) for a in h.answers] == [(READY, 11_920), (DEAL, 12_000)]


@covers("RU-RT-5")
def test_a_later_claim_meets_the_new_hand(hall: Any) -> None:
    h = hall(hands={"A": "a b c", "B": "d e"}, piles={"B": "a:2"})
    assert h.clock.deal_at() == 5000
    number = h.claim("A steal a B", 4751)
    h.run(4999)
    assert h.clock.announced == 5000 - LOCK
    assert not h.answers
    h.run(5000 + GAP)
    actions = [answer.action for answer in h.answers]
    assert actions[0] == DEAL
    assert h.answers[1].number == number


@covers("RU-RT-5")
def test_a_round_that_ends_calls_the_deal_off(hall: Any) -> None:
    h = hall(hands={"A": "a", "B": "b c"}, ordering="lag-compensated")
    h.claim("A out", 4740)
    h.run(4800)
    assert h.clock.announced == 4750
    held = h.claim("B ready", 4801)
    h.run(5100)
    assert h.t.stage == "scoring"
    assert h.clock.announced is None
    assert h.times_of(DEAL) == []
    assert h.refusal(held) == ""
    assert h.t.among("ready") == "B"


# --------------------------------------------------------------------------------- the rest
@covers("RU-RT-10")
def test_an_absent_player_is_dealt_cards_and_has_sets_laid(hall: Any) -> None:
    h = hall(hands={"A": "a b c d e f", "B": "a b c", "C": "g h"}, call="manual")
    h.run(30_000)
    for name in "ABC":
        cards = len(h.t.cards_of(name)) + sum(h.t["pile"]["ABC".index(name)])
        assert cards == {"A": 6, "B": 3, "C": 2}[name] + len(h.times_of(DEAL))
    assert {answer.action for answer in h.answers} == {DEAL}


@covers("RU-TAB-2")
def test_a_human_dealer_deals_after_a_pause_or_is_dealt_for(hall: Any) -> None:
    h = hall(hands=IDLE, dealing="human", dealer="B", call="manual")
    early = h.claim("B deal", 2499)
    other = h.claim("A deal", 2600)
    good = h.claim("B deal", 2700)
    h.run(2949)
    assert h.refusal(early) == "Deal when there is a pause."
    assert h.refusal(other) == "Only the dealer deals, when everybody is ready."
    assert h.refusal(good) == ""
    assert h.clock.announced == 2700
    h.run(2950)
    assert h.times_of(DEAL) == [2950]
    h.run(2950 + 7499)
    assert len(h.times_of(DEAL)) == 1
    h.run(2950 + 7500)
    assert len(h.times_of(DEAL)) == 2


@covers("RU-TAB-2")
def test_the_dealer_may_deal_when_the_pause_is_over_or_all_are_ready(hall: Any) -> None:
    h = hall(hands=IDLE, dealing="human", dealer="B")
    h.claim("B deal", 2500)
    h.run(2750)
    assert h.times_of(DEAL) == [2750]
    h = hall(hands=IDLE, dealer="B")
    numbers = [h.claim(text, 2000) for text in ("A ready", "B ready", "C ready", "B deal")]
    h.run(2250)
    assert [h.refusal(number) for number in numbers] == ["", "", "", ""]
    assert h.times_of(DEAL) == [2250]


@covers("RU-TAB-2")
def test_the_dealer_need_not_wait_for_the_pause_after_the_scores(hall: Any) -> None:
    h = hall(hands=IDLE, stage=SCORING, dealing="human", dealer="B")
    number = h.claim("B deal", 100)
    h.run(350)
    assert h.refusal(number) == ""
    assert h.times_of(DEAL) == [350]


@covers("RU-TAB-2", "RU-EXH-2")
def test_the_dealer_may_end_the_last_flurry(hall: Any) -> None:
    lying = {"hands": {"A": "a b", "B": "c d"}, "deck": 2, "stage": LAST_FLURRY}
    h = hall(**lying, dealing="human", dealer="B")
    early, good = h.claim("B end", 2499), h.claim("B end", 2600)
    h.run(2849)
    assert h.refusal(early) == "Deal when there is a pause."
    assert (h.refusal(good), h.t.stage) == ("", "last flurry")
    h.run(2850)
    assert (h.times_of(END), h.t.stage) == ([2850], "scoring")


@covers("RU-RT-10", "RU-TAB-3")
def test_nothing_but_sets_is_laid_for_anybody(hall: Any) -> None:
    """B could deal or take a pile, and A has nothing to do any more."""
    h = hall(
        hands={"A": "g h i", "B": "d e f", "C": "a a b"}, piles={"C": "d:2"}, dealer="B",
        dealing="human", lay_mode="manual",
    )  # fmt: skip
    h.claim("A ready", 2000)
    h.run(7249)
    assert [(a.number, a.seat, a.action, a.at) for a in h.answers] == [
        (1, *h.t.action("A ready"), 2000),
        (0, *h.t.action("C lay a"), 4000),
    ]


@covers("RU-TAB-3", "RU-RT-5")
def test_sets_are_not_laid_before_their_time_whatever_else_happens(hall: Any) -> None:
    h = hall(hands={"A": "a a b", "B": "d e f"}, lay_mode="manual", lay_timeout_ms=6000)
    h.run(4999)
    assert (h.clock.announced, h.t.pile("A")) == (4750, "")


@covers("RU-TAB-3")
def test_sets_are_laid_for_who_is_too_slow(hall: Any) -> None:
    h = hall(hands={"A": "a a b b c", "B": "d d e"}, lay_mode="manual", opening_ms=9000)
    h.claim("B lay d", 2000)
    h.run(3999)
    assert (h.t.pile("A"), h.t.pile("B")) == ("", "d:2")
    h.run(4000)
    assert (h.t.pile("A"), h.t.hand("A")) == ("a:2 b:2", "c")


@covers("RU-OPT-4")
def test_the_time_runs_out(hall: Any) -> None:
    h = hall(hands=IDLE, length="time", minutes=5, time_stop="now", stage=SCORING)
    h.run(299_999)
    assert not h.clock.is_over
    h.run(300_000)
    assert h.times_of(TIME_IS_UP) == [300_000]
    assert h.t.stage in ("over", "scoring")


@covers("RU-OPT-4")
def test_a_time_that_runs_out_in_a_flurry_runs_out_once(hall: Any) -> None:
    """The round is finished after a pause as after anything else that happens."""
    h = hall(hands=IDLE, length="time", minutes=5, clock={"left": 3000.0})
    h.run(4000)
    assert [(a.number, a.seat, a.action, a.at) for a in h.answers] == [(0, 3, TIME_IS_UP, 3000)]
    assert h.clock.left(4000) is None
    h.run(5400)
    assert h.clock.announced == 5250


@covers("RU-OPT-4", "RU-RT-5")
def test_who_waits_for_the_next_round_is_answered_if_the_time_runs_out_first(hall: Any) -> None:
    h = hall(
        hands=IDLE, totals={"A": 4}, stage=SCORING,
        length="time", minutes=5, score_ms=3000, clock={"left": 2900.0},
    )  # fmt: skip
    h.run(2800)
    assert h.clock.announced == 3000 - LOCK
    late = h.claim("B ready", 2850)
    h.run(4000)
    assert h.times_of(TIME_IS_UP) == [2900]
    assert h.clock.is_over
    assert h.refusal(late) == "The game is over."
    assert h.clock.due() is None


def test_a_game_without_a_limit_may_take_as_long_as_it_takes(hall: Any) -> None:
    """Nobody does anything; the scores are shown for a minute."""
    h = hall(hands=IDLE, score_ms=60_000, stage=SCORING)
    h.run(16 * 60_000)
    assert {answer.action for answer in h.answers} <= {DEAL, END}


def test_nothing_happens_after_the_game(hall: Any) -> None:
    h = hall(hands={"A": "a", "B": "b"}, piles={"C": "b:2"}, length="single")
    h.claim("A out", 2000)
    late = h.claim("B out", 2001)
    h.run(10_000)
    assert h.refusal(late) == "The game is over."
    assert h.clock.due() is None
    assert {answer.action for answer in h.answers} == {OUT}


@pytest.mark.parametrize("ordering", ["arrival", "lag-compensated", "random-window"])
def test_a_clock_that_stood_still_goes_on_where_it_was(hall: Any, ordering: str) -> None:
    def play(break_at: float) -> list[tuple[int, int, float]]:
        h = hall(
            hands={"A": "a b c", "B": "a d e"}, piles={"C": "a:2 d:2"}, ordering=ordering,
            call="manual", length="time", minutes=5,
        )  # fmt: skip
        late = 0.0
        claims = [
            ("A steal a C", 2000),
            ("B steal d C", 2050),
            ("A ready", 4700),
            ("A ready", 4800),
        ]
        for text, at in [*claims, ("", 20_000), ("", 301_000)]:
            if at > break_at and not late:
                h.run(break_at)
                h.clock.put_off(60_000)
                late = 60_000
            if text:
                h.claim(text, at + late)
            h.run(at + late)
        return [(a.seat, a.action, a.at - late * (a.at > break_at)) for a in h.answers]

    plain = play(10_000_000)
    assert len(plain) > 10
    for break_at in (1000, 2030, 2100, 4755, 15_000):
        assert play(break_at) == plain


def test_a_seat_that_is_not_there(hall: Any) -> None:
    h = hall(hands=IDLE)
    for seat in (7, 3, -1):  # 3 is the table itself, as which nobody acts
        number = h.clock.claim(seat, DEAL, 2000)
        h.run(2000)
        sentence = f"There is no seat {seat + 1} at a table of 3."
        assert h.refusal(number) == sentence


def test_the_table_may_keep_its_own_record() -> None:
    t = lay_out(native(), hands={"A": "a"}, deals=0)
    record = []

    def act(number: int, seat: int, action: int) -> Any:
        record.append((number, seat, action))
        return t.backend.apply(t.s, seat, action)

    h = Hall(t, {}, act=act)
    number = h.claim("A out", 2000)
    h.run(20_000)
    assert record[0] == (number, 0, OUT)
    assert record[1] == (0, 3, DEAL)


# --------------------------------------------------------------------------------- for the room
@covers("RU-RT-3", "RU-RT-5")
def test_what_is_coming_is_told(hall: Any) -> None:
    h = hall(hands=IDLE, dealer="A")
    first = h.clock.coming(1000)
    assert (first.action, first.after, first.of) == (DEAL, 4000, 5000)
    assert (first.announced, first.opens) == (False, GRACE - 1000)
    h.run(4800)
    announced = h.clock.coming(4800)
    assert (announced.after, announced.announced) == (200, True)
    h.run(5000)
    again = h.clock.coming(5000)
    assert (again.after, again.of, again.announced) == (3500, 3500, False)


@covers("RU-RT-3")
def test_what_is_coming_is_so_much_of_the_whole_wait(hall: Any) -> None:
    """After an action at 2000 the deal is due at 5000, when the first seven were looked at."""
    h = hall(hands={"A": "a b c", "B": "d e f"}, piles={"B": "a:2"})
    h.claim("A steal a B", 2000)
    h.run(2400)
    coming = h.clock.coming(2400)
    assert (coming.after, coming.of, coming.opens) == (2600, 3000, GRACE - 2400)
    h = hall(hands=IDLE, stage=SCORING)
    coming = h.clock.coming(1000)
    assert (coming.action, coming.after, coming.of, coming.opens) == (DEAL, 11_000, 12_000, 0)


@covers("RU-RT-4")
def test_when_all_are_ready_what_is_coming_comes_soon(hall: Any) -> None:
    h = hall(hands=IDLE, dealer="A")
    for at, seat in ((2000, "A"), (2001, "B"), (2002, "C")):
        h.claim(f"{seat} ready", at)
    h.run(2100)
    coming = h.clock.coming(2100)
    assert (coming.after, coming.announced) == (2002 + LOCK - 2100, True)
    coming = hall(hands=IDLE, ready="ABC").clock.coming(0)
    assert (coming.after, coming.announced) == (LOCK, False)


def test_the_end_of_the_last_flurry_is_coming_and_nothing_after_the_game(hall: Any) -> None:
    h = hall(hands={"A": "a b", "B": "c d"}, deck=2, stage=LAST_FLURRY, length="single")
    assert h.clock.coming(0).action == END
    h.run(60_000)
    assert h.clock.is_over
    assert h.clock.coming(60_000) is None


@covers("RU-RT-5")
def test_an_announcement_is_an_answer_without_events(hall: Any) -> None:
    h = hall(hands=IDLE)
    answers = h.clock.run(5000)
    assert [(a.number, a.seat, a.action, a.at, bool(a.events)) for a in answers] == [
        (0, 3, DEAL, 4750, False),
        (0, 3, DEAL, 5000, True),
    ]

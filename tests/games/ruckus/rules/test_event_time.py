"""RU-RT-9 and section 5.3: bots that react like people, through the same queue."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from statistics import median
from typing import Any

import pytest

from rumpus.games.ruckus import game
from rumpus.games.ruckus.realtime import bots as event_time
from rumpus.games.ruckus.realtime.bots import (
    SENDS,
    EventTime,
    FinishedRace,
    PlannedEvent,
    RaceBot,
    bot_of,
    play_game,
)
from rumpus.games.ruckus.realtime.clock import RealTime
from rumpus.games.ruckus.words import DEAL, OUT, READY, STEAL, TIME_IS_UP
from rumpus.players import LEVELS
from rumpus.rulekit.optional.race import FASTEST, REACTIONS, Reaction

from ..table import NAMES, Table, lay_out, native

covers = pytest.mark.covers


@covers("RU-RT-9")
@pytest.mark.parametrize("name", REACTIONS)
def test_reactions_are_those_of_the_level(name: str) -> None:
    reaction, random = REACTIONS[name], Random(1)
    times = [reaction.time(random) for _ in range(4000)]
    assert min(times) >= FASTEST == 300
    assert len(set(times)) == len(times)
    assert median(times) == pytest.approx(reaction.median, rel=0.05)


def test_every_level_reacts_and_the_better_ones_faster() -> None:
    assert list(REACTIONS) == [level.level for level in LEVELS]
    medians = [reaction.median for reaction in REACTIONS.values()]
    assert medians == sorted(medians, reverse=True) and len(set(medians)) == len(medians)
    notices = [reaction.notices for reaction in REACTIONS.values()]
    assert notices == sorted(notices)
    assert REACTIONS["gentle"].median == 1800


def test_what_levels_say_of_themselves_is_true_in_real_time() -> None:
    helps = {level.level: level.live_help for level in LEVELS}
    assert helps["random"].startswith("Does anything that is allowed, after about 3.5 seconds")
    assert helps["gentle"] == "Reacts after about 1.8 seconds, and misses 13 of 100 chances."
    assert helps["expert"] == "Reacts after about 0.55 seconds, and misses nothing."


class Watched(EventTime):
    """Records how long after the news every bot acts, and checks what it was shown."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        self.saw: dict[int, float] = {}
        self.waits: list[float] = []
        self.delays: list[float] = []
        super().__init__(*arguments, **more)

    def tell(self, seat: int, at: float) -> None:
        super().tell(seat, at)
        newest = max(self.moments, key=lambda moment: moment.number)
        self.delays.append(newest.at - at - self.bots[seat].round_trip / 2)

    def happen(self, moment: PlannedEvent) -> None:
        if moment.what == SENDS and moment.number == self.plans.get(moment.seat):
            self.waits.append(moment.at - self.saw[moment.seat])
        super().happen(moment)

    def plan(self, seat: int, at: float, seen: Any) -> None:
        self.saw[seat] = at
        known = self.backend.redacted(seen, seat)
        assert self.backend.pack(seen) == self.backend.pack(known)
        super().plan(seat, at, seen)


@covers("RU-RT-9")
def test_bots_know_no_more_and_no_earlier_than_people() -> None:
    backend, bots = native(), {n: bot_of("expert", trip) for n, trip in enumerate((0, 40, 200))}
    s = backend.start(3, {"goal": 25}, seed=3)
    table = RealTime(backend, s, game.settings(3, {"goal": 25}))
    played = Watched(backend, s, table, bots, seed=1)
    played.play()
    assert table.is_over
    assert min(played.waits) >= FASTEST - 0.001
    assert len(played.waits) > 50
    assert set(map(round, played.delays)) == {0}


@covers("RU-RT-9")
def test_bots_use_the_queue_like_people() -> None:
    """Four experts on slow lines often come too late."""
    played = play_game(native(), [bot_of("expert", 400)] * 4, {"goal": 50}, seed=1)
    assert sum(played.refused) > 0
    assert max(played.scores) >= 50
    assert any(action >= STEAL and action != READY for _, action in played.accepted)


def test_a_chance_that_is_not_noticed_is_let_go() -> None:
    blind = RaceBot(REACTIONS["expert"]._replace(notices=0.0))
    t = lay_out(native(), hands={"A": "a b c", "B": "d e"}, piles={"C": "a:5"}, length="single")
    table = RealTime(t.backend, t.s, game.settings(3, {"length": "single"}))
    game_on = EventTime(t.backend, t.s, table, dict.fromkeys(range(3), blind))
    result = game_on.play(most=400)
    assert not any(STEAL <= action < 62 for _, action in result.accepted)


def test_faster_players_win_more() -> None:
    names, games = ["easy", "normal", "hard", "expert"], 60
    wins = dict.fromkeys(names, 0.0)
    for number in range(games):
        seated = names[number % 4 :] + names[: number % 4]
        played = play_game(native(), [bot_of(name) for name in seated], {"goal": 40}, number=number)
        for name, place in zip(seated, played.places, strict=True):
            wins[name] += (place == 1) / played.places.count(1)
    assert wins["expert"] > wins["hard"] > wins["easy"]
    assert wins["expert"] > games / 2


def test_advice_beats_chance_two_to_one_at_equal_speed() -> None:
    games, sensible = 60, 0.0
    normal = REACTIONS["normal"]
    for number in range(games):
        bots = [RaceBot(normal._replace(ideas=int(seat == number % 3))) for seat in range(3)]
        played = play_game(native(), bots, {"goal": 40}, seed=2, number=number)
        sensible += (played.places[number % 3] == 1) / played.places.count(1)
    others = (games - sensible) / 2
    assert sensible > 2 * others


# --------------------------------------------------------------------------------- to the moment
class Steady(Reaction):
    """Always reacts after the same time."""

    def time(self, random: Random) -> float:
        return self.median


def steady(after: float, line: float = 0, notices: float = 1, ideas: int = 9) -> RaceBot:
    return RaceBot(Steady(after, 0, notices, ideas), line)


HANDS = {"A": "a b c", "B": "d e f", "C": "g h i"}
EARLY = "Look at your cards first."


def match(
    bots: dict[str, RaceBot],
    hands: Mapping[str, str] = HANDS,
    *,
    seed: int = 1,
    left: float | None = None,
    **more: Any,
) -> tuple[Table, EventTime]:
    """Some bots at a table after the deal of seven; C has a pile of Kettle Trot."""
    lying = {"piles": {"C": "a:4"}} | more
    settings = {key: value for key, value in more.items() if key != "piles"}
    t = lay_out(native(), hands=hands, deals=0, **lying)
    table = RealTime(t.backend, t.s, game.settings(3, settings), left=left)
    seated = {NAMES.index(name): bot for name, bot in bots.items()}
    return t, EventTime(t.backend, t.s, table, seated, seed=seed)


def happened(t: Table, race: EventTime, until: float) -> list[tuple[float, str, str]]:
    """When, who, what, and why it was refused; the table's own actions are `deal` or `time`."""

    def said(seat: int, action: int) -> str:
        if action in (DEAL, TIME_IS_UP):
            return "deal" if action == DEAL else "time"
        words = game.words.notation(action, seat, 3).split()
        if words[0] == "steal":
            words = ["steal", "a", NAMES[int(words[2]) - 1]]
        return " ".join([NAMES[seat], *words])

    return [(a.at, said(a.seat, a.action), str(a.refusal or "")) for a in race.steps(until)]


@covers("RU-RT-9")
def test_news_and_claims_each_take_half_a_round_trip() -> None:
    """A sees the table after 50 ms, acts 600 ms later, and the claim is there after another 50.
    A player who was refused sees the table again, but after a refused READY waits for news."""
    t, race = match({"A": steady(600, 100), "B": steady(900)})
    assert happened(t, race, 4750) == [
        (700, "A steal a C", EARLY),
        (900, "B ready", EARLY),
        (1400, "A steal a C", EARLY),
        (2100, "A steal a C", ""),
        (2800, "A ready", ""),
        (3000, "B ready", ""),
        (4750, "deal", ""),
    ]


@covers("RU-RT-9", "RU-RT-6")
def test_a_bots_claim_is_compensated_for_its_line_as_a_persons() -> None:
    """B's claim arrives 10 ms later, over a line that is 100 ms slower."""
    t, race = match(
        {"A": steady(2000, 20), "B": steady(1950, 120)},
        {"A": "a b c", "B": "a e f", "C": "g h i"},
        ordering="lag-compensated",
    )
    assert happened(t, race, 2300)[0] == (2130, "B steal a C", "")


@covers("RU-RT-9")
def test_news_drops_what_was_planned() -> None:
    """B would have taken the pile from C at 2600; A was faster, and B makes a new plan."""
    hands = {"A": "a b c", "B": "a e f", "C": "g h i"}
    t, race = match({"A": steady(2000), "B": steady(2600)}, hands)
    assert happened(t, race, 6849) == [
        (2000, "A steal a C", ""),
        (4000, "A ready", ""),
        (4600, "B steal a A", ""),
        (6600, "A ready", ""),
    ]


def test_news_that_is_on_its_way_does_not_stop_a_claim_that_was_sent_before() -> None:
    hands = {"A": "a b c", "B": "a e f", "C": "g h i"}
    t, race = match({"A": steady(2000), "B": steady(1900, 300)}, hands)
    assert happened(t, race, 2200) == [
        (2000, "A steal a C", ""),
        (2200, "B steal a C", "The Kettle Trot pile is not there any more."),
    ]


def test_a_bot_acts_before_the_clock_does() -> None:
    """The deal would be announced at 4750 as well."""
    t, race = match({"A": steady(4750)})
    assert happened(t, race, 6999) == [(4750, "A steal a C", "")]
    assert race.due() == 7000


def test_what_people_do_is_news_to_bots_and_what_they_are_refused_is_not() -> None:
    t, race = match({"A": steady(3000)}, {"A": "a b c", "B": "d e f", "C": "g h i"})
    assert race.claim(*t.action("B out"), 2000) == 1
    assert happened(t, race, 3000) == [
        (2000, "B out", "You hold 3 cards; go out with one."),
        (3000, "A steal a C", ""),
    ]
    t, race = match({"A": steady(2700)}, {"A": "a b c", "B": "a e f", "C": "g h i"})
    race.claim(*t.action("B steal a C"), 2000)
    assert happened(t, race, 4700) == [(2000, "B steal a C", ""), (4700, "A steal a B", "")]


def test_after_a_pause_bots_look_again_and_the_clock_stood_still_for_them_too() -> None:
    t, race = match({"A": steady(2000)})
    waiting = race.claim(*t.action("B ready"), 1000)
    assert happened(t, race, 900) == []
    assert [(a.number, a.at, str(a.refusal)) for a in race.withdraw(1000)] == [
        (waiting, 1000, "The game was paused.")
    ]
    race.put_off(700)
    assert happened(t, race, 3699) == []
    assert race.due() == 3700
    assert happened(t, race, 3700) == [(3700, "A steal a C", "")]


def test_who_misses_every_chance_is_ready_and_who_has_no_ideas_does_anything() -> None:
    t, race = match({"A": steady(2000, notices=0)})
    assert happened(t, race, 2000) == [(2000, "A ready", "")]
    done = set()
    for seed in range(20):
        t, race = match({"A": steady(2000, ideas=0)}, seed=seed)
        done.add(happened(t, race, 2000)[0][1])
    assert done == {"A steal a C", "A ready"}


def test_of_several_ideas_the_best_is_taken() -> None:
    for seed in range(20):
        t, race = match({"A": steady(2000)}, seed=seed)
        assert happened(t, race, 2000) == [(2000, "A steal a C", "")]


def test_a_game_that_was_played_out_is_summed_up() -> None:
    """A goes out at the third try, as the cards have to be looked at first; B, who meant to be
    ready before, waits for news; C is ready; nobody acts after the end."""
    hands = {"A": "a", "B": "d e f", "C": "g h i"}
    bots = {"A": steady(600), "B": steady(900), "C": steady(1700)}
    _, race = match(bots, hands, length="single", piles={"A": "k:3", "C": "l:5"})
    result = race.play()
    assert (result.accepted, result.refused) == ([(2, READY), (0, OUT)], [2, 1, 0])
    assert (result.time, result.rounds) == (1800, 1)
    assert (result.places, result.scores) == ([1, 3, 2], [8, 0, 2])
    assert race.due() is None
    assert not list(race.steps(60_000))


def test_nobody_waits_for_claims_that_come_after_the_end() -> None:
    """B's turn would have come at 2280."""
    hands = {"A": "b", "B": "d", "C": "g h i"}
    bots = {"A": steady(2000), "B": steady(2100), "C": steady(5000)}
    _, race = match(bots, hands, length="single", ordering="lag-compensated")
    result = race.play()
    assert (result.accepted, result.refused, result.time) == ([(0, OUT)], [0, 0, 0], 2180)


def test_a_person_who_is_too_late_for_the_end_is_told_so() -> None:
    hands = {"A": "a", "B": "d", "C": "g h i"}
    t, race = match({"C": steady(3000)}, hands, length="single")
    race.claim(*t.action("A out"), 2000)
    assert happened(t, race, 2400) == [(2000, "A out", "")]
    race.claim(*t.action("B out"), 2500)
    assert happened(t, race, 9000) == [(2500, "B out", "The game is over.")]


@covers("RU-RT-4")
def test_who_is_ready_waits_whatever_the_news() -> None:
    """A sends READY at 1750, before seeing what B did at 1800, and plans to take the pile from B
    when that is seen; but by 2650 A knows to be ready."""
    hands = {"A": "b c", "B": "a e f", "C": "g h i"}
    t, race = match({"A": steady(1600, 300)}, hands, length="time", minutes=5, left=2500)
    race.claim(*t.action("B steal a C"), 1800)
    assert happened(t, race, 4749) == [
        (1800, "B steal a C", ""),
        (1900, "A ready", ""),
        (2500, "time", ""),
    ]


def test_every_game_of_every_series_has_chances_and_settings_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun: list[tuple[float, int]] = []

    class Begun(EventTime):
        """Does not play, but keeps what it was given."""

        def play(self, most: int = 0) -> FinishedRace:
            begun.append((self.random.random(), self.table.options["pause_ms"]))
            return super().play(most)

    monkeypatch.setattr(event_time, "EventTime", Begun)
    bots = [bot_of("expert")] * 2
    for seed in range(3):
        for number in range(3):
            play_game(native(), bots, seed=seed, number=number)
    assert len(set(begun)) == len(begun) == 9
    assert {pause for _, pause in begun} == {2500}
    play_game(native(), bots, {"pause_ms": 9000})
    assert begun[-1][1] == 9000


# --------------------------------------------------------------------------------- in a room
def room_table(**settings: Any) -> EventTime:
    backend, options = native(), game.settings(3, settings)
    s = backend.start(3, settings, seed=5)
    return EventTime(backend, s, RealTime(backend, s, options), {}, seed=1)


def test_only_the_seats_of_bots_are_played() -> None:
    race = room_table(goal=200)
    race.seat_bots({1: "expert"}, 0)
    acted = {answer.seat for answer in race.steps(30_000) if answer.number}
    assert acted == {1}
    race.seat_bots({}, 30_000)
    assert not [answer for answer in race.steps(60_000) if answer.number]
    race.seat_bots({0: "easy", 2: "no such level"}, 60_000)
    acted = {answer.seat for answer in race.steps(90_000) if answer.number}
    assert acted == {0, 2}


@covers("RU-RT-9")
def test_a_bot_that_sits_down_looks_first() -> None:
    race = room_table()
    race.seat_bots({0: "expert", 1: "expert"}, 3000)
    first = next(answer for answer in race.steps(60_000) if answer.number)
    assert 3000 + FASTEST <= first.at < 4750


def test_who_stays_when_another_leaves_acts_as_planned() -> None:
    one, other = room_table(), room_table()
    for race in (one, other):
        race.seat_bots({0: "easy", 1: "easy"}, 0)
        assert not list(race.steps(0))
    other.seat_bots({0: "easy"}, 0)
    both = [answer for answer in one.steps(4700) if answer.number]
    assert {answer.seat for answer in both} == {0, 1}
    alone = [answer for answer in other.steps(4700) if answer.number]
    assert {answer.seat for answer in alone} == {0}
    assert alone[0].at == next(answer.at for answer in both if answer.seat == 0)


def test_bots_wait_while_the_clock_stands_still() -> None:
    one, other = room_table(), room_table()
    for race in (one, other):
        race.seat_bots(dict.fromkeys(range(3), "hard"), 0)
        list(race.steps(3000))
    other.put_off(100_000)
    later = [(a.seat, a.action, round(a.at) + 100_000) for a in one.steps(20_000)]
    assert later == [(a.seat, a.action, round(a.at)) for a in other.steps(120_000)]
    assert later


def test_a_bot_whose_ready_is_refused_waits_for_news() -> None:
    race = room_table(ready_button="off", pause_ms=10_000)
    race.seat_bots({0: "expert"}, 0)
    refused = [a for a in race.steps(14_000) if a.refusal and a.action == READY]
    assert len(refused) <= 3
    assert race.forbidden == {READY}


def test_ticks_are_no_race() -> None:
    assert game.real_time(game.settings(3, {})) is not None
    assert game.real_time(game.settings(3, {"timing": "ticks"})) is None
    assert game.real_time(game.settings(3, game.untimed)) is None

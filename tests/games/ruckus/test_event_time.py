"""RU-RT-9 and section 5.3: bots that react like people, through the same queue."""

from __future__ import annotations

from random import Random
from statistics import median
from typing import Any

import pytest

from rumpus.games.ruckus import game
from rumpus.games.ruckus.event_time import SENDS, Bot, EventTime, Moment, bot_of, play_game
from rumpus.games.ruckus.realtime import RealTime
from rumpus.games.ruckus.state import READY, STEAL
from rumpus.players import LEVELS
from rumpus.rulekit.race import FASTEST, REACTIONS

from .table import lay_out, native

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
    """Writes down how long after the news every bot acts, and looks at what it was shown."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        self.saw: dict[int, float] = {}
        self.waits: list[float] = []
        self.delays: list[float] = []
        super().__init__(*arguments, **more)

    def tell(self, seat: int, at: float) -> None:
        super().tell(seat, at)
        newest = max(self.moments, key=lambda moment: moment.number)
        self.delays.append(newest.at - at - self.bots[seat].round_trip / 2)

    def happen(self, moment: Moment) -> None:
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
    blind = Bot(REACTIONS["expert"]._replace(notices=0.0))
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
        bots = [Bot(normal._replace(ideas=int(seat == number % 3))) for seat in range(3)]
        played = play_game(native(), bots, {"goal": 40}, seed=2, number=number)
        sensible += (played.places[number % 3] == 1) / played.places.count(1)
    others = (games - sensible) / 2
    assert sensible > 2 * others


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
    race.seat_bots({0: "expert", 1: "expert"}, 4000)
    first = next(answer for answer in race.steps(60_000) if answer.number)
    assert first.at >= 4000 + FASTEST


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

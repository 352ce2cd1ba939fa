"""Bots by level, and hints."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from rumpus.players import LEVELS, UnknownLevel, bot_name, choose, hint, level_of
from rumpus.players.hints import RankedChoice, reason
from rumpus.players.levels import sees
from rumpus.rulekit.sentence import Sentence
from tests.table.setting import backend_of

MANTIS = backend_of("mantis")
LEVEL_NAMES = [level.level for level in LEVELS]


def known(seed: int = 1, players: int = 4) -> tuple[object, int]:
    s = MANTIS.start(players, seed=seed)
    seat = MANTIS.asks(s)[0]
    return MANTIS.redacted(s, seat), seat


@pytest.mark.parametrize("level", LEVEL_NAMES)
def test_every_level_chooses_something_legal_from_what_its_seat_knows(level: str) -> None:
    for seed in range(30):
        s, seat = known(seed)
        assert choose(MANTIS, s, seat, level, Random(seed)) in MANTIS.legal(s, seat)


@pytest.mark.parametrize("level", LEVEL_NAMES)
def test_the_same_dice_choose_the_same(level: str) -> None:
    s, seat = known()
    assert choose(MANTIS, s, seat, level, Random(3)) == choose(MANTIS, s, seat, level, Random(3))


def wins(first: str, second: str, games: int = 300) -> int:
    won, rng = 0, Random(11)
    for number in range(games):
        s = MANTIS.start(2, seed=5, number=number)
        levels = (first, second) if number % 2 else (second, first)
        while not MANTIS.is_over(s):
            seat = MANTIS.asks(s)[0]
            action = choose(MANTIS, MANTIS.redacted(s, seat), seat, levels[seat], rng)
            MANTIS.apply(s, seat, action)
        won += MANTIS.places(s)[levels.index(first)] == 1
    return won


def test_levels_by_advice_rise_with_their_names() -> None:
    assert wins("normal", "easy") > 180
    assert wins("easy", "random") > 180
    assert wins("gentle", "easy", games=1000) > 525
    assert wins("normal", "gentle", games=1000) > 525


def test_every_level_misses_less_than_the_one_below_and_quick_nothing() -> None:
    assert LEVEL_NAMES == ["random", "easy", "gentle", "normal", "hard", "expert"]
    assert [level.overlooks for level in LEVELS[1:]] == [0.4, 0.25, 0.1, 0.05, 0.0]
    assert level_of("quick").overlooks == 0.0
    assert wins("quick", "normal", games=1000) > 510


def test_easy_overlooks_the_best_choice_now_and_then() -> None:
    s, seat = known()
    advice = MANTIS.advice(s, seat)
    best = max(advice, key=lambda action: advice[action])
    rng = Random(1)
    normal = Counter(choose(MANTIS, s, seat, "normal", rng) for _ in range(400))
    easy = Counter(choose(MANTIS, s, seat, "easy", rng) for _ in range(400))
    assert easy[best] < normal[best]
    assert easy[best] > 100


def test_something_is_always_seen() -> None:
    rng = Random(1)
    for _ in range(50):
        assert sees([3, 5], 1.0, rng) in ([3], [5])
    assert sees([3, 5], 0.0, rng) == [3, 5]


def test_an_unknown_level_is_refused_with_a_sentence() -> None:
    with pytest.raises(
        UnknownLevel, match="choose random, easy, gentle, normal, hard, expert or quick"
    ):
        level_of("genius")


def test_a_hint_says_what_to_do_and_how_likely_it_wins() -> None:
    s, seat = known()
    found = hint(MANTIS, s, seat, ["Ann", "Bob", "Cy", "Di"])
    assert found.action == found.choices[0].action == found.weights[0][0]
    assert found.words == found.choices[0].words
    assert len(found.choices) == 3
    assert 97 <= sum(percent for _, percent in found.weights) <= 103
    won = f"You would win about {found.choices[0].chance} of 100 such games"
    assert str(found.why[0]).startswith(won)


def test_a_hint_says_what_is_expected_of_others() -> None:
    sentences = [
        str(hint(MANTIS, *known(seed), ["Ann", "Bob", "Cy", "Di"]).why[-1]) for seed in range(8)
    ]
    assert any("is then most likely to answer: “Try to " in sentence for sentence in sentences)


def test_a_hint_with_nothing_to_decide_is_refused() -> None:
    s, seat = known()
    with pytest.raises(ValueError, match="nothing to decide"):
        hint(MANTIS, s, (seat + 1) % 4, list("ABCD"))


@pytest.mark.parametrize(
    ("best", "second", "words"),
    [
        (58, 51, "about 58 of 100 such games, and 51 with the next best: “Try to steal from Bob”."),
        (58, 56, "about 58 of 100 such games; as good as another choice: “Try to steal from Bob”."),
        (58, 70, "as good as another choice"),
    ],
)
def test_the_reason_compares_with_the_next_best(best: int, second: int, words: str) -> None:
    prospects = [
        RankedChoice(0, Sentence("Try to score"), best),
        RankedChoice(1, Sentence("Try to steal from Bob"), second),
    ]
    assert words in str(reason(prospects))


def test_the_only_choice_needs_no_comparison() -> None:
    parley = backend_of("parley")
    s = parley.start(2, {"starter": 0}, seed=1)
    found = hint(parley, parley.redacted(s, 1), 1, ["Ann", "Bob"])
    assert (found.words, str(found.why[0])) == ("Knock", "It is the only choice.")


def test_bots_have_names_that_nobody_has() -> None:
    taken: list[str] = []
    for seat in range(20):
        taken.append(bot_name(taken, seat))
    assert len(set(taken)) == 20

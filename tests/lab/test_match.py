"""One game: the same every time, whatever its bots do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from rumpus.games import GAMES, find
from rumpus.lab.bots import LadderBot
from rumpus.lab.match import SeatedBot, ThinkingTime, play_match
from rumpus.lab.plan import LadderMatch, LadderPlan, make_plan, rules_of
from rumpus.lab.view import BotView, win_share

from .conftest import BOTS

Make = Callable[..., LadderPlan]


def without_time(thinking: dict[str, ThinkingTime]) -> dict[str, ThinkingTime]:
    return {name: replace(t, seconds=0.0, longest=0.0) for name, t in thinking.items()}


def test_the_same_match_is_the_same_game(plan: Make) -> None:
    made, match = plan(players=3), LadderMatch(7, "easy", "random", 1)
    one, two = (play_match(made, match) for _ in range(2))
    assert (one.places, one.scores, one.decisions) == (two.places, two.scores, two.decisions)
    assert without_time(one.thinking) == without_time(two.thinking)
    assert one.over and sorted(one.places)[0] == 1
    assert one.thinking.keys() == {"easy", "random"}
    others = [play_match(replace(made, seed=seed), match).scores for seed in range(5)]
    assert any(scores != one.scores for scores in others)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_played_to_its_end(name: str) -> None:
    for players in {2, find(name).common}:
        made = make_plan(name, players, [], 1, "easy,normal")
        played = play_match(made, LadderMatch(0, "easy", "normal", players - 1))
        assert played.over and played.places.count(1) >= 1 and len(played.places) == players
        assert all(spent.moves and not spent.faults for spent in played.thinking.values())


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Failing", "Failing failed: RuntimeError: no idea at all."),
        ("Quitting", "Quitting failed: SystemExit: 1."),
        ("Mumbling", "Mumbling answered 'steal', which is not an action."),
        ("Spoiling", "Spoiling failed: RuntimeError."),
    ],
)
def test_a_bot_that_fails_loses_the_move(plan: Make, name: str, sentence: str) -> None:
    played = play_match(plan(f"{name},random"), LadderMatch(0, name, "random", 0))
    spent = played.thinking[name]
    assert played.over and spent.faults == spent.moves > 0
    assert spent.fault == sentence
    assert played.thinking["random"].faults == 0


def test_an_illegal_answer_loses_the_move(plan: Make) -> None:
    spent = play_match(plan("Cheating,random"), LadderMatch(0, "Cheating", "random", 0)).thinking
    assert spent["Cheating"].faults == spent["Cheating"].moves > 0
    assert spent["Cheating"].fault.endswith(", which is not one of its choices.")


def test_a_lost_move_is_made_as_for_a_late_player(plan: Make) -> None:
    made, match = plan("Failing,random"), LadderMatch(2, "Failing", "random", 0)
    backend = rules_of("mantis")
    state = backend.start(2, dict(made.settings), seed=made.seed, number=match.deal)
    player = SeatedBot(made.bots[0], 0, "")
    while 0 not in backend.asks(state):
        seat = backend.asks(state)[0]
        backend.run("apply", state, seat, backend.legal(state, seat)[0])
    late = backend.run("timeout", backend.redacted(state, 0), 0)
    assert player.decide(backend, state) == late
    assert player.thinking.faults == 1


def test_a_bot_sees_what_its_seat_may_know_and_nothing_else() -> None:
    seen: list[BotView] = []
    backend = rules_of("mantis")
    state = backend.start(2, seed=5)

    def look(view: BotView) -> int:
        seen.append(view)
        return view.legal[0]

    seat = backend.asks(state)[0]
    player = SeatedBot(LadderBot("easy", "", ""), seat, "")
    player.choose = look
    player.decide(backend, state)
    (view,) = seen
    assert backend.pack(view.known) == backend.pack(backend.redacted(state, seat))
    assert backend.pack(view.known) != backend.pack(state)
    assert view.players == 2 and set(view.advice) == set(view.legal)
    assert view.field("n_players") == 2
    assert [view.notation(action) for action in view.legal] == ["score", f"steal {2 - seat}"]
    assert 0.0 <= view.playout(view.legal[0]) <= 1.0


def test_what_a_bot_prints_is_no_result(plan: Make, capsys: pytest.CaptureFixture[str]) -> None:
    play_match(plan("Printing,random"), LadderMatch(0, "Printing", "random", 0))
    told = capsys.readouterr()
    assert told.out == "" and "I think (" in told.err


def test_a_bot_is_not_asked_when_there_is_nothing_to_choose() -> None:
    backend = rules_of("mantis")
    state = backend.start(2, seed=5)
    seat = backend.asks(state)[0]
    player = SeatedBot(LadderBot("Failing", str(BOTS), ""), seat, "")
    only = backend.legal(state, seat)[1]
    backend.legal, legal = (lambda s, seat: [only]), backend.legal  # type: ignore[method-assign]
    try:
        assert player.decide(backend, state) == only
    finally:
        backend.legal = legal  # type: ignore[method-assign]
    assert player.thinking.moves == 0


def test_a_shared_win_is_divided() -> None:
    assert win_share([1, 2, 1, 1], [0, 2]) == pytest.approx(2 / 3)
    assert win_share([1, 2], [1]) == 0

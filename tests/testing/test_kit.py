"""The conformance kit finds nothing in an honest game, and every planted fault in a broken one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import replace
from hashlib import blake2b
from itertools import count
from typing import Any

import pytest

from rumpus.rulekit import NONE, Row, RuleError, rule
from rumpus.rulekit.layout import FIRST_ZONE, lay_fact, lay_group, lay_zone
from rumpus.rulekit.log import Event
from rumpus.rulekit.sentence import Sentence, say
from rumpus.rulekit.words.captions import Captions, Scene
from rumpus.rulekit.words.vocabulary import Vocabulary
from rumpus.running import trying
from rumpus.running.interpreted import Interpreted
from rumpus.running.native import Native
from rumpus.testing import (
    Broken,
    CardAccount,
    Case,
    ObservedMove,
    Report,
    Secret,
    check_game,
    kit,
    properties,
    whole,
)
from rumpus.testing.account import Sight, cards_in, everybody, eyes_of

from . import toy


class Account(CardAccount):
    """Everybody sees the pile, their own hand and what they tuck; the rest is face down.

    What was seen is remembered until it is shuffled, or a card leaves the same hand face down.
    """

    def in_sight(self, s: Any) -> Sight:
        """Who sees which cards now."""
        sight = dict.fromkeys(cards_in(s, toy.PILE), everybody(s))
        for seat in range(s.n_players):
            sight |= dict.fromkeys(cards_in(s, seat), eyes_of(seat))
        return sight

    def shown(self, move: ObservedMove) -> Iterator[Sight]:
        """Whoever tucks a card has looked at it."""
        yield dict.fromkeys(self.tucked(move), eyes_of(move.seat))

    def mixed(self, move: ObservedMove) -> Iterator[int]:
        """A hand from which a card was tucked, or the heap that was shuffled."""
        if move.action == toy.SHUFFLE:
            yield from cards_in(move.before, toy.HEAP)
        elif self.tucked(move):
            yield from cards_in(move.before, move.seat)

    def tucked(self, move: ObservedMove) -> list[int]:
        """The card that came to the heap, if one did."""
        return [
            card for card in cards_in(move.after, toy.HEAP) if move.before.zone[card] == move.seat
        ]


def check(fault: str = "none", **more: Any) -> Report:
    return check_game(toy.game, settings={"fault": fault}, account=Account, **more)


def test_an_honest_game_passes() -> None:
    report = check()
    assert report.games >= 25
    assert len(report.events) == len(toy.V.events)


def test_an_honest_game_passes_where_nothing_is_left_to_imagine() -> None:
    watch = kit.Watch(toy.game, Account, None, looks=4, most=300)
    watch.play(kit.Case(3, {"fault": "none"}, 1_949_841_545, sensible=True))


@pytest.mark.parametrize(
    ("fault", "found"),
    [
        ("loses_a_card", "conservation"),
        ("offers_twice", "legal"),
        ("does_nothing", "legal"),
        ("never_ends", "ending"),
        ("redacts_more_each_time", "redaction: redacting a second time"),
        ("shows_the_heap", "leak in a state"),
        ("keeps_chance", "redaction: chance"),
        ("imagines_too_much", "leak in a state"),
        ("imagines_by_looking", "imagining: imagine() looks"),
        ("overflows", "checked mode: 150 does not fit into asked_again"),
        ("wrong_index", "checked mode: index -1 of known"),
        ("token_follows_face", "leak in a st"),
        ("shuffles_tokens", "leak in a step"),
        ("unseen_twin_first", "leak in a step"),
        ("asks_only_if_meaningful", "leak in a step"),
        ("advice_peeks", "redaction: the advice"),
        ("tells_what_is_drawn", "leak in a step: events tell "),
        ("gap_in_places", "result"),
        ("marks_the_heap", "leak in a st"),
        ("undo_peeks", "undo"),
        ("tells_half_way", "conservation: after `took` ("),
        ("shows_what_is_drawn", "leak in a beat"),
        ("shows_what_is_tucked", "leak in a beat"),
        ("tells_what_is_tucked", "leak in a step: events tell "),
    ],
)
def test_a_planted_fault_is_found(fault: str, found: str) -> None:
    with pytest.raises(Broken) as caught:
        check(fault, examples=60, most=300)
    assert str(caught.value).startswith(found)


@pytest.mark.parametrize("fault", ["shows_the_heap", "tells_half_way", "tells_what_is_tucked"])
def test_a_failure_names_its_decision_and_its_game_which_fails_again(fault: str) -> None:
    with pytest.raises(Broken) as caught:
        check(fault, examples=60, most=300)
    step, again = caught.value.__notes__[:2]
    assert re.fullmatch(r"This was (the deal|decision \d+, `.+` of (seat \d|the table))\.", step)
    said, case = again.split("case=")
    assert said == "The same game again: check_game(..., "
    with pytest.raises(Broken) as once_more:
        check(fault, most=300, case=eval(case.removesuffix(")"), {"Case": Case}))
    assert str(once_more.value) == str(caught.value)
    assert once_more.value.__notes__ == [step, again]


def test_a_case_that_is_sound_passes_alone() -> None:
    report = check(case=Case(3, {}, 7, sensible=True))
    assert report.games == 3


@pytest.mark.parametrize("secret", [Secret("faces", 0), Secret("face", toy.CARDS)])
def test_a_secret_that_the_state_does_not_have_is_named(secret: Secret) -> None:
    class Wrong(Account):
        def secrets(self, s: Any, viewer: int) -> Sequence[Secret]:
            return [secret, secret]

    place = f"place {secret.place} in a field `{secret.field}`"
    with pytest.raises(Broken, match=f"account: the state has no {place}"):
        check_game(toy.game, settings={"fault": "none"}, account=Wrong)


@pytest.mark.parametrize(
    "fault",
    [
        "token_follows_face", "shuffles_tokens", "unseen_twin_first", "asks_only_if_meaningful",
        "tells_what_is_drawn",
    ],
)  # fmt: skip
def test_step_leaks_are_found_without_an_account(fault: str) -> None:
    with pytest.raises(Broken, match=r"leak in a (step|beat)"):
        check_game(toy.game, settings={"fault": fault}, examples=100)


def other_words() -> Vocabulary:
    """The words of the toy, to be changed."""
    words = copy(toy.V)
    words.events, words.is_closed = list(toy.V.events), False
    return words


def test_two_actions_with_one_notation_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy.SHUFFLE, "notation", "stop")
    words = other_words()
    words.__dict__.pop("_notations", None)
    with pytest.raises(RuleError, match="'stop' is written for `stop` and `shuffle`"):
        replace(toy.game, words=words)
    monkeypatch.setattr(Vocabulary, "close", lambda *_: None)
    with pytest.raises(Broken, match="notation: 'stop' stands for `stop` as well as for `shuffle`"):
        check_game(replace(toy.game, words=words), settings={"fault": "none"})


def test_an_event_without_words_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    backend = Interpreted(toy.game)
    with pytest.raises(Broken, match=r"words: an event that is not declared \(number 8\)"):
        properties.events_have_words(backend, [Event(-1, 8, (0, 0, 0, 0))], 3)
    monkeypatch.setattr(toy.PLAYED, "you", {"seat": "You play {what}."})
    told = [Event(-1, int(toy.PLAYED), (1, 2, 5, 0))]
    with pytest.raises(Broken) as caught:
        properties.events_have_words(backend, told, 3)
    said = "words: `played` (seat 1, face 2, card 5) cannot be said to seat 2: KeyError('what')"
    assert str(caught.value) == said


def test_an_event_that_never_happens_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kit, "SEARCHED_GAMES", 50)
    words = other_words()
    words.event("never seen", "Never.")
    game = replace(toy.game, words=words).with_rules(show=toy.show)
    with pytest.raises(Broken, match="events: these never happened: never seen"):
        check_game(game, settings={"fault": "none"}, examples=5)


@rule
def show_without_turns(s: toy.State, viewer: int, out: Row) -> int:
    """A fact is laid on some turns only."""
    lay_fact(out, toy.WHOSE_TURN, s.player)
    lay_fact(out, toy.STAGE, s.stage)
    if s.turn % 2 == 1:
        lay_fact(out, toy.TURNS, s.turn)
    return FIRST_ZONE


@rule
def show_a_strange_stage(s: toy.State, viewer: int, out: Row) -> int:
    """There is no such stage."""
    lay_fact(out, toy.WHOSE_TURN, s.player)
    lay_fact(out, toy.STAGE, 5)
    lay_fact(out, toy.TURNS, s.turn)
    return FIRST_ZONE


@rule
def show_a_strange_seat(s: toy.State, viewer: int, out: Row) -> int:
    """Nobody sits there."""
    lay_fact(out, toy.WHOSE_TURN, 9)
    lay_fact(out, toy.STAGE, s.stage)
    lay_fact(out, toy.TURNS, s.turn)
    return FIRST_ZONE


@rule
def show_too_much(s: toy.State, viewer: int, out: Row) -> int:
    """More groups than the pile has room for, or none at all that is declared."""
    lay_fact(out, toy.WHOSE_TURN, s.player)
    lay_fact(out, toy.STAGE, s.stage)
    lay_fact(out, toy.TURNS, s.turn)
    head = lay_zone(out, FIRST_ZONE, toy.PILE, NONE, 0)
    n = head
    for _ in range(toy.CARDS + 1):
        n = lay_group(out, n, head, 0, 1, 0)
    return n


@rule
def show_elsewhere(s: toy.State, viewer: int, out: Row) -> int:
    """The pile belongs to nobody."""
    lay_fact(out, toy.WHOSE_TURN, s.player)
    lay_fact(out, toy.STAGE, s.stage)
    lay_fact(out, toy.TURNS, s.turn)
    return lay_zone(out, FIRST_ZONE, toy.PILE, 1, 0)


@rule
def show_nowhere(s: toy.State, viewer: int, out: Row) -> int:
    """There is no such zone."""
    lay_fact(out, toy.WHOSE_TURN, s.player)
    lay_fact(out, toy.STAGE, s.stage)
    lay_fact(out, toy.TURNS, s.turn)
    return lay_zone(out, FIRST_ZONE, toy.PILE + 9, NONE, 0)


@pytest.mark.parametrize(
    ("show", "sentence"),
    [
        (show_without_turns, "the fact `turns` is not laid for who watches"),
        (show_a_strange_stage, "the fact `stage` is 5, which is no stage"),
        (show_a_strange_seat, "the fact `turn` is 9, which is no seat"),
        (show_too_much, "the zone `pile` of who watches has 13 groups; 12 are declared"),
        (show_elsewhere, "the zone `pile` is laid for seat 2"),
        (show_nowhere, "a zone is laid that is not declared (number 12)"),
    ],
)
def test_a_table_that_is_not_as_declared_is_found(show: Any, sentence: str) -> None:
    with pytest.raises(Broken) as caught:
        check_game(toy.game.with_rules(show=show), settings={"fault": "none"}, examples=5)
    assert str(caught.value) == f"table: {sentence}"
    assert caught.value.__notes__[0] == "This was the deal."


def forgetful(scene: Scene, seat: int) -> Iterator[Sentence]:
    yield say("{n} points", n=scene.facts["points"])


def half_said(scene: Scene) -> Iterator[Sentence]:
    yield say("{name} is busy", seat=scene.viewer)


@pytest.mark.parametrize(
    ("captions", "error"),
    [
        (Captions(player=forgetful), "KeyError: 'points'"),
        (Captions(table=half_said), "KeyError: 'name'"),
    ],
)
def test_captions_that_fail_are_found(captions: Captions, error: str) -> None:
    game = replace(toy.game, captions=captions)
    with pytest.raises(Broken, match=r"^captions: they cannot describe the table to ") as caught:
        check_game(game, settings={"fault": "none"}, examples=5)
    assert str(caught.value).endswith(f" ({error})")


def test_what_was_sure_and_did_not_come_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trying, "sure_lines", lambda _, worlds, **__: range(len(worlds[0].heard)))
    monkeypatch.setattr(whole, "TRIED", 1.0)
    with pytest.raises(Broken, match=r"^trying: .* was certain and did not happen"):
        check(examples=1)


def test_a_try_that_is_answered_differently_elsewhere_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    numbers = count()
    monkeypatch.setattr(trying, "blake2b", lambda *_, **__: blake2b(bytes([next(numbers) % 256])))
    with pytest.raises(Broken, match=r"^leak in a try"):
        check(examples=1)


def test_every_value_of_an_option_is_tried() -> None:
    with pytest.raises(Broken):
        check_game(toy.game, account=Account)  # the faults are values of a free option


def test_a_back_end_that_plays_differently_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Careless(Native):
        def told_in(self, rule: str, s: Any, *arguments: int) -> Any:
            told = super().told_in(rule, s, *arguments)
            s[toy.game.state.layout.by_name["turn"].offset] = b"\x09"
            return told

    monkeypatch.setattr(kit, "Native", Careless)
    with pytest.raises(Broken, match="back ends"):
        check()


def test_a_replay_that_goes_elsewhere_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = kit.Watch.replay

    def replay(self: Any, case: Any, *more: Any) -> None:
        honest(self, replace(case, seed=case.seed + 1), *more)

    monkeypatch.setattr(kit.Watch, "replay", replay)
    with pytest.raises(Broken, match="replay"):
        check(examples=1)


def test_a_census_is_held() -> None:
    with pytest.raises(Broken, match="conservation"):
        check(census=lambda s: s.turn)

"""An event is told after the change that it reports: the state then includes the change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from rumpus.games import find
from rumpus.games.mantis import words as mantis
from rumpus.games.ruckus import words as ruckus
from rumpus.games.stakbots import words as stakbots
from rumpus.games.stakbots.state import HAND, HEAP
from rumpus.games.tuckit import words as tuckit
from rumpus.games.tuckit.state import COMMUNITY_PILE, hand_of, stack_of
from rumpus.running.native import Native
from rumpus.testing.account import Fields, cards_in, lies_face_up
from rumpus.testing.kit import Case, choose, random_settings

Change = Callable[[Any, Any, tuple[int, ...]], bool]
"""Whether a change is in the state at its event: from the fields before and now, and the
event's numbers."""


def top(s: Any, zone: int) -> int:
    return cards_in(s, zone)[0]


def stak(s: Any, seat: int, number: int) -> int:
    return int(seat * s.staks + number)


def in_heaps(s: Any) -> int:
    return sum(s.size[HEAP : HEAP + s.n_players])


CHANGES: dict[str, dict[int, Change]] = {
    "mantis": {
        mantis.STARTED: lambda was, s, n: s.n_deck == 105,
        mantis.REVEALED: lambda was, s, n: s.tank[n[0]][n[1]] == was.tank[n[0]][n[1]] + 1,
        mantis.SCORED: lambda was, s, n: s.score[n[0]] == was.score[n[0]] + n[2],
        mantis.STOLE: lambda was, s, n: s.tank[n[1]][n[2]] == 0 and s.tank[n[0]][n[2]] >= n[3],
        mantis.NEXT_TURN: lambda was, s, n: s.player == n[0],
    },
    "ruckus": {
        ruckus.WENT_OUT: lambda was, s, n: s.n_hand[n[0]] == 0 and s.outs >> n[0] & 1 == 1,
        ruckus.SCORED: lambda was, s, n: s.points[n[0]] == n[3],
        ruckus.PASSED_THE_DEAL: lambda was, s, n: s.dealer == n[0],
    },
    "tuckit": {
        tuckit.DREW: lambda was, s, n: s.size[hand_of(n[0])] == was.size[hand_of(n[0])] + n[1],
        tuckit.TOOK_PILE: lambda was, s, n: s.size[COMMUNITY_PILE] == 0,
        tuckit.TRASHED: lambda was, s, n: s.size[COMMUNITY_PILE] == 0,
        tuckit.REVEALED: lambda was, s, n: s.seen[top(s, 0)] == 1,
        tuckit.PLAYED: lambda was, s, n: s.size != was.size,
        tuckit.FLIPPED: lambda was, s, n: (
            cards_in(s, stack_of(n[1], n[2])) == cards_in(was, stack_of(n[1], n[2]))[::-1]
        ),
        tuckit.TOOK_TOP: lambda was, s, n: (
            s.size[stack_of(n[0], n[1])] == was.size[stack_of(n[0], n[1])] - 1
        ),
    },
    "stakbots": {
        stakbots.RESHUFFLED: lambda was, s, n: in_heaps(s) == in_heaps(was) - n[1],
        stakbots.SCRAPPED: lambda was, s, n: (
            s.fed == was.fed + 1 and in_heaps(s) == in_heaps(was) + 1
        ),
        stakbots.DISCARDED: lambda was, s, n: s.size[HAND + n[0]] == was.size[HAND + n[0]] - 1,
        stakbots.HAND_SHOWN: lambda was, s, n: sum(s.size[:HEAP]) == sum(was.size[:HEAP]) - 1,
        stakbots.FELL: lambda was, s, n: s.face[cards_in(s, stak(s, n[0], n[1]))[1]] == n[2],
        stakbots.SENT_DOWN: lambda was, s, n: s.face[cards_in(s, stak(s, n[0], n[1]))[-1]] == n[2],
        stakbots.RESET: lambda was, s, n: s.any_reset == 1 and s.side != was.side,
        stakbots.RETURNED: lambda was, s, n: (
            s.size[stak(s, n[2], n[3])] < was.size[stak(s, n[2], n[3])]
        ),
        stakbots.SHOT_AT: lambda was, s, n: s.damage[top(s, stak(s, n[0], n[1]))] >= n[3],
        stakbots.TURNED_UP: lambda was, s, n: lies_face_up(s, top(s, stak(s, n[0], n[1]))),
        stakbots.TRIGGERED: lambda was, s, n: s.n_waiting == was.n_waiting + 1,
        stakbots.EFFECT_LOST: lambda was, s, n: s.n_waiting <= was.n_waiting,
        stakbots.TURN_ENDED: lambda was, s, n: not any(s.damage) and s.turn == was.turn + 1,
        stakbots.HELD: lambda was, s, n: s.face[s.card] == n[1] and s.stage == stakbots.PLACING,
        stakbots.PLAYED: lambda was, s, n: s.face[top(s, stak(s, n[2], n[3]))] == n[1],
        stakbots.CANCELLED: lambda was, s, n: s.attacked == -1,
    },
}
GAMES_PLAYED = 24


@pytest.mark.parametrize("name", CHANGES)
def test_the_change_is_in_the_state_beside_its_event(name: str) -> None:
    backend, met = Native(find(name)), Counter[int]()
    for seed in range(GAMES_PLAYED):
        random = Random(seed)
        players = random.choice(list(backend.game.players))
        options = random_settings(backend.game, players, random) if seed % 2 else {}
        case = Case(players, options, seed, seed % 3 > 0)
        s = backend.blank(players, options, case.key)
        told = backend.told_in("setup", s)
        while True:
            before, *states = (Fields(backend, state) for state in backend.states_of(told))
            for event, now in zip(told.events, states, strict=True):
                if change := CHANGES[name].get(event.kind):
                    assert change(before, now, event.numbers), (event, seed)
                    met[event.kind] += 1
                before = now
            if backend.is_over(s):
                break
            told = backend.apply_in(s, *choose(backend, s, case, random))
    assert met.keys() == CHANGES[name].keys()

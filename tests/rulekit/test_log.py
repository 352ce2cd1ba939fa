"""The event log: what happened and who may know about it."""

from __future__ import annotations

import traceback

import pytest

from rumpus.language.intrinsics import EVERYONE, LOG_ROOM
from rumpus.rulekit import NONE, RuleFault
from rumpus.rulekit.log import Event, Log, Told
from tests.trials import trials
from tests.trials.support import BackEnds, dealt, packed

CHATTER = trials.NAMES.index("chatter")


def test_events_come_in_order_with_four_numbers(back_ends: BackEnds) -> None:
    for backend in back_ends:
        s = backend.load(packed(dealt(a=7, b=1, tiny=-3)))
        assert backend.told("apply", s, 0, trials.NAMES.index("say")) == [
            Event(EVERYONE, 0, (0, 0, 0, 0)),
            Event(EVERYONE, 2, (7, 14, 0, 0)),
            Event(0b010, 4, (7, -1, -3, 1)),
        ]


def test_the_state_beside_an_event_is_that_in_which_it_was_told(back_ends: BackEnds) -> None:
    data = packed(dealt(a=7, b=1, tiny=-3))
    for backend in back_ends:
        s, like = backend.load(data), backend.load(data)
        told = backend.told_in("apply", s, 0, trials.NAMES.index("say"))
        assert told.events == backend.told("apply", like, 0, trials.NAMES.index("say"))
        assert told.states[: len(data)] == data
        out = [backend.field(state, "out")[0] for state in backend.states_of(told)]
        assert out == [0, 0, 0, 8]
        assert backend.pack(s) == backend.pack(like) == told.states[-len(data) :]


def test_states_are_kept_of_as_many_events_as_find_room(back_ends: BackEnds) -> None:
    for backend in back_ends:
        full = packed(dealt(short=LOG_ROOM))
        for _ in range(2):
            told = backend.told_in("apply", backend.load(full), 0, CHATTER)
            assert told.states == full * (LOG_ROOM + 1)
        with pytest.raises(RuleFault, match="more than 512 events"):
            backend.told_in("apply", backend.load(packed(dealt(short=LOG_ROOM + 1))), 0, CHATTER)
        few = backend.told_in("apply", backend.load(packed(dealt(short=2))), 0, CHATTER)
        assert few.states == packed(dealt(short=2)) * 3
        assert backend.told_in("asks", backend.load(full)) == Told([], full)


def test_an_event_is_for_its_audience() -> None:
    loud, quiet = Event(EVERYONE, 1, ()), Event(0b101, 1, ())
    assert [loud.is_for(viewer) for viewer in (NONE, 0, 1)] == [True, True, True]
    assert [quiet.is_for(viewer) for viewer in (NONE, 0, 1, 2)] == [False, True, False, True]


def test_what_tells_nothing_leaves_no_events(back_ends: BackEnds) -> None:
    for backend in back_ends:
        assert backend.told("asks", backend.start(2)) == []


def test_the_log_can_be_full_but_not_overflow(back_ends: BackEnds) -> None:
    for backend in back_ends:
        full = backend.load(packed(dealt(short=LOG_ROOM)))
        assert len(backend.told("apply", full, 0, CHATTER)) == LOG_ROOM
        with pytest.raises(RuleFault, match="more than 512 events"):
            backend.told("apply", backend.load(packed(dealt(short=LOG_ROOM + 1))), 0, CHATTER)


def test_checked_mode_stops_where_the_log_overflows(back_ends: BackEnds) -> None:
    with pytest.raises(RuleFault) as fault:
        back_ends[1].told("apply", back_ends[1].load(packed(dealt(short=600))), 0, CHATTER)
    assert "chatter" in [frame.name for frame in traceback.extract_tb(fault.tb)]


def test_kinds_are_counted_however_many(back_ends: BackEnds) -> None:
    for backend in back_ends:
        s = backend.load(packed(dealt(short=5000)))
        assert backend.kinds_told("apply", s, 0, CHATTER) == 0b111111
        assert backend.kinds_told("asks", s) == 0


def test_simulations_keep_no_log(back_ends: BackEnds) -> None:
    for backend in back_ends:
        s = backend.load(packed(dealt(short=5000)))
        assert backend.run("apply", s, 0, CHATTER) == 0


def test_numbers_that_an_event_cannot_hold_are_refused_in_checked_mode() -> None:
    log = Log(checked=True)
    log.add(EVERYONE, 1, (2**31 - 1,))
    with pytest.raises(RuleFault, match="2147483648 does not fit into an event"):
        log.add(EVERYONE, 1, (2**31,))

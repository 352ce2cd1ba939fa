"""What a host may do about players, and closed tables."""

from __future__ import annotations

import pytest

from rumpus.rulekit.sentence import Sentence
from rumpus.table.data.table_data import LogEntry
from rumpus.table.errors import NotNow, NotThere, NotYours, Refused
from rumpus.table.making import rematch_of
from rumpus.table.records.record import record_of, record_of_closed
from rumpus.table.showing.lobby import lobby_of
from rumpus.table.showing.reasons import Reason
from rumpus.table.table import Table
from tests.table.setting import act, make, play_out


def test_only_the_host_moderates_and_not_their_own_seat() -> None:
    table = make("ppb")
    table.check_moderator([0], 1)
    with pytest.raises(NotYours, match="Only the host"):
        table.check_moderator([1], 2)
    with pytest.raises(NotYours, match="Only the host"):
        table.check_moderator([], 1)
    with pytest.raises(Refused, match="the host's own seat"):
        table.check_moderator([0], 0)
    table.depart(0, 0.0)
    with pytest.raises(NotYours, match="Only the host"):
        table.check_moderator([1], 2)


def test_a_muted_player_cannot_chat_until_unmuted() -> None:
    table = make("ppb")
    table.mute(1, muted=True)
    assert [seat.muted for seat in lobby_of(table).seats] == [False, True, False]
    with pytest.raises(NotYours, match="The host has muted you"):
        table.say(1, "hello")
    assert not table.chat
    table.say(0, "hello")
    table.mute(1, muted=False)
    table.say(1, "hello")
    assert len(table.chat) == 2
    with pytest.raises(NotNow, match="Nobody sits there"):
        table.mute(2, muted=True)
    with pytest.raises(NotThere, match="no seat 9"):
        table.mute(8, muted=True)


def test_a_mute_follows_the_player() -> None:
    table = make("pp")
    table.mute(1, muted=True)
    play_out(table)
    assert [seat.muted for seat in rematch_of(table, "jade-yak", 0.0).seats] == [False, True]
    table.leave(1, 0.0)
    assert not table.seats[1].muted


def test_the_hosts_part_is_handed_to_another_person() -> None:
    table = make("ppb")
    table.hand(1)
    assert table.data.host == 1
    with pytest.raises(NotNow, match="Nobody sits there"):
        table.hand(2)
    assert table.data.host == 1


WHY = "It was closed."
CLOSED = Sentence(WHY)


@pytest.mark.parametrize("seats", ["pp", "po"])
def test_at_a_closed_table_nothing_can_be_done_but_talk(seats: str) -> None:
    table = make(seats)
    table.close(CLOSED)
    lobby = lobby_of(table)
    assert lobby.closed == Reason(WHY, message=WHY)
    assert (lobby.status, lobby.result, lobby.deal.phase) == ("over", None, "")
    assert table.due() is None
    for forbidden in (
        lambda: table.act(0, 0, 0.0),
        lambda: table.undo(0, 0.0),
        lambda: table.sit(None, "Cy", "", "c"),
        lambda: table.start(0.0),
        lambda: table.fill(1, "bot"),
        lambda: rematch_of(table, "jade-yak", 0.0),
        lambda: table.hint(0),
        lambda: table.close(CLOSED),
    ):
        with pytest.raises(NotNow, match=WHY):
            forbidden()
    with pytest.raises(NotNow, match="no game to pause"):
        table.pause(0.0)
    table.say(0, "good night")


def test_a_table_that_is_over_cannot_be_closed() -> None:
    table = make("pp")
    play_out(table)
    with pytest.raises(NotNow, match="nothing to close"):
        table.close(CLOSED)
    assert lobby_of(table).closed is None


def test_a_closed_table_is_loaded_as_closed_whatever_its_options_mean_now() -> None:
    table = make("pp")
    act(table, "pass")
    entries = [LogEntry(*done) for done in table.game_on().acts]
    table.close(CLOSED)
    table.data.options = {"of other rules": 7}
    again = Table(table.backend, table.data, 0.0, entries)
    assert again.play is None
    assert lobby_of(again).closed == Reason(WHY, message=WHY)
    assert record_of(again).actions == []
    kept = record_of_closed(
        again.data, [*entries, LogEntry(1, 5, "person"), LogEntry(1, None, "person")]
    )
    assert kept.actions == [(entries[0].seat, entries[0].action, "")]
    assert (kept.secret, kept.key, kept.result) == ("", "", None)

"""The setup at a table: what somebody chooses reaches nobody else before all have chosen.

Two tables are dealt alike. At the second the first player chooses differently, and everything that
is sent to the others, and everything their bots may know, has to be the same to the byte.
"""

from __future__ import annotations

from typing import Any

import pytest

from rumpus.games.tuckit import game
from rumpus.games.tuckit.words import BREAKING_TIE, BUILDING, REVEALING, STACK, TURN
from rumpus.server.tables.broadcast import Broadcast
from rumpus.server.tables.timekeeper import IDLE_TIMEKEEPER
from rumpus.table.backends import table_backend
from rumpus.table.data.settings import Settings
from rumpus.table.making import new_table
from rumpus.table.table import Table

CHOOSER, OTHERS = 0, (1, 2)
WATCHING: tuple[int, ...] = ()
PLAYERS = 3


def dealt(number: int) -> Table:
    """A table of three people; the same number deals the same cards."""
    table = new_table(
        table_backend(game), "plum-otter-aaaaaaaaaaaaaaaa", PLAYERS, {}, Settings(timer=False), 0.0,
        secret=bytes([number]) * 32,
    )  # fmt: skip
    for seat in range(PLAYERS):
        table.sit(seat, f"Ann{seat}", "cat", f"token-{seat}", f"{seat:02x}" * 16)
    table.start(0.0)
    return table


def stage(table: Table) -> Any:
    return table.backend.field(table.game_on().state, "stage")


def legal(table: Table, seat: int) -> list[int]:
    return table.backend.legal(table.game_on().known_to(seat), seat)


def all_sent(table: Table, group: tuple[int, ...], seat: int, action: int) -> tuple[bytes, ...]:
    """What a group of seats is sent after an action, and what its bots may know."""
    telling, play = Broadcast(table, 1, 0.0, IDLE_TIMEKEEPER), table.game_on()
    viewers = group or (-1,)
    known = [table.backend.pack(play.known_to(viewer)) for viewer in viewers]
    step = telling.step_message(seat, int(action), "person")
    return step(group), telling.table_message(group), *known


def choose(tables: tuple[Table, Table], seat: int, actions: tuple[int, int]) -> None:
    """The same seat chooses at both tables; nobody else may tell them apart."""
    for table, action in zip(tables, actions, strict=True):
        table.act(seat, action, 0.0)
    for group in (*((other,) for other in OTHERS), OTHERS, WATCHING):
        one, two = (
            all_sent(table, group, seat, action)
            for table, action in zip(tables, actions, strict=True)
        )
        assert one == two


def build(tables: tuple[Table, Table]) -> None:
    """Everybody builds Stacks, the chooser with other cards at each table."""
    for _ in range(6):
        hands = [legal(table, CHOOSER)[:-1] for table in tables]  # the last is to pair them
        choose(tables, CHOOSER, (hands[0][0], hands[1][-1]))
    for seat in OTHERS:
        while seat in tables[0].game_on().asked() and stage(tables[0]) == BUILDING:
            action = legal(tables[0], seat)[-1]
            choose(tables, seat, (action, action))


@pytest.mark.parametrize("number", range(4))
def test_who_builds_shows_nothing(number: int) -> None:
    tables = dealt(number), dealt(number)
    build(tables)
    assert [stage(table) for table in tables] == [REVEALING, REVEALING]
    own = [Broadcast(table, 1, 0.0, IDLE_TIMEKEEPER).table_message((CHOOSER,)) for table in tables]
    assert own[0] != own[1], "the chooser built the same Stacks twice"


@pytest.mark.parametrize("number", range(4))
def test_who_chooses_a_card_to_reveal_shows_nothing(number: int) -> None:
    tables = dealt(number), dealt(number)
    build(tables)
    choose(tables, CHOOSER, (STACK, STACK + 2))
    choose(tables, 1, (STACK, STACK))
    for table in tables:
        assert table.game_on().asked() == (2,)
        table.act(2, STACK, 0.0)
    shown = [Broadcast(table, 1, 0.0, IDLE_TIMEKEEPER).table_message(WATCHING) for table in tables]
    assert shown[0] != shown[1], "what was chosen is revealed when all have chosen"


def test_a_card_from_the_hand_that_breaks_a_tie_is_hidden_too() -> None:
    """Looks for deals in which the chooser is tied, where a hand card can be chosen."""
    met = 0
    for number in range(60):
        tables = dealt(number), dealt(number)
        for seat in range(PLAYERS):
            for table in tables:
                table.act(seat, legal(table, seat)[-1], 0.0)
        for seat in range(PLAYERS):
            for table in tables:
                table.act(seat, STACK, 0.0)
        table = tables[0]
        if stage(table) != BREAKING_TIE or CHOOSER not in table.game_on().asked():
            continue
        cards = [action for action in legal(table, CHOOSER) if action < STACK]
        choose(tables, CHOOSER, (cards[0], STACK + 1))
        met += 1
    assert met >= 2


def test_a_whole_setup_ends_in_a_turn() -> None:
    table = dealt(0)
    while stage(table) != TURN:
        seat = table.game_on().asked()[0]
        table.act(seat, legal(table, seat)[0], 0.0)
    assert len(table.game_on().asked()) == 1

"""Playing a game, or a series of them, to the end."""

from __future__ import annotations

import time

from rumpus.lab.bots import Choose, chooser, read_bot
from rumpus.lab.view import BotView
from rumpus.rulekit.sentence import say
from rumpus.table.dealing.keys import NONCE_BYTES, SECRET_BYTES
from rumpus.table.making import rematch_of
from rumpus.table.play import BOT, PERSON
from rumpus.table.series import view_of_series
from rumpus.table.showing.plain import scene_of
from rumpus.table.showing.views import view_of
from rumpus.table.table import Table

from .answers import offers_of
from .asking import ask, read_line, typed_ahead
from .player import TerminalPlayer, keep
from .printing import say_events, say_result, say_standings, say_table


def play_series(player: TerminalPlayer) -> None:
    """Play games until the series is over; without a series, one game."""
    while True:
        play_out(player)
        say_result(player)
        series = view_of_series(player.table)
        if series is None:
            return
        say_standings(player.screen, series)
        if series.over:
            return
        if player.you is not None:
            read_line(player, say("Enter for the next game, quit to leave:"))
        was_in = player.you is not None
        data = rematch_of(player.table, "", time.time())
        data.secret = player.random.randbytes(SECRET_BYTES).hex()
        for seat in data.seats:
            if seat.nonce:
                seat.nonce = player.random.randbytes(NONCE_BYTES).hex()
        player.table = Table(player.table.backend, data, 0.0)
        player.heard, player.shown, player.rest = 0, [], ""
        if was_in and player.you is None:
            player.screen.say(say("You are out; the others play on."))
        keep(player)


def play_out(player: TerminalPlayer) -> None:
    """Play one game to its end."""
    table = player.table
    play, backend = table.game_on(), table.backend
    bots: dict[int, Choose] = {}
    while not play.is_over():
        you, asked = player.you, play.asked()
        if you is not None and (you in asked or may_act(player, you, asked)):
            your_move(player, asked)
            continue
        seat = asked[0]
        known = play.known_to(seat)
        if seat not in bots:
            bots[seat] = chooser(read_bot(table.level_at(seat)))
        legal = tuple(backend.legal(known, seat))
        action = bots[seat](BotView(backend, known, seat, legal, player.random))
        if not play.acts or play.acts[-1].seat != seat:
            say_events(player)
        table.act(seat, action, 0.0, BOT)
    say_events(player)
    if player.you is not None:
        say_table(player, view_of(table, player.you))
    keep(player)


def may_act(player: TerminalPlayer, you: int, asked: tuple[int, ...]) -> bool:
    """Whether to ask the player out of turn: once before each turn of the others."""
    play = player.table.game_on()
    if player.goes_on or player.passed == asked:
        return False
    return bool(player.table.backend.legal(play.state, you))


def your_move(player: TerminalPlayer, asked: tuple[int, ...]) -> None:
    """Ask the player for an action and carry it out; out of turn they may pass."""
    table, you = player.table, player.you
    assert you is not None
    say_events(player)
    keep(player)
    view = view_of(table, you)
    scene = scene_of(view, table.names)
    offers = offers_of(
        table.game, [choice.action for choice in view.choices], scene, player.screen.in_words
    )
    if you in asked:
        player.goes_on, player.passed = False, ()
    chosen = typed_ahead(player, offers) or ask(player, view, offers, asked)
    if chosen:
        table.act(you, chosen.action, 0.0, PERSON)
        keep(player)

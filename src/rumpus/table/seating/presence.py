"""Presence and clocks: a table stands still while nobody is there."""

from __future__ import annotations

from collections.abc import Iterable

from rumpus.rulekit.sentence import Sentence
from rumpus.table.data.seat import BOT, PERSON
from rumpus.table.data.settings import HOST
from rumpus.table.data.table_data import StoredClocks
from rumpus.table.dealing import rounds

from .base import TableBase

AWAY_LEAST = 20.0
"""A seat can be cleared only after its player has been away this many seconds."""
IDLE_AFTER = 1800.0
"""Seconds after which a bot may stand in even if bots are not set to: no game waits forever."""


class TimedTable(TableBase):
    """A table that knows who is connected and whose time is running."""

    # ----------------------------------------------------------------------------- presence
    def arrive(self, number: int, now: float) -> bool:
        """A seat gets a connection; returns whether others see a change."""
        here = self.presence[number]
        if not self._is_attended():
            self._restart_deal_time(now)
        here.connections += 1
        here.came = True
        came_back = here.connections == 1 or here.stand_in
        here.stand_in = False
        self._set_clock(now)
        return came_back

    def come_back(self, number: int, now: float) -> bool:
        """A player acts while a bot stands in: the bot stops. Returns whether one did stand in."""
        was_idle = self.presence[number].stand_in
        if was_idle:
            self.presence[number].stand_in = False
            self._set_clock(now)
        return was_idle

    def depart(self, number: int, now: float) -> bool:
        """A seat loses a connection; returns whether others see a change."""
        here = self.presence[number]
        here.connections = max(0, here.connections - 1)
        here.away_since = now
        self._set_clock(now)
        return here.connections == 0

    def cover(self, seats: Iterable[int], now: float) -> bool:
        """Stop the time of seats whose shared device is with another player, or covered.

        Returns whether that changes a clock, or who is idle.
        """
        before, self.covered = self.covered, frozenset(seats)
        idle = self.idle_clock.idle
        self.idle_clock.begin_anew(before - self.covered)
        self._set_clock(now)
        return self.idle_clock.idle != idle or (before != self.covered and self.is_timed())

    def people_here(self) -> int:
        """How many of those who have a seat are connected."""
        return sum(here.connections > 0 for here in self.presence)

    def watch(self, change: int, now: float) -> None:
        """Change the number of spectators."""
        self.watching += change
        self._set_clock(now)

    def set_fault(self, fault: Sentence | None, now: float) -> None:
        """Note that nothing can be stored, or that storing works again."""
        self.fault = fault
        self._restart_deal_time(now)
        self._set_clock(now)

    def is_awake(self) -> bool:
        """Whether the game is running: a table stands still while nobody is there."""
        if not self.is_playing or self.data.paused or self.fault:
            return False
        persons = [n for n, s in enumerate(self.seats) if s.kind == PERSON]
        if persons:
            return any(self.presence[n].connections for n in persons)
        return self.watching > 0

    def _is_attended(self) -> bool:
        return any(here.connections for here in self.presence)

    def _restart_deal_time(self, now: float) -> None:
        if self.deal_ends is not None:
            self.deal_ends = now + rounds.SECONDS

    def plays_itself(self, number: int) -> bool:
        """Whether a bot currently decides for a seat."""
        return self.seats[number].kind == BOT or self.presence[number].stand_in

    def notice_absence(self, now: float) -> bool:
        """Find out who has been away or idle too long; returns whether others see a change."""
        stood_in = self.let_bots_stand_in(now)
        return self.idle_clock.notice(now) or bool(stood_in)

    def let_bots_stand_in(self, now: float) -> list[int]:
        """Let bots stand in for everybody who has been away too long; returns their seats."""
        new = [n for n, at in self._absences() if at <= now]
        for number in new:
            self.presence[number].stand_in = True
        if new:
            self._set_clock(now)
        return new

    def _absences(self) -> list[tuple[int, float]]:
        away = [
            (n, here.away_since)
            for n, here in enumerate(self.presence)
            if not here.connections and not here.stand_in and self.seats[n].kind == PERSON
        ]
        if not away or not self.is_awake():
            return []
        patience = self.data.settings.absence or IDLE_AFTER
        return [(n, since + patience) for n, since in away]

    def _patience(self) -> float:
        """After how many seconds a bot can stand in for a player who is connected but idle."""
        return max(self.data.settings.absence or IDLE_AFTER, AWAY_LEAST)

    # ----------------------------------------------------------------------------- clocks
    def _limit(self) -> float:
        if not self.data.settings.timer:
            return 0.0
        return float(self.data.options.get(self.game.time_limit, 0))

    def _set_clock(self, now: float, *, acted: int | None = None) -> None:
        if self.play is None:
            return
        waiting = self._is_attended() and not self.fault
        limits = self._waited_for()
        self.idle_clock.wait_for(limits, now, running=limits if waiting else (), acted=acted)
        if self.is_race:  # a race has a clock of its own
            return
        asked = self.play.asked() if self.is_playing else ()
        limit = self._limit()
        waited_for = {
            n: float(limit and (self.play.seconds_for(n) or limit))
            for n in asked
            if not self.plays_itself(n)
        }
        awake = self.is_awake()
        running = [n for n in waited_for if n not in self.covered] if awake else ()
        self.clock.wait_for(waited_for, now, running=running, acted=acted)
        goes_on = awake and (bool(running) or not waited_for)
        table = (self.players,) if goes_on else ()
        self.whole_game.wait_for(self._game_limit(), now, running=table)

    def _waited_for(self) -> dict[int, float]:
        """Who could keep the others waiting forever, and after how many seconds they count as idle.

        That is everybody whose time is unlimited or stopped, or who alone can end a pause.
        """
        if not self.is_playing or sum(s.kind == PERSON for s in self.seats) < 2:
            return {}
        if self.data.paused:
            is_hosts = self.data.settings.pause == HOST and self.data.host >= 0
            return {self.data.host: IDLE_AFTER} if is_hosts else {}
        if self.is_race:
            return {}
        asked = [n for n in self.game_on().asked() if not self.plays_itself(n)]
        seeing = [n for n in asked if n not in self.covered]
        if seeing and self._limit():
            return {}
        return dict.fromkeys(seeing or asked, self._patience())

    def keep_time(self, now: float, at: float, game: float | None = None) -> None:
        """Save the clocks, with the time of day; a race passes the time it has left."""
        seats = {seat: (time.left, time.of) for seat, time in self.clock.times(now).items()}
        if self.whole_game.limits:
            game = self.whole_game.left(self.players, now)
        self.data.time = StoredClocks(at, self.is_awake(), seats, game)

    def _restore_time(self, last: float) -> None:
        """Restore the clocks from storage.

        After a crash, the game's clock is charged up to the last action, and whoever is to act gets
        their full time again.
        """
        kept = self.data.time
        if kept is None:
            return
        passed = max(0.0, last - kept.at) if kept.runs else 0.0
        if kept.game is not None:
            self.game_left = max(0.0, kept.game - passed)
            limits = self._game_limit()
            self.whole_game.restore({seat: (self.game_left, of) for seat, of in limits.items()})
        if not passed:
            self.clock.restore(kept.seats)

    def _game_limit(self) -> dict[int, float]:
        """The time limit of the whole game; at its end the table itself calls time."""
        minutes = self.data.options.get(self.game.game_clock, 0)
        if not minutes or not self.table_may(self.game.calls_time):
            return {}
        return {self.players: 60.0 * minutes}

    def is_timed(self) -> bool:
        """Whether a seat or the whole game has a time limit right now."""
        return any(self.clock.limits.values()) or any(self.whole_game.limits.values())

    def table_may(self, action: int | None) -> bool:
        """Whether the table itself can take an action now."""
        if self.play is None or not self.is_playing:
            return False
        return action in self.backend.legal(self.play.state, self.players)

    def is_still(self) -> bool:
        """Whether no time runs out: for a decision, the game, the deal or a pause."""
        ends = (self.clock.due(), self.whole_game.due(), self.deal_ends, self.resumes_at)
        return all(end is None for end in ends)

    def due(self) -> float | None:
        """When the next timeout is due: a decision, the game, the deal, a pause or a stand-in."""
        times = [at for _, at in self._absences()]
        ends = (self.clock.due(), self.whole_game.due(), self.idle_clock.due(), self.deal_ends)
        times += [end for end in (*ends, self.resumes_at) if end is not None]
        return min(times, default=None)

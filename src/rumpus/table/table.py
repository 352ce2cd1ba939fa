"""A table: the people and bots around one game."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from random import Random

from rumpus.players import Hint, bot_name, hint, level_of
from rumpus.rulekit.backend import Backend
from rumpus.rulekit.log import Event

from . import deal, dealing, own, play, seat
from .answers import Answers
from .clock import Clock, Patience
from .data import CHAT_KEPT, OPEN, OVER, PLAYING, Entry, KeptTime, Said, TableData
from .errors import NotNow, NotThere, NotYours, Refused
from .memo import Memo
from .play import Act, Play
from .seat import BOT, PERSON, Presence, Seat
from .settings import HOST, NOBODY, clock_option, timer_option
from .text import clean_avatar, clean_chat, clean_name, distinct

ENTRIES_MOST = 10_000
STAND_IN = "normal"
AWAY_LEAST = 20.0
"""For so many seconds nobody's seat can be cleared."""
PATIENCE = 1800.0
"""After so many seconds a bot stands in where none should: no game waits for ever."""
COUNTDOWN = 3.0
"""How many seconds after a pause a race goes on."""


class Table:
    """One table. Every change goes through a method that refuses with a sentence or does it."""

    def __init__(
        self,
        backend: Backend,
        data: TableData,
        now: float,
        entries: Iterable[Entry] = (),
        chat: Iterable[Said] = (),
        last: float = 0.0,
        answers: Answers | None = None,
    ) -> None:
        self.backend, self.game, self.data = backend, backend.game, data
        self.is_race = self.game.real_time(data.options) is not None  # who is first is first
        self.presence = [Presence(away_since=now) for _ in data.seats]
        self.covered: frozenset[int] = frozenset()
        self.watching = 0
        self.play: Play | None = None
        self.clock, self.whole_game, self.patience = Clock(), Clock(), Patience()
        self.game_left: float | None = None  # when the table was set up again
        self.resumes_at: float | None = None
        self.fault = ""  # why nothing can be saved: then the table waits
        self.plans: dict[int, tuple[int | None, ...]] = {}
        self.entries = 0
        self.memo = Memo()
        self.chat: deque[Said] = deque(maxlen=CHAT_KEPT)
        self.said = 0
        self.answers = answers or Answers()
        self.deal_ends: float | None = None
        if data.status != OPEN:
            self._set_up(entries, now, last)
        elif data.dealing:
            self._go_on_dealing(now)
        for line in chat:
            self._keep_chat(line)

    def _set_up(self, entries: Iterable[Entry], now: float, last: float) -> None:
        """Replay what was done; the last of it was at this time of day."""
        acts: list[Act] = []
        for entry in entries:
            self.entries += 1
            if entry.action is None:
                acts.pop()
            else:
                acts.append(Act(entry.seat, entry.action, entry.by))
        self.play = Play(self.backend, self.players, self.data.options, self.key(), acts)
        if self.play.is_over():
            self.data.status = OVER
        self._restore_time(last)
        self._set_clock(now)

    # ----------------------------------------------------------------------------- facts
    @property
    def id(self) -> str:
        """What the table is found by."""
        return self.data.id

    @property
    def players(self) -> int:
        """How many play."""
        return self.data.players

    @property
    def seats(self) -> list[Seat]:
        """Who has which seat."""
        return self.data.seats

    @property
    def names(self) -> list[str]:
        """What everybody is called."""
        return [s.name or f"Seat {number + 1}" for number, s in enumerate(self.seats)]

    @property
    def is_playing(self) -> bool:
        """Whether a game is going on."""
        return self.data.status == PLAYING

    def game_on(self) -> Play:
        """The game, if it was dealt."""
        if self.play is None:
            raise NotNow("The game has not started yet.")
        return self.play

    def commitment(self) -> str:
        """What was published of the secret."""
        return deal.commitment_to(bytes.fromhex(self.data.secret))

    def nonces(self) -> dict[int, bytes]:
        """What the people added to the deal."""
        return {n: bytes.fromhex(s.nonce) for n, s in enumerate(self.seats) if s.nonce}

    def key(self) -> bytes:
        """The key of the deal."""
        return deal.key_of(bytes.fromhex(self.data.secret), self.nonces())

    def seats_of(self, tokens: Iterable[str]) -> tuple[int, ...]:
        """The seats that some tokens open."""
        hashes = {seat.hash_of(token) for token in tokens}
        return tuple(n for n, s in enumerate(self.seats) if s.token and s.token in hashes)

    def _seat(self, number: int) -> Seat:
        if not 0 <= number < self.players:
            raise NotThere(f"There is no seat {number + 1} at a table of {self.players}.")
        return self.seats[number]

    # ----------------------------------------------------------------------------- seats
    def sit(
        self,
        wanted: int | None,
        name: str,
        avatar: str,
        token: str,
        nonce: str = "",
        seal: str = "",
    ) -> int:
        """Seat a person with a nonce or a seal in an open seat, the first or the wanted one."""
        if self.data.status != OPEN:
            raise NotNow("The game has started; you can watch.")
        free = [n for n, s in enumerate(self.seats) if s.kind == seat.OPEN]
        if not free:
            raise NotNow("All seats are taken; you can watch.")
        number = free[0] if wanted is None else wanted
        if self._seat(number).kind != seat.OPEN:
            raise NotNow(f"Seat {number + 1} is taken.")
        name = distinct(clean_name(name), [s.name for s in self.seats])
        sits = Seat(
            PERSON, name, clean_avatar(avatar), "", seat.hash_of(token),
            deal.read_nonce(nonce).hex(),
        )  # fmt: skip
        dealing.sealed_seat(sits, seal)
        self.seats[number] = sits
        if self.data.host < 0:
            self.data.host = number
        return number

    def fill(self, number: int, kind: str, level: str = STAND_IN, now: float = 0.0) -> None:
        """Put a bot into a seat, or open it; a person's only while they are away. Once the game has
        started, a bot stands in for them until they are back, also for who is here but idle."""
        if kind not in (BOT, seat.OPEN):
            raise Refused("A seat can be made a bot's or open.")
        is_persons = self._seat(number).kind == PERSON
        if self.data.status != OPEN and not (is_persons and kind == BOT and self.is_playing):
            raise NotNow(
                "Once the game has started, a bot can stand in for somebody who is away, and else"
                " the seats cannot be changed."
            )
        if self.data.dealing:
            raise NotNow("The cards are just being dealt.")
        if is_persons:
            self._check_away(number, now)
        if self.data.status != OPEN:
            self.presence[number].stand_in = True
            self._set_clock(now)
            return
        filled = self._bot(number, level) if kind == BOT else Seat()
        if is_persons:
            self.leave(number, now)
        self.seats[number] = filled

    def _check_away(self, number: int, now: float) -> None:
        here, name = self.presence[number], self.seats[number].name
        if here.stand_in:
            raise NotNow(f"A bot plays for {name} already.")
        if number in self.patience.idle and not self.data.paused:
            return
        if here.connections:
            once = f" once the table has waited {self._patience():.0f} seconds for them"
            raise NotYours(
                f"{name} sits there"
                + (f"; a bot can play for them{once}." if self.is_playing else ".")
            )
        if now - here.away_since < AWAY_LEAST:
            raise NotNow(f"{name} has only just gone; wait {AWAY_LEAST:.0f} seconds.")

    def _bot(self, number: int, level: str) -> Seat:
        taken = [s.name for n, s in enumerate(self.seats) if n != number]
        name = bot_name(taken, number)
        return Seat(BOT, name, seat.BOT_AVATAR, level_of(level).level)

    def is_full(self) -> bool:
        """Whether no seat is open."""
        return all(s.kind != seat.OPEN for s in self.seats)

    def check_host(self, held: Iterable[int]) -> None:
        """Refuse whoever is not the host, unless the host is away or idle."""
        host, held = self.data.host, tuple(held)
        if not held:
            raise NotYours("Only those who sit at the table can do that.")
        if host not in held and host >= 0 and self._is_minding(host):
            raise NotYours(f"Only {self.seats[host].name}, who made the table, can do that.")

    def _is_minding(self, number: int) -> bool:
        """Whether somebody is here and plays."""
        here = self.presence[number]
        return here.connections > 0 and not here.stand_in and number not in self.patience.idle

    def leave(self, number: int, now: float) -> None:
        """Give a person's seat up: to anybody before the start, to a bot after it."""
        left = self._seat(number)
        if left.kind != PERSON:
            raise NotNow("Nobody sits there.")
        name = distinct(f"{left.name[:18]}'s bot", [s.name for s in self.seats])
        bot = Seat(BOT, name, seat.BOT_AVATAR, STAND_IN)
        if self.data.dealing:  # in a series nobody else can take the seat
            dealing.leave(self.data, number, bot if self.data.series else Seat())
            self.deal_ends = None
            if self.data.dealing:
                self._go_on_dealing(now)
        elif self.data.status == OPEN:
            self.seats[number] = Seat()
        else:
            bot.nonce, bot.seal = left.nonce, left.seal
            self.seats[number] = bot
        self.presence[number] = Presence(away_since=now)
        if self.data.host == number:
            persons = (n for n, s in enumerate(self.seats) if s.kind == PERSON)
            self.data.host = next(persons, -1)
        self._set_clock(now)

    # ----------------------------------------------------------------------------- presence
    def arrive(self, number: int, now: float) -> bool:
        """Somebody connects for a seat; whether that changes what others see."""
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
        """Somebody does something while a bot plays for them: it stops; whether it did."""
        was_idle = self.presence[number].stand_in
        if was_idle:
            self.presence[number].stand_in = False
            self._set_clock(now)
        return was_idle

    def depart(self, number: int, now: float) -> bool:
        """A connection for a seat ends; whether that changes what others see."""
        here = self.presence[number]
        here.connections = max(0, here.connections - 1)
        here.away_since = now
        self._set_clock(now)
        return here.connections == 0

    def cover(self, seats: Iterable[int], now: float) -> bool:
        """These seats share a device that somebody else has, or nobody: their time stands still.

        Returns whether that changes a clock, or who is idle.
        """
        before, self.covered = self.covered, frozenset(seats)
        idle = self.patience.idle
        self.patience.begin_anew(before - self.covered)
        self._set_clock(now)
        return self.patience.idle != idle or (before != self.covered and self.is_timed())

    def watch(self, change: int, now: float) -> None:
        """So many more people watch."""
        self.watching += change
        self._set_clock(now)

    def set_fault(self, fault: str, now: float) -> None:
        """Nothing can be saved, or everything can again."""
        self.fault = fault
        self._restart_deal_time(now)
        self._set_clock(now)

    def is_awake(self) -> bool:
        """Whether the game goes on: a table that nobody is at waits."""
        if not self.is_playing or self.data.paused or self.fault:
            return False
        persons = [n for n, s in enumerate(self.seats) if s.kind == PERSON]
        if persons:
            return any(self.presence[n].connections for n in persons)
        return self.watching > 0

    def plays_itself(self, number: int) -> bool:
        """Whether a bot decides for a seat now."""
        return self.seats[number].kind == BOT or self.presence[number].stand_in

    def bots_asked(self) -> list[int]:
        """The seats that a bot should decide for now."""
        if self.play is None or self.is_race or not self.is_awake():
            return []
        return [n for n in self.play.asked() if self.plays_itself(n)]

    def level_at(self, number: int) -> str:
        """How well the bot in a seat plays."""
        return self.seats[number].level or STAND_IN

    def let_bots_stand_in(self, now: float) -> list[int]:
        """Let a bot play for everyone who has been away too long; returns for whom."""
        new = [n for n, at in self._absences() if at <= now]
        for number in new:
            self.presence[number].stand_in = True
        if new:
            self._set_clock(now)
        return new

    def notice_absence(self, now: float) -> bool:
        """See who was away or waited for too long; whether that changes what others see."""
        stood_in = self.let_bots_stand_in(now)
        return self.patience.notice(now) or bool(stood_in)

    def _patience(self) -> float:
        """After how many seconds a bot can play for somebody who is here, but idle."""
        return max(self.data.settings.absence or PATIENCE, AWAY_LEAST)

    def _absences(self) -> list[tuple[int, float]]:
        if not self.is_awake():
            return []
        patience = self.data.settings.absence or PATIENCE
        return [
            (n, here.away_since + patience)
            for n, here in enumerate(self.presence)
            if self.seats[n].kind == PERSON and not here.connections and not here.stand_in
        ]

    # ----------------------------------------------------------------------------- the game
    def start(self, now: float) -> None:
        """Put bots into the open seats and deal."""
        if self.data.status != OPEN or self.data.dealing:
            raise NotNow("The game has started already.")
        for number, there in enumerate(self.seats):
            if there.kind == seat.OPEN:
                self.seats[number] = self._bot(number, STAND_IN)
        self.data.dealing = True
        self._go_on_dealing(now)

    def seal(self, number: int, text: str, now: float) -> None:
        """Take the seal of somebody's nonce for the deal."""
        before = dealing.phase_of(self.data)
        dealing.seal(self.data, number, text)
        self._go_on_dealing(now, before)

    def show(self, number: int, text: str, now: float) -> None:
        """Take the nonce that somebody has sealed; with the last one the game begins."""
        before = dealing.phase_of(self.data)
        dealing.show(self.data, number, text)
        self._go_on_dealing(now, before)

    def miss_deal(self, now: float) -> bool:
        """Go on without those who were waited for too long; whether there were any. A table that
        nobody is at waits."""
        if self.deal_ends is None or now < self.deal_ends:
            return False
        if not self._is_attended():
            self._restart_deal_time(now)
            return False
        dealing.miss(self.data)
        self._go_on_dealing(now)
        return True

    def _go_on_dealing(self, now: float, before: str = "") -> None:
        """Wait for what is missing, or deal."""
        phase = dealing.phase_of(self.data)
        if phase:
            if phase != before or self.deal_ends is None:
                self.deal_ends = now + dealing.SECONDS
            return
        self.deal_ends = None
        dealing.finish(self.data)
        self.data.status = PLAYING
        self.play = Play(self.backend, self.players, self.data.options, self.key())
        self._set_clock(now)

    def _restart_deal_time(self, now: float) -> None:
        if self.deal_ends is not None:
            self.deal_ends = now + dealing.SECONDS

    def _is_attended(self) -> bool:
        return any(here.connections for here in self.presence)

    def act(self, number: int, action: int, now: float, by: str = play.PERSON) -> list[Event]:
        """Carry out an action at its turn in the queue; returns what is told of it.

        The table itself acts as one seat more than there are.
        """
        game = self.game_on()
        if number != self.players:
            self._seat(number)
        if self.data.paused and self.is_playing:
            raise NotNow("The game is paused.")
        told = game.act(Act(number, action, by))
        if self.plans:
            asked = game.asked()
            self.plans = {n: p for n, p in self.plans.items() if n in asked and n != number}
        self.entries += 1
        if game.is_over():
            self.data.status = OVER
        self._set_clock(now, acted=number)
        return told

    def plan(self, number: int, actions: Sequence[int | None]) -> None:
        """What a seat is about to do, should its time be up: nobody else hears of it.

        A gap is left to the room. The plan is forgotten as soon as the seat acts.
        """
        self._seat(number)
        if number not in self.game_on().asked():
            raise NotNow("There is nothing to decide for you now.")
        self.plans[number] = tuple(actions)

    def time_out(self, number: int, rng: Random) -> Iterator[int]:
        """What is done for a seat whose time is up, to be carried out one by one: what it had
        planned as far as that goes, and the rules' own choice for the rest."""
        game, plan = self.game_on(), list(self.plans.get(number, ()))
        steps = max(len(plan), 1)
        while plan and plan[-1] is None:
            plan.pop()
        planned = game.follow(number, plan)
        yield from planned
        if len(planned) < steps:
            yield game.timeout_of(number, rng)

    def may_undo(self, number: int) -> bool:
        """Whether a seat can take its last action back."""
        if self.play is None or self.data.paused or self.is_race:
            return False
        return self.play.may_undo(number)

    def undo(self, number: int, now: float) -> None:
        """Take a seat's last action back."""
        self._seat(number)
        if self.data.paused:
            raise NotNow("The game is paused.")
        if self.is_race:
            raise NotNow("In real time nothing can be taken back.")
        if self.entries >= ENTRIES_MOST:
            raise NotNow("So much was done at this table that nothing can be taken back any more.")
        self.game_on().undo(number)
        self.entries += 1
        self._set_clock(now, acted=number)

    def hint(self, number: int) -> Callable[[], Hint]:
        """What finds the best choice for a seat; it takes a while, and any thread can call it."""
        self._seat(number)
        game = self.game_on()
        if number not in game.asked() and number not in self.backend.may(game.state):
            raise NotNow("There is nothing to decide for you now.")
        return partial(hint, self.backend, game.known_to(number), number, self.names)

    def say(self, number: int, text: str, command: str = "") -> Said:
        """Say something to everybody at the table."""
        line = Said(number, self._seat(number).name, clean_chat(text), command)
        self._keep_chat(line)
        return line

    def _keep_chat(self, line: Said) -> None:
        self.chat.append(line)
        self.said += 1

    # ----------------------------------------------------------------------------- time
    def check_pauser(self, held: Iterable[int]) -> None:
        """Refuse whoever may not pause the game here, or go on with it."""
        if self.data.settings.pause == HOST:
            self.check_host(held)
        if self.data.settings.pause == NOBODY and not self.data.paused:
            raise NotNow("Nobody can pause at this table.")

    def pause(self, now: float) -> None:
        """Stop the clock and the bots; in real time the table is covered as well."""
        if not self.is_playing:
            raise NotNow("There is no game to pause.")
        if self.data.paused and self.resumes_at is None:
            raise NotNow("The game is paused already.")
        self.data.paused, self.resumes_at = True, None
        self._set_clock(now)

    def resume(self, now: float) -> None:
        """Go on; in real time after a countdown, so that all begin at the same moment."""
        if not self.data.paused:
            raise NotNow("The game is not paused.")
        if self.resumes_at is not None:
            raise NotNow("The game goes on in a moment.")
        if self.is_race:
            self.resumes_at = now + COUNTDOWN
        else:
            self.go_on(now)

    def go_on(self, now: float) -> None:
        """The pause is over."""
        self.data.paused, self.resumes_at = False, None
        self._set_clock(now)

    def is_covered(self) -> bool:
        """Whether nobody is shown the table: a race is not paused to study it."""
        return self.is_race and self.data.paused and self.is_playing

    def _limit(self) -> float:
        option = timer_option(self.game)
        if option is None or not self.data.settings.timer:
            return 0.0
        return float(self.data.options.get(option.key, 0))

    def _set_clock(self, now: float, *, acted: int | None = None) -> None:
        if self.play is None:
            return
        waiting = self._is_attended() and not self.fault
        limits = self._waited_for()
        self.patience.wait_for(limits, now, running=limits if waiting else (), acted=acted)
        if self.is_race:  # which keeps its own time
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
        """Who could keep the others waiting for ever, and after how many seconds they are idle:
        whose time is not limited or stands still, or who alone can end a pause."""
        if not self.is_playing or sum(s.kind == PERSON for s in self.seats) < 2:
            return {}
        if self.data.paused:
            is_hosts = self.data.settings.pause == HOST and self.data.host >= 0
            return {self.data.host: PATIENCE} if is_hosts else {}
        if self.is_race:
            return {}
        asked = [n for n in self.game_on().asked() if not self.plays_itself(n)]
        seeing = [n for n in asked if n not in self.covered]
        if seeing and self._limit():
            return {}
        return dict.fromkeys(seeing or asked, self._patience())

    def keep_time(self, now: float, at: float, game: float | None = None) -> None:
        """Take down how the clocks stand, at this time of day. A race tells what it has left."""
        seats = {seat: (time.left, time.of) for seat, time in self.clock.times(now).items()}
        if self.whole_game.limits:
            game = self.whole_game.left(self.players, now)
        self.data.time = KeptTime(at, self.is_awake(), seats, game)

    def _restore_time(self, last: float) -> None:
        """Go on where the clocks stood. If they were not stopped properly, the game's time has
        passed until the last action, and whoever is asked has the whole time again."""
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
        """How long the whole game may take, for the table itself, which then calls time."""
        option = clock_option(self.game)
        minutes = self.data.options.get(option.key, 0) if option else 0
        if not minutes or not self.table_may(own.calling_time(self.game)):
            return {}
        return {self.players: 60.0 * minutes}

    def is_timed(self) -> bool:
        """Whether somebody's time, or the whole game's, is limited now."""
        return any(self.clock.limits.values()) or any(self.whole_game.limits.values())

    def table_may(self, action: int | None) -> bool:
        """Whether the table itself can do something now."""
        if self.play is None or not self.is_playing:
            return False
        return action in self.backend.legal(self.play.state, self.players)

    def due(self) -> float | None:
        """When time will do something here: a decision or the game runs out, or a bot stands in."""
        times = [at for _, at in self._absences()]
        ends = (self.clock.due(), self.whole_game.due(), self.patience.due(), self.deal_ends)
        times += [end for end in (*ends, self.resumes_at) if end is not None]
        return min(times, default=None)

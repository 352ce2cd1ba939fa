"""Who sits where, before and after the deal."""

from __future__ import annotations

from collections.abc import Iterable

from rumpus.players import bot_name, level_of
from rumpus.rulekit.sentence import Sentence, say
from rumpus.table.data import seat
from rumpus.table.data.seat import BOT, PERSON, Presence, Seat
from rumpus.table.data.table_data import OPEN, PLAYING
from rumpus.table.dealing import keys, rounds
from rumpus.table.errors import NotNow, NotYours, Refused
from rumpus.table.input.text import clean_avatar, clean_name, distinct
from rumpus.table.play import Play

from .presence import AWAY_LEAST, TimedTable

STAND_IN = "normal"


class SeatedTable(TimedTable):
    """A table with seats to take and leave, a host, and a deal."""

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
        """Seat a person in the wanted seat or the first open one, with a nonce or a seal."""
        self._check_open()
        if self.data.status != OPEN:
            raise NotNow(say("The game has started; you can watch."))
        free = [n for n, s in enumerate(self.seats) if s.kind == seat.OPEN]
        if not free:
            raise NotNow(say("All seats are taken; you can watch."))
        number = free[0] if wanted is None else wanted
        if self._seat(number).kind != seat.OPEN:
            raise NotNow(say("Seat {number} is taken.", number=number + 1))
        name = distinct(clean_name(name), [s.name for s in self.seats])
        sits = Seat(
            PERSON, name, clean_avatar(avatar), "", seat.hash_of(token),
            keys.read_nonce(nonce).hex(),
        )  # fmt: skip
        rounds.sealed_seat(sits, seal)
        self.seats[number] = sits
        if self.data.host < 0:
            self.data.host = number
        return number

    def fill(self, number: int, kind: str, level: str = STAND_IN, now: float = 0.0) -> None:
        """Put a bot into a seat, or open it. A person loses the seat only while away.

        Once the game has started, the bot stands in until the person is back, or no longer idle.
        """
        if kind not in (BOT, seat.OPEN):
            raise Refused(say("A seat can be given to a bot or opened."))
        self._check_open()
        is_persons = self._seat(number).kind == PERSON
        if self.data.status != OPEN and not (is_persons and kind == BOT and self.is_playing):
            raise NotNow(
                say(
                    "Once the game has started, seats cannot be changed; a bot can only stand in "
                    "for somebody who is away."
                )
            )
        if self.data.dealing:
            raise NotNow(say("The cards are being dealt."))
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
            raise NotNow(say("A bot is already playing for {name}.", name=name))
        if number in self.idle_clock.idle and not self.data.paused:
            return
        if here.connections:
            raise NotYours(self._sits_there(name))
        if now - here.away_since < AWAY_LEAST:
            raise NotNow(
                say("{name} has only just left; wait {n:second}.", name=name, n=round(AWAY_LEAST))
            )

    def _sits_there(self, name: str) -> Sentence:
        if not self.is_playing:
            return say("{name} is sitting there.", name=name)
        return say(
            "{name} is sitting there; a bot can take over once the table has waited {n:second} "
            "for them.",
            name=name,
            n=round(self._patience()),
        )

    def _bot(self, number: int, level: str) -> Seat:
        taken = [s.name for n, s in enumerate(self.seats) if n != number]
        name = bot_name(taken, number)
        return Seat(BOT, name, seat.BOT_AVATAR, level_of(level).level)

    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return all(s.kind != seat.OPEN for s in self.seats)

    def check_host(self, held: Iterable[int]) -> None:
        """Refuse anybody but the host, unless the host is away or idle."""
        host, held = self.data.host, tuple(held)
        if not held:
            raise NotYours(say("Only players at the table can do that."))
        if host not in held and host >= 0 and self._is_minding(host):
            raise NotYours(
                say("Only {name}, who made the table, can do that.", name=self.seats[host].name)
            )

    def _is_minding(self, number: int) -> bool:
        """Whether a player is connected and not idle."""
        here = self.presence[number]
        return here.connections > 0 and not here.stand_in and number not in self.idle_clock.idle

    def leave(self, number: int, now: float) -> None:
        """Give up a person's seat: it opens before the start, and goes to a bot afterwards."""
        left = self._person(number)
        name = distinct(f"{left.name[:18]}'s bot", [s.name for s in self.seats])
        bot = Seat(BOT, name, seat.BOT_AVATAR, STAND_IN)
        if self.data.dealing:
            self._leave_deal(number, bot, now)
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

    def _person(self, number: int) -> Seat:
        found = self._seat(number)
        if found.kind != PERSON:
            raise NotNow(say("Nobody sits there."))
        return found

    # ----------------------------------------------------------------------------- the host
    def check_moderator(self, held: Iterable[int], number: int) -> None:
        """Refuse anybody but the host, even while the host is away, and the host's own seat."""
        if self.data.host not in tuple(held):
            raise NotYours(say("Only the host of the table can do that."))
        if number == self.data.host:
            raise Refused(say("That is the host's own seat."))

    def mute(self, number: int, *, muted: bool) -> None:
        """Mute a person's chat, or allow it again."""
        self._person(number).muted = muted

    def hand(self, number: int) -> None:
        """Make a person the host."""
        self._person(number)
        self.data.host = number

    def level_at(self, number: int) -> str:
        """The level of the bot in a seat."""
        return self.seats[number].level or STAND_IN

    # ----------------------------------------------------------------------------- the deal
    def start(self, now: float) -> None:
        """Fill the open seats with bots and deal."""
        self._check_open()
        if self.data.status != OPEN or self.data.dealing:
            raise NotNow(say("The game has already started."))
        for number, there in enumerate(self.seats):
            if there.kind == seat.OPEN:
                self.seats[number] = self._bot(number, STAND_IN)
        self.data.dealing = True
        self._go_on_dealing(now)

    def seal(self, number: int, text: str, now: float) -> None:
        """Accept the seal of a nonce for the deal."""
        before = rounds.phase_of(self.data)
        rounds.seal(self.data, number, text)
        self._go_on_dealing(now, before)

    def show(self, number: int, text: str, now: float) -> None:
        """Accept a sealed nonce; the game starts with the last one."""
        before = rounds.phase_of(self.data)
        rounds.show(self.data, number, text)
        self._go_on_dealing(now, before)

    def miss_deal(self, now: float) -> bool:
        """Go on without those who missed the deadline; returns whether anybody did.

        While nobody is at the table, the deadline is put off.
        """
        if self.deal_ends is None or now < self.deal_ends:
            return False
        if not self._is_attended():
            self._restart_deal_time(now)
            return False
        rounds.miss(self.data)
        self._go_on_dealing(now)
        return True

    def _leave_deal(self, number: int, bot: Seat, now: float) -> None:
        broken_off = self.data.round
        rounds.leave(self.data, number, bot)
        if self.data.round > broken_off:
            self.deal_ends = None
            if self.data.dealing:
                self._go_on_dealing(now)

    def _go_on_dealing(self, now: float, before: str = "") -> None:
        """Wait for the missing seals or nonces, or deal."""
        phase = rounds.phase_of(self.data)
        if phase:
            if phase != before or self.deal_ends is None:
                self.deal_ends = now + rounds.SECONDS
            return
        self.deal_ends = None
        rounds.finish(self.data)
        self.data.status = PLAYING
        self.play = Play(self.backend, self.players, self.data.options, self.key())
        self._set_clock(now)

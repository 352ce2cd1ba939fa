"""Who sits where, until the cards are dealt and after that."""

from __future__ import annotations

from collections.abc import Iterable

from rumpus.players import bot_name, level_of
from rumpus.rulekit.sentence import Sentence, say

from . import deal, dealing, seat
from .data import OPEN, PLAYING
from .errors import NotNow, NotYours, Refused
from .play import Play
from .seat import BOT, PERSON, Presence, Seat
from .text import clean_avatar, clean_name, distinct
from .timing import AWAY_LEAST, Timing

STAND_IN = "normal"


class Seating(Timing):
    """Seats, their host, and the deal between those who have them."""

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
            raise Refused(say("A seat can be made a bot's or open."))
        self._check_open()
        is_persons = self._seat(number).kind == PERSON
        if self.data.status != OPEN and not (is_persons and kind == BOT and self.is_playing):
            raise NotNow(
                say(
                    "Once the game has started, a bot can stand in for somebody who is away, and "
                    "else the seats cannot be changed."
                )
            )
        if self.data.dealing:
            raise NotNow(say("The cards are just being dealt."))
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
            raise NotNow(say("A bot plays for {name} already.", name=name))
        if number in self.patience.idle and not self.data.paused:
            return
        if here.connections:
            raise NotYours(self._sits_there(name))
        if now - here.away_since < AWAY_LEAST:
            raise NotNow(
                say("{name} has only just gone; wait {n:second}.", name=name, n=round(AWAY_LEAST))
            )

    def _sits_there(self, name: str) -> Sentence:
        if not self.is_playing:
            return say("{name} sits there.", name=name)
        return say(
            "{name} sits there; a bot can play for them once the table has waited {n:second} "
            "for them.",
            name=name,
            n=round(self._patience()),
        )

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
            raise NotYours(say("Only those who sit at the table can do that."))
        if host not in held and host >= 0 and self._is_minding(host):
            raise NotYours(
                say("Only {name}, who made the table, can do that.", name=self.seats[host].name)
            )

    def _is_minding(self, number: int) -> bool:
        """Whether somebody is here and plays."""
        here = self.presence[number]
        return here.connections > 0 and not here.stand_in and number not in self.patience.idle

    def leave(self, number: int, now: float) -> None:
        """Give a person's seat up: to anybody before the start, to a bot after it."""
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
        """Refuse whoever is not the host, also while the host is away, and what they would do to
        themselves."""
        if self.data.host not in tuple(held):
            raise NotYours(say("Only the host of the table can do that."))
        if number == self.data.host:
            raise Refused(say("That is the host's own seat."))

    def mute(self, number: int, *, muted: bool) -> None:
        """Let a person chat no more, or again."""
        self._person(number).muted = muted

    def hand(self, number: int) -> None:
        """Make a person the host."""
        self._person(number)
        self.data.host = number

    def level_at(self, number: int) -> str:
        """How well the bot in a seat plays."""
        return self.seats[number].level or STAND_IN

    # ----------------------------------------------------------------------------- the deal
    def start(self, now: float) -> None:
        """Put bots into the open seats and deal."""
        self._check_open()
        if self.data.status != OPEN or self.data.dealing:
            raise NotNow(say("The game has started already."))
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

    def _leave_deal(self, number: int, bot: Seat, now: float) -> None:
        broken_off = self.data.round
        dealing.leave(self.data, number, bot)
        if self.data.round > broken_off:
            self.deal_ends = None
            if self.data.dealing:
                self._go_on_dealing(now)

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

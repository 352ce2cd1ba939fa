"""What people at a table may do: each command is checked, carried out at its turn and answered."""

from __future__ import annotations

import time

from rumpus.rulekit.errors import Complaint
from rumpus.rulekit.sentence import say
from rumpus.store import add_chat
from rumpus.table import play as deciders
from rumpus.table.answers import Answer
from rumpus.table.data import OVER, Entry
from rumpus.table.errors import NotNow, Refused
from rumpus.table.reasons import reason_of
from rumpus.table.seat import new_token

from . import messages as m
from . import moderating
from .attendance import come_back, hold
from .bodies import NewSeat, SeatToken
from .connection import NOBODY, Connection, check_held, check_seated
from .live import Claim, Live
from .room import Room
from .trying import answer_try
from .writing import answered, write


def act(live: Live, at: Connection, message: m.DoAct) -> None:
    """Queue an action at its table: it is answered at its turn, or at once why not."""
    command, who = message.command, at.seat_meant(message.seat)
    if live.is_gone:  # it is sent again, to what is on disk
        return
    live.heard.append((at, who))
    if not live.answers_again(at, command):
        try:
            live.take(Claim(at, message.seat, action_of(live, at, message), command))
        except Complaint as error:
            live.room.spawn(live.refuse(at, who, command, error))
    live.run()


async def command(room: Room, live: Live, connection: Connection, message: m.Command) -> None:
    """Answer a command: carry it out at its turn, or say why not."""
    if isinstance(message, m.DoAct):
        act(live, connection, message)
        return
    who = connection.seat_meant(getattr(message, "seat", -1))
    if isinstance(message, m.DoHint):
        await come_back(live, who)
        await _hint(room, live, connection, message, who)
        return
    if isinstance(message, m.DoTry):
        await come_back(live, who)
        async with live.turn():  # nothing is tried after what is not on disk yet
            forbidden = live.timekeeper.forbidden
            connection.put(answer_try(live.table, connection, message, forbidden, room.now()))
        return
    connection.is_asking = True  # what is sent after this waits for it
    try:
        if not (isinstance(message, m.DoHold) and message.seat == NOBODY):
            await come_back(live, who)  # to cover a device nobody need be there
        await _take_turn(room, live, connection, message, who)
    finally:
        connection.is_asking = False


async def _take_turn(
    room: Room, live: Live, connection: Connection, message: m.Command, who: int
) -> None:
    async with live.turn():
        if live.is_gone or live.answers_again(connection, message.command):
            return
        live.asked = live.asking(who, message.command)
        try:
            await _carry_out(room, live, connection, message, who)
            if live.asked:  # nothing was changed that is kept, and so is no answer
                live.table.answers.keep(Answer(*live.asked))
            connection.put(answered(message.command, None))
        except Complaint as error:
            await live.refuse(connection, who, message.command, error)
        finally:
            live.asked = None
        live.schedule()


async def _hint(room: Room, live: Live, at: Connection, message: m.DoHint, who: int) -> None:
    """Let a worker look for the best choice; the game goes on meanwhile."""
    try:
        check_seated(at)
        check_held(at, message.seat)
        hint = await room.hint(at, live, message.seat)
    except Complaint as error:
        await live.refuse(at, who, message.command, error)
        return
    best = [m.HintChoice(c.action, c.chance) for c in hint.choices]
    at.put(write(m.HintMessage(
        command=message.command, action=hint.action, why=" ".join(map(str, hint.why)),
        reasons=[*map(reason_of, hint.why)], choices=best, weights=list(hint.weights),
    )))  # fmt: skip


async def _carry_out(room: Room, live: Live, at: Connection, message: m.Command, who: int) -> None:
    live.check_saves()
    table, now, command = live.table, live.room.now(), message.command
    if not (isinstance(message, m.DoRematch) and at.dropped_out):
        check_seated(at)
    match message:
        case m.DoChat():
            await _say(live, at, who, message)
        case m.DoUndo(seat=seat):
            check_held(at, seat)
            table.undo(seat, now)
            entry = Entry(seat, None, deciders.PERSON, command)
            await live.commit(live.added(entry))
            live.tell_table()
        case m.DoRematch():
            await room.rematch(live, who, message.nonce)
        case m.DoPlan(seat=seat):
            check_held(at, seat)
            table.plan(seat, message.actions)
        case m.DoHold(seat=seat):
            hold(live, at, seat)
        case m.DoLeave(seat=seat):
            check_held(at, seat)
            await _leave(live, seat, resigns=message.resign)
        case m.DoStart():
            table.check_host(at.seats)
            table.start(now)
            await live.save_and_tell()
        case m.DoSeat():
            table.check_host(at.seats)
            table.fill(message.seat, message.kind, message.level, now)
            await live.save_and_tell()
        case m.DoMute(seat=seat):
            table.check_moderator(at.seats, seat)
            await moderating.mute(live, seat, muted=message.muted)
        case m.DoKick(seat=seat):
            table.check_moderator(at.seats, seat)
            await moderating.kick(live, seat)
        case m.DoHand(seat=seat):
            table.check_moderator(at.seats, seat)
            await moderating.hand(live, seat)
        case m.DoSeal(seat=seat):
            check_held(at, seat)
            table.seal(seat, message.seal, now)
            await live.save_and_tell()
        case m.DoShow(seat=seat):
            check_held(at, seat)
            table.show(seat, message.nonce, now)
            await live.save_and_tell()
        case m.DoPause():
            table.check_pauser(at.seats)
            table.pause(now)
            live.withdraw()
            await live.save_and_tell()
        case m.DoResume():
            table.check_pauser(at.seats)
            table.resume(now)
            await live.save_and_tell()
        case _:
            raise Refused(say("That cannot be done."))


def action_of(live: Live, at: Connection, message: m.DoAct) -> int:
    """What somebody wants to do, by its number or its notation."""
    check_seated(at)
    check_held(at, message.seat)
    if message.action is not None:
        return message.action
    return live.table.game.words.parse(message.notation, message.seat, live.table.players)


async def _say(live: Live, at: Connection, who: int, message: m.DoChat) -> None:
    if not at.chat.take(live.room.now()):
        raise Refused(say("You talk faster than people can read; wait a moment."))
    said = live.table.say(who, message.text, message.command)
    await live.commit(add_chat(live.table.id, live.table.said - 1, said, time.time()))
    live.next()
    live.tell(m.ChatMessage(seq=live.seq, seat=said.seat, name=said.name, text=said.text))


async def _leave(live: Live, seat: int, *, resigns: bool) -> None:
    action = live.table.game.resigning(seat)
    if resigns and not live.table.table_may(action):
        raise NotNow(say("Nobody can resign here now; who just leaves is replaced by a bot."))
    await moderating.kick(live, seat)
    if resigns and action is not None:
        await live.act(action, deciders.PERSON)


async def sit(room: Room, live: Live, wanted: NewSeat) -> SeatToken:
    """Seat somebody; when no seat is left open, the game starts.

    Who asks again in the same words, and has not been here yet, gets the same seat.
    """
    async with live.turn():
        if live.is_gone:
            raise NotNow(say("The table was just put away; try again."))
        live.check_saves()
        table, token = live.table, room.token(live.table.id, wanted)
        for seat in table.seats_of([token]):
            if table.data.status != OVER and not table.presence[seat].came:
                return SeatToken(seat, token)
            token = new_token()
        seat = table.sit(wanted.seat, wanted.name, wanted.avatar, token, wanted.nonce, wanted.seal)
        if table.is_full():
            table.start(live.room.now())
        await live.save_and_tell()
        live.schedule()
        return SeatToken(seat, token)

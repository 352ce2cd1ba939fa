"""Players' commands: each is checked, carried out in order and answered."""

from __future__ import annotations

import time

from rumpus.rulekit.errors import Complaint
from rumpus.rulekit.sentence import say
from rumpus.server.protocol import messages as m
from rumpus.server.protocol.bodies import NewSeat, SeatToken
from rumpus.server.room.room import Room
from rumpus.server.tables.connection import NOBODY, Connection, check_held, check_seated
from rumpus.server.tables.encoding import answer_frame, message_frame
from rumpus.server.tables.table_server import PendingClaim, TableServer
from rumpus.store import add_chat
from rumpus.table import play as deciders
from rumpus.table.data.answers import CommandAnswer
from rumpus.table.data.seat import new_token
from rumpus.table.data.table_data import OVER, LogEntry
from rumpus.table.errors import NotNow, Refused
from rumpus.table.showing.reasons import reason_of

from . import moderation
from .attendance import end_stand_in, hold
from .try_command import answer_try


def act(server: TableServer, client: Connection, message: m.DoAct) -> None:
    """Queue an action, or refuse it at once."""
    command, who = message.command, client.seat_meant(message.seat)
    if server.is_unloaded:  # the client reconnects and sends it again
        return
    server.active.append((client, who))
    if not server.resend_answer(client, command):
        try:
            server.take(
                PendingClaim(client, message.seat, action_of(server, client, message), command)
            )
        except Complaint as error:
            server.room.spawn(server.refuse(client, who, command, error))
    server.run()


async def command(
    room: Room, server: TableServer, connection: Connection, message: m.Command
) -> None:
    """Carry out a command in its turn, or refuse it."""
    connection.is_asking = server.asleep is not None  # later messages wait
    await server.wake()
    connection.is_asking = False
    if isinstance(message, m.DoAct):
        act(server, connection, message)
        return
    who = connection.seat_meant(getattr(message, "seat", -1))
    if isinstance(message, m.DoHint):
        await end_stand_in(server, who)
        await _hint(room, server, connection, message, who)
        return
    if isinstance(message, m.DoTry):
        await end_stand_in(server, who)
        async with server.locked():  # only stored changes may be tried on
            forbidden = server.timekeeper.forbidden
            connection.send(answer_try(server.table, connection, message, forbidden, room.now()))
        return
    connection.is_asking = True  # later messages wait
    try:
        if not (isinstance(message, m.DoHold) and message.seat == NOBODY):
            await end_stand_in(server, who)  # covering a device proves no presence
        await _run_locked(room, server, connection, message, who)
    finally:
        connection.is_asking = False


async def _run_locked(
    room: Room, server: TableServer, connection: Connection, message: m.Command, who: int
) -> None:
    async with server.locked():
        if server.is_unloaded or server.resend_answer(connection, message.command):
            return
        server.current_command = server.command_key(who, message.command)
        try:
            await _carry_out(room, server, connection, message, who)
            if server.current_command:  # nothing was stored, so neither is the answer
                server.table.answers.keep(CommandAnswer(*server.current_command))
            connection.send(answer_frame(message.command, None))
        except Complaint as error:
            await server.refuse(connection, who, message.command, error)
        finally:
            server.current_command = None
        server.schedule()


async def _hint(
    room: Room, server: TableServer, client: Connection, message: m.DoHint, who: int
) -> None:
    """Compute a hint in the thinking pool while the game goes on."""
    try:
        check_seated(client)
        check_held(client, message.seat)
        hint = await room.hint(client, server, message.seat)
    except Complaint as error:
        await server.refuse(client, who, message.command, error)
        return
    best = [m.HintChoice(c.action, c.chance) for c in hint.choices]
    client.send(message_frame(m.HintMessage(
        command=message.command, action=hint.action, why=" ".join(map(str, hint.why)),
        reasons=[*map(reason_of, hint.why)], choices=best, weights=list(hint.weights),
    )))  # fmt: skip


async def _carry_out(
    room: Room, server: TableServer, client: Connection, message: m.Command, who: int
) -> None:
    server.check_can_save()
    table, now, command = server.table, server.room.now(), message.command
    if not (isinstance(message, m.DoRematch) and client.dropped_out):
        check_seated(client)
    match message:
        case m.DoChat():
            await _say(server, client, who, message)
        case m.DoUndo(seat=seat):
            check_held(client, seat)
            table.undo(seat, now)
            entry = LogEntry(seat, None, deciders.PERSON, command)
            await server.commit(server.entry_change(entry))
            server.broadcast_table()
        case m.DoRematch():
            await room.rematch(server, who, message.nonce)
        case m.DoPlan(seat=seat):
            check_held(client, seat)
            table.plan(seat, message.actions)
        case m.DoHold(seat=seat):
            hold(server, client, seat)
        case m.DoLeave(seat=seat):
            check_held(client, seat)
            await _leave(server, seat, resigns=message.resign)
        case m.DoStart():
            table.check_host(client.seats)
            table.start(now)
            await server.save_and_broadcast()
        case m.DoSeat():
            table.check_host(client.seats)
            table.fill(message.seat, message.kind, message.level, now)
            await server.save_and_broadcast()
        case m.DoMute(seat=seat):
            table.check_moderator(client.seats, seat)
            await moderation.mute(server, seat, muted=message.muted)
        case m.DoKick(seat=seat):
            table.check_moderator(client.seats, seat)
            await moderation.kick(server, seat)
        case m.DoHand(seat=seat):
            table.check_moderator(client.seats, seat)
            await moderation.hand(server, seat)
        case m.DoSeal(seat=seat):
            check_held(client, seat)
            table.seal(seat, message.seal, now)
            await server.save_and_broadcast()
        case m.DoShow(seat=seat):
            check_held(client, seat)
            table.show(seat, message.nonce, now)
            await server.save_and_broadcast()
        case m.DoPause():
            table.check_pauser(client.seats)
            table.pause(now)
            server.withdraw()
            await server.save_and_broadcast()
        case m.DoResume():
            table.check_pauser(client.seats)
            table.resume(now)
            await server.save_and_broadcast()
        case _:
            raise Refused(say("That cannot be done."))


def action_of(server: TableServer, client: Connection, message: m.DoAct) -> int:
    """The action that a message names by number or by notation."""
    check_seated(client)
    check_held(client, message.seat)
    if message.action is not None:
        return message.action
    return server.table.game.words.parse(message.notation, message.seat, server.table.players)


async def _say(server: TableServer, client: Connection, who: int, message: m.DoChat) -> None:
    if not client.chat.take(server.room.now()):
        raise Refused(say("You talk faster than people can read; wait a moment."))
    said = server.table.say(who, message.text, message.command)
    await server.commit(add_chat(server.table.id, server.table.said - 1, said, time.time()))
    server.next_seq()
    server.broadcast(m.ChatMessage(seq=server.seq, seat=said.seat, name=said.name, text=said.text))


async def _leave(server: TableServer, seat: int, *, resigns: bool) -> None:
    action = server.table.game.resigning(seat)
    if resigns and not server.table.table_may(action):
        raise NotNow(say("You cannot resign now; if you just leave, a bot takes your seat."))
    await moderation.kick(server, seat)
    if resigns and action is not None:
        await server.act(action, deciders.PERSON)


async def sit(room: Room, server: TableServer, wanted: NewSeat) -> SeatToken:
    """Give somebody a seat; when no seat is open any more, the game starts.

    A repeated request gets the same seat, as long as nobody has connected to it.
    """
    async with server.locked():
        if server.is_unloaded:
            raise NotNow(say("The table was just unloaded; try again."))
        server.check_can_save()
        table, token = server.table, room.token(server.table.id, wanted)
        for seat in table.seats_of([token]):
            if table.data.status != OVER and not table.presence[seat].came:
                return SeatToken(seat, token)
            token = new_token()
        seat = table.sit(wanted.seat, wanted.name, wanted.avatar, token, wanted.nonce, wanted.seal)
        if table.is_full():
            table.start(server.room.now())
        await server.save_and_broadcast()
        server.schedule()
        return SeatToken(seat, token)

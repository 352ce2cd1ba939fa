"""The messages on a WebSocket, as docs/protocol.md explains them."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from rumpus.rulekit.sentence import say
from rumpus.rulekit.trying import MOST_ACTIONS
from rumpus.table.reading import Number, read
from rumpus.table.reasons import Reason
from rumpus.table.text import CHAT_MOST
from rumpus.table.trying import PossibleLine
from rumpus.table.views import (
    ChatLine,
    Choice,
    ClockView,
    ComingView,
    Line,
    Lobby,
    View,
    ViewChange,
)

SeatNumber = Annotated[int, msgspec.Meta(ge=-1, le=63)]
CommandId = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Token = Annotated[str, msgspec.Meta(max_length=64)]
MOST_TOKENS = 8
MOST_PLANNED = 32


# --------------------------------------------------------------------------------- client
class FromClient(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """A message from a client."""


class Hello(FromClient, frozen=True, tag="hello"):
    """The first message: who you are, and the last sequence number you saw."""

    tokens: Annotated[list[Token], msgspec.Meta(max_length=MOST_TOKENS)] = []
    after: Number = 0


class Command(FromClient, frozen=True, kw_only=True):
    """A message that is answered with done or refused."""

    command: CommandId


class DoAct(Command, frozen=True, kw_only=True, tag="act"):
    """Take an action, given by its number or its notation."""

    seat: SeatNumber
    action: Number | None = None
    notation: Annotated[str, msgspec.Meta(max_length=80)] = ""


class DoStart(Command, frozen=True, tag="start"):
    """Start with bots in the open seats."""


class DoSeat(Command, frozen=True, kw_only=True, tag="seat"):
    """Put a bot into a seat, or open it, before the start."""

    seat: SeatNumber
    kind: Annotated[str, msgspec.Meta(max_length=16)]
    level: Annotated[str, msgspec.Meta(max_length=32)] = "normal"


class DoPause(Command, frozen=True, tag="pause"):
    """Stop the clock and the bots."""


class DoResume(Command, frozen=True, tag="resume"):
    """Go on."""


class DoUndo(Command, frozen=True, kw_only=True, tag="undo"):
    """Take your last action back."""

    seat: SeatNumber


class DoHint(Command, frozen=True, kw_only=True, tag="hint"):
    """Ask what the normal bot would do."""

    seat: SeatNumber


class DoTry(Command, frozen=True, kw_only=True, tag="try"):
    """Ask what some of your actions, one after the other, would lead to."""

    seat: SeatNumber
    actions: Annotated[list[Number], msgspec.Meta(min_length=1, max_length=MOST_ACTIONS)]


class DoChat(Command, frozen=True, kw_only=True, tag="chat"):
    """Say something."""

    text: Annotated[str, msgspec.Meta(max_length=4 * CHAT_MOST)]
    seat: SeatNumber = -1


class DoRematch(Command, frozen=True, kw_only=True, tag="rematch"):
    """Play again with the same people."""

    nonce: Annotated[str, msgspec.Meta(max_length=64)] = ""


class DoPlan(Command, frozen=True, kw_only=True, tag="plan"):
    """What you are about to do, one action after the other, should your time be up."""

    seat: SeatNumber
    actions: Annotated[list[Number | None], msgspec.Meta(max_length=MOST_PLANNED)]


class DoHold(Command, frozen=True, kw_only=True, tag="hold"):
    """On a device that several people share: who has it now; -1: nobody, it is covered."""

    seat: SeatNumber


class DoSeal(Command, frozen=True, kw_only=True, tag="seal"):
    """The hash of your nonce for the deal."""

    seat: SeatNumber
    seal: Annotated[str, msgspec.Meta(max_length=64)]


class DoShow(Command, frozen=True, kw_only=True, tag="show"):
    """The nonce that you have sealed."""

    seat: SeatNumber
    nonce: Annotated[str, msgspec.Meta(max_length=64)]


class DoLeave(Command, frozen=True, kw_only=True, tag="leave"):
    """Give your seat to a bot, or resign where the game knows that."""

    seat: SeatNumber
    resign: bool = False


class DoMute(Command, frozen=True, kw_only=True, tag="mute"):
    """As the table's host: let somebody chat no more, or again."""

    seat: SeatNumber
    muted: bool = True


class DoKick(Command, frozen=True, kw_only=True, tag="kick"):
    """As the table's host: take somebody's seat away."""

    seat: SeatNumber


class DoHand(Command, frozen=True, kw_only=True, tag="hand"):
    """As the table's host: make somebody else the host."""

    seat: SeatNumber


ClientMessage = (
    Hello | DoAct | DoStart | DoSeat | DoPause | DoResume | DoUndo | DoHint | DoTry | DoChat
    | DoRematch | DoLeave | DoPlan | DoHold | DoSeal | DoShow | DoMute | DoKick | DoHand
)  # fmt: skip


# --------------------------------------------------------------------------------- room
class FromRoom(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """A message from the room."""


class TableMessage(FromRoom, frozen=True, kw_only=True, tag="table"):
    """Everything, from which a client can draw at once."""

    seq: int
    table: Lobby
    you: tuple[int, ...]
    views: dict[str, View]
    history: list[Line]
    missed: int
    chat: list[ChatLine]
    clock: ClockView | None
    coming: ComingView | None


class EventsMessage(FromRoom, frozen=True, kw_only=True, tag="events"):
    """Something happened; `action` is -1 for all but the one who took it."""

    seq: int
    by: int
    action: int
    decided: str
    lines: list[Line]
    views: dict[str, ViewChange]
    clock: ClockView | None
    coming: ComingView | None


class AnnouncedMessage(FromRoom, frozen=True, kw_only=True, tag="announced"):
    """In real time: what the table itself does next is certain by now."""

    seq: int
    coming: ComingView | None


class WatchingMessage(FromRoom, frozen=True, kw_only=True, tag="watching"):
    """How many watch, when that has changed."""

    watching: int


class DoneMessage(FromRoom, frozen=True, kw_only=True, tag="done"):
    """A command was carried out."""

    command: str


class RefusedMessage(FromRoom, frozen=True, kw_only=True, omit_defaults=True, tag="refused"):
    """A command was not carried out, and nothing was changed."""

    command: str
    reason: str
    message: str = ""
    values: dict[str, Any] = {}


class HintChoice(msgspec.Struct, frozen=True):
    """One of the best choices, with the chance to win in percent."""

    action: int
    chance: int


class HintMessage(FromRoom, frozen=True, kw_only=True, tag="hint"):
    """What the hard bot would do, why, its best choices, and its thought on each in percent."""

    command: str
    action: int
    why: str
    reasons: list[Reason]
    choices: list[HintChoice]
    weights: list[tuple[int, int]]


class TriedMessage(FromRoom, frozen=True, kw_only=True, tag="tried"):
    """What some actions would lead to."""

    command: str
    lines: list[PossibleLine]
    choices: list[Choice]
    facts: dict[str, int]
    asks: tuple[int, ...]
    over: int
    worlds: int


class ChatMessage(FromRoom, frozen=True, kw_only=True, tag="chat"):
    """Somebody said something."""

    seq: int
    seat: int
    name: str
    text: str


class RematchMessage(FromRoom, frozen=True, kw_only=True, tag="rematch"):
    """The same people go on at a new table; old tokens open it."""

    table: str
    seats: dict[str, int]


class ErrorMessage(FromRoom, frozen=True, kw_only=True, omit_defaults=True, tag="error"):
    """A message could not be read."""

    reason: str
    message: str = ""
    values: dict[str, Any] = {}


RoomMessage = (
    TableMessage | EventsMessage | AnnouncedMessage | WatchingMessage | DoneMessage
    | RefusedMessage | HintMessage | TriedMessage | ChatMessage | RematchMessage | ErrorMessage
)  # fmt: skip

client_messages: msgspec.json.Decoder[Hello | Command] = msgspec.json.Decoder(ClientMessage)


def read_client(text: str | bytes) -> Hello | Command:
    """A client's message, or a sentence on what is wrong with it."""
    return read(client_messages, text, say("The message cannot be read"))

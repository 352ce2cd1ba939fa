"""WebSocket messages; docs/protocol.md explains them."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from rumpus.rulekit.sentence import say
from rumpus.running.trying import MOST_ACTIONS
from rumpus.table.input.reading import Number, read
from rumpus.table.input.text import CHAT_MOST
from rumpus.table.showing.lobby import ChatLine, ClockView, ComingView, Lobby
from rumpus.table.showing.reasons import Reason
from rumpus.table.showing.trying import PossibleLine
from rumpus.table.showing.views import ChoiceView, LineView, TableView, ViewChange

SeatNumber = Annotated[int, msgspec.Meta(ge=-1, le=63)]
CommandId = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Token = Annotated[str, msgspec.Meta(max_length=64)]
Sequence = Annotated[int, msgspec.Meta(ge=0, le=(1 << 53) - 1)]
"""The number of a message: as large as a browser can count exactly."""
MOST_TOKENS = 8
MOST_PLANNED = 32


# --------------------------------------------------------------------------------- client
class FromClient(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """A message from a client."""


class Hello(FromClient, frozen=True, tag="hello"):
    """The first message: who you are, and the last sequence number you saw."""

    tokens: Annotated[list[Token], msgspec.Meta(max_length=MOST_TOKENS)] = []
    after: Sequence = 0


class Command(FromClient, frozen=True, kw_only=True):
    """A message that is answered with done or refused."""

    command: CommandId


class DoAct(Command, frozen=True, kw_only=True, tag="act"):
    """Take an action, given by its number or its notation."""

    seat: SeatNumber
    action: Number | None = None
    notation: Annotated[str, msgspec.Meta(max_length=80)] = ""


class DoStart(Command, frozen=True, tag="start"):
    """Start, with bots in the open seats."""


class DoSeat(Command, frozen=True, kw_only=True, tag="seat"):
    """Before the start: put a bot into a seat, or open it."""

    seat: SeatNumber
    kind: Annotated[str, msgspec.Meta(max_length=16)]
    level: Annotated[str, msgspec.Meta(max_length=32)] = "normal"


class DoPause(Command, frozen=True, tag="pause"):
    """Stop the clock and the bots."""


class DoResume(Command, frozen=True, tag="resume"):
    """Resume after a pause."""


class DoUndo(Command, frozen=True, kw_only=True, tag="undo"):
    """Undo your last action."""

    seat: SeatNumber


class DoHint(Command, frozen=True, kw_only=True, tag="hint"):
    """Ask what the hard bot would do."""

    seat: SeatNumber


class DoTry(Command, frozen=True, kw_only=True, tag="try"):
    """Ask what a sequence of your actions would lead to."""

    seat: SeatNumber
    actions: Annotated[list[Number], msgspec.Meta(min_length=1, max_length=MOST_ACTIONS)]


class DoChat(Command, frozen=True, kw_only=True, tag="chat"):
    """Send a chat line."""

    text: Annotated[str, msgspec.Meta(max_length=4 * CHAT_MOST)]
    seat: SeatNumber = -1


class DoRematch(Command, frozen=True, kw_only=True, tag="rematch"):
    """Play again with the same people."""

    nonce: Annotated[str, msgspec.Meta(max_length=64)] = ""


class DoPlan(Command, frozen=True, kw_only=True, tag="plan"):
    """The actions to take for you, one after the other, if your time runs out."""

    seat: SeatNumber
    actions: Annotated[list[Number | None], msgspec.Meta(max_length=MOST_PLANNED)]


class DoHold(Command, frozen=True, kw_only=True, tag="hold"):
    """On a shared device: who has it now; -1: nobody, it is covered."""

    seat: SeatNumber


class DoSeal(Command, frozen=True, kw_only=True, tag="seal"):
    """The hash of your nonce for the deal."""

    seat: SeatNumber
    seal: Annotated[str, msgspec.Meta(max_length=64)]


class DoShow(Command, frozen=True, kw_only=True, tag="show"):
    """The nonce whose hash you sent."""

    seat: SeatNumber
    nonce: Annotated[str, msgspec.Meta(max_length=64)]


class DoLeave(Command, frozen=True, kw_only=True, tag="leave"):
    """Give your seat to a bot, or resign if the game allows it."""

    seat: SeatNumber
    resign: bool = False


class DoMute(Command, frozen=True, kw_only=True, tag="mute"):
    """As the table's host: mute or unmute somebody's chat."""

    seat: SeatNumber
    muted: bool = True


class DoKick(Command, frozen=True, kw_only=True, tag="kick"):
    """As the table's host: remove a player."""

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
    """The whole table, enough to draw it at once."""

    seq: int
    table: Lobby
    you: tuple[int, ...]
    views: dict[str, TableView]
    history: list[LineView]
    missed: int
    chat: list[ChatLine]
    clock: ClockView | None
    coming: ComingView | None


class EventsMessage(FromRoom, frozen=True, kw_only=True, tag="events"):
    """Something happened; `action` is -1 for all but the player who took it."""

    seq: int
    by: int
    action: int
    decided: str
    lines: list[LineView]
    views: dict[str, ViewChange]
    clock: ClockView | None
    coming: ComingView | None


class AnnouncedMessage(FromRoom, frozen=True, kw_only=True, tag="announced"):
    """In real time: the table's next own action is now certain."""

    seq: int
    coming: ComingView | None


class WatchingMessage(FromRoom, frozen=True, kw_only=True, tag="watching"):
    """The new number of spectators."""

    watching: int


class DoneMessage(FromRoom, frozen=True, kw_only=True, tag="done"):
    """A command was carried out."""

    command: str


class RefusedMessage(FromRoom, frozen=True, kw_only=True, omit_defaults=True, tag="refused"):
    """A command was refused, and nothing was changed."""

    command: str
    reason: str
    message: str = ""
    values: dict[str, Any] = {}


class HintChoice(msgspec.Struct, frozen=True):
    """One of the best choices, with its chance to win in percent."""

    action: int
    chance: int


class HintMessage(FromRoom, frozen=True, kw_only=True, tag="hint"):
    """What the hard bot would do and why, its best choices, and its weights in percent."""

    command: str
    action: int
    why: str
    reasons: list[Reason]
    choices: list[HintChoice]
    weights: list[tuple[int, int]]


class TriedMessage(FromRoom, frozen=True, kw_only=True, tag="tried"):
    """What the tried actions would lead to."""

    command: str
    lines: list[PossibleLine]
    choices: list[ChoiceView]
    facts: dict[str, int]
    asks: tuple[int, ...]
    over: int
    worlds: int


class ChatMessage(FromRoom, frozen=True, kw_only=True, tag="chat"):
    """A chat line."""

    seq: int
    seat: int
    name: str
    text: str


class RematchMessage(FromRoom, frozen=True, kw_only=True, tag="rematch"):
    """The same people continue at a new table; their tokens are valid there."""

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
    """Decode a client's message, or refuse it with a sentence."""
    return read(client_messages, text, say("The message cannot be read"))

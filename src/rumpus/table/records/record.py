"""The record of a game: enough to replay and verify it without the server it was played on."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Annotated

import msgspec

from rumpus.rulekit.sentence import Sentence, say
from rumpus.table.data.table_data import MISSED_KEPT, LogEntry, MissedRound, TableData
from rumpus.table.dealing import keys
from rumpus.table.dealing.rounds import is_sealed, seals_of
from rumpus.table.errors import Refused
from rumpus.table.input.reading import PRINTED, Number, TooLong, read
from rumpus.table.series import view_of_series
from rumpus.table.showing.lobby import ResultView, result_of
from rumpus.table.table import Table, acts_of

FORMAT, SEALED = 1, 2
"""The two formats: without and with sealed nonces."""
FILE_BYTES = 1 << 20
"""The size limit; the longest of hundreds of random games has 260,000 bytes, indented."""

Text = Annotated[str, msgspec.Meta(max_length=200, pattern=PRINTED)]
Name = Annotated[str, msgspec.Meta(max_length=40, pattern=PRINTED)]
Digits = Annotated[str, msgspec.Meta(max_length=128)]
Size = Annotated[int, msgspec.Meta(ge=0, le=64)]
Seconds = Annotated[int, msgspec.Meta(ge=0, le=1 << 40)]
Numbers = Annotated[list[Number], msgspec.Meta(max_length=64)]
Action = tuple[Number, Number, Text]


class RecordSeat(msgspec.Struct, frozen=True):
    """A seat and who had it."""

    name: Name
    kind: Text
    level: Text = ""


class RecordResult(msgspec.Struct, frozen=True):
    """Every seat's place and points."""

    places: Numbers
    scores: Numbers


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A game; secret, nonces, key and result are set once it is over.

    `seals` are the hashes of the nonces, published before any nonce was revealed; `missed` says who
    did not seal or reveal in time, and in which round; `round` is the one that was dealt. `series`
    is the number of the game in its series, from 1; 0 if there is no series. `digest` covers
    everything else, so that a changed name or option shows; older records have none.
    """

    format: Number
    game: Text
    version: Number
    players: Size
    options: Annotated[dict[Text, Number], msgspec.Meta(max_length=100)]
    seats: Annotated[list[RecordSeat], msgspec.Meta(max_length=64)]
    created: Seconds
    commitment: Digits
    secret: Digits = ""
    nonces: Annotated[dict[Digits, Digits], msgspec.Meta(max_length=64)] = {}
    key: Digits = ""
    actions: Annotated[list[Action], msgspec.Meta(max_length=20_000)] = []
    result: RecordResult | None = None
    series: Number = 0
    seals: Annotated[dict[Digits, Digits], msgspec.Meta(max_length=64)] = {}
    missed: Annotated[list[MissedRound], msgspec.Meta(max_length=MISSED_KEPT)] = []
    round: Number = 0
    digest: Digits = ""


records = msgspec.json.Decoder(Record)


class BadRecord(Refused):
    """The record cannot be read or replayed."""


def record_of(table: Table, *, with_actions: bool = False) -> Record:
    """The record of a table. Before the end it has the actions only on request."""
    data, result, series = table.data, result_of(table), view_of_series(table)
    acts = table.play.acts if table.play and (result or with_actions) else []
    notation = table.game.words.notation
    actions = [(a.seat, a.action, notation(a.action, a.seat, data.players)) for a in acts]
    return _written(data, actions, result, series.game if series else 0)


def record_of_closed(data: TableData, entries: Iterable[LogEntry]) -> Record:
    """The record of a closed table, whose rules may be gone: actions have no notation."""
    return _written(data, [(act.seat, act.action, "") for act in acts_of(entries)])


def _written(
    data: TableData, actions: list[Action], result: ResultView | None = None, series: int = 0
) -> Record:
    sealed = is_sealed(data)
    record = Record(
        format=SEALED if sealed else FORMAT,
        game=data.game,
        version=data.version,
        players=data.players,
        options=data.options,
        seats=[RecordSeat(s.name, s.kind, s.level) for s in data.seats],
        created=int(data.created),
        commitment=keys.commitment_to(bytes.fromhex(data.secret)),
        secret=result.secret if result else "",
        nonces=result.nonces if result else {},
        key=result.key if result else "",
        actions=actions,
        result=RecordResult(result.places, result.scores) if result else None,
        series=series,
        seals=seals_of(data),
        missed=data.missed,
        round=data.round if sealed else 0,
    )
    return msgspec.structs.replace(record, digest=digest_of(record))


def digest_of(record: Record) -> str:
    """A hash of every non-empty field of a record but the digest itself."""
    names = [name for name in Record.__struct_fields__ if name != "digest"]
    told = {name: value for name in names if (value := getattr(record, name))}
    return sha256(msgspec.json.encode(told, order="sorted")).hexdigest()


def read_record(text: bytes | str) -> Record:
    """Parse a record, or raise with a sentence on what is wrong with it."""
    if len(text) > FILE_BYTES:
        raise TooLong(say("A record has at most {most} bytes.", most=FILE_BYTES))
    record = read(records, text, say("This is not a record of a game"))
    if record.format not in (FORMAT, SEALED):
        raise BadRecord(
            say(
                "The record has format {format}; this Rumpus reads {plain} and {sealed}.",
                format=record.format,
                plain=FORMAT,
                sealed=SEALED,
            )
        )
    return record


# --------------------------------------------------------------------------------- its parts
NONCE, SECRET = say("The nonce"), say("The secret")


def read_hex(text: str, what: Sentence) -> bytes:
    """Bytes written in hexadecimal digits, or a sentence."""
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise BadRecord(say("{what} is not written in hexadecimal digits.", what=what)) from None


def nonces_in(record: Record) -> dict[int, bytes]:
    """The nonces by their seats, or a sentence."""
    seats = {str(seat): seat for seat in range(record.players)}
    if any(seat not in seats or len(text) > 2 * keys.NONCE_MOST
           for seat, text in record.nonces.items()):  # fmt: skip
        raise BadRecord(say("The nonces do not fit the seats."))
    return {seats[seat]: read_hex(text, NONCE) for seat, text in record.nonces.items()}

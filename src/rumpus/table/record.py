"""A record: one game that can be read, replayed and checked without the room it was played in."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from hashlib import sha256
from typing import Annotated

import msgspec
from msgspec.structs import replace

from rumpus.rulekit.backend import Backend
from rumpus.rulekit.declare import NONE
from rumpus.rulekit.errors import Complaint
from rumpus.rulekit.sentence import Sentence, quoted, say

from . import deal
from .data import MISSED_KEPT, OVER, PLAYING, Entry, Missed, TableData
from .dealing import is_sealed, seals_of
from .errors import Refused
from .play import BOT, CLOCK, PERSON
from .reading import PRINTED, Number, TooLong, read
from .seat import Seat
from .series import view_of_series
from .settings import Settings
from .table import Table, acts_of
from .views import (
    Change,
    Choice,
    Line,
    Result,
    View,
    beats_of,
    choice_of,
    lines_for,
    result_of,
    view_of,
)

FORMAT, SEALED = 1, 2
"""Without and with seals of the nonces."""
FILE_BYTES = 1 << 20
"""A record in a file; the longest of hundreds of random games has 260,000 bytes with indents."""
MOST_TOLD = 20
"""How many disagreements are told one by one."""

Text = Annotated[str, msgspec.Meta(max_length=200, pattern=PRINTED)]
Name = Annotated[str, msgspec.Meta(max_length=40, pattern=PRINTED)]
Digits = Annotated[str, msgspec.Meta(max_length=128)]
Size = Annotated[int, msgspec.Meta(ge=0, le=64)]
Seconds = Annotated[int, msgspec.Meta(ge=0, le=1 << 40)]
Numbers = Annotated[list[Number], msgspec.Meta(max_length=64)]
Action = tuple[Number, Number, Text]


class RecordSeat(msgspec.Struct, frozen=True):
    """Who had a seat."""

    name: Name
    kind: Text
    level: Text = ""


class RecordResult(msgspec.Struct, frozen=True):
    """Every seat's place and points."""

    places: Numbers
    scores: Numbers


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A game; secret, nonces, key and result are there once it is over.

    `seals` are the hashes of nonces that were published before any was shown, `missed` says who did
    not seal or show theirs in time, and in which round; `round` is the one that was dealt. `series`
    says which game of a series it was, from 1; 0 if of none. `digest` is over all the rest, so that
    a changed name or option shows; older records have none.
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
    missed: Annotated[list[Missed], msgspec.Meta(max_length=MISSED_KEPT)] = []
    round: Number = 0
    digest: Digits = ""


records = msgspec.json.Decoder(Record)


class Step(msgspec.Struct, frozen=True):
    """One step of a replay: what was done, what happened, how the table changed with every line and
    in the end, and the table afterwards."""

    seat: int
    choice: Choice | None
    lines: list[Line]
    beats: list[Change]
    view: View


class BadRecord(Refused):
    """A record that cannot be read or replayed."""


def record_of(table: Table, *, with_actions: bool = False) -> Record:
    """A table's record. Before the end it tells what was done only to whoever runs the room."""
    data, result, series = table.data, result_of(table), view_of_series(table)
    acts = table.play.acts if table.play and (result or with_actions) else []
    notation = table.game.words.notation
    actions = [(a.seat, a.action, notation(a.action, a.seat, data.players)) for a in acts]
    return _written(data, actions, result, series.game if series else 0)


def record_of_closed(data: TableData, entries: Iterable[Entry]) -> Record:
    """The record of a table that was closed, maybe since its rules are no longer there: what was
    done, by its numbers alone."""
    return _written(data, [(act.seat, act.action, "") for act in acts_of(entries)])


def _written(
    data: TableData, actions: list[Action], result: Result | None = None, series: int = 0
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
        commitment=deal.commitment_to(bytes.fromhex(data.secret)),
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
    """A hash of everything in a record but the digest itself; what is empty does not count."""
    names = [name for name in Record.__struct_fields__ if name != "digest"]
    told = {name: value for name in names if (value := getattr(record, name))}
    return sha256(msgspec.json.encode(told, order="sorted")).hexdigest()


def vouched_for(record: Record) -> list[Sentence]:
    """What a record that agrees with itself proves, and what is only said in it."""
    digest = (
        say("Its digest fits: nothing was changed unless the digest was made anew.")
        if record.digest
        else say("It has no digest, so a changed name, level or date would not show.")
    )
    unproved = say(
        "Who sat where and when is what the record's writer says, and there is no chat in it."
    )
    return [digest, unproved]


def seals_told(record: Record) -> list[Sentence]:
    """What the seals of a record that agrees with itself prove, and for whom they do not."""
    if record.format != SEALED:
        return [
            say(
                "No nonce was sealed: whoever ran the room could have chosen the deal together "
                "with a player."
            )
        ]
    people = {str(n): s.name for n, s in enumerate(record.seats) if s.kind == PERSON}
    others = [name for seat, name in people.items() if seat not in record.seals]
    sealed = [record.seats[int(seat)].name for seat in sorted(record.seals)]
    told = []
    if sealed:
        told.append(
            say(
                "Sealed before any nonce was shown, and each as it was sealed: {names}.",
                names=tuple(sealed),
            )
        )
    if others:
        told.append(
            say("Not sealed, and not used for the deal: a nonce of {names}.", names=tuple(others))
        )
    if record.missed:
        late = tuple(
            say("{name} (round {round})", name=missed.name, round=missed.round)
            for missed in record.missed
        )
        told.append(
            say("Dealt in round {round}. Missing before: {late}.", round=record.round, late=late)
        )
    return told


def read_record(text: bytes | str) -> Record:
    """A record out of its JSON, or a sentence on what is wrong with it."""
    if len(text) > FILE_BYTES:
        raise TooLong(say("A record has at most {most} bytes.", most=FILE_BYTES))
    record = read(records, text, say("This is no record of a game"))
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


# --------------------------------------------------------------------------------- replaying
def table_of(record: Record, backend: Backend) -> Table:
    """The table of a record as it was just after the deal."""
    game = backend.game
    if (record.game, record.version) != (game.name, game.version):
        raise BadRecord(
            say(
                "The record is of {game} by version {version} of its rules; this Rumpus has "
                "version {ours} of {name}.",
                game=record.game,
                version=record.version,
                ours=game.version,
                name=game.name,
            )
        )
    if not record.secret:
        raise BadRecord(say("The game was not over, so its record does not say how it was dealt."))
    game.check_players(record.players)
    if len(record.seats) != record.players:
        raise BadRecord(
            say(
                "The record names {seats} of {players} seats.",
                seats=len(record.seats),
                players=record.players,
            )
        )
    if (result := record.result) and {len(result.places), len(result.scores)} != {record.players}:
        raise BadRecord(say("The result is not one of {players} players.", players=record.players))
    nonces = _nonces(record)
    seats = [
        Seat(s.kind, s.name, "", s.level, "", nonces[n].hex() if n in nonces else "")
        for n, s in enumerate(record.seats)
    ]
    _bytes(record.secret, SECRET)
    data = TableData(
        id="", game=game.name, version=game.version, players=record.players,
        options=game.settings(record.players, record.options), settings=Settings(timer=False),
        seats=seats, secret=record.secret, created=record.created, status=PLAYING,
    )  # fmt: skip
    return Table(backend, data, 0.0)


def played(record: Record, backend: Backend) -> Iterator[Table]:
    """The table after the deal and after every action."""
    table = table_of(record, backend)
    yield table
    for seat, action, _ in record.actions:
        table.act(seat, action, 0.0, _decided(record, seat))
        yield table


def check_viewer(record: Record, viewer: int) -> None:
    """Refuse whoever cannot have seen the game."""
    if not NONE <= viewer < len(record.seats):
        raise BadRecord(
            say(
                "There is no seat {seat} at a table of {players}.",
                seat=viewer + 1,
                players=len(record.seats),
            )
        )
    if record.result is None and viewer != NONE and record.seats[viewer].kind == BOT:
        raise BadRecord(say("The game is not over yet: what a bot sees is not shown."))


def step_of(record: Record, table: Table, number: int, viewer: int) -> Step:
    """The deal (0) or an action that was just carried out, as a viewer saw it."""
    play, lines = table.game_on(), lines_for(table, (viewer,), table.game_on().latest)
    beats = beats_of(play.backend, play.told, play.state, viewer, whole=not number)
    view = replace(view_of(table, viewer), beats=[])
    if not number:
        return Step(-1, None, lines, beats, view)
    seat, action, _ = record.actions[number - 1]
    choice = choice_of(table.game, action, seat, record.players)
    return Step(seat if seat < record.players else -1, choice, lines, beats, view)


def steps_of(record: Record, backend: Backend, viewer: int = NONE) -> Iterator[Step]:
    """The deal and then every action, as a viewer saw them."""
    check_viewer(record, viewer)
    for number, table in enumerate(played(record, backend)):
        yield step_of(record, table, number, viewer)


def _decided(record: Record, seat: int) -> str:
    """Who decided an action; the table itself has the seat behind the last."""
    if not 0 <= seat < record.players:
        return CLOCK
    return BOT if record.seats[seat].kind == BOT else PERSON


NONCE, SECRET = say("The nonce"), say("The secret")


def _bytes(text: str, what: Sentence) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise BadRecord(say("{what} is not written in hexadecimal digits.", what=what)) from None


def _nonces(record: Record) -> dict[int, bytes]:
    seats = {str(seat): seat for seat in range(record.players)}
    if any(seat not in seats or len(text) > 2 * deal.NONCE_MOST
           for seat, text in record.nonces.items()):  # fmt: skip
        raise BadRecord(say("The nonces do not fit the seats."))
    return {seats[seat]: _bytes(text, NONCE) for seat, text in record.nonces.items()}


# --------------------------------------------------------------------------------- verifying
def disagreements(record: Record, backend: Backend) -> list[Sentence]:
    """Everything in a record that does not fit: one sentence each, none if all is well."""
    checking = check(record, backend)
    while True:
        try:
            next(checking)
        except StopIteration as end:
            found: list[Sentence] = end.value
            return found


def check(record: Record, backend: Backend) -> Generator[None, None, list[Sentence]]:
    """The same, yielding after every action, so that others can have their turn."""
    if not record.secret:
        return [say("The game was not over, so nothing can be verified yet.")]
    found = badly_dealt(record)
    found += yield from _played_wrongly(record, backend)
    if not found and record.digest and record.digest != digest_of(record):
        found.append(say("The record was changed after it was written: its digest does not fit."))
    more = len(found) - MOST_TOLD
    if more <= 1:
        return found
    return [*found[:MOST_TOLD], say("And {more} more do not fit.", more=more)]


def badly_dealt(record: Record) -> list[Sentence]:
    """What does not fit in the parts of the deal: the secret, the nonces and their seals."""
    secret = _bytes(record.secret, SECRET)
    found: list[Sentence] = []
    if deal.commitment_to(secret) != record.commitment:
        found.append(say("The secret is not the one whose hash was published before the deal."))
    if deal.key_of(secret, _nonces(record)).hex() != record.key:
        found.append(say("The key is not made of the secret and the nonces."))
    return found + _sealed_wrongly(record)


def _sealed_wrongly(record: Record) -> list[Sentence]:
    if bool(record.seals or record.missed or record.round) != (record.format == SEALED):
        return [say("Whether nonces were sealed does not fit the record's format.")]
    if record.format != SEALED:
        return []
    found = [
        say(
            "The nonce of seat {seat} is not the one that was sealed before any was shown.",
            seat=seat,
        )
        for seat in sorted({*record.seals, *record.nonces})
        if seat not in record.nonces
        or deal.seal_of(_bytes(record.nonces[seat], NONCE)) != record.seals.get(seat)
    ]
    broken_off = {missed.round for missed in record.missed if 0 < missed.round < record.round}
    if len(broken_off) != record.round - 1 and len(record.missed) < MISSED_KEPT:
        found.append(say("A round was broken off, and the record does not say by whom."))
    if any(not 0 <= missed.seat < record.players for missed in record.missed):
        found.append(say("Somebody was missing in a seat that the table does not have."))
    late = [missed for missed in record.missed if missed.round >= record.round]
    if any(missed.round > record.round or str(missed.seat) in record.seals for missed in late):
        found.append(say("Somebody was missing in the last round whose nonce was used."))
    return found


def _played_wrongly(record: Record, backend: Backend) -> Generator[None, None, list[Sentence]]:
    try:
        table = table_of(record, backend)
    except Complaint as error:
        return [error.sentence]
    found: list[Sentence] = []
    words = table.game.words
    for number, (seat, action, notation) in enumerate(record.actions):
        try:
            table.act(seat, action, 0.0)
        except Complaint as error:
            why = say(
                "Action {number} does not fit the deal: {why}",
                number=number + 1,
                why=error.sentence,
            )
            return [*found, why]
        said = words.notation(action, seat, record.players)
        if said != notation:
            found.append(
                say(
                    "Action {number} is '{said}', not '{written}'.",
                    number=number + 1,
                    said=said,
                    written=quoted(notation),
                )
            )
        yield
    play, result = table.game_on(), record.result
    if table.data.status != OVER:
        return [*found, say("The game is not over yet, as far as its actions go.")]
    scores, places = backend.scores(play.state), backend.places(play.state)
    if result is None:
        found.append(say("The record has no result."))
    elif result.places != places:
        ours, theirs = tuple(places), tuple(result.places)
        found.append(say("The places are {ours}, not {theirs}.", ours=ours, theirs=theirs))
    elif result.scores != scores:
        ours, theirs = tuple(scores), tuple(result.scores)
        found.append(say("The points are {ours}, not {theirs}.", ours=ours, theirs=theirs))
    return found

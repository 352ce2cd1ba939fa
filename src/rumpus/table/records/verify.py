"""Verifying a record: do its deal, its actions and its result agree?"""

from __future__ import annotations

from collections.abc import Generator

from rumpus.rulekit.errors import Complaint
from rumpus.rulekit.sentence import Sentence, quoted, say
from rumpus.running.backend import Backend
from rumpus.table.data.table_data import MISSED_KEPT, OVER
from rumpus.table.dealing import keys
from rumpus.table.play import PERSON

from .record import NONCE, SEALED, SECRET, Record, digest_of, nonces_in, read_hex
from .replay import table_of

MOST_TOLD = 20
"""The most disagreements to list one by one."""


def vouched_for(record: Record) -> list[Sentence]:
    """What a consistent record proves, and what it only claims."""
    digest = (
        say("Its digest matches: nothing was changed, unless the digest was recomputed.")
        if record.digest
        else say("It has no digest, so a changed name, level or date would not show.")
    )
    unproved = say(
        "Who sat where and when is what the record's writer says, and there is no chat in it."
    )
    return [digest, unproved]


def seals_told(record: Record) -> list[Sentence]:
    """What the seals of a consistent record prove, and for whom they do not."""
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


def disagreements(record: Record, backend: Backend) -> list[Sentence]:
    """A sentence for everything in a record that does not agree."""
    checking = check(record, backend)
    while True:
        try:
            next(checking)
        except StopIteration as end:
            found: list[Sentence] = end.value
            return found


def check(record: Record, backend: Backend) -> Generator[None, None, list[Sentence]]:
    """The same as a generator that yields after every action, for cooperative scheduling."""
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
    """What does not agree in the deal: the secret, the nonces and their seals."""
    secret = read_hex(record.secret, SECRET)
    found: list[Sentence] = []
    if keys.commitment_to(secret) != record.commitment:
        found.append(say("The secret is not the one whose hash was published before the deal."))
    if keys.key_of(secret, nonces_in(record)).hex() != record.key:
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
        or keys.seal_of(read_hex(record.nonces[seat], NONCE)) != record.seals.get(seat)
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

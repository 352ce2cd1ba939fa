"""Back ends: the same game, run interpreted, checked or native, behind the same few calls.

A state is whatever the back end likes; its bytes (`pack`, `load`) are the same in all of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from itertools import chain, pairwise
from random import Random
from struct import Struct, unpack_from
from typing import Any, NamedTuple

from .checked import checked_rows, checked_state, faults
from .declare import NONE
from .engine import DICE, LOOK
from .entries import ENTRIES
from .errors import IllegalAction
from .game import Game
from .interpret import Binder
from .intrinsics import EVERYONE
from .log import Event, Log, Told
from .options import Setting
from .sentence import Sentence, say
from .sets import members_of
from .spell import HEAD, Keys, pieces_of, room_for

KEY_WORDS = 8
WIDTH = 4
"""The bytes of a number in a row."""
HEADS = Struct(f"<{HEAD}i")
USUAL_LOOKS = 64
"""A page has room for so many looks at least."""


@cache
def seats_in(numbers: int) -> tuple[int, ...]:
    """The seats of a set."""
    return tuple(members_of(numbers))


def set_of(viewers: Collection[int]) -> int:
    """A set of viewers, in which seat n is n + 1 and who watches is 0."""
    return sum(1 << (viewer + 1) for viewer in viewers)


class Look(NamedTuple):
    """What a viewer may know: who looks, the facts and the zones (or how they change, beat by
    beat), who is asked and whether it is over, as an object of JSON that is not closed yet; and
    what the viewer may do."""

    written: bytes
    legal: tuple[int, ...]


class Page(NamedTuple):
    """Rows to write looks on: one call after the other writes on them, never two at once."""

    pieces: Any
    was: Any
    laid: Any
    out: Any
    room: int  # for how many looks


class Backend(ABC):
    """A game that can be played."""

    name: str

    def __init__(self, game: Game) -> None:
        self.game, self.layout = game, game.state.layout
        self.pages: dict[Keys, list[Page]] = {}

    # ----------------------------------------------------------------------------- what differs
    @abstractmethod
    def load(self, data: bytes) -> Any:
        """A state out of its bytes."""

    @abstractmethod
    def pack(self, s: Any) -> bytes:
        """The bytes of a state."""

    @abstractmethod
    def copy(self, s: Any) -> Any:
        """A second state like this one."""

    @abstractmethod
    def field(self, s: Any, name: str) -> Any:
        """A field's value: a number, or (nested) lists of them."""

    @abstractmethod
    def row(self, size: int, values: Sequence[int] = ()) -> Any:
        """A row for rules to read or write."""

    @abstractmethod
    def read(self, row: Any, n: int) -> tuple[int, ...]:
        """The first numbers of a row."""

    @abstractmethod
    def written(self, row: Any, n: int) -> bytes:
        """The same as bytes."""

    @abstractmethod
    def row_of(self, data: bytes) -> Any:
        """A row for rules to read, out of its bytes."""

    def scratch(self, s: Any) -> Any:
        """A state for a rule to overwrite."""
        return self.copy(s)

    @abstractmethod
    def run(self, rule: str, *arguments: Any) -> int:
        """Call an entry point; yes is 1, no and nothing are 0."""

    @abstractmethod
    def told(self, rule: str, s: Any, *arguments: int) -> list[Event]:
        """Call an entry point and keep what it tells."""

    @abstractmethod
    def told_in(self, rule: str, s: Any, *arguments: int) -> Told:
        """Call an entry point and keep what it tells, with the states."""

    @abstractmethod
    def kinds_told(self, rule: str, s: Any, *arguments: Any) -> int:
        """Call an entry point; the set of kinds of event that it told, however many."""

    # ----------------------------------------------------------------------------- starting
    def blank(
        self, players: int, settings: Mapping[str, Setting] | None = None, key: bytes = bytes(32)
    ) -> Any:
        """A state with options and key in place, before the deal."""
        s = self.game.state()
        for name, value in self.game.fields(players, settings or {}).items():
            setattr(s, name, value)
        if len(key) != 4 * KEY_WORDS:
            raise ValueError(f"A key has {4 * KEY_WORDS} bytes, not {len(key)}.")
        for i in range(KEY_WORDS):
            s.key[i] = int.from_bytes(key[4 * i : 4 * i + 4], "little", signed=True)
        return self.load(s.pack())

    def deal(
        self, players: int, settings: Mapping[str, Setting] | None = None, key: bytes = bytes(32)
    ) -> tuple[Any, list[Event]]:
        """A new game, and what is told of its deal."""
        s = self.blank(players, settings, key)
        return s, self.told("setup", s)

    def start(
        self,
        players: int,
        settings: Mapping[str, Setting] | None = None,
        *,
        seed: int = 0,
        number: int = 0,
    ) -> Any:
        """Game `number` of the series `seed`."""
        s = self.blank(players, settings)
        self.run("start", s, seed, number)
        return s

    # ----------------------------------------------------------------------------- asking
    def asks(self, s: Any) -> tuple[int, ...]:
        """The seats that the game waits for."""
        return seats_in(self.run("asks", s))

    def may(self, s: Any) -> tuple[int, ...]:
        """The seats that may act without being waited for."""
        return seats_in(self.run("may", s))

    def is_over(self, s: Any) -> bool:
        """Whether the game has ended."""
        return bool(self.run("is_over", s))

    def players(self, s: Any) -> int:
        """How many play."""
        game = self.game
        return int(self.field(s, "n_players")) if game.counts_players else game.players[0]

    def legal(self, s: Any, seat: int) -> list[int]:
        """The seat's legal actions; none for a seat that may not act now."""
        return self._written("allowed", s, seat, room=self.game.actions)

    def advice(self, s: Any, seat: int) -> dict[int, int]:
        """The weight of each legal action."""
        actions = self.legal(s, seat)
        if not actions:
            return {}
        weights = self._written("advise", s, seat, room=self.game.actions, n=len(actions))
        return dict(zip(actions, weights, strict=True))

    def timeout(self, known: Any, seat: int, rng: Random) -> int:
        """What is done for a seat whose time is up, from the state as it may know it: what the
        rules say, or where they leave it to chance, any choice."""
        action = int(self.run("timeout", known, seat))
        return action if action != NONE else rng.choice(self.legal(known, seat))

    def places(self, s: Any) -> list[int]:
        """Every seat's place; 1 is the winner's."""
        return self._written("places", s, room=self.game.players[-1], n=self.players(s))

    def scores(self, s: Any) -> list[int]:
        """Every seat's points."""
        return self._written("scores", s, room=self.game.players[-1], n=self.players(s))

    def _written(self, rule: str, *arguments: Any, room: int, n: int | None = None) -> list[int]:
        """What a rule writes into a row: `n` numbers, or as many as it says."""
        out = self.row(room)
        written = self.run(rule, *arguments, out)
        return list(self.read(out, written if n is None else n))

    # ----------------------------------------------------------------------------- acting
    def apply(self, s: Any, seat: int, action: int) -> list[Event]:
        """Carry out an action and return what is told of it, or refuse and change nothing."""
        self._check_legal(s, seat, action)
        return self.told("apply", s, seat, action)

    def apply_in(self, s: Any, seat: int, action: int) -> Told:
        """The same, with the states that it is told of."""
        self._check_legal(s, seat, action)
        return self.told_in("apply", s, seat, action)

    def _check_legal(self, s: Any, seat: int, action: int) -> None:
        legal = self.legal(s, seat)
        if action not in legal:
            raise IllegalAction(self.refusal(s, seat, action, legal))

    def states_of(self, told: Told) -> list[Any]:
        """The state before all that was told, then the one beside each event."""
        size, states = self.layout.size, told.states
        return [self.load(states[i : i + size]) for i in range(0, len(states), size)]

    def refusal(self, s: Any, seat: int, action: int, legal: list[int]) -> Sentence:
        """Why not, and what is allowed instead: nothing in it that the seat may not know."""
        players, words = self.players(s), self.game.words
        if not 0 <= seat < players:
            return say(
                "There is no seat {seat} at a table of {players}.", seat=seat + 1, players=players
            )
        if self.is_over(s):
            return say("The game is over.")
        if not legal:
            return say("Seat {seat} has nothing to decide now.", seat=seat + 1)
        allowed = ", ".join(words.notation(a, seat, players) for a in legal[:12])
        if not words.means(action, players):
            return say(
                "There is no action {action}; allowed now: {allowed}.",
                action=str(action),
                allowed=allowed,
            )
        return say(
            "'{action}' is not allowed now; allowed: {allowed}.",
            action=words.notation(action, seat, players),
            allowed=allowed,
        )

    # ----------------------------------------------------------------------------- knowing
    def redacted(self, s: Any, viewer: int = NONE) -> Any:
        """A copy without what the viewer may not know."""
        known = self.copy(s)
        self.run("redact", known, viewer)
        return known

    def imagined(self, s: Any, viewer: int, *, seed: int, number: int = 0) -> Any:
        """A random state that the viewer cannot tell from this one."""
        world = self.redacted(s, viewer)
        self.run("seed_key", world, seed, number)
        self.run("imagine", world, viewer)
        return world

    def show(self, s: Any, viewer: int = NONE) -> list[int]:
        """The table as laid out for a viewer."""
        return self._written("view", s, self.copy(s), viewer, room=self.game.show_room)

    def looks(self, s: Any, viewers: Collection[int], keys: Keys) -> dict[int, Look]:
        """Everything that some viewers are shown, in one call."""
        page = self._page(keys, len(viewers))
        n = self.run("looks", s, self.scratch(s), set_of(viewers), page.pieces, page.laid, page.out)
        return self._looks(keys, page, n, viewers)

    def beats(
        self, told: Told, s: Any, viewers: Collection[int], keys: Keys, *, whole: bool = False
    ) -> dict[int, Look]:
        """What was told, beat by beat, for some viewers: how the table changes for them with every
        event that they hear, and in the end up to the state as it is now; in one call. The first
        beat is `whole` for who does not know the state before."""
        events, size = told.events, self.layout.size
        page = self._page(keys, len(viewers) * (len(events) + 1))
        states = [told.states[i : i + size] for i in range(0, len(told.states), size)]
        changed = (was != now for was, now in pairwise((*states, self.pack(s))))
        audiences = (*(event.audience for event in events), EVERYONE)
        heard = array("i", chain.from_iterable(zip(audiences, changed, strict=True)))
        n = self.run(
            "beats", s, self.scratch(s), self.row_of(told.states),
            self.row_of(heard.tobytes()), len(events), int(whole), set_of(viewers),
            page.pieces, page.was, page.laid, page.out,
        )  # fmt: skip
        return self._looks(keys, page, n, viewers)

    def _looks(self, keys: Keys, page: Page, n: int, viewers: Collection[int]) -> dict[int, Look]:
        """Read what stands on a page, and leave it to others."""
        told = self.written(page.out, n)
        self.pages[keys].append(page)
        heads = HEADS.iter_unpack(told[: HEADS.size * len(viewers)])
        return {
            viewer: Look(
                told[WIDTH * begin : WIDTH * begin + size],
                unpack_from(f"<{actions}i", told, WIDTH * place),
            )
            for viewer, (actions, place, size, begin) in zip(sorted(viewers), heads, strict=True)
        }

    def _page(self, keys: Keys, looks: int) -> Page:
        """A page that nobody writes on, with room for so many looks."""
        try:
            page = self.pages[keys].pop()
        except (KeyError, IndexError):  # others are on all of them: asking first would be too late
            self.pages.setdefault(keys, [])
        else:
            if page.room >= looks:
                return page
        game, looks = self.game, max(looks, USUAL_LOOKS)
        pieces, laid = pieces_of(keys, game.words.fact_names), game.show_room + LOOK + game.actions
        out = self.row(looks * (room_for(laid, pieces) + game.actions))
        return Page(self.row(len(pieces), pieces), self.row(laid), self.row(laid), out, looks)

    # ----------------------------------------------------------------------------- bots
    def trace(self, s: Any, bots: Sequence[int], *, seed: int, number: int, most: int) -> list[int]:
        """Let bots play to the end; every decision as seat << 16 | action."""
        dice, out = self.row(DICE), self.row(most)
        self.run("seed_dice", dice, seed, number)
        n = self.run("trace", s, self.row(len(bots), bots), dice, out, most)
        return [int(decision) for decision in out[:n]]

    def check_size(self, data: bytes) -> bytes:
        """Bytes that can be a state of this game."""
        if len(data) != self.layout.size:
            raise ValueError(
                f"A state of {self.game.title} has {self.layout.size} bytes, not {len(data)}."
            )
        return data


class Interpreted(Backend):
    """The rules as the Python functions they are: the reference."""

    def __init__(self, game: Game, *, checked: bool = False) -> None:
        super().__init__(game)
        self.name, self.checked = "checked" if checked else "interpreted", checked
        self.program = game.program
        binder = Binder(game.hooks, checked=checked)
        self.rules = {rule.__name__: binder.rule(rule) for rule in ENTRIES}
        self.state = checked_state(game.state) if checked else game.state

    def load(self, data: bytes) -> Any:
        """A state out of its bytes."""
        s = self.state()
        s.unpack(self.check_size(data))
        return s

    def pack(self, s: Any) -> bytes:
        """The bytes of a state."""
        return bytes(s.pack())

    def copy(self, s: Any) -> Any:
        """A second state like this one."""
        return s.copy()

    def field(self, s: Any, name: str) -> Any:
        """A field's value: a number, or (nested) lists of them."""

        def plain(value: Any) -> Any:
            return [plain(x) for x in value] if isinstance(value, list) else int(value)

        return plain(getattr(s, name))

    def row(self, size: int, values: Sequence[int] = ()) -> Any:
        """A row for rules to read or write."""
        row = [*values, *[0] * (size - len(values))]
        return checked_rows(row, "a row", 32) if self.checked else row

    def read(self, row: Any, n: int) -> tuple[int, ...]:
        """The first numbers of a row."""
        return tuple(int(number) for number in row[:n])

    def written(self, row: Any, n: int) -> bytes:
        """The same as bytes."""
        return array("i", self.read(row, n)).tobytes()

    def row_of(self, data: bytes) -> Any:
        """A row for rules to read, out of its bytes."""
        numbers = array("i", data)
        return self.row(len(numbers), numbers)

    def run(self, rule: str, *arguments: Any) -> int:
        """Call an entry point; yes is 1, no and nothing are 0."""
        if self.checked:
            with faults():
                return int(self.rules[rule](*arguments) or 0)
        return int(self.rules[rule](*arguments) or 0)

    def told(self, rule: str, s: Any, *arguments: int) -> list[Event]:
        """Call an entry point and keep what it tells."""
        return self._log(Log(checked=self.checked), rule, s, *arguments).told()

    def told_in(self, rule: str, s: Any, *arguments: int) -> Told:
        """Call an entry point and keep what it tells, with the states."""
        states = [self.pack(s)]
        log = self._log(Log(checked=self.checked, states=states), rule, s, *arguments)
        return Told(log.told(), b"".join(states))

    def kinds_told(self, rule: str, s: Any, *arguments: Any) -> int:
        """Call an entry point; the set of kinds of event that it told, however many."""
        return self._log(Log(), rule, s, *arguments).kinds

    def _log(self, log: Log, rule: str, s: Any, *arguments: Any) -> Log:
        s.log = log
        try:
            self.run(rule, s, *arguments)
        finally:
            s.log = None
        return log

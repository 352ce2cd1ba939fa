"""Tables of Tuck It for tests, written the way they look.

    t = table(pile="8 K", hand={"P1": "A A A"})
    t.do("P1 A", "P1 A", "P1 done")
    assert t.pile == "8 K A A" and t.turn == "P2"

Players are P1 to P6, clockwise. The pile is written from its bottom to its top, the Draw Pile and
Stacks from the top down. In a Stack `^` is face up and `v` face down; `!` behind a card in a hand
or a Stack says that everybody knows it. A player whose hand or Stacks are not named gets any cards;
all other cards of the sets lie in the Draw Pile, or in Phase 2 in the Trash Pile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

from rumpus.games.tuckit import game
from rumpus.games.tuckit.cards import HAND_SIZE, KIND, LETTERS, PRINT_LETTERS, STACKS
from rumpus.games.tuckit.options import MAX_PLAYERS
from rumpus.games.tuckit.rules.hands import lay_open
from rumpus.games.tuckit.rules.setup import copies_in_play
from rumpus.games.tuckit.rules.turns import start_turn
from rumpus.games.tuckit.state import (
    COMMUNITY_PILE,
    DRAW_PILE,
    TRASH_PILE,
    State,
    hand_of,
    stack_of,
)
from rumpus.games.tuckit.words import BUILDING, PLAYED
from rumpus.rulekit import NONE, Chance, first_n, roll, state
from rumpus.rulekit.layout import Zone
from rumpus.rulekit.log import Event
from rumpus.rulekit.options import Setting
from rumpus.rulekit.piles import flip, put_on, put_under, turn_card
from rumpus.rulekit.piles import pile as cards_of
from rumpus.running.backend import Backend
from tests.games.game_table import GameTable

NAMES = tuple(f"P{seat + 1}" for seat in range(MAX_PLAYERS))
Lay = Callable[..., "Table"]
"""What the fixtures `table`, `dealt` and `deal` are."""


def seat_of(name: str) -> int:
    """P1 is seat 0."""
    return NAMES.index(name)


# --------------------------------------------------------------------------------- chance
@state
class Dice(Chance):
    """Chance alone, to look for a key that rolls what a test wants."""


@cache
def key_for(rolls: tuple[int, ...], seed: int) -> list[int]:
    """A key whose first rolls are these."""
    chance = Random(f"{rolls} {seed}")
    while True:
        dice = Dice()
        dice.key = [chance.randrange(-(1 << 31), 1 << 31) for _ in range(8)]
        key = list(dice.key)
        if all(roll(dice, 6) == wanted for wanted in rolls):
            return key


# --------------------------------------------------------------------------------- the box
class Box:
    """The cards of the chosen sets, from which a table is laid out."""

    def __init__(self, s: State, seed: int) -> None:
        copies = [copies_in_play(s, printed) for printed in range(len(PRINT_LETTERS))]
        self.left = [printed for printed, n in enumerate(copies) for _ in range(n)]
        Random(seed).shuffle(self.left)
        self.s, self.cards = s, len(self.left)
        self.next = 0

    def take(self, letters: str) -> int:
        """Put a card of this kind into a sleeve; returns the sleeve."""
        kind = LETTERS.index(letters)
        found = next((printed for printed in self.left if KIND[printed] == kind), None)
        assert found is not None, f"there is no {letters} left in the box"
        return self.sleeve(found)

    def sleeve(self, printed: int) -> int:
        """The next sleeve gets this card."""
        self.left.remove(printed)
        card, self.next = self.next, self.next + 1
        self.s.face[card] = printed
        return card

    def any(self) -> int:
        """Any card that no Skip player and no Dark Q comes from."""
        plain = (p for p in self.left if PRINT_LETTERS[p] not in ("SK", "DQ", "DI"))
        return self.sleeve(next(plain, self.left[0]))


def to_hand(box: Box, seat: int, cards: Sequence[str]) -> None:
    """Give a player these cards."""
    for text in cards:
        card = box.take(text.rstrip("!"))
        put_on(box.s, hand_of(seat), card)
        box.s.seen[card] = int(text.endswith("!"))


def to_stack(box: Box, seat: int, number: int, cards: Sequence[str]) -> None:
    """Build a Stack from the top down."""
    for text in cards:
        side = text.rstrip("!")[-1]
        assert side in "^v", f"{text}: write ^ for face up, v for face down"
        card = box.take(text.rstrip("!")[:-1])
        put_under(box.s, stack_of(seat, number), card)
        turn_card(box.s, card, side == "^")
        seen = side == "^" and (box.s.covered_faceup_visible or text is cards[0])
        box.s.seen[card] = int(bool(seen) or text.endswith("!"))


def any_player(box: Box, seat: int, *, with_hand: bool, with_stacks: bool) -> None:
    """Give a player any cards."""
    for number in range(STACKS if with_stacks else 0):
        for side in ("^", "v"):
            card = box.any()
            put_under(box.s, stack_of(seat, number), card)
            turn_card(box.s, card, side == "^")
            box.s.seen[card] = int(side == "^")
    for _ in range(HAND_SIZE if with_hand else 0):
        put_on(box.s, hand_of(seat), box.any())


def blank(players: int, settings: Mapping[str, Setting], rolls: Sequence[int], seed: int) -> State:
    """A state with options and key in place."""
    s: State = game.state()
    for name, value in game.fields(players, settings).items():
        setattr(s, name, value)
    s.key = key_for(tuple(rolls), seed)
    return s


def lay_out(
    backend: Backend,
    players: int = 3,
    *,
    pile: str = "",
    hand: Mapping[str, str] | None = None,
    stacks: Mapping[str, Sequence[str]] | None = None,
    draw: str | None = None,
    phase: int = 1,
    trash: str = "",
    turn: str = "P1",
    direction: int = 1,
    die: int = 0,
    turned: Sequence[tuple[str, int]] = (),
    turns: int = 0,
    rolls: Sequence[int] = (),
    seed: int = 1,
    **settings: Setting,
) -> Table:
    """A table in the middle of a game, at the start of somebody's turn.

    `draw` names the top cards of the Draw Pile; all cards named nowhere lie under them. With
    `phase=2` there is none. `turned` names Stacks that were turned over before.
    """
    s = blank(players, settings, rolls, seed)
    box = Box(s, seed)
    hands, built = hand or {}, stacks or {}
    drawn = [box.take(letters) for letters in (draw or "").split()]
    for letters in pile.split():
        lay_open(s, box.take(letters), COMMUNITY_PILE)
    for letters in trash.split():
        lay_open(s, box.take(letters), TRASH_PILE)
    for name, text in hands.items():
        to_hand(box, seat_of(name), text.split())
    for name, number in turned:
        flip(s, stack_of(seat_of(name), number - 1))
    for name, texts in built.items():
        for number, text in enumerate(texts):
            to_stack(box, seat_of(name), number, text.split())
    for seat in range(players):
        name = NAMES[seat]
        any_player(box, seat, with_hand=name not in hands, with_stacks=name not in built)
    rest = [box.sleeve(printed) for printed in list(box.left)]
    for card in rest if phase == 1 else ():
        put_on(s, DRAW_PILE, card)
    for card in rest if phase == 2 else ():
        lay_open(s, card, TRASH_PILE)
    for card in reversed(drawn):
        put_on(s, DRAW_PILE, card)
    s.direction, s.die, s.turns = direction, die, turns
    start_turn(s, seat_of(turn))
    return Table(backend, backend.load(packed(s)))


def packed(s: Any) -> bytes:
    """A state's bytes."""
    data: bytes = s.pack()
    return data


def deal_out(
    backend: Backend,
    players: int,
    hands: Mapping[str, str],
    *,
    rolls: Sequence[int] = (),
    seed: int = 1,
    **settings: Setting,
) -> Table:
    """A table just dealt, at which everybody builds Stacks: nine cards each, as named."""
    s = blank(players, settings, rolls, seed)
    box = Box(s, seed)
    for name, text in hands.items():
        assert len(text.split()) == 9
        to_hand(box, seat_of(name), text.split())
    for seat in range(players):
        while s.size[hand_of(seat)] < 9:
            put_on(s, hand_of(seat), box.any())
    for printed in list(box.left):
        put_on(s, DRAW_PILE, box.sleeve(printed))
    s.stage, s.waiting = BUILDING, first_n(players)
    return Table(backend, backend.load(packed(s)))


# --------------------------------------------------------------------------------- the table
class Table(GameTable):
    """A table to play at and to inspect."""

    seats = NAMES

    def __init__(self, backend: Backend, s: Any, events: list[Event] | None = None) -> None:
        super().__init__(backend, s, events)
        self.cards = self.count()

    # ----------------------------------------------------------------------------- acting
    def do(self, *texts: str) -> None:
        """Act: `P1 10`, `P1 stack 2`, `P1 done`; several cards as `P1 8 8 done`."""
        self.events = []
        for text in texts:
            name, words = text.split(maxsplit=1)
            for notation in self.notations(words):
                action = game.words.parse(notation, seat_of(name), self.players)
                self.events += self.backend.apply(self.s, seat_of(name), action)
                assert self.count() == self.cards, "cards were lost or made"

    @staticmethod
    def notations(words: str) -> list[str]:
        """`8 8 done` is three actions, `stack 2` is one."""
        parts = words.split()
        return parts if all(part in (*LETTERS, "done") for part in parts) else [words]

    def build(self, name: str, *stacks: str) -> None:
        """Build three Stacks, each `K 4` from the top."""
        for letters in " ".join(stacks).split():
            self.do(f"{name} {letters}")

    def tuck(self, name: str, letters: str, number: int) -> None:
        """Tuck a card under a Stack."""
        events: list[Event] = []
        for text in (f"{name} stack {number}", f"{name} {letters}"):
            self.do(text)
            events += self.events
        self.events = events

    def take(self, *texts: str) -> Table:
        """A second table at which this is done."""
        twin = self.copy()
        twin.do(*texts)
        return twin

    # ----------------------------------------------------------------------------- asking
    def choices(self, name: str) -> list[str]:
        """What a player may do now."""
        seat = seat_of(name)
        legal = self.backend.legal(self.s, seat)
        return [game.words.notation(action, seat, self.players) for action in legal]

    def can(self, text: str) -> bool:
        """Whether this can be done, all of it."""
        twin = self.copy()
        name, words = text.split(maxsplit=1)
        for notation in self.notations(words):
            if notation not in twin.choices(name):
                return False
            twin.do(f"{name} {notation}")
        return True

    def every_play(self, name: str) -> set[str]:
        """All plays that a player can make, each as the cards it adds to the pile."""
        found = set()
        for first in self.choices(name):
            if first in LETTERS or first.startswith("stack"):
                twin = self.take(f"{name} {first}")
                found |= {" ".join(cards) for cards in twin.plays_on(name) if cards}
        return found

    def plays_on(self, name: str) -> Iterator[tuple[str, ...]]:
        """All ways to go on with a play."""
        laid = tuple(game.words.letters[e.numbers[1]] for e in self.events if e.kind == PLAYED)
        if self.stage != "adding cards":
            yield laid
            return
        for choice in self.choices(name):
            twin = self.take(f"{name} {choice}")
            for further in [()] if choice == "done" else twin.plays_on(name):
                yield laid + further

    # ----------------------------------------------------------------------------- looking
    @property
    def plain(self) -> State:
        """The state as plain numbers and lists."""
        s: State = game.state()
        s.unpack(self.backend.pack(self.s))  # type: ignore[attr-defined]
        return s

    def lying(self, zone: int) -> list[int]:
        """The cards of a zone from its top."""
        return list(cards_of(self.plain, zone))

    def written(self, cards: Sequence[int]) -> list[str]:
        s = self.plain
        return [PRINT_LETTERS[s.face[card]] for card in cards]

    def count(self) -> Counter[int]:
        """How many cards there are of each kind, wherever they lie."""
        s = self.plain
        assert set(s.seen) <= {0, 1} and all(map(self.is_open, (COMMUNITY_PILE, TRASH_PILE)))
        return Counter(s.face[card] for card, zone in enumerate(s.zone) if zone != NONE)

    def is_open(self, zone: int) -> bool:
        """Whether everybody has seen all cards of a zone, and they lie face up."""
        s = self.plain
        return all(s.seen[c] and s.side[c] != s.turned[zone] for c in self.lying(zone))

    @property
    def names(self) -> list[str]:
        return list(NAMES[: self.players])

    @property
    def pile(self) -> str:
        """The Community Pile from its bottom."""
        return " ".join(reversed(self.written(self.lying(COMMUNITY_PILE))))

    @property
    def trash(self) -> Counter[str]:
        return Counter(self.written(self.lying(TRASH_PILE)))

    @property
    def draw(self) -> list[str]:
        """The Draw Pile from its top, which nobody at the table may know."""
        return self.written(self.lying(DRAW_PILE))

    def hand(self, name: str) -> str:
        """A hand, sorted by kinds."""
        return " ".join(sorted(self.written(self.lying(hand_of(seat_of(name)))), key=by_kind))

    def known(self, name: str) -> str:
        """The cards of a hand that everybody knows."""
        s = self.plain
        cards = [card for card in self.lying(hand_of(seat_of(name))) if s.seen[card]]
        return " ".join(sorted(self.written(cards), key=by_kind))

    def stack(self, name: str, number: int) -> str:
        """A Stack from its top, as `Q^ Qv`."""
        s = self.plain
        zone = stack_of(seat_of(name), number - 1)
        sides = ["^" if s.side[c] != s.turned[zone] else "v" for c in self.lying(zone)]
        written = self.written(self.lying(zone))
        return " ".join(card + side for card, side in zip(written, sides, strict=True))

    def stacks(self, name: str) -> list[str]:
        return [self.stack(name, number) for number in (1, 2, 3)]

    @property
    def stage(self) -> str:
        name: str = game.words.stages[self["stage"]].name
        return name

    @property
    def phase(self) -> int:
        return int(self.facts()["phase"])

    @property
    def direction(self) -> int:
        return int(self["direction"])

    @property
    def turn(self) -> str:
        """Who is asked; nobody when the game is over."""
        return " ".join(NAMES[seat] for seat in self.backend.asks(self.s))

    @property
    def may(self) -> str:
        """Who may act without being asked."""
        return " ".join(NAMES[seat] for seat in self.backend.may(self.s))

    @property
    def winner(self) -> str:
        seat = self["winner"]
        return "" if seat == NONE else NAMES[seat]

    @property
    def gears(self) -> list[int]:
        return self.backend.scores(self.s)

    @property
    def log(self) -> list[str]:
        """All events of the last actions, whoever was told."""
        return [game.words.say_event(e.kind, e.numbers, self.names) for e in self.events]

    def heard_by(self, name: str = "") -> list[str]:
        """What a player heard of the last actions; without a name, a spectator."""
        viewer = seat_of(name) if name else NONE
        heard = [event for event in self.events if event.is_for(viewer)]
        return [game.words.say_event(e.kind, e.numbers, self.names) for e in heard]

    def facts(self, name: str = "") -> dict[str, int]:
        return dict(zip(game.words.fact_names, self.seen_by(name).facts, strict=True))

    def zone(self, viewer: str, zone: str, owner: str = "") -> Zone:
        """One zone as a viewer sees it."""
        number, seat = game.words.zone_words.index(zone), seat_of(owner) if owner else NONE
        return next(z for z in self.seen_by(viewer).zones if (z.zone, z.owner) == (number, seat))

    def faces(self, viewer: str, zone: str, owner: str = "") -> str:
        """The cards of a zone as a viewer sees them; `?` is a card that shows nothing."""
        groups = self.zone(viewer, zone, owner).groups
        return " ".join(
            " ".join([PRINT_LETTERS[g.face] if g.face >= 0 else "?"] * g.cards) for g in groups
        )


def by_kind(letters: str) -> int:
    """The order of kinds."""
    return PRINT_LETTERS.index(letters)

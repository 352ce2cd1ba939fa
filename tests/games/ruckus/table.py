"""Tables of Ruckus for tests, written the way they look.

    t = table(hands={"A": "a b"}, piles={"C": "a:2"})
    t.do("A steal a C")
    assert t.pile("A") == "a:3" and t.hand("A") == "b"

Players are A to E, clockwise. Designs are a to l, as in the rules; HR, the Happy Robot of the
rulebook's example, is i. The deck holds exactly the remaining cards; `t.deal(A="a")` deals so that
A gets an a.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from itertools import count
from random import Random
from typing import Any

from rumpus.games.ruckus import game
from rumpus.games.ruckus.cards import BOX, COPIES, DESIGNS, SLOTS
from rumpus.games.ruckus.options import MANUAL, MAX_PLAYERS
from rumpus.games.ruckus.state import UNKNOWN
from rumpus.games.ruckus.words import (
    BUILD,
    CALL,
    DEAL,
    END,
    FLURRY,
    LAST_FLURRY,
    LAY,
    OUT,
    OVER,
    READY,
    SCORING,
    STEAL,
    TIME_IS_UP,
    WAIT,
    YOURS,
)
from rumpus.rulekit import NONE
from rumpus.rulekit.log import Event
from rumpus.rulekit.options import Setting
from rumpus.running.backend import Backend
from rumpus.running.native import Native
from tests.games.game_table import GameTable

NAMES = "ABCDE"
LETTERS = "abcdefghijkl"
STAGES = {FLURRY: "flurry", LAST_FLURRY: "last flurry", SCORING: "scoring", OVER: "over"}
PLAIN = {
    "wait": WAIT, "out": OUT, "deal": DEAL, "ready": READY, "call": CALL, "end": END,
    "time": TIME_IS_UP,
}  # fmt: skip
Lay = Callable[..., "Table"]
"""What the fixtures `table` and `deal` are."""


def design(word: str) -> int:
    """A design by its letter."""
    return 8 if word == "HR" else LETTERS.index(word)


def cards(text: str) -> list[int]:
    """The designs of a hand: `a b HR`."""
    return [design(word) for word in text.split()]


def sizes(text: str) -> dict[int, int]:
    """The piles of a player: `a:2 HR:3`."""
    return {design(word): int(n) for word, n in (pile.split(":") for pile in text.split())}


def letters(designs: list[int]) -> str:
    return " ".join(LETTERS[card] for card in designs)


def seats(names: str) -> int:
    """The set of some seats."""
    return sum(1 << NAMES.index(name) for name in names)


@cache
def native() -> Native:
    return Native(game)


def lay_out(
    backend: Backend,
    players: int = 3,
    *,
    hands: Mapping[str, str] | None = None,
    piles: Mapping[str, str] | None = None,
    totals: Mapping[str, int] | None = None,
    dealer: str = "A",
    deck: int | None = None,
    deals: int = 1,
    round_number: int = 1,
    stage: int = FLURRY,
    ready: str = "",
    extra_rounds: int = 0,
    ticks: int = 0,
    seed: int = 1,
    **settings: Setting,
) -> Table:
    """A table in the middle of a flurry.

    With `deck`, that many cards stay in the deck and all others that are not named go to the last
    player, who must not be named: whole designs onto piles, what is left into the hand.
    """
    s = game.state()
    for name, value in game.fields(players, settings).items():
        setattr(s, name, value)
    chance = Random(seed)
    s.key = [chance.randrange(-(1 << 31), 1 << 31) for _ in range(8)]
    box = Counter(BOX)
    for name, text in (hands or {}).items():
        seat = NAMES.index(name)
        for card in cards(text):
            box[card] -= 1
            s.hand[seat * SLOTS + s.n_hand[seat]] = card
            s.n_hand[seat] += 1
    for name, text in (piles or {}).items():
        for card, n in sizes(text).items():
            box[card] -= n
            s.pile[NAMES.index(name)][card] = n
    assert min(box.values()) >= 0, "there are not that many cards of a design"
    rest = sorted(box.elements())
    if deck is not None:
        away, rest = rest[deck:], rest[:deck]
        for card, n in Counter(away).items():
            if n > 1:
                s.pile[players - 1][card] += n
            else:
                s.hand[(players - 1) * SLOTS + s.n_hand[players - 1]] = card
                s.n_hand[players - 1] += 1
    s.n_deck = len(rest)
    s.deck = rest + [UNKNOWN] * (len(BOX) - len(rest))
    for name, total in (totals or {}).items():
        s.total[NAMES.index(name)] = total
    s.dealer, s.deals, s.round_number = NAMES.index(dealer), deals, round_number
    s.stage, s.ready, s.extra_rounds, s.ticks = stage, seats(ready), extra_rounds, ticks
    if s.lay_mode != MANUAL:
        s.tidy = seats(NAMES[:players])
    return Table(backend, backend.load(s.pack()))


class Table(GameTable):
    """A table to play at and to inspect."""

    seats = NAMES

    def __init__(self, backend: Backend, s: Any, events: list[Event] | None = None) -> None:
        super().__init__(backend, s, events)
        self.count_cards()

    # ----------------------------------------------------------------------------- acting
    def do(self, *texts: str) -> Table:
        """Act: `A steal a C`, `A build a`, `A out`; what the table does: `deal`, `end`, `time`."""
        for text in texts:
            seat, action = self.action(text)
            self.apply(seat, action)
        return self

    def apply(self, seat: int, action: int) -> None:
        self.events = self.backend.apply(self.s, seat, action)
        self.count_cards()

    def action(self, text: str) -> tuple[int, int]:
        """The seat and the number of an action."""
        name, _, rest = text.partition(" ")
        if name not in NAMES[: self.players]:
            return self.players, PLAIN[name]
        seat = NAMES.index(name)
        verb, *words = rest.split()
        if verb == "steal":
            k = (NAMES.index(words[1]) - seat) % self.players
            return seat, STEAL + DESIGNS * (k - 1) + design(words[0])
        if verb in ("build", "lay"):
            return seat, (BUILD if verb == "build" else LAY) + design(words[0])
        return seat, PLAIN[verb]

    def may_do(self, text: str) -> bool:
        """Whether an action is legal."""
        seat, action = self.action(text)
        return action in self.backend.legal(self.s, seat)

    def deal(self, **wanted: str) -> Table:
        """Another deal by the table, in which some players get the wanted cards."""
        aim = {(1 << NAMES.index(name), design(card)) for name, card in wanted.items()}
        s = game.state()
        s.unpack(self.backend.pack(self.s))
        for key in count(1):
            s.key[0], s.drawn = key, 0
            told = native().told("apply", native().load(s.pack()), self.players, DEAL)
            dealt = {(event.audience, event.numbers[0]) for event in told if event.kind == YOURS}
            if aim <= dealt:
                break
            assert key < 100_000, "the deck does not hold these cards"
        self.s = self.backend.load(s.pack())
        return self.do("deal")

    def tick(self, **choices: str) -> Table:
        """Everybody chooses; players who are not named wait."""
        for name in self.names:
            self.do(f"{name} {choices.get(name, 'wait')}")
        return self

    def all_ready(self) -> Table:
        """Everybody is ready."""
        return self.do(*(f"{name} ready" for name in self.names))

    # ----------------------------------------------------------------------------- looking
    @property
    def names(self) -> str:
        return NAMES[: self.players]

    def cards_of(self, name: str) -> list[int]:
        seat = NAMES.index(name)
        held: list[int] = self["hand"][seat * SLOTS : seat * SLOTS + self["n_hand"][seat]]
        return held

    def hand(self, name: str) -> str:
        """A hand, such as `a b`."""
        return letters(self.cards_of(name))

    def pile(self, name: str) -> str:
        """Somebody's piles, such as `a:2 b:3`."""
        piles = self["pile"][NAMES.index(name)]
        return " ".join(f"{LETTERS[card]}:{n}" for card, n in enumerate(piles) if n)

    def out_card(self, name: str) -> str:
        card = self["out_card"][NAMES.index(name)]
        return "" if card == NONE else LETTERS[card]

    def among(self, field: str) -> str:
        """The players in a set of seats."""
        return "".join(name for seat, name in enumerate(self.names) if self[field] >> seat & 1)

    @property
    def stage(self) -> str:
        return STAGES[self["stage"]]

    @property
    def dealer(self) -> str:
        return NAMES[self["dealer"]]

    @property
    def totals(self) -> list[int]:
        return list(self["total"][: self.players])

    @property
    def points(self) -> list[int]:
        """The scores of the last round."""
        return list(self["points"][: self.players])

    @property
    def asked(self) -> str:
        return "".join(NAMES[seat] for seat in self.backend.asks(self.s))

    @property
    def winners(self) -> str:
        assert self.stage == "over", "the game is not over"
        return "".join(
            name for name, place in zip(self.names, self.places, strict=True) if place == 1
        )

    def choices(self, name: str) -> list[str]:
        """What a player may do: `steal a C`."""
        found = []
        for action in self.backend.legal(self.s, NAMES.index(name)):
            text = game.words.notation(action, NAMES.index(name), self.players)
            verb, *words = text.split()
            if words:
                words[0] = LETTERS[[d.lower() for d in game.words.letters].index(words[0].lower())]
            if len(words) > 1:
                words[1] = NAMES[int(words[1]) - 1]
            found.append(" ".join([verb, *words]))
        return found

    @property
    def log(self) -> list[str]:
        """What everybody was told about the last action."""
        return [
            game.words.say_event(event.kind, event.numbers, self.names)
            for event in self.events
            if event.is_for(NONE)
        ]

    def told(self, *kinds: int) -> list[tuple[int, ...]]:
        """The numbers of the last events of some kinds."""
        return [event.numbers for event in self.events if event.kind in kinds]

    def count_cards(self) -> None:
        """RU-INV-4: no card is lost or created; unused places are blank."""
        assert set(self["deck"][self["n_deck"] :]) <= {UNKNOWN}
        for seat in range(MAX_PLAYERS):
            end = (seat + 1) * SLOTS
            assert set(self["hand"][end - SLOTS + self["n_hand"][seat] : end]) <= {UNKNOWN}
        found = Counter(self["deck"][: self["n_deck"]])
        for name in self.names:
            found.update(self.cards_of(name))
            found.update(dict(enumerate(self["pile"][NAMES.index(name)])))
            if self.out_card(name):
                found[design(self.out_card(name))] += 1
        assert [found[card] for card in range(DESIGNS)] == list(COPIES)

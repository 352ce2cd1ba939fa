"""Tables of Mantis for tests, written the way they look.

    t = table(players=3, tanks={"A": "RRG"}, scores={"A": 3}, top="R RGB")
    t.do("A SCORE")
    assert t.tank("A") == "G" and t.scored("A") == 6 and t.turn == "B"

Players are A to F, clockwise. A Tank is written by its colours' letters; where it matters which
cards lie in it, as `R/RGB G/RGB`. The Draw Pile holds exactly the other cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from rumpus.games.mantis import game
from rumpus.games.mantis.cards import (
    BACK,
    BACKS,
    CARDS,
    COLOUR_LETTERS,
    COLOURS,
    DECK,
    FRONT,
    PART,
    PARTS,
    TRIPLES,
    Card,
    read_card,
)
from rumpus.games.mantis.rules import UNKNOWN
from rumpus.games.mantis.words import ACTIONS, SCORE, STOP
from rumpus.rulekit import NONE
from rumpus.rulekit.log import Event
from rumpus.rulekit.sets import first_n
from rumpus.running.backend import Backend
from tests.games.game_table import GameTable

NAMES = "ABCDEF"
Lay = Callable[..., "Table"]
"""What the fixtures `table` and `deal` are."""


# --------------------------------------------------------------------------------- the box
class Box:
    """The 105 cards, from which a table is laid out."""

    def __init__(self) -> None:
        self.cards: list[int | None] = list(range(CARDS))

    def take(self, text: str) -> int:
        """A card, written `R RGB`, `R/RGB` or just `R`."""
        if len(text) == 1:
            wanted = [c for c in self.left() if FRONT[c] == COLOUR_LETTERS.index(text)]
        else:
            card = read_card(text.replace("/", " "))
            wanted = [c for c in self.left() if DECK[c] == card]
        assert wanted, f"there is no card {text} left in the box"
        return self.out(wanted[-1])

    def out(self, card: int) -> int:
        """Take this card out."""
        self.cards[card] = None
        return card

    def left(self) -> list[int]:
        """What is still in the box."""
        return [card for card in self.cards if card is not None]


def words_of(tank: str) -> list[str]:
    """The cards of a Tank: `RRG` is three, `R/RGB G/RGB` two."""
    return [part for word in tank.split() for part in ([word] if "/" in word else word)]


def place_cards(
    s: Any,
    *,
    tanks: Mapping[str, str] | None = None,
    scores: Mapping[str, int] | None = None,
    top: str = "",
    rest: str = "",
    pile: int | None = None,
) -> None:
    """Lay out all cards again.

    `top` is the card on top of the Draw Pile; without it, any card. All other cards lie in the
    Draw Pile, or in the Tank of the player named by `rest`. `pile` says how many cards the Draw
    Pile has then, and is checked.
    """
    box = Box()
    s.tank = [[0] * COLOURS for _ in NAMES]
    s.score = [0] * len(NAMES)
    whole = [word for tank in (tanks or {}).values() for word in words_of(tank) if "/" in word]
    taken = {word: box.take(word) for word in whole}
    on_top = box.take(top) if top else None
    for name, tank in (tanks or {}).items():
        for word in words_of(tank):
            card = taken[word] if word in taken else box.take(word)
            s.tank[NAMES.index(name)][FRONT[card]] += 1
    for name, scored in (scores or {}).items():
        s.score[NAMES.index(name)] = scored
        for _ in range(scored):  # the colours of scored cards do not matter: the most common ones
            fronts = Counter(FRONT[card] for card in box.left())
            box.take(COLOUR_LETTERS[fronts.most_common(1)[0][0]])
    if on_top is None:
        on_top = box.out(box.left()[-1])
    if rest:
        for card in box.left():
            s.tank[NAMES.index(rest)][FRONT[box.out(card)]] += 1
    s.deck = [*box.left(), on_top]
    s.n_deck = len(s.deck)
    assert pile in (None, s.n_deck), f"the Draw Pile has {s.n_deck} cards, not {pile}"
    s.unseen = [[0] * PARTS for _ in range(BACKS)]
    for card in s.deck:
        s.unseen[BACK[card]][PART[card]] += 1
    s.deck += [UNKNOWN] * (CARDS - s.n_deck)
    s.back = BACK[on_top]


CARDS_LAID = ("tanks", "scores", "top", "rest", "pile")


def lay_out(
    backend: Backend,
    players: int = 3,
    *,
    turn: str = "A",
    again: bool = False,
    seed: int = 1,
    **more: Any,
) -> Table:
    """A table in the middle of a game: the cards as place_cards has them, and any options.

    `again` makes the turn an extra one.
    """
    s = game.state()
    settings = {key: value for key, value in more.items() if key not in CARDS_LAID}
    for name, value in game.fields(players, settings).items():
        setattr(s, name, value)
    chance = Random(seed)
    s.key = [chance.randrange(-(1 << 31), 1 << 31) for _ in range(8)]
    place_cards(s, **{key: value for key, value in more.items() if key in CARDS_LAID})
    s.player = NAMES.index(turn)
    s.in_extra_turn = int(again)
    s.contenders = first_n(players)
    return Table(backend, backend.load(s.pack()))


# --------------------------------------------------------------------------------- the table
class Table(GameTable):
    """A table to play at and to inspect."""

    seats = NAMES

    def __init__(self, backend: Backend, s: Any, events: list[Event] | None = None) -> None:
        super().__init__(backend, s, events)
        self.count_cards()

    # ----------------------------------------------------------------------------- acting
    def do(self, *texts: str) -> None:
        """Act: `A SCORE`, `A STEAL B`, `A STOP`."""
        for text in texts:
            name, *words = text.split()
            action = self.action(name, *words)
            self.events = self.backend.apply(self.s, NAMES.index(name), action)
            self.count_cards()

    def action(self, name: str, word: str, target: str = "") -> int:
        """The number of an action."""
        if word == "STEAL":
            return (NAMES.index(target) - NAMES.index(name)) % self.players
        return {"SCORE": SCORE, "STOP": STOP}[word]

    def lay_on_top(self, text: str) -> None:
        """Bring a card of the Draw Pile to its top."""
        s = self.as_object()
        wanted = read_card(text) if len(text) > 1 else None
        for place in range(s.n_deck):
            card = s.deck[place]
            if DECK[card] == wanted or (wanted is None and COLOUR_LETTERS[FRONT[card]] == text):
                break
        else:
            raise AssertionError(f"there is no card {text} in the Draw Pile")
        top = s.n_deck - 1
        s.deck[place], s.deck[top] = s.deck[top], s.deck[place]
        s.back = BACK[s.deck[top]]
        self.s = self.backend.load(s.pack())

    def lay_again(self, *, turn: str, **cards: Any) -> None:
        """Lay out the cards again, like place_cards; everything else stays the same."""
        s = self.as_object()
        place_cards(s, **cards)
        s.player = NAMES.index(turn)
        self.s = self.backend.load(s.pack())

    def as_object(self) -> Any:
        """The state with fields that can be set."""
        s = game.state()
        s.unpack(self.backend.pack(self.s))
        return s

    def play_on(self, chance: Random, most: int = ACTIONS * 1000) -> None:
        """Go on with any legal actions until the game is over."""
        for _ in range(most):
            if self.over:
                return
            seat = self["player"]
            self.events = self.backend.apply(
                self.s, seat, chance.choice(self.backend.legal(self.s, seat))
            )
            self.count_cards()
        raise AssertionError("the game does not end")

    # ----------------------------------------------------------------------------- looking
    @property
    def names(self) -> str:
        return NAMES[: self.players]

    def tank(self, name: str) -> str:
        """A Tank by its letters, such as `RRG`."""
        return letters(self["tank"][NAMES.index(name)])

    def tanks(self) -> dict[str, str]:
        """Every Tank."""
        return {name: self.tank(name) for name in self.names}

    def scored(self, name: str) -> int:
        """How many cards a Score Pile has."""
        return int(self["score"][NAMES.index(name)])

    def scores(self) -> list[int]:
        """The sizes of all Score Piles."""
        return [self.scored(name) for name in self.names]

    @property
    def pile(self) -> int:
        """How many cards the Draw Pile has."""
        return int(self["n_deck"])

    @property
    def back(self) -> str:
        """The colours on the top card's back, or nothing."""
        back = self["back"]
        return "" if back == NONE else "".join(COLOUR_LETTERS[c] for c in TRIPLES[back])

    @property
    def top(self) -> str:
        """The top card, which nobody at the table may know."""
        card: Card = DECK[self["deck"][self.pile - 1]]
        return f"{COLOUR_LETTERS[card.front]} {self.back}"

    @property
    def turn(self) -> str:
        """Who is asked, or nobody when the game is over."""
        return "".join(NAMES[seat] for seat in self.backend.asks(self.s))

    @property
    def winners(self) -> str:
        assert self.over, "the game is not over"
        return "".join(
            name for name, place in zip(self.names, self.places, strict=True) if place == 1
        )

    @property
    def points(self) -> list[int]:
        return self.backend.scores(self.s)

    @property
    def choices(self) -> list[str]:
        """What the active player may declare: `SCORE`, `STEAL B`."""
        seat = self["player"]
        words = [game.words.notation(a, seat, self.players) for a in self.legal(self.turn)]
        return [
            f"STEAL {NAMES[int(word.split()[1]) - 1]}" if " " in word else word.upper()
            for word in words
        ]

    def legal(self, name: str) -> list[int]:
        """A seat's legal actions."""
        return self.backend.legal(self.s, NAMES.index(name)) if name else []

    @property
    def log(self) -> list[str]:
        """The last action in words."""
        return [game.words.say_event(e.kind, e.numbers, self.names) for e in self.events]

    def count_cards(self) -> None:
        """Every card lies somewhere, and what nobody has seen is what the Draw Pile holds."""
        deck = self["deck"][: self.pile]
        assert len(deck) + sum(map(sum, self["tank"])) + sum(self["score"]) == CARDS
        if UNKNOWN not in deck:
            pile = Counter((BACK[card], PART[card]) for card in deck)
            unseen = self["unseen"]
            assert all(pile[b, p] == unseen[b][p] for b in range(BACKS) for p in range(PARTS))


def letters(counts: list[int]) -> str:
    """`RRG` for two red cards and a green one."""
    return "".join(COLOUR_LETTERS[colour] * counts[colour] for colour in range(COLOURS))

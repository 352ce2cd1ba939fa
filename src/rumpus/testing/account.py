"""A physical account of who can have seen which card, kept outside the game.

A game tracks what everybody knows. The kit does not trust it: an account follows where the cards
are, which way up, who holds them, and what was done with them. Whatever somebody cannot have seen
is a secret, no matter what the game says.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple, Self

from rumpus.language.declare import NONE
from rumpus.rulekit.log import Event
from rumpus.running.backend import Backend


def anything(value: int) -> bool:
    """Any value fits."""
    return True


def both(a: Callable[[int], bool], b: Callable[[int], bool]) -> Callable[[int], bool]:
    """Whether a value fits both."""
    return lambda value: a(value) and b(value)


class Secret(NamedTuple):
    """A place in the state whose value the viewer may not know.

    `fits` says which values are possible as far as the viewer knows (a card whose back shows can
    only be one with that back).
    """

    field: str
    place: int
    fits: Callable[[int], bool] = anything


class Fields:
    """The fields of a state by their names, as numbers and lists, in any back end."""

    def __init__(self, backend: Backend, s: Any) -> None:
        self._backend, self._state = backend, s

    def __getattr__(self, name: str) -> Any:
        value = self._backend.field(self._state, name)
        self.__dict__[name] = value
        return value


class ObservedMove(NamedTuple):
    """An action: the table before it, who did what, the events, the table after it."""

    before: Any
    seat: int
    action: int
    told: Sequence[Event]
    after: Any


class Account(ABC):
    """What is secret from whom. This base class is for games where a look at the table is enough:
    it remembers nothing.

    `inert`: what stays hidden has no visible consequences. This is false for a game that forces
    players to play what they hold: there the absence of a move may reveal a hidden card.
    """

    inert = True

    def __init__(  # noqa: B027 - a plain account has nothing to remember
        self, s: Any, told: Sequence[Event] = ()
    ) -> None:
        """Begin after the deal, with its events."""

    def after(self, move: ObservedMove) -> Self:
        """The account after an action; this one is unchanged."""
        return self

    @abstractmethod
    def secrets(self, s: Any, viewer: int) -> Sequence[Secret]:
        """What a viewer (a seat, or NONE for a spectator) may not know."""

    def lasting(self, move: ObservedMove, later: Account, viewer: int) -> Sequence[Secret]:
        """The secrets that an action neither reveals nor moves."""
        then = {(s.field, s.place): s for s in later.secrets(move.after, viewer)}
        return [
            now._replace(fits=both(now.fits, then[now.field, now.place].fits))
            for now in self.secrets(move.before, viewer)
            if (now.field, now.place) in then
            and getattr(move.before, now.field)[now.place]
            == getattr(move.after, now.field)[now.place]
        ]


Sight = Mapping[int, int]
"""The set of viewers who see each card; bit 0 is the spectators', bit 1 the first seat's."""


def eyes_of(*viewers: int) -> int:
    """A set of viewers."""
    return sum(1 << (viewer + 1) for viewer in viewers)


def everybody(s: Any) -> int:
    """All seats and the spectators."""
    return int((2 << s.n_players) - 1)


class CardAccount(Account):
    """For games whose cards are tokens with a `face`: a viewer who has seen a card knows it until
    it is mixed with others."""

    def __init__(self, s: Any, told: Sequence[Event] = ()) -> None:
        self.seen: dict[int, tuple[int, int]] = {}  # what each card was, and who saw it
        self.look(ObservedMove(s, NONE, NONE, told, s))

    @abstractmethod
    def in_sight(self, s: Any) -> Sight:
        """Who sees which cards now."""

    def shown(self, move: ObservedMove) -> Iterable[Sight]:
        """Who saw which cards only briefly, during an action."""
        return ()

    def mixed(self, move: ObservedMove) -> Iterable[int]:
        """The cards that nobody could follow with their eyes during an action."""
        return ()

    def after(self, move: ObservedMove) -> Self:
        """The account after an action; this one is unchanged."""
        later = copy(self)
        later.seen = dict(self.seen)
        for card in later.mixed(move):
            later.seen.pop(card, None)
        later.look(move)
        return later

    def look(self, move: ObservedMove) -> None:
        """Record what is visible after an action, and what was shown during it."""
        s = move.after
        for sight in (*self.shown(move), self.in_sight(s)):
            for card, eyes in sight.items():
                face = s.face[card]
                was, before = self.seen.get(card, (face, 0))
                self.seen[card] = face, eyes | (before if was == face else 0)

    def knows(self, s: Any, viewer: int, card: int) -> bool:
        """Whether a viewer can know what a card is."""
        face, eyes = self.seen.get(card, (0, 0))
        return bool(eyes >> (viewer + 1) & 1) and face == s.face[card]

    def secrets(self, s: Any, viewer: int) -> Sequence[Secret]:
        """The cards in play that a viewer cannot have seen."""
        return [
            Secret("face", card)
            for card, zone in enumerate(s.zone)
            if zone >= 0 and not self.knows(s, viewer, card)
        ]

    def lasting(self, move: ObservedMove, later: Account, viewer: int) -> Sequence[Secret]:
        """The cards that stay secret; after mixing, a card is no longer the one it was."""
        mixed = set(self.mixed(move))
        kept = super().lasting(move, later, viewer)
        return [secret for secret in kept if secret.place not in mixed]


def cards_in(s: Any, zone: int) -> list[int]:
    """The cards of a pile (`rumpus.rulekit.piles`) from the top down."""
    way, found = s.turned[zone], []
    card = s.end[way][zone]
    while card >= 0:
        found.append(card)
        card = s.link[1 - way][card]
    return found


def lies_face_up(s: Any, card: int) -> bool:
    """Whether a card in a pile is face up."""
    return bool(s.side[card] != s.turned[s.zone[card]])

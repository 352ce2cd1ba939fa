"""Tables of Stak Bots for tests, written the way they look.

    t = table({"P1": "Core5^ Core2_", "P2": "Core2^ Tranq_ Core3_"}, hands={"P1": "Shot"})
    t.do("P1 attack", "P2 reset P1 Core5")
    assert t.stak("P1") == "Core5^ Core2_" and "P1 attack" not in t.choices

Seats are P1 to P6, clockwise; `P1b` is the second Stak of P1. A Stak is written from the top down:
`^` face-up, `_` face-down, `:2` damage, `*` the chosen attacker. The cards are those of laying.py,
never those of the default file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from copy import copy
from functools import cache
from random import Random
from typing import Any, Self

from rumpus.games.stakbots import game
from rumpus.games.stakbots.cards import CARDS as TOKENS
from rumpus.games.stakbots.options import (
    MAX_PLAYERS,
    NO_TEAMS,
    SHARED_DECK,
    SPLIT,
    SYNCHRONOUS,
    check_settings,
)
from rumpus.games.stakbots.state import DRAFT, HAND, HEAP, LEFT_OUT, SUPPLY
from rumpus.games.stakbots.words import (
    ACTING,
    ACTIONS_OF_TURN,
    AIMING,
    ATTACK,
    DISCARD,
    DRAFTING,
    DROP,
    END,
    KEEP,
    NO,
    PASS,
    PICK,
    PLACING,
    PLAY,
    PLAYER,
    POSITION,
    POWER_SHIFT,
    RECYCLE,
    RECYCLING,
    REDRAWING,
    RESETTING,
    RESIGN,
    SCRAP,
    SLOT,
    TARGETING,
    TIME_IS_UP,
    YES,
    YIELD,
)
from rumpus.rulekit import NONE
from rumpus.rulekit.hands import PUBLIC
from rumpus.rulekit.log import Event
from rumpus.rulekit.options import Setting
from rumpus.rulekit.words.vocabulary import Vocabulary
from rumpus.running.backend import Backend
from tests.games.game_table import GameTable

from .laying import LETTERS, NAMES, SEATS, Layer, seat_of

VERBS = {"end": END, "yield": YIELD, "keep": KEEP, "pass": PASS, "no": NO, "draw": YES}
STAK_VERBS = {"scrap": SCRAP, "attack": ATTACK, "drop": DROP, "recycle": RECYCLE}
CARD_VERBS = {"play": PLAY, "discard": DISCARD, "pick": PICK}

Lay = Callable[..., "Table"]
"""What the fixtures `table` and `deal` are."""


# --------------------------------------------------------------------------------- laying out
def lay_out(
    backend: Backend,
    given: Mapping[str, str],
    /,
    *,
    players: int | None = None,
    hands: Mapping[str, str] | None = None,
    supply: Mapping[str, str] | str = "",
    heap: Mapping[str, str] | str = "",
    turn: str = "P1",
    turns: int = 1,
    fed: int = 0,
    begin: bool = False,
    seed: int = 1,
    **settings: Setting,
) -> Table:
    """A table in the middle of a game, at the actions of a turn.

    `given` are the Staks. With `begin`, the turn begins only now: whoever had it before has just
    ended theirs. A seat that has no Stak is out, unless it is in a team.
    """
    seats = players or max(seat_of(name) + 1 for name in given)
    several = max(LETTERS.index(name[2:] or "a") + 1 for name in given)
    layer = Layer(seats, {"staks": several, **settings})
    s = layer.s
    for where, text in given.items():
        layer.lay_stak(where, text)
    for where, text in (hands or {}).items():
        layer.lay_hand(where, text)
    layer.lay_pile(SUPPLY, supply, up=False)
    layer.lay_pile(HEAP, heap, up=True)
    layer.finish()
    chance = Random(seed)
    s.key = [chance.randrange(-(1 << 31), 1 << 31) for _ in range(8)]
    s.turn, s.fed, s.draft_rank = turns, fed, NONE
    s.stage, s.step, s.seat = ACTING, ACTIONS_OF_TURN, seat_of(turn)
    s.active = seat_of(turn)
    if s.teams == SYNCHRONOUS:
        s.active -= s.active % s.team_size
    if s.teams == NO_TEAMS:
        for seat in range(seats):
            first = seat * s.staks
            s.fell[seat] = 0 if any(s.size[first : first + s.staks]) else 1
    if not begin:
        return Table(backend, backend.load(s.pack()))
    active = s.active
    s.fed, s.active = 99, before(s, active)
    s.seat = s.active
    t = Table(backend, backend.load(s.pack()))
    for seat in range(seats):
        if s.team[seat] == s.team[s.active] and (seat == s.active or s.teams == SYNCHRONOUS):
            t.do(f"{SEATS[seat]} end")
    return t


def before(s: Any, seat: int) -> int:
    """Who had the turn before."""
    other = seat
    while True:
        other = (other - 1) % s.n_players
        if s.teams == SYNCHRONOUS:
            if s.team[other] != s.team[seat]:
                return int(other - other % s.team_size)
        elif not s.fell[other]:
            return int(other)


# --------------------------------------------------------------------------------- the table
@cache
def words_with(names: tuple[str, ...]) -> Vocabulary:
    """The words of the game with these names of cards."""
    words = copy(game.words)
    words.faces = names
    return words


class Table(GameTable):
    """A table to play at and to inspect."""

    seats = SEATS

    def __init__(
        self,
        backend: Backend,
        s: Any,
        events: list[Event] | None = None,
        names: tuple[str, ...] = NAMES,
    ) -> None:
        super().__init__(backend, s, events)
        self.names = names
        self.check()

    @classmethod
    def newly_dealt(
        cls, backend: Backend, players: int = 3, *, seed: int = 1, **settings: Setting
    ) -> Self:
        """A new game with the default cards."""
        check_settings(players, game.settings(players, settings))
        s, events = backend.deal(players, settings, Random(seed).randbytes(32))
        return cls(backend, s, events, game.words.letters)

    # ----------------------------------------------------------------------------- acting
    def do(self, *texts: str) -> Table:
        """Act: `P1 attack P2`, `P1 play Tranq on P2b`, `P2 at P1`, `P2 reset P1 Core3`."""
        self.events = []
        for text in texts:
            name, verb, *more = text.split()
            seat = seat_of(name)
            if verb == "reset":
                if self["stage"] == TARGETING:
                    self.act(seat, self.slot(seat, more[0]))
                if self["stage"] == RESETTING and self["seat"] == seat:
                    self.act(seat, POSITION + self.position(more[1]))
            elif verb in CARD_VERBS:
                self.act(seat, CARD_VERBS[verb] + self.names.index(more[0]))
                if more[1:]:
                    if self["stage"] == PLACING:
                        self.act(seat, self.slot(seat, more[2]))
                    assert self.said(f"on {more[2][:2]}'s"), f"{text}: there was no choice"
            elif verb[:-1] in STAK_VERBS or verb in STAK_VERBS:
                self.act(seat, self.stak_verb(verb))
                if more and self["stage"] == AIMING:
                    self.act(seat, self.slot(seat, more[0]))
                if more and self["stage"] == RECYCLING:
                    self.act(seat, DISCARD + self.names.index(more[0]))
            else:
                self.act(seat, self.action(seat, verb, more))
        return self

    def feed(self) -> Table:
        """Discard any card."""
        return self.do(next(text for text in self.choices if "discard" in text))

    def do_number(self, seat: int, action: int) -> Table:
        """A decision by its number."""
        self.events = []
        self.act(seat, action)
        return self

    def call_time(self) -> Table:
        """The table calls time."""
        return self.do_number(self.players, TIME_IS_UP)

    def resign(self, who: str) -> Table:
        """The table lets a player resign."""
        return self.do_number(self.players, RESIGN + seat_of(who))

    def act(self, seat: int, action: int) -> None:
        """One decision."""
        self.events += self.backend.apply(self.s, seat, action)
        self.check()

    def action(self, seat: int, verb: str, more: list[str]) -> int:
        """The number of a decision."""
        if verb == "at":
            return self.slot(seat, more[0])
        if verb == "name":
            return PLAYER + (seat_of(more[0]) - seat) % self.players
        return VERBS[verb]

    def stak_verb(self, verb: str) -> int:
        """`scrap` is of the first Stak, `scrapb` of the second."""
        if verb in STAK_VERBS:
            return STAK_VERBS[verb]
        return STAK_VERBS[verb[:-1]] + LETTERS.index(verb[-1])

    def slot(self, seat: int, where: str) -> int:
        """The number of a Stak, seen from a seat."""
        away = (seat_of(where) - seat) % self.players
        return SLOT + LETTERS.index(where[2:] or "a") * MAX_PLAYERS + away

    def position(self, name: str) -> int:
        """How many face-up cards lie above a card of this name in the Stak that is aimed at."""
        up = [card for card in self.cards(self["aimed"]) if self.is_up(card)]
        return [self.name(card) for card in up].index(name)

    # ----------------------------------------------------------------------------- fields
    def name(self, card: int) -> str:
        return str(self.names[self["face"][card]])

    def is_up(self, card: int) -> bool:
        return bool(self["side"][card] != self["turned"][self["zone"][card]])

    def cards(self, zone: int) -> list[int]:
        """The cards of a zone from the top down."""
        found, card, link = [], self["end"][0][zone], self["link"][1]
        while card != NONE:
            found.append(card)
            card = link[card]
        return found

    # ----------------------------------------------------------------------------- looking
    def stak(self, where: str) -> str:
        """A Stak in the way it is written, without the mark of a chosen attacker."""
        stak = seat_of(where) * self["staks"] + LETTERS.index(where[2:] or "a")
        words = []
        for card in self.cards(stak):
            damage = self["damage"][card]
            side = "^" if self.is_up(card) else "_"
            words.append(self.name(card) + side + (f":{damage}" if damage else ""))
        return " ".join(words)

    def hand(self, who: str) -> str:
        """A hand, sorted."""
        return " ".join(sorted(map(self.name, self.cards(HAND + seat_of(who)))))

    def heap(self, who: str = "P1") -> str:
        """A scrapheap, sorted."""
        return " ".join(sorted(map(self.name, self.cards(HEAP + seat_of(who)))))

    def supply(self, who: str = "P1") -> str:
        """A supply from the top down, which nobody may look at."""
        return " ".join(map(self.name, self.cards(SUPPLY + seat_of(who))))

    @property
    def left_out(self) -> int:
        return int(self["size"][LEFT_OUT])

    @property
    def fed(self) -> int:
        return int(self["fed"])

    @property
    def stage(self) -> int:
        return int(self["stage"])

    @property
    def asks(self) -> str:
        """Who is asked, such as `P1` or `P1 P2`."""
        return " ".join(SEATS[seat] for seat in self.backend.asks(self.s))

    @property
    def may(self) -> str:
        """Which players may act without being asked."""
        free = self.backend.may(self.s)
        return " ".join(SEATS[seat] for seat in free if seat < self.players)

    @property
    def turn(self) -> str:
        """Whose turn it is; where a team shares it, its first seat."""
        return str(SEATS[self["active"]])

    @property
    def choices(self) -> list[str]:
        """What everybody who is asked or may act can do, one decision each."""
        return [
            f"{SEATS[seat]} {self.say(seat, action)}"
            for seat in range(self.players)
            for action in self.backend.legal(self.s, seat)
        ]

    def say(self, seat: int, action: int) -> str:
        """A decision in the words of these tests."""
        for verb, code in VERBS.items():
            if action == code:
                return verb
        for verb, code in STAK_VERBS.items():
            if code <= action < code + len(LETTERS):
                return verb + ("" if action == code else LETTERS[action - code])
        for verb, code in CARD_VERBS.items():
            if code <= action < code + 32:
                return f"{verb} {self.names[action - code]}"
        if PLAYER <= action < PLAYER + MAX_PLAYERS:
            return f"name {SEATS[(seat + action - PLAYER) % self.players]}"
        if POSITION <= action < PLAY:
            up = [card for card in self.cards(self["aimed"]) if self.is_up(card)]
            return f"reset {self.name(up[action - POSITION])}"
        letter, away = divmod(action - SLOT, MAX_PLAYERS)
        return f"at {SEATS[(seat + away) % self.players]}{LETTERS[letter] if letter else ''}"

    @property
    def winners(self) -> str:
        """Who is first in the end."""
        assert self.over, "the game is not over"
        return " ".join(SEATS[seat] for seat, place in enumerate(self.places) if place == 1)

    def is_out(self, who: str) -> bool:
        return bool(self["fell"][seat_of(who)]) and not self.over

    def power(self, where: str) -> int:
        """The power of the first Leader of a Stak, or of its top card, as everybody sees it."""
        names = [self.name(card) for card in self.cards(seat_of(where))]
        place = names.index("Leader") if "Leader" in names else 0
        marks: int = self.zone_seen(where).groups[place].marks
        return marks >> POWER_SHIFT

    def zone_seen(self, where: str, viewer: str = "") -> Any:
        """A Stak as a viewer sees it."""
        number = LETTERS.index(where[2:] or "a")
        return next(
            zone for zone in self.seen_by(viewer).zones
            if (zone.zone, zone.owner) == (number, seat_of(where))
        )  # fmt: skip

    def fact(self, name: str) -> int:
        """A fact that everybody sees."""
        return self.seen_by().facts[game.words.fact_names.index(name)]

    def count(self, kind: int) -> int:
        """How often something happened since the last `do`."""
        return self.kinds.count(kind)

    def said(self, text: str) -> bool:
        """Whether a line of what happened has this in it."""
        return any(text in line for line in self.log)

    @property
    def log(self) -> list[str]:
        """What happened since the last `do`, line by line."""
        words, seats = words_with(self.names), SEATS[: self.players]
        return [words.say_event(event.kind, event.numbers, seats) for event in self.events]

    def refuses(self, text: str) -> bool:
        """Whether a decision is refused."""
        try:
            self.copy().do(text)
        except ValueError:
            return True
        return False

    # ----------------------------------------------------------------------------- always
    def check(self) -> None:
        """Cards are conserved, top cards are face-up, nothing stands with too much damage."""
        zones, sizes = Counter(self["zone"]), self["size"]
        assert sum(zones.values()) == TOKENS
        assert all(zones[zone] == sizes[zone] for zone in range(DRAFT + 1))
        faces, copies = Counter(self["face"]), self["copies"]
        assert all(faces[row] == copies[row] for row in range(self["rows"]))
        if self.stage not in (REDRAWING, DRAFTING):
            sides, turned = self["side"], self["turned"]
            for stak, card in enumerate(self["end"][0][: self.players * self["staks"]]):
                assert card == NONE or sides[card] != turned[stak]
        self.check_notes()

    def check_notes(self) -> None:
        """What the state says about its cards besides where they are is true, and nothing is left
        over.

        Damage lies in the Staks that are noted for it, nobody is about to be scrapped, hidden cards
        are counted, and while an action is asked for none is half done.
        """
        zones, waiting, tired = self["zone"], self["waiting"], self["tired"]
        hurt = {zone for zone, damage in zip(zones, self["damage"], strict=True) if damage}
        noted = {zone for zone in range(DRAFT) if self["hurt"] >> zone & 1}
        settled = self.stage != REDRAWING and not self["resigned"]
        assert hurt == noted if settled else hurt <= noted
        assert not any(self["doomed"]) and not (settled and self["stirred"])
        assert any(self["resets"]) == self["any_reset"]
        assert all(mark == 0 or (mark == 1 and zones[i] < SUPPLY) for i, mark in enumerate(tired))
        left = len(waiting) - self["n_waiting"]
        assert waiting.count(NONE) == left and waiting[len(waiting) - left :] == [NONE] * left
        if self.stage != DRAFTING:
            self.check_counts()
        if self.stage == ACTING and not self.over:
            begun = ("card", "aimed", "stomp", "attacking", "attacked", "declared")
            assert [self[field] for field in begun] == [NONE] * len(begun)

    def check_counts(self) -> None:
        """What everybody knows about hidden cards, and about the decks of Ranked games, is true."""
        zones, faces, known = self["zone"], self["face"], self["known"]
        sides, turned, rows = self["side"], self["turned"], range(self["rows"])
        for zone, side in zip(zones, sides, strict=True):
            assert not HAND <= zone < LEFT_OUT or (side != turned[zone]) == (zone >= HEAP)
        hidden = [card for card in range(TOKENS) if known[card] != PUBLIC]
        counted = Counter(faces[card] for card in hidden)
        unseen = Counter(faces[card] for card in hidden if zones[card] < HAND)
        assert [counted[row] for row in rows] == self["hidden"][: len(rows)]
        told = self["unseen"]
        assert all(unseen[row] <= told[row] <= counted[row] for row in rows)
        if self["deck"] != SHARED_DECK:
            self.check_decks()

    def check_decks(self) -> None:
        """Every deck of a Ranked game has as many cards of each kind as is noted."""
        faces, ranks, split = self["face"], self["rank"], self["deck"] == SPLIT
        decks = Counter(
            (seat, ranks[face] if split else face)
            for seat, face in zip(self["deck_of"], faces, strict=True)
        )
        for seat, share in enumerate(self["share"]):
            assert [decks[seat, kind] for kind in range(len(share))] == share

"""Laying out cards for these tests: their own table of cards, and where the cards are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rumpus.games.stakbots import game
from rumpus.games.stakbots.cards import CARDS as TOKENS
from rumpus.games.stakbots.cards import read_cards
from rumpus.games.stakbots.options import (
    MAX_PLAYERS,
    NO_TEAMS,
    SHARED_DECK,
    SPLIT,
    SYNCHRONOUS,
    check_settings,
)
from rumpus.games.stakbots.state import HAND, LEFT_OUT
from rumpus.rulekit import NONE
from rumpus.rulekit.hands import PUBLIC
from rumpus.rulekit.options import Setting

CARDS = read_cards("""
    name       bot        power  shot  rank  copies
    Core1      core       1      -     1     1
    Core2      core       2      -     1     1
    Core3      core       3      -     2     1
    Core4      core       4      -     3     1
    Core5      core       5      -     4     1
    Core9      core       9      -     6     1
    Sidekick   sidekick   1      -     1     1
    Stomp7     stomp      7      -     6     1
    Leader     leader     group  -     6     1
    Bash       bash       4      -     5     1
    Bash0      bash       0      -     5     1
    Bountiful  bountiful  1      -     2     1
    Spike      spike      3      -     4     1
    Expel      expel      2      -     3     1
    Clumsy     clumsy     5      -     2     1
    Tranq      tranq      2      -     4     1
    Shot       shot       0      3     3     1
    Begone     begone     1      -     5     1
    Reaper     reaper     2      -     6     1
    Trip       trip       0      -     1     1
    Fatal      fatal      1      -     6     1
    Pit        pit        1      -     5     1
""")
NAMES = tuple(row.name for row in CARDS.rows)
SPARE = "Core1"
SEATS = tuple(f"P{seat + 1}" for seat in range(MAX_PLAYERS))
LETTERS = "abcd"


def seat_of(name: str) -> int:
    """`P2` or `P2b` is seat 1."""
    return int(name[1]) - 1


class Layer:
    """Lays tokens on a table."""

    def __init__(self, players: int, settings: Mapping[str, Setting]) -> None:
        self.s: Any = game.state()
        values = game.settings(players, settings)
        check_settings(players, values)
        for name, value in game.fields(players, settings).items():
            setattr(self.s, name, value)
        self.players, self.next_token = players, 0
        self.take_sides()
        self.s.rows = len(NAMES)
        for field, column in (("power", "power"), ("shot", "shot")):
            setattr(self.s, field, list(CARDS.column(column)))
        self.s.bot = list(CARDS.bots)
        self.s.rank = [max(rank - 1, 0) for rank in CARDS.column("rank")]

    def take_sides(self) -> None:
        s, seats = self.s, range(self.players)
        s.n_sides = self.players if s.teams == NO_TEAMS else self.players // s.team_size
        together = s.teams == SYNCHRONOUS
        for seat in seats:
            s.team[seat] = seat // s.team_size if together else seat % s.n_sides

    def lay(self, zone: int, name: str, *, up: bool, known: int, owner: int = NONE) -> int:
        """One more card at the bottom of a zone."""
        s, card = self.s, self.next_token
        self.next_token += 1
        below = s.end[1][zone]
        s.zone[card], s.side[card] = zone, int(up)
        s.link[0][card] = below
        if below == NONE:
            s.end[0][zone] = card
        else:
            s.link[1][below] = card
        s.end[1][zone] = card
        s.size[zone] += 1
        s.face[card], s.known[card], s.deck_of[card] = NAMES.index(name), known, owner
        return card

    def lay_stak(self, where: str, text: str) -> None:
        """A Stak from its text."""
        seat, letter = seat_of(where), where[2:] or "a"
        stak = seat * self.s.staks + LETTERS.index(letter)
        for word in text.split():
            chosen = word.endswith("*")
            name, damage = (*word.rstrip("*").split(":"), "0")[:2]
            up, name = name.endswith("^"), name[:-1]
            card = self.lay(stak, name, up=up, known=PUBLIC if up else 0, owner=self.deck(seat))
            self.s.damage[card] = int(damage)
            if int(damage):
                self.s.hurt |= 1 << stak
            if chosen:
                self.s.chosen[stak] = card

    def deck(self, seat: int) -> int:
        """Whose deck a card belongs to."""
        return NONE if self.s.deck == SHARED_DECK else seat

    def lay_pile(self, first: int, cards: Mapping[str, str] | str, *, up: bool) -> None:
        """A supply or a scrapheap: one for all, or by seats."""
        piles = {"P1": cards} if isinstance(cards, str) else cards
        for where, text in piles.items():
            seat = seat_of(where)
            zone = first if self.s.deck == SHARED_DECK else first + seat
            for name in text.split():
                self.lay(zone, name, up=up, known=PUBLIC if up else 0, owner=self.deck(seat))

    def lay_hand(self, where: str, text: str) -> None:
        """A hand; `!` marks a card that everybody knows."""
        seat = seat_of(where)
        shared = self.s.team_hands == 2 or (self.s.team_hands == 0 and self.s.teams == SYNCHRONOUS)
        friends = sum(1 << i for i in range(self.players) if self.s.team[i] == self.s.team[seat])
        viewers = friends if self.s.teams and shared else 1 << seat
        for word in text.split():
            known = PUBLIC if word.endswith("!") else viewers
            self.lay(HAND + seat, word.rstrip("!"), up=False, known=known, owner=self.deck(seat))

    def finish(self) -> Any:
        """All other tokens are out of the game; count everything."""
        s = self.s
        while self.next_token < TOKENS:
            self.lay(LEFT_OUT, SPARE, up=True, known=PUBLIC)
        faces = Counter(s.face)
        s.copies = [faces[row] for row in range(len(s.copies))]
        hidden = Counter(s.face[card] for card in range(TOKENS) if s.known[card] != PUBLIC)
        s.hidden = [hidden[row] for row in range(len(s.hidden))]
        s.unseen = list(s.hidden)
        for card in range(TOKENS):
            if s.deck_of[card] != NONE:
                kind = s.rank[s.face[card]] if s.deck == SPLIT else s.face[card]
                s.share[s.deck_of[card]][kind] += 1
        return s

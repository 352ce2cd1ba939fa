"""The cards of Magpie, and the piles in which they lie."""

from __future__ import annotations

MAX_PLAYERS = 4
MAX_HAND = 5

# What is printed on the cards. A face is its number here: button is 0.
FACES = ("button", "coin", "key", "pearl", "ring", "thief")
N_FACES = len(FACES)
COPIES = (7, 7, 7, 7, 7, 3)
CARDS = sum(COPIES)
THIEF = FACES.index("thief")

# The piles, by number: a hand and a hoard for each seat, and two in the middle of the table.
HANDS = 0  # the hand of a seat is HANDS + seat
HOARDS = HANDS + MAX_PLAYERS
NEST = HOARDS + MAX_PLAYERS
DRAW_PILE = NEST + 1
PILES = DRAW_PILE + 1

"""The stones of Totterstone, and the places where they lie."""

from __future__ import annotations

MAX_PLAYERS = 5
MAX_HAND = 6

# Faces: stones of weight 1 to 9, then the wedge.
HEAVIEST = 9
WEDGE = HEAVIEST
FACES = (*(f"stone of {weight}" for weight in range(1, HEAVIEST + 1)), "wedge")
LETTERS = (*(str(weight) for weight in range(1, HEAVIEST + 1)), "W")
N_FACES = len(FACES)
WEIGHT: tuple[int, ...] = (*range(1, HEAVIEST + 1), 0)
"""What each face weighs."""
COPIES = tuple(6 for _ in FACES)
"""How many cards there are of each face."""
CARDS = sum(COPIES)
TOTAL_WEIGHT = sum(n * weight for n, weight in zip(COPIES, WEIGHT, strict=True))

# Zones: one bag, one cairn, and for every seat a hand and the stones it has taken.
BAG, CAIRN, HANDS = 0, 1, 2
TAKEN = HANDS + MAX_PLAYERS
ZONES = TAKEN + MAX_PLAYERS

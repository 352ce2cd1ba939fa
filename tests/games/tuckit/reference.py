"""The legality function of section 2.15 of the rules, written out literally.

A second opinion on the rules, with the default options; nothing here is taken from the game.
"""

from __future__ import annotations

from collections.abc import Sequence

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def plain(card: str) -> str:
    """The plain twin of a slow card or of the Dark Q."""
    return "Q" if card == "DQ" else card.removesuffix("s")


def value(card: str, die: int) -> float:
    if card == "DI":
        return 14 if die == 1 else die
    if card == "95":
        return 9
    if card.endswith("h"):
        return int(card[:-1]) + 0.5
    return RANKS.index(plain(card)) + 2


def family(card: str) -> str:
    """The printed ability that a card carries."""
    return "" if card in ("DI", "95") else plain(card).removesuffix("h")


def is_five(card: str) -> bool:
    return card == "95" or family(card) == "5"


def is_nine(card: str) -> bool:
    return card == "95" or family(card) == "9"


def modes(card: str, die: int) -> set[float]:
    return {5, 9} if card == "95" else {value(card, die)}


def legal_modes(card: str, top: str, die: int) -> set[float]:
    if card == "SK":
        return set()
    if not top:
        return modes(card, die)
    result = set()
    for v in modes(card, die):
        if is_nine(top):
            if v <= 9:
                result.add(v)
            continue
        if family(card) == "A" and (is_five(top) or (top == "DI" and die == 5)):
            continue
        below = value(top, die)
        if (
            v >= below
            or family(card) == "2"
            or (family(card) == "3" and below <= 9)
            or (is_five(card) and v in (5, 5.5) and below == 14)
        ):
            result.add(v)
    return result


def legal_play(cards: Sequence[str], top: str, die: int, *, limit_one: bool = False) -> bool:
    if limit_one and len(cards) > 1:
        return False
    s = legal_modes(cards[0], top, die)
    if cards[0] == "95" and 5 in s:
        s = s | {9}
    for card in cards[1:]:
        if card == "SK":
            return False
        s = {m for m in modes(card, die) if m in s or m - 0.5 in s}
        if card == "95" and 5 in s:
            s = s | {9}
        if not s:
            return False
    return bool(s)


def four_kind(pile: Sequence[str]) -> bool:
    if not pile or pile[-1].endswith("h"):
        return False

    def run(fits: object) -> int:
        n = 0
        for card in reversed(pile):
            if not fits(card):  # type: ignore[operator]
                break
            n += 1
        return n

    if pile[-1] == "DI":
        return run(lambda card: card == "DI") >= 4

    def counts_as(x: float) -> int:
        return run(lambda c: c != "DI" and not c.endswith("h") and x in modes(c, 0) | {value(c, 0)})

    return any(counts_as(x) >= 4 for x in modes(pile[-1], 0))

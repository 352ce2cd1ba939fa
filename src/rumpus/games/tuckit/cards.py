"""The cards of Tuck It: 35 kinds, how many there are of each, and their gears.

What a kind does is in the rulebook and written here; the numbers of copies and gears are read from
deck.txt and gears.txt, and checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeVar

from rumpus.rulekit.optional.host_files import read_data
from rumpus.rulekit.sentence import Sentence, say

T = TypeVar("T")

# --------------------------------------------------------------------------------- what is printed
# Values are counted in halves, so that 2½ is between 2 and 3.
FIVE_VALUE, FIVE_AND_A_HALF, NINE_VALUE, ACE_VALUE = 10, 11, 18, 28
ABILITY_TEXTS = (
    say("goes on anything"),
    say("goes on 9 and below, and reverses the direction"),
    say("goes on an A as well"),
    say("lets you flip any Stack"),
    say("makes the next card 9 or less"),
    say("trashes the pile, and you go again"),
    say("skips the next player"),
    say("makes the next player take the pile and tuck a card"),
    say("does not go on a 5"),
)
TWO, THREE, FIVE, SEVEN, NINE, TEN, JACK, DARK, ACE = range(len(ABILITY_TEXTS))
"""The abilities, named after the cards that have them."""


class CardKind(NamedTuple):
    """One kind of card: its letters, its name, its values in halves, its abilities.

    `strength` is how useful it is to a player by advice: above all, how easily it can be played.
    """

    letters: str
    name: str
    values: tuple[int, ...]
    strength: int
    abilities: tuple[int, ...] = ()
    slow: bool = False
    text: Sentence | None = None

    @property
    def does(self) -> tuple[Sentence, ...]:
        """Everything that it does, in words."""
        if self.text:
            return (self.text,)
        slow = (say("makes the next turn a single card"),) if self.slow else ()
        return (*(ABILITY_TEXTS[ability] for ability in self.abilities), *slow)


PLAIN = (
    CardKind("2", "2", (4,), 100, (TWO,)),
    CardKind("3", "3", (6,), 40, (THREE,)),
    CardKind("4", "4", (8,), 0),
    CardKind("5", "5", (10,), 40, (FIVE,)),
    CardKind("6", "6", (12,), 10),
    CardKind("7", "7", (14,), 15, (SEVEN,)),
    CardKind("8", "8", (16,), 20),
    CardKind("9", "9", (18,), 35, (NINE,)),
    CardKind("10", "10", (20,), 90, (TEN,)),
    CardKind("J", "J", (22,), 45, (JACK,)),
    CardKind("Q", "Q", (24,), 45),
    CardKind("DQ", "Dark Q", (24,), 60, (DARK,)),
    CardKind("K", "K", (26,), 55),
    CardKind("A", "A", (28,), 75, (ACE,)),
)
"""The kinds of the base set."""


def half(kind: CardKind) -> CardKind:
    """A half card: half a step higher, with the same ability."""
    (value,) = kind.values
    return kind._replace(letters=f"{kind.letters}h", name=f"{kind.name}½", values=(value + 1,))


def slow(kind: CardKind) -> CardKind:
    """A Slow Down card: like its plain twin, and the next turn is a single card."""
    return kind._replace(letters=f"{kind.letters}s", name=f"slow {kind.name}", slow=True)


KINDS = (
    *PLAIN,
    *map(half, PLAIN[:7]),
    CardKind("95", "9/5", (FIVE_VALUE, NINE_VALUE), 55, (FIVE, NINE)),
    CardKind("DI", "Dice card", (), 5, text=say("is worth what the die shows")),
    *(slow(kind) for kind in PLAIN if kind.letters not in ("3", "10", "DQ")),
    CardKind("SK", "Skip", (), 90, text=say("ends your turn at once, and the pile stays")),
)
LETTERS = tuple(kind.letters for kind in KINDS)
N_KINDS = len(KINDS)
SPLIT, DICE, SKIP = (LETTERS.index(letters) for letters in ("95", "DI", "SK"))


def bits(members: tuple[int, ...]) -> int:
    """A set of small numbers."""
    return sum(1 << member for member in members)


VALUES = tuple(bits(kind.values) for kind in KINDS)
"""The values that a kind can have; a Dice card's is on the die."""
VALUE = tuple(max(kind.values, default=0) for kind in KINDS)
"""The value of a kind on top of the pile and in the setup; a Dice card's is on the die."""
ABILITIES = tuple(bits(kind.abilities) for kind in KINDS)
SLOW = tuple(int(kind.slow) for kind in KINDS)
STRENGTH = tuple(kind.strength for kind in KINDS)
COUNTS_AS = tuple(
    0 if any(value % 2 for value in kind.values) else bits(kind.values) for kind in KINDS
)
"""The values that a kind counts as in a four-of-a-kind: half cards never count."""
NINE_OR_LESS = (1 << NINE_VALUE + 1) - 1
ON_ACE = bits((FIVE_VALUE, FIVE_AND_A_HALF))

SIDES = 6
DIE_VALUE = (0, ACE_VALUE, 4, 6, 8, 10, 12)
"""What a Dice card is worth for each number on the die: one pip is an A."""
DIE_ABILITIES = (0, 1 << ACE, 1 << TWO, 1 << THREE, 0, 1 << FIVE, 0)
"""The ability of the card that the die shows, for tables where Dice cards have it."""


# --------------------------------------------------------------------------------- the data files
SETS = ("base", "hearts", "acorns", "balls", "leaves")
MOST_CARDS = 127
MOST_GEARS = 15
DEALT, HAND_SIZE, STACKS, STACK_SIZE = 9, 3, 3, 2


def read_lines(file: str, text: str, read: Callable[[list[str]], T]) -> Iterator[T]:
    """Read every line of a data file; an error names the line."""
    for number, line in enumerate(text.splitlines(), 1):
        if words := line.partition("#")[0].split():
            try:
                yield read(words)
            except ValueError as sentence:
                raise ValueError(f"{file} line {number}: {sentence}") from None


def read_kind(word: str) -> int:
    """A kind by its letters."""
    for kind, letters in enumerate(LETTERS):
        if letters.casefold() == word.casefold():
            return kind
    raise ValueError(f"{word} is not a kind of card; the kinds are {' '.join(LETTERS)}")


def read_number(word: str, what: str, low: int, high: int) -> int:
    """A number within its bounds."""
    if not (word.isdecimal() and low <= int(word) <= high):
        raise ValueError(f"{word} is not a number of {what}; write {low} to {high}")
    return int(word)


def read_deck(text: str) -> dict[tuple[str, int], int]:
    """How many copies each set has of each kind, from the text of a deck file."""
    copies: dict[tuple[str, int], int] = {}

    def read(words: list[str]) -> None:
        if len(words) != 3:
            raise ValueError("write the set, the kind and how many copies, as in: base 2 4")
        if words[0] not in SETS:
            raise ValueError(f"{words[0]} is not a set; the sets are {' '.join(SETS)}")
        kind = read_kind(words[1])
        if (words[0], kind) in copies:
            raise ValueError(f"{words[0]} has its {LETTERS[kind]} already")
        if (kind == SKIP) > (words[0] == "leaves"):
            raise ValueError("Skip cards belong to the leaves")
        if (kind in (SPLIT, DICE)) > (words[0] == "balls"):
            raise ValueError("9/5 and Dice cards belong to the balls")
        copies[words[0], kind] = read_number(words[2], "copies", 0, MOST_CARDS)

    list(read_lines("deck", text, read))
    total, base = sum(copies.values()), sum(n for (s, _), n in copies.items() if s == "base")
    if total > MOST_CARDS:
        raise ValueError(f"a deck has at most {MOST_CARDS} cards, not {total}")
    if base < 2 * DEALT:
        raise ValueError(f"the base set is dealt to two players: {2 * DEALT} cards, not {base}")
    return copies


def read_gears(text: str, deck: dict[tuple[str, int], int]) -> dict[int, list[int]]:
    """The gears of every copy of every kind, from the text of a gears file."""
    gears: dict[int, list[int]] = {}

    def read(words: list[str]) -> None:
        kind = read_kind(words[0])
        if kind in gears:
            raise ValueError(f"{LETTERS[kind]} has its gears already")
        found = [read_number(word, "gears", 0, MOST_GEARS) for word in words[1:]]
        copies = sum(deck.get((name, kind), 0) for name in SETS)
        if len(found) not in (1, copies):
            raise ValueError(
                f"write one number of gears for all {copies} copies of {LETTERS[kind]}, "
                f"or one for each"
            )
        gears[kind] = found * copies if len(found) == 1 else found

    list(read_lines("gears", text, read))
    for kind, letters in enumerate(LETTERS):
        if kind not in gears:
            raise ValueError(f"gears: {letters} has no line")
    return gears


# --------------------------------------------------------------------------------- the printings
class Printing(NamedTuple):
    """What is printed on a card: its kind and its gears. Copies of a kind rarely differ."""

    kind: int
    gears: int
    copies: tuple[int, ...]  # in each set


def printings_of(
    counts: dict[tuple[str, int], int], numbers: dict[int, list[int]]
) -> tuple[Printing, ...]:
    """Every printing: the first of each kind has the kind's own number, the others follow."""
    first: list[Printing] = []
    others: list[Printing] = []
    for kind in range(N_KINDS):
        sets = [name for name in SETS for _ in range(counts.get((name, kind), 0))]
        found = list(dict.fromkeys(numbers[kind])) or [0]
        for n in found:
            pairs = list(zip(sets, numbers[kind], strict=True))
            copies = tuple(pairs.count((name, n)) for name in SETS)
            (first if n == found[0] else others).append(Printing(kind, n, copies))
    return (*first, *others)


DECK = read_data(__file__, "deck.txt", read_deck)
PRINTINGS = printings_of(
    DECK, read_data(__file__, "gears.txt", lambda text: read_gears(text, DECK))
)
PRINTS = len(PRINTINGS)
KIND = tuple(printing.kind for printing in PRINTINGS)
"""The kind of every printing."""
GEARS = (
    tuple(printing.gears for printing in PRINTINGS),
    tuple(5 if has_two else 3 for has_two in (ABILITIES[kind] >> TWO & 1 for kind in KIND)),
)
"""The gears of every printing: by gears.txt, and flat."""
COPIES = tuple(tuple(printing.copies[i] for printing in PRINTINGS) for i in range(len(SETS)))
"""How many cards each set has of every printing."""
CARDS = sum(map(sum, COPIES))
SKIPS = sum(sum(printing.copies) for printing in PRINTINGS if printing.kind == SKIP)


PRINT_NAMES = tuple(
    KINDS[kind].name + (f" ({gears} gears)" if number >= N_KINDS else "")
    for number, (kind, gears, _) in enumerate(PRINTINGS)
)
"""The name of a printing; a rarer one of its kind also names its gears."""
PRINT_LETTERS = tuple(
    LETTERS[kind] + (f"/{gears}" if number >= N_KINDS else "")
    for number, (kind, gears, _) in enumerate(PRINTINGS)
)

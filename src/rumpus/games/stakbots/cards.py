"""The cards of Stak Bots: the rows of cards.txt, read and checked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from rumpus.rulekit.optional.host_files import read_data

from .bots import BOT_NAMES, BOTS, CORE, SHOT

MOST_ROWS, MOST_CARDS, MOST_RANKS = 32, 120, 12
MOST_POWER = 60
GROUP = -1
"""A power that is the size of the card's face-up group."""
TEXT_COLUMNS = ("name", "bot")
NUMBER_COLUMNS = ("power", "shot", "rank", "copies")


class CardRow(NamedTuple):
    """One design of a card; `numbers` are its columns of numbers by their names."""

    name: str
    bot: int
    numbers: dict[str, int]

    @property
    def prints(self) -> dict[str, str | int]:
        """What is printed on the card, for clients that draw it."""
        return {"bot": BOTS[self.bot].name, "text": BOTS[self.bot].text, **self.numbers}


@dataclass(frozen=True)
class CardTable:
    """All rows of a table of cards."""

    rows: tuple[CardRow, ...]

    def column(self, name: str) -> tuple[int, ...]:
        """One column of numbers, filled up to the most rows there can be."""
        numbers = [row.numbers[name] for row in self.rows]
        return (*numbers, *[0] * (MOST_ROWS - len(numbers)))

    @property
    def bots(self) -> tuple[int, ...]:
        """The bot of every row, filled up like a column."""
        return (*(row.bot for row in self.rows), *[CORE] * (MOST_ROWS - len(self.rows)))

    @property
    def cards(self) -> int:
        """How many cards there are."""
        return sum(self.column("copies"))


# --------------------------------------------------------------------------------- reading
def read_cards(text: str) -> CardTable:
    """The table of a cards file; an error names the line."""
    lines = list(_lines(text))
    if not lines:
        raise ValueError("cards: there is no line that names the columns")
    (head_number, head), *body = lines
    columns = head.split()
    for column in (*TEXT_COLUMNS, *NUMBER_COLUMNS):
        if columns.count(column) != 1:
            raise ValueError(f"cards line {head_number}: name the column {column!r} once")
    rows: list[CardRow] = []
    for number, line in body:
        try:
            rows.append(_read_row(columns, line))
            if [row.name for row in rows].count(rows[-1].name) > 1:
                raise ValueError(f"{rows[-1].name!r} stands in an earlier line already")
        except ValueError as sentence:
            raise ValueError(f"cards line {number}: {sentence}") from None
    table = CardTable(tuple(rows))
    _check_sizes(table)
    return table


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line


def _read_row(columns: list[str], line: str) -> CardRow:
    words = line.split()
    if len(words) != len(columns):
        raise ValueError(f"write {len(columns)} words: {' '.join(columns)}")
    found = dict(zip(columns, words, strict=True))
    if found["bot"] not in BOT_NAMES:
        raise ValueError(f"{found['bot']!r} is not a bot; the bots are {' '.join(BOT_NAMES)}")
    numbers = {
        column: _read_number(column, word)
        for column, word in found.items()
        if column not in TEXT_COLUMNS
    }
    bot = BOT_NAMES.index(found["bot"])
    if (bot == SHOT) != (numbers["shot"] > 0):
        raise ValueError("a Shot Bot has a shot of 1 or more, every other bot has `-`")
    if numbers["rank"] < 1:
        raise ValueError("a rank is 1 or more")
    return CardRow(found["name"], bot, numbers)


def _read_number(column: str, word: str) -> int:
    if column == "power" and word == "group":
        return GROUP
    if word == "-":
        return 0
    if not word.isdecimal() or int(word) > MOST_POWER:
        raise ValueError(f"{column} is a whole number from 0 to {MOST_POWER}, not {word!r}")
    return int(word)


def _check_sizes(table: CardTable) -> None:
    if not 1 <= len(table.rows) <= MOST_ROWS:
        raise ValueError(f"cards: there are 1 to {MOST_ROWS} rows, not {len(table.rows)}")
    if not 1 <= table.cards <= MOST_CARDS:
        raise ValueError(f"cards: there are 1 to {MOST_CARDS} cards, not {table.cards}")
    if len(set(_ranks(table))) > MOST_RANKS:
        raise ValueError(f"cards: there are at most {MOST_RANKS} different ranks")


def _ranks(table: CardTable) -> list[int]:
    return [row.numbers["rank"] for row in table.rows]


# --------------------------------------------------------------------------------- the table
TABLE = read_data(__file__, "cards.txt", read_cards)
ROWS = len(TABLE.rows)
CARDS = TABLE.cards
BOT = TABLE.bots
POWER, SHOT_DAMAGE, COPIES = (TABLE.column(name) for name in ("power", "shot", "copies"))
RANK_NAMES = tuple(sorted(set(_ranks(TABLE))))
RANK = (*(RANK_NAMES.index(rank) for rank in _ranks(TABLE)), *[0] * (MOST_ROWS - ROWS))
"""The index of each row's rank among the existing ranks, the lowest first."""


def card_name(row: CardRow) -> str:
    """A card's name: its bot, plus its power if the bot has several designs."""
    name = f"{BOTS[row.bot].name.title()} Bot"
    designs = sum(other.bot == row.bot for other in TABLE.rows)
    return f"{name} {row.numbers['power']}" if designs > 1 else name

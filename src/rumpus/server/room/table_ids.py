"""Table ids: two memorable words, and enough random letters that nobody can guess one."""

from __future__ import annotations

import re
import secrets

COLOURS = (
    "amber", "azure", "coral", "ebony", "fawn", "gold", "hazel", "ivory", "jade", "lilac", "mint",
    "navy", "ochre", "olive", "peach", "pearl", "plum", "rose", "ruby", "sand", "slate", "teal",
)  # fmt: skip
ANIMALS = (
    "badger", "beaver", "crane", "dingo", "eagle", "ferret", "gecko", "heron", "ibis", "jackal",
    "koala", "lemur", "magpie", "newt", "otter", "panda", "quail", "raven", "stork", "tapir",
    "urchin", "vole", "walrus", "yak",
)  # fmt: skip
LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
RANDOM_LETTERS = 16
"""Five bits each: 80 random bits."""
FORM = re.compile(r"[a-z]{2,12}-[a-z]{2,12}-[a-z2-7]{16}")


def new_id() -> str:
    """An id for a new table."""
    letters = "".join(secrets.choice(LETTERS) for _ in range(RANDOM_LETTERS))
    return f"{secrets.choice(COLOURS)}-{secrets.choice(ANIMALS)}-{letters}"


def is_id(text: str) -> bool:
    """Whether a text could be a table's id."""
    return FORM.fullmatch(text) is not None

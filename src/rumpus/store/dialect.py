"""Where the SQL of SQLite and of PostgreSQL differ. Everything else is written once."""

from __future__ import annotations

from typing import NamedTuple


class Dialect(NamedTuple):
    """The words of one database.

    `rows` reads a parameter with rows as JSON, whose columns are `field_form`; `now` is the time of
    day in seconds; `lock` keeps the selected rows as they are until the transaction ends.
    """

    rows: str
    field_form: str
    now: str
    lock: str

    def field(self, n: int, kind: str) -> str:
        """Column n of a row, as a value of its kind."""
        return self.field_form.format(n=n, kind=kind)


SQLITE = Dialect(
    rows="json_each(?)",
    field_form="json_extract(value, '$[{n}]')",
    now="((julianday('now') - 2440587.5) * 86400.0)",
    lock="",
)
POSTGRES = Dialect(
    rows="json_array_elements(?::json)",
    field_form="(value->>{n})::{kind}",
    now="extract(epoch from clock_timestamp())::float8",
    lock="for share of tables",
)

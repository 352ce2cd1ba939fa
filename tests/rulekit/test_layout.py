"""A table laid out in numbers, and read back."""

from __future__ import annotations

from rumpus.rulekit import NONE
from rumpus.rulekit.layout import Group, LaidTable, Zone, lay_group, lay_zone, read_table


def test_what_is_laid_out_is_read_back() -> None:
    out = [0] * 30
    out[:3] = [2, 7, 8]  # two facts
    head = n = lay_zone(out, 3, 4, NONE, 9)
    n = lay_group(out, n, head, 5, 2, 1)
    n = lay_group(out, n, head, NONE, 7, 0)
    n = lay_zone(out, n, 1, 2, 0)
    assert read_table(out[:n]) == LaidTable(
        (7, 8),
        (Zone(4, NONE, 9, (Group(5, 2, 1), Group(NONE, 7, 0))), Zone(1, 2, 0, ())),
    )

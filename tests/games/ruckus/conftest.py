"""Tables of Ruckus with a clock."""

from __future__ import annotations

from typing import Any

import pytest

from rumpus.games.ruckus import game

from .hall import Hall
from .table import lay_out, native


@pytest.fixture
def hall() -> Any:
    """A table with a clock; arguments that are not settings describe the table."""

    def hall(players: int = 3, *, clock: dict[str, Any] | None = None, **more: Any) -> Hall:
        keys = {option.key for option in game.options}
        settings = {key: value for key, value in more.items() if key in keys}
        return Hall(lay_out(native(), players, deals=0, **more), settings, **(clock or {}))

    return hall

"""Running games: back ends, batches of many games side by side, and the engine that plays them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .backend import Backend
from .interpreted import Interpreted
from .native import Native, fastest

if TYPE_CHECKING:
    from .batches import Batch, batch

__all__ = ["Backend", "Batch", "Interpreted", "Native", "batch", "fastest"]


def __getattr__(name: str) -> Any:
    """Import NumPy only when batches are used."""
    if name not in ("Batch", "batch"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import batches  # noqa: PLC0415

    return getattr(batches, name)

"""What the host of a room can ask it for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from .pruning import prune

if TYPE_CHECKING:
    from .room import Room

TableId = Annotated[str, msgspec.Meta(max_length=100)]


class HostWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="wish"):
    """Something that a host wants."""


class Prune(HostWish, frozen=True, tag="prune"):
    """Drop the tables that were over so many days ago, or only name them."""

    days: float
    dry_run: bool = False


Wish = Prune


async def carry_out(room: Room, wish: Wish) -> Any:
    """Do what the host wants; returns what there is to tell."""
    match wish:
        case Prune():
            return await prune(room, wish.days, dry_run=wish.dry_run)

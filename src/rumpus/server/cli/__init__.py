"""Commands that open a room and operate it."""

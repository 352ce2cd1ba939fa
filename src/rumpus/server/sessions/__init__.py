"""A client's session at a table: joining, commands, moderation and leaving."""

"""A table in memory: its action queue, its clock, and the messages to its clients."""

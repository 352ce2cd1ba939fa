"""The room: all tables in memory, and the thread pools that they share."""

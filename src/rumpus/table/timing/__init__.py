"""Clocks: how long seats may think, and when bots act."""

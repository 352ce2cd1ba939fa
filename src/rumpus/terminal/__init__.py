"""Rumpus in a terminal."""

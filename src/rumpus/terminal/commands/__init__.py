"""Subcommands: games, simulate, ladder, bench and new-game."""

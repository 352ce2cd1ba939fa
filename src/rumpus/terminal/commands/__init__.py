"""Subcommands: games, simulate, ladder and bench."""

"""The `rumpus` command, and games in the terminal."""

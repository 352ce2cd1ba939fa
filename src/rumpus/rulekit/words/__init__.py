"""A game's words: its vocabulary, declared by name, and what is said with it."""

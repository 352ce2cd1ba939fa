"""A game's words: its vocabulary, declared by name, and the sentences made from it."""

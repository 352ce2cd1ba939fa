"""The fair deal: a key that nobody can choose alone."""

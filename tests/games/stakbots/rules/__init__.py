"""The statements of Stak Bots, each with a test that carries its id."""

"""The statements of Mantis, each with a test that carries its id."""

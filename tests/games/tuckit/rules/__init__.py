"""The statements of Tuck It, each with a test that carries its id."""

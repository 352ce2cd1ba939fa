"""The statements of Ruckus, each with a test that carries its id."""

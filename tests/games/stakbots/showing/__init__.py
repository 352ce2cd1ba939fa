"""What viewers of Stak Bots see and read."""

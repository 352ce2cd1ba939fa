"""What viewers of Mantis see and read."""

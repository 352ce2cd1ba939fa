"""What viewers of Ruckus see and read."""

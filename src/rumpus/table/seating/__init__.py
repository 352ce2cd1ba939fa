"""Seats: who has them, who is connected, and whose time is running."""

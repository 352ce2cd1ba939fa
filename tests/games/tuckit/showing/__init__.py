"""What viewers of Tuck It see and read."""

"""What is stored of a table."""

"""What people and clients see of a table, as data and in plain text."""

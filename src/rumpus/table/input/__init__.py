"""Checking untrusted input: JSON, names and chat."""

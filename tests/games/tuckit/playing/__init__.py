"""Whole games of Tuck It: bots, late players, every table that can be set up."""

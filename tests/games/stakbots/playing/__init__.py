"""Whole games of Stak Bots: bots, late players, every table that can be set up."""

"""Whole games of Ruckus: bots, late players, every table that can be set up."""

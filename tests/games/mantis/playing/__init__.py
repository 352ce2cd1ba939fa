"""Whole games of Mantis: bots, late players, every table that can be set up."""

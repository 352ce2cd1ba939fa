"""Ruckus in real time: clock.py has the table and its queue, bots.py the bots that play there."""

"""The rules of Ruckus; contract.py has those that shared code calls.

The ids are those of docs/games/ruckus/rules.md. No rule knows a clock: whatever time decides is an
action of the table itself, which acts as one seat more than there are players.
"""

"""Rumpus: a room for card games, and the same rules as a library that simulates them.

>>> from rumpus.games import find
>>> find("mantis").title
'Mantis'
"""

__version__ = "0.1.0"

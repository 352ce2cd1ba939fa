"""The conformance kit: what every game must pass, with no game's name inside.

>>> from rumpus.games import find
>>> from rumpus.testing import check_game
>>> check_game(find("mantis"), examples=2).games > 2
True
"""

from .kit import Report, check_game
from .properties import Broken
from .worlds import Secret

__all__ = ["Broken", "Report", "Secret", "check_game"]

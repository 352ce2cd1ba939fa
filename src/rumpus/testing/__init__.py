"""The conformance kit that every game must pass; it mentions no game by name.

>>> from rumpus.games import find
>>> from rumpus.testing import check_game
>>> check_game(find("mantis"), examples=2).games > 2
True
"""

from importlib.util import find_spec

if find_spec("hypothesis") is None:
    raise ModuleNotFoundError(
        "rumpus.testing needs Hypothesis: pip install 'rumpus[testing]'", name="hypothesis"
    )

from .account import Account, CardAccount, ObservedMove, Secret
from .kit import Case, Report, check_game
from .saying import Broken

__all__ = [
    "Account",
    "Broken",
    "CardAccount",
    "Case",
    "ObservedMove",
    "Report",
    "Secret",
    "check_game",
]

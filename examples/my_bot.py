"""A bot of your own: rumpus ladder mantis --players 2 --bots examples/my_bot.py:MyBot,normal

It tries its choices in worlds that fit what it knows, and takes the one that wins most of them.
"""

from statistics import fmean

from rumpus.lab.view import BotView

LOOKS_AT = 4
"""How many choices it thinks about: those that look best at a glance."""
WORLDS = 50


class MyBot:
    """Every seat of every game gets a new one, so it may remember whatever it likes."""

    def choose(self, view: BotView) -> int:
        """The action that wins most, of those in `view.legal`."""
        glance = view.advice
        best = sorted(view.legal, key=lambda action: -glance[action])[:LOOKS_AT]
        return max(best, key=lambda action: self.worth(view, action))

    def worth(self, view: BotView, action: int) -> float:
        """The share of the games won after an action, if everybody plays sensibly."""
        return fmean(view.playout(action) for _ in range(WORLDS))

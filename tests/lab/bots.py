"""Bots that misbehave, each in its own way, for the tests of the ladder."""

import sys

from rumpus.lab.view import BotView


class Sound:
    def choose(self, view: BotView) -> int:
        return view.legal[-1]


class Failing:
    def choose(self, view: BotView) -> int:
        raise RuntimeError("no idea\nat all.")


class Quitting:
    def choose(self, view: BotView) -> int:
        sys.exit(1)


class Cheating:
    def choose(self, view: BotView) -> int:
        return max(view.legal) + 1


class Mumbling:
    def choose(self, view: BotView) -> str:
        return "steal"


class Spoiling:
    """Changes what it was given, and fails."""

    def choose(self, view: BotView) -> int:
        view.backend.run("apply", view.known, view.seat, view.legal[0])
        raise RuntimeError


class Printing:
    def choose(self, view: BotView) -> int:
        print("I think", view.legal)
        return view.legal[0]


class Mute:
    pass


class Needy:
    def __init__(self, strength: int) -> None:
        self.strength = strength

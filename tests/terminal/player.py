"""Playing in the terminal with scripted answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

import click
import pytest
from click.testing import CliRunner, Result

from rumpus.terminal.main import main
from rumpus.terminal.play import answers, game
from rumpus.terminal.play.answers import OfferedChoice

Choose = Callable[[Sequence[OfferedChoice], str], str]
"""What is typed, from what is offered and the prompt."""


def run(*arguments: str, typed: str = "") -> Result:
    """`rumpus play` with lines that are typed whatever is asked."""
    return CliRunner().invoke(main, ("play", *arguments), input=typed)


def played(monkeypatch: pytest.MonkeyPatch, choose: Choose, *arguments: str) -> str:
    """The whole output of `rumpus play` with somebody who looks at what is offered."""
    offered: list[OfferedChoice] = []
    made = answers.offers_of

    def offers_of(*given: object) -> list[OfferedChoice]:
        offered[:] = made(*given)  # type: ignore[arg-type]
        return offered

    def answer(prompt: str) -> str:
        typed = choose(offered, prompt)
        click.echo(prompt, nl=False)
        return typed

    monkeypatch.setattr(game, "offers_of", offers_of)
    monkeypatch.setattr("builtins.input", answer)
    result = CliRunner().invoke(main, ("play", *arguments))
    assert result.exit_code == 0, result.output
    monkeypatch.undo()
    return result.output


def by_chance(seed: int) -> Choose:
    """Anything that is offered; nothing where nothing has to be chosen."""
    random = Random(seed)
    return lambda offered, prompt: (
        "" if prompt.startswith("Enter ") else random.choice(list(offered)).typed
    )


def in_order(*answers: str) -> Choose:
    """These answers one after the other; then the end of input."""
    left: Iterator[str] = iter(answers)

    def choose(_: Sequence[OfferedChoice], __: str) -> str:
        for answer in left:
            return answer
        raise EOFError

    return choose


def first(offered: Sequence[OfferedChoice], prompt: str) -> str:
    """The first choice, whatever it is; nothing where nothing has to be chosen."""
    return "" if prompt.startswith("Enter ") else offered[0].typed

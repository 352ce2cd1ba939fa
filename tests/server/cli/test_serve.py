"""`rumpus serve`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from click.testing import CliRunner

from rumpus.server.cli.serve import serve


def run(*words: str) -> Any:
    return CliRunner().invoke(serve, words)


def test_a_room_that_cannot_be_opened_says_why(tmp_path: Path) -> None:
    done = run("--no-browser", "--host", "192.0.2.1", "--data", str(tmp_path))
    assert done.exit_code == 1
    assert "The room cannot be opened" in done.output


def test_serve_help_lists_the_options() -> None:
    done = run("--help")
    for option in ("--host", "--port", "--data", "--no-browser"):
        assert option in done.stdout

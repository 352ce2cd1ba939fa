"""The extra `testing` has what the kit imports."""

from __future__ import annotations

import subprocess
import sys

WITHOUT = "import sys; sys.modules['hypothesis'] = None; import rumpus.testing.account"


def test_without_hypothesis_the_kit_says_what_to_install() -> None:
    said = subprocess.run(
        [sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=False
    )
    assert said.returncode == 1
    assert "rumpus.testing needs Hypothesis: pip install 'rumpus[testing]'" in said.stderr

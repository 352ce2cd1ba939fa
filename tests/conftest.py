"""Whatever the machine's language, the tests read English."""

from __future__ import annotations

import os

import pytest

os.environ["RUMPUS_LANG"] = "en"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """More workers than cores: many tests wait for a process, a page or a lease."""
    return (os.cpu_count() or 1) * 3 // 2

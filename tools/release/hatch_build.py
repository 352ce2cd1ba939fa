"""What the package contains besides its Python files: the built page and the compiled rules.

Both are built beforehand (`make wheel`) or come with the source distribution, so that neither node
nor a compiler is needed here. Only the page is built here if it is missing: a package without
compiled rules works too, and compiles them when they are needed.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parents[0]))
sys.path.insert(0, str(Path(__file__).parents[1]))
import build_rules
import build_web


class Extras(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the page and the compiled rules."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node comes from PyPI where the machine has none."""
        return [] if build_web.is_built() or build_web.has_node() else [build_web.NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before the package is built."""
        if version == "editable":
            return
        build_web.main()
        build_data["artifacts"].append("src/rumpus/server/static/**")
        if not build_rules.is_built():
            self.app.display_warning("The rules are not compiled: `make wheel` does it.")
            return
        inside = {"wheel": "rumpus/prebuilt", "sdist": "build/prebuilt"}[self.target_name]
        build_data["force_include"][str(build_rules.FOLDER)] = inside

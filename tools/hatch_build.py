"""What a wheel carries beside the Python files: the built web client, and compiled rules if wished.

With RUMPUS_PREBUILT set, every game's rules are compiled and shipped for this kind of machine.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))
import build_web


class Extras(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the web client and the compiled rules."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node comes from PyPI where the machine has none."""
        return [] if build_web.has_node() or build_web.is_built() else [build_web.NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before the wheel is put together."""
        if version == "editable":
            return
        if build_web.WEB.exists():
            build_web.main()
            build_data["artifacts"].append("src/rumpus/server/static/**")
        if os.environ.get("RUMPUS_PREBUILT"):
            self.add_compiled_rules(build_data)

    def add_compiled_rules(self, build_data: dict[str, Any]) -> None:
        """Compile every game and put the libraries into the package."""
        sys.path.insert(0, str(Path(self.root) / "src"))
        from rumpus.games import GAMES, find  # noqa: PLC0415
        from rumpus.rulekit.build import compile_into  # noqa: PLC0415

        folder = Path(tempfile.mkdtemp(prefix="rumpus-wheel-"))
        for name in GAMES:
            library = compile_into(folder, find(name))
            for file in (library, library.with_suffix(".json")):
                build_data["force_include"][str(file)] = f"rumpus/prebuilt/{file.name}"
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

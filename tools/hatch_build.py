"""Ships compiled rules inside the wheel when RUMPUS_PREBUILT is set; else the wheel is pure."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PrebuiltLibraries(BuildHookInterface):  # type: ignore[type-arg]
    """Compile every game's rules and put the libraries beside them."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before the wheel is put together."""
        if not os.environ.get("RUMPUS_PREBUILT") or version == "editable":
            return
        sys.path.insert(0, str(Path(self.root) / "src"))
        from rumpus.games import GAMES, find  # noqa: PLC0415
        from rumpus.rulekit.build import SUFFIX, compile_into  # noqa: PLC0415

        folder = Path(tempfile.mkdtemp(prefix="rumpus-wheel-"))
        for name in GAMES:
            library = compile_into(folder, find(name))
            for file in (library, library.with_suffix(".json")):
                build_data["force_include"][str(file)] = f"rumpus/prebuilt/{file.name}"
        assert SUFFIX
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

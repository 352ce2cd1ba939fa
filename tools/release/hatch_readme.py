"""The description of the package: the README as far as a package index can show it.

An index has only this text. A picture in the repository would be broken there; the text picture of
a table stays.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

OWN_PICTURE = re.compile(r"^!\[[^\]]*\]\((?!https?://)[^)]*\)\n+", re.MULTILINE)


def shown(readme: str) -> str:
    """A README without the pictures that are only in the repository."""
    return OWN_PICTURE.sub("", readme)


class Description(MetadataHookInterface):
    """Puts the README into the package's metadata."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Called when the metadata is built."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": shown(text)}

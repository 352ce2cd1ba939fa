"""The check of the documentation's links finds what is broken."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def test_broken_links_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "tools" / "release")
    broken_links = importlib.import_module("check_site").broken_links
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "index.html").write_text('<h1 id="top">Other</h1><img src="../a.png">')
    (tmp_path / "a.png").write_bytes(b"")
    (tmp_path / "index.html").write_text(
        '<a href="other/#top"></a><a href="other/"></a><a href="https://games.example/x"></a>'
        '<a href="#here"></a><p id="here"></p>'
        '<a href="other/#bottom"></a><a href="gone/"></a><a href="#there"></a>'
    )
    assert broken_links(tmp_path) == [
        "index.html links to #there: no such place there.",
        "index.html links to gone/, which is not there.",
        "index.html links to other/#bottom: no such place there.",
    ]

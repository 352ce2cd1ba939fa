"""The check of the page's imports finds every kind of circle, and the page has none."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

from check_web_imports import main


def write(folder: Path, **files: str) -> Path:
    """A page with these files; `__` stands for a slash and `_` before the ending for a dot."""
    for name, text in files.items():
        file = folder / "src" / name.replace("__", "/").replace("_", ".")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return folder / "src"


def test_the_page_has_no_circle(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0, capsys.readouterr().out


@pytest.mark.parametrize(
    "way_back",
    [
        "import { a } from './a';",
        "import type { A } from './a';",
        "export { a } from './a';",
        "export * from './a';",
        "import './a';",
        "const a = () => import('./a');",
        "import {\n  a,\n  b,\n} from './a';",
    ],
)
def test_every_way_of_importing_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], way_back: str
) -> None:
    folder = write(
        tmp_path,
        a_ts="import B from './B.svelte';",
        B_svelte='<script lang="ts">\n  import { c } from "./c";\n</script>',
        c_ts=way_back,
    )
    assert main([str(folder)]) == 1
    assert "B.svelte -> c.ts -> a.ts -> B.svelte" in capsys.readouterr().out


def test_folders_and_aliases_are_followed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write(tmp_path, one__index_ts="import '@/two';", two_svelte_ts="import './one';")
    (tmp_path / "tsconfig.json").write_text('{"compilerOptions": {"paths": {"@/*": ["src/*"]}}}')
    assert main([str(folder)]) == 1
    assert "one/index.ts -> two.svelte.ts -> one/index.ts" in capsys.readouterr().out
    (tmp_path / "tsconfig.json").unlink()
    assert main([str(folder)]) == 0
    (tmp_path / "vite.config.ts").write_text("resolve: { alias: { '@': r('src') } }")
    assert main([str(folder)]) == 1


def test_a_long_way_without_return_is_none(tmp_path: Path) -> None:
    folder = write(
        tmp_path,
        a_ts="import './b'; import './c'; // import './a'",
        b_ts="import './c';",
        c_ts="// import './a';\n/* import './b'; */\nimport 'svelte';",
    )
    assert main([str(folder)]) == 0

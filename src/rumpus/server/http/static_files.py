"""The web client's files, and a plain page if it was not built."""

from __future__ import annotations

import re
from pathlib import Path, PurePath

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

STATIC = Path(__file__).parents[1] / "static"
FOREVER = "public, max-age=31536000, immutable"
FILES = {".css", ".ico", ".js", ".json", ".map", ".png", ".svg", ".txt", ".webp", ".xml"}
"""A request for one of these expects a file, not a page."""
NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Rumpus</title>
<h1>The room is open, but its page was not built</h1>
<p>The server answers; only the web client is missing here. In a checkout,
<code>make web</code> builds it. The calls under <code>/api</code> work without it.</p>
</html>
"""


FILE = re.compile(r"[\w./-]{1,200}", re.ASCII)
"""Names of the web client's files; nothing else is looked up on disk."""
PAGES = re.compile(r"|replay|(t|learn)/[^/]+")
"""Paths for which the web client has a page, as in `web/src/lib/router.svelte.ts`."""


async def page(request: Request) -> Response:
    """A file of the web client, or its page; with status 404 for an unknown path."""
    name = request.path_params["path"]
    folder = STATIC.resolve()
    file = (folder / (name if FILE.fullmatch(name) else "")).resolve()
    if file.is_relative_to(folder) and file.is_file():
        cached = FOREVER if name.startswith("assets/") else "no-cache"
        return FileResponse(file, headers={"cache-control": cached})
    is_page = PAGES.fullmatch(name) is not None
    if name.startswith("assets/") or (PurePath(name).suffix in FILES and not is_page):
        return Response("There is no such file.", 404, media_type="text/plain")
    status = 200 if is_page else 404
    index = folder / "index.html"
    if index.is_file():
        return FileResponse(index, status, headers={"cache-control": "no-cache"})
    return HTMLResponse(NOT_BUILT, status, headers={"cache-control": "no-store"})

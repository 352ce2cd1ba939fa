"""The web client's files, and a plain page where it was not built."""

from __future__ import annotations

from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

STATIC = Path(__file__).parent / "static"
FOREVER = "public, max-age=31536000, immutable"
NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Rumpus</title>
<h1>The room is open, but its page was not built</h1>
<p>The server answers; only the web client is missing here. In a checkout,
<code>make web</code> builds it. The calls under <code>/api</code> work without it.</p>
</html>
"""


async def page(request: Request) -> Response:
    """A file of the web client, or its page for every other path."""
    name = request.path_params["path"]
    if name.startswith(("api/", "ws/")):
        return Response('{"error":"There is no such call."}', 404, media_type="application/json")
    folder = STATIC.resolve()
    file = (folder / name).resolve()
    if name and file.is_relative_to(folder) and file.is_file():
        cached = FOREVER if name.startswith("assets/") else "no-cache"
        return FileResponse(file, headers={"cache-control": cached})
    if name.startswith("assets/"):
        return Response("There is no such file.", 404, media_type="text/plain")
    index = folder / "index.html"
    if index.is_file():
        return FileResponse(index, headers={"cache-control": "no-cache"})
    return HTMLResponse(NOT_BUILT, headers={"cache-control": "no-store"})

"""Security headers of every response."""

from __future__ import annotations

from typing import Any

from rumpus.server.network.hostnames import HostNames
from rumpus.server.network.requests import host_of

FIXED_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
LAST = ((b"connection", b"close"),)


def policy_for(names: HostNames, scope: Any) -> bytes:
    """The Content-Security-Policy: only this room's own resources."""
    host = host_of(scope)
    sockets = f" ws://{host} wss://{host}" if host else ""
    sockets += "".join(f" ws{url.removeprefix('http')}" for url in sorted(names.origins))
    return (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
        f"img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'self'{sockets}; "
        "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ).encode("latin-1")


class SecurityHeaders:
    """Adds the headers to every response; `is_last` closes the connection after each."""

    def __init__(self, app: Any, *, names: HostNames, is_last: bool) -> None:
        self.app, self.names = app, names
        self.headers = FIXED_HEADERS + LAST * is_last

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request."""

        async def send_with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                policy = (b"content-security-policy", policy_for(self.names, scope))
                message["headers"] = [*message.get("headers", ()), *self.headers, policy]
            await send(message)

        await self.app(scope, receive, send_with_headers)

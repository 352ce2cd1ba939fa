"""Who may knock: origins, addresses, and the headers that every answer has."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from rumpus.rulekit.sentence import say
from rumpus.table.reading import Unreadable

from .names import Names, check_host

HOST = re.compile(r"[A-Za-z0-9.\-]+(:\d+)?|\[[0-9a-fA-F:.]+\](:\d+)?")
FIXED_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
PATH_MOST = 500
LAST = ((b"connection", b"close"),)
ANOTHER_SITE = say("That was asked from another site's page.")


def header(scope: Any, name: bytes) -> str:
    """A header of a request, or nothing."""
    headers: Iterable[tuple[bytes, bytes]] = scope["headers"]
    return next((value.decode("latin-1") for key, value in headers if key == name), "")


def host_of(scope: Any) -> str:
    """The host that the client asked for, if it looks like one."""
    host = header(scope, b"host")
    return host if HOST.fullmatch(host) else ""


def check_knock(names: Names, scope: Any) -> None:
    """Refuse what no client of ours asks for, before anything is done with it."""
    check_host(names, header(scope, b"host"))
    path: str = scope["path"]
    if len(path) > PATH_MOST or not path.isprintable():
        raise Unreadable(
            say(
                "An address here has at most {most} characters, all printable.",
                most=PATH_MOST,
            )
        )


def is_from_here(names: Names, scope: Any) -> bool:
    """Whether a request comes from our own page, or from no page at all."""
    origin = header(scope, b"origin")
    if not origin or origin.lower() in names.origins:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host_of(scope).lower()


def address_of(scope: Any) -> str:
    """Where a request comes from: an IPv4 address, or the half of an IPv6 one that is a home's."""
    client = scope.get("client")
    if not client:
        return "local"
    try:
        address = ipaddress.ip_address(client[0])
    except ValueError:
        return str(client[0])
    if address.version == 4:
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))


def policy_for(names: Names, scope: Any) -> bytes:
    """The Content-Security-Policy: everything from this room, nothing from elsewhere."""
    host = host_of(scope)
    sockets = f" ws://{host} wss://{host}" if host else ""
    sockets += "".join(f" ws{url.removeprefix('http')}" for url in sorted(names.origins))
    return (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
        f"img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'self'{sockets}; "
        "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ).encode("latin-1")


class SafeHeaders:
    """Adds the headers to every answer; `is_last` says that no other comes on a connection."""

    def __init__(self, app: Any, *, names: Names, is_last: bool) -> None:
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

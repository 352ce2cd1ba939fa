"""Checks on a request's host, origin, path and address."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from rumpus.rulekit.sentence import say
from rumpus.table.input.reading import Unreadable

from .hostnames import HostNames, check_host

HOST = re.compile(r"[A-Za-z0-9.\-]+(:\d+)?|\[[0-9a-fA-F:.]+\](:\d+)?")
PATH_MOST = 500
TOO_FAST = say("That was too much at once; wait a moment.")
ANOTHER_SITE = say("That request came from another site's page.")


def header(scope: Any, name: bytes) -> str:
    """A request header, or an empty string."""
    headers: Iterable[tuple[bytes, bytes]] = scope["headers"]
    return next((value.decode("latin-1") for key, value in headers if key == name), "")


def host_of(scope: Any) -> str:
    """The requested host, if it is well formed."""
    host = header(scope, b"host")
    return host if HOST.fullmatch(host) else ""


def check_request(names: HostNames, scope: Any) -> None:
    """Refuse a request with an unknown host or an odd path before doing anything else."""
    check_host(names, header(scope, b"host"))
    path: str = scope["path"]
    if len(path) > PATH_MOST or not path.isprintable():
        raise Unreadable(
            say(
                "An address here has at most {most} characters, all printable.",
                most=PATH_MOST,
            )
        )


def is_same_origin(names: HostNames, scope: Any) -> bool:
    """Whether a request comes from the room's own page, or from no page at all."""
    origin = header(scope, b"origin")
    if not origin or origin.lower() in names.origins:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host_of(scope).lower()


def address_of(scope: Any) -> str:
    """The address to charge: an IPv4 address, or the /64 network of an IPv6 one."""
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

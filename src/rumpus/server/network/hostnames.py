"""The host names that a room answers to.

Another site can point its own name at this machine (DNS rebinding) and then call the room as if it
were the room's own page. So only known hosts are answered: this machine's names, those given with
`--url`, and IP addresses, which nobody can rebind.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from rumpus.rulekit.errors import Complaint
from rumpus.rulekit.sentence import quoted, say
from rumpus.table.errors import Refused

HOME = ("local", "lan", "home", "home.arpa", "internal", "localdomain")
"""Domains of home networks; nobody can register a name in them."""
SCHEMES = ("http", "https")


class UnknownHost(Refused):
    """The request names a host that is not this room."""


class BadUrl(Complaint):
    """A URL that cannot be the address of a room."""


@dataclass(frozen=True)
class HostNames:
    """Accepted hosts, extra origins behind a proxy, and the link to share."""

    hosts: frozenset[str] = frozenset(("localhost",))
    origins: frozenset[str] = frozenset()
    link: str = ""


def host_names_for(host: str, urls: Iterable[str] = (), link: str = "") -> HostNames:
    """The host names of a room that listens at `host` and has public URLs."""
    urls = [checked_url(url) for url in urls]
    public = {urlsplit(url).hostname or "" for url in urls}
    return HostNames(
        frozenset({"localhost", host.lower(), *machine_names(), *public}),
        frozenset(urls),
        urls[0] if urls else link,
    )


def machine_names() -> set[str]:
    """This machine's names on its own network."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return {name, short, *(f"{short}.{ending}" for ending in HOME)} if short else set()


def checked_url(url: str) -> str:
    """A room's public URL as an origin: scheme, host and port in lower case."""
    try:
        parts = urlsplit(url)
        is_plain = not (parts.path.strip("/") or parts.query or parts.fragment or parts.username)
        known = parts.scheme in SCHEMES and parts.hostname and is_plain and parts.port != 0
    except ValueError:
        known = False
    if not known:
        raise BadUrl(
            say(
                "A room's URL is like https://games.example or http://name:4210, not {url}.",
                url=url,
            )
        )
    return f"{parts.scheme}://{parts.netloc}".lower()


def check_host(names: HostNames, host: str) -> None:
    """Refuse an unknown host; a client that sends none is not a browser."""
    if not host or host_name(host) in names.hosts or is_address(host_name(host)):
        return
    raise UnknownHost(
        say(
            "This room is not called '{host}'. Open it by its IP address, or ask whoever runs it "
            "to start it with --url and this name.",
            host=quoted(host),
        )
    )


def host_name(host: str) -> str:
    """The host in a `Host` header, without the port."""
    if host.startswith("["):
        return host.partition("]")[0].removeprefix("[")
    return host.partition(":")[0].removesuffix(".").lower()


def is_address(name: str) -> bool:
    """Whether this is an IP address."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True

"""What a room is called.

A page on somebody else's site can lead a name of its own to this machine (DNS rebinding), and then
calls the room as if it were the room's own page. So only the room's names are answered: what this
machine is called, what `--url` says, and addresses in digits, which nobody can lead elsewhere.
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
"""What networks at home put behind the name of a machine; nobody can own a name in these."""
SCHEMES = ("http", "https")


class NotHere(Refused):
    """Somebody asks for a room of another name."""


class BadUrl(Complaint):
    """What cannot be the address of a room."""


@dataclass(frozen=True)
class Names:
    """Names that the room answers to, where its pages come from behind a proxy, and its link."""

    hosts: frozenset[str] = frozenset(("localhost",))
    origins: frozenset[str] = frozenset()
    link: str = ""


def names_for(host: str, urls: Iterable[str] = (), link: str = "") -> Names:
    """The names of a room that listens at an address and is reached by some URLs."""
    urls = [checked_url(url) for url in urls]
    public = {urlsplit(url).hostname or "" for url in urls}
    return Names(
        frozenset({"localhost", host.lower(), *machine_names(), *public}),
        frozenset(urls),
        urls[0] if urls else link,
    )


def machine_names() -> set[str]:
    """What people on the same network may call this machine."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return {name, short, *(f"{short}.{ending}" for ending in HOME)} if short else set()


def checked_url(url: str) -> str:
    """A room's public address as pages name it: scheme, host and port, all in small letters."""
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


def check_host(names: Names, host: str) -> None:
    """Refuse what is asked of a room of another name; who names none is no browser."""
    if not host or host_name(host) in names.hosts or is_address(host_name(host)):
        return
    raise NotHere(
        say(
            "This room is not called '{host}'. Open it by its address in digits, or let whoever "
            "runs it start it with --url and the name.",
            host=quoted(host),
        )
    )


def host_name(host: str) -> str:
    """The name in a `Host` header, without the port."""
    if host.startswith("["):
        return host.partition("]")[0].removeprefix("[")
    return host.partition(":")[0].removesuffix(".").lower()


def is_address(name: str) -> bool:
    """Whether this is an address in digits."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True

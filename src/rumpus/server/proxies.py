"""Proxies: who asks, where requests are handed on by somebody in between.

The word of a proxy counts only where whoever runs the room trusts its address. It is read from the
right, since every proxy adds the address that it saw at the end: the first one that is no trusted
proxy's is the person's. Whatever stands before that is only what the person said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)

from rumpus.rulekit.errors import Complaint
from rumpus.rulekit.sentence import say

Networks = tuple[IPv4Network | IPv6Network, ...]
LOOPBACK = "loopback"
MOST_HOPS = 32
"""Proxies that a request can have come through; more are not looked at."""
FOR = re.compile(r"\s*for\s*=(.*)", re.IGNORECASE)


class BadProxy(Complaint):
    """What cannot be the address of a proxy."""


def network(text: str) -> IPv4Network | IPv6Network:
    """The address of a proxy, or those of a network; not all there are."""
    try:
        found = ip_network(text)
    except ValueError:
        found = None
    if found is None or not found.prefixlen:
        raise BadProxy(
            say(
                "A proxy is an address or a network, such as 10.0.0.5 or 10.0.0.0/8, not {text}.",
                text=text,
            )
        )
    return found


def trusted(names: Iterable[str]) -> Networks:
    """All addresses that some words name."""
    plain = (("127.0.0.0/8", "::1") if name == LOOPBACK else (name,) for name in names)
    return tuple(network(text) for texts in plain for text in texts)


def is_proxy(proxies: Networks, peer: str) -> bool:
    """Whether somebody who connects is a trusted proxy."""
    address = _address(peer)
    return address is not None and _is_in(proxies, address)


def person_of(proxies: Networks, peer: str, headers: Sequence[tuple[bytes, bytes]]) -> str:
    """The address of whoever asks; the nearest one known where proxies say nothing usable."""
    if not is_proxy(proxies, peer):
        return peer
    person = _address(peer)
    for hop in _hops(headers):
        seen = _address(hop)
        if seen is None:
            break
        person = seen
        if not _is_in(proxies, seen):
            break
    return str(person)


def _hops(headers: Sequence[tuple[bytes, bytes]]) -> list[str]:
    """Whom proxies have seen, the last one first.

    Nearly all of them write X-Forwarded-For and hand Forwarded on as the person sent it, so the
    latter counts only where the former is missing.
    """
    for name, read in ((b"x-forwarded-for", str), (b"forwarded", _for)):
        said = [value.decode("latin-1") for key, value in headers if key == name]
        if said:
            hops = ",".join(said).rsplit(",", MOST_HOPS)[-MOST_HOPS:]
            return [read(hop) for hop in reversed(hops)]
    return []


def _for(element: str) -> str:
    """Whom a proxy has seen, by its element of a Forwarded header."""
    found = (FOR.fullmatch(pair) for pair in element.split(";"))
    return next((pair[1].strip().strip('"') for pair in found if pair), "")


def _address(text: str) -> IPv4Address | IPv6Address | None:
    """An address in digits, with or without a port; nothing if it is none."""
    bare = text.strip()
    if bare.startswith("["):
        bare = bare[1:].partition("]")[0]
    elif bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        found = ip_address(bare)
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


def _is_in(proxies: Networks, address: IPv4Address | IPv6Address) -> bool:
    return any(address in network for network in proxies)

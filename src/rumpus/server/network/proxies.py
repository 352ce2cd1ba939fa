"""The client's address behind trusted proxies.

A proxy's headers count only if its address is trusted. They are read from the right, since every
proxy appends the address it saw: the first address that is not a trusted proxy is the client.
Whatever stands before it is only the client's claim.
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
MAX_HOPS = 32
"""Proxies that a request may pass; further ones are ignored."""
FOR = re.compile(r"\s*for\s*=(.*)", re.IGNORECASE)


class BadProxy(Complaint):
    """A value that cannot be a proxy's address."""


def network(text: str) -> IPv4Network | IPv6Network:
    """Parse a proxy's address or network; refuses the whole internet."""
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


def trusted_networks(names: Iterable[str]) -> Networks:
    """Parse the networks given on the command line."""
    plain = (("127.0.0.0/8", "::1") if name == LOOPBACK else (name,) for name in names)
    return tuple(network(text) for texts in plain for text in texts)


def is_trusted_proxy(proxies: Networks, peer: str) -> bool:
    """Whether a peer is a trusted proxy."""
    address = _address(peer)
    return address is not None and _is_in(proxies, address)


def client_address(proxies: Networks, peer: str, headers: Sequence[tuple[bytes, bytes]]) -> str:
    """The client's address, or the nearest known one if the headers are unusable."""
    if not is_trusted_proxy(proxies, peer):
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
    """The addresses that proxies have seen, the last one first.

    Nearly all of them write X-Forwarded-For and pass a client's Forwarded header on unchanged, so
    Forwarded counts only if X-Forwarded-For is missing.
    """
    for name, read in ((b"x-forwarded-for", str), (b"forwarded", _for)):
        said = [value.decode("latin-1") for key, value in headers if key == name]
        if said:
            hops = ",".join(said).rsplit(",", MAX_HOPS)[-MAX_HOPS:]
            return [read(hop) for hop in reversed(hops)]
    return []


def _for(element: str) -> str:
    """The address in one element of a Forwarded header."""
    found = (FOR.fullmatch(pair) for pair in element.split(";"))
    return next((pair[1].strip().strip('"') for pair in found if pair), "")


def _address(text: str) -> IPv4Address | IPv6Address | None:
    """An IP address, with or without a port; None if it is not one."""
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

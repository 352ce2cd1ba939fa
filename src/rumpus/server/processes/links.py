"""The links to a room, for its owner and for friends."""

from __future__ import annotations

import io
import ipaddress
import socket
from collections.abc import Sequence
from dataclasses import dataclass

from rumpus.rulekit.sentence import Sentence, as_it_is, say
from rumpus.server.network.hostnames import checked_url

ANYWHERE = ("0.0.0.0", "::", "")


@dataclass(frozen=True)
class Links:
    """The room's URLs; `friends` is empty if only this machine can reach it."""

    own: str
    friends: str = ""
    is_public: bool = False

    def invitation(self) -> list[Sentence]:
        """The lines to print for friends, with a QR code."""
        if not self.friends:
            return []
        where = (
            say("Friends: {link}", link=self.friends)
            if self.is_public
            else say("Friends on the same network: {link}", link=self.friends)
        )
        return [where, *map(as_it_is, qr_lines(self.friends))]


def links_for(host: str, port: int, urls: Sequence[str] = ()) -> Links:
    """The links to a room that listens at `host` and has public URLs."""
    if urls:
        return Links(links_for(host, port).own, checked_url(urls[0]), is_public=True)
    if host in ANYWHERE:
        friends = lan_address()
        return Links(url("127.0.0.1", port), url(friends, port) if friends else "")
    if _is_loopback(host):
        return Links(url(host, port))
    return Links(url(host, port), url(host, port))


def url(host: str, port: int) -> str:
    """An address as a URL."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def inside_url(host: str, port: int) -> str:
    """Where the other servers of a room reach one that listens at `host`."""
    return url(socket.gethostname() if host in ANYWHERE else host, port)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def lan_address() -> str:
    """This machine's address on its network; empty if it has none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as command_key:
        try:
            command_key.connect(("192.0.2.1", 9))
            address = str(command_key.getsockname()[0])
        except OSError:
            return ""
    return "" if _is_loopback(address) else address


def qr_lines(text: str) -> list[str]:
    """A QR code in block characters."""
    import segno  # noqa: PLC0415

    drawn = io.StringIO()
    segno.make(text, error="l").terminal(drawn, compact=True)
    return drawn.getvalue().splitlines()

"""Which proxies are believed when they say for whom they ask."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address, ip_network
from typing import Final

LOCAL: Final = ("127.0.0.0/8", "::1")
SECURE: Final = ("https", "wss")


class Proxies:
    """The addresses of the trusted proxies. Everybody else can write into `X-Forwarded-For` whatever they like.

    addresses: single ones, or networks such as 10.0.0.0/8. Raises ValueError if one is neither. By default only proxies
    on this machine are trusted.
    """

    def __init__(self, addresses: Iterable[str] = LOCAL) -> None:
        self.networks = [ip_network(address, strict=False) for address in addresses]

    def trust(self, address: str) -> bool:
        """Tell whether an address is that of a trusted proxy; "" is a socket file of this machine."""
        if not address:
            return True
        try:
            ip = ip_address(address.partition("%")[0])
        except ValueError:
            return False
        ip = getattr(ip, "ipv4_mapped", None) or ip
        return any(ip in network for network in self.networks)

    def client(self, peer: str, forwarded: Iterable[str]) -> str:
        """Return the address from which a request comes: the last one that is no trusted proxy itself.

        Each proxy appends the address that it was asked from, so what stands further left can be invented.

        peer: the other end of the connection. forwarded: the values of all `X-Forwarded-For` headers, in their order.
        """
        if not self.trust(peer):
            return peer
        named = [one.strip() for value in forwarded for one in value.split(",")]
        found = peer
        for one in reversed(named):
            address = without_port(one)
            if not is_address(address):
                break  # the proxy did not write this
            found = address
            if not self.trust(address):
                break
        return found

    def secure(self, peer: str, forwarded: str | None) -> bool:
        """Tell whether a trusted proxy says that the request came to it encrypted. forwarded: `X-Forwarded-Proto`."""
        return forwarded is not None and self.trust(peer) and forwarded.strip().lower() in SECURE


def without_port(text: str) -> str:
    """Return the address in "192.0.2.1", "192.0.2.1:80", "[2001:db8::1]" or "[2001:db8::1]:80"."""
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text


def is_address(text: str) -> bool:
    """Tell whether a text is an IP address."""
    try:
        ip_address(text.partition("%")[0])
    except ValueError:
        return False
    return True


THIS_MACHINE: Final = Proxies()

"""Who somebody is, whose page speaks, and how much one may ask for."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import Final
from urllib.parse import urlsplit

from itsdangerous import BadSignature, Signer

COOKIE: Final = "stich-"  # followed by which server it is: cookies do not tell ports of one host apart
COOKIE_AGE: Final = 365 * 24 * 3600


class TokenBucket:
    """Credit that is spent by messages and comes back with time."""

    def __init__(self, most: int, refill: float, now: float) -> None:
        self.most = most
        self.refill = refill
        self.credit = float(most)
        self.at = now

    def spend(self, now: float) -> bool:
        """Take one credit, if there is one."""
        self.credit = min(self.most, self.credit + (now - self.at) * self.refill)
        self.at = now
        if self.credit < 1:
            return False
        self.credit -= 1
        return True

    def wait(self) -> int:
        """Return after how many ms there is credit again."""
        return max(0, round((1 - self.credit) / self.refill * 1000))


class SignedCookie:
    """Who somebody is: a random 128-bit id in a signed cookie, nothing else. No account, no trace across servers."""

    def __init__(self, key: bytes) -> None:
        self.signer = Signer(key, salt="stich.identity")
        self.cookie = COOKIE + hashlib.blake2b(key, digest_size=4, person=b"stich.cookie").hexdigest()

    def read(self, cookie: str | None) -> str | None:
        """Return the identity in a cookie; None where there is none, or it is not ours."""
        try:
            return self.signer.unsign(cookie).decode() if cookie else None
        except (BadSignature, UnicodeDecodeError):
            return None

    def issue(self, identity: str, secure: bool) -> str:
        """Return the value of a Set-Cookie header."""
        value = self.signer.sign(identity).decode()
        attributes = f"Path=/; Max-Age={COOKIE_AGE}; HttpOnly; SameSite=Lax"
        return f"{self.cookie}={value}; {attributes}" + ("; Secure" if secure else "")


class Hosts:
    """The names under which a server answers. A page of somebody else's may have its own name lead to this machine (DNS
    rebinding), and browsers then take the server for part of that page; but they name the host that they mean.

    names: those allowed beside numeric addresses, which no name server can turn, and localhost; "*": any.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self.names = {name.lower().rstrip(".") for name in names}

    def allow(self, header: str | None) -> bool:
        """Tell whether the server answers a request with this Host header; programs may send none."""
        host = host_of(header or "").lower().rstrip(".")
        if not host or "*" in self.names or host in self.names or host == "localhost" or host.endswith(".localhost"):
            return True
        try:
            ip_address(host.strip("[]").partition("%")[0])
        except ValueError:
            return False
        return True


ANY_HOST: Final = Hosts(["*"])


def host_of(header: str) -> str:
    """Return a Host header without its port."""
    host, colon, port = header.strip().rpartition(":")
    whole = not host.count(":") or host.endswith("]")  # else it is an IPv6 address without brackets
    return host if colon and whole and (not port or port.isdigit()) else header.strip()


def same_origin(origin: str | None, host: str | None) -> bool:
    """Tell whether a page of this server speaks. Programs that are no browsers name no origin."""
    if origin is None:
        return True
    try:
        return host is not None and urlsplit(origin).netloc.lower() == host.lower()
    except ValueError:  # no address at all: "http://["
        return False


def household(host: str) -> str:
    """Return who counts as one at this address: an IPv4 address, or the IPv6 network (/64) of a household."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:  # no address: a socket of this machine
        return host
    if isinstance(address, IPv4Address):
        return str(address)
    return str(address.ipv4_mapped or IPv6Network((int(address) >> 64 << 64, 64)))

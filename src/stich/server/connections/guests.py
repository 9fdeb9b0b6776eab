"""Identities of people, allowed hosts and origins, and rate limits."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import Final
from urllib.parse import urlsplit

from itsdangerous import BadSignature, Signer

from stich.server.state.former import digest_of
from stich.server.state.programs import Pass

COOKIE: Final = "stich-"  # followed by a name for the server: cookies are shared by all ports of a host
COOKIE_AGE: Final = 365 * 24 * 3600


class SignedCookie:
    """The identity of a person: a random 128-bit id in a signed cookie, nothing else. No tracking across servers.

    A cookie has a number, 0 where none stands there. `revoked` says, for the digest of an identity, from which number
    on its cookies hold; `pages/sessions.py` keeps it like that in all processes.
    """

    def __init__(self, key: bytes) -> None:
        self.signer = Signer(key, salt="stich.identity")
        self.revoked: dict[str, int] = {}
        self.cookie = COOKIE + hashlib.blake2b(key, digest_size=4, person=b"stich.cookie").hexdigest()

    def read(self, cookie: str | None) -> str | None:
        """Return the identity in a cookie; None if there is none, it was ended, or its signature is wrong."""
        try:
            identity, _, number = self.signer.unsign(cookie or "").decode().partition(".")
        except (BadSignature, UnicodeDecodeError):
            return None
        holds = not self.revoked or int(number or 0) >= self.revoked.get(digest_of(identity), 0)
        return identity if holds else None

    def of(self, cookies: Mapping[str, str]) -> str | None:
        """Return the identity of the person who sends these cookies; None: they have none."""
        return self.read(cookies.get(self.cookie))

    def issue(self, identity: str, secure: bool, number: int = 0) -> str:
        """Return the value of a Set-Cookie header."""
        value = self.signer.sign(f"{identity}.{number}" if number else identity).decode()
        return self.header(value, COOKIE_AGE, secure)

    def new(self, entropy: Callable[[int], bytes], secure: bool) -> tuple[str, str]:
        """Return a new identity, and the value of a Set-Cookie header that gives it to a browser."""
        identity = entropy(16).hex()
        return identity, self.issue(identity, secure)

    def ended(self, secure: bool) -> str:
        """Return the value of a Set-Cookie header with which a browser forgets who it is."""
        return self.header("", 0, secure)

    def header(self, value: str, age: int, secure: bool) -> str:
        """Return the value of a Set-Cookie header. age: seconds."""
        attributes = f"Path=/; Max-Age={age}; HttpOnly; SameSite=Lax"
        return f"{self.cookie}={value}; {attributes}" + ("; Secure" if secure else "")


class ProgramTokens:
    """Tokens with which programs play in place of a table's bots: what a table has granted, signed. Whether it still
    holds, the table knows."""

    def __init__(self, key: bytes) -> None:
        self.signer = Signer(key, salt="stich.program")

    def issue(self, granted: Pass) -> str:
        """Return the token of a program."""
        return self.signer.sign(f"{granted.table}.{granted.seat}.{granted.n}").decode()

    def read(self, header: str) -> Pass | None:
        """Return what the token in an Authorization header says; None if it has none of ours."""
        scheme, _, token = header.partition(" ")
        try:
            table, seat, n = self.signer.unsign(token.strip()).decode().split(".")
            return Pass(table, int(seat), int(n)) if scheme.lower() == "bearer" else None
        except (BadSignature, ValueError):  # signatures are compared in constant time
            return None


class Hosts:
    """The host names under which a server answers.

    A foreign page can let its own name resolve to this machine (DNS rebinding), and browsers then treat the server as
    part of that page; but they send the name in the Host header. names: those allowed beside localhost and numeric
    addresses, which no name server can redirect; "*": any.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self.names = {name.lower().rstrip(".") for name in names}

    def allow(self, header: str | None) -> bool:
        """Tell whether the server answers a request with this Host header; programs can send none."""
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
    whole = not host.count(":") or host.endswith("]")  # otherwise it is an IPv6 address without brackets
    return host if colon and whole and (not port or port.isdigit()) else header.strip()


def same_origin(origin: str | None, host: str | None) -> bool:
    """Tell whether the request comes from a page of this server. Programs that are not browsers send no origin."""
    if origin is None:
        return True
    try:
        return host is not None and urlsplit(origin).netloc.lower() == host.lower()
    except ValueError:  # no valid address: "http://["
        return False


def household(host: str) -> str:
    """Return the key for rate limits by address: an IPv4 address, or the IPv6 network (/64) of a household."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:  # no address: a socket of this machine
        return host
    if isinstance(address, IPv4Address):
        return str(address)
    return str(address.ipv4_mapped or IPv6Network((int(address) >> 64 << 64, 64)))

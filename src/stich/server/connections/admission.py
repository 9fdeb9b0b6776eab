"""Which requests may open a socket, and where they come from."""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.requests import cookie_parser
from websockets.http11 import Request

from stich.server.connections.guests import Hosts, ProgramTokens, SignedCookie, household, same_origin
from stich.server.connections.proxies import Proxies

PATH: Final = "/api/socket"  # followed by the table, so that a proxy can send all of its sockets to one server


def refused_with(request: Request, hosts: Hosts) -> int:
    """Return the status with which a request is refused, 0 if it is accepted. Raises MultipleValuesError."""
    path = request.path.partition("?")[0]
    if path != PATH and path != f"{PATH}/{table_of(request)}":
        return 404
    if not hosts.allow(request.headers.get("Host")):
        return 421
    return 0 if same_origin(request.headers.get("Origin"), request.headers.get("Host")) else 403


def identity_of(request: Request, signed_cookie: SignedCookie, tokens: ProgramTokens) -> tuple[str | None, int]:
    """Return who asks, a person by cookie or a program by token, None for a new person; and the status with which a
    token is refused, 0 if it is not. Raises MultipleValuesError."""
    token = request.headers.get("Authorization")
    if token is not None:
        granted = tokens.read(token)
        return (None, 401) if granted is None else (granted.identity, 0)
    return signed_cookie.of(cookie_parser(request.headers.get("Cookie") or "")), 0


def table_of(request: Request) -> str:
    """Return the table that a request names, "" for none: pages of the first version of the protocol name none."""
    before, _, table = request.path.partition("?")[0].rpartition("/")
    return table if before == PATH else ""


def asks_for_compression(request: Request) -> bool:
    """Tell whether a page wants its messages compressed: it has found that its connection is slow."""
    return "deflate=1" in request.path.partition("?")[2].split("&")


def origin_of(request: Request, transport: asyncio.BaseTransport, proxies: Proxies) -> tuple[str, bool]:
    """Return the key for limits by address, and whether the request came encrypted; trusted proxies say so for those
    who ask them. Raises MultipleValuesError."""
    peer = transport.get_extra_info("peername")
    address = str(peer[0]) if isinstance(peer, tuple) else ""
    secure = transport.get_extra_info("sslcontext") is not None
    client = proxies.client(address, request.headers.get_all("X-Forwarded-For"))
    return household(client), secure or proxies.secure(address, request.headers.get("X-Forwarded-Proto"))

"""Which requests may open a socket, and where they come from."""

from __future__ import annotations

import asyncio
from typing import Final

from websockets.http11 import Request

from stich.server.connections.guests import Hosts, household, same_origin
from stich.server.connections.proxies import Proxies

PATH: Final = "/api/socket"


def refused_with(request: Request, hosts: Hosts) -> int:
    """Return the status with which a request is refused, 0 if it is accepted. Raises MultipleValuesError."""
    if request.path.partition("?")[0] != PATH:
        return 404
    if not hosts.allow(request.headers.get("Host")):
        return 421
    return 0 if same_origin(request.headers.get("Origin"), request.headers.get("Host")) else 403


def origin_of(request: Request, transport: asyncio.BaseTransport, proxies: Proxies) -> tuple[str, bool]:
    """Return the key for limits by address, and whether the request came encrypted; trusted proxies say so for those
    who ask them. Raises MultipleValuesError."""
    peer = transport.get_extra_info("peername")
    address = str(peer[0]) if isinstance(peer, tuple) else ""
    secure = transport.get_extra_info("sslcontext") is not None
    client = proxies.client(address, request.headers.get_all("X-Forwarded-For"))
    return household(client), secure or proxies.secure(address, request.headers.get("X-Forwarded-Proto"))

"""Which requests may open a socket, and where they come from."""

from __future__ import annotations

import asyncio
from typing import Final

from websockets.http11 import Request

from stich.server.connections.guests import Hosts, household, same_origin

PATH: Final = "/api/socket"
LOCAL: Final = ("", "127.0.0.1", "::1")  # a proxy on this machine is trusted


def refused_with(request: Request, hosts: Hosts) -> int:
    """Return the status with which a request is refused, 0 if it is accepted. Raises MultipleValuesError."""
    if request.path.partition("?")[0] != PATH:
        return 404
    if not hosts.allow(request.headers.get("Host")):
        return 421
    return 0 if same_origin(request.headers.get("Origin"), request.headers.get("Host")) else 403


def origin_of(request: Request, transport: asyncio.Transport) -> tuple[str, bool]:
    """Return the address of a request, and whether it came encrypted; a proxy on this machine is trusted to say so.
    Raises MultipleValuesError."""
    peer = transport.get_extra_info("peername")
    address = str(peer[0]) if isinstance(peer, tuple) else ""
    secure = transport.get_extra_info("sslcontext") is not None
    if address in LOCAL:
        before = request.headers.get("X-Forwarded-For")
        address = before.rpartition(",")[2].strip() if before else address
        secure = secure or request.headers.get("X-Forwarded-Proto") in ("https", "wss")
    return household(address), secure

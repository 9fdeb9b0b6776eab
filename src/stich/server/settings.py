"""What an operator sets on the command line, checked."""

from __future__ import annotations

import errno
import hashlib
import os
import socket
from pathlib import Path
from typing import TYPE_CHECKING, Final

from stich.kernel.action import Refused
from stich.server.connections.proxies import THIS_MACHINE, Proxies

if TYPE_CHECKING:
    from starlette.applications import Starlette

OPERATOR: Final = "operator"  # the file in the data folder that holds the digest of the operator's token
SHORTEST: Final = 20  # characters of a token


def digest_of(token: str) -> bytes:
    """Return what is kept of the operator's token. It is random and long, so that nobody can try what gives the same
    digest."""
    return hashlib.sha256(token.encode()).digest()


def operator(data: Path) -> bytes:
    """Return the digest of the operator's token, from STICH_ADMIN_TOKEN or the data folder; b"": there is none.

    Raises Refused: `error.admin_token` (n), it is too short to be secret; `error.data` (path, reason).
    """
    token = os.environ.get("STICH_ADMIN_TOKEN", "")
    if token and len(token) < SHORTEST:
        raise Refused("error.admin_token", {"n": SHORTEST})
    if token:
        return digest_of(token)
    file = data / OPERATOR
    try:
        return bytes.fromhex(file.read_text("ascii")) if file.exists() else b""
    except (OSError, ValueError) as error:
        raise Refused("error.data", {"path": str(file), "reason": str(error)}) from error


def trusted_proxies(given: list[str] | None) -> Proxies:
    """Return the proxies that are believed. Raises Refused `error.proxy` (value)."""
    if given is None:
        return THIS_MACHINE
    try:
        return Proxies(given)
    except ValueError as error:
        raise Refused("error.proxy", {"value": str(error)[:80]}) from error


def metrics_address(given: str | None) -> tuple[str, int] | None:
    """Return host and port, None: no measurements are shown. Raises Refused `error.metrics` (value)."""
    if given is None:
        return None
    host, _, port = given.rpartition(":")
    if not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise Refused("error.metrics", {"value": given[:80]})
    return host.strip("[]") or "127.0.0.1", int(port)


def show_metrics(where: tuple[str, int], app: Starlette) -> str:
    """Show measurements at this address, and return it as a link. Raises Refused: `error.port_used`, `error.host`."""
    from stich.server.metrics import serve_metrics

    host, port = where
    try:
        port = serve_metrics(where, app)
    except socket.gaierror as error:
        raise Refused("error.host", {"host": host}) from error
    except OSError as error:
        if error.errno == errno.EADDRNOTAVAIL:
            raise Refused("error.host", {"host": host}) from error
        raise Refused("error.port_used", {"port": str(port), "host": host}) from error
    return f"http://{host}:{port}/metrics"

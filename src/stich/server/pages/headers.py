"""Security headers: what a page can load, who can frame it, and what its address reveals to others."""

from __future__ import annotations

import logging
import re
from asyncio import CancelledError
from base64 import b64encode
from collections.abc import Awaitable, Callable, MutableMapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from starlette.datastructures import Headers

from stich.server.connections.guests import Hosts, host_of
from stich.server.connections.proxies import Proxies
from stich.server.messages.from_server import Problem
from stich.server.pages.replies import answer, refusal

log: Final = logging.getLogger("stich")

ASGI = Callable[[MutableMapping[str, Any], Any, Any], Awaitable[None]]

INLINE: Final = re.compile(rb"<script>(.*?)</script>", re.DOTALL)
NO_SNIFFING: Final = (b"x-content-type-options", b"nosniff")
PARTS: Final = "/assets/"  # scripts and styles have the rules of the page that asks for them


def policy(scripts: str) -> bytes:
    """Return the content security policy. scripts: allowed scripts besides files of our own."""
    return "; ".join((
        "default-src 'self'",
        f"script-src 'self'{scripts}",
        "img-src 'self' data: blob:",
        "style-src 'self' 'unsafe-inline'",  # cards are placed by style attributes
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )).encode()  # fmt: skip


def inline_scripts(page: Path) -> str:
    """Return the hashes of the page's inline scripts; no other inline script is allowed to run."""
    text = page.read_bytes() if page.is_file() else b""
    hashes = (b64encode(sha256(script).digest()).decode() for script in INLINE.findall(text))
    return "".join(f" 'sha256-{one}'" for one in hashes)


MOST_NAMES: Final = 8  # anybody can send any name, and the log is not theirs to fill


class Clients:
    """ASGI middleware that notes for whom a trusted proxy asks, and whether they asked it encrypted."""

    def __init__(self, app: ASGI, proxies: Proxies) -> None:
        self.app = app
        self.proxies = proxies

    async def __call__(self, scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            peer = scope["client"][0] if scope.get("client") else ""
            headers = Headers(scope=scope)
            scope["client"] = (self.proxies.client(peer, headers.getlist("x-forwarded-for")), 0)
            if self.proxies.secure(peer, headers.get("x-forwarded-proto")):
                scope["scheme"] = "https"
        await self.app(scope, receive, send)


class AllowedHosts:
    """ASGI middleware that refuses requests to foreign hosts, and answers 503 to requests that the stopping server
    leaves unanswered."""

    def __init__(self, app: ASGI, hosts: Hosts) -> None:
        self.app = app
        self.hosts = hosts
        self.refused: set[str] = set()  # the first few names, each of which is logged once

    async def __call__(self, scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        host = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), None)
        if not self.hosts.allow(host):
            name = host_of(host or "")[:100]
            if len(self.refused) < MOST_NAMES and name not in self.refused:
                self.refused.add(name)
                log.warning("refused the name %r; to answer to it, start with --allow-host", name)
            await refusal(Problem(-1, "unknown_host", {"host": name}))(scope, receive, send)
            return
        begun = False

        async def noted(message: MutableMapping[str, Any]) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, noted)
        except CancelledError:  # the server stops, and this request had no time to finish
            if not begun:
                await answer(Problem(-1, "internal"), 503, connection="close")(scope, receive, send)


class SecurityHeaders:
    """ASGI middleware that adds these headers to every answer; to parts of a page only those that matter there, for
    slow connections.
    """

    def __init__(self, app: ASGI, page: Path) -> None:
        self.app = app
        self.headers = (
            (b"content-security-policy", policy(inline_scripts(page))),
            NO_SNIFFING,
            (b"referrer-policy", b"same-origin"),  # with a table's address its reader can sit down
            (b"cross-origin-opener-policy", b"same-origin"),
        )

    async def __call__(self, scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
        async def guarded(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                part = scope["path"].startswith(PARTS) and message["status"] == 200
                message["headers"] = [*message.get("headers", []), *((NO_SNIFFING,) if part else self.headers)]
            await send(message)

        await self.app(scope, receive, guarded if scope["type"] == "http" else send)

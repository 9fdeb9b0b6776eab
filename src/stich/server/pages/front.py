"""What every request passes before its endpoint: who asks, under which name, from which page, and how often."""

from __future__ import annotations

import logging
from asyncio import CancelledError
from collections.abc import Awaitable, Callable, MutableMapping
from html import escape
from typing import Any, Final

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, Response

from stich.clock import clock
from stich.server.connections import limits
from stich.server.connections.credit import Credit
from stich.server.connections.guests import Hosts, host_of, household, same_origin
from stich.server.connections.proxies import Proxies
from stich.server.logs import route_of
from stich.server.messages.from_server import Problem
from stich.server.pages.replies import answer, refusal, too_soon
from stich.server.state.sanctions import SANCTIONS
from stich.text.catalogue import LANGUAGES, catalogue

log: Final = logging.getLogger("stich")

Scope = MutableMapping[str, Any]
ASGI = Callable[[Scope, Any, Any], Awaitable[None]]

PARTS: Final = "/assets/"  # of a page: files that cost nothing, and are many
OPERATOR: Final = "/admin"  # who has banned their own address can still lift that
READING: Final = ("GET", "HEAD", "OPTIONS")  # methods that change nothing
OUR_PAGE: Final = ("same-origin", "none")  # Sec-Fetch-Site of our own pages, and of what a person does in the browser
MOST_NAMES: Final = 8  # anybody can send any name, and the log is not theirs to fill


class Clients:
    """ASGI middleware that notes for whom a trusted proxy asks, and whether they asked it encrypted."""

    def __init__(self, app: ASGI, proxies: Proxies) -> None:
        self.app = app
        self.proxies = proxies

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            peer = scope["client"][0] if scope.get("client") else ""
            headers = Headers(scope=scope)
            scope["client"] = (self.proxies.client(peer, headers.getlist("x-forwarded-for")), 0)
            if self.proxies.secure(peer, headers.get("x-forwarded-proto")):
                scope["scheme"] = "https"
        await self.app(scope, receive, send)


class Faults:
    """ASGI middleware that answers requests in which the server has failed, or for which it had no time any more."""

    def __init__(self, app: ASGI) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = False

        async def noted(message: MutableMapping[str, Any]) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, noted)
        except CancelledError:  # the server stops
            said = answer(Problem(-1, "stopping"), 503, connection="close")
        except Exception:
            log.exception("a request has failed: %s %s", scope["method"], route_of(scope, 500))
            said = refusal(Problem(-1, "internal"))
        else:
            return
        if not begun:
            await said(scope, receive, send)


class Guard:
    """ASGI middleware that refuses what must not reach an endpoint: requests to foreign hosts, changes that another
    site's page asks for, and too many requests from one address."""

    def __init__(self, app: ASGI, hosts: Hosts) -> None:
        self.app = app
        self.hosts = hosts
        self.credit = Credit(limits.REQUESTS_AT_ONCE, limits.REQUESTS_REFILL)
        self.refused: set[str] = set()  # the first few names, each of which is logged once

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        refused = self.look(scope) if scope["type"] == "http" else None
        await (refused or self.app)(scope, receive, send)

    def look(self, scope: Scope) -> Response | None:
        """Return the answer with which a request is refused; None: it is not."""
        headers = Headers(scope=scope)
        host = headers.get("host")
        if not self.hosts.allow(host):
            return self.foreign(host_of(host or "")[:100])
        if scope["method"] not in READING and not from_our_page(headers):
            return refusal(Problem(-1, "origin"))
        address = household(scope["client"][0])
        if SANCTIONS.banned(clock(), address) and not scope["path"].startswith(OPERATOR):
            return words_in_html("banned", headers, 403)
        if not scope["path"].startswith(PARTS) and not self.credit.take(address):
            return too_soon(self.credit.wait(address))
        return None

    def foreign(self, name: str) -> Response:
        """Refuse a name under which the server does not answer; log the first few of them."""
        if len(self.refused) < MOST_NAMES and name not in self.refused:
            self.refused.add(name)
            log.warning("refused the name %r; to answer to it, start with --allow-host", name)
        return refusal(Problem(-1, "unknown_host", {"host": name}))


def words_in_html(code: str, headers: Headers, status: int) -> Response:
    """Return a refusal: to a browser as a page with one sentence, in the first language it asks for that there is."""
    if "text/html" not in headers.get("accept", ""):
        return refusal(Problem(-1, code))
    wanted = [one.strip()[:2].lower() for one in headers.get("accept-language", "").split(",")]
    lang = next((one for one in wanted if one in LANGUAGES), LANGUAGES[0])
    words = escape(str(catalogue(lang)[f"error.{code}"]))
    page = f'<!doctype html><html lang="{lang}"><title>stich</title><p>{words}</p></html>'
    return HTMLResponse(page, status, {"cache-control": "no-store"})


def from_our_page(headers: Headers) -> bool:
    """Tell whether a page of this server asks, or a program, as far as the browser says. A browser sends the cookie of
    a guest with the requests of other sites' pages, too."""
    site = headers.get("sec-fetch-site")
    return (site is None or site in OUR_PAGE) and same_origin(headers.get("origin"), headers.get("host"))

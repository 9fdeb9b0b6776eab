"""The invitation to a table: the address that its guests can open, and a QR code of it."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from functools import lru_cache
from ipaddress import ip_address

from starlette.requests import Request
from starlette.responses import Response

from stich.kernel.action import Refused
from stich.server.connections.guests import host_of
from stich.server.messages.over_http import Invitation
from stich.server.pages.replies import answer, refusal
from stich.server.tables.registry import TableRegistry

QUIET = 4  # modules of light border that the standard asks for
EDGE = 2  # the same in a terminal, where room is scarce and readers do with less


class Invitations:
    """Answers what to send to friends. elsewhere: returns the addresses of the start page on other machines; called
    once, in a thread, because it can wait for a name server."""

    def __init__(self, registry: TableRegistry, elsewhere: Callable[[], list[str]]) -> None:
        self.registry = registry
        self.elsewhere = elsewhere
        self.known: list[str] | None = None

    async def invitation(self, request: Request) -> Response:
        """`/api/tables/<table>/invitation`: the link of a table as its guests can open it, and its QR code."""
        name = request.path_params["table"]
        try:
            await self.registry.seen(name)
        except Refused as refused:
            return refusal(refused)
        base, reached = await self.base(request)
        size, path = code_of(f"{base}t/{name}")
        return answer(Invitation(f"{base}t/{name}", reached, size, path))

    async def base(self, request: Request) -> tuple[str, bool]:
        """Return the address of the start page to give to others, and whether other machines can open it."""
        host = request.headers.get("host", "")
        own = f"{request.url.scheme}://{host}/"
        if not is_own_machine(host_of(host)):
            return own, True
        if self.known is None:
            self.known = await asyncio.to_thread(self.elsewhere)
        return (self.known[0], True) if self.known else (own, False)


def is_own_machine(host: str) -> bool:
    """Tell whether only this machine can open an address with this host."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


@lru_cache(256)
def code_of(url: str) -> tuple[int, str]:
    """Return a QR code as a drawing: its width in modules, the light border included, and the dark modules as the path
    of an SVG."""
    import segno  # only when somebody is invited

    rows = segno.make_qr(url, error="m").matrix
    path = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            long = 1
            while x + long < len(row) and row[x + long] == row[x]:
                long += 1
            if row[x]:
                path.append(f"M{x + QUIET} {y + QUIET}h{long}v1h-{long}z")
            x += long
    return len(rows) + 2 * QUIET, "".join(path)


def printed_code(url: str, columns: int, lines: int, encoding: str, *, colours: bool) -> str:
    """Return a QR code for a terminal of this size, "" if it does not fit or its signs cannot be written.

    colours: say which colour is light and which is dark; otherwise light is the colour of the text.
    """
    import segno

    out = io.StringIO()
    segno.make_qr(url, error="l").terminal(out, border=EDGE, compact=True)
    rows = out.getvalue().splitlines()
    if len(rows) > lines or max(map(len, rows)) > columns:
        return ""
    try:
        out.getvalue().encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return ""
    return "\n".join([f"\x1b[97;40m{row}\x1b[0m" if colours else row for row in rows])

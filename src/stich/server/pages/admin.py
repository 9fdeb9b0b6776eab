"""The page of the operator: tables, reports, whom to mute or ban, and a notice for everybody.

It is there only if the operator has made a token. Who knows it gets a cookie for half a day that is sent to this page
alone; each form carries a second secret that no other site's page can know.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
from typing import Final, cast
from urllib.parse import parse_qs

from itsdangerous import BadSignature, TimestampSigner
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from stich.clock import clock
from stich.kernel.action import Refused
from stich.server.connections.socket import SocketConnection, Sockets
from stich.server.logs import network_of, short_table
from stich.server.messages.from_server import Problem
from stich.server.pages.admin_view import Guest, Room, View
from stich.server.pages.replies import RequestCredit, address_of, body_of, refusal
from stich.server.state.sanctions import ALL, FOR_EVER, SANCTIONS, Kind, Sanction, person_of
from stich.server.storage.moderation import in_force, kept, lifted
from stich.server.storage.reports import Report, latest
from stich.server.tables.registry import TableRegistry
from stich.server.tables.repeating import repeat
from stich.server.tables.runner import TableRunner

log: Final = logging.getLogger("stich")

COOKIE: Final = "stich-operator"
AGE: Final = 12 * 3600  # seconds
LARGEST_BODY: Final = 8 * 1024  # bytes
HOUR: Final = 3_600_000  # ms
SHOWN: Final = 200  # tables
TRIES, TRIES_REFILL = 5, 1 / 60  # of a token, from one address
REFRESH: Final = 10.0  # seconds after which decisions made at another worker are known
KINDS: Final = ("ban", "mute", "close")


class Moderation:
    """The decisions in force, as the database has them."""

    def __init__(self, registry: TableRegistry, sockets: Sockets) -> None:
        self.registry = registry
        self.sockets = sockets

    def start(self) -> None:
        """Follow the database, from now on."""
        self.registry.spawn(self.follow())

    async def follow(self) -> None:
        """Read the decisions every few seconds, and carry out those that are new."""
        await repeat(self.refresh, REFRESH, "the decisions of the operator could not be read")

    async def refresh(self) -> None:
        """Read the decisions and carry them out."""
        SANCTIONS.load(await asyncio.to_thread(self.read))
        now = clock()
        for connection in list(self.sockets.open):
            if SANCTIONS.banned(now, connection.address, connection.peer.identity):
                connection.hang_up()
        for name, runner in list(self.registry.runners.items()):
            if SANCTIONS.closed(now, name):
                self.close(runner)

    def read(self) -> list[Sanction]:
        """Return the decisions. Blocks."""
        with self.registry.store.reading() as db:
            return in_force(db, clock())

    def reports(self) -> list[Report]:
        """Return the latest reports. Blocks."""
        with self.registry.store.reading() as db:
            return latest(db)

    def close(self, runner: TableRunner) -> None:
        """Send everybody away from a table, whose log stays."""
        runner.send_away()

    async def decide(self, one: Sanction) -> None:
        """Keep a decision and carry it out. Raises Refused `error.storage`."""
        await self.registry.write(kept(one, clock()))
        await self.refresh()

    async def lift(self, kind: Kind, about: str) -> None:
        """Take a decision back. Raises Refused `error.storage`."""
        await self.registry.write(lifted(kind, about))
        await self.refresh()


class Admin:
    """The endpoints. token: the digest of the operator's token."""

    def __init__(self, moderation: Moderation, key: bytes, token: bytes) -> None:
        self.moderation = moderation
        self.token = token
        self.key = hashlib.sha256(key + token).digest()  # with another token everybody has to enter again
        self.signer = TimestampSigner(self.key, salt="stich.operator")
        self.tries = RequestCredit(TRIES, TRIES_REFILL)

    def routes(self) -> list[BaseRoute]:
        """Return the addresses."""
        return [
            Route("/admin", self.home),
            Route("/admin/login", self.login, methods=["POST"]),
            Route("/admin/act", self.act, methods=["POST"]),
        ]

    # -- who it is ----------------------------------------------------------------------------------------------------

    def session(self, request: Request) -> str:
        """Return the cookie of somebody who has entered, "" if they have not."""
        cookie = request.cookies.get(COOKIE, "")
        try:
            self.signer.unsign(cookie, max_age=AGE)
        except BadSignature:
            return ""
        return cookie

    def csrf(self, session: str) -> str:
        """Return what each form of a session sends back."""
        return hmac.digest(self.key, session.encode(), "sha256").hex()

    async def login(self, request: Request) -> Response:
        """Let somebody in who knows the token."""
        if not self.tries.spend(request):
            return self.tries.refused(request)
        given = (await fields(request)).get("token", "").strip()
        if not hmac.compare_digest(hashlib.sha256(given.encode()).digest(), self.token):
            log.warning("wrong token of the operator", extra={"network": network_of(address_of(request))})
            return html(View(request.headers.get("accept-language", ""), "").login(wrong=True), 401)
        log.warning("the operator has entered", extra={"network": network_of(address_of(request))})
        answer = RedirectResponse("/admin", 303, {"cache-control": "no-store"})
        answer.set_cookie(
            COOKIE, self.signer.sign(b"operator").decode(), AGE, path="/admin", httponly=True, samesite="strict",
            secure=request.url.scheme == "https",
        )  # fmt: skip
        return answer

    # -- the page -----------------------------------------------------------------------------------------------------

    async def home(self, request: Request) -> Response:
        """Show the page, or ask for the token."""
        session = self.session(request)
        view = View(request.headers.get("accept-language", ""), self.csrf(session))
        if not session:
            return html(view.login(wrong=False))
        reports = await asyncio.to_thread(self.moderation.reports)
        now = clock()
        done = request.query_params.get("done", "")
        return html(
            view.home(
                [room_of(one) for one in list(self.moderation.registry.runners.values())[:SHOWN]],
                reports,
                [person_of(one.about) for one in reports],
                [one for one in SANCTIONS.by_key.values() if one.until > now],
                SANCTIONS.notice(now),
                done if done in ("mute", "ban", "close", "notice", "lift") else "",
            )
        )

    async def act(self, request: Request) -> Response:
        """Do what a form asks for."""
        session = self.session(request)
        given = await fields(request)
        if not session:
            return RedirectResponse("/admin", 303, {"cache-control": "no-store"})
        if not hmac.compare_digest(given.get("csrf", "").encode(), self.csrf(session).encode()):
            return refusal(Problem(-1, "origin"))
        what, about, note = given.get("what", ""), given.get("about", "")[:100], given.get("note", "")[:500].strip()
        if what == "leave":
            answer = RedirectResponse("/admin", 303)
            answer.delete_cookie(COOKIE, path="/admin")
            return answer
        hours = int(given["hours"]) if given.get("hours", "").isdecimal() and len(given["hours"]) < 6 else 0
        until = clock() + hours * HOUR if hours else FOR_EVER
        try:
            if what in KINDS and about:
                await self.moderation.decide(Sanction(cast(Kind, what), about, until, note))
            elif what == "notice" and note:
                await self.moderation.decide(Sanction("notice", ALL, until, note))
            elif what == "notice":
                await self.moderation.lift("notice", ALL)
            elif what == "lift" and given.get("kind") in (*KINDS, "notice"):
                await self.moderation.lift(cast(Kind, given["kind"]), about)
            else:
                return refusal(Problem(-1, "malformed", {"n": 1, "allowed": 1, "reason": what[:40]}))
        except Refused as refused:
            return refusal(refused)
        log.warning("the operator has decided", extra={"what": what, "about": short_about(about), "hours": hours})
        return RedirectResponse(f"/admin?done={what}", 303, {"cache-control": "no-store"})


def html(text: str, status: int = 200) -> Response:
    """Return a page that nobody keeps."""
    return HTMLResponse(text, status, {"cache-control": "no-store"})


async def fields(request: Request) -> dict[str, str]:
    """Return the fields of a form, {} if it is too long; without zeros, which PostgreSQL cannot store."""
    body, whole = await body_of(request, LARGEST_BODY)
    given = parse_qs(body.decode("utf-8", "replace")) if whole else {}
    return {name: values[-1].replace("\0", "") for name, values in given.items()}


def short_about(about: str) -> str:
    """Return whom a decision is about, for the log."""
    if about.startswith("p-"):
        return about[:10]
    return network_of(about) if "." in about or ":" in about else short_table(about)


def room_of(runner: TableRunner) -> Room:
    """Return what the operator sees of a table: who sits there, and nothing of the cards."""
    state = runner.table.state
    seated = {seat.holder: seat.name for seat in state.seats if seat.holder is not None}
    addresses: dict[str, str] = {}
    for connection in runner.connections.values():
        if isinstance(connection, SocketConnection):
            addresses.setdefault(connection.peer.identity, connection.address)
    guests = [Guest(name, person_of(holder), addresses.get(holder, "")) for holder, name in seated.items()]
    return Room(runner.name, state.game.name, state.status, guests, len(addresses.keys() - seated.keys()))

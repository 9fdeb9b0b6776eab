"""The server's addresses: a thin ASGI application over `registry` and `socket`."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from stich import __version__
from stich.clock import clock
from stich.kernel.action import Refused
from stich.kernel.game import Game
from stich.server.bots.evaluations import Evaluations
from stich.server.bots.job import Thinkers
from stich.server.connections import limits
from stich.server.connections.gate import Gate
from stich.server.connections.guests import ANY_HOST, Hosts, ProgramTokens, SignedCookie
from stich.server.connections.proxies import THIS_MACHINE, Proxies
from stich.server.connections.pulse import Pulse
from stich.server.connections.socket import Sockets
from stich.server.logs import AccessLog
from stich.server.messages.from_server import Problem
from stich.server.messages.over_http import HelpSection, NewTable, TableMade
from stich.server.pages.account import Accounts
from stich.server.pages.admin import Admin, Moderation
from stich.server.pages.afterwards import Afterwards
from stich.server.pages.analysis import AnalysisEndpoints
from stich.server.pages.assets import ON_THE_WAY, Assets
from stich.server.pages.front import Clients, Faults, Guard
from stich.server.pages.games import game_spec
from stich.server.pages.headers import SecurityHeaders
from stich.server.pages.health import HealthCheck
from stich.server.pages.invitation import Invitations
from stich.server.pages.lobby import LobbyEndpoints
from stich.server.pages.mine import Mine
from stich.server.pages.person import identity_of, person_of
from stich.server.pages.preload import Preloads
from stich.server.pages.programs import ProgramEndpoints
from stich.server.pages.puzzles import PuzzleEndpoints
from stich.server.pages.recovery import Recovery
from stich.server.pages.replies import Prepared, RequestCredit, answer, body_of, refusal
from stich.server.pages.reports import Reports
from stich.server.pages.sessions import Sessions
from stich.server.pages.texts import prepared_texts
from stich.server.pages.unbuilt import unbuilt
from stich.server.pages.unfinished import StartEndpoints
from stich.server.state.folders import game_folder, help_file
from stich.server.state.sanctions import SANCTIONS
from stich.server.storage.archive import Archive
from stich.server.storage.log import Log
from stich.server.tables.expiry import Expiry
from stich.server.tables.registry import TableRegistry
from stich.server.tables.tenure import Tenure
from stich.text.catalogue import LANGUAGES
from stich.text.help import read_help

log: Final = logging.getLogger("stich")

STATIC: Final = Path(__file__).with_name("static")
TEXTS_KEPT: Final = 128  # selections of texts that are kept as they are sent
LARGEST_BODY: Final = 16 * 1024  # bytes


def unknown_language(lang: str) -> Response:
    """Return the answer to a request for texts in a language that there is not."""
    return refusal(Problem(-1, "language", {"value": lang[:40], "allowed": " | ".join(LANGUAGES)}))


class Pages:
    """The HTTP endpoints."""

    def __init__(self, registry: TableRegistry, static: Path, signed_cookie: SignedCookie, pulse: Pulse) -> None:
        self.registry = registry
        self.static = static
        self.signed_cookie = signed_cookie
        self.preloads = Preloads(static)
        self.credit = RequestCredit(limits.TABLES_AT_ONCE, limits.TABLES_REFILL)
        self.health_check = HealthCheck(registry, pulse)
        self.listed: Prepared | None = None  # all games
        self.texts = lru_cache(TEXTS_KEPT)(prepared_texts)
        self.unreadable: set[Path] = set()  # files of rules, each of which is logged once

    async def page(self, request: Request) -> Response:
        """`/` and `/t/<table>`: the page, with the files that it will need named in the header `Link`."""
        index = self.static / "index.html"
        if not index.is_file():
            return unbuilt(request)
        headers = {"cache-control": "no-cache"}
        game = self.game_at(request)
        if links := self.links(request):
            headers["link"] = links
        if game:
            headers["server-timing"] = f'game;desc="{game}"'  # the one header by which a page can read its own address
        return FileResponse(index, headers=headers)

    def game_at(self, request: Request) -> str:
        """Return the game that this address belongs to, "" if that is not known without reading a log."""
        runner = self.registry.runners.get(request.path_params.get("table", ""))
        return runner.table.state.game.name if runner else ""

    def links(self, request: Request) -> str:
        """Name the files that this address will need."""
        if request.url.path == "/":
            return self.preloads.start()
        return self.preloads.table() if "table" in request.path_params else ""

    async def games(self, request: Request) -> Response:
        """`/api/games`: all games, the one to offer first in front."""
        if self.listed is None:
            self.listed = Prepared([game_spec(game) for game in self.registry.games.values()])
        return self.listed.answer(request)

    async def text(self, request: Request) -> Response:
        """`/api/text/<lang>.json`: the texts of the table, and of the games that the query names. With `part=start`
        only those of a game that a page shows before one plays it, with `part=first` those that a table needs to show
        its cards.
        """
        lang = request.path_params["lang"]
        if lang not in LANGUAGES:
            return unknown_language(lang)
        try:
            folders = [game_folder(self.registry.game(name)) for name in request.query_params.getlist("game")]
        except Refused as refused:
            return refusal(refused, 404)
        table = request.query_params.get("table") != "no"
        part = request.query_params.get("part", "")
        chosen = await asyncio.to_thread(self.texts, lang, tuple(folders), table, part)
        return chosen.answer(request)

    async def help(self, request: Request) -> Response:
        """`/api/help/<game>/<lang>.json`: the rules of a game, in sections."""
        game, lang = request.path_params["game"], request.path_params["lang"]
        if lang not in LANGUAGES:
            return unknown_language(lang)
        try:
            file = help_file(self.registry.game(game), lang)
        except Refused as refused:
            return refusal(refused, 404)
        if file is None:
            return refusal(Problem(-1, "not_found", {"path": request.url.path[:100]}))
        try:
            sections = await asyncio.to_thread(read_help, file)
        except Refused as refused:  # the rest of the game can be played
            if file not in self.unreadable:
                self.unreadable.add(file)
                where = file.with_name(str(refused.phrase.args["reason"]))  # "…/en.md:1: no heading"
                log.warning("the rules of %s cannot be shown: %s", game, where)
            return refusal(refused)
        return answer([HelpSection(*section) for section in sections])

    async def new_table(self, request: Request) -> Response:
        """`POST /api/tables`: open a table as a `NewTable` asks. It belongs to the person who asks; where a program
        asks without a cookie, to the first person who sits down."""
        if not self.credit.spend(request):
            return self.credit.refused(request)
        body, whole = await body_of(request, LARGEST_BODY)
        if not whole:
            return refusal(Problem(-1, "too_large", {"n": len(body), "allowed": LARGEST_BODY}))
        try:
            wanted = msgspec.json.decode(body, type=NewTable)
            known = identity_of(request, self.signed_cookie)
            if known or "origin" in request.headers:
                owner, headers = person_of(request, self.signed_cookie, self.registry.entropy)
            else:  # a program, which may not keep the cookie that it would get
                owner, headers = "", {}
            name = await self.registry.create(wanted, owner)
        except (msgspec.MsgspecError, UnicodeError) as error:
            return refusal(Problem(-1, "malformed", {"n": 1, "allowed": 1, "reason": str(error)[:200]}))
        except Refused as refused:
            return refusal(refused, 400)
        return answer(TableMade(name, f"/t/{name}"), 201, **headers)

    async def record(self, request: Request) -> Response:
        """`/api/tables/<table>/record`: the record of the last finished match."""
        name = request.path_params["table"]
        try:
            table = await self.registry.seen(name)
            text = table.record(f"stich {__version__}")
        except Refused as refused:
            return refusal(refused)
        named = {"content-disposition": f'attachment; filename="{table.state.game.name}-{name}.stich"'}
        return PlainTextResponse(text, headers={"cache-control": "no-cache", **named})

    async def notice(self, request: Request) -> Response:
        """`/api/notice`: what the operator has to say to everybody, "" for nothing."""
        return answer({"text": SANCTIONS.notice(clock())})

    async def alive(self, request: Request) -> Response:
        """`/livez`: the process answers."""
        return answer({"version": __version__})

    async def health(self, request: Request) -> Response:
        """`/healthz`: the version and the number of tables in memory, or why the server cannot be used now."""
        trouble = await self.health_check.trouble()
        return refusal(trouble) if trouble else answer({"version": __version__, "tables": len(self.registry.runners)})


def nowhere(static: Path) -> Callable[[Request, Exception], Awaitable[Response]]:
    """Return the answer for an unknown address: for browsers the page, which says so in the reader's language."""
    index = static / "index.html"

    async def not_found(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 404
        path = request.url.path
        reads = request.method == "GET" and "text/html" in request.headers.get("accept", "")
        if status == 404 and reads and not path.startswith(("/api/", "/assets/")) and index.is_file():
            return FileResponse(index, 404, {"cache-control": "no-cache"})
        return refusal(Problem(-1, "method" if status == 405 else "not_found", {"path": path[:100]}))

    return not_found


async def disconnected(request: Request, error: Exception) -> Response:
    """Handle a client that disconnected before its request was complete: there is nobody to answer."""
    return Response(status_code=400)


def lifespan_of(
    registry: TableRegistry,
    sockets: Sockets,
    afterwards: Afterwards,
    starts: Sequence[Callable[[], None]],
    keep_days: int,
) -> Callable[[Starlette], AbstractAsyncContextManager[None]]:
    """Return the function with which the application starts and stops. starts: what else is started."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        registry.start()
        if keep_days:
            registry.spawn(Expiry(registry, keep_days).run())
        for start in (sockets.start, afterwards.start, *starts):
            start()
        yield
        for connection in list(sockets.open):
            connection.hang_up()
        await afterwards.close()
        await registry.close()

    return lifespan


def create_app(
    store: Log,
    games: Mapping[str, Game],
    key: bytes,
    static: Path = STATIC,
    hosts: Hosts = ANY_HOST,
    elsewhere: Callable[[], list[str]] = list,
    proxies: Proxies = THIS_MACHINE,
    operator: bytes = b"",
    thinkers: Thinkers | None = None,
    keep_days: int = 0,
    tenure: Tenure | None = None,
    find: Callable[[str], Game] | None = None,
) -> Starlette:
    """Return the application. key: at least 16 secret bytes that sign the cookies; with another key all guests are new.
    hosts: the names under which the server answers. elsewhere: returns the addresses of the start page on other
    machines. proxies: those that are believed when they say for whom they ask.
    operator: the digest of the operator's token, b"": there is no page for them. thinkers: where bots think; None: in
    threads of this process. keep_days: after so many days without use a table is deleted; 0: never. tenure: which
    tables belong to this worker; None: there are no others. find: returns a game by its name in another process, which
    judges finished matches; None: no match is judged."""
    registry = TableRegistry(store, games, thinkers, tenure=tenure)
    signed_cookie = SignedCookie(key)
    tokens = ProgramTokens(key)
    sockets = Sockets(registry, signed_cookie, tokens, hosts, proxies)
    gate = Gate(proxies, lambda: len(sockets.open))
    pulse = Pulse()
    pages = Pages(registry, static, signed_cookie, pulse)
    evaluations = Evaluations(find, registry.minds.thinkers.busy) if find is not None else None
    afterwards = Afterwards(registry, Archive(store), signed_cookie, evaluations)
    start = StartEndpoints(registry, signed_cookie)
    invitations = Invitations(registry, elsewhere)
    reports = Reports(registry, signed_cookie)
    programs = ProgramEndpoints(registry, signed_cookie, tokens)
    recovery = Recovery(registry, signed_cookie, key)
    lobby = LobbyEndpoints(registry, signed_cookie)
    moderation = Moderation(registry, sockets)
    sessions = Sessions(registry, sockets, signed_cookie, afterwards.forget)
    more = Mine(registry, signed_cookie, sessions).routes() + Accounts(registry, signed_cookie).routes()
    if operator:
        more += Admin(moderation, key, operator).routes()

    app = Starlette(
        routes=[*more, *routes(pages, afterwards, start, invitations, reports, programs, recovery, lobby, static)],
        middleware=[
            Middleware(Clients, proxies=proxies),
            Middleware(AccessLog),
            Middleware(SecurityHeaders, page=static / "index.html"),
            Middleware(Faults),
            Middleware(Guard, hosts=hosts),
            ON_THE_WAY,
        ],
        exception_handlers={
            404: nowhere(static),
            405: nowhere(static),
            ClientDisconnect: disconnected,
        },
        lifespan=lifespan_of(
            registry,
            sockets,
            afterwards,
            (gate.start, pulse.start, moderation.start, lobby.others.start, lambda: registry.spawn(sessions.follow())),
            keep_days,
        ),
    )
    app.state.registry = registry
    app.state.sockets = sockets
    app.state.gate = gate
    app.state.pulse = pulse
    return app


def routes(
    pages: Pages,
    afterwards: Afterwards,
    start: StartEndpoints,
    invitations: Invitations,
    reports: Reports,
    programs: ProgramEndpoints,
    recovery: Recovery,
    lobby: LobbyEndpoints,
    static: Path,
) -> list[BaseRoute]:
    """Return the routes, except sockets, which uvicorn passes on by itself."""
    analysis = AnalysisEndpoints(afterwards)
    puzzles = PuzzleEndpoints(afterwards)
    return [
        Route("/", pages.page),
        Route("/t/{table}", pages.page),
        Route("/rules/{game}", pages.page),
        Route("/matches", pages.page),
        Route("/statistics", pages.page),
        Route("/me", pages.page),
        Route("/review/{id}", pages.page),
        Route("/puzzles", pages.page),
        Route("/api/games", pages.games),
        Route("/api/text/{lang}.json", pages.text),
        Route("/api/help/{game}/{lang}.json", pages.help),
        Route("/api/tables", pages.new_table, methods=["POST"]),
        Route("/api/lobby", lobby.tables),
        Route("/api/lobby", lobby.next_seat, methods=["POST"]),
        Route("/api/tables/{table}/reports", reports.report, methods=["POST"]),
        Route("/api/tables/{table}/code", recovery.code),
        Route("/api/tables/{table}/code", recovery.recover, methods=["POST"]),
        Route("/api/tables/{table}/record", pages.record),
        Route("/api/tables/{table}/deals/{deal}", afterwards.deal),
        Route("/api/tables/{table}/open/{deal}", afterwards.open),
        Route("/watch/{table}", pages.page),
        Route("/api/daily", start.daily),
        Route("/api/unfinished", start.unfinished),
        Route("/api/tables/{table}/programs/{seat}", programs.grant, methods=["POST"]),
        Route("/api/tables/{table}/programs/{seat}", programs.revoke, methods=["DELETE"]),
        Route("/api/tables/{table}/invitation", invitations.invitation),
        Route("/api/matches", afterwards.matches),
        Route("/api/ratings/{game}", afterwards.ratings),
        Route("/api/reviews", afterwards.keep, methods=["POST"]),
        Route("/api/reviews/{id}", afterwards.review),
        Route("/api/reviews/{id}/record", afterwards.record),
        Route("/api/reviews/{id}/shuffle", afterwards.shuffle),
        Route("/api/reviews/{id}/ratings", afterwards.rating_changes),
        Route("/api/reviews/{id}/analysis", analysis.analysis),
        Route("/api/reviews/{id}/analysis.html", analysis.page),
        Route("/api/puzzles", puzzles.all),
        Route("/api/puzzles/{game}/{number}", puzzles.one),
        Route("/api/notice", pages.notice),
        Route("/livez", pages.alive),
        Route("/healthz", pages.health),
        Mount("/assets", Assets(directory=static / "assets", check_dir=False)),
    ]

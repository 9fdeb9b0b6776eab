"""What a table says over plain HTTP, and what the server prints meanwhile, without a network."""

from __future__ import annotations

import asyncio
import logging
import threading
from typing import Any, NamedTuple

from starlette.routing import Route

from server.desk import Desk
from stich.server.app import create_app
from stich.server.connections.guests import SignedCookie
from stich.server.storage.store import Store
from stich.server.tables.registry import TableRegistry
from stich.server.tables.runner import TableRunner

KEY = bytes(range(32))


class Heard(NamedTuple):
    """answers: address, status, headers and body of each. printed: the log lines."""

    answers: list[tuple[str, int, list[tuple[bytes, bytes]], bytes]]
    printed: list[str]


class Lines(logging.Handler):
    """Keeps what the server would print."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


def asked_over_http(desk: Desk, store: Store, identity: str) -> Heard:
    """Ask for everything that has an address, as this person, while the table runs."""
    app = create_app(store, {desk.game.name: desk.game}, KEY)
    registry: TableRegistry = app.state.registry
    written = threading.Event()
    store.submit(desk.name, desk.log, lambda error: written.set())
    written.wait(10)
    registry.runners[desk.name] = TableRunner(registry, desk.table)
    cookie = SignedCookie(KEY).issue(identity, False).split(";")[0].encode()
    lines = Lines()
    logging.getLogger().addHandler(lines)
    answers = []
    try:
        for path in addresses(app.routes, desk.name):
            status, headers, body = asyncio.run(get(app, path, cookie))
            answers.append((path, status, headers, body))
    finally:
        logging.getLogger().removeHandler(lines)
        registry.minds.thinkers.close()
    return Heard(answers, lines.lines)


def addresses(routes: list[Any], table: str) -> list[str]:
    """List every address below /api, with the table's name wherever an address wants one; but for the one that says
    how long it is to midnight, as of the puzzles.
    """
    found = []
    for route in routes:
        if (
            isinstance(route, Route)
            and route.path.startswith("/api/")
            and route.path not in ("/api/daily", "/api/puzzles")
        ):
            for name in (table, f"{table}-1"):
                values = {"lang": "en", "deal": name[-1] if name[-1].isdigit() else "2"}
                path = route.path.format(**{part: values.get(part, name) for part in route.param_convertors})
                path = path.replace(f"/{table}-1/deals/", f"/{table}/deals/")
                found += [path, *(f"{path}?as={who}" for who in ("0", "1", "15", "open"))]
    return list(dict.fromkeys(found))


async def get(app: Any, path: str, cookie: bytes) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    path, _, query = path.partition("?")
    scope = {
        "type": "http", "http_version": "1.1", "method": "GET", "scheme": "http", "root_path": "",
        "path": path, "raw_path": path.encode(), "query_string": query.encode(),
        "headers": [(b"host", b"localhost"), (b"cookie", cookie)],
        "client": ("127.0.0.1", 1), "server": ("localhost", 80),
    }  # fmt: skip
    status, headers, body = 0, [], b""
    asked = False

    async def receive() -> dict[str, Any]:
        nonlocal asked
        if asked:
            await asyncio.Event().wait()  # the client stays: an answer in pieces waits for its end, and cancels this
        asked = True
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        nonlocal status, headers, body
        if message["type"] == "http.response.start":
            status, headers = message["status"], sorted(message["headers"])
        else:
            body += message.get("body", b"")

    await app(scope, receive, send)
    return status, headers, body

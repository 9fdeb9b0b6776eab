"""What every request passes: allowed names, pages of other sites, rates, and the headers of every answer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount, Route

from stich.games import find
from stich.server.app import create_app
from stich.server.connections import limits
from stich.server.connections.guests import Hosts
from stich.server.connections.proxies import Proxies
from stich.server.pages import front
from stich.server.storage.store import Store

pytestmark = pytest.mark.once

FOREIGN = [
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"origin": "http://["},
    {"origin": "http://localhost:8001"},  # another port
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"origin": "http://localhost", "sec-fetch-site": "cross-site"},
]
OURS: list[dict[str, str]] = [
    {},
    {"origin": "http://localhost"},
    {"origin": "https://localhost"},  # a proxy encrypts
    {"origin": "http://localhost", "sec-fetch-site": "same-origin"},
    {"sec-fetch-site": "none"},
]


class Reply(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def code(self) -> str:
        said: str = json.loads(self.body)["code"]
        return said


async def ask(app: Starlette, method: str, path: str, client: str = "192.0.2.1", **headers: str) -> Reply:
    """Ask for something without a network."""
    named = {"host": "localhost", **headers}
    scope = {
        "type": "http", "http_version": "1.1", "method": method, "scheme": "http", "root_path": "",
        "path": path, "raw_path": path.encode(), "query_string": b"",
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in named.items()],
        "client": (client, 1), "server": ("localhost", 80),
    }  # fmt: skip
    status, heard, body = 0, {}, b""

    bodies = iter([{"type": "http.request", "body": b"{}", "more_body": False}])

    async def receive() -> dict[str, Any]:
        for message in bodies:
            return message
        await asyncio.Event().wait()  # the client is still there
        raise AssertionError

    async def send(message: Any) -> None:
        nonlocal status, heard, body
        if message["type"] == "http.response.start":
            assert len({name for name, _ in message["headers"]}) == len(message["headers"]), "a header twice"
            status = message["status"]
            heard = {name.decode(): value.decode() for name, value in message["headers"]}
        else:
            body += message.get("body", b"")

    await app(scope, receive, send)
    return Reply(status, heard, body)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Starlette]:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "a-1.js").write_text("export {}")
    (tmp_path / "index.html").write_text("<!doctype html>")
    store = Store(tmp_path / "tables.sqlite")
    hosts, proxies = Hosts(["localhost"]), Proxies(["10.0.0.1"])
    yield create_app(
        store, {"chimera": find("chimera")}, bytes(32), tmp_path, hosts, proxies=proxies, operator=bytes(32)
    )
    store.close()


def all_routes(app: Starlette) -> list[tuple[str, str]]:
    """List every method and address, with something for each part of it."""
    found = []
    for route in app.routes:
        if isinstance(route, Route):
            path = route.path.format(**dict.fromkeys(route.param_convertors, "en"))
            found += [(method, path) for method in sorted(route.methods or ())]
        else:
            assert isinstance(route, Mount)
            found.append(("GET", "/assets/a-1.js"))
    assert len(found) > 20
    return found


def test_no_page_of_another_site_changes_anything(app: Starlette) -> None:
    async def work() -> None:
        changing = [(method, path) for method, path in all_routes(app) if method not in ("GET", "HEAD")]
        assert ("POST", "/api/tables") in changing
        assert ("POST", "/api/reviews") in changing
        assert ("POST", "/admin/act") in changing
        for method, path in [*changing, ("DELETE", "/api/games"), ("PUT", "/nowhere"), ("POST", "/assets/x")]:
            for headers in FOREIGN:
                reply = await ask(app, method, path, **headers)
                assert (reply.status, reply.code) == (403, "origin"), (method, path, headers)
            for headers in OURS:
                reply = await ask(app, method, path, **headers)
                assert reply.status != 403, (method, path, headers)
        for headers in FOREIGN:  # a link to us may stand anywhere
            assert (await ask(app, "GET", "/", **headers)).status == 200

    asyncio.run(work())


def check_headers(reply: Reply, where: object) -> None:
    policy = reply.headers["content-security-policy"]
    for part in ("default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"):
        assert part in policy, where
    assert reply.headers["x-content-type-options"] == "nosniff", where
    assert reply.headers["referrer-policy"] == "same-origin", where
    assert reply.headers["cross-origin-opener-policy"] == "same-origin", where
    assert reply.headers["cross-origin-resource-policy"] == "same-origin", where
    assert "camera=()" in reply.headers["permissions-policy"], where
    assert "cache-control" in reply.headers, where
    assert "strict-transport-security" not in reply.headers, where


def test_every_answer_has_the_headers_errors_too(app: Starlette, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "REQUESTS_AT_ONCE", 100)
    monkeypatch.setattr(limits, "REQUESTS_REFILL", 0.1)

    async def work() -> None:
        statuses = set()
        for method, path in all_routes(app):
            reply = await ask(app, method, path)
            statuses.add(reply.status)
            if path.startswith("/assets/"):
                assert reply.headers["x-content-type-options"] == "nosniff"
                assert reply.headers["cross-origin-resource-policy"] == "same-origin"
            else:
                check_headers(reply, (method, path))
        for method, path, headers in [
            ("GET", "/nowhere", {}),
            ("GET", "/nowhere", {"accept": "text/html"}),
            ("GET", "/assets/nothing.js", {}),
            ("PUT", "/api/games", {}),
            ("GET", "/", {"host": "evil.example"}),
            ("POST", "/api/tables", {"origin": "https://evil.example"}),
        ]:
            reply = await ask(app, method, path, **headers)
            statuses.add(reply.status)
            check_headers(reply, (method, path, headers))
        monkeypatch.setattr("stich.server.pages.unfinished.date_of", lambda now: 1 / 0)
        reply = await ask(app, "GET", "/api/daily")
        assert (reply.status, reply.code) == (500, "internal")
        check_headers(reply, "internal")
        for _ in range(100):
            reply = await ask(app, "GET", "/nowhere")
        assert (reply.status, reply.code) == (429, "rate")
        check_headers(reply, "rate")
        assert {200, 400, 403, 404, 405, 421} <= statuses

    asyncio.run(work())


def test_what_came_encrypted_is_never_again_asked_for_in_the_clear(app: Starlette) -> None:
    async def work() -> None:
        for path in ("/", "/assets/a-1.js"):
            told = {"x_forwarded_proto": "https"}
            reply = await ask(app, "GET", path, "10.0.0.1", **told)
            assert reply.headers["strict-transport-security"].startswith("max-age=")
            reply = await ask(app, "GET", path, "192.0.2.1", **told)  # anybody can say so
            assert "strict-transport-security" not in reply.headers

    asyncio.run(work())


def test_an_address_asks_only_so_often_and_others_are_not_concerned(
    app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "REQUESTS_AT_ONCE", 20)
    monkeypatch.setattr(limits, "REQUESTS_REFILL", 0.1)

    async def work() -> None:
        for _ in range(21):
            reply = await ask(app, "GET", "/api/nowhere", "192.0.2.1")
        assert reply.status == 429
        assert int(reply.headers["retry-after"]) >= 1
        assert (await ask(app, "GET", "/assets/a-1.js", "192.0.2.1")).status == 200
        assert (await ask(app, "GET", "/api/games", "192.0.2.2")).status == 200
        # behind a proxy it is who asks that counts; what anybody else writes there is ignored
        assert (await ask(app, "GET", "/api/games", "10.0.0.1", x_forwarded_for="192.0.2.1")).status == 429
        assert (await ask(app, "GET", "/api/games", "10.0.0.1", x_forwarded_for="192.0.2.9")).status == 200
        assert (await ask(app, "GET", "/api/games", "192.0.2.1", x_forwarded_for="192.0.2.9")).status == 429

    asyncio.run(work())


def test_a_request_that_fails_is_logged_without_its_query(
    app: Starlette, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("stich.server.pages.unfinished.date_of", lambda now: 1 / 0)
    reply = asyncio.run(ask(app, "GET", "/api/daily", cookie="stich-x=secret"))
    assert reply.code == "internal"
    assert b"ZeroDivision" not in reply.body
    assert "a request has failed: GET /api/daily" in caplog.text
    assert "secret" not in caplog.text


def test_the_names_that_were_refused_fill_no_log(app: Starlette, caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        for n in range(3 * front.MOST_NAMES):
            assert (await ask(app, "GET", "/", host=f"n{n}.example")).status == 421

    asyncio.run(work())
    assert caplog.text.count("refused the name") == front.MOST_NAMES

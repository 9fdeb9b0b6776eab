"""What a server says of itself, to whom it answers, and what leaves no traceback."""

from __future__ import annotations

import socket
import sqlite3
import time
from collections import deque
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest

from server.running import Served, served
from stich.clock import started
from stich.games import find
from stich.server.connections.guests import ANY_HOST, Hosts, host_of
from stich.server.connections.pulse import MEASURES, Pulse
from stich.server.messages.from_client import ClientMessage, countable
from stich.server.pages import health
from stich.server.storage.store import Store

pytestmark = pytest.mark.once
GAMES = {"chimera": find("chimera")}


def port_of(running: Served) -> int:
    return urlsplit(running.url).port or 0


def raw(port: int, text: str) -> bytes:
    with socket.create_connection(("127.0.0.1", port), 10) as line:
        line.sendall(text.encode())
        line.settimeout(10)
        heard = b""
        while chunk := line.recv(65536):
            heard += chunk
        return heard


def asked(port: int, path: str, host: str = "127.0.0.1", more: str = "") -> tuple[int, bytes]:
    answer = raw(port, f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}\r\n")
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), body


# -- health ------------------------------------------------------------------------------------------------------------


def test_health_is_that_of_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "REUSED", 0.0)
    with served(tmp_path, GAMES) as running:
        port = port_of(running)
        assert asked(port, "/healthz")[0] == 200
        assert msgspec.json.decode(asked(port, "/healthz")[1]).keys() == {"version", "tables"}
        running.store.db.exec_driver_sql("VACUUM")
        pages = running.store.db.exec_driver_sql("PRAGMA page_count").scalar_one()
        running.store.db.exec_driver_sql(f"PRAGMA max_page_count={pages}")
        status, body = asked(port, "/healthz")
        assert status == 503
        assert msgspec.json.decode(body)["code"] == "storage"
        assert "full" in msgspec.json.decode(body)["args"]["reason"]
        running.store.db.exec_driver_sql("PRAGMA max_page_count=1000000")
        assert asked(port, "/healthz")[0] == 200
        monkeypatch.setattr(health, "find_room", lambda folder: (_ for _ in ()).throw(OSError(28, "No space left")))
        status, body = asked(port, "/healthz")
        assert (status, b"No space left" in body) == (503, True)


def test_a_log_that_cannot_be_written_is_no_health(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "REUSED", 0.0)
    monkeypatch.setattr(health, "PATIENCE", 0.3)
    with served(tmp_path, GAMES) as running:
        made = Store.transact

        def broken(self: Store, jobs: Any) -> Exception | None:
            return sqlite3.OperationalError("attempt to write a readonly database")

        monkeypatch.setattr(Store, "transact", broken)
        status, body = asked(port_of(running), "/healthz")
        assert (status, b"readonly" in body) == (503, True)

        def slow(self: Store, jobs: Any) -> Exception | None:
            time.sleep(1)
            return made(self, jobs)

        monkeypatch.setattr(Store, "transact", slow)
        assert asked(port_of(running), "/healthz")[0] == 503
        monkeypatch.setattr(Store, "transact", made)
        monkeypatch.setattr(health, "PATIENCE", 20)
        assert asked(port_of(running), "/healthz")[0] == 200


# -- hosts -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "host"),
    [
        ("a.b:80", "a.b"),
        ("a.b", "a.b"),
        ("[::1]:80", "[::1]"),
        ("::1", "::1"),
        ("[::1]", "[::1]"),
        ("a:", "a"),
        ("", ""),
    ],
)
def test_a_host_is_reported_without_its_port(header: str, host: str) -> None:
    assert host_of(header) == host


def test_numeric_addresses_localhost_and_given_names_are_answered_and_no_others() -> None:
    hosts = Hosts(["cards.example.org", "0.0.0.0", "MyBox.local"])
    for good in ("127.0.0.1:8000", "[::1]:8000", "192.168.1.7", "localhost:8000", "LOCALHOST", "a.localhost", None, ""):
        assert hosts.allow(good), good
    for good in ("cards.example.org", "Cards.Example.org.:443", "mybox.local:8000"):
        assert hosts.allow(good), good
    for bad in (
        "evil.example",
        "127.0.0.1.evil.example",
        "cards.example.org.evil",
        "xcards.example.org",
        "localhost.evil",
    ):
        assert not hosts.allow(bad), bad
    assert ANY_HOST.allow("evil.example")


def test_a_page_under_another_name_gets_nothing(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ANY_HOST, "names", {"cards.example.org"})
    for path in ("/", "/api/games", "/healthz", "/nowhere"):
        status, body = asked(port_of(server), path, "evil.example:80")
        assert status == 421
        assert msgspec.json.decode(body)["code"] == "unknown_host"
        assert asked(port_of(server), path, "cards.example.org")[0] != 421
        assert asked(port_of(server), path)[0] != 421
    upgrade = "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    text = "GET /api/socket HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\n" + upgrade + "\r\n"
    assert b" 421 " in raw(port_of(server), text.format("evil.example")).partition(b"\r\n")[0]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with served(tmp_path_factory.mktemp("data"), GAMES) as running:
        yield running


# -- numbers -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", ["1" * 4001, "-" + "9" * 4001, "9" * 20, str(2**53)])
def test_a_number_that_no_browser_counts_to_is_refused(number: str) -> None:
    messages = [
        '{"t":"stand","id":%s}', '{"t":"sit","id":1,"seat":%s}', '{"t":"ready","id":1,"deal":%s}',
        '{"t":"ping","n":%s}',
        '{"t":"ping","n":1,"v":%s}', '{"t":"hint","id":1,"v":%s}', '{"t":"act","id":1,"v":%s,"verb":"x"}',
        '{"t":"act","id":1,"v":1,"verb":"x","cards":[%s]}', '{"t":"hello","proto":%s,"table":"x"}',
        '{"t":"hello","proto":2,"table":"x","have":%s}',
    ]  # fmt: skip
    for message in messages:
        assert countable(msgspec.json.decode(message % "7", type=ClientMessage))
        assert not countable(msgspec.json.decode(message % number, type=ClientMessage))


# -- the clock ---------------------------------------------------------------------------------------------------------


def test_a_clock_before_1970_is_taken_for_the_beginning_of_1970(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: -86_400.0)
    assert started() + time.monotonic() >= 0
    monkeypatch.undo()
    assert abs(started() + time.monotonic() - time.time()) < 5


# -- what leaves no traceback ------------------------------------------------------------------------------------------

POST = "POST {} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{{"


@pytest.mark.parametrize("path", ["/api/tables", "/api/reviews"])
def test_a_request_that_is_abandoned_leaves_no_trace(
    path: str, server: Served, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    with socket.create_connection(("127.0.0.1", port_of(server)), 10) as line:
        line.sendall(POST.format(path).encode())
        time.sleep(0.2)
    deadline = time.monotonic() + 10
    while asked(port_of(server), "/healthz")[0] != 200 and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.3)
    told = capfd.readouterr()
    assert "Traceback" not in told.err + told.out + caplog.text
    assert not [record for record in caplog.records if record.exc_info]


# -- what else is no health --------------------------------------------------------------------------------------------


def test_a_server_that_is_always_late_or_stops_is_not_healthy_and_still_lives(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    pulse: Pulse = server.app.state.pulse
    monkeypatch.setattr(pulse, "lags", deque([0.7] * MEASURES, MEASURES))
    status, body = asked(port_of(server), "/healthz")
    assert (status, msgspec.json.decode(body)["code"]) == (503, "slow")
    assert msgspec.json.decode(body)["args"]["n"] >= 700
    monkeypatch.setattr(pulse, "lags", deque([9.0] * (MEASURES - 1) + [0.1], MEASURES))
    assert asked(port_of(server), "/healthz")[0] == 200
    monkeypatch.setattr(pulse, "stopping", True)
    status, body = asked(port_of(server), "/healthz")
    assert (status, msgspec.json.decode(body)["code"]) == (503, "stopping")
    assert asked(port_of(server), "/livez")[0] == 200

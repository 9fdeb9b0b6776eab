"""Connections that say nothing, say it slowly, or are many: they end, and keep nobody out."""

from __future__ import annotations

import contextlib
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from server.running import Process, Served, fetch, served
from stich.games import find
from stich.server.connections import descriptors, gate, limits
from stich.server.connections.gate import Stage

pytestmark = pytest.mark.once

FEW = 128  # file descriptors
SOON = 0.4  # seconds
ASKED = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
UPGRADE = b"GET /api/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a moment be long."""
    monkeypatch.setattr(gate, "EVERY", 0.05)
    for name in ("HEADER", "BODY", "HELLO"):
        monkeypatch.setattr(limits, name, SOON)
    monkeypatch.setattr(limits, "SWEEP", 0.05)
    monkeypatch.setattr(limits, "KEEP_ALIVE", 1)


@pytest.fixture
def server(quick: None, tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path, {"chimera": find("chimera")}) as running:
        yield running


def line(running: Served) -> socket.socket:
    return socket.create_connection(("127.0.0.1", urlsplit(running.url).port or 0), 10)


def asks(connection: socket.socket, requests: int = 1) -> None:
    """Send requests at once, and read the answers."""
    connection.sendall(ASKED * requests)
    heard = b""
    while heard.count(b"}") < requests:
        heard += connection.recv(4096)
    assert heard.count(b"HTTP/1.1 200") == requests


def ends_after(connection: socket.socket, drip: bytes = b"", most: float = 10) -> float:
    """Return the seconds until the server ends a connection, to which a byte is sent every now and then."""
    began = time.monotonic()
    connection.settimeout(0.1)
    while time.monotonic() - began < most:
        with contextlib.suppress(TimeoutError):
            try:
                if drip:
                    connection.send(drip)
                if not connection.recv(4096):
                    break
            except OSError as error:
                if isinstance(error, TimeoutError):
                    raise
                break
    return time.monotonic() - began


@pytest.mark.parametrize(
    ("said", "drip"),
    [
        (b"", b""),  # nothing
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", b""),
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ", b"x"),  # a header without end
        (b"", b"G"),
        (b"", b"\r\n"),
        (UPGRADE, b""),  # a handshake without end
        (UPGRADE + b"X: ", b"x"),
        (b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 500\r\n\r\n{", b""),
        (b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 500\r\n\r\n{", b" "),
        (b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
        # a body that goes on after the answer
        (b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 500\r\n\r\n", b" "),
    ],
)
def test_who_does_not_finish_a_request_is_let_go(server: Served, said: bytes, drip: bytes) -> None:
    with line(server) as slow:
        if said:
            slow.sendall(said)
        assert ends_after(slow, drip) < 5
    assert fetch(server.url + "healthz").status == 200


def test_a_quiet_connection_is_not_kept_alive_for_ever(server: Served) -> None:
    with line(server) as idle:
        asks(idle)
        assert ends_after(idle) < 5
    with line(server) as idle:
        for _ in range(3):
            asks(idle)
            time.sleep(SOON)
        asks(idle, 2)
        assert ends_after(idle, b"\n") < 5  # and then never a whole one again


def test_a_slow_answer_has_its_time(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    assert limits.ANSWER > 60
    monkeypatch.setattr(limits, "ANSWER", SOON)
    with line(server) as reads_nothing:
        reads_nothing.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        for _ in range(300):  # more than what the system keeps for a connection
            with contextlib.suppress(OSError):
                reads_nothing.sendall(b"GET /api/text/de.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        deadline = time.monotonic() + 10
        while visits_of(server) and time.monotonic() < deadline:
            time.sleep(0.05)
    assert not visits_of(server)


def visits_of(running: Served) -> int:
    return len(running.gate.visits)


def test_a_socket_without_hello_is_let_go_and_one_with_hello_stays(server: Served) -> None:
    name = server.table(gather=True)
    address = server.url.replace("http", "ws") + "api/socket"
    with connect(address) as silent, connect(address) as chatty, connect(address) as guest:
        guest.send(f'{{"t":"hello","proto":2,"table":"{name}","have":-1,"epoch":""}}')
        deadline = time.monotonic() + 10
        with contextlib.suppress(ConnectionClosed):  # pings alone show nothing
            while time.monotonic() < deadline:
                chatty.send('{"t":"ping","n":1}')
                chatty.recv(10)
                time.sleep(0.05)
            raise AssertionError("a socket without a table stays for ever")
        with pytest.raises(ConnectionClosed):
            silent.recv(10)
        guest.send('{"t":"ping","n":1}')
        while '"pong"' not in str(guest.recv(10)):
            pass
    assert not visits_of(server)


def test_one_address_has_a_number_of_connections_and_the_oldest_idle_one_makes_room(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "HEADER", 60)
    monkeypatch.setattr(limits, "CONNECTIONS_MOST", 3)
    monkeypatch.setattr(server.gate.proxies, "networks", [])  # we come from anywhere
    with contextlib.ExitStack() as several:
        lines = [several.enter_context(line(server)) for _ in range(3)]
        while visits_of(server) < 3:
            time.sleep(0.01)
        lines[0].sendall(b"G")  # a byte is no request
        newest = several.enter_context(line(server))
        asks(newest)
        assert ends_after(lines[0], most=5) < 5
        assert visits_of(server) == 3
        asks(lines[1])  # the others were left alone


def test_behind_a_proxy_it_is_who_asks_that_counts(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CONNECTIONS_MOST", 2)
    monkeypatch.setattr(limits, "BODY", 60)
    hanging = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: %s\r\nContent-Length: 9\r\n\r\n{"
    with contextlib.ExitStack() as several:
        theirs = [several.enter_context(line(server)) for _ in range(4)]
        for one in theirs[:3]:
            one.sendall(hanging % b"198.51.100.7")
            time.sleep(0.1)
        theirs[3].sendall(hanging % b"198.51.100.8")
        assert ends_after(theirs[0], most=5) < 5
        theirs[3].settimeout(0.3)
        with pytest.raises(TimeoutError):  # nobody has closed it
            theirs[3].recv(1)


def test_when_all_are_answered_nobody_is_let_go(server: Served) -> None:
    class Busy(gate.Visit):
        def __init__(self) -> None:
            self.stage, self.address, self.closed = Stage.ANSWER, "", False
            self.transport = self  # type: ignore[assignment]

        def abort(self) -> None:
            self.closed = True

    full = gate.Gate(server.gate.proxies, lambda: 1)
    full.most = 3
    first, second, third = Busy(), Busy(), Busy()
    assert full.admit(first)
    assert full.admit(second)
    assert not full.admit(third)
    assert full.refused == 1
    first.stage = Stage.IDLE
    assert full.admit(third)
    assert (first.closed, second.closed) == (True, False)


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of descriptors")
def test_idle_connections_of_one_client_shut_nobody_out(tmp_path: Path) -> None:
    server = Process(tmp_path / "data")
    server.descriptors = FEW
    server.errors = (tmp_path / "errors").open("wb")
    server.start()
    try:
        with contextlib.ExitStack() as several:
            for _ in range(4 * FEW):
                several.enter_context(socket.create_connection(("127.0.0.1", server.port), 10))
            for _ in range(5):
                assert fetch(server.url + "healthz").status == 200
            opened = fetch(server.url + "api/tables", {"game": "chimera"})
            assert opened.status == 201
            with connect(server.url.replace("http", "ws") + "api/socket") as guest:
                for _ in range(2 * FEW):  # and while they keep coming
                    several.enter_context(socket.create_connection(("127.0.0.1", server.port), 10))
                guest.send(f'{{"t":"hello","proto":2,"table":"{opened.json["table"]}","have":-1,"epoch":""}}')
                assert '"welcome"' in str(guest.recv(10))
    finally:
        server.interrupt()
        server.errors.close()
    assert not (tmp_path / "errors").read_text()


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of descriptors")
def test_the_limit_of_descriptors_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    told: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "setrlimit", lambda kind, both: told.append(both))
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (1024, 4096))
    descriptors.raise_limit()
    assert told == [(4096, 4096)]
    assert descriptors.most_connections() == 1024 - 128
    assert descriptors.most_of_one(500) == 224
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (1024, resource.RLIM_INFINITY))
    descriptors.raise_limit()
    assert told[-1] == (descriptors.UNLIMITED, resource.RLIM_INFINITY)
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (64, 64))
    assert descriptors.most_connections() == 48

"""What one address can do over sockets, and how many tables there can be."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from server.running import Served, fetch, served
from stich.games import find
from stich.server.connections import limits
from stich.server.connections.credit import Credit
from stich.server.tables import registry

pytestmark = pytest.mark.once


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path, {"chimera": find("chimera")}) as running:
        yield running


def line(running: Served, address: str, **headers: str) -> ClientConnection:
    url = running.url.replace("http", "ws") + "api/socket"
    return connect(url, additional_headers={"X-Forwarded-For": address, **headers})


def said(socket: ClientConnection, **message: Any) -> Any:
    """Send a message and return its answer."""
    socket.send(json.dumps(message))
    while True:
        heard = json.loads(socket.recv(10))
        if heard.get("id") == message["id"]:
            return heard


def test_an_address_has_credit_for_messages_whatever_the_number_of_its_sockets(server: Served) -> None:
    server.sockets.crowd.messages = Credit(10, 0.01)
    with line(server, "192.0.2.1") as one, line(server, "192.0.2.1") as two, line(server, "192.0.2.2") as other:
        codes = [said((one, two)[n % 2], t="stand", id=n)["code"] for n in range(12)]
        assert codes == ["hello_first"] * 10 + ["rate"] * 2
        assert said(two, t="stand", id=99)["args"]["n"] > 5000
        assert said(other, t="stand", id=1)["code"] == "hello_first"
        for n in range(8):
            one.send(json.dumps({"t": "ping", "n": n}))
    with line(server, "192.0.2.1") as again:  # and a new socket has no more of it
        assert said(again, t="stand", id=1)["code"] == "rate"


def test_an_address_has_credit_for_advice(server: Served) -> None:
    server.sockets.crowd.hints = Credit(2, 0.01)
    with line(server, "192.0.2.1") as one, line(server, "192.0.2.2") as other:
        codes = [said(one, t="hint", id=n, v=0)["code"] for n in range(4)]
        assert codes == ["hello_first", "hello_first", "rate", "rate"]
        assert said(one, t="stand", id=9)["code"] == "hello_first"
        assert said(other, t="hint", id=9, v=0)["code"] == "hello_first"


def test_an_address_brings_only_so_many_new_guests(server: Served) -> None:
    server.sockets.crowd.guests = Credit(2, 0.01)
    with line(server, "192.0.2.1") as one:
        assert one.response is not None
        cookie = one.response.headers["Set-Cookie"].partition(";")[0]
    with line(server, "192.0.2.1"):
        pass
    with pytest.raises(InvalidStatus) as refused:
        line(server, "192.0.2.1")
    assert refused.value.response.status_code == 429
    with line(server, "192.0.2.1", Cookie=cookie) as known:
        assert said(known, t="stand", id=1)["code"] == "hello_first"
    with line(server, "192.0.2.2"):
        pass


def test_tables_that_nobody_looks_at_make_room_and_others_stay(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "TABLES_MOST", 2)
    first = server.table(gather=True)
    with line(server, "192.0.2.1") as one:
        one.send(json.dumps({"t": "hello", "proto": 2, "table": first, "have": -1, "epoch": ""}))
        while json.loads(one.recv(10))["t"] != "view":
            pass
        second = server.table(gather=True)
        third = server.table(gather=True)
        assert set(server.registry.runners) == {first, third}
        with line(server, "192.0.2.2") as two:
            two.send(json.dumps({"t": "hello", "proto": 2, "table": second, "have": -1, "epoch": ""}))
            while json.loads(two.recv(10))["t"] != "view":
                pass
            assert set(server.registry.runners) == {first, second}
            full = fetch(server.url + "api/tables", {"game": "chimera"})
            assert (full.status, full.json["code"], full.json["args"]) == (503, "full", {"allowed": 2})
            with line(server, "192.0.2.3") as three:
                three.send(json.dumps({"t": "hello", "proto": 2, "table": third, "have": -1, "epoch": ""}))
                assert json.loads(three.recv(10))["code"] == "full"
        time.sleep(0.2)
        server.table(gather=True)


def test_the_limits_are_wide_enough_for_a_school() -> None:
    """Thirty pupils behind one router open the page, a table each and a socket, within a second."""
    assert limits.SOCKETS_MOST > 2 * 30
    assert limits.GUESTS_AT_ONCE > 2 * 30
    assert limits.TABLES_AT_ONCE > 2 * 30
    assert limits.REQUESTS_AT_ONCE > 15 * 30
    assert limits.CONNECTIONS_MOST > 6 * 30
    assert limits.MESSAGES_REFILL > 4 * 30

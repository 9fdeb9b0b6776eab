"""What is written to the log: one line for each event, and never what nobody but a player may know."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import random
import sqlite3
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from server.page import Page, any_legal
from server.running import Process, fetch
from stich.games import find
from stich.kernel.action import Refused
from stich.server import logs
from stich.server.logs import Flood, JSONLines, TextLines, network_of, safe_traceback, short_person, short_table

pytestmark = pytest.mark.once


GONE = (ConnectionClosed, InvalidStatus, TimeoutError, OSError)


def record(message: str, *args: Any, level: int = logging.WARNING, **extra: Any) -> logging.LogRecord:
    return logging.getLogger("stich").makeRecord("stich", level, "file", 1, message, args, None, extra=extra)


def test_an_event_is_a_line_of_json_or_of_text() -> None:
    event = record("refused %s", "a\nb", table="abcde…", n=3)
    said = json.loads(JSONLines().format(event))
    assert (said["level"], said["event"], said["table"], said["n"]) == ("warning", "refused a\nb", "abcde…", 3)
    assert said["at"].endswith("+00:00")
    assert "\n" not in JSONLines().format(event)
    assert TextLines().format(event).endswith("warning: refused a␊b table=abcde… n=3")


def failed(work: Any) -> BaseException:
    try:
        work()
    except BaseException as error:
        return error
    raise AssertionError


def test_what_the_rules_say_in_an_exception_is_left_out() -> None:
    card = f"queen of {min(['clubs'])}"

    def at_the_table() -> None:
        raise KeyError(card)

    ours = failed(lambda: find("chimera").rules({"nonsense": card}, 3))
    assert isinstance(ours, Refused)
    assert card not in safe_traceback(ours)
    assert "Refused: …" in safe_traceback(ours)
    assert card not in safe_traceback(failed(at_the_table))  # a game from outside
    assert "No such file" in safe_traceback(failed(lambda: Path("/nowhere").read_bytes()))
    assert "no such table: missing" in safe_traceback(
        failed(lambda: sqlite3.connect(":memory:").execute("SELECT 1 FROM missing"))
    )
    assert safe_traceback(failed(lambda: json.loads(card))).endswith("JSONDecodeError: …")

    def because() -> None:
        try:
            at_the_table()
        except KeyError as error:
            raise ValueError(card) from error

    both = safe_traceback(failed(because))
    assert "because of:" in both
    assert card not in both
    assert "test_logs.py" in both
    remote = 'Traceback (most recent call last):\n  File "x.py", line 3, in f\n    g()\nKeyError: "queen of clubs"\n'
    assert logs.without_words(remote).endswith("    g()\nKeyError")


def test_people_addresses_and_tables_are_shortened() -> None:
    assert short_table("23456789abcd") == "23456…"
    assert len(short_person("0" * 32)) == 8
    assert short_person("0" * 32) != short_person("1" * 32)
    assert network_of("192.0.2.77") == "192.0.2.0/24"
    assert network_of("2001:db8:1:2::7") == "2001:db8:1::/48"
    assert network_of("2001:db8:1:2::/64") == "2001:db8:1::/48"
    assert network_of("") == ""


def test_a_flood_of_one_kind_is_cut_off_and_counted() -> None:
    flood = Flood()
    events = [record("bad request from %s", n) for n in range(100)]
    assert sum(flood.filter(event) for event in events) == logs.LINES_AT_ONCE
    assert flood.filter(record("something else"))
    later = record("bad request from %s", 1)
    later.created += logs.PERIOD + 1
    assert flood.filter(later)
    assert later.__dict__["left_out"] == 100 - logs.LINES_AT_ONCE


@pytest.mark.parametrize(
    ("path", "params", "status", "route"),
    [
        ("/t/23456789abcd", {"table": "23456789abcd"}, 200, "/t/<table>"),
        ("/api/tables/23456789abcd/record", {"table": "23456789abcd"}, 409, "/api/tables/<table>/record"),
        ("/api/text/de.json", {"lang": "de"}, 200, "/api/text/<lang>.json"),
        ("/t/23456789abcd/more", {}, 404, ""),
        ("/t/23456789abcd", {}, 429, ""),
        ("/", {}, 200, "/"),
        ("/assets/a.js", {"path": "a.js"}, 200, "/assets/…"),
    ],
)
def test_a_request_is_logged_by_its_route(path: str, params: dict[str, str], status: int, route: str) -> None:
    assert logs.route_of({"path": path, "path_params": params}, status) == route


# -- a whole server ----------------------------------------------------------------------------------------------------

FAULTY = """
import sys
from stich import cli
from stich.server.tables.advice import Advice  # not compiled: what is compiled is not looked up when it is called

hint = Advice.hint

def fails(self, conn, identity, msg):
    if msg.id == 666:
        hand = self.state.match.deal.zones if self.state.match else ()
        raise KeyError(f"CARDS {hand!r} SECRET {identity}")
    return hint(self, conn, identity, msg)

Advice.hint = fails
sys.exit(cli.main(sys.argv[1:]))
"""


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Process]:
    server = Process(tmp_path / "data", "--log-format", "json", "--log-level", "debug", "--access-log")
    server.script = FAULTY
    server.errors = (tmp_path / "errors").open("wb")
    server.start()
    yield server
    server.kill()
    server.errors.close()


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_no_secret_is_in_the_log_of_a_match_with_strangers(process: Process, tmp_path: Path) -> None:
    made = fetch(process.url + "api/tables", {"game": "chimera", "gather": True, "pace": "instant"}).json["table"]
    chance = random.Random(7)
    page = Page(process.url, made, sit=0, choose=any_legal)
    disturbed = asyncio.Event()

    async def play() -> None:
        page.start()
        await page.until(lambda view: view["you"] == 0)
        await page.ask({"t": "start"})
        await page.until(lambda view: len(page.acked) > 6, 60)  # it sat down, has begun, and has acted
        assert page.socket is not None
        await page.send({"t": "hint", "id": 666, "v": page.have})
        await page.until(lambda view: 666 in page.answers or page.connects > 1, 60)
        await disturbed.wait()
        await page.stop()

    address = process.url.replace("http", "ws") + "api/socket"

    def disturb() -> None:
        for n in range(12):
            with (
                contextlib.suppress(ConnectionClosed, InvalidStatus, TimeoutError, OSError),
                connect(address) as socket,
            ):
                socket.send(json.dumps({"t": "hello", "proto": 2, "table": made, "have": -1, "epoch": ""}))
                for _ in range(10):
                    kind = chance.choice(["act", "sit", "hint", "ping", "nonsense"])
                    socket.send(json.dumps({"t": kind, "id": chance.randrange(99), "v": n, "verb": "x" * n}))
                socket.send(chance.randbytes(40))
            with contextlib.suppress(OSError):
                request = urllib.request.Request(f"{process.url}t/{made}?secret={n}", headers={"Cookie": "a=b"})
                urllib.request.urlopen(request, timeout=5).read()
            fetch(f"{process.url}api/tables/{made}/record")
            fetch(process.url + "api/tables", chance.randbytes(20))

    async def work() -> None:
        playing = asyncio.create_task(play())
        await asyncio.to_thread(disturb)
        disturbed.set()
        await playing

    asyncio.run(work())
    process.interrupt()
    text = (tmp_path / "errors").read_text()
    lines = [json.loads(line) for line in text.splitlines()]  # each is one event
    assert {"request", "table opened", "the server stops"} <= {line["event"] for line in lines}
    assert any("is at fault" in line["event"] and "KeyError: …" in line["exception"] for line in lines)
    routes = {line["route"] for line in lines if line["event"] == "request"}
    assert {"/t/<table>", "/api/tables/<table>/record", "/api/tables"} <= routes
    cookie = (page.cookie or "").partition("=")[2]
    key = (tmp_path / "data" / "key").read_bytes()
    for secret in (made, cookie, cookie.partition(".")[0], key.hex(), "CARDS", "SECRET", "secret=", "a=b", "127.0.0.1"):
        assert len(secret) > 2
        assert secret not in text, secret

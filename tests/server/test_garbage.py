"""What has been forgotten is gone at once, though nobody looks for cycles: the server hardly ever does."""

from __future__ import annotations

import asyncio
import gc
import math
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from websockets.server import ServerProtocol

from server.page import Page, any_legal
from server.running import served
from stich.games import find
from stich.kernel.cards import seats_of
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import view
from stich.server import garbage
from stich.server.bots.job import Job, Kind, Place, Recall
from stich.server.bots.pool import BotPool
from stich.server.connections.socket import SocketConnection
from stich.server.connections.websocket import Messages
from stich.server.garbage import Collector
from stich.server.state.table_state import TableState
from stich.server.tables.runner import TableRunner
from stich.server.tables.table import Table

pytestmark = pytest.mark.once
KINDS = (Table, TableState, TableRunner, SocketConnection, Messages, ServerProtocol)


@pytest.fixture(autouse=True)
def nobody_looks() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.unfreeze()
    gc.enable()


def living() -> list[int]:
    """Count objects of each kind; compiled classes have no weak references."""
    there = [type(one) for one in gc.get_objects()]
    return [there.count(kind) for kind in KINDS]


def soon(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 5
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert holds()


def test_tables_and_sockets_go_when_nobody_needs_them_any_more(tmp_path: Path) -> None:
    before = living()
    with served(tmp_path, {"chimera": find("chimera")}) as running:
        names = [running.table(pace="instant"), running.table(gather=True)]

        async def play() -> None:
            pages = [Page(running.url, name, sit=0).start() for name in names]
            for page in pages:
                await page.until(lambda view: view["you"] == 0)
            await pages[0].until(lambda view: bool(view["legal"]))
            assert (await pages[0].ask({"t": "hint", "v": pages[0].have}))["t"] in ("tip", "error")
            assert (await pages[0].ask({"t": "act", "v": pages[0].have, "verb": "nothing"}))["t"] == "error"
            pages[0].choose = any_legal
            await pages[0].play()
            await pages[0].until(lambda view: view["status"] == "deal_over", 120)
            for page in pages:
                await page.stop()

        asyncio.run(play())
        address = ("127.0.0.1", int(running.url.rsplit(":", 1)[1].rstrip("/")))
        with socket.create_connection(address) as refused:
            refused.sendall(
                b"GET /api/socket HTTP/1.1\r\nHost: here\r\nOrigin: http://elsewhere\r\nUpgrade: websocket\r\n"
                b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                b"Sec-WebSocket-Key: c29ja2V0IG9mIGEgdGVzdA==\r\n\r\n"
            )
            assert b" 403 " in refused.recv(4096)
        soon(
            lambda: (
                not running.sockets.open and not any(runner.connections for runner in running.registry.runners.values())
            )
        )
        assert living()[: KINDS.index(SocketConnection)] == [
            there + 2 for there in before[: KINDS.index(SocketConnection)]
        ]

        def gone() -> bool:
            running.loop.call_soon_threadsafe(running.registry.forget, math.inf)  # not while the disk is waited for
            return living() == before

        soon(gone)
        assert not running.registry.runners


class Ring:
    """Holds itself."""

    def __init__(self) -> None:
        self.own = self


def rings() -> int:
    return sum(type(one) is Ring for one in gc.get_objects())


def make(count: int) -> None:
    for _ in range(count):
        Ring()


def found(kept: int, few: int, many: int, quiet: float, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Tell whether rings are found after a second in which so many objects have come."""
    monkeypatch.setattr(garbage, "FEW", few)
    monkeypatch.setattr(garbage, "MANY", many)
    monkeypatch.setattr(garbage, "QUIET", quiet)
    gc.collect()
    looks = Collector()
    here = [[n] for n in range(kept)]
    make(50)
    looks.next()
    assert len(here) == kept
    return not rings()


def test_it_is_looked_when_there_is_little_to_do_or_when_it_must_be(monkeypatch: pytest.MonkeyPatch) -> None:
    busy, quiet = -math.inf, math.inf
    assert not found(0, 1000, 10_000, quiet, monkeypatch)  # too little has come
    assert not found(2000, 1000, 10_000, busy, monkeypatch)
    assert found(2000, 1000, 10_000, quiet, monkeypatch)
    assert found(20_000, 1000, 10_000, busy, monkeypatch)


def test_what_was_alive_at_a_run_is_looked_at_again_after_an_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "FEW", 1000)
    monkeypatch.setattr(garbage, "QUIET", math.inf)
    gc.collect()
    looks = Collector()
    held = [Ring()]
    here = [[n] for n in range(2000)]
    looks.next()
    held.clear()
    here += [[n] for n in range(2000)]
    looks.next()
    frozen = gc.get_freeze_count()
    assert frozen > 4000  # neither run looks at what an earlier one has found alive
    looks.whole_at = 0.0
    looks.next()
    gc.unfreeze()  # `rings` would not see it otherwise
    assert not rings()
    assert len(here) == 4000


def test_a_bot_that_has_chosen_leaves_nothing_behind() -> None:
    async def choose() -> None:
        pool = BotPool(1, find)
        game = find("ecarte")
        match = Match(game, game.rules({}, 2), Source(SIM, 1))
        seat = seats_of(match.deal.must())[0]
        off = Recall()
        job = Job(
            Kind.QUICK, Place("", "", "t"), game, match.rules.options, view(match.deal, seat), match.legal(seat),
            "club", (1, 0), lambda began: began + 1000, off,
        )  # fmt: skip
        await pool.think(job)
        pool.close()

    asyncio.run(choose())
    assert not [one for one in gc.get_objects() if type(one) is Job]

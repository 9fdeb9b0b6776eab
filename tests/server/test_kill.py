"""kill -9 while three play: each time every page must come back by itself and show what the log says.

Three real sockets here; the browsers' own trial is web/tests/kill.e2e.ts.
"""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from postgres import database
from server.page import Json, Page, any_legal
from server.running import Process, fetch
from server.told import read_log, replayed, told_by
from stich.server.state.entries import Seated
from stich.server.workers.routing import home

pytestmark = pytest.mark.once


def shown_by(page: Page) -> Json:
    shown = {
        name: page.view[name]
        for name in ("you", "deal", "dealer", "phase", "turn", "must", "zones", "scores", "winners", "places", "stakes")
    }
    sheets = [sheet["totals"] for sheet in page.view["sheets"]]
    return {**shown, "sheets": sheets, "legal": sorted((verb, to) for verb, _, to, *_ in page.view["legal"])}


class Trial:
    """Three players at one table of a server that is killed again and again."""

    def __init__(self, data: Path, seed: int, database: str = "", workers: int = 1) -> None:
        self.log = database or data
        self.chance = random.Random(seed)
        self.workers = workers
        self.server = Process(
            data,
            *(("--database", database) if database else ()),
            *(("--workers", str(workers), "--log-level", "info") if workers > 1 else ()),
        )
        if workers > 1:
            self.server.errors = (data / "errors").open("wb")
        self.playing = True
        self.in_trick = 0
        self.pages: list[Page] = []

    def choose(self, shown: Json, chance: random.Random) -> Json | None:
        return any_legal(shown, chance) if self.playing else None

    @property
    def acks(self) -> int:
        return sum(len(page.acked) for page in self.pages)

    async def run(self, times: int) -> None:
        await asyncio.to_thread(self.server.start)
        wishes = {"game": "chimera", "pace": "instant", "gather": True}
        table = fetch(self.server.url + "api/tables", wishes).json["table"]
        for seat in range(3):  # one after the other: the first owns the table
            self.pages.append(Page(self.server.url, table, sit=seat, choose=self.choose, seed=seat).start())
            await self.pages[seat].until(lambda shown, seat=seat: shown["you"] == seat)  # type: ignore[misc]
        assert (await self.pages[0].ask({"t": "start"}))["t"] == "ack"
        for _ in range(times):
            await self.kill_between_ack_and_next_play()
            self.playing = False
            await self.settle(table)
            self.compare(table)
            self.playing = True
            for page in self.pages:
                await page.play()
        for page in self.pages:
            await page.stop()
            assert page.connects == times + 1
            assert not page.gaps
        assert await asyncio.to_thread(self.server.interrupt) == 0

    async def kill_between_ack_and_next_play(self) -> None:
        before = self.acks
        wanted = before + self.chance.randrange(1, 12)
        async with asyncio.timeout(20):
            while self.acks < wanted:
                await asyncio.sleep(0.001)
        await asyncio.sleep(self.chance.random() * 0.02)
        if self.workers > 1:
            connects = [page.connects for page in self.pages]
            await asyncio.to_thread(self.server.kill_worker, home(self.pages[0].table, self.workers))
            self.in_trick += bool(self.pages[0].view["zones"]["trick"])
            async with asyncio.timeout(20):
                while any(page.connects == had for page, had in zip(self.pages, connects, strict=True)):
                    await asyncio.sleep(0.01)
            return
        await asyncio.to_thread(self.server.kill)
        self.in_trick += bool(self.pages[0].view["zones"]["trick"])
        await asyncio.sleep(self.chance.random() * 0.2)
        await asyncio.to_thread(self.server.start)

    async def settle(self, table: str) -> None:
        """Wait until all are back, everything is answered, and all have come equally far."""
        async with asyncio.timeout(20):
            while True:
                await asyncio.sleep(0.02)
                back = all(page.live.is_set() and page.socket is not None for page in self.pages)
                if back and not any(page.unanswered for page in self.pages):
                    online = all(occupant["online"] for page in self.pages for occupant in page.view["occupants"])
                    if online and {page.have for page in self.pages} == {len(read_log(self.log, table)) - 1}:
                        return

    def compare(self, table: str) -> None:
        log = read_log(self.log, table)
        assert [entry.seq for entry in log] == list(range(len(log)))
        match = replayed(log, table)
        for seat, page in enumerate(self.pages):
            assert shown_by(page) == told_by(match, seat)
            assert [occupant["name"] for occupant in page.view["occupants"]] == ["Page 0", "Page 1", "Page 2"]
        said = [(entry.actor, entry.id) for entry in log if entry.id >= 0]
        assert len(said) == len(set(said)), "a message was carried out twice"
        holders = {entry.body.seat: entry.actor for entry in log if isinstance(entry.body, Seated)}
        for seat, page in enumerate(self.pages):
            for id, msg in page.acked:
                if msg["t"] == "act":
                    assert (holders[seat], id) in said, "an acknowledged action is not in the log"


def trial(tmp_path: Path, times: int, seed: int, database: str = "", workers: int = 1) -> Any:
    tried = Trial(tmp_path, seed, database, workers)
    asyncio.run(tried.run(times))
    return tried


def test_a_server_that_is_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    trial(tmp_path, 2, seed=1)


def test_a_server_on_postgresql_that_is_killed_goes_on_where_it_was(tmp_path: Path, postgres: str) -> None:
    with database(postgres) as url:
        trial(tmp_path, 2, seed=3, database=url)


def test_a_worker_that_is_killed_is_started_again_and_its_tables_go_on(tmp_path: Path, postgres: str) -> None:
    with database(postgres) as url:
        trial(tmp_path, 2, seed=4, database=url, workers=2)


@pytest.mark.long
def test_a_server_that_is_killed_fifty_times_goes_on_where_it_was(tmp_path: Path) -> None:
    tried = trial(tmp_path, 50, seed=2)
    assert tried.in_trick > 10  # in the middle of a trick, that is

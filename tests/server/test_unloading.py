"""Tables that nobody looks at leave the memory."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path

import pytest

from server.page import Json, Page, any_legal
from server.running import served
from server.snap import GAME as SNAP
from stich.server.tables import registry

pytestmark = pytest.mark.once


def test_a_finished_table_is_unloaded_within_a_minute_and_a_running_one_later(tmp_path: Path) -> None:
    assert registry.FINISHED + registry.SWEEP <= 60
    with served(tmp_path, {"snap": SNAP}) as running:
        tables = [running.table(game="snap", pace="instant", options={"limit": 1}, bots=["random"]) for _ in range(2)]

        async def work() -> None:
            page = Page(running.url, tables[0], sit=0, choose=to_the_end).start()
            await page.until(lambda view: view["status"] == "match_over", 30)
            await page.stop()

        asyncio.run(work())
        loop, runners = running.loop, running.registry.runners
        deadline = time.monotonic() + 10
        while runners[tables[0]].connections and time.monotonic() < deadline:
            time.sleep(0.01)
        ago = {one.name: time.monotonic() - registry.FINISHED - 1 for one in runners.values()}
        for one in runners.values():
            one.idle_since = ago[one.name]
        loop.call_soon_threadsafe(running.registry.forget, time.monotonic() - registry.KEEP)
        while tables[0] in runners and time.monotonic() < deadline:
            time.sleep(0.01)
        assert list(runners) == tables[1:]


def to_the_end(view: Json, chance: random.Random) -> Json | None:
    return None if view["status"] == "match_over" else any_legal(view, chance)

"""Old tables are deleted where the host wants that, and nothing else."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from server.snap import GAME as SNAP
from stich.server.state.entries import Entry, Named, Opened
from stich.server.storage.database import snapshot
from stich.server.storage.integrity import faults
from stich.server.storage.lease import Leases
from stich.server.storage.schema import finished, metadata, played, record, upsert
from stich.server.storage.store import Store
from stich.server.tables import expiry
from stich.server.tables.expiry import DAY, Expiry
from stich.server.tables.registry import TableRegistry

pytestmark = pytest.mark.once


def entries(opened: int, used: int) -> list[Entry]:
    made = Opened("snap", 1, 3, {}, ["random"] * 3, "normal", True, None)
    return [Entry(0, opened, "host", made), Entry(1, used, "ann", Named(0, "Ann", 1))]


def of_table(name: str, at: int) -> list[Any]:
    return [
        upsert(finished, table_id=name, n=1, at_ms=at, told="{}"),
        upsert(played, identity="ann", table_id=name, n=1, at_ms=at, seat=0),
    ]


async def written(registry: TableRegistry, name: str, opened: int, used: int) -> None:
    done = asyncio.Event()
    loop = asyncio.get_running_loop()

    def tell(error: Exception | None) -> None:
        assert error is None
        loop.call_soon_threadsafe(done.set)

    registry.store.submit(name, entries(opened, used), tell, of_table(name, used))
    await done.wait()


def rows(store: Store) -> dict[str, int]:
    with store.reading() as db:
        return {table.name: len(db.execute(select(table)).all()) for table in metadata.sorted_tables}


def test_what_nobody_has_used_for_long_is_deleted_and_nothing_else(
    where: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(expiry, "BREATH", 0)
    store = Store(where)
    registry = TableRegistry(store, {"snap": SNAP})

    async def work() -> None:
        for n in range(45):
            await written(registry, f"old{n}", 1 * DAY, 2 * DAY)
        await written(registry, "still", 1 * DAY, 9 * DAY)
        await written(registry, "new", 9 * DAY, 9 * DAY)
        await written(registry, "held", 1 * DAY, 1 * DAY)
        await written(registry, "here", 1 * DAY, 1 * DAY)
        Leases(store.engine, "another").take("held")
        Leases(store.engine, "another", -1).take("old3")
        await registry.runner("here")
        await registry.write([upsert(record, id=f"r{n}", at_ms=n * DAY, text=b"") for n in (1, 9)])
        assert await Expiry(registry, 5).delete(5 * DAY) == 45
        assert await Expiry(registry, 5).delete(5 * DAY) == 0
        assert rows(store) == rows(store) | {
            "tables": 4, "log": 8, "finished": 4, "played": 4, "record": 1, "lease": 1,
        }  # fmt: skip
        assert [len(store.read(name)) for name in ("old3", "still", "new", "held", "here")] == [0, 2, 2, 2, 2]
        with snapshot(store.engine) as db:
            assert list(faults(db)) == []
        await written(registry, "old3", 9 * DAY, 9 * DAY)  # the writer has forgotten the old one
        assert len(store.read("old3")) == 2
        await registry.close()

    asyncio.run(work())


def test_a_table_that_comes_to_life_meanwhile_is_kept(where: Path | str) -> None:
    store = Store(where)
    registry = TableRegistry(store, {"snap": SNAP})

    async def work() -> None:
        await written(registry, "old", 1 * DAY, 1 * DAY)
        old = Expiry(registry, 5)
        unused = old.unused

        def and_then(before: int, after: int) -> dict[int, str]:
            found = unused(before, after)
            if found:
                done: list[Exception | None] = []
                store.submit("old", [Entry(2, 9 * DAY, "ann", Named(0, "Ann", 2))], done.append)
                while not done:
                    pass
            return found

        old.unused = and_then  # type: ignore[method-assign]
        await old.delete(5 * DAY)
        assert len(store.read("old")) == 3
        assert rows(store)["finished"] == rows(store)["played"] == rows(store)["tables"] == 1
        await registry.close()

    asyncio.run(work())

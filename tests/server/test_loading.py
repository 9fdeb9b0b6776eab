"""A long log is read in pieces, and gives the same table."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from server.desk import Desk
from server.page import any_legal
from server.snap import GAME as SNAP
from server.test_afterwards import finished
from stich.server.state.entries import Entry, Named
from stich.server.storage.store import Store
from stich.server.tables import changes, loading
from stich.server.tables.registry import TableRegistry

pytestmark = pytest.mark.once


def long_log(desk: Desk, more: int) -> list[Entry]:
    """Return the desk's log, with a name changed many times after it."""
    last = desk.log[-1]
    renamed = [Entry(last.seq + n, last.at + n, "ann", Named(1, f"Ann {n}", -1)) for n in range(1, more + 1)]
    return [*desk.log, *renamed]


def test_other_tables_have_their_turn_while_a_long_log_is_read(tmp_path: Path) -> None:
    desk = finished(4, 3)
    store = Store(tmp_path / "tables.sqlite")
    registry = TableRegistry(store, {"snap": SNAP})
    entries = long_log(desk, 3000)
    done: list[Exception | None] = []
    store.submit("long", entries, done.append)

    async def work() -> None:
        turns = 0
        while not done:
            await asyncio.sleep(0.01)
        assert store.read("long") == entries
        before = await registry.load("long", entries)
        task = asyncio.create_task(registry.load("long", entries))
        while not task.done():
            await asyncio.sleep(0)
            turns += 1
        after = await task
        assert turns > 3000 / loading.PIECE
        assert after.state.v == before.state.v == entries[-1].seq
        assert after.state.seats[1].name == "Ann 3000"
        assert after.record("x") == before.record("x")
        await registry.close()

    asyncio.run(work())


@pytest.mark.parametrize("size", [1, 2, 7, 10_000])
def test_pieces_make_no_difference(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = finished(5, 3)
    monkeypatch.setattr(loading, "PIECE", size)
    needed = loading.needed_from(desk.log)
    assert 0 < needed < len(desk.log)
    assert [entry for piece in loading.pieces(desk.log, needed) for entry in piece] == desk.log
    before = desk.table
    desk.restart()
    assert desk.table is not before
    assert desk.table.record("x") == before.record("x")
    assert desk.table.state.v == before.state.v


def test_a_log_that_is_full_takes_the_rest_of_the_match_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(SNAP, seed=1, deals=1)
    ann = desk.window("ann", sit=1)
    monkeypatch.setattr(changes, "MOST_ENTRIES", desk.table.state.v)
    assert ann.send("rename", name="Anna")["code"] == "table_full"
    while desk.table.state.status != "match_over":
        ann.read()
        message = any_legal(ann.view, random.Random(1))
        if message is not None:
            assert ann.send(message.pop("t"), **message)["t"] == "ack"
        desk.wait(2000)
    assert len(desk.log) > changes.MOST_ENTRIES + 5
    full = ann.send("again")
    assert (full["code"], full["args"]) == ("table_full", {"n": changes.MOST_ENTRIES})
    assert desk.table.state.status == "match_over"
    desk.restart()
    assert desk.table.state.status == "match_over"

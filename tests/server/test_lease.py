"""Leases and fences: one worker at a time owns a table, and one that has lost it writes nothing."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from postgres import database
from server.fighter import TABLE, written
from server.page import Page
from server.running import served
from stich.games import find
from stich.server.state.entries import Entry, Named
from stich.server.storage import lease as lease_module
from stich.server.storage.lease import LeaseHeld, Leases, Mine
from stich.server.storage.log import LeaseLost
from stich.server.storage.store import Store
from stich.server.tables import tenure
from stich.server.tables.tenure import Tenure

pytestmark = pytest.mark.once

FIGHTER = Path(__file__).with_name("fighter.py")


def entry(seq: int) -> Entry:
    return Entry(seq, 1000, "ann", Named(0, "x", seq))


@pytest.fixture
def store(where: Path | str) -> Iterator[Store]:
    made = Store(where)
    yield made
    made.close()


def test_a_table_belongs_to_one_worker_until_it_lets_go(store: Store) -> None:
    one, other = (Leases(store.engine, name, 60) for name in ("one", "other"))
    assert one.owner("t") is None
    assert one.take("t") == 1
    with pytest.raises(LeaseHeld) as held:
        other.take("t")
    assert held.value.args[:2] == ("t", "one")
    assert 50_000 < held.value.args[2] <= 60_000
    assert other.take("u") == 1, "another table is not concerned"
    other.release("t", 1)
    one.release("t", 2)
    with pytest.raises(LeaseHeld):
        other.take("t")
    one.release("t", 1)
    assert other.take("t") == 2
    assert {name: one.fence for name, one in other.renew().items()} == {"t": 2, "u": 1}
    assert one.renew() == {}
    assert other.take("u") == 2
    other.release_all({"t": 2, "u": 1})
    assert other.renew().keys() == {"u"}, "a worker of the same name has taken it again"


def test_a_worker_that_starts_again_takes_its_table_anew(store: Store) -> None:
    assert [Leases(store.engine, "one", 60).take("t") for _ in range(3)] == [1, 2, 3]


def test_a_lease_that_is_not_renewed_runs_out(store: Store) -> None:
    one, other = (Leases(store.engine, name, 0.4) for name in ("one", "other"))
    one.take("t")
    for _ in range(4):
        time.sleep(0.2)
        assert one.renew() == {"t": Mine(1, "")}
        with pytest.raises(LeaseHeld):
            other.take("t")
    assert one.abandoned(9) == []
    time.sleep(0.5)
    assert one.abandoned(9) == ["t"]
    assert other.take("t") == 2
    assert one.renew() == {}
    other.release("t", 2)
    assert one.abandoned(9) == [], "what was released waits for nobody"


def test_who_has_lost_a_table_writes_nothing_and_is_told_so(store: Store) -> None:
    one, other = (Leases(store.engine, name, 0.1) for name in ("one", "other"))
    old = one.take(TABLE)
    assert written(store, entry(0), old) is None
    time.sleep(0.2)
    assert written(store, entry(1), old) is None, "no other worker has taken it"
    new = other.take(TABLE)
    assert isinstance(written(store, entry(2), old), LeaseLost)
    assert len(store.read(TABLE)) == 2
    assert written(store, entry(2), new) is None
    results: list[Exception | None] = []
    store.submit("a", [entry(0)], results.append)
    store.submit(TABLE, [entry(3)], results.append, fence=old)
    store.submit("b", [entry(0)], results.append)
    store.submit(TABLE, [entry(3)], results.append, fence=new)
    store.close()
    assert [type(error) for error in results] == [type(None), LeaseLost, type(None), type(None)]


def test_a_new_table_is_written_under_its_lease_too(store: Store) -> None:
    assert isinstance(written(store, entry(0), 1), LeaseLost)
    assert store.read(TABLE) == []
    fence = Leases(store.engine, "one").take(TABLE)
    assert written(store, entry(0), fence) is None


def test_a_commit_and_a_change_of_hands_wait_for_each_other(postgres: str) -> None:
    """While somebody takes a table over, an entry of its old owner waits, and is then refused."""
    with database(postgres) as url:
        store = Store(url)
        old = Leases(store.engine, "one", 0.01).take(TABLE)
        written(store, entry(0), old)
        time.sleep(0.1)
        results: list[Exception | None] = []
        with store.engine.connect() as db:
            db.execute(text("BEGIN"))
            db.execute(text("UPDATE lease SET worker = 'other', fence = fence + 1"))
            writer = threading.Thread(target=lambda: results.append(written(store, entry(1), old)))
            writer.start()
            writer.join(0.5)
            assert results == [], "it is not decided yet"
            db.execute(text("COMMIT"))
        writer.join(10)
        assert isinstance(results[0], LeaseLost)
        assert len(store.read(TABLE)) == 1
        store.close()


def test_workers_that_fight_for_a_table_write_one_log(postgres: str) -> None:
    """Two processes, whose clocks are an hour apart, take one table from each other again and again."""
    with database(postgres) as url:
        Store(url).close()
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        command = [sys.executable, str(FIGHTER), url]
        fighters = [
            subprocess.Popen(
                [*command, name, "40", "0.1", skew], stdout=subprocess.PIPE, stderr=None, text=True, env=environment
            )
            for name, skew in (("one", "0"), ("other", "3600"))
        ]
        said = [fighter.communicate(timeout=120)[0].splitlines() for fighter in fighters]
        assert [fighter.returncode for fighter in fighters] == [0, 0]
        store = Store(url)
        log = store.read(TABLE)
        store.close()
    assert [one.seq for one in log] == list(range(len(log)))
    fences = [int(one.body.name) for one in log if isinstance(one.body, Named)]
    assert fences == sorted(fences), "nobody writes after the table was taken over"
    owners = dict(zip(fences, (one.actor for one in log), strict=True))
    assert all(owners[fence] == one.actor for fence, one in zip(fences, log, strict=True))
    told = [(name, *line.split()) for name, lines in zip(("one", "other"), said, strict=True) for line in lines]
    wrote = {(name, int(seq), int(fence)) for name, what, seq, fence in told if what == "wrote"}
    assert wrote == {(one.actor, one.seq, fence) for one, fence in zip(log, fences, strict=True)}
    assert any(what == "lost" for _, what, _, _ in told)
    assert {one.actor for one in log} == {"one", "other"}


def test_a_table_that_was_taken_over_is_dropped_and_its_pages_connect_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tenure, "RENEW", 3600)  # so that it is found only when it writes
    with served(
        tmp_path, {"chimera": find("chimera")}, tenure=lambda store: Tenure(Leases(store.engine, "one", 0.01))
    ) as running:
        name = running.table(gather=True)
        other = Leases(running.store.engine, "other", 0.01)

        async def work() -> None:
            ann, ben = (Page(running.url, name, sit=seat).start() for seat in (0, 1))
            for page in (ann, ben):
                await page.until(lambda view: view["you"] != 15)
            before = len(running.store.read(name))
            old = running.registry.runners[name]
            await asyncio.sleep(0.1)
            other.take(name)
            answer = await ann.ask({"t": "rename", "name": "Anna"})  # sent again after the page has connected again
            assert answer["t"] == "ack"
            await ben.until(lambda view: view["occupants"][0]["name"] == "Anna")
            assert (ann.connects, ben.connects) == (2, 2)
            assert running.registry.runners[name] is not old
            log = running.store.read(name)
            assert [entry.seq for entry in log] == list(range(len(log)))
            assert [entry.kind for entry in log[before:]].count("rename") == 1, "nothing twice"
            for page in (ann, ben):
                await page.stop()

        asyncio.run(work())


def test_no_clock_of_a_worker_decides() -> None:
    source = Path(lease_module.__file__).read_text("utf-8")
    assert not any(f"import {name}" in source for name in ("time", "datetime", "clock"))

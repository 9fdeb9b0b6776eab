"""A match with a day for each decision goes on while nobody is there: sleeping tables are woken when something is due,
also after a restart, and cost nothing before."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select

from server.desk import Desk
from stich.clock import clock
from stich.games import find
from stich.kernel.action import Refused
from stich.server.messages.frame import PROTO
from stich.server.messages.from_client import ClientMessage, Hello, Sit
from stich.server.messages.over_http import NewTable
from stich.server.pages.unfinished import unfinished
from stich.server.state.entries import Acted
from stich.server.storage.deadlines import Deadlines, Outage, given_back
from stich.server.storage.log import Log
from stich.server.storage.schema import Statement, alive, due, outage, upsert
from stich.server.storage.store import Store
from stich.server.tables import pace
from stich.server.tables.alarm import Alarm
from stich.server.tables.outbox import Peer
from stich.server.tables.registry import TableRegistry
from stich.server.tables.runner import TableRunner

pytestmark = pytest.mark.once
WURF = find("farbe_und_wert")
GAMES = {WURF.name: WURF}
DAY = 86_400_000
PATIENCE = 20.0  # seconds


class Guest:
    """A socket of one person."""

    numbers = iter(range(1, 1000))

    def __init__(self, identity: str) -> None:
        self.peer = Peer(next(self.numbers), identity)
        self.address = "127.0.0.1"
        self.runner: TableRunner | None = None

    def put(self, text: bytes) -> None:
        """Nobody reads it."""

    def hang_up(self) -> None:
        """It is over anyway."""

    def say(self, runner: TableRunner, *messages: ClientMessage) -> None:
        self.runner = runner
        for msg in messages:
            runner.receive(self, msg)


async def until(done: Callable[[], Any]) -> None:
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, "it has not happened"
        await asyncio.sleep(0.05)


def rows(store: Log) -> dict[str, int]:
    with store.reading() as db:
        return {str(name): int(at) for name, at in db.execute(select(due.c.table_id, due.c.at_ms))}


async def opened(registry: TableRegistry) -> str:
    """Open a table at which ann and ben have a day for each decision, and let them leave."""
    name = await registry.create(NewTable(WURF.name, seats=2, timer="day", pace="instant", bots=["random"]))
    runner = await registry.runner(name)
    guests = [Guest("ann"), Guest("ben")]
    for seat, guest in enumerate(guests):
        guest.say(runner, Hello(PROTO, name), Sit(1, seat, guest.peer.identity))
    await runner.whole.wait()
    for guest in guests:
        runner.leave(guest)
    await runner.whole.wait()
    return name


def test_a_table_at_which_nobody_is_goes_on_when_its_time_has_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(pace.DECISION, "day", 700)

    async def play() -> None:
        store = Store(tmp_path / "tables.sqlite")
        registry = TableRegistry(store, GAMES)
        name = await opened(registry)
        assert name in rows(store)
        await registry.close()

        store = Store(tmp_path / "tables.sqlite")  # the server is started again, and nobody comes
        registry = TableRegistry(store, GAMES)
        await asyncio.sleep(0.8)
        assert registry.runners == {}
        await registry.alarm.ring()
        assert list(registry.runners) == [name]

        def acted() -> set[int]:
            found = store.read(name)
            return {e.body.seat for e in found if isinstance(e.body, Acted) and e.actor == "bot:random"}

        await until(lambda: acted() == {0, 1})
        runner = registry.runners[name]
        await until(lambda: runner.table.state.status == "match_over")
        await runner.whole.wait()
        assert rows(store) == {}  # it is over: nothing is due any more
        await registry.close()

    asyncio.run(play())


def test_a_table_whose_time_has_not_come_is_not_read(tmp_path: Path) -> None:
    async def play() -> None:
        store = Store(tmp_path / "tables.sqlite")
        registry = TableRegistry(store, GAMES)
        name = await opened(registry)
        await until(lambda: rows(store)[name] - clock() > DAY / 2)  # what is due at once has been done
        [at] = rows(store).values()
        assert abs(at - clock() - DAY) < 60_000
        table = registry.runners[name].table
        await until(lambda: abs((table.deadline or 0) - at) < 5000)  # that people have gone has been noted, too
        registry.forget(time.monotonic() + 1)
        assert registry.runners == {}
        await registry.alarm.ring()
        assert registry.runners == {}
        await registry.close()

    asyncio.run(play())


def test_of_ten_thousand_sleeping_tables_only_those_are_read_that_are_due(tmp_path: Path) -> None:
    store = Store(tmp_path / "tables.sqlite")
    now = clock()
    found: list[str] = []

    async def find_table(name: str) -> TableRunner:
        found.append(name)
        raise Refused("error.unknown_table")

    async def write(todo: list[Statement]) -> None:
        written = asyncio.get_running_loop().create_future()
        loop = asyncio.get_running_loop()
        store.submit("", [], lambda error: loop.call_soon_threadsafe(written.set_result, error), todo)  # type: ignore[arg-type]
        assert await written is None

    async def play() -> None:
        sleeping = [{"table_id": f"t{n}", "at_ms": now + DAY + n} for n in range(10_000)]
        for at in range(0, 10_000, 500):
            await write([insert(due).values(sleeping[at : at + 500])])
        await write([upsert(due, table_id=f"late{n}", at_ms=now - 1000 - n) for n in range(250)])
        alarm = Alarm(store, find_table, write)
        begun = time.perf_counter()
        await alarm.ring()
        assert found == [f"late{n}" for n in reversed(range(250))]  # the longest first, in portions
        assert len(rows(store)) == 10_000  # what never goes on is not asked again
        found.clear()
        begun = time.perf_counter()
        await alarm.ring()
        assert found == []
        assert time.perf_counter() - begun < 1

    asyncio.run(play())
    with store.reading() as db:
        plan = str(db.exec_driver_sql("EXPLAIN QUERY PLAN SELECT table_id FROM due WHERE at_ms <= 5").fetchall())
    assert "due_at" in plan
    store.close()


@pytest.mark.parametrize(
    ("outages", "begun", "more"),
    [
        ([], 1000, 0),
        ([Outage(0, 500)], 1000, 0),
        ([Outage(500, 1500)], 1000, 500),
        ([Outage(1200, 1700)], 1000, 500),
        ([Outage(1200, 1700), Outage(1800, 1900)], 1000, 600),
        ([Outage(2000, 3000)], 1000, 0),  # the decision was over
        ([Outage(1900, 3000), Outage(3050, 3060)], 1000, 1110),  # later, because it was made longer
    ],
)
def test_an_outage_takes_time_from_nobody(outages: list[Outage], begun: int, more: int) -> None:
    assert given_back(outages, begun, 1000) == more


def test_after_an_outage_all_that_waits_is_due_later(tmp_path: Path) -> None:
    store = Store(tmp_path / "tables.sqlite")
    with store.engine.connect() as db:
        db.execute(upsert(alive, whole=1, at_ms=1_000_000))
        db.execute(upsert(due, table_id="a", at_ms=2_000_000))
        db.execute(upsert(due, table_id="b", at_ms=900_000))
    deadlines = Deadlines(store)
    found, todo = deadlines.begin(8_000_000)
    assert found == [Outage(1_000_000, 8_000_000)]
    with store.engine.connect() as db:
        for statement in todo:
            db.execute(statement)
    assert rows(store) == {"a": 9_000_000, "b": 900_000}
    found, todo = deadlines.begin(8_030_000)  # a restart without a pause is none
    assert found == [Outage(1_000_000, 8_000_000)]
    with store.reading() as db:
        assert [tuple(row) for row in db.execute(select(outage))] == [(1_000_000, 8_000_000)]
    store.close()


def test_a_clock_that_was_stopped_by_an_outage_shows_it() -> None:
    desk = Desk(WURF, seats=2, timer="day", gather=True, pace="fast")
    ann = desk.window("ann", sit=0)
    desk.window("ben", sit=1)
    ann.send("start")
    begun = desk.now
    desk.extras = desk.extras._replace(given_back=lambda since, lasts: 3_600_000)
    desk.restart()
    shown = [one["until"] for one in desk.view()["clocks"] if one["until"]]
    assert shown == [begun + DAY + 3_600_000]


def test_the_start_page_says_until_when_it_is_the_readers_turn() -> None:
    desk = Desk(WURF, seats=2, timer="day", gather=True, pace="fast")
    people = [desk.window("ann", sit=0), desk.window("ben", sit=1)]
    people[0].send("start")
    until_when = []
    for window in people:
        line = unfinished(desk.table.state, window.identity, desk.table.clocks.until)
        assert line is not None
        until_when.append(line.until)
        assert (line.seat in line.waits) == (line.until > 0)
    assert sorted(until_when) == [0, desk.now + DAY]


def test_where_nobody_need_be_there_nobody_is_played_for_because_they_are_away() -> None:
    desk = Desk(WURF, seats=2, timer="day", gather=True, pace="fast")
    ann, ben = desk.window("ann", sit=0), desk.window("ben", sit=1)
    ann.send("start")
    for window in (ann, ben):
        window.close()
    desk.wait(DAY - 1000)
    assert not [entry for entry in desk.log if isinstance(entry.body, Acted)]
    late = desk.window("wim")
    assert not any(one.get("bot") or one.get("until") for one in late.view["occupants"])
    desk.wait(5000)
    [first] = [entry for entry in desk.log if isinstance(entry.body, Acted)]
    assert first.actor == "bot:random"


def test_a_fault_of_the_database_does_not_end_the_alarm(tmp_path: Path) -> None:
    store = Store(tmp_path / "tables.sqlite")
    store.engine.dispose()
    with store.engine.connect() as db, contextlib.suppress(Exception):
        db.exec_driver_sql("DROP TABLE due")

    async def never(*args: Any) -> Any:
        raise AssertionError

    async def nothing(todo: list[Statement]) -> None:
        return None

    asyncio.run(Alarm(store, never, nothing).ring())
    store.close()

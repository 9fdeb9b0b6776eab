"""Several workers on one database: the door, who has which table, and what they tell each other."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from postgres import database
from server.page import Page, any_legal
from server.running import Process, Served, fetch, served
from server.snap import GAME as SNAP
from stich import cli
from stich.server.connections import limits
from stich.server.connections.guests import SignedCookie
from stich.server.pages.lobby import LobbyEndpoints
from stich.server.state.refusals import PublicRefused
from stich.server.storage.lease import Leases, Mine
from stich.server.storage.schema import lease
from stich.server.storage.store import Store
from stich.server.tables import tenure
from stich.server.tables.runner import TableRunner
from stich.server.tables.tenure import Tenure
from stich.server.workers import door as door_module
from stich.server.workers import supervisor
from stich.server.workers.door import Door
from stich.server.workers.routing import LONGEST, home, table_in
from stich.server.workers.supervisor import Supervisor
from stich.server.workers.worker import ALIVE, READY

pytestmark = pytest.mark.once

# -- routing -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "table"),
    [
        ("GET /api/socket/abc HTTP/1.1\r\n", "abc"),
        ("GET /api/socket/abc?deflate=1 HTTP/1.1\r\n", "abc"),
        ("GET /t/abc HTTP/1.1\r\n", "abc"),
        ("GET /watch/abc HTTP/1.1\r\n", "abc"),
        ("POST /api/tables/abc/code HTTP/1.1\r\n", "abc"),
        ("GET /api/tables/abc/deals/3?as=1 HTTP/1.1\r\n", "abc"),
        ("POST /api/tables HTTP/1.1\r\n", ""),
        ("GET / HTTP/1.1\r\n", ""),
        ("GET /rules/durak HTTP/1.1\r\n", ""),
        ("GET /tables/abc HTTP/1.1\r\n", ""),
        ("GET /t/" + "x" * 99 + " HTTP/1.1\r\n", ""),
        ("\x16\x03\x01 no HTTP at all\n", ""),
        ("GET /api/socket/ab", None),
        ("", None),
        ("G" * LONGEST, ""),
    ],
)
def test_the_first_line_of_a_request_names_the_table(line: str, table: str | None) -> None:
    assert table_in(line.encode("latin-1")) == table


def test_a_name_leads_to_the_same_worker_for_ever() -> None:
    """Proxies and other machines count the same way: this must not change with a version."""
    assert [home(name, 4) for name in ("23456789abcd", "zzzzzzzzzzzz", "durak")] == [2, 3, 2]
    share = [sum(home(f"table{n}", 3) == worker for n in range(3000)) for worker in range(3)]
    assert all(900 < one < 1100 for one in share)


# -- the door ----------------------------------------------------------------------------------------------------------


class Opened:
    """A door with two workers that are only sockets."""

    def __init__(self) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.at = self.listener.getsockname()
        pairs = [socket.socketpair() for _ in range(2)]
        self.ends = [theirs for _, theirs in pairs]
        for end in self.ends:
            end.setblocking(False)
        self.door = Door(self.listener, [ours for ours, _ in pairs])
        self.clients: list[socket.socket] = []

    def call(self, text: str) -> socket.socket:
        client = socket.create_connection(self.at)
        client.setblocking(False)
        self.clients.append(client)
        client.sendall(text.encode())
        return client

    async def taken(self, worker: int) -> str:
        """Return what the next connection of a worker says."""
        async with asyncio.timeout(5):
            while True:
                try:
                    _, [descriptor], _, _ = socket.recv_fds(self.ends[worker], 1, 1)
                except BlockingIOError:
                    await asyncio.sleep(0.01)
                    continue
                with socket.socket(fileno=descriptor) as connection:
                    return connection.recv(LONGEST).decode()

    def close(self) -> None:
        self.door.close()
        for one in (*self.clients, *self.ends, *self.door.workers):
            one.close()


def at_the_door(work: Callable[[Opened], Any]) -> None:
    async def run() -> None:
        opened = Opened()
        opened.door.open()
        try:
            await work(opened)
        finally:
            opened.close()

    asyncio.run(run())


def line(table: str) -> str:
    return f"GET /api/socket/{table} HTTP/1.1\r\n\r\n"


NAMES = [next(f"t{n}" for n in range(99) if home(f"t{n}", 2) == worker) for worker in range(2)]


def test_the_door_hands_a_connection_to_the_worker_of_its_table_and_takes_nothing_out_of_it() -> None:
    async def work(opened: Opened) -> None:
        for worker in (1, 0, 0, 1):
            opened.call(line(NAMES[worker]))
            assert await opened.taken(worker) == line(NAMES[worker])
        for worker in (0, 1, 0):
            opened.call("GET / HTTP/1.1\r\n\r\n")
            assert await opened.taken(worker) == "GET / HTTP/1.1\r\n\r\n"

    at_the_door(work)


def test_half_a_line_is_waited_for_and_stops_nobody() -> None:
    async def work(opened: Opened) -> None:
        slow = opened.call(line(NAMES[1])[:20])
        opened.call(line(NAMES[0]))
        assert await opened.taken(0) == line(NAMES[0])
        await asyncio.sleep(0.05)
        slow.sendall(line(NAMES[1])[20:].encode())
        assert await opened.taken(1) == line(NAMES[1])

    at_the_door(work)


def test_a_connection_that_says_nothing_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door_module, "PATIENCE", 0.05)

    async def work(opened: Opened) -> None:
        silent, half = opened.call(""), opened.call("GET /t/")
        for client in (silent, half):
            with suppress(ConnectionResetError):  # what half a line leaves unread
                assert await asyncio.wait_for(asyncio.get_running_loop().sock_recv(client, 1), 5) == b""
        assert not opened.door.waiting

    at_the_door(work)


def test_of_too_many_silent_connections_the_oldest_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door_module, "WAITING", 3)

    async def work(opened: Opened) -> None:
        silent = [opened.call("") for _ in range(4)]
        assert await asyncio.wait_for(asyncio.get_running_loop().sock_recv(silent[0], 1), 5) == b""
        silent[3].sendall(line(NAMES[0]).encode())
        assert await opened.taken(0) == line(NAMES[0])

    at_the_door(work)


def test_half_a_line_is_looked_at_less_and_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of them must not keep the door from other connections."""
    pauses: list[float] = []

    async def work(opened: Opened) -> None:
        watch = opened.door.watch

        def watched(connection: socket.socket, again: float) -> None:
            pauses.append(again)
            watch(connection, again)

        monkeypatch.setattr(opened.door, "watch", watched)
        opened.call("GET /t/")
        async with asyncio.timeout(5):
            while len(pauses) < 4:
                await asyncio.sleep(0.01)
        assert pauses[:4] == [door_module.GLANCE * 2**n for n in range(1, 5)]

    at_the_door(work)


@pytest.mark.parametrize("text", ["", "GET /t/", line(NAMES[0])])
def test_connections_at_the_door_leave_descriptors_for_others(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such that say nothing, half a line, or wait for a worker that takes none."""
    monkeypatch.setattr(door_module, "most_connections", lambda: 8)

    async def work(opened: Opened) -> None:
        opened.door.workers[0].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1)
        for _ in range(400):
            opened.call(text)
            await asyncio.sleep(0)
        opened.call(line(NAMES[1]))
        assert await opened.taken(1) == line(NAMES[1])
        assert len(opened.door.waiting) <= 4
        assert len(opened.door.queued[0]) <= 2

    at_the_door(work)


def test_connections_wait_for_a_worker_that_is_away() -> None:
    """More than the kernel keeps: the others stay at the door, in their order."""

    async def work(opened: Opened) -> None:
        opened.door.workers[0].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1)
        texts = [line(NAMES[0]).replace("1.1", f"1.1{n:04}") for n in range(400)]
        for text in texts:
            opened.call(text)
            await asyncio.sleep(0)
        opened.call(line(NAMES[1]))
        assert await opened.taken(1) == line(NAMES[1]), "the other worker is not concerned"
        assert sorted([await opened.taken(0) for _ in texts]) == texts

    at_the_door(work)


# -- who has which table -----------------------------------------------------------------------------------------------


def tenure_of(worker: int, count: int, led: bool, store: Store) -> Tenure:
    return Tenure(Leases(store.engine, f"w{worker}"), lambda name: home(name, count) == worker, led=led)


@contextmanager
def workers(url: str, count: int = 2, *, led: bool = False) -> Iterator[list[Served]]:
    """Run workers in threads of this process. Every page can come to any of them. led: as if there were a door, and
    somebody had found a way around it."""
    with ExitStack() as stack:
        yield [
            stack.enter_context(
                served(
                    url,
                    {"snap": SNAP},
                    tenure=partial(tenure_of, n, count, led),
                )
            )
            for n in range(count)
        ]


@pytest.fixture
def two(postgres: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Served]]:
    monkeypatch.setattr(tenure, "RENEW", 0.05)
    monkeypatch.setattr(tenure, "SETTLED", 0.0)
    monkeypatch.setattr("stich.server.pages.lobby.FRESH", 0)
    monkeypatch.setattr("stich.server.pages.other_workers.FRESH", 0)
    monkeypatch.setattr("stich.server.pages.other_workers.LOOK", 0.05)
    with database(postgres) as url, workers(url) as both:
        yield both


@pytest.fixture
def behind_a_door(postgres: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Served]]:
    monkeypatch.setattr(tenure, "RENEW", 0.05)
    monkeypatch.setattr(tenure, "SETTLED", 0.0)
    with database(postgres) as url, workers(url, led=True) as both:
        yield both


def owners(store: Store) -> dict[str, str]:
    """Return who has which table."""
    with store.reading() as db:
        rows = db.execute(select(lease.c.table_id, lease.c.worker).where(lease.c.until > 0))
        return {str(table): str(worker) for table, worker in rows if table[0] != "*"}


def test_a_new_table_leads_to_the_worker_that_made_it(two: list[Served]) -> None:
    for n, server in enumerate(two):
        names = [server.table(game="snap") for _ in range(4)]
        assert {home(name, 2) for name in names} == {n}
        assert {owners(server.store)[name] for name in names} == {f"w{n}"}


def test_a_table_follows_its_pages_and_nothing_is_lost(two: list[Served]) -> None:
    one, other = two
    name = one.table(game="snap", gather=True, bots=["random"])

    async def work() -> None:
        ann = Page(one.url, name, sit=0)
        ben = Page(other.url, name, sit=1)
        await ann.start().until(lambda view: view["you"] == 0)
        ann.url = ben.url  # a proxy leads everybody to the same worker from now on
        await ben.start().until(lambda view: view["you"] == 1)
        assert name not in one.registry.runners
        assert owners(other.store) == {name: "w1"}
        await ann.until(lambda view: view["occupants"][1]["name"] == "Page 1")
        assert (await ann.ask({"t": "rename", "name": "Anna"}))["t"] == "ack"
        await ben.until(lambda view: view["occupants"][0]["name"] == "Anna")
        for page in (ann, ben):
            await page.stop()

    asyncio.run(work())
    log = one.store.read(name)
    assert [entry.seq for entry in log] == list(range(len(log)))
    assert [entry.kind for entry in log].count("rename") == 1


def test_a_table_that_has_just_come_stays_and_pages_are_told(
    two: list[Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tenure, "SETTLED", 3600.0)
    monkeypatch.setattr(tenure, "PATIENCE", 0.2)
    one, other = two
    name = one.table(game="snap", gather=True)

    async def work() -> None:
        ann = Page(one.url, name, sit=0).start()
        await ann.until(lambda view: view["you"] == 0)
        page = Page(other.url, name).start()
        async with asyncio.timeout(10):
            while not page.problems:
                await asyncio.sleep(0.01)
        assert page.problems[0]["code"] == "elsewhere"
        page.url = one.url.replace("http", "ws", 1) + f"api/socket/{name}"
        await page.until(lambda view: view["you"] == 15)
        assert ann.connects == 1
        assert owners(one.store) == {name: "w0"}
        for each in (ann, page):
            await each.stop()

    asyncio.run(work())


def test_what_only_looks_at_a_table_leaves_it_where_it_is(two: list[Served]) -> None:
    one = two[0]
    cookie = ""
    name = one.table(game="snap", gather=True)

    async def work() -> None:
        nonlocal cookie
        page = Page(one.url, name, sit=0, choose=any_legal).start()
        await page.until(lambda view: view["you"] == 0)
        cookie = page.cookie
        await page.ask({"t": "start"})
        await page.until(lambda view: view["status"] == "match_over" or view["deal"] > 0)
        await page.stop()

    asyncio.run(work())
    for path in ("invitation", "record", "deals/1", "code"):
        asked = [fetch(f"{server.url}api/tables/{name}/{path}", headers={"Cookie": cookie}) for server in two]
        assert asked[0].status == asked[1].status, path
    lists = [fetch(f"{server.url}api/unfinished?table={name}", headers={"Cookie": cookie}).json for server in two]
    assert lists[0] == lists[1]
    assert len(lists[0]) == 1
    assert owners(one.store) == {name: "w0"}


def test_a_name_without_a_table_takes_no_lease(two: list[Served]) -> None:
    for path in ("invitation", "record", "code"):
        assert fetch(f"{two[0].url}api/tables/nosuchtable/{path}").status == 404
    assert owners(two[0].store) == {}
    assert two[0].registry.tenure.fences.keys() <= {"*ratings"}


def test_tables_of_a_dead_worker_are_taken_over_by_those_to_whom_they_lead(
    two: list[Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = two[0]
    dead = Leases(one.store.engine, "dead", 0.01)
    names = [server.table(game="snap") for server in two]
    for server, name in zip(two, names, strict=True):
        runner = server.registry.runners[name]
        server.loop.call_soon_threadsafe(server.registry.spawn, server.registry.give(name))
        wait_for(lambda name=name: name not in owners(one.store), "it is given up")  # type: ignore[misc]
        assert runner.failed
        dead.take(name)
    monkeypatch.setattr("stich.server.tables.registry.LOOK", 0.05)
    wait_for(lambda: owners(one.store) == {names[0]: "w0", names[1]: "w1"}, "each goes home")
    for server, name in zip(two, names, strict=True):
        wait_for(lambda server=server, name=name: name in server.registry.runners, "and goes on")  # type: ignore[misc]


def wait_for(what: Callable[[], bool], why: str, seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < deadline, why
        time.sleep(0.02)


def test_a_table_that_cannot_be_handed_over_keeps_no_lease_from_being_renewed(
    two: list[Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One waits for its disk, another one is at fault."""
    one, other = two
    names = [one.table(game="snap", gather=True) for _ in range(3)]
    one.registry.runners[names[0]].whole.clear()

    def faulty(runner: TableRunner) -> None:
        raise RuntimeError("a fault of ours")

    renewed: list[float] = []
    leases = one.registry.tenure.leases
    assert leases is not None
    renew = leases.renew

    def noted() -> dict[str, Mine]:
        renewed.append(time.monotonic())
        return renew()

    monkeypatch.setattr(leases, "renew", noted)
    monkeypatch.setattr(one.registry, "lose", faulty)
    wanting = other.registry.tenure.leases
    assert wanting is not None
    wanting.want(names[0])
    with one.store.engine.connect() as db:
        db.execute(update(lease).where(lease.c.table_id == names[1]).values(fence=99))
    wait_for(lambda: len(renewed) > 5, "they are renewed all the same")
    assert names[2] in owners(one.store)
    one.loop.call_soon_threadsafe(one.registry.runners[names[0]].whole.set)
    wait_for(lambda: names[0] not in one.registry.runners, "it goes once its entries are on disk")


def test_a_table_without_a_lease_is_not_written(two: list[Served]) -> None:
    name = two[0].table(game="snap", gather=True)
    before = two[0].store.read(name)
    two[0].registry.tenure.forget(name)

    async def work() -> None:
        page = Page(two[0].url, name, sit=0).start()
        await page.until(lambda view: view["you"] == 0)  # it was dropped, and read again under a new lease
        await page.stop()

    asyncio.run(work())
    log = two[0].store.read(name)
    assert log[: len(before)] == before
    assert [entry.seq for entry in log] == list(range(len(log)))


def asked_for(store: Store, name: str) -> str | None:
    """Return the worker that wants a table."""
    with store.reading() as db:
        return db.execute(select(lease.c.wanted).where(lease.c.table_id == name)).scalar()


async def hello(page: Page) -> None:
    """Let a page come, and wait until it is refused because another worker has the table."""
    page.start()
    async with asyncio.timeout(10):
        while not page.problems:
            await asyncio.sleep(0.01)
    await page.stop()
    assert page.problems[0]["code"] == "elsewhere"


def test_who_gets_around_the_door_moves_no_table(behind_a_door: list[Served]) -> None:
    """An escaped letter in an address leads a request to any worker. Otherwise a stranger with the link could send all
    people away from a table, again and again."""
    one, other = behind_a_door
    name = one.table(game="snap", gather=True)
    asleep = one.table(game="snap", gather=True)
    one.loop.call_soon_threadsafe(one.registry.spawn, one.registry.give(asleep))
    wait_for(lambda: asleep not in owners(one.store), "it is given up")

    async def work() -> None:
        ann = Page(one.url, name, sit=0).start()
        await ann.until(lambda view: view["you"] == 0)
        for table in (name, asleep):
            nameless = Page(other.url, table)
            nameless.url = other.url.replace("http", "ws", 1) + "api/socket"
            for page in (Page(other.url, table), nameless):
                await hello(page)
            for path, body in (("code", {"code": "ABCD"}), ("programs/1", {}), ("open/1", None), ("record", None)):
                url = f"{other.url}api/tables/{table}/{path}"
                asked = await asyncio.to_thread(fetch, url, body, headers={"Cookie": ann.cookie})
                assert asked.json["code"] == "elsewhere", path
        cookie = {"Cookie": ann.cookie}
        found = await asyncio.to_thread(fetch, f"{other.url}api/unfinished?table={name}", headers=cookie)
        assert [line["table"] for line in found.json] == [name]
        assert asked_for(one.store, name) is None
        assert ann.connects == 1
        await ann.stop()

    asyncio.run(work())
    assert owners(one.store) == {name: "w0"}


def test_a_socket_whose_address_names_no_table_asks_no_other_worker_for_one(two: list[Served]) -> None:
    """A proxy leads it anywhere."""
    one, other = two
    name = one.table(game="snap", gather=True)

    async def work() -> None:
        page = Page(other.url, name)
        page.url = other.url.replace("http", "ws", 1) + "api/socket"
        await hello(page)

    asyncio.run(work())
    assert asked_for(one.store, name) is None


@pytest.mark.parametrize("path", ["tables/{}/record", "tables/{}/code", "reviews/{}", "reviews/{}/record"])
@pytest.mark.parametrize("name", ["%00", "ab%00cd", "%ED%A0%80", "ab%00cd-1"])
def test_a_name_that_no_database_can_hold_is_that_of_nothing(two: list[Served], path: str, name: str) -> None:
    assert fetch(f"{two[0].url}api/{path.format(name)}").status == 404


def test_long_logs_of_other_workers_cost_credit(two: list[Served], monkeypatch: pytest.MonkeyPatch) -> None:
    """They are read each time that somebody asks for them; our own tables are in memory."""
    monkeypatch.setattr("stich.server.pages.unfinished.COST", 100.0)
    one, other = two
    name = one.table(game="snap", gather=True)
    cookie = ""

    async def work() -> None:
        nonlocal cookie
        page = Page(one.url, name, sit=0).start()
        await page.until(lambda view: view["you"] == 0)
        cookie = page.cookie
        await page.stop()

    asyncio.run(work())

    def ask(server: Served) -> int:
        return fetch(f"{server.url}api/unfinished?table={name}&table={name}", headers={"Cookie": cookie}).status

    assert [ask(one) for _ in range(3)] == [200, 200, 200]
    assert [ask(other) for _ in range(2)] == [200, 429]


# -- what they tell each other -----------------------------------------------------------------------------------------


def test_the_lobby_shows_the_tables_of_all_and_sends_people_there(
    two: list[Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "NEXT_SEATS_AT_ONCE", 100)
    name = two[0].table(game="snap", gather=True, listed=True)

    async def work() -> None:
        page = Page(two[0].url, name, sit=0).start()
        await page.until(lambda view: view["you"] == 0)
        for server in two:
            await asyncio.to_thread(wait_for, partial(lambda server: known(server) == [name], server), "both know it")
        sent = await asyncio.to_thread(fetch, two[1].url + "api/lobby", {"game": "snap"})
        assert sent.json["table"] == name
        assert (await page.ask({"t": "list", "on": False}))["t"] == "ack"
        for server in two:
            await asyncio.to_thread(wait_for, partial(lambda server: known(server) == [], server), "it is closed")
        await page.stop()

    def known(server: Served) -> list[str]:
        return [one["table"] for one in fetch(server.url + "api/lobby").json["tables"]]

    asyncio.run(work())


def test_a_table_that_has_just_gone_stops_no_list(two: list[Served], monkeypatch: pytest.MonkeyPatch) -> None:
    """The list is used again for a moment; meanwhile another worker can have taken a table of it."""
    monkeypatch.setattr("stich.server.pages.lobby.FRESH", 3_600_000)
    names = [two[0].table(game="snap", gather=True, listed=True) for _ in range(2)]

    async def work() -> None:
        pages = [Page(two[0].url, name, sit=0).start() for name in names]
        for page in pages:
            await page.until(lambda view: view["you"] == 0)
        shown = LobbyEndpoints(two[0].registry, SignedCookie(b"0" * 32))
        assert {one.line.table for one in shown.listed()} == set(names)
        for page in pages:
            await page.stop()
        asyncio.run_coroutine_threadsafe(two[0].registry.give(names[0]), two[0].loop).result(10)
        assert {one.line.table for one in shown.listed()} == {names[1]}

    asyncio.run(work())


def test_only_one_worker_counts_ratings_at_a_time(two: list[Served]) -> None:
    async def work(server: Served, seen: list[str]) -> None:
        async with server.registry.tenure.alone("work"):
            seen.append("in")
            assert seen.count("in") - seen.count("out") == 1
            await asyncio.sleep(0.02)
            seen.append("out")

    seen: list[str] = []
    done = 0
    while done < 6:
        tasks = [asyncio.run_coroutine_threadsafe(work(server, seen), server.loop) for server in two]
        for task in tasks:
            with suppress(PublicRefused):  # the other one is at it
                task.result(10)
                done += 1
    assert seen == ["in", "out"] * done


# -- the command -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--workers", "0"], "1–64"),
        (["--workers", "65", "--database", "postgresql://x@127.0.0.1/x"], "1–64"),
        (["--workers", "2"], "PostgreSQL"),
        (["--workers", "2", "--database", "sqlite:///x.sqlite"], "PostgreSQL"),
        (["--workers", "2", "--database", "postgresql://x@127.0.0.1:1/x"], "127.0.0.1:1"),
    ],
)
def test_workers_that_there_cannot_be_are_refused(
    args: list[str], said: str, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STICH_LANG", "en")
    assert cli.main(["serve", "--port", "0", "--data", str(tmp_path), *args]) == 2
    assert said in capfd.readouterr().err


def test_several_workers_serve_one_port(tmp_path: Path, postgres: str) -> None:
    with database(postgres) as url:
        server = Process(tmp_path, "--workers", "2", "--database", url, "--log-level", "info")
        with (tmp_path / "errors").open("wb") as server.errors:
            server.start()

            async def work() -> None:
                names = [fetch(server.url + "api/tables", {"game": "durak"}).json["table"] for _ in range(4)]
                assert {home(name, 2) for name in names} == {0, 1}
                pages = [Page(server.url, name, sit=0).start() for name in names]
                for page in pages:
                    await page.until(lambda view: view["you"] == 0)
                before = server.worker_pids(2)
                assert server.process is not None
                server.process.send_signal(signal.SIGHUP)  # an upgrade: one after the other starts again
                await asyncio.to_thread(
                    wait_for, lambda: not set(before) & set(server.worker_pids(2)), "all are new", 60
                )
                for page in pages:
                    await page.until(lambda view, page=page: page.connects == 2, 60)  # type: ignore[misc]
                    assert (await page.ask({"t": "rename", "name": "Ann"}))["t"] == "ack"
                for page in pages:
                    await page.stop()

            asyncio.run(work())
            assert fetch(server.url).headers["connection"] == "close", "the next request can be about another table"
            assert server.interrupt() == 0
        store = Store(url)
        assert owners(store) == {}, "who ends in order gives everything up"
        store.close()


def test_workers_end_when_their_supervisor_is_killed(tmp_path: Path, postgres: str) -> None:
    with database(postgres) as url:
        server = Process(tmp_path, "--workers", "2", "--database", url, "--log-level", "info")
        with (tmp_path / "errors").open("wb") as server.errors:
            server.start()
            pids = server.worker_pids(2)
            server.kill()
            wait_for(lambda: not any(map(running, pids)), "they end by themselves")


def stand_still(number: int, end: socket.socket) -> None:
    """Be a worker that can answer once, and then no more."""
    end.send(READY)
    time.sleep(600)


def answer_on(number: int, end: socket.socket) -> None:
    """Be a worker that takes a while to end, and says meanwhile that it lives."""
    ending: list[int] = []
    signal.signal(signal.SIGTERM, lambda sig, frame: ending.append(sig))
    end.send(READY)
    for _ in range(20):
        while not ending:
            time.sleep(0.01)
        end.send(ALIVE)
        time.sleep(0.02)


def test_workers_are_renewed_one_after_the_other() -> None:
    """A sign of life of the one that ends is not taken for the one that follows."""

    async def work() -> None:
        listener = socket.create_server(("127.0.0.1", 0))
        announced = asyncio.Event()
        loop = asyncio.get_running_loop()
        tried = Supervisor(listener, 2, answer_on, partial(loop.call_soon_threadsafe, announced.set))
        running = asyncio.create_task(tried.run())
        await asyncio.wait_for(announced.wait(), 30)
        first, second = tried.workers
        old = first.process
        asked = asyncio.Event()
        seen: list[bool] = []

        def terminate() -> None:
            seen.extend((first.process is not old, first.ready.is_set()))
            asked.set()

        second.terminate = terminate  # type: ignore[method-assign]
        tried.renew()
        await asyncio.wait_for(asked.wait(), 60)
        assert seen == [True, True]
        del second.terminate
        tried.stop(signal.SIGTERM)
        assert await asyncio.wait_for(running, 30) == 0

    asyncio.run(work())


def test_a_worker_that_hangs_is_killed_and_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "HUNG", 0.2)
    monkeypatch.setattr(supervisor, "LOOK", 0.05)
    monkeypatch.setattr(supervisor, "PAUSE", 0.0)

    async def work() -> None:
        listener = socket.create_server(("127.0.0.1", 0))
        announced = asyncio.Event()
        loop = asyncio.get_running_loop()
        tried = Supervisor(listener, 1, stand_still, partial(loop.call_soon_threadsafe, announced.set))
        running = asyncio.create_task(tried.run())
        await asyncio.wait_for(announced.wait(), 30)
        [worker] = tried.workers
        first = worker.process
        async with asyncio.timeout(30):
            while worker.process is first or not worker.ready.is_set():
                await asyncio.sleep(0.01)
        tried.stop(signal.SIGTERM)
        assert await asyncio.wait_for(running, 30) == 0

    asyncio.run(work())


def running(pid: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        return True
    return False

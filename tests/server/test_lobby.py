"""The list of open tables, and the next free seat: empty, full, a thousand tables, two people at the same instant."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from server.page import Page
from server.running import Answer, Served, fetch, served
from server.snap import GAME as SNAP
from stich.games import find
from stich.kernel.cards import SPECTATOR
from stich.server.connections import limits

pytestmark = pytest.mark.once


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.setattr("stich.server.pages.lobby.FRESH", 0)
    for name in ("LOBBY_AT_ONCE", "NEXT_SEATS_AT_ONCE", "TABLES_AT_ONCE"):
        monkeypatch.setattr(limits, name, 5000)
    with served(tmp_path, {"snap": SNAP, "durak": find("durak")}) as running:
        yield running


def lobby(server: Served, query: str = "") -> Any:
    answer = fetch(f"{server.url}api/lobby{query}")
    assert answer.status == 200
    return answer.json


def next_seat(server: Served, game: str = "snap", cookie: str = "") -> Answer:
    return fetch(server.url + "api/lobby", {"game": game}, headers={"Cookie": cookie} if cookie else {})


async def seated(server: Served, table: str, seat: int = 0, cookie: str = "") -> Page:
    page = Page(server.url, table, sit=seat)
    page.cookie = cookie
    page.start()
    await page.until(lambda view: view["you"] == seat)
    return page


async def open_table(server: Served, **wishes: Any) -> tuple[str, Page]:
    table = await asyncio.to_thread(server.table, **{"game": "snap", "gather": True, "listed": True} | wishes)
    return table, await seated(server, table)


def test_an_empty_lobby_is_empty_and_a_table_is_open_only_if_its_owner_wants_it(server: Served) -> None:
    async def work() -> None:
        assert lobby(server) == {"tables": [], "all": 0, "games": {}}
        quiet = await asyncio.to_thread(server.table, game="snap", gather=True)
        ann = await seated(server, quiet)
        server.table(game="snap", gather=True, listed=True)  # where nobody sits
        assert lobby(server)["all"] == 0
        assert (await ann.ask({"t": "list", "on": True}))["t"] == "ack"
        (line,) = lobby(server)["tables"]
        assert (line["table"], line["game"], line["names"]) == (quiet, "snap", ["Page 0"])
        assert (line["free"], line["seats"]) == (2, 3)
        assert (await ann.ask({"t": "lock", "seats": [1, 2]}))["t"] == "ack"
        assert lobby(server)["all"] == 0
        assert (await ann.ask({"t": "lock", "seats": [2]}))["t"] == "ack"
        assert lobby(server)["tables"][0]["free"] == 1
        ben = await seated(server, quiet, 1)
        assert lobby(server)["all"] == 0, "it is full"
        await ben.stop()
        await ann.stop()

    asyncio.run(work())


def test_the_list_is_filtered_by_game_and_comes_in_pages(server: Served) -> None:
    async def work() -> None:
        pages = [(await open_table(server))[1] for _ in range(32)]
        durak, page = await open_table(server, game="durak")
        assert [one["table"] for one in lobby(server, "?game=durak")["tables"]] == [durak]
        whole = lobby(server)
        assert (len(whole["tables"]), whole["all"], whole["games"]) == (30, 33, {"snap": 32, "durak": 1})
        rest = lobby(server, "?page=1")["tables"]
        assert len(rest) == 3
        assert not {one["table"] for one in rest} & {one["table"] for one in whole["tables"]}
        for odd in ("?page=-1", "?page=x", "?page=99999999", "?game=nosuch"):
            assert lobby(server, odd)["all"] in (33, 0)
        for one in (*pages, page):
            await one.stop()

    asyncio.run(work())


def test_the_next_free_seat_is_at_the_table_that_has_waited_longest_or_at_a_new_one(server: Served) -> None:
    async def work() -> None:
        made = await asyncio.to_thread(next_seat, server, "durak")
        assert (made.status, lobby(server)["all"]) == (201, 1)
        cookie = made.headers["set-cookie"].partition(";")[0]
        ann = await seated(server, made.json["table"], 0, cookie)
        assert ann.view["owner"] == 0
        first, ben = await open_table(server)
        _, cid = await open_table(server)
        assert (await asyncio.to_thread(next_seat, server)).json["table"] == first
        assert (await asyncio.to_thread(next_seat, server)).json["table"] == first, "it has two"
        assert (await asyncio.to_thread(next_seat, server)).json["table"] != first, "both are kept for others"
        again = await asyncio.to_thread(next_seat, server, "durak", cookie)
        assert again.json["table"] == made.json["table"], "who sits there already comes back to it"
        for one in (ann, ben, cid):
            await one.stop()

    asyncio.run(work())


def test_who_was_removed_is_not_sent_there_again(server: Served) -> None:
    async def work() -> None:
        table, ann = await open_table(server)
        ben = await seated(server, table, 1)
        assert (await ann.ask({"t": "remove", "seat": 1}))["t"] == "ack"
        await ben.until(lambda view: view["you"] == SPECTATOR)
        assert (await asyncio.to_thread(next_seat, server, "snap", ben.cookie)).json["table"] != table
        await ann.stop()
        await ben.stop()

    asyncio.run(work())


def test_two_people_at_the_same_instant_come_to_one_table(server: Served) -> None:
    with ThreadPoolExecutor(6) as many:
        answers = list(many.map(lambda _: next_seat(server), range(6)))
    tables = [answer.json["table"] for answer in answers]
    assert sorted(tables.count(table) for table in set(tables)) == [3, 3], "three sit at each"


@pytest.mark.parametrize("body", [b"", b"{}", b'{"game": "nosuch"}', b'{"game": "snap", "seats": 99}', b"x" * 20_000])
def test_a_wish_that_cannot_be_met_is_refused(server: Served, body: bytes) -> None:
    answer = fetch(server.url + "api/lobby", body)
    assert answer.status in (400, 413)
    assert answer.json["code"] in ("malformed", "game", "seats", "too_large")


def test_a_thousand_open_tables_are_listed_at_once(server: Served) -> None:
    async def make() -> None:
        from stich.server.messages.over_http import NewTable

        wishes = NewTable("snap", gather=True, listed=True)
        await asyncio.gather(*(server.registry.create(wishes, f"person{n}") for n in range(1000)))
        for runner in server.registry.runners.values():  # as if their makers were there
            owner = runner.table.state.ownership.owner
            runner.table.subscribers.enter(0, owner, -1, "", 0)
            runner.table.state.seats[0].holder = owner

    asyncio.run_coroutine_threadsafe(make(), server.loop).result(60)
    began = time.monotonic()
    found = lobby(server)
    assert (found["all"], len(found["tables"])) == (1000, 30)
    assert len(json.dumps(found)) < 10_000
    assert time.monotonic() - began < 1

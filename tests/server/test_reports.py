"""A report keeps the last lines of one person, for the person who runs the server, and of others nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from server.running import Served, fetch, served
from stich.client import Overheard
from stich.client.address import TableAddress
from stich.client.connection import Connection
from stich.games import find
from stich.server.messages.from_client import Say, Sit
from stich.server.storage import reports
from stich.server.storage.reports import Report, latest

pytestmark = pytest.mark.once


async def talked(server: Served, table: str) -> tuple[str, str]:
    """Let Ann and Ben sit and talk; return Ann's cookie, and how Ben is called for her."""
    address = TableAddress(server.url.rstrip("/"), table)
    heard: list[Overheard] = []
    ann = Connection(address, lambda news: heard.extend(one for one in news if isinstance(one, Overheard)), "")
    ben = Connection(address, lambda news: None, "")
    tasks = [asyncio.create_task(one.run()) for one in (ann, ben)]
    try:
        async with asyncio.timeout(10):
            while not (ann.session.shown and ben.session.shown):
                await asyncio.sleep(0.01)
            ann.request(Sit(0, 0, "Ann"))
            ben.request(Sit(0, 1, "Ben"))
            ben.request(Say(0, text="what is kept"))
            ben.request(Say(0, "hello"))
            ann.request(Say(0, text="not this"))
            while sum(len(one.lines) for one in heard) < 3:
                await asyncio.sleep(0.01)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    by = {line.by for one in heard for line in one.lines if line.by}
    return ann.cookie, by.pop()


def kept(server: Served) -> list[Report]:
    with server.store.reading() as db:
        return latest(db)


def test_the_lines_of_the_person_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reports, "KEPT", 2)
    with served(tmp_path, {"durak": find("durak")}) as server:
        table = server.table(game="durak", seats=2, gather=True, talk="text")
        cookie, by = asyncio.run(talked(server, table))
        url = f"{server.url}api/tables/{table}/reports"
        headers = {"Cookie": cookie}
        assert fetch(url, {"by": by}).json["code"] == "nothing_said", "a stranger has heard nothing"
        assert fetch(url, {"by": "x"}, headers=headers).json["code"] == "nothing_said"
        assert fetch(url, {"by": 1}, headers=headers).json["code"] == "malformed"
        assert not kept(server)
        for _ in range(3):
            assert fetch(url, {"by": by}, headers=headers).status == 201
        found = kept(server)
        assert len(found) == 2, "the oldest goes"
        assert (found[0].table, found[0].name) == (table, "Ben")
        assert [(line.text, line.phrase) for line in found[0].lines] == [("what is kept", ""), ("", "hello")]
        assert found[0].at >= found[0].lines[0].at > 0
        assert found[0].by != found[0].about

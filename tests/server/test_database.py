"""Databases that cannot be used, and one that goes away while people play."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import create_engine, make_url, text

from postgres import MISSING, Server, binaries, database, server
from server.page import Page
from server.running import fetch, served
from server.snap import GAME as SNAP
from stich.games import find
from stich.kernel.action import Refused
from stich.server.pages import health
from stich.server.state.entries import Named
from stich.server.storage.database import address, open_database
from stich.server.storage.store import Store

pytestmark = pytest.mark.once


def refused(where: str) -> Refused:
    with pytest.raises(Refused) as caught:
        open_database(address(where))
    return caught.value


@pytest.mark.parametrize(
    "url",
    [
        "nonsense",
        "mysql://u:secret@host/x",
        "sqlite://",
        "sqlite:///:memory:",
        "http://secret",
        "postgresql://a@b:secret",
    ],
)
def test_what_is_no_address_of_a_database_is_refused_and_not_repeated(url: str) -> None:
    phrase = refused(url).phrase
    assert phrase.key == "error.database_url"
    assert "secret" not in str(phrase.args)
    assert "postgresql://" in str(phrase.args["allowed"])


def test_a_server_that_cannot_be_reached_is_named_without_its_password() -> None:
    phrase = refused("postgresql://ann:secret@127.0.0.1:9/cards").phrase
    assert phrase.key == "error.database"
    assert phrase.args["url"] == "postgresql://ann:***@127.0.0.1:9/cards"
    assert "127.0.0.1" in str(phrase.args["reason"])
    assert "secret" not in str(phrase.args)


def test_a_driver_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "psycopg"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    phrase = refused("postgresql://ann:secret@127.0.0.1:9/cards").phrase
    assert (phrase.key, phrase.args) == ("error.database_driver", {"package": "stich[postgresql]"})


def test_the_command_says_so_in_one_line(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "stich", "serve", "--data", str(tmp_path), "--port", "0"]
    environment = {
        **os.environ,
        "STICH_LANG": "en",
        "PYTHONPATH": os.pathsep.join(sys.path),
        "STICH_DATABASE": "postgresql://ann:secret@127.0.0.1:9/cards",
    }
    ended = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60, check=False)
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert ended.stderr.startswith("stich: The database postgresql://ann:***@127.0.0.1:9/cards cannot be used: ")
    assert len(ended.stderr.splitlines()) == 1


@pytest.fixture(scope="module")
def own_server() -> Iterator[Server]:
    """A server that these tests can stop."""
    if binaries() is None:
        assert not os.environ.get("CI"), MISSING
        pytest.skip(MISSING)
    with server() as running:
        yield running


def test_a_wrong_password_is_said_and_not_repeated(own_server: Server) -> None:
    with database(own_server.url) as url:
        at = make_url(own_server.url).set(drivername="postgresql+psycopg")
        admin = create_engine(at, isolation_level="AUTOCOMMIT")
        with admin.connect() as db:
            db.execute(text("CREATE ROLE locked LOGIN PASSWORD 'right'"))
            db.execute(text(f"ALTER DATABASE {make_url(url).database} OWNER TO locked"))
        rules = own_server.data / "pg_hba.conf"
        rules.write_text("local all locked scram-sha-256\n" + rules.read_text())
        own_server.run("pg_ctl", "-D", str(own_server.data), "reload")
        admin.dispose()

        def locked(password: str) -> str:
            return make_url(url).set(username="locked", password=password).render_as_string(hide_password=False)

        phrase = refused(locked("wr0ng")).phrase
        assert phrase.key == "error.database"
        assert "password" in str(phrase.args["reason"])
        assert "wr0ng" not in str(phrase.args)
        store = Store(locked("right"))
        assert "right" not in repr(store.engine) + repr(store.url)
        store.close()


def test_a_database_that_goes_away_loses_nothing_and_comes_back_by_itself(
    own_server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As on a full disk: people read that nothing was stored, and go on when it is back."""
    monkeypatch.setattr(health, "REUSED", 0.0)
    with database(own_server.url) as url, served(url, {"chimera": find("chimera"), "snap": SNAP}) as running:
        name = running.table(gather=True)

        async def work() -> None:
            ann, ben = (Page(running.url, name, sit=seat).start() for seat in (0, 1))
            for page in (ann, ben):
                await page.until(lambda view: view["you"] != 15)
            assert (await ann.ask({"t": "rename", "name": "Before"}))["t"] == "ack"
            await asyncio.to_thread(own_server.stop)
            assert (await ann.ask({"t": "rename", "name": "Lost"}))["code"] == "storage"
            assert (await asyncio.to_thread(fetch, running.url + "healthz")).status == 503
            wish = {"game": "chimera"}
            assert (await asyncio.to_thread(fetch, running.url + "api/tables", wish)).json["code"] == "storage"
            while ann.live.is_set() or ben.live.is_set():  # they connect again and again, and find no table
                await asyncio.sleep(0.05)
            await asyncio.to_thread(own_server.start)
            await ann.until(lambda view: view["occupants"][0]["name"] == "Before")  # as the log has it
            while (await ann.ask({"t": "rename", "name": "After"}))["t"] != "ack":
                await asyncio.sleep(0.1)
            await ben.until(lambda view: view["occupants"][0]["name"] == "After")
            log = running.store.read(name)
            assert [entry.seq for entry in log] == list(range(len(log)))
            renamed = [entry.body.name for entry in log if isinstance(entry.body, Named)]
            assert renamed == ["Before", "After"]
            assert (await asyncio.to_thread(fetch, running.url + "healthz")).status == 200
            for page in (ann, ben):
                await page.stop()

        asyncio.run(asyncio.wait_for(work(), 40))
    faults = [record.exc_info[1] for record in caplog.records if record.exc_info]
    assert all(isinstance(fault, psycopg.OperationalError) for fault in faults), "none is a fault of ours"

"""The dump of public matches: who is in it under which name, and that it can be continued after a crash."""

from __future__ import annotations

import gzip
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.desk import Desk
from stich import cli
from stich.games import find
from stich.kernel.action import Refused
from stich.kernel.record import replay
from stich.kernel.record_reader import load
from stich.server.state.table_state import TableState
from stich.server.storage import dump
from stich.server.storage.archive import rows
from stich.server.storage.dump import Dumped, export
from stich.server.storage.store import Store

pytestmark = pytest.mark.once

KEY = b"k" * 32


def played(store: Store, table: str, *, listed: bool, at: int = 0) -> None:
    """Store a match of Ann against a bot, as a server does."""
    game = find("ecarte")
    desk = Desk(game, seed=len(table) + at, pace="instant", owner="ann", name=table)
    desk.now += at * 10**8
    ann = desk.window("ann", sit=0)
    if listed:
        assert ann.send("list", on=True)["t"] == "ack"
    for _ in range(3000):
        ann.read()
        if ann.view["status"] == "match_over":
            break
        if ann.view["legal"] and ann.view["must"] & 1:
            ann.act()
        elif ann.view["status"] == "deal_over":
            ann.send("ready", deal=ann.view["deal"])
        desk.wait(200)
    opened: Any = desk.log[0].body
    state = TableState(table, game, opened)
    state.replay(desk.log)
    assert state.finished is not None
    done: list[Exception | None] = []
    store.submit(table, desk.log, done.append, rows(state, [entry.at for entry in desk.log if entry.kind == "act"][-1]))
    for _ in range(200):
        if done:
            break
        time.sleep(0.01)
    assert done == [None]


def lines(file: Path) -> list[Dumped]:
    with gzip.open(file) as text:
        return [msgspec.json.decode(line, type=Dumped) for line in text]


@pytest.fixture
def store(tmp_path: Path) -> Any:
    made = Store(tmp_path / "tables.sqlite")
    yield made
    made.close()


def test_public_matches_are_written_once_without_names_and_can_be_replayed(store: Store, tmp_path: Path) -> None:
    played(store, "public", listed=True)
    played(store, "private", listed=False, at=1)
    file = tmp_path / "m.jsonl.gz"
    assert export(store, find, KEY, file) == (0, 1, 0)
    assert export(store, find, KEY, file) == (1, 0, 0)
    (line,) = lines(file)
    text = gzip.decompress(file.read_bytes()).decode()
    for secret in ("public-1", '"ann"', "Ann"):
        assert secret not in text
    assert [player.who for player in line.players] == ["person", "bot"]
    again = replay(load(line.record, find))
    assert list(again.scores) == line.scores
    played(store, "later", listed=True, at=2)
    assert export(store, find, KEY, file) == (1, 1, 0)
    first, second = lines(file)
    assert first.players[0].name == second.players[0].name, "the same person in every match"
    assert first.id != second.id


def test_a_dump_that_was_cut_off_goes_on(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dump, "MEMBER", 1)
    for at in range(3):
        played(store, f"table {at}", listed=True, at=at)
    file = tmp_path / "m.jsonl.gz"
    export(store, find, KEY, file)
    whole = file.read_bytes()
    for size in (len(whole) - 1, len(whole) // 2, 3 * len(whole) // 4):
        file.write_bytes(whole[:size])
        done = export(store, find, KEY, file)
        assert done.before + done.written == 3
        assert file.read_bytes() == whole


def test_another_file_is_left_as_it_is(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("not a dump")
    with pytest.raises(Refused, match="export_file"):
        export(store, find, KEY, file)
    assert file.read_text() == "not a dump"
    with pytest.raises(Refused, match="export"):
        export(store, find, KEY, tmp_path / "nowhere/m.gz")


def test_the_command_says_what_it_did(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = Store(tmp_path / "tables.sqlite")
    played(made, "public", listed=True)
    made.close()
    assert cli.main(["export-matches", str(tmp_path / "m.gz"), "--data", str(tmp_path)]) == 0
    assert "1" in capsys.readouterr().out
    assert len(lines(tmp_path / "m.gz")) == 1

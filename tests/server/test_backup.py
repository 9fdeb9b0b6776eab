"""Backups, the way back, and data that are damaged."""

from __future__ import annotations

import gzip
import os
import random
import shutil
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select, text

from postgres import database
from stich import cli
from stich.kernel.action import Refused
from stich.server.state.entries import Acted, Entry, Named, Opened
from stich.server.storage.backup import dump, load
from stich.server.storage.database import snapshot
from stich.server.storage.integrity import damage, faults
from stich.server.storage.schema import HEAD, finished, lease, metadata, played, record, upsert
from stich.server.storage.store import Store, sound_store

pytestmark = pytest.mark.once

OPENED = Opened("chimera", 1, 3, {"limit": "400"}, ["club"] * 3, "normal", False, None)
BYTES = bytes(range(256))


def entries(n: int) -> list[Entry]:
    return [Entry(0, 5, "host", OPENED), *(Entry(seq, seq, "ann ő", Named(0, "🂡", seq)) for seq in range(1, n))]


def filled(where: Path | str, names: str = "abc", size: int = 40) -> Store:
    """Return a store with some tables, a finished match and a loaded record."""
    store = Store(where)
    errors: list[Exception | None] = []
    for name in names:
        store.submit(name, entries(size), errors.append)
    also = [
        upsert(finished, table_id="a", n=1, at_ms=7, told="{}"),
        upsert(played, identity="ann", table_id="a", n=1, at_ms=7, seat=2),
        upsert(record, id="r", at_ms=8, text=BYTES),
        upsert(lease, table_id="a", worker="w", fence=3, until=9),
    ]
    store.submit("", [], errors.append, also)
    while len(errors) < len(names) + 1:
        time.sleep(0.005)
    assert errors == [None] * len(errors)
    return store


def contents(store: Store) -> dict[str, list[Any]]:
    with store.reading() as db:
        return {
            table.name: [tuple(row) for row in db.execute(select(table).order_by(*table.primary_key))]
            for table in metadata.sorted_tables
            if table.name not in ("lease", "checkup")
        }


def silent(done: int, whole: int) -> None:
    assert done <= whole


@pytest.fixture(params=["sqlite", "postgresql"])
def other(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """Another new database."""
    if request.param == "sqlite":
        yield tmp_path / "other.sqlite"
        return
    with database(request.getfixturevalue("postgres")) as url:
        yield url


def test_a_site_moves_from_each_database_to_each(where: Path | str, other: Path | str, tmp_path: Path) -> None:
    source, target = filled(where), Store(other)
    file = tmp_path / "backup"
    shown: list[tuple[int, int]] = []
    rows = dump(source.engine, file, 1, lambda *of: shown.append(of))
    assert shown[-1] == (rows, rows)
    assert load(target.engine, file, silent) == rows
    assert contents(target) == contents(source)
    assert contents(target)["record"] == [("r", 8, BYTES)]
    with target.reading() as db:
        assert db.execute(select(lease)).all() == [], "no worker owns anything there"
    done: list[Exception | None] = []
    target.submit("new", entries(2), done.append)  # its number is free
    target.submit("c", [Entry(40, 1, "ann", Named(0, "", 1))], done.append)
    target.close()
    source.close()
    assert done == [None, None]


def test_a_backup_shows_one_moment_while_the_server_writes(where: Path | str, tmp_path: Path) -> None:
    store = filled(where, names="abcdefgh", size=400)
    file = tmp_path / "backup"

    def write_on(done: int, whole: int) -> None:
        store.submit("a", [Entry(400 + len(written), 1, "ann", Named(0, "", 1))], written.append)
        if written:
            store.submit(f"n{done}", entries(3), lambda error: None)

    written: list[Exception | None] = []
    before = contents(store)
    dump(store.engine, file, 1, write_on)
    target = Store(tmp_path / "other.sqlite")
    load(target.engine, file, silent)
    assert contents(target) == before
    target.close()
    store.close()
    assert None in written, "it was written meanwhile"


def test_a_file_that_is_no_whole_backup_changes_nothing(where: Path | str, tmp_path: Path) -> None:
    source = filled(tmp_path / "source.sqlite")
    file = tmp_path / "backup"
    dump(source.engine, file, 1, silent)
    source.close()
    whole = file.read_bytes()
    lines = gzip.decompress(whole).splitlines(keepends=True)
    chance = random.Random(1)
    bad = [
        b"", b"Dear diary", whole[: len(whole) // 2], whole[:-4],
        gzip.compress(b"".join(lines[:-1])), gzip.compress(b"".join(lines[:9] + lines[10:])),
        gzip.compress(b"".join(lines[1:])),
        gzip.compress(lines[0].replace(HEAD.encode(), b"9999") + b"".join(lines[1:])),
        gzip.compress(b"".join(lines[:5]) + b"[1]\n" + b"".join(lines[6:])),
        gzip.compress(b"".join(lines).replace(b'"table":"log"', b'"table":"gone"')),
        gzip.compress(b"".join(line * (2 if line.startswith(b'[1,1,') else 1) for line in lines)),
    ]  # fmt: skip
    for _ in range(20):
        at = chance.randrange(20, len(whole) - 8)
        bad.append(whole[:at] + bytes([whole[at] ^ 1 << chance.randrange(8)]) + whole[at + 1 :])
    store = Store(where)
    empty = contents(store)
    for data in bad:
        file.write_bytes(data)
        with pytest.raises(Refused) as refused:
            load(store.engine, file, silent)
        assert refused.value.phrase.key in ("error.backup", "error.database_newer"), refused.value
        assert contents(store) == empty
    store.close()


def test_a_database_that_has_tables_is_not_mixed_with_a_backup(where: Path | str, tmp_path: Path) -> None:
    store = filled(where)
    dump(store.engine, tmp_path / "backup", 1, silent)
    before = contents(store)
    with pytest.raises(Refused) as refused:
        load(store.engine, tmp_path / "backup", silent)
    assert refused.value.phrase.key == "error.not_empty"
    assert contents(store) == before
    store.close()


def test_an_interrupt_leaves_no_half_file(tmp_path: Path) -> None:
    store = filled(tmp_path / "tables.sqlite", size=2000)
    file = tmp_path / "backup"
    file.write_bytes(b"the one of yesterday")

    def interrupt(done: int, whole: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        dump(store.engine, file, 1, interrupt)
    assert file.read_bytes() == b"the one of yesterday"
    assert sorted(path.name for path in tmp_path.iterdir() if "tables" not in path.name) == ["backup"]
    dump(store.engine, file, 1, silent)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600 or os.name == "nt"
    with pytest.raises(Refused) as refused:
        dump(store.engine, tmp_path / "nowhere" / "backup", 1, silent)
    assert refused.value.phrase.key == "error.data"
    store.close()


def test_the_commands_save_restore_and_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    filled(tmp_path / "data" / "tables.sqlite").close()
    data, there, file = str(tmp_path / "data"), str(tmp_path / "there"), str(tmp_path / "backup")
    assert cli.main(["backup", "--data", data, file]) == 0
    assert cli.main(["restore", "--data", there, file]) == 0
    assert cli.main(["check-data", "--data", there]) == 0
    assert "120" in capsys.readouterr().out.splitlines()[-1]
    assert cli.main(["restore", "--data", there, file]) == 2
    assert cli.main(["restore", "--data", there, file + "x"]) == 2
    assert cli.main(["backup", "--data", str(tmp_path / "nowhere"), file]) == 2
    assert not (tmp_path / "nowhere").exists()
    assert "Traceback" not in capsys.readouterr().err


# -- damage ------------------------------------------------------------------------------------------------------------


def crashed(tmp_path: Path) -> Path:
    """Return the file of a server that was killed: some of its commits are only in the write-ahead log."""
    store = filled(tmp_path / "live.sqlite", size=300)
    with store.reading() as db:
        db.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))
    done: list[Exception | None] = []
    for seq in range(300, 340):
        store.submit("a", [Entry(seq, 1, "ann", Acted(0, "play", [1], -1, seq))], done.append)
        while len(done) < seq - 299:
            time.sleep(0.001)
    path = tmp_path / "tables.sqlite"
    for end in ("", "-wal"):
        shutil.copy(f"{store.path}{end}", f"{path}{end}")
    store.close()
    return path


def test_a_write_ahead_log_that_a_crash_cut_off_is_in_order(tmp_path: Path) -> None:
    data = crashed(tmp_path).with_name("tables.sqlite-wal").read_bytes()
    cuts = [data[: len(data) - cut] for cut in (0, 10, 40, 4000)]
    for n, cut in enumerate([*cuts, data[:-4000] + bytes(3000) + data[-1000:]]):
        path = tmp_path / str(n) / "tables.sqlite"
        path.parent.mkdir()
        shutil.copy(tmp_path / "tables.sqlite", path)
        path.with_name("tables.sqlite-wal").write_bytes(cut)
        store = sound_store(path)
        assert len(store.read("a")) >= 339, "only the commit that was being written is gone"
        store.close()


@pytest.mark.parametrize("at", [3, 30, 50, 5000, 20_000])
def test_a_damaged_write_ahead_log_is_noticed(tmp_path: Path, at: int) -> None:
    path = crashed(tmp_path)
    wal = path.with_name("tables.sqlite-wal")
    data = bytearray(wal.read_bytes())
    assert len(data) > 30_000
    data[at] ^= 0x10
    wal.write_bytes(data)
    with pytest.raises(Refused) as refused:
        sound_store(path)
    assert refused.value.phrase.key == "error.damaged"
    assert "tables.sqlite-wal" in str(refused.value.phrase.args["reason"])
    assert wal.read_bytes() == data, "nothing is touched"


def opened(path: Path) -> tuple[str, Store | None]:
    """Open a file, or say why not."""
    try:
        return "", sound_store(path)
    except Refused as refused:
        return str(refused), None


def test_flipped_bytes_end_the_start_with_a_sentence(tmp_path: Path) -> None:
    filled(tmp_path / "good.sqlite", size=300).close()
    good = (tmp_path / "good.sqlite").read_bytes()
    chance = random.Random(2)
    noticed = left = 0
    for n in range(20):
        data = bytearray(good)
        for _ in range(30):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        path = tmp_path / f"{n}.sqlite"
        path.write_bytes(data)
        said, store = opened(path)
        if store is None:
            assert said.startswith(("error.damaged", "error.data"))
            assert str(path) in said
            noticed += 1
            continue
        if damage(path, whole=True):  # an index: a start does not read them
            left += 1
        else:
            with snapshot(store.engine) as db:
                left += len(list(faults(db)))  # what is left is in the texts of entries, found there or not at all
        store.close()
    assert noticed + left >= 15


def test_what_is_missing_in_a_log_is_named(where: Path | str) -> None:
    store = filled(where)
    with snapshot(store.engine) as db:
        assert list(faults(db)) == []
    with store.reading() as db:
        of = "table_no = (SELECT no FROM tables WHERE name = '{}')".format
        db.execute(text(f"DELETE FROM log WHERE seq = 7 AND {of('a')}"))
        db.execute(text(f"UPDATE log SET body = '{{' WHERE seq = 3 AND {of('b')}"))
        nobody = {"table_no": 99, "seq": 0, "at_ms": 1, "actor": "", "kind": "", "body": '{"kind":"deal","n":1}'}
        db.execute(insert(metadata.tables["log"]).values(nobody))
        db.execute(upsert(finished, table_id="zz", n=4, at_ms=7, told="{}"))
    with snapshot(store.engine) as db:
        found = {(fault.table, fault.what.removeprefix("cli.check_"), fault.n) for fault in faults(db)}
    assert found == {("a", "gap", 39), ("b", "entry", 3), ("#99", "nameless", 0), ("zz", "match", 4)}
    store.close()


def test_the_server_says_what_is_damaged_and_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").write_bytes(b"SQLite format 3\0" + bytes(range(256)) * 40)
    environment = {**os.environ, "STICH_LANG": "en", "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "stich", "serve", "--data", str(tmp_path), "--port", "0"]
    ended = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60, check=False)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert len(ended.stderr.splitlines()) == 1
    assert "tables.sqlite" in ended.stderr
    assert "stich restore" in ended.stderr

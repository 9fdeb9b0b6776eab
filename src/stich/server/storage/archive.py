"""The archive of finished matches: who played which, and uploaded records.

The list of finished matches is a read table beside the log. Its rows are committed together with the entry that ended
the match, so the two cannot disagree; if the list is missing it is rebuilt from the logs. Everything else about a
finished match is replayed from its table's log.
"""

from __future__ import annotations

import hashlib
import logging
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from stich.kernel.action import Refused
from stich.kernel.cards import seats_of
from stich.kernel.game import Game
from stich.kernel.match import Match
from stich.server.messages.over_http import Finished, Player
from stich.server.state.entries import Began, Entry, Opened
from stich.server.state.names import bot_name
from stich.server.state.refusals import refusal_of
from stich.server.state.seats import Sitting
from stich.server.state.table_state import TableState
from stich.server.storage.store import BUSY, Statement, Store

log = logging.getLogger("stich")

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS finished (
    table_id TEXT NOT NULL,
    n INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    told TEXT NOT NULL,
    PRIMARY KEY (table_id, n)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS played (
    identity TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    table_id TEXT NOT NULL,
    n INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    PRIMARY KEY (identity, table_id, n)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS played_last ON played (identity, at_ms);
CREATE TABLE IF NOT EXISTS record (id TEXT PRIMARY KEY, at_ms INTEGER NOT NULL, text BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS listed (whole INTEGER PRIMARY KEY);
"""
"""`told`: a Finished as JSON, without the part that depends on the reader. `listed` has a row once the list is known to
hold every match that ended before there was a list."""

LAST: Final = -1  # in place of a match's number: the last finished one
PAGE: Final = 50  # matches in one answer
RECORDS_MOST: Final = 10_000  # uploaded records that are kept; of more, the oldest are deleted
ID_LENGTH: Final = 24  # hexadecimal digits of an uploaded record's id: 96 bits of SHA-256

Find = Callable[[str], Game]


class Ended(NamedTuple):
    """A finished match of a table: its number there, when it ended (server time, ms), its result, and who sat there
    when.
    """

    n: int
    at: int
    finished: Finished
    match: Match
    sittings: list[Sitting]


def review_id(table: str, n: int) -> str:
    """Return the name of a finished match: its table's, which cannot be guessed, and its number there."""
    return f"{table}-{n}"


def of_table(id: str) -> tuple[str, int] | None:
    """Return table and number from a finished match's name, LAST for "last"; None: it names an uploaded record."""
    table, dash, n = id.rpartition("-")
    if dash and n == "last":
        return table, LAST
    return (table, int(n)) if dash and n.isascii() and n.isdigit() and len(n) < 9 else None


def players(state: TableState) -> list[Player]:
    """Return the present occupants of a table."""
    return [
        Player(bot_name(seat), "bot", p.level) if p.holder is None else Player(p.name, "person", p.level)
        for seat, p in enumerate(state.seats)
    ]


def ended_match(state: TableState, at: int) -> Ended | None:
    """Return the table's last finished match, as shown to a reader without a seat."""
    match = state.finished
    if match is None:
        return None
    n = state.matches if match is state.match else state.matches - 1  # the next one can have begun
    finished = Finished(
        id=review_id(state.table, n),
        table=state.table,
        game=state.game.name,
        at=at,
        seat=-1,
        players=players(state),
        scores=list(match.scores),
        winners=seats_of(match.winners),
        deals=match.setup.number,
        fewest=match.rules.layout.fewest,
        places=list(match.standings),
        preset=state.game.preset_of(match.rules),
        lesson=bool(state.opened.lesson),
        daily=state.opened.daily,
    )
    return Ended(n, at, finished, match, list(state.people.sittings))


def rows(state: TableState, at: int) -> list[Statement]:
    """Return the SQL that writes the table's last finished match into the list. Writing it twice changes nothing."""
    ended = ended_match(state, at)
    if ended is None:
        return []
    text = msgspec.json.encode(ended.finished).decode()
    out: list[Statement] = [("INSERT OR REPLACE INTO finished VALUES (?, ?, ?, ?)", (state.table, ended.n, at, text))]
    for seat, seat_state in enumerate(state.seats):
        if seat_state.holder is not None:
            values = (seat_state.holder, at, state.table, ended.n, seat)
            out.append(("INSERT OR REPLACE INTO played VALUES (?, ?, ?, ?, ?)", values))
    return out


def ended_matches(table: str, entries: list[Entry], find: Find) -> Iterator[tuple[TableState, int]]:
    """Yield the table as it was when each of its matches ended, and the time. Raises Refused if its log and today's
    rules do not agree."""
    opened = entries[0].body if entries else None
    if not isinstance(opened, Opened):
        return
    state = TableState(table, find(opened.game), opened)
    for entry in entries:
        before = state.finished
        state.apply(entry)
        if state.finished is not before:
            yield state, entry.at


def match_of(table: str, n: int, entries: list[Entry], find: Find) -> Ended:
    """Return match n of a table from its log; LAST: the last finished one.

    Raises Refused: `error.unknown_review` (id), `error.match_runs`, `error.closed`: the log is faulty.
    """
    begins = {entry.body.n: entry.seq for entry in entries if isinstance(entry.body, Began)}
    if n == LAST and begins:
        running = max(begins)
        try:
            return match_of(table, running, entries, find)
        except Refused:
            return match_of(table, max(running - 1, 1), entries, find)
    opened = entries[0].body if entries else None
    if n not in begins or not isinstance(opened, Opened):
        raise Refused("error.unknown_review", {"id": review_id(table, n)[:40]})
    state = TableState(table, find(opened.game), opened)
    for entry in entries:
        try:
            state.apply(entry, past=entry.seq < begins[n])
        except Refused as refused:
            raise refusal_of(refused) from refused
        if state.finished is not None:
            ended = ended_match(state, entry.at)
            assert ended is not None
            return ended
    raise Refused("error.match_runs")


class Archive:
    """Reads the list and the uploaded records; writes through the store. Its methods block, but only briefly."""

    def __init__(self, store: Store) -> None:
        """Raises Refused `error.data` (path, reason) if the file cannot be written."""
        self.store = store
        try:
            store.db.executescript(SCHEMA)
        except sqlite3.Error as error:
            raise Refused("error.data", {"path": str(store.path), "reason": str(error)}) from error

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Open the database for reading. Raises Refused `error.archive` if that or the reading fails."""
        try:
            with opened(self.store.path) as db:
                yield db
        except (sqlite3.Error, msgspec.MsgspecError, zlib.error) as error:
            log.error("the archive could not be read: %s", error)
            raise Refused("error.archive") from error

    # -- the list -----------------------------------------------------------------------------------------------------

    def matches(self, identity: str, before: int) -> list[Finished]:
        """Return the matches that this person finished before a time (ms), at most PAGE, the last one first."""
        with self.reading() as db:
            found = db.execute(
                "SELECT seat, told FROM played JOIN finished USING (table_id, n) "
                "WHERE identity = ? AND played.at_ms < ? ORDER BY played.at_ms DESC LIMIT ?",
                (identity, before, PAGE),
            )
            out = []
            for seat, text in found:
                line = msgspec.json.decode(text, type=Finished)
                line.seat = seat
                out.append(line)
            return out

    def seat(self, identity: str, table: str, n: int) -> int:
        """Return this person's seat when that match ended; −1: none."""
        with self.reading() as db:
            found = db.execute(
                "SELECT seat FROM played WHERE identity = ? AND table_id = ? AND n = ?", (identity, table, n)
            ).fetchone()
        return int(found[0]) if found else -1

    def match(self, table: str, n: int, find: Find) -> Ended:
        """Return a finished match of a table. Raises Refused: as `match_of`, `error.archive`."""
        try:
            entries = self.store.read(table)
        except Refused as refused:
            log.error("table %s: the log could not be read: %s", table, refused)
            raise Refused("error.archive") from refused
        return match_of(table, n, entries, find)

    def complete(self, find: Find) -> None:
        """Rebuild the list from the logs if it has never been complete, because logs are older than the list."""
        with self.reading() as db:
            if db.execute("SELECT 1 FROM listed").fetchone():
                return
            tables = [name for (name,) in db.execute("SELECT DISTINCT table_id FROM log WHERE kind = 'match'")]
        todo: list[Statement] = []
        for table in tables:
            try:
                for state, at in ended_matches(table, self.store.read(table), find):
                    todo += rows(state, at)
            except Exception as error:  # one unreadable table must not prevent listing the others
                log.warning("table %s is left out of the list of finished matches: %s", table, error)
        self.store.submit("", [], ignore, [*todo, ("INSERT OR REPLACE INTO listed VALUES (1)", ())])

    # -- uploaded records ---------------------------------------------------------------------------------------------

    def statements(self, text: str, at: int) -> tuple[str, list[Statement]]:
        """Return the id of a record's text, and the SQL that stores it. The same text always has the same id."""
        id = hashlib.sha256(text.encode()).hexdigest()[:ID_LENGTH]
        insert = "INSERT INTO record VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET at_ms = excluded.at_ms"
        forget = "DELETE FROM record WHERE id IN (SELECT id FROM record ORDER BY at_ms DESC LIMIT -1 OFFSET ?)"
        return id, [(insert, (id, at, zlib.compress(text.encode()))), (forget, (RECORDS_MOST,))]

    def record(self, id: str) -> tuple[int, str]:
        """Return when a record was uploaded (server time, ms), and its text.

        Raises Refused: `error.unknown_review` (id), `error.archive`.
        """
        with self.reading() as db:
            found = db.execute("SELECT at_ms, text FROM record WHERE id = ?", (id,)).fetchone()
            if found:
                return int(found[0]), zlib.decompress(found[1]).decode()
        raise Refused("error.unknown_review", {"id": id[:40]})


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database, and close it at the end."""
    db = sqlite3.connect(path, timeout=BUSY)
    try:
        yield db
    finally:
        db.close()


def ignore(error: Exception | None) -> None:
    """Log that a list could not be written: the match itself is in the log, and the next start tries again."""
    if error is not None:
        log.error("the list of finished matches could not be written: %s", error)

"""The archive of finished matches: who played which, and uploaded records.

The list of finished matches is a read table beside the log. Its rows are committed together with the entry that ended
the match, so the two cannot disagree; if the list is missing it is rebuilt from the logs. Everything else about a
finished match is replayed from its table's log.
"""

from __future__ import annotations

import hashlib
import logging
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

import msgspec
from sqlalchemy import Connection, delete, select
from sqlalchemy.exc import SQLAlchemyError

from stich.kernel.action import Refused
from stich.kernel.cards import seats_of
from stich.kernel.game import Game
from stich.kernel.match import Match
from stich.server.messages.over_http import Finished, Player
from stich.server.state.entries import Began, Entry, Opened
from stich.server.state.former import is_former
from stich.server.state.refusals import refusal_of
from stich.server.state.seats import Sitting, made_by_bots
from stich.server.state.sources import is_fair
from stich.server.state.table_state import TableState
from stich.server.storage.log import Log, is_name
from stich.server.storage.ratings import to_rate
from stich.server.storage.schema import Statement, finished, listed, log, played, record, tables, upsert

logger = logging.getLogger("stich")

LAST: Final = -1  # in place of a match's number: the last finished one
PAGE: Final = 50  # matches in one answer
SEARCHED: Final = 5_000  # matches that are read for one answer
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
        Player(p.bot_name(seat), "bot", p.level) if p.holder is None else Player(p.name, "person", p.level)
        for seat, p in enumerate(state.seats)
    ]


def ended_match(state: TableState, at: int) -> Ended | None:
    """Return the table's last finished match, as shown to a reader without a seat."""
    match = state.finished
    if match is None:
        return None
    n = state.matches if match is state.match else state.matches - 1  # the next one can have begun
    seated = players(state)
    if match is state.match:
        for player, made in zip(seated, made_by_bots(state.people.sittings, match.moves, len(seated)), strict=True):
            player.by_bot = made if player.who == "person" else 0
    told = Finished(
        id=review_id(state.table, n),
        table=state.table,
        game=state.game.name,
        at=at,
        seat=-1,
        players=seated,
        scores=list(match.scores),
        winners=seats_of(match.winners),
        deals=match.setup.number,
        fewest=match.rules.layout.fewest,
        places=list(match.standings),
        preset=state.game.preset_of(match.rules),
        lesson=bool(state.opened.lesson),
        daily=state.opened.daily,
        public=state.ownership.listed,
        seeded=not is_fair(state.opened) and not state.opened.lesson and not state.opened.daily,
        rated=state.opened.rated and not match.called_off,
        called_off=match.called_off,
    )
    return Ended(n, at, told, match, list(state.people.sittings))


def rows(state: TableState, at: int) -> list[Statement]:
    """Return what writes the table's last finished match into the list. Writing it twice changes nothing."""
    ended = ended_match(state, at)
    if ended is None:
        return []
    text = msgspec.json.encode(ended.finished).decode()
    out: list[Statement] = [upsert(finished, table_id=state.table, n=ended.n, at_ms=at, told=text)]
    for seat, seat_state in enumerate(state.seats):
        if seat_state.holder is not None and not is_former(seat_state.holder):
            key = {"identity": seat_state.holder, "table_id": state.table, "n": ended.n}
            out.append(upsert(played, **key, at_ms=at, seat=seat))
    return out + to_rate(state, ended.match, ended.n, at)


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


class Wanted(NamedTuple):
    """Which of their matches a person wants to see. before, since: when they ended, server time, ms; game: its name, ""
    for any; player: a part of the name of another player, "" for any."""

    before: int
    since: int = 0
    game: str = ""
    player: str = ""

    def fits(self, match: Finished) -> bool:
        """Tell whether a match is among them, by its game and players."""
        if self.game and match.game != self.game:
            return False
        names = [one.name.casefold() for seat, one in enumerate(match.players) if seat != match.seat]
        return not self.player or any(self.player.casefold() in name for name in names)


class Archive:
    """Reads the list and the uploaded records; writes through the store. Its methods block, but only briefly."""

    def __init__(self, store: Log) -> None:
        self.store = store

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open the database for reading. Raises Refused `error.archive` if that or the reading fails."""
        try:
            with self.store.reading() as db:
                yield db
        except (SQLAlchemyError, msgspec.MsgspecError, zlib.error) as error:
            logger.error("the archive could not be read: %s", error)
            raise Refused("error.archive") from error

    # -- the list -----------------------------------------------------------------------------------------------------

    def matches(self, identity: str, wanted: Wanted) -> list[Finished]:
        """Return the matches that this person has finished and wants to see, at most PAGE, the last one first."""
        with self.reading() as db:
            found = db.execute(
                select(played.c.seat, finished.c.told)
                .join(finished, (finished.c.table_id == played.c.table_id) & (finished.c.n == played.c.n))
                .where(played.c.identity == identity, played.c.at_ms < wanted.before, played.c.at_ms >= wanted.since)
                .order_by(played.c.at_ms.desc())
                .limit(SEARCHED if wanted.game or wanted.player else PAGE)
            )
            out: list[Finished] = []
            for seat, text in found:
                line = msgspec.json.decode(text, type=Finished)
                line.seat = seat
                if wanted.fits(line):
                    out.append(line)
                if len(out) == PAGE:
                    break
            return out

    def seat(self, identity: str, table: str, n: int) -> int:
        """Return this person's seat when that match ended; −1: none."""
        with self.reading() as db:
            key = (played.c.identity == identity, played.c.table_id == table, played.c.n == n)
            found = db.execute(select(played.c.seat).where(*key)).scalar()
        return -1 if found is None else int(found)

    def match(self, table: str, n: int, find: Find) -> Ended:
        """Return a finished match of a table. Raises Refused: as `match_of`, `error.archive`."""
        try:
            entries = self.store.read(table)
        except Refused as refused:
            logger.error("table %s: the log could not be read: %s", table, refused)
            raise Refused("error.archive") from refused
        return match_of(table, n, entries, find)

    def complete(self, find: Find) -> None:
        """Rebuild the list from the logs if it has never been complete, because logs are older than the list."""
        with self.reading() as db:
            if db.execute(select(listed.c.whole)).first():
                return
            began = select(log.c.table_no).where(log.c.kind == Began.__struct_config__.tag)
            with_matches = select(tables.c.name).where(tables.c.no.in_(began)).order_by(tables.c.no)
            names = list(db.execute(with_matches).scalars())
        todo: list[Statement] = []
        for table in names:
            try:
                for state, at in ended_matches(table, self.store.read(table), find):
                    todo += rows(state, at)
            except Exception as error:  # one unreadable table must not prevent listing the others
                logger.warning("table %s is left out of the list of finished matches: %s", table, error)
        self.store.submit("", [], ignore, [*todo, upsert(listed, whole=1)])

    # -- uploaded records ---------------------------------------------------------------------------------------------

    def statements(self, text: str, at: int) -> tuple[str, list[Statement]]:
        """Return the id of a record's text, and what stores it. The same text always has the same id."""
        id = hashlib.sha256(text.encode()).hexdigest()[:ID_LENGTH]
        store = upsert(record, id=id, at_ms=at, text=zlib.compress(text.encode()))
        oldest = select(record.c.id).order_by(record.c.at_ms.desc()).offset(RECORDS_MOST)
        return id, [store, delete(record).where(record.c.id.in_(oldest))]

    def record(self, id: str) -> tuple[int, str]:
        """Return when a record was uploaded (server time, ms), and its text.

        Raises Refused: `error.unknown_review` (id), `error.archive`.
        """
        if is_name(id):
            with self.reading() as db:
                found = db.execute(select(record.c.at_ms, record.c.text).where(record.c.id == id)).first()
                if found:
                    return int(found[0]), zlib.decompress(found[1]).decode()
        raise Refused("error.unknown_review", {"id": id[:40]})


def ignore(error: Exception | None) -> None:
    """Log that a list could not be written: the match itself is in the log, and the next start tries again."""
    if error is not None:
        logger.error("the list of finished matches could not be written: %s", error)

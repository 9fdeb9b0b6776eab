"""The public matches of a server as lines of JSON, for people who study games.

A match is public if its table was in the list of open tables when it ended: its owner had opened it to strangers.
People are named by pseudonyms that only the server's key connects with them, the same in every match. A match is named
in the same way, because the name of its table is the key to it.

The file is a sequence of gzip members, each with whole lines. So a dump can be continued: what a crash has cut off is
dropped, and the next one begins after the last match that is there.
"""

from __future__ import annotations

import hashlib
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

import msgspec
from sqlalchemy import select

from stich import __version__
from stich.kernel.action import Refused
from stich.kernel.record import dump
from stich.server.messages.over_http import Finished, Player
from stich.server.state.names import bot_name
from stich.server.storage.archive import Archive, Ended, Find
from stich.server.storage.log import Log
from stich.server.storage.schema import finished

MEMBER: Final = 100  # matches in one member of the file
READ: Final = 1 << 20  # bytes
GZIP: Final = 31  # zlib's number for gzip


class DumpedPlayer(msgspec.Struct):
    """Who had a seat when the match ended. `name`: of a person a pseudonym, of a bot its level."""

    name: str
    who: str


class Dumped(msgspec.Struct):
    """A line. `record` replays the match: `stich replay` reads it."""

    id: str
    at: int  # server time when it ended, ms
    game: str
    version: int
    preset: str
    options: dict[str, str]
    players: list[DumpedPlayer]
    scores: list[int]
    winners: list[int]
    places: list[int]
    deals: int
    record: str


class Done(NamedTuple):
    """How many matches were there, how many were added, and how many could not be replayed under today's rules."""

    before: int
    written: int
    left_out: int


def export(store: Log, find: Find, key: bytes, file: Path) -> Done:
    """Write the public matches that are not yet in a file. Raises Refused `error.export` (path, reason)."""
    try:
        with open(file, "r+b" if file.exists() else "w+b") as out:
            before, last, there = read_again(out)
            written, left_out = 0, 0
            members: list[bytes] = []
            for ended in public(store, find, last):
                if ended is None:
                    left_out += 1
                    continue
                line = line_of(ended, key)
                if line.id in there:
                    continue
                members.append(msgspec.json.encode(line) + b"\n")
                written += 1
                if len(members) == MEMBER:
                    append(out, members)
            append(out, members)
            return Done(before, written, left_out)
    except OSError as error:
        raise Refused("error.export", {"path": str(file), "reason": error.strerror or str(error)}) from error


def append(out: BinaryIO, lines: list[bytes]) -> None:
    """Add a member with these lines, which are forgotten; it is on disk then."""
    if lines:
        packer = zlib.compressobj(wbits=GZIP)
        out.write(packer.compress(b"".join(lines)) + packer.flush())
        out.flush()
        os.fsync(out.fileno())
        lines.clear()


def read_again(file: BinaryIO) -> tuple[int, int, set[str]]:
    """Cut off what is not whole, and return the number of matches, the time of the last one, and the names of those
    that ended at that time. Raises Refused `error.export_file` if it is something else."""
    count, last, there, whole = 0, -1, set[str](), 0
    for end, text in members_of(file):
        for line in text.splitlines():
            try:
                match = msgspec.json.decode(line, type=Dumped)
            except msgspec.MsgspecError as error:
                raise Refused("error.export_file", {"path": file.name}) from error
            count += 1
            there = {match.id} if match.at != last else there | {match.id}
            last = match.at
        whole = end
    file.seek(0, os.SEEK_END)
    if whole == 0 and file.tell() > 0:
        raise Refused("error.export_file", {"path": file.name})
    file.seek(whole)
    file.truncate()
    return count, last, there


def members_of(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield where each whole member of a gzip file ends, and its content."""
    unpacker, text, at, rest = zlib.decompressobj(wbits=GZIP), b"", 0, b""
    while data := rest or file.read(READ):
        try:
            text += unpacker.decompress(data)
        except zlib.error:
            return
        if unpacker.eof:
            rest = unpacker.unused_data
            at = file.tell() - len(rest)
            yield at, text
            unpacker, text = zlib.decompressobj(wbits=GZIP), b""
        else:
            rest = b""


def public(store: Log, find: Find, since: int) -> Iterator[Ended | None]:
    """Yield the public matches that ended at a time (ms) or later, in their order; None: one cannot be replayed."""
    archive = Archive(store)
    with archive.reading() as db:
        query = select(finished.c.table_id, finished.c.n, finished.c.told).where(finished.c.at_ms >= since)
        found = [
            (table, n)
            for table, n, told in db.execute(query.order_by(finished.c.at_ms, finished.c.table_id, finished.c.n))
            if (one := msgspec.json.decode(told, type=Finished)).public and not one.called_off
        ]
    for table, n in found:
        try:
            yield archive.match(table, n, find)
        except Refused:
            yield None


def line_of(ended: Ended, key: bytes) -> Dumped:
    """Return a match as a line."""
    told, match = ended.finished, ended.match
    holders = ended.sittings[-1].holders if ended.sittings else (None,) * len(told.players)
    players = [named(seat, one, holders[seat], key) for seat, one in enumerate(told.players)]
    return Dumped(
        id=pseudonym(told.id, key),
        at=ended.at,
        game=told.game,
        version=match.game.version,
        preset=told.preset or "",
        options=match.rules.options,
        players=players,
        scores=told.scores,
        winners=told.winners,
        places=told.places,
        deals=told.deals,
        record=dump(match, [one.name for one in players], f"stich {__version__}"),
    )


def named(seat: int, player: Player, holder: str | None, key: bytes) -> DumpedPlayer:
    """Return the occupant of a seat without what names a person."""
    if player.who == "bot":
        return DumpedPlayer(f"{bot_name(seat)} ({player.level})", "bot")
    return DumpedPlayer(pseudonym(holder, key) if holder else "?", "person")


def pseudonym(name: str, key: bytes) -> str:
    """Return a name that only the key connects with this one."""
    return hashlib.blake2b(name.encode(), key=key[:64], digest_size=6, person=b"stich dump").hexdigest()

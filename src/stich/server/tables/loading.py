"""Reads a table from its log, in small pieces: the other tables of the process go on in between."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stich.kernel.game import Game
from stich.server.state.entries import Began, Entry, Opened
from stich.server.state.extras import Extras
from stich.server.state.refusals import PublicRefused
from stich.server.state.table_state import TableState
from stich.server.tables.journal import Entropy
from stich.server.tables.table import Table

PIECE: Final = 25  # actions applied at a time, some ms at most
SKIPPED: Final = 20  # entries of earlier matches that cost as much as one action


def load(table: str, game: Game, entries: list[Entry], extras: Extras, entropy: Entropy, now: int) -> Table:
    """Return a table from its log. Raises Refused if the log and the game's rules do not agree."""
    *_, loaded = loading(table, game, entries, extras, entropy, now)
    assert loaded is not None
    return loaded


def loading(
    table: str, game: Game, entries: list[Entry], extras: Extras, entropy: Entropy, now: int
) -> Iterator[Table | None]:
    """Yield None after each piece of the work, and at the end the table. Raises Refused as `load` does."""
    opened = entries[0].body if entries else None
    if not isinstance(opened, Opened):
        raise PublicRefused("error.log_gap", {"n": 0, "allowed": 0})
    needed = needed_from(entries)
    loaded = Table(TableState(table, game, opened), extras, entropy, now)
    for piece in pieces(entries, needed):
        loaded.state.replay(piece, needed)
        yield None
    public_v = loaded.state.progress.public_v
    hidden = loaded.state.hides
    if hidden:  # events since the window opened stay hidden: replay to its start, then on
        loaded = Table(TableState(table, game, opened), extras, entropy, now)
        for piece in pieces(entries[: public_v + 1], needed):
            loaded.state.replay(piece, needed)
            yield None
    loaded.journal.wake(now)
    if hidden:
        for entry in entries[public_v + 1 :]:
            loaded.state.read(entry)
            loaded.journal.publish(entry, now)
        loaded.outbox.take()
    loaded.state.disconnect_all()
    loaded.seating.look_for_former()
    if any(seat_state.ready for seat_state in loaded.state.seats):
        loaded.breaks.note_read(now)
    yield loaded


def needed_from(entries: list[Entry]) -> int:
    """Return the first entry of the last match but one: nobody can ask for earlier ones any more."""
    begins = [entry.seq for entry in entries if isinstance(entry.body, Began)]
    return begins[-2] if len(begins) > 1 else 0


def pieces(entries: list[Entry], needed: int) -> Iterator[list[Entry]]:
    """Yield the entries in pieces that take about as long as each other."""
    at = 0
    while at < len(entries):
        size = PIECE if at >= needed else min(PIECE * SKIPPED, needed - at)
        yield entries[at : at + size]
        at += size

"""What a log says that each seat must be shown: read from the file and played again with nothing but the kernel.

`python told.py DATA TABLE` prints it as JSON, for the trial in browsers (web/tests/kill.e2e.ts).
"""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg

from stich.games import find
from stich.kernel.action import Action
from stich.kernel.cards import seats_of
from stich.kernel.fair import Agreed, Fair, Part, about
from stich.kernel.match import HKDF, SIM, STREAM, Match, Source
from stich.kernel.view import laid_out, view
from stich.server.state.entries import (
    Acted,
    AnyBody,
    Began,
    Closed,
    Dealt,
    Disclosed,
    Entry,
    Left,
    Opened,
    Pledged,
    Recovered,
    Removed,
    Undone,
    read_body,
)

Json = dict[str, Any]


READ = "SELECT seq, log.at_ms, actor, body FROM log JOIN tables ON no = table_no WHERE name = ? ORDER BY seq"


def read_log(data: Path | str, table: str) -> list[Entry]:
    """Read a log without our code. data: the folder of the server, or the address of its database."""
    if isinstance(data, str):
        with psycopg.connect(data) as server:
            found = server.execute(READ.replace("?", "%s"), (table,)).fetchall()
        return [Entry(seq, at, actor, read_body(body)) for seq, at, actor, body in found]
    with sqlite3.connect(data / "tables.sqlite") as db:
        rows = db.execute(READ, (table,))
        return [Entry(seq, at, actor, read_body(body)) for seq, at, actor, body in rows]


def replayed(log: list[Entry], table: str) -> Match:
    """Play the log's moves again with nothing but the kernel."""
    *_, (_, match) = played(log, table)
    assert match is not None
    return match


def played(log: list[Entry], table: str) -> Iterator[tuple[int, Match | None]]:
    """Play the log's moves again with nothing but the kernel. Yield the match after each number of the log."""
    opened = log[0].body
    assert isinstance(opened, Opened)
    game = find(opened.game)
    rules = game.rules(dict(opened.options), opened.seats)
    figures = Figures(opened.next)
    match: Match | None = None
    for entry in log:
        body = entry.body
        if isinstance(body, Began):
            fair = Fair(
                table, figures.number, opened.seats, about(game.name, opened.version, opened.seats, rules.options)
            )
            if body.fair:
                fair.deals.append(figures.agreed())
            match = Match(game, rules, source(opened, body, fair))
        elif match is not None and isinstance(body, Dealt):
            if match.source.fair is not None:
                match.source.fair.deals.append(figures.agreed())
            match.next_deal()
        elif match is not None and isinstance(body, Acted):
            match.act(body.seat, Action(body.verb, bytes(body.cards), body.to))
        elif match is not None and isinstance(body, Undone):
            match.take_back(body.to)
        if isinstance(body, Began | Dealt):
            figures = Figures(body.next, figures.number + 1)
        figures.note(body)
        yield entry.seq, match


class Figures:
    """What the server and the players have put into the shuffle of the next deal, as the log has it."""

    def __init__(self, secret: str, number: int = 1) -> None:
        self.number = number  # counted through at the table
        self.secret = secret
        self.closed = False
        self.pledges: dict[int, str] = {}
        self.nonces: dict[int, str] = {}

    def note(self, body: AnyBody) -> None:
        if isinstance(body, Pledged):
            self.pledges[body.seat] = body.hash
        elif isinstance(body, Closed):
            self.closed = True
        elif isinstance(body, Disclosed):
            self.nonces[body.seat] = body.nonce
        elif isinstance(body, Left | Removed | Recovered) and not self.closed:
            self.pledges.pop(body.seat, None)

    def agreed(self) -> Agreed:
        """Return the figures of the deal that begins now."""
        parts = [
            Part(seat, bytes.fromhex(hash), bytes.fromhex(self.nonces.get(seat, "")))
            for seat, hash in sorted(self.pledges.items())
        ]
        return Agreed(self.number, bytes.fromhex(self.secret), parts)


def source(opened: Opened, began: Began, fair: Fair) -> Source:
    if opened.seed is not None:
        return Source(SIM, seed=opened.seed + began.n - 1)
    if began.fair:
        return Source(HKDF, fair=fair)
    return Source(STREAM, secret=bytes.fromhex(began.secret))


def told_by(match: Match, seat: int) -> Json:
    """Say what a page at this seat must show."""
    v = view(match.deal, seat)
    asked = (v.must | v.may) >> seat & 1
    return {
        "you": seat,
        "deal": match.setup.number,
        "dealer": match.setup.dealer,
        "phase": v.seen.phase.name,
        "turn": v.seen.turn,
        "must": v.must,
        "zones": {name: list(zone) for name, zone in zip(match.rules.layout.ids, laid_out(v.seen), strict=True)},
        "scores": list(match.scores),
        "winners": seats_of(match.winners),
        "places": list(match.standings),
        "stakes": list(match.game.stakes(match.rules, match.scores, match.winners)) if match.winners else [],
        "sheets": [list(sheet.totals) for sheet in match.sheets],
        "legal": sorted((a.verb, a.to) for a in match.deal.legal(seat)) if asked else [],
    }


def to_beat(match: Match) -> list[int]:
    """Return the cards of the last play in the open trick, [] where somebody leads."""
    if not match.deal.zones[match.rules.layout.ids.index("trick")]:
        return []
    return sorted(next(move.action.cards for move in reversed(match.moves) if move.action.cards))


def main(data: str, table: str) -> None:
    log = read_log(Path(data), table)
    match = replayed(log, table)
    seats = [told_by(match, seat) for seat in range(match.rules.layout.seats)]
    said = [[entry.actor, entry.id] for entry in log if entry.id >= 0]
    print(json.dumps({"entries": len(log), "seats": seats, "beat": to_beat(match), "said": said}))


if __name__ == "__main__":
    main(*sys.argv[1:])

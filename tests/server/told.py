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
from stich.kernel.match import SIM, STREAM, Match, Source
from stich.kernel.view import laid_out, view
from stich.server.state.entries import Acted, Began, Dealt, Entry, Opened, Undone, read_body

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


def replayed(log: list[Entry]) -> Match:
    """Play the log's moves again with nothing but the kernel."""
    *_, (_, match) = played(log)
    assert match is not None
    return match


def played(log: list[Entry]) -> Iterator[tuple[int, Match | None]]:
    """Play the log's moves again with nothing but the kernel. Yield the match after each number of the log."""
    opened = log[0].body
    assert isinstance(opened, Opened)
    match: Match | None = None
    for entry in log:
        body = entry.body
        if isinstance(body, Began):
            game = find(opened.game)
            rules = game.rules(dict(opened.options), opened.seats)
            match = Match(game, rules, source(opened, body))
        elif match is not None and isinstance(body, Dealt):
            match.next_deal()
        elif match is not None and isinstance(body, Acted):
            match.act(body.seat, Action(body.verb, bytes(body.cards), body.to))
        elif match is not None and isinstance(body, Undone):
            match.take_back(body.to)
        yield entry.seq, match


def source(opened: Opened, began: Began) -> Source:
    if opened.seed is not None:
        return Source(SIM, seed=opened.seed + began.n - 1)
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
    match = replayed(log)
    seats = [told_by(match, seat) for seat in range(match.rules.layout.seats)]
    said = [[entry.actor, entry.id] for entry in log if entry.id >= 0]
    print(json.dumps({"entries": len(log), "seats": seats, "beat": to_beat(match), "said": said}))


if __name__ == "__main__":
    main(*sys.argv[1:])

"""A copy of what the database holds about one person, for themselves.

Of a log it has the person's own entries, and of these only what they have chosen or done. So it tells nothing that they
must not know: no secret of a shuffle, no identity of another person, and no card of a match that still runs, because an
entry names cards that its own actor may not have seen.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from sqlalchemy import Connection, or_, select

from stich.server.state.sanctions import person_of
from stich.server.storage.archive import review_id
from stich.server.storage.personal import SEATING, Line, sitting
from stich.server.storage.schema import account, finished, log, played, rating, report, sanction, tables

SHOWN: Final = (
    "seat", "name", "n", "deal", "verb", "pace", "timer", "seats", "on", "talk", "watchers", "took", "hash", "nonce",
    "until", "online", "late",
)  # fmt: skip
"""What is copied of an entry."""
OPEN: Final = ("cards", "to")  # what is copied beside it of a match that is over
OF_OTHERS: Final = ("silence", "program")  # entries with somebody else's name


def of_table(db: Connection, table: str, identity: str) -> dict[str, Any]:
    """Return what a person has done at a table. `code`: they hold a seat here, for which they can ask for a code."""
    no = db.execute(select(tables.c.no).where(tables.c.name == table)).scalar()
    wanted = or_(log.c.actor == identity, log.c.kind.in_([*SEATING, "match"]))
    rows = db.execute(
        select(log.c.seq, log.c.at_ms, log.c.actor, log.c.kind, log.c.body)
        .where(log.c.table_no == no, wanted)
        .order_by(log.c.seq)
    ).all()
    over = set(db.execute(select(finished.c.n).where(finished.c.table_id == table)).scalars())
    lines = [Line(row.seq, row.actor, row.kind, msgspec.json.decode(row.body)) for row in rows]
    match = 0
    done: list[dict[str, Any]] = []
    for line, row in zip(lines, rows, strict=True):
        match = line.body["n"] if line.kind == "match" else match
        if line.actor == identity:
            done.append({"at": row.at_ms, "kind": line.kind, **copied(line, over=match in over)})
    opened = lines[0].body if lines else {}
    return {
        "table": table,
        "game": opened.get("game", ""),
        "opened": rows[0].at_ms if rows else 0,
        "made": opened.get("owner") == identity,
        "code": identity in sitting(lines)[0].values(),
        "entries": done,
    }


def copied(line: Line, *, over: bool) -> dict[str, Any]:
    """Return what is copied of a person's own entry. over: its match has ended."""
    shown: dict[str, Any] = {name: line.body[name] for name in SHOWN + OPEN * over if name in line.body}
    if line.kind in OF_OTHERS:
        shown.pop("name", None)
    return shown


def apart_from_tables(db: Connection, identity: str, now: int) -> dict[str, Any]:
    """Return what else there is about a person. `person`: how the page of the operator names them; `decisions`: what
    the operator has decided about them."""
    mine = select(played.c.table_id, played.c.n, played.c.at_ms, played.c.seat, finished.c.told).join(
        finished, (finished.c.table_id == played.c.table_id) & (finished.c.n == played.c.n)
    )
    ratings = select(rating).where(rating.c.player == identity).order_by(rating.c.game)
    reports = select(report).where(report.c.reporter == identity).order_by(report.c.no)
    person = person_of(identity)
    decisions = select(sanction.c.kind, sanction.c.until_ms).where(
        sanction.c.about == person, sanction.c.until_ms > now
    )
    own = db.execute(select(account).where(account.c.identity == identity)).first()
    return {
        "account": {"name": own.name, "made": own.at_ms} if own else None,
        "matches": [
            {**msgspec.json.decode(row.told), "id": review_id(row.table_id, row.n), "seat": row.seat}
            for row in db.execute(mine.where(played.c.identity == identity).order_by(played.c.at_ms))
        ],
        "ratings": [
            {"game": row.game, "name": row.name, "mu": row.mu, "sigma": row.sigma, "matches": row.matches}
            for row in db.execute(ratings)
        ],
        "reports": [
            {"at": row.at_ms, "table": row.table_id, "about": row.name, "lines": msgspec.json.decode(row.lines)}
            for row in db.execute(reports)
        ],
        "person": person,
        "decisions": [{"kind": row.kind, "until": row.until_ms} for row in db.execute(decisions)],
    }

"""What the database holds about one person: where it lies, and what deletes it or takes their name from it.

A log stays whole, because it is also the record of the others. In place of the person's identity stands another one
(`state/former.py`), and in place of their name none, so that they are shown as a guest. Nothing else of a log names
anybody: no card, time or nonce changes, and no number.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Connection, delete, or_, select, update

from stich.server.state.former import digest_of, former
from stich.server.storage.schema import (
    Statement,
    account,
    due,
    finished,
    listing,
    log,
    played,
    rated,
    rating,
    report,
    revoked,
    tables,
    upsert,
)

FOR_GOOD: Final = 2**31 - 1  # in place of the number of a cookie: none of this person's holds any more
NAMING: Final = ("open", "remove", "silence")  # entries that can name somebody beside their actor
SEATING: Final = ("open", "sit", "wait", "stand", "rename", "remove", "recover", "silence")
NAMES: Final = ("sit", "wait", "rename")  # entries with the name of their actor


class Line(NamedTuple):
    """An entry as the database has it; the body is JSON."""

    seq: int
    actor: str
    kind: str
    body: dict[str, Any]


def tables_of(db: Connection, identity: str) -> list[str]:
    """Return the tables whose logs or matches name this person. It reads all logs, and may take seconds."""
    named = log.c.kind.in_(NAMING) & log.c.body.contains(identity, autoescape=True)
    numbers = select(log.c.table_no).where(or_(log.c.actor == identity, named))
    found = select(tables.c.name, tables.c.no).where(tables.c.no.in_(numbers)).order_by(tables.c.no)
    names = [str(name) for name, _ in db.execute(found)]
    archived = db.execute(select(played.c.table_id).where(played.c.identity == identity).distinct()).scalars()
    return list(dict.fromkeys([*names, *map(str, archived)]))


def sitting(lines: Iterable[Line]) -> tuple[dict[int, str], list[tuple[str, str]]]:
    """Return who holds each seat after these entries, and between which identities seats were carried to another
    device."""
    holders: dict[int, str] = {}
    steps: list[tuple[str, str]] = []
    for line in lines:
        seat = line.body.get("seat", -1)
        if line.kind == "sit":
            holders = {at: one for at, one in holders.items() if one != line.actor} | {seat: line.actor}
        elif line.kind in ("stand", "remove"):
            holders.pop(seat, None)
        elif line.kind == "recover":
            steps.append((holders.get(seat, line.actor), line.actor))
            holders[seat] = line.actor
    return holders, steps


def people_of(lines: Iterable[Line], identity: str) -> set[str]:
    """Return under which identities a person has been at a table, on one device or another."""
    people = {identity}
    _, steps = sitting(lines)
    while more := {one for step in steps if people & set(step) for one in step} - people:
        people |= more
    return people


def rewritten(lines: list[Line], identity: str) -> tuple[list[tuple[int, str]], set[str]]:
    """Return the entries whose bodies change, with the new ones, and under which identities the person was here."""
    people = people_of(lines, identity)
    out: list[tuple[int, str]] = []
    for line in lines:
        body = dict(line.body)
        if line.kind in NAMES and line.actor in people:
            body["name"] = ""
        if body.get("owner") == identity:
            body["owner"] = former(identity)
        if line.kind == "silence" and body["person"] in people:
            body["name"] = ""
        if body.get("person") == identity:
            body["person"] = former(identity)
        if body != line.body:
            out.append((line.seq, msgspec.json.encode(body).decode()))
    return out, people


def seating(db: Connection, table: str) -> tuple[int, list[Line]]:
    """Return two things: a table's number, −1 if it has no log, and its entries that can name people."""
    no = db.execute(select(tables.c.no).where(tables.c.name == table)).scalar()
    if no is None:
        return -1, []
    rows = select(log.c.seq, log.c.actor, log.c.kind, log.c.body).where(log.c.table_no == no, log.c.kind.in_(SEATING))
    return int(no), [
        Line(seq, actor, kind, msgspec.json.decode(body)) for seq, actor, kind, body in db.execute(rows.order_by("seq"))
    ]


def nameless(db: Connection, table: str, identity: str, at: int) -> list[Statement]:
    """Return what makes a table's log, and what lies beside it about its matches, name this person no more; at a
    table that waits for a decision something is due at once."""
    no, lines = seating(db, table)
    bodies, people = rewritten(lines, identity)
    out: list[Statement] = [
        update(log).where(log.c.table_no == no, log.c.seq == seq).values(body=body) for seq, body in bodies
    ]
    out.append(update(log).where(log.c.table_no == no, log.c.actor == identity).values(actor=former(identity)))
    seats: dict[int, list[int]] = {}
    theirs = select(played.c.n, played.c.seat).where(played.c.table_id == table, played.c.identity.in_(people))
    for n, seat in db.execute(theirs):
        seats.setdefault(n, []).append(seat)
    for n, text in db.execute(select(finished.c.n, finished.c.told).where(finished.c.table_id == table)).all():
        told = msgspec.json.decode(text)
        for seat in seats.get(n, []):
            told["players"][seat]["name"] = ""
        if n in seats:
            out.append(told_at(finished, table, n, told))
    out += [unrated(table, n, text, identity, people) for n, text in rated_at(db, table)]
    out.append(delete(listing).where(listing.c.table_id == table))  # its worker writes it again
    out.append(delete(played).where(played.c.table_id == table, played.c.identity == identity))
    out.append(update(due).where(due.c.table_id == table, due.c.at_ms > at).values(at_ms=at))
    return out


def rated_at(db: Connection, table: str) -> list[tuple[int, str]]:
    """Return the rated matches of a table, by their numbers."""
    return [(n, text) for n, text in db.execute(select(rated.c.n, rated.c.told).where(rated.c.table_id == table))]


def is_to_be_counted(db: Connection, identity: str) -> bool:
    """Tell whether a rated match of this person is not counted yet."""
    theirs = rated.c.told.contains(identity, autoescape=True)
    return db.execute(select(rated.c.n).where(rated.c.done == 0, theirs).limit(1)).first() is not None


def unrated(table: str, n: int, text: str, identity: str, people: set[str]) -> Statement:
    """Return what makes a rated match name this person no more. The others' results stay."""
    told = msgspec.json.decode(text)
    told["names"] = ["" if one in people else name for one, name in zip(told["players"], told["names"], strict=True)]
    told["players"] = [former(identity) if one == identity else one for one in told["players"]]
    return told_at(rated, table, n, told)


def told_at(of: Any, table: str, n: int, told: Any) -> Statement:
    """Return what stores a changed row about a match of a table."""
    text = msgspec.json.encode(told).decode()
    return update(of).where(of.c.table_id == table, of.c.n == n).values(told=text)


def apart(identity: str, at: int) -> list[Statement]:
    """Return what deletes a person's data that belong to no table, and ends all of their cookies."""
    other = former(identity)
    return [
        delete(account).where(account.c.identity == identity),
        delete(rating).where(rating.c.player == identity),
        update(report).where(report.c.reporter == identity).values(reporter=other),
        update(report).where(report.c.about == identity).values(about=other, name=""),
        revocation(identity, FOR_GOOD, at),
    ]


def revocation(identity: str, number: int, at: int) -> Statement:
    """Return what ends a person's cookies with smaller numbers than this."""
    return upsert(revoked, person=digest_of(identity), number=number, at_ms=at)


def revocations(db: Connection, since: int) -> list[tuple[str, int, int]]:
    """Return which cookies were ended since then: the digests of people, the number from which on they hold, and
    when."""
    found = db.execute(select(revoked.c.person, revoked.c.number, revoked.c.at_ms).where(revoked.c.at_ms >= since))
    return [(str(person), int(number), int(at)) for person, number, at in found]

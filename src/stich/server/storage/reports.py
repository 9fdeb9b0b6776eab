"""Reports: what a person said at a table, kept because another person complained.

Nothing else that people say is kept. Only the person who runs the server reads reports.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec
from sqlalchemy import delete, insert, select
from sqlalchemy.engine import Connection

from stich.server.storage.schema import Statement, report

KEPT: Final = 10_000  # reports; of more, the oldest are deleted
PAGE: Final = 100  # reports in one list


class SaidLine(msgspec.Struct):
    """A line of the person: when, server time in ms, and the text, or the phrase."""

    at: int
    phrase: str
    text: str


class Report(NamedTuple):
    """A report. by, about: identities, which belong into no page; name: what the reported person was called."""

    no: int
    at: int
    table: str
    by: str
    about: str
    name: str
    lines: list[SaidLine]


def statements(at: int, table: str, by: str, about: str, name: str, lines: list[SaidLine]) -> list[Statement]:
    """Return what keeps a report, and drops the oldest of too many."""
    text = msgspec.json.encode(lines).decode()
    keep = insert(report).values(at_ms=at, table_id=table, reporter=by, about=about, name=name, lines=text)
    oldest = select(report.c.no).order_by(report.c.no.desc()).offset(KEPT)
    return [keep, delete(report).where(report.c.no.in_(oldest))]


def latest(db: Connection, before: int = 2**62) -> list[Report]:
    """Return the reports with smaller numbers than this, at most PAGE, the last one first."""
    rows = db.execute(select(report).where(report.c.no < before).order_by(report.c.no.desc()).limit(PAGE))
    return [
        Report(
            row.no, row.at_ms, row.table_id, row.reporter, row.about, row.name,
            msgspec.json.decode(row.lines, type=list[SaidLine]),
        )
        for row in rows
    ]  # fmt: skip

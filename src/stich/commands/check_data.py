"""The command `stich check-data`: whether the stored tables are complete."""

from __future__ import annotations

import argparse
import sys

from stich.commands import Subparsers, database_of, say
from stich.commands.backup import add_place


def add(subparsers: Subparsers) -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser(
        "check-data",
        help="check that the stored tables are complete",
        description="Read everything that is stored, and name what is damaged: the file of SQLite and its indexes, "
        "missing entries, entries that cannot be read. It changes nothing, and the server can go on meanwhile. Ends "
        "with status 1 if something is wrong.",
    )
    add_place(parser)


def run(args: argparse.Namespace) -> int:
    """Return 0 if all is well, 1 if not. Raises Refused if the database cannot be used."""
    from sqlalchemy import func, select
    from sqlalchemy.exc import SQLAlchemyError

    from stich.server.storage.database import address, connected, file_of, reason_of, snapshot, unusable
    from stich.server.storage.integrity import damage, faults
    from stich.server.storage.schema import log, tables

    url = address(database_of(args))
    path = file_of(url)
    damaged = damage(path, whole=True) if path is not None else ""
    if damaged:
        print(f"stich: {say('error.damaged', {'path': str(path), 'reason': damaged})}", file=sys.stderr)
        return 1
    sound = True
    try:
        with connected(url) as engine, snapshot(engine) as db:
            for fault in faults(db):
                sound = False
                print(say(fault.what, {"table": fault.table, "n": fault.n}))
            if sound:
                count = [db.execute(select(func.count()).select_from(of)).scalar_one() for of in (tables, log)]
                print(say("cli.check_ok", {"tables": count[0], "n": count[1]}))
    except SQLAlchemyError as error:
        raise unusable(url, reason_of(error)) from error
    return 0 if sound else 1

"""The commands `stich backup` and `stich restore`: all tables as one file, and back."""

from __future__ import annotations

import argparse
import contextlib
import errno
import os
from collections.abc import Callable, Iterator
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from stich.clock import clock
from stich.commands import Subparsers, add_database, data_folder, database_of, say
from stich.commands.serve import only_server
from stich.kernel.action import Refused


def add(subparsers: Subparsers) -> None:
    """Add both commands to the parser."""
    backup = subparsers.add_parser(
        "backup",
        help="write all tables to a file",
        description="Write all tables and finished matches to one compressed file, as they are at this moment. The "
        "server can go on meanwhile. The file appears when it is complete, and replaces an older one of this name. It "
        "holds the cards of running matches, so keep it to yourself.",
    )
    backup.add_argument("file", type=Path, metavar="FILE", help="the file to write")
    add_place(backup)
    backup.set_defaults(work=back_up)
    restore = subparsers.add_parser(
        "restore",
        help="fill an empty database from a backup",
        description="Fill an empty database from a file that stich backup has written, on SQLite or on PostgreSQL: "
        "this is also how a site moves from one to the other. If anything is wrong nothing is changed. No server may "
        "be running.",
    )
    restore.add_argument("file", type=Path, metavar="FILE", help="a file that stich backup has written")
    add_place(restore)
    restore.set_defaults(work=bring_back)


def add_place(parser: argparse.ArgumentParser) -> None:
    """Declare where the tables are."""
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder of the tables (the user's data folder)")
    add_database(parser)


def run(args: argparse.Namespace) -> int:
    """Return 0. Raises Refused if the file or the database cannot be used."""
    from sqlalchemy.exc import SQLAlchemyError

    from stich.server.storage.database import address, reason_of, unusable

    work: Callable[[argparse.Namespace], int] = args.work
    try:
        return work(args)
    except SQLAlchemyError as error:
        raise unusable(address(database_of(args)), reason_of(error)) from error


def back_up(args: argparse.Namespace) -> int:
    """Write the file."""
    from stich.server.storage.backup import dump
    from stich.server.storage.database import address, connected

    with connected(address(database_of(args))) as engine, progress() as tell:
        rows = dump(engine, args.file, clock(), tell)
    print(say("cli.backup_done", {"path": str(args.file), "n": rows}))
    return 0


def bring_back(args: argparse.Namespace) -> int:
    """Fill the database."""
    from stich.server.storage.backup import load
    from stich.server.storage.database import address, open_database

    if not args.file.is_file():
        raise Refused("error.data", {"path": str(args.file), "reason": os.strerror(errno.ENOENT)})
    with contextlib.ExitStack() as opened:
        if not args.database:
            data = args.data if args.data is not None else data_folder()
            data.mkdir(0o700, parents=True, exist_ok=True)
            opened.callback(os.close, only_server(data))
        engine = open_database(address(database_of(args)))
        opened.callback(engine.dispose)
        rows = load(engine, args.file, opened.enter_context(progress()))
    print(say("cli.restore_done", {"path": str(args.file), "n": rows}))
    return 0


@contextlib.contextmanager
def progress() -> Iterator[Callable[[int, int], None]]:
    """Show how far the work is, on a terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        bar = bars.add_task("", total=None)
        yield lambda done, whole: bars.update(bar, completed=done, total=whole)

"""The command `stich export-matches <file>`: the public matches of a server, one a line."""

from __future__ import annotations

import argparse
from pathlib import Path

from stich.commands import Subparsers, add_database, data_folder, database_of, load_games, say
from stich.commands.serve import signing_key


def add(subparsers: Subparsers) -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser(
        "export-matches",
        help="write the public matches into a file",
        description="Write the finished matches of tables that were open to strangers into a file, one a line as JSON, "
        "compressed by gzip. People have pseudonyms that are the same in every match. Run again with the same file, it "
        "adds what has ended since. The server may run meanwhile.",
    )
    parser.add_argument("file", type=Path, help="the file to write or to go on with, such as matches.jsonl.gz")
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder of the tables (the user's data folder)")
    add_database(parser)
    parser.add_argument(
        "--games", type=Path, metavar="DIR", action="append", default=[], help="a folder with further games"
    )


def run(args: argparse.Namespace) -> int:
    """Write them. Raises Refused if the file, the folder or the database cannot be used."""
    load_games(args.games, for_table=True)
    data = args.data if args.data is not None else data_folder()
    key = signing_key(data)
    from stich.games import find
    from stich.server.storage.dump import export
    from stich.server.storage.store import Store

    store = Store(database_of(args))
    try:
        done = export(store, find, key, args.file)
    finally:
        store.close()
    print(say("cli.exported", {"n": done.written, "total": done.before + done.written}))
    if done.left_out:
        print(say("cli.exported_without", {"n": done.left_out}))
    return 0

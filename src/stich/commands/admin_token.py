"""`stich admin-token`: the token with which the operator opens the page `/admin`."""

from __future__ import annotations

import argparse
import os
import secrets
from pathlib import Path

from stich.commands import Subparsers, data_folder, say
from stich.kernel.action import Refused
from stich.server.settings import OPERATOR, digest_of


def add(subparsers: Subparsers) -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser(
        "admin-token",
        help="make the token of the operator",
        description="Make a token with which the operator of a server opens its page /admin: tables, reports, whom "
        "to mute or ban, a notice for everybody. It is shown once; a new one replaces it. Without a token there is no "
        "such page. STICH_ADMIN_TOKEN sets one for a server without this command.",
    )
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder of the tables (the user's data folder)")
    parser.add_argument("--off", action="store_true", help="remove the token, and with it the page")


def run(args: argparse.Namespace) -> int:
    """Make or remove the token. Raises Refused `error.data` (path, reason)."""
    file = (args.data if args.data is not None else data_folder()) / OPERATOR
    try:
        if args.off:
            file.unlink(missing_ok=True)
            print(say("cli.admin_off"))
            return 0
        token = secrets.token_urlsafe(32)
        file.parent.mkdir(0o700, parents=True, exist_ok=True)
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as out:
            out.write(digest_of(token).hex())
    except OSError as error:
        raise Refused("error.data", {"path": str(error.filename), "reason": error.strerror or str(error)}) from error
    print(say("cli.admin_made", {"token": token}), say("cli.admin_next"), sep="\n")
    return 0

"""The command `stich join`: plays at any table by its link, in the terminal."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec

from stich.client.address import Refusal, TableAddress, make_table, place_of, recover_seat
from stich.commands import Subparsers, language
from stich.kernel.action import Refused
from stich.parts.suits import EITHER_WAY as DECKS
from stich.server.messages.over_http import NewTable
from stich.terminal.identity import Identities, config_folder
from stich.terminal.preferences import Preferences
from stich.text.catalogue import LANGUAGES


def add(subparsers: Subparsers) -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser(
        "join",
        help="join a table by its link, in the terminal",
        description="Join any table by its link and play in the terminal. You take a free seat; if you have played "
        "there before, you return to your own seat.",
    )
    parser.add_argument("link", help="the link of the table, https://… or wss://…")
    parser.add_argument("--watch", action="store_true", help="take no seat")
    parser.add_argument(
        "--code", default="", help="take the seat that you have on another device: F4 or its menu shows the code"
    )
    add_options(parser)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments that `stich join` and `stich play` share."""
    parser.add_argument("--name", default="", help="your name at the table (the name of the user)")
    parser.add_argument(
        "--lang", choices=LANGUAGES, metavar="LANG", help="language: en, de, fr or hu (the system's); F4 changes it"
    )
    parser.add_argument(
        "--deck", choices=DECKS, default="", metavar="DECK", help="french or german, if both can show the cards"
    )
    parser.add_argument("--plain", action="store_true", help="draw with ASCII characters and without colours")


def run(args: argparse.Namespace) -> int:
    """Join the table. Returns the exit status. Raises Refused `error.link`, or if there is no terminal."""
    try:
        table_address = place_of(args.link)
    except ValueError:
        raise Refused(
            "error.link", {"link": args.link[:100], "allowed": "https://cards.example/t/2b3c4d5e6f7g"}
        ) from None
    check_terminal()
    people = Identities(config_folder() / "tables.json")
    cookie = people.of(table_address.origin).cookie

    def keep(at: TableAddress, given: str) -> None:
        people.keep(at.origin, cookie=given, table=at.table)

    if args.code:
        cookie = with_seat(table_address, args.code, cookie)
        keep(table_address, cookie)

    open_table(args, table_address, cookie, keep, sits=not args.watch)
    return 0


def check_terminal() -> None:
    """Raise Refused `error.no_textual` (command) or `error.no_terminal` if the terminal cannot draw a table."""
    if find_spec("textual") is None:
        raise Refused("error.no_textual", {"command": f"{sys.executable} -m pip install textual"})
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Refused("error.no_terminal")


def open_table(
    args: argparse.Namespace,
    table_address: TableAddress,
    cookie: str,
    keep: Callable[[TableAddress, str], None],
    *,
    sits: bool = True,
) -> None:
    """Show the table until its user leaves; after a lesson also the table of a real match. Raises Refused as
    `new_table`.
    """
    from stich.terminal.app import TerminalTable  # imported here because it takes long and few commands need it

    while True:
        app = TerminalTable(
            table_address,
            language=args.lang or language(),
            name=args.name or user_name(),
            cookie=cookie,
            keep=partial(keep, table_address),
            sits=sits,
            drawings=args.deck,
            plain=args.plain or not speaks_unicode(),
            preferences=Preferences(config_folder() / "preferences.json"),
        )
        if not app.run():
            return
        cookie = app.connection.cookie
        wish = NewTable(game=app.table.spec.game, pace=getattr(args, "pace", "normal"))
        table_address = new_table(TableAddress(table_address.origin), wish)


def with_seat(table_address: TableAddress, code: str, cookie: str) -> str:
    """Take the seat that a code stands for; return the cookie of the person who has it. Raises Refused."""
    try:
        return recover_seat(table_address, code, cookie)
    except Refusal as refusal:
        raise refused(refusal) from refusal


def new_table(table_address: TableAddress, wish: NewTable) -> TableAddress:
    """Create a table. Raises Refused if the server refuses."""
    try:
        return make_table(table_address, wish)
    except Refusal as refusal:
        raise refused(refusal) from refusal


def refused(refusal: Refusal) -> Refused:
    """Return a server's refusal as one of this program."""
    args: dict[str, int | str | bytes] = {
        name: value for name, value in refusal.problem.args.items() if isinstance(value, int | str)
    }
    return Refused(f"error.{refusal.problem.code}", args)


def user_name() -> str:
    """Return the system's name of its user, "" if it has none."""
    name = os.environ.get("USER") or os.environ.get("USERNAME") or ""
    return name[:1].upper() + name[1:]


def speaks_unicode() -> bool:
    """Tell whether the terminal can show signs beyond ASCII."""
    return (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf")

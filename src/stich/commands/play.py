"""The command `stich play`: plays a match against bots in the terminal. The server is this process; nobody else can
reach it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os
import socket
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final, get_args

from stich.client.address import TableAddress
from stich.commands import Subparsers, add_preset, data_folder, load_games
from stich.commands.join import add_options, check_terminal, new_table, open_table
from stich.commands.serve import only_server, signing_key
from stich.games import find, games
from stich.kernel.action import Refused
from stich.server.messages.frame import Timer
from stich.server.messages.over_http import NewTable
from stich.server.state.lessons import lesson_names
from stich.terminal.identity import Identities

if TYPE_CHECKING:
    import uvicorn

HERE: Final = "play"  # the key of the server that this command starts, which does not depend on its port
PACES: Final = ("slow", "normal", "fast", "instant")


def add(subparsers: Subparsers) -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser(
        "play",
        help="play in the terminal",
        description="Play a match against bots in the terminal. The table is stored: --resume continues the last one.",
    )
    parser.add_argument("game", nargs="?", help="its name (the first game)")
    parser.add_argument("--learn", action="store_true", help="play a prepared deal that explains the game step by step")
    parser.add_argument("--resume", action="store_true", help="continue at the last table")
    add_preset(parser, "the recommended one")
    parser.add_argument(
        "--set", metavar="OPTION=VALUE", action="append", default=[], help="a rule of the game; may be repeated"
    )
    parser.add_argument(
        "--bots", metavar="LEVEL", action="append", default=[], help="how well the bots play (club); may be repeated"
    )
    parser.add_argument(
        "--pace", choices=PACES, metavar="PACE", default="normal", help=f"{', '.join(PACES)} (%(default)s)"
    )
    parser.add_argument(
        "--timer", choices=get_args(Timer), metavar="LIMIT", default="off",
        help=f"how long you may take: {', '.join(get_args(Timer))} (%(default)s)",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, help="the same seed deals the same cards")
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder of the tables (in the user's data folder)")
    parser.add_argument(
        "--games", type=Path, metavar="DIR", action="append", default=[], help="a folder with further games"
    )
    add_options(parser)


def run(args: argparse.Namespace) -> int:
    """Play. Returns the exit status. Raises Refused for options that the game does not have."""
    load_games(args.games, for_table=True)
    game = find(args.game or next(iter(games())))
    wish = NewTable(
        game=game.name,
        preset=args.preset or game.recommended(),
        options=dict(setting(text) for text in args.set),
        bots=args.bots[:1] + args.bots,  # the first seat is the player's own: a bot plays there only if they leave it
        pace=args.pace,
        timer=args.timer,
        seed=args.seed,
    )
    if args.learn:  # a lesson brings its own rules, cards and bots
        wish = NewTable(game=game.name, pace=args.pace, lesson=next(iter(lesson_names(game)), "-"))
    check_terminal()
    with contextlib.ExitStack() as opened:
        data, origin = opened.enter_context(at_home(args.data))
        people = Identities(data / "terminal.json")
        known = people.of(HERE)
        table_address = TableAddress(origin, known.table)
        if not (args.resume and known.table):
            table_address = new_table(TableAddress(origin), wish)

        def keep(at: TableAddress, cookie: str) -> None:
            people.keep(HERE, cookie=cookie, table=at.table)

        open_table(args, table_address, known.cookie, keep)
    return 0


def setting(text: str) -> tuple[str, str]:
    """Read "limit=300". Raises Refused `error.setting` (value, allowed)."""
    name, mark, value = text.partition("=")
    if not name or not mark:
        raise Refused("error.setting", {"value": text[:60], "allowed": "limit=300"})
    return name.strip(), value.strip()


@contextlib.contextmanager
def at_home(given: Path | None) -> Iterator[tuple[Path, str]]:
    """Run a private server; yield its folder and its address.

    The default folder is beside the user's other tables, so that `stich` can run at the same time; a second match at
    the same time gets a temporary one.
    """
    with contextlib.ExitStack() as opened:
        data = given if given is not None else data_folder() / "terminal"
        try:
            origin = opened.enter_context(private(data))
        except Refused as refused:
            if given is not None or refused.phrase.key != "error.data_used":
                raise
            data = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="stich-")))
            origin = opened.enter_context(private(data))
        yield data, origin


@contextlib.contextmanager
def private(data: Path) -> Iterator[str]:
    """Run a server in a thread of this process, at a port that the system chooses; yield its address.

    Raises Refused `error.data` or `error.data_used`: the folder cannot be used, or belongs to another server.
    """
    import uvicorn

    from stich.server.app import create_app
    from stich.server.connections.guests import Hosts
    from stich.server.serving import server_config
    from stich.server.storage.store import sound_store

    key = signing_key(data)
    sole = only_server(data)
    store = sound_store(data / "tables.sqlite")
    server = uvicorn.Server(server_config(create_app(store, games(), key, hosts=Hosts([]))))
    keep_quiet(data)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setblocking(False)
        thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listener])), daemon=True)
        thread.start()
        try:
            wait_for(server, thread)
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(10)
            os.close(sole)


def wait_for(server: uvicorn.Server, thread: threading.Thread) -> None:
    """Wait until the server has started. Raises Refused `error.internal` if it fails."""
    while not server.started and thread.is_alive():
        thread.join(0.01)
    if not server.started:
        raise Refused("error.internal")


def keep_quiet(data: Path) -> None:
    """Redirect the server's terminal output, which would appear in the drawn table, to a file."""
    handler = logging.FileHandler(data / "play.log", "w", "utf-8", delay=True)
    for name in ("uvicorn", "uvicorn.error", "stich", "asyncio"):
        log = logging.getLogger(name)
        log.handlers = [handler]
        log.propagate = False

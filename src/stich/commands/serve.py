"""`stich serve`, and `stich` alone: the server."""

from __future__ import annotations

import argparse
import asyncio
import errno
import os
import secrets
import socket
import sys
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Final

from stich import __version__, build_info
from stich.commands import Subparsers, say
from stich.games import games, load_folder
from stich.kernel.action import Refused

if TYPE_CHECKING:
    import uvicorn

FIRST_PORT: Final = 8000
PORTS: Final = 100  # tried one after another where none was asked for
KEY_SIZE: Final = 32


def add(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser(
        "serve",
        help="start the table server",
        description="Start the table server. Without --port the first free port from 8000 on is taken and named.",
    )
    add_options(parser)
    parser.add_argument("--browser", action=argparse.BooleanOptionalAction, default=False, help="open the start page")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare what `stich serve` and `stich` alone have in common."""
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen at; 0.0.0.0 lets others in (%(default)s)"
    )
    parser.add_argument("--port", type=int, help="port to listen at; refused if it is in use")
    parser.add_argument("--data", type=Path, metavar="DIR", help="where tables are kept (the user's data folder)")
    parser.add_argument(
        "--games",
        type=Path,
        metavar="DIR",
        action="append",
        default=[],
        help="a folder with further games; may be repeated",
    )


def run(args: argparse.Namespace) -> int:
    return serve(args, browser=args.browser)


def serve(args: argparse.Namespace, *, browser: bool) -> int:
    """Run the server until it is told to end. Raises Refused for a port, folder or game that will not do."""
    for folder in args.games:
        load_folder(folder)
    data = args.data if args.data is not None else data_folder()
    key = signing_key(data)
    listener = listen(args.host, args.port)
    # what takes long to import is imported once it is clear that it will be needed
    import uvicorn

    from stich.server.app import create_app
    from stich.server.socket import LARGEST_READ
    from stich.server.store import Store

    app = create_app(Store(data / "tables.sqlite"), games(), key)
    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=LARGEST_READ,
        ws_ping_interval=None,  # pages ping by themselves, and a heartbeat of the protocol's own gave false alarms
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    server = uvicorn.Server(config)
    try:
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.run(announced(server, listener, address(args.host, listener), browser))
    except KeyboardInterrupt:
        pass  # Ctrl-C is how a server ends
    return 0


async def announced(server: uvicorn.Server, listener: socket.socket, url: str, browser: bool) -> None:
    """Run the server; once it answers, say where, and open the page there."""
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    if server.started:
        print(f"stich {__version__}, {build_info()}")
        print(say("cli.serving", {"url": url}), flush=True)
        if browser and not await asyncio.to_thread(webbrowser.open, url):
            print(say("cli.no_browser"), flush=True)
    await serving


def data_folder() -> Path:
    """Return where this user's tables are kept, by the custom of the system."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData/Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library/Application Support")
    else:
        base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local/share")
    return Path(base) / "stich"


def signing_key(data: Path) -> bytes:
    """Return the key that signs guests' cookies, made at the first start. Raises Refused `error.data` (path, reason).
    """
    file = data / "key"
    try:
        data.mkdir(parents=True, exist_ok=True)
        if not file.exists():
            fresh = file.with_name(f"key.{os.getpid()}")
            with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
                out.write(secrets.token_bytes(KEY_SIZE))
            fresh.replace(file)
        key = file.read_bytes()
    except OSError as error:
        raise Refused("error.data", {"path": str(error.filename), "reason": error.strerror or str(error)}) from error
    if len(key) < KEY_SIZE:
        raise Refused("error.data", {"path": str(file), "reason": f"{len(key)} < {KEY_SIZE}"})
    return key


def listen(host: str, port: int | None) -> socket.socket:
    """Return a listening socket: at the port asked for, or at the first free one.

    Raises Refused: `error.port` (n), out of range; `error.port_used` (n); `error.port_denied` (n); `error.ports_used`
    (n, most); `error.host` (host).
    """
    if port is not None and not 0 <= port < 65536:
        raise Refused("error.port", {"n": str(port), "allowed": "0–65535"})
    for tried in [port] if port is not None else range(FIRST_PORT, FIRST_PORT + PORTS):
        try:
            return bound(host, tried)
        except socket.gaierror as error:
            raise Refused("error.host", {"host": host}) from error
        except PermissionError as error:
            if port is not None:
                raise Refused("error.port_denied", {"port": str(tried)}) from error
        except OSError as error:
            if error.errno == errno.EADDRNOTAVAIL:
                raise Refused("error.host", {"host": host}) from error
            if port is not None:
                raise Refused("error.port_used", {"port": str(tried), "host": host}) from error
    raise Refused("error.ports_used", {"port": str(FIRST_PORT), "to": str(FIRST_PORT + PORTS - 1), "host": host})


def bound(host: str, port: int) -> socket.socket:
    family, kind, proto, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    listener = socket.socket(family, kind, proto)
    try:
        if os.name != "nt":  # there it would let two servers share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(where)
        listener.listen(2048)
        listener.setblocking(False)
    except OSError:
        listener.close()
        raise
    return listener


def address(host: str, listener: socket.socket) -> str:
    """Return the address to open on this machine."""
    port = listener.getsockname()[1]
    shown = "127.0.0.1" if host in ("0.0.0.0", "::", "") else host
    return f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"

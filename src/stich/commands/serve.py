"""The commands `stich serve` and `stich`: start the server."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import errno
import ipaddress
import os
import secrets
import shutil
import socket
import sys
import webbrowser
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import stich
from stich import __version__, build_info
from stich.commands import Subparsers, add_database, data_folder, database_of, load_games, positive, say
from stich.games import find_alone, games
from stich.kernel.action import Refused
from stich.server.garbage import collect_when_idle
from stich.server.logs import FORMATS, LEVELS, configure
from stich.server.reload import pause, serve_again
from stich.server.settings import metrics_address, operator, show_metrics, trusted_proxies

if TYPE_CHECKING:
    import uvicorn

    from stich.server.bots.job import Thinkers

FIRST_PORT: Final = 8000
TURN: Final = 0.0005  # seconds that a thread can keep the interpreter while others wait; Python's default is 0.005
PORTS: Final = 100  # tried one after another if none was given
AROUND: Final = 5  # lines that are printed beside a QR code
KEY_SIZE: Final = 32
MOST_BOT_PROCESSES: Final = 256
STATIC: Final = Path(stich.__file__).with_name("server") / "static"  # the page, if it was built
EVERYWHERE: Final = ("0.0.0.0", "::", "")  # listening there means listening at every address of this machine


def add(subparsers: Subparsers) -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser(
        "serve",
        help="start the table server",
        description="Start the table server. Without --port the first free port from 8000 on is used and printed.",
    )
    add_options(parser)
    parser.add_argument("--browser", action=argparse.BooleanOptionalAction, default=False, help="open the start page")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments that `stich serve` and `stich` share."""
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen at; 0.0.0.0 accepts other machines (%(default)s)"
    )
    parser.add_argument(
        "--allow-host",
        metavar="NAME",
        action="append",
        default=[],
        help="a name under which browsers can reach this server, besides localhost, this machine's own name and "
        "numeric addresses; may be repeated; * for any",
    )
    parser.add_argument(
        "--trusted-proxy",
        metavar="ADDR",
        action="append",
        help="the address or network of a proxy that says for whom it asks; may be repeated (127.0.0.0/8 and ::1)",
    )
    parser.add_argument(
        "--reload",
        action="store_true",
        help="start again when rules or texts change; Vite serves the page as it is edited",
    )
    parser.add_argument("--port", type=int, help="port to listen at; refused if it is in use")
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder of the tables (the user's data folder)")
    add_database(parser)
    parser.add_argument(
        "--keep-tables",
        type=positive,
        metavar="DAYS",
        default=0,
        help="delete tables, with their finished matches, that nobody has used for so many days (kept for ever)",
    )
    parser.add_argument(
        "--metrics",
        metavar="HOST:PORT",
        help="answer with measurements for Prometheus at this address, which strangers must not reach (nowhere)",
    )
    parser.add_argument(
        "--log-format", choices=FORMATS, default=FORMATS[0], help="lines for people, or JSON (%(default)s)"
    )
    parser.add_argument(
        "--log-level", choices=LEVELS, default="warning", help="the least that is worth a line (%(default)s)"
    )
    parser.add_argument("--access-log", action="store_true", help="write a line for each request over HTTP, too")
    parser.add_argument(
        "--games",
        type=Path,
        metavar="DIR",
        action="append",
        default=[],
        help="a folder with further games; may be repeated",
    )
    parser.add_argument(
        "--bot-processes",
        type=int,
        metavar="N",
        help="processes in which bots search; 0: all bots think in the server's own process (as many as there are "
        "processors, less one)",
    )


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C. Returns the exit status."""
    if args.reload:
        return reload(args)
    return serve(args, browser=args.browser)


def reload(args: argparse.Namespace) -> int:
    """Run the server in a separate process, at one port, and restart it after each change of its sources."""
    listener = listen(args.host, args.port)
    url = address(args.host, listener)
    argv = ["serve", "--host", args.host, "--port", str(listener.getsockname()[1])]
    listener.close()
    argv += [word for name in args.allow_host for word in ("--allow-host", name)]
    argv += [word for one in args.trusted_proxy or () for word in ("--trusted-proxy", one)]
    argv += ["--log-format", args.log_format, "--log-level", args.log_level]
    argv += ["--access-log"] if args.access_log else []
    argv += ["--metrics", args.metrics] if args.metrics else []
    argv += [word for folder in args.games for word in ("--games", str(folder))]
    argv += ["--data", str(args.data)] if args.data is not None else []
    argv += ["--keep-tables", str(args.keep_tables)] if args.keep_tables else []
    if args.database:
        os.environ["STICH_DATABASE"] = args.database  # a command line can be read by everybody on this machine
    argv += ["--bot-processes", str(args.bot_processes)] if args.bot_processes is not None else []
    return serve_again(argv, url, [Path(stich.__file__).parent, *args.games], pause)


def serve(args: argparse.Namespace, *, browser: bool) -> int:
    """Run the server until it is stopped. Raises Refused if the port, the folder or a game cannot be used."""
    configure(args.log_format, args.log_level, access=args.access_log)
    load_games(args.games, for_table=True)
    proxies = trusted_proxies(args.trusted_proxy)
    thinkers = thinkers_of(args.bot_processes, args.games)
    metrics = metrics_address(args.metrics)
    data = args.data if args.data is not None else data_folder()
    key = signing_key(data)
    sole = only_server(data)
    listener = listen(args.host, args.port)
    # slow imports wait until it is clear that they are needed
    from stich.server.app import create_app
    from stich.server.connections.descriptors import raise_limit
    from stich.server.connections.guests import Hosts
    from stich.server.serving import Server, server_config
    from stich.server.storage.store import sound_store

    raise_limit()
    sys.setswitchinterval(TURN)  # after a commit the log's thread waits for the loop, and the loop for bots that think
    app = create_app(
        sound_store(database_of(args)),
        games(),
        key,
        hosts=Hosts(own_names(args.host) + args.allow_host),
        elsewhere=lambda: from_outside(args.host, listener),
        proxies=proxies,
        operator=operator(data),
        thinkers=thinkers,
        keep_days=args.keep_tables,
    )
    shown = show_metrics(metrics, app) if metrics is not None else ""
    server = Server(server_config(app))
    try:
        with asyncio.Runner(loop_factory=loop_factory()) as runner:
            runner.run(announced(server, listener, args.host, browser, shown))
    except KeyboardInterrupt:
        pass  # Ctrl-C is the normal way to stop a server
    finally:
        os.close(sole)
    return 0


def thinkers_of(processes: int | None, folders: list[Path]) -> Thinkers | None:
    """Return where bots think, None: in threads of this process. Raises Refused `error.bot_processes` (n, allowed)."""
    from stich.server.bots.pool import BotPool, usual_processes

    if processes is not None and not 0 <= processes <= MOST_BOT_PROCESSES:
        raise Refused("error.bot_processes", {"n": str(processes)[:20], "allowed": f"0–{MOST_BOT_PROCESSES}"})
    if processes == 0:
        return None
    return BotPool(usual_processes() if processes is None else processes, partial(find_alone, folders))


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return the event loop factory, None for asyncio's. With uvloop an action takes 6 to 8 % less time."""
    try:
        from uvloop import new_event_loop
    except ImportError:  # Windows, or an interpreter without a wheel
        return None
    return new_event_loop


async def announced(
    server: uvicorn.Server, listener: socket.socket, host: str, browser: bool, metrics: str = ""
) -> None:
    """Run the server; once it answers, print its address and open the page. metrics: the address of measurements."""
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    looking = asyncio.create_task(collect_when_idle())
    if server.started:
        print(f"stich {__version__}, {build_info()}")
        url = address(host, listener)
        print(say("cli.serving", {"url": url}), flush=True)
        if metrics:
            print(say("cli.metrics", {"url": metrics}), flush=True)
        others = await asyncio.to_thread(from_outside, host, listener)  # it can wait for a name server
        for other in others:
            print(say("cli.from_outside", {"url": other}), flush=True)
        if others and sys.stdout.isatty():
            print_code(others[0])
        if not (STATIC / "index.html").is_file():
            print(say("cli.no_page"), flush=True)
        if browser and not await asyncio.to_thread(webbrowser.open, url):
            print(say("cli.no_browser"), flush=True)
    await serving
    looking.cancel()


def print_code(url: str) -> None:
    """Print an address as a QR code, for phones in the same network, if the terminal has room for it."""
    from stich.server.pages.invitation import printed_code

    room = shutil.get_terminal_size()
    colours = not os.environ.get("NO_COLOR")
    code = printed_code(url, room.columns, room.lines - AROUND, sys.stdout.encoding, colours=colours)
    if code:
        print(say("cli.code"), code, sep="\n", flush=True)


def own_names(host: str) -> list[str]:
    """Return the names that lead to this machine: the address it listens at, and its own name in the network."""
    name = socket.gethostname()
    return [host, name, name.partition(".")[0], name.partition(".")[0] + ".local"]


def signing_key(data: Path) -> bytes:
    """Return the key that signs guests' cookies, created at the first start.

    Raises Refused `error.data` (path, reason).
    """
    file = data / "key"
    try:
        data.mkdir(0o700, parents=True, exist_ok=True)
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


def only_server(data: Path) -> int:
    """Lock the data folder for this process; the system releases the lock when the process ends for any reason.

    Two servers on one folder would overwrite each other's tables. Returns the open file. Raises Refused
    `error.data_used` (path); `error.data` (path, reason).
    """
    file = data / "lock"
    try:
        held = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise Refused("error.data", {"path": str(file), "reason": error.strerror or str(error)}) from error
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(held, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(held)
        raise Refused("error.data_used", {"path": str(data)}) from error
    return held


def listen(host: str, port: int | None) -> socket.socket:
    """Return a listening socket: at the given port, or at the first free one.

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
    """Return a listening socket. port 0: any free one. Raises OSError."""
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
    return url_of("127.0.0.1" if host in EVERYWHERE else host, listener)


def from_outside(host: str, listener: socket.socket) -> list[str]:
    """Return the addresses to open on other machines, as far as this one knows them; [] if it listens on localhost
    only."""
    if host not in EVERYWHERE:
        return []
    six = listener.family == socket.AF_INET6
    found: list[str] = []
    if not six or not listener.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY):
        found.append(way_out(socket.AF_INET, "192.0.2.1"))
        with contextlib.suppress(OSError):  # a machine that does not know its own name
            found += socket.gethostbyname_ex(socket.gethostname())[2]
    if six:
        found.append(way_out(socket.AF_INET6, "2001:db8::1"))
    return [url_of(one, listener) for one in dict.fromkeys(found) if is_of_a_network(one)]


def way_out(family: socket.AddressFamily, far: str) -> str:
    """Return this machine's address on the route to a distant one, "" if there is no route. Connecting a datagram
    socket sends nothing; it only looks up the route."""
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
        asking.connect((far, 9))
        return str(asking.getsockname()[0])
    return ""


def is_of_a_network(address: str) -> bool:
    """Tell whether other machines can reach this one by this address."""
    with contextlib.suppress(ValueError):
        ip = ipaddress.ip_address(address)
        return not (ip.is_loopback or ip.is_unspecified or ip.is_link_local)
    return False


def url_of(host: str, listener: socket.socket) -> str:
    """Return the address at which the start page is found."""
    port = listener.getsockname()[1]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"

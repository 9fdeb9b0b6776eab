"""The commands `stich serve` and `stich`: start the server."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import io
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
from stich.commands import Subparsers, add_database, data_folder, database_of, explain, load_games, positive, say
from stich.games import find_alone, games
from stich.kernel.action import Refused
from stich.server.garbage import collect_when_idle
from stich.server.listening import address, from_outside, listen, own_names
from stich.server.logs import FORMATS, LEVELS, configure
from stich.server.reload import pause, serve_again
from stich.server.settings import metrics_address, operator, show_metrics, trusted_proxies

if TYPE_CHECKING:
    import uvicorn
    from starlette.applications import Starlette

    from stich.server.bots.job import Thinkers
    from stich.server.storage.store import Store
    from stich.server.tables.tenure import Tenure

TURN: Final = 0.0005  # seconds that a thread can keep the interpreter while others wait; Python's default is 0.005
AROUND: Final = 5  # lines that are printed beside a QR code
KEY_SIZE: Final = 32
MOST_BOT_PROCESSES: Final = 256
MOST_WORKERS: Final = 64
STATIC: Final = Path(stich.__file__).with_name("server") / "static"  # the page, if it was built


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
    parser.add_argument(
        "--workers",
        type=int,
        metavar="N",
        default=1,
        help="processes that share the tables; more than one need PostgreSQL (%(default)s)",
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
    argv += ["--workers", str(args.workers)] if args.workers != 1 else []
    argv += ["--bot-processes", str(args.bot_processes)] if args.bot_processes is not None else []
    return serve_again(argv, url, [Path(stich.__file__).parent, *args.games], pause)


def serve(args: argparse.Namespace, *, browser: bool) -> int:
    """Run the server until it is stopped. Raises Refused if the port, the folder or a game cannot be used."""
    configure(args.log_format, args.log_level, access=args.access_log)
    load_games(args.games, for_table=True)
    check_workers(args)
    trusted_proxies(args.trusted_proxy)
    metrics_address(args.metrics)
    data = args.data if args.data is not None else data_folder()
    signing_key(data)
    sole = only_server(data)
    listener = listen(args.host, args.port)
    # slow imports wait until it is clear that they are needed
    from stich.server.connections.descriptors import raise_limit
    from stich.server.serving import Server, server_config

    raise_limit()
    try:
        if args.workers > 1:
            return serve_many(args, listener, browser=browser)
        app, shown = application(args, lambda: from_outside(args.host, listener))
        server = Server(server_config(app))
        with asyncio.Runner(loop_factory=loop_factory()) as runner:
            runner.run(announced(server, listener, args.host, browser, shown))
    except KeyboardInterrupt:
        pass  # Ctrl-C is the normal way to stop a server
    finally:
        os.close(sole)
    return 0


def application(args: argparse.Namespace, elsewhere: Callable[[], list[str]], worker: int = 0) -> tuple[Starlette, str]:
    """Return the application of one process, and the address of its measurements, "" for none. worker: its number.
    Raises Refused if the database or an address cannot be used."""
    from stich.server.app import create_app
    from stich.server.connections.guests import Hosts
    from stich.server.storage.store import sound_store

    sys.setswitchinterval(TURN)  # after a commit the log's thread waits for the loop, and the loop for bots that think
    data = args.data if args.data is not None else data_folder()
    store = sound_store(database_of(args))
    app = create_app(
        store,
        games(),
        signing_key(data),
        hosts=Hosts(own_names(args.host) + args.allow_host),
        elsewhere=elsewhere,
        proxies=trusted_proxies(args.trusted_proxy),
        operator=operator(data),
        thinkers=thinkers_of(args.bot_processes, args.games, args.workers),
        keep_days=args.keep_tables,
        tenure=tenure_of(store, data, worker, args.workers),
        find=partial(find_alone, args.games),
    )
    metrics = metrics_address(args.metrics)
    if metrics is None:
        return app, ""
    host, port = metrics
    return app, show_metrics((host, port + worker if port else 0), app)


# -- several workers ---------------------------------------------------------------------------------------------------


def check_workers(args: argparse.Namespace) -> None:
    """Raise Refused if there cannot be so many workers: `error.workers` (n, allowed), `error.workers_database`,
    `error.workers_system`."""
    if not 1 <= args.workers <= MOST_WORKERS:
        raise Refused("error.workers", {"n": str(args.workers)[:20], "allowed": f"1–{MOST_WORKERS}"})
    if args.workers > 1 and not hasattr(socket, "send_fds"):
        raise Refused("error.workers_system")
    if args.workers > 1 and not str(database_of(args)).startswith("postgres"):
        raise Refused("error.workers_database")


def serve_many(args: argparse.Namespace, listener: socket.socket, *, browser: bool) -> int:
    """Run several workers behind one port until they are stopped."""
    from stich.server.workers.supervisor import Supervisor

    machine(args.data if args.data is not None else data_folder())  # before several workers make the file at once
    outside = from_outside(args.host, listener)
    metrics = metrics_address(args.metrics)
    shown = f"http://{metrics[0]}:{metrics[1]}/metrics" if metrics is not None and metrics[1] else ""
    told = partial(announce, listener, args.host, browser, shown)

    async def supervise() -> int:
        return await Supervisor(listener, args.workers, partial(work, args, outside), told).run()

    return asyncio.run(supervise())


def work(args: argparse.Namespace, outside: list[str], number: int, end: socket.socket) -> None:
    """Be a worker. Called in a new process."""
    configure(args.log_format, args.log_level, access=args.access_log)
    with contextlib.redirect_stderr(io.StringIO()):  # the supervisor has said which games are left out
        load_games(args.games, for_table=True)
    from stich.server.connections.descriptors import raise_limit
    from stich.server.serving import Server, server_config
    from stich.server.workers.worker import serve_behind

    raise_limit()
    try:
        app, _ = application(args, lambda: outside, number)
    except Refused as refused:
        print(f"stich: {explain(refused)}", file=sys.stderr)
        sys.exit(2)
    # a connection is for one request: the next one can be about a table of another worker
    server = Server(server_config(app, headers=[("connection", "close")]))
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(serve_behind(server, end))


def tenure_of(store: Store, data: Path, worker: int, workers: int) -> Tenure | None:
    """Return the leases of a worker; None: no other process can use this database."""
    from stich.server.storage.lease import Leases
    from stich.server.tables.tenure import Tenure
    from stich.server.workers.routing import home

    if store.path is not None:
        return None
    leases = Leases(store.engine, f"{socket.gethostname()}-{machine(data)}-{worker}")  # a folder can be copied
    return Tenure(leases, lambda table: home(table, workers) == worker, led=workers > 1)


def machine(data: Path) -> str:
    """Return the name by which the workers of this data folder are known, made at the first start."""
    file = data / "machine"
    if not file.exists():
        file.write_text(secrets.token_hex(4), "ascii")
    return file.read_text("ascii").strip()


# -- what a server needs -----------------------------------------------------------------------------------------------


def thinkers_of(processes: int | None, folders: list[Path], workers: int = 1) -> Thinkers | None:
    """Return where bots think, None: in threads of this process. workers: share this machine. Raises Refused
    `error.bot_processes` (n, allowed)."""
    from stich.server.bots.pool import BotPool, usual_processes

    if processes is not None and not 0 <= processes <= MOST_BOT_PROCESSES:
        raise Refused("error.bot_processes", {"n": str(processes)[:20], "allowed": f"0–{MOST_BOT_PROCESSES}"})
    if processes == 0:
        return None
    usual = max(1, usual_processes() // workers)
    return BotPool(usual if processes is None else processes, partial(find_alone, folders))


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
        await asyncio.to_thread(announce, listener, host, browser, metrics)
    await serving
    looking.cancel()


def announce(listener: socket.socket, host: str, browser: bool, metrics: str) -> None:
    """Print the addresses of a server that answers, and open the page. It can wait for a name server or a browser."""
    print(f"stich {__version__}, {build_info()}")
    url = address(host, listener)
    print(say("cli.serving", {"url": url}), flush=True)
    if metrics:
        print(say("cli.metrics", {"url": metrics}), flush=True)
    others = from_outside(host, listener)
    for other in others:
        print(say("cli.from_outside", {"url": other}), flush=True)
    if others and sys.stdout.isatty():
        print_code(others[0])
    if not (STATIC / "index.html").is_file():
        print(say("cli.no_page"), flush=True)
    if browser and not webbrowser.open(url):
        print(say("cli.no_browser"), flush=True)


def print_code(url: str) -> None:
    """Print an address as a QR code, for phones in the same network, if the terminal has room for it."""
    from stich.server.pages.invitation import printed_code

    room = shutil.get_terminal_size()
    colours = not os.environ.get("NO_COLOR")
    code = printed_code(url, room.columns, room.lines - AROUND, sys.stdout.encoding, colours=colours)
    if code:
        print(say("cli.code"), code, sep="\n", flush=True)


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

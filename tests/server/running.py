"""Real servers for the tests: one in a thread of this process, one as a process of its own that can be killed."""

from __future__ import annotations

import asyncio
import atexit
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from email.message import Message
from pathlib import Path
from typing import IO, Any, NamedTuple

import uvicorn
from starlette.applications import Starlette

from stich.kernel.game import Game
from stich.server.app import STATIC, create_app
from stich.server.connections.gate import Gate
from stich.server.connections.socket import Sockets
from stich.server.serving import server_config
from stich.server.storage.store import Store
from stich.server.tables.registry import TableRegistry
from stich.server.tables.tenure import Tenure


class Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def fetch(url: str, body: Any = None, method: str | None = None, headers: dict[str, str] | None = None) -> Answer:
    """Ask for a page; a body that is no bytes is sent as JSON."""
    data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
    request = urllib.request.Request(url, data=data, method=method, headers=headers or {})
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return Answer(answer.status, dict(lower(answer.headers)), answer.read())
    except urllib.error.HTTPError as error:
        return Answer(error.code, dict(lower(error.headers)), error.read())


def lower(headers: Message) -> Iterator[tuple[str, str]]:
    yield from ((name.lower(), value) for name, value in headers.items())


class Served(NamedTuple):
    url: str
    registry: TableRegistry
    sockets: Sockets
    store: Store
    loop: asyncio.AbstractEventLoop
    app: Starlette

    @property
    def gate(self) -> Gate:
        gate: Gate = self.app.state.gate
        return gate

    def table(self, **wishes: Any) -> str:
        """Open a table and return its name."""
        answer = fetch(self.url + "api/tables", {"game": "chimera", **wishes})
        assert answer.status == 201, answer.body
        name: str = answer.json["table"]
        return name


@contextmanager
def served(
    folder: Path | str,
    games: Mapping[str, Game],
    static: Path = STATIC,
    elsewhere: Callable[[], list[str]] = list,
    operator: bytes = b"",
    tenure: Callable[[Store], Tenure | None] = lambda store: None,
    find: Callable[[str], Game] | None = None,
) -> Iterator[Served]:
    """Run a real server in a thread of this process, at a free port. folder: or the address of a database. tenure:
    returns the tenure of a worker that is not alone. find: returns a game in the process that judges matches."""
    store = Store(folder if isinstance(folder, str) else folder / "tables.sqlite")
    app = create_app(
        store, games, b"0" * 32, static, elsewhere=elsewhere, operator=operator, tenure=tenure(store), find=find
    )
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(server_config(app, grace=1))
    loops: list[asyncio.AbstractEventLoop] = []

    async def serve() -> None:
        loops.append(asyncio.get_running_loop())
        await server.serve(sockets=[listener])

    thread = threading.Thread(target=asyncio.run, args=(serve(),), daemon=True)
    thread.start()
    deadline = time.monotonic() + 10
    while not server.started and time.monotonic() < deadline:
        time.sleep(0.01)
    try:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}/"
        yield Served(url, app.state.registry, app.state.sockets, store, loops[0], app)
    finally:
        server.should_exit = True
        thread.join(10)
        assert not thread.is_alive(), "the server does not end"


class Process:
    """`stich serve` as a process of its own. Started again, it has the same port and the same data."""

    def __init__(self, data: Path, *more: str) -> None:
        self.data = data
        self.more = more
        self.port = 0
        self.url = ""
        self.process: subprocess.Popen[str] | None = None
        self.script = ""  # Python that runs instead of `-m stich`
        self.descriptors = 0  # that it may have; 0: as many as we
        self.errors: IO[bytes] | None = None  # where its log lines go, None: where ours do

    def start(self) -> Process:
        command = [
            sys.executable,
            *(("-c", self.script) if self.script else ("-m", "stich")),
            "serve",
            "--port",
            str(self.port),
            "--data",
            str(self.data),
            *self.more,
        ]
        environment = {**os.environ, "STICH_LANG": "en", "PYTHONPATH": os.pathsep.join(sys.path)}
        if self.descriptors:
            command = ["sh", "-c", f'ulimit -n {self.descriptors}; exec "$@"', "sh", *command]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.errors, text=True, env=environment)
        atexit.register(self.process.kill)  # a test that fails leaves none behind
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if "http://" in line:
                self.url = line[line.index("http://") :].split()[0]
                self.port = int(self.url.rstrip("/").rsplit(":", 1)[1])
                return self
        raise AssertionError(f"the server did not start: {self.process.wait()}")

    def kill(self) -> None:
        """kill -9."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def kill_worker(self, number: int) -> None:
        """kill -9 of one of several workers. `errors` must be a file, and the log level info."""
        os.kill(self.worker_pids(number + 1)[number], signal.SIGKILL)

    def worker_pids(self, count: int) -> list[int]:
        """Return the present processes of the first workers, as their supervisor has named them."""
        assert self.errors is not None
        lines = Path(self.errors.name).read_text("utf-8").splitlines()
        return [
            int([one for one in lines if f"worker {n} is process " in one][-1].rsplit(" ", 1)[1]) for n in range(count)
        ]

    def interrupt(self) -> int:
        """Ctrl-C; return the exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(10)

"""The server that `load.py --reference` measures beside stich: as simple as possible, with the same promise that
nothing is sent before it is on disk.

It uses Starlette's sockets as uvicorn creates them, uvloop if it is installed, msgspec for JSON, and an SQLite log that
is synced to disk once for all waiting actions before any of them is sent. It knows no rules: each seat in turn can name
one of twelve cards, and all receive the same. Nothing is kept for reconnects, and nothing is checked.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import socket
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

SEATS: Final = 3
LEGAL: Final = [["play", [card], -1, {"key": "act.play", "args": {"cards": [card]}}] for card in range(12)]
decode = msgspec.json.Decoder(dict[str, Any]).decode


def text(**fields: Any) -> str:
    return msgspec.json.encode(fields).decode()


class Table:
    def __init__(self, name: str) -> None:
        self.name = name
        self.v = 1
        self.lines: dict[int, WebSocket] = {}


class Entry(NamedTuple):
    table: Table
    v: int
    update: str
    asker: WebSocket
    ack: str


class Log:
    """The writer: everything that came during the last sync is written together, and then sent."""

    def __init__(self, file: Path) -> None:
        self.db = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
        self.db.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;")
        self.db.execute("CREATE TABLE log (n INTEGER PRIMARY KEY, at REAL, name TEXT, v INTEGER, body TEXT)")
        self.waiting: list[Entry] = []
        self.some = asyncio.Event()

    def add(self, entry: Entry) -> None:
        self.waiting.append(entry)
        self.some.set()

    def write(self, entries: list[Entry]) -> None:
        rows = [(time.time(), entry.table.name, entry.v, entry.update) for entry in entries]
        self.db.execute("BEGIN")
        self.db.executemany("INSERT INTO log (at, name, v, body) VALUES (?, ?, ?, ?)", rows)
        self.db.execute("COMMIT")

    async def run(self) -> None:
        while await self.some.wait():
            self.some.clear()
            entries, self.waiting = self.waiting, []
            await asyncio.to_thread(self.write, entries)
            for entry in entries:
                with suppress(WebSocketDisconnect, RuntimeError):  # a client has disconnected
                    await entry.asker.send_text(entry.ack)
                    for line in list(entry.table.lines.values()):
                        await line.send_text(entry.update)


def app(file: Path) -> Starlette:
    tables: dict[str, Table] = {}
    numbers = itertools.count(1)
    log = Log(file)

    async def opened(request: Request) -> JSONResponse:
        table = Table(f"t{next(numbers)}")
        tables[table.name] = table
        return JSONResponse({"table": table.name}, 201)

    async def played(line: WebSocket) -> None:
        await line.accept()
        table = tables[decode(await line.receive_text())["table"]]
        number = next(numbers)
        table.lines[number] = line
        view = {"legal": LEGAL, "must": 1 << table.v % SEATS, "status": "playing", "deal": 1}
        await line.send_text(text(t="view", v=table.v, view=view))
        with suppress(WebSocketDisconnect):
            while True:
                msg = decode(await line.receive_text())
                if msg["t"] == "ping":
                    await line.send_text(text(t="pong", n=msg["n"], now=time.time()))
                    continue
                table.v += 1
                update = text(t="update", v=table.v, events=[msg], patch={"must": 1 << table.v % SEATS, "legal": LEGAL})
                log.add(Entry(table, table.v, update, line, text(t="ack", id=msg["id"], v=table.v)))
        table.lines.pop(number, None)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        writing = asyncio.create_task(log.run())
        yield
        writing.cancel()

    routes = [Route("/api/tables", opened, methods=["POST"]), WebSocketRoute("/api/socket", played)]
    return Starlette(routes=routes, lifespan=lifespan)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--data", type=Path, required=True, metavar="DIR")
    parser.add_argument("--deflate", action="store_true", help="compress as uvicorn does unless it is told not to")
    args = parser.parse_args()
    listener = socket.create_server(("127.0.0.1", args.port), backlog=2048)
    print("a server that knows no rules,", "compressing" if args.deflate else "not compressing")
    print(f"http://127.0.0.1:{listener.getsockname()[1]}/", flush=True)
    made = app(args.data / "log.sqlite")
    config = uvicorn.Config(made, log_level="warning", ws_per_message_deflate=args.deflate, ws_ping_interval=None)
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Sends a server what no page sends: `python benchmarks/malformed.py --messages 1000000`.

It starts `stich serve` and a table where three people play, and opens sockets from many addresses of this machine, each
of which sends a burst of messages that are malformed, cut off, too large, compressed without need, out of order, or
about things that are not there. Meanwhile it asks for the server's health and weighs it. Exits with 0 if the server
lived through all of it, answered every question, logged no error, if the table still plays, and if the second half of
the messages made the server no larger than `GROWTH`.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import json
import os
import random
import sys
import tempfile
import time
import urllib.request
import zlib
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))

from server.page import Page, any_legal
from server.running import Process, fetch
from stich.server.messages.frame import PROTO

AT_ONCE = 40  # sockets
BURST = 24  # messages of a socket, at most
GROWTH = 4096  # KiB in the second half
MASK = b"\x07\x00\xff\x31"


def frame(data: bytes, opcode: int = 1, *, final: bool = True, bits: int = 0, masked: bool = True) -> bytes:
    """Return a frame as a client sends it, or should not."""
    size = len(data)
    flag = 0x80 * masked
    head = bytes((0x80 * final | bits | opcode,))
    if size < 126:
        head += bytes((flag | size,))
    elif size < 65536:
        head += bytes((flag | 126,)) + size.to_bytes(2, "big")
    else:
        head += bytes((flag | 127,)) + size.to_bytes(8, "big")
    if not masked:
        return head + data
    pattern = (MASK * (size // 4 + 1))[:size]
    return head + MASK + (int.from_bytes(data, "big") ^ int.from_bytes(pattern, "big")).to_bytes(size, "big")


def wrong(chance: random.Random, table: str) -> bytes:
    """Return one message, or part of one, that no page sends."""
    n = chance.randrange(-5, 2**54)
    said: list[object] = [
        {"t": "act", "id": n, "v": chance.randrange(99), "verb": "play", "cards": [chance.randrange(300)] * 9, "to": n},
        {"t": "act", "id": 1, "v": 0, "verb": "x" * chance.randrange(200), "host": True},
        {"t": "sit", "id": n, "seat": chance.randrange(-9, 99), "name": "\u202e\u0000" * 40},
        {"t": "undo", "id": n}, {"t": "start", "id": 2**53 - 1}, {"t": "ready", "id": 3, "deal": n},
        {"t": "hello", "proto": chance.choice([0, 1, PROTO, 99]), "table": chance.choice([table, "nowhere", ""])},
        {"t": "hello", "proto": PROTO, "table": table, "have": n, "epoch": "e" * chance.randrange(90)},
        {"t": "ping", "n": n, "v": n, "h": "deadbeef"}, {"t": "hint", "id": n, "v": n},
        {"t": "pace", "id": 4, "pace": "x"},
    ]  # fmt: skip
    kind = chance.randrange(200)
    if kind < 186:
        return frame(json.dumps(chance.choice(said)).encode())
    noise = chance.randbytes(chance.randrange(1, 400))
    return [
        lambda: frame(noise), lambda: frame(b"[" * 3000), lambda: frame(b'{"t":"act","id":1' + b"0" * 5000 + b"}"),
        lambda: frame(b"x" * chance.randrange(16_000, 90_000)), lambda: frame(noise, 2), lambda: noise,
        lambda: frame(noise, chance.randrange(16)), lambda: frame(noise, bits=chance.choice([0x10, 0x20, 0x40])),
        lambda: frame(noise, masked=False), lambda: frame(noise, 9), lambda: frame(noise[:120], 9),
        lambda: frame(noise, final=False) * 3, lambda: frame(b"", 0, final=False) * 300,
        lambda: frame(zlib.compress(bytes(10**6)), bits=0x40),
    ][kind - 186]()  # fmt: skip


class Attack:
    """All of it."""

    def __init__(self, port: int, table: str, messages: int, seed: int) -> None:
        self.port = port
        self.table = table
        self.left = messages
        self.chance = random.Random(seed)
        self.cookies: dict[str, str] = {}
        self.answers = 0
        self.sockets = 0

    async def run(self) -> None:
        while self.left > 0:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
                await self.once()

    async def once(self) -> None:
        """Open a socket, send a burst, and read what comes until the server ends it or falls silent."""
        chance = self.chance
        address = f"127.0.{chance.randrange(1, 9)}.{chance.randrange(1, 250)}"
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(address, 0))
        try:
            await self.shake_hands(reader, writer, address)
            count = chance.randrange(1, BURST)
            burst = b"".join([wrong(chance, self.table) for _ in range(count)])
            cut = chance.randrange(8) == 0
            writer.write(burst[: chance.randrange(len(burst))] if cut else burst)
            self.left -= count
            self.sockets += 1
            async with asyncio.timeout(0.3):
                while heard := await reader.read(65536):
                    self.answers += heard.count(b'{"t":')
        finally:
            writer.transport.abort()

    async def shake_hands(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, address: str) -> None:
        chance = self.chance
        path = f"/api/socket/{self.table}" + chance.choice(["", "?deflate=1", "?deflate=1&deflate=1"])
        cookie = f"Cookie: {self.cookies[address]}\r\n" if address in self.cookies else ""
        key = base64.b64encode(os.urandom(16)).decode()
        writer.write(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{cookie}"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n".encode()
        )
        async with asyncio.timeout(10):
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        for line in head.split("\r\n"):
            if line.lower().startswith("set-cookie: "):
                self.cookies[address] = line[12:].split(";")[0]


def weight(pid: int) -> int:
    """Return the KiB of memory that a process uses."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    return 0


async def health(url: str) -> bool:
    def ask() -> bool:
        with urllib.request.urlopen(url + "healthz", timeout=10) as answer:
            return bool(answer.status == 200)

    try:
        return await asyncio.to_thread(ask)
    except OSError:
        return False


async def besiege(server: Process, messages: int, seconds: float, seed: int) -> list[str]:
    """Send it all; return what went wrong."""
    assert server.process is not None
    made = await asyncio.to_thread(fetch, server.url + "api/tables", {"game": "chimera", "pace": "instant"})
    table: str = made.json["table"]
    pages = [Page(server.url, table, sit=seat, choose=any_legal, seed=seat).start() for seat in range(3)]
    attack = Attack(server.port, table, messages, seed)
    tasks = [asyncio.create_task(attack.run()) for _ in range(AT_ONCE)]
    begun, faults, middle = time.monotonic(), [], 0
    try:
        while attack.left > 0 and time.monotonic() - begun < seconds:
            await asyncio.sleep(5)
            if not await health(server.url):
                faults.append("the server did not answer")
            if server.process.poll() is not None:
                return [*faults, "the server is gone"]
            sent, size = messages - attack.left, weight(server.process.pid)
            middle = middle or (size if sent > messages // 2 else 0)
            print(f"{time.monotonic() - begun:5.0f} s: {sent:,} messages, {attack.sockets:,} sockets, "
                  f"{attack.answers:,} answers, {size:,} KiB", flush=True)  # fmt: skip
        before = pages[0].have
        await asyncio.sleep(5)
        full = any(problem["code"] == "table_full" for page in pages for problem in page.problems)
        if pages[0].have <= before and not full:  # they play so fast that its log can come to its end
            faults.append("the table does not play any more")
        grown = weight(server.process.pid) - middle
        if attack.left > 0:
            faults.append(f"the time was up with {attack.left:,} messages left")
        elif grown > GROWTH:
            faults.append(f"the second half made the server {grown:,} KiB larger")
    finally:
        attack.left = 0
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, *[page.stop() for page in pages], return_exceptions=True)
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=1200.0, help="at most (1200)")
    parser.add_argument("--seed", type=int, default=1, help="of the messages")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="stich-malformed-") as folder:
        server = Process(Path(folder))
        errors = Path(folder, "errors")
        server.errors = errors.open("wb")
        server.start()
        try:
            faults = asyncio.run(besiege(server, args.messages, args.seconds, args.seed))
        finally:
            server.kill()
            server.errors.close()
        said = errors.read_text("utf-8")
        if "Traceback" in said or "at fault" in said:
            faults.append(f"the server logged an error: {said[-3000:]}")
    print("\n".join(faults) or "nothing was wrong")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())

"""A page without a browser: `web/src/wire/connection.ts` in Python, to play at real servers over real sockets."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidMessage, InvalidStatus

from stich.client.frames import merged
from stich.server.messages.frame import PROTO

Json = dict[str, Any]
Choice = Callable[[Json, random.Random], Json | None]


def any_legal(view: Json, chance: random.Random) -> Json | None:
    """Choose any legal action, the next deal, or a rematch; None where nothing is to be done."""
    seat = view["you"]
    if view["status"] == "deal_over" and not view["occupants"][seat]["ready"]:
        return {"t": "ready", "deal": view["deal"]}
    if view["status"] == "match_over":
        return {"t": "again"}
    if view["legal"] and view["must"] >> seat & 1:
        verb, cards, to, *_ = chance.choice(view["legal"])
        return {"t": "act", "verb": verb, "cards": cards, "to": to}
    return None


class Page:
    """One window on one table. It reconnects by itself, resends what was not answered, and acts where `choose` says
    so."""

    def __init__(
        self, url: str, table: str, *, sit: int | None = None, choose: Choice | None = None, seed: int = 0
    ) -> None:
        self.url = url.replace("http", "ws", 1) + f"api/socket/{table}"
        self.table = table
        self.wanted = sit
        self.choose = choose
        self.chance = random.Random(seed)
        self.cookie = ""
        self.have = -1
        self.epoch = ""
        self.view: Json = {}
        self.spec: Json = {}
        self.last_id = 0
        self.unanswered: dict[int, tuple[Json, float]] = {}
        self.answers: dict[int, Json] = {}
        self.problems: list[Json] = []
        self.acked: list[tuple[int, Json]] = []
        self.events: list[Any] = []
        self.gaps = 0
        self.connects = 0
        self.resumes = 0
        self.frames = 0
        self.told_at = -1
        self.live = asyncio.Event()
        self.changed = asyncio.Event()
        self.socket: ClientConnection | None = None
        self.task: asyncio.Task[None] | None = None

    def start(self) -> Page:
        self.task = asyncio.create_task(self.run())
        return self

    async def stop(self) -> None:
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
        if self.socket is not None:
            await self.socket.close()

    async def run(self) -> None:
        while True:
            try:
                headers = {"Cookie": self.cookie} if self.cookie else None
                async with connect(self.url, additional_headers=headers, ping_interval=None, open_timeout=5) as socket:
                    assert socket.response is not None
                    given = socket.response.headers.get("Set-Cookie")
                    self.cookie = given.split(";")[0] if given else self.cookie
                    self.socket = socket
                    self.connects += 1
                    await self.talk(socket)
            except (OSError, ConnectionClosed, InvalidStatus, InvalidMessage, TimeoutError, EOFError):
                pass
            self.live.clear()
            await asyncio.sleep(0.03 + self.chance.random() * 0.05)

    async def talk(self, socket: ClientConnection) -> None:
        await self.send({"t": "hello", "proto": PROTO, "table": self.table, "have": self.have, "epoch": self.epoch})
        async for text in socket:
            assert isinstance(text, str)
            await self.take(json.loads(text))

    async def send(self, msg: Json) -> None:
        if self.socket is not None:
            await self.socket.send(json.dumps(msg))

    async def request(self, msg: Json) -> int:
        self.last_id = max(self.last_id + 1, int(time.time() * 1000))
        numbered = {**msg, "id": self.last_id}
        self.unanswered[self.last_id] = (numbered, time.monotonic())
        await self.send(numbered)
        return self.last_id

    async def ask(self, msg: Json) -> Json:
        """Send a message and return its answer."""
        id = await self.request(msg)
        while id not in self.answers:
            self.changed.clear()
            await asyncio.wait_for(self.changed.wait(), 5)
        return self.answers[id]

    async def until(self, fits: Callable[[Json], bool], seconds: float = 10) -> Json:
        """Return the first view that fits."""
        async with asyncio.timeout(seconds):
            while not (self.live.is_set() and fits(self.view)):
                self.changed.clear()
                await self.changed.wait()
        return self.view

    async def take(self, frame: Json) -> None:
        self.frames += 1
        match frame["t"]:
            case "welcome":
                if frame["epoch"] != self.epoch:
                    self.have = -1
                else:
                    self.resumes += 1
                self.epoch, self.spec = frame["epoch"], frame["spec"]
                for msg, _ in list(self.unanswered.values()):
                    await self.send(msg)
                if self.have >= 0:
                    self.live.set()
            case "view":
                self.have, self.view = frame["v"], frame["view"]
                self.live.set()
            case "update" | "skip":
                if frame["v"] > self.have:
                    if frame["v"] != self.have + 1:
                        self.gaps += 1
                    self.have = frame["v"]
                    if frame["t"] == "update":
                        self.events += frame["events"]
                        self.view = merged(self.view, frame["patch"])
            case "ack" | "error" | "tip":
                self.answered(frame)
                if frame.get("code") == "rate":
                    await asyncio.sleep(0.1)  # whatever is asked again at once is refused again
        if "id" in frame and frame["t"] in ("update", "skip"):
            self.answered({"t": "ack", "id": frame["id"], "v": frame["v"]})
        self.changed.set()
        await self.play()

    def answered(self, frame: Json) -> None:
        """Note the answer to a request."""
        asked = self.unanswered.pop(frame["id"], None)
        self.answers[frame["id"]] = frame
        if frame["t"] == "error":
            self.problems.append(frame)
            self.told_at = -1
        elif asked is not None:
            self.acked.append((frame["id"], asked[0]))

    async def play(self) -> None:
        """Sit down, then do whatever `choose` wants, once for each view."""
        if not self.live.is_set() or self.unanswered or not self.view:
            return
        if self.wanted is not None and self.view["you"] == 15:
            name = f"Page {self.wanted}"
            if self.view["occupants"][self.wanted].get("coming") != name:  # it gets the seat after this deal
                await self.request({"t": "sit", "seat": self.wanted, "name": name})
        elif self.choose is not None and self.view["you"] != 15 and self.told_at != self.have:
            msg = self.choose(self.view, self.chance)
            if msg is not None:
                self.told_at = self.have
                await self.request({**msg, "v": self.have} if msg["t"] == "act" else msg)

"""Everything a network and a machine can do to a table, done to real servers over real sockets.

A `Player` is a client (`stich.client`) behind a line that loses, doubles, delays, reorders and cuts. A `Machine` is a
server process that is killed, whose disk is full or slow, a `Cluster` several workers on a PostgreSQL server. A `Game`
says what must hold whatever happened.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import json
import random
import resource
import sqlite3
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

import psycopg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

import postgres
from server.running import Process
from server.told import played, read_log, told_by
from stich.client.frames import Unreadable
from stich.client.session import Answered, Happened, Request, Session, Shown
from stich.kernel.cards import SPECTATOR
from stich.server.messages.from_client import Act, Ready, Sit, Start, Undo
from stich.server.messages.from_server import Ack, Problem
from stich.server.messages.view import TableView
from stich.server.state.entries import Acted, Entry, Seated

Json = dict[str, Any]

HASTE = 6  # so many times faster than pages do clients ping, send again and lose patience
SMALL = 8192  # bytes: no file of a server grows beyond that while its disk is full


class Failed(Exception):
    """A promise was broken; the text says which."""


class Noise:
    """What becomes of the frames of one line. Each fault is one in so many frames; 0: never."""

    def __init__(self, seed: str, one_in: int) -> None:
        self.chance = random.Random(seed)
        self.one_in = one_in
        self.done: Counter[str] = Counter()
        self.waiting: list[tuple[float, int, Any]] = []
        self.numbers = itertools.count()

    def takes(self, frame: Any) -> list[Any]:
        """Return what comes through at once of a frame that is put in."""
        if not self.one_in or self.chance.random() * self.one_in >= 1:
            return [frame]
        fault = self.chance.choice(["dropped", "doubled", "delayed", "reordered"])
        self.done[fault] += 1
        if fault == "dropped":
            return []
        if fault == "doubled":
            return [frame, frame]
        wait = self.chance.uniform(0.05, 0.15) if fault == "delayed" else self.chance.uniform(0.002, 0.02)
        heapq.heappush(self.waiting, (time.monotonic() + wait, next(self.numbers), frame))
        return []

    def late(self) -> list[Any]:
        """Return what was held back and is due now: other frames have overtaken it."""
        out = []
        while self.waiting and self.waiting[0][0] <= time.monotonic():
            out.append(heapq.heappop(self.waiting)[2])
        return out

    def due(self) -> float:
        return self.waiting[0][0] if self.waiting else float("inf")

    def cuts(self) -> bool:
        cut = bool(self.one_in) and self.chance.random() * self.one_in * 8 < 1
        self.done["cut"] += cut
        return cut


class Player:
    """A client at a table that does random legal actions. wanted: the seat; −1: it only watches."""

    def __init__(
        self, url: str, table: str, wanted: int, people: int, seed: str, one_in: int, cookie: str = ""
    ) -> None:
        self.url = url.replace("http", "ws", 1) + f"api/socket/{table}"
        self.session = Session(table)
        self.wanted = wanted
        self.people = people
        self.chance = random.Random(seed)
        self.noise = Noise(seed, one_in)
        self.cookie = cookie
        self.socket: ClientConnection | None = None
        self.told_at = -1
        self.acked: dict[int, Request] = {}
        self.refused: Counter[str] = Counter()
        self.shown: dict[int, Json] = {}
        self.connects = 0
        self.broken = ""
        self.news = asyncio.Event()

    @staticmethod
    def now() -> int:
        return int(time.monotonic() * 1000 * HASTE)

    # -- the line -----------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        while True:
            try:
                headers = {"Cookie": self.cookie} if self.cookie else None
                async with connect(
                    self.url, additional_headers=headers, ping_interval=None, open_timeout=3, close_timeout=0.2
                ) as socket:
                    assert socket.response is not None
                    given = socket.response.headers.get("Set-Cookie")
                    self.cookie = given.split(";")[0] if given else self.cookie
                    self.socket = socket
                    self.connects += 1
                    await self.talk(socket)
            except (OSError, WebSocketException, TimeoutError, EOFError):
                pass
            except Unreadable as error:
                self.broken = f"a frame that nobody can read: {error}"
                return
            self.socket = None
            self.session.closed()
            self.noise.waiting.clear()
            if self.session.ended is not None:
                self.broken = f"the table ended: {self.session.ended}"
                return
            await asyncio.sleep(self.chance.uniform(0.01, 0.08))

    async def talk(self, socket: ClientConnection) -> None:
        session = self.session
        session.opened(self.now())
        await self.send(socket)
        while not session.dead(self.now()):
            until = min(self.noise.due(), (session.next_tick or 0) / 1000 / HASTE)
            try:
                async with asyncio.timeout(max(0.0, until - time.monotonic())):
                    frames = self.noise.takes((0, await socket.recv()))
            except TimeoutError:
                frames = []
            for outwards, frame in [*frames, *self.noise.late()]:
                if outwards:
                    await socket.send(frame)
                else:
                    self.take(frame)
            session.tick(self.now())
            self.decide()
            if self.noise.cuts():
                socket.transport.abort()
            await self.send(socket)

    async def send(self, socket: ClientConnection) -> None:
        for frame in self.session.take():
            for _, text in self.noise.takes((1, frame)):
                await socket.send(text)

    def cut(self) -> None:
        if self.socket is not None:
            self.socket.transport.abort()

    # -- playing ------------------------------------------------------------------------------------------------------

    def take(self, frame: Any) -> None:
        for news in self.session.receive(frame, self.now()):
            if isinstance(news, Shown | Happened):
                self.note(news.v)
            elif isinstance(news, Answered) and news.request is not None:
                if isinstance(news.answer, Ack):
                    self.acked[news.request.id] = news.request
                elif isinstance(news.answer, Problem):
                    self.refused[news.answer.code] += 1
                    self.told_at = -1
        self.news.set()

    def note(self, v: int) -> None:
        """Keep what was shown at this number: nothing else may ever be shown there, whatever crashes."""
        if self.session.v != v:
            return
        now = shown_by(self.session.view)
        before = self.shown.setdefault(v, now)
        if before != now and before["you"] == now["you"]:
            self.broken = f"number {v} was shown twice, and not the same: {before} {now}"

    def decide(self) -> None:
        session = self.session
        if not session.live or session.busy or not session.shown or self.told_at == session.v:
            return
        wish = self.wish(session.view)
        if wish is not None:
            self.told_at = session.v
            session.request(wish, self.now())

    def wish(self, view: TableView) -> Any:
        if self.wanted < 0:
            return None
        if view.you == SPECTATOR:
            return Sit(0, self.wanted, f"P{self.wanted}")
        if view.status == "gathering":
            seated = sum(occupant.who == "person" for occupant in view.occupants)
            return Start(0) if view.owner == view.you and seated == self.people else None
        if view.status == "deal_over" and not view.occupants[view.you].ready:
            return Ready(0, view.deal)
        if view.status != "playing":
            return None
        if view.undo and self.chance.random() < 0.03:
            return Undo(0)
        if view.legal and view.must >> view.you & 1:
            choice = self.chance.choice(view.legal)
            return Act(0, self.session.v, choice.verb, choice.cards, choice.to)
        return None


def shown_by(view: TableView) -> Json:
    """Return what told.py says of a page that shows this view."""
    names = ("you", "deal", "dealer", "phase", "turn", "must", "zones", "scores", "winners", "places", "stakes")
    shown: Json = {name: getattr(view, name) for name in names}
    shown["sheets"] = [sheet.totals for sheet in view.sheets]
    shown["legal"] = sorted((choice.verb, choice.to) for choice in view.legal)
    return shown


class Machine:
    """A server and the disk under it."""

    faults: tuple[str, ...] = ("killed", "killed in a trick", "storm", "disk full", "disk slow")
    often: Mapping[str, int] = {"kill": 50, "storm": 24, "full": 12, "slow": 12, "very slow": 2}

    def __init__(self, data: Path, *more: str) -> None:
        self.data = data
        self.log: Path | str = data
        self.server = Process(data, *more)
        self.server.errors = (data / "server.log").open("ab")
        self.done: Counter[str] = Counter()

    async def start(self) -> None:
        await asyncio.to_thread(self.server.start)

    def stop(self) -> None:
        if self.server.process is not None:
            self.server.kill()
        if self.server.errors is not None:
            self.server.errors.close()

    async def kill(self, down: float) -> None:
        """kill -9, and start again after some seconds."""
        self.done["killed"] += 1
        await asyncio.to_thread(self.server.kill)
        await asyncio.sleep(down)
        await asyncio.to_thread(self.server.start)

    async def fill_disk(self, seconds: float) -> None:
        """No file of the server can grow beyond a few pages for some seconds."""
        process = self.server.process
        assert process is not None
        self.done["disk full"] += 1
        _, hard = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (SMALL, hard))
        await asyncio.sleep(seconds)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (hard, hard))

    async def slow_disk(self, seconds: float) -> None:
        """Another process writes for some seconds; where it takes longer than the server waits, it fails."""
        self.done["disk slow"] += 1

        def hold() -> None:
            db = sqlite3.connect(self.data / "tables.sqlite", timeout=10, isolation_level=None)
            try:
                db.execute("BEGIN IMMEDIATE")
                time.sleep(seconds)
                db.execute("ROLLBACK")
            finally:
                db.close()

        await asyncio.to_thread(hold)

    async def read(self, table: str) -> list[Entry]:
        """Return a table's log, as soon as the database can be asked."""
        while True:
            try:
                return await asyncio.to_thread(read_log, self.log, table)
            except psycopg.OperationalError:
                await asyncio.sleep(0.1)

    def trouble(self, chance: random.Random) -> Mapping[str, Callable[[], Awaitable[None]]]:
        """Return what can happen to it."""
        return {
            "kill": lambda: self.kill(chance.choice([0, 0, 0.3])),
            "full": lambda: self.fill_disk(chance.uniform(0.1, 0.8)),
            "slow": lambda: self.slow_disk(chance.uniform(0.1, 1.5)),
            "very slow": lambda: self.slow_disk(5.5),  # the server waits five seconds for another writer
        }

    async def open_table(self, wishes: Json, address: str) -> str:
        """Open a table from this address of the machine, as soon as there is a server."""
        while True:
            try:
                return await asyncio.to_thread(self.ask_for_table, wishes, address)
            except (OSError, ValueError, KeyError):  # dead, or full, or died with the answer half said
                await asyncio.sleep(0.1)

    def ask_for_table(self, wishes: Json, address: str) -> str:
        line = HTTPConnection("127.0.0.1", self.server.port, timeout=10, source_address=(address, 0))
        try:
            line.request("POST", "/api/tables", json.dumps(wishes), {"Host": f"127.0.0.1:{self.server.port}"})
            made = json.loads(line.getresponse().read())
        except HTTPException as error:
            raise OSError(str(error)) from error
        finally:
            line.close()
        name: str = made["table"]
        return name


class Cluster(Machine):
    """Several workers and the PostgreSQL server under them."""

    faults = ("killed", "killed in a trick", "storm", "all killed", "database restarted", "database locked")
    often: Mapping[str, int] = {"kill": 50, "storm": 20, "all": 8, "locked": 12, "restart": 10}

    def __init__(self, data: Path, workers: int, below: postgres.Server) -> None:
        super().__init__(data, "--workers", str(workers), "--database", below.url, "--log-level", "info")
        self.log = below.url
        self.count = workers
        self.below = below

    def trouble(self, chance: random.Random) -> Mapping[str, Callable[[], Awaitable[None]]]:
        """Return what can happen to it."""
        return {
            "kill": lambda: self.kill_one(chance.randrange(self.count)),
            "all": self.kill_all,
            "locked": lambda: self.lock(chance.uniform(0.1, 1.5)),
            "restart": self.restart_database,
        }

    async def kill_one(self, number: int) -> None:
        """kill -9 of a worker."""
        self.done["killed"] += 1
        with suppress(ProcessLookupError):  # it is dead already
            await asyncio.to_thread(self.server.kill_worker, number)

    async def kill_all(self) -> None:
        """kill -9 of the supervisor, whose workers end then by themselves."""
        self.done["all killed"] += 1
        await super().kill(0)
        self.done["killed"] -= 1

    async def restart_database(self) -> None:
        """Crash the database, and start it again."""
        self.done["database restarted"] += 1
        await asyncio.to_thread(self.below.stop)
        await asyncio.to_thread(self.below.start)

    async def lock(self, seconds: float) -> None:
        """Let nobody write to the log for some seconds."""
        self.done["database locked"] += 1

        def hold() -> None:
            with suppress(psycopg.Error), psycopg.connect(self.below.url) as db:
                db.execute("LOCK TABLE log IN EXCLUSIVE MODE")
                time.sleep(seconds)

        await asyncio.to_thread(hold)


class Game:
    """One match under faults. Its choices and the faults of its lines follow from seed and number alone."""

    def __init__(self, machine: Machine, seed: int, number: int, one_in: int) -> None:
        self.machine = machine
        self.seed = f"{seed}/{number}"
        self.number = number
        self.one_in = one_in
        self.table = ""
        self.players: list[Player] = []
        self.actions = 0
        chance = random.Random(self.seed)
        self.people = chance.choice([1, 2, 3, 3])
        self.watchers = chance.choice([0, 0, 1])
        self.wishes: Json = {"game": "chimera", "pace": "instant", "gather": True, "bots": ["random"]}
        self.wishes["options"] = {"limit": 1, "den_open": chance.random() < 0.2}

    async def run(self, seconds: float) -> None:
        """Play it and check every promise. Raises Failed."""
        address = f"127.0.{self.number // 60 % 200}.{self.number % 60 // 30 + 1}"
        self.table = await self.machine.open_table(self.wishes, address)
        url = self.machine.server.url
        for at in range(self.people + self.watchers):
            wanted = at if at < self.people else -1
            self.players.append(Player(url, self.table, wanted, self.people, f"{self.seed}/{at}", self.one_in))
        tasks = [asyncio.create_task(player.run()) for player in self.players]
        try:
            async with asyncio.timeout(seconds):
                await self.until_over()
                log = await self.until_settled()
            await self.compare_with_server(log)
        except TimeoutError:
            raise Failed(f"it does not come to an end: {[self.where(player) for player in self.players]}") from None
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.to_thread(self.check, log)

    @property
    def in_trick(self) -> bool:
        shown = [player.session.plain for player in self.players if player.session.shown]
        return any(view["zones"].get("trick") for view in shown)

    def where(self, player: Player) -> str:
        session = player.session
        status = session.view.status if session.shown else "nothing"
        waits = [str(waiting.request) for waiting in session.unanswered.values()]
        return f"{player.wanted}: {status} at {session.v}, live {session.live}, sockets {player.connects}, {waits}"

    async def until_over(self) -> None:
        while not all(p.session.shown and p.session.view.status == "match_over" for p in self.players):
            self.complain()
            await self.any_news()

    async def until_settled(self) -> list[Entry]:
        """Wait until everything is answered, everybody is back, and all have come as far as the log."""
        while True:
            self.complain()
            if all(player.session.live and not player.session.unanswered for player in self.players):
                log = await self.machine.read(self.table)
                if {player.session.v for player in self.players} == {len(log) - 1}:
                    return log
            await self.any_news()

    async def any_news(self) -> None:
        waits = [asyncio.create_task(player.news.wait()) for player in self.players]
        await asyncio.wait(waits, timeout=0.2, return_when=asyncio.FIRST_COMPLETED)
        for wait in waits:
            wait.cancel()
        for player in self.players:
            player.news.clear()

    def complain(self) -> None:
        for player in self.players:
            if player.broken:
                raise Failed(player.broken)

    async def compare_with_server(self, log: list[Entry]) -> None:
        """Let all clients look once more, through a faultless connection: the server must show what they have shown."""
        for player in self.players:
            fresh = Player(self.machine.server.url, self.table, -1, 0, "fresh", 0, player.cookie)
            task = asyncio.create_task(fresh.run())
            try:
                for _ in range(400):
                    if fresh.session.live and fresh.session.v == player.session.v:
                        if fresh.session.hash == player.session.hash:
                            break
                        if player.session.live and await self.is_log(log):
                            raise Failed(f"seat {player.wanted} shows another view than the server")
                    await asyncio.sleep(0.02)
                else:
                    raise Failed(f"seat {player.wanted} and the server do not come together: {self.where(player)}")
            finally:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

    async def is_log(self, log: list[Entry]) -> bool:
        return len(await self.machine.read(self.table)) == len(log)

    # -- the promises -------------------------------------------------------------------------------------------------

    def check(self, log: list[Entry]) -> None:
        self.actions = sum(isinstance(entry.body, Acted) for entry in log)
        if [entry.seq for entry in log] != list(range(len(log))):
            raise Failed("the log has a gap")
        said = Counter((entry.actor, entry.id) for entry in log if entry.id >= 0)
        if twice := [one for one, n in said.items() if n > 1]:
            raise Failed(f"done twice: {twice}")
        holders = {entry.body.seat: entry.actor for entry in log if isinstance(entry.body, Seated)}
        for player in self.players:
            for id, request in player.acked.items():
                if isinstance(request, Act | Undo) and (holders[player.wanted], id) not in said:
                    raise Failed(f"acknowledged, but not in the log: {request}")
        self.check_shown(log)

    def check_shown(self, log: list[Entry]) -> None:
        """Whatever was shown at a number is what the log says there."""
        seats = [player.wanted if player.wanted >= 0 else SPECTATOR for player in self.players]
        for v, match in played(log, self.table):
            if match is None:
                continue
            for seat, player in zip(seats, self.players, strict=True):
                shown = player.shown.get(v)
                if shown is not None and shown["you"] == seat and shown != (told := told_by(match, seat)):
                    raise Failed(f"seat {seat} was shown at {v} what the log does not say: {differing(shown, told)}")


def differing(one: Json, other: Json) -> str:
    return str({name: (one[name], other.get(name)) for name in one if one[name] != other.get(name)})

"""All tables of this process, with what they lack: a clock, a disk, sockets and bots. asyncio lives here, rules do
not."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections import deque
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Protocol

import msgspec

from stich.bots import Bot, advise, bot, levels
from stich.kernel.action import Action, Phrase, Refused
from stich.kernel.chance import quick
from stich.kernel.game import Game
from stich.server.advice import Advise
from stich.server.archive import rows
from stich.server.entries import Acted, Entry, Opened
from stich.server.ledger import closed
from stich.server.lessons import read_lesson
from stich.server.messages import PROTO, Ack, ClientMessage, Hello, NewTable, Ping, Problem, ServerMessage
from stich.server.store import Statement, Store
from stich.server.table import Append, Ask, Out, Peer, Send, Table

log = logging.getLogger("stich")
ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"  # of table names: nothing that looks like something else
NAME_SIZE: Final = 12  # 59 bits: who knows the link may sit down, so it is not to be guessed
RETRY: Final = 5.0  # seconds for which a table whose log could not be written does nothing by itself
KEEP: Final = 600.0  # seconds for which a table stays in memory after the last page has left
SWEEP: Final = 60.0
SEEDS: Final = 10**17  # of 17 digits at most, and rematches count on: a record can write it
USUAL_BOT: Final = "club"

encode = msgspec.json.Encoder().encode


def clock() -> int:
    """Return the server's time, ms since 1970: never running backwards while the process lives."""
    return int((_STARTED + time.monotonic()) * 1000)


_STARTED = time.time() - time.monotonic()


class Line(Protocol):
    """A socket as a table sees it."""

    room: Room | None

    @property
    def peer(self) -> Peer: ...

    def put(self, text: bytes) -> None:
        """Send this text when the ones before are through; never waits."""

    def hang_up(self) -> None: ...


class Batch:
    """What one step of a table let out: entries, and messages that leave once these are on disk."""

    def __init__(self, sends: list[Send], written: bool) -> None:
        self.sends = sends
        self.written = written


class Room:
    """One table in this process. All of its methods run in the event loop."""

    def __init__(self, hall: Hall, table: Table) -> None:
        self.hall = hall
        self.table = table
        self.lines: dict[int, Line] = {}
        self.waiting: deque[Batch] = deque()  # in the order of the log
        self.timer: asyncio.TimerHandle | None = None
        self.quiet_until = 0.0
        self.thought: list[tuple[int, Action | None]] = []  # bots' answers that wait for the disk
        self.idle_since = time.monotonic()
        self.failed = False
        self.fault: Exception | None = None  # why, if it was not the disk
        self.kept = table.ledger.finished  # the last match that stands in the list of finished ones
        self.whole: asyncio.Event = asyncio.Event()  # nothing waits for the disk
        self.whole.set()

    @property
    def name(self) -> str:
        return self.table.ledger.table

    # -- in -----------------------------------------------------------------------------------------------------------

    def receive(self, line: Line, msg: ClientMessage) -> None:
        if isinstance(msg, Hello):
            self.lines[line.peer.conn] = line
        if not self.failed:
            if not self.step(lambda now: self.table.receive(line.peer, msg, now)) and not isinstance(msg, Hello | Ping):
                line.put(encode(Problem(msg.id, "internal")))
        elif not isinstance(msg, Hello | Ping):  # the new room, which says hello by itself, is being made
            line.put(encode(Problem(msg.id, "storage")))

    def leave(self, line: Line) -> None:
        if self.lines.pop(line.peer.conn, None) is not None and not self.failed:
            self.idle_since = time.monotonic()
            self.step(lambda now: self.table.leave(line.peer.conn, now))

    def answered(self, ticket: int, action: Action | None) -> None:
        self.thought.append((ticket, action))
        self.go_on()

    def tick(self) -> None:
        self.timer = None
        if not self.failed and not self.waiting:
            self.step(self.table.tick)

    def go_on(self) -> None:
        """What the table does by itself waits for the disk; so it cannot run ahead of it. People are never kept
        waiting."""
        if self.failed or self.waiting:
            return
        thought, self.thought = self.thought, []
        for ticket, action in thought:
            self.step(lambda now, ticket=ticket, action=action: self.table.answered(ticket, action, now))  # type: ignore[misc]
        self.set_timer()

    def set_timer(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        due = self.table.next_tick
        if due is not None and not self.failed and not self.waiting:
            delay = max((due - clock()) / 1000, self.quiet_until - time.monotonic(), 0)
            self.timer = asyncio.get_running_loop().call_later(delay, self.tick)

    def step(self, work: Callable[[int], list[Out]]) -> bool:
        """Let the table do something. A fault in it, or in a game's rules, is nobody's end: the table is read again,
        once what it had done before is on disk."""
        if self.failed:
            return False
        try:
            outs = work(clock())
        except Exception as error:
            log.exception("table %s is at fault", self.name)
            self.failed = True
            self.fault = error
            if not self.waiting:
                self.fail(error)
            return False
        self.run(outs)
        return True

    # -- out ----------------------------------------------------------------------------------------------------------

    def run(self, outs: list[Out]) -> None:
        entries = [out.entry for out in outs if isinstance(out, Append)]
        sends = [out for out in outs if isinstance(out, Send)]
        for out in outs:
            if isinstance(out, Ask):
                self.hall.think(self, out)
            elif isinstance(out, Advise):
                self.hall.spawn(self.hall.let_advise(self, out))
        if entries or sends:
            self.waiting.append(Batch(sends, not entries))
        if entries:
            self.whole.clear()
            batch = self.waiting[-1]
            self.hall.submit(self, batch, entries, self.ended(entries))
        self.flush()

    def ended(self, entries: list[Entry]) -> list[Statement]:
        """Return what the list of finished matches gets by these entries."""
        ledger = self.table.ledger
        if ledger.finished is self.kept:
            return []
        self.kept = ledger.finished
        return rows(ledger, next(entry.at for entry in reversed(entries) if isinstance(entry.body, Acted)))

    def committed(self, batch: Batch, error: Exception | None) -> None:
        if self.failed and self.fault is None:
            return
        if error is not None:
            self.fail(error)
            return
        batch.written = True
        self.flush()
        if self.fault is not None and not self.waiting:
            self.fail(self.fault)

    def flush(self) -> None:
        while self.waiting and self.waiting[0].written:
            for send in self.waiting.popleft().sends:
                self.deliver(send)
        if not self.waiting:
            self.whole.set()
            if self.thought:
                self.go_on()
            else:
                self.set_timer()

    def deliver(self, send: Send) -> None:
        text = encode(send.msg)
        for conn in send.to:
            line = self.lines.get(conn)
            if line is not None:
                line.put(text)

    def fail(self, error: Exception) -> None:
        """What was done since the last commit is undone by reading the log again; nobody has seen it."""
        log.error("table %s is read from its log again: %s", self.name, error)
        self.failed = True
        told: dict[int, list[ServerMessage]] = {conn: [] for conn in self.lines}
        for batch in self.waiting:
            for send in batch.sends:
                if isinstance(send.msg, Ack | Problem):
                    for conn in send.to:
                        told.setdefault(conn, []).append(Problem(send.msg.id, "storage"))
        for conn, messages in told.items():
            for message in messages:
                self.deliver(Send((conn,), message))
        self.waiting.clear()
        self.whole.set()
        if self.timer is not None:
            self.timer.cancel()
        self.hall.reopen(self)


class Hall:
    """The tables of this process, loaded from their logs when somebody comes.

    Everything here belongs to one event loop, but `think` uses threads: a bot gets a View, which is nobody else's.
    """

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game],
        make_bot: Callable[[Game, str], Bot] = bot,
        entropy: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self.store = store
        self.games = games
        self.make_bot = make_bot
        self.entropy = entropy
        self.rooms: dict[str, Room] = {}
        self.loop: asyncio.AbstractEventLoop
        self.heard: deque[tuple[Room, Batch, Exception | None]] = deque()  # from the disk
        self.woken = False  # the loop knows that there is something
        self.loading: dict[str, asyncio.Lock] = {}
        self.bots: dict[tuple[str, str], Bot] = {}
        self.threads = ThreadPoolExecutor(2, "stich-bot")
        self.tasks: set[asyncio.Task[None]] = set()

    # -- the disk -----------------------------------------------------------------------------------------------------

    def submit(self, room: Room, batch: Batch, entries: list[Entry], also: list[Statement]) -> None:
        self.loop = asyncio.get_running_loop()
        self.store.submit(room.name, entries, lambda error: self.hear(room, batch, error), also)

    def hear(self, room: Room, batch: Batch, error: Exception | None) -> None:
        """Note, in the writer's thread, what became of a batch. The loop is woken once for all that comes together."""
        self.heard.append((room, batch, error))
        if not self.woken:
            self.woken = True
            self.loop.call_soon_threadsafe(self.pass_on)

    def pass_on(self) -> None:
        self.woken = False
        while self.heard:
            room, batch, error = self.heard.popleft()
            try:
                room.committed(batch, error)
            except Exception:  # a fault of ours at one table; others have been written, too
                log.exception("table %s is at fault", room.name)

    # -- tables -------------------------------------------------------------------------------------------------------

    async def create(self, new: NewTable) -> str:
        """Open a table and return its name once it is on disk. Raises Refused with what is wrong with the wishes."""
        game = self.game(new.game)
        if new.seed is not None and not 0 <= new.seed < SEEDS:
            raise Refused("error.seed", {"value": str(new.seed)[:20], "allowed": f"0–{SEEDS - 1}"})
        plan = read_lesson(game, new.lesson) if new.lesson else None
        rules = plan.record.rules if plan is not None else game.rules(dict(new.options), new.seats)
        seats = rules.layout.seats
        opened = Opened(
            game=game.name,
            version=game.version,
            seats=seats,
            options=rules.options,
            bots=seat_levels(new.bots, levels(game), seats),
            pace="fast" if plan is not None else new.pace,  # a learner has enough to read
            gather=new.gather,
            seed=new.seed,
            aids=new.aids,
            lesson=new.lesson,
            script=plan.text if plan is not None else "",
        )
        name = self.new_name()
        table, outs = Table.create(name, game, opened, levels(game), self.entropy, clock())
        room = self.rooms[name] = Room(self, table)
        room.run(outs)
        await room.whole.wait()
        if room.failed:
            raise Refused("error.storage")
        return name

    def new_name(self) -> str:
        number = int.from_bytes(self.entropy(16), "big")
        return "".join(ALPHABET[number // len(ALPHABET) ** i % len(ALPHABET)] for i in range(NAME_SIZE))

    def game(self, name: str) -> Game:
        if name not in self.games:
            raise Refused("error.game", {"game": name[:40], "allowed": " | ".join(self.games)})
        return self.games[name]

    async def room(self, name: str) -> Room:
        """Return a table, read from its log if need be.

        Raises Refused: `error.unknown_table`; `error.closed`: it cannot go on under today's rules; `error.storage`.
        """
        found = self.rooms.get(name)
        if found is not None:
            return found
        async with self.loading.setdefault(name, asyncio.Lock()):
            try:
                found = self.rooms.get(name)
                if found is None:
                    entries = await self.read(name)
                    found = self.rooms.get(name)  # where a first try had failed, two may have read at once
                if found is None:
                    found = self.rooms[name] = Room(self, self.load(name, entries))
                return found
            finally:
                self.loading.pop(name, None)

    async def read(self, name: str) -> list[Entry]:
        try:
            return await asyncio.to_thread(self.store.read, name)
        except Refused as refused:
            log.error("table %s: the log could not be read: %s", name, refused)
            raise Refused("error.storage") from refused

    def load(self, name: str, entries: list[Entry]) -> Table:
        if not entries:
            raise Refused("error.unknown_table", {"table": name[:40]})
        opened = entries[0].body
        try:
            if not isinstance(opened, Opened):
                raise Refused("error.log_gap", {"n": 0, "allowed": 0})
            game = self.game(opened.game)
            return Table.load(name, game, entries, levels(game), self.entropy, clock())
        except Refused as refused:
            log.error("table %s cannot go on: %s", name, refused)
            raise closed(refused) from refused
        except Exception as error:  # a fault in a game's rules
            log.exception("table %s cannot go on", name)
            raise Refused("error.closed", {"reason": "@error.internal"}) from error

    def reopen(self, old: Room) -> None:
        """Read a table whose log could not be written again, and show its pages where it stands."""
        if self.rooms.get(old.name) is old:
            del self.rooms[old.name]
        self.spawn(self.move_in(old))

    async def move_in(self, old: Room) -> None:
        if old.fault is not None and old.quiet_until > time.monotonic():
            await asyncio.sleep(RETRY)  # at fault again at once: nothing is won by reading it without a pause
        lines = list(old.lines.values())
        try:
            room = await self.room(old.name)
        except Refused:
            for line in lines:
                line.hang_up()  # pages come back by themselves, less and less often
            return
        room.quiet_until = time.monotonic() + RETRY
        for line in lines:
            if line.peer.conn in old.lines:
                line.room = room
                room.receive(line, Hello(PROTO, room.name))

    async def write(self, statements: list[Statement]) -> None:
        """Keep something beside the logs, and return once it is on disk. Raises Refused `error.storage`."""
        loop = asyncio.get_running_loop()
        written: asyncio.Future[Exception | None] = loop.create_future()

        def tell(error: Exception | None) -> None:
            if not written.done():
                written.set_result(error)

        def done(error: Exception | None) -> None:
            loop.call_soon_threadsafe(tell, error)

        self.store.submit("", [], done, statements)
        if (error := await written) is not None:
            raise Refused("error.storage") from error

    # -- bots ---------------------------------------------------------------------------------------------------------

    def think(self, room: Room, ask: Ask) -> None:
        self.spawn(self.let_think(room, ask))

    async def let_think(self, room: Room, ask: Ask) -> None:
        loop = asyncio.get_running_loop()
        action: Action | None = None
        try:
            game = room.table.ledger.game
            known = self.bots.get((game.name, ask.level))
            if known is None:
                known = self.bots[game.name, ask.level] = self.make_bot(game, ask.level)
            chance = quick(int.from_bytes(self.entropy(8), "big"))
            action = await loop.run_in_executor(self.threads, known.choose, ask.view, ask.legal, chance)
        except Exception:  # a bot may be anybody's code; the table goes on without its advice
            log.exception("table %s: the bot %s has failed", room.name, ask.level)
        room.answered(ask.ticket, action)

    async def let_advise(self, room: Room, asked: Advise) -> None:
        said: tuple[Action, Phrase] | None = None
        try:
            loop = asyncio.get_running_loop()
            chance = quick(int.from_bytes(self.entropy(8), "big"))
            game = room.table.ledger.game
            said = await loop.run_in_executor(self.threads, advise, game, asked.view, asked.legal, chance)
        except Exception:
            log.exception("table %s: there was no advice to be had", room.name)
        room.step(lambda now: room.table.advised(asked.ticket, said, now))

    # -- life ---------------------------------------------------------------------------------------------------------

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def start(self) -> None:
        self.spawn(self.sweep())

    async def sweep(self) -> None:
        """Forget tables that nobody has looked at for long: their logs bring them back."""
        while True:
            await asyncio.sleep(SWEEP)
            late = time.monotonic() - KEEP
            for name, room in list(self.rooms.items()):
                if not room.lines and not room.waiting and room.idle_since < late:
                    del self.rooms[name]

    async def close(self) -> None:
        for room in self.rooms.values():
            if room.timer is not None:
                room.timer.cancel()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.threads.shutdown(wait=False, cancel_futures=True)
        await asyncio.to_thread(self.store.close)


def seat_levels(given: list[str], known: list[str], seats: int) -> list[str]:
    """Return a bot's level for each seat: the last one given repeats; none given: "club", or the best there is.

    Raises Refused `error.level` (level, allowed), `error.bots` (n, allowed): more levels than seats.
    """
    if len(given) > seats:
        raise Refused("error.bots", {"n": len(given), "allowed": seats})
    for level in given:
        if level not in known:
            raise Refused("error.level", {"level": level[:40], "allowed": " | ".join(known)})
    chosen = given or [USUAL_BOT if USUAL_BOT in known else known[-1]]
    return [chosen[min(seat, len(chosen) - 1)] for seat in range(seats)]

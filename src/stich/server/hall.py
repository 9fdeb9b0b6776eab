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
from threading import Event
from typing import Any, Final

from stich.bots import Bot, advise, bot, levels
from stich.kernel.action import Action, Phrase, Refused
from stich.kernel.chance import quick
from stich.kernel.game import Game
from stich.kernel.view import View
from stich.server.advice import Advise
from stich.server.entries import Entry, Opened
from stich.server.ledger import closed
from stich.server.lessons import read_lesson
from stich.server.messages import PROTO, Hello, NewTable
from stich.server.projection import encode
from stich.server.room import Batch, Room, clock
from stich.server.store import Statement, Store
from stich.server.table import Table
from stich.server.thinking import Ask, Leash, Thought, think

log = logging.getLogger("stich")
ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"  # of table names: nothing that looks like something else
NAME_SIZE: Final = 12  # 59 bits: who knows the link may sit down, so it is not to be guessed
RETRY: Final = 5.0  # seconds for which a table whose log could not be written does nothing by itself
KEEP: Final = 600.0  # seconds for which a table stays in memory after the last page has left
SWEEP: Final = 60.0
SEEDS: Final = 10**17  # of 17 digits at most, and rematches count on: a record can write it
USUAL_BOT: Final = "club"
MOST_ASKED: Final = 999  # players: with more, a refusal would repeat a number of thousands of digits


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
        self.closing = Event()
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
        asked = max(-1, min(new.seats, MOST_ASKED))
        wanted = game.with_preset(new.preset, dict(new.options), asked)
        rules = plan.record.rules if plan is not None else game.rules(wanted, asked)
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
        old.table.thinking.keep({})
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
        asked = clock()
        try:
            game = room.table.ledger.game
            known = self.bots.get((game.name, ask.level))
            if known is None:
                known = self.bots[game.name, ask.level] = self.make_bot(game, ask.level)
            chance = quick(int.from_bytes(self.entropy(8), "big"))

            def choose(view: View, legal: list[Action], stop: Callable[[], bool]) -> Action:
                return known.think(view, legal, chance, stop)

            thought = await loop.run_in_executor(self.threads, think, choose, ask, self.closing, clock)
        except Exception:  # a bot may be anybody's code; the table goes on without its advice
            log.exception("table %s: the bot %s has failed", room.name, ask.level)
            thought = Thought(None, asked, asked)
        room.answered(ask.ticket, thought)

    def advise(self, room: Room, asked: Advise) -> None:
        self.spawn(self.let_advise(room, asked))

    async def let_advise(self, room: Room, asked: Advise) -> None:
        said: tuple[Action, Phrase] | None = None
        try:
            loop = asyncio.get_running_loop()
            chance = quick(int.from_bytes(self.entropy(8), "big"))
            game = room.table.ledger.game
            stop = Leash(None, self.closing)
            said = await loop.run_in_executor(self.threads, advise, game, asked.view, asked.legal, chance, stop)
        except Exception:
            log.exception("table %s: there was no advice to be had", room.name)
        room.advised(asked.ticket, said)

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
            self.forget(time.monotonic() - KEEP)

    def forget(self, late: float) -> None:
        """Let go of the tables at which nobody has been since then."""
        for name, room in list(self.rooms.items()):
            if not room.lines and not room.waiting and room.idle_since < late:
                room.table.thinking.keep({})
                del self.rooms[name]

    async def close(self) -> None:
        self.closing.set()  # a thread that still thinks would keep the process alive
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


__all__ = ["Hall", "Room", "clock", "encode", "seat_levels"]

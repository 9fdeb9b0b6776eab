"""All tables of this process, with their clock, disk, sockets and bots. It uses asyncio and knows no rules."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections import deque
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final

from stich.bots import bot, levels
from stich.clock import clock
from stich.kernel.action import Refused
from stich.kernel.game import Game
from stich.server.bots.job import Thinkers
from stich.server.bots.threads import BotThreads
from stich.server.logs import short_table
from stich.server.messages.frame import PROTO
from stich.server.messages.from_client import Hello
from stich.server.messages.over_http import NewTable
from stich.server.state.daily import daily_table
from stich.server.state.entries import Entry, Opened
from stich.server.state.extras import Extras, extras_of
from stich.server.state.refusals import PublicRefused, StorageRefused, refusal_of
from stich.server.state.sanctions import SANCTIONS
from stich.server.storage.deadlines import given_back
from stich.server.storage.log import LeaseLost, Log, Statement
from stich.server.storage.ratings import Ratings
from stich.server.tables.advice import Advise
from stich.server.tables.alarm import Alarm
from stich.server.tables.counting import Counting
from stich.server.tables.loading import loading
from stich.server.tables.minds import Minds
from stich.server.tables.opening import opening
from stich.server.tables.repeating import repeat
from stich.server.tables.runner import Batch, TableRunner
from stich.server.tables.table import Table
from stich.server.tables.tenure import ELSEWHERE, Tenure
from stich.server.tables.thinking import Ask
from stich.server.tables.turn import Turn

log = logging.getLogger("stich")
ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"  # of table names: no two of these look alike
NAME_SIZE: Final = 12  # 59 bits: the link lets people sit down, so it must not be guessable
RETRY: Final = 5.0  # seconds for which a table whose log could not be written makes no automatic actions
KEEP: Final = 600.0  # seconds for which a table stays in memory after the last page has left
FINISHED: Final = 20.0  # the same, where the match is over: a finished table costs nothing after a minute
SWEEP: Final = 30.0
TABLES_MOST: Final = 5000  # tables in memory; those that nobody looks at make room
LOOK: Final = 1.0  # seconds between two looks for tables that nobody carries on with


class TableRegistry:
    """The tables of this process, loaded from their logs on demand.

    Everything here belongs to one event loop.
    """

    def __init__(
        self,
        store: Log,
        games: Mapping[str, Game],
        thinkers: Thinkers | None = None,
        entropy: Callable[[int], bytes] = os.urandom,
        tenure: Tenure | None = None,
    ) -> None:
        """thinkers: where bots think, None: in threads of this process. tenure: which tables are its own, None: all."""
        self.store = store
        self.games = games
        self.entropy = entropy
        self.runners: dict[str, TableRunner] = {}
        self.tenure = tenure if tenure is not None else Tenure()
        self.loop: asyncio.AbstractEventLoop
        self.turn = Turn(store)
        self.results: deque[tuple[TableRunner, Batch, Exception | None]] = deque()  # from the disk
        self.woken = False  # the loop has been notified
        self.loading: dict[str, asyncio.Lock] = {}
        self.minds = Minds(thinkers if thinkers is not None else BotThreads(bot), entropy)
        self.counting = Counting(Ratings(store), self)
        self.tasks: set[asyncio.Task[None]] = set()
        self.alarm = Alarm(store, partial(self.runner, ask=False), self.write)

    # -- the disk -----------------------------------------------------------------------------------------------------

    def submit(self, runner: TableRunner, batch: Batch, entries: list[Entry], also: list[Statement]) -> None:
        """Write entries of a table, and `also` in the same transaction; see `Services`."""
        self.loop = asyncio.get_running_loop()
        fence = self.tenure.fence(runner.name)
        rated = bool(also) and runner.table.state.opened.rated

        def done(error: Exception | None) -> None:
            self.on_written(runner, batch, error)
            if rated:
                self.loop.call_soon_threadsafe(self.counting.ended.set)

        self.turn.submit(runner.name, entries, done, also, fence)

    def on_written(self, runner: TableRunner, batch: Batch, error: Exception | None) -> None:
        """Store, in the writer's thread, the result of a batch. The loop is woken once for several batches."""
        self.results.append((runner, batch, error))
        if not self.woken:
            self.woken = True
            self.loop.call_soon_threadsafe(self.process_written)

    def process_written(self) -> None:
        """Pass the results of all batches that have been written to their tables."""
        self.woken = False
        while self.results:
            runner, batch, error = self.results.popleft()
            try:
                if isinstance(error, LeaseLost):
                    self.lose(runner)
                else:
                    runner.committed(batch, error)
            except Exception:  # a fault of ours at one table; the entries of the others have been written
                log.exception("table %s is at fault", short_table(runner.name))

    def lose(self, runner: TableRunner) -> None:
        """Drop a table that another worker has taken over. Its pages connect again, and find it
        there."""
        log.warning("table %s has been taken over by another worker", short_table(runner.name))
        self.tenure.forget(runner.name)
        self.drop(runner)
        runner.send_away()

    def drop(self, runner: TableRunner) -> None:
        """Do nothing more with a table."""
        if self.runners.get(runner.name) is runner:
            del self.runners[runner.name]
        runner.table.bots.pending.keep({})
        runner.give_up()

    def lost(self, name: str) -> None:
        """Drop a table of this name, if it is here: another worker has it."""
        runner = self.runners.get(name)
        if runner is not None:
            self.lose(runner)
        self.tenure.forget(name)

    async def give(self, name: str, settled: bool = True) -> None:
        """Give a table up, because another worker was asked for it. Its pages come again, and find it there. settled:
        it has been here for a while; otherwise it stays if somebody is there."""
        runner = self.runners.get(name)
        if runner is not None:
            if runner.connections and not settled:
                return
            await runner.whole.wait()
            if runner.failed:
                return  # it is read again, and given up the next time
            self.drop(runner)
        if name not in self.loading:
            await self.tenure.release(name, self.tenure.forget(name))
        if runner is not None:
            runner.send_away()

    # -- tables -------------------------------------------------------------------------------------------------------

    async def create(self, new: NewTable, owner: str = "") -> str:
        """Open a table and return its name once it is on disk. owner: an identity, "": the first person who sits down.

        Raises Refused with the fault of the request.
        """
        game = self.game(new.game)
        opened = daily_table(game, new, levels(game), clock()) if new.daily else opening(game, new)
        opened.owner, opened.listed = owner, new.listed
        self.make_room()
        name = self.new_name()
        await self.tenure.take(name, opened=False)
        table, outs = Table.create(name, game, opened, self.extras(game, opened), self.entropy, clock())
        runner = self.runners[name] = TableRunner(self, table)
        self.minds.expect(table)
        runner.run(outs)
        await runner.whole.wait()
        if runner.failed:
            raise StorageRefused("error.storage")
        log.info("table opened", extra={"table": short_table(name), "game": game.name, "seats": opened.seats})
        return name

    def new_name(self) -> str:
        """Return a random name for a table, which leads to this worker."""
        while True:
            number = int.from_bytes(self.entropy(16), "big")
            name = "".join(ALPHABET[number // len(ALPHABET) ** i % len(ALPHABET)] for i in range(NAME_SIZE))
            if self.tenure.ours(name):
                return name

    def game(self, name: str) -> Game:
        """Return the game of this name. Raises Refused `error.game`."""
        if name not in self.games:
            raise PublicRefused("error.game", {"game": name[:40], "allowed": " | ".join(self.games)})
        return self.games[name]

    async def runner(self, name: str, *, ask: bool = True) -> TableRunner:
        """Return a table, read from its log if necessary. ask: whether another worker that has it is asked for it.

        Raises Refused: `error.unknown_table`; `error.closed`: it cannot continue under today's rules; `error.storage`;
        `error.elsewhere`; `error.full` as `make_room` does.
        """
        if SANCTIONS.closed(clock(), name):
            raise PublicRefused("error.table_closed")
        found = self.runners.get(name)
        if found is not None:
            return found
        async with self.loading.setdefault(name, asyncio.Lock()):
            try:
                found = self.runners.get(name)
                if found is None:
                    await self.tenure.take(name, ask=ask)
                    entries = await self.read(name)
                    found = self.runners.get(name)  # after a failed first attempt two callers can have read at once
                if found is None:
                    self.make_room()
                    loaded = await self.load(name, entries)
                    found = self.runners.get(name)
                if found is None:
                    found = self.runners[name] = TableRunner(self, loaded)
                    self.minds.expect(found.table)
                return found
            except Refused:
                await self.tenure.release(name, self.tenure.forget(name))
                raise
            finally:
                self.loading.pop(name, None)

    async def settled(self, name: str, *, ask: bool = True) -> TableRunner:
        """Return a table all of whose entries are on disk: nothing is shown before. Raises Refused as `runner` does."""
        runner = await self.runner(name, ask=ask)
        while runner.failed or not runner.whole.is_set():
            await runner.whole.wait()
            runner = await self.runner(name, ask=ask)
        return runner

    async def seen(self, name: str, *, anywhere: bool = False) -> Table:
        """Return a table only to look at: one that another worker has as its log has it, which costs much each time.
        anywhere: also one to which a door does not lead. Raises Refused as `runner` does."""
        try:
            return (await self.settled(name, ask=False)).table
        except Refused as refused:
            if refused.phrase.key != ELSEWHERE or not (anywhere or self.tenure.may_have(name)):
                raise
        return await self.load(name, await self.read(name))

    async def read(self, name: str) -> list[Entry]:
        """Return a table's log. Raises Refused `error.storage`."""
        try:
            return await asyncio.to_thread(self.store.read, name)
        except Refused as refused:
            log.error("table %s: the log could not be read: %s", short_table(name), refused)
            raise StorageRefused("error.storage") from refused

    async def load(self, name: str, entries: list[Entry]) -> Table:
        """Return a table from its log; other tables go on meanwhile. Raises Refused `error.unknown_table` or
        `error.closed`."""
        if not entries:
            raise Refused("error.unknown_table", {"table": name[:40]})
        opened = entries[0].body
        try:
            if not isinstance(opened, Opened):
                raise PublicRefused("error.log_gap", {"n": 0, "allowed": 0})
            game = self.game(opened.game)
            for loaded in loading(name, game, entries, self.extras(game, opened), self.entropy, clock()):
                if loaded is not None:
                    return loaded
                await asyncio.sleep(0)
            raise AssertionError("no table came of the log")
        except Refused as refused:
            log.error("table %s cannot go on: %s", short_table(name), refused.phrase.key)
            raise refusal_of(refused) from refused
        except Exception as error:  # a fault in a game's rules
            log.exception("table %s cannot go on", short_table(name))
            raise Refused("error.closed", {"reason": "@error.internal"}) from error

    def extras(self, game: Game, opened: Opened) -> Extras:
        """Return what a table gets besides its log."""
        return extras_of(game, opened)._replace(given_back=partial(given_back, self.alarm.outages))

    def reopen(self, old: TableRunner) -> None:
        """Read a table again whose log could not be written, and send its pages the current view."""
        if self.runners.get(old.name) is old:
            del self.runners[old.name]
        old.table.bots.pending.keep({})
        self.spawn(self.reconnect(old))

    async def reconnect(self, old: TableRunner) -> None:
        """Move the sockets of a table that was read again to the new one."""
        if old.fault is not None and old.quiet_until > time.monotonic():
            await asyncio.sleep(RETRY)  # at fault again at once: reading it again without a pause is useless
        connections = list(old.connections.values())
        try:
            runner = await self.runner(old.name)
        except Refused:
            for connection in connections:
                connection.hang_up()  # pages reconnect by themselves, less and less often
            return
        runner.quiet_until = time.monotonic() + RETRY
        for connection in connections:
            if connection.peer.conn in old.connections:
                connection.runner = runner
                runner.receive(connection, Hello(PROTO, runner.name))

    async def write(self, statements: list[Statement], of: str = "") -> None:
        """Store something beside the logs, and return once it is on disk. of: the lease that is needed for it, "": none
        is. Raises Refused `error.storage`."""
        loop = asyncio.get_running_loop()
        written: asyncio.Future[Exception | None] = loop.create_future()

        def resolve(error: Exception | None) -> None:
            if not written.done():
                written.set_result(error)

        def done(error: Exception | None) -> None:
            loop.call_soon_threadsafe(resolve, error)

        self.turn.submit(of, [], done, statements, self.tenure.fence(of) if of else 0)
        if (error := await written) is not None:
            raise StorageRefused("error.storage") from error

    # -- bots ---------------------------------------------------------------------------------------------------------

    def think(self, runner: TableRunner, ask: Ask) -> None:
        """Let a bot choose, see `Services`."""
        self.spawn(self.minds.think(runner, ask))

    def advise(self, runner: TableRunner, asked: Advise) -> None:
        """Let an adviser choose, see `Services`."""
        self.spawn(self.minds.advise(runner, asked))

    # -- lifetime -----------------------------------------------------------------------------------------------------

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run some work as a task, which is kept until it is done."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def start(self) -> None:
        """Start to forget tables that nobody looks at. Must be called in the event loop."""
        self.loop = asyncio.get_running_loop()
        self.spawn(self.sweep())
        self.spawn(self.counting.run())
        if self.tenure.shared:
            self.spawn(self.tenure.follow(lambda name, settled: self.spawn(self.give(name, settled)), self.lost))
            self.spawn(self.adopt())

    async def adopt(self) -> None:
        """Go on with the tables of a worker that was killed: at first of this one, before it was started again."""
        own = True

        async def look() -> None:
            nonlocal own
            for name in await self.tenure.left_over(own=own):
                with suppress(Refused):
                    await self.runner(name, ask=False)
            own = False

        await repeat(look, LOOK, "the tables of workers that have ended could not be taken over")

    async def sweep(self) -> None:
        """Unload tables that have had no visitors for long; their logs bring them back."""

        async def look() -> None:
            self.forget(time.monotonic() - KEEP)
            self.minds.thinkers.rest()
            await self.alarm.ring()

        await repeat(look, SWEEP, "tables without visitors could not be looked after")

    def forget(self, late: float) -> None:
        """Unload tables without visitors since then."""
        for name, runner in list(self.runners.items()):
            due = runner.table.deadline  # one that goes on soon by itself would be read again
            soon = due is not None and due < clock() + 1000 * KEEP
            kept = FINISHED if runner.table.state.status == "match_over" else KEEP
            if not (runner.connections or runner.waiting or soon) and runner.idle_since < late + KEEP - kept:
                self.drop(runner)
                if self.tenure.shared:
                    self.spawn(self.tenure.release(name, self.tenure.forget(name)))

    def make_room(self) -> None:
        """Unload tables without visitors if there are too many. Raises Refused `error.full` (allowed)."""
        if len(self.runners) >= TABLES_MOST:
            self.forget(time.monotonic())
            if len(self.runners) >= TABLES_MOST:
                raise PublicRefused("error.full", {"allowed": TABLES_MOST})

    async def close(self) -> None:
        """Stop all work, and write what waits for the disk."""
        self.minds.thinkers.close()
        for runner in self.runners.values():
            if runner.timer is not None:
                runner.timer.cancel()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.turn.pass_on()
        await asyncio.to_thread(self.store.close)
        await asyncio.to_thread(self.tenure.close)

"""The analyses of finished matches: one process judges their decisions while no bot of a table thinks.

The process has the lowest priority, and is given its next decision only while no bot thinks or waits. The matches have
their turns decision by decision: first comes the address that has used the least time of late. A match that nobody asks
for any more stays where it is; what is judged is kept for the next reader.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Final

from stich.analysis.evaluation import Judged, Outline
from stich.kernel.game import Game
from stich.server.bots.job import Place
from stich.server.bots.judging import Answer, Begin, Failed, Go, work
from stich.server.bots.line import CONTEXT, undisturbed
from stich.server.bots.queue import UsedTime

log: Final = logging.getLogger("stich")

KEPT: Final = 64  # matches whose analysis is kept
WANTED: Final = 10.0  # seconds after the last question in which the analysis of a match goes on
BUSY: Final = 0.1  # seconds between two looks whether a bot still thinks
LONGEST: Final = 120.0  # seconds after which a process that has not judged a decision is ended
LOSSES: Final = 3  # times in a row that a process may forget a match, or end with it
REST: Final = 60.0  # seconds without work after which the process ends

WAITING: Final = "waiting"
WORKING: Final = "working"
DONE: Final = "done"
FAILED: Final = "failed"


class Evaluation:
    """The analysis of one match, as far as it is. address: of the latest reader. text: the record."""

    def __init__(self, id: str, text: str, address: str) -> None:
        self.id = id
        self.text = text
        self.address = address
        self.wanted = 0.0
        self.outline: Outline | None = None
        self.judged: list[Judged] = []
        self.fault = ""
        self.held = False  # bots think first
        self.stored = False  # in the database
        self.lost = 0  # times in a row that the process did not know it any more

    @property
    def state(self) -> str:
        """What is going on: WAITING for bots, WORKING, DONE, FAILED."""
        if self.fault:
            return FAILED
        if self.complete:
            return DONE
        return WAITING if self.held else WORKING

    @property
    def complete(self) -> bool:
        """Tell whether every decision is judged."""
        return self.outline is not None and len(self.judged) >= self.outline.total


class Evaluations:
    """All analyses. Everything here belongs to one event loop.

    find: returns a game by its name; it is called in the process, and so sent there. busy: tells whether a bot of a
    table thinks or waits.
    """

    def __init__(self, find: Callable[[str], Game], busy: Callable[[], bool]) -> None:
        self.find = find
        self.busy = busy
        self.known: OrderedDict[str, Evaluation] = OrderedDict()
        self.used = UsedTime()
        self.running: asyncio.Task[None] | None = None
        self.closed = False
        self.thread = ThreadPoolExecutor(1, "stich-judge")
        self.process: BaseProcess | None = None
        self.line: Connection | None = None

    def ask(self, id: str, address: str) -> Evaluation | None:
        """Return the analysis of a match for a reader, and go on with it; None: `begin` has to be called first."""
        found = self.known.get(id)
        if found is not None:
            self.known.move_to_end(id)
            found.address, found.wanted = address, time.monotonic()
            self.go_on()
        return found

    def begin(self, id: str, text: str, address: str) -> Evaluation:
        """Begin the analysis of a match. text: its record."""
        made = self.known.setdefault(id, Evaluation(id, text, address))
        while len(self.known) > KEPT:
            self.known.popitem(last=False)
        return self.ask(id, address) or made

    def forget(self) -> None:
        """Keep no analysis any more: somebody who is named in one has had their data deleted."""
        self.known.clear()

    def close(self) -> None:
        """End the process; nobody waits for it."""
        self.closed = True
        self.end()
        self.thread.shutdown(wait=False, cancel_futures=True)

    # -- the work -----------------------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Have the work go on if it has stopped."""
        if not self.closed and (self.running is None or self.running.done()):
            self.running = asyncio.get_running_loop().create_task(self.run())

    async def run(self) -> None:
        """Judge decisions until nobody has wanted any for a while."""
        idle = time.monotonic()
        while not self.closed and time.monotonic() - idle < REST:
            one = self.next()
            if one is None:
                await asyncio.sleep(BUSY)
                continue
            idle = time.monotonic()
            one.held = self.busy()
            if one.held:
                await asyncio.sleep(BUSY)
                continue
            await self.step(one)
        self.used.forget(time.monotonic())
        self.end()

    def next(self) -> Evaluation | None:
        """Return the match whose turn it is; None: nobody waits."""
        now = time.monotonic()
        open_ones = [
            one for one in self.known.values() if one.state in (WAITING, WORKING) and now - one.wanted < WANTED
        ]
        return min(open_ones, key=lambda one: self.used.of((one.address,), now), default=None)

    async def step(self, one: Evaluation) -> None:
        """Judge the next decision of a match, or begin with it."""
        begun = time.monotonic()
        asked: Begin | Go = Begin(one.id, one.text) if one.outline is None else Go(one.id, len(one.judged))
        answer = await asyncio.get_running_loop().run_in_executor(self.thread, self.answer, asked)
        if answer is None:  # the process has forgotten the record, or has ended
            one.lost += 1
            again = Begin(one.id, one.text)
            answer = await asyncio.get_running_loop().run_in_executor(self.thread, self.answer, again)
            if answer is None or one.lost > LOSSES:
                answer = Failed("its process has ended")
        now = time.monotonic()
        self.used.add(Place(one.address, "", one.id), now - begun, now)
        if isinstance(answer, Outline):
            one.outline = answer
        elif isinstance(answer, Failed):
            one.fault = answer.fault
            log.error("the analysis of a match has failed: %s", answer.fault)
        elif isinstance(answer, Judged):
            one.judged.append(answer)
            one.lost = 0

    # -- in the thread, which waits for the process -------------------------------------------------------------------

    def answer(self, asked: Begin | Go) -> Answer:
        """Return what the process answers, None: it has ended. The next question starts another one."""
        try:
            line = self.line or self.start()
            line.send(asked)
            if line.poll(LONGEST):
                found: Answer = line.recv()
                return found
            self.end()
            return Failed("a decision took too long")
        except (EOFError, OSError, ValueError):
            self.end()
            return None

    def start(self) -> Connection:
        """Start the process. Raises OSError."""
        line, theirs = CONTEXT.Pipe()
        process = CONTEXT.Process(target=work, args=(theirs, self.find), name="stich-judge", daemon=True)
        with undisturbed():
            process.start()
        theirs.close()
        self.process, self.line = process, line
        return line

    def end(self) -> None:
        """End the process. It keeps nothing that would have to be saved."""
        process, line = self.process, self.line
        self.process = self.line = None
        with contextlib.suppress(AttributeError, ValueError, OSError):
            if process is not None:
                process.kill()
        with contextlib.suppress(OSError):
            if line is not None:
                line.close()

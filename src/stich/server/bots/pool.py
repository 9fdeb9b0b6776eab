"""Bots that think in processes of their own: compiled code holds the interpreter, so a bot in the server's process
would stop the tables.

One process is kept for quick choices, so that they never wait for a search. The others are as many as the machine has
processors beside the server's. All start when they are needed, and end when they have long had nothing to do. A process
that ends, or that does not answer in time, is replaced, and what it was asked fails at once: see
docs/decisions/0032-where-bots-think.md.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
import traceback
from collections import Counter
from collections.abc import Callable
from typing import Final

from stich.bots.question import Answer, Preparation, Question, chosen, packed, plain
from stich.clock import clock
from stich.kernel.action import Phrase
from stich.kernel.game import Game
from stich.server.bots.job import Job, Kind, Recall, Thought
from stich.server.bots.line import BotProcess
from stich.server.bots.process import READY
from stich.server.bots.queue import FairQueue

log = logging.getLogger("stich")

LATE: Final = 1.0  # seconds after the end of its time in which a process must have answered
WAIT: Final = 5.0  # seconds after which a job that no process has begun fails
LOOK: Final = 0.1  # seconds between two looks for those
AGAIN: Final = 60.0  # seconds between two lines of the log about those
START: Final = 30.0  # seconds in which a process must be ready
PAUSE: Final = 5.0  # seconds before a process is started again that has ended before it was ready
EXPECTED: Final = 32  # rules and levels that every process loads before it is asked
REST: Final = 300.0  # seconds without a job after which a process ends


def usual_processes() -> int:
    """Return how many processes search: one less than there are processors for this process, and at least one."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)) - 1)
    return max(1, (os.cpu_count() or 1) - 1)


def question_of(job: Job, seconds: float) -> Question:
    """Return what a process is asked."""
    legal = [plain(action) for action in job.legal]
    view = packed(job.view, job.options)
    return Question(job.game.name, view, legal, job.level, job.seed, seconds, job.kind is Kind.ADVICE)


class BotPool:
    """The processes, and the jobs that wait for one. Everything here belongs to one event loop.

    processes: how many search. find: returns a game by its name; it is called in a process, and so sent there.
    """

    def __init__(self, processes: int, find: Callable[[str], Game]) -> None:
        self.most = processes
        self.find = find
        self.queue = FairQueue(processes)
        self.results: dict[Job, asyncio.Future[Thought]] = {}
        self.quick: BotProcess | None = None
        self.searching: list[BotProcess] = []
        self.not_before = 0.0  # when a process can be started again
        self.complained = -AGAIN
        self.watching: asyncio.TimerHandle | None = None
        self.closed = False
        self.expected: dict[Preparation, Kind] = {}  # what the latest tables need
        self.counts: Counter[str] = Counter()  # what happened so far, and the ms that bots thought, by kind

    # -- jobs ---------------------------------------------------------------------------------------------------------

    async def think(self, job: Job) -> Thought:
        """Return what comes of a job; never raises."""
        if self.closed:
            return Thought(None, clock(), clock())
        result: asyncio.Future[Thought] = asyncio.get_running_loop().create_future()
        self.results[job] = result
        if isinstance(job.off, Recall):
            job.off.heard = lambda: self.recalled(job)
        self.queue.put(job, time.monotonic())
        self.dispatch()
        try:
            return await result
        finally:
            if isinstance(job.off, Recall):
                job.off.heard = None  # the job refers to it, and it to the job: only the collector would free them

    def recalled(self, job: Job) -> None:
        """Stop a job whose answer is no longer needed."""
        if job in self.queue.since:
            self.queue.drop(job)
            self.end(job, 0.0, Thought(job.legal[0], clock(), clock()))
        for process in self.all():
            if process.job is job:
                process.stop()

    def dispatch(self) -> None:
        """Give jobs to the processes that have none, and start processes for the others."""
        now = time.monotonic()
        for process in self.all():
            while process.idle and self.occupy(process, now):
                pass
        if len(self.queue):
            self.grow(now)
            self.hurry(now)
        if self.watching is None and (self.results or any(process.busy for process in self.all())):
            self.watching = asyncio.get_running_loop().call_later(LOOK, self.watch)

    def occupy(self, process: BotProcess, now: float) -> bool:
        """Give a process something to do. Returns False if there is nothing."""
        quick = process is self.quick
        for needed, kind in self.expected.items():
            if (kind is Kind.QUICK) == quick and needed not in process.known:
                process.prepare(needed, now)
                return True
        job = self.queue.take(now, quick)
        if job is None:
            return False
        if job.needs in process.known:
            self.begin(process, job, now)
        else:
            process.prepare(job.needs, now, job)
        return True

    def begin(self, process: BotProcess, job: Job, now: float) -> None:
        """Let a process do a job. If there is nothing to choose, the job is done when its turn has come."""
        began = clock()
        if job.forced or job.off.is_set():
            self.end(job, 0.0, Thought(job.legal[0], began, began))
            return
        window = max(0.0, (job.until(began) - began) / 1000)
        try:
            question = question_of(job, self.queue.share(job, window, now))
            process.ask(job, question, began, window, now)
        except Exception:  # a game from elsewhere can have facts that cannot be sent
            process.free()
            self.end(job, 0.0, Thought(None, began, clock(), fault=traceback.format_exc()))

    def hurry(self, now: float) -> None:
        """Stop thoughts that have had their share, now that others wait."""
        if not self.queue.has(Kind.SEARCH):
            return
        for process in self.searching:
            if process.job is not None:
                process.stop_at_latest(process.began + self.queue.share(process.job, process.window, now), now)

    def end(self, job: Job, seconds: float, thought: Thought) -> None:
        """Report what came of a job that was taken out of the queue."""
        self.queue.ended(job, seconds, time.monotonic())
        self.counts[f"{job.kind.value} thoughts"] += 1
        self.counts[f"{job.kind.value} ms"] += round(seconds * 1000)
        result = self.results.pop(job, None)
        if result is not None and not result.done():
            result.set_result(thought)

    # -- processes ----------------------------------------------------------------------------------------------------

    def all(self) -> list[BotProcess]:
        """Return all processes, the one for quick choices first."""
        return [*([self.quick] if self.quick is not None else []), *self.searching]

    def grow(self, now: float) -> None:
        """Start a process that the waiting jobs need, unless one is about to be ready."""
        if now < self.not_before or self.closed:
            return
        if self.queue.has(Kind.QUICK) and self.quick is None:
            self.quick = self.started()
        starting = any(not process.ready for process in self.searching)
        if self.queue.has(Kind.SEARCH, Kind.ADVICE) and not starting and len(self.searching) < self.most:
            self.search_with(self.started())

    def search_with(self, process: BotProcess | None) -> None:
        """Add a process to those that search, if it could be started."""
        if process is not None:
            self.searching.append(process)

    def started(self) -> BotProcess | None:
        """Start a process; None: there is not even a pipe to it, and it is tried again after a pause."""
        try:
            return BotProcess(self.find, asyncio.get_running_loop(), self.heard, self.ended)
        except OSError as error:
            self.not_before = time.monotonic() + PAUSE
            log.warning("a process of bots could not be started: %s", error)
            return None

    def busy(self) -> bool:
        """Tell whether a bot thinks, or waits for its turn."""
        return bool(self.results)

    def expect(self, kind: Kind, needed: Preparation) -> None:
        """Start the first process for such jobs, or have those that there are load what they need. That takes part of a
        second, in which nobody waits."""
        if self.closed:
            return
        self.expected[needed] = kind
        if len(self.expected) > EXPECTED:
            del self.expected[next(iter(self.expected))]
        if kind is Kind.QUICK and self.quick is None:
            self.quick = self.started()
        elif kind is not Kind.QUICK and not self.searching:
            self.search_with(self.started())
        self.dispatch()

    def heard(self, process: BotProcess, n: int, answer: Answer, done: int) -> None:
        """Take a process's answer. done: when it came, server time in ms."""
        if n == READY:
            process.ready = True
        elif process.preparing is not None and n == process.n:
            job = process.job
            process.preparing = None
            process.free()
            if job is not None:
                self.begin(process, job, time.monotonic())
        elif process.job is not None and n == process.n:
            job, began, seconds = process.job, process.asked_at, time.monotonic() - process.began
            process.free()
            why = Phrase(*answer.why) if answer.why is not None else None
            self.end(job, seconds, Thought(chosen(job.legal, answer), began, done, why, answer.fault))
        self.dispatch()

    def ended(self, process: BotProcess) -> None:
        """A process has ended, or was ended: its job fails."""
        if process is self.quick:
            self.quick = None
        elif process in self.searching:
            self.searching.remove(process)
        if self.closed:
            return
        if not process.ready:
            self.not_before = time.monotonic() + PAUSE
        if process.preparing is not None:
            self.expected.pop(process.preparing, None)  # the next process would end in the same way
        wanted = process.resting or process.terminated  # a service manager ends all processes at once
        if not wanted:
            self.counts["processes replaced"] += 1
            # a burst of connections can take all descriptors for a moment, in which nobody waits for a bot
            level = logging.INFO if process.fault and not self.results else logging.WARNING
            log.log(level, "a process of bots has ended (%s), and is replaced", process.how())
        self.fail(process, "" if wanted else "its process has ended")
        self.dispatch()

    def fail(self, process: BotProcess, why: str) -> None:
        """Let the job of a process fail."""
        if process.job is not None:
            job, began, seconds = process.job, process.asked_at, time.monotonic() - process.began
            process.free()
            self.end(job, seconds, Thought(None, began, clock(), fault=why))

    # -- time ---------------------------------------------------------------------------------------------------------

    def watch(self) -> None:
        """End processes that do not answer in time, and let jobs fail that wait for ever."""
        self.watching = None
        now = time.monotonic()
        for process in self.all():
            window = START if process.preparing is not None else process.window + LATE
            late = process.busy and now > process.began + window
            if late or (not process.ready and now > process.started_at + START):
                self.fail(process, "it did not end in time")
                process.kill()
        while (oldest := self.queue.oldest()) is not None and now - oldest[1] > WAIT:
            self.queue.drop(oldest[0])
            self.give_up(oldest[0], now)
        self.dispatch()

    def give_up(self, job: Job, now: float) -> None:
        """Let a job fail that no process has begun; Club or the first legal action takes its place."""
        self.counts["given up"] += 1
        if now - self.complained > AGAIN:
            self.complained = now
            log.warning("bots wait longer than %g s for a process; %d so far", WAIT, self.counts["given up"])
        self.end(job, 0.0, Thought(None, clock(), clock()))

    def rest(self) -> None:
        """End processes that have had nothing to do for long, and forget whose bots used time long ago."""
        now = time.monotonic()
        self.queue.used.forget(now)
        for process in self.all():
            if process.idle and now - process.free_since > REST:
                process.resting = True
                process.kill()

    def close(self) -> None:
        """End all processes. They keep nothing that would have to be saved."""
        self.closed = True
        if self.watching is not None:
            self.watching.cancel()
        for process in self.all():
            process.kill()
        for job in list(self.queue.since):
            self.queue.drop(job)
        for result in self.results.values():
            result.cancel()
        self.results.clear()

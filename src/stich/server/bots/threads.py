"""Bots that think in threads of the server's own process, where there can be no others."""

from __future__ import annotations

import asyncio
import time
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Final

from stich.analysis.hints import hint
from stich.bots import Bot
from stich.bots.question import Preparation
from stich.clock import clock
from stich.kernel.chance import quick
from stich.kernel.game import Game
from stich.server.bots.job import Job, Kind, Thought

TURN: Final = 0.002  # seconds for which a bot keeps the interpreter before other threads have their turn


class StopSignal:
    """The stop function of a bot (`Bot.think`); now and then it gives other threads of the process their turn. Created
    and called in the bot's own thread.

    left: seconds from now. off: events of which any ends the thinking.
    """

    def __init__(self, left: float, *off: Event) -> None:
        now = time.monotonic()
        self.end = now + left
        self.turn = now + TURN
        self.off = off

    def __call__(self) -> bool:
        now = time.monotonic()
        if now >= self.turn:
            time.sleep(0)  # some 55 µs under Linux, so not more often than that
            self.turn = time.monotonic() + TURN
        return now >= self.end or any(off.is_set() for off in self.off)


class BotThreads:
    """Two threads, and the bots that were asked for. make_bot: called as `make_bot(game, level)`."""

    def __init__(self, make_bot: Callable[[Game, str], Bot]) -> None:
        self.make_bot = make_bot
        self.bots: dict[tuple[str, str], Bot] = {}
        self.threads = ThreadPoolExecutor(2, "stich-bot")
        self.closing = Event()
        self.thinking = 0  # jobs that are done or wait

    async def think(self, job: Job) -> Thought:
        """Return what comes of a job; never raises."""
        asked = clock()
        self.thinking += 1
        try:
            if job.kind is not Kind.ADVICE and (job.game.name, job.level) not in self.bots:
                self.bots[job.game.name, job.level] = self.make_bot(job.game, job.level)
            return await asyncio.get_running_loop().run_in_executor(self.threads, self.thought, job)
        except Exception:  # a bot can be foreign code; the table goes on without its choice
            return Thought(None, asked, clock(), fault=traceback.format_exc())
        finally:
            self.thinking -= 1

    def thought(self, job: Job) -> Thought:
        """Let a bot choose, in its own thread."""
        began = clock()
        if job.forced or job.off.is_set() or self.closing.is_set():
            return Thought(job.legal[0], began, began)
        stop = StopSignal((job.until(began) - began) / 1000, job.off, self.closing)
        chance = quick(*job.seed)
        if job.kind is Kind.ADVICE:
            action, why = hint(job.game, job.view, job.legal, chance, stop)
            return Thought(action, began, clock(), why)
        known = self.bots[job.game.name, job.level]
        return Thought(known.think(job.view, job.legal, chance, stop), began, clock())

    def busy(self) -> bool:
        """Tell whether a bot thinks, or waits for its turn."""
        return self.thinking > 0

    def expect(self, kind: Kind, needed: Preparation) -> None:
        """Threads are always ready."""

    def rest(self) -> None:
        """Threads cost nothing."""

    def close(self) -> None:
        """Stop all thinking; nobody waits for it."""
        self.closing.set()  # a thread that still thinks would keep the process alive
        self.threads.shutdown(wait=False, cancel_futures=True)

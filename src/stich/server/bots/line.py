"""The server's end of the pipe to a process of bots."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import time
from collections.abc import Callable, Iterator
from multiprocessing import get_context, resource_tracker
from threading import Thread
from typing import Final

from stich.bots.question import Answer, Preparation, Question
from stich.clock import clock
from stich.kernel.game import Game
from stich.server.bots.job import Job
from stich.server.bots.process import READY, work

CONTEXT: Final = get_context("spawn")  # the same on all systems, and a fork of a process with threads can hang


class BotProcess:
    """A process of bots. It does one job at a time.

    A thread of its own starts it and reads its answers, so that neither takes the event loop's time, and the time of an
    answer does not depend on what the loop does at that moment. find: returns a game by its name, in the process.
    heard: called in the loop with each answer; ended: when there will be no more.
    """

    def __init__(
        self,
        find: Callable[[str], Game],
        loop: asyncio.AbstractEventLoop,
        heard: Callable[[BotProcess, int, Answer, int], None],
        ended: Callable[[BotProcess], None],
    ) -> None:
        self.loop = loop
        self.heard = heard
        self.ended = ended
        self.line, self.theirs = CONTEXT.Pipe()
        self.process = CONTEXT.Process(target=work, args=(self.theirs, find), name="stich-bots", daemon=True)
        self.ready = False
        self.resting = False  # it ends because it is not needed
        self.killed = False
        self.fault = ""  # why it could not be started
        self.n = READY
        self.known: set[Preparation] = set()
        self.preparing: Preparation | None = None  # what it loads
        self.job: Job | None = None
        self.window = 0.0  # seconds that the job may take
        self.asked_at = 0  # server time, ms
        self.started_at = self.began = self.free_since = time.monotonic()
        self.stop_at = float("inf")
        self.stopping: asyncio.TimerHandle | None = None
        Thread(target=self.read, name="stich-bots", daemon=True).start()

    @property
    def idle(self) -> bool:
        """Tell whether it can be given a job."""
        return self.ready and not self.busy and not self.killed

    @property
    def busy(self) -> bool:
        """Tell whether it has something to do."""
        return self.job is not None or self.preparing is not None

    # -- in the event loop --------------------------------------------------------------------------------------------

    def prepare(self, needed: Preparation, now: float, job: Job | None = None) -> None:
        """Let it load what it needs to be asked. job: the one that it is asked then."""
        self.n += 1
        self.preparing = needed
        self.job = job
        self.began = now
        self.known.add(needed)
        self.tell(needed)

    def ask(self, job: Job, question: Question, began: int, window: float, now: float) -> None:
        """Give it a job. began: server time, ms. window: the seconds in which it must be done."""
        self.n += 1
        self.job = job
        self.asked_at = began
        self.began = now
        self.window = window
        self.stop_at = float("inf")
        self.tell(question)

    def stop_at_latest(self, at: float, now: float) -> None:
        """Tell it to answer at this time, or at an earlier one that it was given before; `time.monotonic()`."""
        if at >= self.stop_at:
            return
        self.stop_at = at
        if self.stopping is not None:
            self.stopping.cancel()
            self.stopping = None
        if at > now:
            self.stopping = self.loop.call_later(at - now, self.stop)
        else:
            self.stop()

    def stop(self) -> None:
        """Tell it to answer now."""
        self.stop_at = 0.0
        self.tell(None)

    def tell(self, question: Question | Preparation | None) -> None:
        """Send a message. A process that has ended has its thread tell of it."""
        with contextlib.suppress(OSError, ValueError):
            self.line.send((self.n, question))

    def free(self) -> None:
        """Note that its job is done."""
        self.job = None
        if self.stopping is not None:
            self.stopping.cancel()
            self.stopping = None
        self.free_since = time.monotonic()

    def kill(self) -> None:
        """End it. It keeps nothing that would have to be saved."""
        self.killed = True
        with contextlib.suppress(AttributeError, ValueError, OSError):  # it has not been started, or has ended
            self.process.kill()

    @property
    def terminated(self) -> bool:
        """Tell whether it was ended from outside by the usual signal."""
        with contextlib.suppress(AssertionError, ValueError):  # it could not be started
            return self.process.exitcode == -signal.SIGTERM
        return False

    def how(self) -> str:
        """Return how it has ended."""
        with contextlib.suppress(AssertionError, ValueError):  # it was never begun
            code = self.process.exitcode
            if code is not None:
                return f"signal {-code}" if code < 0 else f"exit status {code}"
        return f"it could not be started: {self.fault}"

    # -- in its own thread --------------------------------------------------------------------------------------------

    def read(self) -> None:
        """Start the process, and pass its answers on until it ends."""
        with contextlib.suppress(EOFError, OSError):
            self.start()
            self.theirs.close()  # now the pipe ends with the process
            if self.killed:
                self.process.kill()
            while True:
                n, answer = self.line.recv()
                self.post(self.heard, self, n, answer, clock())
        with contextlib.suppress(AssertionError):
            self.process.join()
        self.line.close()
        self.post(self.ended, self)

    def start(self) -> None:
        """Start the process. Raises OSError."""
        try:
            with undisturbed():
                self.process.start()
        except OSError as error:
            self.fault = str(error)
            raise

    def post(self, what: Callable[..., None], *args: object) -> None:
        """Call something in the event loop; a loop that was closed needs no answers."""
        with contextlib.suppress(RuntimeError):
            self.loop.call_soon_threadsafe(what, *args)


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Let a process that is started here inherit that Ctrl-C does not reach it: the server's process ends it."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # otherwise it is started with the process, and lets Ctrl-C through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

"""The supervisor: it opens the door, starts the workers, and starts one again that has ended."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import time
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from typing import Final

from stich.server.bots.line import undisturbed
from stich.server.serving import GRACE, KILLED, LAST
from stich.server.workers.door import Door
from stich.server.workers.worker import READY

log: Final = logging.getLogger("stich")

CONTEXT: Final = get_context("spawn")
QUICKLY: Final = 10.0  # seconds: a worker that has lived no longer is started again after a pause
PAUSE: Final = 2.0  # seconds of this pause; each further one is twice as long
LONGEST_PAUSE: Final = 30.0
END: Final = GRACE + LAST + 1.0  # seconds after which a worker that was asked to end is killed

HUNG: Final = 30.0  # seconds without a sign of life after which a worker is killed
LOOK: Final = 1.0  # seconds between two looks at the workers

Work = Callable[[int, socket.socket], None]
"""What a worker does in its process: its number, and its end of the pair of sockets. It can be sent to a process."""


class Worker:
    """One worker's place: its process changes, its number and its sockets stay."""

    def __init__(self, number: int, work: Work) -> None:
        self.number = number
        self.work = work
        self.ours, self.theirs = socket.socketpair()
        self.process: BaseProcess | None = None
        self.started = 0.0
        self.heard = 0.0  # when it last gave a sign of life
        self.ready = asyncio.Event()
        self.ended = asyncio.Event()

    def start(self) -> None:
        """Start the process, in the running loop."""
        self.ready.clear()
        self.ended.clear()
        self.started = time.monotonic()
        self.process = CONTEXT.Process(target=self.work, args=(self.number, self.theirs), name=f"stich-{self.number}")
        with undisturbed():
            self.process.start()
        log.info("worker %d is process %d", self.number, self.process.pid)
        asyncio.get_running_loop().add_reader(self.process.sentinel, self.on_end)

    def hear(self) -> None:
        """Note that the worker is ready, or still alive."""
        try:
            said = self.ours.recv(64)
        except (BlockingIOError, InterruptedError):
            return
        self.heard = time.monotonic()
        if READY in said:  # each process says that once: of one that ends, no later sign is taken for it
            self.ready.set()

    def on_end(self) -> None:
        """Note that the process has ended."""
        assert self.process is not None
        asyncio.get_running_loop().remove_reader(self.process.sentinel)
        self.process.join()
        self.ended.set()

    def look_after(self) -> None:
        """Kill a process that has long said nothing: its event loop stands still, and with it all its tables."""
        if self.ready.is_set() and not self.ended.is_set() and time.monotonic() - self.heard > HUNG:
            log.error("worker %d hangs", self.number)
            assert self.process is not None
            self.ready.clear()
            self.process.kill()

    def terminate(self) -> None:
        """Ask the process to end in order."""
        if self.process is not None and self.process.is_alive():
            self.process.terminate()

    async def end(self) -> None:
        """End the process, by force if it takes too long."""
        self.terminate()
        try:
            await asyncio.wait_for(self.ended.wait(), END)
        except TimeoutError:
            log.error("worker %d does not end", self.number)
            assert self.process is not None
            self.process.kill()
            await self.ended.wait()

    @property
    def code(self) -> int:
        """The exit status of the process that has ended."""
        return (self.process.exitcode or 0) if self.process is not None else 0


class Supervisor:
    """All workers of one machine. work: what each of them does; announce: called in a thread once all can
    answer."""

    def __init__(self, listener: socket.socket, count: int, work: Work, announce: Callable[[], object]) -> None:
        self.workers = [Worker(number, work) for number in range(count)]
        self.door = Door(listener, [worker.ours for worker in self.workers])
        self.announce = announce
        self.stopping = asyncio.Event()
        self.renewing: asyncio.Task[None] | None = None

    async def run(self) -> int:
        """Serve until a signal. Returns the exit status: that of a worker that could not be started at all."""
        loop = asyncio.get_running_loop()
        for name in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(name, self.stop, name)
        loop.add_signal_handler(signal.SIGHUP, self.renew)
        self.door.open()
        for worker in self.workers:
            worker.start()
            loop.add_reader(worker.ours, worker.hear)
        code = await self.first()
        watching = [asyncio.create_task(work) for work in (self.look_after(), *map(self.watch, self.workers))]
        if not self.stopping.is_set():
            await asyncio.to_thread(self.announce)
        await self.stopping.wait()
        for task in watching:
            task.cancel()
        self.door.close()
        await asyncio.gather(*(worker.end() for worker in self.workers))
        return code

    async def first(self) -> int:
        """Wait until all workers can answer. One that ends before that has said why: then all end."""
        for worker in self.workers:
            waits = [asyncio.create_task(event.wait()) for event in (worker.ready, worker.ended, self.stopping)]
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            for task in waits:
                task.cancel()
            if worker.ended.is_set():
                self.stopping.set()
                return worker.code
        return 0

    async def watch(self, worker: Worker) -> None:
        """Start a worker again whenever it ends."""
        pause = PAUSE
        while True:
            await worker.ended.wait()
            if self.stopping.is_set():
                return
            log.error("worker %d has ended with %d; it is started again", worker.number, worker.code)
            if time.monotonic() - worker.started < QUICKLY:
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            else:
                pause = PAUSE
            while not self.stopping.is_set():
                try:
                    worker.start()
                    break
                except OSError as error:  # the machine has no room for a process at this moment
                    log.error("worker %d cannot be started: %s", worker.number, error)
                    await asyncio.sleep(PAUSE)

    async def look_after(self) -> None:
        """Look after all workers, for ever."""
        while True:
            await asyncio.sleep(LOOK)
            for worker in self.workers:
                worker.look_after()

    def renew(self) -> None:
        """Start all workers again, one after the other: each brings the present version of the package with it."""
        if self.renewing is None or self.renewing.done():
            self.renewing = asyncio.get_running_loop().create_task(self.renew_all())

    async def renew_all(self) -> None:
        """End each worker once the one before it answers again; `watch` starts it."""
        for worker in self.workers:
            await worker.ready.wait()
            worker.ready.clear()
            worker.started = float("-inf")  # no pause: nothing is wrong with it
            worker.terminate()
            await worker.ready.wait()

    def stop(self, sig: int) -> None:
        """End in order; at the second signal at once."""
        if self.stopping.is_set():
            for worker in self.workers:
                if worker.process is not None:
                    worker.process.kill()
            os._exit(KILLED + sig)
        self.stopping.set()

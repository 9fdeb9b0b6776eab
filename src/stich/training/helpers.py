"""Further processes that make batches, each on a core of its own."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable
from typing import Any, Final

import torch
import torch.multiprocessing as processes

from stich.training.learner import Learner, Source
from stich.training.lessons import Batch

WAITING: Final = 2  # batches of each process that wait for the learner
PATIENCE: Final = 5.0  # seconds for a process to end


class Helpers:
    """Processes that make the batches of a stage. Use them as a context: they end with it."""

    def __init__(self, course: Callable[[], Any], learner: Learner, count: int, practises: bool) -> None:
        """course: returns the course, in each process. practises: batches of self-play, not of lessons."""
        context = processes.get_context("spawn")
        self.shared = {name: value.detach().cpu().clone().share_memory_() for name, value in learner.p.items()}
        self.part = context.Value("d", 0.0)
        self.batches: Any = context.Queue(max(1, WAITING * count))
        self.running: list[Any] = []
        for number in range(count):
            given = (course, learner.next_seed() + number + 1, self.shared, self.part, self.batches, practises)
            self.running.append(context.Process(target=work, args=given, daemon=True))

    def __enter__(self) -> Helpers:
        for process in self.running:
            process.start()
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.running:
            process.terminate()
            process.join(PATIENCE)

    def ready(self) -> Batch | None:
        """Return a batch that is ready, None if there is none."""
        try:
            found: Batch = self.batches.get_nowait()
        except queue.Empty:
            return None
        return found

    def show(self, learner: Learner, part: float) -> None:
        """Give the processes the parameters of now; part: of the stage that is over."""
        self.part.value = part
        with torch.no_grad():
            for name, value in learner.p.items():
                self.shared[name].copy_(value)


def work(course: Callable[[], Any], seed: int, shared: Any, part: Any, batches: Any, practises: bool) -> None:
    """Make batches until the process is ended."""
    torch.set_num_threads(1)
    learner = Learner(course(), seed, "cpu")
    learner.p = shared
    source = Source(learner)
    while True:
        begun = time.process_time()
        batch = source.game(part.value) if practises else source.lesson()
        batches.put(batch._replace(seconds=time.process_time() - begun))

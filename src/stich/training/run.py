"""A training from its beginning, or from where it was interrupted, to its end."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from contextlib import nullcontext
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

import torch

from stich.bots.arena import DUPLICATE, Arena, Contest, summaries
from stich.bots.course import Course
from stich.kernel.game import Game
from stich.parts.climb.planning.weights import save
from stich.training.curve import write_curve
from stich.training.helpers import Helpers
from stich.training.learner import Learner, Source
from stich.training.model import exported

STORED: Final = "training.pt"
EVERY: Final = 30.0  # seconds on the clock between two stores
FRESH: Final = 3  # new batches of lessons for each one of self-play
SEED: Final = 515_151  # of the deals that measure the strength: no other contest uses it


class Plan(NamedTuple):
    """How to train. lessons, practice, measure: CPU seconds, of playouts, of self-play and between two measurements.

    deals: of a measurement; 0 measures nothing. command: how it was called, for the card.
    """

    lessons: float
    practice: float
    measure: float
    deals: int
    seed: int
    jobs: int
    device: str
    command: str


Tell = Callable[[Learner, str, float], None]


def course_of(module: str) -> Course:
    """Return the course in a module."""
    found: Course = import_module(module).COURSE
    return found


class CourseOf:
    """Returns a course; can be sent to another process."""

    def __init__(self, module: str) -> None:
        self.module = module

    def __call__(self) -> Course:
        return course_of(self.module)


class Training:
    """One training and its folder."""

    def __init__(self, game: Game, module: str, folder: Path, plan: Plan, tell: Tell) -> None:
        """tell: is called after each batch with the learner, the stage and the part of it that is over.

        Raises ValueError if the folder has a training that cannot be continued.
        """
        self.game = game
        self.module = module
        self.course = course_of(module)
        self.folder = folder
        self.plan = plan
        self.tell = tell
        self.stopped = False
        torch.set_num_threads(1)
        device = plan.device if plan.device != "auto" else "cuda" if torch.cuda.is_available() else "cpu"
        self.learner = Learner(self.course, plan.seed, device)
        if (folder / STORED).is_file():
            self.learner.load(folder / STORED)
        self.stored = time.monotonic()
        self.cpu = time.process_time()

    def run(self) -> bool:
        """Train; return whether it came to its end. Ctrl-C ends it after the step that is being made."""
        signals = (signal.SIGINT, signal.SIGTERM)
        before = [signal.signal(which, self.stop) for which in signals]
        try:
            self.stage("lessons", self.plan.lessons)
            self.stage("practice", self.plan.lessons + self.plan.practice)
            if not self.stopped:
                self.measure()
        finally:
            self.learner.save(self.folder / STORED)
            self.export()
            for which, handler in zip(signals, before, strict=True):
                signal.signal(which, handler)
        return not self.stopped

    def stop(self, *_: object) -> None:
        """End after this step."""
        self.stopped = True

    def stage(self, name: str, until: float) -> None:
        """Learn from lessons, or from self-play (practice), until so much CPU time is used."""
        learner = self.learner
        begin = 0.0 if name == "lessons" else self.plan.lessons
        if not self.goes_on(until):
            return
        source = Source(learner)
        count = self.plan.jobs - 1
        practises = name == "practice"
        helpers = Helpers(CourseOf(self.module), learner, count, practises) if count else None
        self.cpu = time.process_time()
        with helpers or nullcontext():
            while self.goes_on(until):
                part = (learner.done.seconds - begin) / (until - begin)
                batch = helpers.ready() if helpers else None
                if batch is None:
                    batch = source.game(part) if practises else source.lesson()
                if practises:
                    for _ in range(FRESH):
                        learner.keep(source.lesson())
                    learner.practice(batch, part)
                else:
                    learner.lesson(batch, part)
                if helpers:
                    helpers.show(learner, part)
                self.count(batch.seconds)
                self.tell(learner, name, part)
                self.keep()

    def goes_on(self, until: float) -> bool:
        """Tell whether a stage goes on."""
        return not self.stopped and self.learner.done.seconds < until

    def count(self, elsewhere: float) -> None:
        """Add the CPU time since the last call, here and in another process."""
        now = time.process_time()
        done = self.learner.done
        self.learner.done = done._replace(seconds=done.seconds + now - self.cpu + elsewhere)
        self.cpu = now

    def keep(self) -> None:
        """Store the training, and measure the strength, when it is time."""
        curve = self.learner.done.curve
        if self.plan.deals and self.learner.done.seconds >= (curve[-1][0] if curve else 0) + self.plan.measure:
            self.measure()
        if time.monotonic() - self.stored >= EVERY:
            self.learner.save(self.folder / STORED)
            self.stored = time.monotonic()

    def export(self, card: dict[str, Any] | None = None) -> Path:
        """Write the weights as bots read them; return the file."""
        done = self.learner.done
        own = {
            "command": self.plan.command,
            "seed": self.learner.seed,
            "cpu_seconds": round(done.seconds),
            "moves_in_lessons": done.lessons,
            "decisions_in_self_play": done.decisions,
            "steps": self.learner.steps,
            "strength_by_cpu_seconds": done.curve,
            "measured": f"without search, against {self.course.against}, {self.plan.deals} deals, seed {SEED}",
        }
        path = self.folder / self.course.weights.name
        header = {"game": self.course.game, "rules": self.course.version, "card": {**own, **(card or {})}}
        save(path, header, *exported(self.learner.mean))
        return path

    def measure(self) -> None:
        """Play duplicate deals without search, add the result to the curve, and draw it."""
        if not self.plan.deals:
            return
        player = self.course.player(self.export())
        contest = Contest(self.game.name, {}, self.course.against, self.course.against, DUPLICATE, SEED)
        arena = Arena(contest, self.game)
        arena.teams[0].players[:] = [[player] * arena.seats]
        played = [arena.deal(number) for number in range(self.plan.deals)]
        mean = summaries(played)[-1]
        row = [round(self.learner.done.seconds, 1), mean.share.mean, mean.edge.mean, mean.edge.low, mean.edge.high]
        self.learner.done.curve.append([round(x, 4) for x in row])
        write_curve(self.folder, self.learner.done.curve, self.plan.lessons, self.course.against)
        self.cpu = time.process_time()  # playing deals is no learning

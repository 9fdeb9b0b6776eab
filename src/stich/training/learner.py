"""Learning: batches in, parameters out; stored every half minute, so that an interruption costs no more than that."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import torch

from stich.bots.course import Course
from stich.parts.climb.planning.features import OPEN
from stich.training.lessons import Batch, Practice, Teacher, opened, utility
from stich.training.model import INNER, WIDTH, Parameters, forward, fresh

FORMAT: Final = 1
RATE: Final = 1e-3  # of learning, at the beginning and at the end of the lessons …
LAST_RATE: Final = 2e-5
PRACTICE_RATE: Final = 2e-4  # … and in self-play, at its beginning; it ends with the same
SHARPER: Final = 0.7
STEADY: Final = (0.9, 0.999)  # Adam's means (Kingma and Ba 2015)
TINY: Final = 1e-8
SLOW: Final = 0.998  # of the mean of the parameters over the last steps, which is what bots get (Polyak 1992)
AGAIN: Final = 2  # steps for a batch of lessons: one with it, the others with earlier ones
KEPT: Final = 400  # earlier batches
OPENED: Final = 0.15  # of the steps, those with all hands open: for the critic
OFTEN: Final = 4  # steps between two looks at the mean
MEAN: Final = 0.3  # how much the mean of a position's errors counts: it is mostly the luck of the deal …
SPREAD: Final = 3.0  # … and their differences, which say what to play
HEADS: Final = (2.0, 1.0, 1.0)
ROWS: Final = 4096  # moves in a step of self-play
PRACTICE_NOISE: Final = (0.06, 0.02)
SEEDS: Final = 2**31


class Progress(NamedTuple):
    """How far the training is. seconds: CPU time of learning and playing. decisions: of self-play."""

    seconds: float
    lessons: int
    decisions: int
    batches: int
    curve: list[list[float]]  # seconds, share of wins, edge and its interval


class Learner:
    """Parameters, what Adam remembers of them, and how far the training is."""

    def __init__(self, course: Course, seed: int, device: str) -> None:
        self.course = course
        self.seed = seed
        self.device = device
        self.p: Parameters = {name: value.to(device).requires_grad_() for name, value in fresh(seed).items()}
        self.first = {name: torch.zeros_like(value) for name, value in self.p.items()}
        self.second = {name: torch.zeros_like(value) for name, value in self.p.items()}
        self.mean = {name: value.detach().clone() for name, value in self.p.items()}
        self.steps = 0
        self.done = Progress(0.0, 0, 0, 0, [])
        self.kept: list[Batch] = []
        self.chance = np.random.default_rng(seed)
        self.errors = (0.0, 0.0)

    # -- storing ------------------------------------------------------------------------------------------------------

    def save(self, path: Path) -> None:
        """Store everything that the training needs to go on, as one file that is complete or not there."""
        tensors = {"p": self.p, "first": self.first, "second": self.second, "mean": self.mean}
        whole = {
            "format": FORMAT,
            "game": self.course.game,
            "seed": self.seed,
            "widths": [WIDTH, INNER],
            "steps": self.steps,
            "done": list(self.done),
            "tensors": {name: {key: t.detach().cpu() for key, t in some.items()} for name, some in tensors.items()},
        }
        part = path.with_name(f"{path.name}.part")
        torch.save(whole, part)
        part.replace(path)

    def load(self, path: Path) -> None:
        """Go on from a stored training. Raises ValueError: the file is of another game or form, or damaged."""
        try:
            whole = torch.load(path, weights_only=True)
            same = [whole["format"], whole["game"], whole["widths"]] == [FORMAT, self.course.game, [WIDTH, INNER]]
        except Exception as error:  # whatever torch finds wrong with a file
            raise ValueError("it is damaged") from error
        if not same:
            raise ValueError("it is of another game or of another version")
        self.seed = whole["seed"]
        self.steps = whole["steps"]
        self.done = Progress(*whole["done"])
        self.chance = np.random.default_rng([self.seed, self.done.batches])
        for name, some in (("p", self.p), ("first", self.first), ("second", self.second), ("mean", self.mean)):
            for key, tensor in some.items():
                with torch.no_grad():
                    tensor.copy_(whole["tensors"][name][key])

    def next_seed(self) -> int:
        """Return the seed of a source of deals; another one after each interruption, so that no deal comes twice."""
        return 1 + (self.seed * 1_000_003 + self.done.batches * 7919) % (SEEDS - 1)

    # -- steps --------------------------------------------------------------------------------------------------------

    def lesson(self, batch: Batch, part: float) -> None:
        """Learn from a batch of lessons and from earlier ones. part: of the lessons that are over, 0 to 1."""
        rate = RATE * (1 - min(part, 1.0)) ** SHARPER + LAST_RATE
        self.keep(batch)
        self.step(batch, rate)
        for _ in range(AGAIN - 1):
            self.step(self.kept[int(self.chance.integers(len(self.kept)))], rate)
        self.done = self.done._replace(lessons=self.done.lessons + batch.decisions, batches=self.done.batches + 1)

    def keep(self, batch: Batch) -> None:
        """Keep a batch of lessons for later steps."""
        if len(self.kept) < KEPT:
            self.kept.append(batch)
        else:
            self.kept[int(self.chance.integers(KEPT))] = batch

    def practice(self, batch: Batch, part: float) -> None:
        """Learn from a batch of self-play, in random order, and from as many lessons, because a lesson says what all
        moves are worth and a game only what one was. part: of the self-play that is over, 0 to 1.
        """
        rate = PRACTICE_RATE + (LAST_RATE - PRACTICE_RATE) * min(part, 1.0)
        order = self.chance.permutation(len(batch.rows))
        for at in range(0, len(order), ROWS):
            self.step(part_of(batch, order[at : at + ROWS]), rate)
            if self.kept:
                self.step(self.kept[int(self.chance.integers(len(self.kept)))], rate)
        decisions = self.done.decisions + batch.decisions
        self.done = self.done._replace(decisions=decisions, batches=self.done.batches + 1)

    def step(self, batch: Batch, rate: float) -> None:
        """Take one step towards the targets of a batch."""
        open_ = bool(self.chance.random() < OPENED)

        def to(array: Any) -> Any:
            return torch.from_numpy(array.astype(np.int64)).to(self.device)

        sizes, roles, stakes, rows = to(batch.sizes), to(batch.roles), to(batch.stakes), to(batch.rows)
        owner = torch.repeat_interleave(torch.arange(len(sizes), device=self.device), sizes)
        scenes = to(batch.opens if open_ else batch.scenes)
        if open_:
            roles, rows = roles + OPEN, opened(rows)
        said = forward(self.p, scenes, rows, owner, roles)
        target = torch.from_numpy(batch.targets.astype(np.float32)).to(self.device)
        loss = self.loss(said, target, stakes, owner, sizes.float(), open_)
        for value in self.p.values():
            value.grad = None
        loss.backward()
        self.adam(rate)

    def loss(self, said: Any, target: Any, stakes: Any, owner: Any, sizes: Any, open_: bool) -> Any:
        """Return the loss: the mean of each position's errors, and how its moves' errors differ from it."""
        n = len(sizes)
        weights = torch.tensor(HEADS, device=self.device)
        worth = utility(self.course, said, stakes[owner]) - utility(self.course, target, stakes[owner])
        errors = torch.cat([(said - target) * weights, worth.unsqueeze(1)], 1)
        mean = torch.zeros(n, errors.shape[1], device=self.device).index_add_(0, owner, errors) / sizes.unsqueeze(1)
        apart = (errors - mean[owner]) ** 2 / sizes[owner].unsqueeze(1)
        if not open_:
            self.errors = (float((mean.detach()[:, -1] ** 2).mean()), float(apart.detach()[:, -1].sum()) / n)
        if bool((sizes == 1).all()):  # self-play: one move of each position
            return (mean**2).mean(0).sum()
        return MEAN * (mean**2).mean(0).sum() + SPREAD * apart.sum() / n

    def adam(self, rate: float) -> None:
        """Move the parameters (Adam: Kingma and Ba 2015), and now and then their mean."""
        with torch.no_grad():
            self.move(rate)

    def move(self, rate: float) -> None:
        """Do so."""
        self.steps += 1
        a, b = STEADY
        size = rate * (1 - b**self.steps) ** 0.5 / (1 - a**self.steps)
        for name, value in self.p.items():
            self.first[name].mul_(a).add_(value.grad, alpha=1 - a)
            self.second[name].mul_(b).addcmul_(value.grad, value.grad, value=1 - b)
            value.addcdiv_(self.first[name], self.second[name].sqrt().add_(TINY), value=-size)
        if self.steps % OFTEN == 0:
            share = min(SLOW**OFTEN, self.steps / (self.steps + 10 * OFTEN))
            for name, value in self.p.items():
                self.mean[name].lerp_(value, 1 - share)


def part_of(batch: Batch, some: Any) -> Batch:
    """Return those positions of a batch of self-play."""
    return batch._replace(
        scenes=batch.scenes[some],
        opens=batch.opens[some],
        roles=batch.roles[some],
        stakes=batch.stakes[some],
        sizes=batch.sizes[some],
        rows=batch.rows[some],
        targets=batch.targets[some],
    )


class Source:
    """Batches for a learner, made in its own process."""

    def __init__(self, learner: Learner) -> None:
        self.learner = learner
        self.teacher: Teacher | None = None
        self.practice: Practice | None = None

    def lesson(self) -> Batch:
        """Return a batch of lessons."""
        if self.teacher is None:
            self.teacher = Teacher(self.learner.course, self.learner.next_seed())
        return self.teacher.batch()

    def game(self, part: float) -> Batch:
        """Return a batch of self-play. part: of the self-play that is over."""
        if self.practice is None:
            self.practice = Practice(self.learner.course, self.learner.next_seed(), self.learner.device)
        most, least = PRACTICE_NOISE
        return self.practice.batch(self.learner.p, most + (least - most) * min(part, 1.0))

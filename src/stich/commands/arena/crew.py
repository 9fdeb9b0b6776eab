"""Who plays the deals of contests: this process, several processes, or many machines (`ray_crew`).

All of them do the same: `play` hands out deals, and what a deal brings depends on the contest and its number only. So
the results are the same wherever they come from, and a deal that was lost with its worker is played again.
"""

from __future__ import annotations

import signal
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ProcessPoolExecutor, wait
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from stich.bots.arena import Arena, Contest, Played
from stich.commands import playing
from stich.games import find, take_in
from stich.kernel.action import Refused

TRIES: Final = 5  # of a deal whose worker is lost each time
KEPT: Final = 64  # contests of which a process keeps the players


class Task(NamedTuple):
    """One deal of a contest."""

    contest: Contest
    number: int


class Crew(Protocol):
    """Plays deals, one or many at a time."""

    def room(self) -> int:
        """Return how many deals may wait or be played at a time: enough that no worker has to wait."""
        ...

    def submit(self, task: Task) -> Future[Played]:
        """Begin a deal. The future raises what `deal` raises, and BrokenExecutor if the worker is lost."""
        ...

    def close(self) -> None:
        """End all work."""
        ...


class RefusedThere(Exception):
    """A `Refused` of another process: its key and arguments. Unlike `Refused` it comes whole out of there."""


def play(crew: Crew, tasks: Iterable[Task]) -> Iterator[tuple[Task, Played]]:
    """Yield deals as they are finished, not always in order. A deal whose worker is lost is played again.

    tasks: is asked for the next one only when there is room for it. Raises GameFails, and Refused: what `Arena` raises,
    `error.arena_lost` (n, times) for a deal that has lost its worker too often, what a player says who cannot play on.
    """
    coming = iter(tasks)
    lost: deque[Task] = deque()
    running: dict[Future[Played], Task] = {}
    losses: Counter[tuple[str, int]] = Counter()
    while True:
        while len(running) < crew.room():
            task = lost.popleft() if lost else next(coming, None)
            if task is None:
                break
            running[crew.submit(task)] = task
        if not running:
            return
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            task = running.pop(future)
            try:
                played = future.result()
            except BrokenExecutor:
                name = repr(task.contest), task.number
                losses[name] += 1
                if losses[name] == TRIES:
                    raise Refused("error.arena_lost", {"n": task.number, "times": TRIES}) from None
                lost.append(task)
            except RefusedThere as refused:
                raise Refused(*refused.args) from refused
            else:
                yield task, played


class Here:
    """This process."""

    def room(self) -> int:
        """Return 1: a deal is finished when `submit` returns."""
        return 1

    def submit(self, task: Task) -> Future[Played]:
        """Play a deal."""
        future: Future[Played] = Future()
        try:
            future.set_result(deal([], task))
        except Exception as error:
            future.set_exception(error)
        return future

    def close(self) -> None:
        """Do nothing."""


class Processes:
    """Processes of this machine. If one dies, the others are replaced as well, and the deals that they had begun are
    lost.
    """

    def __init__(self, folders: list[Path], jobs: int) -> None:
        """folders: of games from outside. jobs: how many processes."""
        self.folders = folders
        self.jobs = jobs
        self.pool = self.fresh()

    def fresh(self) -> ProcessPoolExecutor:
        """Return new processes."""
        return ProcessPoolExecutor(self.jobs, initializer=begin)

    def room(self) -> int:
        """Return two deals for each process: one that is played and one that is next."""
        return 2 * self.jobs

    def submit(self, task: Task) -> Future[Played]:
        """Begin a deal, with new processes if the others are lost."""
        try:
            return self.pool.submit(deal, self.folders, task)
        except BrokenExecutor:
            self.close()
            self.pool = self.fresh()
            return self.pool.submit(deal, self.folders, task)

    def close(self) -> None:
        """End the processes after the deals that they play."""
        self.pool.shutdown(wait=False, cancel_futures=True)


# -- in a worker -------------------------------------------------------------------------------------------------

_arenas: dict[str, Arena] = {}  # of this process


def begin() -> None:
    """Prepare a process that plays deals."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that prints


def arena_of(folders: list[Path], contest: Contest) -> Arena:
    """Return the arena of a contest in this process, the same one each time. Raises Refused as `Arena` does."""
    name = repr(contest)
    if name not in _arenas:
        for folder in folders:
            take_in(folder)
        if len(_arenas) >= KEPT:
            _arenas.clear()
        _arenas[name] = Arena(contest, find(contest.game))
    return _arenas[name]


def deal(folders: list[Path], task: Task) -> Played:
    """Play a deal. folders: of games from outside.

    Raises GameFails and RefusedThere: what `Arena` raises, and what a player says who cannot play on.
    """
    try:
        arena = arena_of(folders, task.contest)
        with playing(arena.game):
            return arena.deal(task.number)
    except Refused as refused:
        raise RefusedThere(refused.phrase.key, dict(refused.phrase.args)) from None

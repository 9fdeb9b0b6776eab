"""The games of a batch shared among several processes: `pip install stich[env]`.

Each process plays its share, and writes what is read of it to memory that all of them have. Through the pipes goes only
that a step begins, and that it has ended.
"""

from __future__ import annotations

import signal
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from traceback import format_exc
from typing import Any, Final, NamedTuple

import numpy as np

from stich.env.batch import Array, Climbs, Deals, numbers, places, seeds_of
from stich.env.words import whole

Kind = type[Climbs] | type[Deals]
CONTEXT: Final = get_context("spawn")  # the same on all systems; a fork would keep the other pipes open
LINE: Final = 64  # bytes: each array begins at a multiple
PATIENCE: Final = 5.0  # seconds that a process has to end by itself
GONE: Final = (EOFError, OSError)  # what a pipe raises whose other end is closed
NOT_BEGUN: Final = (
    "a process of the pool has ended before it began. Each process reads the program again: keep it in a file, and "
    'start its pools under `if __name__ == "__main__":`'
)


class Share(NamedTuple):
    """What one process plays: the games from `first` on. shapes: of the arrays in the memory, for one game."""

    kind: Kind
    game: str
    first: int
    options: dict[str, Any]
    memory: Any
    shapes: dict[str, tuple[int, str, tuple[int, ...]]]

    def arrays(self, n: int) -> dict[str, Array]:
        """Return the arrays of n games, which all look at the memory."""
        found = {}
        for name, (start, dtype, shape) in self.shapes.items():
            each = np.dtype((dtype, shape)).itemsize
            flat = np.frombuffer(self.memory, np.uint8, n * each, start + self.first * each)
            found[name] = flat.view(dtype).reshape(-1, *shape[1:])
        return found


class Pool:
    """`Climbs` or `Deals` in several processes, with the same arrays, for reading.

    counts, seats, rows, facts, done, rewards: as there, as far as the kind has them. moves, starts: as there, but the
    moves of each process have a place of their own, with a gap before the next ones. What `starts` says is right here
    and there; that moves[: counts.sum()] has all of them is true without a pool only. actions: (n,) int64; if what is
    chosen is written here and given to `step`, that saves a copy. example: one game of the kind, with its layout and
    numbers. The method `close` ends the processes, as the end of a `with` does; the arrays stay.
    """

    counts: Array
    starts: Array
    moves: Array
    seats: Array
    rows: Array
    facts: Array
    done: Array
    rewards: Array

    def __init__(
        self, kind: Kind, game: str, n: int, seeds: int | Sequence[int] = 0, processes: int | None = None,
        **options: Any,
    ) -> None:  # fmt: skip
        """kind: what to play, `Climbs` or `Deals`; game, n, seeds and options are for it. processes: two if none are
        given, one for a single game. A program is a file and starts its pools under `if __name__ == "__main__":`,
        because each process reads it.

        Raises ValueError and TypeError as the kind does, ValueError for more processes than games, TypeError for
        another kind, and RuntimeError if a process cannot start.
        """
        given_kind: object = kind
        if not (isinstance(given_kind, type) and issubclass(given_kind, (Climbs, Deals))):
            raise TypeError(f"a pool plays the kind Climbs or Deals of stich.env.batch, not {kind!r}")
        self.example: Any = kind(game, 1, 0, **options)
        given = seeds_of(seeds, n)
        n = len(given)
        processes = min(2, n) if processes is None else whole(processes, "processes")
        if not 1 <= processes <= n:
            raise ValueError(f"{n} games can have 1 to {n} processes, not {processes}")
        self.n = n
        self.answers: list[tuple[int, int]] = []
        self.pipes: list[Connection] = []
        self.processes: list[BaseProcess] = []
        self.close = weakref.finalize(self, end, self.pipes, self.processes)
        shapes, size = {}, 0
        for name, array in {**self.example.arrays(), "actions": np.zeros(1, np.int64)}.items():
            shapes[name] = size, array.dtype.str, array.shape
            size += -(-n * array.nbytes // LINE) * LINE
        goes_on = options if issubclass(kind, Climbs) else {"stride": n, **options}
        every = Share(kind, game, 0, goes_on, CONTEXT.RawArray("B", size), shapes)
        arrays = every.arrays(n)
        self.actions: Array = arrays.pop("actions")
        self.given_mask: Array = arrays.pop("mask", None)
        for name, array in arrays.items():
            array.flags.writeable = False
            setattr(self, name, array)
        with self.all_or_closed():
            for k in range(processes):
                self.start(every._replace(first=n * k // processes))
            for k, pipe in enumerate(self.pipes):
                with suppress(*GONE):  # `wait` says which process that was
                    pipe.send(given[n * k // processes : n * (k + 1) // processes])
            self.wait()

    def start(self, share: Share) -> None:
        """Start a process."""
        pipe, other = CONTEXT.Pipe()
        process = CONTEXT.Process(target=work, args=(share, other), daemon=True)
        process.start()
        other.close()
        self.pipes.append(pipe)
        self.processes.append(process)

    def step(self, actions: Array) -> int:
        """Do an action in every game; return how many were finished.

        Raises ValueError and TypeError as the kind does; RuntimeError if a process fails, and then the pool is closed.
        """
        if not self.close.alive:
            raise ValueError("this pool is closed: make a new one to play on")
        taken = places(actions, self.counts) if self.given_mask is None else numbers(actions, self.mask)
        if taken is not self.actions:
            self.actions[:] = taken
        with self.all_or_closed():
            for pipe in self.pipes:
                with suppress(*GONE):  # `wait` says which process that was
                    pipe.send_bytes(b"")
            self.wait()
        return sum(finished for finished, _ in self.answers)

    def wait(self) -> None:
        """Wait for all processes. Raises RuntimeError if one fails."""
        begun = bool(self.answers)
        each = zip(self.pipes, self.processes, strict=True)
        self.answers = [answer(pipe, process, begun) for pipe, process in each]

    @contextmanager
    def all_or_closed(self) -> Iterator[None]:
        """Close the pool if what is done in all processes is broken off, also by Ctrl-C. Some would have done it and
        others not, and what they answer later would be taken for the next step.
        """
        try:
            yield
        except BaseException:
            self.close()
            raise

    @property
    def mask(self) -> Array:
        """1 for each legal action, as the kind has it. That of `Climbs` is a new array, made when it is asked for."""
        if self.given_mask is not None:
            return self.given_mask
        return (np.arange(self.example.mask.shape[1]) < self.counts[:, None]).view(np.uint8)

    @property
    def steps(self) -> int:
        """How many actions have been done in all games, forced ones included."""
        return sum(made for _, made in self.answers)

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def work(share: Share, pipe: Connection) -> None:
    """Play until the pipe is closed; `Pool` runs this in a process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program, which then closes the pipe
    try:
        play(share, pipe)
    except GONE:
        return
    except BaseException:
        with suppress(*GONE):
            pipe.send(format_exc())


def play(share: Share, pipe: Connection) -> None:
    """Play, and write what is read after each step."""
    seeds = pipe.recv()  # not in the share: `start` would wait for ever until a process that has ended reads so many
    of: Any = share.kind(share.game, len(seeds), seeds, **share.options)
    to, finished = share.arrays(len(seeds)), 0
    while True:
        of.copy_to(to)
        if "starts" in to:
            to["starts"] += share.first * share.shapes["moves"][2][0]
        pipe.send((finished, of.steps))
        pipe.recv_bytes()
        finished = of.step(to["actions"])


def answer(pipe: Connection, process: BaseProcess, begun: bool) -> tuple[int, int]:
    """Return two numbers: the games that a process has finished, and its actions until now. begun: it has answered
    before. Raises RuntimeError.
    """
    try:
        said = pipe.recv()
    except GONE:
        process.join(PATIENCE)
        if not begun:
            raise RuntimeError(f"{NOT_BEGUN} (its code is {process.exitcode})") from None
        raise RuntimeError(f"a process of the pool has ended, with the code {process.exitcode}") from None
    if isinstance(said, str):
        raise RuntimeError(f"a process of the pool has failed:\n{said}")
    finished, made = said
    return finished, made


def end(pipes: list[Connection], processes: list[BaseProcess]) -> None:
    """End processes: those whose pipe is closed end by themselves."""
    for pipe in pipes:
        pipe.close()
    for process in processes:
        process.join(PATIENCE)
        if process.is_alive():
            process.kill()
            process.join()

"""Plays the deals of a contest on the machines of a Ray cluster: `stich arena … --ray ADDRESS`.

Ray (stich[ray]) finds the machines, starts processes there, and brings back what they return. Each deal is a task of
its own, so a worker that is lost takes only the deal with it that it was playing; `crew.play` hands that out again.
"""

from __future__ import annotations

import os
import time
from concurrent.futures import BrokenExecutor, Future
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from stich import __version__, build_info
from stich.bots.arena import Played
from stich.commands.arena import crew
from stich.commands.arena.crew import RefusedThere, Task
from stich.kernel.action import Refused

INSTALL: Final = "pip install 'stich[ray]'"
FRESH: Final = 10.0  # seconds after which the processors of a cluster are counted again: machines come and go


class RayCrew:
    """The processors of a Ray cluster."""

    def __init__(self, folders: list[Path], address: str) -> None:
        """folders: of games from outside; they lie on every machine. address: as `ray.init` takes it: "auto" for the
        cluster that this machine belongs to, "local" for one that is started here, HOST:PORT, ray://HOST:PORT.

        Raises Refused: `error.needs_ray` (command), `error.ray` (address, reason).
        """
        if not installed():
            raise Refused("error.needs_ray", {"command": INSTALL})
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # a contest is nothing to report to anybody
        import ray

        self.ray = ray
        self.asked = ([folder.resolve() for folder in folders], build())
        try:
            ray.init(address=address, log_to_driver=False, logging_level="ERROR")
        except (OSError, ValueError, RuntimeError) as error:
            raise Refused("error.ray", {"address": address, "reason": str(error)}) from error
        self.deal = ray.remote(max_retries=0)(deal)
        self.counted = -FRESH
        self.processors = 1

    def room(self) -> int:
        """Return two deals for each processor: one that is played and one that is next."""
        now = time.monotonic()
        if now - self.counted >= FRESH:
            self.processors = max(1, int(self.ray.cluster_resources().get("CPU", 1)))
            self.counted = now
        return 2 * self.processors

    def submit(self, task: Task) -> Future[Played]:
        """Begin a deal."""
        future: Future[Played] = Future()

        def done(there: Future[Played]) -> None:
            error = there.exception()
            if error is None:
                future.set_result(there.result())
            else:
                future.set_exception(self.meaning(error))

        self.deal.remote(*self.asked, task).future().add_done_callback(done)
        return future

    def meaning(self, error: BaseException) -> BaseException:
        """Return what a failure of Ray means: the error of the deal itself, or a lost worker."""
        if isinstance(error, self.ray.exceptions.RayTaskError):
            cause: Any = getattr(error, "cause", None)
            return cause if isinstance(cause, BaseException) else error
        return BrokenExecutor(str(error)) if isinstance(error, self.ray.exceptions.RayError) else error

    def close(self) -> None:
        """Leave the cluster; what it plays ends."""
        self.ray.shutdown()


def installed() -> bool:
    """Tell whether Ray is installed. A folder of that name, such as Ray itself leaves in /tmp, is not it."""
    found = find_spec("ray")
    return found is not None and found.origin is not None


def build() -> str:
    """Return what has to be the same on all machines, so that the same deals give the same games."""
    return f"stich {__version__}, {'compiled' if build_info().compiled else 'interpreted'}"


def deal(folders: list[Path], wanted: str, task: Task) -> Played:
    """Play a deal on a machine of the cluster. wanted: the build of the machine that asks.

    Raises what `crew.deal` raises, and RefusedThere: `error.ray_build` (wanted, found).
    """
    if build() != wanted:
        raise RefusedThere("error.ray_build", {"wanted": wanted, "found": build()})
    return crew.deal(folders, task)

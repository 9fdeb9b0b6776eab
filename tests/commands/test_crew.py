"""Who plays the deals of a contest: this process, several, or the machines of a Ray cluster. The table is the same."""

from __future__ import annotations

import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from stich.bots.arena import DUPLICATE, Arena, Contest, Played
from stich.bots.arena_file import read
from stich.cli import main
from stich.commands.arena import crew, ray_crew
from stich.commands.arena.crew import TRIES, Here, Processes, RefusedThere, Task, play
from stich.commands.arena.ray_crew import RayCrew
from stich.games import find
from stich.kernel.action import Refused

pytestmark = pytest.mark.once

CONTEST = Contest("chimera", {}, "beginner", "random", DUPLICATE, 4)
DEALS = 12
TASKS = [Task(CONTEST, number) for number in range(DEALS)]
SCHNAPSEN = Path(__file__).parent.parent / "games" / "schnapsen"
FRAGILE = '''"""A player that ends its process once, as a machine that is switched off."""

import os
from pathlib import Path

from stich.bots.random import Random

FAR = 60  # choices of a process


class Fragile(Random):
    level = "fragile"
    made = 0

    def choose(self, view, legal, chance):
        Fragile.made += 1
        died = Path(__file__).with_name("died")
        if Fragile.made == FAR and not died.exists():
            died.touch()
            os._exit(9)
        return super().choose(view, legal, chance)


BOTS = {"fragile": Fragile}
'''


@pytest.fixture(scope="module")
def expected() -> list[Played]:
    return by_number(play(Here(), TASKS))


def by_number(played: Iterator[tuple[Task, Played]]) -> list[Played]:
    return sorted((one for _, one in played), key=lambda p: p.number)


def results(played: list[Played]) -> list[tuple[int, list[Any]]]:
    return [(p.number, list(p.results)) for p in played]


class StandIn:
    """A crew of threads. lost: how often the worker of a deal is lost."""

    def __init__(self, lost: dict[int, int], error: Exception | None = None) -> None:
        self.arena = Arena(CONTEST, find(CONTEST.game))
        self.lost = Counter(lost)
        self.error = error
        self.begun: list[int] = []
        self.most = 0
        self.waiting: list[Future[Played]] = []

    def room(self) -> int:
        return 4

    def submit(self, task: Task) -> Future[Played]:
        number = task.number
        self.begun.append(number)
        future: Future[Played] = Future()
        self.waiting.append(future)
        self.most = max(self.most, sum(not one.done() for one in self.waiting))
        if self.lost[number] > 0:
            self.lost[number] -= 1
            future.set_exception(BrokenExecutor("the worker is gone"))
        elif self.error is not None:
            future.set_exception(self.error)
        else:
            future.set_result(self.arena.deal(number))
        return future

    def close(self) -> None:
        """Do nothing."""


def test_a_lost_worker_costs_only_its_deals(expected: list[Played]) -> None:
    stand_in = StandIn({3: 1, 7: 2})
    assert results(by_number(play(stand_in, TASKS))) == results(expected)
    assert Counter(stand_in.begun) == Counter([*range(DEALS), 3, 7, 7])


def test_a_deal_that_always_loses_its_worker_is_named() -> None:
    stand_in = StandIn({3: 99})
    with pytest.raises(Refused) as refused:
        list(play(stand_in, TASKS))
    assert refused.value.phrase.key == "error.arena_lost"
    assert refused.value.phrase.args == {"n": 3, "times": TRIES}
    assert stand_in.begun.count(3) == TRIES


def test_what_is_refused_elsewhere_is_refused_here() -> None:
    stand_in = StandIn({}, RefusedThere("error.player_failed", {"level": "x", "reason": "y"}))
    with pytest.raises(Refused) as refused:
        list(play(stand_in, TASKS))
    assert refused.value.phrase.key == "error.player_failed"
    assert refused.value.phrase.args == {"level": "x", "reason": "y"}


def test_tasks_are_taken_when_there_is_room() -> None:
    taken: list[int] = []

    def tasks() -> Iterator[Task]:
        for task in TASKS:
            taken.append(task.number)
            yield task

    stand_in = StandIn({})
    next(play(stand_in, tasks()))
    assert len(taken) == stand_in.room()


def test_a_process_keeps_the_players_of_its_contests(expected: list[Played]) -> None:
    first = crew.arena_of([], CONTEST)
    other = crew.arena_of([], CONTEST._replace(seed=5))
    assert crew.arena_of([], CONTEST) is first is not other
    assert other.contest.seed == 5
    assert results([crew.deal([], TASKS[2])]) == results(expected[2:3])


@pytest.fixture
def fragile(tmp_path: Path) -> Path:
    """Return a folder with a game whose player ends its process once."""
    folder = tmp_path / "schnapsen"
    shutil.copytree(SCHNAPSEN, folder)
    (folder / "bot.py").write_text(FRAGILE, "utf-8")
    return folder


def words(folder: Path, file: Path, *more: str) -> list[str]:
    contest = ["arena", "schnapsen", "fragile", "random", "--games", str(folder), "--deals", "30"]
    return [*contest, "--csv", str(file), *more]


def command(*given: str) -> str:
    """Run stich in a process of its own: it takes in a game that other tests know otherwise. Return what it prints."""
    import subprocess

    done = subprocess.run([sys.executable, "-m", "stich", *given], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def same_with_a_lost_worker(folder: Path, tmp_path: Path, *where: str) -> None:
    """Play with a worker that dies, and then alone in one process; the tables are the same."""
    kept = tmp_path / "deals.jsonl"
    died = folder / "died"
    command(*words(folder, tmp_path / "many.csv", "--resume", str(kept), *where))
    assert died.exists()  # a worker was lost
    command(*words(folder, tmp_path / "one.csv"))
    assert (tmp_path / "many.csv").read_text() == (tmp_path / "one.csv").read_text()
    lines = kept.read_text("utf-8").splitlines()
    assert len(lines) == 31  # each deal was kept once


def test_a_process_that_dies_costs_only_what_it_had_begun(fragile: Path, tmp_path: Path) -> None:
    same_with_a_lost_worker(fragile, tmp_path, "--jobs", "2")


def test_two_processes_find_what_one_finds(expected: list[Played]) -> None:
    pool = Processes([], 2)
    assert results(by_number(play(pool, TASKS))) == results(expected)
    pool.close()
    with pytest.raises(RuntimeError):
        pool.pool.submit(print)


# -- Ray ---------------------------------------------------------------------------------------------------------


class Error(Exception):
    """Of the module below."""


class TaskError(Error):
    """A task has raised an exception."""

    def __init__(self, cause: BaseException) -> None:
        super().__init__(str(cause))
        self.cause = cause


class Reference:
    def __init__(self, future: Future[Any]) -> None:
        self.inner = future

    def future(self) -> Future[Any]:
        return self.inner


class RayStandIn(ModuleType):
    """A module that is used as Ray is: threads, of which the second task is lost with its worker."""

    def __init__(self) -> None:
        super().__init__("ray")
        self.__spec__ = ModuleSpec("ray", None, origin="stand-in")
        self.exceptions = ModuleType("exceptions")
        self.exceptions.RayError = Error  # type: ignore[attr-defined]
        self.exceptions.RayTaskError = TaskError  # type: ignore[attr-defined]
        self.pool = ThreadPoolExecutor(1)
        self.tasks = 0
        self.closed = False
        self.address = ""

    def init(self, address: str, **_: object) -> None:
        if address == "nowhere":
            raise ConnectionError("there is nobody")
        self.address = address

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def shutdown(self) -> None:
        self.closed = True

    def remote(self, max_retries: int) -> Callable[[Callable[..., Any]], Any]:
        assert max_retries == 0  # the crew hands out again what was lost
        return lambda function: type("Task", (), {"remote": staticmethod(lambda *args: self.run(function, args))})

    def run(self, function: Callable[..., Any], args: tuple[object, ...]) -> Reference:
        self.tasks += 1
        return Reference(self.pool.submit(self.lose if self.tasks == 2 else self.guarded, function, args))

    def lose(self, *_: object) -> None:
        raise Error("the worker died")

    def guarded(self, function: Callable[..., Any], args: tuple[object, ...]) -> object:
        try:
            return function(*args)
        except Exception as error:
            raise TaskError(error) from error


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> RayStandIn:
    stand_in = RayStandIn()
    monkeypatch.setitem(sys.modules, "ray", stand_in)
    return stand_in


def test_the_table_is_the_same_from_a_cluster(ray: RayStandIn, expected: list[Played]) -> None:
    assert results(by_number(play(RayCrew([], "auto"), TASKS))) == results(expected)
    assert ray.tasks == DEALS + 1
    assert ray.address == "auto"


def test_the_command_plays_on_a_cluster_and_goes_on_there(
    ray: RayStandIn, tmp_path: Path, capsys: pytest.CaptureFixture[str], expected: list[Played]
) -> None:
    file = tmp_path / "deals.jsonl"
    base = ["arena", "chimera", "beginner", "random", "--seed", "4", "--resume", str(file)]
    assert main([*base, "--deals", "5"]) == 0
    assert main([*base, "--deals", str(DEALS), "--ray", "HOST:6379"]) == 0
    assert results(sorted(read(file, CONTEST), key=lambda p: p.number)) == results(expected)
    assert ray.tasks == DEALS - 5 + 1
    assert ray.closed
    assert "mean of the roles" in capsys.readouterr().out


def test_a_cluster_that_is_not_there_is_named(ray: RayStandIn, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "chimera", "beginner", "random", "--deals", "1", "--ray", "nowhere"]) == 2
    said = capsys.readouterr().err
    assert "nowhere" in said
    assert "there is nobody" in said


def test_a_machine_with_another_build_is_refused(
    ray: RayStandIn, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    builds = iter(["stich 9, compiled", *["stich 8, interpreted"] * 9])
    monkeypatch.setattr(ray_crew, "build", lambda: next(builds))
    assert main(["arena", "chimera", "beginner", "random", "--deals", "1", "--ray", "auto"]) == 2
    said = capsys.readouterr().err
    assert "stich 9, compiled" in said
    assert "stich 8, interpreted" in said


@pytest.mark.parametrize("origin", [None, "a folder of that name"])
def test_without_ray_the_command_says_what_to_install(
    origin: str | None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = ModuleSpec("ray", None) if origin else None
    monkeypatch.setattr(ray_crew, "find_spec", lambda name: spec)
    assert main(["arena", "chimera", "beginner", "random", "--deals", "1", "--ray", "auto"]) == 2
    assert "pip install 'stich[ray]'" in capsys.readouterr().err


@pytest.mark.skipif(not ray_crew.installed(), reason="stich[ray] is not installed")
def test_a_real_worker_that_dies_costs_only_its_deal(fragile: Path, tmp_path: Path) -> None:
    same_with_a_lost_worker(fragile, tmp_path, "--ray", "local")

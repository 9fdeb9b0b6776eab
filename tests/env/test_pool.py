"""Games in several processes: the same as in one, errors in words, and no process is left behind."""

from __future__ import annotations

import gc
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

np = pytest.importorskip("numpy")

from stich.env.batch import Climbs, Deals  # noqa: E402
from stich.env.pool import Pool  # noqa: E402

SCRIPT = """
from stich.env.batch import Climbs
from stich.env.pool import Pool

if __name__ == "__main__":
    pool = Pool(Climbs, "chimera", 4)
    print("ready", flush=True)
    input()
"""
UNGUARDED = """
from stich.env.batch import Climbs
from stich.env.pool import Pool

Pool(Climbs, "chimera", {n}, [10**39] * {n}, 1)
"""


@pytest.fixture
def pool() -> Iterator[Any]:
    with Pool(Climbs, "doudizhu", 5, seeds=3) as made:
        yield made


@pytest.mark.parametrize("skip", [False, True])
def test_the_play_of_cards_is_that_of_one_process(skip: bool) -> None:
    seeds = [7, 7, 1, 900, 2, 5, 6]
    one = Climbs("chimera", 7, seeds, skip)
    chance = np.random.default_rng(1)
    finished = 0
    with Pool(Climbs, "chimera", 7, seeds, processes=3, skip_forced=skip) as pool:
        for _ in range(150):
            assert pool.starts[[0, 2, 4]].tolist() == [0, 2000, 4000]  # of each process; docs/env.md names the gaps
            for name in ("counts", "rows", "done", "mask"):
                assert (getattr(pool, name) == getattr(one, name)).all(), name
            for i in range(7):
                here, there = (of.moves[of.starts[i] :][: of.counts[i]] for of in (pool, one))
                assert (here == there).all()
            places = chance.integers(one.counts)
            ended = pool.step(places)
            assert ended == one.step(places)
            finished += ended
        assert finished > 10
        assert pool.steps == one.steps


@pytest.mark.parametrize("game", ["ecarte", "doppelkopf"])
def test_whole_deals_are_those_of_one_process(game: str) -> None:
    one = Deals(game, 5, seeds=4, skip_forced=True)
    chance = np.random.default_rng(1)
    finished = 0
    with Pool(Deals, game, 5, seeds=4, skip_forced=True) as pool:
        assert pool.example.layout.cards == one.layout.cards
        for _ in range(150):
            for name in one.arrays():
                assert (getattr(pool, name) == getattr(one, name)).all(), name
            pool.actions[:] = [chance.choice(each.nonzero()[0]) for each in one.mask]
            ended = one.step(pool.actions)
            assert pool.step(pool.actions) == ended
            finished += ended
        assert finished > 2
        assert pool.steps == one.steps


@pytest.mark.parametrize(
    ("kind", "game", "wrong"),
    [
        (Climbs, "chimera", [[0, 0, 0, -1], [0, 2000, 0, 0], [0, 0], [0.5, 0, 0, 0], [[0]] * 4]),
        (Deals, "ecarte", [[0, 0, -1, 0], [5000, 0, 0, 0], [0, 0, 0, 0], [0, 0], [0.5, 0, 0, 0], [[0]] * 4]),
    ],
)
def test_it_refuses_what_one_process_refuses_and_nothing_has_changed(kind: Any, game: str, wrong: list[Any]) -> None:
    one = kind(game, 4)
    legal = (one.mask != 0).argmax(1)
    with Pool(kind, game, 4) as pool:
        for given in wrong:
            actions = np.array(given)
            if actions.any() and len(actions) == 4 and actions.dtype == np.int64:
                actions[actions == 0] = legal[actions == 0]
            with pytest.raises((ValueError, TypeError)) as here:
                one.step(actions)
            with pytest.raises(type(here.value)) as there:
                pool.step(actions)
            assert str(there.value) == str(here.value)
        assert (pool.rows == one.rows).all()
        assert pool.step(legal) == one.step(legal)
        assert (pool.rows == one.rows).all()


def test_what_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="1 to 3 processes, not 4"):
        Pool(Climbs, "chimera", 3, processes=4)
    with pytest.raises(ValueError, match="1 to 3 processes, not 0"):
        Pool(Climbs, "chimera", 3, processes=0)
    with pytest.raises(ValueError, match="as many seeds"):
        Pool(Climbs, "chimera", 3, seeds=[1, 2])
    with pytest.raises(ValueError, match="There is no game “whist”"):
        Pool(Deals, "whist", 3)
    for wrong in ("deals", list, None):
        with pytest.raises(TypeError, match="the kind Climbs or Deals"):
            Pool(wrong, "ecarte", 3)  # type: ignore[arg-type]


def test_a_single_game_has_one_process_unless_more_are_asked_for() -> None:
    with Pool(Deals, "ecarte", 1) as pool:
        assert len(pool.processes) == 1
        pool.step(pool.mask.argmax(1))
    with pytest.raises(ValueError, match="1 games can have 1 to 1 processes, not 2"):
        Pool(Deals, "ecarte", 1, processes=2)


@pytest.mark.parametrize("n", [1, 9000], ids=["few", "more-than-a-pipe-holds"])
@pytest.mark.parametrize("from_file", [True, False], ids=["file", "input"])
def test_a_program_that_processes_cannot_read_is_told_what_to_do(tmp_path: Any, n: int, from_file: bool) -> None:
    script = tmp_path / "script.py"
    script.write_text(UNGUARDED.format(n=n), "utf-8")
    with script.open() as text:
        command = [sys.executable, script if from_file else "-"]
        ran = subprocess.run(command, stdin=text, capture_output=True, text=True, check=False, timeout=60)
    assert ran.returncode == 1
    last = ran.stderr.splitlines()[-1]
    assert last.startswith("RuntimeError: a process of the pool has ended before it began")
    assert 'keep it in a file, and start its pools under `if __name__ == "__main__":`' in last


def test_whole_numbers_of_numpy_are_whole_numbers() -> None:
    one = Deals("ecarte", 3, seeds=7)
    with Pool(Deals, "ecarte", np.int64(3), np.arange(7, 10), np.int32(2)) as pool:
        assert (pool.rows == one.rows).all()
        assert pool.step(pool.mask.argmax(1)) == one.step(one.mask.argmax(1))
        assert (pool.rows == one.rows).all()


def test_the_example_of_the_documents_runs(tmp_path: Any) -> None:
    document = (Path(__file__).parents[2] / "docs/env.md").read_text("utf-8")
    blocks = re.findall(r"(?:^(?: {4}.*)?\n)+", document, re.MULTILINE)
    (example,) = [dedent(block) for block in blocks if "with Pool(" in block]
    assert example.count("2048") == 1
    script = tmp_path / "script.py"
    script.write_text(example.replace("2048", "16"), "utf-8")  # fewer games, for an engine that is not compiled
    ran = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False, timeout=120)
    assert (ran.stdout, ran.stderr) == ("1600 actions\n", "")


def test_what_fails_in_a_process_is_said_and_closes_the_pool(pool: Any) -> None:
    pool.actions[:] = 2000
    for pipe in pool.pipes:
        pipe.send_bytes(b"")  # as `step` does, which would have refused
    with (
        pytest.raises(RuntimeError, match=r"(?s)has failed:.*ValueError: game 0 has the moves 0 to"),
        pool.all_or_closed(),
    ):
        pool.wait()
    assert not any(process.is_alive() for process in pool.processes)
    with pytest.raises(ValueError, match="this pool is closed: make a new one"):
        pool.step(pool.actions)


def test_a_process_that_has_ended_is_said(pool: Any) -> None:
    pool.processes[1].kill()
    pool.processes[1].join()
    with pytest.raises(RuntimeError, match=r"has ended, with the code -?\d+"):
        pool.step(pool.counts - 1)
    assert not any(process.is_alive() for process in pool.processes)


class Interrupted:
    """A pipe in which Ctrl-C comes. at: "send_bytes" or "recv"."""

    def __init__(self, pipe: Any, at: str) -> None:
        self.pipe = pipe
        self.at = at

    def __getattr__(self, name: str) -> Any:
        if name == self.at:
            raise KeyboardInterrupt
        return getattr(self.pipe, name)


@pytest.mark.parametrize("at", ["send_bytes", "recv"])
def test_a_step_that_is_broken_off_closes_the_pool(pool: Any, at: str) -> None:
    pool.pipes[1] = Interrupted(pool.pipes[1], at)
    with pytest.raises(KeyboardInterrupt):
        pool.step(pool.counts - 1)
    with pytest.raises(ValueError, match="this pool is closed: make a new one"):
        pool.step(pool.counts - 1)
    assert not any(process.is_alive() for process in pool.processes)


def test_its_arrays_are_one_memory_that_stays_when_it_is_closed(pool: Any) -> None:
    where = {name: getattr(pool, name).ctypes.data for name in ("counts", "starts", "moves", "rows", "done")}
    pool.step(pool.counts - 1)
    assert where == {name: getattr(pool, name).ctypes.data for name in where}
    assert not pool.rows.flags.writeable
    rows = pool.rows.copy()
    pool.close()
    assert (pool.rows == rows).all()
    assert not any(process.is_alive() for process in pool.processes)


def test_no_process_is_left_when_nobody_has_the_pool() -> None:
    pool = Pool(Climbs, "chimera", 2)
    processes = pool.processes
    assert all(process.is_alive() for process in processes)
    del pool
    gc.collect()
    assert not any(process.is_alive() for process in processes)


def test_no_process_is_left_when_the_program_is_killed(tmp_path: Any) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, "utf-8")
    with subprocess.Popen([sys.executable, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdout is not None
        assert program.stdout.readline().strip() == b"ready"
        program.kill()
        assert program.communicate(timeout=60)[0] == b""  # every process had this output open, so its end is theirs

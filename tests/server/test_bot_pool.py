"""Bots in processes: those that die, hang or fill their memory are replaced, and nothing waits for them."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from multiprocessing import resource_tracker
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from server.page import Page, any_legal
from server.running import Process, fetch, served
from stich import games
from stich.bots import Bot, bot
from stich.clock import clock
from stich.games import find, find_alone
from stich.kernel.action import Refused
from stich.kernel.game import Game
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import view
from stich.server.bots import pool as pool_module
from stich.server.bots.job import Job, Kind, Place, Recall, Thought, kind_of
from stich.server.bots.line import BotProcess
from stich.server.bots.pool import BotPool
from stich.server.bots.threads import BotThreads

pytestmark = pytest.mark.once

GAMES = Path(__file__).parents[1] / "games"
MEAN = """
import os, time
from stich.bots.player import Bot

class Last(Bot):
    level = "last"
    def choose(self, view, legal, chance):
        return legal[-1]

class Dying(Bot):
    level = "dying"
    def choose(self, view, legal, chance):
        os._exit(7)

class Hanging(Bot):
    level = "hanging"
    def choose(self, view, legal, chance):
        time.sleep(600)

class Greedy(Bot):
    level = "greedy"
    def choose(self, view, legal, chance):
        kept = []
        while True:
            kept.append(bytearray(50_000_000))

class Raising(Bot):
    level = "raising"
    def choose(self, view, legal, chance):
        raise ConnectionError("out of ideas")

class Pensive(Bot):
    level = "pensive"
    def think(self, view, legal, chance, stop):
        while not stop():
            time.sleep(.001)
        return legal[-1]

BOTS = {"last": Last, "dying": Dying, "hanging": Hanging, "greedy": Greedy, "raising": Raising, "pensive": Pensive}
"""


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "WAIT", 60.0)  # on a slow machine a process takes long to start


@pytest.fixture(scope="module")
def mean(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    """A game from elsewhere with bots that do all that they should not."""
    folder = tmp_path_factory.mktemp("games") / "mean"
    shutil.copytree(GAMES / "knock", folder)
    rules = (folder / "rules.py").read_text("utf-8")
    (folder / "rules.py").write_text(rules.replace('"knock"', '"mean"'), "utf-8")
    (folder / "bot.py").write_text(MEAN, "utf-8")
    games.load_folder(folder)
    yield find("mean")
    games.leave_out("mean", Refused("error.game"))


def job_of(game: Game, level: str, ms: int = 300, one: bool = False, table: str = "t", advice: bool = False) -> Job:
    match = Match(game, game.rules({}, 0), Source(SIM, 5))
    seat = match.deal.actor()
    while len(match.deal.legal(seat)) < 2:
        match.act(seat, match.deal.legal(seat)[0])
        seat = match.deal.actor()
    legal = match.deal.legal(seat)[: 1 if one else None]
    kind = Kind.ADVICE if advice else kind_of(game, level)
    place, options = Place("192.0.2.1", "ann", table), match.rules.options
    return Job(kind, place, game, options, view(match.deal, seat), legal, level, (3, 4), lambda at: at + ms, Recall())


def with_pool(work: Callable[[BotPool], Awaitable[None]], game: Game, processes: int = 1) -> BotPool:
    """Run this with a pool, and see that it leaves no process behind."""

    async def run() -> BotPool:
        pool = BotPool(processes, partial(find_alone, [games.folder(game.name)]))
        try:
            await asyncio.wait_for(work(pool), 60)
        finally:
            left = [process.process for process in pool.all()]
            pool.close()
            deadline = time.monotonic() + 10
            while any(process.is_alive() for process in left) and time.monotonic() < deadline:
                await asyncio.sleep(0.01)
            assert not any(process.is_alive() for process in left)
        return pool

    return asyncio.run(run())


def test_a_bot_chooses_in_its_process_what_it_chooses_here(mean: Game) -> None:
    doppelkopf = find("doppelkopf")
    jobs = [job_of(doppelkopf, level, 60_000) for level in ("random", "beginner", "club", "expert@30")]
    jobs += [job_of(doppelkopf, "", 60_000, advice=True), job_of(mean, "last")]

    async def here() -> list[Thought]:
        threads = BotThreads(bot)
        thoughts = [await threads.think(job) for job in jobs]
        threads.close()
        return thoughts

    expected = asyncio.run(here())

    async def work(pool: BotPool) -> None:
        for job, local in zip(jobs, expected, strict=True):
            thought = await pool.think(job)
            assert (thought.action, thought.why) == (local.action, local.why), thought.fault
            assert local.action is not None
            assert thought.began <= thought.done <= clock()

    with_pool(work, mean)


@pytest.mark.parametrize("level", ["dying", "greedy"])
def test_a_process_that_ends_is_replaced_and_its_job_fails_at_once(mean: Game, level: str) -> None:
    if level == "greedy" and sys.platform != "linux":
        pytest.skip("only Linux limits the memory of a process")

    async def work(pool: BotPool) -> None:
        assert (await pool.think(job_of(mean, "last"))).action is not None
        begun = time.monotonic()
        bad, good = await asyncio.gather(
            pool.think(job_of(mean, level, 30_000)), pool.think(job_of(mean, "last", 30_000))
        )
        assert bad.action is None
        assert "ended" in bad.fault
        assert good.action is not None, "it waited for the next process"
        assert time.monotonic() - begun < 20
        assert pool.counts["processes replaced"] == 1

    with_pool(work, mean)


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of descriptors")
def test_a_process_that_cannot_be_started_is_tried_again_and_the_log_says_why(
    mean: Game, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    import resource

    monkeypatch.setattr(pool_module, "PAUSE", 0.3)

    async def work(pool: BotPool) -> None:
        resource_tracker.ensure_running()
        limits = resource.getrlimit(resource.RLIMIT_NOFILE)
        taken = [os.open(os.devnull, os.O_RDONLY)]
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(taken) + 100, limits[1]))
            with contextlib.suppress(OSError):
                while True:
                    taken.append(os.dup(taken[0]))
            for _ in range(2):  # enough for the pipe to the process
                os.close(taken.pop())
            thought = asyncio.ensure_future(pool.think(job_of(mean, "last", 30_000)))
            while "is replaced" not in caplog.text:
                await asyncio.sleep(0.01)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, limits)
            for one in taken:
                os.close(one)
        assert "it could not be started: [Errno 24]" in caplog.text
        assert (await thought).action is not None

    with_pool(work, mean)


def test_without_a_pipe_a_process_is_tried_again(mean: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thinking never raises; the process comes once there are descriptors again."""
    monkeypatch.setattr(pool_module, "PAUSE", 0.1)
    real, refused = BotProcess, [OSError(24, "Too many open files")] * 2

    def scarce(*given: Any) -> Any:
        if refused:
            raise refused.pop()
        return real(*given)

    async def work(pool: BotPool) -> None:
        monkeypatch.setattr(pool_module, "BotProcess", scarce)
        assert (await pool.think(job_of(mean, "last", 30_000))).action is not None
        assert not refused

    with_pool(work, mean)


def test_a_bot_that_hangs_is_cut_off_and_others_go_on(mean: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "LATE", 0.3)

    async def work(pool: BotPool) -> None:
        assert (await pool.think(job_of(mean, "last"))).action is not None
        begun = time.monotonic()
        hanging = await pool.think(job_of(mean, "hanging", 200))
        assert hanging.action is None
        assert 0.4 < time.monotonic() - begun < 5
        assert (await pool.think(job_of(mean, "last", 30_000))).action is not None

    with_pool(work, mean)


def test_a_process_that_is_frozen_is_replaced(mean: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    if not hasattr(signal, "SIGSTOP"):
        pytest.skip("this system cannot stop a process")
    monkeypatch.setattr(pool_module, "LATE", 0.3)

    async def work(pool: BotPool) -> None:
        assert (await pool.think(job_of(mean, "last"))).action is not None
        os.kill(pool.searching[0].process.pid or 0, signal.SIGSTOP)
        assert (await pool.think(job_of(mean, "last", 200))).action is None
        assert (await pool.think(job_of(mean, "last", 30_000))).action is not None

    with_pool(work, mean)


def test_what_has_to_be_loaded_first_takes_no_time_of_the_thought(mean: Game) -> None:
    """A process that has just started is as fast as any other: it imports games before the thought begins."""

    async def work(pool: BotPool) -> None:
        for level in ("pensive", "last"):
            thought = await pool.think(job_of(mean, level, 200))
            assert thought.action is not None
            assert thought.done - thought.began < 350

    with_pool(work, mean)


def test_what_ends_a_process_while_it_loads_ends_no_other(mean: Game, tmp_path: Path) -> None:
    bot_file = games.folder("mean") / "bot.py"
    bot_file.write_text("import os\nos._exit(3)\n", "utf-8")
    try:

        async def work(pool: BotPool) -> None:
            job = job_of(mean, "last")
            pool.expect(Kind.SEARCH, job.needs)
            begun = time.monotonic()
            thoughts = await asyncio.gather(
                pool.think(job), pool.think(job_of(find("doppelkopf"), "expert@5", 30_000, table="u"))
            )
            assert [thought.action is None for thought in thoughts] == [True, False]
            assert time.monotonic() - begun < 30

        with_pool(work, mean)
    finally:
        bot_file.write_text(MEAN, "utf-8")


def test_a_bot_that_raises_costs_no_process(mean: Game) -> None:
    async def work(pool: BotPool) -> None:
        thought = await pool.think(job_of(mean, "raising"))
        assert thought.action is None
        assert "out of ideas" in thought.fault
        assert "bot.py" in thought.fault
        assert (await pool.think(job_of(mean, "last"))).action is not None
        assert pool.counts["processes replaced"] == 0

    with_pool(work, mean)


def test_thinking_ends_with_its_time_and_when_nobody_waits_any_more(mean: Game) -> None:
    async def work(pool: BotPool) -> None:
        await pool.think(job_of(mean, "last"))
        thought = await pool.think(job_of(mean, "pensive", 300))
        assert 290 <= thought.done - thought.began < 1000
        job = job_of(mean, "pensive", 60_000)
        thinking = asyncio.ensure_future(pool.think(job))
        queued = job_of(mean, "pensive", 60_000)
        waiting = asyncio.ensure_future(pool.think(queued))
        await asyncio.sleep(0.1)
        assert not waiting.done()
        queued.off.set()
        job.off.set()
        begun = time.monotonic()
        await asyncio.gather(thinking, waiting)
        assert time.monotonic() - begun < 2
        assert len(pool.queue) == 0
        assert not pool.queue.active

    with_pool(work, mean)


def test_a_forced_choice_waits_its_turn_and_needs_no_process(mean: Game) -> None:
    """What it takes would tell that there was nothing to choose: it begins when a choice would have begun."""

    async def work(pool: BotPool) -> None:
        await pool.think(job_of(mean, "last"))
        slow = asyncio.ensure_future(pool.think(job_of(mean, "pensive", 400, table="a")))
        await asyncio.sleep(0.05)
        forced, free = await asyncio.gather(
            pool.think(job_of(mean, "last", 400, one=True, table="b")), pool.think(job_of(mean, "last", 400, table="c"))
        )
        done = await slow
        assert forced.began >= done.done
        assert forced.began == forced.done
        assert abs(forced.began - free.began) < 100

    with_pool(work, mean)


def test_quick_choices_do_not_wait_for_a_search(mean: Game) -> None:
    async def work(pool: BotPool) -> None:
        doppelkopf = find("doppelkopf")
        await asyncio.gather(pool.think(job_of(mean, "last")), pool.think(job_of(doppelkopf, "club", 30_000)))
        job = job_of(mean, "pensive", 60_000)
        thinking = asyncio.ensure_future(pool.think(job))
        await asyncio.sleep(0.05)
        begun = time.monotonic()
        assert (await pool.think(job_of(doppelkopf, "club"))).action is not None
        assert time.monotonic() - begun < 30
        assert not thinking.done()
        job.off.set()
        await thinking

    with_pool(work, mean)


def test_a_job_that_no_process_begins_fails_after_a_while_and_the_log_says_so_once(
    mean: Game, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(pool: BotPool) -> None:
        await pool.think(job_of(mean, "last"))
        monkeypatch.setattr(pool_module, "WAIT", 0.3)
        monkeypatch.setattr(pool, "occupy", lambda process, now: False)
        begun = time.monotonic()
        thoughts = await asyncio.gather(*[pool.think(job_of(mean, "last", table=f"{n}")) for n in range(5)])
        assert time.monotonic() - begun < 5
        assert [thought.action for thought in thoughts] == [None] * 5
        assert pool.counts["given up"] == 5
        assert not pool.queue.active

    with_pool(work, mean)
    assert len([line for line in caplog.messages if "wait longer" in line]) == 1


def test_processes_that_have_nothing_to_do_end(mean: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "REST", 0.05)

    async def work(pool: BotPool) -> None:
        await pool.think(job_of(mean, "last"))
        (process,) = pool.searching
        await asyncio.sleep(0.1)
        pool.rest()
        deadline = time.monotonic() + 10
        while pool.searching and time.monotonic() < deadline:
            await asyncio.sleep(0.01)
        assert not pool.all()
        assert not process.process.is_alive()
        assert pool.counts["processes replaced"] == 0
        assert (await pool.think(job_of(mean, "last", 30_000))).action is not None

    with_pool(work, mean)


def test_an_answer_that_no_table_waits_for_any_more_is_dropped(mean: Game) -> None:
    async def work(pool: BotPool) -> None:
        job = job_of(mean, "pensive", 30_000)
        job.off = Event()  # nobody tells the pool
        thinking = asyncio.ensure_future(pool.think(job))
        await asyncio.sleep(0.5)
        thinking.cancel()
        await asyncio.sleep(0)
        pool.searching[0].stop()
        assert (await pool.think(job_of(mean, "last", 30_000))).action is not None

    with_pool(work, mean)


# -- in a real server --------------------------------------------------------------------------------------------------


def children(pid: int) -> list[int]:
    """Return the processes that this one has started."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            stat = (folder / "stat").read_text()
        except OSError:
            continue
        if int(stat.rpartition(")")[2].split()[1]) == pid:
            found.append(int(folder.name))
    return found


def gone(pids: list[int]) -> bool:
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        if not any(Path(f"/proc/{pid}").exists() for pid in pids):
            return True
        time.sleep(0.05)
    return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="it looks for processes in /proc")
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_server_that_ends_leaves_no_process_and_no_traceback(tmp_path: Path, end: signal.Signals) -> None:
    server = Process(tmp_path / "data", "--bot-processes", "1")
    with (tmp_path / "errors").open("wb") as server.errors:
        server.start()
        assert server.process is not None
        pid = server.process.pid
        assert children(pid) == [], "processes start when a table needs them"
        body = {"game": "ecarte", "bots": ["club", "expert"]}
        assert fetch(server.url + "api/tables", body).status == 201
        deadline = time.monotonic() + 20
        while len(children(pid)) < 2 and time.monotonic() < deadline:
            time.sleep(0.02)
        started = children(pid)  # some have not got far yet
        assert len(started) >= 2
        for one in [pid, *started]:  # as a terminal does, and a service manager
            if end != signal.SIGKILL or one == pid:
                os.kill(one, end)
        server.process.wait(15)
    assert gone(started)
    assert (tmp_path / "errors").read_text() == "" or end == signal.SIGKILL


class Broken(Bot):
    def choose(self, view: Any, legal: Any, chance: Any) -> Any:
        raise RuntimeError("out of ideas")


def test_club_answers_for_a_bot_that_has_failed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    asked: list[str] = []

    def made(game: Game, level: str) -> Bot:
        asked.append(level)
        return Broken() if level == "expert" else bot(game, level)

    with served(tmp_path, games.games()) as running:
        running.registry.minds.thinkers = BotThreads(made)
        table = running.table(game="ecarte", bots=["expert"], pace="instant")

        async def work() -> None:
            page = Page(running.url, table, sit=0, choose=any_legal).start()
            await page.until(lambda view: len(view["sheets"]) > 0, 30)
            await page.stop()

        asyncio.run(work())
    assert asked == ["expert", "club"]
    assert any("the bot expert has failed" in line for line in caplog.messages)


def test_an_unknown_number_of_processes_is_refused(tmp_path: Path) -> None:
    from stich.commands.serve import thinkers_of

    assert thinkers_of(0, []) is None
    for wrong in (-1, 257, 10**30):
        with pytest.raises(Refused) as refused:
            thinkers_of(wrong, [])
        assert refused.value.phrase.key == "error.bot_processes"


def test_levels_of_games_from_elsewhere_are_never_taken_for_quick(mean: Game) -> None:
    assert kind_of(mean, "last") is Kind.SEARCH
    assert kind_of(find("doppelkopf"), "club") is Kind.QUICK
    assert kind_of(find("doppelkopf"), "expert") is Kind.SEARCH
    assert kind_of(find("doppelkopf"), "expert@9") is Kind.SEARCH
    assert kind_of(find("doppelkopf"), "unheard") is Kind.SEARCH

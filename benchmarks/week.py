"""Lets a server have the traffic of a week, and watches its memory: `python benchmarks/week.py`.

Each visit opens a table of some game against bots, or with a friend, plays some deals, sometimes to the end of the
match, asks for the list of matches and a review, and leaves, sometimes without a word. A thousand visits are a week of
a small site. Tables without visitors are unloaded after some seconds here instead of minutes, and the log lies in
a temporary folder. Every so often the memory of the server is printed, with the tables that it holds.

Exits with 0 if the memory after the last tenth of the visits is at most 5 % more than after the first three tenths: in
these all games, texts and bots are loaded, and all caches are filled.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from server.page import Json, Page, any_legal
from server.running import Process, fetch
from stich import build_info
from stich.games import games

HASTE = """
import sys
from stich.server.connections import limits
from stich.server.tables import registry
registry.KEEP, registry.FINISHED, registry.SWEEP = 6.0, 2.0, 1.0
for name in dir(limits):
    if name.endswith("_AT_ONCE") or name.endswith("_REFILL"):
        setattr(limits, name, 10**6)
from stich.cli import main
sys.exit(main())
"""
WARM = 0.3  # of the visits
MOST = 1.05  # of the memory then


def memory(pid: int) -> float:
    """Return the MiB that a process uses."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


class Visit:
    """One visit: it plays until it has had enough."""

    def __init__(self, url: str, number: int) -> None:
        self.url = url
        self.chance = random.Random(number)
        self.game = self.chance.choice(list(games()))
        self.patience = self.chance.choice([3, 20, 80, 400])  # actions

    def choose(self, view: Json, chance: random.Random) -> Json | None:
        if view["status"] == "match_over" or self.patience <= 0:
            return None
        self.patience -= 1
        return any_legal(view, chance)

    async def run(self) -> None:
        friend = self.chance.random() < 0.3
        wishes = {"game": self.game, "pace": "instant", "gather": friend, "bots": ["club"]}
        made = await asyncio.to_thread(fetch, self.url + "api/tables", wishes)
        table = made.json["table"]
        pages = [Page(self.url, table, sit=0, choose=self.choose, seed=self.chance.randrange(10**6)).start()]
        with contextlib.suppress(TimeoutError):
            await pages[0].until(lambda view: view["you"] == 0, 20)
            if friend:
                pages.append(Page(self.url, table, sit=1, choose=self.choose).start())
                await pages[1].until(lambda view: view["you"] == 1, 20)
                await pages[0].ask({"t": "start"})
            await pages[0].until(lambda view: view["status"] == "match_over" or self.patience <= 0, 40)
        cookie = {"Cookie": pages[0].cookie}
        for page in pages:
            await page.stop()
        found = await asyncio.to_thread(fetch, self.url + "api/matches", None, None, cookie)
        if found.status == 200 and found.json:
            await asyncio.to_thread(fetch, f"{self.url}api/reviews/{found.json[0]['id']}", None, None, cookie)


async def visits(server: Process, count: int, at_once: int, seed: int, progress: Progress) -> list[float]:
    """Let them come, and return the memory after each tenth of them."""
    bar = progress.add_task("visits", total=count)
    numbers = iter(range(count))
    found: list[float] = []
    done = 0
    assert server.process is not None
    pid = server.process.pid

    async def some() -> None:
        nonlocal done
        for number in numbers:
            await Visit(server.url, seed * 10**6 + number).run()
            done += 1
            progress.update(bar, completed=done)
            if done % max(1, count // 10) == 0:
                held = fetch(server.url + "healthz").json.get("tables", "?")
                found.append(memory(pid))
                progress.console.print(f"{done} visits: {found[-1]:.1f} MiB, {held} tables in memory")

    await asyncio.gather(*(some() for _ in range(at_once)))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--visits", type=int, default=1000, help="how many (%(default)s)")
    parser.add_argument("--at-once", type=int, default=8, help="at the same time (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the visits (%(default)s)")
    args = parser.parse_args()
    columns = [TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()]
    print(build_info(), flush=True)
    with tempfile.TemporaryDirectory() as folder, Progress(*columns) as progress:
        server = Process(Path(folder))
        server.script = HASTE
        server.start()
        began = time.monotonic()
        try:
            found = asyncio.run(visits(server, args.visits, args.at_once, args.seed, progress))
            time.sleep(10)
            held = fetch(server.url + "healthz").json.get("tables", "?")
            assert server.process is not None
            found.append(memory(server.process.pid))
        finally:
            server.kill()
    print(f"{args.visits} visits in {time.monotonic() - began:.0f} s; at rest {found[-1]:.1f} MiB, {held} tables held")
    early = found[max(0, int(len(found) * WARM) - 1)]
    print(f"{found[-1] / early:.3f} times the memory after {WARM:.0%} of the visits")
    return int(found[-1] > MOST * early)


if __name__ == "__main__":
    sys.exit(main())

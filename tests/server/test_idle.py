"""Tables at which nothing happens cost nothing: the event loop is not woken for them, however many there are.

Hours pass in a loop whose clock jumps to whatever is due next; what is scheduled is counted, not timed.
"""

from __future__ import annotations

import asyncio
import selectors
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextvars import Context
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from server.snap import GAME as SNAP
from stich.games import find
from stich.server.messages.frame import PROTO
from stich.server.messages.from_client import Act, Again, ClientMessage, Hello, Ping, Ready, Sit, Stand
from stich.server.messages.over_http import NewTable
from stich.server.storage.store import Store
from stich.server.tables import pace, runner
from stich.server.tables.audience import APART
from stich.server.tables.outbox import Peer
from stich.server.tables.registry import TableRegistry
from stich.server.tables.runner import TableRunner

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("hasty")]

HOUR = 3600.0
PATIENCE = 60.0  # real seconds for a state to be reached
ROUNDS = 1  # tables of each of the nine kinds


class Jumping(selectors.DefaultSelector):
    """Does not wait for what is due later when told to `jump`: the clock goes there instead."""

    jump = False
    skipped = 0.0

    def select(self, timeout: float | None = None) -> Any:
        if not self.jump or timeout is None:
            return super().select(timeout)
        events = super().select(0)
        if not events and timeout > 0:
            self.skipped += timeout
        return events


class Loop(asyncio.SelectorEventLoop):
    """Counts what is scheduled in it."""

    def __init__(self) -> None:
        self.jumping = Jumping()
        self.scheduled: Counter[str] = Counter()
        super().__init__(self.jumping)

    def time(self) -> float:
        return time.monotonic() + self.jumping.skipped

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        self.scheduled[repr(callback)[:80]] += 1
        return super().call_at(when, callback, *args, context=context)

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        self.scheduled[repr(callback)[:80]] += 1
        return super().call_soon(callback, *args, context=context)

    async def pass_by(self, seconds: float) -> int:
        """Let so much time pass by at once. Returns how many callbacks were scheduled meanwhile."""
        self.scheduled.clear()
        self.jumping.jump = True
        await asyncio.sleep(seconds)
        self.jumping.jump = False
        return sum(self.scheduled.values())


class Line:
    """A page's end of a socket: takes its messages, and knows the last whole view."""

    numbers = iter(range(1, 1_000_000))

    def __init__(self, hall_room: TableRunner, identity: str) -> None:
        self.runner: TableRunner | None = hall_room
        self.own = Peer(next(self.numbers), identity)
        self.id = 0
        self.heard = 0
        self.address = "127.0.0.1"
        self.say(Hello(PROTO, hall_room.name))

    @property
    def peer(self) -> Peer:
        return self.own

    def put(self, text: bytes) -> None:
        self.heard += 1

    def hang_up(self) -> None:
        raise AssertionError("nobody hangs up here")

    def say(self, msg: ClientMessage) -> None:
        assert self.runner is not None
        self.runner.receive(self, msg)

    def number(self) -> int:
        self.id += 1
        return self.id

    def sit(self, seat: int) -> Line:
        self.say(Sit(self.number(), seat, self.own.identity))
        return self


@pytest.fixture
def loop(monkeypatch: pytest.MonkeyPatch) -> Iterator[Loop]:
    made = Loop()
    monkeypatch.setattr(runner, "time", SimpleNamespace(monotonic=made.time, time=time.time))
    yield made
    made.close()


async def until(told: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not told():
        assert time.monotonic() < end, "it never came to that"
        await asyncio.sleep(0.005)


def status(of: TableRunner) -> str:
    return of.table.state.status


async def made(registry: TableRegistry, **wishes: Any) -> TableRunner:
    return await registry.runner(
        await registry.create(NewTable(game="snap", pace="instant", bots=["random"], **wishes))
    )


async def person_plays(of: TableRunner, line: Line, wanted: str) -> None:
    """Do random legal actions for the person on seat 0, until the table is in a state; "mine": until it waits for
    them.
    """
    end = time.monotonic() + PATIENCE
    while True:
        assert time.monotonic() < end, "it never came to that"
        await of.whole.wait()
        state = of.table.state
        waits = state.match is not None and status(of) == "playing" and state.match.deal.must() == 1
        if status(of) == wanted or (wanted == "mine" and waits):
            return
        if waits:
            assert state.match is not None
            legal = state.match.deal.legal(0)[0]
            line.say(Act(line.number(), state.v, legal.verb, list(legal.cards), legal.to))
        elif status(of) == "deal_over":
            assert state.match is not None
            line.say(Ready(line.number(), state.match.setup.number))
        await asyncio.sleep(0.002)


def seen_of(tables: list[tuple[str, TableRunner, list[Line]]]) -> list[tuple[str, int, int]]:
    """Return the version of each table, and how much its pages have heard."""
    return [(kind, of.table.state.v, sum(line.heard for line in lines)) for kind, of, lines in tables]


async def every_kind(registry: TableRegistry) -> list[tuple[str, TableRunner, list[Line]]]:
    """Return a table of each kind at which nothing happens."""
    found: list[tuple[str, TableRunner, list[Line]]] = []
    found.append(("nobody has come yet", await made(registry), []))
    lobby = await made(registry, gather=True)
    found.append(("a lobby", lobby, [Line(lobby, "ann").sit(0), Line(lobby, "eve")]))
    mine = await made(registry)
    ann = Line(mine, "ann").sit(0)
    await person_plays(mine, ann, "mine")
    found.append(("it waits for somebody", mine, [ann, Line(mine, "eve"), Line(mine, "ann")]))
    sheet = await made(registry, options={"limit": 9})
    ann = Line(sheet, "ann").sit(0)
    await person_plays(sheet, ann, "deal_over")
    found.append(("a sheet is read", sheet, [ann]))
    over = await made(registry, options={"limit": 1})
    ann = Line(over, "ann").sit(0)
    await person_plays(over, ann, "match_over")
    found.append(("a match is over", over, [ann, Line(over, "eve")]))
    bens = await made(registry, options={"limit": 1})
    ann, ben = Line(bens, "ann").sit(0), Line(bens, "ben")
    await person_plays(bens, ann, "match_over")
    ben.sit(1)
    ann.say(Again(ann.number()))
    found.append(("somebody waits for another one’s rematch", bens, [ann, ben]))
    left = await made(registry)
    ann, ben = Line(left, "ann").sit(0), Line(left, "ben").sit(1)
    left.leave(ben)
    found.append(("a friend is gone, and a bot plays for him", left, [ann]))
    gone = await made(registry)
    ann = Line(gone, "ann").sit(0)
    gone.leave(ann)
    found.append(("all have gone", gone, []))
    watched = await made(registry, options={"limit": 1})
    ann = Line(watched, "ann").sit(0)
    await person_plays(watched, ann, "match_over")
    ann.say(Stand(ann.number()))
    found.append(("watched, and nobody sits there", watched, [ann]))
    return found


def test_an_hour_at_idle_tables_wakes_nobody(tmp_path: Path, loop: Loop) -> None:
    store = Store(tmp_path / "stich.db")
    registry = TableRegistry(store, {"snap": SNAP, "chimera": find("chimera")})

    async def play() -> None:
        registry.start()
        alone = [await loop.pass_by(HOUR) for _ in range(2)][1]  # with no table at all
        tables = [table for _ in range(ROUNDS) for table in await every_kind(registry)]
        for _ in range(6):  # those who are away are shown away and played for; bots answer in threads, in real time
            await loop.pass_by(pace.GRACE / 1000 + 10)
            await asyncio.sleep(0.1)
            for _, of, _ in tables:
                await of.whole.wait()
        for _, of, lines in tables:  # where a bot plays for somebody, on until the table waits for a person
            if lines and status(of) == "playing":
                await person_plays(of, lines[0], "mine")
        await loop.pass_by(60)
        await asyncio.sleep(APART / 1000 + 0.2)  # until the message about who watches: the server's clock does not jump
        before = seen_of(tables)
        for _ in range(50):  # on a busy machine a bot answers later than it was waited for
            await loop.pass_by(60)
            await asyncio.sleep(0.2)
            last, before = before, seen_of(tables)
            if last == before:
                break

        woken = await loop.pass_by(HOUR)
        assert woken <= alone + 20, loop.scheduled.most_common(5)  # threads end in it; a timer would be 60
        assert seen_of(tables) == before, "nothing was logged, and nobody was told anything"
        assert {kind for kind, of, _ in tables if of.timer is not None} == set()

        loop.scheduled.clear()
        for _, _, lines in tables:
            for line in lines:
                heard = line.heard
                line.say(Ping(1))
                assert line.heard == heard + 1
        assert sum(loop.scheduled.values()) == 0, "a ping is answered at once"
        await registry.close()

    try:
        loop.run_until_complete(play())
    finally:
        store.close()

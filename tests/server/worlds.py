"""One of the two tables at which the matches of a pair are played; see `side_by_side`."""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from server.desk import Desk, Json, Window
from server.pairs import Pair, Step
from stich.bots import advise
from stich.kernel.action import CLOSE, Action
from stich.kernel.cards import HOST, Seat
from stich.kernel.chance import quick
from stich.kernel.fair import commitment
from stich.server.state.entries import Acted, Opened
from stich.server.tables.advice import Advise
from stich.server.tables.outbox import Out
from stich.server.tables.thinking import Ask

VIEWER = "vic"
PATIENCE = 400  # ticks within which what is planned must have happened
LONGEST = 4000  # ms for which a bot thinks that does not look at the clock
BY_ITSELF, CHOOSING = 1300, 3100  # ms until a page plays what is forced, and until a person has chosen
SECRET = 32  # bytes that a table draws for a deal's secret
KNOWN = [commitment("table", deal, bytes([which]) * SECRET) for which in range(2) for deal in range(30)]
COMMITMENTS = re.compile(b"|".join(one.hex().encode() for one in KNOWN))

Frame = tuple[int, bytes]  # when it was sent, and what


class Machine(NamedTuple):
    """What bots think on. busy: for so many ms, at most, a thought waits before it begins; for each legal action beyond
    the first it takes `each` ms more, unless it has to end before.

    ends: it ends when it has to. What does not look at the clock does not: as bots did before their time was fixed.
    """

    busy: int
    each: int
    ends: bool = True

    def wait(self, chance: random.Random) -> int:
        return chance.randrange(self.busy + 1)

    def done(self, ask: Ask, began: int) -> int:
        took = began + min(self.each * (len(ask.legal) - 1), LONGEST)
        return min(took, max(began, ask.until(began))) if self.ends else took


class Strayed(Exception):
    """What was planned could not be done."""


def masked(frame: bytes) -> bytes:
    """Return a frame without the commitments to the secrets of the deals: they follow from nothing else."""
    return COMMITMENTS.sub(b"C", frame)


class Tapped(Window):
    """A window of which every frame is kept as it came."""

    def __init__(self, desk: World, identity: str) -> None:
        super().__init__(desk, identity)
        self.numbers = desk.numbers
        self.kept: list[Frame] = []

    def read(self, most: int = 1_000_000) -> list[Json]:
        self.kept += [(self.desk.now, masked(frame)) for frame in self.inbox]
        return super().read()


class World(Desk):
    """One of the two tables. People and bots do what the pair wants, bots as soon as they are asked."""

    def __init__(self, pair: Pair, which: int, pace: str, machine: Machine | None = None, timer: str = "off") -> None:
        self.which = which
        self.by_itself: Callable[[Json], bool] | None = None  # which views a page answers by itself; None: not tried
        self.machine = machine or Machine(0, 0)
        self.waits = random.Random(f"waits/{pair.seed}")  # the same in both worlds
        self.thoughts: list[tuple[int, int, Ask]] = []  # when it is done, when it began
        self.numbers = itertools.count(1)
        self.heard: dict[str, Tapped] = {}
        self.people: dict[Seat, Window] = {}
        self.plan: dict[Seat, list[Action]] = {}
        for step in itertools.chain.from_iterable(pair.deals):
            self.plan.setdefault(step.seat, []).append(step.actions[which])
        self.acted: Counter[Seat] = Counter()
        self.counted = 0
        super().__init__(
            pair.game, answer_bots=False, seed=pair.seed, options=dict(pair.options), seats=pair.seats, pace=pace,
            gather=True, timer=timer,
        )  # fmt: skip
        drawn = self.entropy
        secret = bytes([which]) * SECRET
        self.entropy = lambda n: secret if n == SECRET else drawn(n)  # type: ignore[assignment]
        self.table.journal.entropy = self.entropy
        opened = self.log[0].body
        assert isinstance(opened, Opened)
        opened.next = secret.hex()
        self.table.state.shuffles.promise(opened.next)

    def do(self, outs: list[Out]) -> None:
        super().do(outs)
        for out in outs:
            if isinstance(out, Advise):
                said = advise(self.game, out.view, out.legal, quick(out.ticket))
                self.do(self.table.advised(out.ticket, said, self.now))

    # -- windows ------------------------------------------------------------------------------------------------------

    def tap(self, name: str, identity: str) -> None:
        """Open a window, or open it again."""
        window = self.heard.get(name)
        if window is None:
            window = self.heard[name] = Tapped(self, identity)
        window.open()
        self.read()

    def person(self, seat: Seat, identity: str) -> None:
        window = self.people.get(seat)
        if window is None:
            window = self.people[seat] = Window(self, identity)
            window.numbers = self.numbers
        window.open()
        self.read()

    def read(self) -> None:
        for window in (*self.heard.values(), *self.people.values()):
            window.read()
        for entry in self.log[self.counted :]:
            if isinstance(entry.body, Acted):
                self.acted[entry.body.seat] += 1
        self.counted = len(self.log)

    def ask(self, window: Window, kind: str, **fields: Any) -> None:
        """Send a request, whatever becomes of it."""
        self.receive(window, window.request(kind, **fields))
        self.read()

    def again(self) -> None:
        """Kill the server and start it again; everybody comes back."""
        self.thoughts.clear()
        self.restart()
        for window in (*self.heard.values(), *self.people.values()):
            window.open()
        self.read()

    def ahead(self) -> bool:
        return any(n > len(self.plan.get(seat, [])) for seat, n in self.acted.items())

    def window_of(self, seat: Seat) -> Window | None:
        """Return an open window of the person on this seat; None for the HOST."""
        mine = [w for w in self.heard.values() if w.identity == VIEWER and self.windows.get(w.conn) is w]
        windows = [*mine, *self.people.values()]
        return next((window for window in windows if window.view.get("you") == seat), None)

    # -- time and bots ------------------------------------------------------------------------------------------------

    def let_bots_answer(self) -> None:
        """Let bots begin to think, and say what they chose whose time has come."""
        asks, self.asks = self.asks, []
        for ask in asks:
            began = self.now + self.machine.wait(self.waits)
            self.thoughts.append((self.machine.done(ask, began), began, ask))
        due = [thought for thought in self.thoughts if thought[0] <= self.now]
        self.thoughts = [thought for thought in self.thoughts if thought[0] > self.now]
        for done, began, ask in sorted(due, key=lambda thought: thought[:2]):
            self.answer_for(ask, began, done)
        self.read()

    def answer_for(self, ask: Ask, began: int, done: int) -> None:
        plan, acted = self.plan.get(ask.seat, []), self.acted[ask.seat]
        if acted < len(plan) and self.is_offered(ask, plan[acted]):
            self.do(self.table.answered(ask.ticket, plan[acted], self.now, began, done))
        elif CLOSE in ask.legal:
            self.do(self.table.answered(ask.ticket, CLOSE, self.now, began, done))
        elif len(ask.legal) == 1:
            self.do(self.table.answered(ask.ticket, ask.legal[0], self.now, began, done))

    def is_offered(self, ask: Ask, planned: Action) -> bool:
        """Tell whether a bot can do now what is planned, in any form that the rules read."""
        deal = self.table.state.running().deal
        listed = deal.phase.canon(deal, ask.seat, planned)
        return listed in ask.legal or any((a.verb, a.to) == (planned.verb, planned.to) for a in ask.legal)

    @property
    def next_due(self) -> int | None:
        """When something happens by itself, at the table or in a bot's head."""
        times = [thought[0] for thought in self.thoughts]
        if self.table.next_tick is not None:
            times.append(self.table.next_tick)
        return min(times, default=None)

    def wait(self, ms: int) -> None:
        end = self.now + ms
        for _ in range(PATIENCE):
            self.let_bots_answer()
            due = self.next_due
            if due is None or due > end:
                break
            self.tick(due)
        self.now = end

    def settle(self) -> None:
        """Let everything happen for which it is time: a bot that has no choice need not be asked."""
        for _ in range(PATIENCE):
            self.let_bots_answer()
            due = self.next_due
            if due is None or due > self.now:
                break
            self.tick(due)

    def tick(self, due: int) -> None:
        self.now = max(self.now, due)
        self.let_bots_answer()
        self.do(self.table.tick(self.now))
        self.read()

    def wait_for(self, done: Callable[[], bool]) -> None:
        """Let time pass until something has happened. Raises Strayed."""
        for _ in range(PATIENCE):
            self.let_bots_answer()
            if done():
                return
            due = self.next_due
            if due is None:
                break
            self.tick(due)
        raise Strayed(f"nothing comes of {self.table.state.running().deal.phase.name}, {dict(self.acted)}")

    # -- what is planned ----------------------------------------------------------------------------------------------

    def step(self, step: Step, wanted: int) -> None:
        """Let a seat do what is planned; it will then have done so much in all."""
        if self.acted[step.seat] >= wanted:
            return  # a bot that had no choice was faster
        action = step.actions[self.which]
        if step.seat == HOST and action.verb != CLOSE.verb:
            self.say(action, wanted)
            return
        window = self.window_of(step.seat)
        if window is None:
            self.wait_for(lambda: self.acted[step.seat] >= wanted)
            return
        if self.by_itself is not None and not self.table.state.window.open and window.view.get("legal"):
            self.wait(BY_ITSELF if self.by_itself(window.view) else CHOOSING)
        self.ask(window, "act", verb=action.verb, cards=list(action.cards), to=action.to)
        if self.acted[step.seat] < wanted:
            raise Strayed(f"{step.seat} cannot do {action}: {window.answers}")

    def say(self, event: Action, wanted: int) -> None:
        """Let people say what happened at the table, until it is one of those who may say it."""
        seated = [window for seat in range(len(self.table.state.seats)) if (window := self.window_of(seat)) is not None]
        for window in seated:
            self.ask(window, "act", verb=event.verb, cards=list(event.cards), to=event.to, host=True)
            if self.acted[HOST] >= wanted:
                return
        raise Strayed(f"no person here can say {event}")

    def go_to_deal(self, number: int) -> None:
        """Everybody has read the sheet. A deal that was passed out may have been followed by the next one already."""
        for seat in range(len(self.table.state.seats)):
            window = self.window_of(seat)
            if window is not None and self.table.state.running().setup.number < number:
                self.ask(window, "ready", deal=number - 1)
        self.wait_for(lambda: self.table.state.running().setup.number >= number)

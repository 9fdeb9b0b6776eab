"""A process that judges the decisions of finished matches, one at a time, at the lowest priority.

It knows a few records at once, and goes on in each where it stopped. Like the processes of bots it ends when the other
end of its pipe is closed.
"""

from __future__ import annotations

import contextlib
import os
import signal
import traceback
from collections import OrderedDict
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from typing import Final, NamedTuple

from stich.analysis.evaluation import Decision, Evaluator, Judged, Outline, decisions, endings
from stich.analysis.judge import unit_of
from stich.analysis.rollouts import reviewer, usual_worlds
from stich.kernel.game import Game
from stich.kernel.record import Record, replay
from stich.kernel.record_reader import load
from stich.kernel.state import State
from stich.server.bots.process import limit_memory

KNOWN: Final = 4  # records that a process goes on with
LOWEST: Final = 19  # the priority that takes no time from anybody


class Begin(NamedTuple):
    """Get ready for a record. The answer is an `Outline`."""

    id: str
    text: str


class Go(NamedTuple):
    """Judge one decision. The answer is a `Judged`, or None if the record was forgotten meanwhile."""

    id: str
    number: int


class Failed(NamedTuple):
    """A game or its bots have raised something. fault: a traceback."""

    fault: str


Answer = Outline | Judged | Failed | None


class OpenRecord:
    """A record whose decisions are judged one after the other."""

    def __init__(self, record: Record) -> None:
        self.evaluator = Evaluator(record)
        self.left: Iterator[tuple[State, Decision]] = decisions(record)

    def judged(self, number: int) -> Judged | None:
        """Judge decision `number`; None if it has gone past it."""
        for s, decision in self.left:
            if decision.number == number:
                return self.evaluator.judged(s, decision)
        return None


class JudgeAtWork:
    """What the process knows. find: returns a game by its name."""

    def __init__(self, line: Connection, find: Callable[[str], Game]) -> None:
        self.line = line
        self.find = find
        self.records: OrderedDict[str, OpenRecord] = OrderedDict()

    def run(self) -> None:
        """Answer until the pipe is closed."""
        while True:
            asked: Begin | Go = self.line.recv()
            try:
                self.line.send(self.answer(asked))
            except MemoryError:
                os._exit(1)  # what is left of it would fill the next record's memory, too
            except Exception:
                self.line.send(Failed(traceback.format_exc()))

    def answer(self, asked: Begin | Go) -> Answer:
        """Return the answer."""
        if isinstance(asked, Begin):
            return self.begin(asked)
        known = self.records.get(asked.id)
        if known is None:
            return None
        self.records.move_to_end(asked.id)
        return known.judged(asked.number)

    def begin(self, asked: Begin) -> Outline:
        """Open a record, and forget the one that was not asked for longest."""
        record = load(asked.text, self.find)
        self.records[asked.id] = OpenRecord(record)
        self.records.move_to_end(asked.id)
        if len(self.records) > KNOWN:
            self.records.popitem(last=False)
        match = replay(record, 0)
        return Outline(
            sum(1 for _ in decisions(record)),
            endings(record),
            replay(record).over,
            usual_worlds(reviewer(record.game).search, match.deal),
            unit_of(record.game),
        )


def work(line: Connection, find: Callable[[str], Game]) -> None:
    """Be the process. Called in the new process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all processes of a terminal; the server's ends this
    limit_memory()
    with contextlib.suppress(AttributeError, OSError):  # Windows
        os.nice(LOWEST)
    with contextlib.suppress(EOFError, ConnectionError, OSError):  # the server is gone
        JudgeAtWork(line, find).run()

"""A process in which bots think: it reads questions from a pipe, and writes answers to it.

It ends when the other end of the pipe is closed, so it never outlives the process that started it.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
import traceback
from importlib import import_module
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

from stich.bots import Bot, advise, bot
from stich.bots.question import Answer, Question, Reader, answer_of, restored
from stich.games import find, take_in
from stich.kernel.chance import quick
from stich.kernel.game import Game

READY: Final = 0  # the number with which a process says that it can be asked
LOOK: Final = 0.002  # seconds after which a bot that thinks looks for a message again
MEMORY: Final = 1 << 30  # bytes: more than any bot needs, and the machine goes on if one takes more
MEANER: Final = 5  # how much later than the server's process the system serves this one

Told = tuple[int, Question | None]
"""A message to the process: the number of a question, and the question; None: nobody waits for its answer any more."""


class Stop:
    """The stop function of a bot: its time is over, or nobody waits for its answer any more.

    n: of the question. seconds: from now.
    """

    def __init__(self, line: Connection, n: int, seconds: float) -> None:
        self.line = line
        self.n = n
        now = time.monotonic()
        self.end = now + seconds
        self.look = now + LOOK

    def __call__(self) -> bool:
        now = time.monotonic()
        if now >= self.look:
            self.look = now + LOOK
            while self.line.poll():
                told: Told = self.line.recv()
                if told[0] == self.n:
                    self.end = now
        return now >= self.end


class BotsAtWork:
    """What one process knows: the games and the bots that it was asked for. folders: of further games."""

    def __init__(self, line: Connection, folders: list[Path]) -> None:
        self.line = line
        self.folders = folders
        self.games: dict[str, Game] = {}
        self.bots: dict[tuple[str, str], Bot] = {}
        self.reader = Reader()

    def run(self) -> None:
        """Answer questions until the pipe is closed."""
        self.line.send((READY, Answer(-1)))
        while True:
            told: Told = self.line.recv()
            n, question = told
            if question is not None:
                self.line.send((n, self.answer(n, question)))

    def answer(self, n: int, question: Question) -> Answer:
        """Return a bot's choice. A bot can be foreign code, so whatever it raises is an answer, too."""
        try:
            return self.chosen(question, Stop(self.line, n, question.seconds))
        except MemoryError:
            os._exit(1)  # what is left of it would fill the next thought's memory, too
        except Exception:
            return Answer(-1, fault=traceback.format_exc())

    def chosen(self, question: Question, stop: Stop) -> Answer:
        """Let the bot choose."""
        game = self.game(question.game)
        view = self.reader.view(game, question.view)
        legal = [restored(one) for one in question.legal]
        chance = quick(*question.seed)
        if question.advice:
            action, why = advise(game, view, legal, chance, stop)
            return answer_of(legal, action, why)
        key = (question.game, question.level)
        known = self.bots.get(key)
        if known is None:
            known = self.bots[key] = bot(game, question.level)
        return answer_of(legal, known.think(view, legal, chance, stop))

    def game(self, name: str) -> Game:
        """Return a game. Of stich's own games only the one that is asked for is imported."""
        known = self.games.get(name)
        if known is None:
            if is_own(name):
                known = import_module(f"stich.games.{name}.rules").GAME
            else:
                for folder in self.folders:
                    take_in(folder)
                known = find(name)
            self.games[name] = known
        return known


def is_own(name: str) -> bool:
    """Tell whether a game is part of stich."""
    from stich import games

    return any(Path(games.__file__).with_name(name).glob("rules.*"))


def work(line: Connection, folders: list[Path]) -> None:
    """Be a process of bots. Called in the new process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all processes of a terminal; the server's ends this
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(MEANER)
    limit_memory()
    with contextlib.suppress(EOFError, ConnectionError, OSError):  # the server is gone
        BotsAtWork(line, folders).run()


def limit_memory() -> None:
    """Limit the memory of this process, where the system can do that."""
    try:
        import resource
    except ImportError:  # Windows
        return
    with contextlib.suppress(OSError, ValueError):
        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (min(MEMORY, most) if most >= 0 else MEMORY, most))

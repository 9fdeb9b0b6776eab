"""A process in which bots think: it reads questions from a pipe, and writes answers to it.

It ends when the other end of the pipe is closed, so it never outlives the process that started it.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Final

from stich.analysis.hints import hint
from stich.bots import Bot, bot, policies
from stich.bots.question import Answer, Preparation, Question, Reader, answer_of, restored
from stich.kernel.chance import quick
from stich.kernel.game import Game

READY: Final = 0  # the number with which a process says that it can be asked
LOOK: Final = 0.002  # seconds after which a bot that thinks looks for a message again
MEMORY: Final = 1 << 30  # bytes: more than any bot needs, and the machine goes on if one takes more

Told = tuple[int, Question | Preparation | None]
"""A message to the process: a number, and what is asked; None: nobody waits for the answer of that number any more."""


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
    """What one process knows: the games and the bots that it was asked for. find: returns a game by its name."""

    def __init__(self, line: Connection, find: Callable[[str], Game]) -> None:
        self.line = line
        self.find = find
        self.games: dict[str, Game] = {}
        self.bots: dict[tuple[str, str], Bot] = {}
        self.reader = Reader()

    def run(self) -> None:
        """Answer questions until the pipe is closed."""
        self.line.send((READY, Answer(-1)))
        while True:
            told: Told = self.line.recv()
            n, asked = told
            if isinstance(asked, Question):
                self.line.send((n, self.answer(n, asked)))
            elif asked is not None:
                self.line.send((n, self.prepared(asked)))

    def prepared(self, asked: Preparation) -> Answer:
        """Load what is needed for such questions. If that fails, the answer to the first question will say why."""
        with contextlib.suppress(Exception):
            game = self.game(asked.game)
            self.reader.empty(game, asked.options, asked.seats)
            if asked.level:
                self.bot(game, asked.level)
            else:
                policies(game)
        return Answer(-1)

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
            action, why = hint(game, view, legal, chance, stop)
            return answer_of(legal, action, why)
        return answer_of(legal, self.bot(game, question.level).think(view, legal, chance, stop))

    def bot(self, game: Game, level: str) -> Bot:
        """Return a bot."""
        key = (game.name, level)
        known = self.bots.get(key)
        if known is None:
            known = self.bots[key] = bot(game, level)
        return known

    def game(self, name: str) -> Game:
        """Return a game."""
        known = self.games.get(name)
        if known is None:
            known = self.games[name] = self.find(name)
        return known


def work(line: Connection, find: Callable[[str], Game]) -> None:
    """Be a process of bots. Called in the new process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all processes of a terminal; the server's ends this
    limit_memory()
    with contextlib.suppress(EOFError, ConnectionError, OSError):  # the server is gone
        BotsAtWork(line, find).run()


def limit_memory() -> None:
    """Limit the memory of this process, where the system can do that."""
    try:
        import resource
    except ImportError:  # Windows
        return
    with contextlib.suppress(OSError, ValueError):
        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (min(MEMORY, most) if most >= 0 else MEMORY, most))

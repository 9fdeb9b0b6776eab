"""Players that are programs of any language: they read questions and write answers, each a line of JSON.

The arena has them as the level "pipe:COMMAND". docs/programs.md describes the lines.
"""

from __future__ import annotations

import json
import os
import queue
import shlex
import subprocess
import threading
from typing import Any, Final

from stich.bots.player import Bot
from stich.kernel.action import SEALED, SILENT, WAITING, Action, Refused
from stich.kernel.cards import BACK, Cards, Seat, seats_of
from stich.kernel.chance import Chance
from stich.kernel.game import Game
from stich.kernel.state import State
from stich.kernel.view import View

PREFIX: Final = "pipe:"
SECONDS: Final = 15.0  # for an answer, as at a table
SEEDS: Final = 2**31
LONGEST: Final = 200  # characters of an answer that a message shows
ASKED: Final = {WAITING: "waiting", SILENT: "not asked", SEALED: "answered"}


def words_of(command: str, windows: bool = os.name == "nt") -> list[str]:
    """Return the words of a command. windows: a backslash is part of a path there. Raises ValueError: an open quote."""
    reader = shlex.shlex(command, posix=True)
    reader.whitespace_split, reader.commenters = True, ""
    if windows:
        reader.escape = ""
    return list(reader)


class Program:
    """A process that answers questions. It is started at the first one, and ends when its input does.

    command: as in a shell, without its special signs. seconds: how long it may take for an answer.
    """

    def __init__(self, command: str, seconds: float = SECONDS) -> None:
        """Raises Refused: `error.player_failed` for a command that is none."""
        self.level = PREFIX + command
        try:
            self.words = words_of(command)
        except ValueError as error:
            raise self.failed(str(error)) from error
        if not self.words:
            raise self.failed("the command is empty")
        self.seconds = seconds
        self.number = 0
        self.process: subprocess.Popen[str] | None = None
        self.lines: queue.SimpleQueue[str] = queue.SimpleQueue()

    def choose(self, question: dict[str, Any]) -> int:
        """Return the place of the chosen action in the question's list of legal ones.

        Raises Refused: `error.player_failed` (level, reason) if it cannot be started, ends, is too slow, or answers
        something else.
        """
        process = self.process or self.start()
        self.number += 1
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps({"id": self.number, **question}, ensure_ascii=False) + "\n")
            process.stdin.flush()
        except OSError as error:
            raise self.ended() from error
        try:
            line = self.lines.get(timeout=self.seconds)
        except queue.Empty:
            self.close()
            raise self.failed(f"no answer within {self.seconds:g} seconds") from None
        if not line:
            raise self.ended()
        try:
            return self.read(line, len(question["legal"]))
        except Refused:
            self.close()
            raise

    def read(self, line: str, legal: int) -> int:
        """Return what an answer chooses. Raises Refused as `choose` does."""
        shown = line.strip()[:LONGEST]
        try:
            answer = json.loads(line)
        except ValueError as error:
            raise self.failed(f"the answer is no JSON: {shown}") from error
        chosen = answer.get("choose") if isinstance(answer, dict) else None
        if not isinstance(chosen, int) or isinstance(chosen, bool):
            raise self.failed(f'the answer is not {{"id": …, "choose": …}}: {shown}')
        if answer.get("id") != self.number:
            raise self.failed(f"the answer has not the id {self.number}: {shown}")
        if not 0 <= chosen < legal:
            raise self.failed(f"{chosen} is none of the {legal} legal actions, from 0 to {legal - 1}")
        return chosen

    def start(self) -> subprocess.Popen[str]:
        """Start the process, and read what it writes in a thread."""
        try:
            process = subprocess.Popen(
                self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", bufsize=1
            )
        except OSError as error:
            raise self.failed(error.strerror or str(error)) from error
        self.process = process
        lines = self.lines = queue.SimpleQueue()

        def listen() -> None:
            assert process.stdout is not None
            for line in process.stdout:
                lines.put(line)
            lines.put("")

        threading.Thread(target=listen, daemon=True).start()
        return process

    def close(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def ended(self) -> Refused:
        """Return that the process has ended."""
        assert self.process is not None
        code = self.process.wait()
        self.process = None
        return self.failed(f"the process has ended with code {code}")

    def failed(self, reason: str) -> Refused:
        """Return a refusal of this program."""
        return Refused("error.player_failed", {"level": self.level, "reason": reason})


class PipeBot(Bot):
    """A program as a player of a game. It is sent what its seat sees."""

    def __init__(self, game: Game, command: str, seconds: float = SECONDS) -> None:
        """Raises Refused as `Program` does."""
        self.game = game
        self.program = Program(command, seconds)

    def choose(self, view: View, legal: list[Action], chance: Chance) -> Action:
        """Return what the program chooses. Raises Refused as `Program.choose` does."""
        return legal[self.program.choose(question_of(self.game, view, legal, int(chance.below(SEEDS))))]


def question_of(game: Game, view: View, legal: list[Action], seed: int) -> dict[str, Any]:
    """Return the question to a program. seed: for its random choices, below 2³¹."""
    s, seat = view.seen, view.seat
    layout, rules = s.layout, getattr(s, "rules", None)
    return {
        "game": game.name,
        "version": game.version,
        "options": rules.options if rules is not None else {},
        "seats": layout.seats,
        "seat": seat,
        "seed": seed,
        "deal": s.setup.number,
        "dealer": s.setup.dealer,
        "scores": list(s.setup.scores),
        "phase": s.phase.name,
        "turn": s.turn,
        "must": [one for one in seats_of(view.must) if one < layout.seats],
        "zones": {name: named(s, z) for name, z in zip(layout.ids, s.zones, strict=True)},
        "facts": {fact.name: plain(s, fact.kind, getattr(s, fact.name)) for fact in layout.facts},
        "answers": [ASKED.get(answer, "answered") for answer in s.sealed],
        "legal": [choice(s, seat, a) for a in legal],
    }


def choice(s: State, seat: Seat, a: Action) -> dict[str, Any]:
    """Return a legal action: its verb, the cards that it moves, and its target, −1 for none."""
    return {"verb": a.verb, "cards": named(s, a.cards or s.phase.cards(s, seat, a)), "to": a.to}


def named(s: State, cards: Cards) -> list[str]:
    """Return the notation of cards; of unknown ones "?"."""
    names = s.layout.pack.names
    return ["?" if c == BACK else names[c] for c in cards]


def plain(s: State, kind: str, value: Any) -> Any:
    """Return a fact as JSON: cards by their notation, everything else as numbers, texts and lists."""
    if kind == "cards" and isinstance(value, bytes):
        return named(s, value)
    if kind == "card" and isinstance(value, int):
        return named(s, bytes([value]))[0] if 0 <= value < len(s.layout.pack.names) else None
    return [plain(s, "", one) for one in value] if isinstance(value, bytes | tuple) else value

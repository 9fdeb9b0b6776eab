"""Lessons: prepared deals that teach a game. They are data in the game's folder, checked by playing them.

`lessons/<name>.stich` is a record of one deal with a given pack; `lessons/<name>.toml` says what is explained when:

    seat = 0                    # whose hand the learner has
    [[steps]]
    step = "bid"                # its text has the key <game>.lesson.<lesson>.<step>
    at = 1                      # shown when that many acts have been done
    do = true                   # the learner does what the record does next; false: it is only read
    look = ["actions"]          # zones, or parts of the page
    args = { seat = 2 }         # for the text
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

from stich.kernel.action import Refused
from stich.kernel.game import Game
from stich.kernel.match import GIVEN, Move
from stich.kernel.record import Record
from stich.kernel.record_reader import load
from stich.server.messages.frame import Value
from stich.server.messages.specs import Lesson, Step
from stich.server.state.folders import game_folder

FOLDER: Final = "lessons"
PARTS: Final = ("actions", "trick", "seats", "scores", "hand", "sheet")
FIELDS: Final = ("step", "at", "do", "look", "args")


class Plan(NamedTuple):
    """A lesson as its files have it. text: the record, in the form in which a table's log keeps it."""

    text: str
    record: Record
    lesson: Lesson


def lesson_names(game: Game) -> list[str]:
    """Return the names of a game's lessons, in alphabetical order."""
    return sorted(file.stem for file in (game_folder(game) / FOLDER).glob("*.toml"))


def read_lesson(game: Game, name: str) -> Plan:
    """Return a lesson. Raises Refused: `error.lesson` if there is none of this name, `error.record` or
    `error.lesson_step` (lesson, n, text, allowed) for faults in its files.
    """
    known = lesson_names(game)
    if name not in known:
        raise Refused("error.lesson", {"lesson": name[:40], "allowed": " | ".join(known) or "–"})
    return parse_lesson(game, name, game_folder(game) / FOLDER)


def kept_lesson(game: Game, name: str, script: str) -> Lesson | None:
    """Return the lesson of a table that follows this record.

    None if there is none, or if its files now have another record, so that its steps would not fit the table."""
    if name not in lesson_names(game):
        return None
    plan = read_lesson(game, name)
    return plan.lesson if plan.text == script else None


def parse_lesson(game: Game, name: str, folder: Path) -> Plan:
    """Return the lesson that two files of a folder describe. Raises Refused as `read_lesson` does."""
    try:
        text = (folder / f"{name}.stich").read_text("utf-8")
        data = tomllib.loads((folder / f"{name}.toml").read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise wrong(name, 0, str(error)[:200], "TOML") from None
    record = load(text, own_game(game))
    if record.source.kind != GIVEN:
        raise wrong(name, 0, f"source {record.source.kind}", f"source {GIVEN}")
    return Plan(text, record, Reader(game, name, record, data).lesson())


def own_game(game: Game) -> Callable[[str], Game]:
    """Return a function by which `load` finds this game and no other."""

    def find(name: str) -> Game:
        if name != game.name:
            raise Refused("error.game", {"game": name[:40], "allowed": game.name})
        return game

    return find


def is_value(name: str, value: object) -> bool:
    """Tell whether a text can take this parameter: a number or a text, and under the names of several a list of
    numbers.
    """
    if name in ("seats", "cards"):
        return isinstance(value, list) and all(isinstance(one, int) for one in value)
    return isinstance(value, int | str)


class Reader:
    """Reads the steps of a TOML file, and refuses those that a table could not show."""

    def __init__(self, game: Game, name: str, record: Record, data: dict[str, Any]) -> None:
        self.game = game
        self.name = name
        self.data = data
        self.moves = [move for move in record.moves if move.deal == 1]
        self.layout = record.rules.layout
        self.number = 0  # of the step that is read, from 1

    def lesson(self) -> Lesson:
        """Return the lesson. Raises Refused `error.lesson_step` for anything that a table could not show."""
        unknown = sorted(set(self.data) - {"seat", "steps"})
        if unknown:
            raise self.wrong(unknown[0], "seat steps")
        seat = self.data.get("seat", 0)
        if not isinstance(seat, int) or not 0 <= seat < self.layout.seats:
            raise self.wrong(f"seat = {seat}", f"0–{self.layout.seats - 1}")
        given = self.data.get("steps")
        if not isinstance(given, list) or not given:
            raise self.wrong("steps", "[[steps]] …")
        steps: list[Step] = []
        for self.number, one in enumerate(given, 1):
            steps.append(self.step(one, seat, steps))
        return Lesson(self.name, steps, seat)

    def step(self, one: Any, seat: int, before: list[Step]) -> Step:
        """Return a step. one: as the file has it; seat: the learner's; before: the steps before it."""
        if not isinstance(one, dict) or set(one) - set(FIELDS):
            raise self.wrong(str(sorted(one) if isinstance(one, dict) else one), " ".join(FIELDS))
        name, at, do = one.get("step"), one.get("at"), one.get("do", False)
        if not isinstance(name, str) or not name.isidentifier():
            raise self.wrong(f"step = {name!r}", "a-z_")
        key = f"{self.game.name}.lesson.{self.name}.{name}"
        made = Step(self.checked_at(at, do, seat, before), key, self.args(one), look=self.look(one))
        return self.filled(made) if do else made

    def checked_at(self, at: Any, do: Any, seat: int, before: list[Step]) -> int:
        """Return the place of a step; check that the table waits there: at the learner's turn, or at the end."""
        least = before[-1].at + (before[-1].verb != "") if before else 0
        turns = [n for n, move in enumerate(self.moves) if move.seat == seat and n >= least]
        fine = turns if do else [*turns, len(self.moves)]
        if not isinstance(at, int) or not isinstance(do, bool) or at not in fine:
            raise self.wrong(f"at = {at}", " ".join(map(str, fine)))
        return at

    def filled(self, step: Step) -> Step:
        """Make the learner do what the record does there."""
        action = self.moves[step.at].action
        step.verb, step.cards, step.to = action.verb, list(action.cards), action.to
        return step

    def args(self, one: dict[str, Any]) -> dict[str, Value]:
        """Return the parameters of a step's text."""
        args = one.get("args", {})
        if not isinstance(args, dict) or not all(is_value(*each) for each in args.items()):
            raise self.wrong(f"args = {args}", "{ seat = 1, … }")
        return dict(args)

    def look(self, one: dict[str, Any]) -> list[str]:
        """Return what a step points at."""
        look = one.get("look", [])
        allowed = [*PARTS, *self.layout.ids]
        wrong = [part for part in look if part not in allowed] if isinstance(look, list) else [look]
        if wrong:
            raise self.wrong(f"look = {wrong[0]!r}", " ".join(allowed))
        return list(look)

    def wrong(self, text: str, allowed: str) -> Refused:
        """Return the refusal of the step that is read."""
        return wrong(self.name, self.number, text, allowed)


def wrong(lesson: str, step: int, text: str, allowed: str) -> Refused:
    """Return the refusal of a lesson. step: its number, from 1, 0 for none; text: what is there; allowed: what could
    be."""
    return Refused("error.lesson_step", {"lesson": lesson, "n": step, "text": text, "allowed": allowed})


class Script:
    """The record that the seats of a lesson's table follow, as long as the deal goes as in the record."""

    def __init__(self, game: Game, text: str) -> None:
        """Raises Refused `error.record` if the present rules reject it."""
        record = load(text, own_game(game))
        self.decks = record.source.decks
        self.moves = [move for move in record.moves if move.deal == 1]

    def next(self, done: list[Move]) -> Move | None:
        """Return the next action of the record after these moves of the first deal; None if the moves differ from the
        record.
        """
        n = len(done)
        if n >= len(self.moves):
            return None
        pairs = zip(done, self.moves[:n], strict=True)
        same = all((a.deal, a.seat, a.action) == (b.deal, b.seat, b.action) for a, b in pairs)
        return self.moves[n] if same else None

"""The command `stich puzzle [GAME] [NUMBER]`: solves a puzzle in the terminal."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from rich.console import Console

from stich.analysis.puzzles import (
    Puzzle,
    Try,
    do,
    lost,
    named,
    number_of_day,
    pick,
    position_of,
    puzzles_in,
    read_move,
    replies,
)
from stich.bots import explain, policies
from stich.bots.puzzling import goal_of
from stich.commands import Subparsers, language, load_games
from stich.commands.replay import ALL, RecordWords
from stich.games import find, folder, games
from stich.kernel.action import Refused
from stich.kernel.chance import quick
from stich.kernel.game import Game
from stich.kernel.match import Match
from stich.kernel.record import Record
from stich.kernel.view import view
from stich.text.catalogue import LANGUAGES

LUCK: Final = 7  # for a reason that needs chance
ANSWER: Final = "?"


def add(subparsers: Subparsers) -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser(
        "puzzle",
        help="solve a puzzle in the terminal",
        description="Show a position of a real deal with all hands open, in which exactly one action is better than "
        "all others. Enter its number; ? shows the answer, and an empty line ends.",
    )
    parser.add_argument("game", nargs="?", default="chimera", help="name of the game (%(default)s)")
    parser.add_argument("number", nargs="?", type=int, default=None, help="number of the puzzle, from 1 (today's)")
    parser.add_argument("--daily", action="store_true", help="today's puzzle, as without a number")
    parser.add_argument("--lang", choices=LANGUAGES, default=language(), help="language (%(default)s)")
    parser.add_argument(
        "--games", type=Path, metavar="DIR", action="append", default=[], help="a folder with further games"
    )


def run(args: argparse.Namespace) -> int:
    """Show it and read answers. Raises Refused: `error.game`, `error.no_puzzles`, `error.puzzle`."""
    load_games(args.games)
    game = find(args.game)
    puzzles = puzzles_in(folder(args.game))
    if not puzzles:
        allowed = " | ".join([name for name in games() if puzzles_in(folder(name))])
        raise Refused("error.no_puzzles", {"game": args.game, "allowed": allowed})
    today = number_of_day(datetime.now(UTC).date().isoformat(), args.game, len(puzzles))
    number = today if args.daily or args.number is None else args.number
    return Solving(game, pick(puzzles, number, args.game), number, args.lang).run()


class Solving:
    """One puzzle in the terminal. Its words are those of `stich replay`."""

    def __init__(self, game: Game, one: Puzzle, number: int, language: str) -> None:
        self.game = game
        self.one = one
        self.number = number
        self.goal = goal_of(policies(game))
        self.match = position_of(game, one)
        record = Record(game, self.match.rules, self.match.source)
        self.words = RecordWords(record, language, ALL)
        self.out = Console(highlight=False, markup=False)

    def say(self, key: str, **args: object) -> str:
        """Return a text."""
        return self.words.speaker.say(key, args)

    def run(self) -> int:
        """Show the position, and read choices until the answer was given."""
        self.show()
        while True:
            try:
                text = input("> ").strip()
            except EOFError:
                return 0
            if not text:
                return 0
            if text == ANSWER:
                self.judge(self.one.answer, shown=True)
                return 0
            if text.isascii() and text.isdigit() and 1 <= int(text) <= len(self.one.tries):
                at = int(text) - 1
                self.judge(at, shown=False)
                if at == self.one.answer:
                    return 0

    def show(self) -> None:
        """Print the position, the task and what can be chosen."""
        one = self.one
        self.out.print(f"{self.say(f'{self.game.name}.name')}  {self.say('puzzle.number', n=self.number)}")
        self.out.print(self.say("puzzle.grade", n=one.grade, most=5))
        self.out.print(self.say("puzzle.sure" if one.sure else "puzzle.open"))
        self.out.print()
        self.out.print(self.words.zones(self.match.deal))
        self.out.print()
        goal = self.say("puzzle.goal_win" if self.goal == "win" else "puzzle.goal_points")
        self.out.print(self.say("puzzle.act", name=self.words.seat(one.seat), what=goal))
        for n, each in enumerate(one.tries, 1):
            self.out.print(f"{n:3}  {self.choice(each)}")

    def choice(self, each: Try) -> str:
        """Return one of the actions to choose from in words."""
        return self.words.say(named(self.match, *read_move(self.match, f"{self.one.seat} {each.do}")))

    def judge(self, at: int, *, shown: bool) -> None:
        """Print what became of a choice, and how the deal goes on after it."""
        one, each = self.one, self.one.tries[at]
        if at == one.answer:
            self.out.print(self.say("puzzle.this" if shown else "puzzle.right", what=self.choice(each)))
            self.out.print(self.reason())
        else:
            points = lost(self.game, one, at)
            n = int(points) if points == int(points) else points
            cost = self.say("puzzle.loses") if self.goal == "win" else self.say("puzzle.costs", n=n)
            self.out.print(f"{self.say('puzzle.wrong', what=self.choice(each))} {cost}")
        self.go_on(at)

    def reason(self) -> str:
        """Return what speaks for the answer by what the seat sees."""
        s = self.match.deal
        seat, action = read_move(self.match, f"{self.one.seat} {self.one.tries[self.one.answer].do}")
        legal = s.legal(seat)
        right = s.phase.canon(s, seat, action)
        listed = next((a for a in legal if s.phase.canon(s, seat, a) == right), action)
        return self.words.say(explain(self.game, view(s, seat), legal, listed, quick(LUCK, seat)))

    def go_on(self, at: int) -> None:
        """Print in words what follows a choice, which refutes a wrong one, and the score at the end."""
        for seat, label in replies(self.game, self.one, at):
            act = self.say("puzzle.act", name=self.words.seat(seat), what=self.words.say(label))
            self.out.print(f"  {act}")
        match: Match = position_of(self.game, self.one)
        for line in [f"{self.one.seat} {self.one.tries[at].do}", *self.one.tries[at].line]:
            do(match, line)
        if match.sheets:
            for text in self.words.score(match):
                self.out.print(text)

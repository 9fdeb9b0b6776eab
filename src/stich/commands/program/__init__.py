"""The command `stich program`: lets a program of any language play, against bots to try it out, or at a table."""

from __future__ import annotations

import argparse
import asyncio
import time
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from stich.bots import bot, classes
from stich.bots.arena import next_action
from stich.bots.pipe import SECONDS, PipeBot, Program
from stich.commands import Subparsers, add_preset, load_games, positive
from stich.commands.check import pair
from stich.games import find
from stich.kernel.action import Action
from stich.kernel.cards import Seat
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.state import State
from stich.kernel.view import view

AGAINST: Final = "club"
DESCRIPTION: Final = (
    "Let a program play that reads questions and writes answers, each a line of JSON (docs/programs.md). With the name "
    "of a game it is tried out: it plays deals against bots, in every seat in turn, and the first answer that is wrong "
    "or late ends it. With the link of a table it takes the seat for which its host has made a token."
)


def add(subparsers: Subparsers) -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser("program", help="let a program of your own play", description=DESCRIPTION)
    parser.add_argument("where", metavar="GAME|LINK", help="the name of a game, or the link of a table")
    parser.add_argument("command", help="what starts the program, in quotes")
    parser.add_argument(
        "--seconds", type=positive, default=int(SECONDS), metavar="N", help="for an answer (%(default)s)"
    )
    parser.add_argument("--deals", type=positive, default=20, metavar="N", help="deals to try it out (%(default)s)")
    parser.add_argument("--players", type=int, default=0, metavar="N", help="players (the game's usual number)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="seed of the deals (%(default)s)")
    add_preset(parser, "the defaults of its rules")
    parser.add_argument(
        "--option", action="append", type=pair, default=[], metavar="NAME=VALUE", help="a rule; may be repeated"
    )
    parser.add_argument(
        "--games", type=Path, metavar="DIR", action="append", default=[], help="a folder with further games"
    )
    parser.add_argument("--seat", type=int, default=-1, metavar="N", help="at a table: its seat, from 0")
    parser.add_argument("--token", default="", help="at a table: what its host has made for the seat")
    parser.add_argument("--name", default="Program", help="at a table: its name (%(default)s)")


def run(args: argparse.Namespace) -> int:
    """Return 0, 130 if interrupted. Raises Refused for a game, options, a link or a seat that there are not, and
    `error.player_failed` when the program answers wrong or late.
    """
    try:
        if "/" in args.where:
            from stich.commands.program.at_table import play

            asyncio.run(play(args.where, args.seat, args.token, args.name, Program(args.command, args.seconds)))
        else:
            load_games(args.games)
            Trial(args).run(Console())
    except KeyboardInterrupt:
        return 130
    return 0


class Trial:
    """Deals against bots, in which the program has each seat in turn."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.game = find(args.where)
        self.deals: int = args.deals
        self.seed: int = args.seed
        given = self.game.with_preset(args.preset, dict(args.option), args.players)
        self.rules = self.game.rules(given, args.players)
        self.program = PipeBot(self.game, args.command, args.seconds)
        known = list(classes(self.game))
        self.bot = bot(self.game, AGAINST if AGAINST in known else known[-1])
        self.points = 0
        self.seconds: list[float] = []
        self.seat: Seat = 0
        self.chance = quick(self.seed)

    def run(self, out: Console) -> None:
        """Play all deals, and print what came of it. Raises Refused `error.player_failed`."""
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        try:
            with Progress(*columns, console=out, transient=True) as bars:
                bar = bars.add_task(self.game.name, total=self.deals)
                for number in range(self.deals):
                    self.play(number)
                    bars.advance(bar)
        finally:
            self.program.program.close()
            if self.seconds:
                out.print(self.summary(), highlight=False, soft_wrap=True)

    def play(self, number: int) -> None:
        """Play one deal."""
        self.seat = number % self.rules.layout.seats
        self.chance = quick(self.seed, number)
        s = Match(self.game, self.rules, Source(SIM, self.seed + number)).deal
        while s.must():
            seat, action = next_action(s, self.ask)
            s.apply(seat, Action(action.verb, action.cards or s.phase.cards(s, seat, action), action.to))
        points = s.result().points[self.seat]
        self.points += -points if self.rules.layout.fewest else points

    def ask(self, s: State, seat: Seat, legal: list[Action]) -> Action:
        """Let the player of a seat choose; a single action needs no question."""
        if len(legal) == 1:
            return legal[0]
        if seat != self.seat:
            return self.bot.choose(view(s, seat), legal, self.chance)
        begun = time.perf_counter()
        chosen = self.program.choose(view(s, seat), legal, self.chance)
        self.seconds.append(time.perf_counter() - begun)
        return chosen

    def summary(self) -> str:
        """Return how many answers there were, how long they took, and what the program has won."""
        taken = sorted(self.seconds)
        middle, most = taken[len(taken) // 2] * 1000, taken[-1] * 1000
        return (
            f"{len(taken)} answers, all legal; {middle:.1f} ms in the median, {most:.1f} ms at most. "
            f"{self.points / self.deals:+.2f} points a deal against {self.bot.level} (with intervals: stich arena)"
        )

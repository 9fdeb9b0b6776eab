"""A player who is put into one position after another, for `conduct.py`: here, or in a process of its own.

The process may be of an older checkout, so this imports nothing that is new. It reads what is played from a first line,
and from each further one a question; to each it writes a line with the answer. All are JSON.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Final, NamedTuple, Protocol

import stich
from stich.bots import bot
from stich.games import find
from stich.kernel.action import CLOSE, Action, Refused
from stich.kernel.cards import Seat
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.state import State
from stich.kernel.view import view

LUCK: Final = -(2**41)  # parts of a seed below this are for what the players leave to luck
SEEN: Final = ("hand", "open")  # roles of the zones that a seat plays from

Plain = tuple[str, str, int]  # an action: verb, cards in hexadecimal digits, to
Moves = list[tuple[Seat, Plain]]  # of a match, from its beginning


class Table:
    """A match that is brought from one position to another. Match number k has the cards of seed + k."""

    def __init__(self, game: str, options: dict[str, str], seats: int, seed: int) -> None:
        """Raises Refused: `error.game`, `error.option`, `error.option_value`, `error.seats`."""
        self.game = find(game)
        self.rules = self.game.rules(dict(options), seats)
        self.seed = seed
        self.sit(0)

    def sit(self, number: int) -> None:
        self.number = number
        self.match = Match(self.game, self.rules, Source(SIM, self.seed + number))
        self.done: Moves = []

    def go(self, number: int, moves: Moves) -> None:
        """Go to where a match stands after these moves, and to the next deal if one is over. Raises Refused for a move
        that the rules do not allow.
        """
        if number != self.number or moves[: len(self.done)] != self.done:
            self.sit(number)
        for seat, action in moves[len(self.done) :]:
            self.match.act(seat, full(action))
            self.done.append((seat, action))
            if not self.match.deal.must() and not self.match.over:
                self.match.next_deal()

    def legal(self, seat: Seat) -> list[Action]:
        """Return what a seat may do, with `CLOSE` at the end where it may also do nothing."""
        s = self.match.deal
        return s.legal(seat) if s.must() >> seat & 1 else [*s.legal(seat), CLOSE]

    def hand(self, seat: Seat) -> str:
        """Return the cards that a seat plays from, as the game writes them."""
        s: State = self.match.deal
        own = [s.zones[i] for i, zone in enumerate(s.layout.zones) if s.layout.owner[i] == seat and zone.role in SEEN]
        return s.layout.pack.write(b"".join(own))


class Answer(NamedTuple):
    """What a player does. hand: what it plays from, by which to see that both checkouts deal alike."""

    action: Plain
    hand: str


class Seated(Protocol):
    def answer(self, number: int, moves: Moves, seat: Seat) -> Answer | None:
        """Return what a seat does in a match after these moves; None where these rules refuse one of them."""
        ...


class Here:
    """A player of this checkout."""

    def __init__(self, table: Table, level: str) -> None:
        """Raises Refused `error.level`."""
        self.table = table
        self.player = bot(table.game, level)

    def answer(self, number: int, moves: Moves, seat: Seat) -> Answer | None:
        try:
            self.table.go(number, moves)
        except Refused:
            return None
        luck = quick(self.table.seed + number, LUCK - len(moves))
        chosen = self.player.choose(view(self.table.match.deal, seat), self.table.legal(seat), luck)
        return Answer(plain(chosen), self.table.hand(seat))


class There:
    """A player of another checkout, in a process of its own."""

    def __init__(self, checkout: Path, *told: object) -> None:
        """told: game, options, seats, seed, and level."""
        source = (checkout / "src").resolve()
        command = [sys.executable, str(Path(__file__).resolve())]
        environment = {**os.environ, "PYTHONPATH": str(source)}
        self.process = subprocess.Popen(  # Ctrl-C is not for it
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment, start_new_session=True
        )
        found = self.say(told)
        if found is None or not Path(str(found)).resolve().is_relative_to(source):
            raise FileNotFoundError(f"no player of {checkout} answers, but one of {found}")

    def say(self, told: object) -> object:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(told) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        return json.loads(line) if line else None

    def answer(self, number: int, moves: Moves, seat: Seat) -> Answer | None:
        said = self.say([number, moves, seat])
        if said is None or isinstance(said, str):
            return None
        assert isinstance(said, list)
        (verb, cards, to), hand = said
        return Answer((verb, cards, to), hand)


def plain(a: Action) -> Plain:
    return a.verb, a.cards.hex(), a.to


def full(a: Plain) -> Action:
    return Action(a[0], bytes.fromhex(a[1]), a[2])


def read_moves(said: list[tuple[Seat, tuple[str, str, int]]]) -> Moves:
    """Return moves that were read from JSON, which knows no tuples."""
    return [(seat, (verb, cards, to)) for seat, (verb, cards, to) in said]


def main() -> None:
    game, options, seats, seed, level = json.loads(sys.stdin.readline())
    player = Here(Table(game, options, seats, seed), level)
    print(json.dumps(stich.__file__), flush=True)
    for line in sys.stdin:
        number, moves, seat = json.loads(line)
        print(json.dumps(player.answer(number, read_moves(moves), seat) or "refused"), flush=True)


if __name__ == "__main__":
    main()

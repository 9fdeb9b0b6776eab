"""Recorded matches, move by move: `stich.replay`."""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from typing import Any

from stich.env.deals import CardGame, Deal
from stich.env.moves import Move
from stich.env.saving import copied
from stich.env.words import plainly
from stich.games import find
from stich.kernel.cards import HOST, Seat
from stich.kernel.match import Match
from stich.kernel.record import Record
from stich.kernel.record import replay as whole_match
from stich.kernel.record_reader import load


def replay(path: str | PathLike[str]) -> Replay:
    """Return the match of a record. path: of the file. Raises ValueError with the line that is damaged, OSError."""
    with plainly():
        return Replay(load(Path(path).read_bytes(), find))


class Replay:
    """A recorded match. Iterating over it yields each deal as it stood before a move, who moved, and the move.

    record: what the file says.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.game = CardGame(record.game, record.rules)

    def __iter__(self) -> Iterator[tuple[Deal, Seat, Move]]:
        match: Match[Any, Any] = Match(self.record.game, self.record.rules, self.record.source)
        for step in self.record.moves:
            while match.setup.number < step.deal:
                match.next_deal()
            if step.seat != HOST:
                deal = Deal(self.game, copied(match))
                yield deal, step.seat, deal.move(step.seat, step.action)
            match.act(step.seat, step.action)

    def end(self) -> Deal:
        """Return the last deal as it stands at the end of the record."""
        return Deal(self.game, whole_match(self.record))

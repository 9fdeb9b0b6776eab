"""The bots of Gaigel, and how two of them are compared."""

from __future__ import annotations

from typing import Final

from stich.bots.player import Bot
from stich.bots.puzzling import Puzzling
from stich.games.gaigel.advise import advise, explain
from stich.games.gaigel.beginner import Beginner
from stich.games.gaigel.club import Club
from stich.games.gaigel.expert import Expert
from stich.games.gaigel.rules import GAME
from stich.games.gaigel.rules_cards import GaigelRules
from stich.games.gaigel.rules_state import Gaigel
from stich.kernel.cards import Seats
from stich.kernel.deal import Deck, Setup
from stich.kernel.state import State

__all__ = ["BOTS", "COUNTED_IN", "PUZZLES", "advise", "duplicate", "explain", "winners"]

BOTS: dict[str, type[Bot]] = {Beginner.level: Beginner, Club.level: Club, Expert.level: Expert}
PUZZLES: Final = Puzzling(cards=24, ready=lambda s: s.talon_empty(), seats=(4,), goal="win", distributions=40_000)
COUNTED_IN: Final[tuple[str, float, float]] = ("chance", 0.0, 1.0)  # to win the game


def duplicate(rules: GaigelRules, deck: Deck, number: int) -> list[tuple[Gaigel, tuple[str, ...]]]:
    """Return the position of duplicate deal `number`, from 0, with the roles of its seats: sides change places."""
    seats = rules.layout.seats
    s = GAME.deal(rules, Setup(1, number % seats, (0,) * seats), deck)
    sides = 2 if seats == 4 else seats
    return [(s, tuple([("forehand", "second", "third")[(seat - s.turn) % sides] for seat in range(seats)]))]


def winners(s: State) -> Seats:
    """Return the winner of a finished game."""
    assert isinstance(s, Gaigel)
    return s.winners

"""The bots of Herzblatt, and how two of them are compared."""

from __future__ import annotations

from typing import Final

from stich.bots.player import Bot
from stich.bots.puzzling import Puzzling
from stich.games.herzblatt.advise import advise, explain
from stich.games.herzblatt.beginner import Beginner
from stich.games.herzblatt.club import Club
from stich.games.herzblatt.expert import Expert
from stich.games.herzblatt.rules import GAME
from stich.games.herzblatt.rules_cards import HerzblattRules
from stich.games.herzblatt.rules_phases import PLAY, declare
from stich.games.herzblatt.rules_state import Herzblatt
from stich.kernel.cards import Seats, only
from stich.kernel.deal import Deck, Setup
from stich.kernel.state import State

__all__ = ["BOTS", "PUZZLES", "advise", "duplicate", "explain", "winners"]

BOTS: dict[str, type[Bot]] = {Beginner.level: Beginner, Club.level: Club, Expert.level: Expert}
PUZZLES: Final = Puzzling(cards=16, ready=lambda s: s.phase is PLAY, seats=(3, 3, 4, 2))


def duplicate(rules: HerzblattRules, deck: Deck, number: int) -> list[tuple[Herzblatt, tuple[str, ...]]]:
    """Return the position of duplicate deal `number`, from 0, with the roles of its seats. There is no bidding: the
    seats declare in turn.
    """
    seats = rules.layout.seats
    s = GAME.deal(rules, Setup(1, number // seats % seats, (0,) * seats), deck)
    declare(s, number % seats)
    return [(s, tuple(["declarer" if seat == s.declarer else "defender" for seat in range(seats)]))]


def winners(s: State) -> Seats:
    """Return the winning side of a finished deal."""
    assert isinstance(s, Herzblatt)
    alone = only(s.declarer)
    return alone if s.points[s.declarer] >= 66 else s.layout.everyone & ~alone

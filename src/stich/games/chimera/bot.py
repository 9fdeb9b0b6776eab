"""The bots of Chimera, and how two of them are compared."""

from __future__ import annotations

from typing import Final

from stich.bots.equity import MatchScore
from stich.bots.player import Bot
from stich.games.chimera.advise import advise, explain
from stich.games.chimera.beginner import Beginner
from stich.games.chimera.ceiling import Ceiling
from stich.games.chimera.club import Club
from stich.games.chimera.expert import Expert
from stich.games.chimera.master import Master
from stich.games.chimera.open_worth import OpenWorth
from stich.games.chimera.puzzling import PUZZLES
from stich.games.chimera.rules import GAME
from stich.games.chimera.rules_cards import ChimeraRules
from stich.games.chimera.rules_phases_auction import end_auction
from stich.games.chimera.rules_state import Chimera
from stich.kernel.cards import Seat, Seats
from stich.kernel.deal import Deck, Setup
from stich.kernel.state import State

__all__ = ["BOTS", "CEILING", "MATCH", "PLAYED_OUT_BY", "PUZZLES"]
__all__ += ["OpenWorth", "advise", "duplicate", "explain", "winners"]

CEILING: Final = Ceiling
# to 400 and somewhat below 0; five points decide only near the end
LEVELS: Final = (-500, -440, -400, -350, -300, -250, -200, -160, -130, -100, -75, -50, -35, -20, -5)
BOTS: dict[str, type[Bot]] = {player.level: player for player in (Beginner, Club, Expert, Master)}
PLAYED_OUT_BY: Final = "policy"  # Club looks ahead itself


def what(s: Chimera) -> tuple[str, Seat]:
    """Return the kind of a finished round, by its bid and who won it, and the Chimera."""
    won = not s.hand(s.chimera)
    return f"{s.bid} {'won' if won else 'lost'}", s.chimera


MATCH: Final = MatchScore(LEVELS, lambda rules: int(rules.limit), what)


def duplicate(rules: ChimeraRules, deck: Deck, number: int) -> list[tuple[Chimera, tuple[str, ...]]]:
    """Return the positions of duplicate deal `number`, from 0, each with the roles of its seats.

    Nobody bids: seats and bids of 20, 30 and 40 take turns, so that nine deals in a row see every seat as the Chimera
    at every bid.
    """
    seat = number % 3
    s = GAME.deal(rules, Setup(1, seat, (0, 0, 0)), deck)
    s.bid = (20, 30, 40)[number // 3 % 3]
    s.high = seat
    end_auction(s)
    return [(s, tuple(["chimera" if i == seat else "hunter" for i in range(3)]))]


def winners(s: State) -> Seats:
    """Return the winning side of a finished round; points say something else, because treasures count as well."""
    assert isinstance(s, Chimera)
    return s.side(next(seat for seat in range(3) if not s.hand(seat)))

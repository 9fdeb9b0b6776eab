"""The bots of Dou Dizhu, and how two of them are compared."""

from __future__ import annotations

from typing import Final

from stich.bots.player import Bot
from stich.games.doudizhu.advise import advise, explain
from stich.games.doudizhu.beginner import Beginner
from stich.games.doudizhu.ceiling import Ceiling
from stich.games.doudizhu.club import Club
from stich.games.doudizhu.expert import Expert
from stich.games.doudizhu.rlcard_rule import RlcardRule
from stich.games.doudizhu.rules import GAME
from stich.games.doudizhu.rules_cards import DouDizhuRules
from stich.games.doudizhu.rules_phases import begin
from stich.games.doudizhu.rules_state import DouDizhu
from stich.kernel.cards import Seats
from stich.kernel.deal import Deck, Setup
from stich.kernel.state import State

__all__ = ["BOTS", "CEILING", "OPPONENTS", "PLAYED_OUT_BY", "advise", "duplicate", "explain", "winners"]

BOTS: dict[str, type[Bot]] = {Beginner.level: Beginner, Club.level: Club, Expert.level: Expert}
CEILING: Final = Ceiling
OPPONENTS: dict[str, type[Bot]] = {RlcardRule.level: RlcardRule}  # only the arena has them
PLAYED_OUT_BY: Final = "policy"  # Club looks ahead itself


def duplicate(rules: DouDizhuRules, deck: Deck, number: int) -> list[tuple[DouDizhu, tuple[str, ...]]]:
    """Return the positions of duplicate deal `number`, from 0, each with the roles of its seats.

    Nobody bids: the seats take turns as the landlord, for one point, so that only the play of the cards is compared
    (DouZero: Zha et al. 2021).
    """
    seat = number % 3
    s = GAME.deal(rules, Setup(1, seat, (0, 0, 0)), deck)
    s.bid = 1
    s.high = seat
    begin(s)
    return [(s, tuple(["landlord" if i == seat else "peasant" for i in range(3)]))]


def winners(s: State) -> Seats:
    """Return the winning side of a finished deal."""
    assert isinstance(s, DouDizhu)
    return s.side(next(seat for seat in range(3) if not s.hand(seat)))

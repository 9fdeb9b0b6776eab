"""What a small game need not write itself: copying its facts, and the end of a match.

Made for games that are not compiled. The constructor of a compiled game copies its facts in a third of the time.
"""

from __future__ import annotations

from typing import Self

from mypy_extensions import mypyc_attr

from stich.kernel.cards import Cards, Seat, Seats
from stich.kernel.deal import Setup
from stich.kernel.game import Game, R
from stich.kernel.state import S, State
from stich.kernel.zones import Rules


@mypyc_attr(allow_interpreted_subclasses=True)
class PlainState(State):
    """A state that copies its facts by their names.

    A subclass takes the rules as its only argument and sets each fact of the layout once, in `__init__`. A game with
    secrets still writes `secrets_to`.
    """

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules.layout)
        self.rules = rules

    def public_copy(self) -> Self:
        """Return a state with the same declared facts, found by their names."""
        new = type(self)(self.rules)
        for fact in self.layout.facts:
            setattr(new, fact.name, getattr(self, fact.name))
        return new


def deal_round(deck: Cards, n: int, seats: int, first: Seat) -> list[Cards]:
    """Return the hands, sorted, of n cards for each seat that are dealt one by one.

    deck: the first card dealt in front. first: the seat that gets it. What is left of the deck begins at n · seats.
    """
    hands = [b""] * seats
    for i in range(seats):
        hands[(first + i) % seats] = bytes(sorted(deck[i : n * seats : seats]))
    return hands


@mypyc_attr(allow_interpreted_subclasses=True)
class LimitGame(Game[S, R]):
    """A game whose match ends when somebody has as many points as its option `limit` says: the most win, or the fewest
    where the layout says that points are penalties.
    """

    def winners(self, rules: R, setup: Setup, scores: tuple[int, ...]) -> Seats:
        """Return the winners once a total has reached the option `limit`; 0 before."""
        return super().winners(rules, setup, scores) if max(scores) >= int(rules.options["limit"]) else 0

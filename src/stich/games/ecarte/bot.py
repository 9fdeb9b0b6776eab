"""The bots of Ecarté, and what the search has to know of it."""

from __future__ import annotations

from collections.abc import Hashable

from stich.bots.player import Bot
from stich.bots.search import Search
from stich.games.ecarte.advise import advise
from stich.games.ecarte.beginner import Beginner
from stich.games.ecarte.club import Club, discard, plays, price
from stich.games.ecarte.rules import TRICK, Ecarte
from stich.kernel.action import Action
from stich.kernel.cards import Seat
from stich.kernel.chance import Chance
from stich.kernel.view import View

__all__ = ["BOTS", "advise"]


class Expert(Search[Ecarte]):
    """Whether to play, and what to lay away, it tries out with Club's judgement of what follows; the five tricks are
    solved in each world.
    """

    iterations = 1000

    def candidates(self, view: View, legal: list[Action]) -> list[Action]:
        """Of the exchanges those that keep the best cards: one for each number."""
        if legal[0].verb != "change":
            return legal
        s = view.seen
        assert isinstance(s, Ecarte)
        hand = s.hand(view.seat)
        trump = s.trump()
        by_price = sorted(hand, key=lambda c: price(c, hand, trump))
        best = [Action("change", bytes(sorted(by_price[:n]))) for n in range(len(hand) + 1)]
        first = discard(s, view.seat, legal)
        return [first, *[a for a in best if a in legal and a != first]]

    def policy(self, s: Ecarte, seat: Seat, legal: list[Action], chance: Chance) -> Action:
        if s.phase.name == "decide":
            return legal[0] if plays(s, seat) else legal[1]
        return discard(s, seat, legal) if s.phase.name == "change" else legal[0]

    def solvable(self, s: Ecarte) -> bool:
        return s.phase.name == "play"

    def key(self, s: Ecarte) -> Hashable:
        return (s.turn, s.hand(0), s.hand(1), s.zones[TRICK], s.tricks)

    def utility(self, s: Ecarte, seat: Seat) -> float:
        """Points count up to the target; to have reached it is worth some more."""
        points = s.result().points
        target = s.rules.target
        own, other = [min(a + b, target) for a, b in zip(s.setup.scores, points, strict=True)][
            :: 1 if seat == 0 else -1
        ]
        return own - other + (2 if own == target else 0) - (2 if other == target else 0)


BOTS: dict[str, type[Bot]] = {Beginner.level: Beginner, Club.level: Club, Expert.level: Expert}

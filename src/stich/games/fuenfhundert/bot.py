"""The bots of Fünfhundert, and what the search has to know of it."""

from __future__ import annotations

from collections.abc import Hashable

from stich.bots.player import Bot
from stich.bots.search import Search
from stich.games.fuenfhundert.advise import advise
from stich.games.fuenfhundert.beginner import Beginner
from stich.games.fuenfhundert.club import Club
from stich.games.fuenfhundert.rules import STRICT, TRICK, WORTH, Fuenfhundert, value
from stich.kernel.action import Action
from stich.kernel.cards import Seat
from stich.kernel.chance import Chance
from stich.kernel.view import View

__all__ = ["BOTS", "advise"]

SOLVED = 8  # cards in both hands that the solver is given
REACHED = 100.0  # what it is worth to have won the match, beside the points
CLUB = Club()
NO_LUCK = Chance()  # Club leaves nothing to luck


class Expert(Search[Fuenfhundert]):
    """What to declare and to keep it leaves to Club; the card it tries out, and the last ones are solved."""

    iterations = 500

    def candidates(self, view: View, legal: list[Action]) -> list[Action]:
        first = CLUB.choose(view, legal, NO_LUCK)
        if first.verb != "play":
            return [first]
        return [first, *[a for a in legal if a.verb == "play" and a != first]]

    def policy(self, s: Fuenfhundert, seat: Seat, legal: list[Action], chance: Chance) -> Action:
        return quickly(s, legal)

    def solvable(self, s: Fuenfhundert) -> bool:
        return not s.has_talon() and len(s.hand(0)) + len(s.hand(1)) <= SOLVED

    def key(self, s: Fuenfhundert) -> Hashable:
        totals = (s.points, s.declared, s.used, s.gained, s.settled, s.seven_open, s.turn_calls)
        return (s.turn, s.hand(0), s.hand(1), s.zones[TRICK], totals)

    def utility(self, s: Fuenfhundert, seat: Seat) -> float:
        own, other = s.result().points[seat], s.result().points[1 - seat]
        gain = float(own - other)
        target = s.rules.target
        if s.setup.scores[seat] + own >= target:
            gain += REACHED
        if s.setup.scores[1 - seat] + other >= target:
            gain -= REACHED
        return gain


def quickly(s: Fuenfhundert, legal: list[Action]) -> Action:
    """Return a sensible act at once: exchange, declare what is worth most; then take points with the cheapest card that
    does it, and else give as little as can be.
    """
    more = [a for a in legal if a.verb != "play"]
    if more:
        return max(more, key=lambda a: 1000 if a.verb == "exchange" else value(a.to, s.suit()))
    trick = s.zones[TRICK]
    if not trick:
        if s.has_talon():
            return min(legal, key=lambda a: WORTH[a.cards[0]])
        return max(legal, key=lambda a: WORTH[a.cards[0]])
    how = s.rules.by_value if s.has_talon() else STRICT[s.suit()]
    lying = WORTH[trick[0]]
    taking = [a for a in legal if how.beats(a.cards[0], trick[0])]
    if taking:
        cheap = min(taking, key=lambda a: -WORTH[a.cards[0]] if not s.has_talon() else WORTH[a.cards[0]])
        if lying + WORTH[cheap.cards[0]] >= 3:
            return cheap
    return min(legal, key=lambda a: WORTH[a.cards[0]])


BOTS: dict[str, type[Bot]] = {Beginner.level: Beginner, Club.level: Club, Expert.level: Expert}
